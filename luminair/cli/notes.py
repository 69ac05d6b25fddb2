"""``list``, ``show`` and ``search``: reading notes."""

from __future__ import annotations

import json
import math
import os
from typing import TYPE_CHECKING

from luminair.cli import terminal
from luminair.cli.shapes import (
    facts,
    folder_of,
    listed_json,
    named,
    open_vault,
    own_id,
    place_of,
    session_of,
)
from luminair.errors import LuminairError, NoteDamaged, UsageError
from luminair.journal import Kind, Scope, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from luminair.cli.arguments import Call
    from luminair.journal import Journal, Listed, Result, SearchAnswer

_LIMIT = 20
_MOST = 1000


def list_notes(call: Call) -> int:
    """Prints the notes that the options ask for, by path."""
    kind, scope, state = call.text("--kind"), call.text("--scope"), call.text("--state")
    journal = open_vault(call)
    found = journal.listing(
        kind=Kind(kind) if kind else None,
        scope=Scope(scope) if scope else None,
        state=State(state) if state and state != "all" else None,
        place=place_of(call, journal),
    )
    if state is None and not call.has("--archived"):
        found = [each for each in found if each.state is not State.ARCHIVED]
    if call.has("--json"):
        terminal.write_json([listed_json(each) for each in found])
    elif found:
        terminal.write_table([_row(each) for each in found])
    else:
        terminal.say("No note fits.")
    return 0


def _row(listed: Listed) -> tuple[str, ...]:
    note = listed.note
    standing = listed.state.value if not note.pinned else f"{listed.state.value}, pinned"
    why = f"  ({listed.reason})" if listed.reason else ""
    title = note.title + why
    return (note.key, note.kind.words, note.scope.value, standing, note.updated[:10], title)


def show(call: Call) -> int:
    """Prints one note, or the very bytes of its file."""
    if call.has("--raw") and call.has("--json"):
        raise UsageError("--raw prints the file itself; leave out --json.")
    journal = open_vault(call)
    key = named(journal, call.arguments[0])
    if call.has("--raw"):
        terminal.write_bytes(_bytes(journal, key))
        return 0
    listed = journal.listed(key)
    body = "" if listed.note.damage else journal.load(key).body
    authors = _authors(journal, listed)
    if call.has("--json"):
        terminal.write_json({**listed_json(listed), "authors": authors, "body": body})
        return 0
    terminal.write(terminal.safe(listed.note.title) + "\n\n")
    by = [("authors", ", then ".join(authors))] if authors else []
    terminal.write_table([*facts(listed), *by])
    if body.strip():
        terminal.write("\n" + terminal.safe(body.replace("\r\n", "\n")).strip("\n") + "\n")
    return 0


def _authors(journal: Journal, listed: Listed) -> list[str]:
    """Who wrote the note, in a vault that several people share."""
    if listed.note.damage:
        return []
    from luminair.exchange.authors import authors_of  # noqa: PLC0415 one note at a time only

    raw = journal.file_bytes(listed.note.path)
    return list(authors_of(journal.root, listed.note.path, raw, os.environ))


def _bytes(journal: Journal, key: str) -> bytes:
    note = journal.find(key)
    try:
        return journal.file_bytes(key)
    except NoteDamaged:
        # Too large to be read as a note; its bytes are the owner's all the same.
        return (journal.root / note.path).read_bytes()


# --- Search ----------------------------------------------------------------------------------


def search(call: Call) -> int:
    """Prints what a query finds, or answers a whole file of queries."""
    batch = call.text("--batch")
    if batch is not None:
        if call.arguments:
            raise UsageError("--batch brings its own queries; leave out the one given.")
        return _batch(call, batch)
    if not call.arguments:
        raise UsageError("`search` needs QUERY, or --batch FILE.")
    limit = _limit(call.text("--limit"))
    journal = open_vault(call)
    answer = journal.search(
        " ".join(call.arguments),
        place=place_of(call, journal),
        limit=limit,
        archived=call.has("--archived"),
    )
    if call.has("--json"):
        terminal.write_json(answer_json(answer))
    elif answer.results:
        _write_results(answer, explain=call.has("--explain"))
    elif answer.empty:
        terminal.say("This query has no word to look up; name what the note is about.")
    else:
        terminal.say("No note matches.")
    return 0


def _limit(given: str | None) -> int:
    if given is None:
        return _LIMIT
    if given.isascii() and given.isdigit() and len(given) < 5 and 1 <= int(given) <= _MOST:
        return int(given)
    raise UsageError(f"--limit takes a number from 1 to {_MOST}, not '{given}'.")


def answer_json(answer: SearchAnswer) -> dict[str, object]:
    """An answer as spec 12 shapes it; ``words.terms`` is each term with its weight."""
    return {
        "query": answer.query,
        "took_ms": answer.took_ms,
        "meaning": answer.meaning,
        "results": [_result_json(each) for each in answer.results],
    }


