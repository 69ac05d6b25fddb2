"""What a model's server says when it fails, turned into one sentence and a way on.

Nothing here speaks HTTP: a status, headers and a body come in, a ``Failed`` comes out. Every
text of a server goes through ``Mask`` first, since some servers quote the key they refuse.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from luminair.lanes.lane import Failed, WayOn
from luminair.lanes.wire import obj, parsed, word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from luminair.messages import Json

LONGEST_PAUSE_S = 60.0
"""A longer pause is the owner's to decide (protocols.md 0.7)."""

SAID_CHARACTERS = 200
HIDDEN = "[key]"

_AGAIN = {408, 409, 500, 502, 503, 504, 529}
_NO_MONEY = {"insufficient_quota", "billing_error", "billing_hard_limit_reached"}
_NO_MONEY_TEXT = re.compile(r"credit balance|insufficient (?:credits|balance|quota)", re.I)
_TOO_LONG = re.compile(
    r"prompt is too long|context.{0,12}(?:length|window|size)|maximum context|too many tokens", re.I
)
_MODEL = re.compile(r"model|endpoints found", re.I)
_KEYS = re.compile(
    r"(?i:\bbearer\s+)[\w.~+/=-]{6,}"
    r"|\b(?:sk|pk|rk|gsk|xai|nvapi|hf)[-_][\w*.…-]{4,}"
    r"|\bAIza[\w*…-]{4,}"
)
"""What looks like a key of the usual providers, also with its middle left out."""

_STATUS_OF = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "invalid_api_key": 401,
    "unauthorized": 401,
    "billing_error": 402,
    "insufficient_quota": 429,
    "permission_error": 403,
    "not_found_error": 404,
    "model_not_found": 404,
    "request_too_large": 413,
    "context_length_exceeded": 400,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "api_error": 500,
    "server_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""What an error inside a stream would have had for a status."""


class Mask:
    """Hides keys in a text. Its own repr shows none.

    Args:
        secrets: what is hidden wherever it stands; very short ones are no secrets.
    """

    __slots__ = ("_secrets",)

    def __init__(self, *secrets: str) -> None:
        self._secrets = sorted((each for each in secrets if len(each) > 3), key=len, reverse=True)

    def __call__(self, text: str) -> str:
        """The text without them, and without whatever looks like a key."""
        return _KEYS.sub(HIDDEN, self.own(text))

    def own(self, text: str) -> str:
        """The text without the secrets themselves; what only looks like a key may be an answer."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text


@dataclass(frozen=True, slots=True)
class Who:
    """The server, as sentences name it.

    Attributes:
        title: of the lane.
        place: its host and port; never more of its address, which may hold a password.
        local: whether it runs on this machine.
    """

    title: str
    place: str
    local: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a server said instead of an answer.

    Attributes:
        status: of HTTP, or what it would have been for an error inside a stream.
        kinds: the error's own names (``type``, ``code``), lower case.
        field: the field of the request that it names, or ''.
        said: its message, masked and on one line; '' where there is none.
        html: whether it sent a web page.
        after_s: when it wants to be asked again, None where it does not say.
        request: its id of the request, or ''.
    """

    status: int
    kinds: frozenset[str] = frozenset()
    field: str = ""
    said: str = ""
    html: bool = False
    after_s: float | None = None
    request: str = ""

    @property
    def no_money(self) -> bool:
        """Whether asking again is no use before somebody pays."""
        return (
            self.status == 402
            or bool(self.kinds & _NO_MONEY)
            or _NO_MONEY_TEXT.search(self.said) is not None
        )

    @property
    def too_long(self) -> bool:
        """Whether the request was larger than the model or the server takes."""
        return self.status == 413 or (
            self.status in {400, 422, 500}
            and ("context_length_exceeded" in self.kinds or bool(_TOO_LONG.search(self.said)))
        )

    @property
    def again(self) -> bool:
        """Whether the same request may be sent again by itself (protocols.md 0.7)."""
        if self.no_money or self.too_long:
            return False
        if self.after_s is not None and self.after_s > LONGEST_PAUSE_S:
            return False
        if self.status == 429:
            return self.after_s is not None
        return self.status in _AGAIN


