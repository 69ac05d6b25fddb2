"""Rules that contradict, repeat or shadow each other, in the vault and in a project's own files.

Two rules meet where one session may see both: global ones with all, a folder's with its own and
with lines of the project's ``CLAUDE.md``, ``AGENTS.md`` and their kin, which are only read.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair.errors import NoteError
from luminair.journal import (
    Evidence,
    Kind,
    Problem,
    Proposal,
    ProposalKind,
    State,
    one_line,
    says_the_same,
    without_said_again,
)
from luminair.keeping.phrasing.intent import intent_of
from luminair.keeping.phrasing.paraphrase import (
    LEAST,
    closeness,
    common,
    differ,
    exclusive_values,
    likeness,
)
from luminair.keeping.promotion.covering import Line, project_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from luminair.journal import Journal, Note

ABOUT: Final = 0.62
"""Closeness from which two rules speak of the same thing."""
SAME_SUBJECT: Final = 0.6
"""The same where each names one of two that cannot both hold: 'answer in German'."""
SHORT_CHARS: Final = 400
"""Up to here what stands below a title is one wish, whose parts can be told."""
_YES: Final = re.compile("yes|always|allowed|required|ja|immer|oui|toujours|s[ií]|siempre")
_NO: Final = re.compile("no|never|not allowed|forbidden|nein|nie(?:mals)?|non|jamais|nunca")


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two lines of law that do not go together.

    Attributes:
        how: 'contradicts', 'repeats' or 'is hidden by'.
        rule: the rule of the vault.
        other: a rule of the vault, or a line of a project's file.
        path: of the rule in the vault.
        why: in what they differ, or ''.
    """

    how: str
    rule: Line
    other: Line
    path: str
    why: str = ""

    @property
    def sentence(self) -> str:
        """What is wrong, as the end of a sentence that begins with the rule."""
        said = f" (“{self.other.text}”)" if not self.other.is_rule else ""
        why = f": {self.why}" if self.why and self.how == "contradicts" else ""
        return f"{self.how} {self.other.where}{said}{why}"

    @property
    def advice(self) -> str:
        """What to do."""
        if self.how == "contradicts":
            return "Decide which holds, and archive or edit the other."
        if self.how == "repeats" and not self.other.is_rule:
            return "Archive the rule if the project's own file is enough: it rides twice now."
        return "Keep one of the two; `luminair-journal merge KEEP ID` joins them."


def conflicts_of(journal: Journal) -> list[Conflict]:
    """Every such pair, contradictions first."""
    rules: list[tuple[Line, str]] = []
    found: list[Conflict] = []
    for each in journal.listing(kind=Kind.RULE):
        if each.state not in {State.LIVE, State.HIDDEN} or each.note.in_harness:
            continue
        line = _line(journal, each.note)
        if each.state is State.HIDDEN:
            winner = Line("", f"“{each.hidden_by}”", key=each.hidden_by)
            found.append(Conflict("is hidden by", line, winner, each.note.path, each.reason))
        else:
            rules.append((line, each.note.path))
    found.extend(between(rules, _project(rules)))
    order = {"contradicts": 0, "repeats": 1, "is hidden by": 2}
    return sorted(found, key=lambda each: (order[each.how], each.path, each.other.where))


def _line(journal: Journal, note: Note) -> Line:
    try:
        body = one_line(without_said_again(journal.load(note.path).body))
    except NoteError:  # gone since the look
        body = ""
    cwd = note.cwd if note.scope.value == "folder" else ""
    title = note.title.rstrip("….!? ")
    short = body if body.casefold().startswith(title.casefold()) else note.title
    text = short if len(short) <= 2 * len(title) + 80 else note.title
    below = "" if body == text else body
    return Line(text, f"the rule “{note.title}” ({note.key})", cwd, note.key, note.path, below)


def _project(rules: Iterable[tuple[Line, str]]) -> list[Line]:
    folders = sorted({line.cwd for line, _ in rules if line.cwd})
    return [each for cwd in folders for each in project_lines(Path(cwd), cwd)]


