"""Notes that may no longer hold, and rules that do not go together."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from luminair.errors import Refused
from luminair.journal import Decision, Kind, Receipt, ReceiptRow, Receipts, Scope, State
from luminair.keeping.tending.cited import cited_files, passed_dates, versions_in
from luminair.keeping.tending.conflicts import conflict_proposals, conflicts_of
from luminair.keeping.tending.stale import carry_out, stale_notes

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "harbor"
    (folder / ".git").mkdir(parents=True)
    (folder / "lib").mkdir()
    return folder


@pytest.fixture
def look(journal, tmp_path: Path):
    def found() -> list[tuple[str, str]]:
        proposals = stale_notes(journal, Receipts(tmp_path / "receipts"), NOW)
        return [(str(each.data["what"]), each.reason) for each in proposals]

    return found


def test_a_cited_file_that_is_gone(journal, project: Path, look) -> None:
    (project / "lib" / "there.py").write_text("x")
    os.utime(project / "lib" / "there.py", (0, 0))
    journal.add(title="Parser", cwd=str(project), kind=Kind.NOTE,
                body="`lib/there.py`, `lib/gone.py:12`, `other/no.py`, `x.py`, `a b`")  # fmt: skip
    assert look() == [("file", "It names `lib/gone.py`, which is no longer there.")]


def test_a_project_that_is_not_on_this_machine_says_nothing(journal, project: Path, look) -> None:
    journal.add(title="Parser", cwd=str(project), body="See `lib/gone.py`.")
    project.rename(project.with_name("elsewhere"))
    assert look() == []


def test_a_file_that_changed_by_git(journal, tmp_path: Path, look) -> None:
    folder = tmp_path / "real"
    folder.mkdir()
    for day, text in (("2026-01-01", "a"), ("2026-12-01", "b")):
        (folder / "app.py").write_text(text)
        environment = {
            "GIT_AUTHOR_DATE": f"{day}T10:00:00Z",
            "GIT_COMMITTER_DATE": f"{day}T10:00:00Z", "GIT_CONFIG_GLOBAL": os.devnull,
        }  # fmt: skip
        git = [
            shutil.which("git") or "git",
            "-C",
            str(folder),
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b.c",
        ]
        for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", text]):
            subprocess.run([*git, *command], check=True, env=environment, capture_output=True)
    journal.add(title="How it starts", cwd=str(folder), body="In `app.py`.")
    journal.add(title="No threads", cwd=str(folder), kind=Kind.RULEDOUT, body="`app.py` blocks.")
    assert sorted(what for what, _ in look()) == ["changed", "retest"]


def test_a_dead_end_whose_version_moved_on(journal, project: Path, look) -> None:
    (project / "package.json").write_text('{"dependencies": {\n  "sharp": "^0.33.1"\n}}')
    journal.add(title="sharp crashes", cwd=str(project), kind=Kind.RULEDOUT,
                body="With sharp 0.32.6 it crashes on arm64.")  # fmt: skip
    assert look() == [("retest", "It failed with sharp 0.32.6; the project has 0.33.1 now.")]


def test_dates_and_links(journal, look) -> None:
    journal.add(title="Freeze", body="Do not deploy until 2026-06-01. See [[Nowhere]].")
    journal.add(title="Later", body="Valid until 2027-01-01. See [[Freeze]] and `[[code]]`.")
    assert look() == [
        ("date", "“until 2026-06-01” has passed."),
        ("link", "It links to “Nowhere”, which is not there."),
    ]


def write(vault: Path, name: str, day: str, title: str, body: str = "") -> None:
    (vault / f"{name}.md").write_text(
        f"---\nid: 2026010{name}T1200-000{name}\nkind: note\nscope: global\ntitle: \"{title}\"\n"
        f"created: \"{day}T10:00:00.000Z\"\nupdated: \"{day}T10:00:00.000Z\"\n---\n{body}\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The DB is MySQL", "We moved to Postgres"),
        ("Tests run with jest", "Tests run with vitest now"),
        ("The upload timeout is 30 s", "The upload timeout is 300 s"),
        ("The package manager is npm", "switched from npm to pnpm"),
    ],
)
def test_an_old_fact_and_its_successor(journal, vault, tmp_path, old: str, new: str) -> None:
    write(vault, "1", "2026-01-10", old)
    write(vault, "2", "2026-03-10", new)
    write(vault, "3", "2026-02-10", "The harbor is closed on Sundays")
    journal.refresh()
    before = (vault / "1.md").read_bytes()
    receipts = Receipts(tmp_path)
    [found] = stale_notes(journal, receipts, NOW)
    assert (found.data["what"], found.data["deed"]) == ("superseded", "overrides")
    assert [each.path for each in found.evidence] == ["1.md", "2.md"]
    assert journal.listed("1.md").state is State.LIVE  # nothing without the owner's yes
    carry_out(journal, found)
    assert journal.listed("1.md").state is State.HIDDEN
    assert (vault / "1.md").read_bytes() == before
    assert stale_notes(journal, receipts, NOW) == []
    journal.undo()
    assert journal.listed("1.md").state is State.LIVE


def test_other_subjects_are_not_superseded(journal, vault, look) -> None:
    write(vault, "1", "2026-01-10", "The DB is MySQL")
    write(vault, "2", "2026-03-10", "The cache is Redis")
    write(vault, "3", "2026-04-10", "The upload timeout is 30 s")
    write(vault, "4", "2026-05-10", "The retry count is 5")
    journal.refresh()
    assert look() == []


def test_what_is_never_used_is_only_said_where_receipts_reach_back(
    journal, vault, tmp_path
) -> None:
    write(vault, "1", "2026-01-10", "Never matched")
    write(vault, "2", "2026-01-10", "Matched")
    journal.refresh()
    receipts = Receipts(tmp_path)
    used = journal.find("2.md").key
    receipts.add(Receipt("20260901T080000000-00000001", "2026-09-01T08:00:00.000Z",
                         rows=(ReceiptRow(used),)))  # fmt: skip
    assert stale_notes(journal, receipts, NOW) == []
    receipts.add(Receipt("20260601T080000000-00000001", "2026-06-01T08:00:00.000Z"))
    [found] = stale_notes(journal, receipts, NOW)
    assert (found.data["what"], found.evidence[0].path) == ("unused", "1.md")


def test_an_answer_holds_until_the_reason_changes(journal, tmp_path) -> None:
    key = journal.add(title="Freeze", body="Do not deploy until 2026-06-01.").note.key
    receipts = Receipts(tmp_path)
    found = stale_notes(journal, receipts, NOW)
    journal.proposals.propose(found, NOW)
    [kept] = journal.proposals.waiting(NOW)
    journal.proposals.answer(kept.id, Decision.NEVER, NOW)
    journal.proposals.propose(stale_notes(journal, receipts, NOW), NOW)
    assert journal.proposals.waiting(NOW) == []
    journal.edit(key, body="Do not deploy until 2026-07-01.")
    with pytest.raises(Refused, match="changed since"):
        carry_out(journal, found[0])
    journal.proposals.propose(stale_notes(journal, receipts, NOW), NOW)
    assert len(journal.proposals.waiting(NOW)) == 1


def test_what_a_text_cites() -> None:
    text = "`a/b.py:3` [x](docs/c.md) `https://x.y/z` `/etc/x` `*.py` `run()`"
    assert cited_files(text) == ["a/b.py", "docs/c.md"]
    assert versions_in("pandas 2.1.0, Node v20.1 and pkg@1.2") == [
        ("pandas", "2.1.0"), ("Node", "20.1"), ("pkg", "1.2"),
    ]  # fmt: skip
    days = [day for day, _ in passed_dates(
        "until 1 June 2026, by June 3rd, 2026, bis 05.06.2026, until 2026-13-40, until 2030-01-01",
        NOW)]  # fmt: skip
    assert days == ["2026-06-01", "2026-06-03", "2026-06-05"]


# --- Rules that do not go together -----------------------------------------------------------


def rules(journal, *titles: str, **values: object) -> None:
    for title in titles:
        journal.add(title=title, kind=Kind.RULE, **values)


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ("Use tabs, not spaces.", "Use spaces, not tabs.", "contradicts"),
        ("Run the linter before each commit.", "never commit without linting", "repeats"),
        ("Answer in German.", "Answer in English.", "contradicts"),
        ("Retry uploads 3 times.", "Retry uploads 8 times.", "contradicts"),
        ("Use tabs, not spaces.", "Answer in German.", ""),
        ("Ask before you push.", "Ask before you delete files.", ""),
    ],
)
def test_pairs_of_rules(journal, one: str, other: str, how: str) -> None:
    rules(journal, one, other)
    assert [each.how for each in conflicts_of(journal)] == ([how] if how else [])


@pytest.mark.parametrize(
    ("title", "one", "other", "how"),
    [
        ("Commits", "Always sign commits.", "Never sign commits.", "contradicts"),
        ("Timeout", "The timeout is 30 s.", "The timeout is 300 s.", "contradicts"),
        ("Force push", "Allowed.", "Forbidden.", "contradicts"),
        ("Use pnpm here", "Ja.", "Nein!", "contradicts"),
        ("Sign commits", "", "Never sign commits.", "contradicts"),
        ("Lint", "Lint before commits.", "Run the linter before each commit.", "repeats"),
        ("Lint the code", "", "With ruff, in all the folders of the repository.", "repeats"),
        ("Lint the code", "Use ruff with the long list of rules.", "Skip the old tests.", ""),
    ],
)
def test_what_stands_below_one_title_is_the_law(
    journal, title: str, one: str, other: str, how: str
) -> None:
    for body in (one, other):
        journal.add(title=title, body=body, kind=Kind.RULE, scope=Scope.GLOBAL)
    found = conflicts_of(journal)
    assert [each.how for each in found if each.how != "is hidden by"] == ([how] if how else [])
    if how == "contradicts" and one:
        (card,) = conflict_proposals(journal)
        assert {each.quote for each in card.evidence} == {one, other}


def test_rules_of_two_projects_never_meet(journal, tmp_path) -> None:
    for name, rule in (("a", "Use tabs, not spaces."), ("b", "Use spaces, not tabs.")):
        (tmp_path / name / ".git").mkdir(parents=True)
        rules(journal, rule, scope=Scope.FOLDER, cwd=str(tmp_path / name))
    assert conflicts_of(journal) == []
    rules(journal, "Use spaces, not tabs.")
    assert [each.how for each in conflicts_of(journal)][:1] == ["contradicts"]


def test_rules_meet_the_projects_own_file(journal, project: Path) -> None:
    (project / "CLAUDE.md").write_text(
        "# Rules\n\n- Use spaces, not tabs.\n- Lint before commits.\n"
    )
    rules(journal, "Use tabs, not spaces.", "Run the linter before each commit.",
          scope=Scope.FOLDER, cwd=str(project))  # fmt: skip
    found = conflict_proposals(journal)
    assert [each.data["how"] for each in found] == ["contradicts", "repeats"]
    assert "CLAUDE.md line 3" in found[0].reason
    assert "CLAUDE.md line 4" in found[1].reason
    assert conflict_proposals(journal) == found
