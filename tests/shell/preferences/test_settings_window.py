from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from luminair.config.paths import default_vault
from luminair.errors import UsageError
from luminair.lanes.roster import Entry
from luminair.lanes.scripted import Scripted
from luminair.machine import keychain
from luminair.shell.parts.segmented import Segmented
from luminair.shell.parts.switch import Switch
from luminair.shell.preferences import SettingsWindow
from luminair.shell.preferences.fields import Stepper, TextField
from luminair.shell.preferences.ride_question import ALL, NONE, TICKED
from luminair.shell.theme import DARK, LIGHT, Choice

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

SECRET = "sk-ant-SENTINEL-0123456789abcd"


@pytest.fixture
def window(qtbot, theme, jobs, desk, failures, settle) -> SettingsWindow:
    found = SettingsWindow(theme, jobs, desk, failures)
    qtbot.addWidget(found)
    with qtbot.waitActive(found):
        found.open()
    settle()
    return found


def _named(window, kind: type, name: str):
    def called(widget) -> str:
        inner = getattr(widget, "edit", None) or getattr(widget, "box", None) or widget
        return inner.accessibleName()

    return next(each for each in window.findChildren(kind) if called(each) == name)


def _type(field: TextField, text: str) -> None:
    field.edit.selectAll()
    QTest.keyClicks(field.edit, text)
    QTest.keyClick(field.edit, Qt.Key.Key_Return)


# --- Changing settings -----------------------------------------------------------------------


def test_a_number_holds_at_once_and_is_on_disk(window, desk, settle) -> None:
    window.open("Journal")
    settle()
    stepper = _named(window, Stepper, "Asks and notes per message")
    assert stepper.box.text() == "14"
    stepper._more.click()
    stepper._more.click()
    settle()
    assert desk.settings.number("digest.cap") == 16
    assert json.loads(desk.home.settings_file.read_text()) == {"digest.cap": 16}
    assert stepper.box.text() == "16"


def test_quick_changes_end_where_the_owner_ended(window, desk, settle) -> None:
    window.open("Journal")
    stepper = _named(window, Stepper, "Digest budget")
    for _ in range(20):
        stepper.box.stepUp()
    assert stepper.box.value() == 3500
    settle()
    assert stepper.box.value() == 3500
    assert desk.settings.number("digest.tokens") == 3500


def test_reset_gives_the_default_back(qtbot, window, desk, settle) -> None:
    desk.settings.set({"digest.cap": 3})
    window.open("Journal")
    settle()
    reset = next(
        each
        for each in window.findChildren(object)
        if getattr(each, "accessibleName", str)() == "Reset Asks and notes per message"
    )
    assert reset.isVisible()
    assert reset.toolTip() == "Back to 14"
    qtbot.mouseClick(reset, Qt.MouseButton.LeftButton)
    settle()
    assert desk.settings.is_default("digest.cap")
    assert not reset.isVisible()
    assert _named(window, Stepper, "Asks and notes per message").box.value() == 14


def test_a_switch_is_kept(window, desk, settle) -> None:
    window.open("Journal")
    switch = _named(window, Switch, "Include optional notes and old summaries")
    assert switch.isChecked()
    switch.click()
    settle()
    assert not desk.settings.on("session.include_optional")


def test_what_cannot_be_written_is_said_and_shown_as_it_is(window, desk, settle) -> None:
    desk.home.settings_file.mkdir()  # a folder stands where the file should be
    window.open("Journal")
    stepper = _named(window, Stepper, "Asks and notes per message")
    stepper._more.click()
    settle()
    assert len(window.banners.sentences) == 1
    assert "settings" in window.banners.sentences[0]
    assert stepper.box.value() == 14


def test_an_address_that_is_none_is_said_and_not_kept(window, desk, settle) -> None:
    field = _named(window.lanes.rows["ollama"], TextField, "Address")
    _type(field, "ftp://nowhere")
    settle()
    assert "no address" in window.banners.sentences[0]
    assert field.text == ""
    assert desk.settings.is_default("lanes.ollama.url")


