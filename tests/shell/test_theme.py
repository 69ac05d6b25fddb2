from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from luminair.config.settings import Settings
from luminair.shell.theme import DARK, LIGHT, Choice, Scheme, Style, Tastes, Theme, Tokens, contrast
from luminair.shell.theme.tokens import with_accent

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

SURFACES = ("window", "surface", "raised", "sunken", "field", "paper", "hover", "accentsoft")
TEXTS = ("text", "text2", "text3", "accent")
SOFT = {"ok": "oksoft", "warn": "warnsoft", "danger": "dangersoft"}
KINDS = ("krule", "knote", "kdoc", "kask", "kdead", "ksess")


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("role", [*TEXTS, *KINDS, *SOFT])
def test_text_can_be_read_on_every_surface_it_may_stand_on(tokens: Tokens, role: str) -> None:
    grounds = [*SURFACES, *([SOFT[role]] if role in SOFT else [])]
    if role in {*KINDS, *SOFT}:
        grounds.remove("hover")  # kinds and states never stand on a pressed or hovered button
    worst = min(contrast(tokens[role], tokens[on]) for on in grounds)
    assert worst >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_buttons_and_outlines_can_be_seen(tokens: Tokens) -> None:
    assert contrast(tokens["onaccent"], tokens["accent"]) >= 4.5
    assert contrast(tokens["onaccent"], tokens["accenthover"]) >= 4.5
    assert contrast(tokens["edge"], tokens["field"]) >= 3.0
    assert contrast(tokens["bar"], tokens["track"]) >= 2.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    "system",
    ["#007AFF", "#A550A7", "#F74F9E", "#FF5257", "#F7821B", "#FFC600", "#62BA46", "#8C8C8C"],
)
def test_any_accent_of_the_system_is_moved_until_it_can_be_read(
    tokens: Tokens, system: str
) -> None:
    moved = with_accent(tokens, system)
    assert moved["accent"] != tokens["accent"]
    for role in (*TEXTS, *KINDS, *SOFT):
        grounds = set(SURFACES) - ({"hover"} if role in {*KINDS, *SOFT} else set())
        assert min(contrast(moved[role], moved[on]) for on in grounds) >= 4.5, role
    for ground in ("accent", "accenthover"):
        assert contrast(moved["onaccent"], moved[ground]) >= 4.5


def test_the_systems_accent_is_taken_and_left_again(qtbot, theme: Theme, tmp_path) -> None:
    theme.apply()
    settings = Settings(tmp_path / "settings.json")
    assert Tastes.of(settings) == Tastes()
    settings.set({"appearance.system_accent": True, "appearance.density": "compact"})
    tastes = Tastes.of(settings)
    assert tastes.compact
    assert tastes.accent not in {"", LIGHT["accent"], DARK["accent"]}  # not what we put there
    ours = theme.tokens["accent"]
    with qtbot.waitSignal(theme.changed):
        theme.set_tastes(tastes)
    assert theme.color("accent").name() != ours.lower()
    assert Tastes.of(settings) == tastes
    theme.set_tastes(Tastes())
    assert theme.tokens["accent"] == ours


def test_the_ratio_is_that_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#777777") == pytest.approx(1.0)


def test_a_choice_repaints_at_once(qtbot, theme: Theme) -> None:
    with qtbot.waitSignal(theme.changed):
        theme.set_choice(Choice.DARK)
    assert theme.scheme is Scheme.DARK
    assert theme.color("surface").name().upper() == DARK["surface"]
    assert DARK["surface"] in theme.menu_style
    assert theme.palette().window().color().name().upper() == DARK["window"]


def test_a_colour_that_was_thinned_for_one_picture_stays_whole_for_all_others(theme: Theme) -> None:
    theme.color("accentsoft").setAlphaF(0.5)
    assert theme.color("accentsoft").alphaF() == 1.0


def test_the_same_choice_again_repaints_nothing(qtbot, theme: Theme) -> None:
    with qtbot.assertNotEmitted(theme.changed):
        theme.set_choice(Choice.LIGHT)


def test_text_size_scales_what_scales_and_stays_in_bounds(theme: Theme) -> None:
    before = theme.line(Style.TRANSCRIPT)
    theme.set_text_size(20)
    assert theme.line(Style.TRANSCRIPT) > before
    assert theme.line(Style.BODY) == Style.BODY.value.line
    assert theme.scale == 20 / 14
    theme.set_text_size(99)
    assert theme.text_size == 22


def test_code_keeps_two_slashes_apart(theme: Theme) -> None:
    font = theme.font(Style.MONO)
    assert {font.featureValue(tag) for tag in font.featureTags()} == {0}


class Painted(QWidget):
    """Counts how often it is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self.times += 1


def test_a_change_repaints_what_asked_for_it(qtbot, theme: Theme) -> None:
    widget = Painted()
    qtbot.addWidget(widget)
    theme.repaints(widget)
    with qtbot.waitExposed(widget):
        widget.show()
    qtbot.waitUntil(lambda: widget.times > 0)
    before = widget.times
    theme.changed.emit()
    qtbot.waitUntil(lambda: widget.times > before)


@pytest.mark.usefixtures("qtbot")
def test_widgets_that_are_gone_leave_nothing_behind(theme: Theme) -> None:
    def come_and_go() -> None:
        for _ in range(300):
            widget = QWidget()
            theme.repaints(widget)
            widget.deleteLater()
            del widget
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()

    come_and_go()
    before = sys.getallocatedblocks()
    come_and_go()
    assert sys.getallocatedblocks() - before < 100
