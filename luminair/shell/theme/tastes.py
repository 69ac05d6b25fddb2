"""What the owner chose of how things look, beside light or dark and the size of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication, QPalette

if TYPE_CHECKING:
    from luminair.config.settings import Settings


@dataclass(frozen=True, slots=True)
class Tastes:
    """Choices that every window follows at once.

    Attributes:
        serif_pages: whether the Journal's pages are set in the serif.
        compact: whether rows of lists show a title alone.
        accent: the system's accent colour, ``#RRGGBB``, or '' for our own.
    """

    serif_pages: bool = True
    compact: bool = False
    accent: str = ""

    @classmethod
    def of(cls, settings: Settings) -> Tastes:
        """As the settings are, with the system's accent of this moment."""
        return cls(
            settings.text("appearance.page_font") == "serif",
            settings.text("appearance.density") == "compact",
            system_accent() if settings.on("appearance.system_accent") else "",
        )


def system_accent() -> str:
    """The accent colour that the system tells, ``#RRGGBB``; '' where it tells none."""
    accent = QGuiApplication.palette().color(QPalette.ColorRole.Accent)
    return accent.name().upper() if accent.isValid() else ""
