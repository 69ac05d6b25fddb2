"""The other benches run on little and say what they are to say."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from luminair.journal.ranking import postings
from tests.bench import growth, long_notes, meaning_quality, sweep

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [
    "the vector cache is rebuilt at night",
    "panes stand side by side in the window",
    "the digest is built anew for every message",
    "boats lie in the harbour until the morning",
]
QUERIES = ["vector cache at night", "panes side by side", "digest for every message", "boats"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "set"
    place.mkdir()
    with gzip.open(place / "docs.jsonl.gz", "wt", encoding="utf-8") as lines:
        for at, text in enumerate(TEXTS):
            lines.write(json.dumps({"id": str(at), "title": "", "text": text}) + "\n")
    asked = [json.dumps({"id": str(at), "text": text}) for at, text in enumerate(QUERIES)]
    (place / "queries.jsonl").write_text("\n".join(asked), encoding="utf-8")
    rows = [f"{at}\t{at}\t1" for at in range(len(TEXTS))]
    (place / "qrels.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return place


def test_a_sweep_leaves_the_parameters_as_they_were(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = postings.K1
    assert sweep.main([str(folder), "--only", "K1"]) == 0
    assert before == postings.K1
    assert "on the other half" in capsys.readouterr().out
    assert sweep.main([str(folder / "gone")]) == 1


def test_a_mention_in_a_long_note_is_found(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert long_notes.main([str(folder), "--notes", "1"]) == 0
    assert "300,000" in capsys.readouterr().out


def test_without_a_model_there_is_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise ImportError("none")

    monkeypatch.setattr(meaning_quality, "MODELS", {"none": missing})
    assert meaning_quality.main([str(folder)]) == 0
    assert "nothing to measure" in capsys.readouterr().out


def test_meaning_is_judged_by_group(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def letters() -> object:
        return lambda texts: [[float(text.count(c)) / 99 for c in "aeiou"] for text in texts]

    monkeypatch.setattr(meaning_quality, "MODELS", {"letters": letters})
    # Words alone are perfect here, so nothing can be gained.
    assert meaning_quality.main([str(folder), "--sweep"]) == 1
    printed = capsys.readouterr().out
    assert "RRF k 60, 1 : 1" in printed
    assert "(ours)" in printed


def test_growth_is_a_table_with_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert growth.main(["20"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split("|")[2].strip() for row in rows[2:]] == ["Luminair", "FTS5"]
    assert len({row.count("|") for row in rows}) == 1
