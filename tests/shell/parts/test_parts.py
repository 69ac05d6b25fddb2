from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6 import QtGui
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget

from luminair.shell import icons
from luminair.shell.parts.banners import Banners
from luminair.shell.parts.button import Button, Fill, icon_button
from luminair.shell.parts.ring import ContextRing
from luminair.shell.parts.segmented import Segmented
from luminair.shell.parts.switch import Switch, TickBox
from luminair.shell.parts.text import Label, tip
from luminair.shell.parts.times import message_time, short_time
from luminair.shell.theme import Choice, Style

NOW = datetime(2026, 9, 17, 11, 2, tzinfo=UTC)


def test_every_icon_that_is_named_has_ink(theme) -> None:
    names = {*icons.KIND_ICONS.values(), "ph.cpu", "ph.arrow-up-bold"}
    for name in names:
        image = icons.pixmap(theme, name, "text", 16, 2.0).toImage()
        assert image.width() == 32
        inked = (
            image.pixelColor(x, y).alpha() > 0
            for x in range(image.width())
            for y in range(image.height())
        )
        assert any(inked), name


def test_icons_take_the_colour_of_their_role(theme) -> None:
    light = icons.pixmap(theme, "ph.book-open", "accent", 16, 1.0).toImage()
    theme.set_choice(Choice.DARK)
    dark = icons.pixmap(theme, "ph.book-open", "accent", 16, 1.0).toImage()
    assert light != dark


@pytest.mark.usefixtures("qapp")
def test_the_app_mark_can_be_drawn() -> None:
    assert not icons.app_icon().pixmap(64, 64).isNull()


@pytest.mark.parametrize("fill", list(Fill))
def test_buttons_work_by_mouse_and_key_and_have_a_name(qtbot, theme, fill) -> None:
    button = Button(theme, "Do it", icon="ph.plus", fill=fill, keys="⌘N")
    qtbot.addWidget(button)
    button.show()
    with qtbot.waitSignal(button.clicked):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, Qt.Key.Key_Space)
    assert button.accessibleName() == "Do it"
    assert not button.grab().isNull()


def test_an_icon_button_says_what_it_does(qtbot, theme) -> None:
    button = icon_button(theme, "ph.copy", "Copy code", tip="Copy code (⌘C)")
    qtbot.addWidget(button)
    assert (button.accessibleName(), button.toolTip()) == ("Copy code", "Copy code (⌘C)")
    assert button.sizeHint().width() >= 24
    assert button.sizeHint().height() >= 24


def test_the_ring_round_a_button_shows_only_for_the_keyboard(qtbot, theme) -> None:
    place = QWidget()
    qtbot.addWidget(place)
    row = QHBoxLayout(place)
    first, second = Button(theme, "One"), Button(theme, "Two")
    row.addWidget(first)
    row.addWidget(second)
    with qtbot.waitActive(place):
        place.show()
        place.activateWindow()
    first.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not first.ring_shown
    qtbot.keyClick(first, Qt.Key.Key_Tab)
    assert second.hasFocus()
    assert second.ring_shown


@pytest.mark.parametrize("kind", [Switch, TickBox])
def test_the_label_is_part_of_the_target(qtbot, theme, kind) -> None:
    box = kind(theme, "All panes")
    qtbot.addWidget(box)
    box.resize(box.sizeHint())
    box.show()
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(box.width() - 6, 12))
    assert box.isChecked()
    assert box.sizeHint().height() >= 24


@pytest.mark.parametrize(
    ("tokens", "window", "shown", "said"),
    [
        (44_727, 200_000, "22%", "Context 22 percent, about 44,727 of 200,000 tokens"),
        (10, 200_000, "<1%", "Context 0 percent, about 10 of 200,000 tokens"),
        (900, None, "–", "Context: about 900 tokens; the model's window is not known"),
    ],
)
def test_the_context_ring_says_its_number(qtbot, theme, tokens, window, shown, said) -> None:
    ring = ContextRing(theme)
    qtbot.addWidget(ring)
    ring.set_use(tokens, window)
    assert ring.text() == shown
    assert ring.accessibleName() == said


