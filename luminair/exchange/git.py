"""Git as a program that is asked, never trusted: what it runs with, and what its refusals mean.

It gets an environment of our making and options that outrank the repository's own settings: no
hook, no file monitor, no pager, no signing, no prompt. Filters never run, since bytes go in and
out as they are (``hash-object --no-filters``, ``cat-file``). What it may use of the owner's: the
home folder's settings, the credential helper there, and the agent that holds ssh's keys.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from luminair.errors import LuminairError, VaultMissing
from luminair.exchange.git_words import sentence_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NETWORK_S: Final = 180.0
"""The longest that fetching or sending may take."""
_LOCAL_S: Final = 120.0
_PASSED_ON: Final = (
    "HOME", "USER", "LOGNAME", "PATH", "TMPDIR", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK",
    "http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
)  # fmt: skip
_OPTIONS: Final = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.pager": "cat",
    "core.askPass": "",
    "core.autocrlf": "false",
    "core.quotePath": "false",
    "core.gitProxy": "",
    "credential.interactive": "false",
    "protocol.ext.allow": "never",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "submodule.recurse": "false",
    "fetch.recurseSubmodules": "false",
    "push.gpgSign": "false",
    "http.lowSpeedLimit": "100",
    "http.lowSpeedTime": "30",
}
NO_COMMIT: Final = "0" * 40
_NO: Final = (1, 2)


class GitFailed(LuminairError):
    """Git ended with an error; the sentence says what it was about.

    Attributes:
        told: what git wrote to standard error.
    """

    def __init__(self, sentence: str, told: str = "") -> None:
        super().__init__(sentence)
        self.told = told


class Blob(NamedTuple):
    """One file of a tree.

    Attributes:
        mode: as git writes it: 100644, 100755, 120000 (a link), 160000 (another repository).
        sha: names its bytes.
    """

    mode: str
    sha: str

    @property
    def is_file(self) -> bool:
        """Whether it is an ordinary file."""
        return self.mode.startswith("100")


Tree = dict[str, Blob]
"""A tree's files by path."""


