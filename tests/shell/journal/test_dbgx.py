from tests.shell.journal.test_several import *
from tests.shell.journal.conftest import *
from tests.shell.conftest import *
from PySide6.QtCore import Qt
def test_x(room, qtbot, settle):
    print("keys", keys(room))
    print(select(room, qtbot, keys(room)[0], 1))
    settle()
    print([r.key for r in room.notes.selected])
    qtbot.keyClick(room.notes.view, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    print([r.key for r in room.notes.selected])
    settle()
    print(room.desk.journal.operations(1)[0])
    assert 0
