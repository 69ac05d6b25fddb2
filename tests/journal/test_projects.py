from __future__ import annotations

import pytest

from luminair.journal.projects import Place, Project, Spot, covers, visible
from tests.journal.made_notes import made

HARBOR = Project("/work/harbor", "/work/harbor", "harbor", "", is_git=True)
PLAIN = Project("/work/plain", "/work/plain", "plain", "", is_git=False)


def nowhere(_note: object) -> Spot | None:
    return None


@pytest.mark.parametrize(
    ("outer", "inner", "expected"),
    [
        (Spot("/work/harbor", "", True), Spot("/work/harbor", "", True), True),
        (Spot("/work/harbor", "", True), Spot("/work/harbor", "api/v1", True), True),
        (Spot("/work/harbor", "api", True), Spot("/work/harbor", "api", True), True),
        (Spot("/work/harbor", "api", True), Spot("/work/harbor", "api/v1", True), True),
        (Spot("/work/harbor", "api", True), Spot("/work/harbor", "api-old", True), False),
        (Spot("/work/harbor", "api", True), Spot("/work/harbor", "", True), False),
        (Spot("/a/harbor", "", True), Spot("/b/harbor", "", True), False),
        (Spot("/work/harbor", "", True), Spot("/work/harbor/lib/sub", "", True), False),
        (Spot("/work", "", False), Spot("/work/harbor", "api", True), True),
        (Spot("/work", "", False), Spot("/workshop", "", False), False),
        (Spot("/work/plain", "", False), Spot("/work/plain/deep", "", False), True),
        (Spot("/work/plain/deep", "", False), Spot("/work/plain", "", False), False),
        (Spot("/", "", False), Spot("project:github.com/a/b", "", True), False),
    ],
)
def test_a_spot_covers_its_repository_at_or_below(outer: Spot, inner: Spot, expected: bool) -> None:
    assert covers(outer, inner) is expected


def test_a_global_note_is_seen_everywhere() -> None:
    assert visible(made("a.md"), Place(), nowhere)
    assert visible(made("a.md"), Place("s", HARBOR), nowhere)


def test_a_session_note_is_seen_by_its_session_and_those_forked_from_it() -> None:
    note = made("a.md", scope="session", session="s1")
    assert visible(note, Place("s1"), nowhere)
    assert visible(note, Place("s3", ancestors=("s2", "s1")), nowhere)
    assert not visible(note, Place("s2"), nowhere)


def test_a_session_note_without_a_session_is_seen_by_nobody() -> None:
    assert not visible(made("a.md", scope="session"), Place(), nowhere)


def test_a_folder_note_is_seen_in_its_project_only() -> None:
    note = made("a.md", scope="folder", cwd="/work/harbor")
    spot = Spot("/work/harbor", "", True)
    assert visible(note, Place("s", HARBOR, "api"), lambda _: spot)
    assert not visible(note, Place("s", PLAIN), lambda _: spot)
    assert not visible(note, Place("s"), lambda _: spot)


def test_a_folder_note_without_a_folder_is_a_session_note() -> None:
    note = made("a.md", scope="folder", cwd="/", session="s1")
    assert visible(note, Place("s1", HARBOR), nowhere)
    assert not visible(note, Place("s2", HARBOR), nowhere)


def test_the_place_is_a_spot_too() -> None:
    assert Place("s", HARBOR, "api").spot == Spot("/work/harbor", "api", True)
    assert Place("s").spot is None
