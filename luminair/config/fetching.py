"""One plain GET: the only question that Luminair asks besides those of its lanes."""

from __future__ import annotations

import http.client
import ssl
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

MOST_BYTES = 1_000_000
PATIENCE_S = 10.0
"""For each step; all of it may take twice as long."""


def fetch(address: str, tick: Callable[[], float] = time.monotonic) -> bytes:
    """What stands at an address, at most a million bytes.

    The request names no version, carries no cookie and no id; ``User-Agent`` is 'Luminair' for
    all, since some servers answer nobody without one. The system's own proxy is used.

    Args:
        address: http or https.
        tick: seconds that only grow.

    Raises:
        OSError: nobody answered, or not in time, or with an error.
        ValueError: that is no address, or the answer is too long or no HTTP.
    """
    if urlsplit(address).scheme not in {"http", "https"}:
        raise ValueError("the address is neither http nor https")
    opener = urllib.request.build_opener(
        _Redirects(), urllib.request.HTTPSHandler(context=_trusting())
    )
    headers = {"User-Agent": "Luminair", "Accept": "application/json"}
    question = urllib.request.Request(address, headers=headers)  # noqa: S310 - checked above
    end = tick() + 2 * PATIENCE_S
    parts: list[bytes] = []
    size = 0
    try:
        with opener.open(question, timeout=PATIENCE_S) as answer:
            while part := answer.read1(65_536):
                parts.append(part)
                size += len(part)
                if size > MOST_BYTES:
                    raise ValueError("the answer is too long")
                if tick() > end:
                    raise TimeoutError("the answer took too long")
    except http.client.HTTPException as error:
        raise ValueError("the answer is no HTTP") from error
    return b"".join(parts)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a page that moved, and never from https to plain http."""

    @override
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if urlsplit(newurl).scheme != urlsplit(req.full_url).scheme:
            raise urllib.error.URLError("the page has moved to where it cannot be trusted")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _trusting() -> ssl.SSLContext:
    """Checks who answers; in a bundle OpenSSL finds no certificates of the system's."""
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"]:
        import certifi  # noqa: PLC0415 - comes with httpx, and is needed in the bundle alone

        context.load_verify_locations(certifi.where())
    return context