def test_escape_takes_back_what_was_typed(window, desk, settle) -> None:
    window.lanes.show_lane("ollama")
    field = _named(window.lanes.rows["ollama"], TextField, "Address")
    QTest.keyClicks(field.edit, "half")
    QTest.keyClick(field.edit, Qt.Key.Key_Escape)
    assert field.text == ""
    settle()
    assert desk.settings.is_default("lanes.ollama.url")


def test_the_page_shows_what_another_window_changed(qtbot, window, desk, settle) -> None:
    window.open("Journal")
    settle()
    window.close()
    desk.settings.set({"digest.cap": 7})
    with qtbot.waitActive(window):
        window.open()
    settle()
    assert _named(window, Stepper, "Asks and notes per message").box.value() == 7


# --- Lanes -----------------------------------------------------------------------------------


def test_every_lane_says_how_it_stands(window, desk) -> None:
    assert list(window.lanes.rows) == [info.id for info in desk.roster.infos()]
    row = window.lanes.rows["claude"]
    assert row.state.text() == "Signed in with your Claude login."
    assert row.models.text() == "sonnet, opus, haiku"
    assert window.lanes.rows["ollama"].models.text() == "qwen2.5-coder, llama, gemma and 2 more"
    assert window.lanes.rows["journal-only"].details is None
    assert not window.lanes.rows["journal-only"].again.isVisible()
    assert window.lanes.rows["journal-only"].state.text() == "Always ready"
    assert window.lanes.rows["journal-only"].models.text().startswith("Answers by quoting")


def test_a_state_does_not_repeat_the_name_nor_send_where_one_is(window, desk) -> None:
    row, info = window.lanes.rows["claude"], desk.lanes["claude"].info
    for state, said in (
        (f"{info.title} 2.1.197 is ready.", "2.1.197 is ready."),
        ("Get it, or choose its place in Settings.", "Get it, or choose its place below."),
    ):
        row.show_info(replace(info, state=state), looking=False)
        assert row.state.text() == said


def test_a_lane_that_fails_is_not_grey(window, desk) -> None:
    row, info = window.lanes.rows["anthropic"], desk.lanes["anthropic"].info
    row.show_key("Key in Keychain")
    roles = []
    for state, here, at in (
        ("Not asked yet.", False, ""),
        ("No key for Anthropic is saved; add one in Settings.", False, "10:51"),
        ("Anthropic did not answer in 10 s.", False, "10:51"),
        ("Nobody is logged in.", True, "10:51"),
    ):
        changed = replace(info, ready=False, state=state, here=here)
        row.show_info(changed, looking=False, at=at)
        roles.append((row._dot._role, row.state._role))
    assert roles == [
        ("text3", "text2"),
        ("text3", "text2"),
        ("danger", "danger"),
        ("warn", "warn"),
    ]


def test_a_missing_key_is_said_before_anybody_is_asked(window, desk) -> None:
    row, info = window.lanes.rows["anthropic"], desk.lanes["anthropic"].info
    row.show_key("Key in Keychain")
    row.show_info(replace(info, state="Not asked yet."), looking=False)
    assert (row.state.text(), row.again.text()) == ("Not asked yet.", "Look again")
    row.show_key("No key")
    assert (row.state.text(), row.again.text()) == ("No key", "Add key…")
    row.show_key("Key in Keychain")
    assert row.again.text() == "Look again"


def test_a_lane_without_a_key_leads_to_its_field(qtbot, window, desk) -> None:
    row = window.lanes.rows["anthropic"]
    assert (row.state.text(), row.again.text()) == ("No key", "Add key…")
    desk.looked.clear()
    qtbot.mouseClick(row.again, Qt.MouseButton.LeftButton)
    assert row.open
    assert QApplication.focusWidget() is window.lanes.keys["anthropic"].field.edit
    assert desk.looked == []


