"""``review``: what waits for the owner's yes, and the owner's answers."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING

from luminair import bootstrap
from luminair.cli import terminal
from luminair.cli.shapes import note_json, open_vault
from luminair.cli.trust import writer_of
from luminair.errors import LuminairError, UsageError
from luminair.journal import Problem, ProposalKind, Scope, ended
from luminair.keeping.review import answering, outside
from luminair.keeping.review.all_deeds import every_deed, seen_file
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from luminair.cli.arguments import Call
    from luminair.journal import Evidence, Journal, Proposal

_ANSWERS = ("--approve", "--refuse", "--later", "--put-back")
_DIFF_LINES = 12


def command(call: Call) -> int:
    """Lists what waits, or answers one of it."""
    given = [name for name in _ANSWERS if call.has(name)]
    if len(given) > 1:
        raise UsageError(f"`review` takes one answer at a time, not {' and '.join(given)}.")
    for name in ("--text", "--scope"):
        if call.has(name) and given != ["--approve"]:
            raise UsageError(f"{name} goes with --approve ID.")
    writer = writer_of(call)
    if given:
        words = {"--approve": "approve", "--refuse": "refuse", "--later": "put off"}
        writer.must_be_owner(f"{words.get(given[0], 'put back')} a proposal")
    journal = open_vault(call, by=writer.source)
    state = bootstrap.locate(call.text("--home"), call.text("--vault"))[0].state(journal.root)
    if writer.is_owner:
        outside.announce(journal, seen_file(state), journal.setup.now())
    if given:
        return _answer(call, journal, state, given[0])
    return _list(call, journal, state)


def _list(call: Call, journal: Journal, state: Path) -> int:
    waiting = answering.pending(journal, journal.setup.now(), every_deed(state))
    if call.has("--json"):
        terminal.write_json({"proposals": [proposal_json(each) for each in waiting]})
        return 0
    if not waiting:
        terminal.write("Nothing waits for you.\n")
    for each in waiting:
        terminal.write(terminal.one_line(f"{each.id}  {each.kind.value}  {each.title}") + "\n")
        lines = [each.reason, *(_quoted(each, one) for one in each.evidence[:3] if one.quote)]
        text = [line for line in each.text.splitlines() if line != each.title]
        lines += text[:_DIFF_LINES]
        if len(text) > _DIFF_LINES:
            lines.append(f"… {counted(len(text) - _DIFF_LINES, 'more line')}; --json shows all")
        for line in filter(None, lines):
            terminal.write(f"    {terminal.one_line(line)}\n")
    if waiting:
        terminal.say("Answer with --approve ID, --refuse ID or --later ID.")
    return 0


def _quoted(proposal: Proposal, evidence: Evidence) -> str:
    """The words, and which note or file they stand in: two of one title are told apart by it."""
    place = evidence.note or evidence.path
    told = not place or f"{place}." in proposal.reason
    return f"“{evidence.quote}”" + ("" if told else f" ({place})")


def _answer(call: Call, journal: Journal, state: Path, answer: str) -> int:
    now, deeds = journal.setup.now(), every_deed(state)
    identity, scope = (call.text(answer) or "").strip(), call.text("--scope")
    match answer:
        case "--approve":
            done = answering.approve(
                journal,
                identity,
                now,
                call.text("--text"),
                Scope(scope) if scope else None,
                deeds=deeds,
            )
        case "--refuse":
            done = answering.refuse(journal, identity, now, deeds=deeds)
        case "--later":
            done = answering.later(journal, identity, now)
        case _:
            done = answering.put_back(journal, identity, now)
    outcome = done.outcome
    if call.has("--json"):
        told = {
            "proposals": [proposal_json(done.proposal)],
            "said": " ".join(filter(None, (outcome.said, outcome.warning))) or None,
            "operation": outcome.operation or None,
            "note": note_json(outcome.note) if outcome.note is not None else None,
        }
        terminal.write_json(told)
        return 0
    terminal.write(terminal.one_line(outcome.said) + "\n")
    if outcome.warning:
        terminal.say(outcome.warning)
    return 0


def proposal_json(proposal: Proposal) -> dict[str, object]:
    """A proposal as ``--json`` prints it."""
    return {
        "id": proposal.id,
        "kind": proposal.kind.value,
        "title": proposal.title,
        "text": proposal.text,
        "reason": proposal.reason,
        "evidence": [asdict(each) for each in proposal.evidence],
        "scope": proposal.scope or None,
        "cwd": proposal.cwd or None,
        "session": proposal.session or None,
        "by": proposal.by,
        "at": proposal.at,
        "answer": proposal.answer.value,
        "until": proposal.until or None,
        "operation": proposal.operation or None,
    }


def changed_outside(call: Call, journal: Journal) -> list[Problem]:
    """What stands as law and was not written by Luminair, for the doctor."""
    state = bootstrap.locate(call.text("--home"), call.text("--vault"))[0].state(journal.root)
    now = journal.setup.now()
    with suppress(LuminairError, OSError):  # a vault that cannot be written has its own problem
        outside.announce(journal, seen_file(state), now)
    return [
        Problem(
            str(each.data.get("path", "")),
            ended(each.title),
            f"`luminair-journal review --approve {each.id}` keeps it, --refuse undoes it.",
        )
        for each in journal.proposals.waiting(now)
        if each.kind is ProposalKind.CHANGED and every_deed(state)[each.kind].stands(journal, each)
    ]


COMMANDS: Mapping[str, Callable[[Call], int]] = {"review": command}
