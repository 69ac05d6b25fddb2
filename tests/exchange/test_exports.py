"""ChatGPT's and Claude's data exports: what `expected.json` says comes out."""

from __future__ import annotations

import json

import pytest

from luminair.errors import LuminairError
from luminair.exchange.sources import plan_of
from luminair.journal import Scope
from luminair.messages import Role
from tests.exchange.conftest import EXPORTS

EXPECTED = json.loads((EXPORTS / "expected.json").read_bytes())


@pytest.mark.parametrize("source", ["chatgpt", "chatgpt-export.zip", "chatgpt/conversations.json"])
def test_each_conversation_of_chatgpt_comes_out_as_expected(source):
    plan = plan_of(EXPORTS / source)
    assert plan.kind == "chatgpt"
    assert len(plan.talks) == len(EXPECTED["chatgpt"])
    for talk, wanted in zip(plan.talks, EXPECTED["chatgpt"], strict=True):
        assert talk.title == (wanted["title"] or "")
        assert len(talk.turns) == wanted["turns"], talk.item
        assert talk.turns[0].text.startswith(wanted["first"])
        assert talk.turns[-1].text.startswith(wanted["last"])
        assert talk.created, "a conversation without a date has that of its file"


def test_what_chatgpt_lost_is_named():
    plan = plan_of(EXPORTS / "chatgpt")
    told = {each.item: each.reason for each in plan.remarks if each.imported}
    assert any("no date" in reason for item, reason in told.items() if "conversation 7" in item)
    assert any("without words" in why for item, why in told.items() if "New chat" in item)
    assert any("5 messages" in why for item, why in told.items() if "harbour library" in item)


def test_an_undated_conversation_has_the_date_of_the_file_in_the_zip():
    talk = plan_of(EXPORTS / "chatgpt-export.zip").talks[6]
    assert talk.created == "2026-01-02T03:04:06.000Z"


@pytest.mark.parametrize("source", ["claude", "claude-data-2026-02-08-batch-0000.zip"])
def test_each_conversation_of_claude_comes_out_as_expected(source):
    plan = plan_of(EXPORTS / source)
    assert plan.kind == "claude"
    wanted = [each for each in EXPECTED["claude"] if each["with_text"]]
    assert len(plan.talks) == len(wanted)
    for talk, one in zip(plan.talks, wanted, strict=True):
        assert talk.title == (one["title"] or "")
        assert len(talk.turns) == one.get("active_path", one["with_text"]), talk.item
        if one["created"]:
            assert talk.created[:19] == one["created"][:19]
        assert talk.created
    assert any("Empty one" in each.item for each in plan.remarks if not each.imported)
    lossy = [each.reason for each in plan.remarks if "Null text" in each.item]
    assert any("without words" in reason for reason in lossy)
    assert any("without a date" in reason for reason in lossy)


def test_the_words_of_claude_are_its_words_alone():
    report = plan_of(EXPORTS / "claude").talks[1]
    asked, answered = report.turns
    assert [each.name for each in asked.attachments] == ["notes.txt"]
    assert "travel time 4.4 s" in asked.attachments[0].text
    assert "[file: valve.jpg]" in asked.text
    assert "not supported on your current device" not in answered.text
    assert answered.role is Role.ASSISTANT


def test_projects_and_memories_of_claude_become_notes():
    plan = plan_of(EXPORTS / "claude")
    names = {f"{each.folder}/{each.name}" for each in plan.notes}
    assert {
        "Pump house/valves.md",
        "Pump house/no-ending.md",
        "Pump house/Instructions.md",
        "Memory/What Claude remembered.md",
    } <= names
    assert not any("How to use Claude" in name for name in names), "a sample is not the owner's"


def test_notes_of_a_project_of_claude_ride_in_no_other(bring, tmp_path):
    """Its owner gives one a folder; what Claude remembered of the person is seen everywhere."""
    bring(EXPORTS / "claude")
    journal = bring.journal
    (tmp_path / "harbor" / ".git").mkdir(parents=True)
    place, _ = journal.place(cwd=str(tmp_path / "harbor"))
    prompt = "valves travel time, metric units, plain words, keep the pumps running, sluice"
    told = journal.digest(prompt, place=place).text
    assert "Keeps two pumps and a sluice" in told
    for words in ("Travel time limit", "metric units", "plain words", "Keep the pumps running"):
        assert words not in told
    notes = {each.note.title: each.note for each in journal.listing(compared=False)}
    assert notes["Valves"].scope is Scope.FOLDER
    assert notes["Valves"].project == notes["House rules"].project
    assert notes["Valves"].project.startswith("claude.ai/project/7d4ca87f")
    assert any(
        "rides nowhere" in each.reason or "ride nowhere" in each.reason
        for each in bring.choice.remarks
    )
    journal.edit(notes["Valves"].path, cwd=str(tmp_path / "harbor"))
    assert "Travel time limit" in journal.digest(prompt, place=place).text


def test_an_object_that_holds_the_conversations_is_read_too(tmp_path):
    found = json.loads((EXPORTS / "chatgpt/conversations.json").read_bytes())
    (tmp_path / "conversations.json").write_text(json.dumps({"conversations": found}))
    assert len(plan_of(tmp_path).talks) == 10


def test_numbered_files_of_a_large_export_are_all_read(tmp_path):
    found = json.loads((EXPORTS / "chatgpt/conversations.json").read_bytes())
    (tmp_path / "conversations-000.json").write_text(json.dumps(found[:4]))
    (tmp_path / "conversations-001.json").write_text(json.dumps(found[4:]))
    assert len(plan_of(tmp_path).talks) == 10


def test_a_folder_that_is_no_export_says_so(tmp_path):
    (tmp_path / "conversations.json").write_text('{"else": 1}')
    with pytest.raises(LuminairError, match="no conversations of ChatGPT or Claude"):
        plan_of(tmp_path)


def test_a_cut_off_export_says_so(tmp_path):
    data = (EXPORTS / "chatgpt/conversations.json").read_bytes()
    (tmp_path / "conversations.json").write_bytes(data[: len(data) // 2])
    with pytest.raises(LuminairError, match="no whole JSON; download the export again"):
        plan_of(tmp_path)