class Git:
    """One repository.

    Args:
        folder: its top.
        environ: the environment to take a few things from.
    """

    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        self.folder = folder
        self._program = shutil.which("git", path=environ.get("PATH", os.defpath))
        self._environ = {name: environ[name] for name in _PASSED_ON if environ.get(name)}
        self._environ |= {
            "LC_ALL": "C",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "",
            "SSH_ASKPASS": "",
            "GIT_EDITOR": "true",
            "GIT_LITERAL_PATHSPECS": "1",
            "GIT_OPTIONAL_LOCKS": "0",
        }
        self._ssh = ""
        self._trees: dict[str, Tree] = {}
        if self._program is None:
            raise LuminairError(
                "Git is not on this machine, and `sync` works through it; install it (on a Mac: "
                "`xcode-select --install`)."
            )
        if sys.platform == "darwin" and self._program == "/usr/bin/git":
            # Without Apple's tools this one opens a window instead of working.
            found = subprocess.run(
                ["/usr/bin/xcode-select", "-p"], capture_output=True, check=False
            )
            if found.returncode:
                raise LuminairError(
                    "Git is not on this Mac, and `sync` works through it; type `xcode-select "
                    "--install`."
                )

    # --- Running it ----------------------------------------------------------------------------

    def run(
        self,
        *words: str,
        given: bytes = b"",
        fails: bool = True,
        extra: Mapping[str, str] | None = None,
        timeout_s: float = _LOCAL_S,
    ) -> bytes:
        """What git prints.

        Args:
            words: the command and its options.
            given: its standard input.
            fails: whether the exit codes 1 and 2, by which git says no, raise; else what was
                printed is the answer.
            extra: more environment.
            timeout_s: after this it is ended.

        Raises:
            GitFailed: it ended with an error, or took too long.
            VaultMissing: the folder went away meanwhile.
        """
        options = [word for name, value in _OPTIONS.items() for word in ("-c", f"{name}={value}")]
        try:
            child = subprocess.Popen(  # noqa: S603 a fixed program, its words are ours
                [str(self._program), *options, *words],
                cwd=self.folder,
                env={**self._environ, **(extra or {})},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            if self.folder.is_dir():
                raise
            raise VaultMissing(
                f"The Journal '{self.folder}' went away while it was shared; bring it back and "
                "sync again, which goes on where this one stopped."
            ) from error
        try:
            out, err = child.communicate(given, timeout=timeout_s)
        except subprocess.TimeoutExpired:
            _end(child)
            raise GitFailed(
                f"Git took over {timeout_s:.0f} s and was ended; try again later."
            ) from None
        except BaseException:
            _end(child)
            raise
        if child.returncode and (fails or child.returncode not in _NO):
            told = err.decode("utf-8", "replace")
            raise GitFailed(sentence_for(words[0], told), told)
        return out

    def text(self, *words: str, fails: bool = True) -> str:
        """What git prints, as text without its last line end."""
        return self.run(*words, fails=fails).decode("utf-8", "surrogateescape").rstrip("\n")

    def over_network(self, *words: str, extra: Mapping[str, str] | None = None) -> bytes:
        """The same for what goes to the remote."""
        if not self._ssh:
            own = self.text("config", "--global", "--includes", "core.sshCommand", fails=False)
            self._ssh = f"{own or 'ssh'} -o BatchMode=yes -o ConnectTimeout=15"
        ssh = {"GIT_SSH_COMMAND": self._ssh}
        return self.run(*words, extra={**(extra or {}), **ssh}, timeout_s=NETWORK_S)

    # --- Commits and trees ---------------------------------------------------------------------

    def commit_at(self, name: str) -> str:
        """The commit that a name means, or ''."""
        return self.text(
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            f"{name}^{{commit}}",
            fails=False,
        )

    def tree(self, commit: str) -> Tree:
        """The files of a commit, which its callers leave as they are; none for ''."""
        if commit in self._trees:
            return self._trees[commit]
        found: Tree = {}
        if commit:
            for line in self.run("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0"):
                if line:
                    head, _, path = line.partition(b"\t")
                    mode, _, sha = head.decode("ascii").split(" ")
                    found[path.decode("utf-8", "surrogateescape")] = Blob(mode, sha)
        if len(commit) >= len(NO_COMMIT):  # a name such as HEAD means another one tomorrow
            self._trees[commit] = found
        return found

    def bytes_of(self, shas: Iterable[str]) -> dict[str, bytes]:
        """The bytes of several blobs."""
        wanted = list(dict.fromkeys(shas))
        found: dict[str, bytes] = {}
        if not wanted:
            return found
        told = self.run("cat-file", "--batch", given="".join(f"{sha}\n" for sha in wanted).encode())
        at = 0
        for sha in wanted:
            end = told.index(b"\n", at)
            size = told[at:end].split(b" ")[-1]
            if not size.isdigit():
                raise GitFailed(
                    f"The repository in '{self.folder}' lacks {sha[:12]}; run `git fsck` there."
                )
            found[sha] = told[end + 1 : end + 1 + int(size)]
            at = end + 2 + int(size)
        return found

    def keep(self, data: bytes) -> str:
        """Keeps bytes in the repository, as they are; what names them."""
        return self.run("hash-object", "-w", "--stdin", given=data).decode().strip()

    def keep_files(self, paths: Sequence[str]) -> list[str]:
        """The same for files below the folder."""
        plain = [path for path in paths if "\n" not in path]
        given = "".join(f"{path}\n" for path in plain)
        told = self.run(
            "hash-object", "-w", "--no-filters", "--stdin-paths", given=os.fsencode(given)
        ) if plain else b""  # fmt: skip
        names = dict(zip(plain, told.decode().split(), strict=True))
        return [
            names[path] if path in names else self.keep((self.folder / path).read_bytes())
            for path in paths
        ]

    def commit(
        self, tree: Tree, parents: Sequence[str], message: str, *, who: Mapping[str, str]
    ) -> str:
        """Makes a commit that no branch holds yet.

        Args:
            tree: its files.
            parents: in order.
            message: for people.
            who: the variables by which git names author, committer and times.
        """
        index = {"GIT_INDEX_FILE": str(self.own / "luminair-index")}
        with suppress(FileNotFoundError):
            (self.own / "luminair-index").unlink()
        self.run("update-index", "-z", "--index-info", given=_entries(tree.items()), extra=index)
        name = self.run("write-tree", extra=index).decode().strip()
        (self.own / "luminair-index").unlink(missing_ok=True)
        words = [word for parent in parents for word in ("-p", parent)]
        made = self.run("commit-tree", name, *words, "-F", "-", given=message.encode(), extra=who)
        return made.decode().strip()

    def set_index(self, before: Tree, after: Tree) -> None:
        """Lets the owner's index say the same as the new commit, of all that changed."""
        changed: list[tuple[str, Blob | None]] = [
            (path, after.get(path))
            for path in {**before, **after}
            if before.get(path) != after.get(path)
        ]
        self.run("update-index", "-z", "--index-info", given=_entries(changed))
        self.run("update-index", "-q", "--refresh", fails=False)

    @cached_property
    def own(self) -> Path:
        """Git's own folder of this worktree."""
        return Path(self.text("rev-parse", "--absolute-git-dir"))


def _entries(files: Iterable[tuple[str, Blob | None]]) -> bytes:
    lines = [
        os.fsencode(f"{blob.mode} {blob.sha}\t{path}" if blob else f"0 {NO_COMMIT}\t{path}")
        for path, blob in files
    ]
    return b"".join(line + b"\0" for line in lines)


def _end(child: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.communicate()
