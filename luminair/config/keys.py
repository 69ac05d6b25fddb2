"""Keys of providers: in the system's keychain, and nowhere else (spec 11).

All keys stand in one item of the keychain, so that macOS asks for leave once. Only a keychain of
the system will do: `keyring` also brings backends that write plain text, or that forget what they
are given and say nothing. Where there is none, a key stays in memory until the app quits. An
environment variable of the provider's usual name is read where the owner saved nothing, and is
never written.

A keychain may ask the owner first, so every method here may wait: never call one from the thread
that draws windows.
"""

from __future__ import annotations

import json
import os
import threading
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from luminair.config.providers import Provider, checked, provider_of
from luminair.errors import UsageError
from luminair.machine import here, keychain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from keyring.backend import KeyringBackend

SERVICE = "Luminair"
ACCOUNT = "keys"
_PATIENCE_S = 60.0  # a person needs time to find the password that the keychain asks for

_TRUSTED = frozenset(
    {
        "keyring.backends.macOS",
        "keyring.backends.SecretService",
        "keyring.backends.libsecret",
        "keyring.backends.kwallet",
    }
)
_CHAINER = "keyring.backends.chainer"

# Why the keychain could not be used, each the first half of a sentence.
_KEEPER = keychain().lower()
_ABSENT = f"There is no {_KEEPER} on {here()} that Luminair can use"
_LOCKED = f"The {_KEEPER} is locked or did not allow it"
_SILENT = f"The {_KEEPER} did not answer in time"
_FAILED = f"The {_KEEPER} reported an error"
_LOST = f"The {_KEEPER} did not keep what it was given"

_T = TypeVar("_T")

Source = Literal["keychain", "memory", "environment", ""]


@dataclass(frozen=True, slots=True)
class KeyState:
    """What a settings page says of one key.

    Attributes:
        source: where the key comes from, '' where there is none.
        tail: its last four characters, to know it by; '' for a short one.
        variable: the environment variable it comes from, or ''.
        said: what the owner should know, one sentence, or ''.
    """

    source: Source
    tail: str = ""
    variable: str = ""
    said: str = ""


class _Refused(Exception):
    """The keychain cannot be used now; the text is the start of a sentence."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A key in memory, and why it is not in the keychain."""

    key: str = field(repr=False)
    why: str


