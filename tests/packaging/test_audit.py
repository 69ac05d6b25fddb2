"""Known faults of the pins: what is asked, what is told, and one sentence where nobody answers."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import audit
import dev
import pytest

HOUSE = Path(__file__).resolve().parents[2]
SOUND = {"name": "idna", "version": "3.11", "vulns": []}
FAULTY = {
    "name": "h11",
    "version": "0.14.0",
    "vulns": [{"id": "GHSA-vqfr", "fix_versions": ["0.16.0"], "aliases": [], "description": "x"}],
}
NOWHERE = {"UV_OFFLINE": "1", "PIP_NO_INDEX": "1"}
UNKNOWN = {"name": "numpy", "skip_reason": "Dependency not found"}


@pytest.fixture
def auditor(tmp_path, monkeypatch):
    """Stands in for pip-audit: it keeps its words and answers what it is told to."""

    def answers(told: object) -> Path:
        program = tmp_path / "pip-audit"
        program.write_text(
            f"#!{sys.executable}\nimport sys\n"
            f"open({str(tmp_path / 'words')!r}, 'w').write(chr(10).join(sys.argv[1:]))\n"
            f"sys.stdout.write({told if isinstance(told, str) else json.dumps(told)!r})\n",
            encoding="utf-8",
        )
        program.chmod(0o755)
        monkeypatch.setattr(audit, "bring", lambda: program)
        return tmp_path / "words"

    return answers


def test_each_pin_is_asked_about_by_its_hash_and_nothing_is_installed(auditor, capsys) -> None:
    words = auditor({"dependencies": [SOUND]})
    assert audit.audit([]) == 0
    said = words.read_text(encoding="utf-8").split("\n")
    assert {"--require-hashes", "--disable-pip"} <= set(said)
    assert said[-2:] == ["--requirement", str(HOUSE / "packaging" / "requirements.txt")]
    assert capsys.readouterr().out.startswith("No fault is known of the 1 pinned versions")


def test_a_known_fault_is_a_line_and_a_failure(auditor, capsys) -> None:
    auditor({"dependencies": [SOUND, FAULTY]})
    assert audit.audit([]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "  h11 0.14.0: GHSA-vqfr, mended in 0.16.0"
    assert "dev.py lock" in told[-1]


@pytest.mark.parametrize(
    "told", ["''", "'no json'", {"dependencies": []}, {"dependencies": [UNKNOWN]}, {"other": 1}]
)
def test_where_nobody_answers_it_is_one_sentence_and_no_all_clear(auditor, told) -> None:
    auditor(told)
    with pytest.raises(dev.Trouble) as trouble:
        audit.audit([])
    assert str(trouble.value).startswith("Known faults cannot be asked for: ")
    assert len(str(trouble.value).splitlines()) == 1


def test_an_answer_that_passes_over_a_pin_is_no_all_clear(auditor) -> None:
    auditor({"dependencies": [SOUND, *[{**UNKNOWN, "name": f"p{number}"} for number in range(7)]]})
    with pytest.raises(dev.Trouble, match=r"of p0, p1, p2, p3, p4 and others could not be asked"):
        audit.audit([])


def test_an_auditor_that_does_not_start_or_hangs_is_no_answer(tmp_path, monkeypatch) -> None:
    assert audit.asked(tmp_path / "none", tmp_path / "pins") == ""
    monkeypatch.setattr(audit, "LONGEST_S", 0.2)
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 30\n", encoding="utf-8")
    slow.chmod(0o755)
    assert audit.asked(slow, tmp_path / "pins") == ""


def test_without_a_network_the_command_says_one_sentence(tmp_path, monkeypatch) -> None:
    """The real command, in a house of its own whose tools reach no index."""
    house = tmp_path / "house"
    (house / "packaging").mkdir(parents=True)
    for name in ("dev.py", "audit.py", "requirements.txt"):
        shutil.copy(HOUSE / "packaging" / name, house / "packaging" / name)
    for name, value in NOWHERE.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    done = subprocess.run(
        [sys.executable, str(house / "packaging" / "dev.py"), "audit"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == (
        "dev.py audit: Known faults cannot be asked for: pip-audit could not be installed, "
        "is there a network?\n"
    )


def test_the_auditor_is_pinned_and_the_script_starts_on_an_old_python() -> None:
    ast.parse(Path(audit.__file__).read_text(encoding="utf-8"), feature_version=(3, 9))
    assert re.fullmatch(r"pip-audit==\d+(\.\d+)+", audit.AUDITOR)
    with pytest.raises(dev.Trouble, match="takes no arguments"):
        audit.audit(["h11"])
