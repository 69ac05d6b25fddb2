"""What the bundle leaves out is what nobody in it asks for."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import contents
import pytest

HOUSE = Path(__file__).resolve().parents[2]

# What `luminair/keeping/tending/similar.py` and the graph do with them, in an empty interpreter.
LIKENESS = """
import json, sys
from scipy import sparse
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
from sklearn.preprocessing import normalize
import numpy
counted = HashingVectorizer(analyzer="char_wb", ngram_range=(3, 5)).transform(["one", "two"])
normalize(TfidfTransformer().fit_transform(abs(counted)))
print(json.dumps(sorted(sys.modules)))
"""


def asked_for(folder: Path) -> set[str]:
    """Every module that the sources below a folder import, at any depth of a function."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module)
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def covers(left_out: str, module: str) -> bool:
    return module == left_out or module.startswith(left_out + ".")


def test_nothing_that_the_app_imports_is_left_out() -> None:
    wanted = asked_for(HOUSE / "luminair")
    assert {"PySide6.QtWidgets", "sklearn.preprocessing", "keyring"} <= wanted
    lost = [(out, name) for out in contents.EXCLUDED for name in wanted if covers(out, name)]
    assert lost == []


def test_nothing_that_likeness_loads_is_left_out() -> None:
    done = subprocess.run([sys.executable, "-c", LIKENESS], capture_output=True, check=True)
    loaded = json.loads(done.stdout)
    assert "sklearn.preprocessing._data" in loaded
    # rich is loaded where it is installed, and done without where it is not
    lost = [
        name
        for name in loaded
        if any(covers(out, name) for out in contents.EXCLUDED)
        and name.partition(".")[0] not in {"rich", "venv"}
    ]
    assert lost == []
    assert set(contents.LIKENESS) <= set(loaded), "a name that nobody asks for any more"


def test_the_journal_without_windows_asks_for_none_of_them() -> None:
    rooms = [path for path in (HOUSE / "luminair").iterdir() if path.name != "shell"]
    wanted = set().union(*(asked_for(path) for path in rooms if path.is_dir()))
    lost = [name for name in wanted if name.partition(".")[0] in {"PySide6", "qtawesome", "qtpy"}]
    assert lost == []


def test_every_trusted_keychain_is_named_for_pyinstaller() -> None:
    """`config.keys` trusts these; they are found by entry points, which no import shows."""
    from luminair.config import keys

    trusted = {name for name in vars(keys).values() if isinstance(name, frozenset)}
    backends = {name for names in trusted for name in names if name.startswith("keyring.backends")}
    named = {name for names in contents.KEYRINGS.values() for name in names}
    assert backends
    assert {name for name in backends if "Windows" not in name} <= named


@pytest.mark.parametrize(
    ("place", "kept"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", True),
        ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", True),
        ("PySide6/Qt/plugins/imageformats/libqsvg.so", True),
        ("PySide6/Qt/plugins/iconengines/libqsvgicon.so", True),
        ("PySide6/Qt/plugins/styles/libqmacstyle.dylib", True),
        ("PySide6/Qt/plugins/tls/libqsecuretransportbackend.dylib", True),
        ("PySide6/Qt/plugins/platforminputcontexts/libcomposeplatforminputcontextplugin.so", True),
        ("PySide6/Qt/lib/libQt6DBus.so.6", True),
        ("PySide6/Qt/lib/QtGui.framework/Versions/A/QtGui", True),
        ("sklearn/utils/_heap.so", True),
        ("sklearn/preprocessing/_data.pyc", True),
        ("numpy/_core/_multiarray_umath.so", True),
        ("resources/harness/1 Reading the Journal.md", True),
        ("PySide6/Qt/translations/qtbase_de.qm", False),
        ("PySide6\\Qt\\translations\\qtbase_de.qm", False),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6/Qt/lib/QtQml.framework/Versions/A/QtQml", False),
        ("libgtk-3.so.0", False),
        ("sklearn/cluster/_k_means.so", False),
        ("sklearn/_isotonic.pyx", False),
        ("scipy/meson.build", False),
    ],
)
def test_what_is_kept(place, kept) -> None:
    assert contents.keeps(place) is kept


@pytest.mark.parametrize(
    ("place", "target", "kept"),
    [
        ("libQt6Gui.so.6", "PySide6/Qt/lib/libQt6Gui.so.6", True),
        ("libQt6Pdf.so.6", "PySide6/Qt/lib/libQt6Pdf.so.6", False),
        ("QtQml", "PySide6/Qt/lib/QtQml.framework/Versions/A/QtQml", False),
        ("PySide6/Qt/lib/QtGui.framework/QtGui", "Versions/Current/QtGui", True),
        ("PySide6/Qt/plugins/x.so", "../lib/libQt6Qml.so.6", False),
    ],
)
def test_a_link_to_what_is_left_out_is_left_out(place, target, kept) -> None:
    assert contents.keeps_link(place, target) is kept


def test_no_link_in_the_bundle_leads_nowhere(programs) -> None:
    inside = programs.parents[1] if programs.name == "MacOS" else programs
    links = [path for path in inside.rglob("*") if path.is_symlink()]
    assert links
    assert [str(path) for path in links if not path.exists()] == []


def test_a_folder_is_weighed_without_its_links(tmp_path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "one").write_bytes(b"x" * 1_500_000)
    (tmp_path / "link").symlink_to(tmp_path / "deep" / "one")
    (tmp_path / "again").symlink_to(tmp_path / "deep")
    assert contents.weight_mb(tmp_path) == 1.5


def test_only_the_launcher_takes_the_running_program_for_a_python() -> None:
    """In a frozen app `sys.executable` is the app: started with `-m`, it would open a window."""
    known = {
        "config/launcher.py",  # knows both
        "cli/main.py",  # starts itself anew in a checkout only
        "agents/installing.py",  # asks where the app stands
        "journal/vault/refreshing.py",  # when the app was built, for the index
    }
    rooms = HOUSE / "luminair"
    found = {
        path.relative_to(rooms).as_posix()
        for path in rooms.rglob("*.py")
        if "sys.executable" in path.read_text(encoding="utf-8")
    }
    assert found == known
    assert {"multiprocessing", "concurrent.futures.process"} & asked_for(rooms) == set()


def test_resources_are_asked_for_at_one_place() -> None:
    """`config.paths.resources` knows where a bundle has them; `__file__` would not everywhere."""
    rooms = HOUSE / "luminair"
    found = {
        path.relative_to(rooms).as_posix()
        for path in rooms.rglob("*.py")
        if "__file__" in path.read_text(encoding="utf-8")
    }
    assert found == {
        "config/paths.py",
        "config/launcher.py",
        "agents/installing.py",
        "cli/asking.py",  # where this app stands, as a word
        "journal/vault/refreshing.py",  # when its own code was changed, outside of the app
    }
