"""Two orders to one, and who may be compared at all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.meaning.rerank import CANDIDATES, fair_share, fused, nearest
from luminair.journal.meaning.signal import _essence
from luminair.journal.ranking.vectors import coded

cosines = st.lists(st.none() | st.floats(-1, 1), max_size=CANDIDATES)


def order(found: list[float | None], matches: int = 0) -> list[int]:
    return [each.match for each in fused(found, matches or len(found))]


def test_the_nearest_moves_up_and_the_first_by_words_stays() -> None:
    assert order([0.1, 0.2, 0.3, 0.4, 0.9]) == [0, 1, 2, 4, 3]
    assert order([0.9, 0.8, 0.7]) == [0, 1, 2]


def test_a_note_without_a_vector_keeps_its_place_by_words() -> None:
    found = fused([0.1, None, 0.9], 3)
    assert found[0].match == 0
    by_match = {each.match: each for each in found}
    assert by_match[1].meaning is None
    assert by_match[2].meaning == (1, 0.9)
    assert by_match[0].meaning == (3, 0.1)
    assert order([None] * 5) == [0, 1, 2, 3, 4]


@given(cosines, st.integers(0, 40))
def test_every_match_is_there_once_and_those_not_looked_at_come_last(
    found: list[float | None], more: int
) -> None:
    placed = fused(found, len(found) + more)
    assert sorted(each.match for each in placed) == list(range(len(found) + more))
    assert [each.match for each in placed[len(found) :]] == list(
        range(len(found), len(found) + more)
    )
    scores = [each.score for each in placed]
    assert scores == sorted(scores, reverse=True)


@given(cosines)
def test_the_first_by_words_is_never_lost_from_the_first_two(found: list[float | None]) -> None:
    # 1/2 + 0.3/(1 + n) is beaten by no more than one: 1/3 + 0.3/2 = 0.483.
    if found:
        assert 0 in order(found)[:2]


@given(st.lists(st.integers(0, 30), max_size=50), st.integers(1, 400))
def test_the_share_keeps_the_work_bounded(counts: list[int], most: int) -> None:
    share = fair_share(counts, most)
    together = sum(min(count, share) for count in counts)
    assert together <= max(most, len(counts))
    if sum(counts) <= most:
        assert together == sum(counts)


def test_the_best_passage_counts() -> None:
    near, far = coded([1.0, 0.0]), coded([0.0, 1.0])
    found = nearest((1.0, 0.0), [[far, near], [far], []])
    assert found[0] is not None
    assert found[0] > 0.99
    assert found[1:] == [0.0, None]


def test_of_very_long_notes_passages_are_compared_evenly_over_their_length() -> None:
    near, far = coded([1.0, 0.0]), coded([0.0, 1.0])
    longest = next(size for size in range(10, 10**7, 50) if fair_share([size, size]) < size)
    whole = [far] * longest
    whole[0] = near
    (first, second) = nearest([1.0, 0.0], [whole, [far] * longest])
    assert first is not None
    assert second is not None
    assert first > 0.9 > 0.1 > second


def test_of_a_long_prompt_its_beginning_and_end_are_asked_about() -> None:
    middle = "m" * 9000
    asked = _essence(f"first words {middle} last words")
    assert asked.startswith("first words")
    assert asked.endswith("last words")
    assert len(asked) < 4000
    assert _essence("short") == "short"
