"""A newer version is said once, with a link; About knows the rest."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from PySide6.QtWidgets import QApplication, QMessageBox

from luminair.config.releases import Releases
from luminair.shell.help import Updates
from luminair.shell.parts.button import Button
from luminair.shell.parts.windows import RELEASES, show_about
from luminair.shell.preferences import SettingsWindow

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
PAGE = "https://example.org/1.2.0"


def _updates(desk, jobs, window, fetch, *, on: bool = True) -> Updates:
    desk.settings.set({"updates.feed": "http://127.0.0.1:9/latest", "updates.check": on})
    releases = Releases(desk.home, desk.settings, "1.1.0", fetch)
    return Updates(jobs, releases, lambda: NOW, window.banners, window)


def test_it_says_that_a_newer_version_is_out(qtbot, desk, jobs, window, settle) -> None:
    answer = json.dumps({"tag_name": "v1.2.0", "html_url": PAGE}).encode()
    updates = _updates(desk, jobs, window, lambda _: answer)
    with qtbot.waitSignal(updates.known) as known:
        updates.look()
    assert known.args == ["1.2.0 is out."]
    assert window.banners.sentences == ("Luminair 1.2.0 is out; this is 1.1.0.",)
    buttons = {each.text(): each for each in window.banners.findChildren(Button)}
    with qtbot.waitSignal(updates.page_wanted) as wanted:
        buttons["What is new"].click()
    assert wanted.args[0].toString() == PAGE
    assert window.banners.sentences == ()
    updates.look()
    settle()
    assert window.banners.sentences == ()  # once


def test_off_and_failing_say_nothing_in_the_window(qtbot, desk, jobs, window, settle) -> None:
    def gone(_: str) -> bytes:
        raise ConnectionRefusedError(61, "Connection refused")

    updates = _updates(desk, jobs, window, gone, on=False)
    updates.look()
    settle()
    desk.settings.set({"updates.check": True})
    with qtbot.waitSignal(updates.known) as known:
        updates.look()
    assert known.args[0].startswith("Whether a newer version is out could not be asked")
    assert window.banners.sentences == ()


def test_about_says_the_version_and_what_is_known(window) -> None:
    QApplication.instance().setProperty(RELEASES, "1.2.0 is out.")
    show_about(window)
    (box,) = window.findChildren(QMessageBox)
    assert box.text() == "Luminair 0.1.0"
    assert box.informativeText().splitlines()[1] == "1.2.0 is out."
    QApplication.instance().setProperty(RELEASES, "")
    box.close()


def test_one_switch_turns_it_on(theme, jobs, desk, failures, settle) -> None:
    desk.settings.set({"updates.feed": "http://127.0.0.1:9/latest"})
    switch = SettingsWindow(theme, jobs, desk, failures).appearance.newer
    assert not switch.isChecked()
    switch.click()
    settle()
    assert desk.settings.on("updates.check")


def test_a_copy_without_releases_cannot_turn_it_on(theme, jobs, desk, failures) -> None:
    assert not SettingsWindow(theme, jobs, desk, failures).appearance.newer.isEnabled()
