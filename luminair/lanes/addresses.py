"""Addresses of servers, as people type them and as sentences may show them."""

from __future__ import annotations

import ipaddress
from urllib.parse import SplitResult, urlsplit


def is_local(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def address(text: str) -> str:
    """An address as people type it, as a base URL: with a scheme, without what is too much.

    Examples: ``localhost:1234/v1/`` and ``http://localhost:1234/v1/chat/completions`` are
    both ``http://localhost:1234/v1``.
    """
    text = text.strip()
    if not text:
        return ""
    if "://" not in text:
        host = parts_of(f"http://{text}").hostname or ""
        text = f"{'http' if is_local(host) or '.' not in host else 'https'}://{text}"
    text = text.partition("?")[0].partition("#")[0].rstrip("/")
    for end in ("/chat/completions", "/models", "/messages"):
        text = text.removesuffix(end)
    return text.rstrip("/")


def parts_of(url: str) -> SplitResult:
    """The parts of an address; empty ones where it is none."""
    try:
        found = urlsplit(url)
        found.port  # noqa: B018 - raises where it is no number
    except ValueError:
        return urlsplit("")
    return found
