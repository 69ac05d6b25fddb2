"""``init``, ``archive``, ``history``, ``undo`` and what else keeps a vault in order."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from luminair import bootstrap
from luminair.cli import terminal
from luminair.cli.shapes import named, open_vault, own_id, written_json
from luminair.cli.trust import writer_of
from luminair.config.paths import find_vault, running_agent
from luminair.errors import LuminairError, NoteError, Refused, UsageError
from luminair.journal import Problem, Receipts, init_vault
from luminair.plurals import counted
from luminair.vaults import refuse_whole_home

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from luminair.cli.arguments import Call
    from luminair.config.settings import Settings
    from luminair.journal import InitReport, Journal, Written

Ride = str | tuple[str, ...] | None


def init(call: Call) -> int:
    """Makes a vault, or adopts a folder of the owner's own notes."""
    path = call.arguments[0] if call.arguments else None
    if path is not None and not path.strip():
        raise UsageError("`init` needs the name of a folder; the one given is empty.")
    ride = _ride(call.all("--ride"))
    home, vault = call.text("--home"), call.text("--vault")
    root = bootstrap.locate(home, path or vault)[2]
    refuse_whole_home(root)
    _insist_on_folders(root, ride)
    if running_agent():
        return _report_init(call, _init_for_agent(root, home, ride))
    asked_before = False
    with suppress(OSError):  # a folder that may not be entered: `init` says so
        asked_before = (root / ".luminair" / "settings.json").exists()
    report = bootstrap.init(path, home=home, vault=vault, ride=ride)
    if ride is None and not asked_before and report.ride == "none" and terminal.is_person():
        answer = _ask(report)
        if answer is not None:
            report = bootstrap.init(path, home=home, vault=vault, ride=answer)
    return _report_init(call, report)


def _init_for_agent(root: Path, home: str | None, ride: Ride) -> InitReport:
    """Makes a new Journal for a coding agent; it does not become the owner's.

    Raises:
        Refused: there is something at this place, or it is the owner's own.
    """
    found, settings, *_ = bootstrap.locate(home, None)
    owners, _ = find_vault(None, settings.text("vault"), {})
    with suppress(OSError):  # what cannot be looked at is not known to be new
        is_new = not root.exists() or (root.is_dir() and not any(root.iterdir()))
        if is_new and root.resolve() != owners.resolve() and not found.seen(root).exists():
            return init_vault(root, ride=ride)
    raise Refused(
        f"Only the owner can open '{root}' as a Journal and say what may ride; nothing was "
        "written. An agent may make one where there is nothing yet."
    )


def _report_init(call: Call, report: InitReport) -> int:
    shown = report.ride if isinstance(report.ride, str) else list(report.ride)
    if call.has("--json"):
        terminal.write_json(
            {
                "vault": str(report.vault),
                "created": report.created,
                "ride": shown,
                "notes": report.plain,
            }
        )
        return 0
    done = "Made a Journal in" if report.created else "The Journal is ready in"
    terminal.write(terminal.one_line(f"{done} {report.vault}.") + "\n")
    if report.plain:
        terminal.write(_riding_words(report) + "\n")
    in_use = bootstrap.locate(call.text("--home"), None)[2]
    if in_use.resolve() != report.vault.resolve():
        stays = (
            f"The Journal in use is still {in_use}; to work with the one in {report.vault}, choose "
            "it in Settings, or name it with --vault or LUMINAIR_VAULT."
        )
        terminal.write(terminal.one_line(stays) + "\n")
    return 0


def _insist_on_folders(root: Path, ride: Ride) -> None:
    """Raises UsageError where --ride names a folder that is not in the Journal.

    A name with a slip in it would keep every note out of prompts, and nobody would know.
    """
    if not isinstance(ride, tuple) or not root.is_dir():
        return
    there = (each.name for each in root.iterdir() if each.is_dir())
    folders = sorted(name for name in there if not name.startswith("."))
    real = root.resolve()
    for name in ride if folders else ():
        place = (root / name).resolve()
        inside = place.is_dir() and real in place.parents
        # A hidden folder is never read, so "those in .x may ride" would be untrue.
        if not inside or any(part.startswith(".") for part in place.relative_to(real).parts):
            raise UsageError(
                f"There is no folder '{name}' in {root} that could ride; choose among "
                f"{', '.join(folders)}."
            )