class Fault(Exception):
    """A failure on its way to the ``Failed`` event; never leaves the lanes.

    Attributes:
        failed: what the owner is told.
        again: whether the request may be sent again by itself.
        after_s: how long to wait before that, None for the usual pause.
        refusal: what the server said, None where the failure is not its word.
    """

    def __init__(
        self,
        failed: Failed,
        *,
        again: bool = False,
        after_s: float | None = None,
        refusal: Refusal | None = None,
    ) -> None:
        super().__init__(failed.sentence)
        self.failed = failed
        self.again = again
        self.after_s = after_s
        self.refusal = refusal


def refused(who: Who, model: str, refusal: Refusal, failed: Failed | None = None) -> Fault:
    """The fault for a refusal.

    Args:
        who: the server.
        model: the model that was asked, or ''.
        refusal: what it said.
        failed: what a lane knows better to say of it, None where the usual words do.
    """
    failed = failed or _failed(who, model, refusal)
    return Fault(failed, again=refusal.again, after_s=refusal.after_s, refusal=refusal)


def cut(who: Who) -> Fault:
    """The stream ended without its end mark."""
    return Fault(
        Failed(
            f"The answer from {who.title} broke off before its end; what came is kept, and "
            "trying again gets all of it."
        )
    )


def unreadable(who: Who) -> Fault:
    """Something in the stream is not what the protocol says."""
    return Fault(
        Failed(
            f"{who.title} sent something that is not JSON in the middle of its answer; try again, "
            "and look at the address in Settings if it stays so."
        )
    )


def no_key(who: Who) -> Fault:
    """A lane that needs a key has none."""
    return Fault(Failed(f"No key for {who.title} is saved; add one in Settings.", WayOn.SETTINGS))


# --- Reading what a server says ----------------------------------------------------------------


def read_refusal(status: int, headers: Mapping[str, str], body: bytes, mask: Mask) -> Refusal:
    """What a body with a bad status says, whatever its form.

    Args:
        status: of HTTP.
        headers: with lower-case names.
        body: as much of it as was read.
        mask: hides keys.
    """
    text = body.decode("utf-8", "replace").strip()
    refusal = Refusal(
        status,
        after_s=read_pause(headers),
        request=mask(headers.get("request-id") or headers.get("x-request-id") or "")[:80],
    )
    if text[:1] == "<" or "text/html" in headers.get("content-type", ""):
        return replace(refusal, html=True)
    found = parsed(text[1:-1].strip() if text[:1] == "[" else text)  # Gemini sends a list of one
    if found is None:
        return replace(refusal, said=one_line(mask(text)))
    read = read_error(found, mask)
    return replace(refusal, kinds=read.kinds, field=read.field, said=read.said)


def read_error(found: Json, mask: Mask) -> Refusal:
    """What an error object says: inside a stream, or as a body (protocols.md 3.3).

    Its status is the number it names, else what its kind means, else 500.
    """
    error = obj(found, "error") or found
    plain = word(found, "error") or word(found, "detail")
    said = plain or word(error, "message") or word(error, "detail")
    kinds = {word(error, "type"), word(error, "code"), word(error, "status")}
    if plain and " " not in plain:  # Ollama's {"error": "unauthorized"}
        kinds.add(plain)
    kinds = {kind.lower() for kind in kinds if kind}
    code = error.get("code")
    status = next((_STATUS_OF[kind] for kind in sorted(kinds) if kind in _STATUS_OF), 500)
    if isinstance(code, int) and 400 <= code < 600:
        status = code
    return Refusal(status, frozenset(kinds), word(error, "param"), one_line(mask(said)))


