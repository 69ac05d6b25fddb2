from __future__ import annotations

import itertools
import json
import os
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError
from luminair.messages import Message, MessageState, Role
from luminair.sessions.groups import groups
from luminair.sessions.library import Draft, Library
from luminair.sessions.session import Session, utc_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOW = datetime(2026, 9, 17, 10, 58, tzinfo=UTC)


class Hand:
    """A clock and a die that tests move."""

    def __init__(self) -> None:
        self.at = NOW
        self.numbers = itertools.count(1)

    def now(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at

    def draw(self) -> int:
        return next(self.numbers)


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def make(home: Path, hand: Hand) -> Callable[[], Library]:
    return lambda: Library(home, now=hand.now, draw=hand.draw)


@pytest.fixture
def library(make: Callable[[], Library]) -> Library:
    return make()


def say(library: Library, identity: str, text: str, at: datetime, role: Role = Role.USER) -> str:
    transcript = library.open(identity)
    name = f"m{len(transcript.messages)}"
    transcript.add(Message(name, role, text, utc_text(at)))
    return name


def test_an_empty_home_lists_nothing_and_makes_nothing(library: Library, home: Path) -> None:
    listing = library.listing()
    assert (listing.sessions, listing.unreadable) == ((), ())
    assert list(home.iterdir()) == []


def test_a_new_session_keeps_what_it_was_made_with(
    library: Library, make: Callable[[], Library]
) -> None:
    made = library.create(
        lane="journal-only", folder="/w", include_optional=False, ancestors=("a", "b")
    )
    (listed,) = make().listing().sessions
    assert listed == made.session
    assert listed.ancestors == ("a", "b")
    assert not listed.include_optional
    assert listed.id.startswith("20260917T105801-")


def test_ids_are_unique_even_when_the_die_repeats_itself(home: Path) -> None:
    numbers = iter([7, 7, 7, 8, 8, 9])
    library = Library(home, now=lambda: NOW, draw=lambda: next(numbers))
    ids = [library.create().id for _ in range(2)]
    library.bin(ids[1])
    ids.append(library.create().id)
    assert len(set(ids)) == 3


def test_the_list_is_sorted_by_last_activity(library: Library, make: Callable[[], Library]) -> None:
    first, second, third = (library.create().id for _ in range(3))
    say(library, first, "x", NOW + timedelta(hours=3))
    say(library, third, "x", NOW + timedelta(hours=1))
    for each in (library, make()):
        assert [session.id for session in each.listing().sessions] == [first, third, second]


def test_who_opens_a_session_shares_it(library: Library) -> None:
    made = library.create()
    assert library.open(made.id) is made
    identity = made.id
    del made
    assert library.open(identity) is not None


def test_a_session_that_cannot_be_read_is_listed_with_the_reason(
    library: Library, make: Callable[[], Library], home: Path
) -> None:
    good = library.create().id
    bad = home / "sessions" / "20200101T000000-00000001"
    bad.mkdir()
    never_begun = home / "sessions" / "20200101T000000-00000002"
    never_begun.mkdir()
    lost = home / "sessions" / "20200101T000000-00000003"
    (lost / "attachments").mkdir(parents=True)
    (bad / "transcript.jsonl").write_bytes(b"\x00\x01\x02")
    listing = make().listing()
    assert [session.id for session in listing.sessions] == [good]
    reasons = {each.id: each.reason for each in listing.unreadable}
    assert "no record of a session" in reasons[bad.name]
    assert "no transcript" in reasons[lost.name]
    assert never_begun.name not in reasons
    assert (bad / "transcript.jsonl").read_bytes() == b"\x00\x01\x02"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_session_without_permission_says_so(
    library: Library, make: Callable[[], Library], home: Path
) -> None:
    path = home / "sessions" / library.create().id / "transcript.jsonl"
    path.chmod(0)
    (unreadable,) = make().listing().unreadable
    assert "cannot be read" in unreadable.reason


def test_a_session_begun_and_killed_at_once_is_listed(
    library: Library, make: Callable[[], Library], home: Path
) -> None:
    identity = library.create().id
    path = home / "sessions" / identity / "transcript.jsonl"
    path.write_bytes(path.read_bytes()[:20])
    (listed,) = make().listing().sessions
    assert listed.id == identity
    path.write_bytes(b"")
    assert len(make().listing().sessions) == 1


def test_the_index_saves_reading_and_never_lies(
    library: Library, make: Callable[[], Library], home: Path
) -> None:
    identity = library.create().id
    say(library, identity, "first words", NOW)
    assert make().listing().sessions[0].title == "first words"
    index = home / "sessions" / "index.json"
    held = json.loads(index.read_bytes())
    held["sessions"][identity]["session"]["title"] = "from the index"
    index.write_text(json.dumps(held))
    assert make().listing().sessions[0].title == "from the index"
    other = make()
    say(other, identity, "more", NOW + timedelta(hours=1))
    assert make().listing().sessions[0].title == "first words"


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b'{"version": 99}', b'{"version":1,"sessions":[1]}', b"\xff"]
)
def test_a_damaged_index_is_built_again(
    library: Library, make: Callable[[], Library], home: Path, raw: bytes
) -> None:
    identity = library.create().id
    (home / "sessions" / "index.json").write_bytes(raw)
    assert [session.id for session in make().listing().sessions] == [identity]