class Keys:
    """The keys of all providers, from any thread.

    Args:
        find: finds the keychain, or says None where there is none; asked each time.
        environ: the environment; None reads the process's own.
        patience_s: how long to wait for the keychain's answer, seconds.
    """

    def __init__(
        self,
        find: Callable[[], KeyringBackend | None] | None = None,
        *,
        environ: Mapping[str, str] | None = None,
        patience_s: float = _PATIENCE_S,
    ) -> None:
        self._find = find or system_keychain
        self._environ = os.environ if environ is None else environ
        self._patience_s = patience_s
        self._lock = threading.Lock()
        self._stored: dict[str, str] | None = None  # what the keychain holds; None: not known
        self._trouble = ""  # why it is not known; the keychain is not asked again by itself
        self._memory: dict[str, _Kept] = {}
        self._asking: threading.Thread | None = None

    def key(self, provider: str) -> str:
        """The key to send, '' where there is none; :meth:`state` says why.

        Raises:
            UsageError: there is no such provider.
        """
        found = provider_of(provider)
        with self._lock:
            return self._own(found.id) or self._from_environment(found)[0]

    def state(self, provider: str) -> KeyState:
        """Where the key comes from and what the owner should know; raises as :meth:`key`."""
        found = provider_of(provider)
        with self._lock:
            return self._state(found)

    def save(self, provider: str, key: str) -> KeyState:
        """Keeps a key: in the keychain, else in memory, and then ``said`` says so.

        Args:
            provider: whose key.
            key: as pasted; blanks and quotes around it are dropped.

        Raises:
            UsageError: this cannot be a key, or there is no such provider.
        """
        found = provider_of(provider)
        key = checked(key, found)
        with self._lock:
            try:
                self._write({**self._read(), found.id: key})
            except _Refused as refusal:
                self._memory[found.id] = _Kept(key, str(refusal))
            else:
                self._memory.pop(found.id, None)
            return self._state(found)

    def forget(self, provider: str) -> KeyState:
        """Removes a saved key; one in the environment stays; raises as :meth:`key`."""
        found = provider_of(provider)
        with self._lock:
            self._memory.pop(found.id, None)
            try:
                stored = self._read()
                if found.id in stored:
                    self._write({name: key for name, key in stored.items() if name != found.id})
            except _Refused as refusal:
                if str(refusal) != _ABSENT:
                    said = f"{refusal}, so a key that is saved there may still be there; try again."
                    return replace(self._state(found), said=said)
            return self._state(found)

    def look_again(self) -> None:
        """Lets the next question ask the keychain anew, after it was locked or said no."""
        with self._lock:
            self._stored, self._trouble = None, ""

    # --- All below is called with the lock held ------------------------------------------------

    def _state(self, provider: Provider) -> KeyState:
        own = self._own(provider.id)
        held = self._memory.get(provider.id)
        if held is not None:
            why = f"{held.why}, so the key is kept in memory until you quit."
            return KeyState("memory", _tail(own), said=why)
        if own:
            return KeyState("keychain", _tail(own))
        value, variable = self._from_environment(provider)
        said = _said_of(self._trouble)
        if value:
            return KeyState("environment", _tail(value), variable, said)
        if self._trouble == _ABSENT:
            said = f"{_ABSENT}, so a key is kept in memory until you quit."
        return KeyState("", said=said)

    def _own(self, provider: str) -> str:
        held = self._memory.get(provider)
        if held is not None:
            return held.key
        if self._stored is None and not self._trouble:
            with suppress(_Refused):
                self._read()
        return (self._stored or {}).get(provider, "")

    def _from_environment(self, provider: Provider) -> tuple[str, str]:
        for variable in provider.variables:
            with suppress(UsageError):
                return checked(self._environ.get(variable, ""), provider), variable
        return "", ""

    def _read(self) -> dict[str, str]:
        """What the keychain holds now: another Luminair may have written to it."""
        try:
            text = self._answer(lambda chain: chain.get_password(SERVICE, ACCOUNT))
        except _Refused as refusal:
            self._trouble = str(refusal)
            raise
        self._stored, self._trouble = _parsed(text), ""
        return self._stored

    def _write(self, keys: dict[str, str]) -> None:
        """Replaces the item and reads it back.

        A backend may remove the old item before it adds the new one, so a write that fails can
        take other providers' keys along: those are kept in memory.
        """
        before = dict(self._stored or {})
        text = json.dumps(keys, sort_keys=True)

        def put(chain: KeyringBackend) -> None:
            if keys:
                chain.set_password(SERVICE, ACCOUNT, text)
            else:
                chain.delete_password(SERVICE, ACCOUNT)

        why = ""
        try:
            self._answer(put)
        except _Refused as refusal:
            why = str(refusal)
        after = self._read()
        if after == keys:
            return
        why = why or _LOST
        for name in before.keys() & keys.keys() - after.keys():
            self._memory[name] = _Kept(before[name], why)
        raise _Refused(why)

    def _answer(self, question: Callable[[KeyringBackend], _T]) -> _T:
        """The keychain's answer, waited for no longer than the patience.

        A question that hangs is left alone, in a thread that the app's end does not wait for;
        while it hangs no other is asked.
        """
        if self._asking is not None and self._asking.is_alive():
            raise _Refused(_SILENT)
        answers: list[_T] = []
        refusals: list[str] = []

        def ask() -> None:
            try:
                chain = self._find()
                if chain is None:
                    refusals.append(_ABSENT)
                else:
                    answers.append(question(chain))
            except ImportError:
                refusals.append(_ABSENT)
            except Exception as fault:  # noqa: BLE001 backends raise what their system raises
                refusals.append(_LOCKED if _is_lock(fault) else _FAILED)

        self._asking = threading.Thread(target=ask, name="keychain", daemon=True)
        self._asking.start()
        self._asking.join(self._patience_s)
        if answers:
            return answers[0]
        raise _Refused(refusals[0] if refusals else _SILENT)


def system_keychain() -> KeyringBackend | None:
    """The system's own keychain, None where only backends are at hand that are none."""
    import keyring

    return trusted(keyring.get_keyring())


def trusted(backend: KeyringBackend) -> KeyringBackend | None:
    """The backend if it is a keychain of the system; of a chain its first such link."""
    if _module(backend) == _CHAINER:
        links = getattr(backend, "backends", ())
        return next((link for link in links if _module(link) in _TRUSTED), None)
    return backend if _module(backend) in _TRUSTED else None


def _module(backend: object) -> str:
    return type(backend).__module__


def _is_lock(fault: Exception) -> bool:
    from keyring.errors import InitError, KeyringLocked

    return isinstance(fault, (KeyringLocked, InitError))


def _parsed(text: str | None) -> dict[str, str]:
    """The keys in the item; one that cannot be read holds none, and is replaced by the next."""
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: key for name, key in found.items() if isinstance(key, str) and key}


def _tail(key: str) -> str:
    return key[-4:] if len(key) >= 16 else ""


def _said_of(trouble: str) -> str:
    """A sentence on a keychain that is there and cannot be read now; '' for none at all."""
    if trouble in {"", _ABSENT}:
        return ""
    return f"{trouble}; unlock or allow it, then look again."
