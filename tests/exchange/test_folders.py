"""Folders of Markdown, memory banks and rule files."""

from __future__ import annotations

import os
import shutil

import pytest

from luminair.errors import LuminairError
from luminair.exchange import plan as bounds
from luminair.exchange.choosing import whose
from luminair.exchange.rules import sections
from luminair.exchange.sources import plan_of
from luminair.journal import Scope
from tests.exchange.conftest import EXPORTS


@pytest.fixture
def notes(tmp_path):
    """A folder in the shape of an Obsidian vault."""
    root = tmp_path / "Garden"
    for path, text in {
        ".obsidian/app.json": "{}",
        ".trash/old.md": "gone",
        "Index.md": "# Index\n\nSee [[Tides]].\n",
        "Sea/Tides.md": "---\ntags: [sea]  # mine\n---\n\nHigh twice a day.\n",
        "Sea/Deep/Kelp.markdown": "Kelp grows.\n",
        "Sea/map.png": "x",
        "Sea/list.canvas": "{}",
        "empty.md": "\n",
    }.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def test_a_vault_of_obsidian_keeps_its_folders(notes):
    plan = plan_of(notes)
    assert (plan.kind, plan.name) == ("obsidian", "Garden")
    assert {(each.folder, each.name) for each in plan.notes} == {
        ("", "Index.md"),
        ("Sea", "Tides.md"),
        ("Sea/Deep", "Kelp.md"),
    }
    left = {each.item: each.reason for each in plan.remarks}
    assert left["attachments"].startswith("2 files that are no Markdown were left out")
    assert ".canvas" in left["attachments"]
    assert left["empty.md"] == "It is empty."


def test_what_cannot_be_read_is_named_and_the_rest_comes(notes, monkeypatch):
    (notes / "latin.md").write_bytes(b"caf\xe9\n")
    (notes / "broken.md").write_text("---\ntitle: never closed\n\nbody\n")
    (notes / "elsewhere.md").symlink_to("/etc/hostname")
    (notes / "linked").symlink_to(notes / "Sea")
    os.mkfifo(notes / "pipe.md")
    monkeypatch.setattr("luminair.exchange.markdown.MOST_NOTE_BYTES", 1000)
    (notes / "huge.md").write_text("x" * 1001)
    plan = plan_of(notes)
    left = {each.item: each.reason for each in plan.remarks}
    assert {each.name for each in plan.notes} >= {"Index.md", "Tides.md", "Kelp.md"}
    assert "not followed" in left["elsewhere.md"]
    assert "not followed" in left["linked"]
    assert "no ordinary file" in left["pipe.md"]
    assert "larger than 1,000 bytes" in left["huge.md"]
    assert "latin.md" in left
    assert "hostname" not in " ".join(each.raw.decode() for each in plan.notes)


def test_a_folder_of_too_many_files_is_refused_in_a_sentence(notes, monkeypatch):
    monkeypatch.setattr("luminair.exchange.places.MOST_FILES", 3)
    with pytest.raises(LuminairError, match="import its folders one at a time"):
        plan_of(notes)


def test_too_much_text_at_once_is_refused_in_a_sentence(notes, monkeypatch):
    monkeypatch.setattr("luminair.exchange.markdown.MOST_BYTES", 20)
    with pytest.raises(LuminairError, match="import its folders one at a time"):
        plan_of(notes)


@pytest.mark.parametrize("is_git", [True, False])
def test_a_memory_bank_belongs_to_the_project_it_stands_in(tmp_path, is_git):
    project = tmp_path / "harbor"
    bank = shutil.copytree(EXPORTS / "memory-bank", project / "memory-bank")
    if is_git:
        (project / ".git").mkdir()
    plan = plan_of(bank)
    assert plan.kind == "memory-bank"
    assert len(plan.notes) == 6
    assert {each.home for each in plan.notes} == {str(project)}
    assert plan.name == ("harbor" if is_git else "memory-bank")


def test_a_project_named_as_memory_bank_gives_the_bank_in_it():
    assert len(plan_of(EXPORTS, "memory-bank").notes) == 6


def test_notes_in_a_repository_belong_to_it_and_those_of_obsidian_do_not(tmp_path):
    for name, marker in (("code", ".git"), ("garden", ".obsidian")):
        (tmp_path / name / marker).mkdir(parents=True)
        (tmp_path / name / "a.md").write_text("A.\n")
    (tmp_path / "garden/.git").mkdir()
    assert plan_of(tmp_path / "code").notes[0].home == str(tmp_path / "code")
    assert plan_of(tmp_path / "garden").notes[0].home == ""


def test_basic_memory_is_markdown_with_a_header_of_its_own(tmp_path):
    text = (
        "---\ntitle: Coffee\ntype: note\npermalink: notes/coffee\ntags:\n- drink\n---\n\n"
        "- [method] Pour over #brewing\n- relates_to [[Water]]\n"
    )
    (tmp_path / "Coffee.md").write_text(text)
    plan = plan_of(tmp_path, "basic-memory")
    assert [each.raw.decode() for each in plan.notes] == [text]


