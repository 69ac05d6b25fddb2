from __future__ import annotations

import subprocess
from time import perf_counter
from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest

from luminair.journal.projects import Place, visible
from luminair.journal.vault.git_folders import is_commit, normalised_origin
from luminair.journal.vault.repositories import Found, Repositories, find_project, identity
from tests.journal.made_notes import made

if TYPE_CHECKING:
    from pathlib import Path


def git(*words: str, at: Path) -> str:
    done = subprocess.run(
        ["git", "-c", "user.name=T", "-c", "user.email=t@example.org",
         "-c", "protocol.file.allow=always", *words],
        cwd=at, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.strip()


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = (tmp_path / "work").resolve()
    folder.mkdir()
    return folder


def repository(at: Path, *, commit: bool = True) -> Path:
    at.mkdir(parents=True)
    git("init", "-q", "-b", "main", at=at)
    if commit:
        git("commit", "-q", "--allow-empty", "-m", "first", at=at)
    return at


@pytest.fixture
def find(person: Path):
    def ask(folder: Path | str, **values: object) -> Found:
        return find_project(str(folder), home=str(person), **values)

    return ask


def key(found: Found) -> str:
    assert found.project is not None
    return found.project.key


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
