"""Asks whether a fault is known of any pinned version; `python3 packaging/dev.py audit`.

pip-audit, itself pinned here, asks the package index of each pin in packaging/requirements.txt. It
lives in an environment of its own, since it is no part of what is built or tested, and it needs
the network. The workflow faults.yml runs the same command each week and before a release.

Ends with 0 where no fault is known, with 1 and a line for each fault where some are, and with one
sentence where the question could not be asked.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import dev

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

AUDITOR = "pip-audit==2.10.1"
PLACE = dev.OWN / "audit"
LONGEST_S = 600
"""Seconds after which an index that does not answer is given up."""


class Fault(NamedTuple):
    """A fault that is known of a pinned version."""

    package: str
    version: str
    name: str
    mended_in: str

    def line(self) -> str:
        """As a person is told it."""
        mended = f"mended in {self.mended_in}" if self.mended_in else "not mended yet"
        return f"  {self.package} {self.version}: {self.name}, {mended}"


def bring() -> Path:
    """The auditor, installed where it is not there yet; raises Trouble."""
    auditor, stamp = PLACE / "bin" / "pip-audit", PLACE / "luminair-stamp"
    if auditor.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == AUDITOR:
        return auditor
    python, uv = dev.choose_tools()
    dev.say(f"Bringing {AUDITOR} into {PLACE.relative_to(dev.ROOT)}")
    own = str(PLACE / "bin" / "python")
    if uv:
        make = [uv, "venv", "--quiet", "--clear", "--no-project", "--python", python or "3.12"]
        fill = [uv, "pip", "install", "--quiet", "--python", own]
    else:
        make = [python, "-m", "venv", "--clear"]
        fill = [own, "-m", "pip", "install", "--quiet", "--no-input"]
    dev.must([*make, str(PLACE)], "No environment could be made for pip-audit.")
    dev.must(
        [*fill, AUDITOR],
        "Known faults cannot be asked for: pip-audit could not be installed, is there a network?",
    )
    stamp.write_text(AUDITOR, encoding="utf-8")
    return auditor


def asked(auditor: Path, pins: Path) -> str:
    """What the auditor writes of the pins, as JSON; '' where it could not ask."""
    words = ["--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"]
    try:
        done = subprocess.run(
            [str(auditor), *words, "--requirement", str(pins)],
            env=dev.clean_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=LONGEST_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace")


def faults_in(told: str) -> tuple[int, list[Fault]]:
    """How many pins were looked up, and the faults known of them; raises Trouble.

    An answer that passes over a pin is none: a fault could be in just that one.
    """
    try:
        pins = json.loads(told)["dependencies"]
        passed_over = [each["name"] for each in pins if "skip_reason" in each]
        found = [
            Fault(each["name"], each["version"], fault["id"], ", ".join(fault["fix_versions"]))
            for each in pins
            for fault in each.get("vulns", ())
        ]
    except (ValueError, KeyError, TypeError):
        pins, passed_over, found = [], [], []
    if len(passed_over) == len(pins):
        raise dev.Trouble(
            "Known faults cannot be asked for: the package index gives no answer about them here; "
            "run this again where the network lets it, as the weekly workflow does."
        )
    if passed_over:
        names = ", ".join(passed_over[:5]) + (" and others" if passed_over[5:] else "")
        raise dev.Trouble(f"Known faults of {names} could not be asked for: run this again later.")
    return len(pins), found


def audit(arguments: Sequence[str]) -> int:
    """The command; raises Trouble where the question cannot be asked."""
    if arguments:
        raise dev.Trouble("`audit` takes no arguments: what it asks about are the pins.")
    count, found = faults_in(asked(bring(), dev.REQUIREMENTS))
    for each in found:
        dev.say(each.line())
    if found:
        dev.say("Raise what is named above: python3 packaging/dev.py lock, then the tests.")
        return 1
    dev.say(f"No fault is known of the {count} pinned versions that this machine would install.")
    return 0


def main(arguments: Sequence[str]) -> int:
    """The exit code: 0 where no fault is known."""
    try:
        return audit(arguments)
    except dev.Trouble as trouble:
        print(f"dev.py audit: {trouble}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