def _ride(given: Sequence[str]) -> Ride:
    if not given:
        return None
    words = [word.casefold() for word in given]
    if "all" in words or "none" in words:
        if len(given) > 1:
            raise UsageError("--ride takes all, none, or folders, not a mixture.")
        return words[0]
    if not all(word.strip() for word in given):
        raise UsageError("--ride takes all, none, or the names of folders.")
    return tuple(given)


def _ask(report: InitReport) -> Ride:
    terminal.say(
        f"{report.vault} holds {counted(report.plain, 'note')}. May those without a Luminair id "
        "ride in prompts? Type all, none, or folders with commas between; Enter means none."
    )
    answer = input().strip()
    if answer.casefold() in {"", "all", "none"}:
        return answer.casefold() or None
    return _ride([part.strip() for part in answer.split(",") if part.strip()])


def _riding_words(report: InitReport) -> str:
    if report.ride == "all":
        return f"{counted(report.plain, 'note')} found; all may ride in prompts."
    if report.ride == "none":
        return (
            f"{counted(report.plain, 'note')} found; those without a Luminair id are "
            "searchable and do not ride in prompts (--ride all or --ride FOLDER lets them)."
        )
    folders = ", ".join(report.ride)
    return terminal.one_line(f"{counted(report.plain, 'note')} found; those in {folders} may ride.")


def archive(call: Call) -> int:
    """Takes notes out of every prompt, after saying how many."""
    folder = call.text("--folder") or ""
    keys = call.arguments
    if not keys and not folder.strip(" /"):
        raise UsageError("`archive` needs ID… or --folder F.")
    writer = writer_of(call)
    journal = open_vault(call, by=writer.source)
    keys = tuple(named(journal, each) for each in keys)
    chosen = journal.archive(keys, folder, dry_run=True)
    if not chosen:
        where = f"in the folder '{folder}'" if folder else "that is not archived already"
        raise LuminairError(f"There is no note {where}, so nothing was archived.")
    for each in chosen:
        writer.may_move(each.note)
    dry = call.has("--dry-run")
    as_json = call.has("--json")
    if not as_json:
        head = "would be archived" if dry else "to archive"
        terminal.write(f"{counted(len(chosen), 'note')} {head}:\n")
        terminal.write_table([(f"  {each.note.key}", each.note.title) for each in chosen])
        terminal.flush()
    if not dry:
        chosen = journal.archive(keys, folder)
    if as_json:
        notes = [written_json(each) for each in chosen]
        first = chosen[0].note
        terminal.write_json(
            {
                "id": own_id(first),
                "path": first.path,
                "count": len(notes),
                "dry_run": dry,
                "operation": chosen[0].operation or None,
                "notes": notes,
            }
        )
    elif not dry:
        terminal.write("Archived; `luminair-journal undo` takes it back.\n")
    return 0


def unarchive(call: Call) -> int:
    """Brings an archived note back to where it was."""
    writer = writer_of(call)
    journal = open_vault(call, by=writer.source)
    key = named(journal, call.arguments[0])
    writer.may_move(journal.find(key))
    return _report(call, journal.unarchive(key), "Brought back to")


def history(call: Call) -> int:
    """Lists the earlier versions of a note, newest first."""
    journal = open_vault(call)
    versions = journal.history(named(journal, call.arguments[0]))
    if call.has("--json"):
        terminal.write_json(
            [
                {
                    "version": each.version,
                    "at": each.at,
                    "by": each.by,
                    "bytes": each.bytes,
                    "path": each.path,
                }
                for each in versions
            ]
        )
    elif versions:
        rows = [(v.version, v.at, v.by, counted(v.bytes, "byte"), v.path) for v in versions]
        terminal.write_table(rows)
    else:
        terminal.say("No earlier version is kept.")
    return 0


