"""``promote``, ``merge``, ``stale`` and what the doctor looks at when he takes his time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair import bootstrap
from luminair.cli import terminal
from luminair.cli.shapes import named, note_json, open_vault
from luminair.cli.trust import writer_of
from luminair.errors import LuminairError, UsageError
from luminair.journal import ProposalKind, Receipts
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from luminair.cli.arguments import Call
    from luminair.journal import Journal, Proposal
    from luminair.keeping.exam import Exam
    from luminair.keeping.review.joining import Joined

_NO_COPY: Final = "No sync service has left a conflict copy.\n"


def promote(call: Call) -> int:
    """Proposes rules for wishes that came back in three separate sessions; writes none."""
    from luminair.keeping.promotion.gather import material_of  # noqa: PLC0415 only here
    from luminair.keeping.promotion.promote import promotions  # noqa: PLC0415
    from luminair.sessions.library import Library  # noqa: PLC0415

    journal = open_vault(call, by=writer_of(call).source)
    home = bootstrap.locate(call.text("--home"), None)[0]
    material = material_of(
        journal,
        Library(home.root, now=bootstrap.clock, draw=bootstrap.draw).listing().sessions,
        Receipts(home.receipts(journal.root)),
        journal.setup.now(),
    )
    return _offer(call, journal, ProposalKind.PROMOTE, promotions(material))


def tend(call: Call) -> int:
    """Looks for whatever may be proposed; the app runs this once a day, as a process of its own."""
    from luminair.reviewing import Reviewing  # noqa: PLC0415 only here
    from luminair.sessions.library import Library  # noqa: PLC0415

    journal = open_vault(call, by=writer_of(call).source)
    home = bootstrap.locate(call.text("--home"), None)[0]
    reviewing = Reviewing(
        home,
        lambda: journal,
        lambda: Receipts(home.receipts(journal.root)),
        Library(home.root, now=bootstrap.clock, draw=bootstrap.draw),
        bootstrap.clock,
    )
    new = reviewing.tend()
    if call.has("--json"):
        terminal.write_json({"new": new})
        return 0
    count = counted(new, "proposal is", "proposals are")
    terminal.write(f"{count} new; `luminair-journal review` lists what waits.\n")
    return 0


def stale(call: Call) -> int:
    """Proposes notes whose files, links, dates or facts no longer hold; changes none."""
    from luminair.keeping.tending.stale import stale_notes  # noqa: PLC0415 only here

    journal = open_vault(call, by=writer_of(call).source)
    home = bootstrap.locate(call.text("--home"), None)[0]
    found = stale_notes(journal, Receipts(home.receipts(journal.root)), journal.setup.now())
    return _offer(call, journal, ProposalKind.STALE, found)


def merge(call: Call) -> int:
    """Folds notes into one, as the owner names them; without names, proposes what to merge."""
    from luminair.keeping.review import joining  # noqa: PLC0415 only here
    from luminair.keeping.tending import merge as merging  # noqa: PLC0415

    writer = writer_of(call)
    journal = open_vault(call, by=writer.source)
    if call.has("--copies"):
        writer.must_be_owner("merge notes")
        if call.arguments:
            raise UsageError("`merge --copies` finds the copies itself; leave the names out.")
        return _join(call, journal, sorted(journal.conflict_copies()))
    home = bootstrap.locate(call.text("--home"), None)[0]
    if not call.arguments:
        found = merging.merges(journal, kept_in=home.index(journal.root) / "merge")
        return _offer(call, journal, ProposalKind.MERGE, found)
    writer.must_be_owner("merge notes")
    keep, *others = (named(journal, each) for each in call.arguments)
    copies = joining.copies_among(journal, keep, others)
    if copies:
        return _join(call, journal, copies)
    done = merging.merge(journal, keep, others)
    if call.has("--json"):
        terminal.write_json(
            {
                **note_json(done.note),
                "merged": list(done.merged),
                "differ": list(done.differ),
                "operation": done.operation,
            }
        )
        return 0
    count = counted(len(done.merged), "note")
    terminal.write(terminal.one_line(f"Merged {count} into {done.note.path}.") + "\n")
    for sentence in done.differ:
        terminal.say(sentence)
    terminal.write("`luminair-journal undo` takes it back.\n")
    return 0


def _join(call: Call, journal: Journal, copies: Sequence[str]) -> int:
    """Brings conflict copies and their notes together; exit code 1 where one could not be."""
    from luminair.keeping.review.joining import join  # noqa: PLC0415 see above
    from luminair.keeping.review.torn import proposals  # noqa: PLC0415

    if call.has("--dry-run"):
        return _would_join(call, journal, copies)
    known = journal.conflict_copies()
    joined: list[Joined] = []
    left: dict[str, str] = {}
    for copy in copies:
        try:
            joined.append(join(journal, copy, known))
        except LuminairError as error:
            left[copy] = str(error)
    torn = [each.note.path for each in joined if each.parts]
    journal.refresh()
    journal.proposals.propose(proposals(journal, torn), bootstrap.clock())
    if call.has("--json"):
        told = [
            {
                **note_json(each.note),
                "merged": [each.copy],
                "two_versions": list(each.parts),
                "operation": each.operation,
            }
            for each in joined
        ]
        refused = [{"path": path, "reason": why} for path, why in left.items()]
        terminal.write_json({"notes": told, "left": refused})
    else:
        _report_joined(joined, left)
    return 1 if left else 0


def _would_join(call: Call, journal: Journal, copies: Sequence[str]) -> int:
    found = journal.conflict_copies()
    pairs = [{"note": found[copy], "copy": copy} for copy in copies if copy in found]
    if call.has("--json"):
        terminal.write_json({"would_merge": pairs})
        return 0
    for each in pairs:
        terminal.write(terminal.one_line(f"{each['copy']} into {each['note']}") + "\n")
    if not pairs:
        terminal.write(_NO_COPY)
    return 0


def _report_joined(joined: Sequence[Joined], left: Mapping[str, str]) -> None:
    from luminair.keeping.review.joining import to_choose  # noqa: PLC0415 see above

    for each in joined:
        terminal.write(terminal.one_line(f"{each.copy} is in {each.note.path} now.") + "\n")
        if each.parts:
            terminal.write(terminal.one_line(f"  {to_choose(each)}") + "\n")
    for sentence in left.values():
        terminal.say(sentence)
    if joined:
        terminal.write("`luminair-journal undo` takes the last of these back.\n")
    elif not left:
        terminal.write(_NO_COPY)


def _offer(call: Call, journal: Journal, kind: ProposalKind, found: Sequence[Proposal]) -> int:
    """Keeps what was found among the proposals, and shows those that wait."""
    moment = journal.setup.now()
    if not call.has("--dry-run"):
        journal.proposals.propose(found, moment)
    known = {each.key: each for each in journal.proposals.all()}
    shown = [known.get(each.key, each) for each in found]
    waiting = [each for each in shown if not each.id or each in journal.proposals.waiting(moment)]
    if call.has("--json"):
        terminal.write_json({"proposals": [proposal_json(each) for each in waiting]})
        return 0
    for each in waiting:
        terminal.write(terminal.one_line(f"{each.id or '(new)'}  {each.title}") + "\n")
        terminal.write(f"    {terminal.one_line(each.reason)}\n")
        for one in each.evidence:
            source = ", ".join(part for part in (one.at[:10], one.session, one.path) if part)
            terminal.write(f"    - {terminal.one_line(f'“{one.quote}” ({source})')}\n")
        cost = each.data.get("cost")
        if isinstance(cost, str):
            terminal.write(f"    {terminal.one_line(cost)}\n")
    if not waiting:
        terminal.write(_NOTHING[kind] + "\n")
    else:
        terminal.write("`luminair-journal review` answers them; nothing was changed.\n")
    return 0


_NOTHING = {
    ProposalKind.PROMOTE: "No wish came back in three separate sessions, so there is no new rule.",
    ProposalKind.STALE: "No note looks out of date.",
    ProposalKind.MERGE: "No two notes of one scope and project say the same.",
}


def proposal_json(proposal: Proposal) -> dict[str, object]:
    """A proposal as commands print it (spec 12)."""
    return {
        "id": proposal.id,
        "kind": proposal.kind.value,
        "title": proposal.title,
        "text": proposal.text,
        "reason": proposal.reason,
        "scope": proposal.scope or None,
        "cwd": proposal.cwd or None,
        "at": proposal.at or None,
        "answer": proposal.answer.value,
        "evidence": [
            {
                "quote": each.quote,
                "at": each.at or None,
                "session": each.session or None,
                "path": each.path or None,
                "note": each.note or None,
                "message": each.message or None,
            }
            for each in proposal.evidence
        ],
        "data": {
            name: value if isinstance(value, str) else list(value)
            for name, value in proposal.data.items()
        },
    }


def exam_lines(found: Exam) -> list[str]:
    """An exam in words, with what was not found."""
    missed = [
        f"  “{each.query}” → {each.path}: "
        + (f"at place {each.both}" if each.both else "not found")
        for each in found.questions
        if not 0 < each.both <= found.at
    ]
    return [found.sentence, *missed]


def exam_json(found: Exam) -> dict[str, object]:
    """An exam as ``doctor --exam --json`` prints it."""
    return {
        "phrasings": found.said,
        "asked": len(found.questions),
        "left_out": found.trivial,
        "meaning": found.meaning or None,
        "recall_at_5": {way: found.recall(way) for way in ("words", "meaning", "both")},
        "said": found.sentence,
        "questions": [
            {
                "query": each.query,
                "id": each.key,
                "path": each.path,
                "words": each.words,
                "meaning": each.meaning,
                "both": each.both,
            }
            for each in found.questions
        ],
    }


COMMANDS: Mapping[str, Callable[[Call], int]] = {
    "promote": promote,
    "tend": tend,
    "merge": merge,
    "stale": stale,
}
