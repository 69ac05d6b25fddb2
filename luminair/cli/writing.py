"""``add``, ``edit``, ``pin``, ``unpin`` and ``close``: writing notes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from luminair.cli import terminal
from luminair.cli.shapes import folder_of, here, named, open_vault, session_of, written_json
from luminair.cli.trust import writer_of
from luminair.errors import Refused, UsageError
from luminair.journal import Kind, Scope, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.cli.arguments import Call
    from luminair.cli.trust import Writer
    from luminair.journal import Note, Written

# Keys of the header that have a way of their own.
_OTHER_WAY = {
    "id": "an id is never changed",
    "created": "that date is the note's own",
    "updated": "it follows the edits",
    "kind": "use --kind",
    "scope": "use --scope",
    "cwd": "use --cwd",
    "title": "use --title",
    "summary": "use --summary",
    "status": "use --status",
    "pinned": "use `pin` and `unpin`",
    "archived": "use `archive` and `unarchive`",
}
_OWNERS = {"source", "approved", "overrides", "project", "session", "held"}


def add(call: Call) -> int:
    """Files a note."""
    title = call.text("--title")
    if title is None or not title.strip():
        raise UsageError("`add` needs --title T.")
    writer = writer_of(call)
    kind = Kind(call.text("--kind") or Kind.NOTE)
    scope = call.text("--scope")
    folder = call.text("--folder") or ""
    writer.may_make(kind, folder, pinned=call.has("--pinned"))
    if kind is Kind.RULE and not writer.is_owner:
        return _propose(call, writer, title)
    if not writer.is_owner:
        return _add_low(call, writer, title, kind)
    body, summary = _body(call) or "", call.text("--summary") or ""
    written = open_vault(call, by=writer.source).add(
        title=title,
        body=body,
        kind=kind,
        scope=Scope(scope) if scope else None,
        cwd=_folder_for(call),
        session=session_of(call),
        summary=summary,
        source=writer.source,
        folder=folder,
        pinned=call.has("--pinned"),
    )
    done = _report(call, written, "Filed", writer.said)
    _warn_of_secrets(written.note, body, summary)
    return done


def _warn_of_secrets(note: Note, body: str, summary: str) -> None:
    """Says that the owner's own words, which are never masked, hold what looks like a secret."""
    from luminair.keeping.secrets.masking import secrets_kept  # noqa: PLC0415 what only reads needs none

    out = (
        f"take it out with `luminair-journal edit {note.key} --body -`, or the whole note with "
        "`luminair-journal undo` (.luminair/ keeps what was there for up to 30 days)"
    )
    if warning := secrets_kept(out, note.title, body, summary):
        terminal.say(warning)


def _add_low(call: Call, writer: Writer, title: str, kind: Kind) -> int:
    """Files what a model writes: without secrets, and held where it reads like an order."""
    from luminair.keeping.review.held import announce, marks, why_held  # noqa: PLC0415 models only
    from luminair.keeping.secrets.masking import mask, mask_titled  # noqa: PLC0415

    scope, summary = call.text("--scope"), mask(call.text("--summary") or "").text
    head, masked = mask_titled(title, _body(call) or "")
    title = head.text
    why = why_held(writer.source, title, masked.text, summary)
    status, extra = marks(why)
    journal = open_vault(call, by=writer.source)
    written = journal.add(
        title=title,
        body=masked.text,
        kind=kind,
        scope=Scope(scope) if scope else None,
        cwd=_folder_for(call),
        session=session_of(call),
        summary=summary,
        source=writer.source,
        folder=mask(call.text("--folder") or "").text,
        status=status,
        extra=extra,
    )
    announce(journal, [written.note], journal.setup.now())
    said = [writer.said]
    if found := dict.fromkeys((*head.found, *masked.found)):
        said.append(f"Masked before writing: {', '.join(found)}.")
    if why:
        said.append(f"Held for the owner's review: {why}.")
    return _report(call, written, "Filed", " ".join(filter(None, said)))


def _propose(call: Call, writer: Writer, title: str) -> int:
    """Puts a model's rule before the owner: no command of a model makes a rule."""
    from luminair.keeping.review.rules import propose_rule  # noqa: PLC0415 models only
    from luminair.keeping.secrets.masking import mask  # noqa: PLC0415

    body, given = (_body(call) or "").strip(), call.text("--scope")
    journal = open_vault(call, by=writer.source)
    place, _ = journal.place(session=session_of(call), cwd=_folder_for(call))
    usual = Scope.SESSION if place.session else Scope.FOLDER if place.project else Scope.GLOBAL
    scope = Scope(given) if given else usual
    if scope is Scope.FOLDER and place.project is None:
        raise UsageError("A rule for a folder needs one; give it with --cwd.")
    if scope is Scope.SESSION and not place.session:
        raise UsageError("A rule for a session needs one; give it with --session.")
    made = propose_rule(
        journal,
        mask(body or title).text,
        mask(title).text,
        scope=scope,
        place=place,
        by=writer.source,
        now=journal.setup.now(),
    )
    said = (
        f"Only the owner can make a rule, so this is proposal {made.id} "
        f"({made.answer.value}); `luminair-journal review` shows it to the owner."
    )
    if call.has("--json"):
        told = {"id": None, "path": None, "kind": "rule", "scope": scope.value}
        terminal.write_json({**told, "said": said, "proposal": made.id})
    else:
        terminal.write(terminal.one_line(said) + "\n")
    return 0


