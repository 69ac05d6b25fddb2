from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest

from luminair.lanes.lane import Began, Model, Text
from luminair.lanes.scripted import Wait, say
from luminair.messages import Attachment
from luminair.sessions.drafts import Draft
from luminair.shell.panes.chips import Chips, size_words
from tests.shell.desk import CLAUDE

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

SEES = CLAUDE.__class__(
    "claude",
    "Claude CLI",
    CLAUDE.kind,
    (Model("sonnet", "sonnet", 200_000, 16_000, images=True),),
    True,
    "Signed in.",
)


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "run.log"
    path.write_text("12 passed\n", encoding="utf-8")
    return path


@pytest.fixture
def shot(tmp_path):
    path = tmp_path / "shot.png"
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(0x336699)
    assert image.save(str(path))
    return path


def _names(pane) -> list[str]:
    return [chip.attachment.name for chip in pane.composer.chips.chips]


def test_files_become_chips_with_name_and_size(pane, log, shot, settle) -> None:
    pane.files.add([log, shot])
    assert pane.composer.chips.isVisible()  # at once, with a spinner: reading is no reason to wait
    assert pane.composer.chips._spinner.isVisible()
    settle()
    assert _names(pane) == ["run.log", "shot.png"]
    assert pane.composer.chips.chips[0].accessibleName() == "Attached: run.log, 10 bytes"
    assert not pane.composer.chips._spinner.isVisible()
    assert pane.composer.tools.send.isEnabled()  # a message may be files alone


def test_reading_is_done_off_the_windows_thread(pane, desk, log, settle) -> None:
    threads = []
    attach = desk.attach

    def told(session, path):
        threads.append(threading.current_thread())
        return attach(session, path)

    desk.attach = told
    pane.files.add([log])
    settle()
    assert threads
    assert threading.main_thread() not in threads


def test_a_chip_can_be_removed(qtbot, pane, log, shot, settle) -> None:
    pane.files.add([log, shot])
    settle()
    cross = pane.composer.chips.chips[0].findChildren(type(pane.composer.tools.attach))[0]
    assert cross.accessibleName() == "Remove run.log"
    qtbot.mouseClick(cross, Qt.MouseButton.LeftButton)
    assert _names(pane) == ["shot.png"]


def test_what_cannot_be_attached_is_said_and_the_rest_is_taken(pane, tmp_path, log, settle) -> None:
    (tmp_path / "blob.bin").write_bytes(b"\x00\x01\x02\xff" * 9)
    pane.files.add([tmp_path / "gone.txt", tmp_path / "blob.bin", log])
    settle()
    assert _names(pane) == ["run.log"]
    assert "'gone.txt' cannot be read" in pane.composer.notice.text
    assert "'blob.bin' is neither a text nor" in pane.composer.notice.text


def test_the_files_go_with_the_message_and_are_shown_under_it(
    pane, log, says, send, settle, kept
) -> None:
    says(say("Thanks."))
    pane.files.add([log])
    settle()
    send("See the log")
    settle()
    assert kept()[0].attachments == (Attachment("run.log", "text/plain", 10, text="12 passed\n"),)
    assert pane.files.files == ()
    assert _names(pane) == []
    user = pane.transcript.find_widgets()[0]
    (chip,) = user.files.chips.chips
    assert user.files.opened == ""
    chip.click()
    assert user.files.opened == "12 passed\n"
    chip.click()
    assert user.files.opened == ""


def test_a_message_of_files_alone_goes_out(pane, log, says, settle, kept) -> None:
    says(say("Thanks."))
    pane.files.add([log])
    settle()
    QTest.keyClick(pane.composer.edit, Qt.Key.Key_Return)
    settle()
    assert [(message.text, len(message.attachments)) for message in kept()] == [
        ("", 1),
        ("Thanks.", 0),
    ]
    assert not pane.transcript.find_widgets()[0].words.isVisible()


def test_nothing_goes_out_while_a_file_is_being_read(pane, log, says, send, settle, kept) -> None:
    says(say("Thanks."))
    pane.files.add([log])
    send("See the log")
    assert pane.composer.notice.text == "A file is still being read; send again in a moment."
    settle()
    assert kept() == ()
    assert pane.composer.text == "See the log"


def test_a_model_that_takes_no_pictures_says_so_before_sending(pane, desk, shot, settle) -> None:
    pane.files.add([shot])
    settle()
    assert pane.composer.warning.text.startswith("sonnet takes no pictures.")
    desk.lanes["claude"].change(SEES)
    desk.roster.lane("claude")
    pane.refresh_facts()
    pane.head.lane_chosen.emit("claude", "sonnet")
    settle()
    assert pane.composer.warning.text == ""
    pane.head.lane_chosen.emit("ollama", "qwen2.5-coder")
    settle()
    assert "qwen2.5-coder takes no pictures" in pane.composer.warning.text
    pane.files.remove(0)
    assert pane.composer.warning.text == ""


# Pasting and dropping.


def _paste(pane, data: QMimeData) -> None:
    pane.composer.edit.insertFromMimeData(data)


def test_pasted_files_are_attached_and_their_names_are_not_typed(pane, log, settle) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(log))])
    data.setText("run.log")
    assert pane.composer.edit.canInsertFromMimeData(data)
    _paste(pane, data)
    settle()
    assert _names(pane) == ["run.log"]
    assert pane.composer.text == ""


