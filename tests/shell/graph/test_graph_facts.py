"""Notes and ties as values, filters, and what is near a note."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from luminair.journal import Listed, Receipt, ReceiptRow, Receipts, State
from luminair.shell.graph.choice import Choice, shown
from luminair.shell.graph.facts import Edge, Graph, Node, Tie, build, rode_since
from luminair.shell.graph.twin import rows
from luminair.shell.graph.words import links_words, rode_words, spoken, tied_words
from tests.journal.made_notes import made

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


def listed(path: str, state: State = State.LIVE, hidden_by: str = "", **values: object) -> Listed:
    return Listed(made(path, **values), state, hidden_by, "")


def ties(graph: Graph) -> set[tuple[str, str, str]]:
    at = graph.nodes
    return {(at[e.first].path, at[e.second].path, e.tie.value) for e in graph.edges}


def test_links_hides_and_similar_become_edges() -> None:
    graph = build(
        [
            listed("a.md", id="20260901T1000-0001"),
            listed("b.md", State.HIDDEN, "20260901T1000-0001"),
            listed("c.md"),
            listed("d.md"),
        ],
        [("a.md", "c.md"), ("c.md", "a.md"), ("d.md", "a.md")],
        [("c.md", "d.md", 0.5), ("20260901T1000-0001", "c.md", 0.9), ("gone", "c.md", 0.4)],
        {"20260901T1000-0001": 38},
    )
    assert ties(graph) == {
        ("a.md", "c.md", "link"),  # both ways is one link
        ("d.md", "a.md", "link"),
        ("a.md", "b.md", "hides"),
        ("c.md", "d.md", "similar"),  # what is linked needs no dots beside its line
    }
    a, b, _, d = graph.nodes
    assert (a.links, a.rode, b.hidden, b.links, d.links) == (2, 38, True, 0, 1)


def test_notes_that_cannot_be_read_are_left_out() -> None:
    graph = build(
        [listed("a.md"), listed("b.md", State.DAMAGED, damage="is torn")],
        [("a.md", "b.md")],
        [],
        {},
    )
    assert [node.path for node in graph.nodes] == ["a.md"]
    assert graph.edges == ()


def test_a_sessions_note_and_a_project_are_named() -> None:
    graph = build(
        [
            listed("Sessions/s.md"),
            listed("n.md", scope="folder", cwd="/work/uploads"),
            listed("Archive/o.md", State.ARCHIVED, archived="2026-09-01T10:00:00.000Z"),
        ],
        [],
        [],
        {},
        lambda folder: folder.rpartition("/")[2],
    )
    by_path = {node.path: node for node in graph.nodes}
    assert by_path["Sessions/s.md"].kind == "session"
    assert by_path["n.md"].project == "uploads"
    assert by_path["Archive/o.md"].archived


def test_rides_count_each_message_once_and_only_of_the_week(tmp_path) -> None:
    receipts = Receipts(tmp_path / "receipts")
    for number, days in enumerate((0, 3, 6, 8)):
        at = NOW - timedelta(days=days, minutes=1)
        stamp = f"{at:%Y%m%dT%H%M%S}000-{number:08x}"
        ridden = (
            ReceiptRow("k", rode=True),
            ReceiptRow("k", rode=True, block="pins"),
            ReceiptRow("out", rode=False),
        )
        receipts.add(Receipt(stamp, f"{at:%Y-%m-%dT%H:%M:%S.000Z}", rows=ridden))
    assert rode_since(receipts, NOW - timedelta(days=7)) == {"k": 3}
    assert rode_since(receipts, NOW) == {}


NODES = (
    Node("r.md", "R", "rule", "global", updated="2026-09-16T10:00:00.000Z", rode=1),
    Node("n.md", "N", "note", "folder", "up", updated="2026-08-20T10:00:00.000Z", hidden=True),
    Node("a.md", "A", "ask", "session", updated="2026-01-02T10:00:00.000Z"),
    Node("o.md", "O", "doc", "global", updated="2025-12-30T10:00:00.000Z", archived=True),
)
GRAPH = Graph(
    NODES,
    (Edge(0, 1, Tie.HIDES), Edge(0, 2, Tie.LINK), Edge(2, 3, Tie.LINK), Edge(1, 3, Tie.SIMILAR)),
)


@pytest.mark.parametrize(
    ("choice", "places"),
    [
        (Choice(), {0, 1, 2}),
        (Choice(archived=True), {0, 1, 2, 3}),
        (Choice(hidden=False), {0, 2}),
        (Choice(kinds=frozenset({"rule", "ask"})), {0, 2}),
        (Choice(kinds=frozenset()), set()),
        (Choice(scope="session"), {2}),
        (Choice(scope="folder", project="up"), {1}),
        (Choice(scope="folder", project="other"), set()),
        (Choice(days=7), {0}),
        (Choice(days=30), {0, 1}),
        (Choice(days=-1, archived=True), {0, 1, 2}),
    ],
)
def test_filters(choice: Choice, places: set[int]) -> None:
    assert shown(GRAPH, choice, NOW) == places


def test_a_note_without_a_time_fits_any_time_alone() -> None:
    graph = Graph((Node("x.md", "X", "note", "global", updated="once"),))
    assert shown(graph, Choice(), NOW) == {0}
    assert shown(graph, Choice(days=90), NOW) == set()


def test_what_is_near_stays_within_the_filters() -> None:
    every = frozenset(range(4))
    assert GRAPH.within(0, 1, every) == {0, 1, 2}
    assert GRAPH.within(0, 2, every) == every
    assert GRAPH.within(0, 2, frozenset({0, 1})) == {0, 1}
    assert GRAPH.within(3, 0, every) == {3}


def test_edges_among_some_are_told_by_their_order() -> None:
    assert GRAPH.among([0, 2, 3]).tolist() == [[0, 1, 0], [1, 2, 0]]
    assert GRAPH.among([]).tolist() == []


def test_words_say_each_tie_from_both_ends() -> None:
    every = frozenset(range(4))
    assert tied_words(GRAPH, 0, every) == "Hides N; links to A"
    assert tied_words(GRAPH, 1, every) == "Hidden by R; similar to O"
    assert tied_words(GRAPH, 2, frozenset({2, 3})) == "Links to O"
    assert (rode_words(0), rode_words(1), rode_words(38)) == (
        "did not ride this week",
        "rode once this week",
        "rode 38 times this week",
    )
    assert (links_words(0), links_words(1), links_words(1200)) == (
        "no links",
        "1 link",
        "1,200 links",
    )
    assert spoken(NODES[1], "Hidden by R").startswith("N, Note, folder, Hidden by another note")


def test_the_list_has_what_was_found_first() -> None:
    found = [row.node.title for row in rows(GRAPH, frozenset({0, 1, 2}), frozenset({"a.md"}))]
    assert found == ["A", "N", "R"]
