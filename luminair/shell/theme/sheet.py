"""The style sheet: what Qt draws by itself (menus, scroll bars, frames, fields).

Buttons, switches, rings and rows paint themselves; a frame says which part it is by its
``part`` property.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from luminair.shell.theme.tokens import Tokens

_SHEET = """
QMainWindow, QWidget[part="window"] {{ background: {window}; }}
QWidget[part="surface"] {{ background: {surface}; }}
QToolTip {{
    background: {surface}; color: {text}; border: 1px solid {line2}; padding: 4px 7px;
}}
QMenu {{
    background: {surface}; border: 1px solid {line2}; padding: 5px; color: {text};
}}
QMenu::item {{ padding: 5px 22px 5px 10px; border-radius: 6px; background: transparent; }}
QMenu::item:selected {{ background: {accentsoft}; color: {text}; }}
QMenu::item:disabled {{ color: {text3}; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 5px 6px; }}
QMenu::indicator {{ width: 14px; height: 14px; padding-left: 6px; }}
QMenuBar {{ background: {window}; color: {text}; }}
QMenuBar::item {{ padding: 4px 9px; background: transparent; border-radius: 6px; }}
QMenuBar::item:selected {{ background: {hover}; }}
QToolBar {{ background: {window}; border: none; border-bottom: 1px solid {line}; padding: 0; }}
QScrollArea, QAbstractScrollArea {{ border: none; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 2px; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 2px; }}
QScrollBar::handle {{ background: {line2}; border-radius: 3px; margin: 1px; }}
QScrollBar::handle:vertical {{ min-height: 32px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; }}
QScrollBar::handle:hover {{ background: {edge}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QAbstractScrollArea::corner {{ background: transparent; }}
QLabel {{ background: transparent; }}
QLabel[tone="text2"] {{ color: {text2}; }}
QLabel[tone="text3"] {{ color: {text3}; }}
QLabel[tone="accent"] {{ color: {accent}; }}
QLabel[tone="warn"] {{ color: {warn}; }}
QLabel[tone="danger"] {{ color: {danger}; }}
QFrame[part="message"] {{
    background: {raised}; border: 1px solid {line}; border-radius: 10px;
}}
QFrame[part="box"] {{
    background: {surface}; border: 1px solid {line}; border-radius: 8px;
}}
QFrame[part="card"] {{
    background: {surface}; border: 1px solid {line2}; border-radius: 10px;
}}
QFrame[part="code"] {{
    background: {sunken}; border: 1px solid {line}; border-radius: 8px;
}}
QFrame[part="paper"] {{
    background: {paper}; border: 1px solid {line}; border-radius: 10px;
}}
QFrame[part="exact"] {{
    background: {paper}; border: 1px solid {line}; border-radius: 8px;
}}
QFrame[part="composer"] {{
    background: {field}; border: 1px solid {line2}; border-radius: 10px;
}}
QFrame[part="composer"][current="true"] {{ border: 1px solid {accent}; }}
QFrame[part="sheet"] {{
    background: {surface}; border: 1px solid {line}; border-radius: 12px;
}}
QFrame[part="popup"] {{
    background: {surface}; border: 1px solid {line2}; border-radius: 10px;
}}
QTextBrowser, QPlainTextEdit[part="bare"], QTextEdit[part="bare"] {{
    background: transparent; border: none; color: {text};
    selection-background-color: {select}; selection-color: {text};
    placeholder-text-color: {text3};
}}
QLineEdit {{
    color: {text}; placeholder-text-color: {text3};
    selection-background-color: {select}; selection-color: {text};
}}
QListView, QTreeView {{ background: transparent; border: none; outline: none; }}
QSplitter::handle {{ background: transparent; }}
"""


@lru_cache(maxsize=8)
def style_sheet(tokens: Tokens) -> str:
    """The style sheet of one theme."""
    values = {name: getattr(tokens, name) for name in type(tokens).__dataclass_fields__}
    values["select"] = tokens.accentsoft if tokens.window < "#8" else "#C4DEE4"
    return _SHEET.format(**values)
