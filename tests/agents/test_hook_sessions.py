"""Whose session a hook speaks for, and what it says while the app runs."""

from __future__ import annotations

import os

import pytest

from luminair.agents.host import Hosts
from luminair.config.paths import Home
from tests.agents.hosting import Host, dead_end, held, knowledge, law, settled

pytestmark = pytest.mark.timeout(120)


# --- With the app ---------------------------------------------------------------------------------


def test_the_running_app_gives_the_same_texts(journal, home, vault, project, monkeypatch) -> None:
    from luminair.agents import hook_texts
    from luminair.agents.hook_making import texts_of
    from luminair.cli import asking
    from tests.bench.cold import app

    monkeypatch.setattr(asking, "PATIENCE_S", 10.0)  # a busy machine loads slowly
    law(journal)
    dead_end(journal, project)
    knowledge(journal, project)
    monkeypatch.setenv("LUMINAIR_VAULT", str(vault))
    prompt = "why does the uploader give up?"
    for what in (
        {"prompt": prompt, "summaries": None, "ancestors": ("claude:a",), "optional": True},
        {"prompt": None, "summaries": ("gone",), "ancestors": (), "optional": True},
        {"prompt": prompt, "summaries": (), "ancestors": (), "optional": False},
    ):
        with app(home):
            asked = hook_texts.arguments(
                "claude:s1", str(project), home=str(home), vault=None, **what
            )
            answer = asking.answer_to(asked, (what["prompt"] or "").encode())
        assert answer is not None
        assert answer.code == 0
        own = texts_of(journal, session="claude:s1", folder=str(project), **what)
        assert hook_texts.unpacked(answer.out) == own
        assert bool(own.fresh) is (what["optional"] and what["prompt"] is not None)


def test_with_the_app_running(host, journal, home, vault, project, monkeypatch) -> None:
    from tests.bench.cold import app

    law(journal)
    note = knowledge(journal, project)
    monkeypatch.setenv("LUMINAIR_VAULT", str(vault))
    with app(home):
        (start,) = host.start()
        assert "All times are UTC." in start
        assert note in host.prompt("why does the uploader give up?")


# --- Who is it -----------------------------------------------------------------------------------


def test_a_fork_holds_what_its_parent_held(host, journal, home, vault, project) -> None:
    """As Claude Code forks: the parent is resumed, then a prompt has a new name."""
    rule = law(journal)
    host.start()
    assert settled(lambda: f"rule:{rule}" in held(home, vault, "claude:s1"))
    new = law(journal, "New law", "Never force-push.")
    (text,) = host.start("resume")
    assert "Never force-push." in text
    assert settled(lambda: f"rule:{new}" in held(home, vault, "claude:s1"))
    assert settled(lambda: Hosts(Home(home).hosts).newest("claude") is not None)
    fork = Host(vault, project, name="s2")
    fork.environ = host.environ
    assert fork.prompt("hello there") == ""
    assert f"rule:{rule}" in held(home, vault, "claude:s2")
    # The parent's own conversation never saw what the fork was given as it started.
    (again,) = host.start("resume")
    assert "Never force-push." in again
    assert "All times are UTC." not in again


def test_a_host_is_written_down_for_the_mcp_server(host, home, project) -> None:
    host.client = "codex"
    host.start()
    hosts = Hosts(Home(home).hosts)
    assert settled(lambda: hosts.newest("codex") is not None)
    from luminair.agents.host import host_process

    record = hosts.of(host_process(os.getpid()))
    assert record is not None
    assert (record.session, record.folder) == ("codex:s1", str(project))


def test_at_the_end_of_a_session_its_host_is_free(host, home) -> None:
    from luminair.agents.host import host_process

    hosts = Hosts(Home(home).hosts)
    host.prompt("hello there")
    assert settled(lambda: hosts.of(host_process(os.getpid())) is not None)
    assert host.event("SessionEnd", reason="other").out == b""
    assert settled(lambda: hosts.of(host_process(os.getpid())) is None)


def test_gemini_is_given_all_anew_after_it_compressed(host, journal, home, vault) -> None:
    rule = law(journal)
    host.client = "gemini"
    host.start()
    assert settled(lambda: f"rule:{rule}" in held(home, vault, "gemini:s1"))
    assert host.event("PreCompress", trigger="auto").text == ""
    assert "All times are UTC." in host.prompt("hello there")
