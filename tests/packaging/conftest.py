"""The scripts in `packaging/` are no package: their folder is where they find each other."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HOUSE / "packaging"))


@pytest.fixture(scope="session")
def programs() -> Path:
    """The folder of the two frozen programs, or a skip that says how to make them.

    APP_UNDER_TEST names another folder of them, such as that of an app on a disk image.
    """
    import contents

    given = os.getenv("APP_UNDER_TEST")
    if given:
        return Path(given)
    place = contents.programs_folder()
    made = place / contents.JOURNAL
    if not made.exists():
        pytest.skip("the app is not built here: python3 packaging/dev.py app")
    built = made.stat().st_mtime
    sources = [
        *(HOUSE / "luminair").rglob("*.py"),
        *(HOUSE / "packaging").glob("[!d]*.py"),  # dev.py only calls the others
        HOUSE / "packaging" / "luminair.spec",
    ]
    newer = [path for path in sources if path.stat().st_mtime > built]
    if newer:
        pytest.skip(f"the built app is older than {newer[0].name}: python3 packaging/dev.py app")
    return place
