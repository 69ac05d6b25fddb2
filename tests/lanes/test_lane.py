from __future__ import annotations

from luminair.lanes.lane import LaneInfo, LaneKind, Model

INFO = LaneInfo(
    "ollama", "Ollama", LaneKind.LOCAL, (Model("a", "A", 8_000), Model("b", "B")), True, "Ready."
)


def test_a_model_is_found_by_its_id() -> None:
    assert INFO.model("b") == Model("b", "B")
    assert INFO.model("") == Model("a", "A", 8_000)


def test_a_model_that_is_not_listed_has_an_unknown_window() -> None:
    assert INFO.model("new") == Model("new", "new", 0)
    empty = LaneInfo("x", "X", LaneKind.API, (), False, "No key.")
    assert empty.model("") == Model("", "")


def test_every_kind_of_lane_has_an_icon() -> None:
    assert len({kind.icon for kind in LaneKind}) == len(LaneKind)
