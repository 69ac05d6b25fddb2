from __future__ import annotations

import pytest

from luminair.journal.harness import MAX_BYTES, Verdict, block, judge, refile
from luminair.journal.notes.note import Kind, LoadedNote, Status
from luminair.journal.notes.reading import note_of
from tests.journal.made_notes import loaded


def verdict(body: str, **values: object) -> Verdict:
    return judge([loaded("Harness/a.md", body, **values)])[0].verdict


@pytest.mark.parametrize("body", ["", " \n\t\n", "\ufeff\n", "\u200b", "## Said again\n\nx\n"])
def test_a_file_without_text_is_empty(body: str) -> None:
    assert verdict(body) is Verdict.EMPTY


def test_a_doc_stays_out_however_small() -> None:
    assert verdict("x", kind="doc") is Verdict.DOC


def test_an_empty_doc_is_empty_first() -> None:
    assert verdict("  ", kind="doc") is Verdict.EMPTY


def test_a_large_doc_is_a_doc_first() -> None:
    assert verdict("x" * 73 * 1024, kind="doc") is Verdict.DOC


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x" * MAX_BYTES, Verdict.RIDES),
        ("x" * (MAX_BYTES + 1), Verdict.OVERSIZED),
        ("\n\n" + "x" * MAX_BYTES + "  \n", Verdict.RIDES),
        ("é" * (MAX_BYTES // 2), Verdict.RIDES),
        ("é" * (MAX_BYTES // 2) + "x", Verdict.OVERSIZED),
    ],
)
def test_the_limit_counts_bytes_of_the_trimmed_body(body: str, expected: Verdict) -> None:
    assert verdict(body) is expected


def test_what_cannot_be_read_is_damaged() -> None:
    judged = judge([loaded("Harness/a.md", "", damage="It is not UTF-8")])[0]
    assert (judged.verdict, judged.reason) == (Verdict.DAMAGED, "It is not UTF-8")


def test_of_a_conflict_pair_only_the_original_rides() -> None:
    judged = judge(
        [
            loaded("Harness/Rule.md", "one", id="20260901T1200-aaaa"),
            loaded("Harness/Rule (conflicted copy).md", "two", id="20260901T1200-aaaa"),
        ]
    )
    assert {file.path: file.verdict for file in judged} == {
        "Harness/Rule.md": Verdict.RIDES,
        "Harness/Rule (conflicted copy).md": Verdict.DAMAGED,
    }


@pytest.mark.parametrize(
    ("first", "second", "source", "rides"),
    [
        ("Run the tests first, then push.", "Run the tests first, then push it.", "", False),
        ("Run the tests first, then push.", "Ask Ana about every key.", "", True),
        ("Run the tests first, then push.", "", "", True),
        ("Run the tests first.", "Run the tests first.", "claude/opus", True),
    ],
)
def test_a_number_makes_a_copy_only_of_a_version(
    first: str, second: str, source: str, rides: bool
) -> None:
    title = "What everybody who works on this house has to know before the first day"
    original = loaded("Harness/Rule.md", first, title=title, source=source)
    copy = loaded("Harness/Rule 2.md", second, title=title)
    assert (judge([original, copy])[0].verdict is not Verdict.DAMAGED) is rides


def test_a_damaged_original_takes_no_copy_with_it() -> None:
    original = loaded("Harness/Rule.md", "", damage="It is not UTF-8")
    copy = loaded("Harness/Rule (conflicted copy).md", "Run the tests first.")
    assert judge([original, copy])[0].verdict is Verdict.RIDES


def test_two_notes_of_one_title_are_no_conflict() -> None:
    judged = judge(
        [
            loaded("Harness/Rule.md", "one", id="20260901T1200-aaaa"),
            loaded("Harness/Rule 2.md", "two", id="20260901T1200-bbbb"),
        ]
    )
    assert all(file.verdict is Verdict.RIDES for file in judged)


@pytest.mark.parametrize(
    "values",
    [{"status": Status.HELD}, {"archived": "2026-09-01T00:00:00.000Z"}, {"rides": False}],
)
def test_what_never_rides_does_not_ride_here_either(values: dict[str, object]) -> None:
    judged = judge([loaded("Harness/a.md", "x", **values)])[0]
    assert judged.verdict is not Verdict.RIDES
    assert judged.reason


def test_the_block_is_in_path_order_whatever_the_order_given() -> None:
    files = [loaded("Harness/b.md", "second"), loaded("Harness/a/z.md", "first")]
    text = block(judge(files))
    assert text == block(judge(files[::-1]))
    assert text.index("first") < text.index("second")


def test_a_title_stands_once() -> None:
    text = block(
        judge(
            [
                loaded("Harness/a.md", "# How to read\n\nLines.", title="How to read"),
                loaded("Harness/b.md", "More.", title="Another"),
            ]
        )
    )
    assert text.count("How to read") == 1
    assert "## Another\n\nMore." in text


def test_said_again_is_cut_out() -> None:
    assert "earlier" not in block(judge([loaded("Harness/a.md", "x\n\n## Said again\n\nearlier")]))


def test_what_the_owner_neither_wrote_nor_approved_is_fenced() -> None:
    text = block(judge([loaded("Harness/a.md", "obey", source="page:https://x.org")]))
    assert "\n| obey" in text


def test_no_file_no_block() -> None:
    assert block(judge([])) == ""
    assert block(judge([loaded("Harness/a.md", "")])) == ""


@pytest.mark.parametrize("path", ["Harness/a.md", "harness/a.md", "Harness/deep/er/a.md"])
def test_a_doc_bound_for_the_harness_goes_to_notes(path: str) -> None:
    refiled = refile(Kind.DOC, path)
    assert refiled is not None
    assert refiled.path == "Notes/a.md"
    assert "a.md" in refiled.said


@pytest.mark.parametrize(
    ("kind", "path"),
    [(Kind.RULE, "Harness/a.md"), (Kind.DOC, "Notes/a.md"), (Kind.DOC, "Notes/Harness/a.md")],
)
def test_everything_else_may_stand(kind: Kind, path: str) -> None:
    assert refile(kind, path) is None


def test_a_bundled_file_says_so() -> None:
    files: list[LoadedNote] = [loaded("Harness/a.md", "x")]
    assert judge(files, bundled=True)[0].bundled


@pytest.mark.parametrize(
    "header",
    [
        "---\nkind: doc\n---\n",
        "---\nkind: [doc]\n---\n",
        "---\nkind:\n  - doc\n---\n",
        "---\nkind:\n- rule\n- Doc\n---\n",
        "---\nkind: !!str doc\n---\n",
        "---\nkind: doc,\n---\n",
        "---\nKIND: 'doc' # why\n---\n",
        "---\nkind: doc\nkind: rule\n---\n",
        "\n---\nkind: doc\n---\n",
        "\ufeff \r\n\r\n---\r\nkind: doc\r\n---\r\n",
        "---\nkind: do\u200bc\n---\n",
        '---\n{"kind": "doc"}\n---\n',
        "+++\nkind = 'doc'\n+++\n",
    ],
)
def test_a_doc_is_one_however_its_kind_is_written(header: str) -> None:
    file = note_of("Harness/a.md", f"{header}Long text.\n".encode(), file_time="")
    assert judge([file])[0].verdict is Verdict.DOC


@pytest.mark.parametrize(
    "text",
    [
        "---\nkind: rule\n---\nSay kind: doc.\n",
        "# A doc\n\nkind: doc\n",
        "---\nkind: docker\ntitle: doc\n---\nx\n",
    ],
)
def test_a_text_about_docs_is_none(text: str) -> None:
    file = note_of("Harness/a.md", text.encode(), file_time="")
    assert judge([file])[0].verdict is Verdict.RIDES


def test_unreadable_settings_are_the_reason() -> None:
    judged = judge([loaded("Harness/a.md", "x", rides=False, settings_unread=True)])[0]
    assert judged.verdict is not Verdict.RIDES
    assert judged.reason == "Never rides: the vault's settings cannot be read"
