"""Two clones edited at random, by the Journal's door and by hand, and brought together."""

from __future__ import annotations

import random
import string
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError
from luminair.exchange.sync_trees import join
from luminair.journal import Kind, Scope, State
from tests.exchange.cloning import Machine, git, settle, two_machines

if TYPE_CHECKING:
    from pathlib import Path

REMARK = "# Two versions, from a sync; the other: "
_HEADINGS = ("Asked", "Decided", "Open", "Said again", "Notes")


class Editor:
    """Edits one clone at random; each line that it writes is one of its own."""

    def __init__(self, machine: Machine, dice: random.Random) -> None:
        self.machine, self.dice = machine, dice
        self._count = 0

    def line(self) -> str:
        self._count += 1
        words = "".join(self.dice.choice(string.ascii_lowercase) for _ in range(8))
        return f"{self.machine.name} {words} {self._count}"

    def edit(self) -> None:
        """One edit; one that the Journal refuses is none."""
        try:
            self.dice.choice(
                [self._add, self._change, self._switch, self._send]
                + [self._by_hand] * 4
                + [self._plain, self._odd]
            )()
        except LuminairError:
            return

    def append(self) -> str:
        """A line more at the end of a note, whatever it holds, by either way; the line."""
        line, path = self.line(), self._file()
        file, journal = self.machine.vault / path, self.machine.journal
        journal.refresh()
        by_door = self.dice.random() < 0.5
        try:
            if by_door:
                journal.edit(path, body=f"{journal.load(path).body}\n{line}\n")
        except LuminairError:  # what has come of it cannot be read
            by_door = False
        if not by_door:
            file.write_bytes(file.read_bytes() + f"\n{line}\n".encode())
        return line

    # --- By the Journal's door ---------------------------------------------------------------

    def _notes(self) -> list:
        self.machine.journal.refresh()
        listed = self.machine.journal.listing(compared=False)
        return [each.note for each in listed if each.state is not State.DAMAGED]

    def _one(self):
        notes = self._notes()
        if not notes:
            self._add()
            notes = self._notes()
        return self.dice.choice(sorted(notes, key=lambda note: note.path))

    def _add(self) -> None:
        kind = self.dice.choice([Kind.NOTE, Kind.ASK, Kind.RULEDOUT, Kind.RULE])
        title = self.dice.choice(["Upload", "Clock", "Über uns", self.line()])
        self.machine.journal.add(
            title=title, body=self._body(), kind=kind, scope=self.dice.choice([None, Scope.GLOBAL])
        )

    def _body(self) -> str:
        parts = [self.line()]
        for heading in self.dice.sample(_HEADINGS, self.dice.randint(0, 3)):
            items = "\n".join(f"- {self.line()}" for _ in range(self.dice.randint(1, 3)))
            parts.append(f"## {heading}\n\n{items}")
        return "\n\n".join(parts) + "\n"

    def _change(self) -> None:
        note = self._one()
        journal = self.machine.journal
        match self.dice.randrange(3):
            case 0:
                journal.edit(note.path, title=self.line())
            case 1:
                journal.edit(note.path, body=journal.load(note.path).body + f"{self.line()}\n")
            case _:
                journal.edit(note.path, summary=self.line(), kind=Kind.NOTE)

    def _switch(self) -> None:
        note, journal = self._one(), self.machine.journal
        if note.kind is Kind.ASK and self.dice.random() < 0.5:
            journal.close_ask(note.path, self.line())
        elif note.pinned:
            journal.unpin(note.path)
        else:
            journal.pin(note.path)

    def _send(self) -> None:
        note, journal = self._one(), self.machine.journal
        match self.dice.randrange(4):
            case 0:
                journal.rename(note.path)
            case 1:
                journal.move([note.path], self.dice.choice(["Notes", "Projects/Uploader", ""]))
            case 2 if note.in_archive:
                journal.unarchive(note.path)
            case 2:
                journal.archive([note.path])
            case _:
                journal.remove([note.path])

    # --- By hand -----------------------------------------------------------------------------

    def _file(self) -> str:
        paths = [path for path in self.machine.files() if path.endswith(".md")]
        if not paths:
            self._plain()
            return self._file()
        return self.dice.choice(paths)

    def _by_hand(self) -> None:
        path = self._file()
        text = self.machine.read(path)
        lines = text.split("\n")
        at = self._place(lines)
        match self.dice.randrange(5):
            case 0:
                lines.insert(at, self.line())
            case 1 if at < len(lines):
                lines[at] = self.line()
            case 2 if at < len(lines):
                del lines[at : at + self.dice.randint(1, 3)]
            case 3:
                lines[at:at] = ["", f"## {self.dice.choice(_HEADINGS)}", "", f"- {self.line()}"]
            case _:
                lines += [self.line(), ""]
        self.machine.write(path, "\n".join(lines))

    def _place(self, lines: list[str]) -> int:
        """A line of the text; the header is edited by the Journal and by :meth:`_odd`."""
        end = 0
        if lines[0].strip() == "---":
            end = next((n for n, line in enumerate(lines[1:], 1) if line.strip() == "---"), 0) + 1
        return self.dice.randint(min(end, len(lines)), len(lines))

    def _plain(self) -> None:
        name = self.dice.choice(["Plain", "plain", "Meeting", self.line()])
        ends = self.dice.choice(["\n", "\r\n"])
        self.machine.write(f"{name}.md", self._body().replace("\n", ends))

    def _odd(self) -> None:
        path = self._file()
        match self.dice.randrange(6):
            case 0:
                (self.machine.vault / path).unlink()
            case 1:
                target = self.machine.vault / f"{self.line()}.md"
                (self.machine.vault / path).rename(target)
            case 2:
                self.machine.write("picture.png", self.dice.randbytes(64))
            case 3:
                self.machine.write(f"Broken {self.line()}.md", f"---\ntitle: {self.line()}\n")
            case _:
                text = self.machine.read(path)
                if text.startswith("---\n"):
                    key = self.dice.choice(["tags", "colour", "source-url"])
                    value = f"[{self.line().replace(' ', '-')}]" if key == "tags" else self.line()
                    rest = [line for line in text.split("\n")[1:] if not line.startswith(key)]
                    self.machine.write(path, "\n".join(["---", f"{key}: {value}", *rest]))


