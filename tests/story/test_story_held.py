"""The story on forty days that nothing was tuned on: the honest figure.

Who works on what is captured and distilled does not read ``held/`` and ``fresh/``; a class of
mistake is mended from its name. The floors stand a little below what holds, and go up with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.story.figure import FORMS, RIGHT, rows, table, tally
from tests.story.told import FRESH, HELD, stories

if TYPE_CHECKING:
    from pathlib import Path

FLOORS = {"with tools": 100, "only talking": 96}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("folder", [HELD, FRESH], ids=lambda folder: folder.name)
@pytest.mark.parametrize("form", FORMS)
def test_most_of_a_day_that_nobody_tuned_on_is_there_the_next(
    form: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = list(rows(stories(folder), FORMS[form], tmp_path, monkeypatch))
    assert [row.leaked for row in found if row.leaked] == []
    assert tally(found)[RIGHT][0] >= FLOORS[form], table(found)
