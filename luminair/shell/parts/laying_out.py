"""Gives what has changed its place before it is painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Qt

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

LAYOUT_PASSES = 8
"""A pass goes up one level: from a text over its message and its page to the bar beside them."""


def lay_out() -> None:
    """Gives everything its place now, not from the event loop."""
    for _ in range(LAYOUT_PASSES):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


def keep_still(*widgets: QWidget) -> None:
    """Says that a widget that grows looks as before where it was: only what is new is painted."""
    for widget in widgets:
        widget.setAttribute(Qt.WidgetAttribute.WA_StaticContents)


def make_room(inside: QWidget, page: QWidget) -> None:
    """Gives a text that grew its height, and as much to all that it stands in, the page first.

    Layouts do it the other way round: each level squeezes what it holds until the one above it
    has grown. Everything is moved there and back then, and painted again.

    Args:
        inside: holds what grew, at the end of everything that it stands in.
        page: what it stands in.
    """
    more = inside.sizeHint().height() - inside.height()
    if more <= 0:
        return
    chain: list[QWidget] = []
    around: QWidget | None = inside
    while around is not None and around is not page:
        around.updateGeometry()
        chain.append(around)
        around = around.parentWidget()
    chain.append(page)
    heights = [each.height() + more for each in chain]
    for widget, height in zip(reversed(chain), reversed(heights), strict=True):
        widget.resize(widget.width(), height)
