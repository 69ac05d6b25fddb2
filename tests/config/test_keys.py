"""Keys: one item in the keychain, else memory, else the environment; never anywhere else."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import keyring.backend
import keyring.backends.fail
import keyring.backends.kwallet
import keyring.backends.null
import keyring.backends.SecretService
import keyring.errors
import pytest
from keyring.backends.chainer import ChainerBackend

from luminair.config.keys import ACCOUNT, SERVICE, Keys, KeyState, system_keychain, trusted
from luminair.config.providers import PROVIDERS, provider_of
from luminair.errors import UsageError
from luminair.machine import here, keychain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = "sk-ant-api03-abcdefghijklmnop-9xY2"
KEEPER = keychain().lower()
OTHER = "sk-proj-0123456789abcdefghijk-7777"


class Chain:
    """A keychain in memory that can be told to misbehave.

    Attributes:
        items: what it holds, by service and account.
        asked: how often it was asked for something.
        raising: what it raises, by the name of the call.
        loses: says yes to a new text and keeps nothing.
    """

    def __init__(self) -> None:
        self.items: dict[tuple[str, str], str] = {}
        self.asked: list[str] = []
        self.raising: dict[str, Exception] = {}
        self.loses = False

    def _called(self, name: str) -> None:
        self.asked.append(name)
        if name in self.raising:
            raise self.raising[name]

    def get_password(self, service: str, username: str) -> str | None:
        self._called("get")
        return self.items.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.items.pop((service, username), None)  # as on macOS: the old one goes first
        self._called("set")
        if not self.loses:
            self.items[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._called("delete")
        del self.items[service, username]

    @property
    def held(self) -> dict[str, str]:
        return json.loads(self.items.get((SERVICE, ACCOUNT), "{}"))


@pytest.fixture
def chain() -> Chain:
    return Chain()


def keys_of(chain: Chain | None, **environ: str) -> Keys:
    return Keys(lambda: chain, environ=environ, patience_s=20)


def test_all_keys_stand_in_one_item(chain: Chain) -> None:
    keys = keys_of(chain)
    assert keys.save("anthropic", KEY) == KeyState("keychain", "9xY2")
    keys.save("openai", OTHER)
    assert chain.held == {"anthropic": KEY, "openai": OTHER}
    assert list(chain.items) == [("Luminair", "keys")]
    later = keys_of(chain)
    assert (later.key("anthropic"), later.key("openai"), later.key("gemini")) == (KEY, OTHER, "")
    assert chain.asked.count("get") == 5, "two for each save, one for all that come later"


def test_another_luminair_may_have_written_meanwhile(chain: Chain) -> None:
    here, there = keys_of(chain), keys_of(chain)
    assert here.key("openai") == ""
    there.save("openai", OTHER)
    here.save("anthropic", KEY)
    assert chain.held == {"anthropic": KEY, "openai": OTHER}
    assert here.key("openai") == OTHER


def test_forgetting_leaves_the_others_and_an_empty_item_goes(chain: Chain) -> None:
    keys = keys_of(chain)
    keys.save("anthropic", KEY)
    keys.save("openai", OTHER)
    assert keys.forget("anthropic") == KeyState("")
    assert chain.held == {"openai": OTHER}
    assert keys.key("anthropic") == ""
    keys.forget("openai")
    assert chain.items == {}
    assert keys.forget("openai") == KeyState("")


@pytest.mark.parametrize(
    "pasted", [f"  {KEY}\n", f'"{KEY}"', f"'{KEY}' ", f"“{KEY}”", f"\t`{KEY}`\r\n", f"\u00a0{KEY}"]
)
def test_what_is_pasted_along_is_dropped(chain: Chain, pasted: str) -> None:
    keys = keys_of(chain)
    keys.save("openai", pasted)
    assert keys.key("openai") == KEY


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("", "is empty"),
        (' "" ', "is empty"),
        (f"{KEY}\n{OTHER}", "line break"),
        (f"Bearer {KEY}", "blank"),
        ("sk-päss-0123456789", "characters that no key has"),
        ("sk-1234\u200b5678", "characters that no key has"),
        ("sk-12\x0034", "characters that no key has"),
        ("k" * 5000, "characters long"),
    ],
)
def test_what_cannot_be_a_key_is_refused_unsaid(chain: Chain, pasted: str, said: str) -> None:
    keys = keys_of(chain)
    with pytest.raises(UsageError) as refused:
        keys.save("openai", pasted)
    sentence = str(refused.value)
    assert said in sentence
    assert sentence.endswith(".")
    assert not pasted.strip(' "') or pasted.strip() not in sentence
    assert chain.asked == []
    assert keys.key("openai") == ""


def test_an_unknown_provider_is_one_sentence(chain: Chain) -> None:
    keys = keys_of(chain)
    for question in (keys.key, keys.state, keys.forget, lambda name: keys.save(name, KEY)):
        with pytest.raises(UsageError, match=r"No provider is called 'acme'; choose one of .*\.$"):
            question("acme")


# --- The environment -------------------------------------------------------------------------


def test_the_environment_is_read_where_nothing_is_saved(chain: Chain) -> None:
    environ = {"GOOGLE_API_KEY": f" {OTHER} ", "OPENAI_API_KEY": "two words"}
    keys = Keys(lambda: chain, environ=environ)
    assert keys.state("gemini") == KeyState("environment", "7777", "GOOGLE_API_KEY")
    assert keys.key("gemini") == OTHER
    assert keys.key("openai") == "", "what cannot be a key is none"
    keys.save("gemini", KEY)
    assert keys.state("gemini") == KeyState("keychain", "9xY2")
    assert keys.forget("gemini") == KeyState("environment", "7777", "GOOGLE_API_KEY")
    assert environ == {"GOOGLE_API_KEY": f" {OTHER} ", "OPENAI_API_KEY": "two words"}


def test_the_process_environment_is_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    assert Keys(lambda: None).key("anthropic") == KEY


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda provider: provider.id)
def test_every_provider_says_where_a_key_is_had(provider) -> None:
    assert provider_of(provider.id) is provider
    assert provider.title
    assert all(name.isupper() for name in provider.variables)
    if provider.needs_key:
        assert provider.page.startswith("https://")
        assert provider.variables
    keys = Keys(lambda: None, environ=dict.fromkeys(provider.variables[:1], KEY))
    assert keys.key(provider.id) == (KEY if provider.variables else "")


# --- A keychain that is none, or will not ----------------------------------------------------


def test_without_a_keychain_a_key_lives_until_the_app_quits() -> None:
    keys = keys_of(None)
    kept = keys.save("anthropic", KEY)
    assert kept.source == "memory"
    assert kept.said == (
        f"There is no {KEEPER} on {here()} that Luminair can use, so the key is kept in memory "
        "until you quit."
    )
    assert keys.key("anthropic") == KEY
    assert keys.state("anthropic") == kept
    assert keys.state("openai").source == ""
    assert "kept in memory until you quit" in keys.state("openai").said
    assert keys.forget("anthropic").source == ""
    assert keys.key("anthropic") == ""
    assert keys_of(None).key("anthropic") == ""


def test_a_keychain_that_loses_what_it_is_given_is_noticed(chain: Chain) -> None:
    chain.loses = True
    keys = keys_of(chain)
    kept = keys.save("anthropic", KEY)
    assert kept.source == "memory"
    assert kept.said.startswith(f"The {KEEPER} did not keep what it was given")
    assert keys.key("anthropic") == KEY


def test_a_write_that_fails_takes_no_other_key_along(chain: Chain) -> None:
    keys = keys_of(chain)
    keys.save("openai", OTHER)
    chain.raising["set"] = keyring.errors.PasswordSetError("-25293")
    kept = keys.save("anthropic", KEY)
    assert chain.held == {}, "the backend took the old item away before it failed"
    assert kept.source == "memory"
    assert kept.said.startswith(f"The {KEEPER} reported an error")
    assert (keys.key("anthropic"), keys.key("openai")) == (KEY, OTHER)
    assert keys.state("openai").source == "memory"
    chain.raising.clear()
    assert keys.save("anthropic", KEY) == KeyState("keychain", "9xY2")


def test_a_locked_keychain_is_a_sentence_and_is_not_asked_again(chain: Chain) -> None:
    chain.items[SERVICE, ACCOUNT] = json.dumps({"openai": OTHER})
    chain.raising["get"] = keyring.errors.KeyringLocked("denied")
    keys = keys_of(chain)
    assert keys.key("openai") == ""
    state = keys.state("openai")
    assert state == KeyState(
        "",
        said=f"The {KEEPER} is locked or did not allow it; unlock or allow it, then look again.",
    )
    assert keys.key("anthropic") == ""
    assert chain.asked == ["get"], "each question would open a dialog"
    saved = keys.save("anthropic", KEY)
    assert (saved.source, chain.asked) == ("memory", ["get", "get"])
    assert "still be there" in keys.forget("openai").said
    chain.raising.clear()
    assert keys.key("openai") == ""
    keys.look_again()
    assert keys.key("openai") == OTHER


def test_a_locked_keychain_still_lets_the_environment_serve(chain: Chain) -> None:
    chain.raising["get"] = keyring.errors.InitError("dismissed")
    keys = keys_of(chain, OPENAI_API_KEY=OTHER)
    assert keys.key("openai") == OTHER
    assert keys.state("openai").said.startswith(f"The {KEEPER} is locked")


@pytest.mark.parametrize(
    "item", ["{", "[]", '"x"', '{"openai": 5, "gemini": ""}', "\ufffd", "[" * 99_999]
)
def test_an_item_that_cannot_be_read_holds_nothing(chain: Chain, item: str) -> None:
    chain.items[SERVICE, ACCOUNT] = item
    keys = keys_of(chain)
    assert keys.key("openai") == ""
    assert keys.save("openai", OTHER).source == "keychain"
    assert chain.held == {"openai": OTHER}


class HangingChain(Chain):
    """A keychain whose dialog nobody answers until ``let_go``."""

    def __init__(self) -> None:
        super().__init__()
        self.answered = threading.Event()

    def get_password(self, service: str, username: str) -> str | None:
        super().get_password(service, username)
        assert self.answered.wait(30)
        return self.items.get((service, username))


@pytest.fixture
def hanging() -> Iterator[HangingChain]:
    chain = HangingChain()
    yield chain
    chain.answered.set()


def test_a_keychain_that_hangs_is_left_alone(hanging: HangingChain) -> None:
    keys = Keys(lambda: hanging, environ={"OPENAI_API_KEY": OTHER}, patience_s=0.05)
    assert keys.key("openai") == OTHER
    assert keys.state("openai").said.startswith(f"The {KEEPER} did not answer in time")
    assert keys.save("anthropic", KEY).source == "memory"
    assert hanging.asked == ["get"], "no second question while the first one hangs"
    assert keys.key("anthropic") == KEY


def test_a_backend_that_raises_anything_is_a_sentence(chain: Chain) -> None:
    chain.raising["get"] = ZeroDivisionError(KEY)
    keys = keys_of(chain)
    kept = keys.save("anthropic", KEY)
    assert kept.said.startswith(f"The {KEEPER} reported an error, so the key is kept in memory")
    assert KEY not in kept.said


def test_a_keyring_that_cannot_be_loaded_is_no_keychain() -> None:
    def broken() -> None:
        raise ImportError("no module named acme_keyring")

    assert f"no {KEEPER}" in Keys(broken, environ={}).save("anthropic", KEY).said


# --- Which backends are keychains ------------------------------------------------------------


class Plaintext(keyring.backend.KeyringBackend):
    """A backend of another package, such as one that writes a file."""

    priority = 9

    def get_password(self, service: str, username: str) -> str | None:
        raise AssertionError(f"it may not be asked for {username} of {service}")

    set_password = delete_password = get_password  # type: ignore[assignment]


def chain_of(*links: keyring.backend.KeyringBackend) -> ChainerBackend:
    own = {"__module__": ChainerBackend.__module__, "backends": list(links), "priority": 1}
    return type("ChainerBackend", (ChainerBackend,), own)()


def test_only_a_keychain_of_the_system_is_trusted() -> None:
    service = keyring.backends.SecretService.Keyring()
    wallet = keyring.backends.kwallet.DBusKeyring()
    null, fail = keyring.backends.null.Keyring(), keyring.backends.fail.Keyring()
    assert trusted(service) is service
    assert trusted(wallet) is wallet
    assert [trusted(each) for each in (null, fail, Plaintext())] == [None, None, None]
    assert trusted(chain_of(Plaintext(), null, service, wallet)) is service
    assert trusted(chain_of(Plaintext(), null)) is None
    assert trusted(chain_of()) is None


@pytest.mark.parametrize("name", ["null", "fail"])
def test_a_backend_that_was_chosen_and_is_none_is_not_used(name: str) -> None:
    keyring.set_keyring(getattr(keyring.backends, name).Keyring())
    assert system_keychain() is None
    kept = Keys(environ={}).save("anthropic", KEY)
    assert (kept.source, kept.tail) == ("memory", "9xY2")


def test_no_file_is_written(home: Path, person: Path) -> None:
    keyring.set_keyring(Plaintext())
    Keys(environ={}).save("anthropic", KEY)
    assert not any(home.iterdir())
    assert not any(person.iterdir())


# --- Secrets stay secret ---------------------------------------------------------------------


def test_no_key_in_anything_that_prints(chain: Chain) -> None:
    keys = keys_of(chain)
    chain.loses = True
    state = keys.save("anthropic", KEY)
    shown = f"{keys!r} {keys} {state!r} {state} {keys.__dict__['_memory']!r}"
    assert KEY not in shown
    assert KEY[:-4] not in shown


@pytest.mark.parametrize(("key", "tail"), [("short", ""), ("k" * 11 + "1234", ""), (KEY, "9xY2")])
def test_a_short_key_shows_nothing(chain: Chain, key: str, tail: str) -> None:
    assert keys_of(chain).save("server", key).tail == tail


def test_many_threads_lose_nothing(chain: Chain) -> None:
    keys = keys_of(chain)
    names = [provider.id for provider in PROVIDERS]
    started = threading.Barrier(len(names))

    def work(name: str) -> list[str]:
        started.wait(10)
        found = []
        for number in range(10):
            keys.save(name, f"{name}-{number}")
            found.append(keys.key(name))
        return found

    with ThreadPoolExecutor(len(names)) as pool:
        told = dict(zip(names, pool.map(work, names), strict=True))
    assert told == {name: [f"{name}-{number}" for number in range(10)] for name in names}
    assert chain.held == {name: f"{name}-9" for name in names}