def between(rules: Sequence[tuple[Line, str]], lines: Sequence[Line]) -> Iterator[Conflict]:
    """The pairs among rules, and of rules with lines of project files."""
    about: dict[str, list[tuple[Line, str]]] = defaultdict(list)
    for rule, path in rules:
        mine = intent_of(rule.text).strong
        met: set[str] = set()
        for name in mine:
            for other, _ in about[name]:
                if other.key not in met and _meet(rule, other):
                    met.add(other.key)
                    yield from _verdict(rule, other, path)
            about[name].append((rule, path))
    for line in lines:
        seen: set[str] = set()
        for name in intent_of(line.text).strong:
            for rule, path in about.get(name, ()):
                if rule.key not in seen and _meet(rule, line):
                    seen.add(rule.key)
                    yield from _verdict(rule, line, path)


def _meet(one: Line, other: Line) -> bool:
    return not one.cwd or not other.cwd or one.cwd == other.cwd


def _verdict(rule: Line, other: Line, path: str) -> Iterator[Conflict]:
    if likeness(rule.text, other.text) >= LEAST:
        yield from _below_one_title(rule, other, path)
        return
    why = _contradiction(rule.text, other.text)
    if why:
        yield Conflict("contradicts", rule, other, path, why)


def _below_one_title(rule: Line, other: Line, path: str) -> Iterator[Conflict]:
    """Whether rules whose titles say the same repeat each other: what stands below is the law."""
    ours, theirs = rule.body or rule.text, other.body or other.text
    if max(len(ours), len(theirs)) <= SHORT_CHARS:
        why = _contradiction(ours, theirs) or _answers(ours, theirs)
        if why:
            told = replace(rule, text=ours), replace(other, text=theirs)
            yield Conflict("contradicts", *told, path, why)
            return
    apart = rule.body and other.body and likeness(ours, theirs) < LEAST
    if not apart or says_the_same(ours, theirs):
        yield Conflict("repeats", rule, other, path)


def _answers(one: str, other: str) -> str:
    """Whether two texts say yes and no, and no more, to the title that they stand below."""
    said = [each.strip(" .!").casefold() for each in (one, other)]
    if {bool(_YES.fullmatch(each)) for each in said} != {True, False}:
        return ""
    if not any(map(_NO.fullmatch, said)):
        return ""
    return "one says yes and the other no"


def _contradiction(one: str, other: str) -> str:
    """In what two lines of law cannot both be followed, or ''."""
    a, b = intent_of(one), intent_of(other)
    for ours, theirs in exclusive_values(a, b):
        if common(a, b, ours | theirs) >= SAME_SUBJECT:
            return differ(one, other)
    if closeness(one, other) < ABOUT:
        return ""
    why = differ(one, other)
    return "" if "only one of them" in why else why


def problems(journal: Journal) -> list[Problem]:
    """The same for the doctor."""
    return [
        Problem(each.path, each.sentence, each.advice)
        for each in conflicts_of(journal)
        if each.how != "is hidden by"
    ]


def conflict_proposals(journal: Journal) -> list[Proposal]:
    """The same for Review; a yes says that the owner has seen to it."""
    return [_proposal(each) for each in conflicts_of(journal) if each.how != "is hidden by"]


def _proposal(conflict: Conflict) -> Proposal:
    names = "\n".join(sorted([conflict.rule.text, conflict.other.text]))
    digest = sha256(f"{conflict.how}\n{names}".encode("utf-8", "replace")).hexdigest()[:16]
    return Proposal(
        id="",
        key=f"conflict:{digest}",
        kind=ProposalKind.CONFLICT,
        title=f"“{conflict.rule.text}” {conflict.sentence}",
        text=conflict.advice,
        reason=f"The rule {conflict.sentence}.",
        evidence=(
            Evidence(conflict.rule.text, path=conflict.path, note=conflict.rule.key),
            Evidence(
                conflict.other.text,
                path=conflict.other.path if conflict.other.is_rule else conflict.other.where,
                note=conflict.other.key,
            ),
        ),
        scope="folder" if conflict.rule.cwd else "global",
        cwd=conflict.rule.cwd or conflict.other.cwd,
        data={
            "how": conflict.how,
            "notes": tuple(k for k in (conflict.rule.key, conflict.other.key) if k),
        },
    )
