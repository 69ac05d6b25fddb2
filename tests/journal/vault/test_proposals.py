"""Proposals: proposed once, answered once, shared by machines, and never believed blindly."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.errors import NoteNotFound, UsageError, VaultMissing
from luminair.journal import Decision, Evidence, Proposal, ProposalKind, Proposals

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=7)


def rule(key: str = "rule:use utc", text: str = "Use UTC everywhere.") -> Proposal:
    return Proposal(
        id="",
        key=key,
        kind=ProposalKind.PROMOTE,
        title="Use UTC",
        text=text,
        evidence=(Evidence("please use UTC", "2026-09-01T10:00:00.000Z", session="s1"),),
        scope="global",
        data={"asks": ("20260901T1000-aaaa", "20260902T1000-bbbb")},
    )


@pytest.fixture
def proposals(vault: Path) -> Proposals:
    return Proposals(vault, "here")


def test_it_comes_back_as_it_was(proposals: Proposals) -> None:
    [added] = proposals.propose([rule()], NOW)
    [read] = proposals.all()
    assert read == added
    assert read.evidence[0].session == "s1"
    assert read.data["asks"] == ("20260901T1000-aaaa", "20260902T1000-bbbb")
    assert proposals.find(read.id) == read
    assert proposals.waiting(NOW) == [read]


def test_the_same_thing_is_proposed_once(proposals: Proposals) -> None:
    assert len(proposals.propose([rule(), rule()], NOW)) == 1
    assert proposals.propose([rule()], NOW) == []
    assert len(proposals.all()) == 1


def test_news_renews_what_waits(proposals: Proposals) -> None:
    proposals.propose([rule()], NOW)
    [renewed] = proposals.propose([rule(text="Use UTC in logs too.")], NOW)
    assert [each.text for each in proposals.waiting(NOW)] == ["Use UTC in logs too."]
    assert renewed.id == proposals.all()[0].id


@pytest.mark.parametrize("answer", [Decision.NEVER, Decision.YES])
def test_an_answer_holds_however_it_is_said_again(proposals: Proposals, answer: Decision) -> None:
    [made] = proposals.propose([rule()], NOW)
    proposals.answer(made.id, answer, NOW, operation="op")
    assert proposals.propose([rule(text="Other words")], LATER) == []
    assert proposals.waiting(LATER) == []
    assert proposals.find(made.id).answer is answer


def test_later_holds_for_its_time(proposals: Proposals) -> None:
    [made] = proposals.propose([rule()], NOW)
    proposals.answer(made.id, Decision.LATER, NOW, until=LATER)
    assert proposals.waiting(NOW + timedelta(days=6)) == []
    assert proposals.propose([rule(text="Again")], NOW + timedelta(days=6)) == []
    assert [each.id for each in proposals.waiting(LATER)] == [made.id]
    with pytest.raises(UsageError):
        proposals.answer(made.id, Decision.LATER, NOW)


def test_it_can_be_put_back(proposals: Proposals) -> None:
    [made] = proposals.propose([rule()], NOW)
    proposals.answer(made.id, Decision.NEVER, NOW)
    proposals.answer(made.id, Decision.WAITING, NOW)
    assert [each.id for each in proposals.waiting(NOW)] == [made.id]


def test_the_owners_words_stay(proposals: Proposals) -> None:
    [made] = proposals.propose([rule()], NOW)
    done = proposals.answer(made.id, Decision.YES, NOW, text="All times are UTC.", operation="op1")
    assert (done.text, done.operation) == ("All times are UTC.", "op1")


def test_a_refusal_on_another_machine_holds(proposals: Proposals, vault: Path) -> None:
    [made] = proposals.propose([rule()], NOW)
    other = Proposals(vault, "other")
    other.answer(made.id, Decision.NEVER, NOW + timedelta(minutes=1))
    assert proposals.waiting(LATER) == []
    names = sorted(file.name for file in (vault / ".luminair/proposals").glob("*.jsonl"))
    assert names == ["here.jsonl", "other.jsonl"]


def test_a_clock_set_back_does_not_reorder_answers(proposals: Proposals) -> None:
    [made] = proposals.propose([rule()], NOW)
    proposals.answer(made.id, Decision.NEVER, NOW - timedelta(days=400))
    assert proposals.find(made.id).answer is Decision.NEVER


def test_an_unknown_one_is_a_sentence(proposals: Proposals) -> None:
    with pytest.raises(NoteNotFound, match="luminair-journal review"):
        proposals.find("nothing")


def test_a_vault_that_is_gone_is_not_made_anew(tmp_path: Path) -> None:
    gone = Proposals(tmp_path / "gone", "here")
    assert gone.all() == []
    with pytest.raises(VaultMissing):
        gone.propose([rule()], NOW)
    assert not (tmp_path / "gone").exists()


def test_a_torn_or_strange_log_loses_only_its_own_lines(proposals: Proposals, vault: Path) -> None:
    proposals.propose([rule()], NOW)
    log = vault / ".luminair/proposals/here.jsonl"
    strange = [b'{"event": "proposed", "key": 7}', b"[]", b'{"event": "answered", "key": "x"}']
    log.write_bytes(log.read_bytes() + b"\n".join([*strange, b'{"event": "prop']))
    assert len(proposals.all()) == 1
    proposals.propose([rule("rule:other")], NOW)
    assert len(proposals.all()) == 2


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
FIELDS = ("event", "key", "kind", "title", "evidence", "data", "answer", "until", "at", "text")


@given(st.lists(st.dictionaries(st.sampled_from(FIELDS), json_values), max_size=6))
def test_no_log_of_strangers_breaks_it(
    tmp_path_factory: pytest.TempPathFactory, lines: list[dict[str, object]]
) -> None:
    vault = tmp_path_factory.mktemp("v")
    folder = vault / ".luminair/proposals"
    folder.mkdir(parents=True)
    text = "\n".join(json.dumps({"event": "proposed", "kind": "rule", **each}) for each in lines)
    (folder / "stranger.jsonl").write_text(text)
    for each in Proposals(vault, "here").all():
        assert each == replace(each)
        assert isinstance(each.title, str)
