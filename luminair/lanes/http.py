"""HTTP to a model's server: streams that stop at once, pauses that are shown, plain sentences.

One client for each turn: cancelling the turn closes its connection, which is how every server
here learns that nobody listens any more (protocols.md 0.6).
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import httpx

from luminair.errors import LuminairError
from luminair.lanes.addresses import is_local, parts_of
from luminair.lanes.faults import Fault, Mask, Who, cut, no_key, read_refusal, refused
from luminair.lanes.lane import Alive, Failed, WayOn
from luminair.lanes.wire import LineTooLong, Sent, parsed
from luminair.machine import here
from luminair.messages import Json, well_formed

if TYPE_CHECKING:
    import ssl
    from collections.abc import (
        AsyncGenerator,
        AsyncIterable,
        Awaitable,
        Callable,
        Iterator,
        Mapping,
    )

Split: TypeAlias = "Callable[[AsyncIterable[bytes]], AsyncGenerator[Sent, None]]"
"""Cuts a body into messages: ``wire.events`` or ``wire.records``."""

for _name in ("httpx", "httpcore"):
    # At lower levels they write down addresses and headers, in which a key may stand.
    logging.getLogger(_name).setLevel(logging.WARNING)

RETRIES = 2
FIRST_PAUSE_S, BUSY_PAUSE_S, LAST_PAUSE_S = 0.5, 2.0, 8.0

_PIECE = 64 * 1024
_MOST_REFUSAL = 64 * 1024
_MOST_LIST = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long a server may keep us waiting, in seconds (protocols.md 0.4).

    Attributes:
        connect: for a connection.
        read: from one piece of an answer to the next, and for the first.
        write: for taking a piece of the request.
        look: for a list of models as a whole.
    """

    connect: float = 5.0
    read: float = 300.0
    write: float = 30.0
    look: float = 10.0