@pytest.mark.parametrize("as_png", [True, False])
def test_a_pasted_picture_is_attached(pane, shot, settle, as_png) -> None:
    data = QMimeData()
    image = QImage(str(shot))
    if as_png:
        kept = QByteArray()
        buffer = QBuffer(kept)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")
        buffer.close()
        data.setData("image/png", kept)
    data.setImageData(image)
    _paste(pane, data)
    settle()
    assert _names(pane) == ["Pasted picture.png"]
    assert pane.files.files[0].media_type == "image/png"


@pytest.mark.usefixtures("settle")
def test_text_beside_a_picture_of_it_is_pasted_as_text(pane, shot) -> None:
    data = QMimeData()
    data.setImageData(QImage(str(shot)))
    data.setText("42")
    _paste(pane, data)
    assert pane.composer.text == "42"
    assert pane.files.reading == 0


def test_links_are_pasted_as_text(pane) -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a")])
    data.setText("https://example.org/a")
    _paste(pane, data)
    assert pane.composer.text == "https://example.org/a"


def test_files_can_be_dropped_anywhere_in_the_pane(pane, log, settle) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(log))])
    none = Qt.KeyboardModifier.NoModifier
    event = QDropEvent(
        QPointF(200, 200), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none
    )
    pane.dropEvent(event)
    assert event.isAccepted()
    settle()
    assert _names(pane) == ["run.log"]


# Drafts, edits, queue.


def test_files_are_part_of_the_draft(pane, desk, log, settle) -> None:
    first = pane.session_id
    pane.files.add([log])
    settle()
    pane.composer.edit.set_text("about it")
    pane.composer.flush_draft()
    settle()
    pane.open_session(desk.library.create(lane="claude").id)
    settle()
    assert _names(pane) == []
    pane.open_session(first)
    settle()
    assert _names(pane) == ["run.log"]
    assert pane.composer.text == "about it"


def test_a_file_that_comes_home_late_goes_to_its_own_session(
    qtbot, pane, desk, log, settle
) -> None:
    first, gate, attach = pane.session_id, threading.Event(), desk.attach

    def slow(session, path):
        assert gate.wait(5)
        return attach(session, path)

    desk.attach = slow
    pane.files.add([log])
    second = desk.library.create(lane="claude").id
    pane.open_session(second)
    qtbot.waitUntil(lambda: pane.session is not None and pane.session.id == second)
    gate.set()
    settle()
    assert _names(pane) == []
    assert [each.name for each in desk.library.draft(first).attachments] == ["run.log"]
    assert desk.library.draft(second) == Draft()


def test_editing_brings_the_files_back(pane, log, says, send, settle, kept) -> None:
    says(say("One."), say("Two."))
    pane.files.add([log])
    settle()
    send("See")
    settle()
    pane.talk.edit_last()
    assert _names(pane) == ["run.log"]
    send("See this")
    settle()
    assert [message.text for message in kept()] == ["See this", "Two."]
    assert [each.name for each in kept()[0].attachments] == ["run.log"]
    assert _names(pane) == []


def test_a_retry_sends_the_files_again(pane, log, says, send, settle, kept) -> None:
    says(say("One."), say("Two."))
    pane.files.add([log])
    settle()
    send("See")
    settle()
    pane.talk.retry()
    settle()
    assert [each.name for each in kept()[0].attachments] == ["run.log"]


def test_a_queued_message_keeps_its_files(qtbot, pane, log, says, send, settle, kept) -> None:
    says((Began(), Text("One"), Wait(0.4), *say("x")[1:]), say("Two."))
    send("first")
    qtbot.waitUntil(lambda: pane.talk.running is not None and pane.talk.running.text == "One")
    pane.files.add([log])
    qtbot.waitUntil(lambda: bool(pane.files.files))
    send("with a file")
    assert _names(pane) == []
    settle()
    assert [each.name for each in kept()[2].attachments] == ["run.log"]


def test_a_broadcast_gives_each_session_its_own_picture(window, desk, shot, settle) -> None:
    window.set_panes(2)
    settle()
    for lane in desk.lanes.values():
        lane._script = (say("Yes."),)
    first, second = window.board.panes
    window.board.activate(0)
    first.files.add([shot])
    settle()
    first.composer.edit.set_text("Look")
    window.broadcast.send_active()
    settle()
    for pane in (first, second):
        (attachment,) = desk.library.open(pane.session_id).messages[0].attachments
        assert attachment.name == "shot.png"
        assert (desk.library.folder(pane.session_id) / "attachments" / attachment.file).is_file()
    assert first.composer.text == ""


# The parts.


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1,023 bytes"),
        (1024, "1 KB"),
        (524_288, "512 KB"),
        (3_565_158, "3.4 MB"),
    ],
)
def test_sizes_are_said_short(size, words) -> None:
    assert size_words(size) == words


def test_chips_go_on_in_the_next_line(qtbot, theme) -> None:
    chips = Chips(theme, removable=True)
    qtbot.addWidget(chips)
    chips.show_files([Attachment(f"file-{n}-of-the-run.log", "text/plain", 10) for n in range(5)])
    one = chips.heightForWidth(4000)
    assert chips.heightForWidth(300) >= 3 * one
    chips.resize(300, chips.heightForWidth(300))
    rows = {chip.y() for chip in chips.chips}
    assert len(rows) >= 3
    assert all(chip.geometry().right() < 300 for chip in chips.chips)


@pytest.fixture(autouse=True)
def _no_clipboard(qapp):
    yield
    QGuiApplication.clipboard().clear()
    del qapp
