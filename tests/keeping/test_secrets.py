"""No secret of some seventy kinds is left in a text, and ordinary prompts stay as they are."""

from __future__ import annotations

import importlib.util
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from luminair.keeping.secrets.kinds import KINDS
from luminair.keeping.secrets.masking import mask, table

HERE = Path(__file__).resolve().parent
_spec = importlib.util.spec_from_file_location("secret_samples", HERE / "secret_samples.py")
assert _spec is not None
assert _spec.loader is not None
samples = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(samples)


def dice(seed: int) -> random.Random:
    """Draws the same at each run."""
    return random.Random(seed)  # noqa: S311


@pytest.mark.parametrize("seed", range(3))
def test_no_secret_is_left(seed: int) -> None:
    made = samples.secret_prompts(dice(seed), 6 * len(samples.SECRETS))
    assert len({kind for kind, _, _ in made}) >= 40
    left = [(kind, prompt) for kind, prompt, secret in made if secret in mask(prompt).text]
    assert left == []


@pytest.mark.parametrize("seed", range(3))
def test_ordinary_prompts_stay_as_they_are(seed: int) -> None:
    prompts = samples.ordinary_prompts(dice(seed), 1000)
    alarms = [prompt for prompt in prompts if mask(prompt).found]
    assert len(alarms) < 20, alarms[:5]  # 2 %


def test_a_secret_far_inside_a_long_text_is_found_as_in_a_short_one() -> None:
    filler = "The build took a while and nothing else was said about it. " * 90
    made = samples.secret_prompts(dice(5), 2 * len(samples.SECRETS))
    left = [kind for kind, prompt, secret in made if secret in mask(f"{filler}\n{prompt}").text]
    assert left == []
    assert mask(filler).found == ()


def test_what_stands_around_a_secret_stays() -> None:
    text = "Use AKIA" + "QWERTYUIOPASDFGH for the bucket, please."
    assert mask(text).text == "Use [secret: AWS key] for the bucket, please."
    assert mask(text).found == ("AWS key",)


def test_masking_twice_changes_nothing_more() -> None:
    for _, prompt, _ in samples.secret_prompts(dice(7), 2 * len(samples.SECRETS)):
        once = mask(prompt).text
        assert mask(once).text == once


def test_no_part_of_a_private_key_is_left_whether_it_ends_or_not() -> None:
    block = samples.key_block(dice(1), "RSA PRIVATE" + " KEY")
    for text in (block, block[: len(block) // 2], "\n".join(f"> {x}" for x in block.split("\n"))):
        masked = mask(f"the key:\n{text}\nthanks a lot").text
        assert not any(line in masked for line in block.split("\n")[1:4])
        assert masked.endswith("thanks a lot")


@pytest.mark.parametrize(
    "text",
    [
        "password: string",
        "the password is wrong",
        "password=password",
        "token: abc",
        "password = self.get_password()",
        "secret: ${{ secrets.DEPLOY }}",
        "key: Cmd+K",
        "postgres://user:password@localhost/db",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "the key of the record with id 3f786850-e387-550f-daab-836ed7e6dc88",
        "export ANTHROPIC_API_KEY=sk-ant-your-key-goes-right-here",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "İstanbul için token adedi 42",
    ],
)
def test_placeholders_names_and_hashes_are_no_secrets(text: str) -> None:
    assert mask(text).found == ()


def test_places_stay_true_where_lower_case_is_longer() -> None:
    secret = "Tulip!4711x"
    masked = mask(f"İİİİ password={secret} İ").text
    assert secret not in masked
    assert masked.startswith("İİİİ password=")
    assert masked.endswith(" İ")


@pytest.mark.parametrize(
    "piece",
    [
        "password:",
        "kind: Secret\n",
        "login ",
        "a.",
        "eyJaaaaaaaa.",
        "key ",
        "://a:",
        "cookie: a=b; ",
        "key=",
        "secret=a1",
        "token: x1 ",
        "password: a ",
        "password is a-b-",
        'password "a b ',
        "passphrase: a b c ",
        "redis://a:b/",
    ],
)
def test_time_grows_with_the_text_only(piece: str) -> None:
    def took(size: int) -> float:
        text = piece * (size // len(piece))
        started = time.perf_counter()
        mask(text)
        return time.perf_counter() - started

    took(10_000)
    short = min(took(25_000) for _ in range(3))
    assert took(200_000) < 40 * short + 0.5  # eight times the text


@pytest.mark.parametrize("run", ["b", "A", "Ab", "aB", "AAAb", "ISby", "ab-", "Ab."])
@pytest.mark.parametrize("end", ["\ufffdStart", "!", "9x", ""])
def test_a_long_word_behind_a_password_takes_no_time(run: str, end: str) -> None:
    """Each way to cut the word into parts was tried, twice as many with each third letter."""
    started = time.process_time()
    mask(f"pw:{run * 60}{end}")
    assert time.process_time() - started < 1


def test_each_own_hint_is_part_of_what_its_pattern_finds() -> None:
    """A hint that is not in a match would make its pattern dead."""
    for kind in KINDS:
        assert kind.hints
        assert all(hint == hint.lower() for hint in kind.hints), kind.name
        re.compile(kind.pattern)


def test_the_table_is_there_and_all_of_it_compiles() -> None:
    rules = table()
    assert len(rules) > 80
    for rule in rules:
        assert rule.keywords
        re.compile(rule.pattern)


def test_the_table_finds_what_our_own_rules_do_not_know() -> None:
    adafruit = "adafruit_api_key = " + "aio_like_0123456789abcdef0123456"[:32]
    masked = mask(f"set {adafruit} now")
    assert masked.found
    assert "0123456789abcdef" not in masked.text


def test_masking_loads_the_standard_library_only() -> None:
    code = (
        "import sys; from luminair.keeping.secrets.masking import mask\n"
        "mask('password=Tulip!4711');"
        "print([m for m in ('numpy', 'httpx', 'yaml', 'dataclasses') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
