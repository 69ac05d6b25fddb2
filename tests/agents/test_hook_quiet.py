"""A coding agent's session starts while the app is closed: what went quiet is folded meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap, distilling
from luminair.agents import hook_quiet
from luminair.config.paths import Home
from luminair.config.settings import Settings
from luminair.journal import ProposalKind, State
from luminair.messages import Message, Role
from luminair.sessions.library import Library
from luminair.sessions.session import utc_text
from tests.agents.hosting import Host, settled

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal import Journal

pytestmark = pytest.mark.timeout(120)

TALK = (
    "Where do uploads go?",
    "I recommend an outbox table.",
    "Let's go with the outbox table.",
    "I tried LISTEN/NOTIFY, but it fails with ERROR 55000 behind pgbouncer.",
)


@pytest.fixture
def project(person: Path) -> Path:
    folder = person / "harbor"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def host(vault: Path, project: Path, journal: Journal) -> Host:
    journal.refresh()
    return Host(vault, project)


def talked(home: Path, project: Path, hours: float) -> str:
    """A session of the app that nobody has spoken in for so long."""
    at = bootstrap.clock() - timedelta(hours=hours)
    library = Library(home, now=lambda: at, draw=lambda: 0xBEE5)
    transcript = library.create(lane="api", model="m1", folder=str(project))
    for number, text in enumerate(TALK):
        role = Role.ASSISTANT if number % 2 else Role.USER
        transcript.add(Message(f"m{number}", role, text, utc_text(at), lane="api"))
    return transcript.id


def cards(journal: Journal) -> list[str]:
    journal.refresh()
    found = journal.proposals.all()
    return [each.session for each in found if each.kind is ProposalKind.DISTILL]


def told(journal: Journal) -> str:
    return "\n".join(each.note.title for each in journal.listing(state=State.LIVE))


def test_a_start_folds_what_went_quiet_and_only_once(
    host: Host, journal: Journal, home: Path, vault: Path, project: Path
) -> None:
    session = talked(home, project, hours=9)
    with ThreadPoolExecutor(2) as pool:  # two agents begin in the same moment
        list(pool.map(lambda one: one.start(), (host, Host(vault, project, name="s2"))))
    assert settled(lambda: cards(journal) == [session])
    assert "LISTEN/NOTIFY" in told(journal)
    before = {each.note.sha256 for each in journal.listing()}
    assert settled(lambda: hook_quiet.fold(lambda: journal, str(home)) == [])
    journal.refresh()
    assert {each.note.sha256 for each in journal.listing()} == before
    assert cards(journal) == [session]


def test_the_session_of_the_next_morning_is_told(
    host: Host, journal: Journal, home: Path, project: Path
) -> None:
    session = talked(home, project, hours=9)
    host.start()
    assert settled(lambda: cards(journal) == [session])
    assert "LISTEN/NOTIFY" in host.prompt("why is the queue polled?")


def test_one_at_a_time(journal: Journal, home: Path, project: Path) -> None:
    session = talked(home, project, hours=9)
    with distilling.states_of(Home(home), journal).alone():
        assert hook_quiet.fold(lambda: journal, str(home)) == ()
    assert cards(journal) == []
    assert hook_quiet.fold(lambda: journal, str(home)) == []
    assert cards(journal) == [session]


def test_a_session_of_this_morning_is_left_alone(
    journal: Journal, home: Path, project: Path
) -> None:
    talked(home, project, hours=7)
    assert hook_quiet.fold(lambda: journal, str(home)) == []
    assert journal.listing() == []


@pytest.mark.parametrize(
    ("set_to", "moment", "part", "due"),
    [
        ({}, "start", 1, True),
        ({}, "start", 0, True),
        ({}, "start", 2, False),
        ({}, "prompt", 0, False),
        ({"distill.auto": False}, "start", 1, False),
        ({"distill.by": "ollama"}, "start", 1, False),
    ],
)
def test_when_it_is_looked_for(
    home: Path, set_to: dict[str, object], moment: str, part: int, due: bool
) -> None:
    settings = Settings(Home(home).settings_file)
    settings.set(set_to)
    assert hook_quiet.is_due(moment, part, settings) is due
