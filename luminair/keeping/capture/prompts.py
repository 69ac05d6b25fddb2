"""Takes from a prompt the requests that outlive its answer (spec 7.1).

Deterministic and without a model: the person's own words (pasted logs, code and mails cut), each
sentence judged by its form, and what belongs together made one ask. Each verdict has its reason.
Nothing is written here; :mod:`luminair.keeping.capture.capturing` does that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from luminair.keeping.capture import english, languages, passing, telling, wishes
from luminair.keeping.capture.documents import CUT
from luminair.keeping.capture.own import LONGEST, own_words
from luminair.keeping.capture.sentences import Said, things_said
from luminair.keeping.capture.verdict import Verdict, Want
from luminair.keeping.capture.words import language_of
from luminair.patterns import late_pattern
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

TITLE_CHARACTERS: Final = 80
BODY_CHARACTERS: Final = 2000
MOST_ASKS: Final = 20
"""Of one prompt; a list that is longer is one ask."""

_MARGIN: Final = 20_000
"""Characters behind what is looked at, in which a key that begins there may end."""

_FOREIGN_LETTER: Final = late_pattern(r"[^\W\d_a-zA-Z]")

_COUNTED_OFF: Final = late_pattern(
    r"(?i:(?:first|second|third|fourth|next|also|finally|last|one|two|another)(?:ly)?(?: (?:of all|"
    r"thing|point|one))?[,:] )"
)
"""'First, the legend should be clickable': one of several, so an item."""
_ASKING: Final = {Want.WORK, Want.WISH}
_GIVEN_UP: Final = {wishes.GIVEN_UP, telling.TRIED}
_MANY: Final = 5
"""So many sentences are a story, of which only what asks by its mood or for 'me' or 'us' asks."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request, in its author's words.

    Attributes:
        title: the sentence that asks, on one line, at most 80 characters.
        body: it with what was said around it, at most 2,000 characters, pasted blocks cut.
        reason: why it is taken for one, for people.
        wish: whether it is about how to work rather than what to do.
    """

    title: str
    body: str
    reason: str
    wish: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a prompt.

    Attributes:
        asks: in their order.
        reason: why there is none, or ''.
    """

    asks: tuple[Ask, ...]
    reason: str = ""


def asks_in(prompt: str) -> tuple[Ask, ...]:
    """The requests in a prompt that outlive its answer."""
    return read(prompt).asks


def read(prompt: str) -> Reading:
    """The requests in a prompt, or why there is none; secrets are masked."""
    found = _read(prompt)
    if not found.asks:
        return found
    from luminair.keeping.secrets.masking import mask  # noqa: PLC0415 few prompts come so far

    # All of it, before anything is cut: half a key is no key to a pattern, and still one.
    masked = mask(prompt[: LONGEST + _MARGIN])
    return _read(masked.text) if masked.found else found


def _read(prompt: str) -> Reading:
    own = own_words(prompt)
    if not own.text:
        return Reading((), own.reason)
    said = list(things_said(own.text))
    if not said:
        return Reading((), "nothing is said")
    language = language_of(own.text)
    judged = [(each, _judge(each, language)) for each in said]
    if any(verdict.reason == telling.GAME for _, verdict in judged):
        return Reading((), telling.GAME)
    judged = _told_settled(judged)
    judged = _faults_settled(judged, pasted=own.pasted)
    judged = _leaning_settled(judged)
    if not any(verdict.want in _ASKING for _, verdict in judged):
        return Reading((), judged[-1][1].reason)
    asks = _gathered(judged)
    if len(asks) > MOST_ASKS:
        first = asks[0]
        body = "\n".join(each.title for each in asks)
        asks = [Ask(first.title, _cut(body, BODY_CHARACTERS), first.reason, first.wish)]
    return Reading(tuple(asks))


def _judge(said: Said, language: str) -> Verdict:
    if said.done:
        return Verdict(Want.OTHER, "it is ticked")
    if language == "en":
        return english.judge(said.text)
    verdict = languages.judge(said.text, language)
    # People mix English in.
    if verdict.want in {Want.OTHER, Want.CHATTER} and not _FOREIGN_LETTER.search(said.text):
        mixed = english.judge(said.text)
        foreign = mixed.reason == english.UNKNOWN
        return mixed if mixed.want in _ASKING and mixed.sure and not foreign else verdict
    return verdict


