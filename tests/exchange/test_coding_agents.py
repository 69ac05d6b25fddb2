"""Sessions and memories of coding agents: what `expected.json` says comes out."""

from __future__ import annotations

import json
import shutil

from luminair.exchange.sources import plan_of
from luminair.messages import Role
from tests.exchange.conftest import EXPORTS

EXPECTED = json.loads((EXPORTS / "expected.json").read_bytes())


def prompts(talk) -> list[str]:
    return [turn.text for turn in talk.turns if turn.role is Role.USER]


def test_sessions_of_claude_code():
    plan = plan_of(EXPORTS / "claude-code")
    assert plan.kind == "claude-code"
    wanted = [each for name, each in EXPECTED["claude-code"].items() if name.endswith("(session)")]
    assert [prompts(each) for each in plan.talks] == [each["prompts"] for each in wanted]
    assert [each.title for each in plan.talks] == [each["title"] for each in wanted]
    assert [each.folder for each in plan.talks] == ["/Users/demo/tidepool"] * 2
    told = " ".join(turn.text for each in plan.talks for turn in each.turns)
    assert "API Error" not in told
    assert "sub-task" not in told
    assert "being continued" not in told
    second = [turn.text for turn in plan.talks[1].turns]
    assert "Two writers." not in second, "the conversation goes on from the second answer"
    assert any(each.startswith("Two writers; the second") for each in second)
    assert any("Continuing with the single writer." in each for each in second)


def test_pieces_of_one_answer_are_one_answer():
    first = plan_of(EXPORTS / "claude-code").talks[0]
    assert [turn.role for turn in first.turns] == [Role.USER, Role.ASSISTANT, Role.USER]
    assert first.turns[1].text.startswith("I will look at the loop.\n\nThe fix is in.")
    assert first.model == "claude-opus-4-8"


def test_what_claude_code_lost_is_named():
    remarks = plan_of(EXPORTS / "claude-code").remarks
    cut = [each for each in remarks if "cut off" in each.reason]
    assert [each.imported for each in cut] == [True]
    assert sum(each.reason == "Nothing was said in it." for each in remarks) == 2
    assert any(each.item == "subagents" for each in remarks)


def test_memories_of_claude_code():
    plan = plan_of(EXPORTS / "claude-code")
    wanted = {each.partition(" ")[0] for each in EXPECTED["claude-code memory"]["notes"]}
    assert {each.name for each in plan.notes} == wanted
    assert {each.home for each in plan.notes} == {"/Users/demo/tidepool"}
    writer = next(each for each in plan.notes if each.name == "project_single_writer.md")
    assert writer.time == "2026-02-11T09:02:11.482Z"
    assert writer.title == "Project single writer"
    assert writer.summary.startswith("One writer for the pump database")


def test_a_memory_folder_alone_is_of_its_project_and_of_no_other():
    plan = plan_of(EXPORTS / "claude-code/projects/-Users-demo-tidepool/memory")
    assert len(plan.notes) == 5
    assert {each.home for each in plan.notes} == {"/Users/demo/tidepool"}
    assert all("No session says" in each.reason for each in plan.remarks)


def test_one_file_and_one_project_are_sources_too():
    project = EXPORTS / "claude-code/projects/-Users-demo-tidepool"
    assert len(plan_of(project).talks) == 2
    one = next(project.glob("a0afc474*.jsonl"))
    assert [each.title for each in plan_of(one).talks] == ["tides: last row"]


def test_sessions_of_codex():
    plan = plan_of(EXPORTS / "codex")
    assert plan.kind == "codex"
    wanted = list(EXPECTED["codex"].values())
    assert [prompts(each) for each in plan.talks] == [each["prompts"] for each in wanted]
    assert plan.talks[0].title == "rename gauge to level"
    assert plan.talks[0].turns[-1].text == "Renamed; `gauge` stays as an alias until 0.9."
    assert plan.talks[0].created == "2026-02-03T09:12:03.159Z"
    assert {each.model for each in plan.talks} == {"gpt-5-codex"}


def test_an_older_file_of_codex_has_no_envelope(tmp_path):
    lines = [
        {"id": "abc", "timestamp": "2025-05-01T08:00:00Z", "instructions": None},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi."}]},
        {"type": "reasoning", "summary": []},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Hello."}],
        },
    ]
    file = tmp_path / "rollout-2025.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    (talk,) = plan_of(file).talks
    assert talk.origin == "codex:abc"
    assert [turn.text for turn in talk.turns] == ["Hi.", "Hello."]
    assert talk.created == "2025-05-01T08:00:00.000Z"


def test_a_transcript_of_cursor():
    plan = plan_of(EXPORTS / "cursor")
    assert plan.kind == "cursor"
    assert [prompts(each) for each in plan.talks] == [EXPECTED["cursor"]["prompts"]]


def test_the_persons_own_rules_beside_the_sessions_hold_everywhere(tmp_path):
    own = tmp_path / ".claude"
    shutil.copytree(EXPORTS / "claude-code", own)
    (own / "CLAUDE.md").write_text("Answer in metric units.\n")
    plan = plan_of(own)
    assert len(plan.talks) == 2
    assert [(each.text, each.home) for each in plan.rules] == [("Answer in metric units.", "")]
