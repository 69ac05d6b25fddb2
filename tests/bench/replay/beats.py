"""Beats: the little exchanges that sessions are made of, each with what it leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tests.bench.replay import texts

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from tests.bench.replay.texts import Intent, Prompt, Said, Split

Role = Literal["person", "assistant"]
# Beside work that stays open these would say that it is finished or taken back.
TELLING = ("thanks", "reports", "negated", "follow_ups", "chatter", "others", "thinking", "near")
OFTEN = {
    "questions": 6.0,
    "commands": 4.0,
    "follow_ups": 4.0,
    "chatter": 3.0,
    "thanks": 3.0,
    "reports": 3.0,
    "near": 2.0,
    "one_off_text": 2.0,
    "thinking": 2.0,
    "role_play": 0.5,
    "digest_back": 0.5,
}
"""How often people say it, against 1 for a class that is not named."""
_TAKEN = {
    "en": (
        "Understood, I'll keep to that.",
        "Noted.",
        "Will do from here on.",
        "Alright.",
        "Sure, thanks for telling me.",
    ),
    "de": ("Verstanden.", "Alles klar, so machen wir es.", "Ist notiert."),
    "fr": ("Entendu.", "C'est noté."),
    "es": ("Entendido.", "Queda anotado."),
    "ja": ("承知しました。", "わかりました。"),
}
_LATER = {
    "en": (
        "I'll start with that next.",
        "That will take a while; I'm reading the code first.",
        "On it. First I look at what is there.",
        "Sure, I'll get to it after this.",
    ),
    "de": ("Ich sehe mir das als Nächstes an.",),
    "fr": ("Je regarde d'abord ce qui existe.",),
    "es": ("Primero miro lo que hay.",),
    "ja": ("まず現状を確認します。",),
}


@dataclass(frozen=True)
class Line:
    """One turn to be: who says what, and what it asks for."""

    role: Role
    text: str
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Beat:
    """Lines that belong together, in order.

    ``leaves`` says what remains of it at the session's end and ``proof`` which of its lines show
    it. A beat that is ``free`` is not judged by what remains; one that is not ``judged`` has
    asks about which people may differ, so capture is not judged by it.
    """

    lines: tuple[Line, ...]
    label: str
    leaves: Literal["decision", "dead_end", "open", "done"] | None = None
    proof: tuple[int, ...] = ()
    free: bool = False
    judged: bool = True
    late: int = 0
    """How many of the last lines may come later, with other talk between."""

    @property
    def names(self) -> set[str]:
        """What its lines ask for."""
        return {name for line in self.lines for name in line.asks}


class Beats:
    """Makes beats from one split's texts."""

    def __init__(self, split: Split, rng: random.Random) -> None:
        self.rng = rng
        self.distractors = texts.distractors(split)
        for intent in texts.intents_of(split):
            self.distractors.setdefault("near", []).extend(intent.near)
        self.replies = texts.replies()
        self.sayings = {
            kind: texts.sayings(kind, split)
            for kind in ("decision", "not_decision", "dead_end", "not_dead_end")
        }
        items = texts.items(split)
        self.items = [item for item in items for _ in range(2)]
        self.long = texts.long_prompts(split)
        rng.shuffle(self.items)
        rng.shuffle(self.long)

    def taken(self, text: str) -> Line:
        """How an assistant takes a wish."""
        return Line("assistant", self.rng.choice(_TAKEN[texts.language(text)]))

    def later(self, text: str) -> Line:
        """How an assistant puts work off."""
        return Line("assistant", self.rng.choice(_LATER[texts.language(text)]))

    def wish(self, intent: Intent, text: str) -> Beat:
        """A standing wish; whether it counts as open at the end is left to taste."""
        lines = (Line("person", text, (intent.key,)), self.taken(text))
        return Beat(lines, f"wish {intent.key}", free=True)

    def opposite(self, intent: Intent, name: str, text: str) -> Beat:
        """An ask that must not be counted with the intent."""
        lines = (Line("person", text, (name,)), self.taken(text))
        wish = intent.kind == "wish"
        return Beat(lines, f"opposite of {intent.key}", free=True, judged=wish)

    def work(self, intent: Intent, text: str) -> Beat:
        """A piece of work that nobody gets to."""
        lines = (Line("person", text, (intent.key,)), self.later(text))
        return Beat(lines, f"work {intent.key}", "open", (0, 1))

    def item(self) -> Beat | None:
        """A piece of work, finished or not; None when all have been used twice."""
        if not self.items:
            return None
        item = self.items.pop()
        ask = Line("person", item.ask, (f"item {item.ask[:40]}",))
        if self.rng.random() < 0.5:
            return Beat((ask, Line(item.by, item.done)), "item", "done", (0, 1), late=1)
        return Beat((ask, Line("assistant", item.left)), "item", "open", (0, 1), late=1)

    def saying(self, kind: str) -> Beat:
        """A decision, a dead end, or what only sounds like one."""
        said = self.rng.choice(self.sayings[kind])
        lines = self._said(said)
        proof = tuple(range(len(lines)))
        if kind == "decision":
            return Beat(lines, kind, "decision", proof, judged=False)
        if kind == "dead_end":
            return Beat(lines, kind, "dead_end", proof)
        return Beat(lines, kind)

    @staticmethod
    def _said(said: Said) -> tuple[Line, ...]:
        if not said.before:
            return (Line(said.role, said.text),)
        other: Role = "assistant" if said.role == "person" else "person"
        return (Line(other, said.before), Line(said.role, said.text))

    def long_one(self) -> Beat | None:
        """A prompt with pasted matter, each at most once."""
        if not self.long:
            return None
        prompt: Prompt = self.long.pop()
        asks = tuple(f"long {prompt.text[:40]!r} {each}" for each in range(len(prompt.asks)))
        lines = (Line("person", prompt.text, asks), self.later(prompt.text))
        return Beat(lines, "long", free=True)

    def small_talk(self, *, telling: bool) -> Beat:
        """Something that leaves nothing."""
        classes = [name for name in self.distractors if telling or name not in TELLING]
        name = self.rng.choices(classes, [OFTEN.get(each, 1.0) for each in classes])[0]
        text = self.rng.choice(self.distractors[name])
        spoken = texts.language(text)
        given = [*self.replies.get(name, ()), *self.replies["talk"]]
        fitting = [reply for reply in given if texts.language(reply) == spoken]
        special = [reply for reply in fitting if reply in self.replies.get(name, ())]
        reply = self.rng.choice(special or fitting or given)
        return Beat((Line("person", text), Line("assistant", reply)), name)

    def around(self, given: Sequence[Beat]) -> list[Beat]:
        """The beats of one session: those given, with work, sayings and small talk among them."""
        beats = list(given)
        working = any(beat.leaves for beat in given) or self.rng.random() < 0.35
        if working:
            for kind, chance in (
                ("decision", 0.7),
                ("dead_end", 0.5),
                ("not_decision", 0.4),
                ("not_dead_end", 0.4),
            ):
                if self.rng.random() < chance:
                    beats.append(self.saying(kind))
            if self.rng.random() < 0.8 and (item := self.item()) is not None:
                beats.append(item)
        elif self.rng.random() < 0.15 and (long := self.long_one()) is not None:
            beats.append(long)
        more = self.rng.randint(1, 3)
        beats.extend(self.small_talk(telling=not working) for _ in range(more))
        self.rng.shuffle(beats)
        return beats

    def lines(self, beats: Sequence[Beat]) -> Iterator[tuple[Beat, Line]]:
        """All lines in their order; the late ones of a beat after some of the next beats."""
        waiting: list[tuple[int, Beat, Line]] = []
        for number, beat in enumerate(beats):
            now = len(beat.lines) - beat.late
            for line in beat.lines[:now]:
                yield beat, line
            waiting += [(number + self.rng.randint(0, 2), beat, line) for line in beat.lines[now:]]
            for due in [each for each in waiting if each[0] <= number]:
                waiting.remove(due)
                yield due[1], due[2]
        for _, beat, line in waiting:
            yield beat, line