def _folder_for(call: Call) -> str:
    """The folder of a new note: the one given, else the one we stand in for ``--scope folder``.

    Raises:
        UsageError: the folder given is not there.
    """
    folder = here(call) if call.text("--scope") == Scope.FOLDER else folder_of(call)
    if call.has("--cwd") and not os.path.isdir(folder):  # noqa: PTH112 a plain string as typed
        raise UsageError(f"There is no folder '{folder}'; check --cwd.")
    return folder


def edit(call: Call) -> int:
    """Changes what is given and no other byte of the file."""
    fields = ("--title", "--summary", "--kind", "--scope", "--cwd", "--status", "--set", "--body")
    if not any(call.has(name) for name in fields):
        raise UsageError(f"`edit` needs something to change: {', '.join(fields)}.")
    writer = writer_of(call)
    kind, scope, status = call.text("--kind"), call.text("--scope"), call.text("--status")
    extra = _extra(call)
    if kind == Kind.RULE:
        writer.must_be_owner("make a rule")
    for key in extra:
        if key.casefold() in _OWNERS:
            writer.must_be_owner(f"set '{key}'")
    title, summary = _masked(writer, call.text("--title")), _masked(writer, call.text("--summary"))
    if title is not None and not title.strip():
        raise UsageError("A note needs a title; --title is empty.")
    body = _masked(writer, _body(call))
    extra = {
        key: _masked(writer, value) if isinstance(value, str) else value
        for key, value in extra.items()
    }
    journal = open_vault(call, by=writer.source)
    key = named(journal, call.arguments[0])
    note = journal.find(key)
    writer.may_rewrite(note)
    if not writer.is_owner:
        text = journal.load(note.path).body if body is None else body
        _insist_on_no_order(writer, title or note.title, text, summary or "")
    written = journal.edit(
        key,
        title=title,
        summary=summary,
        kind=Kind(kind) if kind else None,
        scope=Scope(scope) if scope else None,
        cwd=_folder_for(call) if call.has("--cwd") else None,
        status=Status(status) if status else None,
        extra=extra or None,
        body=body,
    )
    done = _report(call, written, "Changed")
    if writer.is_owner:
        _warn_of_secrets(written.note, body or "", summary or "")
    return done


def _insist_on_no_order(writer: Writer, title: str, body: str, summary: str) -> None:
    """Raises Refused where a model's edit would make a riding note read like an order."""
    from luminair.keeping.review.held import why_held  # noqa: PLC0415 models only

    why = why_held(writer.source, title, body, summary)
    if why:
        raise Refused(f"This reads like an order, so nothing was written: {why}.")


def _extra(call: Call) -> dict[str, str | tuple[str, ...] | None]:
    """The keys of ``--set``; an empty value takes the key out."""
    extra: dict[str, str | tuple[str, ...] | None] = {}
    for pair in call.all("--set"):
        key, equals, value = pair.partition("=")
        key = key.strip()
        if not equals or not key:
            raise UsageError(f"--set takes KEY=VALUE, not '{pair}'.")
        if not key.replace("-", "").replace("_", "").replace(" ", "").isalnum():
            raise UsageError(f"'{key}' is no key for a header; use letters, digits, - and _.")
        known = key.casefold()
        if known in _OTHER_WAY:
            raise UsageError(f"'{key}' cannot be set this way: {_OTHER_WAY[known]}.")
        if known == "overrides":
            ids = tuple(part.strip() for part in value.split(",") if part.strip())
            extra[key] = (ids[0] if len(ids) == 1 else ids) if ids else None
        else:
            extra[key] = value or None
    return extra


def pin(call: Call) -> int:
    """Lets a note ride wherever its scope covers."""
    writer = writer_of(call)
    writer.must_be_owner("pin a note")
    journal = open_vault(call)
    return _report(call, journal.pin(named(journal, call.arguments[0])), "Pinned")


def unpin(call: Call) -> int:
    """Takes a pin away."""
    writer = writer_of(call)
    writer.must_be_owner("unpin a note")
    journal = open_vault(call)
    return _report(call, journal.unpin(named(journal, call.arguments[0])), "Unpinned")


def close(call: Call) -> int:
    """Marks an ask done, with what came of it."""
    writer = writer_of(call)
    journal = open_vault(call, by=writer.source)
    key = named(journal, call.arguments[0])
    writer.may_move(journal.find(key))
    outcome = (_masked(writer, call.text("--outcome")) or "").strip()
    return _report(call, journal.close_ask(key, outcome), "Closed")


def _masked(writer: Writer, text: str | None) -> str | None:
    """A model's words without secrets; an owner's are left as they are."""
    from luminair.keeping.secrets.masking import mask  # noqa: PLC0415

    return text if text is None or writer.is_owner else mask(text).text


def _body(call: Call) -> str | None:
    given = call.text("--body")
    return terminal.read_text(strict=True) if given == "-" else given


def _report(call: Call, written: Written, done: str, said: str = "") -> int:
    sentence = " ".join(part for part in (written.said, said) if part)
    if call.has("--json"):
        terminal.write_json({**written_json(written), "said": sentence or None})
        return 0
    same = not written.operation
    terminal.write(terminal.one_line(_line(written.note, done, same=same)) + "\n")
    if sentence:
        terminal.say(sentence)
    return 0


def _line(note: Note, done: str, *, same: bool) -> str:
    what = f"“{note.title}” ({note.key}) in {note.path}"
    return f"{what} was so already; nothing changed." if same else f"{done} {what}."


COMMANDS: Mapping[str, Callable[[Call], int]] = {
    "add": add,
    "edit": edit,
    "pin": pin,
    "unpin": unpin,
    "close": close,
}
