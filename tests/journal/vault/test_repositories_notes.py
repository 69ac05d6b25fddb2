"""By what a repository is known elsewhere, and which notes a session in it sees."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import pytest

from luminair.journal.projects import Place, visible
from luminair.journal.vault.git_folders import is_commit, normalised_origin
from luminair.journal.vault.repositories import Repositories
from tests.journal.made_notes import made
from tests.journal.vault.made_repositories import git, repository

if TYPE_CHECKING:
    from pathlib import Path


# --- Origin and root commit -------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "git@github.com:acme/harbor.git",
        "ssh://git@github.com/acme/harbor",
        "ssh://git@GitHub.com:22/acme/harbor.git",
        "https://github.com/acme/harbor.git",
        "https://anna:token@github.com/Acme/Harbor/",
        "https://github.com:443/acme/harbor",
        "git://github.com/acme/harbor.git",
        "git+ssh://git@github.com/acme/harbor.git",
        "  https://github.com/acme/harbor?x=1#y ",
        "github.com/acme/harbor",
    ],
)
def test_one_origin_has_one_form(address: str) -> None:
    assert normalised_origin(address) == "github.com/acme/harbor"
    assert normalised_origin(normalised_origin(address)) == normalised_origin(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/srv/git/x.git",
        "../x",
        "./x",
        "~/x",
        "file:///srv/x",
        r"C:\code\x",
        "C:/code/x",
        "name",
    ],
)
def test_a_path_on_this_disk_is_no_origin(address: str) -> None:
    assert normalised_origin(address) == ""


def test_other_hosts_keep_case_and_unusual_ports() -> None:
    assert normalised_origin("ssh://git@git.corp:2222/Team/App.git") == "git.corp/Team/App"
    assert normalised_origin("https://git.corp/Team/App") == "git.corp/Team/App"
    assert normalised_origin("http://git.corp:8080/Team/App") == "git.corp:8080/Team/App"
    assert normalised_origin("git.corp:8080/Team/App") == "git.corp:8080/Team/App"


def test_the_origin_is_read_from_the_config(work: Path, find) -> None:
    root = repository(work / "harbor")
    git("remote", "add", "upstream", "https://example.org/up/stream", at=root)
    git("remote", "add", "origin", "git@github.com:acme/harbor.git", at=root)
    worktree = work / "feature"
    git("worktree", "add", "-q", str(worktree), at=root)
    for folder in (root, worktree):
        project = find(folder).project
        assert project is not None
        assert project.origin == "github.com/acme/harbor"


def test_a_config_by_hand(work: Path, find) -> None:
    root = repository(work / "harbor")
    (root / ".git" / "config").write_text(
        '# mine\n[Remote "Origin"]\n\turl = https://example.org/not/this\n'
        '[REMOTE "origin"] ; here\n\tURL = "https://example.org/acme/\\"x\\"" # there\n\tfetch\n'
    )
    project = find(root).project
    assert project is not None
    assert project.origin == 'example.org/acme/"x"'


def test_the_root_commit_of_all_clones_is_one(work: Path, person: Path) -> None:
    root = repository(work / "harbor")
    git("commit", "-q", "--allow-empty", "-m", "second", at=root)
    git("clone", "-q", str(root), str(work / "clone"), at=work)
    git("clone", "-q", "--depth=1", f"file://{root}", str(work / "shallow"), at=work)
    repositories = Repositories(home=str(person))
    commits = []
    for name in ("harbor", "clone", "shallow"):
        project = repositories.find(str(work / name)).project
        assert project is not None
        commits.append(repositories.root_commit(project))
    assert is_commit(commits[0])
    assert commits == [commits[0], commits[0], ""]


def test_a_repository_without_a_commit_has_none(work: Path, person: Path) -> None:
    repositories = Repositories(home=str(person))
    project = repositories.find(str(repository(work / "new", commit=False))).project
    assert project is not None
    assert repositories.root_commit(project) == ""


# --- Where notes are --------------------------------------------------------------------------


def test_a_note_written_in_a_worktree_is_seen_from_main_and_back(work: Path, person: Path) -> None:
    root = repository(work / "harbor")
    worktree = work / "feature"
    git("worktree", "add", "-q", str(worktree), at=root)
    repositories = Repositories(home=str(person))
    notes = [
        made("main.md", scope="folder", cwd=str(root)),
        made("tree.md", scope="folder", cwd=str(worktree)),
        made("other.md", scope="folder", cwd=str(work)),
    ]
    for folder in (root, worktree):
        found = repositories.find(str(folder))
        place = Place("s", found.project, found.inside)
        where = repositories.where(notes, found.project)
        assert all(visible(note, place, where) for note in notes)


def test_a_folder_that_is_not_on_this_machine_goes_by_project(work: Path, person: Path) -> None:
    root = repository(work / "harbor")
    (root / "api" / "v1").mkdir(parents=True)
    git("remote", "add", "origin", "git@github.com:acme/harbor.git", at=root)
    repositories = Repositories(home=str(person))
    commit = repositories.root_commit(repositories.find(str(root)).project)
    origin = "github.com/acme/harbor"
    notes = [
        made("top.md", scope="folder", cwd="/Users/anna/code/harbor", project=origin),
        made("api.md", scope="folder", cwd="/Users/anna/code/harbor/api", project=origin),
        made("renamed.md", scope="folder", cwd="/Users/anna/code/quay", project=origin),
        made("commit.md", scope="folder", cwd="/Users/anna/code/harbor", project=commit),
        made("none.md", scope="folder", project=origin),
        made("stranger.md", scope="folder", cwd="/Users/anna/x", project="github.com/acme/other"),
        made("unknown.md", scope="folder", cwd="/Users/anna/code/harbor"),
        made("here.md", scope="folder", cwd=str(work / "harbor"), project="github.com/x/y"),
    ]
    found = repositories.find(str(root))
    where = repositories.where(notes, found.project)
    seen = [note.path for note in notes if visible(note, Place("s", found.project), where)]
    assert seen == ["top.md", "renamed.md", "commit.md", "none.md", "here.md"]
    inside = Place("s", found.project, "api/v1")
    assert visible(notes[1], inside, where)


@pytest.mark.parametrize(
    "address",
    ["git@forge:Team/App.git", "ssh://git@forge:2222/Team/App", "https://forge/Team/App.git"],
)
def test_a_host_may_have_no_dot(work: Path, person: Path, address: str) -> None:
    root = repository(work / "app")
    git("remote", "add", "origin", address, at=root)
    repositories = Repositories(home=str(person))
    found = repositories.find(str(root))
    assert found.project.origin == "forge/Team/App"
    notes = [
        made("stored.md", scope="folder", cwd="/Users/anna/App", project="forge/Team/App"),
        made("typed.md", scope="folder", cwd="/Users/anna/App", project=address),
        made("other.md", scope="folder", cwd="/Users/anna/App", project="forge/Team/Other"),
    ]
    where = repositories.where(notes, found.project)
    place = Place("s", found.project)
    assert [each.path for each in notes if visible(each, place, where)] == ["stored.md", "typed.md"]


def test_a_session_in_a_missing_folder_sees_the_notes_of_its_spelling(person: Path) -> None:
    repositories = Repositories(home=str(person))
    notes = [
        made("a.md", scope="folder", cwd="/Users/demo/harbor"),
        made("b.md", scope="folder", cwd="/Users/demo/harbor", project="github.com/acme/harbor"),
        made("c.md", scope="folder", cwd="/Users/demo/harbor-2"),
    ]
    found = repositories.find("/Users/demo/harbor/")
    where = repositories.where(notes, found.project)
    seen = [note.path for note in notes if visible(note, Place("s", found.project), where)]
    assert seen == ["a.md", "b.md"]


def test_a_folder_note_of_home_is_a_session_note(person: Path, work: Path) -> None:
    repositories = Repositories(home=str(person))
    note = made("a.md", scope="folder", cwd=str(person), session="s1")
    found = repositories.find(str(work))
    where = repositories.where([note], found.project)
    assert where(note) is None
    assert visible(note, Place("s1", found.project), where)
    assert not visible(note, Place("s2", found.project), where)


def test_looking_up_a_thousand_folders_is_quick(work: Path, person: Path) -> None:
    root = repository(work / "harbor", commit=False)
    folders = [root / f"p{number}" for number in range(1000)]
    for folder in folders:
        folder.mkdir()
    notes = [made(f"{folder.name}.md", scope="folder", cwd=str(folder)) for folder in folders]
    start = perf_counter()
    where = Repositories(home=str(person)).where(notes)
    assert where(notes[7]) is not None
    assert perf_counter() - start < 2.0
