"""What runs on the code host: pinned, with few rights, and secrets only where they are needed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

HOUSE = Path(__file__).resolve().parents[2]
FOLDER = HOUSE / ".github" / "workflows"
FILES = sorted(FOLDER.glob("*.yml"))


def read(name: str) -> dict:
    return yaml.load((FOLDER / name).read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 plain strings


def steps(workflow: dict) -> list[dict]:
    return [step for job in workflow["jobs"].values() for step in job.get("steps", ())]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_action_is_pinned_and_rights_are_few(path) -> None:
    workflow = read(path.name)
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request_target" not in workflow["on"]
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert used
    for action in used:
        assert re.fullmatch(r"actions/[a-z-]+@(v\d+|[0-9a-f]{40})", action), action
    for job in workflow["jobs"].values():
        assert "uses" in job or int(job["timeout-minutes"]) <= 120


def test_a_release_is_built_on_both_kinds_of_mac_and_tested_before_it_is_kept() -> None:
    workflow = read("release.yml")
    app = workflow["jobs"]["app"]
    runners = {each["runner"] for each in app["strategy"]["matrix"]["include"]}
    assert runners == {"macos-15", "macos-15-intel"}
    assert app["needs"] == "faults"
    said = [step.get("run", step.get("uses", "")) for step in app["steps"]]

    def at(words: str) -> int:
        return next(place for place, text in enumerate(said) if words in text)

    order = [
        at("packaging/dev.py app"),
        at("packaging/dev.py test"),
        at("APP_UNDER_TEST"),
        at("pgrep -x Luminair"),
        at("upload-artifact"),
    ]
    assert order == sorted(order)
    assert workflow["jobs"]["draft"]["needs"] == "app"
    assert "--draft" in steps({"jobs": {"draft": workflow["jobs"]["draft"]}})[-1]["run"]


def test_secrets_are_named_at_the_top_and_stay_in_the_step_that_needs_them() -> None:
    text = (FOLDER / "release.yml").read_text(encoding="utf-8")
    head = text[: text.index("name: release")]
    used = set(re.findall(r"secrets\.([A-Z_]+)", text))
    assert used == set(re.findall(r"[A-Z]+(?:_[A-Z]+)+", head))
    app = read("release.yml")["jobs"]["app"]
    # For all steps there is only whether they are set.
    assert all(value.count("!= ''") == value.count("secrets.") for value in app["env"].values())
    for step in app["steps"]:
        assert "secrets." not in step.get("run", ""), "it would stand in the log"
        secret = "secrets." in str(step.get("env", ""))
        gated = "env.SIGNED" in step.get("if", "") or "env.NOTARISED" in step.get("if", "")
        identity_alone = set(step.get("env", {})) == {"IDENTITY"}
        assert not secret or gated or identity_alone, step["name"]


def test_known_faults_are_asked_for_each_week_and_before_a_release() -> None:
    workflow = read("faults.yml")
    assert {"schedule", "workflow_call"} <= set(workflow["on"])
    assert steps(workflow)[-1]["run"] == "python3 packaging/dev.py audit"
    runners = workflow["jobs"]["pins"]["strategy"]["matrix"]["runner"]
    assert {each.partition("-")[0] for each in runners} == {"macos", "ubuntu"}
    assert read("release.yml")["jobs"]["faults"]["uses"] == "./.github/workflows/faults.yml"


def test_every_push_builds_the_app() -> None:
    assert "packaging/dev.py app" in " ".join(step.get("run", "") for step in steps(read("ci.yml")))
    assert "packaging/dev.py test --app" in (HOUSE / ".ci" / "run").read_text(encoding="utf-8")


def test_the_walk_on_a_mac_has_thirty_checks_and_says_that_nobody_made_it() -> None:
    text = (HOUSE / "packaging" / "mac-walk.md").read_text(encoding="utf-8")
    assert "Nobody has walked it yet" in text[:600]
    rows = re.findall(r"^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \|$", text, re.MULTILINE)
    assert [int(number) for number, *_ in rows] == list(range(1, 31))
    assert [row for row in rows if any(len(part) < 12 for part in row[1:])] == []
    paths = re.findall(r"`((?:luminair|packaging|resources)/[\w./-]+)`", text)
    assert len(paths) > 20
    assert [path for path in paths if not (HOUSE / path).exists()] == []
