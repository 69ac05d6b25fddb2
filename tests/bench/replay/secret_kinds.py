"""Two hundred made-up secrets of forty kinds, and a thousand prompts that hold none.

The values are drawn when they are asked for, from parts: no file holds one, so no scanner of
secrets has anything to find, and none of them opens anything.
"""

from __future__ import annotations

import random
import re
import string
from typing import TYPE_CHECKING

from tests.bench.replay import texts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.bench.replay.texts import Split

EACH = 5
PLAIN = 1000
_UPPER = string.ascii_uppercase + string.digits
_LOWER = string.ascii_lowercase + string.digits
_MIXED = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"
_URL = _MIXED + "-_"
Rng = random.Random


def _some(alphabet: str, length: int) -> Callable[[Rng], str]:
    return lambda rng: "".join(rng.choices(alphabet, k=length))


def _joined(*parts: str | Callable[[Rng], str]) -> Callable[[Rng], str]:
    return lambda rng: "".join(part if isinstance(part, str) else part(rng) for part in parts)


def _pem(name: str) -> Callable[[Rng], str]:
    def made(rng: Rng) -> str:
        rows = "\n".join("".join(rng.choices(_MIXED + "+/", k=64)) for _ in range(4))
        dashes = "-" * 5
        return f"{dashes}BEGIN {name}{dashes}\n{rows}\n{dashes}END {name}{dashes}"

    return made


def _word(rng: Rng) -> str:
    """A password as people choose it."""
    return (
        rng.choice(("Otter", "kaffee", "Blue", "hunter", "Sommer", "moon", "Tiger"))
        + rng.choice("!$%#&*-_")
        + "".join(rng.choices(_MIXED, k=7))
    )


_TOKEN24 = _some(_MIXED, 24)
_B64 = _some(_MIXED + "+/", 40)

# name -> (the secret, the text around it with {} in its place)
KINDS: Mapping[str, tuple[Callable[[Rng], str], str]] = {
    "openai": (_joined("sk", "-", _some(_MIXED, 48)), "my key is {} can you test it"),
    "openai project": (_joined("sk", "-proj-", _some(_URL, 64)), "OPENAI_API_KEY={}"),
    "anthropic": (_joined("sk", "-ant-", "api03-", _some(_URL, 93), "AA"), "use {} for claude"),
    "openrouter": (_joined("sk", "-or-", "v1-", _some(_HEX, 64)), "openrouter key: {}"),
    "google api": (_joined("AI", "za", _some(_URL, 35)), "maps?key={}"),
    "aws access key": (_joined("AK", "IA", _some(_UPPER, 16)), "aws configure: {}"),
    "aws secret": (_B64, "aws_secret_access_key = {}"),
    "github classic": (_joined("gh", "p_", _some(_MIXED, 36)), "git clone with {} as token"),
    "github fine": (
        _joined("github", "_pat_", _some(_MIXED, 22), "_", _some(_MIXED, 59)),
        "here is the pat {}",
    ),
    "github oauth": (_joined("gh", "o_", _some(_MIXED, 36)), "got {} back from the oauth flow"),
    "gitlab": (_joined("gl", "pat-", _some(_URL, 20)), "PRIVATE-TOKEN: {}"),
    "slack bot": (
        _joined(
            "xo", "xb-", _some(string.digits, 12), "-", _some(string.digits, 12), "-", _TOKEN24
        ),
        "the bot token is {}",
    ),
    "slack hook": (
        _joined(
            "https://hooks.",
            "slack.com/services/T",
            _some(_UPPER, 8),
            "/B",
            _some(_UPPER, 8),
            "/",
            _TOKEN24,
        ),
        "post it to {}",
    ),
    "stripe live": (_joined("sk", "_live_", _TOKEN24), "stripe says {} is valid"),
    "stripe restricted": (_joined("rk", "_live_", _TOKEN24), "restricted key {}"),
    "twilio": (_joined("S", "K", _some(_HEX, 32)), "twilio api key {}"),
    "sendgrid": (_joined("SG", ".", _some(_URL, 22), ".", _some(_URL, 43)), "mail via {}"),
    "npm": (_joined("np", "m_", _some(_MIXED, 36)), "//registry.example/:_authToken={}"),
    "package upload": (_joined("py", "pi-", "AgEI", _some(_URL, 80)), "twine password {}"),
    "hugging face": (_joined("h", "f_", _some(string.ascii_letters, 34)), "export HF_TOKEN={}"),
    "telegram": (_joined(_some(string.digits, 10), ":AA", _some(_URL, 33)), "bot {} is mine"),
    "discord": (
        _joined("M", _some(_MIXED, 23), ".", _some(_URL, 6), ".", _some(_URL, 27)),
        "discord token: {}",
    ),
    "jwt": (
        _joined("ey", "J", _some(_URL, 33), ".", "ey", "J", _some(_URL, 60), ".", _some(_URL, 43)),
        "curl -H 'Authorization: Bearer {}' https://api.example/me",
    ),
    "bearer": (_some(_HEX, 40), "Authorization: Bearer {}"),
    "basic auth": (_joined(_some(_MIXED, 30), "=="), "Authorization: Basic {}"),
    "rsa key": (_pem("RSA PRIVATE KEY"), "this is the key\n{}\nkeep it"),
    "openssh key": (_pem("OPENSSH PRIVATE KEY"), "{}"),
    "ec key": (_pem("EC PRIVATE KEY"), "deploy with\n{}"),
    "pgp key": (_pem("PGP PRIVATE KEY BLOCK"), "imported {}"),
    "postgres url": (_word, "DATABASE_URL=postgres://shop:{}@db.example:5432/shop"),
    "mongo url": (_word, "mongodb+srv://admin:{}@cluster0.example/test please connect"),
    "redis url": (_word, "redis://:{}@cache.example:6379/0"),
    "web url": (_word, "fetch https://lena:{}@files.example/report.pdf"),
    "password line": (_word, "the password is {}"),
    "password field": (_word, "user: lena\npassword: {}\nplease log in"),
    "password German": (_word, "Das Passwort lautet {} und der Benutzer admin"),
    "env secret": (_some(_MIXED, 32), "JWT_SECRET='{}'"),
    "json token": (_some(_HEX, 32), '{{"access_token": "{}", "expires_in": 3600}}'),
    "digitalocean": (_joined("do", "p_v1_", _some(_HEX, 64)), "doctl auth init -t {}"),
    "azure storage": (
        _joined(_some(_MIXED + "+/", 86), "=="),
        "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={};EndpointSuffix=core.example",
    ),
}