def _result_json(result: Result) -> dict[str, object]:
    note, by_meaning = result.note, result.meaning
    return {
        "id": own_id(note),
        "path": note.path,
        "kind": note.kind.value,
        "scope": note.scope.value,
        "title": note.title,
        "updated": note.updated,
        "state": result.state.value,
        "rank": result.rank,
        "score": result.score,
        "words": {
            "rank": result.words[0],
            "score": result.words[1],
            "terms": dict(result.terms),
        },
        "meaning": by_meaning and {"rank": by_meaning[0], "score": by_meaning[1]},
        "passage": result.passage,
        "verdict": result.verdict,
    }


def _write_results(answer: SearchAnswer, *, explain: bool) -> None:
    for result in answer.results:
        note = result.note
        title = terminal.one_line(note.title)
        about = f"{note.key} · {note.updated[:10]} · {note.kind.words}"
        terminal.write(f"{result.rank:>3}  {title}  [{terminal.one_line(about)}]\n")
        if result.passage:
            terminal.write(f"     {terminal.one_line(result.passage)}\n")
        if explain:
            terms = ", ".join(f"{term} {weight:.2f}" for term, weight in result.terms)
            said = f"{result.verdict}; score {result.score:.2f}: {terms}"
            if result.meaning is not None:
                said += f"; meaning: place {result.meaning[0]}, cosine {result.meaning[1]:.2f}"
            terminal.write(f"     {terminal.one_line(said)}\n")
    if explain:
        terminal.write(f"\n{len(answer.results)} found in {answer.took_ms:.1f} ms; meaning ")
        terminal.write(f"{answer.meaning}.\n")


def _batch(call: Call, source: str) -> int:
    journal = open_vault(call)
    journal.warm()
    worst = 0
    for number, line in enumerate(_lines(source), start=1):
        if not line.strip():
            continue
        code, answer = _answer_line(call, journal, line, number)
        worst = max(worst, code)
        terminal.write_json(answer)
        terminal.flush()  # whoever asks line by line waits for this one
    return worst


def _lines(source: str) -> Iterator[bytes]:
    if source == "-":
        yield from terminal.read_lines()
        return
    with open(source, "rb") as file:  # noqa: PTH123 a path as typed, bytes and all
        yield from file


def _answer_line(
    call: Call, journal: Journal, line: bytes, number: int
) -> tuple[int, dict[str, object]]:
    """What one line comes to: an exit code, and the answer or what was wrong."""
    asked: object = None
    try:
        asked = json.loads(
            line.decode("utf-8-sig"), parse_constant=_no_constant, parse_float=_finite
        )
        if not isinstance(asked, dict):
            raise UsageError(f"Line {number} is not a JSON object.")
        return 0, {"id": asked.get("id"), **_answer(call, journal, asked)}
    except LuminairError as error:
        code, sentence = error.exit_code, str(error)
    except (ValueError, RecursionError):  # UnicodeDecodeError is a ValueError
        code = UsageError.exit_code
        sentence = f"Line {number} is not valid JSON in UTF-8."
    return code, {"id": asked.get("id") if isinstance(asked, dict) else None, "error": sentence}


def _finite(written: str) -> float | str:
    """The number; one too large for a float (1e999) as its text, since JSON has no infinity."""
    number = float(written)
    return number if math.isfinite(number) else written


def _no_constant(word: str) -> float:
    raise ValueError(word)


def _answer(call: Call, journal: Journal, asked: Mapping[str, object]) -> dict[str, object]:
    """One line's answer; what the line leaves out is as on the command line."""

    def word(name: str) -> str:
        value = asked.get(name, "")
        if not isinstance(value, str) or "\0" in value:
            raise UsageError(f"'{name}' must be text.")
        return value

    query = word("query")
    if "query" not in asked:
        raise UsageError("A line needs a 'query'.")
    limit = asked.get("limit")
    if limit is not None and (type(limit) is not int or not 1 <= limit <= _MOST):
        raise UsageError(f"'limit' must be a number from 1 to {_MOST}.")
    archived = asked.get("archived", call.has("--archived"))
    if not isinstance(archived, bool):
        raise UsageError("'archived' must be true or false.")
    cwd, session = word("cwd") or folder_of(call), word("session") or session_of(call)
    place = journal.place(session=session, cwd=cwd)[0] if cwd or session else None
    answer = journal.search(
        query.encode("utf-8", "replace").decode(),
        place=place,
        limit=limit if isinstance(limit, int) else _limit(call.text("--limit")),
        archived=archived,
    )
    return answer_json(answer)


COMMANDS: Mapping[str, Callable[[Call], int]] = {
    "list": list_notes,
    "show": show,
    "search": search,
}
