"""A cloud drive between machines, as bad as they come: late, torn, twice, in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from tests.exchange.cloning import Machine

_NEVER = ("index", ".git/")
_CALLED = (
    "{stem} ({who}'s conflicted copy 2026-08-25){end}",
    "{stem}.sync-conflict-20260825-200900-{who}{end}",
    "{stem} (case conflict){end}",
)


class Drive:
    """Carries files between the vaults of machines that edit meanwhile.

    Args:
        machines: who shares.
        dice: decides what goes wrong.
        with_machine_files: whether ``.luminair/`` is shared too.

    Attributes:
        copies: every conflict copy that it made.
        torn: how many files came half first.
    """

    def __init__(
        self, machines: list[Machine], dice: random.Random, *, with_machine_files: bool
    ) -> None:
        self._machines, self._dice, self._with = machines, dice, with_machine_files
        self._server: dict[str, bytes] = {}
        self._known: dict[str, dict[str, bytes]] = {each.name: {} for each in machines}
        self._half: dict[str, dict[str, bytes]] = {each.name: {} for each in machines}
        self.copies: set[str] = set()
        self.torn = self.twice = 0

    def carry(self, *, calmly: bool = False) -> bool:
        """One pass over every machine; whether anything moved."""
        machines = list(self._machines)
        self._dice.shuffle(machines)
        moved = [self._pass(machine, calmly=calmly) for machine in machines]
        return any(moved)

    def settle(self) -> None:
        """Carries until nothing moves any more."""
        for _ in range(20):
            if not self.carry(calmly=True):
                return
        raise AssertionError("the drive does not come to rest")

    def _pass(self, machine: Machine, *, calmly: bool) -> bool:
        here = self._files(machine.vault)
        paths = sorted({*here, *self._server, *self._known[machine.name]})
        self._dice.shuffle(paths)
        moved = False
        for path in paths:
            if calmly or self._dice.random() < 0.6:  # the others are late
                moved |= self._one(machine, path, here.get(path), calmly=calmly)
        return moved

    def _files(self, root: Path) -> dict[str, bytes]:
        found = {}
        for file in root.rglob("*"):
            path = file.relative_to(root).as_posix()
            hidden = path.startswith(".luminair/") and not self._with
            if not hidden and not path.startswith(_NEVER) and file.is_file():
                found[path] = file.read_bytes()
        return found

    def _one(self, machine: Machine, path: str, here: bytes | None, *, calmly: bool) -> bool:
        known, there = self._known[machine.name].get(path), self._server.get(path)
        half = self._half[machine.name].pop(path, None)
        if here is not None and here == half:
            return self._write(machine, path, there)  # the rest of it
        if half is not None and here is None:
            here = known  # taken away while it came: the drive brings it again
        if here == known:
            if there == known:
                return False
            tears = there and not calmly and self._dice.random() < 0.15
            if tears and not path.startswith(".luminair/"):
                cut = there[: self._dice.randrange(len(there))]
                self.torn += 1
                self._half[machine.name][path] = cut
                machine.write(path, cut)
                return True
            self._write(machine, path, there)
            self._deliver_twice(machine, path, there, calmly=calmly)
            return True
        if there in {known, here} or there is None:
            return self._send(machine, path, here)
        if here is None:
            return self._write(machine, path, there)
        copy = self._copy_name(machine, path)
        machine.write(copy, here)
        self.copies.add(copy)
        self._write(machine, path, there)
        return True

    def _send(self, machine: Machine, path: str, data: bytes | None) -> bool:
        self._set(self._server, path, data)
        self._set(self._known[machine.name], path, data)
        return True

    def _write(self, machine: Machine, path: str, data: bytes | None) -> bool:
        if data is None:
            (machine.vault / path).unlink(missing_ok=True)
        else:
            machine.write(path, data)
        self._set(self._known[machine.name], path, data)
        return True

    @staticmethod
    def _set(files: dict[str, bytes], path: str, data: bytes | None) -> None:
        if data is None:
            files.pop(path, None)
        else:
            files[path] = data

    def _deliver_twice(
        self, machine: Machine, path: str, data: bytes | None, *, calmly: bool
    ) -> None:
        """iCloud's ``Name 2.md``: the same file once more."""
        stem, dot, end = path.rpartition(".md")
        if data is None or calmly or not dot or end or self._dice.random() > 0.05:
            return
        again = machine.vault / f"{stem} 2.md"
        if not again.exists():
            again.write_bytes(data)
            self.twice += 1
            self.copies.add(f"{stem} 2.md")

    def _copy_name(self, machine: Machine, path: str) -> str:
        folder, slash, name = path.rpartition("/")
        stem, dot, end = name.rpartition(".")
        called = self._dice.choice(_CALLED)
        copy = called.format(stem=stem or end, who=machine.name, end=f"{dot}{end}" if stem else "")
        number = 1
        while (machine.vault / f"{folder}{slash}{copy}").exists() or (
            f"{folder}{slash}{copy}" in self._server
        ):
            number += 1
            called = "{stem} ({who}'s conflicted copy 2026-08-25 {number}){end}"
            copy = called.format(
                stem=stem or end,
                who=machine.name,
                end=f"{dot}{end}" if stem else "",
                number=number,
            )
        return f"{folder}{slash}{copy}"
