"""Entries of ours in the settings of coding agents: put in, taken out, nothing else touched.

The files are the owner's. A change is worked out first and shown, it is written only if the file
is still the one that it was worked out for, and a copy of the file as it was is kept.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair import files
from luminair.agents.json_text import parsed
from luminair.errors import LuminairError, Refused
from luminair.files import sha256_of, write_atomic
from luminair.values import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.config.paths import Home

_RECORD: Final = "record.json"
_ORIGINAL: Final = "original.json"

TITLES: Final = {"claude": "Claude Code", "codex": "Codex", "gemini": "Gemini CLI"}
"""The coding agents that the Journal knows, as people call them."""


@dataclass(frozen=True, slots=True)
class Change:
    """What installing or removing does to one file.

    Attributes:
        client: whose file it is.
        file: its place, without links.
        before: its bytes; None where there is none.
        after: as it will be; None where it goes away.
        restores: whether it becomes what it was before the hook came, byte for byte.
    """

    client: str
    file: Path
    before: bytes | None
    after: bytes | None
    restores: bool = False

    @property
    def is_needed(self) -> bool:
        """Whether anything changes."""
        return self.before != self.after

    @property
    def diff(self) -> str:
        """What changes, line by line."""
        from difflib import unified_diff  # noqa: PLC0415 only who is shown it needs it

        sides = [(data or b"").decode("utf-8", "replace") for data in (self.before, self.after)]
        before, after = (text.splitlines(keepends=True) for text in sides)
        lines = unified_diff(before, after, str(self.file), str(self.file), n=2)
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


@dataclass(frozen=True, slots=True)
class _Record:
    """What is known of a file as Luminair wrote it last.

    Attributes:
        existed: whether it was there before anything of ours came.
        written: SHA-256 of its bytes as Luminair wrote them.
        things: what of ours came into it since then, in order.
    """

    existed: bool
    written: str
    things: tuple[str, ...]


def is_blank(text: str) -> bool:
    """Whether a settings file says nothing."""
    return not text.strip("\ufeff \t\r\n")


class SettingsFiles(ABC):
    """Installs and removes for one home.

    Args:
        home: whose launcher is named, and where copies are kept.
        environ: may move the settings of clients.
        person: the home folder.
        vault: as given on the command line, or None.

    Attributes:
        thing: what is installed, as records name it.
    """

    thing: str

    def __init__(
        self, home: Home, environ: Mapping[str, str], person: Path, vault: str | None = None
    ) -> None:
        self._home, self._environ, self._person, self._vault = home, environ, person, vault

    def file(self, client: str) -> Path:
        """The client's settings, without links, so that one is not replaced by a file."""
        return Path(os.path.realpath(self._place(client)))

    def read(self, client: str) -> str | None:
        """The settings as text; None where there are none.

        Raises:
            Refused: the file cannot be read as what the client reads.
        """
        data = self._bytes(client)
        return None if data is None else self._text(client, data)

    def _bytes(self, client: str) -> bytes | None:
        file = self.file(client)
        try:
            return file.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            reason = (error.strerror or "the system refused it").lower()
            raise Refused(
                f"'{file}' cannot be read ({reason}), so nothing was changed in it."
            ) from error

    def _text(self, client: str, data: bytes) -> str:
        try:
            text = data.decode()
            if not is_blank(text):
                self._check(client, text)
        except (ValueError, RecursionError) as error:
            raise Refused(
                f"'{self.file(client)}' is not valid {self._form(client)}, so nothing was changed "
                f"in it; put that right first ({TITLES[client]} cannot read it either)."
            ) from error
        return text

    def installing(self, client: str) -> Change:
        """What installing would change.

        Raises:
            Refused: the file cannot be read, or holds hooks in a form that is unknown.
        """
        before = self._bytes(client)
        text = "" if before is None else self._text(client, before)
        try:
            current = bool(text) and self.is_current(client, text)
            after = text if current else self._with(client, text)
        except ValueError as error:
            raise Refused(
                f"What stands under '{self._under(client)}' in '{self.file(client)}' is not what "
                f"{TITLES[client]} reads, so nothing was changed in it; put that right first."
            ) from error
        return Change(client, self.file(client), before, after.encode())

    def removing(self, client: str) -> Change:
        """What removing would change: all of it back where nothing else has changed since."""
        before = self._bytes(client)
        if before is None:
            return Change(client, self.file(client), None, None)
        record = self._record(client, before)
        if record is not None and record.things == (self.thing,):
            original = self._original(client) if record.existed else None
            if original is not None or not record.existed:
                return Change(client, self.file(client), before, original, restores=True)
        text = self._text(client, before)
        try:
            after = text if is_blank(text) else self._without(client, text)
        except ValueError as error:
            raise Refused(
                f"What stands under '{self._under(client)}' in '{self.file(client)}' is in a form "
                "that Luminair does not write, so nothing was changed; take it out by hand."
            ) from error
        return Change(client, self.file(client), before, after.encode())

    def remove(self, change: Change) -> Path | None:
        """Writes what :meth:`removing` found; the copy of the file as it was, None without one.

        Raises:
            Refused: the file has changed meanwhile.
            WriteFailed: the disk refused; the file is as it was.
        """
        record = self._record(change.client, change.before)
        copy = self._write(change)
        if record is None:
            return copy
        if change.after is None:
            self._leave_folder(change)
        things = tuple(each for each in record.things if each != self.thing)
        original = self._original(change.client)
        if change.after is None or not things or (record.existed and original is None):
            with suppress(OSError):
                (self._folder(change.client) / _RECORD).unlink()
            return copy
        if record.existed and self.thing not in record.things and original is not None:
            # It stood there before the other came, so it is not to come back with the rest.
            text = self._without(change.client, original.decode())
            write_atomic(self._folder(change.client) / _ORIGINAL, text.encode(), mode=0o600)
        self._keep(change, replace(record, written=sha256_of(change.after), things=things))
        return copy

    def install(self, change: Change) -> Path | None:
        """Writes what :meth:`installing` found, and remembers what was there; as :meth:`remove`."""
        before, after = change.before, change.after or b""
        folder = self._folder(change.client)
        # What takes it out again is there before it is put in.
        try:
            files.make_private(folder)
        except OSError as error:
            raise files.write_failed(error, folder) from error
        record = self._record(change.client, before)
        if record is None:
            if before is not None and self.holds(change.client, before.decode()):
                # An entry of ours is renewed: what was there is what stays when it is taken out.
                before = self.removing(change.client).after
            record = _Record(before is not None, "", ())
            if before is not None:
                write_atomic(folder / _ORIGINAL, before, mode=0o600)
        things = tuple(dict.fromkeys((*record.things, self.thing)))
        known = self._told(change.client)
        self._keep(change, replace(record, written=sha256_of(after), things=things))
        try:
            return self._write(change)
        except LuminairError:
            with suppress(LuminairError):
                write_atomic(folder / _RECORD, json.dumps(known).encode(), mode=0o600)
            raise

    def _write(self, change: Change) -> Path | None:
        if self._bytes(change.client) != change.before:
            raise Refused(f"'{change.file}' has just changed, so nothing was written; try again.")
        try:
            files.make_private(self._folder(change.client))
            copy = None
            if change.before is not None:
                copy = self._folder(change.client) / "before-last-change.json"
                write_atomic(copy, change.before, mode=0o600)
            if change.after is None:
                change.file.unlink()
            else:
                self._make_folder(change)
                write_atomic(change.file, change.after)
        except OSError as error:
            raise files.write_failed(error, change.file) from error
        return copy

    # What is installed: the hook, or the server with its tools.

    @abstractmethod
    def _place(self, client: str) -> Path:
        """The client's file, as it is spelled."""

    @abstractmethod
    def _kept_in(self, client: str) -> str:
        """The folder in the app's home for copies and records: one for all that share a file."""

    @abstractmethod
    def _under(self, client: str) -> str:
        """The key of the file that it stands under."""

    @abstractmethod
    def holds(self, client: str, text: str) -> bool:
        """Whether the text holds an entry of ours; raises ValueError."""

    @abstractmethod
    def is_current(self, client: str, text: str) -> bool:
        """Whether it holds just what would be written now; raises ValueError."""

    @abstractmethod
    def _with(self, client: str, text: str) -> str:
        """The text with our entry; raises ValueError where there is no place for it."""

    @abstractmethod
    def _without(self, client: str, text: str) -> str:
        """The text without it; raises ValueError where it stands there in another form."""

    def _form(self, client: str) -> str:
        del client
        return "JSON"

    def _check(self, client: str, text: str) -> None:
        """Raises ValueError where the text is not what the client reads."""
        del client
        parsed(text)

    def _folder(self, client: str) -> Path:
        return self._home.root / self._kept_in(client) / client

    def _make_folder(self, change: Change) -> None:
        """Makes the client's folder where there is none, and remembers that it was ours."""
        folder, marker = change.file.parent, self._made_folder(change.client)
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            if not folder.is_dir():
                raise
            return
        files.make_private(marker.parent)
        write_atomic(marker, os.fsencode(folder), mode=0o600)

    def _leave_folder(self, change: Change) -> None:
        """Takes the client's folder away again where it was ours and nothing is in it."""
        marker, folder = self._made_folder(change.client), change.file.parent
        with suppress(OSError):
            if marker.read_bytes() == os.fsencode(folder):
                folder.rmdir()
                marker.unlink()

    def _made_folder(self, client: str) -> Path:
        """One for the hook and the server: the client has both in one folder."""
        return self._home.root / "hooks" / client / "made-folder"

    def _record(self, client: str, now: bytes | None) -> _Record | None:
        """What was written down with these bytes of the file; None where others wrote since."""
        told = self._told(client)
        if now is None or (told.get("file"), told.get("written")) != (
            str(self.file(client)),
            sha256_of(now),
        ):
            return None
        things = told.get("things")
        return _Record(
            bool(told.get("existed")),
            sha256_of(now),
            tuple(map(str, things)) if isinstance(things, list) else (self.thing,),
        )

    def _keep(self, change: Change, record: _Record) -> None:
        told = {"file": str(change.file), **asdict(record)}
        file = self._folder(change.client) / _RECORD
        write_atomic(file, json.dumps(told).encode(), mode=0o600)

    def _told(self, client: str) -> dict[str, object]:
        with suppress(OSError, ValueError, RecursionError):
            told = json.loads((self._folder(client) / _RECORD).read_bytes())
            if isinstance(told, dict):
                return told
        return {}

    def _original(self, client: str) -> bytes | None:
        try:
            return (self._folder(client) / _ORIGINAL).read_bytes()
        except OSError:
            return None
