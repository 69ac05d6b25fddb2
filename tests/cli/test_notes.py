from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Terminal

LISTED = {
    "id", "path", "kind", "scope", "title", "summary", "created", "updated", "cwd", "session",
    "pinned", "status", "source", "state", "hidden_by", "reason",
}  # fmt: skip
RESULT = {
    "id", "path", "kind", "title", "rank", "score", "words", "meaning", "passage", "verdict",
}  # fmt: skip


def test_list_has_every_field(run: Terminal, project: Path) -> None:
    note = run.add("Deploy by hand", "--cwd", ".", "--body", "Use make ship.")
    (only,) = run.json("list")
    assert only.keys() >= LISTED
    assert only["id"] == note
    assert (only["scope"], only["cwd"]) == ("folder", str(project))
    assert (only["source"], only["state"], only["hidden_by"]) == ("owner", "live", None)


def test_list_filters(run: Terminal, project: Path) -> None:
    rule = run.add("Always test", "--kind", "rule")
    ask = run.add("Fix it", "--kind", "ask", "--session", "s1")
    here = run.add("Here", "--cwd", str(project))
    run.json("archive", rule)
    run.write("broken.md", b"\xff\xfe\x00")

    def ids(*arguments: str) -> list[str | None]:
        return [each["id"] for each in run.json("list", *arguments)]

    assert set(ids()) == {ask, here, None}
    assert set(ids("--archived")) == set(ids("--state", "all")) == {rule, ask, here, None}
    assert ids("--state", "archived") == [rule]
    assert ids("--state", "damaged") == [None]
    assert ids("--kind", "ASK") == [ask]
    assert ids("--scope", "folder") == [here]
    assert ids("--session", "s1") == [ask]
    assert ids("--cwd", str(project)) == [here]


def test_list_stands_in_columns(run: Terminal) -> None:
    run.write("Short.md", b"text")
    run.write("短い.md", b"text")
    first, second = run("list").out.splitlines()
    # Two wide letters take the columns of two narrow ones more.
    assert first.index("global") == second.index("global") + 2


def test_a_title_cannot_steer_the_terminal(run: Terminal) -> None:
    run.write("evil.md", b'---\ntitle: "a\\e[2Jb"\n---\nbody \x1b]0;owned\x07 text\n')
    shown = run("list").out + run("show", "evil.md").out + run("search", "owned").out
    assert "\x1b" not in shown
    assert "\x07" not in shown


def test_show_gives_the_note_with_its_body(run: Terminal) -> None:
    note = run.add("Café", "--body", "One.\nTwo.")
    shown = run.json("show", note)
    assert shown.keys() >= {*LISTED, "body"}
    assert "One.\nTwo." in shown["body"]
    assert "Two." in run("show", note).out
    assert run.json("show", shown["path"])["id"] == note


