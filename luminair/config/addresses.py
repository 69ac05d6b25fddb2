"""Addresses of servers as people type them: what is none, and where Ollama answers."""

from __future__ import annotations

from luminair.patterns import late_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_SCHEMES = frozenset({"http", "https"})
# What nearly all write: told at once, since a prompt waits.
_PLAIN = late_pattern(
    r":?[0-9]{1,5}|(?:https?://(?!https?(?:[:/]|$)))?[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]{1,5})?"
)
_ONE_SLASH = late_pattern(r"[A-Za-z][A-Za-z0-9+.-]*:/+")


def unfit_address(value: str) -> str:
    """Why a text is no address to keep in the settings, a sentence; '' where it is one.

    An address is no place for a secret: that file is plain text.
    """
    from urllib.parse import urlsplit  # noqa: PLC0415 the read path checks no address

    usual = "type it like http://127.0.0.1:8080/v1."
    try:
        parts = urlsplit(value if "://" in value else f"http://{value}")
        host, _ = parts.hostname, parts.port
    except ValueError:
        return f"That is no address of a server; {usual}"
    if "@" in parts.netloc:
        return "Leave name and password out of the address; this file is plain text."
    if parts.query or parts.fragment:
        return "Leave out what follows ? or # in the address; a key belongs in the key field."
    # 'http:/box' and 'http//box' would name a server called 'http'.
    slip = host in _SCHEMES or ("://" not in value and _ONE_SLASH.match(value))
    if slip or parts.scheme not in _SCHEMES or not host or any(map(str.isspace, value)):
        return f"'{value}' is no address of a server; {usual}"
    return ""


def ollama_at(chosen: str, fault: str, environment: Mapping[str, str]) -> tuple[str, str]:
    """Where Ollama answers, as the owner says it, and why nobody is asked.

    What was meant for another machine must not go to whatever answers on this one.

    Args:
        chosen: the address in the settings, or ''.
        fault: why what stands there is none, a sentence, or ''.
        environment: may hold ``OLLAMA_HOST``.

    Returns:
        The address, '' for the usual place; and a sentence, '' where the address is one.
    """
    if fault:
        return "", f"Ollama is not asked, since the settings hold no address of it: {fault}"
    if chosen:
        return chosen, ""
    # As Ollama reads it: quotes that a shell left there are none of its signs.
    address = environment.get("OLLAMA_HOST", "").strip().strip("\"'").strip()
    if address.count(":") > 1 and not set(address) & set("/[]@"):
        address = f"[{address}]"  # '::1', as only it may stand there
    if not address or _names_a_server(address):
        return address, ""
    return "", (
        "Ollama is not asked, since what stands in OLLAMA_HOST is no address; write it like "
        "127.0.0.1:11434, or put the address into Settings."
    )


def _names_a_server(text: str) -> bool:
    """Whether this may stand in ``OLLAMA_HOST``: host, port or both, with a scheme or none."""
    plain = _PLAIN.fullmatch(text)
    port = text.rpartition(":")[2]
    if plain and (not port.isdecimal() or int(port) < 1 << 16):
        return True
    bare = text.partition("://")[2] if "://" in text else text
    # A name and a password may stand there: the environment is no file.
    return not plain and not unfit_address(text.replace(bare, bare.rpartition("@")[2], 1))
