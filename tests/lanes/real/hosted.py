"""A real coding agent in a home and a project of its own, with what our commands gave it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.lanes.real.loopback import Loopback


class Agent:
    """A coding agent with our hook, in a home and a project of its own."""

    def __init__(
        self, client: str, loopback: Loopback, person: Path, home: Path, vault: Path, folder: Path
    ) -> None:
        self.client, self.loopback, self.folder = client, loopback, folder
        self.person, self.home, self.vault = person, home, vault
        self.environ = {
            "PATH": os.environ["PATH"],  # noqa: TID251
            "HOME": str(person),
            "PYTHONPATH": os.pathsep.join(sys.path),
            "LUMINAIR_HOME": str(home),
            "LUMINAIR_VAULT": str(vault),
            **self._own(loopback.port),
        }
        self.session = ""

    def _own(self, port: int) -> dict[str, str]:
        address = f"http://127.0.0.1:{port}"
        if self.client == "claude":
            return {
                "ANTHROPIC_BASE_URL": address,
                "ANTHROPIC_API_KEY": "sk-ant-loopback",
                "CLAUDE_CODE_MAX_RETRIES": "1",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "DISABLE_AUTOUPDATER": "1",
            }
        if self.client == "codex":
            place = self.person / ".codex"
            place.mkdir()
            (place / "config.toml").write_text(
                'model = "loopback"\nmodel_provider = "loopback"\n'
                "[model_providers.loopback]\n"
                f'name = "loopback"\nbase_url = "{address}/v1"\nenv_key = "LOOPBACK_KEY"\n'
                'wire_api = "responses"\n[analytics]\nenabled = false\n'
            )
            return {"LOOPBACK_KEY": "x"}
        place = self.person / ".gemini"
        place.mkdir()
        told = {"security": {"auth": {"selectedType": "gemini-api-key"}}}
        (place / "settings.json").write_text(json.dumps(told, indent=2))
        return {
            "GEMINI_API_KEY": "loopback",
            "GOOGLE_GEMINI_BASE_URL": address,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        }

    def journal(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "luminair.cli.main", *words],
            env=self.environ,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )

    def ask(self, prompt: str, *more: str) -> str:
        """Runs the agent once; the whole of its last request to the model, as JSON text."""
        words = {
            "claude": ["-p", prompt, "--output-format", "json", *more],
            "codex": ["exec", "--json", "--skip-git-repo-check",
                      "--dangerously-bypass-hook-trust", *more, "--", prompt],
            "gemini": ["-m", "gemini-2.5-flash", "-p", prompt, "--output-format", "json", *more],
        }[self.client]  # fmt: skip
        done = subprocess.run(
            [str(self.loopback.bin / self.client), *words],
            env=self.environ,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=90,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        found = re.search(r'"(?:session_id|thread_id)"\s*:\s*"([^"]+)"', done.stdout)
        assert found is not None, done.stdout
        self.session = found[1]
        path = {"claude": "/messages?", "codex": "/responses", "gemini": ":streamGenerate"}
        bodies = self.loopback.requests(path[self.client])
        # Agents ask smaller questions of their own meanwhile, such as for a title.
        own = [json.dumps(body, ensure_ascii=False) for body in bodies]
        written = json.dumps(prompt, ensure_ascii=False)[1:-1]
        return [body for body in own if written in body][-1]
