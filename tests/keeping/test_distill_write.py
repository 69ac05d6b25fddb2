"""A distilled session in a real vault: what is filed, archived, proposed and taken back."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError, WriteFailed
from luminair.journal import Journal, Kind, ProposalKind, Scope, Setup, State, Trust, init_vault
from luminair.keeping.distill import summaries
from luminair.keeping.distill.page import page, summary_line
from luminair.keeping.distill.quiet import (
    QUIET,
    Drafter,
    States,
    Talk,
    by_session,
    distill_one,
    distill_quiet,
    preview,
)
from luminair.keeping.distill.session_note import append_line
from luminair.keeping.distill.values import SUMMARY_TAG, Distilled, Exchange, Filed, OpenAsk, Quote
from luminair.keeping.distill.write import About
from luminair.keeping.review.deeds import Wish
from luminair.keeping.review.distilled import DistillDeed
from luminair.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=9)

TALK = (
    ("O", "Uploads get lost when the server restarts. Add a metrics page. Also write the guide."),
    ("M", "I could write an outbox table, or retry in the client."),
    ("O", "Let's go with the outbox table."),
    ("M", "I tried LISTEN/NOTIFY for the worker, but it fails with ERROR 55000 behind pgbouncer."),
    ("O", "Then we poll every 5 seconds."),
    ("M", "I've added the metrics page with a test."),
    ("O", "Thanks, the metrics page works. The guide can wait until next week."),
)


@pytest.fixture
def project(person: Path) -> Path:
    folder = person / "harbor"
    folder.mkdir()
    return folder


@pytest.fixture
def journal(vault: Path, home: Path, person: Path) -> Iterator[Journal]:
    init_vault(vault, ride="all")
    numbers = itertools.count(1)
    clock = itertools.count()
    found = Journal(
        Setup(
            root=vault,
            index=home / "index",
            home=str(person),
            now=lambda: NOW + timedelta(seconds=next(clock)),
            draw=lambda: next(numbers) * 7919,
            machine="m1",
        )
    )
    yield found
    found.close()


@pytest.fixture
def states(home: Path) -> States:
    return States(home / "state" / "distilled.json")


def exchanges(told: Sequence[tuple[str, str]] = TALK) -> tuple[Exchange, ...]:
    speakers = {"O": Role.USER, "M": Role.ASSISTANT}
    return tuple(
        Exchange(speakers[who], text, f"2026-11-30T08:{at:02}:00.000Z", f"m{at}")
        for at, (who, text) in enumerate(told, start=1)
    )


def talk(
    project: Path | str, told: Sequence[tuple[str, str]] = TALK, *, session: str = "s1"
) -> Talk:
    about = About(session, "Upload bug", str(project), f"{len(told)}@x")
    return Talk(about, NOW, lambda: exchanges(told))


def ask(journal: Journal, project: Path | str, title: str, session: str = "s1") -> str:
    written = journal.add(
        title=title, body=f"{title}\n", kind=Kind.ASK, scope=Scope.FOLDER, cwd=str(project),
        session=session,
    )  # fmt: skip
    return written.note.key


def run(journal: Journal, one: Talk, states: States, drafter: Drafter | None = None):
    notes = by_session(journal).get(one.about.id, ())
    return distill_one(journal, one, notes, states=states, now=LATER, drafter=drafter)


def live(journal: Journal, kind: Kind) -> list[str]:
    return [each.note.title for each in journal.listing(kind=kind, state=State.LIVE)]


def test_the_story(journal: Journal, project: Path, states: States) -> None:
    """Three asks, two decisions, one failure: the next session is told all of it."""
    raw = [
        ask(journal, project, title)
        for title in (
            "Uploads get lost when the server restarts",
            "Add a metrics page",
            "Write the guide",
        )
    ]
    card = run(journal, talk(project), states)
    assert card is not None
    assert card.kind is ProposalKind.DISTILL
    place, _ = journal.place(session="s2", cwd=str(project))
    digest = journal.digest("go on with the upload work", place, now=LATER).text
    assert "Write the guide" in digest
    assert "Uploads get lost" in digest
    assert "metrics page" not in digest
    assert "LISTEN/NOTIFY" in digest
    assert "55000" in digest
    told = "\n".join(summaries.texts(journal, summaries.choose(journal, place)))
    assert "Let's go with the outbox table." in told
    assert "poll every 5 seconds" in told
    assert all(journal.find(key).in_archive for key in raw)
    other, _ = journal.place(session="s3", cwd=str(project.parent))
    assert summaries.choose(journal, other) == ()


def test_every_line_quotes_a_message(journal: Journal, project: Path, states: States) -> None:
    ask(journal, project, "Write the guide")
    run(journal, talk(project), states)
    summary = next(n for n in journal.listing(kind=Kind.NOTE) if SUMMARY_TAG in n.note.tags).note
    body = journal.load(summary.key).body
    lines = [line for line in body.splitlines() if line.strip() and not line.startswith("#")]
    assert lines
    for line in lines:
        quoted = line.partition("“")[2].partition("”")[0]
        number = int(line.partition("(message ")[2].partition(",")[0])
        assert quoted in TALK[number - 1][1]


def test_one_step_of_undo_puts_the_asks_back(
    journal: Journal, project: Path, states: States, vault: Path
) -> None:
    ask(journal, project, "Write the guide")
    before = {path: path.read_bytes() for path in vault.rglob("*.md")}
    card = run(journal, talk(project), states)
    assert card is not None
    assert live(journal, Kind.RULEDOUT)
    outcome = DistillDeed().never(journal, card, Wish(LATER))
    after = {
        path: path.read_bytes() for path in vault.rglob("*.md") if ".luminair" not in path.parts
    }
    assert after == before
    assert "asks are back" in outcome.said


def test_an_edited_card_becomes_the_summary(
    journal: Journal, project: Path, states: States
) -> None:
    ask(journal, project, "Write the guide")
    card = run(journal, talk(project), states)
    assert card is not None
    DistillDeed().yes(journal, card, Wish(LATER, text="## Decided\n\n- Outbox.\n"))
    assert "Outbox." in journal.load(str(card.data["summary"])).body
    assert DistillDeed().yes(journal, card, Wish(LATER)).operation == ""


def test_a_session_is_distilled_once_per_state(
    journal: Journal, project: Path, states: States, home: Path
) -> None:
    ask(journal, project, "Write the guide")
    one = talk(project)
    cards, troubles = distill_quiet(journal, [one], states=states, now=LATER)
    assert (len(cards), troubles) == (1, [])
    notes = {each.note.path for each in journal.listing()}
    assert distill_quiet(journal, [one], states=states, now=LATER) == ([], [])
    # The machine forgot, the vault did not.
    fresh = States(home / "elsewhere.json")
    assert distill_quiet(journal, [one], states=fresh, now=LATER) == ([], [])
    assert {each.note.path for each in journal.listing()} == notes


def test_more_is_said_and_the_summary_is_made_anew(
    journal: Journal, project: Path, states: States
) -> None:
    ask(journal, project, "Write the guide")
    distill_quiet(journal, [talk(project)], states=states, now=LATER)
    more = (*TALK, ("O", "Decision: the outbox keeps rows for 30 days."), ("M", "Set."))
    distill_quiet(journal, [talk(project, more)], states=states, now=LATER)
    found = [
        each.note
        for each in journal.listing(kind=Kind.NOTE, state=State.LIVE)
        if SUMMARY_TAG in each.note.tags
    ]
    assert len(found) == 1
    assert "30 days" in journal.load(found[0].key).body
    assert live(journal, Kind.ASK) == ["Write the guide"]
    assert len(live(journal, Kind.RULEDOUT)) == 1


def test_only_what_went_quiet(journal: Journal, project: Path, states: States) -> None:
    one = talk(project)
    assert distill_quiet(journal, [one], states=states, now=NOW + QUIET / 2)[0] == []
    closed = Talk(one.about, NOW, one.exchanges, closed=True)
    assert len(distill_quiet(journal, [closed], states=states, now=NOW)[0]) == 1
    busy = Talk(About("s9", "B", str(project), "1"), NOW, one.exchanges, closed=True, busy=True)
    assert distill_quiet(journal, [busy], states=states, now=LATER)[0] == []


def test_250_idle_turns_leave_nothing(journal: Journal, project: Path, states: States) -> None:
    told = [("O", "run echo hello"), ("M", "hello")] * 250
    assert run(journal, talk(project, told), states) is None
    assert journal.listing() == []


def test_coding_agents_asks_stay(journal: Journal, project: Path, states: States) -> None:
    key = ask(journal, project, "Write the guide", "claude:77")
    done = ask(journal, project, "Fix the footer", "claude:77")
    journal.close_ask(done)
    about = About("claude:77", "claude session", str(project), "1")
    card = run(journal, Talk(about, NOW, lambda: ()), states)
    assert card is not None
    assert not journal.find(key).in_archive
    assert journal.find(done).in_archive
    assert live(journal, Kind.ASK) == ["Write the guide"]


def test_what_the_model_filed_is_linked_and_not_doubled(
    journal: Journal, project: Path, states: States
) -> None:
    made = journal.add(
        title="Let's go with the outbox table for uploads", kind=Kind.NOTE, scope=Scope.FOLDER,
        cwd=str(project), session="s1", source="claude/opus",
    )  # fmt: skip
    ended = journal.add(
        title="LISTEN/NOTIFY for the worker", body="fails with ERROR 55000 behind pgbouncer\n",
        kind=Kind.RULEDOUT, scope=Scope.SESSION, session="s1", source="claude/opus",
    )  # fmt: skip
    card = run(journal, talk(project), states)
    assert card is not None
    day = made.note.created[:10]
    assert f"- Note: [[{made.note.key}|{made.note.title}]] ({day})\n" in card.text
    assert card.text.count("outbox table") == 1
    assert len(journal.listing(kind=Kind.RULEDOUT)) == 1
    assert journal.find(ended.note.key).scope is Scope.FOLDER


def test_a_session_of_notes_alone_is_called_by_them_and_links_read_as_titles() -> None:
    note = Filed("n1", "Why parts are [8] MB", "8 MB fits.", at="2026-11-17T10:40:00.000Z")
    found = Distilled(filed=(note,))
    assert summary_line(found) == "Noted: “Why parts are [8] MB”"
    assert page(found) == (
        "## Decided\n\n- Note: [[n1|Why parts are (8) MB]] (2026-11-17): 8 MB fits.\n"
    )
    ask = OpenAsk("Draw it", quotes=(Quote("Draw it.", Role.USER, 3, "m3"),))
    assert "- Owner: “Draw it.” (message 3) [[a1|open ask]]\n" in page(
        Distilled(open=(ask,)), {"Draw it": "a1"}
    )


def test_the_ladder_says_who_spoke(journal: Journal, project: Path, states: States) -> None:
    run(journal, talk(project), states)
    own = (("O", "Let's go with the outbox table."), ("M", "Ok."))
    run(journal, talk(project, own, session="s2"), states)
    trust = {
        each.note.session: each.note.trust
        for each in journal.listing(kind=Kind.NOTE)
        if SUMMARY_TAG in each.note.tags
    }
    assert trust == {"s1": Trust.MODEL, "s2": Trust.OWNER}


def test_secrets_are_masked(journal: Journal, project: Path, states: States, vault: Path) -> None:
    key = "sk-ant-" + "api03-abcDEF1234567890abcDEF12"
    told = (("O", f"Let's use the key {key} for staging."), ("M", "Ok."))
    run(journal, talk(project, told), states)
    everything = b"".join(each.read_bytes() for each in vault.rglob("*") if each.is_file())
    assert b"for staging" in everything
    assert key.encode() not in everything


def test_the_sessions_own_note_is_told(journal: Journal, project: Path, states: States) -> None:
    append_line(journal, "s1", "Asked", "Write the guide", title="Upload bug", cwd=str(project))
    ask(journal, project, "Write the guide")
    run(journal, talk(project), states)
    note = next(n.note for n in journal.listing() if n.note.path.startswith("Sessions/"))
    body = journal.load(note.path).body
    assert body.index("Write the guide") < body.index("## Decided") < body.index("outbox table")
    assert body.rindex("Write the guide") > body.index("## Open")


def test_a_dry_run_writes_nothing(journal: Journal, project: Path, vault: Path) -> None:
    ask(journal, project, "Write the guide")
    before = {path: path.read_bytes() for path in vault.rglob("*") if path.is_file()}
    card = preview(talk(project), journal, by_session(journal)["s1"])
    assert card is not None
    assert "outbox table" in card.text
    assert {path: path.read_bytes() for path in vault.rglob("*") if path.is_file()} == before


def test_cancel_and_progress(journal: Journal, project: Path, states: States) -> None:
    talks = [talk(project, session=f"s{n}") for n in range(4)]
    heard: list[tuple[int, int, str]] = []
    cards, _ = distill_quiet(
        journal, talks, states=states, now=LATER,
        progress=lambda *at: heard.append(at), cancelled=lambda: len(heard) > 2,
    )  # fmt: skip
    assert len(cards) == 2
    assert heard == [(at, 4, talks[at].about.title) for at in range(3)]


def test_a_session_that_cannot_be_read_stops_no_other(
    journal: Journal, project: Path, states: States
) -> None:
    def broken() -> tuple[Exchange, ...]:
        raise LuminairError("The transcript cannot be read.")

    bad = Talk(About("s0", "Bad", str(project), "1"), NOW, broken)
    cards, troubles = distill_quiet(journal, [bad, talk(project)], states=states, now=LATER)
    assert len(cards) == 1
    assert troubles == ["The transcript cannot be read."]
    assert "s0" not in states.read()


def test_a_full_disk_leaves_everything_as_it_was(
    journal: Journal, project: Path, states: States, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ask(journal, project, "Write the guide")

    def refuse(*_: object, **__: object) -> None:
        raise WriteFailed("The disk is full.")

    monkeypatch.setattr(journal, "archive", refuse)
    with pytest.raises(WriteFailed):
        run(journal, talk(project), states)
    monkeypatch.undo()
    journal.refresh()
    assert [each.note.key for each in journal.listing()] == [key]
    assert journal.proposals.all() == []
    assert run(journal, talk(project), states) is not None


def test_a_drafter_that_fails_gives_way(journal: Journal, project: Path, states: States) -> None:
    def refuse(_: str) -> str:
        raise LuminairError("No key is set for Claude.")

    card = run(journal, talk(project), states, Drafter(refuse, "anthropic/opus"))
    assert card is not None
    assert "No key is set for Claude." in card.reason
    assert card.by == "luminair"
    assert "outbox table" in card.text
