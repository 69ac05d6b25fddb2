"""What the app's bundle holds and what it leaves out, as plain data; `luminair.spec` follows it.

Everything is Python 3.11 or newer and standard library: the tests read this without PyInstaller.
"""

from __future__ import annotations

import json
import posixpath
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BUILD: Final = ROOT / "build"

GUI: Final = "Luminair"
"""The program for people; the one that the Finder starts."""
JOURNAL: Final = "luminair-journal"
"""The program for terminals and coding agents; `luminair.config.launcher` looks for this name."""

SIZE_BUDGET_MB: Final = {"linux": 365, "darwin": 300}
"""The most that the unpacked bundle may weigh, in millions of bytes. Linux was measured (345) and
carries 38 MB of ICU and 14 MB of cryptography that a Mac has or does not need; for the Mac it is a
guess."""


def feed_file(address: str) -> list[tuple[str, str]]:
    """The file that names the page of releases, as `luminair/config/releases.py` reads it."""
    if not address:
        return []
    file = BUILD / "feed.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps({"feed": address}) + "\n", encoding="utf-8")
    return [(str(file), "resources")]


def _names(text: str) -> list[str]:
    return text.split()


# scikit-learn's likeness needs one corner of it (`luminair/keeping/tending/similar.py`). What is
# listed here is not loaded there, and `tests/packaging` sees that it stays so.
_SKLEARN: Final = _names(
    "_loss cluster compose covariance cross_decomposition datasets decomposition "
    "discriminant_analysis dummy ensemble experimental feature_selection frozen gaussian_process "
    "impute inspection isotonic kernel_approximation kernel_ridge linear_model manifold metrics "
    "mixture model_selection multiclass multioutput naive_bayes neighbors neural_network pipeline "
    "random_projection semi_supervised svm tests tree"
)
_SCIPY: Final = _names("cluster datasets differentiate fftpack io odr signal")

# Qt modules that no window of ours names; QtDBus and QtNetwork stay, since platform plugins link
# to them.
_QT: Final = _names(
    "QtConcurrent QtDesigner QtHelp QtOpenGL QtOpenGLWidgets QtPrintSupport QtQml QtQuick "
    "QtQuickControls2 QtQuickTest QtQuickWidgets QtSql QtTest QtUiTools QtXml"
)

EXCLUDED: Final = _names(
    # what builds, tests and checks us
    "PyInstaller _pytest pytest pytestqt hypothesis mypy ruff setuptools pip wheel coverage "
    "vulture importlinter grimp snowballstemmer bm25s rich click "
    # what libraries would take along if it were there
    "tkinter matplotlib pandas PIL IPython sphinx docutils polars pyarrow torch "
    "PyQt5 PyQt6 PySide2 "
    # what the standard library brings and nobody here calls
    "lib2to3 pydoc_data turtledemo idlelib ensurepip venv test"
)
EXCLUDED += [f"sklearn.{name}" for name in _SKLEARN]
EXCLUDED += [f"scipy.{name}" for name in _SCIPY]
EXCLUDED += [f"PySide6.{name}" for name in _QT]
EXCLUDED += ["numpy.distutils", "numpy.tests"]

NOT_IN_JOURNAL: Final = ["PySide6", "shiboken6", "qtawesome", "qtpy", "luminair.shell"]
"""What the program without windows leaves out on top of that."""

LIKENESS: Final = ["sklearn.utils._vector_sentinel"]
"""Asked for by a compiled module, in which PyInstaller sees no import; its hook for the nearest
neighbours names it, and those are left out."""

KEYRINGS: Final = {
    "darwin": ["keyring.backends.macOS", "keyring.backends.macOS.api"],
    "linux": [
        "keyring.backends.SecretService",
        "keyring.backends.libsecret",
        "keyring.backends.kwallet",
        "keyring.backends.chainer",
    ],
}
"""Found by entry points at run time, so no import statement shows them to PyInstaller."""

