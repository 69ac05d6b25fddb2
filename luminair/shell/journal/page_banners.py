"""What stands above a note's title: that it is hidden, held, damaged, archived or in the Bin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.journal import State
from luminair.shell.journal.page_parts import PageBanner
from luminair.shell.journal.words import full_time
from luminair.shell.parts.button import Button, Fill, Shape
from luminair.shell.theme import Style
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from luminair.shell.journal.reading import Opened
    from luminair.shell.theme import Theme

_SMALL = Shape(height=24, pad=9, style=Style.SMALL_MEDIUM)


@dataclass(frozen=True, slots=True)
class BannerWays:
    """What the buttons of banners do; each takes the path of a note.

    Attributes:
        go: shows the note.
        compare: shows it beside its sync conflict copy.
        put_back: takes it out of the Bin.
        review: shows what waits for a yes; takes nothing.
    """

    go: Callable[[str], None]
    compare: Callable[[str], None]
    put_back: Callable[[str], None]
    review: Callable[[], None]


def banners_of(theme: Theme, opened: Opened, now: datetime, ways: BannerWays) -> list[PageBanner]:
    """The banners of a note.

    Args:
        theme: colours and fonts.
        opened: the note.
        now: aware, in the owner's time zone.
        ways: what their buttons do.
    """
    each, note = opened.listed, opened.note
    if opened.binned:
        put_back = _button(theme, "Put back", lambda: ways.put_back(note.path))
        since = full_time(opened.binned, now).replace("Today", "today")
        lead = f"In the Bin since {since}"
        line = "It is deleted when it has been there for 30 days."
        return [PageBanner(theme, "ph.trash", "warn", lead, "", line, [put_back])]
    if each.state is State.HIDDEN:
        return [_hidden(theme, opened, ways)]
    if each.state is State.DAMAGED:
        lead = f"This file cannot be read as a note: it {note.damage.rstrip('.')}."
        line = "It is left byte for byte as it is, and stays out of every prompt."
        return [PageBanner(theme, "ph.warning-circle-fill", "danger", lead, "", line)]
    if each.state is State.HELD:
        line = f"{opened.held} It stays out of every prompt until you let it ride."
        review = _button(theme, "Open Review", ways.review)
        return [PageBanner(theme, "ph.clock", "warn", "Held for review", "", line, [review])]
    if each.state is State.ARCHIVED:
        line = "It is out of every prompt, and search still finds it."
        return [PageBanner(theme, "ph.archive-box", "warn", each.reason, "", line)]
    if each.reason:
        return [PageBanner(theme, "ph.info", "warn", each.reason.rstrip(".") + ".")]
    return []


def _hidden(theme: Theme, opened: Opened, ways: BannerWays) -> PageBanner:
    reason, winner = opened.listed.reason, opened.winner
    why = f"{reason.rstrip('.')}. This note is kept, and stays out of every prompt."
    if winner is None:
        return PageBanner(theme, "ph.eye-slash", "warn", "Hidden by another note", "", why)
    words, path = winner.kind.words, winner.path
    buttons = [_button(theme, f"Open {words}", lambda: ways.go(path))]
    if reason.startswith("A sync conflict copy"):
        compare = _button(theme, "Compare", lambda: ways.compare(path))
        buttons.insert(0, compare)
    lead = f"Hidden by the {winner.scope.value} {words}"
    return PageBanner(theme, "ph.eye-slash", "warn", lead, winner.title, why, buttons)


def _button(theme: Theme, words: str, call: Callable[[], None]) -> Button:
    made = Button(theme, words, fill=Fill.BORDERED, shape=_SMALL)
    made.clicked.connect(call)
    return made
