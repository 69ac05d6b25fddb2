"""Secrets in the many ways people write them down, and what is said about secrets and holds none.

Both are lists in ``tests/data/secrets``, with the values apart: a form holds for each value that
it names, and what a sentence says of passwords is never masked.
"""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from luminair.keeping.secrets.masking import LOOKERS, mask, mask_titled

DATA = Path(__file__).resolve().parents[1] / "data" / "secrets"
VALUES = {
    "w": (
        *("tulip", "hunter", "dragon", "sunshine", "kestrel", "mango", "shadow", "banana"),
        *("orchid", "falcon", "whiskey", "pumpkin", "Tiger", "Bluebird"),
    ),
    "d": ("hunter2", "sommer24", "tulip77", "letmein1", "Dragon9", "Pa55word", "blau4711"),
    "s": ('Ti;ger"9x', "pa,ss'w0rd!", 'k;9"Lm,2', "x9,'q;Z7r", 'mo,on;ny"3', "tul'ip;77"),
    "p": ("purple rain on sunday", "correct horse battery staple", "my dog eats green socks"),
}
"""Words, words with digits, signs at which other values end, and pass phrases."""


def lines(name: str) -> list[str]:
    """The lines of a list, without its head."""
    text = (DATA / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def plain(text: str) -> str:
    return text.replace("\\r", "\r").replace("\\n", "\n").replace("\\t", "\t")


FORMS = [tuple(line.split("\t", 1)) for line in lines("forms.txt")]


def left_of(form: str, value: str) -> list[str]:
    """The parts of the value that are still there."""
    masked = re.sub(r"\[secret: [^]]*\]", "", mask(form.replace("@@", value)).text)
    parts = re.split(r"[;,'\" ]", value)
    return [part for part in parts if len(part) > 2 and part in masked and part not in form]


ALL_HINTS = sorted({hint for _, hints in LOOKERS for hint in hints})


@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("seed", range(2))
def test_no_part_of_a_value_is_left(kind: str, seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - the same at each run
    tried = [(plain(form), draw.choice(VALUES[kind])) for kinds, form in FORMS if kind in kinds]
    assert len(tried) > 15
    assert [(form, value) for form, value in tried if left_of(form, value)] == []


def test_masking_twice_changes_nothing_more() -> None:
    for kinds, form in FORMS:
        once = mask(plain(form).replace("@@", VALUES[kinds[0]][0])).text
        assert mask(once).text == once


def test_what_is_said_about_secrets_stays() -> None:
    said = [plain(line) for line in lines("ordinary.txt")]
    assert len(said) > 1_000
    assert [text for text in said if mask(text).text != text] == []


def test_code_stays_where_lines_stand_together_too() -> None:
    said = (DATA / "ordinary.txt").read_text(encoding="utf-8").rpartition("\n# ")[2]
    code = said.partition("\n")[2]
    assert code.count("\n") > 200
    assert mask(code).text == code


def test_what_stands_around_a_value_stays() -> None:
    for text in (
        "Server=db;Uid=sa;Password=@;Encrypt=true",
        "mysql -u root -p@ shop",
        '{"user": "bob", "password": "@", "port": 1}',
        "| user | password |\n| --- | --- |\n| bob | @ |\n\nThat is all.",
        "user,password,role\nbob,@,admin\n",
        "the password is @, the user is bob.",
        "- name: DB_PASSWORD\n  value: @\n- name: PORT\n  value: 80",
    ):
        assert mask(text.replace("@", "tulip")).text == text.replace("@", "[secret: password]")


@pytest.mark.parametrize("title", ["Harbor password", "Passwort vom NAS:", "DB_PASSWORD"])
def test_a_title_may_be_the_label_of_its_text(title: str) -> None:
    head, text = mask_titled(title, "tulip\n")
    assert (head.text, text.text) == (title, "[secret: password]\n")
    assert text.found == ("password",)


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Password policy", "twelve characters"),
        ("Router password", "It is in the cellar, in the drawer."),
        ("Password", "required"),
        ("Token budget", "1500"),
    ],
)
def test_a_title_that_is_no_label_changes_nothing(title: str, text: str) -> None:
    assert [each.text for each in mask_titled(title, text)] == [title, text]


def test_both_are_masked_by_themselves_too() -> None:
    head, text = mask_titled("the password is tulip", "user: bob, password: mango")
    assert "tulip" not in head.text
    assert "mango" not in text.text


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "password",
            "_pass",
            "password: |\n a\n",
            "| password |\n|---|\n",
            "user,password\na,b1\n",
        ),
        *(
            "name: password\n",
            "user:pass=",
            "echo a:b|",
            "(password, ",
            "login('a',",
            "password='a",
            '"admin:read",',
            '"root:","sa:",',
            "sa:=",
        ),
        *("INSERT INTO x (password) VALUES ('a',", "password (a b) : ", "name: token\nvalue: a\n"),
    ],
)
def test_time_grows_with_the_text_only(piece: str) -> None:
    def took(size: int) -> float:
        text = piece * (size // len(piece))
        began = time.process_time()
        mask(text)
        return time.process_time() - began

    short = min(took(10_000) for _ in range(2))
    assert took(100_000) < 30 * short + 0.5  # ten times the text


@pytest.mark.parametrize(
    "piece",
    [*ALL_HINTS[::7], 'mysql -p"', "pass_", "docker login -p ", "passw: ", "a@b.cd:", "a::"],
)
def test_twice_the_text_takes_twice_the_time(piece: str) -> None:
    def took(size: int) -> float:
        text = f"{piece} " * (size // len(piece))
        began = time.process_time()
        mask(text)
        return time.process_time() - began

    took(5_000)
    short = min(took(20_000) for _ in range(3))
    assert min(took(80_000) for _ in range(2)) < 4 * 2 * short + 0.05
