"""What the machine and its parts are called by those who use it."""

from __future__ import annotations

import sys

APPLE = sys.platform == "darwin"
"""Whether this is a Mac; pictures of the Mac's windows set it elsewhere."""


def here() -> str:
    """The machine, in the middle of a sentence."""
    return "this Mac" if APPLE else "this computer"


def keychain() -> str:
    """Where the system keeps keys, as its owner knows it."""
    return "Keychain" if APPLE else "keyring"


def file_manager() -> str:
    """The program that shows folders."""
    return "Finder" if APPLE else "the file manager"
