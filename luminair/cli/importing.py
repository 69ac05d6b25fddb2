"""``import``: notes, rules and conversations of other programs, after a dry run."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair import bootstrap
from luminair.cli import terminal
from luminair.cli.shapes import open_vault
from luminair.cli.trust import writer_of
from luminair.errors import LuminairError, Refused, UsageError
from luminair.exchange.choosing import choose
from luminair.exchange.sources import plan_of
from luminair.exchange.taking import carry_out, must_be_apart, target
from luminair.exchange.taking_back import standing, take_back
from luminair.plurals import counted
from luminair.sessions.library import Library

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from luminair.cli.arguments import Call
    from luminair.exchange.choosing import Choice
    from luminair.exchange.taking import Taken
    from luminair.exchange.taking_back import Standing

_SHOWN: Final = 20
"""Lines of each kind that a person is shown; JSON has them all."""
_MANY: Final = 1_000
"""Above this a person is told why it takes a while."""


def bring_in(call: Call) -> int:
    """Shows what would come in, and writes it where the owner says yes."""
    writer_of(call).must_be_owner("import")
    batch = call.text("--undo")
    if batch is not None:
        return _undo(call, batch.strip())
    if not call.arguments or not call.arguments[0].strip():
        raise UsageError("`import` needs the path of a folder, a file or a zip.")
    source = Path(os.path.abspath(os.path.expanduser(call.arguments[0])))  # noqa: PTH100, PTH111
    journal = open_vault(call)
    must_be_apart(source, journal.root)
    plan = plan_of(source, call.text("--as") or "")
    folder = call.text("--folder") or ""
    to = target(plan.name, folder)
    library, home = _library(call)
    as_json = call.has("--json")
    if len(plan.notes) + len(plan.talks) > _MANY and not as_json:
        terminal.say("Each is looked through for secrets and orders; this may take minutes.")
    choice = choose(plan, journal, library)
    if not as_json:
        _show(choice, to)
    writes = not call.has("--dry-run") and not choice.empty and _agreed(call)
    if not writes:
        _leave(call, choice)
        if choice.hopeless:
            raise LuminairError(_hopeless(source, choice))
        return 0
    told, masked = len(choice.remarks), list(choice.masked)
    taken = carry_out(
        choice, journal, library, home, folder=folder, now=bootstrap.clock, draw=bootstrap.draw
    )
    if as_json:
        terminal.write_json(_json(choice, taken))
    else:
        _report(choice, taken, told, masked)
    if not (taken.notes or taken.rules or taken.sessions):
        raise LuminairError("Nothing could be imported; see the reasons above.")
    return 0


def _library(call: Call) -> tuple[Library, Path]:
    home = bootstrap.locate(call.text("--home"), None)[0].root
    return Library(home, now=bootstrap.clock, draw=bootstrap.draw), home


def _agreed(call: Call) -> bool:
    if call.has("--yes"):
        return True
    if call.has("--json") or not terminal.is_person():
        return False
    terminal.flush()
    terminal.say("Import this? Type yes, or Enter to leave all as it is.")
    if input().strip().casefold() not in {"y", "yes"}:
        raise Refused("Nothing was imported.")
    return True


def _leave(call: Call, choice: Choice) -> None:
    """Says that nothing was written, and how it would be."""
    if call.has("--json"):
        terminal.write_json(_json(choice, None))
    elif choice.hopeless:
        pass  # the sentence says it
    elif choice.empty:
        terminal.write("There is nothing new to import.\n")
    else:
        terminal.write("Nothing was written; the same command with --yes imports it.\n")


def _hopeless(source: Path, choice: Choice) -> str:
    """One sentence on a source of which nothing could be read."""
    told = [each.reason for each in choice.remarks]
    why = f"{told[0][:1].lower()}{told[0][1:]}" if len(told) == 1 else "see the reasons above."
    return f"Nothing in '{source}' could be imported: {why}"


# --- What is printed ---------------------------------------------------------------------------


def _show(choice: Choice, to: str) -> None:
    plan = choice.plan
    terminal.write(terminal.one_line(f"From “{plan.name}” ({plan.kind}):") + "\n")
    if choice.notes:
        told = f"{counted(len(choice.notes), 'note')} to {to}/{_waits(choice)}"
        terminal.write(terminal.one_line(told) + "\n")
        _list([each.item.item for each in choice.notes])
    if choice.rules:
        terminal.write(f"{counted(len(choice.rules), 'rule')} to Review, each for your yes\n")
        _list([rule.item for _, rule in choice.rules])
    if choice.talks:
        talks = counted(len(choice.talks), "conversation")
        terminal.write(f"{talks} to the app's sessions\n")
        _list([_talk_line(each.item, each.title) for each in choice.talks])
    if choice.known:
        was = "is" if choice.known == 1 else "are"
        terminal.write(f"{choice.known:,} {was} here already\n")
    if choice.masked:
        terminal.write(f"Masked before writing: {', '.join(choice.masked)}\n")
    _remarks(choice, 0)


def _waits(choice: Choice) -> str:
    """How many of the notes wait in Review, and why."""
    held = [each for each in choice.notes if each.why]
    orders = sum(each.order for each in held)
    kept = len(held) - orders
    if not held:
        return ""
    why = []
    if orders:
        why.append(counted(orders, "reads like an order", "read like orders"))
    if kept:
        why.append(f"{kept:,} may not ride everywhere at the source")
    return f"; of them {' and '.join(why)}, and wait{'s' * (len(held) == 1)} in Review"


def _talk_line(item: str, title: str) -> str:
    return item if not title or title in item else f"{item}: “{title}”"


def _remarks(choice: Choice, after: int) -> None:
    """All of them: what is not named is lost without a word."""
    for imported, head in ((False, "Left out:"), (True, "Taken with a loss:")):
        lines = [each for each in choice.remarks[after:] if each.imported is imported]
        if lines:
            terminal.write(head + "\n")
        for each in lines:
            terminal.write(f"  {terminal.one_line(f'{each.item}: {each.reason}')}\n")


def _list(lines: list[str]) -> None:
    for line in lines[:_SHOWN]:
        terminal.write(f"  {terminal.one_line(line)}\n")
    if len(lines) > _SHOWN:
        terminal.write(f"  and {len(lines) - _SHOWN:,} more\n")


def _report(choice: Choice, taken: Taken, told: int, masked: Sequence[str]) -> None:
    """What came in, and what was not said before it did."""
    what = _brought(len(taken.notes), len(taken.rules), len(taken.sessions))
    terminal.write(f"Imported {what or 'nothing'}.\n")
    more = [kind for kind in choice.masked if kind not in masked]
    if more:
        terminal.write(f"Masked before writing: {', '.join(more)}\n")
    _remarks(choice, told)
    if taken.sessions:
        _say_where(choice, taken)
    if taken.operation:
        back = "note" if len(taken.notes) == 1 else "notes"
        terminal.write(f"`luminair-journal undo {taken.operation}` takes the {back} back.\n")
    if taken.rules or taken.sessions:
        bin_ = "; conversations go to the Bin" if taken.sessions else ""
        way = f"`luminair-journal import --undo {taken.batch}`"
        terminal.write(f"{way} takes all of it back{bin_}.\n")


def _say_where(choice: Choice, taken: Taken) -> None:
    """Where conversations went, and how what they came to gets into the Journal."""
    titles = {each.item: each.title for each in choice.talks}
    terminal.write(
        "Conversations are in Luminair's list of sessions, where Search All Sessions (Edit menu) "
        "finds them; `search` does not, since they are no notes. To file what one decided, left "
        "open or gave up, name it with `luminair-journal distill --session ID`:\n"
    )
    _list([f"{name}  {titles.get(item) or item}" for item, name in taken.sessions])


def _json(choice: Choice, taken: Taken | None) -> dict[str, object]:
    notes: list[tuple[str, str | None]] = [(each.item.item, None) for each in choice.notes]
    rules: list[tuple[str, str | None]] = [(rule.item, None) for _, rule in choice.rules]
    talks: list[tuple[str, str | None]] = [(each.item, None) for each in choice.talks]
    if taken is not None:
        notes, rules, talks = [*taken.notes], [*taken.rules], [*taken.sessions]
    held = sum(bool(each.why) for each in choice.notes) if taken is None else len(taken.held)
    return {
        "dry_run": taken is None,
        "kind": choice.plan.kind,
        "name": choice.plan.name,
        "notes": len(notes),
        "rules": len(rules),
        "sessions": len(talks),
        "known": choice.known,
        "held": held,
        "masked": list(choice.masked),
        "skipped": [
            {"item": each.item, "reason": each.reason, "imported": each.imported}
            for each in choice.remarks
        ],
        "operation": (taken.operation or None) if taken is not None else None,
        "batch": taken.batch if taken is not None else None,
        "items": {
            "notes": [{"item": item, "path": path} for item, path in notes],
            "rules": [{"item": item, "proposal": name} for item, name in rules],
            "sessions": [{"item": item, "session": name} for item, name in talks],
        },
    }


def _undo(call: Call, batch: str) -> int:
    if call.arguments:
        raise UsageError("`import --undo` takes the name of an import alone, no path.")
    library, home = _library(call)
    journal = open_vault(call)
    if not batch:
        return _list_standing(call, standing(journal, library, home))
    done = take_back(journal, library, home, batch, bootstrap.clock())
    if call.has("--json"):
        terminal.write_json(
            {
                "batch": batch,
                "notes": done.notes,
                "rules": done.rules,
                "sessions": done.sessions,
                "kept": list(done.kept),
                "operation": done.operation or None,
            }
        )
        return 0
    gone = _brought(done.notes, done.rules, done.sessions)
    terminal.write(f"Took back: {gone or 'nothing'}.\n")
    for sentence in done.kept:
        terminal.write(terminal.one_line(sentence) + "\n")
    if done.sessions:
        terminal.write("Conversations are in the Bin.\n")
    if done.operation:
        back = "notes and rules" if done.rules else "note" if done.notes == 1 else "notes"
        terminal.write(f"`luminair-journal undo {done.operation}` brings the {back} back.\n")
    return 0


def _list_standing(call: Call, found: list[Standing]) -> int:
    if call.has("--json"):
        terminal.write_json({"imports": [asdict(each) for each in found]})
        return 0
    if not found:
        terminal.write("There is no import to take back on this machine.\n")
    for each in found:
        what = _brought(each.notes, each.rules, each.sessions)
        terminal.write(terminal.one_line(f"{each.batch}  {each.source}: {what}") + "\n")
    if found:
        terminal.say("Take one back with `luminair-journal import --undo BATCH`.")
    return 0


def _brought(notes: int, rules: int, sessions: int) -> str:
    """'5 notes, 1 rule for Review'; '' where there is none of any."""
    counts = (
        (notes, "note", ""),
        (rules, "rule for Review", "rules for Review"),
        (sessions, "conversation", ""),
    )
    return ", ".join(counted(number, one, many) for number, one, many in counts if number)


COMMANDS: Mapping[str, Callable[[Call], int]] = {"import": bring_in}
