from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from luminair.lanes.claude import INFO
from luminair.lanes.lane import Text, WayOn
from tests.lanes.agents import JOURNAL, a_request, all_of, failure, shown, stop_after

if TYPE_CHECKING:
    from luminair.lanes.lane import Event

# --- Failures ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prompt", "words", "way_on"),
    [
        ("error 401 Invalid API key · Please run /login", "run `claude`", WayOn.RETRY),
        ("error 0 Not logged in · Please run /login", "not logged in", WayOn.RETRY),
        ("error 429 API Error: Request rejected (429)", "reached a limit", WayOn.RETRY),
        ("error 0 You've hit your limit · resets 3pm", "resets 3pm", WayOn.RETRY),
        ("error 529 API Error: Overloaded", "overloaded", WayOn.RETRY),
        ("error 500 API Error", "status 500", WayOn.RETRY),
        ("error 0 Credit balance is too low", "credit", WayOn.CHOOSE_LANE),
        ("error 400 prompt is too long: 9 tokens > 8 maximum", "longer than", WayOn.CONTEXT),
        ("error 404 model: no-such", "cannot use this model", WayOn.CHOOSE_LANE),
        ("errors error_max_turns", "limit of rounds", WayOn.RETRY),
        ("errors error_during_execution it broke", "it broke", WayOn.RETRY),
        ("blocked", "Not on a Friday", WayOn.RETRY),
        ("cut", "stopped before its answer was whole", WayOn.RETRY),
        ("crash 3", "exit code 3", WayOn.RETRY),
        ("killed", "signal 9", WayOn.RETRY),
    ],
)
def test_a_failure_is_one_sentence_with_a_way_on(claude, run, prompt, words, way_on) -> None:
    events = run(all_of(claude.ask(a_request(prompt))))
    failed = failure(events)
    assert words in failed.sentence
    assert failed.way_on is way_on
    assert "verysecretkey" not in failed.sentence


def test_text_before_a_failure_stays(claude, run) -> None:
    assert shown(run(all_of(claude.ask(a_request("cut"))))) == "Half of a sen"


def test_a_missing_program_says_where_to_get_it(make, ended, programs_in, tmp_path) -> None:
    claude = make(programs=programs_in(tmp_path / "nothing"))

    async def go() -> list[Event]:
        assert not (await claude.look()).ready
        events = await all_of(claude.ask(a_request()))
        await ended(claude)
        return events

    failed = failure(asyncio.run(go()))
    assert failed.sentence == (
        "Claude Code is not installed; get it from claude.com/claude-code, or choose its place in "
        "Settings."
    )
    assert failed.way_on is WayOn.SETTINGS
    assert claude.info.state == failed.sentence
    assert not claude.info.here


def test_a_folder_that_is_gone_is_named(claude, run, tmp_path) -> None:
    gone = str(tmp_path / "gone")
    assert (
        f"'{gone}' is not there"
        in failure(run(all_of(claude.ask(a_request(folder=gone))))).sentence
    )


# --- What it adds, and whether it is ready -----------------------------------------------------


def test_what_it_adds_is_counted_without_what_we_gave(claude, run) -> None:
    system = ("x" * 400,)

    async def go() -> tuple[int | None, int | None, int | None]:
        before = await claude.adds("s1")
        await all_of(claude.ask(a_request("one", system=system, server=JOURNAL)))
        return before, await claude.adds("s1"), await claude.adds("other")

    assert run(go()) == (None, 1600 + 17000 + 300 - 200 - 100, None)


def test_look_finds_version_and_login(claude, agent, run) -> None:
    async def go() -> None:
        assert claude.info == INFO
        assert (await claude.look()).state == "Claude Code 2.1.197 is ready."
        assert claude.info.ready
        (agent.home / "logged-out").touch()
        info = await claude.look()
        assert (info.ready, info.here) == (False, True)
        assert "'claude'" in info.state

    run(go())


def test_sessions_do_not_wait_for_each_other(claude, agent, run) -> None:
    async def go() -> list[list[Event]]:
        asks = (claude.ask(a_request(f"say{n}", session=f"s{n}")) for n in range(3))
        return await asyncio.gather(*(all_of(ask) for ask in asks))

    assert [shown(events) for events in run(go())] == [f"You said: say{n}" for n in range(3)]
    assert len(set(agent.told("pid"))) == 3


def test_text_comes_while_it_is_written(claude, run) -> None:
    async def go() -> int:
        heard = await stop_after(claude, "slow", "word5")
        return sum(isinstance(event, Text) for event in heard)

    assert run(go()) >= 6
