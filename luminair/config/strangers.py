"""How git is asked about a folder whose settings may be a stranger's.

A folder's own ``.git/config`` can name programs: to check a signature, to watch files, to fetch
what is missing. These options come before it, so that a question about a repository runs git alone.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

GIT: Final = (
    "git",
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.pager=cat",
    "-c", "core.sshCommand=false",
    "-c", "log.showSignature=false",
    "-c", "protocol.allow=never",
    "-c", "core.quotepath=off",
)  # fmt: skip
"""The beginning of the command; what is asked follows."""
