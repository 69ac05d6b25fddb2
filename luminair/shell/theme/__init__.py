"""How the app looks: one table of colours and type, and the live theme made of it."""

from __future__ import annotations

from luminair.shell.theme.tastes import Tastes
from luminair.shell.theme.theme import Choice, Scheme, Theme
from luminair.shell.theme.tokens import DARK, LIGHT, Tokens, contrast
from luminair.shell.theme.type import Style

__all__ = ["DARK", "LIGHT", "Choice", "Scheme", "Style", "Tastes", "Theme", "Tokens", "contrast"]
