"""What a note cites that can be looked up: files, dates, versions; and the looking up."""

from __future__ import annotations

import re
import subprocess
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from luminair.config.strangers import GIT

if TYPE_CHECKING:
    from collections.abc import Iterator

GIT_TIMEOUT_S: Final = 5.0
"""A repository that answers later is asked no more; then the files' own times serve."""
COMMITS: Final = 5000
MANIFESTS: Final = (
    "package.json", "pyproject.toml", "requirements.txt", "Cargo.toml", "go.mod", "Gemfile.lock",
    "poetry.lock", "uv.lock", "package-lock.json",
)  # fmt: skip
MOST_BYTES: Final = 4 * 1024 * 1024

_CODE: Final = re.compile(r"`([^`\n]+)`|\]\(([^)\s]+)\)")
_FILE: Final = re.compile(
    r"(?:\./)?((?:[\w@.+-]+/)*[\w@.+-]+\.[A-Za-z][A-Za-z0-9]{0,7}|(?:[\w@.+-]+/)+[\w@.+-]+)"
)
_LINE: Final = re.compile(r"(?::\d+(?:[:-]\d+)?|#L\d+(?:-L?\d+)?)$")
_MONTHS: Final = tuple(
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
_UNTIL: Final = re.compile(
    r"\b(?:until|till|expires?(?: on)?|expiring|ends?(?: on)?|due(?: on| by)?|by|before|through|"
    r"bis(?: zum)?|jusqu'au|hasta(?: el)?)\s+(?:the\s+)?"
    r"(?P<day>\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4}|"
    r"\d{1,2}(?:st|nd|rd|th)?\.? [A-Za-z]{3,9}\.?,? \d{4}|"
    r"[A-Za-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})",
    re.IGNORECASE,
)
_VERSION: Final = re.compile(
    r"\b(?P<name>[A-Za-z][\w.+-]*[\w+])(?:[ @]|==)(?:v|version )?(?P<version>\d+(?:\.\d+)+)\b"
)


def cited_files(text: str) -> list[str]:
    """Paths of files in backticks or links, as written, without line numbers."""
    found: dict[str, None] = {}
    for match in _CODE.finditer(text):
        raw = _LINE.sub("", (match[1] or match[2] or "").strip())
        whole = _FILE.fullmatch(raw)
        if whole and "://" not in raw and not raw.startswith(("/", "~", "-")) and "*" not in raw:
            found[whole[1]] = None
    return list(found)


def passed_dates(text: str, now: datetime) -> list[tuple[str, str]]:
    """Days up to which something was to hold, and that are over: the day, and the words."""
    found: dict[str, str] = {}
    for match in _UNTIL.finditer(text):
        day = _day(match["day"])
        if day is not None and day < now.date():
            found.setdefault(day.isoformat(), " ".join(match[0].split()))
    return list(found.items())


def _day(text: str) -> date | None:
    try:
        if re.match(r"\d{4}-", text):
            return date.fromisoformat(text)
        if re.match(r"\d{1,2}\.\d{1,2}\.", text):
            day, month, year = (int(part) for part in text.split("."))
            return date(year, month, day)
        words = re.sub(r"(?<=\d)(?:st|nd|rd|th)|[.,]", " ", text).split()
        name = next(word for word in words if word.isalpha()).casefold()
        month = next(n for n, full in enumerate(_MONTHS, 1) if full.startswith(name[:3]))
        numbers = [int(word) for word in words if word.isdigit()]
        return date(max(numbers), month, min(numbers))
    except (ValueError, StopIteration):
        return None


def versions_in(text: str) -> list[tuple[str, str]]:
    """Names with a version behind them: ('sharp', '0.32')."""
    return list(dict.fromkeys((m["name"], m["version"]) for m in _VERSION.finditer(text)))


class Projects:
    """Looks into the projects' folders; each repository is asked once.

    Args:
        since: UTC time before which nothing is of interest.
    """

    def __init__(self, since: str) -> None:
        self._since = since[:10] or "1970-01-01"
        self._changes: dict[str, dict[str, str] | None] = {}
        self._manifests: dict[str, str] = {}

    def state(self, cwd: str, file: str, updated: str) -> str:
        """'gone', the UTC time of a change after ``updated``, or ''.

        A file counts as gone only where its folder, or one above it, is there: a path that never
        was in this project says nothing, nor does a project that is not on this machine.
        """
        root = Path(cwd)
        place = root / file
        try:
            if not root.is_dir():
                return ""
            if not place.exists():
                top = root / file.partition("/")[0]
                return "gone" if "/" in file and top.is_dir() else ""
            if place.is_dir():
                return ""
            changes = self._history(cwd)
            if changes is not None:
                at = changes.get(file, "")
            else:
                at = f"{datetime.fromtimestamp(place.stat().st_mtime, UTC):%Y-%m-%dT%H:%M:%SZ}"
        except OSError:
            return ""
        return at if at[:19] > updated[:19] else ""

    def version(self, cwd: str, name: str) -> str:
        """The version of a package that the project's own files ask for, or ''."""
        if cwd not in self._manifests:
            self._manifests[cwd] = "\n".join(_manifests(Path(cwd)))
        pattern = re.compile(
            rf"(?im)^\W*{re.escape(name)}\W{{1,12}}?(?:version\W*)?[\^~>=<v\"' ]*(\d+(?:\.\d+)+)"
        )
        found = pattern.search(self._manifests[cwd])
        return found[1] if found else ""

    def _history(self, cwd: str) -> dict[str, str] | None:
        """When files below the folder were last committed, by path; None without git."""
        if cwd not in self._changes:
            self._changes[cwd] = _log(cwd, self._since)
        return self._changes[cwd]


def _manifests(root: Path) -> Iterator[str]:
    for name in MANIFESTS:
        file = root / name
        try:
            if file.is_file() and file.stat().st_size <= MOST_BYTES:
                yield file.read_bytes().decode("utf-8", "replace")
        except OSError:
            continue


def _log(cwd: str, since: str) -> dict[str, str] | None:
    command = [
        *GIT, "-C", cwd, "log", f"--since={since}", "-n", str(COMMITS),
        "--no-ext-diff", "--no-textconv", "--name-only", "--relative", "--pretty=format:@%ct",
    ]  # fmt: skip
    try:
        done = subprocess.run(  # noqa: S603 a fixed command; the folder is one argument
            command,
            capture_output=True,
            check=False,
            timeout=GIT_TIMEOUT_S,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if done.returncode:
        return None
    found: dict[str, str] = {}
    at = ""
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        if line.startswith("@") and line[1:].isdigit():
            at = f"{datetime.fromtimestamp(int(line[1:]), UTC):%Y-%m-%dT%H:%M:%SZ}"
        elif line:
            found.setdefault(line, at)
    return found
