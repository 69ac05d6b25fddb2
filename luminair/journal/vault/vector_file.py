"""``.luminair/vectors.json``: what a model made of the notes, kept with the vault.

One section a model, so vectors of two models never meet; a note in it by its key, with the hash of
the file that was read, the hash of what was embedded, and base64 int8 with a scale for each
passage. It is only a store: a damaged one counts as none and is made anew, one that a newer
Luminair wrote is left alone. Several processes may write; each adds to what the others kept.
"""

from __future__ import annotations

import json
import os
from binascii import Error as Base64Error
from binascii import a2b_base64, b2a_base64
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from luminair.errors import Refused
from luminair.files import lock, write_atomic
from luminair.journal.ranking.vectors import Coded
from luminair.journal.vault.inside import VaultFolder
from luminair.journal.vault.vault_format import VECTORS
from luminair.journal.vault.vector_rows import KeptVectors, Stored, rows_of, write_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from luminair.journal.vault.vector_rows import Sign

PLACE: Final = VECTORS
VERSION: Final = 1
MODELS: Final = 2
"""Sections kept: the model in use and the one before, for an owner who goes back."""
_LARGEST_BYTES: Final = 1 << 30


class Made(NamedTuple):
    """What a model made of one note.

    Attributes:
        sha256: of the file as it was read.
        text: hash of what was embedded; the same text needs no second asking.
        passages: in the order of the text; none where the model refused it; None keeps those
            that are there, for the same text in a changed file.
    """

    sha256: str
    text: str
    passages: Sequence[Coded] | None


class Known(NamedTuple):
    """What is known of one note without its vectors: the hashes of :class:`Made`."""

    sha256: str
    text: str
    passages: int


class Section(NamedTuple):
    """What the file holds of one model.

    Attributes:
        fingerprint: of the model that made them, '' where it was not known.
        length: how many numbers a vector has; 0 while there is none.
        whole: when every note had its vectors last, UTC as notes write it, or ''.
        notes: by key.
    """

    fingerprint: str
    length: int
    whole: str
    notes: dict[str, Known]


class VectorFile:
    """The file of one vault.

    Args:
        root: the vault's folder.
        rows: this machine's own folder for the vault, None to keep nothing there.
    """

    def __init__(self, root: Path, rows: Path | None) -> None:
        self._root = root
        self._file = root / VECTORS
        self._kept = KeptVectors(root, rows, rows_in)
        self.rows = self._kept.rows

    def section(self, model: str) -> Section:
        """What is kept of a model, without the vectors."""
        section = _read(self._file).models.get(model, {})
        notes = {
            key: Known(note["sha256"], note["text"], len(note["passages"]))
            for key, note in _notes(section)
        }
        return Section(_text(section, "fingerprint"), _length(section), _text(section, "whole"),
                       notes)  # fmt: skip

    def problem(self) -> str:
        """Why the file counts as none, the end of a sentence, or ''."""
        return _read(self._file).problem

    def check(self) -> None:
        """Makes sure that something can be added, before hours are spent on it.

        Raises:
            Refused: a newer Luminair wrote the file, or a link stands in its place.
            WriteFailed: the vault may not be written to.
        """
        VaultFolder(self._root).machine_path("")
        self._usable()

    def _usable(self) -> _Found:
        found = _read(self._file)
        if found.advice:
            raise Refused(
                f"'{self._file}' {found.problem}, so nothing was added to it; {found.advice}."
            )
        return found

    def store(
        self,
        model: str,
        fingerprint: str,
        made: Mapping[str, Made],
        there: Mapping[str, str],
        *,
        now: str,
        whole: bool = False,
    ) -> None:
        """Adds to what is kept, in one step; what other processes kept meanwhile stays.

        Args:
            model: its section; the others stay, two at most.
            fingerprint: what the vectors depend on; a section of another one is begun anew.
            made: what is new, by key.
            there: every note of the vault, by key, with the hash of its file; others are dropped.
            now: UTC as notes write it.
            whole: nothing is lacking any more.

        Raises:
            Refused: a newer Luminair wrote the file, or a link stands in its place.
            LockBusy, WriteFailed: nothing was changed.
        """
        folder = VaultFolder(self._root).machine_path("")
        with lock(folder / "vectors.lock"):
            found = self._usable()
            section = found.models.get(model, {})
            length = next(
                (len(one.numbers) for each in made.values() for one in each.passages or ()), 0
            )
            notes = dict(_notes(section))
            same = _text(section, "fingerprint") == fingerprint
            if not same or length not in {0, _length(section)}:
                notes = {}
            length = length or _length(section)
            for key, each in made.items():
                fresh = notes.get(key, {}).get("sha256") == there.get(key) != each.sha256
                if fresh:  # another process has read a newer file than we did
                    continue
                if each.passages is not None:
                    notes[key] = _as_json(each.sha256, each.text, each.passages)
                elif notes.get(key, {}).get("text") == each.text:
                    notes[key] = {**notes[key], "sha256": each.sha256}
            section = {
                "fingerprint": fingerprint,
                "length": length,
                "used": now,
                "whole": now if whole else _text(section, "whole"),
                "notes": {key: notes[key] for key in sorted(notes) if key in there},
            }
            others = {name: each for name, each in found.models.items() if name != model}
            newest = sorted(others, key=lambda name: _text(others[name], "used"), reverse=True)
            kept = {model: section, **{name: others[name] for name in newest[: MODELS - 1]}}
            write_atomic(self._file, _written(kept))
            path = self._kept.path(model)
            if path is not None:
                write_rows(path, _rows_data(model, section, self._kept.sign()))


