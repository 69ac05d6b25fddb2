"""The kit itself: what it measures, and that we stay above what others ship."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from tests.bench import quality, words_speed
from tests.bench.peers import PEERS, Note

if TYPE_CHECKING:
    from pathlib import Path

DOCS = [
    Note("a", "Cache", "the vector cache is rebuilt"),
    Note("b", "Window", "panes stand side by side"),
    Note("c", "Digest", "built anew for every message"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "set"
    place.mkdir()
    with gzip.open(place / "docs.jsonl.gz", "wt", encoding="utf-8") as lines:
        for note in DOCS:
            lines.write(json.dumps({"id": note.id, "title": note.title, "text": note.text}) + "\n")
    queries = [{"id": "1", "text": "vector cache"}, {"id": "2", "text": "which panes"}]
    (place / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)), encoding="utf-8")
    (place / "qrels.tsv").write_text("1\ta\t1\n2\tb\t2\n", encoding="utf-8")
    return place


def test_figures_of_a_perfect_and_a_wrong_answer(folder: Path) -> None:
    data = quality.load(folder)
    assert quality.judge(quality.ours(data.notes), data) == (1.0, 1.0, 1.0, 1.0)
    assert quality.judge(lambda _query, _limit: ["c", "a"], data).mrr == 0.25


@pytest.mark.parametrize("peer", PEERS)
def test_peers_answer(peer: str, folder: Path) -> None:
    data = quality.load(folder)
    assert PEERS[peer](data.notes)("vector cache", 3)[0] == "a"


def test_a_missing_folder_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert quality.main([str(tmp_path / "gone")]) == 1
    assert "gone is not a ranking set here" in capsys.readouterr().out


def test_the_table_holds_a_line_a_set(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert quality.main([str(folder), "--no-peers"]) == 0
    assert "set " in capsys.readouterr().out


def test_a_set_says_its_group(folder: Path) -> None:
    assert quality.load(folder).group == "text"
    (folder / "meta.json").write_text('{"group": "code"}', encoding="utf-8")
    assert quality.load(folder).group == "code"
    (folder / "meta.json").write_text("no JSON", encoding="utf-8")
    assert quality.load(folder.rename(folder.parent / "lint-2")).group == "code"


def test_a_ratio_under_its_floor_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(quality, "LEAST_MEAN", 1.0)
    assert quality.main([str(folder)]) == 0
    monkeypatch.setattr(quality, "ours", lambda _notes: lambda _query, _limit: ["c", "b", "a"])
    assert quality.main([str(folder)]) == 1
    printed = capsys.readouterr().out
    assert "set: 0." in printed
    assert "The mean is 0." in printed


def test_speed_is_printed_for_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert words_speed.main(["--notes", "60", "--queries", "5"]) == 0
    printed = capsys.readouterr().out
    assert "FTS5" in printed
    assert "ratio" in printed


@pytest.mark.full
@pytest.mark.timeout(300)
def test_words_alone_stay_ahead(shared: Path) -> None:
    """1.05 times bm25s with Snowball on the mean over sets, and nowhere under 0.97."""
    folders = sorted((shared / "ranking-sets").glob("*/qrels.tsv"))
    if not folders:
        pytest.skip("the ranking sets are not there")
    ratios = []
    ours, theirs = [], []
    for place in folders:
        data = quality.load(place.parent)
        ours.append(quality.judge(quality.ours(data.notes), data).ndcg)
        theirs.append(quality.judge(PEERS["bm25s + Snowball"](data.notes), data).ndcg)
        ratios.append(ours[-1] / theirs[-1])
    assert sum(ours) >= 1.05 * sum(theirs)
    assert min(ratios) >= 0.97
