from __future__ import annotations

import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.errors import LuminairError, WriteFailed
from luminair.messages import Message, MessageState, Role, Usage
from luminair.sessions.session import UNTITLED, Session, title_from, utc_text
from luminair.sessions.transcript import CHECKPOINT_CHARACTERS, CUT_OFF, Transcript

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 9, 17, 10, 58, tzinfo=UTC)


def user(identity: str, text: str, at: datetime = NOW) -> Message:
    return Message(identity, Role.USER, text, utc_text(at), lane="scripted", model="demo")


def answer(identity: str, text: str = "", state: MessageState = MessageState.STREAMING) -> Message:
    return Message(identity, Role.ASSISTANT, text, utc_text(NOW), state=state)


@pytest.fixture
def transcript(tmp_path: Path) -> Transcript:
    session = Session("s1", lane="scripted", folder="/work/harbor", created=utc_text(NOW))
    return Transcript.create(tmp_path / "transcript.jsonl", session)


def reopened(transcript: Transcript) -> Transcript:
    return Transcript.open(transcript.path, transcript.id)


def lines(transcript: Transcript) -> list[dict[str, object]]:
    return [json.loads(line) for line in transcript.path.read_bytes().splitlines()]


def test_a_conversation_reads_as_it_was_written(transcript: Transcript) -> None:
    transcript.add(user("m1", "Where is the manifest?"))
    transcript.add(answer("m2"))
    transcript.grow("m2", "In `upload/`", NOW)
    transcript.grow("m2", "client.py.", NOW + timedelta(seconds=2))
    usage = Usage(12, 3, 4, 0.01)
    transcript.end("m2", MessageState.WHOLE, NOW + timedelta(seconds=3), usage=usage)
    again = reopened(transcript)
    assert again.messages == transcript.messages
    assert again.session == transcript.session
    assert again.messages[1].text == "In `upload/`client.py."
    assert again.messages[1].usage == usage
    assert again.session.messages == 2
    assert again.session.updated == utc_text(NOW + timedelta(seconds=3))


def test_a_message_is_on_disk_before_add_returns(transcript: Transcript) -> None:
    transcript.add(user("m1", "one\ntwo\u2028three"))
    assert reopened(transcript).messages[0].text == "one\ntwo\u2028three"


def test_the_title_is_the_first_message_until_it_is_given(transcript: Transcript) -> None:
    assert transcript.session.title == UNTITLED
    transcript.add(user("m1", "\n# Resume drops part 7\nmore"))
    assert transcript.session.title == "Resume drops part 7"
    transcript.change(title="Flake hunt", title_set=True)
    assert reopened(transcript).session.title == "Flake hunt"
    transcript.change(title="", title_set=False)
    assert reopened(transcript).session.title == "Resume drops part 7"


def synced(transcript: Transcript) -> str:
    return "".join(str(line["text"]) for line in lines(transcript) if line["is"] == "grew")


def test_a_stream_is_synced_by_time_and_by_size_and_on_disk_at_once(
    transcript: Transcript,
) -> None:
    transcript.add(answer("m1"))
    transcript.grow("m1", "a", NOW)
    transcript.grow("m1", "b", NOW + timedelta(seconds=0.5))
    assert synced(transcript) == ""
    assert reopened(transcript).messages[0].text == transcript.messages[0].text == "ab"
    transcript.grow("m1", "c", NOW + timedelta(seconds=1))
    assert synced(transcript) == reopened(transcript).messages[0].text == "abc"
    transcript.grow("m1", "d" * CHECKPOINT_CHARACTERS, NOW + timedelta(seconds=1.1))
    assert synced(transcript) == "abc" + "d" * CHECKPOINT_CHARACTERS
    transcript.end("m1", MessageState.WHOLE, NOW)
    assert [file.name for file in transcript.path.parent.iterdir()] == ["transcript.jsonl"]


