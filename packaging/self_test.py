"""`Luminair --self-test`: what a frozen app can lose on the way, tried inside of it.

A checkout has everything; a bundle has what PyInstaller saw. So each thing that is found at run
time, by a name or in a file, is used once here. It prints one JSON object and ends with 0, or with
1 where something is missing. No window is shown, no network and no key is touched.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def _resources() -> list[str]:
    from luminair.config.paths import resources

    found = sorted(path.name for path in resources().iterdir())
    assert {"harness", "chatter", "demo", "icons", "prices.json"} <= set(found), found
    return found


def _version() -> str:
    from luminair import __version__

    return __version__


def _keychains() -> list[str]:
    from keyring.backend import get_all_keyring

    found = sorted({type(ring).__module__ for ring in get_all_keyring()})
    wanted = "keyring.backends.macOS" if sys.platform == "darwin" else "keyring.backends"
    assert any(name.startswith(wanted) for name in found), found
    return found


def _keychain_modules() -> list[str]:
    """The backends by name: whether one answers depends on the machine, its code must be there."""
    from importlib import import_module

    names = ["macOS"] if sys.platform == "darwin" else ["SecretService", "libsecret", "kwallet"]
    return [import_module(f"keyring.backends.{name}").__name__ for name in names]


def _certificates() -> int:
    import ssl

    import certifi

    return len(ssl.create_default_context(cafile=certifi.where()).get_ca_certs())


def _likeness() -> str:
    from scipy import sparse
    from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
    from sklearn.preprocessing import normalize

    counted = HashingVectorizer(analyzer="char_wb", ngram_range=(3, 5), norm=None).transform(
        ["a retry after 503", "retry after a 503", "fonts"]
    )
    weighed = normalize(TfidfTransformer().fit_transform(counted))
    near = (weighed @ weighed.T).toarray()
    assert near[0, 1] > near[0, 2]
    return sparse.__name__


def _colours() -> str:
    from pygments import highlight
    from pygments.formatters import get_formatter_by_name
    from pygments.lexers import get_lexer_by_name

    lexers = [get_lexer_by_name(name) for name in ("python", "swift", "rust", "json", "bash")]
    assert "<" in highlight("x = 1", lexers[0], get_formatter_by_name("html"))
    return lexers[1].name


def _qt() -> dict[str, object]:
    from PySide6.QtGui import QImageReader
    from PySide6.QtWidgets import QApplication

    from luminair.shell import icons
    from luminair.shell.theme import Choice, Theme

    app = QApplication.instance() or QApplication(sys.argv[:1])
    formats = sorted(bytes(name.data()).decode() for name in QImageReader.supportedImageFormats())
    assert {"svg", "png", "jpeg"} <= set(formats), formats
    assert not icons.app_icon().pixmap(64, 64).isNull()
    theme = Theme(Choice.LIGHT)
    for name in (*icons.KIND_ICONS.values(), "msc.layout-sidebar-left-off"):
        assert not icons.icon(theme, name).pixmap(16, 16).isNull(), name
    assert {name.partition(".")[0] for name in icons.KIND_ICONS.values()} | {"msc"} == {
        *icons.FONTS
    }
    return {"platform": app.platformName(), "images": formats}


def _children() -> int:
    """What a program that we start is told: nothing of this bundle."""
    from luminair.config import bundle

    bundle.shed()
    place = getattr(sys, "_MEIPASS", "")
    done = subprocess.run(["/usr/bin/env"], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    told = [line for line in lines if line.startswith("_PYI_") or (place and place in line)]
    assert not told, told
    return len(lines)


def _watching() -> str:
    import watchfiles

    return str(watchfiles.__version__)


def _rooms() -> int:
    """Every module of ours loads: some are named in text alone."""
    from importlib import import_module
    from pkgutil import walk_packages

    import luminair

    names = [
        found.name
        for found in walk_packages(luminair.__path__, "luminair.")
        if not found.name.endswith("__main__")
    ]
    assert len(names) > 200, names
    for name in names:
        import_module(name)
    return len(names)


TRIED: dict[str, Callable[[], object]] = {
    "version": _version,
    "resources": _resources,
    "keychains": _keychains,
    "keychain modules": _keychain_modules,
    "certificates": _certificates,
    "likeness": _likeness,
    "colours": _colours,
    "qt": _qt,
    "children": _children,
    "watching": _watching,
    "rooms": _rooms,
}


def run() -> int:
    """Tries everything; 0 when all of it is there."""
    told: dict[str, object] = {"frozen": bool(getattr(sys, "frozen", False)), "missing": {}}
    missing: dict[str, str] = {}
    for name, tried in TRIED.items():
        try:
            told[name] = tried()
        except Exception as error:  # whatever it is, the others are to be tried too
            missing[name] = f"{type(error).__name__}: {error}"
    told["missing"] = missing
    print(json.dumps(told, indent=1, default=str))
    return 1 if missing else 0