# --- The file's form -------------------------------------------------------------------------


class _Found(NamedTuple):
    """The sections by model; why there are none; what to do before anything is added."""

    models: dict[str, dict[str, Any]]
    problem: str = ""
    advice: str = ""


def _read(path: Path) -> _Found:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return _Found({})
    except OSError as error:
        reason = (error.strerror or "the system refused it").lower()
        return _Found({}, f"cannot be read ({reason})", "move it away")
    with os.fdopen(handle, "rb") as file:
        if os.fstat(file.fileno()).st_size > _LARGEST_BYTES:
            return _Found({}, "is larger than 1 GB", "move it away")
        raw = file.read()
    try:
        found = json.loads(raw)
        version, models = found["version"], found["models"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return _Found({}, "is damaged")
    if type(version) is int and version > VERSION:
        return _Found({}, "was written by a newer Luminair", "update this Luminair")
    if version != VERSION or not isinstance(models, dict):
        return _Found({}, "is damaged")
    return _Found({name: each for name, each in models.items() if isinstance(each, dict)})


def _text(section: Mapping[str, Any], name: str) -> str:
    value = section.get(name, "")
    return value if isinstance(value, str) else ""


def _length(section: Mapping[str, Any]) -> int:
    value = section.get("length", 0)
    return value if type(value) is int and 0 <= value <= 1 << 16 else 0


def _notes(section: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The notes of a section that are written as we write them."""
    notes = section.get("notes")
    for key, note in notes.items() if isinstance(notes, dict) else ():
        if (
            isinstance(note, dict)
            and isinstance(note.get("sha256"), str)
            and isinstance(note.get("text"), str)
            and isinstance(note.get("passages"), list)
        ):
            yield key, note


def _as_json(sha256: str, text: str, passages: Sequence[Coded]) -> dict[str, Any]:
    rows = [[each.scale, b2a_base64(each.numbers, newline=False).decode()] for each in passages]
    return {"sha256": sha256, "text": text, "passages": rows}


def rows_in(path: Path, model: str, sign: Sign) -> bytes:
    """What :func:`luminair.journal.vault.vector_rows.rows_of` makes of the file as it stands."""
    return _rows_data(model, _read(path).models.get(model, {}), sign)


def _rows_data(model: str, section: Mapping[str, Any], sign: Sign) -> bytes:
    length = _length(section)
    stored = (Stored(key, note["sha256"], _decoded(note)) for key, note in _notes(section))
    return rows_of(stored, model=model, length=length, sign=sign)


def _decoded(note: Mapping[str, Any]) -> list[Coded]:
    """A note's vectors; none where one of them is not as we write it."""
    found = []
    for passage in note["passages"]:
        try:
            given, text = passage
            numbers = a2b_base64(text)
            scale = float(given)
            fits = type(given) in {int, float} and 0.0 < scale <= 1.0
        except (ValueError, TypeError, OverflowError, Base64Error):
            return []
        if not fits:
            return []
        found.append(Coded(scale, numbers))
    return found


def _written(models: Mapping[str, Mapping[str, Any]]) -> bytes:
    """JSON with a line for each note, so that a diff of two states can be read."""

    def dump(value: object) -> str:
        return json.dumps(value, separators=(",", ":"))

    sections = []
    for name, section in models.items():
        head = {key: value for key, value in section.items() if key != "notes"}
        notes = section.get("notes")
        lines = [
            f"{dump(key)}:{dump(note)}"
            for key, note in (notes.items() if isinstance(notes, dict) else ())
        ]
        body = ",\n".join(lines)
        sections.append(f'{dump(name)}:{dump(head)[:-1]},"notes":{{\n{body}\n}}}}')
    return f'{{"version":{VERSION},"models":{{\n{",".join(sections)}\n}}}}\n'.encode()
