"""Embeddings from Ollama: ``POST /api/embed``.

https://github.com/ollama/ollama/blob/main/docs/api.md#generate-embeddings. Three traps: a client
that goes away while a model loads makes the server stop loading, so a cold model must be warmed
with patience (:meth:`Ollama.warm`) and not by prompts; some versions refuse a text that is too long
even when asked to cut it; one bad text fails its whole batch.
"""

from __future__ import annotations

import time

from luminair.bare import json_text, json_value
from luminair.embedding.roles import VERSION, roles_of
from luminair.errors import EmbeddingFailed
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from luminair.embedding.embedder import Vector

PORT = 11434
HOST = "127.0.0.1"
BATCH = 8
"""Texts a call: Ollama embeds one call at a time, and a prompt must not wait long behind it."""
KEEP_ALIVE = "30m"
PATIENCE_S = 120.0
"""For loading a model or a batch; a prompt has its own, far shorter."""
_LOOK_S = 3.0
# What may come back is bounded, since no deadline covers the reading of what is there: the longest
# vectors of known models have 8,192 numbers of at most 25 signs, and 256 KB are read in 5 ms.
_MOST_VECTOR = 256 * 1024
_MOST_BESIDE = 64 * 1024
MOST_LISTED = 4 * 1024 * 1024
"""Bytes of the list of all models that a server has."""
# nomic-embed-text takes 2,048 tokens in Ollama's build; 1,500 leave room for odd words.
_MOST_TOKENS = 1500
_WIDE = "\u2e80"  # from here on about a token a character


