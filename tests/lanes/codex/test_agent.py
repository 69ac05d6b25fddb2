from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.lanes.lane import Alive, Began, Done, Forgot, Kept, Question, Said, WayOn, Withdrawn
from luminair.messages import Role, ToolState, ToolUse, Usage
from tests.lanes.agents import DOT, JOURNAL, a_request, all_of, failure, handle_of, shown

if TYPE_CHECKING:
    from luminair.lanes.lane import Event

# --- Answers -----------------------------------------------------------------------------------


def test_an_answer_streams_to_its_end(codex, run) -> None:
    events = run(all_of(codex.ask(a_request("hello there"))))
    assert shown(events) == "You said: hello there"
    assert Began("gpt-fake") in events
    assert events[-2:] == [Usage(100, 0, 10), Done()]
    assert codex.info.models[0].window == 55_000


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("separators", "one\u2028two\u0085three\u2029four\x0bfive"),
        ("reconnect", "Whole."),
        ("helper", "Mine."),
        ("unknown", "-32601"),
        ("form", "decline"),
    ],
)
def test_the_answer_is_what_the_agent_meant(codex, run, prompt, answer) -> None:
    events = run(all_of(codex.ask(a_request(prompt))))
    assert shown(events) == answer
    assert events[-1] == Done()


def test_text_of_a_broken_attempt_is_taken_back(codex, run) -> None:
    events = run(all_of(codex.ask(a_request("reconnect"))))
    assert Withdrawn(len("This br")) in events
    assert Alive("Trying again: Reconnecting... 1/5…") in events


def test_a_line_of_ten_megabytes(codex, run) -> None:
    assert len(shown(run(all_of(codex.ask(a_request("huge")))))) == 10_000_000


def test_a_compaction_is_told(codex, run) -> None:
    assert Forgot() in run(all_of(codex.ask(a_request("compact"))))


def test_tool_calls_and_what_the_whole_turn_used(codex, run) -> None:
    events = run(all_of(codex.ask(a_request("tools"))))
    begun, done, failed, change, note, search = [e for e in events if isinstance(e, ToolUse)]
    assert (begun.title, begun.state, begun.at) == ("Run: ls", ToolState.RUNNING, len("Looking."))
    assert (done.state, done.result) == (ToolState.DONE, "a.txt")
    assert failed.state is ToolState.FAILED
    assert (change.title, change.detail) == ("Change: a.py", "a.py\n-x\n+y")
    assert (note.name, note.state, note.result) == (
        "journal_read",
        ToolState.FAILED,
        "no such note",
    )
    assert (search.title, search.state) == ("Search the web: wal mode", ToolState.DONE)
    assert [e for e in events if isinstance(e, Usage)] == [Usage(200, 0, 20)]


# --- What is sent ------------------------------------------------------------------------------


def test_system_texts_ride_in_front_until_they_were_heard(codex, agent, run) -> None:
    async def go() -> None:
        first = await all_of(codex.ask(a_request("one", system=("Law.\n\n",), riding=("[n]\n\n",))))
        await all_of(
            codex.ask(
                a_request("two", system=("Law.\n\n",), system_heard=True, handle=handle_of(first))
            )
        )

    run(go())
    assert agent.told("texts") == [["Law.\n\n", "[n]\n\n", "one"], ["two"]]


