"""What Settings show of the hook and the tools in coding agents, and how they change it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from luminair import bootstrap
from luminair.agents.integrations import CLIENTS, Integrations, Stand, Thing
from luminair.config.paths import Home
from luminair.errors import Refused

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def door(home: Path, person: Path, vault: Path) -> Integrations:
    environ = {"PATH": str(person / "bin"), "HOME": str(person), "LUMINAIR_HOME": str(home)}
    return Integrations(Home(home), lambda: vault, environ=environ, person=person)


def stands(door: Integrations) -> dict[tuple[Thing, str], Stand]:
    return {(each.thing, each.client): each.stand for each in door.look()}


def put(door: Integrations, thing: Thing, client: str) -> str:
    return door.make(thing, door.change(thing, client, install=True), install=True)


def test_an_agent_that_is_nowhere_is_absent_and_one_that_is_somewhere_is_not(
    door: Integrations, person: Path, home: Path
) -> None:
    assert set(stands(door).values()) == {Stand.ABSENT}
    (person / ".claude").mkdir()
    (person / "bin").mkdir()
    (person / "bin" / "codex").touch(mode=0o755)
    found = stands(door)
    assert found[Thing.HOOK, "claude"] is found[Thing.TOOLS, "codex"] is Stand.MISSING
    assert found[Thing.HOOK, "gemini"] is Stand.ABSENT
    chosen = Integrations(
        Home(home), lambda: home, environ={}, person=person, program=lambda _: str(person)
    )
    assert stands(chosen)[Thing.HOOK, "gemini"] is Stand.MISSING


@pytest.mark.parametrize("thing", list(Thing))
@pytest.mark.parametrize("client", CLIENTS)
def test_put_in_and_taken_out(door: Integrations, home: Path, thing: Thing, client: str) -> None:
    change = door.change(thing, client, install=True)
    assert "luminair-journal" in change.diff
    said = door.make(thing, change, install=True)
    assert ("/hooks" in said) is (thing is Thing.HOOK and client == "codex")
    assert os.access(home / "bin" / "luminair-journal", os.X_OK)
    assert stands(door)[thing, client] is Stand.INSTALLED
    back = door.change(thing, client, install=False)
    assert back.restores
    door.make(thing, back, install=False)
    assert stands(door)[thing, client] in {Stand.ABSENT, Stand.MISSING}
    assert not back.file.exists()


def test_other_words_than_ours_are_old(door: Integrations, person: Path) -> None:
    put(door, Thing.TOOLS, "codex")
    file = person / ".codex" / "config.toml"
    file.write_text(file.read_text().replace('"mcp"', '"mcp", "--json"'))
    assert stands(door)[Thing.TOOLS, "codex"] is Stand.OLD
    put(door, Thing.TOOLS, "codex")
    assert stands(door)[Thing.TOOLS, "codex"] is Stand.INSTALLED


def test_settings_that_cannot_be_read_are_told(door: Integrations, person: Path) -> None:
    (person / ".gemini").mkdir()
    (person / ".gemini" / "settings.json").write_text("{")
    found = {(each.thing, each.client): each for each in door.look()}
    each = found[Thing.HOOK, "gemini"]
    assert each.stand is Stand.UNREADABLE
    assert "not valid JSON" in each.said
    assert found[Thing.HOOK, "claude"].stand is Stand.ABSENT
    assert not door.try_out(Thing.HOOK, "gemini").well


def test_it_is_tried_as_the_agent_would(door: Integrations, home: Path, vault: Path) -> None:
    bootstrap.init(str(vault), home=str(home), vault=None, ride="none")
    for thing in Thing:
        put(door, thing, "claude")
        trial = door.try_out(thing, "claude")
        # A machine that is busy with other tests may be too slow for either, which is said.
        assert trial.well or "took" in trial.said, trial.said
    assert not list(Home(home).state(vault).glob("**/*probe*"))
    assert door.try_out(Thing.TOOLS, "codex").said == "There are no tools to try."
    assert door.try_out(Thing.HOOK, "codex").said == "There is no hook to try."


def test_the_demo_puts_nothing_into_other_programs(person: Path, tmp_path: Path) -> None:
    demo = Integrations(
        Home(tmp_path / "luminair-demo-x" / "home"), lambda: tmp_path, environ={}, person=person
    )
    with pytest.raises(Refused, match="the demo"):
        demo.change(Thing.HOOK, "claude", install=True)