def test_nothing_there_is_one_sentence(tmp_path):
    with pytest.raises(LuminairError, match="There is no file or folder"):
        plan_of(tmp_path / "gone")
    with pytest.raises(LuminairError, match="holds nothing that can be imported"):
        plan_of(tmp_path)
    (tmp_path / "song.mp3").write_bytes(b"x")
    with pytest.raises(LuminairError, match="say what it is with --as"):
        plan_of(tmp_path / "song.mp3")


# --- Rules -------------------------------------------------------------------------------------

LONG = "word " * 150


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "code"
    for path, text in {
        "CLAUDE.md": f"# CLAUDE.md\n\nThis file provides guidance to Claude Code.\n\n"
        f"## Tests\n\n- Run `make check`.\n\n```\n# no heading\n```\n\n## Style\n\n{LONG}\n",
        "web/AGENTS.md": "Use tabs here.\n",
        ".cursorrules": "Prefer small functions.\n",
        ".cursor/rules/api.mdc": "---\ndescription: API\nglobs: src/*.py\n---\n\nReturn JSON.\n",
        ".github/copilot-instructions.md": "Write docstrings.\n",
        ".github/PULL_REQUEST_TEMPLATE.md": "What changed?\n",
        "README.md": "# Code\n",
        "GEMINI.md": "@AGENTS.md\n",
    }.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def test_rule_files_are_rules_and_the_rest_of_a_folder_are_notes(project):
    plan = plan_of(project)
    assert {each.item for each in plan.notes} == {"README.md"}
    rules = {each.item: each for each in plan.rules}
    assert set(rules) == {
        "CLAUDE.md: Tests",
        "CLAUDE.md: Style",
        "web/AGENTS.md",
        ".cursorrules",
        ".cursor/rules/api.mdc",
        ".github/copilot-instructions.md",
    }
    assert rules["CLAUDE.md: Tests"].text == (
        "Tests\n\n- Run `make check`.\n\n```\n# no heading\n```"
    )
    assert rules["web/AGENTS.md"].home == str(project / "web")
    for item in (".cursor/rules/api.mdc", ".github/copilot-instructions.md", ".cursorrules"):
        assert rules[item].home == str(project), item
    assert rules[".cursor/rules/api.mdc"].covers == "src/*.py"
    pointer = next(each for each in plan.remarks if each.item == "GEMINI.md")
    assert pointer.reason == "It only points to AGENTS.md; import that file."


def test_one_rule_file_is_a_source(project):
    plan = plan_of(project / "CLAUDE.md")
    assert plan.kind == "rules"
    assert len(plan.rules) == 2
    assert plan.notes == []


def test_no_word_of_a_rule_file_is_lost():
    text = f"Before.\n\n# One\n\n{LONG}\n## Two\n\n- a\n\n# Three\n"
    told = " ".join(said for _, said in sections(text))
    assert [heading for heading, _ in sections(text)] == ["", "One", "Two"]
    assert told.split() == [word for word in text.split() if word not in {"#", "##", "Three"}]


def test_a_rule_of_another_journal_is_a_wish_here(tmp_path):
    (tmp_path / "law.md").write_text("---\nkind: rule\napproved: x\n---\n\nAll times are UTC.\n")
    plan = plan_of(tmp_path)
    assert plan.notes == []
    assert [each.text for each in plan.rules] == ["All times are UTC."]


def test_rule_files_of_public_repositories_all_come(shared, tmp_path):
    samples = shared / "rules-samples"
    if not samples.is_dir():
        pytest.skip("the rule files of public repositories are not there")
    count = 0
    for file in samples.rglob("*.sample"):
        name = file.relative_to(samples).as_posix().removesuffix(".sample")
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
        plan = plan_of(copy, "rules")
        assert plan.rules or plan.remarks, name
        assert all(each.text.strip() for each in plan.rules)
        count += len(plan.rules)
    assert count > 50


def test_bounds_are_where_the_readers_look():
    assert bounds.MOST_NOTE_BYTES < bounds.MOST_BYTES < bounds.MOST_EXPORT_BYTES


def test_a_note_of_one_project_stays_its_own_where_the_folder_is_another(tmp_path):
    """What the header names goes before the repository that the folder lies in."""
    (tmp_path / "harbor" / ".git").mkdir(parents=True)
    docs = tmp_path / "harbor" / "docs"
    docs.mkdir()
    for name, said in {
        "named": "scope: folder\ncwd: /srv/reef",
        "known": "scope: folder\nproject: x.example/reef",
        "bare": "scope: folder",
        "mine": "scope: session\nsession: s1",
        "lost": "scope: session",
        "plain": "tags: [a]",
        "old": "archived: true",
        "live": "archived: no",
    }.items():
        (docs / f"{name}.md").write_text(f"---\n{said}\n---\nText of {name}.\n")
    here = (str(docs), "")
    notes = {each.name.removesuffix(".md"): each for each in plan_of(docs).notes}
    assert {name: whose(each, here) for name, each in notes.items() if not each.held} == {
        "named": (Scope.FOLDER, "/srv/reef", ""),
        "known": (Scope.FOLDER, "", "x.example/reef"),
        "bare": (Scope.FOLDER, *here),
        "mine": (Scope.SESSION, "", ""),
        "plain": (Scope.FOLDER, *here),
        "old": (Scope.FOLDER, *here),
        "live": (Scope.FOLDER, *here),
    }
    assert "does not say which" in notes["lost"].held
    assert [name for name, each in notes.items() if each.archived] == ["old"]
