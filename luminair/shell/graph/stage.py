"""The picture with what lies upon it: legend, counts, zoom, focus strip, and the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from luminair.shell.graph.canvas import Canvas
from luminair.shell.graph.card import Card
from luminair.shell.graph.corners import FocusStrip, Legend, LegendButton, Zoom
from luminair.shell.parts.text import Line
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from PySide6.QtCore import QRect
    from PySide6.QtGui import QResizeEvent

    from luminair.shell.graph.facts import Node
    from luminair.shell.theme import Theme

EDGE = 16
LEGEND_FROM = 1_000
"""Narrower than this the legend would cover too much of the graph."""


class Stage(QWidget):
    """Holds the canvas and lays the rest upon it.

    Args:
        theme: colours and fonts.
        now: the clock, aware.
    """

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self.canvas = Canvas(theme, self.covered, self)
        self.legend = Legend(theme, self)
        self.legend_button = LegendButton(theme, self)
        self.zoomer = Zoom(theme, self)
        self.strip = FocusStrip(theme, self)
        self.number = Line(theme, "Reading the Journal…", Style.CAPTION, "text2")
        self.number.setParent(self)
        self.card = Card(theme, now, self)
        self._wants_legend = False
        canvas = self.canvas
        canvas.zoomed.connect(lambda: self.zoomer.set_zoom(canvas.camera.zoom))
        canvas.pointed.connect(self.show_card)
        canvas.walked.connect(self.show_card)
        canvas.moved.connect(self._move_card)
        self.zoomer.wanted.connect(canvas.zoom_by)
        self.zoomer.fit_wanted.connect(canvas.fit)
        self.legend_button.wanted.connect(self._toggle_legend)

    def node(self, place: int) -> Node | None:
        """The note at a place of the scene; None where there is none."""
        scene = self.canvas.scene
        inside = scene is not None and 0 <= place < len(scene.nodes)
        return scene.nodes[place] if scene is not None and inside else None

    def show_card(self, place: int) -> None:
        """Shows the card of a note, or none with -1."""
        node = self.node(place)
        if node is None:
            self.card.hide()
        else:
            others = [*self._corners(), *self.canvas.lit_areas()]
            self.card.show_node(node, self.canvas.place_of(place), others)

    def _move_card(self) -> None:
        if self.canvas.hovered >= 0:
            self.show_card(self.canvas.hovered)
        elif self.card.isVisible():
            self.show_card(self.canvas.chosen)

    def _corners(self) -> list[QRect]:
        over = (self.legend, self.legend_button, self.zoomer, self.strip, self.number)
        return [widget.geometry() for widget in over if widget.isVisible()]

    def covered(self) -> list[QRect]:
        """The parts of the canvas that something lies upon."""
        card = [self.card.geometry()] if self.card.isVisible() else []
        return [*self._corners(), *card]

    def _toggle_legend(self) -> None:
        self._wants_legend = not self._wants_legend
        self.lay_out()
        self.canvas.update()

    def lay_out(self) -> None:
        """Puts everything in its place."""
        wide, high = self.width(), self.height()
        self.canvas.setGeometry(0, 0, wide, high)
        button, zoomer, number = self.legend_button, self.zoomer, self.number
        narrow = wide < LEGEND_FROM
        button.setVisible(narrow)
        button.resize(button.sizeHint())
        button.move(EDGE, high - EDGE - button.height())
        self.legend.setVisible(not narrow or self._wants_legend)
        low = button.y() - 8 if narrow else high - EDGE
        self.legend.move(EDGE, low - self.legend.height())
        zoomer.resize(zoomer.sizeHint())
        zoomer.move(wide - EDGE - zoomer.width(), high - EDGE - zoomer.height())
        number.resize(number.sizeHint())
        down = zoomer.y() + (zoomer.height() - number.height()) // 2
        number.move(zoomer.x() - 20 - number.width(), down)
        self.strip.resize(self.strip.fitting(wide - 2 * EDGE))
        self.strip.move(EDGE, 12)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()
