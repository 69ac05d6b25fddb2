"""Writes Markdown blocks into a text document, one after another, the last replaceable.

The document is built through a cursor, not through HTML: formats are exact, nothing in a text
can name a picture or a style, and replacing only the last block keeps selections alive in all
others while an answer streams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextListFormat,
)

from luminair.shell.parts.direction import ISOLATE, ISOLATED, block_runs_right_to_left
from luminair.shell.parts.inline_code import JOINER, held_together
from luminair.shell.parts.markdown import is_cjk
from luminair.shell.parts.markdown_table import closing, rows_of
from luminair.shell.parts.prose_table import cell_format, table_format
from luminair.shell.theme import Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token
    from PySide6.QtGui import QTextList, QTextTable

    from luminair.shell.parts.look import Look
    from luminair.shell.parts.markdown import Block
    from luminair.shell.parts.markdown_table import Cell

QUOTE = int(QTextFormat.Property.UserProperty) + 1
"""Block property: how deep in quotations the block stands."""
RULE = QUOTE + 1
"""Block property: the block is a rule across the page."""
CODE = QUOTE + 2
"""Character property: inline code, painted on a box."""
HAIR = "\u200a"
"""Stands before inline code, so that its box has room; copying drops it."""
INDENT = 20
QUOTE_INDENT = 16
HEADED = 8  # between a heading with room above it and its text
_KEEP = QTextCursor.MoveMode.KeepAnchor
_ALL = QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesAll
LINKS = ("http://", "https://", "mailto:", "journal:")


class ProseWriter:
    """Writes blocks at the end of a document.

    Args:
        document: belongs to the writer from now on.
        theme: colours and fonts.
        look: how the prose is set.
    """

    def __init__(self, document: QTextDocument, theme: Theme, look: Look) -> None:
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        document.setIndentWidth(INDENT)
        self._theme, self._look = theme, look
        self._cursor = QTextCursor(document)
        self._places: list[tuple[int, bool]] = []
        self._fresh, self._quotes = True, 0
        self._lists: list[QTextList | QTextListFormat] = []
        self._hung = self._after_head = self._follows = False
        self._last = " "
        self._rtl = False
        self._grown: tuple[int, list[list[Cell]]] | None = None

    @property
    def _document(self) -> QTextDocument:
        # Asked for anew each time, as tables are: PySide gives up what it holds of a window's
        # documents when a sheet in that window is deleted, though the objects live on.
        return self._cursor.document()

    def paragraph(self, count: int) -> int:
        """The first paragraph of the document that changes when ``count`` blocks are kept."""
        end, known = self._document.characterCount() - 1, count < len(self._places)
        return self._document.findBlock(self._places[count][0] if known else end).blockNumber()

    def clear(self) -> None:
        """Takes everything away."""
        document = self._document
        document.clear()
        self._cursor = QTextCursor(document)
        self._places.clear()
        self._fresh, self._grown = True, None

    def append(self, blocks: Sequence[Block]) -> None:
        """Writes blocks at the end."""
        if not blocks:
            return
        self._cursor.beginEditBlock()
        for block in blocks:
            self._cursor.movePosition(QTextCursor.MoveOperation.End)
            self._places.append((self._cursor.position(), self._fresh))
            self._grown = None
            self._write(block)
        self._cursor.endEditBlock()

    def grow(self, block: Block) -> bool:
        """Writes what is new in a table that stands last; False where it must be written anew."""
        if self._grown is None or not block.is_table:
            return False
        place, before = self._grown
        inside = QTextCursor(self._document)
        inside.setPosition(place)
        table: QTextTable | None = inside.currentTable()
        rows = rows_of(block.tokens)
        same = 0
        for old, new in zip(before, rows, strict=False):
            if [(cell.text, cell.align) for cell in old] != [(c.text, c.align) for c in new]:
                break
            same += 1
        if table is None or not same or len(rows) < len(before) or len(rows[0]) != table.columns():
            return False
        self._cursor.beginEditBlock()
        if len(rows) > len(before):
            table.appendRows(len(rows) - len(before))
        for number in range(same, len(rows)):
            self._row(table, number, rows[number])
        self._cursor.endEditBlock()
        self._grown = (place, rows)
        return True

    def plain(self, text: str) -> None:
        """Writes text as it stands, a paragraph a line, nothing of it read as Markdown."""
        self._cursor.beginEditBlock()
        self._quotes, self._lists, self._hung = 0, [], False
        chars = self._chars(self._look.body)
        for line in text.split("\n"):
            self._paragraph(self._look.body)
            self._text(line, chars)
        self._cursor.endEditBlock()

    def cut(self, count: int) -> None:
        """Keeps the first ``count`` top-level blocks and takes the rest away."""
        if count >= len(self._places):
            return
        position, fresh = self._places[count]
        self._cursor.beginEditBlock()
        self._cursor.setPosition(position)
        held = self._cursor.blockFormat()  # an empty block would take that of the last removed
        self._cursor.movePosition(QTextCursor.MoveOperation.End, _KEEP)
        self._cursor.removeSelectedText()
        if self._cursor.blockFormat() != held:
            self._cursor.setBlockFormat(held)
        self._cursor.endEditBlock()
        self._fresh, self._grown = fresh, None
        del self._places[count:]

    # Blocks.

    def _write(self, block: Block) -> None:
        self._quotes, self._lists, self._hung = 0, [], False
        self._follows = block.follows
        self._walk(block.tokens)

    def _walk(self, tokens: Sequence[Token]) -> None:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.type == "table_open":
                end = closing(tokens, at)
                self._table(tokens[at : end + 1])
                at = end + 1
                continue
            self._open(token, tokens, at)
            at += 1

    def _open(self, token: Token, tokens: Sequence[Token], at: int) -> None:
        match token.type:
            case "blockquote_open":
                self._quotes += 1
            case "blockquote_close":
                self._quotes -= 1
            case "bullet_list_open" | "ordered_list_open":
                self._lists.append(self._list_format(token))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._hung = True
            case "inline":
                before = tokens[at - 1]
                style = self._look.body
                if before.type == "heading_open":
                    level = min(int(before.tag[1:]), len(self._look.heads))
                    style = self._look.heads[level - 1]
                self._rtl = block_runs_right_to_left(token.children or ())
                self._paragraph(style, tight=before.hidden)
                self._inline(token.children or (), self._chars(style))
                self._rtl = False
            case "fence" | "code_block":
                self._paragraph(Style.MONO, sunken=True)
                self._cursor.insertText(
                    token.content.removesuffix("\n").replace("\n", "\u2028"),
                    self._chars(Style.MONO),
                )
            case "hr":
                self._paragraph(Style.CAPTION, rule=True)
            case _:
                pass

    def _list_format(self, token: Token) -> QTextListFormat:
        found = QTextListFormat()
        ordered = token.type == "ordered_list_open"
        styles = QTextListFormat.Style
        # Discs are painted by the view: Qt's are as large as the letters.
        found.setStyle(styles.ListDecimal if ordered else styles.ListStyleUndefined)
        found.setIndent(len(self._lists) + 1)
        start = token.attrGet("start")
        if isinstance(start, int):
            found.setStart(start)
        return found

    def _paragraph(
        self, style: Style, *, tight: bool = False, sunken: bool = False, rule: bool = False
    ) -> None:
        blocks = QTextBlockFormat()
        blocks.setLineHeight(
            self._theme.line(style), int(QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        )
        first = self._fresh and self._cursor.position() == 0
        blocks.setTopMargin(0 if first else self._gap(style, tight=tight))
        if self._quotes:
            blocks.setProperty(QUOTE, self._quotes)
            room = QUOTE_INDENT * self._quotes
            (blocks.setRightMargin if self._rtl else blocks.setLeftMargin)(room)
        if self._rtl:
            blocks.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        if self._lists and not self._hung:
            blocks.setIndent(len(self._lists))
        if sunken:
            blocks.setBackground(QBrush(self._theme.color("sunken")))
        if rule:
            blocks.setProperty(RULE, 1)
        if self._fresh:
            self._cursor.setBlockFormat(blocks)
            self._cursor.setBlockCharFormat(self._chars(style))
        else:
            self._cursor.insertBlock(blocks, self._chars(style))
        if self._lists and self._hung:
            self._hang()
        elif self._fresh and self._cursor.currentList() is not None:
            self._cursor.currentList().remove(self._cursor.block())
        self._fresh, self._last = False, " "

    def _gap(self, style: Style, *, tight: bool) -> int:
        """How far below the block before it a block stands."""
        look, after_head = self._look, self._after_head
        self._after_head = bool(look.head_gap) and style in look.heads
        if self._after_head:
            return look.head_gap
        # The first item of a list stands off like any block, the others close to each other.
        begins = self._hung and len(self._lists) == 1 and not self._follows
        if self._lists and not (begins and isinstance(self._lists[0], QTextListFormat)):
            return 3 if tight else min(look.gap, 6) if self._hung else look.gap
        return HEADED if after_head else look.gap

    def _hang(self) -> None:
        """Gives the block the mark of its list item."""
        held = self._lists[-1]
        if isinstance(held, QTextListFormat):
            self._lists[-1] = self._cursor.createList(held)
        else:
            held.add(self._cursor.block())
        self._hung = False

    # Runs of text.

    def _chars(self, style: Style) -> QTextCharFormat:
        found = QTextCharFormat()
        found.setFont(self._theme.font(style), _ALL)
        role = "text2" if self._quotes and self._look.role == "text" else self._look.role
        found.setForeground(self._theme.color(role))
        return found

    def _inline(self, tokens: Sequence[Token], base: QTextCharFormat) -> None:
        held = [QTextCharFormat(base)]
        for at, token in enumerate(tokens):
            now = held[-1]
            match token.type:
                case "text":
                    self._text(token.content, now)
                case "code_inline":
                    self._code(token.content, now)
                case "softbreak":
                    self._soft_break(tokens[at + 1 :], now)
                case "hardbreak":
                    self._text("\u2028", now)
                case "image":
                    self._text(token.content or "picture", now)
                case "strong_open" | "em_open" | "s_open" | "link_open":
                    held.append(self._changed(token, now))
                case "strong_close" | "em_close" | "s_close" | "link_close":
                    held.pop()
                case _:
                    self._text(token.content, now)

    def _changed(self, token: Token, now: QTextCharFormat) -> QTextCharFormat:
        found = QTextCharFormat(now)
        match token.type:
            case "strong_open":
                found.setFontWeight(QFont.Weight.Bold)
            case "em_open":
                found.setFontItalic(True)
            case "s_open":
                found.setFontStrikeOut(True)
            case _:
                target = str(token.attrGet("href") or "")
                if target.lower().startswith(LINKS):
                    found.setAnchor(True)
                    found.setAnchorHref(target)
                    found.setForeground(self._theme.color("accent"))
                    found.setFontUnderline(True)
                    found.setToolTip(target)
        return found

    def _text(self, text: str, chars: QTextCharFormat) -> None:
        if text:
            self._cursor.insertText(text, chars)
            self._last = text[-1]

    def _code(self, text: str, now: QTextCharFormat) -> None:
        found = QTextCharFormat(now)
        mono = self._theme.font(Style.MONO)
        if now.fontWeight() > QFont.Weight.Normal:
            mono.setWeight(QFont.Weight.DemiBold)
        found.setFont(mono, _ALL)
        found.setProperty(CODE, 1)
        around = QTextCharFormat(now)
        around.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        around.setFontLetterSpacing(2.6)
        opens, closes = (ISOLATE, ISOLATED) if self._rtl else ("", "")
        # Behind a hair space a line may break, and a full stop begin the next.
        self._cursor.insertText(HAIR + JOINER + opens, around)
        self._cursor.insertText(held_together(text), found)
        self._cursor.insertText(closes + JOINER + JOINER, around)
        self._last = text[-1:] or " "

    def _soft_break(self, rest: Sequence[Token], now: QTextCharFormat) -> None:
        after = next((token.content for token in rest if token.content), "")
        # Scripts without spaces are joined as they stand (desktop-expectations.md 1.13).
        joined = bool(after) and is_cjk(self._last) and is_cjk(after[0])
        self._text("" if joined else " ", now)

    # Tables.

    def _table(self, tokens: Sequence[Token]) -> None:
        rows = rows_of(tokens)
        columns = max((len(row) for row in rows), default=0)
        if not columns:
            return
        shape = table_format(4 if self._cursor.position() else 0)
        if self._fresh:
            self._cursor.setBlockFormat(QTextBlockFormat())
        table = self._cursor.insertTable(len(rows), columns, shape)
        for number, row in enumerate(rows):
            self._row(table, number, row)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._fresh = True
        self._grown = (table.firstPosition(), rows)

    def _row(self, table: QTextTable, number: int, row: Sequence[Cell]) -> None:
        style = self._look.small if number == 0 else self._look.body
        for column, cell in enumerate(row):
            here = table.cellAt(number, column)
            here.setFormat(cell_format(self._theme, number, column, table.columns()))
            cursor = here.firstCursorPosition()
            cursor.setPosition(here.lastCursorPosition().position(), _KEEP)
            cursor.removeSelectedText()
            self._cell(cursor, cell, style, head=number == 0)

    def _cell(self, cursor: QTextCursor, cell: Cell, style: Style, *, head: bool) -> None:
        blocks = QTextBlockFormat()
        blocks.setLineHeight(
            self._theme.line(self._look.body) - 3,
            int(QTextBlockFormat.LineHeightTypes.FixedHeight.value),
        )
        blocks.setAlignment(cell.align)
        self._rtl = block_runs_right_to_left(cell.tokens)
        if self._rtl:
            blocks.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        cursor.setBlockFormat(blocks)
        chars = self._chars(style)
        if head:
            chars.setForeground(self._theme.color("text2"))
        own, self._cursor = self._cursor, cursor
        self._inline(cell.tokens, chars)
        self._cursor, self._rtl = own, False
