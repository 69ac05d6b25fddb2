"""Nothing in a vault, or in a project's folder, is ever run: not by us, nor by git for us."""

from __future__ import annotations

import json
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from luminair.config import launcher
from luminair.config.paths import Home
from luminair.journal.vault.git_folders import root_commit
from luminair.keeping.tending import cited

ROOT = Path(__file__).resolve().parents[2]
RUN = "open({!r}, 'a').write(__file__ + '\\n')\n"
PLANTED = (
    "sitecustomize.py", "usercustomize.py", "json.py", "yaml.py", "typing.py",
    "luminair/__init__.py", "luminair/cli/__main__.py", "__init__.py", "conftest.py", "re.py",
    "sqlite3.py",
)  # fmt: skip
COMMANDS = [
    ("list",), ("search", "lamp"), ("digest", "--prompt", "lamp"), ("context", "--prompt", "lamp"),
    ("doctor",), ("stale",), ("promote",), ("distill",), ("harness",), ("embed", "--status"),
    ("add", "--title", "New", "--body", "Lamp."), ("undo",), ("review",),
]  # fmt: skip


@pytest.fixture
def trap(vault: Path, tmp_path: Path) -> Path:
    """A vault full of things that would run, and the file in which they would say so."""
    ran = tmp_path / "ran"
    subprocess.run(
        [*launcher.command(), "--vault", str(vault), "init", str(vault), "--ride", "all"],
        check=True,
        capture_output=True,
    )
    for folder in (vault, vault / "Notes", vault / ".luminair", vault / "Harness"):
        for name in PLANTED:
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(RUN.format(str(ran)))
    script = f"#!/bin/sh\necho $0 >> {ran}\n"
    for name in ("run.sh", "git", "luminair-journal", "claude", ".luminair/hook.sh"):
        (vault / name).write_text(script)
        (vault / name).chmod(0o755)
    settings = vault / ".luminair" / "settings.json"
    told = json.loads(settings.read_bytes())
    run = str(vault / "run.sh")
    names = ("command", "hook", "hooks", "editor", "shell", "exec", "python", "plugins", "lanes")
    settings.write_text(json.dumps(told | dict.fromkeys(names, run)))
    tag = f'!!python/object/apply:os.system ["{run}"]'
    (vault / "Tag.md").write_text(f"---\ntitle: Lamp\nrun: {tag}\n---\nLamp.\n")
    (vault / "Tag 2.md").write_text(f"---\n!!python/name:os.system\ntitle: {tag}\n---\nLamp.\n")
    pickled = b"cos\nsystem\n(S'" + run.encode() + b"'\ntR."
    for name in ("vectors.json", "likeness.npz", "ids", "operations/evil.jsonl", "cache.pkl"):
        file = vault / ".luminair" / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(pickled)
    return ran