def test_model_folder_tools_and_pictures(codex, agent, run, tmp_path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    request = a_request("one", model="gpt-x", folder=str(project), server=JOURNAL, images=(DOT,))
    run(all_of(codex.ask(request)))
    start, turn = agent.told("params")[1:3]
    assert start["cwd"] == str(project)
    assert (start["model"], turn["model"]) == ("gpt-x", "gpt-x")
    assert (start["approvalPolicy"], start["sandbox"]) == ("never", "read-only")
    assert start["config"]["mcp_servers.journal"]["command"] == "/bin/luminair-journal"
    assert turn["input"][-1]["url"].startswith("data:image/png;base64,iVBOR")


def test_it_does_not_know_that_it_runs_in_another_agent(codex, agent, run) -> None:
    run(all_of(codex.ask(a_request())))
    environment = agent.told("environment")[0]
    assert "CODEX_THREAD_ID" not in environment
    assert environment["CODEX_HOME"] == "/mine"
    assert environment["LUMINAIR_LANE"] == "1"


# --- One process for a session -----------------------------------------------------------------


def test_the_process_and_its_thread_stay(codex, agent, run) -> None:
    async def go() -> list[Event]:
        first = await all_of(codex.ask(a_request("one")))
        return await all_of(codex.ask(a_request("two", handle=handle_of(first))))

    second = run(go())
    assert [e for e in second if isinstance(e, Usage)] == [Usage(100, 0, 10)]
    assert len(agent.told("argv")) == 1
    assert agent.told("method").count("thread/start") == 1
    assert "thread/resume" not in agent.told("method")


def test_a_thread_goes_on_in_another_process(codex, agent, run) -> None:
    async def go() -> list[Event]:
        first = await all_of(codex.ask(a_request("one")))
        return await all_of(codex.ask(a_request("two", handle=handle_of(first), server=JOURNAL)))

    second = run(go())
    assert shown(second) == "You said: two"
    assert agent.told("method").count("thread/resume") == 1
    assert [e for e in second if isinstance(e, Usage)] == [Usage(100, 0, 10)]
    assert Forgot() not in second


def test_a_thread_that_it_forgot_begins_anew(codex, agent, run) -> None:
    said = (Said(Role.USER, "We use WAL."), Said(Role.ASSISTANT, "Noted."))
    request = a_request("go on", handle="gone", said=said, system=("Law.\n\n",), system_heard=True)
    events = run(all_of(codex.ask(request)))
    assert shown(events) == "You said: go on"
    assert events[events.index(Kept(handle_of(events))) + 1] == Forgot()
    texts = agent.told("texts")[0]
    assert texts[0] == "Law.\n\n"
    assert "We use WAL." in texts
    assert len(agent.told("argv")) == 1


# --- Leave -------------------------------------------------------------------------------------


@pytest.mark.parametrize("leave", [True, False])
@pytest.mark.parametrize(
    ("prompt", "detail", "yes", "no"),
    [
        ("command", "rm x", '{"decision": "accept"}', '{"decision": "decline"}'),
        ("change", "a.py\n-x\n+y\nto mend it", '{"decision": "accept"}', '{"decision": "decline"}'),
        (
            "rights",
            '{\n  "network": {\n    "enabled": true\n  },\n  "fileSystem": null\n}',
            '{"permissions": {"network": {"enabled": true}}, "scope": "turn"}',
            '{"permissions": {}, "scope": "turn"}',
        ),
    ],
)
def test_leave_is_asked(codex, run, prompt, detail, yes, no, leave) -> None:
    asked: list[Question] = []

    async def allow(question: Question) -> bool:
        asked.append(question)
        return leave

    events = run(all_of(codex.ask(a_request(prompt, allow=allow))))
    assert [question.detail for question in asked] == [detail]
    assert shown(events) == (yes if leave else no)


def test_leave_is_refused_where_nobody_can_be_asked(codex, run) -> None:
    events = run(all_of(codex.ask(a_request("command"))))
    assert shown(events) == '{"decision": "decline"}'
    assert not any(isinstance(event, Question) for event in events)


# --- Failures ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prompt", "words", "way_on"),
    [
        ("fail 401 unexpected status 401 Unauthorized", "run `codex login`", WayOn.RETRY),
        ("fail 429 exceeded retry limit", "reached a limit", WayOn.RETRY),
        ("fail usageLimitExceeded You've hit your usage limit", "reached a limit", WayOn.RETRY),
        ("fail other Quota exceeded. Check your plan", "reached a limit", WayOn.RETRY),
        ("fail serverOverloaded busy", "overloaded", WayOn.RETRY),
        ("fail modelNotFound no model", "cannot use this model", WayOn.CHOOSE_LANE),
        ("fail contextWindowExceeded context window exceeded", "longer than", WayOn.CONTEXT),
        ("fail other stream disconnected, status 503", "overloaded", WayOn.RETRY),
        ("fail other something new", "something new", WayOn.RETRY),
        ("blocked", "a hook of its own blocked", WayOn.RETRY),
        ("cut", "stopped before its answer was whole", WayOn.RETRY),
        ("crash 101", "exit code 101", WayOn.RETRY),
    ],
)
def test_a_failure_is_one_sentence_with_a_way_on(codex, run, prompt, words, way_on) -> None:
    failed = failure(run(all_of(codex.ask(a_request(prompt)))))
    assert words in failed.sentence
    assert failed.way_on is way_on
    assert "verysecretkey" not in failed.sentence


# --- Whether it is ready -----------------------------------------------------------------------


def test_look_finds_version_login_and_models(codex, agent, run) -> None:
    async def go() -> None:
        info = await codex.look()
        assert info.state == "Codex 0.171.0 is ready."
        assert [model.title for model in info.models] == ["As set in Codex", "GPT X"]
        assert info.models[1].images
        (agent.home / "logged-out").touch()
        info = await codex.look()
        assert (info.ready, info.here) == (False, True)
        assert "run 'codex login'" in info.state

    run(go())


def test_look_at_one_without_an_app_server(codex, old, run) -> None:
    info = run(codex.look())
    assert old.told("argv")
    assert info.ready
    assert info.state == "Codex 0.171.0 is ready."