def test_groups_are_as_wide_with_a_scroll_bar_as_without(qtbot, window) -> None:
    window.open("Journal")
    window.resize(1180, 2000)
    page = window.journal
    qtbot.waitUntil(lambda: not page.bar.isVisible())
    wide = page.widget().width()
    window.resize(1180, 560)
    qtbot.waitUntil(page.bar.isVisible)
    assert page.widget().width() == wide


def test_opening_looks_at_this_mac_only(window, desk, settle) -> None:
    assert sorted(desk.looked) == ["claude", "ollama"]
    window.open("Journal")
    window.open("Lanes & keys")
    settle()
    assert sorted(desk.looked) == ["claude", "ollama"]


def test_look_again_asks_and_shows_the_answer(qtbot, window, desk, settle) -> None:
    desk.ready("ollama", "Answers on this Mac.")
    row = window.lanes.rows["ollama"]
    with qtbot.waitSignal(window.lanes_changed):
        qtbot.mouseClick(row.again, Qt.MouseButton.LeftButton)
        assert row.state.text() == "Looking…"
        assert not row.again.isEnabled()
    assert row.state.text() == "Answers on this Mac."
    assert row.again.isEnabled()
    assert row.when.text() == "Looked at 11:02"
    settle()


def test_a_changed_address_asks_that_lane_anew(window, desk, settle) -> None:
    desk.looked.clear()
    _type(_named(window.lanes.rows["ollama"], TextField, "Address"), "http://mini.local:11434")
    settle()
    assert desk.settings.text("lanes.ollama.url") == "http://mini.local:11434"
    assert (desk.renewed, desk.looked) == (["ollama"], ["ollama"])


def test_a_change_while_a_lane_is_asked_is_not_forgotten(window, desk, settle) -> None:
    window.lanes.looking.look("ollama")
    desk.settings.set({"lanes.ollama.url": "http://mini.local:11434"})
    window.changes.changed.emit(["lanes.ollama.url"])
    window.changes.changed.emit(["lanes.ollama.url"])
    settle()
    assert desk.renewed == ["ollama"]
    assert desk.looked[-2:] == ["ollama", "ollama"]
    assert window.lanes.rows["ollama"].again.isEnabled()


def test_a_program_can_be_named_by_hand(window, desk, settle) -> None:
    desk.looked.clear()
    _type(_named(window.lanes.rows["claude"], TextField, "Program"), "/opt/tools/claude")
    settle()
    assert desk.settings.text("lanes.claude.path") == "/opt/tools/claude"
    assert (desk.renewed, desk.looked) == (["claude"], ["claude"])


def test_what_claude_may_do_can_be_chosen(window, desk, settle) -> None:
    window.lanes.show_lane("claude")
    popup = next(
        each
        for each in window.lanes.rows["claude"].findChildren(object)
        if getattr(each, "accessibleName", str)().startswith("May do without asking")
    )
    popup.picked.emit("plan")
    settle()
    assert desk.settings.text("lanes.claude.permission_mode") == "plan"
    assert popup.text() == "Only plan, change nothing"


def test_new_sessions_use_what_is_chosen(window, desk, settle) -> None:
    usual = window.lanes.usual
    assert usual.text() == "Choose by itself (now Claude CLI)"
    entries = dict(usual._entries())
    assert entries["claude", "opus"] == "Claude CLI · opus"
    assert ("ollama", "llama") not in entries  # it is not ready
    usual.picked.emit(("claude", "opus"))
    settle()
    assert desk.settings.text("lanes.new.lane") == "claude"
    assert desk.settings.text("lanes.new.model") == "opus"
    assert usual.text() == "Claude CLI · opus"
    usual.picked.emit(("", ""))
    settle()
    assert usual.text() == "Choose by itself (now Claude CLI)"


def test_a_chosen_lane_that_is_gone_is_still_named(window, desk, settle) -> None:
    desk.settings.set({"lanes.new.lane": "ollama", "lanes.new.model": "llama"})
    window.lanes.look()
    settle()
    assert window.lanes.usual.text() == "ollama · llama (not ready)"


