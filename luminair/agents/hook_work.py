"""The work behind a hook's answer: one event, from its bytes to what is remembered of it.

Runs in a process of its own for which nobody waits longer than ``hook`` does, and which says
nothing but by ``send``. Every fault ends in an empty answer and a line in the log.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from luminair.agents import hook_quiet
from luminair.agents.hook_answer import Answering
from luminair.agents.hook_hosts import answer, read_event
from luminair.agents.hook_news import Reply
from luminair.agents.host import Hosts, Record, command_line, host_process
from luminair.config.formats import must_be_known
from luminair.config.paths import find_home, find_vault
from luminair.config.settings import Settings
from luminair.errors import LuminairError, VaultError, WriteFailed
from luminair.files import make_private
from luminair.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from luminair.agents.hook_hosts import Event
    from luminair.agents.hook_texts import Texts
    from luminair.config.paths import Home
    from luminair.journal import Journal

    Ask = Callable[[list[str], bytes], bytes | None]

LONGEST_S: Final = 60
"""After so many seconds the work is given up, whatever it is at."""
LOG_BYTES: Final = 200_000
PROBE: Final = "luminair-probe"
"""A session whose name begins so is `hooks status` trying the hook: it leaves nothing behind."""


@dataclass(frozen=True, slots=True)
class _Where:
    """What a command line names."""

    home: Home
    settings: Settings
    root: Path
    named_by: str


class Send(Protocol):
    """Sends an answer to the process that prints it."""

    def __call__(self, answer: bytes, *, final: bool) -> None:
        """Raises OSError where that process has ended; one that is not final may be dropped."""
        ...


class _Endless(Exception):
    """The work took ``LONGEST_S``."""


class Worker:
    """The second process of a hook.

    Args:
        home: the value of ``--home``, or None.
        vault: the value of ``--vault``, or None.
        ask: see ``hook.run``.
        host: the process that started the hook.
        send: sends an answer to who prints it.
        printed: waits for what became of it: whether an answer was printed, and whether it was
            the final one.
    """

    def __init__(
        self,
        *,
        home: str | None,
        vault: str | None,
        ask: Ask,
        host: int,
        send: Send,
        printed: Callable[[], tuple[bool, bool]],
    ) -> None:
        self._home, self._vault, self._ask = home, vault, ask
        self._host_pid = host
        self._send, self._printed = send, printed
        self._journal: Journal | None = None

    def work(self, data: bytes, client: str, part: int) -> None:
        """Answers one event, and does what can wait once the answer is printed."""
        signal.signal(signal.SIGALRM, _give_up)
        signal.alarm(LONGEST_S)
        at = _located(self._home, self._vault)
        event = read_event(data, client, os.environ)
        where = f"{client} unread" if event is None else _words(event, part)
        try:
            must_be_known(at.home.root)
            if event is None:
                self._say(client, "", Reply())
                _log(at.home, where, "standard input held no event")
            elif not event.moment or self._is_off(event, at.settings):
                self._say(client, event.name, Reply())
            else:
                self._answer(event, part, at)
        except (Exception, _Endless) as fault:  # noqa: BLE001 whatever it is, the prompt goes on
            self._say(client, "", Reply())
            _log(at.home, where, _about(fault))
        finally:
            if self._journal is not None:
                self._journal.close()

    def _answer(self, event: Event, part: int, at: _Where) -> None:
        hosts = Hosts(at.home.hosts)
        answering = Answering(
            event,
            part,
            state=at.home.state(at.root),
            optional=at.settings.on("session.include_optional"),
            texts=lambda **what: self._texts(event, at, what),
            before=lambda: hosts.of(host_process(self._host_pid)),
            clock=_clock,
        )
        probes = event.session.partition(":")[2].startswith(PROBE)
        try:
            self._tell(event, part, answering, at, probes=probes)
        except Exception as fault:  # noqa: BLE001 what was asked for is kept all the same
            self._say(event.client, event.name, Reply())
            _log(at.home, _words(event, part), _about(fault))
        if not (event.subagent or probes):
            self._after(event, part, answering, hosts, at)

    def _tell(
        self, event: Event, part: int, answering: Answering, at: _Where, *, probes: bool
    ) -> None:
        """Sends the answer, and keeps what of it was given."""
        fallback = answering.fallback(lambda: self._glance(event, at))
        if fallback.text:
            self._say(event.client, event.name, fallback, final=False)
        reply = answering.reply()
        if probes:
            answering.given(reply)  # at once, so that nothing is written once it has ended
        self._say(event.client, event.name, reply)
        was_printed, was_final = self._printed()
        if not (was_printed and was_final):
            _log(at.home, _words(event, part), "the answer came too late, or nobody read it")
        if was_printed and not (event.subagent or probes):
            answering.given(reply if was_final else fallback)

    def _say(self, client: str, name: str, reply: Reply, *, final: bool = True) -> None:
        with suppress(OSError):  # the first process is gone: its time was over
            self._send(answer(client, name, reply.text), final=final)

    def _after(
        self, event: Event, part: int, answering: Answering, hosts: Hosts, at: _Where
    ) -> None:
        """What nobody waits for."""
        host = host_process(self._host_pid)
        if host is not None and event.session:
            record = Record(event.session, event.folder, answering.ancestors, event.transcript)
            hosts.note(host, record)
            if event.moment == "end":
                hosts.ended(host, event.client)
        answering.remember()
        if event.moment == "prompt" and at.settings.on("capture"):
            self._capture(event, answering.ancestors, at)
        if hook_quiet.is_due(event.moment, part, at.settings):
            hook_quiet.give_way()
            for trouble in hook_quiet.fold(lambda: self._opened(at), str(at.home.root)):
                _log(at.home, _words(event, part), trouble)

    def _texts(self, event: Event, at: _Where, what: Mapping[str, Any]) -> Texts:
        from luminair.agents import hook_texts  # noqa: PLC0415 events that end need none of it

        asked = hook_texts.arguments(
            event.session, event.folder, home=str(at.home.root), vault=self._vault, **what
        )
        told = self._ask(asked, (what["prompt"] or "").encode())
        found = None if told is None else hook_texts.unpacked(told)
        if found is not None:
            return found
        from luminair.agents.hook_making import texts_of  # noqa: PLC0415 the app does not run

        journal = self._opened(at)
        return texts_of(journal, session=event.session, folder=event.folder, **what)

    def _glance(self, event: Event, at: _Where) -> Texts | None:
        """The standing text of a vault that has yet to be indexed; None where that is done."""
        from luminair.agents import hook_glance  # noqa: PLC0415 it is small, and seldom more

        if hook_glance.has_index(at.home, at.root) or not at.root.is_dir():
            return None
        return hook_glance.glance(at.settings, at.root, session=event.session, folder=event.folder)

    def _opened(self, at: _Where) -> Journal:
        if self._journal is None:
            from luminair.journal import look_ahead  # noqa: PLC0415 where the app does not run

            ahead = look_ahead(lambda: str(at.root))
            from luminair import bootstrap  # noqa: PLC0415 while the other process looks

            self._journal = bootstrap.journal_at(
                at.home, at.settings, at.root, at.named_by, ahead=ahead
            )
        return self._journal

    def _capture(self, event: Event, ancestors: tuple[str, ...], at: _Where) -> None:
        from luminair.keeping.capture.capturing import capture  # noqa: PLC0415
        from luminair.keeping.capture.prompts import asks_in  # noqa: PLC0415 after the answer

        if not asks_in(event.prompt):
            return
        captured = capture(
            self._opened(at),
            event.prompt,
            session=event.session,
            cwd=event.folder,
            ancestors=ancestors,
            now=_clock(),
        )
        if captured.failure:
            _log(at.home, _words(event, 0), "a request of the prompt could not be kept")

    def _is_off(self, event: Event, settings: Settings) -> bool:
        if event.subagent and (event.moment != "start" or not settings.on("hook.subagents")):
            return True
        if not settings.on("hook.print_mode") and self._prints(event):
            return True
        off = [each for each in settings.text("hook.off_in").split(os.pathsep) if each.strip()]
        if not off or not event.folder:
            return False
        stands = Path(os.path.realpath(event.folder))
        closed = [Path(os.path.realpath(os.path.expanduser(each.strip()))) for each in off]  # noqa: PTH111 realpath gives texts
        return any(each == stands or each in stands.parents for each in closed)

    def _prints(self, event: Event) -> bool:
        """Whether the agent runs for a script; those that do not say so show it by their words."""
        host = None if event.printing else host_process(self._host_pid)
        words = [] if host is None else command_line(host.pid)
        mark = {"codex": {"exec", "e"}, "gemini": {"-p", "--prompt"}}.get(event.client, set())
        return event.printing or not mark.isdisjoint(words)


def _clock() -> datetime:
    return datetime.now(UTC).astimezone()


def _located(home: str | None, vault: str | None) -> _Where:
    """As ``bootstrap.locate``, which loads the Journal."""
    found = find_home(home)
    settings = Settings(found.settings_file)
    return _Where(found, settings, *find_vault(vault, settings.text("vault")))


def _give_up(_number: int, _frame: object) -> None:
    raise _Endless


def _words(event: Event, part: int) -> str:
    said = [event.client, event.name[:40], event.source[:20], f"part {part}" if part else ""]
    return " ".join(word for word in said if word)


def _about(fault: BaseException) -> str:
    """What went wrong, without a word of a prompt or a note."""
    if isinstance(fault, (VaultError, WriteFailed)):
        return str(fault)
    if isinstance(fault, _Endless):
        return f"given up after {LONGEST_S} s"
    kind = type(fault).__name__
    if isinstance(fault, LuminairError):
        return kind
    at = fault.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = "" if at is None else f", {Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}"
    return f"a fault in Luminair ({kind}{where})"


def _log(home: Home, where: str, what: str) -> None:
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    line = " ".join(f"{stamp} {where}: {what}".split())
    with suppress(OSError):
        make_private(home.logs)
        file = home.logs / "hook.log"
        if file.exists() and file.stat().st_size > LOG_BYTES:
            file.replace(home.logs / "hook.log.1")
        with file.open("a", encoding="utf-8", errors="replace") as log:
            log.write(line + "\n")
