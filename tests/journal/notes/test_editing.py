"""Edits change what they name and nothing else."""

from __future__ import annotations

from contextlib import suppress

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from luminair.errors import NoteDamaged
from luminair.journal.notes.frontmatter import KNOWN_KEYS, Verdict, edit, read
from luminair.journal.notes.scalars import double_quoted, is_bare
from tests.journal.notes.made_texts import texts

words = st.text(st.characters(codec="utf-8"), min_size=1)


def pinned_twice(raw: bytes) -> bytes | None:
    """The bytes after pin and unpin; None where the pin is refused or was there."""
    document = read(raw)
    try:
        pinned = edit(document, {"pinned": True})
    except NoteDamaged:
        return None
    if pinned == raw:
        return None
    assert read(pinned).value("pinned") == "true"
    assert read(pinned).body == document.body
    return edit(read(pinned), {"pinned": False})


@given(texts)
@example("---\npinned: no\n---\n")
@example("---\npinned:\n  - no\n---\n")
@example("---\r\n---\r\n")
@example("---\n---")
@example("---\n\n---\n")
@example('---\n{"pinned": false}\n---\n')
@example('---\n{"a": 1}\n---\n')
@example("---\n{ }\n---\n")
@example("---\npinned: false\npinned: off # why\n---\n")
@example("\ufeffjust text\r\n")
@example("a\rb\r")
def test_pin_and_unpin_leave_the_same_bytes(text):
    raw = text.encode("utf-8", "replace")
    back = pinned_twice(raw)
    assert back is None or back == raw


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"text",
        b"# Head\r\n\r\ntext",
        b"\xef\xbb\xbf# Head\rtext\r",
        b"---\n---\nown empty block\n",
        b"---\n---",
        b"--- \n---\nown empty block\n",
        b"---\ntitle: x\n---",
        b"---\ntitle: x\n...\ntext",
        b"---\npinned: No # not yet\n---\n",
        b"---\npinned:\n---\n",
        b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\ntext",
        b"---\n  title: x\n  kind: doc\n---\n",
        b"---\ntags: [a,\n  b]\n# last\n\n---\n",
    ],
)
def test_pin_is_never_refused_on_an_honest_file(raw):
    assert pinned_twice(raw) == raw


AT = "2026-09-17T11:00:00.000Z"


@pytest.mark.parametrize(
    "raw",
    [
        b"text",
        b"---\narchived: false\n---\n",
        b"---\narchived: false # not yet\r\ntitle: x\n---\n",
        b"---\narchived:\n---\n",
        b"---\narchived:no\n---\n",
        b"---\narchived: some day\n---\n",
        b"---\narchived:\n  - no # why\ntitle: x\n---\n",
        b'---\nArchived: "no"   # why\n---\ntext',
        b"---\n---\nown empty block\n",
    ],
)
def test_archive_and_unarchive_leave_the_same_bytes(raw):
    gone = edit(read(raw), {"archived": AT})
    assert read(gone).value("archived") == AT
    assert edit(read(gone), {"archived": None}) == raw


@given(texts)
def test_archive_and_unarchive_leave_the_same_bytes_of_any_file(text):
    raw = text.encode("utf-8", "replace")
    document = read(raw)
    if document.has("archived") and (document.form != "yaml" or "{" in document.header):
        return
    with suppress(NoteDamaged):
        gone = edit(document, {"archived": AT})
        assert gone == raw or edit(read(gone), {"archived": None}) == raw


@pytest.mark.parametrize("word", ["yes", "2026-01-01T00:00:00Z", f'"{AT}"'])
def test_out_of_the_archive_keeps_the_owners_remark(word):
    raw = f"---\narchived: {word} # why\n---\n".encode()
    out = edit(read(raw), {"archived": None})
    assert out == b"---\narchived: false # why\n---\n"
    assert edit(read(f"---\narchived: {word}\nid: x\n---\n".encode()), {"archived": None}) == (
        b"---\nid: x\n---\n"
    )
    assert edit(read(out), {"archived": None}) == out


@given(texts, st.sampled_from([*KNOWN_KEYS[:10], "status", "source", "color"]), words)
def test_what_is_set_is_read_back_and_all_else_stays(text, key, value):
    raw = text.encode("utf-8", "replace")
    document = read(raw)
    try:
        changed = edit(document, {key: value})
    except NoteDamaged:
        return
    again = read(changed)
    assert again.verdict is Verdict.READ
    if changed != raw:
        assert again.value(key) == value
    assert again.body == document.body
    others = {k: v for k, v in document.fields.items() if k.casefold() != key}
    assert {k: v for k, v in again.fields.items() if k.casefold() != key} == others
    entry = document.entry(key)
    if changed != raw and "{" not in again.header:
        old = document.header.splitlines(keepends=True)
        new = again.header.splitlines(keepends=True)
        if entry is None and old:
            fresh = [line for line in new if line not in old]
            assert len(new) == len(old) + 1
            assert len(fresh) <= 1


