"""The replay itself: its texts keep their promises, and its sessions hold what their truth says."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from tests.bench.replay import scores, texts
from tests.bench.replay.respelling import respelled
from tests.bench.replay.scores import fold
from tests.bench.replay.scripts import scripts
from tests.bench.replay.sessions import CASES, DUE, SESSIONS, SOON, Corpus, as_bytes, corpus

SPLITS = texts.SPLITS
BOTH = pytest.mark.parametrize("split", SPLITS)


@pytest.fixture(scope="module", params=SPLITS)
def replay(request) -> Corpus:
    return corpus(request.param, 7)


# --- The texts ------------------------------------------------------------------------------


def everything() -> list[str]:
    """All that a person or an assistant says, each text once a file."""
    said = [
        text
        for intent in texts.intents()
        for text in (*intent.phrasings, *intent.opposites, *intent.near)
    ]
    for split in SPLITS:
        said += [text for group in texts.distractors(split).values() for text in group]
        said += [prompt.text for prompt in texts.long_prompts(split)]
        said += [text for item in texts.items(split) for text in (item.ask, item.done, item.left)]
        for kind in ("decision", "not_decision", "dead_end", "not_dead_end"):
            said += [row.text for row in texts.sayings(kind, split)]
        said += [text for group in texts.planted(split).values() for text in group]
    return said


def test_each_intent_has_thirty_wordings_and_six_opposites() -> None:
    assert len(texts.intents()) >= 25
    for intent in texts.intents():
        assert len(intent.phrasings) >= 30, intent.key
        assert len(intent.opposites) >= 6, intent.key
        assert (intent.kind == "work") == (not intent.rule), intent.key


def test_no_text_stands_twice() -> None:
    counted = Counter(fold(text).strip(" .!") for text in everything())
    assert [text for text, count in counted.items() if count > 1] == []


def test_there_is_enough_of_everything() -> None:
    both = {
        name: sum(len(texts.distractors(split)[name]) for split in SPLITS)
        for name in texts.distractors("dev")
    }
    assert sum(both.values()) >= 400
    for kind in ("decision", "dead_end"):
        assert sum(len(texts.sayings(kind, split)) for split in SPLITS) >= 30
        assert sum(len(texts.sayings(f"not_{kind}", split)) for split in SPLITS) >= 20
    assert sum(len(texts.items(split)) for split in SPLITS) >= 30
    hidden = [texts.planted(split) for split in SPLITS]
    assert sum(len(group) for each in hidden for group in each.values()) == 60


def test_the_splits_share_nothing() -> None:
    dev, held = ({prompt.text for prompt in texts.prompt_pool(split)} for split in SPLITS)
    assert dev.isdisjoint(held)
    assert 0.4 < len(dev) / (len(dev) + len(held)) < 0.6
    of_dev = {prompt.text for prompt in scores.prompts_of(corpus("dev", 3).sessions)}
    assert not {text for text in of_dev & held if texts.split_of(text) == "held"}


@BOTH
def test_each_half_of_an_intent_is_worth_the_name(split) -> None:
    for intent in texts.intents_of(split):
        assert len(intent.phrasings) >= 10, intent.key
        assert len(intent.opposites) >= 2, intent.key


def test_whole_intents_are_held() -> None:
    held = {intent.key for intent in texts.intents() if intent.held}
    assert len(held) >= 4
    assert held.isdisjoint(intent.key for intent in texts.intents_of("dev"))


def test_an_opposite_is_no_wording_of_its_intent() -> None:
    for intent in texts.intents():
        assert not set(map(fold, intent.phrasings)) & set(map(fold, intent.opposites)), intent.key
    for first, second in texts.twins():
        assert first
        assert second
        assert fold(first) != fold(second)


@BOTH
def test_long_prompts_hold_what_is_wanted_of_them(split) -> None:
    for prompt in texts.long_prompts(split):
        for words in prompt.asks:
            assert all(fold(word) in fold(prompt.text) for word in words), words
        assert all(fold(word) in fold(prompt.text) for word in prompt.without)


def test_other_languages_are_there() -> None:
    """Every intent is worded in Japanese too, so none is judged in English alone."""
    japanese = re.compile("[\u3040-\u30ff]")
    for intent in texts.intents():
        assert any(japanese.search(text) for text in intent.phrasings), intent.key


def test_a_respelling_keeps_the_words() -> None:
    rng = random.Random(1)  # noqa: S311
    spelled = {respelled("please upgrade the database to 17.", rng) for _ in range(60)}
    assert len(spelled) > 8
    assert all("17" in text for text in spelled)
    assert all(sorted("upgrade") == sorted(w) for t in spelled for w in t.split() if "pgr" in w)


# --- The sessions ---------------------------------------------------------------------------


def dumped(split: str, seed: int, hashing: str, place: Path) -> bytes:
    """The replay as another process writes it."""
    what = ("--split", split, "--seed", str(seed))
    subprocess.run(
        [sys.executable, "-m", "tests.bench.keeping", *what, "--dump", str(place)],
        cwd=Path(__file__).resolve().parents[2],
        env={"PYTHONHASHSEED": hashing},
        check=True,
        capture_output=True,
    )
    return place.read_bytes()


@BOTH
def test_the_same_seed_makes_the_same_bytes(split, tmp_path: Path) -> None:
    first = dumped(split, 5, "1", tmp_path / "a.json")
    assert first == dumped(split, 5, "2", tmp_path / "b.json")
    assert first == as_bytes(corpus(split, 5))
    assert first != as_bytes(corpus(split, 6))


def test_three_hundred_sessions_in_order(replay: Corpus) -> None:
    assert len(replay.sessions) == SESSIONS
    began = [session.started for session in replay.sessions]
    assert began == sorted(began)
    assert len({session.id for session in replay.sessions}) == SESSIONS
    keys = [turn.key for session in replay.sessions for turn in session.turns]
    assert len(keys) == len(set(keys))
    for session in replay.sessions:
        times = [turn.at for turn in session.turns]
        assert times == sorted(times)
        assert times[0] == session.started


def test_all_cases_are_there(replay: Corpus) -> None:
    assert set(replay.cases.values()) == set(CASES)


def own_sessions(replay: Corpus, name: str) -> set[str]:
    """The sessions in which a person asked for it, copies and repeated starts left out."""
    kept: list[tuple] = []
    for session in replay.sessions:
        for turn in session.turns:
            if name not in turn.asks or turn.origin != "owner":
                continue
            soon = any(
                text == turn.text and session.started - began <= SOON for _, began, text in kept
            )
            if not soon:
                kept.append((session.id, session.started, turn.text))
    return {session for session, _, _ in kept}


def test_only_what_is_due_comes_back_in_three_sessions(replay: Corpus) -> None:
    names = {name for each in replay.sessions for turn in each.turns for name in turn.asks}
    for name in names:
        count = len(own_sessions(replay, name))
        case = replay.cases.get(name)
        if case in DUE or case == "refused":
            assert count >= 3, (name, case)
        else:
            assert count <= 2, (name, case)


def test_cases_are_what_they_say(replay: Corpus) -> None:
    where: dict[str, Counter] = {}
    for session in replay.sessions:
        for turn in session.turns:
            for name in turn.asks:
                where.setdefault(name, Counter())[session.id, session.project, turn.origin] += 1
    for name, case in replay.cases.items():
        projects = {project for _, project, _ in where[name]}
        origins = Counter(origin for _, _, origin in where[name].elements())
        if case == "due across projects":
            assert len(projects) >= 3
        elif case == "often in one session":
            assert len(where[name]) == 1
            assert origins["owner"] == 4
        elif case == "broadcast":
            assert origins["broadcast"] == 3
        elif case == "copies":
            assert set(origins) > {"fork", "duplicate", "retry", "edit", "resume"}
        elif case in ("scheduled", "model"):
            assert origins[case] >= 4
        else:
            assert set(origins) == {"owner"}


def test_copies_name_what_they_repeat(replay: Corpus) -> None:
    turns = {turn.key: turn for session in replay.sessions for turn in session.turns}
    copies = [turn for turn in turns.values() if turn.repeats is not None]
    assert len(copies) >= 8
    for turn in copies:
        original = turns[turn.repeats]
        assert original.asks == turn.asks
        assert original.at < turn.at
        assert original.origin == "owner"
    lone = [turn for turn in turns.values() if turn.asks and turn.repeats is None]
    assert {turn.origin for turn in lone} <= {"owner", "scheduled", "model"}


def test_what_is_left_is_proved_by_its_turns(replay: Corpus) -> None:
    kinds = Counter()
    for session in [*replay.sessions, *scripts(replay.split)]:
        for left in session.left:
            assert left.proof
            assert all(0 <= index < len(session.turns) for index in left.proof)
            assert any(left.text == session.turns[index].text for index in left.proof)
            kinds[left.kind] += 1
    assert min(kinds[kind] for kind in ("decision", "dead_end", "open", "done")) >= 10


def test_scripts_are_read_whole() -> None:
    made = {session.id: session for split in SPLITS for session in scripts(split)}
    assert len(made) >= 10
    flip = made["flip-flop"]
    assert [left.kind for left in flip.left] == ["dead_end", "decision", "done"]
    assert flip.free == frozenset({0, 6})
    assert made["nothing much"].left == ()
    novel = {left.kind: left for left in made["the novel"].left}
    assert novel["open"].proof == frozenset({5, 6})


def test_copies_come_later_than_their_lead(replay: Corpus) -> None:
    broadcast = [
        (session, turn)
        for session in replay.sessions
        for turn in session.turns
        if turn.origin == "broadcast"
    ]
    began = {session.started for session, _ in broadcast}
    assert max(began) - min(began) < timedelta(seconds=5)
