"""A wish of three sessions becomes a proposal; what counts once, and what never does."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from luminair.journal import Decision, Kind, ProposalKind, Receipt, Receipts
from luminair.keeping.phrasing.lasting import is_lasting
from luminair.keeping.phrasing.paraphrase import LEAST, likeness
from luminair.keeping.promotion.covering import Line, lines_of, project_lines
from luminair.keeping.promotion.gather import material_of, pace_of
from luminair.keeping.promotion.promote import (
    Asked,
    Material,
    Pace,
    SessionFacts,
    promotions,
    voices,
)
from luminair.keeping.promotion.wording import as_rule, bare, best_wording
from luminair.keeping.tending.merge import merges
from tests.keeping.likeness.wish_sets import LINTER, asked, works

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


def test_three_sessions_make_a_proposal_with_evidence() -> None:
    [found] = promotions(Material(asked(LINTER, cwd="/p/harbor", note="n1", path="Notes/a.md")))
    assert found.kind is ProposalKind.PROMOTE
    assert found.title == found.text == "Lint before committing."
    assert (found.scope, found.cwd) == ("folder", "/p/harbor")
    assert [each.quote for each in found.evidence] == list(LINTER)
    assert [each.session for each in found.evidence] == ["s1", "s2", "s3"]
    assert found.evidence[0].at == "2026-09-01T10:00:00.000Z"
    assert "3 separate sessions" in found.reason
    assert "an assumption" in found.data["cost"]


@pytest.mark.parametrize(
    "said",
    [
        ("Keep answers short.", "Please keep your answers short.", "Always keep answers short."),
        (
            "Always run the linter before you commit.",
            "Please run the linter before each commit.",
            "From now on run the linter before committing.",
        ),
    ],
)
def test_what_is_nearly_the_same_in_words_is_one_wish(said: tuple[str, ...]) -> None:
    [found] = promotions(Material(asked(said)))
    assert [each.quote for each in found.evidence] == list(said)


def test_two_sessions_make_none() -> None:
    assert promotions(Material(asked(LINTER[:2]))) == []


def test_several_projects_make_a_global_rule() -> None:
    asks = [replace(a, cwd=f"/p/{n}") for n, a in enumerate(asked(LINTER))]
    assert promotions(Material(asks))[0].scope == "global"


def test_one_session_is_one_voice_however_often() -> None:
    """A retry, an edit and a resume are the same session."""
    asks = [replace(each, session="one") for each in asked(LINTER)]
    assert voices(asks, {}) == 1
    assert promotions(Material(asks)) == []


def test_a_fork_and_a_duplicate_count_with_their_ancestor() -> None:
    asks = asked(LINTER)
    facts = {"s2": SessionFacts(ancestors=("s1",)), "s3": SessionFacts(ancestors=("s1", "s2"))}
    assert voices(asks, facts) == 1
    assert promotions(Material(asks, facts)) == []


def test_two_forks_of_a_session_that_did_not_ask_count_once() -> None:
    facts = {"s1": SessionFacts(ancestors=("root",)), "s2": SessionFacts(ancestors=("root",))}
    assert voices(asked(LINTER), facts) == 2


def test_a_broadcast_counts_once() -> None:
    """The same text to three panes whose sessions began days apart."""
    asks = [
        Asked("Run the linter before each commit.", f"2026-09-01T10:00:0{n}.000Z", f"s{n}")
        for n in range(3)
    ]
    facts = {f"s{n}": SessionFacts(f"2026-08-{n + 10}T08:00:00.000Z") for n in range(3)}
    assert voices(asks, facts) == 1


@pytest.mark.parametrize(("minutes", "count"), [(0, 1), (29, 1), (30, 1), (31, 2)])
def test_sessions_begun_within_half_an_hour_with_the_same_text(minutes: int, count: int) -> None:
    begun = datetime(2026, 9, 1, 8, 0, tzinfo=UTC)
    asks = [
        Asked("Run the linter before each commit.", "2026-09-01T10:00:00.000Z", "a"),
        Asked("run the linter before each commit", "2026-09-04T10:00:00.000Z", "b"),
    ]
    facts = {
        "a": SessionFacts(begun.isoformat()),
        "b": SessionFacts((begun + timedelta(minutes=minutes)).isoformat()),
    }
    assert voices(asks, facts) == count


def test_other_words_in_sessions_begun_together_are_two_voices() -> None:
    facts = {f"s{n}": SessionFacts("2026-09-01T08:00:00.000Z") for n in (1, 2, 3)}
    assert voices(asked(LINTER), facts) == 3


def test_schedules_and_models_have_no_voice() -> None:
    scheduled = {f"s{n}": SessionFacts(scheduled=True) for n in (1, 2, 3)}
    assert promotions(Material(asked(LINTER), scheduled)) == []
    assert promotions(Material(asked(LINTER, own=False))) == []


def test_a_refusal_holds_in_other_words() -> None:
    [first] = promotions(Material(asked(LINTER)))
    refused = replace(first, answer=Decision.NEVER)
    later = asked(
        ("no commits until the linter is clean", "lint the code before every commit",
         "don't commit without linting first")
    )  # fmt: skip
    assert len(promotions(Material(later))) == 1
    assert promotions(Material(later, before=[refused])) == []
    assert promotions(Material([*asked(LINTER), *later], before=[refused])) == []


def test_a_refusal_says_nothing_about_the_opposite() -> None:
    [first] = promotions(Material(asked(("Use pnpm, not npm.", "always pnpm", "use pnpm please"))))
    refused = replace(first, answer=Decision.NEVER)
    other = asked(("Use npm, not pnpm.", "always use npm, never pnpm", "stop using pnpm, use npm"))
    assert len(promotions(Material(other, before=[refused]))) == 1


def test_not_now_keeps_its_key_while_the_evidence_grows(journal) -> None:
    [first] = promotions(Material(asked(LINTER)))
    journal.proposals.propose([first], NOW)
    [kept] = journal.proposals.waiting(NOW)
    week = NOW + timedelta(days=7)
    journal.proposals.answer(kept.id, Decision.LATER, NOW, until=week)
    more = [*asked(LINTER), Asked("linter first, then commit, always", "2026-09-09T10:00:00Z", "z")]
    for moment, waits in ((NOW + timedelta(days=6), False), (week + timedelta(hours=1), True)):
        found = promotions(Material(more, before=journal.proposals.all()))
        assert [each.key for each in found] == [first.key]
        journal.proposals.propose(found, moment)
        assert bool(journal.proposals.waiting(moment)) is waits


@pytest.mark.parametrize(("name", "texts"), works())
def test_work_that_came_back_is_no_rule(name: str, texts: list[str]) -> None:
    assert not is_lasting(texts), name
    assert promotions(Material(asked(tuple(texts * 3)[:9]))) == []


def test_work_that_came_back_in_the_same_words_may_be_merged(journal) -> None:
    for words in (
        "Add dark mode to the settings page.",
        "please add dark mode to the settings page",
    ):
        journal.add(title=words, kind=Kind.ASK)
    [found] = merges(journal)
    assert len(found.evidence) == 2


def test_questions_and_commands_are_no_rules() -> None:
    for texts in (
        ("How do I run the tests?", "how are the tests run?", "how can I run the tests"),
        ("Commit and push.", "commit and push please", "now commit and push"),
    ):
        assert promotions(Material(asked(texts))) == []


def test_an_existing_rule_leaves_nothing_to_propose() -> None:
    rule = Line("Lint before every commit.", "the rule “Lint”", key="r1")
    assert promotions(Material(asked(LINTER), lines=[rule])) == []
    elsewhere = replace(rule, cwd="/p/other")
    assert len(promotions(Material(asked(LINTER, cwd="/p/harbor"), lines=[elsewhere]))) == 1


def test_overlap_with_the_projects_own_file_is_shown() -> None:
    text = "# Rules\n\n- Answer in German.\n- Always **lint** before you commit.\n"
    [found] = promotions(Material(asked(LINTER, cwd="/p"), lines=lines_of(text, "CLAUDE.md", "/p")))
    assert found.data["overlaps"] == (
        "Already said in CLAUDE.md line 4: “Always lint before you commit.”",
    )
    assert "CLAUDE.md line 4" in found.reason


def test_project_files_are_read_and_never_written(tmp_path) -> None:
    (tmp_path / "CLAUDE.md").write_text("- Use pnpm.\n```\nnot this line\n```\n")
    (tmp_path / ".cursor" / "rules").mkdir(parents=True)
    (tmp_path / ".cursor" / "rules" / "a.mdc").write_text("Answer in German.\n")
    (tmp_path / "AGENTS.md").mkdir()
    before = {f: f.read_bytes() for f in tmp_path.rglob("*") if f.is_file()}
    found = [(line.text, line.where) for line in project_lines(tmp_path, "/p")]
    assert found == [
        ("Use pnpm.", "CLAUDE.md line 1"),
        ("Answer in German.", ".cursor/rules/a.mdc line 1"),
    ]
    assert {f: f.read_bytes() for f in tmp_path.rglob("*") if f.is_file()} == before


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (
            "could you please run the linter before each commit?",
            "Run the linter before each commit.",
        ),
        ("From now on, no emojis please", "No emojis."),
        ("please", "Please."),
        ("Bitte antworte auf Deutsch.", "Antworte auf Deutsch."),
    ],
)
def test_a_wish_as_a_rule(text: str, rule: str) -> None:
    assert as_rule(text) == rule
    assert as_rule(as_rule(text)) == as_rule(text)
    assert "\n" not in as_rule(f"{text}\nand more")


def test_a_complaint_is_not_the_best_wording() -> None:
    texts = ["you forgot the linter before the commit again", "Lint before you commit."]
    assert best_wording([bare(text) for text in texts]) == texts[1]


def test_the_cost_is_measured_where_receipts_tell(tmp_path) -> None:
    receipts = Receipts(tmp_path)
    assert pace_of(receipts, NOW) == Pace()
    for day in (8, 10, 17):
        for number in range(10):
            at = f"2026-09-{day:02d}T08:00:00.000Z"
            receipts.add(Receipt(f"202609{day:02d}T080000000-0000000{number}", at))
    assert pace_of(receipts, NOW) == Pace(3.0, measured=True)


def test_from_the_notes_of_a_vault(journal, tmp_path) -> None:
    """An ask, its 'Said again' lines, an archived ask and one that a model filed."""
    body = (
        "Run the linter before each commit.\n\n## Said again\n\n"
        "- “please lint before committing” (2026-09-03T10:00:00.000Z, s2)\n"
    )
    journal.add(title="Run the linter before each commit.", body=body, kind=Kind.ASK, session="s1")
    old = journal.add(title="Never commit without linting.", kind=Kind.ASK, session="s3").note
    receipts = Receipts(tmp_path)
    assert len(promotions(material_of(journal, (), receipts, NOW))) == 1
    journal.archive([old.key])
    [found] = promotions(material_of(journal, (), receipts, NOW))
    assert {each.session for each in found.evidence} == {"s1", "s2", "s3"}
    before = [note.note.path for note in journal.listing(kind=Kind.RULE)]
    assert before == []

    journal.edit(old.key, extra={"source": "claude/opus"})
    assert promotions(material_of(journal, (), receipts, NOW)) == []


def test_a_wish_further_down_in_a_long_request_has_a_voice(journal, tmp_path) -> None:
    for number, text in enumerate(LINTER):
        journal.add(
            title=f"Add page {number}.", kind=Kind.ASK, session=f"s{number}",
            body=f"Add page {number}.\n\nAnd always: {text}\n",
        )  # fmt: skip
    [found] = promotions(material_of(journal, (), Receipts(tmp_path), NOW))
    assert "inter" in found.title or "lint" in found.title


def is_a_wish(miss: str, sets: list[tuple[str, list[str], list[str]]]) -> bool:
    """Whether the near miss of one wish words another: it would be evidence, and rightly."""
    return any(likeness(miss, text) >= LEAST for _, wordings, _ in sets for text in wordings)