def raw(run: Terminal, key: str, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """What ``show --raw`` prints, in bytes."""
    printed = io.BytesIO()
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", io.TextIOWrapper(printed, "ascii"))
        assert run("show", key, "--raw").code == 0
        return printed.getvalue()


def test_raw_is_the_file_byte_for_byte(run: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (b"\xef\xbb\xbf# A\r\n\r\ntext", b"\xff\x00 no text", b"---\nid: [\n---\nx"):
        run.write("a.md", data)
        assert raw(run, "a.md", monkeypatch) == data


def test_a_damaged_note_is_shown_with_its_reason(run: Terminal) -> None:
    run.write("bad.md", b"caf\xe9 is latin")
    shown = run.json("show", "bad.md")
    assert (shown["state"], shown["body"]) == ("damaged", "")
    assert shown["reason"]


def test_a_note_of_40_mb_stops_nothing(run: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    run.add("Small", "--body", "needle")
    size = 41 * 1024 * 1024
    with (run.vault / "big.md").open("wb") as file:
        file.truncate(size)
    assert len(run.json("search", "needle")["results"]) == 1
    assert run.json("show", "big.md")["state"] == "damaged"
    assert len(raw(run, "big.md", monkeypatch)) == size
    assert run("edit", "big.md", "--title", "x").sentence
    assert (run.vault / "big.md").stat().st_size == size


def test_search_has_every_field(run: Terminal) -> None:
    note = run.add("Uploads", "--body", "They die with ENOENT in lib/vault/digest.js.")
    answer = run.json("search", "enoent", "uploads")
    assert answer.keys() >= {"query", "took_ms", "meaning", "results"}
    assert answer["query"] == "enoent uploads"
    (result,) = answer["results"]
    assert result.keys() >= RESULT
    assert result["id"] == note
    assert result["words"].keys() >= {"rank", "score", "terms"}
    assert "ENOENT" in " ".join(result["words"]["terms"]).upper()
    assert result["meaning"] is None
    assert "ENOENT" in result["passage"]
    assert "score" in run("search", "enoent", "--explain").out


def test_search_keeps_to_its_place_and_its_limit(run: Terminal, project: Path) -> None:
    run.add("Tides here", "--cwd", str(project))
    run.add("Tides there", "--session", "s9")
    gone = run.add("Tides gone")
    run.json("archive", gone)
    assert len(run.json("search", "tides")["results"]) == 2
    assert len(run.json("search", "tides", "--archived")["results"]) == 3
    assert len(run.json("search", "tides", "--limit", "1")["results"]) == 1
    assert [r["title"] for r in run.json("search", "tides", "--cwd", ".")["results"]] == [
        "Tides here"
    ]


def test_a_query_without_a_word_is_told_so(run: Terminal) -> None:
    run.add("Tides")
    for query in ("", "of the"):
        assert "no word to look up" in run("search", query).err
    assert run("search", "zebra").err == "No note matches.\n"


def test_batch_answers_line_by_line_and_goes_on(
    run: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run.add("Tides")
    lines = [
        '{"id": 1, "query": "tides"}', "", "no json", "[1]", '{"id": "b"}',
        '{"id": "c", "query": 7}', '{"id": "d", "query": "x", "limit": 0}',
        "[" * 100_000, '{"id": NaN, "query": "x"}',
        '{"id": "e", "query": "tides", "session": "s1", "limit": 1, "archived": true}',
    ]  # fmt: skip
    data = "\n".join(lines).encode() + b'\n{"id": 9, "query": "\xff"}'
    file = tmp_path / "queries"
    file.write_bytes(data)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "cp932"))
    for source in ("-", str(file)):
        done = run("search", "--batch", source)
        assert done.code == 2
        answers = [json.loads(line) for line in done.out.splitlines()]
        assert [each["id"] for each in answers] == [
            1, None, None, "b", "c", "d", None, None, "e", None,
        ]  # fmt: skip
        assert ["error" in each for each in answers] == [
            False, True, True, True, True, True, True, True, False, True,
        ]  # fmt: skip
        assert answers[0].keys() >= {"id", "query", "took_ms", "meaning", "results"}


def test_a_batch_prints_json_whatever_the_ids(
    run: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = ["1e999", "-1e999", "[1e999, 1.5]", '{"a": 1e999}', '"\\ud800"', "1e3"]
    data = "\n".join(f'{{"id": {each}, "query": "x"}}' for each in ids).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
    done = run("search", "--batch", "-")

    def refuse(word: str) -> None:
        raise AssertionError(word)

    answers = [json.loads(line, parse_constant=refuse) for line in done.out.splitlines()]
    assert [each["id"] for each in answers[:4]] == [
        "1e999",
        "-1e999",
        ["1e999", 1.5],
        {"a": "1e999"},
    ]
    assert answers[5]["id"] == 1000
    assert all("error" not in each for each in answers)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("search",), 2),
        (("search", "x", "--limit", "none"), 2),
        (("search", "x", "--limit", "0"), 2),
        (("search", "x", "--batch", "-"), 2),
        (("search", "--batch", "not there"), 1),
        (("show", "20260101T0000-ffff"), 1),
        (("show", "x", "--raw", "--json"), 2),
        (("show", "../x"), 1),
        (("show", ""), 1),
        (("list", "--cwd", ""), 2),
    ],
)
def test_bad_questions(run: Terminal, arguments: tuple[str, ...], code: int) -> None:
    done = run(*arguments)
    assert done.sentence
    assert done.code == code
