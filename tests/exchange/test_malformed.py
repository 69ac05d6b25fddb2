"""Whatever an export holds, the good part lands and the rest is named; never a traceback."""

from __future__ import annotations

import copy
import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.errors import LuminairError
from luminair.exchange import chatgpt, claude_code, claude_export, codex, cursor
from luminair.exchange.choosing import Choice
from luminair.exchange.lines import lines_of
from luminair.exchange.plan import Plan, time_in, utc
from luminair.exchange.sources import plan_of
from luminair.exchange.taking import session_of
from tests.exchange.conftest import EXPORTS

ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["\ud800", "\0", "2026-01-01", "text", "user", "human", "assistant", 1e308]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "mapping",
                    "message",
                    "parent",
                    "children",
                    "author",
                    "role",
                    "content",
                    "parts",
                    "text",
                    "type",
                    "uuid",
                    "chat_messages",
                    "payload",
                    "timestamp",
                    "create_time",
                    "sender",
                    "parentUuid",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
GOOD = {
    "chatgpt": json.loads((EXPORTS / "chatgpt/conversations.json").read_bytes())[0],
    "claude": json.loads((EXPORTS / "claude/conversations.json").read_bytes())[0],
}
READERS = {"chatgpt": chatgpt.read, "claude": claude_export.read}


def spoiled(data, value, paths):
    """The value with something else at the end of some of these paths."""
    value = copy.deepcopy(value)
    for steps in paths:
        at = value
        while isinstance(at, (dict, list)) and at:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            key = keys[steps.pop() % len(keys)] if steps else keys[0]
            if not steps:
                at[key] = data.draw(ANY)
                break
            at = at[key]
    return value


PATHS = st.lists(st.lists(st.integers(0, 30), min_size=1, max_size=6), min_size=1, max_size=4)


def checked(plan: Plan) -> None:
    """Every conversation can be written, and every remark is a line."""
    for talk in plan.talks:
        facts, messages = session_of(Choice(plan, "import:x"), talk)
        line = json.dumps([facts.title, *(each.to_json() for each in messages)])
        assert line.encode()
        assert messages
        assert all(each.text or each.attachments for each in messages)
        assert "\0" not in "".join(each.text for each in messages)
    for each in plan.remarks:
        assert each.reason.endswith(".")
        assert "\n" not in each.item + each.reason
        assert (each.item + each.reason).encode()


@given(st.data(), st.sampled_from(sorted(GOOD)), PATHS)
def test_a_good_conversation_lands_beside_a_spoiled_one(data, service, paths):
    bad = spoiled(data, GOOD[service], paths)
    plan = Plan(service, service)
    READERS[service]([bad, GOOD[service], None, 7, []], plan, file="c.json", file_time="")
    checked(plan)
    good = GOOD[service]
    wanted = good.get("title") or good.get("name")
    assert any(
        talk.title == wanted and len(talk.turns) == 4 and "conversation 2" in talk.item
        for talk in plan.talks
    )
    # What did not land is named.
    assert len({each.item for each in plan.remarks} | {each.item for each in plan.talks}) == 5


@given(ANY)
def test_anything_at_all_is_read_without_a_traceback(found):
    for reader in READERS.values():
        plan = Plan("x", "x")
        reader(found, plan, file="c.json", file_time="")
        checked(plan)
    claude_export.read_projects(found, Plan("x", "x"), file="p.json", origin="o", file_time="")
    claude_export.read_memories(found, Plan("x", "x"), file="m.json", origin="o", file_time="")
    chatgpt.is_export(found)
    claude_export.is_export(found)


def short(file):
    """The lines of a file without long results of tools, which only take time."""
    return [each for each in file.read_bytes().split(b"\n") if len(each) < 2000]


LINES = {
    "claude-code": next((EXPORTS / "claude-code").rglob("a0afc474*.jsonl")),
    "codex": next((EXPORTS / "codex").rglob("rollout-2026-02-03*.jsonl")),
    "cursor": next((EXPORTS / "cursor").rglob("*.jsonl")),
}


@given(st.data(), st.sampled_from(sorted(LINES)), PATHS, st.integers(0, 3000))
def test_sessions_of_agents_survive_any_line(data, agent, paths, cut):
    whole = b"\n".join(short(LINES[agent]))
    lines, _ = lines_of(whole[: len(whole) - cut])
    spoiled_lines = [each for each in spoiled(data, lines, paths) if isinstance(each, dict)]
    if agent == "cursor":
        cursor.turns_of(spoiled_lines)
        return
    reader = claude_code if agent == "claude-code" else codex
    talk = reader.session_of(spoiled_lines, "s.jsonl", "")
    if talk is not None:
        plan = Plan("x", "x")
        plan.talks.append(talk)
        checked(plan)


@given(st.binary(max_size=200))
def test_any_bytes_are_lines_or_none(data):
    found, broken = lines_of(data)
    assert len(found) + broken == sum(bool(line.strip()) for line in data.split(b"\n"))


def test_a_deep_export_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "conversations.json").write_text("[" * 200_000 + "]" * 200_000)
    with pytest.raises(LuminairError, match="no whole JSON"):
        plan_of(tmp_path)


def test_times_of_every_shape():
    assert time_in("2026-02-02T08:00:00.118204+00:00") == "2026-02-02T08:00:00.118Z"
    assert time_in("2026-02-02T09:00:00+01:00") == "2026-02-02T08:00:00.000Z"
    assert time_in(1767258000.24) == "2026-01-01T09:00:00.240Z"
    for nothing in (None, True, "soon", "", -1, 0, 1e308, float("nan"), [], {}):
        assert time_in(nothing) == ""
    assert utc(None) == ""
    assert utc(datetime(2026, 1, 1, tzinfo=UTC)) == "2026-01-01T00:00:00.000Z"
