"""The Ollama lane itself: where the server is, what lists show, and loading a model ahead."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.lanes.addresses import address, parts_of
from luminair.lanes.faults import Fault
from luminair.lanes.http import Link, Timeouts
from luminair.lanes.lane import Event, Failed, LaneInfo, LaneKind, Request, WayOn
from luminair.lanes.ollama.models import Models
from luminair.lanes.ollama.talk import Talk
from luminair.lanes.rounds import Turn
from luminair.lanes.wire import parsed, records

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

ID = "ollama"
TITLE = "Ollama"
PORT = 11434
BASE_URL = f"http://127.0.0.1:{PORT}"
CONTEXT = 16_384
KEEP_ALIVE = "10m"
INFO = LaneInfo(ID, TITLE, LaneKind.LOCAL, (), ready=False, state="Not asked yet.")

NO_MODEL = "Ollama runs, but has no model that chats; get one with 'ollama pull qwen3'."
# So many bytes of text are more than a token in every language: what is over the window by this
# measure does not fit, and Ollama would leave out the oldest of it and say nothing.
_SURELY_BYTES = 5

NO_CHOICE = Failed(
    "No model of Ollama is chosen and none is known; look for its models in Settings, or choose "
    "another lane.",
    WayOn.CHOOSE_LANE,
)


class Ollama:
    """Runs models of an Ollama server.

    Args:
        sleep: waits so many seconds.
        jitter: a random number from 0 to 1.
        base_url: where it answers: an address, or what stands in ``OLLAMA_HOST``; '' means
            its usual place on this machine.
        fault: why nobody is to be asked, a sentence; '' where one may.
        context: tokens of context to load a model with, where it takes as many.
        keep_alive: how long a model stays loaded after a turn, as Ollama writes it.
        key: gives a key for a server behind a gate, '' where there is none; it may wait.
        timeouts: how long the server may keep us waiting.
    """

    def __init__(
        self,
        *,
        sleep: Callable[[float], Awaitable[None]],
        jitter: Callable[[], float],
        base_url: str = "",
        fault: str = "",
        context: int = CONTEXT,
        keep_alive: str = KEEP_ALIVE,
        key: Callable[[], str] = str,
        timeouts: Timeouts | None = None,
    ) -> None:
        self._link = Link(
            title=TITLE,
            base_url=place_of(base_url),
            key=key,
            header=lambda found: {"authorization": f"Bearer {found}"},
            needs_key=False,
            sleep=sleep,
            jitter=jitter,
            # It says nothing while it loads a model, which may take minutes.
            timeouts=timeouts or Timeouts(read=600.0),
        )
        self._fault = fault
        self._keep_alive = keep_alive
        self._models = Models(context)
        self._info = INFO

    @property
    def info(self) -> LaneInfo:
        """What lists show."""
        return self._info

    async def look(self) -> LaneInfo:
        """Asks which models are there, what each can do and how much it takes."""
        if self._fault:
            self._info = replace(self._info, ready=False, state=self._fault, here=False)
            return self._info
        try:
            async with self._link.open() as client:
                await self._models.look(client)
        except Fault as fault:
            self._info = replace(self._info, ready=False, state=fault.failed.sentence, here=False)
            return self._info
        models = self._models.known
        self._info = replace(
            self._info,
            models=models,
            ready=bool(models),
            here=True,
            state="Ready." if models else NO_MODEL,
        )
        return self._info

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Runs one turn."""
        if self._fault:
            yield Failed(self._fault, WayOn.SETTINGS)
            return
        if not (request.model or self._models.usual):
            await self.look()
        if not (request.model or self._models.usual):
            yield NO_CHOICE if self._info.state == NO_MODEL else Failed(self._info.state)
            return
        window = self._models.window(request.model or self._models.usual)
        if _size(request) > window * _SURELY_BYTES:
            yield _too_long(window)
            return
        talk = Talk(self._models, request, keep_alive=self._keep_alive, sleep=self._link.sleep)
        async with aclosing(Turn(talk, self._link, request).events()) as events:
            async for event in events:
                yield event

    async def warm_up(self, model: str) -> bool:
        """Loads a model, so that the next turn need not wait; whether it is loaded now.

        It is loaded with the context that turns ask for, else the first turn would load it
        anew. Cancelling this ends the loading.
        """
        if self._fault:
            return False
        body = {
            "model": model,
            "messages": [],
            "options": {"num_ctx": self._models.window(model)},
            "keep_alive": self._keep_alive,
        }
        try:
            async with (
                self._link.open() as client,
                aclosing(client.stream("/api/chat", body, split=records, model=model)) as answer,
            ):
                last = ""
                async for each in answer:
                    last = each.data or last
        except Fault:
            return False
        return (parsed(last) or {}).get("done") is True

    async def release(self, session: str) -> None:
        """Nothing is kept for a session."""

    async def close(self) -> None:
        """Nothing is open between turns."""


def _size(request: Request) -> int:
    """Bytes of all text that is sent."""
    said = (each.text for each in request.said)
    texts = (*request.system, *request.tools, *said, *request.riding, request.prompt)
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)


def _too_long(window: int) -> Failed:
    return Failed(
        f"This message and all that goes with it is more than the {window:,} tokens that Ollama "
        "keeps in mind for this model; open the context budget and leave something out.",
        WayOn.CONTEXT,
    )


def place_of(host: str) -> str:
    """The address in ``OLLAMA_HOST`` or in a setting: host, port or both, scheme or none.

    What Ollama listens on (``0.0.0.0``) is no place to ask; that is this machine then.
    """
    text = host.strip()
    if text.startswith(":"):
        text = f"127.0.0.1{text}"
    if text.isdigit():
        text = f"127.0.0.1:{text}"
    plain = "://" not in text
    found = parts_of(address(text if not plain or not text else f"http://{text}"))
    if not found.hostname:
        return BASE_URL
    name = "127.0.0.1" if found.hostname in {"0.0.0.0", "::"} else found.hostname  # noqa: S104
    name = f"[{name}]" if ":" in name else name
    port = found.port or (PORT if plain else None)  # a scheme brings its own
    name += f":{port}" if port else ""
    user = f"{found.netloc.rpartition('@')[0]}@" if "@" in found.netloc else ""
    return f"{found.scheme}://{user}{name}{found.path}"
