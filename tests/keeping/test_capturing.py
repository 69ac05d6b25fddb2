"""What a prompt leaves in the vault."""

from __future__ import annotations

import itertools
import multiprocessing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.journal import Journal, Kind, Scope, Setup, State, init_vault
from luminair.keeping.capture.capturing import JOURNAL_ONLY, Captured, capture
from luminair.keeping.capture.same_ask import same_ask
from luminair.lanes import journal_only

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


def opened(vault: Path, home: Path, first: int = 3) -> Journal:
    numbers = itertools.count(first)
    return Journal(
        Setup(vault, home / "index", str(home), now=lambda: NOW, draw=lambda: next(numbers) * 7919)
    )


@pytest.fixture
def journal(vault: Path, home: Path) -> Iterator[Journal]:
    init_vault(vault, ride="all")
    found = opened(vault, home)
    yield found
    found.close()


@pytest.fixture
def project(tmp_path: Path) -> str:
    folder = tmp_path / "harbor"
    folder.mkdir()
    return str(folder)


def kept(journal: Journal, prompt: str, session: str = "s1", **more: object) -> Captured:
    return capture(journal, prompt, session=session, now=NOW, **more)  # type: ignore[arg-type]


def asks(journal: Journal) -> list[str]:
    journal.refresh()
    return [each.note.title for each in journal.listing(kind=Kind.ASK)]


def test_an_ask_has_its_session_and_the_scope_of_its_place(journal: Journal, project: str) -> None:
    in_project = kept(journal, "add dark mode to the settings", cwd=project)
    nowhere = kept(journal, "we need to migrate the tests to pytest")
    note = journal.load(in_project.asks[0].key).note
    assert (note.kind, note.scope, note.session) == (Kind.ASK, Scope.FOLDER, "s1")
    assert note.source in {"", "owner"}
    assert note.path.startswith("Notes/harbor/")
    assert journal.load(nowhere.asks[0].key).note.scope is Scope.SESSION
    assert in_project.sentence == "Kept as an open ask: “Add dark mode to the settings”"


def test_one_prompt_is_one_operation_and_one_undo(journal: Journal) -> None:
    done = kept(journal, "Add a search field to the sidebar. Then build an index of all messages.")
    assert len(done.asks) == 2
    assert len(asks(journal)) == 2
    journal.undo(done.operation)
    assert asks(journal) == []


def test_a_repeat_adds_a_line_and_no_note(journal: Journal, project: str) -> None:
    first = kept(journal, "add dark mode to the settings", cwd=project)
    for session, words in (
        ("s2", "Please add dark mode to the settings."),
        ("s3", "can you add dark mode to the settings?"),
        ("s3", "can you add dark mode to the settings?"),
    ):
        again = kept(journal, words, session, cwd=project)
        assert [(each.key, each.again) for each in again.asks] == [(first.asks[0].key, True)]
    body = journal.load(first.asks[0].key).body
    assert body.strip().startswith("add dark mode to the settings\n")
    said = body.partition("## Said again")[2].strip().splitlines()
    assert said == [
        "- “Please add dark mode to the settings.” (2026-09-17T11:00:00.000Z, s2)",
        "- “can you add dark mode to the settings?” (2026-09-17T11:00:00.000Z, s3)",
    ]
    assert len(asks(journal)) == 1


def test_a_broadcast_of_the_same_words_is_a_line_a_session(journal: Journal, project: str) -> None:
    key = kept(journal, "add dark mode later", "s1", cwd=project).asks[0].key
    for session in ("s2", "s3"):
        kept(journal, "add dark mode later", session, cwd=project)
    assert journal.load(key).body.count("- “add dark mode later”") == 2


def test_a_closed_ask_that_is_said_again_is_a_new_one(journal: Journal, project: str) -> None:
    first = kept(journal, "add dark mode to the settings", cwd=project).asks[0]
    journal.close_ask(first.key)
    again = kept(journal, "add dark mode to the settings", "s2", cwd=project).asks[0]
    assert again.key != first.key
    assert not again.again