def restore(call: Call) -> int:
    """Brings an earlier version back as a new edit."""
    version = call.text("--version")
    if version is None or not version.strip():
        raise UsageError("`restore` needs --version V; `luminair-journal history ID` lists them.")
    writer = writer_of(call)
    writer.must_be_owner("restore an earlier version")
    journal = open_vault(call)
    written = journal.restore(named(journal, call.arguments[0]), version.strip())
    return _report(call, written, "Restored")


def undo(call: Call) -> int:
    """Takes back the last operation, or the one named."""
    # What is taken back may be the owner's own unpinning of a note.
    writer_of(call).must_be_owner("undo")
    journal = open_vault(call)
    report = journal.undo(call.arguments[0] if call.arguments else None)
    path = report.paths[0] if report.paths else ""
    if call.has("--json"):
        terminal.write_json(
            {
                "id": _id_at(journal, path),
                "path": path,
                "op": report.op,
                "what": report.what,
                "at": report.at,
                "undone_by": report.undone_by,
                "paths": list(report.paths),
            }
        )
        return 0
    terminal.write(terminal.one_line(f"Took back: {report.what} ({report.at}).") + "\n")
    for each in report.paths:
        terminal.write(f"  {terminal.one_line(each)}\n")
    terminal.say(f"`luminair-journal undo {report.undone_by}` brings it back.")
    return 0


def _id_at(journal: Journal, path: str) -> str | None:
    try:
        return own_id(journal.find(path)) if path else None
    except (NoteError, UsageError):  # the undo took the note away again
        return None


def doctor(call: Call) -> int:
    """Says what is wrong; exit code 1 if anything is."""
    from luminair.cli.review import changed_outside  # noqa: PLC0415 the doctor only
    from luminair.keeping.checkup import check  # noqa: PLC0415

    journal = open_vault(call)
    home, settings, *_ = bootstrap.locate(call.text("--home"), None)
    found = check(journal, Receipts(home.receipts(journal.root)), full=call.has("--full"))
    problems = (*found.problems, *changed_outside(call, journal), *_unasked(settings))
    held = _exam(journal) if call.has("--exam") else None
    if call.has("--json"):
        told: dict[str, object] = {
            "problems": [
                {"path": each.path, "problem": each.problem, "advice": each.advice}
                for each in problems
            ],
            "vault": str(journal.root),
        }
        if found.unused is not None:
            told["unused"] = found.unused
        if held is not None:
            told["exam"] = held[1]
        terminal.write_json(told)
        return 1 if problems else 0
    for each in problems:
        terminal.write(terminal.one_line(f"{each.path}: {each.problem}") + "\n")
        terminal.write(f"    {terminal.one_line(each.advice)}\n")
    terminal.write("" if problems else "Nothing is wrong.\n")
    if found.unused_words:
        terminal.write(terminal.one_line(found.unused_words) + "\n")
    for line in held[0] if held is not None else ():
        terminal.write(terminal.one_line(line) + "\n")
    return 1 if problems else 0


def _unasked(settings: Settings) -> list[Problem]:
    """That Ollama is not asked because nobody can tell where it is."""
    fault = bootstrap.ollama_fault(settings)
    if not fault or settings.text("meaning.search") == "off":
        return []
    advice = "Put the address right in Settings; until then notes are found by their words alone."
    return [Problem("Settings", fault, advice)]


def _exam(journal: Journal) -> tuple[list[str], dict[str, object]]:
    from luminair.cli.tending import exam_json, exam_lines  # noqa: PLC0415 only where asked for
    from luminair.keeping.exam import hold  # noqa: PLC0415

    found = hold(journal)
    return exam_lines(found), exam_json(found)


def _report(call: Call, written: Written, done: str) -> int:
    if call.has("--json"):
        terminal.write_json(written_json(written))
        return 0
    terminal.write(terminal.one_line(f"{done} {written.note.path} ({written.note.key}).") + "\n")
    if written.said:
        terminal.say(written.said)
    return 0


COMMANDS: Mapping[str, Callable[[Call], int]] = {
    "init": init,
    "archive": archive,
    "unarchive": unarchive,
    "history": history,
    "restore": restore,
    "undo": undo,
    "doctor": doctor,
}
