"""A program that edits, renames, moves and deletes notes and folders, as other programs would.

    python storm.py VAULT SEED SECONDS ID

It knows nothing of Luminair: it writes files, some over a temporary name as careful editors do and
some in place. The note with the ID that is named is never edited nor deleted; it is renamed and
moved now and then. Prints how much it did.
"""

from __future__ import annotations

import random
import sys
import time
from contextlib import suppress
from pathlib import Path

FOLDERS = ("Notes", "Notes/deep", "Notes/deep/er", "Loose", "Sessions")
WORDS = ("retry", "part", "upload", "proxy", "manifest", "queue", "timeout", "jitter")
PAUSE_S = 0.01
MOVES = 0.01
"""How often it is the note that somebody types in."""
FOLDER_MOVES = 0.02
"""How often a folder is moved or renamed with all that is in it."""


class Storm:
    """One run.

    Args:
        root: the vault.
        seed: of what is done.
        spared: id of the note that is only moved.
    """

    def __init__(self, root: Path, seed: int, spared: str) -> None:
        self.root, self.spared = root, spared
        self.chance = random.Random(seed)  # noqa: S311 test data
        self.made = 0

    def files(self) -> list[Path]:
        """All notes, the spared one too."""
        return sorted(file for file in self.root.rglob("*.md") if self.is_seen(file))

    def folders(self) -> list[Path]:
        """All folders with notes that are not at the top."""
        return sorted({file.parent for file in self.files()} - {self.root})

    def is_seen(self, file: Path) -> bool:
        """Whether it is none of the folders and files that begin with a dot."""
        return not any(part.startswith(".") for part in file.relative_to(self.root).parts)

    def is_spared(self, file: Path) -> bool:
        """Whether somebody types in it."""
        return f"id: {self.spared}\n".encode() in file.read_bytes()

    def text(self) -> str:
        """Half the notes have a header with an id, half are plain."""
        words = " ".join(self.chance.choices(WORDS, k=self.chance.randrange(4, 60)))
        self.made += 1
        if self.chance.random() < 0.5:
            return f"# {words[:30]} {self.made}\n\n{words}\n"
        kind = self.chance.choice(("note", "rule", "ask", "ruledout", "doc"))
        return (
            f"---\nid: 20260901T{self.made // 65536:04d}-{self.made % 65536:04x}\nkind: {kind}\n"
            f'scope: global\ntitle: "{words[:30]} {self.made}"\n---\n\n{words}\n'
        )

    def place(self) -> Path:
        """Where a note may go."""
        folder = self.root / self.chance.choice(FOLDERS)
        folder.mkdir(parents=True, exist_ok=True)
        return folder / self.name()

    def name(self) -> str:
        """One that no file has."""
        self.made += 1
        return f"{self.chance.choice(WORDS)} {self.made}.md"

    def create(self) -> None:
        """A new note, whole at once."""
        self.write(self.place(), self.text())

    def write(self, file: Path, text: str) -> None:
        """In place, or by a temporary name."""
        if self.chance.random() < 0.5:
            file.write_text(text, encoding="utf-8")
        else:
            beside = file.with_name(f".{file.name}.tmp")
            beside.write_text(text, encoding="utf-8")
            beside.replace(file)

    def move_folder(self) -> None:
        """A folder gets another name, or goes to another place with all that is in it."""
        folder = self.chance.choice(self.folders())
        tops = [self.root / name for name in ("Notes", "Loose", "Sessions")]
        places = [top for top in (*tops, self.root) if top.is_dir() and folder not in top.parents]
        goal = self.chance.choice([place for place in places if place != folder])
        folder.rename(goal / self.name().removesuffix(".md"))

    def act(self) -> None:
        """One thing."""
        files = self.files()
        if len(files) < 400:
            self.create()
            return
        if self.chance.random() < FOLDER_MOVES:
            self.move_folder()
            return
        file = self.chance.choice(files)
        if self.chance.random() < MOVES:
            file = next(filter(self.is_spared, files), file)
        act = self.chance.randrange(5)
        if act in {0, 3} and self.is_spared(file):
            act = 2
        match act:
            case 0:
                with file.open("ab") as opened:
                    opened.write(f"\n{self.chance.choice(WORDS)}\n".encode())
            case 1:
                file.rename(file.with_name(self.name()))
            case 2:
                file.rename(self.place())
            case 3:
                file.unlink()
            case _:
                self.create()


def main(root: Path, seed: int, seconds: float, spared: str) -> None:
    """Rages for so long; 500 notes are there from the start."""
    storm = Storm(root, seed, spared)
    while len(storm.files()) < 500:
        storm.create()
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    end, acts = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        with suppress(FileNotFoundError):  # the app may have moved it
            storm.act()
            acts += 1
        time.sleep(PAUSE_S)  # noqa: TID251 a program of its own, which leaves the app some air
    sys.stdout.write(f"{acts}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), sys.argv[4])