def lines_of(files: dict[str, bytes]) -> set[str]:
    """Every line of every text, as a person sees it."""
    found: set[str] = set()
    for path, data in files.items():
        if path.endswith(".md"):
            for line in data.decode().splitlines():
                text = line.strip().removeprefix(REMARK).strip()
                found.add(text)
    return {line for line in found if not line.startswith(("updated:", "archived:", "tags:"))}


def tags_of(files: dict[str, bytes]) -> set[str]:
    return {
        item.strip()
        for data in files.values()
        for line in data.decode("utf-8", "replace").splitlines()
        if line.startswith("tags:")
        for item in line.removeprefix("tags:").strip(" []").split(",")
    }


def play(ana: Machine, ben: Machine, rounds: int, seed: int) -> int:
    """Plays rounds; how many of them brought two sides together."""
    dice, hers, his = (random.Random(seed + number) for number in range(3))  # noqa: S311
    editors = [Editor(ana, hers), Editor(ben, his)]
    joined = 0
    settle(ana, ben)
    for number in range(rounds):
        base = ana.files()
        for editor in editors:
            for _ in range(dice.randint(1, 4)):
                editor.edit()
        mine, theirs = ana.files(), ben.files()
        first, second = (ana, ben) if dice.random() < 0.5 else (ben, ana)
        settle(first, second)
        after = ana.files()
        assert after == ben.files(), f"round {number}: the clones differ"
        was, one, other = lines_of(base), lines_of(mine), lines_of(theirs)
        kept = (one - was) | (other - was) | (one & other)
        lost = kept - lines_of(after)
        assert not lost, f"round {number}: lost {sorted(lost)[:5]}"
        new_tags = (tags_of(mine) | tags_of(theirs)) - tags_of(base)
        assert new_tags <= tags_of(after), f"round {number}: tags lost"
        joined += agrees(ana, number)
        valid(ana, number, damaged=damaged(mine) | damaged(theirs))
        if len(after) > 60:
            for path in sorted(after)[::2]:
                (ana.vault / path).unlink()
            settle(ana, ben)
    return joined


def agrees(machine: Machine, number: int) -> bool:
    """Whether the last commit brought two together; the other way round it is the same."""
    store = machine.git
    parents = git(machine.vault, "log", "-1", "--merges", "--format=%P").split()
    known = git(machine.vault, "log", "-3", "--format=%P").splitlines()
    if len(parents) != 2 or " ".join(parents) not in known:
        return False
    head = git(machine.vault, "log", "-1", "--merges", "--format=%H")
    base = git(machine.vault, "merge-base", *parents)
    trees = [store.tree(commit) for commit in (base, *parents)]
    one = join(trees[0], trees[1], trees[2], store)
    other = join(trees[0], trees[2], trees[1], store)
    assert one == other, f"round {number}: the two ways round differ"
    assert one.tree == store.tree(head), f"round {number}: not what was committed"
    return True


def damaged(files: dict[str, bytes]) -> set[bytes]:
    return {data for data in files.values() if data.startswith(b"---") and data.count(b"---") < 2}


def valid(machine: Machine, number: int, *, damaged: set[bytes]) -> None:
    """Front matter that was valid is, and no id stands on two notes."""
    listed = machine.journal.listing(compared=False)
    for each in listed:
        raw = machine.journal.file_bytes(each.note.path)
        assert each.state is not State.DAMAGED or raw in damaged, (
            f"round {number}: {each.note.path}"
        )
    ids = [
        each.note.id for each in listed if each.note.id and "conflicted copy" not in each.note.path
    ]
    assert len(ids) == len(set(ids)), f"round {number}: an id twice"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [7, 11])
def test_no_line_of_either_side_is_lost(tmp_path: Path, seed: int) -> None:
    ana, ben = two_machines(tmp_path)
    try:
        assert play(ana, ben, 7, seed) > 3
    finally:
        ana.close()
        ben.close()


@pytest.mark.full
@pytest.mark.timeout(7200)
def test_no_line_is_lost_in_a_thousand_rounds(tmp_path: Path) -> None:
    ana, ben = two_machines(tmp_path)
    try:
        assert play(ana, ben, 1000, 2026) > 800
    finally:
        ana.close()
        ben.close()
