"""Git's own files, read without git: where a repository is and where it came from.

The layout is that of gitrepository-layout(5) and git-worktree(1). Git itself runs only for a
root commit, and only when a note asks for one: the read path must not wait for a process.
"""

from __future__ import annotations

import os
import stat

from luminair.config.strangers import GIT
from luminair.late_path import late_path
from luminair.values import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_ROOT_COMMIT_TIMEOUT_S = 2.0
_POINTER_MAX_BYTES = 64 * 1024
_CONFIG_MAX_BYTES = 1024 * 1024
# Hosts that do not tell acme/harbor from Acme/Harbor.
_CASE_BLIND_HOSTS = frozenset({"github.com", "gitlab.com", "bitbucket.org", "codeberg.org"})
_DEFAULT_PORTS = {"http": "80", "https": "443", "git": "9418"}
_HEX = frozenset("0123456789abcdef")
_COMMIT_LENGTHS = {40, 64}  # SHA-1, SHA-256


@dataclass(frozen=True, slots=True)
class Repository:
    """What lies at one folder.

    Attributes:
        common: git's folder that all worktrees share.
        worktree: the folder with the files; None in a bare repository or inside ``.git``.
        main_worktree: the path that notes keep; looking there finds the same repository again.
        origin: normalised origin address, or ''.
        said: why a ``.git`` there leads nowhere; the rest then means nothing.
    """

    common: Path
    worktree: Path | None
    main_worktree: Path
    origin: str
    said: str = ""

    @property
    def stem(self) -> Path:
        """The path that stands for the repository, the same from each of its worktrees."""
        return self.common.parent if self.common.name == ".git" else self.common


def repository_at(folder: Path) -> Repository | None:
    """The repository whose top this folder is, None where it is none's.

    Args:
        folder: absolute, symbolic links resolved.
    """
    if _is_git_folder(folder):
        return _repository(_common_of(folder), None)
    dot_git = folder / ".git"
    mode = _mode(dot_git)
    if mode is None:
        return None
    if stat.S_ISDIR(mode):
        return _repository(_common_of(_real(dot_git)), folder) if _is_git_folder(dot_git) else None
    return _by_pointer(dot_git, folder)


def _by_pointer(dot_git: Path, folder: Path) -> Repository:
    """The repository that a ``.git`` file names: a worktree, a submodule, a separate git folder."""
    word, _, target = _read(dot_git, _POINTER_MAX_BYTES).partition(":")
    if word != "gitdir" or not target.strip():
        return _broken(folder, f"{dot_git} is not a file that git would read.")
    git_folder = _real(folder / target.strip())
    if _is_git_folder(git_folder):
        return _repository(_common_of(git_folder), folder, git_folder)
    # A worktree whose entry was pruned still tells its repository by the path.
    common = git_folder.parent.parent
    if git_folder.parent.name == "worktrees" and _is_git_folder(common):
        return _repository(common, folder, git_folder)
    return _broken(folder, f"{dot_git} names {git_folder}, which is not there.")


def _broken(folder: Path, said: str) -> Repository:
    return Repository(folder, folder, folder, "", said)


def _repository(common: Path, worktree: Path | None, git_folder: Path | None = None) -> Repository:
    config = _config(common / "config")
    main = _main_worktree(common, worktree, config, is_linked=git_folder not in {None, common})
    return Repository(common, worktree, main, normalised_origin(config.get(_ORIGIN, "")))


_ORIGIN = 'remote "origin".url'


def _main_worktree(
    common: Path, worktree: Path | None, config: dict[str, str], *, is_linked: bool
) -> Path:
    if common.name == ".git":
        return common.parent
    if "core.worktree" in config:
        named = _real(common / config["core.worktree"])
        if named.is_dir():
            return named
    is_bare = config.get("core.bare", "false").lower() in {"true", "yes", "on", "1"}
    return common if worktree is None or is_linked or is_bare else worktree


def _is_git_folder(folder: Path) -> bool:
    """Whether git would take the folder for a repository's (or a worktree's) own."""
    if _mode(folder / "HEAD") is None:
        return False
    if _mode(folder / "commondir") is not None:
        return True
    return _is_folder(folder / "objects") and _is_folder(folder / "refs")


def _common_of(git_folder: Path) -> Path:
    named = _read(git_folder / "commondir", _POINTER_MAX_BYTES).strip()
    return _real(git_folder / named) if named else git_folder


