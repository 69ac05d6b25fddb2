"""A folder of Markdown: an Obsidian vault, a memory bank, basic-memory, or plain files."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from luminair.errors import LuminairError, NoteDamaged
from luminair.exchange import rules
from luminair.exchange.places import Unreadable
from luminair.exchange.plan import MOST_BYTES, MOST_NOTE_BYTES, NoteItem, Plan, RuleItem, line_of
from luminair.journal import file_name, header_of, words_in
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.exchange.places import Folder

_ENDINGS: Final = frozenset({".md", ".markdown"})
_BANK: Final = frozenset(
    {
        "projectbrief.md",
        "productcontext.md",
        "activecontext.md",
        "systempatterns.md",
        "techcontext.md",
        "progress.md",
    }
)
"""Names of a memory bank's files (docs.cline.bot, page Memory Bank)."""
_SHOWN: Final = 4
_OFF: Final = frozenset({"", "false", "no", "off", "null", "~"})


def is_bank(names: set[str]) -> bool:
    """Whether a folder with these files is a memory bank."""
    return len({name.casefold() for name in names} & _BANK) > 1


def read(place: Folder, plan: Plan, *, home: str = "") -> None:
    """Adds the notes of a folder to a plan, and the rules of rule files among them.

    Args:
        place: the folder.
        plan: hears of each, and of what is left out.
        home: the project's folder, '' where the notes belong to none.
    """
    names = place.names()
    ruled = [name for name in names if rules.is_rule_file(name)]
    rules.read(place, ruled, plan)
    others: Counter[str] = Counter()
    total = 0
    for name in [each for each in names if each not in set(ruled)]:
        path = PurePosixPath(name)
        if any(part.startswith(".") for part in path.parts):
            continue
        if path.suffix.casefold() not in _ENDINGS:
            others[path.suffix.casefold() or "without an ending"] += 1
            continue
        total += _read_note(place, name, plan, home)
        if total > MOST_BYTES:
            raise LuminairError(
                f"The notes in '{place.root}' are more than {MOST_BYTES // 1_000_000:,} MB; import "
                "its folders one at a time."
            )
    for name in place.linked:
        plan.skip(name, "It is a symbolic link, and links are not followed.")
    for name in place.closed:
        plan.skip(name, "The folder may not be entered.")
    if others:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in others.most_common(_SHOWN))
        more = len(others) - _SHOWN
        kinds += f", and {counted(more, 'other kind')}" if more > 0 else ""
        one, many = "file that is no Markdown was", "files that are no Markdown were"
        files = counted(others.total(), one, many)
        plan.skip("attachments", f"{files} left out ({kinds}).")


def _read_note(place: Folder, name: str, plan: Plan, home: str) -> int:
    try:
        raw = place.read(name, MOST_NOTE_BYTES)
        header = header_of(raw)
    except (Unreadable, NoteDamaged) as error:
        plan.skip(name, str(error))
        return 0
    if not raw.strip():
        plan.skip(name, "It is empty.")
        return 0
    path = PurePosixPath(name)
    origin = place.origin(name)
    if header.get("kind", "").strip().casefold() == "rule":
        # Another Journal's law is here what it would be in any file: a wish.
        title, body = words_in(path.name, raw)
        text = body.strip() if len(body.strip()) > len(title) else title
        if header.get("scope", "").strip().casefold() == "folder":
            home = home or header.get("cwd", "").strip()
        plan.rules.append(RuleItem(name, text, origin, home))
        return len(raw)
    folder = "/".join(file_name(part).removesuffix(".md") for part in path.parts[:-1])
    item = NoteItem(name, folder, file_name(path.stem), raw, origin, place.time(name), home)
    plan.notes.append(_kept_apart(item, header))
    return len(raw)


def _kept_apart(item: NoteItem, header: Mapping[str, str]) -> NoteItem:
    """A note that no more may see than saw it: one project's, one session's, an archived one.

    One that was kept to a project or a session, and does not say to which, waits for the owner:
    to show it everywhere would be a guess, and to show it nowhere would lose it.
    """
    said = {key: text.strip() for key, text in header.items()}
    scope, cwd, project, session = map(said.get, ("scope", "cwd", "project", "session"))
    held, kept = "", ""
    if said.get("status", "").casefold() == "held":
        there = line_of(said.get("held", ""))
        held = f"It was held where it comes from{f': “{there}”' if there else ''}"
    match (scope or "").casefold():
        case "folder" if cwd or project:
            kept = "folder"
        case "folder" if not item.home:
            held = held or "It was one project's where it comes from, and does not say which"
        case "session" if session:
            kept = "session"
        case "session":
            held = held or "It was one session's where it comes from, and does not say which"
        case _:
            pass
    return replace(
        item,
        held=held,
        scope=kept,
        cwd=(cwd or "") if kept else "",
        project=(project or "") if kept else "",
        session=(session or "") if kept == "session" else "",
        archived=said.get("archived", "").casefold() not in _OFF,
    )
