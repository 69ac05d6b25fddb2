"""``distill``: folds quiet sessions of the app, and the asks of coding agents' sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair import bootstrap
from luminair.cli import terminal
from luminair.cli.shapes import open_vault, session_of
from luminair.cli.trust import writer_of
from luminair.errors import LuminairError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.cli.arguments import Call
    from luminair.journal import Journal, Proposal

_SHOWN: Final = 20


def distill(call: Call) -> int:
    """Distils what is due, or one session now, by the deterministic method.

    What was done is one step of undo for each session, and a card in Review.
    """
    # It archives asks in the owner's words; an agent may only look.
    dry = call.has("--dry-run")
    if not dry:
        writer_of(call).must_be_owner("distil sessions")
    journal = open_vault(call)
    cards, troubles = bootstrap.distill(
        journal, home=call.text("--home"), session=session_of(call), dry_run=dry
    )
    for trouble in troubles:
        terminal.say(trouble)
    if call.has("--json"):
        terminal.write_json({"proposals": [_json(card) for card in cards]})
    else:
        _print(cards, dry=dry, named=bool(session_of(call)))
        if not cards and not session_of(call):
            _say_imported(call, journal)
    if troubles and not cards:
        raise LuminairError("No session could be distilled; see above.")
    return 0


def _print(cards: list[Proposal], *, dry: bool, named: bool) -> None:
    if not cards and named:
        terminal.write(
            "Nothing was filed: no decision, open ask or dead end was found in this session that "
            "is not filed already.\n"
        )
    elif not cards:
        terminal.write("Nothing is due: no session has gone quiet since it was last distilled.\n")
    for card in cards:
        terminal.write(terminal.one_line(card.title) + "\n")
        for line in card.text.splitlines():
            terminal.write(f"  {terminal.one_line(line)}".rstrip() + "\n")
        operation = card.data.get("operation", "")
        if not dry and isinstance(operation, str) and operation:
            terminal.write(f"  `luminair-journal undo {operation}` puts its asks back.\n")


def _say_imported(call: Call, journal: Journal) -> None:
    """Imported conversations are old news: they are folded where their owner names one."""
    from luminair.distilling import states_of  # noqa: PLC0415 a command loads its own
    from luminair.sessions.library import Library  # noqa: PLC0415

    home = bootstrap.locate(call.text("--home"), None)[0]
    known = states_of(home, journal).read()
    library = Library(home.root, now=bootstrap.clock, draw=bootstrap.draw)
    found = [
        each
        for each in library.listing().sessions
        if each.origin and each.messages and each.id not in known
    ]
    if not found:
        return
    terminal.write(
        "Imported conversations are folded only where you name one, with `luminair-journal "
        "distill --session ID`:\n"
    )
    for each in found[:_SHOWN]:
        terminal.write(f"  {terminal.one_line(f'{each.id}  {each.title}')}\n")
    if len(found) > _SHOWN:
        terminal.write(f"  and {len(found) - _SHOWN:,} more\n")


def _json(card: Proposal) -> dict[str, object]:
    return {
        "id": card.id or None,
        "kind": card.kind.value,
        "title": card.title,
        "text": card.text,
        "reason": card.reason,
        "session": card.session,
        "cwd": card.cwd,
        "by": card.by,
        "at": card.at or None,
        "evidence": [
            {"quote": each.quote, "at": each.at, "session": each.session, "message": each.message}
            for each in card.evidence
        ],
        **{
            name: list(value) if isinstance(value, tuple) else value
            for name, value in card.data.items()
        },
    }


COMMANDS: Mapping[str, Callable[[Call], int]] = {"distill": distill}
