"""Settings, Lanes & keys: each way to a model with its state, its key and where it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget
from typing_extensions import override

from luminair.config.providers import PROVIDERS, Provider
from luminair.lanes.lane import LaneKind
from luminair.machine import keychain
from luminair.sessions.session import utc_text
from luminair.shell.parts.button import Button, Fill
from luminair.shell.parts.times import message_time
from luminair.shell.preferences.changes import choice_row, text_row
from luminair.shell.preferences.fields import Popup
from luminair.shell.preferences.key_row import KeyRow, key_words
from luminair.shell.preferences.lane_row import LaneRow
from luminair.shell.preferences.looking import Looking
from luminair.shell.preferences.rows import Group, Page, Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from luminair.lanes.lane import LaneInfo
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs
    from luminair.shell.preferences.changes import Changes
    from luminair.shell.theme import Theme

PROGRAMS = ("claude", "codex", "gemini")
MODE = "lanes.claude.permission_mode"
MODES = {
    "default": "Ask each time",
    "acceptEdits": "Edit files without asking",
    "plan": "Only plan, change nothing",
    "dontAsk": "Refuse what is not allowed already",
    "bypassPermissions": "Do everything without asking",
}
SERVER = "server"
SERVER_SETTINGS = ("lanes.server.url", "lanes.server.name")
ADDRESSES = {
    "ollama": ("http://127.0.0.1:11434", "Empty means OLLAMA_HOST, else the usual place."),
    "lmstudio": ("http://localhost:1234/v1", "Empty means the usual place."),
    SERVER: ("https://…/v1", "Any server that speaks as OpenAI does."),
}


def provider_of_lane(info: LaneInfo) -> Provider | None:
    """Whose key a lane uses; None for a lane without one."""
    if info.kind in {LaneKind.CLI, LaneKind.EMBEDDED}:
        return None
    return next((each for each in PROVIDERS if _is_of(info.id, each.id)), None)


def _is_of(lane: str, name: str) -> bool:
    return lane == name or lane.startswith(f"{name}-")


class LanesPage(Page):
    """Every lane, and which one new sessions use.

    Signals:
        lanes_changed: what a lane can do is known anew.
        link: a page to open outside.
        failed: a sentence.
    """

    lanes_changed = Signal()
    link = Signal(QUrl)
    failed = Signal(str)

    def __init__(
        self,
        theme: Theme,
        jobs: Jobs,
        desk: Desk,
        changes: Changes,
        parent: QWidget | None = None,
    ) -> None:
        kept = f"Keys stay in your {keychain()}, never in a file."
        lead = f"A lane is one way to reach a model. {kept}"
        super().__init__(theme, "Lanes & keys", lead, parent)
        self._jobs, self._desk, self._changes = jobs, desk, changes
        self.rows: dict[str, LaneRow] = {}
        self.keys: dict[str, KeyRow] = {}
        self._names: dict[str, set[str]] = {}
        self._looked: dict[str, str] = {}
        self._opened = self._server_named = False
        self.looking = Looking(jobs, desk, self)
        holder = QWidget()
        self._lanes = QVBoxLayout(holder)
        self._lanes.setContentsMargins(0, 0, 0, 0)
        self._group: Group | None = None
        self.add(holder)
        self._other = Group(theme)
        for part in self._server_rows():
            self._other.add(part)
        self.add(self._other)
        self._fill()
        self.usual = Popup(theme, "Lane for new sessions")
        self.usual.set_entries(self._entries)
        self.usual.picked.connect(self._choose)
        sessions = Group(theme)
        hint = "A session keeps the lane it was begun with."
        sessions.add(Row(theme, "New sessions use", hint, [self.usual]))
        self.add(sessions)
        self.looking.began.connect(self._show)
        self.looking.ended.connect(self._looked_at)
        self.looking.failed.connect(self.failed)
        changes.changed.connect(self._changed)
        changes.settled.connect(self._settled)
        self._show_usual()

    def _fill(self) -> None:
        """Makes a row for each lane, where there are others than before."""
        infos = self._desk.roster.infos()
        if [info.id for info in infos] == list(self.rows):
            return
        if self._group is not None:
            self._lanes.removeWidget(self._group)
            self._group.hide()
            self._group.deleteLater()
        self._group = group = Group(self._theme)
        self.rows, self.keys = {}, {}
        for info in infos:
            row = LaneRow(self._theme, info, self._details(info))
            row.look_wanted.connect(_calling(self.looking.look, info.id))
            self.rows[info.id] = row
            group.add(row)
        self._lanes.addWidget(group)
        self._other.setVisible(SERVER not in self.rows)
        for key in self.keys.values() if self._opened else ():
            key.look()

    @override
    def look(self) -> None:
        """Shows what is known; the first time it asks what runs on this Mac."""
        self._fill()
        for info in self._desk.roster.infos():
            self._show(info.id)
            if not self._opened and info.kind in {LaneKind.CLI, LaneKind.LOCAL}:
                self.looking.look(info.id)
        self._opened = True
        for key in self.keys.values():
            key.look()
        self._show_usual()

    def clear(self) -> None:
        """Takes away keys that were typed and not saved."""
        for key in self.keys.values():
            key.clear()

    def show_lane(self, lane: str) -> None:
        """Unfolds a lane and brings it into view."""
        row = self.rows.get(lane)
        if row is not None:
            row.unfold()
            self.ensureWidgetVisible(row)

    # What can be set for a lane.

    def _details(self, info: LaneInfo) -> QWidget | None:
        parts: list[QWidget] = []
        self._names[info.id] = set()
        if info.kind is LaneKind.CLI and info.id in PROGRAMS:
            parts += self._program(info.id)
        for name in ADDRESSES if info.kind in {LaneKind.API, LaneKind.LOCAL} else ():
            if _is_of(info.id, name):
                parts += self._address(info.id, name)
        provider = provider_of_lane(info)
        if provider is not None:
            parts.append(self._key(info.id, provider))
        if not parts:
            return None
        details = QWidget()
        column = QVBoxLayout(details)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in parts:
            column.addWidget(part)
        return details

    def _program(self, lane: str) -> list[QWidget]:
        name = f"lanes.{lane}.path"
        choose = Button(self._theme, "Choose…", fill=Fill.BORDERED)
        choose.set_name(f"Choose where {lane} is")
        choose.clicked.connect(lambda: self._choose_program(name))
        self._names[lane].add(name)
        hint = f"Luminair looks for {lane} by itself. Name it here where it is not found."
        parts: list[QWidget] = [
            text_row(
                self._theme,
                self._changes,
                name,
                "Program",
                hint=hint,
                placeholder="Found by itself",
                more=[choose],
            )
        ]
        if lane == "claude":
            self._names[lane].add(MODE)
            hint = "Holds at once; an answer of claude that is on its way ends."
            parts.append(
                choice_row(self._theme, self._changes, MODE, "May do without asking", MODES, hint)
            )
        return parts

    def _address(self, lane: str, name: str) -> list[QWidget]:
        if name == SERVER:
            self._names[lane].update(SERVER_SETTINGS)
            return self._server_rows()
        usual, hint = ADDRESSES[name]
        setting = f"lanes.{name}.url"
        self._names[lane].add(setting)
        return [
            text_row(self._theme, self._changes, setting, "Address", hint=hint, placeholder=usual)
        ]

    def _server_rows(self) -> list[QWidget]:
        """Where another server is and what it is called; with an address it is a lane."""
        theme, changes = self._theme, self._changes
        usual, hint = ADDRESSES[SERVER]
        address, name = SERVER_SETTINGS
        return [
            text_row(theme, changes, address, "Another server", hint=hint, placeholder=usual),
            text_row(
                theme,
                changes,
                name,
                "Its name",
                hint="As lists show it.",
                placeholder="Empty means its address",
            ),
        ]

    def _key(self, lane: str, provider: Provider) -> KeyRow:
        row = KeyRow(self._theme, self._jobs, self._desk.keys, provider)
        row.stated.connect(lambda state: self.rows[lane].show_key(key_words(state, provider)))
        row.changed.connect(lambda: self.looking.look(lane))
        row.link.connect(self.link)
        self.keys[lane] = row
        return row

    def _choose_program(self, name: str) -> None:
        dialog = QFileDialog(self, "Choose the program", str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda file: self._changes.set({name: file}))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _changed(self, names: list[str]) -> None:
        if SERVER_SETTINGS[0] in names:
            self._server_named = True
        changed = {lane for lane, own in self._names.items() if own & set(names)}
        if self._server_named:
            changed.add(SERVER)
        for lane in sorted(changed):
            self.looking.look(lane, anew=True)

    # What new sessions use.

    def _entries(self) -> list[tuple[object, str]]:
        roster = self._desk.roster
        entries: list[tuple[object, str]] = [
            (("", ""), f"Choose by itself (now {roster.info(roster.usual).title})")
        ]
        for info in roster.infos():
            for model in info.models or (info.model(""),):
                words = info.title if model.title in {"", info.title} else model.title
                title = words if words == info.title else f"{info.title} · {words}"
                if info.ready:
                    entries.append(((info.id, model.id), title))
        chosen = self._chosen()
        if chosen not in {value for value, _ in entries}:
            entries.append((chosen, f"{' · '.join(filter(None, chosen))} (not ready)"))
        return entries

    def _chosen(self) -> tuple[str, str]:
        settings = self._desk.settings
        lane, model = settings.text("lanes.new.lane"), settings.text("lanes.new.model")
        known = {info.id: info for info in self._desk.roster.infos()}
        if lane in known and not model:
            model = known[lane].model("").id
        return lane, model

    def _choose(self, value: tuple[str, str]) -> None:
        lane, model = value
        self._changes.set({"lanes.new.lane": lane, "lanes.new.model": model})

    def _settled(self, name: str) -> None:
        if name in {"lanes.new.lane", "lanes.new.model"}:
            self._show_usual()

    def _show_usual(self) -> None:
        self.usual.set_value(self._chosen())

    # What is known of the lanes.

    def _show(self, lane: str) -> None:
        if lane not in self.rows:
            return
        info = self._desk.roster.info(lane)
        at = self._looked.get(lane, "")
        when = message_time(at, self._desk.now()) if at else ""
        self.rows[lane].show_info(info, looking=self.looking.at(lane), at=when)

    def _looked_at(self, lane: str) -> None:
        self._looked[lane] = utc_text(self._desk.now())
        self._fill()
        self._show(lane)
        if lane == SERVER and self._server_named:
            self._server_named = False
            self.show_lane(SERVER)
        self._show_usual()
        self.lanes_changed.emit()


def _calling(call: Callable[[str], None], value: str) -> Callable[[], None]:
    return lambda: call(value)
