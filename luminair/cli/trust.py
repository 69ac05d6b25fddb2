"""Who writes, and what only the owner may write (spec 7.3).

No command leads from a model to a rule, a pin, ``Harness/`` or ``overrides``, nor lets it change
the words of the owner under the owner's name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.config.paths import running_agent
from luminair.errors import Refused, UsageError
from luminair.journal import Kind, Status, Trust

if TYPE_CHECKING:
    from luminair.cli.arguments import Call
    from luminair.journal import Note

_OWNER = "owner"
# How an agent that does not say who it is appears on its notes.
_AGENTS = {"CLAUDECODE": "claude/unknown", "GEMINI_CLI": "gemini/unknown"}
# What YAML takes for nothing; a note without a source counts as the owner's.
_NOBODY = frozenset({"", "null", "~"})
_FOLDER = "harness"


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes.

    Attributes:
        source: as notes and the vault's log name them.
        said: what was changed about the name that was given, or ''.
    """

    source: str
    said: str = ""

    @property
    def is_owner(self) -> bool:
        """Whether this is the owner in person."""
        return self.source == _OWNER

    def must_be_owner(self, what: str) -> None:
        """Raises Refused where this is a model; `what` completes 'only the owner can …'."""
        if not self.is_owner:
            raise Refused(f"Only the owner can {what}; nothing was written.")

    def may_make(self, kind: Kind | None, folder: str, *, pinned: bool = False) -> None:
        """Whether such a note may be filed; raises Refused."""
        del kind  # a model's rule becomes a proposal, see ``writing``
        if pinned:
            self.must_be_owner("pin a note")
        if _in_harness(folder):
            self.must_be_owner("write into Harness")

    def may_move(self, note: Note) -> None:
        """Whether the note's standing may be changed; raises Refused."""
        if note.kind is Kind.RULE:
            self.must_be_owner("change a rule")
        if note.pinned:
            self.must_be_owner("change a pinned note")
        if _in_harness(note.path) or _in_harness(note.path.removeprefix("Archive/")):
            self.must_be_owner("change a file of Harness")
        if note.overrides:
            self.must_be_owner("change a note that overrides another")
        if note.status is Status.HELD:
            self.must_be_owner("release a note that is held for review")

    def may_rewrite(self, note: Note) -> None:
        """Whether the note's words may be changed; raises Refused."""
        self.may_move(note)
        if note.trust >= Trust.APPROVED:
            self.must_be_owner("rewrite what the owner wrote or approved")


def writer_of(call: Call) -> Writer:
    """Who writes, by ``--source`` and by what runs the command.

    Raises:
        UsageError: the name given is none that a note can carry.
    """
    mark = running_agent()
    given = call.text("--source")
    if given is not None:
        given = given.strip()
        if given.casefold() in _NOBODY or not given.isprintable():
            raise UsageError("--source names who writes: owner or LANE/MODEL.")
        given = _OWNER if given.casefold() == _OWNER else given
    if not mark:
        return Writer(given or _OWNER)
    if given and given != _OWNER:
        return Writer(given)
    prefix = "codex/unknown" if mark.startswith("CODEX_") else "agent/unknown"
    source = _AGENTS.get(mark, prefix)
    if given is None:
        return Writer(source)
    return Writer(source, f"{mark} shows that an agent runs this, so the source is {source}.")


def _in_harness(path: str) -> bool:
    parts = [part.strip().casefold() for part in path.replace("\\", "/").split("/")]
    return next((part for part in parts if part not in {"", "."}), "") == _FOLDER
