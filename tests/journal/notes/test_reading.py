"""A file's bytes as a note."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.notes.note import Kind, Scope, Status, TitleFrom, Trust
from luminair.journal.notes.reading import note_of
from tests.journal.notes.made_texts import texts

FILE_TIME = "2026-03-01T08:00:00.000Z"


def note(text: str | bytes, path: str = "Notes/A file.md"):
    raw = text if isinstance(text, bytes) else text.encode()
    return note_of(path, raw, file_time=FILE_TIME).note


def test_a_plain_file_is_a_global_note_with_its_first_heading_as_title():
    plain = note("Before.\n\n# The **real** [title](x.md)\n\nText.\n")
    assert plain.title == "The real title"
    assert plain.title_from is TitleFrom.HEADING
    assert plain.kind is Kind.NOTE
    assert plain.scope is Scope.GLOBAL
    assert plain.id is None
    assert plain.key == "Notes/A file.md"
    assert plain.summary == "Before."
    assert not plain.summary_set
    assert plain.created == plain.updated == FILE_TIME
    assert plain.trust is Trust.OWNER
    assert plain.status is Status.OPEN


def test_without_heading_the_file_name_is_the_title():
    assert note("text").title == "A file"
    assert note("text").title_from is TitleFrom.FILE_NAME
    assert note("```\n# code\n```\n").title == "A file"
    assert note("title: x", "x.MD").title == "x"


def test_all_values_are_read():
    loaded = note_of(
        "Harness/x.md",
        b"---\nid: 20260825T2009-ab12\nkind: RuledOut # dead\nscope: Folder\n"
        b"cwd: /Users/ana/x\nproject: github.com/a/b\nsession: claude:1\ntitle: 'It''s'\n"
        b'created: 2026-05-13T20:00:00-04:00\nupdated: 2026-05-14\nsummary: "S"\n'
        b"pinned: Yes\nstatus: Done\nsource: claude/opus\napproved: 2026-05-15 10:00 +0200\n"
        b"archived: true\noverrides: [20260101T0000-0001, 20260101T0000-0002]\n"
        b"tags: one, #two\naliases:\n---\n\nBody\n",
        file_time=FILE_TIME,
    )
    read = loaded.note
    assert loaded.body == "\nBody\n"
    assert read.id == read.key == "20260825T2009-ab12"
    assert read.kind is Kind.RULEDOUT
    assert read.scope is Scope.FOLDER
    assert (read.cwd, read.project, read.session) == (
        "/Users/ana/x",
        "github.com/a/b",
        "claude:1",
    )
    assert read.title == "It's"
    assert read.title_from is TitleFrom.FRONTMATTER
    assert read.created == "2026-05-14T00:00:00.000Z"
    assert read.updated == "2026-05-14T00:00:00.000Z"
    assert read.summary == "S"
    assert read.summary_set
    assert read.pinned
    assert read.status is Status.DONE
    assert read.approved == "2026-05-15T08:00:00.000Z"
    assert read.trust is Trust.APPROVED
    assert read.archived == read.updated
    assert read.overrides == ("20260101T0000-0001", "20260101T0000-0002")
    assert read.tags == ("one", "two")
    assert read.aliases == ()
    assert read.in_harness
    assert read.sha256 == hashlib.sha256(loaded.raw).hexdigest()
    assert read.size == len(loaded.raw)


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("kind: doc", "kind", Kind.DOC),
        ("kind: recipe", "kind", Kind.NOTE),
        ("kind: [doc]", "kind", Kind.NOTE),
        ("scope: everywhere", "scope", Scope.GLOBAL),
        ("status: empty", "status", Status.OPEN),
        ("pinned: off", "pinned", False),
        ("pinned: [yes]", "pinned", False),
        ("id: 20260314093000", "id", None),
        ("created: soon", "created", FILE_TIME),
        ("created: 2026-13-40", "created", FILE_TIME),
        ("title: 2024", "title", "2024"),
        ("title: [Draft] Pier", "title", "[Draft] Pier"),
        ("title: [a, b]", "title", "a, b"),
        ("title: null", "title", "A file"),
        ("title: '  '", "title", "A file"),
        ('title: "a\\nb\\u0007c"', "title", "a b c"),
        ("tags: '#x'", "tags", ("x",)),
        ("tags: [#a, b/c, a]", "tags", ("a", "b/c")),
        ("tag: x", "tags", ("x",)),
        ("aliases: Coast path, Cliff path", "aliases", ("Coast path", "Cliff path")),
        ("aliases:\n  - Deploy: step 2", "aliases", ("Deploy: step 2",)),
        ("overrides: 20260101T0000-0001", "overrides", ("20260101T0000-0001",)),
        ("overrides:\n  - a\n  - b", "overrides", ("a", "b")),
        ("source: Owner", "source", "owner"),
        ("source: null", "source", ""),
        ("source: ~ # nobody", "source", ""),
        ('source: "null"', "source", "null"),
        ("source: '~'", "source", "~"),
        ('source: " owner "', "source", "owner"),
        ("source: page:https://example.org/a?b=c", "source", "page:https://example.org/a?b=c"),
        ("archived: false", "archived", ""),
        ("archived: 2026-01-02T03:04:05.678Z", "archived", "2026-01-02T03:04:05.678Z"),
    ],
)
def test_odd_values_are_read_as_a_person_reads_them(line, name, value):
    assert getattr(note(f"---\n{line}\n---\ntext"), name) == value


def test_a_note_in_the_archive_folder_is_archived_since_its_update():
    archived = note("---\nupdated: 2026-02-02\n---\ntext", "Archive/a/b.md")
    assert archived.archived == "2026-02-02T00:00:00.000Z"
    assert archived.in_archive
    assert not note("text", "Archived.md").in_archive


def test_said_again_is_no_summary():
    assert note("## Said again\n\n- the same thing\n").summary == ""


def test_a_damaged_file_is_a_note_that_says_so():
    damaged = note(b"---\ntitle: x\nno end \xff", "Harness/Old rule.md")
    assert damaged.damage == "is not UTF-8 text (byte 20)"
    assert damaged.title == "Old rule"
    assert damaged.size == 21


def test_a_header_that_yaml_misreads_is_flagged():
    assert note("---\ntitle: a: b\n---\n").flag
    assert not note("---\ntitle: ab\n---\n").flag


@given(st.one_of(st.binary(), texts.map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes_make_a_note(raw):
    loaded = note_of("x/y.md", raw, file_time=FILE_TIME)
    made = loaded.note
    assert loaded.raw is raw
    assert made.title
    assert "\n" not in made.title
    assert "\n" not in made.summary
    assert len(made.summary) <= 200 or made.summary_set
    for moment in (made.created, made.updated):
        assert len(moment) == 24
        assert moment.endswith("Z")
