"""What git writes when it refuses, as one plain sentence each."""

from __future__ import annotations

import re
from typing import Final

_MEANINGS: Final = (
    (
        r"cannot run ssh|ssh: (?:command )?not found",
        (
            "The program `ssh` is not on this machine, and this address goes through it; install "
            "it, or use the address that begins with https://."
        ),
    ),
    (
        r"could not resolve host|couldn't resolve",
        (
            "No machine of that name is known on the network; check how the address is written, "
            "or try again when you are online."
        ),
    ),
    (
        (
            r"connection (refused|timed out|reset)|network is unreachable|failed to connect|"
            r"no route to host|operation timed out|could not connect"
        ),
        "The remote cannot be reached (offline, or its address is wrong); try again when it is.",
    ),
    (
        r"host key verification failed",
        (
            "The remote's machine is not known to `ssh` here; connect to it once with `ssh` in a "
            "terminal and look at its key, then sync again."
        ),
    ),
    (
        (
            r"authentication failed|permission denied \(|could not read (username|password)|"
            r"terminal prompts disabled|invalid username or|http basic: access denied|"
            r"returned error: 40[13]"
        ),
        (
            "The remote refused the sign-in; sign in to it once in a terminal, with `git "
            "ls-remote` and its address, then sync again."
        ),
    ),
    (
        (
            r"repository .*not found|does not appear to be a git repository|not found: did you run|"
            r"returned error: 404|no such file or directory"
        ),
        (
            "There is no repository at the remote's address; check how it is written, or make an "
            "empty one there."
        ),
    ),
    (
        r"index\.lock|unable to create .*\.lock|cannot lock ref",
        "Another git program is at work in the Journal's folder; sync again when it is done.",
    ),
    (
        r"dubious ownership",
        "Git does not trust the Journal's folder, since it belongs to another user; make it yours.",
    ),
    (r"no space left", "The disk is full; make room and sync again."),
    (
        r"protected branch|pre-receive hook declined|remote rejected",
        "The remote does not take changes on this branch; ask those who run it.",
    ),
    (r"not a git repository", "The Journal's folder is no git repository."),
)


def sentence_for(command: str, told: str) -> str:
    """The sentence for what a command of git wrote to standard error."""
    for pattern, sentence in _MEANINGS:
        if re.search(pattern, told, re.IGNORECASE):
            return sentence
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    said = next((line for line in reversed(lines) if line.startswith(("fatal:", "error:"))), "")
    reason = said.partition(": ")[2] or (lines[-1] if lines else "no reason given")
    return f"Git could not do `{command}` ({reason.rstrip('.')}); see to that first."
