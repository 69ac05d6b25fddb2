"""What an answer to a proposal does, one class a kind; each maker of proposals brings its own.

``review.py`` takes a mapping of kinds to deeds, so a new kind needs no change there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from luminair.errors import Refused
from luminair.journal import ended

if TYPE_CHECKING:
    from datetime import datetime

    from luminair.journal import Journal, Note, Proposal, Scope


@dataclass(frozen=True, slots=True)
class Wish:
    """What the owner wants of a yes, besides the yes.

    Attributes:
        now: UTC.
        text: other words than those proposed, or None.
        scope: another scope than the one proposed, or None.
        keep: of several that cannot all stay, the one that does, or ''.
    """

    now: datetime
    text: str | None = None
    scope: Scope | None = None
    keep: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer did.

    Attributes:
        operation: what undo takes back, '' where nothing was written.
        said: a sentence for the owner.
        note: the note that was written, or None.
        warning: what the owner should know besides, a sentence, or ''.
    """

    operation: str = ""
    said: str = ""
    note: Note | None = None
    warning: str = ""


class Deed:
    """How one kind of proposal is carried out; what is not overridden does nothing."""

    def stands(self, journal: Journal, proposal: Proposal) -> bool:  # noqa: ARG002
        """Whether the proposal still makes sense; else it goes out of the queue by itself."""
        return True

    def yes(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:  # noqa: ARG002
        """Carries it out, as one operation.

        Raises:
            LuminairError: it could not; the proposal waits on.
        """
        raise Refused(
            f"This version cannot carry out a proposal of kind '{proposal.kind.value}'; it waits."
        )

    def never(self, journal: Journal, proposal: Proposal, wish: Wish) -> Outcome:  # noqa: ARG002
        """What a refusal does; nothing unless there is something to take back."""
        return Outcome(said=f"Refused: {ended(proposal.title)} It will not be proposed again.")