def _told_settled(judged: Sequence[tuple[Said, Verdict]]) -> list[tuple[Said, Verdict]]:
    """In a story, among thoughts, beside what was tried in vain a sentence has to ask plainly."""
    musing = any(telling.weighs_up(said.text) for said, _ in judged)
    vain = any(verdict.reason in _GIVEN_UP for _, verdict in judged)
    prose = sum(not said.item for said, _ in judged)
    least = 2 if musing else 1 if vain or prose >= _MANY else 0
    heard = {Want.FAULT, *_ASKING} if prose >= _MANY else _ASKING
    return [
        (said, Verdict(Want.OTHER, telling.TELLS))
        if verdict.want in heard
        and verdict.shown < least
        and not (said.item or _COUNTED_OFF.match(said.text))
        else (said, verdict)
        for said, verdict in judged
    ]


def _faults_settled(
    judged: Sequence[tuple[Said, Verdict]], *, pasted: bool
) -> list[tuple[Said, Verdict]]:
    """Faults become work where the prompt is a report, not help with what is on the screen."""
    faults = [number for number, (_, verdict) in enumerate(judged) if verdict.want is Want.FAULT]
    if not faults:
        return list(judged)
    given_up = any(verdict.reason in _GIVEN_UP for _, verdict in judged)
    wants = {verdict.want for _, verdict in judged if not verdict.leaning}
    told_to = any(verdict.leaning for _, verdict in judged[faults[0] :])
    help_wanted = (
        given_up
        or passing.well_again([said.text for said, _ in judged[faults[0] :]])
        or bool(wants & {Want.QUESTION, Want.ERRAND, Want.WORK})
        or (pasted and not told_to)
    )
    want = Want.OTHER if help_wanted else Want.WORK
    return [
        (said, Verdict(want, verdict.reason) if verdict.want is Want.FAULT else verdict)
        for said, verdict in judged
    ]


def _leaning_settled(judged: Sequence[tuple[Said, Verdict]]) -> list[tuple[Said, Verdict]]:
    """'We have no backups. Set that up.' asks for what the sentence before says."""
    settled: list[tuple[Said, Verdict]] = []
    for said, verdict in judged:
        before = settled[-1] if settled else None
        if (
            verdict.builds
            and verdict.want is Want.ERRAND
            and before is not None
            and before[1].want in {Want.OTHER, Want.FAULT}
            and len(before[0].text.split()) > 4
        ):
            settled[-1] = (before[0], Verdict(Want.WORK, "it asks to act on what it says"))
        settled.append((said, verdict))
    return settled


def _gathered(judged: Sequence[tuple[Said, Verdict]]) -> list[Ask]:
    """Sentences that ask, each with those around it that belong to it."""
    asks: list[Ask] = []
    before: list[str] = []
    current: list[str] = []
    head: tuple[Said, Verdict] | None = None

    def close() -> None:
        if head is not None:
            said, verdict = head
            asks.append(_ask(said, verdict, current))

    for said, verdict in judged:
        if verdict.want in _ASKING and not _belongs(said, verdict, head):
            close()
            head = (said, verdict)
            current = [*before, said.text]
            before = []
        elif head is None:
            if verdict.want not in {Want.CHATTER, Want.QUESTION}:
                before.append(said.text)
        elif verdict.want not in {Want.CHATTER, Want.QUESTION}:
            current.append(said.text)
    close()
    return asks


def _belongs(said: Said, verdict: Verdict, head: tuple[Said, Verdict] | None) -> bool:
    """Whether a sentence that asks only goes on with the ask before it."""
    if head is None:
        return False
    if said.item and not head[0].item:
        # Steps below a request are its parts; below a mere heading each stands for itself.
        return head[0].text.rstrip().endswith((":", "\uff1a")) and len(head[0].text.split()) > 6
    if said.item or said.paragraph != head[0].paragraph:
        return False
    text = f" {said.text.casefold()} "
    if verdict.want is Want.WISH and head[1].want is Want.WISH:
        return False
    return any(
        word in text
        for word in (
            " it ",
            " it.",
            " its ",
            " them ",
            " them.",
            " that way",
            " those ",
            " for this",
            " for that",
        )
    )


def _ask(said: Said, verdict: Verdict, texts: Sequence[str]) -> Ask:
    body = "\n".join(texts) if said.item else " ".join(texts)
    return Ask(
        title_of(said.text), _cut(body, BODY_CHARACTERS), verdict.reason, verdict.want is Want.WISH
    )


def title_of(sentence: str) -> str:
    """A title from a sentence: one line, no full stop, at most 80 characters, cut at a word."""
    line = " ".join(sentence.replace(CUT, " ").split()).rstrip(" .:;,-–—")
    line = line[:1].upper() + line[1:]
    return _cut(line, TITLE_CHARACTERS)


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    word = cut.rsplit(" ", 1)[0]
    return f"{(word if len(word) > limit // 2 else cut).rstrip()}…"
