"""One script from a fresh clone to a running app and a tested tree.

    python3 packaging/dev.py run [ARGS]       open the app; ARGS go to it, such as --demo
    python3 packaging/dev.py test [ARGS]      every check; ARGS go to pytest, such as --full;
                                              --app also builds the app, which is tried then
    python3 packaging/dev.py bench [ARGS]     measurements
    python3 packaging/dev.py shots [FOLDER]   pictures of the windows (default: build/pictures)
    python3 packaging/dev.py app [OPTIONS]    build Luminair.app; elsewhere a folder to try
    python3 packaging/dev.py lock             renew packaging/requirements.txt
    python3 packaging/dev.py audit            ask for known faults of the pinned versions

Standard library only, and it must run on Python 3.9: a fresh Mac has no newer one. What it makes
stays in this folder: `.venv` (the environment) and `.luminair-dev` (uv and a Python, where the
machine has none that will do). Only on Debian and Ubuntu does it touch the machine: the system
libraries that Qt needs, by apt-get.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
STAMP = VENV / "luminair-stamp"
OWN = ROOT / ".luminair-dev"
REQUIREMENTS = ROOT / "packaging" / "requirements.txt"

OLDEST, TOO_NEW = (3, 11), (3, 15)  # PySide6 6.11 runs below 3.15
PREFERRED = "3.12"  # what uv brings where the machine has no Python that will do

# Debian and Ubuntu packages; a tuple names one thing under its older and newer name.
LIBRARIES: tuple[tuple[str, ...], ...] = (
    ("libgl1",),
    ("libegl1",),
    ("libxkbcommon0",),
    ("libfontconfig1",),
    ("libglib2.0-0", "libglib2.0-0t64"),
    ("libdbus-1-3",),
    ("procps",),  # `ps`, by which the app finds what a killed one left running
    ("libxcb-cursor0",),
    ("libxcb-icccm4",),
    ("libxcb-keysyms1",),
    ("libxkbcommon-x11-0",),
    ("libxcb-shape0",),
    ("fonts-inter",),
    ("fonts-sil-charis",),
    ("fonts-jetbrains-mono",),
    ("fonts-noto-color-emoji",),
    ("fonts-wqy-microhei",),
)
FOR_TESTS: tuple[tuple[str, ...], ...] = (
    ("xvfb",),
    ("xdotool",),
    ("imagemagick",),
    ("openbox",),
)
BINUTILS = ("binutils",)  # PyInstaller reads libraries by objdump

# What another environment, or a wish of pip's, must not carry into ours.
STRANGE_VARIABLES = (
    "VIRTUAL_ENV",
    "PYTHONHOME",
    "PYTHONPATH",
    "PIP_USER",
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_REQUIRE_VIRTUALENV",
    "__PYVENV_LAUNCHER__",
)


class Trouble(Exception):
    """An expected failure; its text is one plain sentence."""


class Step(NamedTuple):
    """How one check went: `state` is 'ok', 'failed' or why it was left out."""

    name: str
    state: str
    seconds: float


def say(sentence: str) -> None:
    """Tell the person what is being done, in order with what the tools print."""
    print(sentence, flush=True)


def clean_environment(**more: str) -> dict[str, str]:
    """The environment for a child, without what belongs to another Python."""
    kept = {name: value for name, value in os.environ.items() if name not in STRANGE_VARIABLES}
    kept.update(more)
    return kept


def answer(command: Sequence[str], seconds: float = 60) -> str | None:
    """What a program prints on standard output, or None where it cannot run or fails."""
    try:
        done = subprocess.run(
            command,
            env=clean_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def must(command: Sequence[str], sentence: str, **more: str) -> None:
    """Run a program quietly; where it fails, show the end of its words and raise `sentence`."""
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=clean_environment(**more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        raise Trouble(f"{sentence} ({error.strerror}: {command[0]})") from None
    if done.returncode != 0:
        for line in done.stdout.decode("utf-8", "replace").splitlines()[-15:]:
            say(f"    {line}")
        raise Trouble(sentence)


# --- The machine -----------------------------------------------------------------------------


def installed_packages() -> set[str]:
    """Names of the Debian packages on this machine; empty elsewhere."""
    listed = answer(["dpkg-query", "-W", "-f=${db:Status-Abbrev} ${Package}\\n"]) or ""
    return {line[3:].strip() for line in listed.splitlines() if line.startswith("ii")}


def missing_packages(
    wanted: Sequence[tuple[str, ...]], installed: set[str]
) -> list[tuple[str, ...]]:
    """Those of `wanted` that are there under none of their names."""
    return [names for names in wanted if not installed.intersection(names)]


def to_build() -> tuple[tuple[str, ...], ...]:
    """The packages without which the app cannot be built here.

    Debian keeps the library of its own Python apart from it, and PyInstaller takes it along.
    """
    python = str(VENV_PYTHON) if VENV_PYTHON.exists() else choose_python()
    tell = "import sys; print(sys.base_prefix, '%d.%d' % sys.version_info[:2])"
    base, _, version = (answer([python, "-c", tell]) or "").strip().partition(" ")
    if base != "/usr":
        return (BINUTILS,)
    return (BINUTILS, (f"libpython{version}", f"libpython{version}t64"))


def rights() -> list[str] | None:
    """What to put before a command that needs root: nothing, sudo, or None: no such rights."""
    if os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if answer(["sudo", "-n", "true"]) is not None else None


def apt_name(names: tuple[str, ...]) -> str:
    """The name that this release of Debian or Ubuntu has, or '' where it has none of them."""
    for name in names:
        if "Package:" in (answer(["apt-cache", "show", "--no-all-versions", name]) or ""):
            return name
    return ""


def by_hand(missing: list[tuple[str, ...]]) -> str:
    """The one line that installs system packages when a person runs it."""
    names = " ".join(names[0] for names in missing)
    if os.geteuid() == 0 or shutil.which("sudo"):
        sudo = "sudo " if os.geteuid() != 0 else ""
        return f"{sudo}apt-get update && {sudo}apt-get install -y {names}"
    return f"su -c 'apt-get update && apt-get install -y {names}'"


def install_packages(missing: list[tuple[str, ...]]) -> None:
    """Install system packages, or raise the one line that a person can run."""
    before = rights()
    line = by_hand(missing)
    if before is None:
        raise Trouble(
            "System packages are missing and this account may not install them by itself. "
            f"Run this, then dev.py again: {line}"
        )
    say(f"Installing system packages: {' '.join(names[0] for names in missing)}")
    apt = [*before, "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120"]
    quiet = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    if any(not apt_name(names) for names in missing):
        with contextlib.suppress(Trouble):  # an old list may still do; the install decides
            must([*apt, "update"], "apt-get update failed.", **quiet)
    known = [name for name in map(apt_name, missing) if name]
    if not known:
        raise Trouble(f"apt-get knows none of the missing system packages: {line}")
    install = [*apt, "install", "-y", "--no-install-recommends", *known]
    try:
        must(install, "apt-get install failed; trying once more with a new list.", **quiet)
    except Trouble as first:
        say(str(first))
        must([*apt, "update"], f"apt-get update failed; by hand it is: {line}", **quiet)
        must(install, f"apt-get install failed; by hand it is: {line}", **quiet)


def prepare_machine(wanted: Sequence[tuple[str, ...]], *, needed: bool = False) -> str:
    """Bring the system libraries; '' or a sentence on what is still missing.

    Args:
        wanted: the packages, each under its names.
        needed: raise where one is missing that is no font: Qt would abort without a window.
    """
    if not sys.platform.startswith("linux") or shutil.which("apt-get") is None:
        return ""
    missing = missing_packages(wanted, installed_packages())
    if not missing:
        return ""
    try:
        install_packages(missing)
    except Trouble as trouble:
        if needed and any(not names[0].startswith("fonts-") for names in missing):
            raise
        say(str(trouble))
        return str(trouble)
    return ""


# --- Python and the environment --------------------------------------------------------------


def version_of(python: str) -> tuple[int, ...]:
    """(major, minor) of an interpreter; () where it does not run (a pyenv shim, say)."""
    told = answer([python, "-c", "import sys; print(*sys.version_info[:2])"])
    return tuple(int(part) for part in told.split()) if told else ()


def has_module(python: str, module: str) -> bool:
    """Whether an interpreter can import a module (Debian cuts ensurepip and pip out)."""
    return answer([python, "-c", f"import {module}"]) is not None


def choose_python() -> str:
    """An interpreter that can run the app, or ''. The one that runs this script goes first."""
    if OLDEST <= sys.version_info[:2] < TOO_NEW:
        return sys.executable
    names = ("python3.12", "python3.13", "python3.11", "python3.14", "python3")
    for found in filter(None, map(shutil.which, names)):
        if OLDEST <= version_of(found)[:2] < TOO_NEW:
            return found
    return ""


def find_uv() -> str:
    """A uv that runs: the machine's, else our own, else ''."""
    for candidate in (shutil.which("uv"), str(OWN / "uv" / "bin" / "uv")):
        if candidate and answer([candidate, "--version"]) is not None:
            return candidate
    return ""


