from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from luminair.messages import Rider, Riders
from luminair.shell.panes.journal_line import JournalLine, summary


def _riders(count: int, kind: str) -> tuple[Rider, ...]:
    return tuple(
        Rider(f"{kind}{n}", f"{kind} {n}", kind, "folder", "in scope") for n in range(count)
    )


RIDERS = Riders(
    rules=_riders(6, "rule"),
    dead_ends=_riders(2, "ruledout"),
    notes=_riders(4, "note"),
    tokens=1348,
)


@pytest.fixture
def line(qtbot, theme) -> JournalLine:
    found = JournalLine(theme, RIDERS)
    qtbot.addWidget(found)
    found.resize(540, 34)
    found.show()
    return found


def _buttons(line: JournalLine, name: str) -> list[QAbstractButton]:
    return [each for each in line.findChildren(QAbstractButton) if name in each.accessibleName()]


def test_it_says_what_rode_in_one_sentence(line) -> None:
    assert summary(RIDERS) == "6 rules · 2 dead ends · 4 notes"
    assert line.head.accessibleName() == (
        "Journal, 6 rules, 2 dead ends, 4 notes rode with this message, "
        "about 1,348 tokens, collapsed"
    )


@pytest.mark.parametrize(
    ("riders", "said"),
    [
        (Riders(), ""),
        (Riders(rules=_riders(1, "rule")), "1 rule"),
        (
            Riders(pins=_riders(1, "note"), asks=_riders(2, "ask")),
            "1 pin · 2 open asks",
        ),
    ],
)
def test_only_what_rode_is_counted(riders: Riders, said: str) -> None:
    assert summary(riders) == said


def test_it_is_folded_until_asked_and_folds_again(qtbot, line) -> None:
    folded = line.sizeHint().height()
    assert not line.opened
    qtbot.mouseClick(line.head, Qt.MouseButton.LeftButton)
    assert line.opened
    assert line.head.accessibleName().endswith("expanded")
    assert line.sizeHint().height() > folded
    qtbot.mouseClick(line.head, Qt.MouseButton.LeftButton)
    assert line.sizeHint().height() == folded


@pytest.mark.usefixtures("qtbot")
def test_three_of_each_group_are_shown_and_the_rest_one_click_away(line) -> None:
    line.head.setChecked(True)
    assert len(_buttons(line, "Open note rule ")) == 3
    (more,) = _buttons(line, "and 3 more")
    (link,) = _buttons(line, "Open context budget")
    assert more._text_role == link._text_role  # it looks like what it is
    more.click()
    assert len(_buttons(line, "Open note rule ")) == 6
    assert not more.isVisible()


def test_a_row_opens_its_note_and_the_link_the_budget(qtbot, line) -> None:
    line.head.setChecked(True)
    with qtbot.waitSignal(line.note_wanted) as told:
        _buttons(line, "Open note ruledout 1")[0].click()
    assert told.args == ["ruledout1"]
    with qtbot.waitSignal(line.budget_wanted):
        _buttons(line, "Open context budget")[0].click()