@given(texts, st.text(st.characters(codec="utf-8")))
def test_a_new_body_leaves_the_header(text, body):
    raw = text.encode("utf-8", "replace")
    document = read(raw)
    with suppress(NoteDamaged):
        changed = edit(document, {}, body)
        again = read(changed)
        assert again.header.rstrip("\r\n") == document.header.rstrip("\r\n")
        assert again.body.split() == body.split()


@given(words)
def test_a_bare_value_is_one_that_yaml_reads_back(text):
    if is_bare(text):
        assert yaml.safe_load(f"k: {text}\n") == {"k": text}
        assert read(f"---\nk: {text}\n---\n".encode()).value("k") == text
    if is_bare(text, in_flow=True):
        assert yaml.safe_load(f"k: [{text}, {text}]\n") == {"k": [text, text]}
    assert yaml.safe_load(f"k: {double_quoted(text)}\n") == {"k": text}
    assert read(f"---\nk: {double_quoted(text)}\n---\n".encode()).value("k") == text


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("/Users/ana/Code/harbour", True),
        ("/Users/Ana María/Code", True),
        ("~/Code", True),
        ("C:\\Users\\ana", True),
        ("claude:0199a3f2-1111-7222-8333-444455556666", True),
        ("3f2b9c4e-1111-4222-8333-944455556666", True),
        ("61e9540", False),
        ("yes", False),
        ("null", False),
        ("~", False),
        ("2026-03-16", False),
        ("10:00", False),
        ("0644", False),
        ("1.10", False),
        ("/tmp/a: b", False),
        ("/tmp/a #1", False),
        ("/tmp/#1", True),
        ("- x", False),
        ("@me", False),
        ("", False),
        (" x", False),
    ],
)
def test_which_values_stand_bare(text, bare):
    assert is_bare(text) is bare


def changed(raw: str, changes, body=None) -> str:
    return edit(read(raw.encode()), changes, body).decode()


def test_a_new_key_goes_behind_its_nearest_predecessor():
    raw = "---\nscope: global # s\ncolor: red\ntitle: T\n---\n"
    assert changed(raw, {"kind": "doc"}) == raw.replace("title: T\n", "title: T\nkind: doc\n")
    assert changed(raw, {"session": "abc"}) == raw.replace("# s\n", "# s\nsession: abc\n")
    assert changed(raw, {"weather": "fair"}) == raw.replace("T\n---", "T\nweather: fair\n---")


def test_a_new_block_is_in_the_known_order():
    made = changed("text\r\n", {"pinned": True, "title": "T", "kind": "doc", "x": "z"})
    assert made == '---\r\nkind: doc\r\ntitle: "T"\r\npinned: true\r\nx: z\r\n---\r\ntext\r\n'


def test_only_the_summary_line_differs():
    raw = (
        "---\ncreated: 2026-05-13T20:00:00-04:00\nwake: 10:00\nver: 1.10\ndraft: no\n"
        "# a remark\nsummary: old one # keep\n---\n\nText  \n"
    )
    new = changed(raw, {"summary": 'new "one"'})
    assert new == raw.replace("old one #", '"new \\"one\\"" #')


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("created: 2026-05-13T20:00:00-04:00", "created", "2026-05-14T00:00:00.000Z"),
        ("kind: Rule # law", "kind", "rule"),
        ("pinned: Yes", "pinned", True),
        ("tags: a, b", "tags", ("a", "b")),
        ("title: Plain title", "title", "Plain title"),
        ("overrides: 20260825T2009-ab12", "overrides", ("20260825T2009-ab12",)),
    ],
)
def test_a_value_that_means_the_same_is_not_rewritten(line, key, value):
    raw = f"---\n{line}\n---\n"
    assert changed(raw, {key: value}) == raw


@pytest.mark.parametrize(
    ("old", "key", "value", "new"),
    [
        ("tags:\n  - a\n  - b\n", "tags", ("a", "c d", "e, f"), 'tags: [a, c d, "e, f"]\n'),
        ("summary: |\n  one\n  # two\n\n", "summary", "s", 'summary: "s"\n\n'),
        ('animal: "sheep"\n', "animal", "cow", 'animal: "cow"\n'),
        ("animal: sheep\n", "animal", "cow: x", 'animal: "cow: x"\n'),
        ("animal:\n", "animal", "cow", "animal: cow\n"),
        ("title:Tight\n", "title", "T", 'title: "T"\n'),
        ("a: x\na: y\n", "a", None, ""),
        ("Kind: DOC\n", "kind", "note", "Kind: note\n"),
        ("status: done\n", "status", None, ""),
    ],
)
def test_a_changed_value_is_replaced_whole(old, key, value, new):
    raw = f"---\nfirst: 1\n{old}last: 2\n---\nbody"
    assert changed(raw, {key: value}) == raw.replace(old, new)


