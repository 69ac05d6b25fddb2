"""The program as the system starts it: bytes, locale, closed and broken streams."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.cli import carrying as door

if TYPE_CHECKING:
    from tests.cli.conftest import Terminal

PROGRAM = [sys.executable, "-c", "import sys; from luminair.cli.main import run; sys.exit(run())"]
LOCALES = [
    {"LC_ALL": "C"},
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "cp932"},
    {"PYTHONIOENCODING": "ascii:strict"},
]


def start(
    vault: Path, *arguments: str | bytes, stdin: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    settings = [f"{name}={value}" for name, value in more.items()]
    return subprocess.run(
        ["env", *settings, *PROGRAM, "--vault", str(vault), *arguments],
        input=stdin,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_bytes_are_utf8_whatever_the_locale(vault: Path, locale: dict[str, str]) -> None:
    title = '日本語" → café'
    assert start(vault, "init", str(vault), **locale).returncode == 0
    done = start(
        vault, "add", "--title", title.encode(), "--json", "--body", "-",
        stdin="本文 émoji 🌊\n".encode(), **locale,
    )  # fmt: skip
    made = json.loads(done.stdout.decode("utf-8"))
    assert made["title"] == title
    assert (vault / made["path"]).read_bytes().endswith("本文 émoji 🌊\n".encode())
    shown = start(vault, "show", made["id"], **locale)
    assert title in shown.stdout.decode("utf-8")
    found = start(vault, "search", "本文".encode(), "--json", **locale)
    assert json.loads(found.stdout)["results"][0]["id"] == made["id"]
    listed = start(vault, "show", "無い".encode(), **locale)
    assert "無い" in listed.stderr.decode("utf-8")


def test_arguments_that_are_no_text(run: Terminal) -> None:
    done = start(run.vault, "add", "--title", b"\xff\xfe x", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode("utf-8"))["title"]
    done = start(run.vault, "show", b"\xff")
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    done = start(run.vault, b"\xff")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


@pytest.mark.parametrize(
    ("redirect", "code", "said"),
    [
        ("add --title T --body - <&-", 1, b"Standard input is closed"),
        ("list >&-", 0, b""),
        ("list --kind nonsense 2>&-", 2, b""),
        ("list --json > /dev/full", 1, b"This could not be printed: no space"),
        ("show Notes/T.md > /dev/full", 1, b"This could not be printed: no space"),
        ("undo > /dev/full", 1, b"This was done, but could not be printed: no space"),
        ("add --title U > /dev/full", 1, b"This was done, but could not be printed: no space"),
        ("archive --folder Notes > /dev/full", 1, b"This could not be done: no space"),
    ],
)
def test_streams_that_are_closed_or_full(
    run: Terminal, redirect: str, code: int, said: bytes
) -> None:
    if "/dev/full" in redirect and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    run.add("T")
    shell = f'"$@" {redirect}'
    command = ["/bin/sh", "-c", shell, "sh", *PROGRAM, "--vault", str(run.vault)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_what_was_done_is_never_called_undone(run: Terminal, tmp_path: Path) -> None:
    for number in range(150):
        run.write(f"A/{number} {'long ' * 30}name.md", b"text")
    assert run("archive", "--folder", "A").code == 0
    out = tmp_path / "out"
    for words in (["undo"], ["export", str(out)]):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [*PROGRAM, "--vault", str(run.vault), *words],
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
        assert done.returncode == 1
        assert b"This was done, but could not be printed: no space" in done.stderr
    assert len(run.json("list")) == 150
    assert any(out.iterdir())


def test_a_reader_that_leaves_early(run: Terminal) -> None:
    for number in range(40):
        run.write(f"{number}.md", b"# Title\n" + b"x " * 4000)
    with subprocess.Popen(
        [*PROGRAM, "--vault", str(run.vault), "list", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    assert said == b""
    assert process.returncode == 0


@pytest.mark.parametrize("fault", [KeyboardInterrupt, RecursionError("deep"), MemoryError])
def test_any_fault_is_a_sentence(
    run: Terminal, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    def fail(_call: object) -> int:
        raise fault

    monkeypatch.setattr(door, "_carry_out", fail)
    done = run("list")
    assert done.sentence
    assert done.code == 1


def test_help_and_version(run: Terminal) -> None:
    text = run("--help").out
    for name in door.COMMANDS:
        assert f"  {name} " in text
        assert name in run(name, "--help").out
    assert run("--version").out.startswith("luminair-journal ")
    assert run("list", "--version").out.startswith("luminair-journal ")
    assert run().sentence.startswith("Name a command")


def test_the_digest_loads_its_own_room_only(run: Terminal) -> None:
    script = (
        "import sys\nfrom luminair.cli.main import main\n"
        "main(sys.argv[1:])\n"
        "print([m for m in sys.modules if m.startswith(('luminair.context', 'luminair.lanes',"
        " 'luminair.sessions', 'luminair.desk', 'luminair.cli.notes', 'luminair.cli.writing'))"
        " or m in {'argparse', 'yaml', 'difflib', 'numpy', 'sklearn', 'httpx', 'PySide6'}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "--vault", str(run.vault), "digest", "--prompt", "tides"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"