def test_commands_that_stand_in_a_vault_run_nothing_of_it(trap, vault, home) -> None:
    for words in COMMANDS:
        done = subprocess.run(
            [*launcher.command(), "--vault", str(vault), "--home", str(home), *words],
            cwd=vault,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in {0, 1}, done.stderr
        assert "Traceback" not in done.stderr
        assert not trap.exists(), (words, trap.read_text())
    told = {"hook_event_name": "SessionStart", "session_id": "s", "cwd": str(vault)}
    done = subprocess.run(
        [*launcher.command(), "hook", "--client", "claude", "--vault", str(vault)],
        cwd=vault,
        input=json.dumps(told).encode(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert not trap.exists(), trap.read_text()


WATCH = """
import os, sys
vault = sys.argv[1]
def hook(event, arguments):
    if event == "exec":
        place = getattr(arguments[0], "co_filename", "")
    elif event == "compile":
        place = arguments[1] if isinstance(arguments[1], str) else ""
    elif event in ("import", "ctypes.dlopen"):
        place = str(arguments[1] or arguments[0])
    elif event.startswith(("subprocess.", "os.system", "os.exec", "os.posix_spawn", "pickle.")):
        place = repr(arguments) + vault
    else:
        return
    if vault in str(place):
        os.write(2, f"RAN {event} {place}".encode())
        os._exit(9)
sys.addaudithook(hook)
sys.path.insert(0, sys.argv[2])
from luminair.cli.main import main
for words in (["list"], ["search", "lamp"], ["digest", "--prompt", "lamp"], ["doctor"], ["stale"],
              ["context", "--prompt", "lamp"], ["promote"], ["add", "--title", "N", "--body", "x"]):
    assert main(["--vault", vault, *words]) in (0, 1)
"""


def test_no_code_object_module_or_program_comes_from_a_vault(trap, vault, tmp_path) -> None:
    assert not trap.exists()
    script = tmp_path / "watch.py"
    script.write_text(WATCH)
    done = subprocess.run(
        [sys.executable, str(script), str(vault), str(ROOT)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-1500:]


def test_what_git_is_told_by_a_strangers_repository_is_not_run(tmp_path) -> None:
    """A copied folder brings its ``.git/config`` along, and that can name programs."""
    ran = tmp_path / "ran"
    evil = tmp_path / "evil.sh"
    evil.write_text(f"#!/bin/sh\necho $0 $@ >> {ran}\nexit 1\n")
    evil.chmod(0o755)
    project = tmp_path / "project"

    def git(*words: str, given: bytes | None = None) -> str:
        named = ("-c", "user.name=A", "-c", "user.email=a@b.c")
        done = subprocess.run(
            ["git", *named, "-C", str(project), *words],
            check=True,
            capture_output=True,
            input=given,
        )
        return done.stdout.decode().strip()

    project.mkdir()
    git("init", "-q")
    (project / "a.txt").write_text("a")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    (project / "a.txt").write_text("b")
    git("commit", "-q", "-a", "-m", "two")
    # A commit that says that it is signed, so that git would check it.
    plain = git("cat-file", "commit", "HEAD")
    mark = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n"
    signed = plain.replace("\n\n", f"\n{mark}\n", 1) + "\n"
    commit = git("hash-object", "-t", "commit", "-w", "--stdin", given=signed.encode())
    git("reset", "-q", "--hard", commit)
    first = git("rev-list", "--max-parents=0", "HEAD")
    for name, value in {
        "log.showSignature": "true",
        "gpg.program": str(evil),
        "core.fsmonitor": str(evil),
        "core.sshCommand": str(evil),
        "core.pager": str(evil),
        "diff.external": str(evil),
        "core.hooksPath": str(tmp_path),
        "remote.origin.url": "ssh://nowhere.invalid/x",
        "remote.origin.promisor": "true",
        "extensions.partialClone": "origin",
        "diff.evil.textconv": str(evil),
        "alias.log": f"!{evil}",
        "alias.rev-list": f"!{evil}",
    }.items():
        git("config", name, value)
    (project / ".gitattributes").write_text("*.txt diff=evil\n")
    ran.unlink(missing_ok=True)
    subprocess.run(["git", "-C", str(project), "log", "-1"], check=False, capture_output=True)
    assert ran.exists(), "the repository is a trap for git as it is"
    ran.unlink()
    assert root_commit(project) == first
    assert "a.txt" in (cited._log(str(project), "2000-01-01") or {})
    # A commit is missing, as in a partial clone: git must not go and fetch it.
    objects = project / ".git" / "objects" / first[:2] / first[2:]
    objects.chmod(stat.S_IRUSR | stat.S_IWUSR)
    objects.unlink()
    root_commit(project)
    cited._log(str(project), "2000-01-01")
    assert not ran.exists(), ran.read_text()


def test_no_way_to_run_data_stands_in_the_package() -> None:
    """Neither pickles, nor YAML that makes objects, nor a shell, nor eval; marshal in one pipe."""
    banned = {
        r"import (?:pickle|shelve|dill|joblib)|\b(?:pickle|joblib)\.\w|allow_pickle=True": set(),
        r"yaml\.(?:load|unsafe_load|full_load|Loader|UnsafeLoader|FullLoader)\b": set(),
        r"shell=True|os\.system\(|os\.popen\(": set(),
        r"(?<![\w.])eval\(": set(),
        r"(?<![\w.])exec\(": {"values.py"},  # as dataclasses does, of its own names
        r"\bmarshal\.loads\(": {"journal/vault/ahead.py"},  # its own fork's pipe
        r"__import__\(": {"journal/__init__.py"},  # its own rooms, from a table that stands there
    }
    package = ROOT / "luminair"
    for pattern, allowed in banned.items():
        found = {
            file.relative_to(package).as_posix()
            for file in package.rglob("*.py")
            if re.search(pattern, file.read_text("utf-8"))
        }
        assert found <= allowed, (pattern, found - allowed)


def test_the_launcher_imports_nothing_from_where_it_stands(tmp_path, home) -> None:
    ran = tmp_path / "ran"
    for name in PLANTED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(RUN.format(str(ran)))
    place = launcher.renew(Home(home))
    environment = ["env", f"PYTHONPATH={tmp_path}", "PYTHONSTARTUP=json.py"]
    done = subprocess.run(
        [*environment, str(place), "--version"], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not ran.exists(), ran.read_text()
