from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest

from luminair.journal.vault.repositories import identity
from tests.journal.vault.made_repositories import git, key, repository

if TYPE_CHECKING:
    from pathlib import Path


# --- Which project ----------------------------------------------------------------------------


def test_the_git_root_at_or_above_is_the_project(work: Path, find) -> None:
    root = repository(work / "harbor")
    deep = root / "api" / "v1"
    deep.mkdir(parents=True)
    at_root, inside = find(root), find(deep)
    assert at_root.project is not None
    assert (at_root.project.root, at_root.project.name) == (str(root), "harbor")
    assert at_root.project.is_git
    assert inside.project == at_root.project
    assert (at_root.inside, inside.inside, inside.below) == ("", "api/v1", "api/v1")


def test_without_git_the_folder_is_the_project(work: Path, find) -> None:
    plain = work / "plain" / "deep"
    plain.mkdir(parents=True)
    found = find(plain)
    assert found.project is not None
    assert (found.project.root, found.project.is_git, found.inside) == (str(plain), False, "")


def test_two_folders_of_one_name_are_two(work: Path, find) -> None:
    one, other = repository(work / "a" / "harbor"), repository(work / "b" / "harbor")
    assert key(find(one)) != key(find(other))


def test_every_spelling_leads_to_one_identity(work: Path, person: Path, find) -> None:
    root = repository(person / "code" / normalize("NFC", "café au lait"))
    link = work / "link"
    link.symlink_to(root)
    spellings = [
        str(root),
        f"{root}/",
        f"{root}/./",
        f"{root.parent}/other/../{root.name}",
        f"~/code/{root.name}",
        normalize("NFD", str(root)),
        str(link),
    ]
    assert len({key(find(spelling)) for spelling in spellings}) == 1


def test_letter_case_counts_where_the_disk_says_so() -> None:
    mixed = identity("/Users/Anna/Code", twin=lambda path, _: not path.startswith("/Users/Anna/"))
    assert mixed == "/users/anna/Code"
    assert identity("/Users/ANNA", twin=lambda *_: True) == "/users/anna"
    assert identity("/Users/ANNA", twin=lambda *_: False) == "/Users/ANNA"


@pytest.mark.parametrize("name", ["", "/", "//", "relative/path", "~other/x", "nul\0"])
def test_what_is_no_folder_of_a_project(name: str, find) -> None:
    found = find(name)
    assert found.project is None
    assert found.said


def test_home_and_what_lies_above_are_never_a_project(person: Path, find) -> None:
    for folder in (person, person.parent, "/", "~", "~/"):
        found = find(folder)
        assert found.project is None
        assert "never a project" in found.said


def test_a_repository_of_the_home_folder_is_none_either(person: Path, find) -> None:
    git("init", "-q", at=person)
    inside = person / "notes"
    inside.mkdir()
    found = find(inside)
    assert found.project is not None
    assert (found.project.root, found.project.is_git) == (str(inside.resolve()), False)


def test_a_missing_folder_is_a_project_by_its_spelling(find) -> None:
    one, other = find("/no/such/harbor"), find("/no/such/harbor/")
    assert one == other
    assert one.project is not None
    assert (one.project.root, one.project.name) == ("/no/such/harbor", "harbor")


def test_a_removed_sub_folder_still_belongs_to_its_repository(work: Path, find) -> None:
    root = repository(work / "harbor")
    found = find(root / "gone" / "deep")
    assert key(found) == key(find(root))
    assert found.inside == "gone/deep"


def test_the_hosts_project_folder_goes_first(work: Path, find) -> None:
    root, other = repository(work / "harbor"), repository(work / "other")
    (root / "api").mkdir()
    assert key(find(other, given=str(root))) == key(find(root))
    assert find(root / "api", given=str(root)).inside == "api"
    assert key(find(root, given="/")) == key(find(root))


# --- Git's own shapes -------------------------------------------------------------------------


def test_all_worktrees_are_one_project(work: Path, find) -> None:
    root = repository(work / "harbor")
    worktree = work / "trees" / "feature"
    git("worktree", "add", "-q", str(worktree), at=root)
    (worktree / "api").mkdir()
    found = find(worktree / "api")
    assert found.project == find(root).project
    assert found.inside == "api"


def test_a_worktree_by_relative_path(work: Path, find) -> None:
    root = repository(work / "harbor")
    worktree = work / "feature"
    git("worktree", "add", "-q", str(worktree), at=root)
    (worktree / ".git").write_text("gitdir: ../harbor/.git/worktrees/feature\n")
    assert find(worktree).project == find(root).project


def test_a_pruned_worktree_still_knows_its_repository(work: Path, find) -> None:
    root = repository(work / "harbor")
    worktree = work / "feature"
    git("worktree", "add", "-q", str(worktree), at=root)
    entry = root / ".git" / "worktrees" / "feature"
    entry.rename(work / "gone")
    assert find(worktree).project == find(root).project


def test_worktrees_apart_by_setting(work: Path, find) -> None:
    root = repository(work / "harbor")
    worktree = work / "feature"
    git("worktree", "add", "-q", str(worktree), at=root)
    apart = find(worktree, worktrees_apart=True)
    assert apart.project is not None
    assert apart.project.root == str(worktree)
    assert key(apart) != key(find(root, worktrees_apart=True))


def test_a_bare_repository_and_its_worktrees(work: Path, find) -> None:
    seed = repository(work / "seed")
    bare = work / "harbor" / ".bare"
    git("clone", "-q", "--bare", str(seed), str(bare), at=work)
    (work / "harbor" / ".git").write_text("gitdir: ./.bare\n")
    worktree = work / "harbor" / "main"
    git("worktree", "add", "-q", str(worktree), "main", at=bare)
    keys = {key(find(folder)) for folder in (bare, work / "harbor", worktree)}
    assert len(keys) == 1
    project = find(worktree).project
    assert project is not None
    assert project.name == "harbor"
    assert find(project.root).project == project


def test_a_submodule_is_its_own_repository(work: Path, find) -> None:
    library, root = repository(work / "library"), repository(work / "harbor")
    git("submodule", "add", "-q", str(library), "lib", at=root)
    found = find(root / "lib")
    assert found.project is not None
    assert found.project.root == str(root / "lib")
    assert key(found) != key(find(root))
    assert find(found.project.root).project == found.project


def test_a_separate_git_folder(work: Path, find) -> None:
    root = work / "harbor"
    root.mkdir()
    git("init", "-q", f"--separate-git-dir={work / 'store.git'}", at=root)
    found = find(root)
    assert found.project is not None
    assert found.project.root == str(root)
    assert key(found) == key(find(work / "store.git"))


def test_inside_gits_own_folder(work: Path, find) -> None:
    root = repository(work / "harbor")
    found = find(root / ".git" / "refs")
    assert (key(found), found.inside) == (key(find(root)), "")


@pytest.mark.parametrize("text", ["", "gitdir: ../nowhere/.git/worktrees/x\n", "\xff\xfe", "x: y"])
def test_a_broken_git_file_makes_a_plain_folder_and_says_so(work: Path, text: str, find) -> None:
    outer = repository(work / "outer")
    broken = outer / "broken"
    broken.mkdir()
    (broken / ".git").write_text(text, "latin-1")
    found = find(broken)
    assert found.project is not None
    assert (found.project.root, found.project.is_git) == (str(broken), False)
    assert found.said


def test_an_empty_git_folder_is_looked_through_as_git_does(work: Path, find) -> None:
    outer = repository(work / "outer")
    (outer / "inner" / ".git").mkdir(parents=True)
    assert key(find(outer / "inner")) == key(find(outer))
