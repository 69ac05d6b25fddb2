"""The settings window, and setting the Journal up: what the owner chooses once."""

from __future__ import annotations

from luminair.shell.preferences.set_up import SetUp
from luminair.shell.preferences.window import SettingsWindow

__all__ = ["SetUp", "SettingsWindow"]
