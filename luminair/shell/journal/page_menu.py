"""The menu of a note's page: its link and id, another folder, the whole file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from luminair.shell.journal.outside import folder_to_show
from luminair.shell.parts.menu import make_menu

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtWidgets import QMenu, QWidget

    from luminair.shell.journal.changing import Changing
    from luminair.shell.journal.filing import Filing
    from luminair.shell.journal.reading import Opened
    from luminair.shell.theme import Theme


def page_menu(
    theme: Theme,
    owner: QWidget,
    opened: Opened,
    folders: Sequence[tuple[str, int]],
    filing: Filing,
    changing: Changing,
    calls: Mapping[str, Callable[[], None]],
) -> QMenu:
    """Everything that can be done with the note that is shown.

    Args:
        theme: colours and fonts.
        owner: the menu goes with it.
        opened: the note.
        folders: of the vault, to move the note to.
        filing: moves it.
        changing: edits it.
        calls: what the commands 'history', 'rename_file' and 'bin' do.
    """
    note = opened.note
    menu = make_menu(theme, owner)
    copy = QGuiApplication.clipboard().setText
    link = menu.addAction("Copy Link to Note")
    link.triggered.connect(lambda: copy(f"[[{note.title}]]"))
    menu.addAction("Copy Id").triggered.connect(lambda: copy(note.key))
    menu.addSeparator()
    below = make_menu(theme, menu)
    below.setTitle("Move to")
    for folder, _ in folders:
        if folder != note.path.rpartition("/")[0] and folder.partition("/")[0] != "Archive":
            deep = "    " * folder.count("/")
            action = below.addAction(deep + folder.rpartition("/")[2].replace("&", "&&"))
            action.triggered.connect(_told(filing.move, [note.path], folder))
    menu.addMenu(below)
    whole = menu.addAction("Edit with Header")
    whole.setCheckable(True)
    whole.setChecked(changing.whole)
    whole.setEnabled(not opened.sealed)
    whole.toggled.connect(changing.set_whole)
    menu.addAction("History…").triggered.connect(calls["history"])
    rename = menu.addAction("Rename File Too")
    rename.setToolTip("Name the file after the title; links in other notes follow")
    rename.setEnabled(not note.damage and not note.in_archive)
    rename.triggered.connect(calls["rename_file"])
    menu.addSeparator()
    menu.addAction("Move to Bin").triggered.connect(calls["bin"])
    root = opened.file.parents[note.path.count("/")]
    place = QUrl.fromLocalFile(str(folder_to_show(root, note.path)))
    menu.addAction("Show Folder").triggered.connect(lambda: QDesktopServices.openUrl(place))
    return menu


def _told(
    call: Callable[[list[str], str], None], paths: list[str], folder: str
) -> Callable[[], None]:
    return lambda: call(paths, folder)
