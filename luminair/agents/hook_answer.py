"""What one event of a host is answered, and what its conversation holds afterwards.

A host keeps what it is given and sends it again in every later turn. So each item costs once a
session: the start gives all standing text, a resume and each prompt what changed in it, and a
prompt the dead ends, asks and notes that the conversation does not hold in this version.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from luminair.agents.hook_news import (
    NOTE,
    News,
    Reply,
    gone_line,
    is_new,
    marked,
    pieces,
    withdrawn,
)
from luminair.agents.hook_parts import MOST_PARTS, Standing, packed, text_of
from luminair.agents.hook_state import Held, Plan, States
from luminair.errors import LockBusy, LuminairError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime
    from pathlib import Path

    from luminair.agents.hook_hosts import Event
    from luminair.agents.hook_texts import Texts
    from luminair.agents.host import Record

PATIENCE_S: Final = 0.6
"""How long the parts of one start wait for each other; then each works by itself."""
_GONE: Final = "gone"


class AllTexts(Protocol):
    """Makes what may ride; raises LuminairError where the vault cannot be read."""

    def __call__(
        self,
        *,
        prompt: str | None,
        summaries: tuple[str, ...] | None,
        ancestors: tuple[str, ...],
        optional: bool,
    ) -> Texts:
        """See ``hook_texts.texts_of``."""
        ...


class Answering:
    """One event on its way to an answer.

    Args:
        event: of the host.
        part: which of the fixed entries for a start this is, 0 where there is but one.
        state: ``Home.state`` of the vault.
        optional: whether more rides than Harness, rules and pins.
        texts: makes what may ride.
        before: what the host's process was last known to be in.
        clock: the time, aware.

    Attributes:
        ancestors: sessions that this one was forked from.
    """

    def __init__(
        self,
        event: Event,
        part: int,
        *,
        state: Path,
        optional: bool,
        texts: AllTexts,
        before: Callable[[], Record | None],
        clock: Callable[[], datetime],
    ) -> None:
        self._event, self._part = event, part
        self._most = MOST_PARTS if part else 1
        self._state, self._states = state, States(state)
        self._optional, self._texts, self._before = optional, texts, before
        self._now = clock()
        self._made: Texts | None = None
        self._leads = True
        self._fallback = Reply()
        self.ancestors: tuple[str, ...] = ()

    # --- Answers -------------------------------------------------------------------------------

    def fallback(self, glance: Callable[[], Texts | None]) -> Reply:
        """What to give if the vault does not answer in time.

        The standing text of last time at the start of a session; of a vault that has no index
        yet, what ``glance`` finds, at a prompt too.
        """
        event = self._event
        if event.moment not in {"start", "prompt"} or event.subagent or not self._may_fall_back():
            return Reply()
        found = self._last_or(glance) if event.moment == "start" else glance()
        if found is None:
            return Reply()
        if event.moment == "start":
            self._fallback = self._of(self._parts(pieces(found.standing)))
            return self._fallback
        held = self._states.load(event.session)
        news = News("")
        changed = [item for item in pieces(found.standing) if is_new(held, item.key, item.sign)]
        news.standing([marked(item, held) for item in changed], [], held)
        return news.reply("")

    def _last_or(self, glance: Callable[[], Texts | None]) -> Texts | None:
        """The standing text of last time; where there is none, one of the parts glances for all."""
        folder = self._event.folder
        if (last := self._states.last_texts(folder)) is not None:
            return last
        with suppress(LuminairError, OSError), self._states.locked(f"glance {folder}", PATIENCE_S):
            last = self._states.last_texts(folder) or glance()
            if last is not None:
                self._states.keep_texts(folder, last)
        return last

    def _may_fall_back(self) -> bool:
        """Whether it is known what the conversation holds: nothing yet, or what is written down."""
        return self._event.forgets or (self._event.moment == "prompt" and bool(self._event.session))

    def reply(self) -> Reply:
        """The answer; raises LuminairError where the vault cannot be read."""
        event = self._event
        if event.subagent:
            return self._for_subagent()
        if event.moment == "start":
            return self._start()
        if event.moment == "prompt":
            return self._prompt()
        if event.moment == "lost":
            self._lose()
        return Reply()

    def _for_subagent(self) -> Reply:
        """The owner's rules alone: a helper has one errand and a conversation of its own."""
        if self._part > 1:
            return Reply()
        made = self._make(Held(), None)
        rules = [item for item in made.standing if item.section == "rules"]
        return Reply(text_of(packed(pieces(rules), 1)[0], 1, 1)) if rules else Reply()

    def _start(self) -> Reply:
        session, event = self._event.session, self._event
        if not session:
            return self._of(self._plan(Held()).parts)
        try:
            with self._states.locked(session, PATIENCE_S):
                held = self._states.load(session)
                plan = held.plan
                self._leads = plan is None or not plan.waits_for(
                    self._part, event.source, self._now.timestamp()
                )
                if plan is None or self._leads:
                    held = self._begun(held)
                    plan = held.plan = self._plan(held)
                plan.taken.append(self._part)
                self.ancestors = held.ancestors
                self._states.save(session, held)
        except (LuminairError, OSError) as fault:
            if isinstance(fault, LockBusy) and self._fallback.text:
                return self._fallback  # one process makes an index, not six
            # Nothing can be remembered here, or somebody holds it: the same parts, by ourselves.
            plan = self._plan(Held() if event.forgets else self._states.load(session))
        return self._of(plan.parts)

    def _begun(self, held: Held) -> Held:
        """What a conversation holds as it starts."""
        if self._event.forgets:
            return Held(ancestors=held.ancestors, new=False)
        if held.new and self._event.source == "fork":
            return self._forked() or held
        return held

    def _forked(self, *, just_resumed: bool = False) -> Held | None:
        """What a fork holds: what its parent did, which ran in the same process just before.

        Claude Code begins a fork by resuming its parent, and tells the new name with the first
        prompt; what was given at that start is the fork's alone.
        """
        parent = self._before()
        client = f"{self._event.client}:"
        if parent is None or not parent.session.startswith(client):
            return None
        if parent.session == self._event.session:
            return None
        held = self._states.load(parent.session)
        plan = held.plan
        if just_resumed and (plan is None or plan.source not in {"resume", "fork"}):
            return None
        ancestors = (parent.session, *held.ancestors)
        fork = Held(dict(held.given), ancestors, held.summaries, new=False)
        if just_resumed and plan is not None:
            with suppress(LuminairError, OSError), self._states.locked(parent.session, PATIENCE_S):
                held.take([[item[0], "", ""] for _, items in plan.parts for item in items])
                held.plan = None
                self._states.save(parent.session, held)
        return fork

    def _plan(self, held: Held) -> Plan:
        made = self._make(held, None)
        held.summaries = made.summaries if self._optional else held.summaries
        changed = [item for item in pieces(made.standing) if is_new(held, item.key, item.sign)]
        gone = withdrawn(held, made)
        if line := gone_line(gone):
            changed.append(Standing("gone", _GONE, "", line, ""))
        parts = self._parts(changed, held, [[key, "", ""] for key, _ in gone])
        return Plan(self._event.source, self._now.timestamp(), parts)

    def _parts(
        self,
        items: Iterable[Standing],
        known: Held | None = None,
        gone: Sequence[list[str]] = (),
    ) -> list[tuple[str, list[list[str]]]]:
        made = packed([marked(item, known) for item in items], self._most)
        found = []
        says_so = any(item.key == _GONE for part in made for item in part.items)
        for number, part in enumerate(made, 1):
            holds = [[item.key, item.sign, item.name] for item in part.items]
            # Where nothing has to be said, such as of pieces that were cut anew, any part will do.
            if any(item.key == _GONE for item in part.items) or (not says_so and number == 1):
                holds += gone
            found.append((text_of(part, number, len(made)), holds))
        return found

    def _of(self, parts: list[tuple[str, list[list[str]]]]) -> Reply:
        number = max(self._part, 1)
        return Reply(*parts[number - 1]) if number <= len(parts) else Reply()

    def _prompt(self) -> Reply:
        session = self._event.session
        held, known = Held(), False
        if session:
            with suppress(LuminairError, OSError):
                held = self._states.load(session)
                if held.new:
                    held = self._forked(just_resumed=True) or held
                    with self._states.locked(session, PATIENCE_S):
                        held.new = False
                        self._states.save(session, held)
                known = True
        self.ancestors = held.ancestors
        made = self._make(held, self._event.prompt)
        standing = list(pieces(made.standing)) if known else []
        news = News(made.place)
        news.standing(
            [marked(item, held) for item in standing if is_new(held, item.key, item.sign)],
            [each for each in made.fresh if is_new(held, NOTE + each.key, each.sign)],
            held,
        )
        news.gone(withdrawn(held, made) if known else [])
        return news.reply(made.left_out)

    def _lose(self) -> None:
        """The conversation is about to be folded, and the host will not start it anew."""
        if self._event.session:
            with self._states.locked(self._event.session, PATIENCE_S):
                held = self._states.load(self._event.session)
                self._states.save(self._event.session, Held(ancestors=held.ancestors, new=False))

    def _make(self, held: Held, prompt: str | None) -> Texts:
        if self._made is None:
            self._made = self._texts(
                prompt=prompt,
                summaries=held.summaries,
                ancestors=held.ancestors,
                optional=self._optional,
            )
        return self._made

    # --- Afterwards ----------------------------------------------------------------------------

    def given(self, reply: Reply) -> None:
        """The conversation holds this now."""
        session = self._event.session
        if not session or self._event.subagent or not (reply.items or self._made is not None):
            return
        with suppress(LuminairError, OSError), self._states.locked(session, PATIENCE_S * 5):
            held = self._states.load(session)
            held.take(reply.items)
            if self._made is not None and self._optional:
                held.summaries = self._made.summaries
            if self._event.moment == "prompt":
                held.plan = None
            self._states.save(session, held)

    def remember(self) -> None:
        """Notes the session's turn, and the standing text for a vault that will not answer."""
        event = self._event
        if not event.session:
            return
        lost = event.moment == "start" and event.source in {"compact", "resume"} and self._leads
        if event.moment in {"prompt", "lost"} or lost:
            from luminair.keeping.waiting import Turns  # noqa: PLC0415 few events need it

            turns = Turns(self._state)
            turn = turns.turned if event.moment == "prompt" else turns.refreshed
            turn(event.session, self._now)
        with suppress(LuminairError, OSError):
            if self._made is not None and self._leads and event.moment == "start":
                self._states.keep_texts(event.folder, self._made)
            self._states.prune(self._now.timestamp())