class Link:
    """The way to one server. Its repr shows neither key nor address.

    Args:
        title: of the lane, for sentences.
        base_url: where the server is, ``http`` or ``https``, without a slash at its end.
        key: gives the key, '' where none is saved; asked at each turn, on a thread of its own,
            since a keychain may ask the owner first.
        header: the headers that carry a key.
        headers: other headers, sent with each request.
        needs_key: whether a turn without a key makes no sense.
        sleep: waits so many seconds.
        jitter: a random number from 0 to 1, so that many turns do not come back at once.
        timeouts: how long the server may keep us waiting.
    """

    def __init__(
        self,
        *,
        title: str,
        base_url: str,
        key: Callable[[], str],
        header: Callable[[str], Mapping[str, str]],
        needs_key: bool,
        sleep: Callable[[float], Awaitable[None]],
        jitter: Callable[[], float],
        timeouts: Timeouts,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.base_url = base_url
        self.needs_key = needs_key
        self._title = title
        self._key = key
        self._header = header
        self._headers = headers or {}
        self.sleep = sleep
        self._jitter = jitter
        self._timeouts = timeouts
        self._tls: ssl.SSLContext | None = None

    @property
    def who(self) -> Who:
        """The server as sentences name it."""
        parts = parts_of(self.base_url)
        return Who(self._title, parts.netloc.rpartition("@")[2], is_local(parts.hostname or ""))

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[Client, None]:
        """A client for one turn or one look.

        Raises:
            Fault: there is no address or no key, or none that can be used.
        """
        if not self.base_url:
            sentence = f"{self._title} has no address yet; add one in Settings."
            raise Fault(Failed(sentence, WayOn.SETTINGS))
        key = await self._usable_key()
        parts, who = parts_of(self.base_url), self.who
        mask = Mask(key, parts.password or "")
        try:
            client = httpx.AsyncClient(
                base_url=self.base_url,
                headers={
                    "user-agent": "Luminair",
                    # A compressing proxy would hold a stream back until its block is full.
                    "accept-encoding": "identity",
                    **self._headers,
                    **(self._header(key) if key else {}),
                },
                timeout=httpx.Timeout(
                    connect=self._timeouts.connect,
                    read=self._timeouts.read,
                    write=self._timeouts.write,
                    pool=self._timeouts.connect,
                ),
                verify=self._certificates(parts.scheme),
                # Proxies of the environment and of macOS must not get what stays on this Mac.
                trust_env=not who.local,
            )
        except (ImportError, ValueError, httpx.InvalidURL):
            raise Fault(_no_way(who)) from None
        async with client:
            yield Client(client, who, mask, self._timeouts)

    async def pause(self, fault: Fault, attempt: int) -> AsyncGenerator[Alive, None]:
        """Waits before the same request goes out again, and says so each second.

        Args:
            fault: why it has to.
            attempt: how many have failed before this one.
        """
        status = fault.refusal.status if fault.refusal else 0
        first = BUSY_PAUSE_S if status in {503, 529} else FIRST_PAUSE_S
        left = fault.after_s
        if left is None:
            left = min(first * 2**attempt, LAST_PAUSE_S) * (1 - 0.25 * self._jitter())
        while left > 0:
            yield Alive(f"Trying again in {math.ceil(left)} s…")
            await self.sleep(min(left, 1.0))
            left -= 1.0
        yield Alive("Waiting for the model…")

    async def _usable_key(self) -> str:
        """The key; '' for a server that needs none."""
        who = self.who
        try:
            key = (await asyncio.to_thread(self._key)).strip()
        except LuminairError as error:
            raise Fault(Failed(str(error), WayOn.SETTINGS)) from None
        if not key and self.needs_key:
            raise no_key(who)
        # httpx would quote the key in its complaint.
        if not key.isascii() or not key.isprintable() or " " in key:
            raise Fault(
                Failed(
                    f"What is saved as the key for {self._title} holds characters that no key "
                    "has; paste it again in Settings.",
                    WayOn.SETTINGS,
                )
            )
        return key

    def _certificates(self, scheme: str) -> ssl.SSLContext | bool:
        """Loaded once: it takes some 20 ms, and a plain address needs none."""
        if scheme != "https":
            return False
        if self._tls is None:
            self._tls = httpx.create_ssl_context()
        return self._tls


class Client:
    """An open way to a server, for one turn or one look.

    Attributes:
        who: the server.
        mask: hides the key.
        root: its address without any path.
    """

    def __init__(self, client: httpx.AsyncClient, who: Who, mask: Mask, timeouts: Timeouts) -> None:
        self._client = client
        self._timeouts = timeouts
        self.root = str(client.base_url.join("/")).rstrip("/")
        self.who = who
        self.mask = mask

    async def stream(
        self, path: str, body: Mapping[str, object], *, split: Split, model: str
    ) -> AsyncGenerator[Sent, None]:
        """Posts a body and gives the messages of the answer as they come.

        Raises:
            Fault: anything went wrong.
        """
        data = encode(body)
        with self._told():
            async with self._client.stream(
                "POST",
                path,
                content=_pieces(data),
                headers={"content-type": "application/json", "content-length": str(len(data))},
            ) as response:
                if response.status_code != 200:
                    raise await self._refused(response, model)
                kind = response.headers.get("content-type", "").partition(";")[0].strip()
                if kind == "text/html":
                    raise await self._refused(response, model)
                yield Sent("", "")
                async with aclosing(split(response.aiter_bytes())) as messages:
                    async for message in messages:
                        yield message

    async def ask(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Json:
        """One short question with a JSON object for an answer.

        Raises:
            Fault: anything went wrong, or the answer took longer than a look may.
        """
        with self._told():
            async with (
                asyncio.timeout(self._timeouts.look),
                self._client.stream(
                    method, path, content=None if body is None else encode(body)
                ) as response,
            ):
                if response.status_code != 200:
                    raise await self._refused(response, "")
                found = parsed((await _read(response, _MOST_LIST)).decode("utf-8", "replace"))
                if found is None:
                    raise await self._refused(response, "")
                return found

    async def _refused(self, response: httpx.Response, model: str) -> Fault:
        """What the server said instead of an answer, read within bounds."""
        body = b""
        try:
            async with asyncio.timeout(self._timeouts.look):
                body = b"" if response.is_stream_consumed else await _read(response, _MOST_REFUSAL)
        except (TimeoutError, httpx.HTTPError):
            pass  # the status alone says enough
        refusal = read_refusal(response.status_code, response.headers, body, self.mask)
        return refused(self.who, model, refusal)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turns what httpx raises into a fault; its own texts may hold addresses."""
        try:
            yield
        except LineTooLong as error:
            raise Fault(Failed(str(error), WayOn.CHOOSE_LANE)) from None
        except TimeoutError:
            raise Fault(_slow(self.who, self._timeouts.look)) from None
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
            raise self._unreachable(error) from None
        except httpx.ReadTimeout:
            raise Fault(_slow(self.who, self._timeouts.read)) from None
        except (httpx.WriteTimeout, httpx.WriteError):
            raise Fault(
                Failed(
                    f"{self.who.title} stopped taking your message before it was all there; try "
                    "again, with less text or smaller pictures if it stays so."
                )
            ) from None
        except (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.InvalidURL):
            raise Fault(_no_way(self.who)) from None
        except httpx.HTTPError:
            raise cut(self.who) from None

    def _unreachable(self, error: httpx.TransportError) -> Fault:
        who = self.who
        if "SSL" in str(error):
            why = (
                f"has a certificate that {here()} does not trust"
                if "CERTIFICATE" in str(error)
                else "makes no secure connection"
            )
            sentence = (
                f"{who.place} {why}, so nothing was sent; check the address of {who.title} in "
                f"Settings, and the date of {here()}."
            )
            return Fault(Failed(sentence, WayOn.SETTINGS))
        if isinstance(error, httpx.ProxyError):
            sentence = f"The proxy on the way to {who.title} refused; check the proxy settings."
        elif who.local:
            sentence = f"{who.title} does not answer at {who.place}; start it, then try again."
        else:
            sentence = f"{who.title} cannot be reached at {who.place}; check the network, then "
            sentence += "try again."
        return Fault(Failed(sentence), again=True)


def encode(body: Mapping[str, object]) -> bytes:
    """A body as bytes; the same one for equal values, so that a provider's cache holds."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return well_formed(text).encode()


def _no_way(who: Who) -> Failed:
    return Failed(
        f"The address of {who.title}, or a proxy that is set for it, is none that Luminair can "
        "use (a SOCKS proxy is one of those); check the address in Settings and the proxies of "
        f"{here()}.",
        WayOn.SETTINGS,
    )


def _slow(who: Who, seconds: float) -> Failed:
    return Failed(
        f"{who.title} sent nothing for {seconds:g} s, so the wait was ended; what came is kept, "
        "and trying again asks anew."
    )


async def _pieces(data: bytes) -> AsyncGenerator[bytes, None]:
    """The body in pieces, so that the time limit counts for each and not for all of it."""
    for at in range(0, len(data), _PIECE):
        yield data[at : at + _PIECE]


async def _read(response: httpx.Response, most: int) -> bytes:
    """The body, or its beginning."""
    found = bytearray()
    async for chunk in response.aiter_bytes():
        found += chunk
        if len(found) > most:
            break
    return bytes(found)
