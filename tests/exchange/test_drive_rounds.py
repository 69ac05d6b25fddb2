"""Two machines edit one vault through a cloud drive that comes late, torn, twice and reordered."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError
from luminair.journal import State
from luminair.keeping.review.joining import join
from luminair.keeping.review.torn import torn_notes
from tests.exchange.cloning import Machine
from tests.exchange.drive import Drive
from tests.exchange.test_sync_rounds import Editor, lines_of

if TYPE_CHECKING:
    from pathlib import Path


class Told:
    """What happened in all rounds."""

    def __init__(self) -> None:
        self.joined = self.both_kept = self.left = 0


def play(folder: Path, rounds: int, seed: int, *, with_machine_files: bool) -> tuple[Drive, Told]:
    """Plays rounds of edits, of carrying while edits go on, and of bringing copies together."""
    at = datetime(2026, 8, 25, 20, 9, tzinfo=UTC)
    machines = [
        Machine(folder / name, None, at=at - timedelta(days=3 * number), seed=number)
        for number, name in enumerate(("ana", "ben"))
    ]
    dice = random.Random(seed)  # noqa: S311
    drive = Drive(machines, dice, with_machine_files=with_machine_files)
    editors = [
        Editor(machine, random.Random(seed + number))  # noqa: S311
        for number, machine in enumerate(machines, 1)
    ]
    told = Told()
    try:
        for number in range(rounds):
            _round(number, machines, drive, editors, dice, told)
    finally:
        for machine in machines:
            machine.close()
    return drive, told


def _round(
    number: int,
    machines: list[Machine],
    drive: Drive,
    editors: list[Editor],
    dice: random.Random,
    told: Told,
) -> None:
    base = machines[0].files()
    for editor in editors:
        for _ in range(dice.randint(1, 4)):
            editor.edit()
    one, other = (lines_of(machine.files()) for machine in machines)
    was = lines_of(base)
    kept = (one - was) | (other - was) | (one & other)
    kept |= _carry_and_edit(drive, editors, dice)
    drive.settle()
    ana, ben = machines
    assert ana.files() == ben.files(), f"round {number}: the drive did not bring all"
    lost = kept - lines_of(ana.files())
    assert not lost, f"round {number}: the Journal lost {sorted(lost)[:5]}"
    _all_visible(ana, drive, number)
    _bring_together(machines, drive, dice, told, number)
    lost = kept - lines_of(ana.files())
    assert not lost, f"round {number}: lost in bringing together: {sorted(lost)[:5]}"
    if len(ana.files()) > 60:
        for path in sorted(ana.files())[::2]:
            (ana.vault / path).unlink()
        drive.settle()


def _carry_and_edit(drive: Drive, editors: list[Editor], dice: random.Random) -> set[str]:
    """Carries while both go on; these edits only add lines, all of which must stay."""
    added = set()
    for _ in range(dice.randint(1, 3)):
        drive.carry()
        added |= {editor.append() for editor in editors if dice.random() < 0.3}
    return added


def _all_visible(machine: Machine, drive: Drive, number: int) -> None:
    """Each conflict copy is named by the doctor, or is a note of its own that rides."""
    journal = machine.journal
    journal.refresh()
    named = {each.path for each in journal.doctor()}
    live = {each.note.path for each in journal.listing() if each.state is State.LIVE}
    for copy in sorted(drive.copies):
        path = machine.vault / copy
        if path.exists() and copy.endswith(".md"):
            shelved = copy.startswith(("Archive/", ".luminair/"))
            assert copy in named or copy in live or shelved, f"round {number}: {copy} is hidden"


def _bring_together(
    machines: list[Machine], drive: Drive, dice: random.Random, told: Told, number: int
) -> None:
    """Brings copies together on one machine or on both at once, until none is left."""
    for _ in range(8):
        who = machines if dice.random() < 0.3 else [dice.choice(machines)]
        before = told.joined
        refused = 0
        for machine in who:
            refused += _join_all(machine, told, number)
        drive.settle()
        if told.joined == before:
            told.left += refused
            break
    else:
        raise AssertionError(f"round {number}: the copies never end")
    ana, ben = machines
    assert ana.files() == ben.files()


def _join_all(machine: Machine, told: Told, number: int) -> int:
    refused = 0
    for copy in sorted(machine.journal.conflict_copies()):
        try:
            done = join(machine.journal, copy)
        except LuminairError:
            refused += 1
            assert (machine.vault / copy).exists(), f"round {number}: {copy} is gone"
            continue
        told.joined += 1
        if done.parts:
            told.both_kept += 1
            (torn,) = torn_notes(machine.journal, [done.note.path])
            assert torn.parts
    return refused


@pytest.mark.timeout(120)
@pytest.mark.parametrize("with_machine_files", [True, False])
def test_nothing_is_lost_through_a_cloud_drive(tmp_path: Path, with_machine_files) -> None:
    drive, told = play(tmp_path, 14, 7, with_machine_files=with_machine_files)
    assert told.joined > 4
    assert told.both_kept > 1
    assert drive.torn > 1


@pytest.mark.full
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("with_machine_files", [True, False])
def test_nothing_is_lost_in_a_thousand_rounds(tmp_path: Path, with_machine_files) -> None:
    drive, told = play(tmp_path, 500, 2026, with_machine_files=with_machine_files)
    assert told.joined > 300
    assert drive.torn > 100
