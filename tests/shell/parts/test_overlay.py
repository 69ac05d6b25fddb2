"""A sheet inside a window gives the focus back, where there still is something to give it to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from luminair.shell.parts.overlay import Overlay

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from luminair.shell.theme import Theme

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


@pytest.mark.parametrize("gone", [False, True])
def test_the_focus_goes_back_to_what_is_still_there(qtbot: QtBot, theme: Theme, gone: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    field = QLineEdit(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    field.setFocus()
    sheet = Overlay(theme, window, QSize(200, 100))
    sheet.open(QPushButton("First", sheet.panel))
    assert not field.hasFocus()
    if gone:  # such as a list that was built anew meanwhile
        shiboken6.delete(field)
    with qtbot.waitSignal(sheet.closed):
        sheet.dismiss()
    assert gone or field.hasFocus()