def bring_uv(python: str) -> str:
    """Install uv into our own folder with a pip that is there; '' where no pip is."""
    for candidate in filter(None, (sys.executable, python)):
        if has_module(candidate, "pip"):
            say("Bringing uv into .luminair-dev")
            pip = [candidate, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            must(
                [*pip, "--no-input", "--upgrade", "--target", str(OWN / "uv"), "uv>=0.9,<1"],
                "uv could not be installed: is there a network?",
            )
            return find_uv()
    return ""


def choose_tools() -> tuple[str, str]:
    """(python, uv): what will make the environment. One of the two may be ''."""
    python, uv = choose_python(), find_uv()
    if uv or (python and has_module(python, "ensurepip")):
        return python, uv
    uv = bring_uv(python)
    if not uv and shutil.which("apt-get"):
        install_packages([("python3-venv",), ("python3-pip",)])
        if python and has_module(python, "ensurepip"):
            return python, ""
        uv = bring_uv(python)
    if not uv:
        raise Trouble(
            f"{sys.executable} has neither venv nor pip, so no environment can be made: "
            "install Python 3.12 or uv, then run this again."
        )
    return python, uv


def stamp_text() -> str:
    """What the environment was made from: it is renewed when this changes."""
    digest = hashlib.sha256()
    for path in (ROOT / "pyproject.toml", REQUIREMENTS):
        digest.update(path.read_bytes() if path.exists() else b"")
    return f"{digest.hexdigest()}\n{ROOT}\n"


def usable(stamped: str) -> bool:
    """Whether the environment can be kept and only brought up to date."""
    moved = bool(stamped) and stamped.splitlines()[1:] != [str(ROOT)]
    return not moved and OLDEST <= version_of(str(VENV_PYTHON))[:2] < TOO_NEW


def make_environment() -> None:
    """Make `.venv`, or bring it up to date; does nothing when it already is."""
    stamped = STAMP.read_text(encoding="utf-8") if STAMP.exists() else ""
    wanted = stamp_text()
    if stamped == wanted and VENV_PYTHON.exists():
        return
    python, uv = choose_tools()
    if not usable(stamped):
        if VENV.exists():
            if not (VENV / "pyvenv.cfg").exists():
                raise Trouble(f"{VENV} is not an environment of Python: move it away.")
            shutil.rmtree(VENV)
        make_venv(python, uv)
    fill_venv(uv)
    STAMP.write_text(wanted, encoding="utf-8")


def make_venv(python: str, uv: str) -> None:
    """An empty environment in `.venv`."""
    say(f"Making the environment .venv with {'uv' if uv else 'venv and pip'}")
    if uv:
        must(
            [uv, "venv", "--quiet", "--no-project", "--python", python or PREFERRED, str(VENV)],
            f"No Python from 3.11 to 3.14 is here and uv could not bring {PREFERRED}.",
            **({} if python else {"UV_PYTHON_INSTALL_DIR": str(OWN / "python")}),
        )
    else:
        must([python, "-m", "venv", str(VENV)], f"{python} could not make an environment.")


def fill_venv(uv: str) -> None:
    """The pinned packages, each by its hash, then Luminair itself, run from this folder."""
    say("Installing what Luminair stands on (the first time it takes a minute or two)")
    pip = [str(VENV_PYTHON), "-m", "pip", "install", "--quiet", "--no-input"]
    if uv:
        pip = [uv, "pip", "install", "--quiet", "--python", str(VENV_PYTHON)]
    elif not has_module(str(VENV_PYTHON), "pip"):
        must([str(VENV_PYTHON), "-m", "ensurepip"], "The environment has no pip: remove .venv.")
    failed = "could not be installed: is there a network, and room on the disk?"
    if REQUIREMENTS.exists():
        must([*pip, "--require-hashes", "-r", str(REQUIREMENTS)], f"The pinned packages {failed}")
        must([*pip, "--no-deps", "-e", str(ROOT)], f"Luminair {failed}")
    else:
        must([*pip, "-e", f"{ROOT}[dev]"], f"The packages {failed}")


def prepare(wanted: Sequence[tuple[str, ...]], *, needed: bool = False) -> None:
    """Everything a command needs. One at a time: a second call waits for the first."""
    OWN.mkdir(exist_ok=True)
    with (OWN / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        still_missing = prepare_machine(wanted, needed=needed)
        make_environment()
    if still_missing and not has_module(str(VENV_PYTHON), "PySide6.QtWidgets"):
        raise Trouble(f"Qt does not load here. {still_missing}")


# --- Commands --------------------------------------------------------------------------------


def call(*command: str, **more: str) -> int:
    """Run one of the environment's modules with the terminal as it is; its exit code."""
    done = subprocess.run(
        [str(VENV_PYTHON), *command], cwd=ROOT, env=clean_environment(**more), check=False
    )
    return done.returncode


def run_app(arguments: list[str]) -> int:
    """Open the app. Where it could not, that is said before anything is installed."""
    of_their_own = bool(os.environ.get("QT_QPA_PLATFORM"))  # such as offscreen: needs less
    has_screen = of_their_own or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    if sys.platform.startswith("linux") and not has_screen:
        again = shlex.join(["xvfb-run", "-a", "python3", "packaging/dev.py", "run", *arguments])
        raise Trouble(
            "There is no screen here: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a "
            f"desktop session or, with the package xvfb, on a screen of its own: {again}"
        )
    prepare(LIBRARIES, needed=not of_their_own)
    start = "import sys; from luminair.shell.main import run; sys.exit(run())"
    # The caller's folder stays the current one: relative arguments mean what the person meant.
    done = subprocess.run(
        [str(VENV_PYTHON), "-c", start, *arguments], env=clean_environment(), check=False
    )
    return done.returncode


def check(name: str, *command: str, **more: str) -> Step:
    """One check, with its own output above its verdict."""
    say(f"\n── {name}")
    began = time.monotonic()
    code = call(*command, **more)
    return Step(name, "ok" if code == 0 else "failed", time.monotonic() - began)


@contextlib.contextmanager
def virtual_screen() -> Iterator[str]:
    """A screen that nobody sees, with a small window manager where there is one; its DISPLAY."""
    reader, writer = os.pipe()
    log = (OWN / "xvfb.log").open("w")
    quiet = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1920x1200x24", "-nolisten", "tcp"],
        pass_fds=[writer],
        **quiet,
    )
    os.close(writer)
    children = [server]
    try:
        with os.fdopen(reader) as told:  # ends with Xvfb, so it cannot wait for ever
            display = ":" + told.readline().strip()
        if display == ":":
            raise Trouble("Xvfb did not start; .luminair-dev/xvfb.log says why.")
        if shutil.which("openbox"):
            desk = clean_environment(DISPLAY=display)
            children.append(subprocess.Popen(["openbox", "--sm-disable"], env=desk, **quiet))
        yield display
    finally:
        for child in reversed(children):
            child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
        log.close()


LINTER = "from importlinter.cli import lint_imports_command; lint_imports_command()"
STATIC = (
    ("ruff check", "-m", "ruff", "check", "."),
    ("ruff format", "-m", "ruff", "format", "--check", "."),
    ("mypy", "-m", "mypy"),
    ("import-linter", "-c", LINTER, "--no-logo"),
    ("vulture", "-m", "vulture"),
)
BUILD_TOO = "--app"
BUILDING = ("the app", str(ROOT / "packaging" / "mac.py"))
LONGEST = (
    *("trust", "shell", "journal", "exchange", "story", "lanes"),
    *("agents", "keeping", "windows", "cli", "packaging"),
)
"""Folders of tests that take long, each a part of its own; all others are one part more."""
FOR_EACH_PART = {"--full", "-q", "-v", "-vv", "-x"}
"""Words to pytest that mean the same for a part as for all; with others it runs in one piece."""


def parts_of_the_tests(arguments: list[str]) -> list[tuple[str, ...]]:
    """What pytest is called with, once for each part that may run beside the others."""
    tests = ROOT / "tests"
    if workers() == 1 or not FOR_EACH_PART.issuperset(arguments):
        return [("pytest", "-m", "pytest", *arguments)]
    apart = [name for name in LONGEST if (tests / name).is_dir()]
    call_it = ("-m", "pytest", *arguments, "-p", "no:cacheprovider")
    rest = [f"--ignore=tests/{name}" for name in apart]
    named = [(f"pytest {name}", *call_it, f"tests/{name}") for name in apart]
    return [("pytest, the rest", *call_it, *rest, "tests"), *named]


MEMORY = Path("/dev/shm")  # noqa: S108 - the system's own
ROOM = 2_000_000_000
"""Bytes that the memory's own folder must have free; all tests together leave a tenth of it."""


@contextlib.contextmanager
def quick_folder(memory: Path = MEMORY) -> Iterator[dict[str, str]]:
    """Lets the tests write to memory where the system has a folder of it; a disk takes longer.

    What is tested is kills, refusals and races; no test can pull the plug of a disk.
    """
    try:
        place = tempfile.mkdtemp(prefix="luminair-tests-", dir=memory)
    except OSError:  # a Mac has none
        yield {}
        return
    try:
        yield {"PYTEST_DEBUG_TEMPROOT": place} if shutil.disk_usage(place).free > ROOM else {}
    finally:
        shutil.rmtree(place, ignore_errors=True)


def workers() -> int:
    """How many checks run at a time: a core each, and no more than four."""
    return max(1, min(os.cpu_count() or 1, 4))


def journeys_left_out(arguments: list[str]) -> str:
    """Why the window journeys are not run once more in real windows; '' where they are."""
    if not list((ROOT / "tests" / "windows").glob("test_*.py")):
        return "left out: there are none yet"
    if any(not argument.startswith("-") for argument in arguments):
        return "left out: other tests were named"
    if shutil.which("Xvfb") is None:
        return "left out: Xvfb is not on this machine"
    return ""


def check_journeys(arguments: list[str]) -> Step:
    """The window journeys once more, in real windows on a virtual screen."""
    name = "window journeys"
    why = journeys_left_out(arguments)
    if why:
        return Step(name, why, 0)
    with virtual_screen() as display:
        real = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}
        call_it = ("-m", "pytest", "tests/windows", *arguments, "-p", "no:cacheprovider")
        return check_aside(name, *call_it, **real)