UNPACKED: Final = ("numpy", "scipy", "sklearn", "joblib", "narwhals", "luminair")
"""Packages that lie in the bundle as files and not inside of the programs: the two programs share
them, and a hook does not read an index of two thousand modules before it starts."""

QT_FILES_LEFT_OUT: Final = (
    "PySide6/Qt/translations/",  # we speak for ourselves
    "PySide6/Qt/qml/",
    "PySide6/Qt/plugins/egldeviceintegrations/",
    "PySide6/Qt/plugins/networkinformation/",
    "PySide6/Qt/plugins/platforms/libqeglfs",
    "PySide6/Qt/plugins/platforms/libqlinuxfb",
    "PySide6/Qt/plugins/platforms/libqminimalegl",
    "PySide6/Qt/plugins/platforms/libqvkkhrdisplay",
    "PySide6/Qt/plugins/platforms/libqvnc",
    "PySide6/Qt/plugins/platformthemes/libqgtk3",
    "PySide6/Qt/plugins/qmltooling/",
    "PySide6/Qt/plugins/generic/",
    "PySide6/Qt/plugins/imageformats/libqpdf",
    "PySide6/Qt/plugins/imageformats/libqtga",
    "PySide6/Qt/plugins/imageformats/libqtiff",
    "PySide6/Qt/plugins/imageformats/libqwbmp",
    "PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboard",
    "PySide6/Qt/lib/libQt6VirtualKeyboard",
    "PySide6/Qt/lib/libQt6Pdf",
    "PySide6/Qt/lib/libQt6Quick",
    "PySide6/Qt/lib/libQt6Qml",
    "PySide6/Qt/lib/libQt6EglFS",
    "PySide6/Qt/lib/QtVirtualKeyboard",
    "PySide6/Qt/lib/QtPdf",
    "PySide6/Qt/lib/QtQuick",
    "PySide6/Qt/lib/QtQml",
)
"""Beginnings of paths inside the bundle that PyInstaller would take along with Qt."""


GTK_LEFT_OUT: Final = tuple(
    _names(
        "libgtk-3 libgdk-3 libgdk_pixbuf libatk libatspi libcairo libpango libepoxy libharfbuzz "
        "libfribidi libthai libdatrie libgraphite2 libwayland-egl libXcomposite libXcursor "
        "libXdamage libXinerama libXrandr libXi. libXfixes"
    )
)
"""What the GTK theme plug-in of Qt would bring on Linux, 14 MB; the plug-in goes too."""

_SOURCES: Final = (".pyx", ".pxd", ".pyi", ".pxi", ".tp", ".h", ".c", ".build")


def keeps(destination: str) -> bool:
    """Whether a file belongs into the bundle, by its place there."""
    place = destination.replace("\\", "/")
    if place.startswith((*QT_FILES_LEFT_OUT, *GTK_LEFT_OUT)):
        return False
    if place.startswith(tuple(f"sklearn/{name}/" for name in _SKLEARN)):
        return False
    return not (place.startswith(("sklearn/", "scipy/", "numpy/")) and place.endswith(_SOURCES))


def keeps_link(destination: str, target: str) -> bool:
    """Whether a link belongs into the bundle; one that leads nowhere would break its seal.

    Args:
        destination: its place in the bundle.
        target: where it leads, from the folder that it is in.
    """
    led = posixpath.normpath(posixpath.join(posixpath.dirname(destination), target))
    return keeps(destination) and keeps(led)


def keyrings() -> list[str]:
    """The keychains of the platform that builds."""
    return KEYRINGS["darwin" if sys.platform == "darwin" else "linux"]


def bundle_folder() -> Path:
    """The folder that a build leaves: `Luminair.app` on a Mac, else the one-folder build."""
    return BUILD / "dist" / ("Luminair.app" if sys.platform == "darwin" else GUI)


def programs_folder() -> Path:
    """Where the two programs stand in what a build leaves."""
    folder = bundle_folder()
    return folder / "Contents" / "MacOS" if sys.platform == "darwin" else folder


def weight_mb(folder: Path) -> float:
    """What a folder weighs, in millions of bytes; links weigh nothing."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files) / 1e6
