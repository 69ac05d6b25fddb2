"""Passwords told in other languages or standing in a field, and drawn keys without a digit."""

from __future__ import annotations

import pytest

from luminair.keeping.secrets.masking import mask

VALUES = ("Blau" + "beere77", "hunter" + "#x9", "moon_" + "nyYXdet", "Kaffee" + "!31")


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(
    "form",
    [
        "Das Passwort lautet {} und der Benutzer admin",
        "mein Kennwort ist {}",
        "Passwort lautet jetzt {}",
        "Kennwort: {}",
        "Das Passwort für den Server lautet {}",
        "das Datenbankpasswort ist {}",
        "ich habe das Passwort auf {} geändert",
        "Anmeldung mit Benutzer anna und Kennwort {}",
        "Zugangsdaten: anna / {}",
        "la contraseña es {}",
        "mot de passe : {}",
        "het wachtwoord is {}",
        "пароль: {}",
        "user: lena password: {} please log in",
        "<password>{}</password>",
        '"dbPass": "{}"',
        "adminPw: {}",
        "| password | {} |",
        "root_password: !!str {}",
        'passwordField.text = "{}"',
        "**Password:** {}",
        "- **Password**: {}",
        "密码是{}。",
        "パスワードは「{}」です",
        "비밀번호: {}",
        "heslo je {}",
        "mật khẩu là {}",
    ],
)
def test_a_password_is_masked(form: str, value: str) -> None:
    masked = mask(form.format(value))
    assert value not in masked.text
    assert len(masked.found) == 1
    assert mask(masked.text).text == masked.text


SEED = "legal winner thank year wave sausage worth useful legal winner thank yellow"
HEX = "4c0883a69102937d6231471b5dbb6204" + "fe5129617082792ae468d01a3f362318"


@pytest.mark.parametrize(
    ("form", "secret"),
    [
        ("API-Schlüssel: {}", "tulip77xk2m9q4r8"),
        ("clé API : {}", "tulip77xk2m9q4r8"),
        ("clave de API: {}", "tulip77xk2m9q4r8"),
        ("my seed words: {}", SEED),
        ("seed words:\n{}", SEED),
        ("bip39: {}", SEED),
        ("the 12 words of my wallet: {}", SEED),
        ("wallet phrase is {}", SEED),
        ("recovery phrase: {}", SEED.replace(" ", ", ")),
        ("recovery phrase:\n{}", SEED.replace(" ", "\n")),
        ("seed phrase: {}, all of it", f"{SEED} {SEED}"),
        ("twilio AC" + "0123456789abcdef" * 2 + " {}", HEX[:32]),
        ("twilio AC" + "0123456789abcdef" * 2 + ":{}", HEX[:32]),
        ("wallet privkey {}", HEX),
        ("private key: 0x{}", HEX),
        ("WIF: {}", "5HueCGU8rMjxEXxiPuD5BDku4MkFqe" + "Zyd4dZ1jvhTVqvbTLvyTJ"),
        ("private key (WIF) {}", "L1aW4aubDFB7yfras2S1mN3bqg9nwy" + "SY8nkoLmJebSLD5BWv3ENZ"),
        ("{}", "xprv9s21ZrQH143K" + "3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3" * 3),
    ],
)
def test_keys_and_seeds_are_masked_behind_their_names(form: str, secret: str) -> None:
    masked = mask(form.format(secret))
    assert secret not in masked.text
    assert not {"winner", "sausage"} & set(masked.text.replace(",", " ").split())


@pytest.mark.parametrize("prefix", ["glpat-", "gldt-", "glrtr-", "glcbt-", "glwt-"])
@pytest.mark.parametrize("rest", ["zzYjIUETKIQfrUSC" + "Eiwv", "IJdFzNMZtewjhG_l" + "-EnD"])
def test_a_drawn_key_may_have_no_digit(prefix: str, rest: str) -> None:
    assert mask(f"clone with {prefix}{rest} please").found == ("GitLab token",)


@pytest.mark.parametrize(
    "text",
    [
        "Passwort ist vergessen",
        "**Password:** at least 8 characters",
        "密码是必填的、长度为 8 位",
        "パスワードは必須です。8文字以上",
        "mein Kennwort ist abgelaufen",
        "Kennwort: mindestens 8 Zeichen",
        "das Passwort muss 12 Zeichen haben",
        "Passwort geändert am 12.03.2024",
        "das Kennwort steht in Zeile 12",
        "<password>${DB_PASSWORD}</password>",
        "| password | string |",
        "password: resetPasswordToken",
        "use glpat-yourTokenGoesHere",
        "mot de passe oublié",
    ],
)
def test_talk_about_passwords_stays(text: str) -> None:
    assert mask(text).text == text
