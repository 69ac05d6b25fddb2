"""A disk that says no is one sentence; damaged records are passed over, the rest is read."""

from __future__ import annotations

import errno
import json
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError, WriteFailed
from luminair.messages import Message, MessageState, Role
from luminair.sessions.attachments import PICTURE_LIMIT, attach_bytes
from luminair.sessions.library import Draft, Library
from luminair.sessions.live import LiveText, read_tail
from luminair.sessions.session import Compacted, Conversation, Session, utc_text
from luminair.sessions.transcript import Transcript
from tests.trust.disk import Disk, Fault

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

NOW = datetime(2026, 9, 17, 10, 58, tzinfo=UTC)
PNG = b"\x89PNG\r\n\x1a\n"


def refusing(root: Path, *calls: str) -> AbstractContextManager[Disk]:
    """The disk below ``root`` refuses these calls."""
    return Disk(root, Fault("broken", errno.EIO, frozenset(calls)), 1).failing()


@pytest.fixture
def library(home: Path) -> Library:
    numbers = iter(range(1, 99))
    return Library(home, now=lambda: NOW, draw=lambda: next(numbers))


def begun(library: Library) -> str:
    made = library.create(folder="/work/harbor", lane="scripted", model="demo")
    made.add(Message("m1", Role.USER, "Hello", utc_text(NOW)))
    return made.id


def test_a_draft_that_cannot_go_is_said(library: Library, home: Path) -> None:
    name = begun(library)
    library.save_draft(name, Draft("words"))
    with refusing(home, "unlink"), pytest.raises(WriteFailed, match=r"draft\.json"):
        library.save_draft(name, Draft())
    assert library.draft(name).text == "words"


def test_a_folder_of_sessions_that_cannot_be_listed_is_said(library: Library, home: Path) -> None:
    begun(library)
    with refusing(home, "scandir", "listdir"), pytest.raises(LuminairError, match="cannot be list"):
        library.listing()


def test_an_empty_session_whose_folder_cannot_be_read_is_no_begun_one(
    library: Library, home: Path
) -> None:
    (home / "sessions" / "s-1").mkdir(parents=True)
    assert not library._was_never_begun("s-none")
    assert library._was_never_begun("s-1")


def test_a_session_that_cannot_be_moved_stays(library: Library, home: Path) -> None:
    name = begun(library)
    with refusing(home, "rename", "replace", "link", "mkdir"), pytest.raises(WriteFailed):
        library.bin(name)
    assert [each.id for each in library.listing().sessions] == [name]


def test_a_session_that_is_open_keeps_its_place_in_the_index(library: Library, home: Path) -> None:
    held = library.open(begun(library))
    Library(home, now=lambda: NOW, draw=lambda: 1).listing()
    before = (home / "sessions" / "index.json").read_bytes()
    assert [each.id for each in library.listing().sessions] == [held.id]
    assert (home / "sessions" / "index.json").read_bytes() == before


def test_a_session_that_cannot_be_begun_leaves_nothing(library: Library, home: Path) -> None:
    with refusing(home, "mkdir"), pytest.raises(WriteFailed):
        begun(library)
    assert not list(home.rglob("transcript.jsonl"))


def test_what_was_left_half_made_a_day_ago_goes(library: Library, home: Path) -> None:
    old, fresh = home / "sessions/.begun-old", home / "sessions/.begun-fresh"
    for each, age in ((old, 2 * 86_400), (fresh, 60)):
        each.mkdir(parents=True)
        at = NOW.timestamp() - age
        os.utime(each, (at, at))
    begun(library)
    assert not old.exists()
    assert fresh.exists()


def test_a_transcript_that_cannot_be_read_is_said(library: Library, home: Path) -> None:
    name = begun(library)
    path = home / "sessions" / name / "transcript.jsonl"
    with refusing(home, "read", "open"), pytest.raises(LuminairError, match="cannot be read"):
        Transcript.open(path, name)