def test_another_server_becomes_a_lane_once_it_has_an_address(
    qtbot, theme, jobs, desk, failures, settle
) -> None:
    server = desk.roster._entries.pop("server")
    window = SettingsWindow(theme, jobs, desk, failures)
    qtbot.addWidget(window)
    window.open()
    settle()
    assert "server" not in window.lanes.rows
    assert window.lanes._other.isVisible()
    field = _named(window.lanes._other, TextField, "Another server")
    desk.roster._entries["server"] = server
    _type(field, "https://llm.example/v1")
    settle()
    assert window.lanes.rows["server"].open
    assert not window.lanes._other.isVisible()
    assert _named(window.lanes.rows["server"], TextField, "Another server").text == (
        "https://llm.example/v1"
    )


# --- Keys ------------------------------------------------------------------------------------


def _save(window, lane: str, key: str) -> TextField:
    window.lanes.show_lane(lane)
    row = window.lanes.keys[lane]
    QTest.keyClicks(row.field.edit, key)
    row.save.click()
    return row.field


def test_a_key_is_saved_and_never_shown_again(window, desk, settle) -> None:
    desk.ready("anthropic", "Key works.")
    desk.looked.clear()
    field = _save(window, "anthropic", SECRET)
    assert field.edit.echoMode() is QLineEdit.EchoMode.Password
    settle()
    assert desk.keys.kept == {"anthropic": SECRET}
    assert field.edit.text() == ""
    row = window.lanes.rows["anthropic"]
    assert row.key.text() == f"Key in {keychain()} (…abcd)"
    assert row.state.text() == "Key works."  # the lane was asked again with it
    assert (desk.renewed, desk.looked) == ([], ["anthropic"])
    for widget in window.findChildren(object):
        for say in ("text", "toolTip", "accessibleName", "accessibleDescription"):
            said = getattr(widget, say, "")
            assert "SENTINEL" not in str(said() if callable(said) else said)


def test_a_key_reaches_no_file(window, desk, settle) -> None:
    _save(window, "anthropic", SECRET)
    settle()
    for file in desk.home.root.rglob("*"):
        if file.is_file():
            assert b"SENTINEL" not in file.read_bytes()
    assert window.banners.sentences == ()


def test_a_key_that_is_none_is_said_and_stays_in_its_field(window, desk, settle) -> None:
    desk.keys.fault = UsageError("The key for Anthropic has a blank in it; paste the key alone.")
    field = _save(window, "anthropic", "a b")
    settle()
    row = window.lanes.keys["anthropic"]
    assert row.said.text() == str(desk.keys.fault)
    assert field.edit.text() == "a b"
    assert row.save.isEnabled()


def test_a_key_that_only_memory_holds_says_so(window, desk, settle) -> None:
    desk.keys.source = "memory"
    desk.keys.said = "This computer has no keychain, so the key is kept in memory until you quit."
    _save(window, "gemini-api", SECRET)
    settle()
    assert window.lanes.rows["gemini-api"].key.text() == "Key in memory until you quit (…abcd)"
    assert window.lanes.keys["gemini-api"].said.text() == desk.keys.said
    assert desk.keys.kept == {"gemini": SECRET}  # the API of Gemini, not its command line


def test_a_key_can_be_forgotten_but_not_one_of_the_environment(window, desk, settle) -> None:
    row = window.lanes.keys["anthropic"]
    assert row.forget.isHidden()
    _save(window, "anthropic", SECRET)
    settle()
    assert not row.forget.isHidden()
    desk.keys.environment["anthropic"] = "env-key-9999"
    row.forget.click()
    settle()
    assert desk.keys.kept == {}
    assert window.lanes.rows["anthropic"].key.text() == "Key from SOME_API_KEY (…9999)"
    assert row.forget.isHidden()


def test_what_was_typed_and_not_saved_goes_with_the_window(window) -> None:
    window.lanes.show_lane("anthropic")
    field = window.lanes.keys["anthropic"].field
    QTest.keyClicks(field.edit, SECRET)
    window.close()
    assert field.edit.text() == ""


