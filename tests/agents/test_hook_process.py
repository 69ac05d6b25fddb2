"""`luminair-journal hook` as hosts run it: processes, pipes, and a vault on the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from luminair.agents.host import Hosts
from luminair.config.paths import Home
from luminair.config.settings import Settings
from luminair.journal import Kind, Scope
from tests.agents.hosting import Host, dead_end, held, knowledge, law, settled

if TYPE_CHECKING:
    from pathlib import Path

    from luminair.journal import Journal

pytestmark = pytest.mark.timeout(120)


def test_start_then_prompts(host: Host, journal: Journal, project: Path, home, vault) -> None:
    rule, end, note = law(journal), dead_end(journal, project), knowledge(journal, project)
    (start,) = host.start()
    assert start.startswith("Luminair Journal, part 1 of 1.\n# Standing instructions\n")
    assert "All times are UTC." in start
    assert "WAL on NFS" not in start
    assert settled(lambda: f"rule:{rule}" in held(home, vault, "claude:s1"))
    first = host.prompt("why does the uploader give up?")
    assert end in first
    assert note in first
    assert "All times are UTC." not in first
    assert settled(lambda: f"note:{note}" in held(home, vault, "claude:s1"))
    assert host.prompt("why does the uploader give up?") == ""


def test_what_changed_rides_again_and_says_so(host, journal, project, home, vault) -> None:
    rule, gone = law(journal), law(journal, "Old law", "Say hello first.")
    note = knowledge(journal, project)
    host.start()
    host.prompt("why does the uploader give up?")
    assert settled(lambda: f"note:{note}" in held(home, vault, "claude:s1"))
    journal.edit(rule, body="All times are UTC, always.\n")
    journal.edit(note, body="The uploader gives up after five retries with ECONNRESET.\n")
    journal.archive([gone])
    text = host.prompt("why does the uploader give up?")
    assert "(Replaces the earlier version.)\n- [global] Use UTC\nAll times are UTC, always." in text
    assert "five retries" in text
    assert text.count("(Replaces the earlier version.)") == 2
    assert "NO LONGER HOLDS: rule “Old law”" in text
    assert settled(lambda: f"rule:{gone}" not in held(home, vault, "claude:s1"))
    assert host.prompt("why does the uploader give up?") == ""


def test_a_resume_gives_only_what_changed(host, journal, home, vault) -> None:
    rule = law(journal)
    host.start()
    assert settled(lambda: f"rule:{rule}" in held(home, vault, "claude:s1"))
    assert host.start("resume") == []
    new = law(journal, "New law", "Never force-push.")
    (text,) = host.start("resume")
    assert "Never force-push." in text
    assert "All times are UTC." not in text
    assert settled(lambda: f"rule:{new}" in held(home, vault, "claude:s1"))


@pytest.mark.parametrize("source", ["clear", "compact", "startup"])
def test_what_the_conversation_lost_is_given_anew(host, journal, home, vault, source) -> None:
    rule = law(journal)
    host.start()
    assert settled(lambda: f"rule:{rule}" in held(home, vault, "claude:s1"))
    (text,) = host.start(source)
    assert "All times are UTC." in text


def test_six_parts_in_any_order(host, journal, home, vault) -> None:
    keys = [law(journal, f"Law {n}", f"Law number {n}: " + "word " * 700) for n in range(11)]
    texts = [
        host.event("SessionStart", "--part", str(part), source="startup").text
        for part in (5, 2, 6, 1, 4, 3)
    ]
    whole = "\n".join(texts)
    assert sum(bool(text) for text in texts) == 6
    for number in range(11):
        assert whole.count(f"Law number {number}: ") == 1
    assert settled(lambda: {f"rule:{key}" for key in keys} <= set(held(home, vault, "claude:s1")))
    assert host.prompt("hello there") == ""


def test_a_part_that_never_ran_comes_with_the_prompts(host, journal, home, vault) -> None:
    keys = [law(journal, f"Law {n}", f"Law number {n}: " + "word " * 900) for n in range(6)]
    given = "\n".join(host.start(parts=(1, 2)))
    missing = [n for n in range(6) if f"Law number {n}: " not in given]
    assert missing
    come = ""
    while missing:
        before = len(held(home, vault, "claude:s1"))
        text = host.prompt("hello there")
        assert text, missing
        come += text
        assert settled(lambda: len(held(home, vault, "claude:s1")) > before)  # noqa: B023
        missing = [n for n in missing if f"Law number {n}: " not in come]
    assert settled(lambda: {f"rule:{key}" for key in keys} <= set(held(home, vault, "claude:s1")))
    assert host.prompt("hello there") == ""


def test_the_tenth_prompt_costs_a_fifth_at_most(host, journal, project) -> None:
    for number in range(8):
        law(journal, f"Law {number}", f"Law {number} says " + "word " * 80)
        journal.add(
            title=f"Uploader fact {number}",
            body=f"The uploader fact {number} about retries: " + "word " * 60,
            kind=Kind.NOTE,
            scope=Scope.FOLDER,
            cwd=str(project),
        )
    first = "".join(host.start()) + host.prompt("why does the uploader retry?")
    added = ""
    for number in range(2, 11):
        added = host.prompt(f"and what of uploader retries, take {number}?")
    assert len(first) > 5000
    assert 5 * len(added) <= len(first)


def test_requests_are_kept_after_the_answer(host, project, vault) -> None:
    host.prompt("Please add a test for the retry limit of the uploader tomorrow.")
    folder = vault / "Notes" / "harbor"
    assert settled(lambda: list(folder.glob("*.md")))
    (file,) = folder.glob("*.md")
    text = file.read_text()
    assert "kind: ask" in text
    assert "session: claude:s1" in text or 'session: "claude:s1"' in text
    assert f"cwd: {project}" in text
    # It waits for its own session's end, here and elsewhere.
    assert "retry limit" not in host.prompt("the retry limit of the uploader?")
    other = Host(vault, project, name="s2")
    assert "retry limit" not in other.prompt("the retry limit of the uploader?")


def test_capture_can_be_switched_off(host, vault, home) -> None:
    Settings(Home(home).settings_file).set({"capture": False})
    host.prompt("Please add a test for the retry limit of the uploader tomorrow.")
    assert settled(lambda: Hosts(Home(home).hosts).newest("claude") is not None)
    assert settled((Home(home).state(vault) / "turns").is_dir)
    assert not (vault / "Notes").exists()


def test_five_processes_with_one_prompt_leave_one_ask(host, vault) -> None:
    from concurrent.futures import ThreadPoolExecutor

    ask = "Please add a test for the retry limit of the uploader tomorrow."
    with ThreadPoolExecutor(5) as pool:
        list(pool.map(host.prompt, [ask] * 5))
    folder = vault / "Notes" / "harbor"
    assert settled(lambda: list(folder.glob("*.md")))
    assert len(list(folder.glob("*.md"))) == 1


# --- Where nothing is said -----------------------------------------------------------------------


@pytest.mark.parametrize("client", ["claude", "codex", "gemini"])
def test_in_a_lane_of_ours_it_says_and_keeps_nothing(host, journal, home, client) -> None:
    law(journal)
    before = sorted((home / "state").rglob("*"))
    host.client, host.environ["LUMINAIR_LANE"] = client, "1"
    done = host.event("UserPromptSubmit", prompt="Please add a test tomorrow.")
    assert done.text == ""
    assert host.start() == []
    assert sorted((home / "state").rglob("*")) == before


def test_a_project_can_be_left_out(host, journal, home, project, tmp_path) -> None:
    law(journal)
    link = tmp_path / "link"
    link.symlink_to(project)
    Settings(Home(home).settings_file).set({"hook.off_in": f"/elsewhere:{link}"})
    assert host.start() == []
    assert host.prompt("Please add a test tomorrow.") == ""
    inside = project / "src"
    inside.mkdir()
    host.folder = inside
    assert host.start() == []
    host.folder = tmp_path
    assert host.start() != []


def test_print_mode_can_be_left_out(host, journal, home) -> None:
    law(journal)
    host.environ["CLAUDE_CODE_ENTRYPOINT"] = "sdk-cli"
    assert host.start() != []
    Settings(Home(home).settings_file).set({"hook.print_mode": False})
    assert host.start("clear") == []
    host.environ["CLAUDE_CODE_ENTRYPOINT"] = "cli"
    assert host.start("clear") != []


def test_a_subagent_gets_the_rules_alone(host, journal, project, home) -> None:
    law(journal)
    dead_end(journal, project)
    text = host.event("SubagentStart", agent_id="a1").text
    assert "All times are UTC." in text
    assert "Standing instructions" not in text
    ask = "Please add a test for the retry limit tomorrow."
    assert host.prompt(ask, agent_id="a1") == ""
    Settings(Home(home).settings_file).set({"hook.subagents": False})
    assert host.event("SubagentStart", agent_id="a1").text == ""