def read_pause(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server asks to wait (``retry-after``), None where it does not.

    A date is read against the answer's own ``date``, so no clock is needed.
    """
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) / unit
        except ValueError:
            continue
        if math.isfinite(seconds):
            return max(seconds, 0.0)
    then, now = _date(headers.get("retry-after", "")), _date(headers.get("date", ""))
    if then is None or now is None:
        return None
    return max((then - now) / timedelta(seconds=1), 0.0)


def _date(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def one_line(text: str) -> str:
    """The first sentence of a message, on one line, without its full stop."""
    line = re.split(r"(?<=[.!?])\s", " ".join(text.split()), maxsplit=1)[0].rstrip(".")
    return line if len(line) <= SAID_CHARACTERS else line[: SAID_CHARACTERS - 1] + "…"


# --- Saying it ---------------------------------------------------------------------------------


def duration(seconds: float) -> str:
    """A pause in words: '40 s', '2 minutes', '3 hours'."""
    whole = max(math.ceil(seconds), 1)
    for unit, name in ((3600, "hour"), (60, "minute")):
        if whole >= 2 * unit:
            return f"{math.ceil(whole / unit)} {name}s"
    return f"{whole} s"


def _failed(who: Who, model: str, refusal: Refusal) -> Failed:
    """The usual words for a refusal, by what it is before what its status is."""
    quoted = f': "{refusal.said}"' if refusal.said else ""
    if refusal.html:
        return Failed(
            f"{who.place} answered with a web page and not as a model's server does (status "
            f"{refusal.status}); try again, and check the address in Settings if it stays so.",
            WayOn.RETRY if refusal.status >= 500 else WayOn.SETTINGS,
        )
    if refusal.no_money:
        return Failed(
            f"{who.title} says that the credit or the spending limit of this key is used up"
            f"{quoted}; add credit there, or choose another lane.",
            WayOn.CHOOSE_LANE,
        )
    if refusal.too_long:
        return Failed(
            f"This message and all that goes with it is more than {model or who.title} takes"
            f"{quoted}; open the context budget and leave something out.",
            WayOn.CONTEXT,
        )
    if refusal.status >= 500 or refusal.status in {408, 409}:
        return _trouble(who, refusal, quoted)
    return _refused(who, model, refusal, quoted)


def _trouble(who: Who, refusal: Refusal, quoted: str) -> Failed:
    """A failure that may pass by itself."""
    if refusal.status in {503, 529}:
        sentence = f"{who.title} has too much to do right now{quoted}; try again in a minute."
    else:
        named = f", request {refusal.request}" if refusal.request else ""
        sentence = (
            f"{who.title} failed by itself (status {refusal.status}{named}){quoted}; try again."
        )
    return Failed(sentence, WayOn.RETRY, refusal.after_s)


def _refused(who: Who, model: str, refusal: Refusal, quoted: str) -> Failed:
    """A failure that stays until the owner changes something."""
    match refusal.status:
        case 401:
            return Failed(
                f"{who.title} refused the key; put one that works in Settings.", WayOn.SETTINGS
            )
        case 403:
            return Failed(
                f"{who.title} does not allow this key to ask {model or 'this model'}{quoted}; "
                "choose another model, or put another key in Settings.",
                WayOn.CHOOSE_LANE,
            )
        case 404 if refusal.kinds or _MODEL.search(refusal.said):
            return Failed(
                f"{who.title} has no model '{model}'{quoted}; choose another.",
                WayOn.CHOOSE_LANE,
            )
        case 404 | 405:
            return Failed(
                f"There is no model's server at {who.place}{quoted}; check the address of "
                f"{who.title} in Settings.",
                WayOn.SETTINGS,
            )
        case 429 if refusal.after_s is not None:
            return Failed(
                f"{who.title} asks for a pause of {duration(refusal.after_s)}; try again then.",
                WayOn.RETRY,
                refusal.after_s,
            )
        case 429:
            return Failed(
                f"{who.title} takes no more requests from this key for now{quoted}; wait a "
                "minute and try again, or choose another lane.",
                WayOn.CHOOSE_LANE,
            )
        case status if status < 400:
            return Failed(
                f"{who.place} answers with status {status} and no model's answer; check the "
                f"address of {who.title} in Settings.",
                WayOn.SETTINGS,
            )
        case status:
            return Failed(
                f"{who.title} refused the request (status {status}){quoted}; choose another "
                "model, or change what is sent.",
                WayOn.CHOOSE_LANE,
            )