def test_it_says_where_a_key_is_made(qtbot, window) -> None:
    window.lanes.show_lane("anthropic")
    page = next(
        each
        for each in window.lanes.keys["anthropic"].findChildren(object)
        if getattr(each, "accessibleName", str)() == "Get a key from Anthropic"
    )
    with qtbot.waitSignal(window.lanes.keys["anthropic"].link) as told:
        page.click()
    assert told.args[0].scheme() == "https"
    assert told.args[0].host().endswith("claude.com")


def test_a_lane_that_needs_no_key_says_so(window) -> None:
    assert window.lanes.rows["server"].key.text() == "No key needed"
    assert window.lanes.rows["anthropic"].key.text() == "No key"
    assert "claude" not in window.lanes.keys  # a command line signs in by itself


# --- Journal and looks -----------------------------------------------------------------------


def test_the_journal_page_says_where_it_is_and_what_it_holds(qtbot, window, desk, settle) -> None:
    window.open("Journal")
    settle()
    page = window.journal
    assert "There is no Journal at" in page.folder.hint.text()
    assert not page.finder.isEnabled()
    desk.make_journal(default_vault())
    (default_vault() / "a.md").write_text("# A\n")
    page.look()
    settle()
    assert page.folder.title.text() == "Documents / Luminair Journal"
    assert page.folder.hint.text().startswith("1 note · 4 bytes")
    with qtbot.waitSignal(page.link) as told:
        page.finder.click()
    assert told.args == [QUrl.fromLocalFile(str(default_vault()))]


def test_another_folder_can_be_chosen(qtbot, window, desk, obsidian, settle) -> None:
    desk.make_journal(default_vault())
    window.open("Journal")
    window.journal.choose.click()
    settle()
    panel = window.set_up.panel
    assert not panel.go.isEnabled()
    panel.journal.take(1, obsidian)
    settle()
    with qtbot.waitSignal(window.set_up.made):
        panel.go.click()
    settle()
    assert desk.vault == obsidian
    assert window.journal.folder.title.text() == "Obsidian"
    assert "do not ride" in window.journal.own.hint.text()


def test_which_notes_ride_can_be_changed(qtbot, window, desk, obsidian, settle) -> None:
    desk.make_journal(obsidian, ("Diary", "Work/deep"))
    window.open("Journal")
    settle()
    page = window.journal
    said = page.own.hint.text
    assert said() == "Of your own notes only those in Diary, Work/deep may ride."
    page.change.click()
    assert page.asked.isVisible()
    assert page.question.answer() == ("Diary", "Work/deep")  # what holds now is chosen
    page.question.tick("Work")
    page.cancel.click()
    assert not page.asked.isVisible()
    assert desk.look_into(obsidian).ride == ("Diary", "Work/deep")
    for answer, ride, words in (
        (ALL, "all", "All of your own notes may ride."),
        (NONE, "none", "Your own notes do not ride; they can be searched."),
    ):
        page.change.click()
        page.question.answers.button(answer).click()
        with qtbot.waitSignal(window.digest_changed):
            page.use.click()
        settle()
        assert desk.look_into(obsidian).ride == ride
        assert said() == words
        assert not page.asked.isVisible()
        riding = {each.note.path for each in desk.vaults.journal.listing() if each.note.rides}
        assert ("Work/a.md" in riding) is (ride == "all")
    page.change.click()
    page.question.answers.button(TICKED).click()
    assert page.question.nothing.text() == "No folder is ticked, so none of them will ride."
    page.look()
    settle()
    assert page.asked.isVisible()  # coming back to the window leaves the question open


def test_an_answer_that_cannot_be_written_is_said(window, desk, obsidian, settle) -> None:
    desk.make_journal(obsidian, "none")
    window.open("Journal")
    settle()
    page = window.journal
    page.change.click()
    page.question.answers.button(ALL).click()
    (obsidian / ".luminair/settings.json").write_text("{")
    page.use.click()
    settle()
    assert "settings.json" in window.banners.sentences[0]
    assert page.asked.isVisible()
    assert page.use.isEnabled()


