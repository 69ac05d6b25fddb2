"""Every pinned package has a wheel for both kinds of Mac.

uv asks the package index as a Mac would; where there is no uv or no network this skips and says so.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import licences
import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement

HOUSE = Path(__file__).resolve().parents[2]
MACS = {"arm64": "aarch64-apple-darwin", "x86_64": "x86_64-apple-darwin"}
NO_NETWORK = re.compile(
    r"error sending request|dns error|failed to (fetch|connect)|timed out|network|tcp connect|"
    r"connection refused|could not connect",
    re.IGNORECASE,
)


def pinned_on(machine: str, python: str) -> dict[str, str]:
    """The pins that apply to a Mac."""
    mac = {
        **default_environment(),
        "sys_platform": "darwin",
        "platform_system": "Darwin",
        "platform_machine": machine,
        "python_version": python,
        "python_full_version": f"{python}.0",
    }
    found = {}
    for line in licences.REQUIREMENTS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", " ")):
            pin = Requirement(line.rstrip("\\ "))
            if pin.marker is None or pin.marker.evaluate(mac):
                found[licences.normal(pin.name)] = str(pin.specifier).removeprefix("==")
    return found


@pytest.mark.timeout(120)
@pytest.mark.parametrize("machine", MACS)
def test_every_pin_has_a_wheel_for_this_mac(machine) -> None:
    uv = shutil.which("uv") or shutil.which("uv", path=str(HOUSE / ".luminair-dev" / "uv" / "bin"))
    if uv is None:
        pytest.skip("no uv is here to ask the package index as a Mac would")
    done = subprocess.run(
        [
            *(uv, "pip", "compile", "--quiet", "--no-header", "--no-annotate", "--no-deps"),
            *("--python-platform", MACS[machine], "--python-version", "3.12"),
            *("--only-binary", ":all:", str(licences.REQUIREMENTS)),
        ],
        capture_output=True,
        text=True,
        cwd=HOUSE,
        timeout=110,
        check=False,
    )
    if done.returncode != 0 and NO_NETWORK.search(done.stderr):
        pytest.skip("the package index cannot be reached from here, so no wheel was looked for")
    assert done.returncode == 0, done.stderr
    found = dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", done.stdout, re.MULTILINE))
    wanted = pinned_on(machine, "3.12")
    assert len(wanted) > 45
    assert "macholib" in wanted
    assert "secretstorage" not in wanted
    assert {licences.normal(name): version for name, version in found.items()} == wanted
