from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.errors import LuminairError
from luminair.messages import Message, MessageState, Role
from luminair.sessions.attachments import attach_bytes, pictures
from luminair.sessions.library import Library
from luminair.sessions.session import Conversation, Session
from luminair.sessions.transcript import CUT_OFF, Transcript

if TYPE_CHECKING:
    from pathlib import Path

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
AT = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def library(home: Path) -> Library:
    clock, dice = itertools.count(), itertools.count(1)
    return Library(home, now=lambda: AT + timedelta(seconds=next(clock)), draw=lambda: next(dice))


def filled(library: Library) -> Transcript:
    transcript = library.create(lane="anthropic", model="m", folder="/work/harbor")
    shot = attach_bytes(library.folder(transcript.id), "shot.png", PNG)
    transcript.add(Message("m1", Role.USER, "first", "t1", attachments=(shot,)))
    transcript.add(Message("m2", Role.ASSISTANT, "one", "t2"))
    transcript.add(Message("m3", Role.USER, "second", "t3"))
    transcript.add(Message("m4", Role.ASSISTANT, "tw", "t4", state=MessageState.STREAMING))
    transcript.converse("claude", Conversation("h1", upto="m2"))
    return transcript


def test_a_fork_holds_the_conversation_up_to_a_message_and_knows_its_ancestors(
    library: Library,
) -> None:
    source = filled(library)
    fork = library.copy(source.id, "m2")
    assert [message.text for message in fork.messages] == ["first", "one"]
    assert fork.session.ancestors == (source.id,)
    assert (fork.session.lane, fork.session.folder) == ("anthropic", "/work/harbor")
    # The CLI's own conversation stays with the session that it belongs to.
    assert fork.session.conversations == {}
    shot = fork.messages[0].attachments
    assert pictures(library.folder(fork.id), shot)[0].data == PNG
    assert library.copy(fork.id).session.ancestors == (source.id, fork.id)


def test_a_duplicate_marks_what_still_streams_as_cut_off(library: Library) -> None:
    source = filled(library)
    library.rename(source.id, "Uploads")
    copy = library.copy(source.id)
    assert [message.id for message in copy.messages] == ["m1", "m2", "m3", "m4"]
    assert (copy.messages[-1].state, copy.messages[-1].note) == (MessageState.STOPPED, CUT_OFF)
    assert copy.session.title == "Uploads copy"
    assert source.messages[-1].state is MessageState.STREAMING


def test_a_message_that_is_gone_cannot_be_forked_from(library: Library) -> None:
    source = filled(library)
    with pytest.raises(LuminairError, match="not in this session"):
        library.copy(source.id, "m9")
    assert len(library.listing().sessions) == 1


@given(st.lists(st.one_of(st.text(max_size=9), st.integers(0, 12)), max_size=12))
def test_what_is_taken_back_is_gone_in_memory_and_on_disk(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str | int]
) -> None:
    path = tmp_path_factory.mktemp("s") / "transcript.jsonl"
    transcript = Transcript.create(path, Session("s1"))
    transcript.add(Message("m1", Role.ASSISTANT, "", "t", state=MessageState.STREAMING))
    shown, at = "", AT
    for number, step in enumerate(steps):
        at += timedelta(seconds=number % 2)
        if isinstance(step, str):
            transcript.grow("m1", step, at)
            shown += step
        else:
            transcript.take_back("m1", step, at)
            shown = shown[: max(len(shown) - step, 0)]
        assert transcript.length("m1") == len(shown)
    transcript.end("m1", MessageState.WHOLE, at)
    assert transcript.messages[0].text == shown
    assert Transcript.open(path, "s1").messages[0].text == shown


@given(
    st.dictionaries(
        st.text(max_size=9),
        st.builds(
            Conversation,
            st.text(max_size=9),
            st.text(max_size=9),
            st.lists(st.text(max_size=9), max_size=3).map(tuple),
            st.text(max_size=9),
        ),
        max_size=3,
    )
)
def test_what_a_cli_holds_is_kept(
    tmp_path_factory: pytest.TempPathFactory, held: dict[str, Conversation]
) -> None:
    path = tmp_path_factory.mktemp("s") / "transcript.jsonl"
    transcript = Transcript.create(path, Session("s1"))
    for lane, conversation in held.items():
        transcript.converse(lane, conversation)
    assert dict(Transcript.open(path, "s1").session.conversations) == held