def test_one_member_of_a_json_header_changes_alone():
    raw = '---\n{"a":true, "title" : "T"}\n---\nx'
    assert changed(raw, {"title": "Ü"}) == raw.replace('"T"', '"Ü"')
    assert changed(raw, {"a": None}) == raw.replace('"a":true, ', "")
    assert changed(raw, {"kind": "doc"}) == raw.replace('"T"', '"T","kind": "doc"')


@pytest.mark.parametrize(
    "raw",
    [
        "+++\ntitle = 'x'\n+++\nbody",
        "---\na: 1\n---\n---\ntitle: x\n---\nbody",
        "---\n\tscope: folder\n\ttitle: x\n---\nbody",
        "---\n{a: b}\n---\nbody",
        "---\ntitle: x\nno end",
    ],
)
def test_what_we_do_not_edit_is_refused_in_a_sentence(raw):
    with pytest.raises(NoteDamaged, match=r"^The note .*\.$"):
        changed(raw, {"scope": "global"})


def test_the_body_of_a_toml_note_may_change():
    assert changed("+++\na = 1\n+++\nold\n", {}, "new\n") == "+++\na = 1\n+++\nnew\n"


def test_new_text_takes_the_line_ends_of_the_file():
    assert changed("---\r\na: 1\r\n---\r\nx\r\ny", {}, "x\nz\ny") == (
        "---\r\na: 1\r\n---\r\nx\r\nz\r\ny"
    )
    assert changed("x\ny\n", {}, "x\r\nz\r\n") == "x\nz\n"


def test_lines_that_an_edit_did_not_touch_keep_their_ends():
    raw = "one\r\ntwo  \nthree\rfour\n"
    assert changed(raw, {}, "one\ntwo  \nnew\nthree\nfour\n") == (
        "one\r\ntwo  \nnew\r\nthree\rfour\n"
    )
    assert changed(raw, {}, raw.replace("\r\n", "\n").replace("\r", "\n")) == raw


def test_a_body_that_looks_like_a_header_stays_a_body():
    new = edit(read(b"---\ntitle: x\n---\nold\n"), {}, "---\nkind: rule\n---\n")
    assert read(new).value("kind") is None
    assert read(new).value("title") == "x"
    assert read(new).body == "\n---\nkind: rule\n---\n"


def test_a_header_that_keeps_the_body_apart_is_not_taken_out():
    raw = "---\npinned: true\n---\n---\nNote: this is text below a rule.\n"
    assert changed(raw, {"pinned": False}) == raw.replace("pinned: true\n", "")


def test_a_body_behind_a_header_without_a_line_end_begins_on_a_line_of_its_own() -> None:
    document = read(b"---\ntitle: x\n---")
    assert edit(document, {}, "New.\n") == b"---\ntitle: x\n---\nNew.\n"


def test_a_pin_in_json_that_is_no_switch_is_refused() -> None:
    for value in ('"no"', "null", "[]"):
        document = read(f'---\n{{"pinned": {value}}}\n---\nBody\n'.encode())
        with pytest.raises(NoteDamaged, match="set it to true or false as text first"):
            edit(document, {"pinned": True})


def test_a_key_that_swallows_its_neighbour_is_refused() -> None:
    raw = b'---\nid:#2026\ntitle: "A"\nsource: x\n---\nBody\n'
    document = read(raw)
    for change in ({"id": "20260825T2009-0a1b"}, {"title": "New"}, {"pinned": True}):
        try:
            again = read(edit(document, change))
        except NoteDamaged:
            continue
        kept = {key: value for key, value in document.fields.items() if key not in change}
        assert {key: again.fields[key] for key in kept} == kept


@pytest.mark.parametrize("kept", ["garbage", '["a"]', "12", '"no end'])
def test_a_remark_of_ours_that_somebody_changed_puts_nothing_back(kept: str) -> None:
    raw = f"---\ntitle: x\npinned: true # was lines:{kept}\n---\nBody\n".encode()
    again = edit(read(raw), {"pinned": None})
    assert again == b"---\ntitle: x\n---\nBody\n"


def test_lines_between_two_that_changed_keep_their_own_line_ends() -> None:
    raw = b"---\r\ntitle: x\r\n---\r\na\r\nb\nc\r\nd\n"
    assert edit(read(raw), {}, "X\nb\nc\nY\n").endswith(b"X\r\nb\nc\r\nY\r\n")
