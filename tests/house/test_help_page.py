"""The page ``packaging/help.md`` is what the app's own tables make of it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

MAKER = Path(__file__).resolve().parents[2] / "packaging" / "help_page.py"


def test_the_help_page_is_of_today() -> None:
    spec = importlib.util.spec_from_file_location("help_page", MAKER)
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    written = maker.PAGE.read_text(encoding="utf-8")
    assert written == maker.page(), "help.md is old; renew it: python packaging/help_page.py"
