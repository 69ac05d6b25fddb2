"""New notes, and changes to notes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.notes.frontmatter import check_strict, edit, read
from luminair.journal.notes.note import Kind, Scope, Status
from luminair.journal.notes.reading import note_of
from luminair.journal.notes.text import one_line
from luminair.journal.notes.writing import changes_for, compose, new_id

STAMP = "2026-08-25T20:09:00.000Z"
NOW = datetime(2026, 8, 26, 7, 1, 2, 345_678, tzinfo=UTC)


def made(**values) -> bytes:
    return compose(
        **{
            "id": "20260825T2209-ab12",
            "kind": Kind.NOTE,
            "scope": Scope.GLOBAL,
            "title": "T",
            "created": STAMP,
            "updated": STAMP,
            "body": "Text.",
            **values,
        }
    )


def test_a_new_file_is_ordered_and_quoted_as_the_format_says():
    assert made(
        scope=Scope.FOLDER,
        cwd="/Users/ana/Code: x",
        project="github.com/ana/harbour",
        session="claude:1",
        title='Say "no"',
        summary="One\ntwo",
        pinned=True,
        status=Status.DONE,
        source="page:https://example.org",
        approved=STAMP,
        overrides=("20260101T0000-0001", "20260101T0000-0002"),
        extra={"tags": ("a", "b c"), "lang": "no"},
    ).decode() == (
        "---\n"
        "id: 20260825T2209-ab12\n"
        "kind: note\n"
        "scope: folder\n"
        'cwd: "/Users/ana/Code: x"\n'
        "project: github.com/ana/harbour\n"
        "session: claude:1\n"
        'title: "Say \\"no\\""\n'
        f'created: "{STAMP}"\n'
        f'updated: "{STAMP}"\n'
        'summary: "One two"\n'
        "pinned: true\n"
        "status: done\n"
        "source: page:https://example.org\n"
        f'approved: "{STAMP}"\n'
        "overrides: [20260101T0000-0001, 20260101T0000-0002]\n"
        "tags: [a, b c]\n"
        'lang: "no"\n'
        "---\n"
        "\n"
        "Text.\n"
    )


def test_what_is_empty_is_left_out():
    assert made(title="", body="").decode() == (
        "---\nid: 20260825T2209-ab12\nkind: note\nscope: global\n"
        f'title: "Untitled"\ncreated: "{STAMP}"\nupdated: "{STAMP}"\n---\n'
    )


@given(st.text(), st.text(), st.text(), st.text(), st.text(), st.text())
def test_what_is_composed_is_read_back_here_and_by_yaml(title, summary, cwd, session, tag, body):
    raw = made(
        title=title, summary=summary, cwd=cwd, session=session, extra={"note": tag}, body=body
    )
    document = read(raw)
    assert check_strict(document) == ""
    theirs = yaml.safe_load(document.header.removesuffix("---\n"))
    for key, value in (("title", title), ("summary", summary), ("note", tag)):
        wanted = one_line("".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in value))
        if key == "title":
            wanted = wanted or "Untitled"
        assert (document.value(key) or "") == wanted
        assert (theirs.get(key) or "") == wanted
    loaded = note_of("x.md", raw, file_time=STAMP)
    assert loaded.note.damage == ""
    assert loaded.note.id == "20260825T2209-ab12"
    assert loaded.note.created == STAMP


def loaded(raw: bytes):
    return note_of("x.md", raw, file_time=STAMP).note


@pytest.mark.parametrize(
    ("values", "changes"),
    [
        ({}, {}),
        ({"title": "T"}, {}),
        ({"title": "New\nline"}, {"title": "New line", "updated": "2026-08-26T07:01:02.345Z"}),
        ({"summary": ""}, {}),
        ({"kind": Kind.DOC}, {"kind": "doc", "updated": "2026-08-26T07:01:02.345Z"}),
        ({"scope": Scope.SESSION}, {"scope": "session", "updated": "2026-08-26T07:01:02.345Z"}),
        ({"body_changed": True}, {"updated": "2026-08-26T07:01:02.345Z"}),
        ({"pinned": True}, {"pinned": True}),
        ({"pinned": False}, {}),
        ({"status": Status.DONE}, {"status": "done"}),
        ({"status": Status.OPEN}, {}),
        ({"archived": STAMP}, {"archived": STAMP}),
        ({"archived": ""}, {}),
        ({"overrides": ("a",)}, {"overrides": "a"}),
        ({"overrides": ("a", "b")}, {"overrides": ("a", "b")}),
        ({"extra": {"color": "red", "old": None}}, {"color": "red", "old": None}),
    ],
)
def test_changes_are_what_differs(values, changes):
    assert changes_for(loaded(made()), now=NOW, **values) == changes


def test_done_and_open_again_leave_the_same_bytes():
    raw = made()
    for there, back in (
        ({"status": Status.DONE}, {"status": Status.OPEN}),
        ({"archived": STAMP}, {"archived": ""}),
        ({"pinned": True}, {"pinned": False}),
        ({"overrides": ("a", "b")}, {"overrides": ()}),
    ):
        changed = edit(read(raw), changes_for(loaded(raw), now=NOW, **there))
        assert changed != raw
        assert edit(read(changed), changes_for(loaded(changed), now=NOW, **back)) == raw


def test_a_summary_may_go():
    raw = made(summary="S")
    gone = edit(read(raw), changes_for(loaded(raw), now=NOW, summary=""))
    assert not loaded(gone).summary_set


def test_an_unknown_kind_is_kept():
    raw = b"---\nkind: recipe\n---\n"
    assert edit(read(raw), changes_for(loaded(raw), now=NOW, kind=Kind.NOTE)) == raw


def test_ids_are_minute_and_four_digits():
    moment = datetime(2026, 8, 25, 22, 9, 59, tzinfo=UTC)
    assert new_id(moment, lambda _: False, lambda: 0xAB12) == "20260825T2209-ab12"
    assert new_id(moment, lambda _: False, lambda: 0x1AB12) == "20260825T2209-ab12"
    taken = {"20260825T2209-ffff", "20260825T2209-0000"}
    assert new_id(moment, taken.__contains__, lambda: 0xFFFF) == "20260825T2209-0001"


def test_a_full_minute_moves_on():
    moment = datetime(2026, 12, 31, 23, 59, tzinfo=UTC)
    full = {f"20261231T2359-{digits:04x}" for digits in range(0x10000)}
    assert new_id(moment, full.__contains__, lambda: 7) == "20270101T0000-0007"


def test_an_extra_key_without_a_value_is_left_out() -> None:
    written = made(extra={"kept": "x", "gone": None})
    assert b"kept: x" in written
    assert b"gone" not in written
