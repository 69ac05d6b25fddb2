"""Native panels over the main window: the project folder, and what this app is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QMessageBox

from luminair.shell import icons

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


def show_about(window: QWidget) -> None:
    """Says what this is."""
    box = QMessageBox(window)
    box.setWindowTitle("About Luminair")
    box.setIconPixmap(icons.app_icon().pixmap(64, 64))
    box.setText("Luminair")
    box.setInformativeText("LLM sessions side by side, with one memory that you own.")
    box.finished.connect(box.deleteLater)
    box.open()
