"""Settings, Integrations: the hook and the tools in other people's coding agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.agents.integrations import CLIENTS, Integrations, Stand, Thing
from luminair.agents.settings_files import TITLES
from luminair.config import launcher
from luminair.shell.failures import sentence
from luminair.shell.parts.button import Button, Fill
from luminair.shell.parts.code import CopyButton
from luminair.shell.parts.ring import Spinner
from luminair.shell.parts.text import Label, Line
from luminair.shell.preferences.change_sheet import ChangeSheet
from luminair.shell.preferences.changes import switch_row, text_row
from luminair.shell.preferences.lane_row import Dot, Tile
from luminair.shell.preferences.rows import Group, Page, Row
from luminair.shell.theme import Style

if TYPE_CHECKING:
    from luminair.agents.integrations import Integration, Trial
    from luminair.agents.settings_files import Change
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.preferences.changes import Changes
    from luminair.shell.theme import Theme

NAME, BUTTON = 170, 92
_HEADS: Final = {
    Thing.HOOK: "Prompt hook",
    Thing.TOOLS: "Tools (MCP server)",
}
_HINTS: Final = {
    Thing.HOOK: "What the Journal knows rides on each prompt that you type there.",
    Thing.TOOLS: "It searches the Journal, files notes, and closes asks.",
}
_WHAT: Final = {Thing.HOOK: "the hook", Thing.TOOLS: "the Journal's tools"}
_STANDS: Final = {
    Stand.ABSENT: ("Not found", "text3"),
    Stand.MISSING: ("Not installed", "text3"),
    Stand.INSTALLED: ("Installed", "ok"),
    Stand.OLD: ("Installed by another version", "warn"),
    Stand.UNREADABLE: ("Its settings cannot be read", "danger"),
}


class AgentRow(QWidget):
    """One thing in one agent: its state, and what can be done about it.

    Signals:
        install_wanted, remove_wanted, try_wanted, look_wanted: a click.
    """

    look_wanted = Signal()
    install_wanted = Signal()
    remove_wanted = Signal()
    try_wanted = Signal()

    def __init__(self, theme: Theme, thing: Thing, title: str) -> None:
        super().__init__()
        self._thing, self._title = thing, title
        self.title = Line(theme, title, Style.PANE_TITLE)
        self.title.setMinimumWidth(NAME)
        self.state = Label(theme, "", Style.BODY, "text2")
        self.said = Label(theme, "", Style.SMALL, "text2", wraps=True)
        self._dot, self._spinner = Dot(theme), Spinner(theme, 12)
        self.attempt = Button(theme, "Try", fill=Fill.BORDERED, name=f"Try {self._named}")
        self.install = Button(
            theme, "Install…", fill=Fill.BORDERED, name=f"Install {self._named} in {title}"
        )
        self.remove = Button(
            theme, "Remove…", fill=Fill.BORDERED, name=f"Remove {self._named} from {title}"
        )
        self.attempt.clicked.connect(self.try_wanted)
        self.again = Button(theme, "Look again", fill=Fill.BORDERED, name=f"Look for {title}")
        self.again.clicked.connect(self.look_wanted)
        self.install.clicked.connect(self.install_wanted)
        self.remove.clicked.connect(self.remove_wanted)
        self._buttons = (self.attempt, self.again, self.install, self.remove)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self.title)
        words.addWidget(self.said)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 11, 16, 11)
        row.setSpacing(12)
        row.addWidget(Tile(theme, "ph.terminal-window"))
        row.addLayout(words, 1)
        state = QHBoxLayout()
        state.setSpacing(6)
        state.addWidget(self._dot)
        state.addWidget(self._spinner)
        state.addWidget(self.state)
        row.addLayout(state)
        row.addSpacing(4)
        for button in self._buttons:
            button.setMinimumWidth(BUTTON)
            row.addWidget(button)
        self.set_busy("Looking…")

    @property
    def _named(self) -> str:
        return _WHAT[self._thing]

    def set_busy(self, words: str) -> None:
        """Says what is under way; nothing can be clicked meanwhile."""
        self._dot.hide()
        self._spinner.show()
        self.state.setText(words)
        self.state.set_role("text2")
        for button in self._buttons:
            button.setEnabled(False)

    def show_state(self, found: Integration, said: str = "", *, well: bool = True) -> None:
        """Shows how it stands.

        Args:
            found: what was read from the agent's settings.
            said: what trying or installing came to, or ''.
            well: whether that was good.
        """
        words, role = _STANDS[found.stand]
        self._spinner.hide()
        self._dot.show()
        self._dot.set_role(role)
        self.state.setText(words)
        self.state.set_role("text2" if role == "text3" else role)
        there = found.stand in {Stand.INSTALLED, Stand.OLD}
        hint = _HINTS[self._thing] if there else ""
        if found.stand is Stand.ABSENT:
            hint = "Install it, then look again."
        told = found.said or said or hint
        self.said.setText(told)
        self.said.set_role("danger" if found.said or (said and not well) else "text2")
        self.said.setVisible(bool(told))
        self.attempt.setVisible(there)
        self.remove.setVisible(there)
        self.again.setVisible(found.stand in {Stand.ABSENT, Stand.UNREADABLE})
        self.install.setVisible(found.stand in {Stand.MISSING, Stand.OLD})
        self.install.set_face("Install again…" if found.stand is Stand.OLD else "Install…")
        for button in self._buttons:
            button.setEnabled(True)


class IntegrationsPage(Page):
    """The hook and the tools, agent by agent; then how the hook behaves.

    Args:
        theme: colours and fonts.
        jobs: everything that waits goes there.
        desk: says where things lie.
        changes: keeps settings.
        door: how agents are changed; None for the one of this machine.

    Signals:
        failed: a sentence.
    """

    failed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        changes: Changes,
        door: Integrations | None = None,
        parent: QWidget | None = None,
    ) -> None:
        lead = (
            "Coding agents that you run in a terminal can use the Journal too. Each change of "
            "their settings is shown before it is written."
        )
        super().__init__(theme, "Integrations", lead, parent)
        self._jobs = jobs
        self.door = door or Integrations(
            desk.home,
            lambda: desk.journal_state().place,
            program=lambda client: desk.settings.text(f"lanes.{client}.path"),
        )
        self.rows: dict[tuple[Thing, str], AgentRow] = {}
        self.found: dict[tuple[Thing, str], Integration] = {}
        self._busy: set[tuple[Thing, str]] = set()
        self._told: dict[tuple[Thing, str], tuple[str, bool]] = {}
        self.sheet: ChangeSheet | None = None
        self._looking = False
        for thing in Thing:
            self._add_rows(theme, thing)
            if thing is Thing.HOOK:
                self._add_settings(theme, changes)
        self._add_command(theme, desk)

    def _add_rows(self, theme: Theme, thing: Thing) -> None:
        self.add(Label(theme, _HEADS[thing], Style.BODY_BOLD, "text2"))
        group = Group(theme)
        for client in CLIENTS:
            key = (thing, client)
            row = AgentRow(theme, thing, TITLES[client])
            row.install_wanted.connect(lambda at=key: self._ask(*at, install=True))
            row.look_wanted.connect(self.look)
            row.remove_wanted.connect(lambda at=key: self._ask(*at, install=False))
            row.try_wanted.connect(lambda at=key: self._try(*at))
            self.rows[key] = row
            group.add(row)
        self.add(group)

    def _add_settings(self, theme: Theme, changes: Changes) -> None:
        group = Group(theme)
        group.add(
            switch_row(
                theme,
                changes,
                "hook.print_mode",
                "Answer agents that a script runs",
                "Such as “claude -p”.",
            )
        )
        group.add(
            switch_row(
                theme,
                changes,
                "hook.subagents",
                "Tell helpers the rules",
                "Helpers are started by a coding agent for a part of its work.",
            )
        )
        group.add(
            text_row(
                theme,
                changes,
                "hook.off_in",
                "Silent in these project folders",
                hint="Whole paths, parted by colons.",
                placeholder="none",
            )
        )
        self.add(group)

    def _add_command(self, theme: Theme, desk: Desk) -> None:
        line = f"{desk.home.bin / launcher.NAME} mcp"
        copy = CopyButton(theme, "Copy the command")
        copy.set_copied(line)
        group = Group(theme)
        hint = "Any other program that speaks MCP starts the Journal's tools by this."
        self.command = Row(theme, line, hint, [copy])
        group.add(self.command)
        self.add(group)

    # --- Looking -------------------------------------------------------------------------------

    @override
    def look(self) -> None:
        if self._looking:
            return
        self._looking = True
        self._jobs.run(self.door.look, done=self._show, failed=self._not_seen, owner=self)

    def _show(self, found: list[Integration]) -> None:
        self._looking = False
        for each in found:
            key = (each.thing, each.client)
            self.found[key] = each
            if key not in self._busy:
                said, well = self._told.get(key, ("", True))
                self.rows[key].show_state(each, said, well=well)

    def _not_seen(self, error: Exception) -> None:
        self._looking = False
        self.failed.emit(sentence(error))

    # --- Changing ------------------------------------------------------------------------------

    def _ask(self, thing: Thing, client: str, *, install: bool) -> None:
        """Works the change out, and shows it."""
        key = (thing, client)
        self._begin(key, "Looking…")
        self._jobs.run(
            lambda: self.door.change(thing, client, install=install),
            done=lambda change: self._offer(key, change, install=install),
            failed=lambda error: self._fail(key, error),
            owner=self,
        )

    def _offer(self, key: tuple[Thing, str], change: Change, *, install: bool) -> None:
        self._end(key)
        if not change.is_needed or self.sheet is not None:
            self.look()
            return
        thing, client = key
        verb, to = ("Install", "in") if install else ("Remove", "from")
        title = f"{verb} {_WHAT[thing]} {to} {TITLES[client]}?"
        self.sheet = ChangeSheet(self._theme, self.window(), title, change)
        self.sheet.closed.connect(self._sheet_gone)
        self.sheet.agreed.connect(lambda: self._make(key, change, install=install))
        self.sheet.open(self.sheet.write)

    def _sheet_gone(self) -> None:
        self.sheet = None

    def _make(self, key: tuple[Thing, str], change: Change, *, install: bool) -> None:
        self._begin(key, "Installing…" if install else "Removing…")
        self._jobs.run(
            lambda: self.door.make(key[0], change, install=install),
            done=lambda said: self._made(key, said),
            failed=lambda error: self._fail(key, error),
            owner=self,
        )

    def _made(self, key: tuple[Thing, str], said: str) -> None:
        self._told[key] = (said, True)
        self._end(key)
        self.look()

    def _try(self, thing: Thing, client: str) -> None:
        key = (thing, client)
        self._begin(key, "Trying…")

        def done(trial: Trial) -> None:
            self._told[key] = (trial.said, trial.well)
            self._end(key)
            self.look()

        self._jobs.run(
            lambda: self.door.try_out(thing, client),
            done=done,
            failed=lambda error: self._fail(key, error),
            owner=self,
        )

    def _begin(self, key: tuple[Thing, str], words: str) -> None:
        self._busy.add(key)
        self._told.pop(key, None)
        self.rows[key].set_busy(words)

    def _end(self, key: tuple[Thing, str]) -> None:
        self._busy.discard(key)
        if key in self.found:
            said, well = self._told.get(key, ("", True))
            self.rows[key].show_state(self.found[key], said, well=well)

    def _fail(self, key: tuple[Thing, str], error: Exception) -> None:
        self.failed.emit(sentence(error))
        self._end(key)
        self.look()