def test_what_a_killed_process_left_is_kept_before_anything_else_is_written(
    transcript: Transcript,
) -> None:
    transcript.add(answer("m1"))
    transcript.grow("m1", "shown é", NOW)
    part = transcript.path.parent / "answer.part"
    part.write_bytes(part.read_bytes()[:-1])  # torn inside the last character
    again = reopened(transcript)
    assert again.messages[0].text == "shown "
    assert synced(transcript) == ""  # looking changes nothing
    again.add(user("m2", "and then?"))
    again.add(answer("m3"))
    again.grow("m3", "new", NOW)
    assert [message.text for message in reopened(again).messages] == ["shown ", "and then?", "new"]


@pytest.mark.parametrize(
    "left", [b"", b"{}", b"\xff\n", b'{"message":1,"from":0}\nx', b"[]\nx", b"[" * 9999]
)
def test_a_tail_that_cannot_be_read_changes_nothing(transcript: Transcript, left: bytes) -> None:
    transcript.add(answer("m1"))
    transcript.grow("m1", "abc", NOW)
    transcript.grow("m1", "d", NOW + timedelta(seconds=2))
    (transcript.path.parent / "answer.part").write_bytes(left)
    assert reopened(transcript).messages[0].text == "abcd"


def test_a_clock_that_jumps_back_does_not_stop_the_writing(transcript: Transcript) -> None:
    transcript.add(answer("m1"))
    transcript.grow("m1", "a", NOW)
    transcript.grow("m1", "b", NOW - timedelta(hours=2))
    assert reopened(transcript).messages[0].text == "ab"


def test_half_an_answer_is_kept_and_marked_stopped(transcript: Transcript) -> None:
    transcript.add(user("m1", "Question"))
    transcript.add(answer("m2"))
    transcript.grow("m2", "Half", NOW)
    transcript.grow("m2", " of it", NOW + timedelta(seconds=1))
    again = reopened(transcript)
    assert again.messages[1].text == "Half of it"
    assert again.messages[1].state is MessageState.STOPPED
    assert again.messages[1].note == CUT_OFF
    assert again.session.last_state is MessageState.STOPPED
    assert transcript.messages[1].state is MessageState.STREAMING


def test_the_note_of_an_end_is_kept(transcript: Transcript) -> None:
    transcript.add(answer("m1"))
    transcript.end("m1", MessageState.FAILED, NOW, note="Ollama did not answer in 10 s.")
    kept = reopened(transcript).messages[0]
    assert (kept.state, kept.note) == (MessageState.FAILED, "Ollama did not answer in 10 s.")


def test_a_retry_takes_the_place_of_what_followed(transcript: Transcript) -> None:
    transcript.add(user("m1", "first"))
    transcript.add(answer("m2", "one", MessageState.WHOLE))
    transcript.add(user("m3", "second"))
    transcript.add(answer("m4", "two", MessageState.WHOLE))
    transcript.add(user("m5", "second, better"), instead_of="m3")
    for each in (transcript, reopened(transcript)):
        assert [message.id for message in each.messages] == ["m1", "m2", "m5"]
    assert any("second" in str(line.get("message")) for line in lines(transcript))
    assert [message.id for message in transcript.before("m2")] == ["m1"]


def test_instead_of_a_message_that_is_not_there_just_adds(transcript: Transcript) -> None:
    transcript.add(user("m1", "first"))
    transcript.add(user("m2", "second"), instead_of="gone")
    assert len(reopened(transcript).messages) == 2


def test_facts_change_and_others_are_refused(transcript: Transcript) -> None:
    transcript.change(lane="ollama", include_optional=False, sizes={"Pins": 12})
    session = reopened(transcript).session
    assert (session.lane, session.include_optional) == ("ollama", False)
    assert session.sizes == {"Pins": 12}
    assert session.folder == "/work/harbor"
    with pytest.raises(TypeError):
        transcript.change(colour="red")
    with pytest.raises(TypeError):
        transcript.change(include_optional="no")
    assert reopened(transcript).session == session


def test_unread_until_it_is_seen(transcript: Transcript) -> None:
    assert not transcript.session.unread
    transcript.add(user("m1", "x"))
    assert transcript.session.unread
    transcript.change(seen=utc_text(NOW))
    assert not transcript.session.unread


