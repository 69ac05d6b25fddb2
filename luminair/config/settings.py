"""Settings, declared once as data: the file, the window and the help read this table.

The file is plain JSON, and no key to a provider ever stands in it (``config/keys.py`` has
those). Names that this version does not know are kept; a value that does not fit counts as not
set, and :attr:`Settings.notices` says so in a sentence.
"""

from __future__ import annotations

from enum import Enum

from luminair import files
from luminair.bare import Lock, json_value
from luminair.errors import WriteFailed
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import TypeAlias

SettingValue: TypeAlias = str | int | bool

CLAUDE_MODES = ("default", "acceptEdits", "plan", "dontAsk", "bypassPermissions")
"""What ``claude --permission-mode`` takes and a pane can work with."""


class Form(Enum):
    """What a word setting holds."""

    WORDS = "words"
    ADDRESS = "address"
    """Of a server, http or https, without a name and password in it; '' is its usual one."""
    PROGRAM = "program"
    """An absolute path of a program; '' means it is looked for."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Attributes:
        name: key in the file.
        default: used until the owner sets it; its type is the setting's type.
        sentence: what it does, for people.
        unit: of a number, or ''.
        choices: allowed words, or () for any.
        least: smallest number allowed.
        most: largest number allowed.
        form: of a word setting.
    """

    name: str
    default: SettingValue
    sentence: str
    unit: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 1_000_000
    form: Form = Form.WORDS


SETTINGS: tuple[Setting, ...] = (
    Setting("vault", "", "The Journal's folder; empty means Documents/Luminair Journal."),
    Setting("digest.cap", 14, "Open asks and matching notes that ride at most.", "items", most=200),
    Setting(
        "digest.tokens",
        1500,
        "What open asks and matching notes may cost together.",
        "tokens",
        least=100,
        most=100_000,
    ),
    Setting(
        "digest.pin_tokens",
        2000,
        "A pinned note up to this size rides whole.",
        "tokens",
        most=100_000,
    ),
    Setting("digest.dead_ends", 40, "Dead ends that ride at most.", "items", most=1000),
    Setting(
        "session.include_optional",
        True,
        "New sessions send optional Journal notes and old conversation summaries.",
    ),
    Setting(
        "distill.auto",
        True,
        "Sessions that went quiet are folded into what was decided, what is open, what failed.",
    ),
    Setting(
        "distill.by",
        "",
        "The lane, or lane/model, that drafts this; empty means no model is asked.",
    ),
    Setting(
        "compact.share",
        70,
        "A conversation that fills more of the model's window is sent with its older part folded; "
        "0 means never.",
        unit="%",
        most=95,
    ),
    Setting("capture", True, "Requests in your messages are kept as open asks."),
    Setting(
        "hook.off_in",
        "",
        "Project folders in which the hook of coding agents stays silent, parted by colons.",
    ),
    Setting(
        "hook.print_mode",
        True,
        "The hook also answers coding agents that a script runs (`claude -p`).",
    ),
    Setting(
        "hook.subagents",
        True,
        "The hook gives rules to the helpers that a coding agent starts, where it asks for them.",
    ),
    Setting(
        "lanes.new.lane",
        "",
        "The lane that new sessions use; empty means the first that is ready.",
    ),
    Setting("lanes.new.model", "", "The model that new sessions use; empty means the lane's own."),
    Setting(
        "lanes.ollama.url",
        "",
        "Where Ollama answers; empty means OLLAMA_HOST, else http://127.0.0.1:11434.",
        form=Form.ADDRESS,
    ),
    Setting(
        "lanes.lmstudio.url",
        "",
        "Where LM Studio answers; empty means http://localhost:1234/v1.",
        form=Form.ADDRESS,
    ),
    Setting(
        "lanes.server.url",
        "",
        "Another server that speaks as OpenAI does; empty means there is none.",
        form=Form.ADDRESS,
    ),
    Setting("lanes.server.name", "", "What the other server is called; empty means its host."),
    Setting(
        "lanes.claude.path",
        "",
        "Where the claude program is; empty means it is looked for.",
        form=Form.PROGRAM,
    ),
    Setting(
        "lanes.codex.path",
        "",
        "Where the codex program is; empty means it is looked for.",
        form=Form.PROGRAM,
    ),
    Setting(
        "lanes.gemini.path",
        "",
        "Where the gemini program is; empty means it is looked for.",
        form=Form.PROGRAM,
    ),
    Setting(
        "lanes.claude.permission_mode",
        "default",
        "What claude may do without asking.",
        choices=CLAUDE_MODES,
    ),
    Setting(
        "meaning.search",
        "auto",
        "Notes are ranked by meaning too; auto: where they have embeddings, or Ollama has the "
        "model to make them.",
        choices=("auto", "on", "off"),
    ),
    Setting("meaning.model", "nomic-embed-text", "The model of Ollama that makes embeddings."),
    Setting("projects.worktrees_apart", False, "Each worktree of a repository is its own project."),
    Setting(
        "receipts.keep_prompt",
        False,
        "Receipts keep the prompt's text, so that a past digest can be replayed.",
    ),
    Setting(
        "appearance.theme",
        "system",
        "Light, dark, or as the system is.",
        choices=("system", "light", "dark"),
    ),
    Setting(
        "appearance.page_font", "serif", "The font of Journal pages.", choices=("serif", "system")
    ),
    Setting(
        "appearance.density",
        "comfortable",
        "How much room the rows of lists take; compact ones show a title alone.",
        choices=("comfortable", "compact"),
    ),
    Setting("appearance.system_accent", False, "Links and buttons take the system's accent."),
    Setting(
        "appearance.motion",
        "system",
        "How much moves on the screen.",
        choices=("system", "less", "full"),
    ),
    Setting(
        "attention.notify",
        "all",
        "When a notification calls you to a pane that you do not see.",
        choices=("all", "questions", "off"),
    ),
    Setting(
        "updates.check",
        False,
        "Once a day Luminair asks whether a newer version is out; that says nothing about you.",
    ),
    Setting(
        "updates.feed",
        "",
        "The page that is asked; empty means the one that this copy was built with.",
        form=Form.ADDRESS,
    ),
    Setting("appearance.text_size", 14, "Size of transcript text.", "points", least=11, most=22),
)

