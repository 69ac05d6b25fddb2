"""A process that writes to a vault until it is killed, or a number of times.

    python -m tests.journal.vault.crash.writer VAULT SEED COUNT

Each note says in its last line what its bytes must hash to, so that any reader can tell a whole
note from a torn one.
"""

from __future__ import annotations

import itertools
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from luminair.files import sha256_of
from luminair.journal.vault.store import Store

SHARED = "Notes/shared.md"
START = datetime(2026, 8, 25, 20, 9, tzinfo=UTC)


def sealed(text: str) -> bytes:
    data = text.encode()
    return data + f"\nsha256 {sha256_of(data)}\n".encode()


def is_sealed(data: bytes) -> bool:
    text, _, seal = data.rpartition(b"\nsha256 ")
    return seal.strip().decode(errors="replace") == sha256_of(text)


def text_of(data: bytes) -> str:
    return data.rpartition(b"\nsha256 ")[0].decode()


class Writer:
    """Does what people and models do to a vault, by dice."""

    def __init__(self, root: Path, seed: int) -> None:
        self.dice = random.Random(seed)  # noqa: S311 - a test's dice
        steps = itertools.count(1)
        self.store = Store(
            root,
            # No two writers live in the same moment, eight of them in the same minute.
            now=lambda: START + timedelta(milliseconds=seed * 400 + next(steps)),
            draw=lambda: self.dice.getrandbits(16),
            by=f"writer {seed}",
            timeout_s=60,
        )
        self.root = root
        self.seed = seed

    def paths(self) -> list[str]:
        found = [p.relative_to(self.root).as_posix() for p in self.root.glob("*/**/*.md")]
        return sorted(p for p in found if not p.startswith(".") and p != SHARED)

    def add(self, number: int) -> None:
        with self.store.operation("add") as operation:
            note_id = operation.new_id(lambda _: False)
            body = "x" * self.dice.randrange(6000)
            text = f"---\nid: {note_id}\n---\nby {self.seed} number {number}\n{body}"
            operation.create("Notes/Many", "Same title.md", sealed(text))

    def say(self, number: int) -> None:
        """Adds a line to the note that all write to."""
        with self.store.operation("say") as operation:
            old = operation.read(SHARED)
            text = f"{text_of(old)}\nby {self.seed} number {number}"
            operation.replace(SHARED, sealed(text), sha256_of(old))

    def edit_some(self, number: int) -> None:
        with self.store.operation("batch") as operation:
            paths = self.paths()
            for path in self.dice.sample(paths, min(3, len(paths))):
                old = operation.read(path)
                operation.replace(path, sealed(f"{text_of(old)}\nedit {number}"), sha256_of(old))
                if self.dice.random() < 0.5:
                    folder = self.dice.choice(["Archive", "Notes/Many", "Notes/Other"])
                    operation.move(path, f"{folder}/{path.rpartition('/')[2]}")

    def remove_one(self, number: int) -> None:
        with self.store.operation(f"remove {number}") as operation:
            paths = self.paths()
            if len(paths) > 20:
                operation.remove(self.dice.choice(paths))

    def undo(self, _number: int) -> None:
        self.store.undo()

    def anything(self, number: int) -> None:
        actions = [self.add, self.say, self.edit_some, self.remove_one, self.undo]
        self.dice.choices(actions, weights=[4, 3, 4, 1, 1])[0](number)


def main(root: str, seed: str, count: str) -> None:
    writer = Writer(Path(root), int(seed))
    print("ready", flush=True)  # noqa: T201 - the test waits for it
    if int(count):
        for number in range(int(count)):
            (writer.add if number % 2 else writer.say)(number)
    else:
        for number in itertools.count():
            writer.anything(number)


if __name__ == "__main__":
    main(*sys.argv[1:])
