"""How a table of prose is drawn: no frame, a line under each row, the width of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import (
    QBrush,
    QTextFrameFormat,
    QTextLength,
    QTextTableCellFormat,
    QTextTableFormat,
)

if TYPE_CHECKING:
    from luminair.shell.theme import Theme

AROUND, BETWEEN = 5, 8
"""Pixels above and below the text of a cell, and between cells."""


def table_format(top: int) -> QTextTableFormat:
    """The format of a table with this margin above it."""
    shape = QTextTableFormat()
    shape.setBorder(0)
    shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
    shape.setBorderCollapse(True)
    shape.setCellPadding(0)
    shape.setCellSpacing(0)
    shape.setTopMargin(top)
    shape.setBottomMargin(4)
    shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    return shape


def cell_format(theme: Theme, row: int, column: int, columns: int) -> QTextTableCellFormat:
    """The format of one cell; row 0 is the head."""
    found = QTextTableCellFormat()
    found.setBottomBorder(1)
    found.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    found.setBottomBorderBrush(QBrush(theme.color("line" if row else "line2")))
    found.setTopPadding(AROUND)
    found.setBottomPadding(AROUND)
    found.setLeftPadding(BETWEEN if column else 0)
    found.setRightPadding(0 if column == columns - 1 else BETWEEN)
    return found
