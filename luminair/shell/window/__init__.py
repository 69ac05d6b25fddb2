"""The main window: wires bar, sidebar, board and sheet."""

from __future__ import annotations

from luminair.shell.window.main_window import MainWindow

__all__ = ["MainWindow"]
