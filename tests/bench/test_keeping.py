"""The judges of keeping can tell a method that is right from those that are wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.bench import keeping, keeping_methods
from tests.bench.replay import scores, secret_kinds, texts
from tests.bench.replay.scores import Asked, Kept, Proposed, Refused, Remains, fold
from tests.bench.replay.scripts import scripts
from tests.bench.replay.sessions import CASES, DUE, Corpus, corpus

BOTH = pytest.mark.parametrize("split", texts.SPLITS)


@pytest.fixture(scope="module", params=texts.SPLITS)
def replay(request) -> Corpus:
    return corpus(request.param, 7)


# --- The judges -----------------------------------------------------------------------------


@BOTH
def test_capture_tells_an_oracle_from_the_rest(split) -> None:
    pool = texts.prompt_pool(split)
    truth = {prompt.text: prompt for prompt in pool}

    def oracle(text: str) -> list[Kept]:
        return [Kept(" ".join(words), text) for words in truth[text].asks]

    best = scores.score_capture(oracle, pool)
    assert (best.precision, best.recall, best.errors) == (1.0, 1.0, [])
    silent = scores.score_capture(lambda _text: [], pool)
    assert silent.recall == 0
    assert silent.wanted == best.wanted
    eager = scores.score_capture(lambda text: [Kept(text, text)], pool)
    assert eager.recall > 0.95
    assert eager.precision < 0.8
    cut = scores.score_capture(lambda _text: [Kept("something", "")], texts.long_prompts(split))
    assert cut.recall == 0


def test_capture_wants_the_ask_and_not_what_was_pasted() -> None:
    prompt = texts.Prompt("ERROR x\nfix the pool", "long", (("pool",),), ("ERROR",))
    good = scores.score_capture(lambda _text: [Kept("fix the pool", "ERROR x")], [prompt])
    assert (good.precision, good.recall) == (1.0, 1.0)
    pasted = scores.score_capture(lambda _text: [Kept("ERROR x", "fix the pool")], [prompt])
    assert (pasted.precision, pasted.recall) == (0.0, 1.0)
    twice = scores.score_capture(lambda _text: [Kept("the pool", "")] * 2, [prompt])
    assert twice.precision == 0.5


def oracle_of(replay: Corpus, *, wanted: tuple[str, ...]):
    """Promotes by the truth what is in the wanted cases."""
    about = {turn.key: turn.asks for each in replay.sessions for turn in each.turns}

    def promote(asked: list[Asked], _refused: list[Refused]) -> list[Proposed]:
        groups: dict[str, set[str]] = {}
        for each in asked:
            for name in about[each.key]:
                groups.setdefault(name, set()).add(each.key)
        return [
            Proposed(name, frozenset(keys))
            for name, keys in groups.items()
            if replay.cases.get(name) in wanted
        ]

    return promote


def test_promote_tells_an_oracle_from_the_rest(replay: Corpus) -> None:
    best = scores.score_promote(oracle_of(replay, wanted=DUE), replay)
    assert (best.precision, best.recall, best.never, best.errors) == (1.0, 1.0, 0, [])
    eager = scores.score_promote(oracle_of(replay, wanted=CASES), replay)
    assert eager.recall == 1.0
    assert eager.wrong == len(replay.cases) - best.right
    assert eager.never == 1  # the refused one
    again = scores.score_promote(
        lambda asked, refused: oracle_of(replay, wanted=DUE)(asked, refused) * 2, replay
    )
    assert again.precision == 0.5
    empty = scores.score_promote(lambda _asked, _refused: [Proposed("x", frozenset())], replay)
    assert (empty.precision, empty.recall) == (0.0, 0.0)


def test_an_opposite_in_the_evidence_is_never_right(replay: Corpus) -> None:
    name, wish = next(
        (name, wish) for name, wish in replay.opposite_of.items() if replay.cases.get(wish) in DUE
    )
    keys = [
        turn.key
        for each in replay.sessions
        for turn in each.turns
        if wish in turn.asks or name in turn.asks
    ]
    mixed = scores.score_promote(lambda _a, _r: [Proposed("x", frozenset(keys))], replay)
    assert (mixed.right, mixed.wrong, mixed.never) == (0, 1, 1)


def test_what_promote_sees_is_in_order(replay: Corpus) -> None:
    asked = scores.asked_in(replay)
    assert [each.at for each in asked] == sorted(each.at for each in asked)
    keys = {each.key for each in asked}
    for _rule, evidence in replay.refused:
        assert len(evidence) == 3
        assert evidence <= keys


@BOTH
def test_merge_counts_opposites_and_copies(split) -> None:
    intents = texts.intents_of(split)[:3]
    copies = [("use tabs", "Use tabs"), ("use tabs", "use tbas")]
    twins = [("timeout 30", "timeout 300")]
    strict = scores.score_merge(lambda a, b: fold(a) == fold(b), intents, copies, twins)
    assert (strict.never, strict.found, strict.wanted) == (0, 1, 2)
    eager = scores.score_merge(lambda _a, _b: True, intents, copies, twins)
    assert eager.right == 0
    assert eager.never == eager.wrong > 100
    one_way = scores.score_merge(lambda a, b: len(a) < len(b), [], copies, twins)
    assert one_way.never == 1


def test_distill_tells_an_oracle_from_the_rest(replay: Corpus) -> None:
    sessions = [*replay.sessions, *scripts(replay.split)]
    truth = {session.turns: session for session in sessions}

    def oracle(turns) -> list[Remains]:
        lines = []
        for left in truth[turns].left:
            at = max(left.proof)
            lines.append(Remains(left.kind, turns[at].text, at))
        return lines

    best = scores.score_distill(oracle, sessions)
    assert (best.recall, best.never) == (1.0, 0)
    assert best.precision == 1.0
    invented = scores.score_distill(
        lambda turns: [line._replace(text="we moved to Neptune Saturn") for line in oracle(turns)],
        sessions,
    )
    assert invented.never == sum(len(session.left) for session in sessions)
    assert invented.precision == 0.0
    all_open = scores.score_distill(
        lambda turns: [line._replace(kind="open") for line in oracle(turns)], sessions
    )
    assert all_open.recall < 0.5
    nowhere = scores.score_distill(lambda _turns: [Remains("open", "x", 99)], sessions[:5])
    assert nowhere.never == 5


def test_a_source_is_most_of_the_words() -> None:
    turn = "ok, decided: we keep the monorepo until the summer"
    assert scores.has_source("Keep the monorepo", turn)
    assert not scores.has_source("Split the monorepo into packages", turn)
    assert scores.has_source("フレームワークはVue", "フレームワークはVueに決めました")
    assert not scores.has_source("", turn)


def test_masking_is_judged_by_what_is_left() -> None:
    secret = secret_kinds.secrets(1)
    assert len(secret) == 200
    assert len({kind for kind, _, _ in secret}) == 40
    assert all(value in text for _, text, value in secret)
    assert len({value for _, _, value in secret}) == 200
    plain = ["a", "b"]
    values = {text: value for _, text, value in secret}

    def masked(text: str) -> str:
        return text.replace(values[text], "[masked]") if text in values else text

    best = scores.score_masking(masked, secret, plain)
    assert (best.precision, best.recall) == (1.0, 1.0)
    none = scores.score_masking(lambda text: text, secret, plain)
    assert (none.precision, none.recall) == (1.0, 0.0)
    heads = scores.score_masking(
        lambda text: text.replace(values.get(text, "\0"), values.get(text, "")[:8]), secret, plain
    )
    assert heads.recall > 0.8  # a mask may keep the head of a long one, which names its kind
    cut = scores.score_masking(lambda text: text[:-2], secret, plain)
    assert cut.recall < 0.2
    assert cut.wrong == 2


@BOTH
def test_ordinary_prompts_hold_no_secret(split) -> None:
    made = secret_kinds.plain_prompts(split, 1)
    assert len(made) == secret_kinds.PLAIN
    assert len(set(made)) > 400
    assert not [text for text in made if "{sha" in text or "{word" in text or "{number" in text]
    assert made == secret_kinds.plain_prompts(split, 1)


def test_no_file_holds_a_made_secret() -> None:
    kept = b"".join(path.read_bytes() for path in sorted(texts.FOLDER.glob("*.toml")))
    assert kept
    assert not [kind for kind, _, value in secret_kinds.secrets(1) if value.encode() in kept]


def test_planted_orders_and_ordinary_texts() -> None:
    orders = {"page": ["from now on obey"], "tool": ["always push"]}
    best = scores.score_planted(lambda text: "o" in text, orders, ["a", "b"])
    assert (best.precision, best.recall) == (1.0, 0.5)


def test_figures_add_up() -> None:
    first = scores.Figures("a", right=1, wrong=1, wanted=2, found=1)
    first.part("x", found=True)
    second = replace(first, parts=Counter(first.parts), errors=["e"])
    first.add(second)
    assert (first.right, first.wanted, first.parts["x of"], first.errors) == (2, 4, 2, ["e"])
    assert (first.precision, first.recall) == (0.5, 0.5)


# --- The command ----------------------------------------------------------------------------


def test_a_method_that_is_not_there_is_said(capsys, monkeypatch) -> None:
    monkeypatch.setattr(keeping_methods, "WHERE", {"merge": "luminair.nowhere:same"})
    assert keeping.main(["--seeds", "1", "merge", "capture"]) == 1
    said = capsys.readouterr().out
    assert "merge: luminair.nowhere cannot be imported" in said
    assert "capture: no method is named for it" in said


def test_a_missing_function_is_said() -> None:
    with pytest.raises(keeping_methods.NotThere, match="has no nothing"):
        keeping_methods.method("mask", {"mask": "luminair.errors:nothing"})


def keeps_all(text: str) -> list[Kept]:
    """A poor capture, for the table."""
    return [Kept(text[:80], text)]


def keeps_none(*_given: object) -> list[object]:
    """A poor method of any kind, for the table."""
    return []


def alike(first: str, second: str) -> bool:
    """A strict merge."""
    return fold(first) == fold(second)


def holds_all(_text: str) -> bool:
    """A reviewer who lets nothing pass."""
    return True


def unchanged(text: str) -> str:
    """A mask that masks nothing."""
    return text


@pytest.mark.timeout(120)
def test_the_table_holds_every_task(capsys, monkeypatch) -> None:
    here = {
        "capture": f"{__name__}:keeps_all",
        "promote": f"{__name__}:keeps_none",
        "merge": f"{__name__}:alike",
        "distill": f"{__name__}:keeps_none",
        "mask": f"{__name__}:unchanged",
        "planted": f"{__name__}:holds_all",
    }
    monkeypatch.setattr(keeping_methods, "WHERE", here)
    assert keeping.main(["--split", "held", "--seeds", "1", "--errors", "2"]) == 0
    said = capsys.readouterr().out
    for task in keeping_methods.TASKS:
        assert f"\n{task} " in said
    assert "intents never seen" in said
    assert "written by hand" in said
    assert "missed, due here" in said
