"""A native panel over the main window that asks for the project folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from luminair.shell.panes.pane import Pane


def choose_folder(window: QWidget, pane: Pane) -> None:
    """Asks for the project folder of a pane's session."""
    session = pane.session
    start = session.folder if session is not None else ""
    dialog = QFileDialog(window, "Choose the project folder", start)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(pane.set_folder)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
