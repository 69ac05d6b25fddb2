"""Names and paths in a vault: safe on every disk, compared as people read them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from luminair.errors import UsageError
from luminair.journal.notes.graphemes import cut_bytes
from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Final

MAX_NAME_BYTES: Final = 100
"""Of a file's name with its ``.md`` (spec 2.7)."""

_SUFFIX: Final = ".md"
_DASHED: Final = late_pattern(r"[/\\|:]+")
_DROPPED: Final = late_pattern(
    '[*?"<>\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]+'
)
_RESERVED: Final = late_pattern(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)", re.IGNORECASE
)


def file_name(title: str) -> str:
    """The name, ``.md`` included, of the file of a note with this title.

    Safe on macOS, Windows and Linux; NFC; at most :data:`MAX_NAME_BYTES` bytes of UTF-8, cut
    between signs; never hidden, never reserved, never empty.
    """
    from luminair.journal.notes.scalars import without_surrogates  # noqa: PLC0415 writing only

    text = unicodedata.normalize("NFC", without_surrogates(title))
    text = _DROPPED.sub(" ", _DASHED.sub("-", text))
    text = " ".join(text.split())
    return _safe_stem(text, MAX_NAME_BYTES - len(_SUFFIX)) + _SUFFIX


def _safe_stem(text: str, limit_bytes: int) -> str:
    text = text.lstrip(". ")
    if text.casefold().endswith(_SUFFIX):
        text = text[: -len(_SUFFIX)]
    text = cut_bytes(text, limit_bytes).rstrip(". ")
    if _RESERVED.match(text):
        text = cut_bytes("_" + text, limit_bytes).rstrip(". ")
    return text or "Untitled"


def free_name(name: str, taken: Callable[[str], bool]) -> str:
    """The name itself, or with `` 2``, `` 3`` … before its ``.md``, the first not taken."""
    if not taken(name):
        return name
    has_suffix = name[-3:].casefold() == _SUFFIX
    stem, suffix = (name[:-3], name[-3:]) if has_suffix else (name, "")
    number = 2
    while True:
        tail = f" {number}{suffix}"
        room = max(MAX_NAME_BYTES, len(name.encode("utf-8"))) - len(tail.encode("utf-8"))
        candidate = cut_bytes(stem, room).rstrip(". ") + tail
        if not taken(candidate):
            return candidate
        number += 1


def name_key(name: str) -> str:
    """What two names have in common that a disk may take for one: NFC, letter case aside."""
    folded = unicodedata.normalize("NFC", name).casefold()
    return unicodedata.normalize("NFC", folded)


def same_name(a: str, b: str) -> bool:
    """Whether two names or paths differ by letter case and Unicode form at most."""
    return name_key(a) == name_key(b)


def check_vault_path(path: str) -> str:
    """The path in a vault, NFC, ``/`` between its parts.

    Raises:
        UsageError: it leads out of the vault, to a hidden folder, or is no path.
    """
    if not path or not path.strip():
        raise UsageError("A path in the vault cannot be empty.")
    if re.search("[\x00-\x1f\x7f\ud800-\udfff]", path):
        raise UsageError(f"The path {path!a} holds a character that no file name may have.")
    if path.startswith(("/", "\\", "~/")) or re.match(r"[a-zA-Z]:[/\\]", path):
        raise UsageError(f"'{path}' is no path inside the vault: give it from the vault's folder.")
    if ".." in re.split(r"[/\\]", path):
        raise UsageError(f"'{path}' leads out of the vault.")
    normal = unicodedata.normalize("NFC", path)
    parts = [part for part in normal.split("/") if part not in {"", "."}]
    hidden = next((part for part in parts if part.startswith(".")), None)
    if hidden is not None or not parts:
        raise UsageError(f"'{path}' is hidden: names that start with a dot are not read.")
    return "/".join(parts)


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(late_pattern(pattern, re.IGNORECASE) for pattern in patterns)


_NAMED_CONFLICTS: Final = _compiled(
    # Dropbox, Nextcloud, Obsidian Sync: "Rule (Ana's conflicted copy 2026-01-02).md"
    r"(?P<stem>.+?)[ ]?\([^()]*(?:conflicted copy|case conflict|sync conflict)[^()]*\)",
    # Syncthing names the time and the device: "Rule.sync-conflict-20260102-101010-ABCDEFG.md"
    r"(?P<stem>.+)\.sync-conflict-[\w-]+",
    # ownCloud, Resilio, pCloud: "Rule_conflict-20260102-101010.md", "Rule.Conflict.md"
    r"(?P<stem>.+?)(?:_conflict-[\d-]+|\.conflict|[ ]?\[conflicted?(?: \d+)?\])",
)
_OTHER_COMPUTERS: Final = _compiled(
    # OneDrive: the name of the other computer
    r"(?P<stem>.+)-(?:desktop|laptop)-[a-z0-9]{4,}(?:-\d+)?",
    r"(?P<stem>.+)-[^-/]+(?:MacBook(?: Pro| Air)?|iMac(?: Pro)?|Mac mini|Mac Studio)",
)
_NUMBERED: Final = _compiled(
    # iCloud Drive: "Rule 2.md"; Google Drive: "Rule (1).md"
    r"(?P<stem>.*\S)[ ](?:[2-9]|[1-9][0-9])",
    r"(?P<stem>.*\S)[ ]\((?:[1-9]|[1-9][0-9])\)",
)


@lru_cache(maxsize=4096)
def is_conflict_copy(name: str) -> str | None:
    """The name of the original, if the name is what a sync service gives to a second version.

    A name alone proves nothing ('Chapter 2.md'; our own `` 2``): the caller must see whether
    the original is there too, beside it, and holds much the same text.
    """
    return _original(name, _may_be(name))


def _may_be(name: str) -> Iterator[re.Pattern[str]]:
    """The patterns that a glance does not rule out: the name of each note in a digest is asked."""
    if not name.isascii() or "conflict" in name.lower():
        yield from _NAMED_CONFLICTS
    if "-" in name:
        yield from _OTHER_COMPUTERS
    if any(digit in name[-5:] for digit in "0123456789"):  # 'Rule (1).md' ends so
        yield from _NUMBERED


def says_conflict(name: str) -> bool:
    """Whether the name itself says that it is a conflict copy: nobody calls a note so."""
    return _original(name, _NAMED_CONFLICTS) is not None


def _original(name: str, patterns: Iterable[re.Pattern[str]]) -> str | None:
    folder, slash, last = name.rpartition("/")
    has_suffix = last[-3:].casefold() == _SUFFIX
    stem, suffix = (last[:-3], last[-3:]) if has_suffix else (last, "")
    for pattern in patterns:
        found = pattern.fullmatch(stem)
        if found and found["stem"].strip():
            return f"{folder}{slash}{found['stem'].rstrip()}{suffix}"
    return None