def check_aside(name: str, *command: str, **more: str) -> Step:
    """One check beside others: it says nothing until it is done, then all of it where it failed."""
    began = time.monotonic()
    done = subprocess.run(
        [str(VENV_PYTHON), *command],
        cwd=ROOT,
        env=clean_environment(**more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    seconds = time.monotonic() - began
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    if done.returncode == 0:  # what was left out, and the last line
        lines = [line for line in lines if line.startswith("SKIPPED")] + lines[-1:]
    said = "ok" if done.returncode == 0 else f"failed, exit code {done.returncode}"
    say("\n".join([f"\n── {name}: {said}, {seconds:.0f} s", *lines]))
    return Step(name, "ok" if done.returncode == 0 else "failed", seconds)


def run_tests(given: list[str]) -> int:
    """Every check, as many at a time as there are cores; 0 only when all of them hold."""
    arguments = [word for word in given if word != BUILD_TOO]
    build = [BUILDING] if BUILD_TOO in given else []
    prepare(LIBRARIES + FOR_TESTS + (to_build() if build else ()))
    parts = parts_of_the_tests(arguments)
    if len(parts) == 1:
        steps = [check(*each) for each in (*build, *STATIC)]
        steps += [check_journeys(arguments), check(*parts[0], QT_QPA_PLATFORM="offscreen")]
    else:
        count = len(build) + len(parts) + len(STATIC) + 1
        say(f"{count} checks, {workers()} at a time; each speaks once done.")
        with quick_folder() as quick, ThreadPoolExecutor(workers()) as pool:
            built = [pool.submit(check_aside, *each) for each in build]

            def test(part: tuple[str, ...]) -> Step:
                if part[-1] == "tests/packaging":  # it tries the app, where there is one
                    wait(built)
                return check_aside(*part, QT_QPA_PLATFORM="offscreen", **quick)

            # The longest first, so that no core waits for one of them at the end.
            tests = [pool.submit(test, part) for part in parts]
            journeys = pool.submit(check_journeys, arguments)
            others = [pool.submit(check_aside, *each) for each in STATIC]
            steps = [each.result() for each in (*built, *others, journeys, *tests)]
    say("")
    for step in steps:
        spent = f"{step.seconds:6.1f} s" if step.seconds else ""
        say(f"  {step.name:17} {step.state:10} {spent}".rstrip())
    failed = [step.name for step in steps if step.state == "failed"]
    say(f"These checks failed: {', '.join(failed)}." if failed else "Every check that ran holds.")
    return 1 if failed else 0


def run_bench(arguments: list[str]) -> int:
    """Only the measurements, with what they print."""
    prepare(LIBRARIES + FOR_TESTS)
    code = call(
        *("-m", "pytest", "--bench", "-s", "--timeout=0", *arguments), QT_QPA_PLATFORM="offscreen"
    )
    if code == 5:  # pytest's word for: nothing was collected
        raise Trouble("There is nothing to measure yet: no test is marked `bench`.")
    return code


def run_shots(arguments: list[str]) -> int:
    """Pictures of the windows: on a Mac in its own look, elsewhere without a screen."""
    prepare(LIBRARIES + FOR_TESTS)
    if not (ROOT / "tests" / "windows" / "pictures.py").exists():
        raise Trouble("There are no pictures to take yet: tests/windows/pictures.py is missing.")
    folder = Path(arguments[0]).resolve() if arguments else ROOT / "build" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    platform = {} if sys.platform == "darwin" else {"QT_QPA_PLATFORM": "offscreen"}
    code = call("-m", "tests.windows.pictures", str(folder), *arguments[1:], **platform)
    say(f"The pictures are in {folder}" if code == 0 else "The pictures could not be taken.")
    return code


def run_build(arguments: list[str]) -> int:
    """Freeze the app and try it; packaging/mac.py says which options there are."""
    prepare(LIBRARIES + to_build())
    return call(str(ROOT / "packaging" / "mac.py"), *arguments)


def run_lock(arguments: list[str]) -> int:
    """Write the newest versions that pyproject.toml allows, with hashes, for every platform."""
    if arguments:
        raise Trouble("`lock` takes no arguments: the bounds stand in pyproject.toml.")
    OWN.mkdir(exist_ok=True)
    uv = find_uv() or bring_uv(choose_python())
    if not uv:
        raise Trouble("`lock` needs uv, and there is no pip here to install it with.")
    must([uv, "lock", "--quiet", "--upgrade"], "uv could not resolve what pyproject.toml asks for.")
    form = ["--format", "requirements-txt", "--no-emit-project", "--all-extras"]
    exported = answer([uv, "export", "--quiet", "--locked", *form, "--no-header", "--no-annotate"])
    if not exported:
        raise Trouble("uv could not export the versions it resolved.")
    head = "# Made by `python3 packaging/dev.py lock`; the bounds stand in pyproject.toml.\n"
    REQUIREMENTS.write_text(head + exported, encoding="utf-8")
    say(f"{REQUIREMENTS.relative_to(ROOT)} is renewed; run the tests, then commit it.")
    return 0


def run_audit(arguments: list[str]) -> int:
    """Ask whether a fault is known of what is pinned; packaging/audit.py says how."""
    OWN.mkdir(exist_ok=True)
    script = str(ROOT / "packaging" / "audit.py")
    return subprocess.run([sys.executable, script, *arguments], check=False).returncode


COMMANDS = {
    "run": run_app,
    "test": run_tests,
    "bench": run_bench,
    "shots": run_shots,
    "lock": run_lock,
    "app": run_build,
    "audit": run_audit,
}


def main(arguments: list[str]) -> int:
    """Do what was asked; the exit code is that of the app or of the checks."""
    if arguments and arguments[0] in {"-h", "--help", "help"}:
        say((__doc__ or "").strip())
        return 0
    if not arguments or arguments[0] not in COMMANDS:
        said = f"There is no command '{arguments[0]}'. " if arguments else ""
        print(f"{said}Say one of: {', '.join(COMMANDS)}; --help tells more.", file=sys.stderr)
        return 2
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except Trouble as trouble:
        print(f"dev.py: {trouble}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"dev.py: {error.strerror or error}: {error.filename or ROOT}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