def test_a_journal_that_the_command_line_names_is_not_chosen_here(window, desk, settle) -> None:
    desk.vaults._named_by = "LUMINAIR_VAULT"
    window.open("Journal")
    settle()
    assert not window.journal.choose.isEnabled()
    assert window.journal.choose.toolTip() == "LUMINAIR_VAULT names this folder for now."


def test_looks_are_asked_for_and_shown(qtbot, window, theme) -> None:
    window.look_wanted.connect(theme.set_choice)
    window.text_size_wanted.connect(theme.set_text_size)
    window.open("Appearance")
    with qtbot.waitSignal(window.look_wanted) as told:
        window.appearance.cards.button(2).click()
    assert told.args == [Choice.DARK]
    assert window.appearance.cards.checkedId() == 2
    window.appearance.slider.setValue(18)
    assert theme.text_size == 18
    assert window.appearance._points.text == "18 pt"
    theme.set_text_size(12)
    assert window.appearance.slider.value() == 12


def test_tastes_hold_at_once_and_are_kept(window, desk, theme, settle) -> None:
    window.open("Appearance")
    font, lists = window.appearance.findChildren(Segmented)
    (accent, *_) = window.appearance.findChildren(Switch)
    for control in (font, lists):
        assert control.current() == 0
        control._group.button(1).click()
    accent.click()
    settle()
    assert (theme.tastes.serif_pages, theme.tastes.compact) == (False, True)
    assert theme.tokens["accent"] not in {LIGHT["accent"], DARK["accent"]}
    kept = desk.settings.text("appearance.page_font"), desk.settings.text("appearance.density")
    assert kept == ("system", "compact")
    assert (font.current(), lists.current(), accent.isChecked()) == (1, 1, True)


# --- The window ------------------------------------------------------------------------------


def test_keys_go_through_the_pages_and_close_it(window) -> None:
    first = window.entries.button(0)
    first.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(first, Qt.Key.Key_Down)
    assert window.pages.currentWidget() is window.journal
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert window.pages.currentWidget() is window.meaning
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert window.pages.currentWidget() is window.integrations
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert window.pages.currentWidget() is window.appearance
    QTest.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()


def test_everything_that_can_be_pressed_has_a_name(window, settle) -> None:
    for lane in window.lanes.rows:
        window.lanes.show_lane(lane)
    for page in ("Journal", "Appearance", "Lanes & keys"):
        window.open(page)
        settle()
        for widget in window.pages.currentWidget().findChildren(object):
            policy = getattr(widget, "focusPolicy", None)
            if policy is None or not widget.isVisible():
                continue
            if policy() & Qt.FocusPolicy.TabFocus and not widget.focusProxy():
                assert widget.accessibleName() or widget.parent().accessibleName(), widget


@pytest.mark.parametrize("choice", [Choice.LIGHT, Choice.DARK])
def test_nothing_is_wider_than_the_smallest_window(window, theme, choice, settle) -> None:
    theme.set_choice(choice)
    window.resize(window.minimumSize())
    for lane in window.lanes.rows:
        window.lanes.show_lane(lane)
    for page in ("Journal", "Appearance", "Lanes & keys"):
        window.open(page)
        settle()
        shown = window.pages.currentWidget()
        assert shown.widget().width() <= shown.viewport().width()
        assert not window.grab().isNull()


def test_a_lane_that_the_roster_gains_gets_a_row(window, desk, settle) -> None:
    info = replace(desk.lanes["ollama"].info, id="lmstudio", title="LM Studio")
    lane = Scripted((), sleep=None, info=info)
    desk.roster._entries["lmstudio"] = Entry(info, lambda: lane)
    window.lanes.look()
    settle()
    assert window.lanes.rows["lmstudio"].title.text == "LM Studio"
    assert "lmstudio" in window.lanes.keys
    assert Path(desk.home.root).exists()
