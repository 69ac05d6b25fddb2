"""What holds of the digest of any vault."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.digest import build
from luminair.journal.digest_held import without_held
from luminair.journal.digest_items import (
    BlockName,
    Inputs,
    Lack,
    Options,
    Ranked,
)
from luminair.journal.notes.note import Kind, Note, Scope, Status
from tests.journal.made_digests import NOW, PLACE, digest, many, paths
from tests.journal.made_notes import made

WORD = st.text(alphabet=st.characters(categories=None), max_size=40)
ANY_NOTE = st.builds(
    lambda path, kind, scope, title, summary, status, source, pinned, day: made(
        f"N/{path}.md",
        kind=kind,
        scope=scope,
        title=title or "x",
        summary=summary,
        status=status,
        source=source,
        pinned=pinned,
        updated=f"2026-09-{day:02}T00:00:00.000Z",
    ),
    st.integers(0, 200),
    st.sampled_from(Kind),
    st.sampled_from(Scope),
    WORD,
    WORD,
    st.sampled_from([Status.OPEN, Status.OPEN, Status.HELD, Status.DONE]),
    st.sampled_from(["", "claude/opus"]),
    st.booleans(),
    st.integers(1, 17),
)
VAULT = st.lists(ANY_NOTE, max_size=60, unique_by=lambda note: note.path)
BUDGETS = st.integers(0, 400)


@given(VAULT, WORD, BUDGETS, st.integers(0, 16), st.integers(0, 1000))
def test_caps_and_budget_hold_and_no_rule_is_lost(
    notes: list[Note], body: str, budget: int, cap: int, seed: int
) -> None:
    shuffled = notes[:]
    Random(seed).shuffle(shuffled)  # noqa: S311 - an order, not a secret
    matching = shuffled[::2]
    options = Options(budget_tokens=budget, cap=cap, dead_end_cap=3)
    built = digest(
        notes, matching=matching, bodies={note.path: body for note in notes}, options=options
    )
    ridden = [built.block(name) for name in (BlockName.ASKS, BlockName.NOTES)]
    assert sum(block.tokens for block in ridden if block) <= budget
    assert sum(len(block.items) for block in ridden if block) <= cap
    assert len(paths(built, "dead_ends")) <= 3
    law = {
        note.path
        for note in notes
        if note.kind is Kind.RULE and note.status is not Status.HELD and not note.source
    }
    assert set(paths(built, "rules")) == law
    rode = [item.note.path for item in built.items]
    assert len(rode) == len(set(rode))
    assert not set(rode) & {left.note.path for left in built.left_out}
    built.text.encode("utf-8")
    assert not built.text.startswith("{")

    ranked = {note.path: rank for rank, note in enumerate(matching, 1)}
    again = build(
        Inputs(
            notes=shuffled,
            place=PLACE,
            now=NOW,
            body=lambda _note: body,
            ranked=[Ranked(note, ranked[note.path]) for note in matching[::-1]],
            passage=lambda text, limit: text[:limit],
        ),
        options,
    )
    assert again == built


@given(VAULT, WORD)
def test_only_rules_stand_outside_the_fence(notes: list[Note], body: str) -> None:
    data = [note for note in notes if note.kind is not Kind.RULE]
    built = digest(data, matching=data, bodies={note.path: body for note in data})
    for line in built.text.splitlines():
        assert line == "" or line.startswith(
            ("| ", "[note N/", "# Journal", "Lines that", "PINS", "DEAD ENDS", "OPEN ASKS",
             "NOTES THAT MATCH", "LEFT OUT: ")
        )  # fmt: skip


def test_what_is_over_the_cap_where_the_budget_ends_first_is_over_the_budget() -> None:
    asks = many("ask", 30)
    left = digest(asks, options=Options(cap=14, budget_tokens=60)).left_out
    lacks = {each.note.path: each.lack for each in left}
    assert len(lacks) > 20
    assert set(lacks.values()) == {Lack.OVER_BUDGET}


def test_where_a_conversation_holds_all_of_it_nothing_rides() -> None:
    ask = made("ask.md", kind="ask", title="Add a test")
    built = digest([ask])
    assert built.text
    kept = without_held(built, held=lambda _note: True, changed=lambda _note: False, tokens=len)
    assert (kept.text, kept.tokens, kept.bytes, kept.blocks) == ("", 0, 0, ())