@dataclass(frozen=True, slots=True)
class Place:
    """Where Ollama answers."""

    host: str = HOST
    port: int = PORT
    secure: bool = False
    path: str = ""

    @property
    def words(self) -> str:
        """For sentences: never with a name or password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def place_of(text: str) -> Place:
    """The address in a setting or in ``OLLAMA_HOST``: host, port or both, scheme or none.

    What Ollama listens on (``0.0.0.0``) is no place to ask; that is this machine then.
    """
    text = text.strip()
    if text.startswith(":") or text.isdigit():
        text = f"{HOST}:{text.lstrip(':')}"
    name, _, port_text = text.removeprefix("http://").partition(":")
    if name == HOST and port_text.isdecimal() and 0 < int(port_text) < 1 << 16:
        return Place(HOST, int(port_text))  # as most write it
    from urllib.parse import urlsplit  # noqa: PLC0415 for the rest

    scheme, mark, _ = text.partition("://")
    try:
        parts = urlsplit(text if mark else f"http://{text}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return Place()
    if not host:
        return Place()
    secure = bool(mark) and scheme.casefold() == "https"
    if host in {"0.0.0.0", "::"}:  # noqa: S104 what a server listens on, not we
        host = HOST
    usual = (443 if secure else 80) if mark else PORT  # a scheme brings its own
    return Place(host, port or usual, secure, parts.path.rstrip("/"))


class Ollama:
    """One model of one server; see :class:`luminair.embedding.embedder.Embedder`.

    Args:
        model: as Ollama names it.
        address: as typed by people or in ``OLLAMA_HOST``; '' for this machine's usual port.
        fault: why nobody is to be asked, a sentence; '' where one may.
        patience_s: for a batch of texts and for loading the model.
    """

    def __init__(
        self,
        model: str,
        address: str = "",
        *,
        fault: str = "",
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.model = model.removesuffix(":latest")
        self._address = address
        self._fault = fault
        self._place: Place | None = None
        self._patience_s = patience_s
        self._roles = roles_of(model)
        self._length = 0

    @property
    def place(self) -> Place:
        """Where the server is."""
        if self._place is None:
            self._place = place_of(self._address) if self._address.strip() else Place()
        return self._place

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """See :class:`luminair.embedding.embedder.Embedder`; at most eight texts a call."""
        made: list[Vector] = []
        for at in range(0, len(texts), BATCH):
            made += self._batch(
                [self._roles.passage + cut(each) for each in texts[at : at + BATCH]]
            )
        return made

    def _batch(self, texts: list[str]) -> list[Vector]:
        try:
            return self._embedded(texts, self._patience_s)
        except EmbeddingFailed as error:
            if error.cause != "text":
                raise
            if len(texts) == 1 and "length" not in str(error):
                raise
            if len(texts) == 1:  # some versions say so even where they were asked to cut it
                return self._embedded([texts[0][: len(texts[0]) // 2]], self._patience_s)
        return [vector for text in texts for vector in self._batch([text])]

    def query(self, text: str, timeout_s: float) -> Vector:
        """See :class:`luminair.embedding.embedder.Embedder`."""
        return self._embedded([self._roles.query + cut(text)], timeout_s)[0]

    def warm(self) -> None:
        """See :class:`luminair.embedding.embedder.Embedder`; no text, so nothing is computed."""
        self._embedded([], self._patience_s)

    def fingerprint(self) -> str:
        """The version of our prefixes and the digest by which Ollama names the model's files."""
        found = self._ask("GET", "/api/tags", "", _LOOK_S, MOST_LISTED)
        models = found.get("models") if isinstance(found, dict) else None
        wanted = (self.model, f"{self.model}:latest")
        for each in models if isinstance(models, list) else ():
            if isinstance(each, dict) and each.get("name") in wanted:
                digest = each.get("digest")
                return f"{VERSION}/{digest[:24]}" if isinstance(digest, str) else ""
        raise self._lacking()

    def _embedded(self, texts: list[str], timeout_s: float) -> list[Vector]:
        body = (
            f'{{"model":{json_text(self.model)},"input":[{",".join(map(json_text, texts))}],'
            f'"truncate":true,"keep_alive":{json_text(KEEP_ALIVE)}}}'
        )
        most = _MOST_BESIDE + _MOST_VECTOR * len(texts)
        found = self._ask("POST", "/api/embed", body, timeout_s, most)
        rows = found.get("embeddings") if isinstance(found, dict) else None
        if not isinstance(rows, list) or len(rows) != len(texts):
            raise self._odd("it sent another number of vectors than it was sent texts")
        return [self._vector(row) for row in rows]

    def _vector(self, row: object) -> Vector:
        from math import isfinite, sqrt  # noqa: PLC0415 with the first answer

        if not isinstance(row, list) or not all(type(each) in {int, float} for each in row):
            raise self._odd("a vector is not a list of numbers")
        try:
            length = sqrt(sum(float(each) ** 2 for each in row))
        except OverflowError:
            length = 0.0
        if not length or not isfinite(length):
            raise self._odd("a vector is all zero or not finite")
        if self._length not in {0, len(row)}:
            raise self._odd(f"a vector has {len(row):,} numbers, those before had {self._length:,}")
        self._length = len(row)
        return tuple(each / length for each in row)

    # --- The call ----------------------------------------------------------------------------

    def _ask(self, method: str, path: str, body: str, timeout_s: float, most: int) -> object:
        if self._fault:
            raise EmbeddingFailed(self._fault, cause="gone")
        began = time.monotonic()  # what is loaded for the call counts as well
        from luminair.embedding.wire import call  # noqa: PLC0415 only where it is made

        place = self.place
        try:
            status, raw = call(
                method,
                place.host,
                place.port,
                place.path + path,
                body.encode(),
                timeout_s=timeout_s - (time.monotonic() - began),
                secure=place.secure,
                most_bytes=most,
            )
        except TimeoutError as error:
            said = f"{timeout_s * 1000:.0f} ms" if timeout_s < 1 else f"{timeout_s:.0f} seconds"
            raise EmbeddingFailed(
                f"Ollama at {place.words} did not answer within {said}; it may be loading "
                f"'{self.model}' or be busy, so try again in a minute.",
                cause="late",
            ) from error
        except ValueError as error:
            raise self._odd(str(error)) from error
        except OSError as error:
            raise EmbeddingFailed(
                f"Ollama does not answer at {place.words}; start it, or put its address into "
                "Settings.",
                cause="gone",
            ) from error
        return self._understood(status, raw)

    def _understood(self, status: int, raw: bytes) -> object:
        try:
            found = json_value(raw)
        except (ValueError, RecursionError):
            found = None
        if status == 200 and found is not None:
            return found
        said = found.get("error") if isinstance(found, dict) else None
        said = " ".join(said.split())[:200] if isinstance(said, str) else ""
        if status == 404 and said:
            raise self._lacking()
        if status == 400 and "not support embed" in said:
            raise EmbeddingFailed(
                f"The model '{self.model}' makes no embeddings; choose another in Settings.",
                cause="model",
            )
        if status == 400:
            raise EmbeddingFailed(
                f"Ollama refused a text ({said or 'without a reason'}); make the note shorter.",
                cause="text",
            )
        if status == 200:
            raise self._odd("it is not JSON")
        raise self._odd(f"status {status}{': ' if said else ''}{said}")

    def _lacking(self) -> EmbeddingFailed:
        return EmbeddingFailed(
            f"Ollama at {self.place.words} has no model '{self.model}'; get it with "
            f"`ollama pull {self.model}`.",
            cause="model",
        )

    def _odd(self, what: str) -> EmbeddingFailed:
        return EmbeddingFailed(
            f"What answers at {self.place.words} sent no embedding ({what}); check that it is "
            "Ollama 0.3 or newer.",
            cause="answer",
        )


def cut(text: str) -> str:
    """The text's beginning, as much as an embedding model surely takes: about 1,500 tokens."""
    if len(text) <= _MOST_TOKENS:
        return text
    if text.isascii():
        return text[: _MOST_TOKENS * 3]
    left = _MOST_TOKENS * 3
    for at, character in enumerate(text[:left]):
        left -= 3 if character >= _WIDE else 2 if character > "\u02ff" else 1
        if left < 0:
            return text[:at]
    return text[: _MOST_TOKENS * 3]
