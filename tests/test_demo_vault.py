"""What ``luminair --demo`` shows: the sample vault, its conversations and the script."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from luminair.journal.harness import Verdict, judge
from luminair.journal.notes import frontmatter
from luminair.journal.notes.note import Kind, LoadedNote, Note, Scope, Status, TitleFrom
from luminair.journal.notes.reading import note_of
from luminair.journal.notes.text import links, without_said_again
from luminair.journal.precedence import settle
from luminair.journal.projects import Spot
from luminair.journal.ranking.likeness import compare_text, could_be_versions, says_the_same
from luminair.keeping.distill.method import distilled
from luminair.keeping.distill.values import Exchange
from luminair.messages import Role

DEMO = Path(__file__).resolve().parent.parent / "resources" / "demo"
VAULT = DEMO / "vault"
FILE_TIME = "2026-09-17T11:00:00.000Z"
PATHS = sorted(path.relative_to(VAULT).as_posix() for path in VAULT.rglob("*.md"))
PROJECTS = ("harbor-uploads", "harbor-ops", "harbor-docs")


@pytest.fixture(scope="module")
def demo() -> list[LoadedNote]:
    return [note_of(path, (VAULT / path).read_bytes(), file_time=FILE_TIME) for path in PATHS]


def of_json(name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((DEMO / name).read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("path", PATHS)
def test_a_note_reads_and_strict_yaml_agrees(path: str) -> None:
    document = frontmatter.read((VAULT / path).read_bytes())
    assert (document.verdict, document.reason) == (frontmatter.Verdict.READ, "")
    assert frontmatter.check_strict(document) == ""


def test_there_are_enough_notes_in_every_folder_of_the_tour(demo: list[LoadedNote]) -> None:
    tops = Counter(file.note.path.partition("/")[0] for file in demo)
    assert set(tops) == {"Harness", "Notes", "Sessions", "Archive"}
    assert len(demo) >= 45
    assert all(not file.note.damage for file in demo)
    assert all(file.note.title_from is TitleFrom.FRONTMATTER for file in demo)


def test_ids_are_there_and_unique(demo: list[LoadedNote]) -> None:
    ids = [file.note.id for file in demo]
    assert None not in ids
    assert len(set(ids)) == len(ids)


def test_times_are_in_order_and_not_after_the_day_of_the_demo(demo: list[LoadedNote]) -> None:
    for file in demo:
        assert file.note.created <= file.note.updated <= FILE_TIME, file.note.path


def test_every_kind_scope_and_state_is_shown(demo: list[LoadedNote]) -> None:
    notes = [file.note for file in demo]
    assert {note.kind for note in notes} == set(Kind)
    assert {note.scope for note in notes} == set(Scope)
    assert {note.status for note in notes} >= {Status.OPEN, Status.DONE, Status.HELD}
    assert len({note.trust for note in notes}) == 5
    assert any(note.pinned for note in notes)
    assert all(bool(note.archived) is note.in_archive for note in notes)


def test_wikilinks_resolve(demo: list[LoadedNote]) -> None:
    names = {PurePosixPath(file.note.path).stem for file in demo}
    found = [(file.note.path, link.target) for file in demo for link in links(file.body)]
    assert len(found) > 20
    assert [pair for pair in found if pair[1] not in names] == []


def test_one_rule_hides_another_by_its_id(demo: list[LoadedNote]) -> None:
    by_id = {file.note.id: file.note for file in demo}
    winners = [file.note for file in demo if file.note.overrides]
    assert [note.title for note in winners] == ["Retry at most three times, then say so"]
    (loser,) = (by_id[target] for target in winners[0].overrides)
    assert loser.title == "Retry uploads up to eight times"
    assert winners[0].scope.rank > loser.scope.rank


class Crowd:
    """In which all are near each other."""

    def __init__(self) -> None:
        self._standing: list[Note] = []

    def stand(self, note: Note) -> None:
        self._standing.append(note)

    def near(self, note: Note) -> list[Note]:
        return [other for other in self._standing if other is not note]


def test_nothing_else_is_hidden(demo: list[LoadedNote]) -> None:
    notes = [file.note for file in demo]
    texts = {file.note.path: compare_text(file.note, file.body) for file in demo}
    files = {file.note.path: file for file in demo}
    hidden = settle(
        notes,
        same_text=lambda a, b: says_the_same(texts[a.path], texts[b.path]),
        versions=lambda a, b: could_be_versions(files[a.path], files[b.path]),
        crowd=Crowd(),
        where=lambda note: Spot(note.cwd, "", is_git=False) if note.cwd else None,
    )
    assert list(hidden) == ["Notes/harbor-uploads/Retry uploads up to eight times.md"]


def test_said_again_is_shown_and_can_be_cut(demo: list[LoadedNote]) -> None:
    said = {file.note.title: file.body for file in demo if "## Said again" in file.body}
    assert set(said) == {"Count resumed uploads per client", "Retry uploads up to eight times"}
    for body in said.values():
        assert body.count('> "') == 2
        assert "Said again" not in without_said_again(body)


def test_folders_are_placeholders_below_demo(demo: list[LoadedNote]) -> None:
    folders = {f"/demo/{project}" for project in PROJECTS}
    assert {file.note.cwd for file in demo if file.note.cwd} == folders
    for file in demo:
        assert bool(file.note.cwd) is (file.note.scope is not Scope.GLOBAL), file.note.path


def test_the_harness_shows_what_rides_and_what_does_not(demo: list[LoadedNote]) -> None:
    judged = judge(file for file in demo if file.note.in_harness)
    assert Counter(item.verdict for item in judged) == {
        Verdict.RIDES: 5,
        Verdict.DOC: 1,
        Verdict.EMPTY: 1,
    }


def test_conversations_are_whole(demo: list[LoadedNote]) -> None:
    sessions = of_json("sessions.json")
    assert [item["title"] for item in sessions if item["pane"]] == [
        "Resume drops part 7",
        "Flake hunt on CI",
    ]
    assert len({item["id"] for item in sessions}) == len(sessions) >= 10
    for item in sessions:
        assert item["lane"] == "demo"
        assert item["folder"] in PROJECTS
        messages = item["messages"]
        assert [message["role"] for message in messages] == ["user", "assistant"] * (
            len(messages) // 2
        )
        ages = [message["minutes_ago"] for message in messages]
        assert all(earlier >= later for earlier, later in pairwise(ages))
    named = {file.note.session for file in demo if file.note.session}
    assert named <= {item["id"] for item in sessions}


def test_the_script_says_that_it_is_one() -> None:
    script = of_json("script.json")
    assert [number for number, part in enumerate(script) if not part["match"]] == [len(script) - 1]
    for part in script:
        assert "script" in part["answer"]
        assert "model" in part["answer"]
        assert all(word == word.casefold() for word in part["match"])


def test_folding_the_demos_quiet_sessions_makes_up_no_ask() -> None:
    made: list[str] = []
    quiet = [each for each in of_json("sessions.json") if each["messages"][-1]["minutes_ago"] > 480]
    assert len(quiet) >= 8
    for each in quiet:
        told = [
            Exchange(Role(said["role"]), said["text"], "", f"m{at}")
            for at, said in enumerate(each["messages"])
        ]
        found = distilled(told)
        made += [ask.title for ask in found.open]
        assert not any("mismatch" in one.quote.text for one in found.decided)
    # The one wish that nobody else filed; no sentence of a model, and no report.
    assert made == ["Please tag the gauge with the client version too."]
