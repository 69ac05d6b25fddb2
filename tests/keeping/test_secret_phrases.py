"""Passwords made of plain words, and those with signs of an address in them."""

from __future__ import annotations

import random

import pytest

from luminair.keeping.secrets.masking import mask

WORDS = ("purple", "rain", "copper", "lemon", "tunnel", "violin", "planet", "harvest", "maple")


def phrase(seed: int, sign: str) -> str:
    """Four words that nobody thought about."""
    return sign.join(random.Random(seed).sample(WORDS, 4))  # noqa: S311 - the same at each run


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "form",
    [
        'password "{}"',
        "the password is '{}'",
        'password: "{}"',
        'password = "{}"',
        "passphrase: {}",
        "my wifi passphrase “{}”",
        "password `{}`",
        'set the wifi password to "{}" please',
        'WIFI_PASSWORD="{}"',
        'DB_PASS="{}"',
        "gpg --passphrase '{}' -d x",
        'das Passwort lautet "{}"',
        "mot de passe : «{}»",
        'psk="{}"',
        'wpa_passphrase home "{}"',
        "ALTER ROLE bob PASSWORD '{}'",
        "GRANT ALL ON x.* TO bob IDENTIFIED BY '{}'",
        'nmcli device wifi connect home password "{}"',
    ],
)
def test_a_phrase_of_plain_words_is_masked(form: str, seed: int) -> None:
    masked = mask(form.format(phrase(seed, " ")))
    assert masked.text == form.format("[secret: password]")
    assert mask(masked.text).text == masked.text


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "form",
    [
        "password is {}",
        "the password is {}, and the user is bob",
        "password: {}",
        "password={}",
        '"password": "{}"',
        "passphrase {}",
        "log in with password {}",
        "das Passwort ist {}",
        "la contraseña es {}",
        "requirepass {}",
    ],
)
def test_words_joined_by_hyphens_are_masked(form: str, seed: int) -> None:
    assert mask(form.format(phrase(seed, "-"))).text == form.format("[secret: password]")


@pytest.mark.parametrize(
    "text",
    [
        'password "my long pass phrase"',
        'password "don\'t panic now ok"',
        "password is correct-horse-battery",
        "the password is correct_horse_battery",
        "the password is correct.horse.battery.staple",
        "the password is CorrectHorseBatteryStaple",
        "ALTER USER bob WITH PASSWORD 'tulip'",
    ],
)
def test_siblings_are_masked(text: str) -> None:
    masked = mask(text)
    assert masked.found == ("password",)
    assert not {"long", "panic", "horse", "Horse", "tulip"} & set(masked.text.split())


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("postgres://u:pa/ss@h/db", "pa/ss"),
        ("postgresql://shop:a/b/c@db.example.com:5432/app", "a/b/c"),
        ("redis://:pa/ss@h:6379", "pa/ss"),
        ("amqp://worker:gue/st9@mq:5672/", "gue/st9"),
        ("https://bob:tu/lip@git.example.org/x.git", "tu/lip"),
        ("postgres://u:p#a?s/s@h/db", "p#a?s/s"),
        ("root:tu/lip@tcp(127.0.0.1:3306)/shop", "tu/lip"),
        ("root:tulip@unix(/tmp/mysql.sock)/shop", "tulip"),
        ("sqlplus scott/lion9@orcl", "lion9"),
        ("jdbc:oracle:thin:scott/lion@db:1521:orcl", "lion"),
    ],
)
def test_a_password_in_an_address_may_have_any_sign(text: str, secret: str) -> None:
    assert mask(text).text == text.replace(secret, "[secret: password in an address]")


@pytest.mark.parametrize(
    "text",
    [
        "http://localhost:3000/@vite/client is 404",
        "https://medium.com:443/@someone/post",
        "http://127.0.0.1:8080/path/@user/x",
        "http://registry:4873/@scope/pkg",
        "git+https://github.com:org/repo@v1",
        "ssh://git@host:2222/org/repo.git",
        "postgres://${DB_USER}:${DB_PASSWORD}@db/app",
        "sqlplus / as sysdba",
        "CREATE USER bob IDENTIFIED BY 'password'",
        "ALTER USER bob WITH PASSWORD '$1'",
        "the issue was identified by 'git bisect'",
        "requirepass $REDIS_PASSWORD",
    ],
)
def test_an_address_without_a_password_stays(text: str) -> None:
    assert mask(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        'the label password "must be at least eight characters"',
        '"password": "Enter your password"',
        '"password": "Pick something nobody guesses"',
        '"password": "Mot de passe oublié"',
        'password: "can\'t be blank"',
        'errors: { password: "is too short" }',
        '"forgotPassword": "have you lost it again"',
        '"passwordHint": "the name of our dog"',
        'change the label from password to "pass phrase"',
        'add a test that the password "is masked in notes"',
        "password is write-only",
        "the password is server-side-encrypted",
        "password is out-of-date",
        "password is end-to-end-encrypted",
        "the password show-hide-toggle is broken",
        'autocomplete="current-password"',
        "passwordSecretRef: shop-db-credentials",
        "password: settings.auth.default.password",
        "password = old_user_input_value",
        "passphrase: please enter the one you use",
        "password rules: letters digits symbols length",
        "password manager: store sync share rotate",
        "the password is stored in plain text",
        'pass "the whole object" to the function',
        'tests pass "on my machine only"',
        "first pass: read files parse tokens build tree",
        "use pass-through-proxy-mode",
    ],
)
def test_talk_about_passwords_stays(text: str) -> None:
    assert mask(text).text == text
