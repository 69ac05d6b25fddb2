"""``sync``: the vault over git, so that neither side's lines are lost (spec 14).

1. What stands in the folder is committed, as it is.
2. The other side is fetched, and where both went on, the two are brought together by our own rules
   (``sync_trees``) into a commit that no branch holds yet.
3. That commit is written down (``luminair-sync`` in git's folder), then brought into the folder
   through the Journal's door, then the branch is set to it.
4. It is sent. Where somebody was faster, from 2 on again.

Killed at any moment, all of it is there: the folder's own state is a commit before anything else
happens, and a step 3 that was cut short is finished by the next sync. Two machines that bring the
same two commits together make the very same commit, whoever does it.

No merge driver is needed for any of this: git's own merge cannot follow a note to another file,
and would leave a note that one side removed and the other changed to the person. For those who
pull by hand, ``merge-driver`` gives git the same rules for one file (``sync_driver``).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from luminair.errors import LockBusy, LuminairError, Refused
from luminair.exchange.git import Git, GitFailed, Tree
from luminair.exchange.git_state import branch_of
from luminair.exchange.sync_local import look, make_ignore
from luminair.exchange.sync_seconding import hold
from luminair.exchange.sync_trees import join, travels
from luminair.exchange.sync_writing import check_places, write
from luminair.files import lock, write_atomic
from luminair.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from pathlib import Path

    from luminair.journal import Journal

_ROUNDS: Final = 5
"""How often somebody else may be faster before it is given up."""
_PENDING: Final = "luminair-sync"
_OURS: Final = "Luminair Journal", "journal@luminair.invalid"


@dataclass(slots=True)
class Synced:
    """What a sync did.

    Attributes:
        branch: which one.
        remote: its name, '' for none.
        committed: files that were new, changed or gone here.
        came: files that are other than they were here before.
        sent: whether the remote has all of it.
        torn: files in which two versions of something stand.
        copies: conflict copies that were made.
        held: rules of others that wait for a second person's yes.
        left_alone: files that were not shared: why, by path.
        operations: of the Journal, for undo.
        commit: the last one.
        lack: why nothing was exchanged, a sentence, or ''.
    """

    branch: str = ""
    remote: str = ""
    committed: list[str] = field(default_factory=list)
    came: list[str] = field(default_factory=list)
    sent: bool = False
    torn: list[str] = field(default_factory=list)
    copies: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    left_alone: dict[str, str] = field(default_factory=dict)
    operations: list[str] = field(default_factory=list)
    commit: str = ""
    lack: str = ""


def sync(
    journal: Journal,
    environ: Mapping[str, str],
    *,
    now: Callable[[], datetime],
    machine: str,
    step: Callable[[str], None] = lambda _: None,
) -> Synced:
    """Shares the vault with its remote; the vault's own state is safe whatever happens on the way.

    Args:
        journal: the vault.
        environ: the environment; git gets a few things of it.
        now: the clock, aware.
        machine: what this machine is called, for the commit's words.
        step: told before each step; for tests.

    Returns:
        What was done. Where the remote could not be used, ``lack`` says why, and all that stood
        here is committed.

    Raises:
        Refused: the repository is in no state for it; nothing was done.
        LuminairError: git or the disk failed; what was committed stays.
    """
    git = Git(journal.root, environ)
    branch = branch_of(git)
    try:
        with lock(git.own / "luminair-sync.lock", 0.0):
            work = _Sync(journal, git, branch, now, machine, step)
            return work.done()
    except LockBusy as error:
        if "luminair-sync" not in str(error):
            raise
        raise Refused("A sync of this Journal is under way; wait until it has ended.") from error


class _Sync:
    def __init__(
        self,
        journal: Journal,
        git: Git,
        branch: str,
        now: Callable[[], datetime],
        machine: str,
        step: Callable[[str], None],
    ) -> None:
        self._journal, self._git, self._now = journal, git, now
        self._machine, self._step = machine, step
        self._told = Synced(branch)
        self._start: Tree = {}

    def done(self) -> Synced:
        told, git = self._told, self._git
        self._finish()
        make_ignore(git.folder)
        told.commit = self._commit_local()
        self._start = git.tree(told.commit)
        told.remote, target = self._remote()
        if not told.remote:
            told.lack = (
                "The repository has no remote, so the Journal is committed on this machine alone; "
                "`luminair-journal sync --to ADDRESS` names one."
            )
            return told
        try:
            self._exchange(target)
            told.held = hold(self._journal, git, self._start, told.commit)
            if told.held:
                told.commit = self._commit_local()
                self._exchange(target)
        except GitFailed as error:
            told.lack = f"{str(error).rstrip()} What stands here is committed and goes along then."
        return told

    # --- What stands here ----------------------------------------------------------------------

    def _commit_local(self) -> str:
        git, told = self._git, self._told
        head = git.commit_at("HEAD")
        before = git.tree(head)
        self._step("look")
        found = look(git, before)
        told.left_alone = found.left_alone
        told.committed = sorted(path for path in found.changed if travels(path))
        if found.tree == before and (head or not found.tree):
            return head
        count = len(told.committed)
        words = f"Journal: {counted(count, 'file')} changed on {self._machine}\n"
        self._step("commit")
        made = git.commit(found.tree, [head] if head else [], words, who=self._who())
        self._pend(head, made, "local")
        self._step("branch")
        self._set_branch(made, head)
        self._step("index")
        git.set_index(before, found.tree)
        self._unpend()
        return made

    def _who(self) -> dict[str, str]:
        """The owner as git knows them, else by the machine's name."""
        name = self._git.text("config", "user.name", fails=False) or self._machine
        mail = self._git.text("config", "user.email", fails=False) or "journal@luminair.invalid"
        now = self._now()
        # As seconds since 1970: git reads no year after 2099, and a clock may say anything.
        at = f"@{max(0, int(now.timestamp()))} {now:%z}"
        return _people(name, mail, at)

    def _set_branch(self, commit: str, before: str) -> None:
        ref = f"refs/heads/{self._told.branch}"
        self._git.run("update-ref", "-m", "luminair-journal sync", ref, commit, before or "0" * 40)

    # --- The other side ------------------------------------------------------------------------

    def _remote(self) -> tuple[str, str]:
        """The remote and its branch."""
        git, branch = self._git, self._told.branch
        names = git.text("remote").split()
        set_up = git.text("config", f"branch.{branch}.remote", fails=False)
        name = next((each for each in (set_up, "origin", *names) if each in names), "")
        target = git.text("config", f"branch.{branch}.merge", fails=False)
        return name, target.removeprefix("refs/heads/") if set_up == name else ""

    def _exchange(self, target: str) -> None:
        told, git = self._told, self._git
        self._step("ask")
        target = target or self._their_branch()
        for _ in range(_ROUNDS):
            self._step("fetch")
            theirs = self._fetch(target)
            if theirs and theirs != told.commit:
                self._take(theirs)
            if theirs == told.commit:
                told.sent = True
                break
            self._step("send")
            try:
                git.over_network(
                    "push", "--quiet", "--no-verify", "--receive-pack=git-receive-pack",
                    told.remote, f"{told.commit}:refs/heads/{target}",
                )  # fmt: skip
            except GitFailed as error:
                if "fetch first" in error.told or "non-fast-forward" in error.told:
                    continue
                raise
            told.sent = True
            git.run("update-ref", f"refs/remotes/{told.remote}/{target}", told.commit)
            break
        else:
            raise GitFailed("Others keep changing the Journal at this moment; sync again soon.")
        self._remember(target)

    def _their_branch(self) -> str:
        """The branch that the remote calls its own, where none was set up here."""
        told = self._git.over_network(
            "ls-remote", "--upload-pack=git-upload-pack", "--symref", self._told.remote, "HEAD"
        ).decode("utf-8", "replace")
        for line in told.splitlines():
            if line.startswith("ref: refs/heads/"):
                return line.removeprefix("ref: refs/heads/").partition("\t")[0]
        return self._told.branch

    def _fetch(self, target: str) -> str:
        told, git = self._told, self._git
        ref = f"refs/remotes/{told.remote}/{target}"
        try:
            git.over_network(
                "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-auto-gc",
                "--upload-pack=git-upload-pack", told.remote, f"+refs/heads/{target}:{ref}",
            )  # fmt: skip
        except GitFailed as error:
            if "couldn't find remote ref" in error.told.lower():
                return ""
            raise
        return git.commit_at(ref)

    def _remember(self, target: str) -> None:
        git, branch, remote = self._git, self._told.branch, self._told.remote
        if not git.text("config", f"branch.{branch}.remote", fails=False):
            git.run("config", f"branch.{branch}.remote", remote)
            git.run("config", f"branch.{branch}.merge", f"refs/heads/{target}")

    # --- Both together -------------------------------------------------------------------------

    def _take(self, theirs: str) -> None:
        """Brings the other side's commit together with ours."""
        git, ours = self._git, self._told.commit
        bases = self._bases(ours, theirs)
        if bases == [theirs]:
            return  # all of it is here
        after = git.tree(theirs)
        commit = theirs
        if bases != [ours]:
            self._step("join")
            joined = join(self._common(bases), git.tree(ours), after, git)
            self._told.torn = sorted({*self._told.torn, *joined.torn})
            self._told.copies = sorted({*self._told.copies, *joined.copies})
            after = joined.tree
            commit = self._joint_commit(ours, theirs, after)
        before = git.tree(ours)
        check_places(git.folder, before, after, git.bytes_of)
        self._step("pending")
        self._pend(ours, commit, "planned")
        self._bring(before, after, ours, commit)

    def _bases(self, one: str, other: str) -> list[str]:
        found = self._git.text("merge-base", "--all", one, other, fails=False) if one else ""
        return sorted(found.split()) if one else [one]

    def _common(self, bases: list[str]) -> Tree:
        """What both began with; of several beginnings what they come to together."""
        git = self._git
        if not bases:
            return {}
        first, *rest = bases
        tree = git.tree(first)
        for each in rest:
            tree = join(self._common(self._bases(first, each)), tree, git.tree(each), git).tree
        return tree

    def _joint_commit(self, ours: str, theirs: str, tree: Tree) -> str:
        """The commit of both, the same on whichever machine it is made."""
        first, second = sorted((ours, theirs))
        times = self._git.text("show", "-s", "--format=%ct", first, second).split()
        at = f"@{max(map(int, times))} +0000"
        words = "Journal: both sides brought together\n"
        return self._git.commit(tree, [first, second], words, who=_people(*_OURS, at))

    def _bring(self, before: Tree, after: Tree, ours: str, commit: str) -> None:
        """Writes into the folder, then sets the branch; what a kill leaves is done by the next."""
        git, told = self._git, self._told
        self._step("write")
        operation = write(self._journal, git, before, after, f"sync with {told.remote or 'git'}")
        if operation:
            told.operations.append(operation)
        self._pend(ours, commit, "written")
        self._settle(before, after, ours, commit)

    def _settle(self, before: Tree, after: Tree, ours: str, commit: str) -> None:
        """Sets the branch to what the folder holds already."""
        git, told = self._git, self._told
        self._step("set")
        self._set_branch(commit, ours)
        self._step("index again")
        git.set_index(before, after)
        self._step("clean up")
        self._unpend()
        told.commit = commit
        told.came = sorted(
            path
            for path in {**self._start, **after}
            if travels(path) and self._start.get(path) != after.get(path)
        )

    # --- What a kill leaves --------------------------------------------------------------------

    def _pend(self, ours: str, commit: str, how: str) -> None:
        """Writes down what is about to be: from which commit to which, and how far it is."""
        told = {"from": ours, "to": commit, "how": how}
        write_atomic(self._git.own / _PENDING, json.dumps(told).encode())

    def _unpend(self) -> None:
        (self._git.own / _PENDING).unlink(missing_ok=True)

    def _finish(self) -> None:
        """Finishes what an earlier sync began and could not end."""
        git = self._git
        file: Path = git.own / _PENDING
        try:
            told = json.loads(file.read_bytes())
            ours, commit, how = str(told["from"]), str(told["to"]), str(told["how"])
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LuminairError(
                f"'{file}' cannot be read, so what the last sync came to is not known; remove it "
                "and sync again."
            ) from error
        head = git.commit_at("HEAD")
        before, after = git.tree(ours), git.tree(commit)
        self._start = before
        if head == commit:
            git.set_index(before, after)
        elif head == ours and how == "planned":
            self._bring(before, after, ours, commit)
        elif head == ours and how == "written":
            self._settle(before, after, ours, commit)
        # Else a commit of what stood here is made anew, or somebody went on with git meanwhile:
        # what the remote has is fetched again.
        self._unpend()


def _people(name: str, mail: str, at: str) -> dict[str, str]:
    return {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", name), ("EMAIL", mail), ("DATE", at))
    }
