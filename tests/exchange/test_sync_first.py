"""The first sync of a vault: which address, which history, and what it says of an address."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError, Refused
from luminair.exchange.git_words import sentence_for
from luminair.exchange.sync_driver import connect
from tests.exchange.cloning import environ_of, git, settle, two_machines

if TYPE_CHECKING:
    from pathlib import Path


def test_two_vaults_that_never_met_come_together(tmp_path: Path) -> None:
    ana, ben = two_machines(tmp_path)
    try:
        ana.write("Notes/A.md", "Alpha.\n")
        ben.write("Notes/B.md", "Beta.\n")
        settle(ana, ben)
        assert set(ana.files()) == set(ben.files()) == {"Notes/A.md", "Notes/B.md"}
    finally:
        ana.close()
        ben.close()


def test_an_empty_vault_and_an_empty_repository(tmp_path: Path) -> None:
    ana, ben = two_machines(tmp_path)
    try:
        assert ana.sync().lack == ""
        settle(ana, ben)
    finally:
        ana.close()
        ben.close()


def test_the_first_time_an_address_is_enough(tmp_path: Path) -> None:
    remote = tmp_path / "shared.git"
    remote.mkdir()
    git(remote, "init", "-q", "--bare", "-b", "trunk")
    vault = tmp_path / "ana" / "vault"
    vault.mkdir(parents=True)
    environ = environ_of(vault.parent)
    assert connect(vault, environ, str(remote))
    assert not connect(vault, environ, str(remote))
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    git(vault, *who, "commit", "-q", "--allow-empty", "-m", "First")
    git(vault, "push", "-q", "origin", "main")
    with pytest.raises(Refused, match=r"vault' is shared with .* already; .* `git -C /"):
        connect(vault, environ, "https://ana:token@example.org/other.git")
    for bad in ("", "--upload-pack=evil", "ext::sh -c evil"):
        with pytest.raises(Refused, match="no address"):
            connect(vault, environ, bad)
    assert not (vault / ".git" / "hooks").exists()


@pytest.mark.parametrize(
    ("address", "cause"),
    [
        ("/nowhere/at/all.git", "no repository at the remote's address"),
        ("http://ana:token@127.0.0.1:9/none.git", "cannot be reached"),
        ("ana@host.invalid:none.git", "`ssh` is not on this machine"),
    ],
)
def test_an_address_that_does_not_answer_is_not_kept(
    tmp_path: Path, address: str, cause: str
) -> None:
    remote = tmp_path / "shared.git"
    remote.mkdir()
    git(remote, "init", "-q", "--bare")
    vault = tmp_path / "vault"
    vault.mkdir()
    programs = tmp_path / "bin"  # git, and no ssh
    programs.mkdir()
    (programs / "git").symlink_to(shutil.which("git") or "git")
    environ = {**environ_of(tmp_path), "PATH": str(programs)}
    with pytest.raises(LuminairError, match="did not answer, so nothing was written") as caught:
        connect(vault, environ, address)
    assert cause in str(caught.value)
    assert "token" not in str(caught.value)
    assert list(vault.iterdir()) == []
    # One that was set up and never worked gives way to one that answers.
    git(vault, "init", "-q")
    git(vault, "remote", "add", "origin", "/nowhere/else.git")
    assert connect(vault, environ, str(remote))
    assert git(vault, "remote", "get-url", "origin").strip() == str(remote)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("ssh: Could not resolve hostname gibt.example: Name or service not known", "No machine"),
        ("error: cannot run ssh: No such file or directory\nfatal: unable to fork", "`ssh` is not"),
        ("Host key verification failed.", "look at its key"),
        ("git@h: Permission denied (publickey).", "refused the sign-in"),
    ],
)
def test_the_true_cause_is_told(told: str, said: str) -> None:
    assert said in sentence_for("ls-remote", told)


def test_another_machine_with_another_branch_name_meets_the_first(tmp_path: Path) -> None:
    ana, ben = two_machines(tmp_path)
    try:
        git(ben.vault, "symbolic-ref", "HEAD", "refs/heads/master")
        ana.write("Notes/A.md", "Alpha.\n")
        ben.write("Notes/B.md", "Beta.\n")
        settle(ana, ben)
        assert set(ana.files()) == {"Notes/A.md", "Notes/B.md"}
        assert git(tmp_path / "shared.git", "branch", "--list").split() == ["*", "main"]
    finally:
        ana.close()
        ben.close()
