"""Entries of ours in the settings of coding agents: put in, taken out, nothing else touched.

The files are the owner's. A change is worked out first and shown, it is written only if the file
is still the one that it was worked out for, and a copy of the file as it was is kept.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair import files
from luminair.agents.json_text import parsed
from luminair.errors import LuminairError, Refused
from luminair.files import sha256_of, write_atomic
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.config.paths import Home

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
    """

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
        record = self._record(client)
        if record.get("written") == sha256_of(before) and record.get("file") == str(
            self.file(client)
        ):
            original = self._original(client) if record.get("existed") else None
            if original is not None or not record.get("existed"):
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

    def write(self, change: Change) -> Path | None:
        """Carries a change out; the copy of the file as it was, None where there was none.

        Raises:
            Refused: the file has changed meanwhile.
            WriteFailed: the disk refused; the file is as it was.
        """
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
                change.file.parent.mkdir(parents=True, exist_ok=True)
                write_atomic(change.file, change.after)
        except OSError as error:
            raise files.write_failed(error, change.file) from error
        return copy

    def install(self, change: Change) -> Path | None:
        """Writes what :meth:`installing` found, and remembers what was there; as :meth:`write`."""
        before = change.before
        if before is not None and self.holds(change.client, before.decode()):
            # An entry of ours is renewed: what was there is what stays when it is taken out.
            removed = self.removing(change.client).after
            before = removed
        folder = self._folder(change.client)
        record = {
            "file": str(change.file),
            "existed": before is not None,
            "written": sha256_of(change.after or b""),
        }
        # What takes it out again is there before it is put in.
        try:
            files.make_private(folder)
        except OSError as error:
            raise files.write_failed(error, folder) from error
        if before is not None:
            write_atomic(folder / "original.json", before, mode=0o600)
        known = self._record(change.client)
        write_atomic(folder / "record.json", json.dumps(record).encode(), mode=0o600)
        try:
            return self.write(change)
        except LuminairError:
            with suppress(LuminairError):
                write_atomic(folder / "record.json", json.dumps(known).encode(), mode=0o600)
            raise

    # What is installed: the hook, or the server with its tools.

    @abstractmethod
    def _place(self, client: str) -> Path:
        """The client's file, as it is spelled."""

    @abstractmethod
    def _kept_in(self) -> str:
        """The folder in the app's home for copies and records."""

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
        return self._home.root / self._kept_in() / client

    def _record(self, client: str) -> dict[str, object]:
        with suppress(OSError, ValueError, RecursionError):
            told = json.loads((self._folder(client) / "record.json").read_bytes())
            if isinstance(told, dict):
                return told
        return {}

    def _original(self, client: str) -> bytes | None:
        try:
            return (self._folder(client) / "original.json").read_bytes()
        except OSError:
            return None
