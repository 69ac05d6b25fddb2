"""A server that gives the owner's key back in its answer: it goes no further."""

from __future__ import annotations

import pytest

from luminair.lanes.lane import Text
from tests.lanes import servers
from tests.lanes.lanes_under_test import KEY, NAMES, REQUEST, Kind, Sleeper, run
from tests.lanes.servers import Server


@pytest.mark.parametrize("name", NAMES)
def test_the_key_is_masked_in_the_answer(name: str) -> None:
    kind = Kind(name)
    with Server(
        kind.speaker, servers.whole(kind.speaker, f"Your key is {KEY}.", " Bye.")
    ) as server:
        events = run(kind.make(server.url, sleep=Sleeper()), REQUEST)
    text = "".join(event.delta for event in events if isinstance(event, Text))
    assert text.endswith(" Bye.")
    assert KEY not in repr(events)