OLLAMA_URL = "lanes.ollama.url"
_INSTEAD = {OLLAMA_URL: "Ollama is not asked"}
"""What is done in place of taking the default, where that is not what was meant."""

_BY_NAME = {setting.name: setting for setting in SETTINGS}


def setting(name: str) -> Setting:
    """The declaration of a setting; raises KeyError where there is none of that name."""
    return _BY_NAME[name]


def unfit(name: str, value: object) -> str:
    """Why a value does not fit a setting, as one sentence for people; '' where it fits.

    Raises:
        KeyError: no setting of that name.
    """
    found = _BY_NAME[name]
    if type(value) is not type(found.default):
        wanted = {bool: "true or false", int: "a number", str: "text"}[type(found.default)]
        return f"The setting '{name}' must be {wanted}."
    if isinstance(value, str):
        return _unfit_text(found, value)
    if not isinstance(value, bool) and not found.least <= value <= found.most:
        return f"The setting '{name}' must be from {found.least:,} to {found.most:,}."
    return ""


def _unfit_text(found: Setting, value: str) -> str:
    if found.choices and value not in found.choices:
        return f"The setting '{found.name}' must be one of {', '.join(found.choices)}."
    if not value:
        return ""
    if found.form is Form.ADDRESS:
        from luminair.config.addresses import unfit_address  # noqa: PLC0415 few set one

        return unfit_address(value)
    if found.form is Form.PROGRAM and (not value.startswith("/") or "\0" in value):
        return (
            f"'{value}' is no whole path of a program; type it from the first / on, or choose it."
        )
    return ""


