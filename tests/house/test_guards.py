"""The guards of conftest.py, each tripped on purpose in a small suite of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]

SUITE = """
import logging, os, pathlib, socket, threading
import keyring, pytest

def test_clean(home, vault, clock, person):
    assert os.environ["HOME"] == str(person) and os.environ["LUMINAIR_HOME"] == str(home)
    assert not list(vault.iterdir()) and pathlib.Path.home() == person
    first, second = clock(), clock()
    assert (second - first).total_seconds() == 1 and first.tzinfo is not None
    assert not [name for name in os.environ if name.startswith(("CLAUDE", "CODEX", "GEMINI"))]
    keyring.set_password("luminair", "a", "b")

def test_keys_are_forgotten():
    assert keyring.get_password("luminair", "a") is None

def test_loopback_is_open():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()

def test_a_short_thread_may_end():
    threading.Thread(target=lambda: None).start()

def test_expected_log(expect_log):
    expect_log("disk full")
    logging.getLogger("a").warning("disk full")

def test_refused_is_known(network):
    with pytest.raises(AssertionError):
        socket.create_connection(("192.0.2.1", 80))
    network.refused.clear()

def test_bad_network():
    try:
        socket.create_connection(("192.0.2.1", 80))
    except Exception:
        pass

def test_bad_name():
    with pytest.raises(AssertionError):
        socket.getaddrinfo("example.invalid", 443)

def test_bad_thread():
    threading.Thread(target=threading.Event().wait, args=(20,), daemon=True).start()

def test_bad_log():
    logging.getLogger("a").error("oh")

def test_bad_silence(expect_log):
    expect_log("disk full")

def test_bad_warning():
    import warnings
    warnings.warn("old", DeprecationWarning)

@pytest.mark.full
def test_long_form():
    pass

@pytest.mark.bench
def test_measure():
    print("figure")
"""

QT_SUITE = """
import pytest
from PySide6.QtCore import qWarning
from PySide6.QtWidgets import QApplication, QWidget

kept = []

def test_leaves_a_window(qapp):
    window = QWidget()
    window.show()
    kept.append(window)

def test_window_is_gone(qapp):
    assert QApplication.topLevelWidgets() == []

def test_bad_qt_message(qtbot):
    qWarning("something is off")

def test_bad_slot(qtbot):
    from PySide6.QtCore import QTimer
    QTimer.singleShot(0, lambda: 1 / 0)
    qtbot.wait(20)
"""


def run(folder: Path, text: str, *arguments: str) -> dict[str, set[str]]:
    """Run a suite under a copy of our conftest and settings; outcome -> names of tests."""
    shutil.copy(HOUSE / "tests" / "conftest.py", folder / "conftest.py")
    shutil.copy(HOUSE / "pyproject.toml", folder / "pyproject.toml")
    (folder / "test_suite.py").write_text(text, encoding="utf-8")
    environment = {
        **os.environ,
        "CLAUDECODE": "1",
        "CODEX_HOME": "x",
        "GEMINI_CLI": "1",
        "QT_QPA_PLATFORM": "offscreen",
    }
    command = [sys.executable, "-m", "pytest", "test_suite.py", "-rA", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    outcomes: dict[str, set[str]] = {}
    for word, name in re.findall(r"^(PASSED|FAILED|ERROR) \S+::(\w+)", done.stdout, re.MULTILINE):
        outcomes.setdefault(word, set()).add(name)
    assert outcomes, done.stdout + done.stderr
    return outcomes


def test_guards_trip_and_only_then(tmp_path: Path) -> None:
    outcomes = run(tmp_path, SUITE)
    bad = outcomes["FAILED"] | outcomes["ERROR"]
    assert bad == {
        "test_bad_network",
        "test_bad_name",
        "test_bad_thread",
        "test_bad_log",
        "test_bad_silence",
        "test_bad_warning",
    }
    assert "test_long_form" not in outcomes["PASSED"] | bad
    assert "test_measure" not in outcomes["PASSED"] | bad


def test_full_and_bench_are_asked_for(tmp_path: Path) -> None:
    assert run(tmp_path, SUITE, "--full", "-k", "long")["PASSED"] == {"test_long_form"}
    assert run(tmp_path, SUITE, "--bench")["PASSED"] == {"test_measure"}


def test_qt_guards(tmp_path: Path) -> None:
    pytest.importorskip("PySide6.QtWidgets")
    outcomes = run(tmp_path, QT_SUITE)
    assert outcomes["PASSED"] == {"test_leaves_a_window", "test_window_is_gone"}
    assert outcomes["FAILED"] == {"test_bad_qt_message", "test_bad_slot"}