def test_an_index_with_odd_entries_is_not_believed(
    library: Library, make: Callable[[], Library], home: Path
) -> None:
    identity = library.create().id
    make().listing()
    index = home / "sessions" / "index.json"
    for session in (None, {"messages": "two"}, {"messages": 1, "last_state": "melted"}):
        held = json.loads(index.read_bytes())
        held["sessions"][identity]["session"] = session
        index.write_text(json.dumps(held))
        assert make().listing().sessions[0].lane == ""


def test_what_streams_is_listed_as_it_stands(library: Library) -> None:
    made = library.create()
    made.add(Message("m1", Role.ASSISTANT, "", utc_text(NOW), state=MessageState.STREAMING))
    assert library.listing().sessions[0].last_state is MessageState.STREAMING


def test_rename_and_back(library: Library, make: Callable[[], Library]) -> None:
    identity = library.create().id
    say(library, identity, "Where is part 7?", NOW)
    assert library.rename(identity, "  Resume\n drops ").title == "Resume drops"
    assert make().listing().sessions[0].title == "Resume drops"
    assert library.rename(identity, " ").title == "Where is part 7?"


def test_bin_and_restore_lose_nothing(
    library: Library, make: Callable[[], Library], home: Path
) -> None:
    identity = library.create().id
    say(library, identity, "keep me", NOW)
    library.save_draft(identity, Draft("half typed", 4))
    library.bin(identity)
    assert library.listing().sessions == ()
    assert (home / "bin" / "sessions" / identity / "transcript.jsonl").exists()
    with pytest.raises(LuminairError):
        library.open(identity)
    with pytest.raises(LuminairError):
        library.bin(identity)
    library.restore(identity)
    assert make().listing().sessions[0].title == "keep me"
    assert library.draft(identity) == Draft("half typed", 4)
    with pytest.raises(LuminairError):
        library.restore(identity)


@pytest.mark.parametrize("identity", ["", "..", "../x", "a/b", ".hidden", "claude:123", "x" * 99])
def test_an_id_never_leaves_the_folder(library: Library, identity: str) -> None:
    for use in (library.open, library.bin, library.restore, library.draft):
        with pytest.raises(LuminairError):
            use(identity)