def test_an_answer_goes_on_where_its_tail_cannot_be_kept(library: Library, home: Path) -> None:
    transcript = library.open(begun(library))
    for number, calls in enumerate((("ftruncate",), ("write",))):
        answer = f"a{number}"
        transcript.add(
            Message(answer, Role.ASSISTANT, "", utc_text(NOW), state=MessageState.STREAMING)
        )
        if calls == ("write",):
            transcript.grow(answer, "One ", NOW)
        with refusing(home, *calls):
            transcript.grow(answer, "two ", NOW)
        transcript.grow(answer, "three", NOW)
        transcript.end(answer, MessageState.WHOLE, NOW)
    assert [each.text for each in transcript.messages[1:]] == ["two three", "One two three"]
    again = Transcript.open(transcript.path, transcript.id)
    assert again.messages == transcript.messages


def test_a_tail_that_is_no_text_is_passed_over(tmp_path: Path) -> None:
    tail = tmp_path / "answer.part"
    tail.write_bytes(b'{"message": "m", "from": 0}\n' + b"\xff" * 9)
    assert read_tail(tail) is None


def test_a_tail_that_was_never_begun_can_be_closed(tmp_path: Path) -> None:
    live = LiveText(tmp_path / "answer.part", "m")
    live.add("lost")
    live.close()
    assert not (tmp_path / "answer.part").exists()


def test_what_waits_of_a_message_that_is_gone_is_dropped(library: Library) -> None:
    transcript = library.open(begun(library))
    transcript._pending["gone"] = ["text"]
    transcript._settle("gone")
    assert transcript._pending == {}


def test_before_a_message_that_is_not_there_stand_all(library: Library) -> None:
    transcript = library.open(begun(library))
    assert transcript.before("none") == transcript.messages
    assert transcript.before("m1") == ()


def test_another_folder_is_another_project(library: Library) -> None:
    transcript = library.open(begun(library))
    transcript.change(project="github.com/acme/harbor")
    transcript.change(folder="/work/reef")
    assert (transcript.session.folder, transcript.session.project) == ("/work/reef", "")


def test_a_picture_too_large_and_one_that_cannot_be_kept_are_said(tmp_path: Path) -> None:
    with pytest.raises(LuminairError, match="at most"):
        attach_bytes(tmp_path, "a.png", PNG + bytes(PICTURE_LIMIT))
    with refusing(tmp_path, "mkdir"), pytest.raises(WriteFailed):
        attach_bytes(tmp_path, "a.png", PNG + b"x" * 99)


@pytest.mark.parametrize(
    "record",
    [
        {"is": "tool", "id": "m1", "tool": "none"},
        {"is": "tool", "id": "gone", "tool": {"id": "t", "name": "Read"}},
        {"is": "compacted", "upto": 3, "text": "x"},
        {"is": "compacted", "upto": "m1"},
        {"is": "ended", "id": "m1", "state": "asleep"},
        {"is": "something"},
    ],
)
def test_a_record_that_makes_no_sense_changes_nothing(
    library: Library, home: Path, record: dict[str, object]
) -> None:
    name = begun(library)
    before = library.open(name)
    path = home / "sessions" / name / "transcript.jsonl"
    with path.open("a") as file:
        file.write(json.dumps(record) + "\n")
    after = Transcript.open(path, name)
    assert (after.messages, after.session) == (before.messages, before.session)


def test_what_was_folded_is_kept_by_a_copy(library: Library, home: Path) -> None:
    name = begun(library)
    library.open(name).compact("m1", "Short.")
    copy = library.copy(name)
    path = home / "sessions" / copy.id / "transcript.jsonl"
    assert Transcript.open(path, copy.id).session.compacted == Compacted("m1", "Short.")


@pytest.mark.parametrize("added", [True, "4", None, 1.5])
def test_a_conversation_counts_only_numbers(added: object) -> None:
    assert Conversation.from_json({"handle": "h", "added": added}) == Conversation("h")
    assert Session("s").compacted is None
