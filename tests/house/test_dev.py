"""packaging/dev.py: it must start on a fresh Mac's Python and say plainly what it cannot do."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

HOUSE = Path(__file__).resolve().parents[2]
DEV = HOUSE / "packaging" / "dev.py"


@pytest.fixture
def dev(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """dev.py as a module whose house is an empty folder with a space in its name."""
    spec = importlib.util.spec_from_file_location("dev_under_test", DEV)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "dev_under_test", module)
    spec.loader.exec_module(module)
    house = tmp_path / "a house"
    (house / "packaging").mkdir(parents=True)
    module.ROOT = house
    module.VENV = house / ".venv"
    module.VENV_PYTHON = house / ".venv" / "bin" / "python"
    module.STAMP = house / ".venv" / "luminair-stamp"
    module.OWN = house / ".luminair-dev"
    module.REQUIREMENTS = house / "packaging" / "requirements.txt"
    (house / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    return module


def run_dev(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """dev.py as a person starts it."""
    return subprocess.run(
        [sys.executable, str(DEV), *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_is_written_for_python_3_9() -> None:
    ast.parse(DEV.read_text(encoding="utf-8"), feature_version=(3, 9))


def test_it_uses_the_standard_library_alone() -> None:
    tree = ast.parse(DEV.read_text(encoding="utf-8"))
    used = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            used |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            used.add((node.module or "").partition(".")[0])
    assert used <= set(sys.stdlib_module_names)
    assert not used & {"tomllib"}, "newer than 3.9"


def test_wrong_usage_is_one_sentence() -> None:
    for arguments in ((), ("dance",)):
        done = run_dev(*arguments)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert "run, test, bench, shots, lock" in done.stderr


def test_help_names_every_command(dev: ModuleType) -> None:
    told = run_dev("--help").stdout
    for command in dev.COMMANDS:
        assert f"packaging/dev.py {command}" in told


def test_an_environment_of_the_same_pins_is_left_alone(dev: ModuleType) -> None:
    dev.VENV_PYTHON.parent.mkdir(parents=True)
    dev.VENV_PYTHON.touch()
    dev.STAMP.write_text(dev.stamp_text(), encoding="utf-8")
    dev.make_environment()  # would fail here: the folder holds no project and no Python
    before = dev.stamp_text()
    dev.REQUIREMENTS.write_text("a==1\n", encoding="utf-8")
    assert dev.stamp_text() != before


def test_an_environment_that_moved_is_made_anew(dev: ModuleType) -> None:
    dev.VENV_PYTHON.parent.mkdir(parents=True)
    dev.VENV_PYTHON.symlink_to(sys.executable)
    assert dev.usable("")
    assert dev.usable(dev.stamp_text())
    assert not dev.usable("digest\n/elsewhere\n")


def test_a_folder_that_is_no_environment_is_not_removed(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    dev.VENV.mkdir()
    (dev.VENV / "letters.txt").touch()
    monkeypatch.setattr(dev, "choose_tools", lambda: (sys.executable, ""))
    with pytest.raises(dev.Trouble, match="move it away"):
        dev.make_environment()
    assert (dev.VENV / "letters.txt").exists()


def test_either_name_of_a_package_will_do(dev: ModuleType) -> None:
    wanted = [("libglib2.0-0", "libglib2.0-0t64"), ("xvfb",)]
    assert dev.missing_packages(wanted, {"libglib2.0-0t64"}) == [("xvfb",)]


def test_without_rights_one_line_is_said(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "rights", lambda: None)
    with pytest.raises(dev.Trouble, match=r"apt-get install -y xvfb'?$"):
        dev.install_packages([("xvfb",)])


def test_the_line_by_hand_is_one_that_this_account_can_run(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/usr/bin/{name}")
    both = [("libgl1",), ("xvfb",)]
    assert dev.by_hand(both) == "sudo apt-get update && sudo apt-get install -y libgl1 xvfb"
    monkeypatch.setattr(dev.shutil, "which", lambda _: None)
    assert dev.by_hand(both) == "su -c 'apt-get update && apt-get install -y libgl1 xvfb'"
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0)
    assert dev.by_hand(both) == "apt-get update && apt-get install -y libgl1 xvfb"


@pytest.fixture
def linux(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """dev.py on a Debian with no package, without root, sudo and screen; it may make nothing."""

    def never(*_: object) -> None:
        pytest.fail("it went on")

    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setattr(dev.shutil, "which", {"apt-get": "/usr/bin/apt-get"}.get)
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(dev, "answer", lambda *_: None)
    monkeypatch.setattr(dev, "make_environment", never)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    return dev


def test_run_without_a_screen_ends_before_anything_is_made(
    linux: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert linux.main(["run", "--demo"]) == 1
    told = capsys.readouterr().err
    assert "There is no screen" in told
    assert told.endswith("xvfb-run -a python3 packaging/dev.py run --demo\n")
    assert not linux.OWN.exists()


def test_run_ends_at_once_where_a_library_is_missing_and_may_not_be_installed(
    linux: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    there = {names[0] for names in linux.LIBRARIES} - {"libxcb-cursor0"}
    monkeypatch.setattr(linux, "installed_packages", lambda: there)
    assert linux.main(["run"]) == 1
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert told.err.endswith(": su -c 'apt-get update && apt-get install -y libxcb-cursor0'\n")


def test_a_font_that_is_missing_stops_nothing(
    linux: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = {names[0] for names in linux.LIBRARIES if not names[0].startswith("fonts-")}
    monkeypatch.setattr(linux, "installed_packages", lambda: there)
    assert "fonts-inter" in linux.prepare_machine(linux.LIBRARIES, needed=True)
    assert "fonts-inter" in capsys.readouterr().out


def test_an_interpreter_that_does_not_run_is_passed_over(dev: ModuleType, tmp_path: Path) -> None:
    shim = tmp_path / "python3.12"
    shim.write_text("#!/bin/sh\nexit 127\n", encoding="utf-8")
    shim.chmod(0o755)
    assert dev.version_of(str(shim)) == ()
    assert dev.version_of(sys.executable) == sys.version_info[:2]


def test_a_tool_that_fails_is_one_sentence(
    dev: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(dev.Trouble, match=r"^It did not work\.$"):
        dev.must([sys.executable, "-c", "raise SystemExit('why it failed')"], "It did not work.")
    assert "why it failed" in capsys.readouterr().out
    with pytest.raises(dev.Trouble, match="No such file"):
        dev.must(["/nowhere/at-all"], "It did not start.")


def test_another_pythons_variables_are_left_out(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", "/elsewhere")
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    kept = dev.clean_environment(ADDED="1")
    assert "VIRTUAL_ENV" not in kept
    assert "PYTHONPATH" not in kept
    assert kept["ADDED"] == "1"


def test_pins_cover_every_dependency_by_hash() -> None:
    pins = (HOUSE / "packaging" / "requirements.txt").read_text(encoding="utf-8")
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    for each in wanted:
        name = each.partition(">")[0].lower().replace("_", "-")
        assert f"\n{name}==" in pins, f"{name} is not pinned: python3 packaging/dev.py lock"
    assert "://" not in pins
    entries = pins.replace("\\\n", "").splitlines()[1:]
    assert all("--hash=sha256:" in entry for entry in entries)


def test_ci_only_calls_it() -> None:
    script = (HOUSE / ".ci" / "run").read_text(encoding="utf-8")
    assert "exec python3 packaging/dev.py test" in script
    assert os.access(HOUSE / ".ci" / "run", os.X_OK)
    workflow = (HOUSE / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    for runner in ("macos-15,", "macos-15-intel", "ubuntu-"):
        assert runner in workflow
    assert "python3 packaging/dev.py test" in workflow


def _tests(dev: ModuleType, *names: str) -> None:
    for name in names:
        (dev.ROOT / "tests" / name).mkdir(parents=True)


def test_the_tests_are_cut_into_parts_that_are_all_of_them(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "workers", lambda: 2)
    _tests(dev, "lanes", "shell", "tools")
    parts = dev.parts_of_the_tests(["--full"])
    assert [part[0] for part in parts] == ["pytest, the rest", "pytest shell", "pytest lanes"]
    assert all("--full" in part for part in parts)
    assert [part[-1] for part in parts] == ["tests", "tests/shell", "tests/lanes"]
    # What is a part of its own is the only thing that the rest leaves out.
    assert [word for word in parts[0] if "ignore" in word] == [
        "--ignore=tests/shell",
        "--ignore=tests/lanes",
    ]


@pytest.mark.parametrize("words", [["tests/cli"], ["-k", "hook"], ["--cov"], ["--basetemp=/tmp/x"]])
def test_words_that_do_not_mean_the_same_for_a_part_leave_it_whole(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setattr(dev, "workers", lambda: 2)
    _tests(dev, "lanes", "shell")
    assert dev.parts_of_the_tests(words) == [("pytest", "-m", "pytest", *words)]
    monkeypatch.setattr(dev, "workers", lambda: 1)
    assert len(dev.parts_of_the_tests([])) == 1


def test_the_folders_that_take_long_are_there(dev: ModuleType) -> None:
    assert [name for name in dev.LONGEST if not (HOUSE / "tests" / name).is_dir()] == []


def test_a_check_beside_others_says_all_of_it_only_where_it_failed(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "VENV_PYTHON", Path(sys.executable))
    script = "print('a\\nSKIPPED [1] b\\nlast'); raise SystemExit({})"
    well = dev.check_aside("one", "-c", script.format(0))
    assert (well.state, capsys.readouterr().out.splitlines()[-2:]) == (
        "ok",
        ["SKIPPED [1] b", "last"],
    )
    ill = dev.check_aside("two", "-c", script.format(3))
    told = capsys.readouterr().out.splitlines()
    assert ill.state == "failed"
    assert "two: failed, exit code 3" in told[1]
    assert told[-3:] == ["a", "SKIPPED [1] b", "last"]


def test_tests_write_to_memory_where_there_is_room(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(dev, "ROOM", 0)
    with dev.quick_folder(tmp_path) as found:
        place = Path(found["PYTEST_DEBUG_TEMPROOT"])
        assert place.parent == tmp_path
        (place / "left").touch()
    assert not place.exists()
    monkeypatch.setattr(dev, "ROOM", 1 << 62)
    with dev.quick_folder(tmp_path) as found:
        assert found == {}
    with dev.quick_folder(tmp_path / "nowhere") as found:
        assert found == {}
    assert not list(tmp_path.glob("luminair-tests-*"))