def test_records_of_a_newer_version_are_passed_over(transcript: Transcript) -> None:
    transcript.add(user("m1", "x"))
    with transcript.path.open("ab") as file:
        file.write(b'{"is":"hologram","message":{"id":"m9","role":"user"}}\n[1]\n"word"\n17\n')
        file.write(b'{"is":"grew","id":"m1"}\n{"is":"ended","id":"m1","state":"melted"}\n')
        file.write(b'{"is":"message","message":null}\n{"is":["a"]}\n\xff\xfe\x00\n')
    assert reopened(transcript).messages == transcript.messages


def test_a_file_that_is_no_transcript_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "transcript.jsonl"
    for raw in (b"\x89PNG\r\n\x1a\n" + bytes(50), b'{"hello": 1}\n', b"plain words"):
        path.write_bytes(raw)
        with pytest.raises(LuminairError, match="no record of a session"):
            Transcript.open(path, "s1")
        assert path.read_bytes() == raw
    path.unlink()
    with pytest.raises(LuminairError, match="no transcript"):
        Transcript.open(path, "s1")


def test_a_full_disk_loses_nothing_that_was_shown(transcript: Transcript, tmp_path: Path) -> None:
    transcript.add(answer("m1"))
    aside = tmp_path / "aside"
    transcript.path.rename(aside)
    transcript.path.mkdir()  # every append fails now
    transcript.grow("m1", "x" * CHECKPOINT_CHARACTERS, NOW)
    with pytest.raises(WriteFailed):
        transcript.add(user("m2", "y"))
    assert [message.id for message in transcript.messages] == ["m1"]
    transcript.path.rmdir()
    aside.rename(transcript.path)
    transcript.grow("m1", "z", NOW + timedelta(seconds=5))
    assert reopened(transcript).messages[0].text == "x" * CHECKPOINT_CHARACTERS + "z"
    assert synced(transcript) == "x" * CHECKPOINT_CHARACTERS + "z"


def test_an_end_that_cannot_be_written_says_so_and_keeps_the_text(
    transcript: Transcript, tmp_path: Path
) -> None:
    transcript.add(answer("m1"))
    transcript.grow("m1", "shown", NOW)
    transcript.path.rename(tmp_path / "aside")
    transcript.path.mkdir()
    with pytest.raises(WriteFailed):
        transcript.end("m1", MessageState.WHOLE, NOW)
    assert transcript.messages[0].text == "shown"
    assert transcript.messages[0].state is MessageState.WHOLE


def test_window_and_turn_write_at_once(transcript: Transcript) -> None:
    transcript.add(answer("m1"))

    def rename() -> None:
        for number in range(40):
            transcript.change(title=f"Title {number}", title_set=True)

    with ThreadPoolExecutor(1) as pool:
        renamed = pool.submit(rename)
        for number in range(40):
            transcript.grow("m1", "word ", NOW + timedelta(seconds=number))
        renamed.result()
    transcript.end("m1", MessageState.WHOLE, NOW)
    again = reopened(transcript)
    assert again.messages[0].text == "word " * 40
    assert again.session.title == "Title 39"


TEXTS = st.text(max_size=12)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("user"), TEXTS),
        st.tuples(st.just("answer"), TEXTS),
        st.tuples(st.just("grow"), TEXTS),
        st.tuples(st.just("end"), st.sampled_from(["whole", "failed", "stopped"])),
        st.tuples(st.just("title"), TEXTS),
        st.tuples(st.just("retry"), TEXTS),
    ),
    max_size=12,
)


def play(transcript: Transcript, steps: list[tuple[str, str]]) -> None:
    """Each step that streams writes at once, since the clock moves on a second."""
    live, last, at = "", "", NOW
    for number, (what, text) in enumerate(steps):
        at += timedelta(seconds=1)
        identity = f"m{number}"
        match what:
            case "user" | "retry":
                transcript.add(user(identity, text, at), instead_of=last if what == "retry" else "")
                last, live = identity, ""
            case "answer":
                transcript.add(answer(identity, text))
                live = identity
            case "grow" if live:
                transcript.grow(live, "", at - timedelta(seconds=5))
                transcript.grow(live, text, at)
            case "end" if live:
                transcript.end(live, MessageState(text), at)
                live = ""
            case "title":
                transcript.change(title=text, title_set=True)


