"""The real coding agents against a model on loopback, where nothing else can be reached."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.lanes.real.loopback import SERVER, Loopback

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ALONE = ("unshare", "-n", "sh", "-c", 'ip link set lo up; exec "$@"', "sh")


@pytest.fixture
def loopback(tmp_path: Path, clients: Path) -> Iterator[Loopback]:
    if shutil.which("unshare") is None or shutil.which("nsenter") is None:
        pytest.skip("a network of its own needs unshare and nsenter, which are not there")
    if subprocess.run(["unshare", "-n", "true"], check=False, capture_output=True).returncode:
        pytest.skip("a network of its own needs rights that this user has not")
    log = tmp_path / "requests.jsonl"
    log.touch()
    server = subprocess.Popen(
        [*ALONE, sys.executable, str(SERVER), str(log)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        folder = tmp_path / "bin"
        folder.mkdir()
        for name in ("claude", "codex", "gemini"):
            script = folder / name
            script.write_text(
                f'#!/bin/sh\nexec nsenter -t {server.pid} -n -- "{clients / name}" "$@"\n'
            )
            script.chmod(0o755)
        yield Loopback(port, folder, log)
    finally:
        server.kill()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()