def test_a_segmented_control_tells_only_what_the_person_chose(qtbot, theme) -> None:
    control = Segmented(theme, (("ph.square", "One"), ("ph.columns", "Two")))
    qtbot.addWidget(control)
    control.show()
    told: list[int] = []
    control.chosen.connect(told.append)
    control.set_current(1)
    assert told == []
    qtbot.mouseClick(control.findChildren(QAbstractButton)[0], Qt.MouseButton.LeftButton)
    assert told == [0]


def test_banners_are_few_and_can_be_taken_back(qtbot, theme) -> None:
    banners = Banners(theme)
    qtbot.addWidget(banners)
    for text in ("One.", "Two.", "Three.", "Four."):
        banners.say(text)
    assert banners.sentences == ("Two.", "Three.", "Four.")
    banners.put("key", "Five.")
    banners.put("key", "Six.")
    assert banners.sentences == ("Three.", "Four.", "Six.")
    banners.take("key")
    assert banners.sentences == ("Three.", "Four.")


@pytest.mark.parametrize(
    ("at", "short", "long"),
    [
        ("2026-09-17T10:58:00.000Z", "10:58", "10:58"),
        ("2026-09-16T10:58:00.000Z", "Wed", "Wed 10:58"),
        ("2026-09-04T08:00:00.000Z", "4 Sep", "4 Sep 08:00"),
        ("2025-12-24T08:00:00.000Z", "24 Dec 2025", "24 Dec 2025 08:00"),
        ("", "", ""),
        ("soon", "", ""),
    ],
)
def test_times_are_as_short_as_they_can_be(at: str, short: str, long: str) -> None:
    assert short_time(at, NOW) == short
    assert message_time(at, NOW) == long


@given(st.text(max_size=40))
@example("<b>Deploy</b> steps")
@example("<img src='file:///etc/hosts'>\nnext & <last>")
def test_a_tooltip_says_a_title_as_it_stands(text: str) -> None:
    made = tip(text)
    if QtGui.Qt.mightBeRichText(made):
        page = QTextDocument()
        page.setHtml(made)
        seen = page.toPlainText()
    else:
        seen = made
    assert "".join(seen.replace("\0", "\ufffd").split()) == "".join(
        text.replace("\0", "\ufffd").split()
    )


@pytest.mark.parametrize("style", [Style.BODY, Style.SMALL, Style.QUOTE, Style.CARD_TITLE])
def test_lines_of_a_text_that_wraps_are_as_high_as_their_style_says(qtbot, theme, style) -> None:
    label = Label(theme, "one <b>two</b> &amp;\nthree", style, wraps=True)
    qtbot.addWidget(label)
    line = theme.line(style)
    assert label.heightForWidth(2000) == 2 * line
    assert label.text() == "one <b>two</b> &amp;\nthree"
    label.setText("one")
    assert label.heightForWidth(2000) == line
    theme.set_text_size(20)
    assert label.heightForWidth(2000) == pytest.approx(theme.line(style), abs=1)


def test_a_label_keeps_the_margins_it_was_given(qtbot, theme) -> None:
    label = Label(theme, "one", Style.BODY, wraps=True)
    qtbot.addWidget(label)
    line = label.heightForWidth(500)
    label.setContentsMargins(12, 8, 12, 10)
    theme.set_choice(Choice.DARK)
    label.setText("two")
    around = label.contentsMargins()
    assert (around.left(), around.right()) == (12, 12)
    assert around.top() + around.bottom() == 18
    assert label.heightForWidth(500) == line + 18


def test_words_before_a_text_have_a_colour_of_their_own(qtbot, theme) -> None:
    label = Label(theme, "Retry <3", Style.BODY, wraps=True, lead=("Hidden by", "warn"))
    qtbot.addWidget(label)

    def colours() -> set[str]:
        image = label.grab().toImage()
        area = range(image.width()), range(image.height())
        return {image.pixelColor(x, y).name() for x in area[0] for y in area[1]}

    for choice in (Choice.LIGHT, Choice.DARK):
        theme.set_choice(choice)
        assert {theme.color("warn").name(), theme.color("text").name()} <= colours()
