"""Taking an import back: killed at any moment, and where a later import brought the same."""

from __future__ import annotations

import os
import shutil
import signal
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.exchange.taking_back import standing, take_back
from luminair.journal import Decision, Journal, Setup
from luminair.keeping.review import answering
from luminair.sessions.library import Library
from tests.exchange.conftest import state_of
from tests.journal.vault.crash.scenarios import Trap

if TYPE_CHECKING:
    from pathlib import Path

RULES = "Run make check before each commit.\n\nNever push to main.\n"


def _source(tmp_path: Path, name: str) -> Path:
    source = tmp_path / name
    source.mkdir()
    (source / "note.md").write_text(f"# Tide of {name}\n\nHigh twice a day.\n")
    (source / "CLAUDE.md").write_text(RULES)
    return source


def _at(bring, vault: Path, home: Path):
    """The same vault and home at other places, in a process that knows nothing of them yet."""
    old = bring.journal.setup
    setup = Setup(root=vault, index=home / "index", home=old.home, now=old.now, draw=old.draw)
    return Journal(setup), Library(home, now=old.now, draw=old.draw)


def _killed_at(number: int, bring, vault: Path, home: Path, batch: str) -> bool:
    """Takes the import back in a child that dies at its ``number``-th call of the disk."""
    child = os.fork()
    if child == 0:
        try:
            journal, library = _at(bring, vault, home)
            Trap(number, "kill").set()
            take_back(journal, library, home, batch, bring.journal.setup.now())
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def test_killed_at_any_write_a_second_one_finishes_the_work(bring, tmp_path, vault):
    before = state_of(vault)
    taken = bring(_source(tmp_path, "Sea"))
    rules = [name for _, name in taken.rules]
    assert (len(taken.notes), len(rules)) == (1, 1)
    bring.journal.close()
    number = 0
    while True:
        number += 1
        root, home = tmp_path / f"v{number}", tmp_path / f"h{number}"
        shutil.copytree(vault, root)
        shutil.copytree(bring.home, home)
        killed = _killed_at(number, bring, root, home, taken.batch)
        journal, library = _at(bring, root, home)
        now = bring.journal.setup.now
        done = take_back(journal, library, home, taken.batch, now())
        assert state_of(root) == before, number
        assert answering.pending(journal, now()) == [], number
        assert standing(journal, library, home) == [], number
        if done.operation:
            # What is said to bring it all back does so, rules and all.
            journal.undo(done.operation)
            assert len(state_of(root)) == len(before) + 1, number
            assert [each.id for each in answering.pending(journal, now())] == rules, number
        else:
            assert (done.notes, done.rules) == (0, 0), number
        journal.close()
        shutil.rmtree(root)
        shutil.rmtree(home)
        if not killed:
            break
    assert number > 20


def test_after_a_plain_undo_the_notes_bring_the_rules_along_again(bring, tmp_path):
    taken = bring(_source(tmp_path, "Sea"))
    took = bring.journal.undo(taken.operation).undone_by
    done = bring.undo()
    assert (done.notes, done.rules, done.operation) == (0, 1, took)
    assert bring.undo().operation == ""
    bring.journal.undo(took)
    waiting = answering.pending(bring.journal, bring.journal.setup.now())
    assert [each.id for each in waiting] == [name for _, name in taken.rules]


@pytest.mark.parametrize("answer", [Decision.WAITING, Decision.LATER, Decision.NEVER])
def test_an_older_import_leaves_what_a_later_one_brought_too(bring, tmp_path, answer):
    old = bring(_source(tmp_path, "Sea"))
    bring.undo(old.batch)
    new = bring(tmp_path / "Sea")
    ((_, rule),) = new.rules
    assert [name for _, name in old.rules] == [rule]
    now = bring.journal.setup.now()
    if answer is not Decision.WAITING:
        bring.journal.proposals.answer(rule, answer, now, until=now + timedelta(days=7))
    (stands,) = standing(bring.journal, bring.library, bring.home)
    assert (stands.batch, stands.rules) == (new.batch, int(answer is not Decision.NEVER))

    done = bring.undo(old.batch)
    assert (done.notes, done.rules, done.operation) == (0, 0, "")
    assert any("a later import brought it too" in sentence for sentence in done.kept)
    assert bring.journal.proposals.find(rule).answer is answer
    assert bring.undo(new.batch).rules == 1


def test_an_import_that_dies_among_its_rules_can_be_taken_back(bring, tmp_path, monkeypatch):
    class Died(BaseException):
        pass

    real = type(bring.journal.proposals).propose

    def propose(self, wanted, now):
        real(self, wanted, now)
        raise Died

    monkeypatch.setattr(type(bring.journal.proposals), "propose", propose)
    with pytest.raises(Died):
        bring(_source(tmp_path, "Sea"))
    monkeypatch.undo()
    (stands,) = standing(bring.journal, bring.library, bring.home)
    assert (stands.notes, stands.rules) == (1, 1)
    assert bring.undo(stands.batch).rules == 1