def _config(path: Path) -> dict[str, str]:
    """Git's config as 'section.key' → first value; what it includes is not followed."""
    values: dict[str, str] = {}
    section = ""
    for raw_line in _read(path, _CONFIG_MAX_BYTES).splitlines():
        line = raw_line.strip()
        if line.startswith("["):
            name, _, line = line[1:].partition("]")
            # Sections are case-blind, sub-sections are not.
            word, quote, rest = name.partition('"')
            section = word.lower() + quote + rest
            line = line.strip()
        if not line or line[0] in "#;":
            continue
        key, equals, value = line.partition("=")
        words = _config_value(value) if equals else "true"
        values.setdefault(f"{section}.{key.strip().lower()}", words)
    return values


def _config_value(text: str) -> str:
    """A value without quotes, escapes and the comment behind it."""
    return "".join(_value_letters(text.strip())).strip()


def _value_letters(text: str) -> Iterator[str]:
    quoted = False
    letters = iter(text)
    for letter in letters:
        if letter == "\\":
            yield next(letters, "")
        elif letter == '"':
            quoted = not quoted
        elif letter in "#;" and not quoted:
            return
        else:
            yield letter


def normalised_origin(address: str) -> str:
    """The address in one form for all protocols: ``github.com/acme/harbor``.

    Without user, password, ssh's ports and ``.git``; '' for a path on this disk, which would mean
    nothing on another machine. An address in that form stays as it is.
    """
    scheme, host, path = _address_parts(address.strip())
    host = host.rpartition("@")[2].lower()
    name, _, port = host.partition(":") if not host.startswith("[") else (host, "", "")
    if port and scheme != "ssh" and port != _DEFAULT_PORTS.get(scheme):
        name = f"{name}:{port}"
    path = path.partition("?")[0].partition("#")[0].strip("/").removesuffix(".git").strip("/")
    if name in _CASE_BLIND_HOSTS:
        path = path.lower()
    return f"{name}/{path}" if name and path else ""


def _address_parts(address: str) -> tuple[str, str, str]:
    """Scheme, host with user and port, path; empty for a path on this disk."""
    scheme, is_url, rest = address.partition("://")
    if is_url:
        scheme = scheme.lower().removeprefix("git+").removesuffix("+git")
        host, _, path = rest.partition("/")
        return ("", "", "") if scheme == "file" else (scheme, host, path)
    host, colon, path = address.partition(":")
    if colon and "/" not in host:
        # One letter before the colon is a Windows drive.
        is_drive = len(host.rpartition("@")[2]) == 1
        is_port = path.partition("/")[0].isdecimal()
        if is_port:
            return "https", *_cut(address)
        return ("", "", "") if is_drive else ("ssh", host, path)
    host, path = _cut(address)
    is_ours = "." in host.strip(".") and not host.startswith((".", "~"))
    return ("https", host, path) if is_ours else ("", "", "")


def _cut(address: str) -> tuple[str, str]:
    host, _, path = address.partition("/")
    return host, path


def is_commit(word: str) -> bool:
    """Whether a ``project:`` value is a root commit, not an address."""
    return len(word) in _COMMIT_LENGTHS and set(word.lower()) <= _HEX


def root_commit(root: Path) -> str:
    """The first commit of the repository at ``root``, by git itself; '' where it cannot tell.

    A shallow clone's oldest commit is not the first one.
    """
    import subprocess  # noqa: PLC0415 - the read path seldom needs it

    if (root / ".git" / "shallow").exists() or (root / "shallow").exists():
        return ""
    try:
        answer = subprocess.run(  # noqa: S603
            [*GIT, "-C", str(root), "rev-list", "--max-parents=0", "HEAD"],
            capture_output=True,
            check=False,
            text=True,
            timeout=_ROOT_COMMIT_TIMEOUT_S,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    # Newest first: a root that a merge brought in later must not change the answer.
    commits = answer.stdout.split() if answer.returncode == 0 else []
    return commits[-1] if commits and is_commit(commits[-1]) else ""


def _is_folder(path: Path) -> bool:
    mode = _mode(path)
    return mode is not None and stat.S_ISDIR(mode)


def _real(path: Path) -> Path:
    return late_path(os.path.realpath(path))


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return None


def _read(path: Path, limit_bytes: int) -> str:
    """At most so much of a small file; '' where there is none."""
    try:
        with path.open("rb") as file:
            return file.read(limit_bytes).decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return ""