class Settings:
    """What the owner chose, read from one JSON file and written back to it.

    Writing is safe from several threads, and keeps what another process wrote meanwhile.

    Attributes:
        notices: sentences about what could not be read, for the window to show.
        closed: why the system did not let the file be read, or ''.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writing = Lock()
        self.notices: list[str] = []
        self._values, problem, self.closed = _read(path)
        if problem:
            self.notices.append(problem)
        for name in sorted(self._values.keys() & _BY_NAME.keys()):
            reason = unfit(name, self._values[name])
            if reason:
                instead = _INSTEAD.get(name, "its default is used")
                self.notices.append(f"{reason} Until that is put right {instead}.")

    def _value(self, name: str) -> SettingValue:
        found = _BY_NAME[name]
        value = self._values.get(name, found.default)
        return found.default if unfit(name, value) else value  # type: ignore[return-value]

    def fault(self, name: str) -> str:
        """Why what the file says of a setting is not used, a sentence; '' where it is."""
        return unfit(name, self._values[name]) if name in self._values else ""

    def ollama(self, environment: Mapping[str, str]) -> tuple[str, str]:
        """Where Ollama answers and why nobody is asked: see :func:`addresses.ollama_at`."""
        from luminair.config.addresses import ollama_at  # noqa: PLC0415 where it is asked

        return ollama_at(self.text(OLLAMA_URL), self.fault(OLLAMA_URL), environment)

    def text(self, name: str) -> str:
        """The value of a word setting."""
        return str(self._value(name))

    def number(self, name: str) -> int:
        """The value of a number setting, in its unit."""
        return int(self._value(name))

    def on(self, name: str) -> bool:
        """The value of a switch."""
        return bool(self._value(name))

    def is_default(self, name: str) -> bool:
        """Whether the setting has its default value."""
        return self._value(name) == _BY_NAME[name].default

    def set(self, values: Mapping[str, SettingValue]) -> None:
        """Change settings and write the file; a default is not written down.

        A file that cannot be read as settings is kept beside the new one, as
        ``settings-damaged.json``, or with a number where another is kept there.

        Raises:
            KeyError: no setting of that name.
            ValueError: the value does not fit the setting.
            WriteFailed: the file could not be written; nothing is changed then.
            LockBusy: another process is writing it.
        """
        for name, value in values.items():
            reason = unfit(name, value)
            if reason:
                raise ValueError(reason)
        folder = self._path.parent
        with self._writing:
            try:
                files.make_private(folder)
            except OSError as error:
                raise files.write_failed(error, folder) from error
            with files.lock(folder / "settings.lock"):
                self._values = self._write(values)

    def _write(self, values: Mapping[str, SettingValue]) -> dict[str, object]:
        found, problem, _ = _read(self._path)
        if problem:
            self._keep_damaged()
        for name, value in values.items():
            if value == _BY_NAME[name].default:
                found.pop(name, None)
            else:
                found[name] = value
        import json  # noqa: PLC0415 see below

        text = json.dumps(found, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
        # A link into a folder of dotfiles stays one.
        place = self._path.resolve()
        files.write_atomic(place, text.encode("utf-8", "surrogatepass"), mode=0o600)
        return found

    def _keep_damaged(self) -> None:
        number, place = 1, self._path.with_name("settings-damaged.json")
        try:
            damaged = self._path.read_bytes()
            while place.exists() and not (place.is_file() and place.read_bytes() == damaged):
                number += 1
                place = self._path.with_name(f"settings-damaged {number}.json")
        except OSError as error:
            raise WriteFailed(
                f"The settings in '{self._path}' cannot be read, so nothing was changed in "
                f"them ({(error.strerror or 'the system refused it').lower()}); check the file's "
                "permissions."
            ) from error
        files.write_atomic(place, damaged, mode=0o600)


def _read(path: Path) -> tuple[dict[str, object], str, str]:
    """What the file holds; a sentence where that cannot be said; why the system refused it."""
    try:
        found = json_value(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return {}, "", ""
    except (OSError, ValueError, RecursionError) as fault:
        refusal = (getattr(fault, "strerror", None) or "").lower()
        reason = refusal or "it is not valid JSON"
        left = "the defaults are used and the file is left as it is."
        return {}, f"Settings in '{path}' could not be read ({reason}); {left}", refusal
    if not isinstance(found, dict):
        return {}, f"Settings in '{path}' are not a JSON object; the defaults are used.", ""
    return found, "", ""
