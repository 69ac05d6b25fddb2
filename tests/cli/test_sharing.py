"""`luminair-journal sync`, `merge-driver` and `export`."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def remote(tmp_path: Path, person: Path) -> Path:
    folder = tmp_path / "shared.git"
    path = os.environ["PATH"]  # noqa: TID251 where git is
    subprocess.run(
        ["git", "init", "-q", "--bare", "-b", "main", str(folder)],
        check=True, env={"PATH": path, "HOME": str(person)},
    )  # fmt: skip
    return folder


def test_the_first_sync_and_the_next(run, remote, home) -> None:
    note = run.json("add", "--title", "Retry", "--body", "Three times.")
    done = run("sync", "--to", str(remote))
    assert done.code == 0, done.err
    assert "From here, 3 files:" in done.out
    assert note["path"] in done.out
    assert "The Journal and 'origin', branch main are the same." in done.out
    told = run.json("sync")
    assert told["committed"] == told["came"] == []
    assert told["sent"] is True
    assert told["lack"] is None
    driver = (run.vault / ".git/config").read_text()
    assert "merge-driver %O %A %B %P" in driver
    assert os.access(home / "bin" / "luminair-journal", os.X_OK)


def test_what_a_cloud_drive_left_is_named_too(run, remote) -> None:
    path = run.json("add", "--title", "Retry", "--body", "Three times.")["path"]
    copy = "Notes/Retry (Ben's conflicted copy 2026-08-25).md"
    run.write(copy, (run.vault / path).read_bytes().replace(b"Three", b"Four"))
    done = run("sync", "--to", str(remote))
    assert (
        f"`luminair-journal merge --copies` brings them and their notes together:\n  {copy}\n"
        in (done.out)
    )
    assert run("merge", "--copies").code == 0
    told = run.json("sync")
    assert told["conflict_copies"] == []
    assert copy in told["committed"]


def test_without_a_repository_or_a_remote(run, remote) -> None:
    run.add("Retry")
    assert "is no git repository; `luminair-journal sync --to ADDRESS`" in run("sync").sentence
    run("sync", "--to", str(remote))
    subprocess.run(["git", "-C", str(run.vault), "remote", "remove", "origin"], check=True)
    done = run("sync")
    assert done.code == 1
    assert "has no remote" in done.err
    assert run.json("sync")["lack"].startswith("The repository has no remote")


def test_a_model_does_not_sync(run, remote, monkeypatch) -> None:
    run.add("Retry")
    monkeypatch.setenv("CLAUDECODE", "1")
    assert "Only the owner can sync" in run("sync", "--to", str(remote)).sentence
    assert not (run.vault / ".git").exists()


def test_two_versions_wait_in_review_and_the_doctor_names_them(run, remote, tmp_path) -> None:
    path = run.json("add", "--title", "Retry", "--body", "Three times.")["path"]
    run("sync", "--to", str(remote))
    other = tmp_path / "other"
    name = ["-c", "user.name=o", "-c", "user.email=o@o"]
    subprocess.run(["git", "clone", "-q", str(remote), str(other)], check=True)
    for folder, words in ((other, "Four times."), (run.vault, "Five times.")):
        file = folder / path
        file.write_text(file.read_text().replace("Three times.", words))
    subprocess.run(["git", "-C", str(other), *name, "commit", "-qam", "x"], check=True)
    subprocess.run(["git", "-C", str(other), "push", "-q"], check=True)
    done = run("sync")
    assert done.code == 0
    assert "choose between the versions in:" in done.out
    doctor = run("doctor")
    assert doctor.code == 1
    assert f"{path}: holds two versions of the text at its top, from a sync" in doctor.out
    (waiting,) = run.json("review")["proposals"]
    assert waiting["kind"] == "torn"
    assert run("review", "--approve", waiting["id"]).code == 0
    assert "Two versions" not in (run.vault / path).read_text()
    assert path in run.json("sync")["committed"]


def test_the_driver_merges_a_file(run, tmp_path) -> None:
    files = [tmp_path / name for name in ("base", "ours", "theirs")]
    for file, text in zip(
        files, ("# T\n\na\n", "# T\n\na\n\n## B\n\nb\n", "# T\n\nA\n"), strict=True
    ):
        file.write_text(text)
    assert run("merge-driver", *map(str, files), "Notes/x.md").code == 0
    assert files[1].read_text() == "# T\n\nA\n\n## B\n\nb\n"
    for file, data in zip(files, (b"0", b"1", b"2"), strict=True):
        file.write_bytes(data)
    assert "choose one by hand" in run("merge-driver", *map(str, files), "x.png").sentence


def test_export(run, tmp_path) -> None:
    run.add("Retry")
    target = tmp_path / "out"
    done = run("export", str(target))
    assert done.code == 0
    assert done.out == f"Copied to {target}: 1 file of the Journal and 0 sessions.\n"
    assert (target / "Journal" / "Notes" / "Retry.md").read_bytes() == (
        run.vault / "Notes" / "Retry.md"
    ).read_bytes()
    kept = (target / "Journal" / ".luminair").iterdir()
    assert [each.name for each in kept] == ["settings.json"], "what may ride is told along"
    assert "something at" in run("export", str(target)).sentence
    told = run.json("export", str(tmp_path / "again"))
    assert (told["files"], told["sessions"]) == (1, 0)
    assert told["left_out"] == told["masked"] == []


def test_export_of_one_of_the_two(run, tmp_path) -> None:
    run.add("Retry")
    assert run("export", str(tmp_path / "a"), "--only", "notes").out.endswith(
        ": 1 file of the Journal.\n"
    )
    assert not (tmp_path / "a" / "Sessions").exists()
    assert run("export", str(tmp_path / "b"), "--only", "sessions").out.endswith(": 0 sessions.\n")
    assert not (tmp_path / "b" / "Journal").exists()
    assert "notes or sessions" in run("export", str(tmp_path / "c"), "--only", "all").sentence


def test_a_journal_that_is_gone_is_not_exported_empty(run, tmp_path) -> None:
    run.add("Retry")
    run.vault.rename(run.vault.with_name("gone"))
    sentence = run("export", str(tmp_path / "out")).sentence
    assert str(run.vault) in sentence
    assert not (tmp_path / "out").exists()