def test_drafts_keep_text_and_caret(library: Library, home: Path) -> None:
    identity = library.create().id
    assert library.draft(identity) == Draft()
    draft = Draft("zwei\nZeilen 😀 \ud83d", 7)
    library.save_draft(identity, draft)
    assert library.draft(identity) == draft
    library.save_draft(identity, Draft())
    assert not (home / "sessions" / identity / "draft.json").exists()
    library.save_draft(identity, Draft())
    for raw in (b"{", b"[]", b'{"text": 1, "caret": 2}', b"\xff", b"[" * 100_000):
        (home / "sessions" / identity / "draft.json").write_bytes(raw)
        assert library.draft(identity) == Draft()


def test_search_finds_every_word_anywhere_in_a_session(library: Library) -> None:
    first, second = library.create().id, library.create().id
    say(library, first, "The manifest is written late", NOW)
    hit = say(library, first, "Straße und Café: part 7 fails with ENOENT", NOW)
    say(library, second, "Only the manifest here", NOW)
    found = list(library.search("MANIFEST enoent"))
    assert [each.session.id for each in found] == [first]
    assert found[0].excerpt.startswith("The manifest") or "ENOENT" in found[0].excerpt
    (found_one,) = library.search("strasse cafe\u0301")
    assert found_one.message == hit
    assert list(library.search("  ")) == []
    assert list(library.search("nowhere")) == []
    assert {each.session.id for each in library.search("manifest")} == {first, second}


def test_search_looks_at_titles_and_leaves_out_what_was_replaced(library: Library) -> None:
    identity = library.create().id
    name = say(library, identity, "old wording", NOW)
    library.open(identity).add(
        Message("n", Role.USER, "new wording", utc_text(NOW)), instead_of=name
    )
    library.rename(identity, "Harbor")
    (found,) = library.search("harbor")
    assert (found.message, found.excerpt) == ("", "Harbor")
    assert list(library.search("old")) == []


def test_an_excerpt_is_one_short_line_around_the_word(library: Library) -> None:
    identity = library.create().id
    say(library, identity, "a\n" * 300 + "needle\n" + "b\n" * 300, NOW)
    (found,) = library.search("needle")
    assert "needle" in found.excerpt
    assert "\n" not in found.excerpt
    assert len(found.excerpt) <= 162
    assert found.excerpt.startswith("…")
    assert found.excerpt.endswith("…")


def test_groups_follow_the_days_of_the_owner() -> None:
    here = timezone(timedelta(hours=9))
    now = datetime(2026, 9, 17, 8, 0, tzinfo=here)

    def session(identity: str, at: datetime) -> Session:
        return Session(identity, updated=utc_text(at))

    sessions = [
        session("future", now + timedelta(days=2)),
        session("today", datetime(2026, 9, 17, 0, 1, tzinfo=here)),
        session("yesterday", datetime(2026, 9, 16, 23, 59, tzinfo=here)),
        session("week", datetime(2026, 9, 10, 12, 0, tzinfo=here)),
        session("month", datetime(2026, 9, 9, 12, 0, tzinfo=here)),
        session("august", datetime(2026, 8, 1, 12, 0, tzinfo=here)),
        session("last year", datetime(2025, 9, 9, 12, 0, tzinfo=here)),
        Session("undated"),
    ]
    assert [
        (group.title, [each.id for each in group.sessions]) for group in groups(sessions, now)
    ] == [
        ("Today", ["future", "today"]),
        ("Yesterday", ["yesterday"]),
        ("Previous 7 days", ["week"]),
        ("September", ["month"]),
        ("August", ["august"]),
        ("September 2025", ["last year"]),
        ("Undated", ["undated"]),
    ]


@pytest.mark.parametrize("state", [["x"], {"a": 1}, 3, None, "no such state"])
def test_an_index_of_another_shape_is_made_anew(
    library: Library, make: Callable[[], Library], home: Path, state: object
) -> None:
    identity = library.create().id
    library.listing()
    make().listing()
    file = home / "sessions" / "index.json"
    index = json.loads(file.read_text())
    index["sessions"][identity]["session"]["last_state"] = state
    file.write_text(json.dumps(index))
    assert [session.id for session in make().listing().sessions] == [identity]
