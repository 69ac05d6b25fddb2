"""What sync refuses, in a sentence, and that nothing of a repository runs."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from luminair.errors import LuminairError, Refused
from tests.exchange.cloning import Machine, environ_of, git, settle

if TYPE_CHECKING:
    from pathlib import Path


def refusal(machine: Machine) -> str:
    with pytest.raises(Refused) as caught:
        machine.sync()
    return str(caught.value)


def test_no_remote(tmp_path: Path) -> None:
    alone = Machine(tmp_path / "alone", None, at=datetime(2026, 8, 25, tzinfo=UTC), seed=1)
    alone.write("Notes/A.md", "Alpha.\n")
    done = alone.sync()
    assert "has no remote" in done.lack
    assert "Notes/A.md" in alone.git.tree("HEAD")
    alone.close()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://127.0.0.1:9/none.git", "cannot be reached"),
        ("/nowhere/at/all.git", "no repository at the remote's address"),
        ("ext::sh -c 'touch hacked'", ""),
    ],
)
def test_a_remote_that_does_not_answer(pair, address: str, said: str) -> None:
    ana, _ = pair
    git(ana.vault, "remote", "set-url", "origin", address)
    ana.write("Notes/A.md", "Alpha.\n")
    done = ana.sync()
    assert said in done.lack
    assert done.lack.endswith(".")
    assert not done.sent
    assert "Notes/A.md" in ana.git.tree("HEAD")
    assert not (ana.vault / "hacked").exists()


def test_a_sign_in_that_is_refused(pair) -> None:
    import http.server
    import threading

    class Guard(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="git"')
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    ana, _ = pair
    server = http.server.HTTPServer(("127.0.0.1", 0), Guard)
    thread = threading.Thread(target=server.serve_forever)  # noqa: TID251
    thread.start()
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}/journal.git"
        git(ana.vault, "remote", "set-url", "origin", address)
        done = ana.sync()
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert "refused the sign-in" in done.lack


def test_a_detached_head(pair) -> None:
    ana, _ = pair
    git(ana.vault, "checkout", "-q", "--detach")
    assert "no branch" in refusal(ana)


def test_a_rebase_under_way(pair) -> None:
    ana, _ = pair
    (ana.vault / ".git" / "rebase-merge").mkdir()
    assert "A rebase is under way" in refusal(ana)


def test_a_merge_under_way(pair) -> None:
    ana, _ = pair
    head = git(ana.vault, "rev-parse", "HEAD")
    (ana.vault / ".git" / "MERGE_HEAD").write_text(head)
    assert "A merge is under way" in refusal(ana)


def test_no_repository_and_one_around_the_vault(tmp_path: Path) -> None:
    from luminair.exchange.git import Git
    from luminair.exchange.git_state import branch_of

    inner = tmp_path / "code" / "Journal"
    inner.mkdir(parents=True)
    with pytest.raises(Refused, match="no git repository; `luminair-journal sync --to"):
        branch_of(Git(inner, environ_of(tmp_path)))
    git(inner.parent, "init", "-q")
    with pytest.raises(Refused, match="lies inside the repository"):
        branch_of(Git(inner, environ_of(tmp_path)))


def test_no_git(tmp_path: Path) -> None:
    from luminair.exchange.git import Git

    with pytest.raises(LuminairError, match="Git is not on this machine"):
        Git(tmp_path, {"PATH": str(tmp_path), "HOME": str(tmp_path)})


def test_another_git_at_work(pair) -> None:
    ana, _ = pair
    (ana.vault / ".git" / "index.lock").touch()
    ana.write("Notes/A.md", "Alpha.\n")
    with pytest.raises(LuminairError, match="Another git program is at work"):
        ana.sync()
    (ana.vault / ".git" / "index.lock").unlink()
    assert ana.sync().sent
    assert git(ana.vault, "status", "--short") == ""


def test_two_syncs_at_once(pair) -> None:
    ana, _ = pair

    def again(step: str) -> None:
        if step == "look":
            assert "under way" in refusal(ana)

    assert ana.sync(again).sent


def test_a_vault_that_is_empty_all_at_once(pair) -> None:
    ana, _ = pair
    for number in range(4):
        ana.write(f"Notes/{number}.md", f"Note {number}.\n")
    ana.sync()
    for path in ana.files():
        (ana.vault / path).unlink()
    assert "None of the 5 notes" in refusal(ana)


def test_a_note_that_only_the_cloud_holds_is_not_taken_for_removed(pair) -> None:
    ana, ben = pair
    ana.journal.add(title="Second", body="Text.")
    path = "Notes/Second.md"
    settle(ana, ben)
    (ana.vault / path).rename(ana.vault / "Notes" / ".Second.md.icloud")
    done = ana.sync()
    assert done.left_alone == {path: "only iCloud has it at the moment"}
    ben.sync()
    assert path in ben.files()


def test_hidden_files_that_both_changed_are_left_to_git(pair) -> None:
    ana, ben = pair
    ana.write(".obsidian/app.json", "{}\n")
    git(ana.vault, "add", ".obsidian")
    git(ana.vault, "commit", "-qm", "obsidian")
    settle(ana, ben)
    assert (ben.vault / ".obsidian/app.json").read_text() == "{}\n"
    ana.write(".obsidian/app.json", '{"a": 1}\n')
    git(ana.vault, "commit", "-qam", "more")
    ana.sync()
    ben.write(".obsidian/app.json", '{"b": 2}\n')
    assert "hidden files are not brought together" in refusal(ben)
    assert (ben.vault / ".obsidian/app.json").read_text() == '{"b": 2}\n'


# --- Nothing of a repository runs ----------------------------------------------------------------


def test_no_hook_monitor_filter_or_prompt_of_a_repository_runs(pair, tmp_path: Path) -> None:
    ana, ben = pair
    ran = tmp_path / "ran"
    script = tmp_path / "evil"
    script.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    script.chmod(0o755)
    hooks = ana.vault / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    names = ("pre-commit", "post-commit", "pre-push", "post-checkout", "post-merge",
             "reference-transaction", "post-index-change", "prepare-commit-msg")  # fmt: skip
    for name in names:
        (hooks / name).write_bytes(script.read_bytes())
        (hooks / name).chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "core.editor", "core.askPass", "gpg.program",
                "diff.external", "core.sshCommand", "filter.x.process", "core.gitProxy",
                "remote.origin.uploadpack", "remote.origin.receivepack"):  # fmt: skip
        git(ana.vault, "config", key, str(script))
    git(ana.vault, "config", "commit.gpgSign", "true")
    ben.journal.add(title="From Ben", body="Beta.")
    ben.sync()
    ana.journal.add(title="From Ana", body="Alpha.")
    done = ana.sync()
    assert done.sent, done.lack
    assert not ran.exists()


def test_a_filter_on_notes_is_refused_and_not_run(pair, tmp_path: Path) -> None:
    ana, _ = pair
    ran = tmp_path / "ran"
    git(ana.vault, "config", "filter.crypt.clean", f"touch {ran}; cat")
    ana.write(".gitattributes", "*.md filter=crypt\n")
    ana.write("Notes/A.md", "Alpha.\n")
    assert "the filter 'crypt'" in refusal(ana)
    assert not ran.exists()


def test_a_tree_that_leads_out_of_the_vault_is_refused(pair, tmp_path: Path) -> None:
    _, ben = pair
    evil = tmp_path / "evil"
    git(tmp_path, "clone", "-q", str(tmp_path / "shared.git"), str(evil))
    sha = subprocess.run(
        ["git", "-C", str(evil), "hash-object", "-w", "--stdin"],
        input=b"evil\n", capture_output=True, check=True, env=environ_of(tmp_path),
    ).stdout.decode().strip()  # fmt: skip
    link = f"120000 blob {sha}\tNotes.md"
    tree = subprocess.run(
        ["git", "-C", str(evil), "mktree"],
        input=f"{link}\n".encode(), capture_output=True, check=True, env=environ_of(tmp_path),
    ).stdout.decode().strip()  # fmt: skip
    head = git(evil, "rev-parse", "HEAD")
    made = git(evil, "-c", "user.name=e", "-c", "user.email=e@e", "commit-tree", tree,
               "-p", head, "-m", "x")  # fmt: skip
    git(evil, "push", "-q", "origin", f"{made}:refs/heads/main")
    before = ben.files()
    assert "a link or a repository of its own" in refusal(ben)
    assert ben.files() == before
