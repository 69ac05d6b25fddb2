"""Real disks in a mount namespace of their own: a full one, a read-only one, one that goes away.

Run by ``test_real_disks.py`` as ``unshare -rm python -m tests.trust.real_disk <what> <place>``;
prints one JSON object. Here SQLite meets the faults too.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path

from luminair.errors import LuminairError
from luminair.journal import Journal, Setup, State, init_vault
from tests.trust.world import BEGAN

TEXT = "A line of a note that takes some room on the disk.\n" * 400


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


def opened(place: Path) -> Journal:
    draw = itertools.count(1).__next__
    return Journal(
        Setup(
            root=place / "vault",
            index=place / "home" / "index",
            home="/none",
            now=lambda: BEGAN,
            draw=draw,
            machine="mac",
        )
    )


def made(place: Path) -> dict[str, bytes]:
    """Three notes on a fresh disk."""
    (place / "vault").mkdir()
    init_vault(place / "vault", ride="all")
    journal = opened(place)
    for number in range(3):
        journal.add(title=f"Note {number}", body=f"Lamp {number}.\n{TEXT}")
    journal.close()
    return notes(place)


def notes(place: Path) -> dict[str, bytes]:
    root = place / "vault"
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".luminair" not in path.parts
    }


def tried(place: Path, count: int) -> tuple[int, list[str]]:
    """Edits and adds until the disk says no; how many were done, and what was said."""
    done, said = 0, []
    try:
        journal = opened(place)
    except LuminairError as error:
        return 0, [str(error)]
    for number in range(count):
        try:
            journal.edit("Notes/Note 1.md", body=f"Lamp 1, edit {number}.\n{TEXT}")
            journal.add(title=f"More {number}", body=f"More.\n{TEXT}")
            done += 1
        except LuminairError as error:
            said.append(str(error))
    try:
        found = [each.note.path for each in journal.search("lamp").results]
        said.append("" if "Notes/Note 0.md" in found else f"found {found}")
    except LuminairError as error:
        said.append(str(error))
    journal.close()
    return done, said


def whole(place: Path, before: dict[str, bytes]) -> dict[str, object]:
    """Whether every note is one that was written, and the vault can be written again."""
    now = notes(place)
    journal = opened(place)
    damaged = [each.note.path for each in journal.listing(state=State.DAMAGED)]
    again = ""
    try:
        journal.add(title="After", body="After.\n")
    except LuminairError as error:
        again = str(error)
    journal.close()
    kept = [path for path in ("Notes/Note 0.md", "Notes/Note 2.md") if now[path] == before[path]]
    edited = now["Notes/Note 1.md"]
    return {
        "damaged": damaged,
        "kept": len(kept),
        "edited": edited == before["Notes/Note 1.md"] or edited.endswith(TEXT.encode()),
        "others": all(data.endswith(TEXT.encode()) for data in now.values()),
        "leftover": [path for path in now if ".luminair-" in path],
        "again": again,
    }


def full(place: Path) -> dict[str, object]:
    """Written until it is full, with the index on it, then given room."""
    mount("-t", "tmpfs", "-o", "size=2m", "none", str(place))
    before = made(place)
    filler = place / "filler"
    done, said = tried(place, 60)
    filler.write_bytes(b"")
    _, again = tried(place, 2)
    mount("-o", "remount,size=16m", str(place))
    return {"done": done, "said": said, "full": again, **whole(place, before)}


def read_only(place: Path) -> dict[str, object]:
    mount("-t", "tmpfs", "-o", "size=16m", "none", str(place))
    before = made(place)
    mount("-o", "remount,ro", str(place))
    done, said = tried(place, 2)
    same = notes(place) == before
    mount("-o", "remount,rw", str(place))
    return {"done": done, "said": said, "same": same, **whole(place, before)}


def gone(place: Path) -> dict[str, object]:
    """Unmounted under an open Journal, in the middle of an operation; then it comes back."""
    disk = place / "disk"
    disk.mkdir()
    vault = disk / "vault"
    away = place / "away"
    away.mkdir()
    mount("-t", "tmpfs", "-o", "size=16m", "none", str(away))
    mount("--bind", str(away), str(disk))
    (place / "home").mkdir()
    vault.mkdir()
    init_vault(vault, ride="all")
    draw = itertools.count(1).__next__
    journal = Journal(
        Setup(root=vault, index=place / "home", home="/n", now=lambda: BEGAN, draw=draw)
    )
    for number in range(3):
        journal.add(title=f"Note {number}", body=f"Lamp {number}.\n{TEXT}")
    before = notes(disk)
    said = []
    subprocess.run(["umount", "-l", str(disk)], check=True)
    for deed in (
        lambda: journal.edit("Notes/Note 1.md", body="Gone.\n"),
        lambda: journal.add(title="New", body="Gone.\n"),
        journal.refresh,
        journal.undo,
    ):
        try:
            deed()
            said.append("done")
        except LuminairError as error:
            said.append(str(error))
    made_anew = [path.name for path in disk.iterdir()]
    mount("--bind", str(away), str(disk))
    try:
        with journal.batch("in the middle"):
            journal.edit("Notes/Note 1.md", body="Half.\n")
            subprocess.run(["umount", "-l", str(disk)], check=True)
        said.append("done")
    except LuminairError as error:
        said.append(str(error))
    made_anew += [path.name for path in disk.iterdir()]
    mount("--bind", str(away), str(disk))
    same = notes(disk) == before
    journal.edit("Notes/Note 1.md", body="Back.\n")
    back = notes(disk)["Notes/Note 1.md"].endswith(b"Back.\n")
    listed = len(journal.listing())
    journal.close()
    return {"said": said, "made_anew": made_anew, "same": same, "back": back, "listed": listed}


if __name__ == "__main__":
    what = {"full": full, "read-only": read_only, "gone": gone}[sys.argv[1]]
    print(json.dumps(what(Path(sys.argv[2]))))  # noqa: T201 - its answer
