"""``promote``, ``merge``, ``stale`` and the doctor's further rounds, in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from luminair.keeping.checkup import Findings

if TYPE_CHECKING:
    import pytest

WORDINGS = (
    "Run the linter before each commit.",
    "please lint before committing",
    "never commit without linting",
)


def test_promote_offers_and_writes_no_rule(run) -> None:
    assert run("promote").out.startswith("No wish came back")
    for number, words in enumerate(WORDINGS):
        run.add(words, "--kind", "ask", "--session", f"s{number}")
    dry = run.json("promote", "--dry-run")["proposals"]
    assert dry[0]["id"] == ""
    [found] = run.json("promote")["proposals"]
    assert found["id"]
    assert found["kind"] == "promote"
    assert found["scope"] == "global"
    assert sorted(each["session"] for each in found["evidence"]) == ["s0", "s1", "s2"]
    assert run.json("list", "--kind", "rule") == []
    text = run("promote").out
    assert found["title"] in text
    assert "nothing was changed" in text


def test_merge_tells_what_differs_and_is_undone(run) -> None:
    keep = run.add("Timeout of 30 s", "--kind", "note")
    other = run.add("Timeout of 300 s", "--kind", "note")
    done = run("merge", keep, other)
    assert done.code == 0
    assert "30 and 300" in done.err
    assert run.json("show", other)["state"] == "archived"
    assert "Timeout of 300 s" in run.json("show", keep)["body"]
    run("undo")
    assert run.json("show", other)["state"] == "live"
    told = run.json("merge", keep, other)
    assert (told["id"], told["merged"]) == (keep, [other])


def test_merge_asked_wrongly(run) -> None:
    keep = run.add("A", "--kind", "note")
    assert run("merge", keep).code == 2
    assert "cannot go into itself" in run("merge", keep, keep).sentence
    assert run("merge", keep, "nothing").code == 1


def test_merge_without_names_offers(run) -> None:
    run.add(WORDINGS[0], "--kind", "ask")
    run.add("please run the linter before each commit", "--kind", "ask")
    [found] = run.json("merge")["proposals"]
    assert found["kind"] == "merge"
    assert len(found["evidence"]) == 2


def test_an_agent_merges_nothing(run, monkeypatch: pytest.MonkeyPatch) -> None:
    keep, other = run.add("A", "--kind", "note"), run.add("B", "--kind", "note")
    monkeypatch.setenv("CLAUDECODE", "1")
    assert "Only the owner can merge notes" in run("merge", keep, other).sentence


def test_stale_offers(run) -> None:
    run.add("Freeze", "--kind", "note", "--body", "No deploys until 2020-01-01.")
    [found] = run.json("stale")["proposals"]
    assert (found["kind"], found["reason"]) == ("stale", "“until 2020-01-01” has passed.")


def test_the_doctor_sees_rules_that_contradict(run) -> None:
    assert run.json("doctor")["problems"] == []
    run.add("Use tabs, not spaces.", "--kind", "rule")
    run.add("Use spaces, not tabs.", "--kind", "rule")
    done = run("doctor")
    assert done.code == 1
    assert "contradicts the rule" in done.out


def test_the_doctors_full_round(run) -> None:
    run.write("Notes/key.md", b"key: AKIA" + b"Q7ZP3M9K2X8W5N4B" + b"\n")
    assert run.json("doctor")["problems"] == []
    found = run.json("doctor", "--full")
    assert [each["problem"] for each in found["problems"]] == [
        "holds what looks like a secret (AWS key)"
    ]
    assert found["unused"] == 0
    assert "no receipts yet" in run("doctor", "--full").out


def test_the_exam(run) -> None:
    told = run.json("doctor", "--exam")["exam"]
    assert told["asked"] == 0
    assert "nothing to ask yet" in told["said"]
    body = (
        "All timestamps are UTC.\n\n## Said again\n\n- “keep every timestamp in UTC” (2026-01-01)\n"
    )
    run.add("Use UTC", "--kind", "rule", "--body", body)
    told = run.json("doctor", "--exam")["exam"]
    assert told["recall_at_5"] == {"words": 1.0, "meaning": None, "both": 1.0}
    assert "words 100%" in run("doctor", "--exam").out


def test_conflict_copies_are_brought_together(run) -> None:
    assert run("merge", "--copies").out == "No sync service has left a conflict copy.\n"
    path = run.json("add", "--title", "Retry", "--body", "Three times.")["path"]
    data = (run.vault / path).read_bytes()
    copy = "Notes/Retry (Ben's conflicted copy 2026-08-25).md"
    run.write(copy, data.replace(b"Three", b"Four"))
    told = next(each for each in run("doctor").out.splitlines() if copy in each)
    assert f"a sync conflict copy of {path}" in told
    assert run("merge", "--copies", "--dry-run").out == f"{copy} into {path}\n"
    assert "leave the names out" in run("merge", "--copies", path).sentence
    done = run("merge", "--copies")
    assert done.code == 0
    assert done.out.startswith(f"{copy} is in {path} now.\n  Both sides rewrote the text at its")
    text = (run.vault / path).read_text()
    assert "Three times." in text
    assert "Four times." in text
    assert not (run.vault / copy).exists()
    (waiting,) = run.json("review")["proposals"]
    assert waiting["kind"] == "torn"
    assert run("undo").code == 0
    assert (run.vault / copy).exists()
    assert (run.vault / path).read_bytes() == data
    # By name it is the same, and an ordinary pair is folded as before.
    told = run.json("merge", path, copy)
    assert told["notes"][0]["path"] == path
    assert told["notes"][0]["two_versions"] == [""]
    assert told["left"] == []


def test_a_model_brings_no_copies_together(run, monkeypatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    assert "Only the owner can merge notes" in run("merge", "--copies").sentence


def test_the_doctor_says_nothing_of_no_unused_notes() -> None:
    since = "2026-09-04T10:00:00Z"
    assert Findings((), 0, since).unused_words == ""
    assert Findings((), 1, since).unused_words.startswith("1 note has not ridden")
