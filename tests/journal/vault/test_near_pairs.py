"""Near pairs where all are asked: the two rare hashes miss none that comparing each would find."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from luminair.journal.precedence import Rooms
from luminair.journal.vault.catalogue_likes import needed
from luminair.journal.vault.crowd import near_pairs

SKETCHES = st.lists(
    st.lists(st.integers(0, 11), max_size=8, unique=True).map(tuple), min_size=2, max_size=12
)


@settings(max_examples=300)
@given(SKETCHES, st.sampled_from([4, 6, 8]))
def test_none_is_missed_and_none_is_added(every: list[tuple[int, ...]], least: int) -> None:
    sketches = {f"{number}.md": sketch for number, sketch in enumerate(every)}
    rooms = {path: Rooms() for path in sketches}
    found = list(near_pairs(sketches, rooms, None, least))
    by_hand = {
        (one, other)
        for one in sketches
        for other in sketches
        if one != other
        and sketches[one]
        and len({*sketches[one]} & {*sketches[other]})
        >= needed(least, len(sketches[one]), len(sketches[other]))
    }
    assert len(found) == len(set(found))
    assert set(found) == by_hand
    first = {one for one, _ in near_pairs(sketches, rooms, None, least, one_each=True)}
    assert first == {one for one, _ in by_hand}
