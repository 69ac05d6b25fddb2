"""Who is at the other end of a local socket."""

from __future__ import annotations

import os
import struct
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from socket import socket

# linux/socket.h: struct ucred { pid_t pid; uid_t uid; gid_t gid; }
_SO_PEERCRED: Final = 17
_UCRED: Final = struct.Struct("iII")
# xnu bsd/sys/un.h and bsd/sys/ucred.h: struct xucred { u_int version; uid_t uid; … }, 76 bytes.
_SOL_LOCAL, _LOCAL_PEERCRED, _XUCRED_BYTES = 0, 1, 76
_XUCRED_HEAD: Final = struct.Struct("II")


def is_ours(line: socket) -> bool:
    """Whether the process that connected runs under our own user."""
    try:
        return _uid_of(line) == os.getuid()
    except (OSError, struct.error):
        return False


def _uid_of(line: socket) -> int:
    from socket import SOL_SOCKET  # noqa: PLC0415 loaded by whoever has a socket to ask about

    if sys.platform == "darwin":
        held = line.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, _XUCRED_BYTES)
        _, uid = _XUCRED_HEAD.unpack_from(held)
        return int(uid)
    _, uid, _ = _UCRED.unpack(line.getsockopt(SOL_SOCKET, _SO_PEERCRED, _UCRED.size))
    return int(uid)