def test_asks_of_other_projects_are_other_asks(journal: Journal, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        kept(journal, "add dark mode to the settings", name, cwd=str(tmp_path / name))
    assert len(asks(journal)) == 2


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("add dark mode", "please add dark mode!", True),
        ("Can you add a retry to the uploader?", "add a retry to the uploader", True),
        ("raise the timeout to 30", "raise the timeout to 300", False),
        ("always use tabs", "never use tabs", False),
        ("use lodash in the client", "do not use lodash in the client", False),
        ("move a.py to lib", "move b.py to lib", False),
        ("enable telemetry", "disable telemetry", False),
        ("migrate from jest to vitest", "migrate from vitest to jest", False),
        ("add dark mode", "add dark mode to the emails and the PDF export too", False),
    ],
)
def test_the_same_and_not_the_same(one: str, other: str, *, same: bool) -> None:
    assert same_ask(one, other) is same
    assert same_ask(other, one) is same


def test_idle_turns_and_our_digest_leave_nothing(journal: Journal, project: str) -> None:
    for number in range(250):
        kept(journal, "run echo hello", f"s{number % 7}", cwd=project)
    kept(journal, "add dark mode to the settings", cwd=project)
    place, _ = journal.place(session="s2", cwd=project)
    digest = journal.digest("settings", place, now=NOW + timedelta(hours=1)).text
    assert "dark mode" in digest
    assert (
        kept(journal, f"{digest}\nwe need to add light mode as well", "s2", cwd=project)
        == Captured()
    )
    assert len(asks(journal)) == 1


def test_what_goes_to_the_journal_only_lane_is_not_kept(journal: Journal) -> None:
    assert JOURNAL_ONLY == journal_only.ID
    assert kept(journal, "add dark mode to the settings", lane=JOURNAL_ONLY) == Captured()
    assert kept(journal, "add dark mode to the settings", lane="claude").asks


def test_no_secret_reaches_the_disk(journal: Journal, home: Path, vault: Path) -> None:
    secret = "Tulip!4711Harbor"
    key = "sk-ant-" + "api03-" + "Zk3mQ9" * 12
    kept(journal, f"add password={secret} and {key} to the deploy config, then document it")
    kept(
        journal,
        f"please add password={secret} and {key} to the deploy config, then document it",
        "s2",
    )
    found = [
        path
        for base in (home, vault)
        for path in base.rglob("*")
        if path.is_file()
        and (secret.encode() in path.read_bytes() or b"Zk3mQ9Zk3mQ9" in path.read_bytes())
    ]
    assert found == []
    assert any(
        "[secret: password]" in journal.load(each.note.key).body
        for each in journal.listing(kind=Kind.ASK)
    )


def test_what_cannot_be_written_is_said_and_the_turn_goes_on(
    journal: Journal,
    vault: Path,
    expect_log: Callable[[str], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    (vault / "Notes").write_text("a file stands where the folder should be")
    expect_log("A request could not be kept in the Journal")
    done = kept(journal, "add dark mode to the settings")
    assert done.asks == ()
    assert done.failure.startswith("A request of this message could not be kept in the Journal.")
    assert "dark mode" not in caplog.text.casefold()  # logs hold no prompts


def test_held_and_archived_asks_are_no_earlier_asks(journal: Journal, project: str) -> None:
    first = kept(journal, "add dark mode to the settings", cwd=project).asks[0]
    journal.archive([first.key])
    assert not kept(journal, "add dark mode to the settings", "s2", cwd=project).asks[0].again
    assert len(journal.listing(kind=Kind.ASK, state=State.LIVE)) == 1


def _capture_in_a_process(vault: str, home: str, project: str, number: int) -> str:
    journal = opened(Path(vault), Path(home), first=100 * number)
    try:
        done = kept(journal, "add dark mode to the settings", cwd=project)
        return done.failure or done.asks[0].key
    finally:
        journal.close()


def test_five_processes_at_once_leave_one_note(
    journal: Journal, vault: Path, home: Path, project: str
) -> None:
    with multiprocessing.get_context("spawn").Pool(5) as pool:
        keys = pool.starmap(
            _capture_in_a_process,
            [(str(vault), str(home), project, number) for number in range(1, 6)],
        )
    assert len(set(keys)) == 1, keys
    assert len(asks(journal)) == 1
