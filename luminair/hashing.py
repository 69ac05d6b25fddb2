"""SHA-256 by Python's own code.

``hashlib`` loads OpenSSL for it, which takes a third of the time in which Python starts; a prompt
waits for that, and hashes a few small files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256
else:
    try:
        from _sha2 import sha256
    except ImportError:
        try:
            from _sha256 import sha256  # until Python 3.11
        except ImportError:
            from hashlib import sha256

__all__ = ["sha256"]
