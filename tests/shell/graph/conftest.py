"""Graphs as values, and the graph over a real vault on a temp disk."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QMainWindow

from luminair.bootstrap import open_journal
from luminair.journal import Receipts
from luminair.shell.graph import GraphFace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from luminair.journal import Journal
    from luminair.shell.jobs import Jobs
    from luminair.shell.theme import Theme

NOW = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)


class GraphDesk:
    """The part of a desk that the graph uses."""

    def __init__(self, home: Path, vault: Path) -> None:
        self._journal = open_journal(home=str(home), vault=str(vault))
        self._receipts = Receipts(home / "receipts")
        self.problem: Exception | None = None

    @property
    def journal(self) -> Journal:
        if self.problem is not None:
            raise self.problem
        return self._journal

    def receipts(self) -> Receipts:
        return self._receipts

    def now(self) -> datetime:
        return NOW

    def project_name(self, folder: str) -> str:
        return folder.rpartition("/")[2]

    def close(self) -> None:
        self._journal.close()


def write(vault: Path, path: str, body: str, **fields: str) -> None:
    """Puts a note into a vault."""
    file = vault / path
    file.parent.mkdir(parents=True, exist_ok=True)
    fields = {"kind": "note", "scope": "global", "updated": '"2026-09-16T10:00:00.000Z"', **fields}
    header = "".join(f"{name}: {value}\n" for name, value in fields.items())
    file.write_text(f"---\n{header}---\n{body}\n", encoding="utf-8")


@pytest.fixture
def small_vault(vault: Path) -> Path:
    """A hub with three leaves, one of them with a leaf of its own; a rule; an archived note."""
    write(vault, "Notes/Hub.md", "The hub. [[Rule]] [[Ask]] [[Far leaf]]")
    write(vault, "Notes/Rule.md", "Never retry a PUT.", kind="rule")
    write(vault, "Notes/Ask.md", "Count resumed uploads.", kind="ask", scope="folder", cwd="/w/up")
    write(vault, "Notes/Far leaf.md", "See [[Farther]].", kind="doc")
    write(vault, "Notes/Farther.md", "A retry that failed.", kind="ruledout")
    write(vault, "Notes/Alone.md", "Nothing ties this.", updated='"2025-01-02T10:00:00.000Z"')
    write(vault, "Archive/Old.md", "Long ago. [[Hub]]", archived='"2026-09-01T10:00:00.000Z"')
    write(vault, "Sessions/One.md", "What was said.")
    (vault / "Broken.md").write_text("---\ntitle: x\n", encoding="utf-8")
    return vault


@pytest.fixture
def graph_desk(home: Path, small_vault: Path) -> Iterator[GraphDesk]:
    found = GraphDesk(home, small_vault)
    yield found
    found.close()


@pytest.fixture
def graph_window(qtbot: QtBot, theme: Theme) -> QMainWindow:  # noqa: ARG001 its style
    """The window that the graph fills."""
    found = QMainWindow()
    qtbot.addWidget(found)
    found.resize(1100, 760)
    return found


@pytest.fixture
def face(
    qtbot: QtBot,
    theme: Theme,
    jobs: Jobs,
    graph_desk: GraphDesk,
    graph_window: QMainWindow,
    settle: Callable[[], None],
) -> GraphFace:
    """The graph of the small vault, shown and still."""
    found = GraphFace(theme, jobs, graph_desk)
    graph_window.setCentralWidget(found)
    with qtbot.waitActive(graph_window):
        graph_window.show()
        graph_window.activateWindow()
    found.come()
    settle()
    return found