def secrets(seed: int) -> list[tuple[str, str, str]]:
    """Five of each kind: (kind, a text that holds it, the secret)."""
    rng = random.Random(f"secrets {seed}")  # noqa: S311
    made = []
    for kind, (value, around) in KINDS.items():
        for _ in range(EACH):
            secret = value(rng)
            made.append((kind, around.format(secret), secret))
    return made


def plain_prompts(split: Split, seed: int, count: int = PLAIN) -> list[str]:
    """Ordinary prompts without a secret: composed ones, and one in three as people typed it."""
    rng = random.Random(f"plain {split} {seed}")  # noqa: S311
    parts = {name: texts.lines(block) for name, block in texts.read("prompts").items()}
    middles = texts.of_split(parts["middles"], split)
    typed = [prompt.text for prompt in texts.prompt_pool(split)]
    made = []
    for number in range(count):
        if number % 3 == 0:
            made.append(rng.choice(typed))
            continue
        middle = re.sub(
            r"\{([a-z]+)(\d*)\}", lambda match: _filled(match, rng), rng.choice(middles)
        )
        opening = rng.choice(parts["openings"]).strip()
        ending = rng.choice(parts["endings"])
        made.append(f"{opening} {middle}{ending}".rstrip())
    return made


def _filled(match: re.Match[str], rng: Rng) -> str:
    name, length = match.group(1), int(match.group(2) or 0)
    if name == "uuid":
        return "-".join(_some(_HEX, part)(rng) for part in (8, 4, 4, 4, 12))
    if name == "version":
        return ".".join(str(rng.randrange(30)) for _ in range(3))
    if name == "date":
        return f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    if name in ("sha", "hex"):
        return _some(_HEX, length)(rng)
    if name == "word":
        return rng.choice(("cart", "invoice", "harbour", "ledger", "otter", "gauge", "minutes"))
    return str(rng.randint(0, 9) if name == "digit" else rng.randint(2, 9000))
