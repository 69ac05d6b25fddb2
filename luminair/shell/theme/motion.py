"""Whether less should move; Qt 6.11 does not say what the system wants, so macOS is asked."""

from __future__ import annotations

import ctypes
import ctypes.util
import platform


def moves(choice: str) -> bool:
    """Whether things may move.

    Args:
        choice: what the owner chose: 'less', 'full', or 'system'.
    """
    return choice == "full" or (choice == "system" and not wants_less_motion())


def wants_less_motion() -> bool:
    """What Reduce motion is set to; False where nobody can say."""
    if platform.system() != "Darwin":
        return False
    try:
        return _ask_workspace()
    except (OSError, AttributeError):
        return False


def _ask_workspace() -> bool:
    """``NSWorkspace.sharedWorkspace.accessibilityDisplayShouldReduceMotion`` through libobjc."""
    objc = ctypes.CDLL(ctypes.util.find_library("objc") or "libobjc.dylib")
    objc.objc_getClass.restype = ctypes.c_void_p
    objc.objc_getClass.argtypes = [ctypes.c_char_p]
    objc.sel_registerName.restype = ctypes.c_void_p
    objc.sel_registerName.argtypes = [ctypes.c_char_p]
    send = objc.objc_msgSend
    send.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    send.restype = ctypes.c_void_p
    shared = objc.sel_registerName(b"sharedWorkspace")
    workspace = send(objc.objc_getClass(b"NSWorkspace"), shared)
    if not workspace:
        return False
    send.restype = ctypes.c_bool
    return bool(send(workspace, objc.sel_registerName(b"accessibilityDisplayShouldReduceMotion")))
