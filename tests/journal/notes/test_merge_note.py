"""Two versions of one note as one: by key, by section, the same whichever comes first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.notes import merge_lines
from luminair.journal.notes.document import Verdict, read
from luminair.journal.notes.merge_body import END, FIRST, SECOND, merge_body
from luminair.journal.notes.merge_header import REMARK
from luminair.journal.notes.merge_lines import both, combined, woven
from luminair.journal.notes.merge_note import merge_note, torn_in, with_both, with_id
from luminair.journal.notes.strict import check_strict

NOTE = """---
id: 20260825T2009-7f3a
kind: note
scope: folder
title: "Uploader"
created: "2026-08-25T20:09:00.000Z"
updated: "2026-08-25T20:09:00.000Z"
# the owner's own remark
tags: [net, upload]
colour: blue   # as it was
---

It retries.

## Decided

Three times.

## Open

- the limit
"""


def merged(one: str, other: str, base: str = NOTE):
    sides = [each.encode() for each in (one, other)]
    found = merge_note(base.encode(), *sides)
    assert found == merge_note(base.encode(), *reversed(sides)), "the two ways round differ"
    assert found is not None
    return found


def text(one: str, other: str, base: str = NOTE) -> str:
    return merged(one, other, base).data.decode()


# --- The header --------------------------------------------------------------------------------


def test_keys_that_one_side_changed_come_together() -> None:
    one = NOTE.replace('"Uploader"', '"The uploader"')
    other = NOTE.replace("colour: blue ", "colour: red ").replace("kind: note", "kind: doc")
    expected = one.replace("colour: blue ", "colour: red ").replace("kind: note", "kind: doc")
    assert text(one, other) == expected


def test_a_key_that_both_changed_keeps_both_values_and_the_newer_note_wins() -> None:
    one = NOTE.replace('"Uploader"', '"One"').replace(
        'updated: "2026-08-25', 'updated: "2026-08-27'
    )
    other = NOTE.replace('"Uploader"', '"Two"').replace(
        'updated: "2026-08-25', 'updated: "2026-08-26'
    )
    found = merged(one, other)
    assert found.keys == ("title",)
    written = found.data.decode()
    assert f'{REMARK}title: "Two"\ntitle: "One"\n' in written
    assert 'updated: "2026-08-27' in written
    assert read(found.data).value("title") == "One"
    assert torn_in(found.data) == ("title",)
    assert 'the other side had title: "Two"' in with_both(found.data).decode()
    assert torn_in(with_both(found.data)) == ()


def test_lists_hold_what_both_added_and_lose_what_one_took_out() -> None:
    one = NOTE.replace("[net, upload]", "[net, upload, retry]")
    other = NOTE.replace("[net, upload]", "[upload, limit]")
    assert "tags: [upload, limit, retry]" in text(one, other)


def test_what_is_remarked_beside_the_items_of_a_list_stays() -> None:
    rows = NOTE.replace("[net, upload]", "  # keep\n  - net # of the pool\n  - 'up # load'")
    one = rows.replace("  - net", "  - retry # asked for\n  - net")
    other = rows.replace("  - net", "  - limit\n  - net")
    both = text(one, other, rows)
    assert '\n# asked for\n# keep\n# of the pool\ntags: [net, "up # load", limit, retry]\n' in both
    assert "limit" in text(both, both.replace("retry", "again"), rows)


@pytest.mark.parametrize(
    ("one", "other", "stays"),
    [("done", "dropped", "done"), ("dropped", "held", "held"), ("done", "held", "held")],
)
def test_a_note_that_one_side_holds_is_held(one: str, other: str, stays: str) -> None:
    base = NOTE.replace("kind: note", "kind: ask\nstatus: open")
    found = merged(
        base.replace("status: open", f"status: {one}"),
        base.replace("status: open", f"status: {other}"),
        base,
    )
    assert read(found.data).value("status") == stays
    assert found.keys == ("status",)


def test_a_pin_and_a_removed_key() -> None:
    one = NOTE.replace('"Uploader"\n', '"Uploader"\npinned: true\n')
    other = NOTE.replace("colour: blue   # as it was\n", "")
    written = text(one, other)
    assert "pinned: true\n" in written
    assert "colour" not in written
    assert "# the owner's own remark\n" in written


def test_a_key_that_one_took_out_and_the_other_changed_stays() -> None:
    one = NOTE.replace("colour: blue   # as it was\n", "")
    other = NOTE.replace("colour: blue ", "colour: red ")
    assert "colour: red" in text(one, other)


def test_headers_that_are_no_plain_keys_stay_apart() -> None:
    base = '---\n{"title": "a"}\n---\ntext\n'
    sides = [base.replace('"a"', word).encode() for word in ('"b"', '"c"')]
    assert merge_note(base.encode(), *sides) is None
    twice = NOTE.replace("kind: note\n", "kind: note\nkind: doc\n")
    sides = [twice.replace("blue", word).encode() for word in ("red", "green")]
    assert merge_note(twice.encode(), *sides) is None


@pytest.mark.parametrize("broken", [b"---\ntitle: a\n", b"\xff\xfe", b"a\0b"])
def test_what_cannot_be_read_is_not_brought_together(broken: bytes) -> None:
    assert merge_note(NOTE.encode(), NOTE.encode() + b"more\n", broken) is None
    # Only one side changed: that is no question.
    assert merge_note(NOTE.encode(), NOTE.encode(), broken).data == broken


def test_a_file_that_got_its_header_on_one_side() -> None:
    base = "It retries.\n"
    one = "---\nid: 20260825T2009-7f3a\n---\nIt retries.\n"
    assert text(one, base + "\n## More\n\nText.\n", base) == one + "\n## More\n\nText.\n"


def test_an_id_is_given_and_nothing_else_changes() -> None:
    changed = with_id(NOTE.encode(), "20260825T2009-7f3b")
    assert changed == NOTE.encode().replace(b"7f3a", b"7f3b")
    assert with_id(b"+++\nid = 1\n+++\n", "x") == b"+++\nid = 1\n+++\n"


# --- The text ----------------------------------------------------------------------------------


def test_line_ends_and_marks_at_the_top_stay() -> None:
    for before in ("", "\ufeff"):
        base = before + NOTE.replace("\n", "\r\n")
        one = base.replace("It retries.", "It retries on 503.")
        other = base.replace("Three", "Five")
        expected = one.replace("Three", "Five")
        assert text(one, other, base) == expected


def test_a_side_that_changed_all_line_ends() -> None:
    one = NOTE.replace("\n", "\r\n")
    other = NOTE.replace("Three", "Five")
    assert text(one, other) == one.replace("Three", "Five")


def test_both_rewrote_a_section() -> None:
    found = merged(NOTE.replace("Three", "Four"), NOTE.replace("Three", "Five"))
    assert found.parts == ("Decided",)
    lines = found.data.decode().splitlines()
    at = lines.index(FIRST)
    assert lines[at - 2] == "## Decided"
    assert [line for line in lines[at:] if line][:5] == [
        FIRST, "Five times.", SECOND, "Four times.", END,
    ]  # fmt: skip
    assert with_both(found.data).decode() == NOTE.replace(
        "Three times.\n", "Five times.\n\nFour times.\n"
    )


def test_both_added_to_a_list() -> None:
    found = merged(NOTE + "- the pause\n", NOTE + "- the error\n")
    assert not found.is_torn
    assert found.data.decode() == NOTE + "- the error\n- the pause\n"


def test_both_added_a_paragraph_in_one_place() -> None:
    base = "Intro.\n\nEnd.\n"
    one, other = "Intro.\n\nAlpha.\n\nEnd.\n", "Intro.\n\nBeta.\n\nEnd.\n"
    assert text(one, other, base) == "Intro.\n\nAlpha.\n\nBeta.\n\nEnd.\n"


def test_one_adds_where_the_other_rewrites() -> None:
    base = "First.\n\nSecond.\n"
    found = merged("First!\n\nSecond.\n", "First.\n\nSecond.\n\nThird.\n", base)
    assert found.data == b"First!\n\nSecond.\n\nThird.\n"
    assert not found.is_torn


def test_said_again_is_a_union() -> None:
    base = NOTE + "\n## Said again\n\n- “a” (2026-08-01)\n"
    one = base + "- “b” (2026-08-03)\n"
    other = base.replace("- “a” (2026-08-01)\n", "- “c” (2026-08-02)\n")
    found = merged(one, other, base)
    assert not found.is_torn
    for line in ("“a”", "“b”", "“c”"):
        assert found.data.decode().count(line) == 1


def test_a_section_that_one_removed_and_the_other_changed_stays() -> None:
    one = NOTE.replace("## Decided\n\nThree times.\n\n", "")
    other = NOTE.replace("Three", "Five")
    assert text(one, other) == other
    assert text(one, NOTE.replace("It retries", "It gives up")) == one.replace(
        "It retries", "It gives up"
    )


def test_sections_that_both_added_and_one_moved() -> None:
    base = "## A\n\na\n\n## B\n\nb\n"
    one = "## B\n\nb\n\n## A\n\na\n\n## C\n\nc\n"
    other = "## A\n\na\n\n## D\n\nd\n\n## B\n\nb\n"
    assert text(one, other, base) == "## B\n\nb\n\n## A\n\na\n\n## D\n\nd\n\n## C\n\nc\n"


def test_a_heading_in_a_block_of_code_is_none() -> None:
    base = "```\n# not a heading\nx\n```\n\nText.\n"
    one = base.replace("x\n", "y\n")
    body, torn = merge_body(base, one, base.replace("Text.", "Texts."))
    assert torn == ("",)
    assert "y\n" in body
    assert "Texts." in body


def test_new_on_both_sides() -> None:
    one, other = "# Plan\n\nAlpha.\n", "# Plan\n\nBeta.\n\n## More\n\nText.\n"
    found = merge_note(None, one.encode(), other.encode())
    assert found == merge_note(None, other.encode(), one.encode())
    assert found is not None
    for word in ("Alpha.", "Beta.", "Text."):
        assert word in found.data.decode()
    assert found.parts == ("Plan",)


# --- Always ------------------------------------------------------------------------------------

LINE = st.sampled_from(
    ["", "alpha", "beta", "gamma", "- one", "- two", "## A", "## B", "## Said again", "---", "```"]
)
TEXT = st.lists(LINE, max_size=12).map("\n".join)
ENDED = st.tuples(TEXT, st.sampled_from(["", "\n", "\n\n"])).map("".join)


@given(base=ENDED, one=ENDED, other=ENDED)
def test_no_line_is_lost_and_the_order_of_the_sides_says_nothing(base, one, other) -> None:
    body, torn = merge_body(base, one, other)
    assert (body, torn) == merge_body(base, other, one)
    kept = set(body.splitlines())
    was = set(base.splitlines())
    new = (set(one.splitlines()) | set(other.splitlines())) - was
    both_have = set(one.splitlines()) & set(other.splitlines()) & was
    assert new | both_have <= kept | {""}
    assert merge_body(base, one, one) == (one, ())
    assert merge_body(base, one, base) == (one, ())


KEYS = st.sampled_from(["title", "status", "tags", "summary", "x", "y", "pinned"])
VALUES = st.sampled_from(["a", "b", '"c d"', "[a, b]", "[b, c]", "true", "open", "held"])


@st.composite
def notes(draw) -> str:
    header = draw(st.dictionaries(KEYS, VALUES, min_size=1, max_size=5))
    lines = [f"{key}: {value}" for key, value in header.items()]
    if draw(st.booleans()):
        lines.insert(draw(st.integers(0, len(lines))), "# a remark")
    return "\n".join(["---", *lines, "---", "", draw(ENDED)])


@given(base=notes(), one=notes(), other=notes())
def test_a_header_that_was_valid_is(base, one, other) -> None:
    found = merge_note(base.encode(), one.encode(), other.encode())
    assert found == merge_note(base.encode(), other.encode(), one.encode())
    if found is None:
        return
    document = read(found.data)
    assert document.verdict is not Verdict.DAMAGED
    assert not check_strict(document)
    for side in (one, other):
        for key in read(side.encode()).fields:
            if key not in read(base.encode()).fields:
                assert document.has(key)


@given(base=st.lists(LINE, max_size=8), one=st.lists(LINE, max_size=8))
def test_one_side_alone_is_taken_as_it_is(base, one) -> None:
    assert combined(base, one, base) == one
    assert combined(base, base, one) == one


@given(one=st.lists(LINE, min_size=1, max_size=6), other=st.lists(LINE, min_size=1, max_size=6))
def test_added_lines_are_all_there(one, other) -> None:
    for found in (both(one, other), woven(one, other)):
        assert set(one) | set(other) <= set(found) | {""}
    assert both(one, other) == both(other, one)
    assert woven(one, other) == woven(other, one)


def test_a_value_written_otherwise_is_no_other_value() -> None:
    one = NOTE.replace("blue   #", '"blue"  #')
    other = NOTE.replace("blue   # as it was", "'blue'")
    assert REMARK not in text(one, other)


def test_remarks_of_both_sides_stay_each_line_once() -> None:
    one = NOTE.replace("# the owner's own remark\n", "# shared\n# mine\n")
    other = NOTE.replace("# the owner's own remark\n", "# shared\n# theirs\n")
    said = text(one, other)
    assert [said.count(each) for each in ("# shared", "# mine", "# theirs")] == [1, 1, 1]


def test_what_both_override_is_overridden() -> None:
    base = NOTE.replace("colour: blue   # as it was\n", "")
    one = base.replace("tags:", "overrides: 20260825T2009-0001\ntags:")
    other = base.replace("tags:", "overrides: 20260825T2009-0002\ntags:")
    assert "overrides: [20260825T2009-0001, 20260825T2009-0002]" in text(one, other)


def test_a_header_that_both_took_out_is_gone() -> None:
    body = NOTE.partition("---\n\n")[2]
    assert text(body + "- one\n", body + "- two\n").startswith("It retries.")


def test_a_line_added_where_the_other_side_replaced_lines_is_for_a_person() -> None:
    base = ["a", "b", "c", "d"]
    assert combined(base, ["a", "X", "d"], ["a", "b", "N", "c", "d"]) is None


def test_lists_too_long_to_compare_stand_one_behind_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(merge_lines, "_MOST", 2)
    one, other = ["- a", "- b", "- c"], ["- b", "- d", "- e"]
    assert woven(one, other) == woven(other, one) == [*one, *other]


def test_a_damaged_file_is_left_as_it_is() -> None:
    damaged = f"---\ntitle: x\n{FIRST}\nnever closed\n".encode()
    assert read(damaged).verdict is Verdict.DAMAGED
    assert torn_in(damaged) == ()
    assert with_both(damaged) == damaged


def test_keys_of_which_each_side_took_one_out_are_both_gone() -> None:
    found = merge_note(
        b"---\na: 1\nb: 2\n---\nText.\n", b"---\nb: 2\n---\nText.\n", b"---\na: 1\n---\nText.\n"
    )
    assert found is not None
    assert found.data == b"Text.\n"


def test_a_name_that_lost_what_it_stood_for_is_for_a_person() -> None:
    base = b"---\na: &x one\nb: two\n---\nText.\n"
    one = base.replace(b"a: &x one\n", b"")
    other = base.replace(b"b: two", b"b: *x")
    assert merge_note(base, one, other) is None