@given(STEPS, st.data())
def test_a_kill_at_any_byte_loses_at_most_the_last_record(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str]], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    transcript = Transcript.create(folder / "a.jsonl", Session("s1", created=utc_text(NOW)))
    play(transcript, steps)
    raw = transcript.path.read_bytes()
    cut = data.draw(st.integers(min_value=0, max_value=len(raw)))
    whole_lines = raw[: raw.rfind(b"\n", 0, cut) + 1]
    (folder / "cut.jsonl").write_bytes(raw[:cut])
    (folder / "whole.jsonl").write_bytes(whole_lines)
    after_kill = Transcript.open(folder / "cut.jsonl", "s1")
    kept = Transcript.open(folder / "whole.jsonl", "s1")
    if raw[cut : cut + 1] != b"\n" or cut == 0:
        # The torn record is gone, and nothing before it.
        assert after_kill.messages == kept.messages
        assert after_kill.session == kept.session
    assert all(message.state is not MessageState.STREAMING for message in after_kill.messages)
    # And the session goes on from there.
    before = after_kill.messages
    after_kill.add(user("new", "after the kill", NOW + timedelta(days=1)))
    again = Transcript.open(folder / "cut.jsonl", "s1")
    assert again.messages == after_kill.messages
    assert again.messages[-1].text == "after the kill"
    assert again.messages[:-1] == before


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", UNTITLED),
        ("  \n\n", UNTITLED),
        ("> quoted start", "quoted start"),
        ("## Heading\nbody", "Heading"),
        ("a  b\tc", "a b c"),
        ("word " * 30, "word word word word word word word word word word word word…"),
        ("x" * 100, "x" * 60 + "…"),
        ("日" * 70, "日" * 60 + "…"),
    ],
)
def test_titles_from_first_messages(text: str, title: str) -> None:
    assert title_from(text) == title


@given(st.text())
def test_a_title_is_one_short_line(text: str) -> None:
    title = title_from(text)
    assert title
    assert len(title) <= 61
    assert title == " ".join(title.split())


def test_a_title_is_not_cut_inside_an_emoji() -> None:
    family = "👩\u200d👩\u200d👧"
    title = title_from("x" * 59 + family)
    assert not title.rstrip("…").endswith("\u200d")


WRITER = """
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from luminair.messages import Message, MessageState, Role
from luminair.sessions.session import Session
from luminair.sessions.transcript import Transcript

at = datetime(2026, 9, 17, tzinfo=UTC)
transcript = Transcript.create(Path(sys.argv[1]), Session("s1"))
transcript.add(Message("m1", Role.USER, "Count", "2026-09-17T00:00:00.000Z"))
transcript.add(
    Message("m2", Role.ASSISTANT, "", "2026-09-17T00:00:00.000Z", state=MessageState.STREAMING)
)
for number in range(10**9):
    at += timedelta(seconds=0.03)  # so that most of it is between two syncs
    transcript.grow("m2", f"{number} ", at)
    print(number, flush=True)
"""


KILLS = [pytest.param(4, id="few"), pytest.param(100, id="many", marks=pytest.mark.full)]


@pytest.mark.parametrize("kills", KILLS)
def test_a_killed_process_leaves_all_that_it_had_shown(tmp_path: Path, kills: int) -> None:
    dice = random.Random(7)  # noqa: S311 - moments to kill at
    for kill in range(kills):
        folder = tmp_path / str(kill)
        folder.mkdir()
        path = folder / "transcript.jsonl"
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            told, least = -1, dice.randrange(400)
            while told < least:
                told = int(process.stdout.readline())
            process.kill()
            rest = process.stdout.read().splitlines(keepends=True)
        whole = [int(line) for line in rest if line.endswith("\n")]
        shown = whole[-1] if whole else told
        question, half = Transcript.open(path, "s1").messages
        assert question.text == "Count"
        numbers = [int(word) for word in half.text.split(" ")[:-1]]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) > shown
        assert half.state is MessageState.STOPPED
