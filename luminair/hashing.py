"""SHA-256 and BLAKE2 by Python's own code.

``hashlib`` loads OpenSSL for it, which takes a third of the time in which Python starts; a prompt
waits for that, and hashes a few small files.
"""

from __future__ import annotations

TYPE_CHECKING = False
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

__all__ = ["blake2", "sha256"]


def blake2(data: bytes) -> bytes:
    """The BLAKE2b hash in 16 bytes; it takes a third of the time of SHA-256."""
    if TYPE_CHECKING:
        from hashlib import blake2b  # noqa: PLC0415 few need it
    else:
        try:
            from _blake2 import blake2b  # noqa: PLC0415
        except ImportError:
            from hashlib import blake2b  # noqa: PLC0415
    return blake2b(data, digest_size=16).digest()
