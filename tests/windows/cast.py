"""The lanes of the pictures: what they are called and say is as in the mockups, nothing is asked.

The Journal, the digest, the costs and all that the windows do with them are real.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from luminair.bootstrap import clock, draw, journal_at, locate
from luminair.config.folders import KnownFolders
from luminair.config.keys import Keys
from luminair.demo import make_demo
from luminair.desk import OwnDesk
from luminair.lanes.lane import (
    Alive,
    Began,
    Done,
    Failed,
    LaneInfo,
    LaneKind,
    Model,
    Question,
    Text,
    WayOn,
)
from luminair.lanes.roster import Entry
from luminair.lanes.scripted import Scripted, Wait, say
from luminair.messages import Message, MessageState, Role, ToolState, ToolUse, Usage
from luminair.sessions.session import utc_text
from luminair.vaults import Vaults

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from pathlib import Path

    from luminair.lanes.lane import Event, Request
    from luminair.lanes.scripted import Step

PACE_S = 0.02
CLAUDE = LaneInfo(
    "claude",
    "Claude CLI",
    LaneKind.CLI,
    tuple(Model(name, name, 200_000, 16_000, tools=True) for name in ("sonnet", "opus", "haiku")),
    True,
    "Signed in with your Claude login.",
    here=True,
)
ANTHROPIC = LaneInfo(
    "anthropic",
    "Anthropic API",
    LaneKind.API,
    (Model("claude-sonnet", "claude-sonnet", 200_000, 16_000, tools=True),),
    True,
    "The key was taken.",
)
OPENAI = LaneInfo(
    "openai",
    "OpenAI API",
    LaneKind.API,
    (Model("gpt-5", "gpt-5", 400_000, 16_000, tools=True),),
    False,
    "OpenAI did not answer in 10 s.",
)
GEMINI = LaneInfo(
    "gemini-api",
    "Gemini API",
    LaneKind.API,
    (Model("gemini-pro", "gemini-pro", 1_000_000, 16_000, tools=True),),
    False,
    "No key for Gemini API is saved; add one in Settings.",
)
OLLAMA = LaneInfo(
    "ollama",
    "Ollama",
    LaneKind.LOCAL,
    tuple(Model(name, name, 32_768, 4_000) for name in ("qwen2.5-coder", "llama3.2", "gemma3")),
    True,
    "Answers on this Mac.",
    here=True,
)
LANES = (CLAUDE, ANTHROPIC, OPENAI, GEMINI, OLLAMA)
MODELS = {"qwen2.5-coder": "ollama", "gpt-5": "openai"}
"""Which lane a model of the sample sessions runs on; all others are Claude's."""

_CODE = """
```python upload/client.py
def send_part(self, part):
    self.manifest.record(part, state="sending")
    self.manifest.flush()          # on disk before the wire
    ack = self.http.put(part.url, part.body,
                        key=part.idempotency_key())
    self.manifest.record(part, state="stored", etag=ack.etag)
    return ack
```
"""


def _tool(name: str, title: str, result: str) -> ToolUse:
    return ToolUse(title, name, title, "{}", ToolState.DONE, result)


def _words(text: str) -> list[Step]:
    return [step for step in say(text) if isinstance(step, Text)]


FIX: tuple[Step, ...] = (
    Began("sonnet"),
    *_words(
        "Found it. `upload/client.py` saves the manifest **after** the server acknowledges a "
        "part. When a 503 lands between the two, part 7 is stored but never recorded, so the "
        "resumed upload starts at part 8.\n\n"
    ),
    _tool("Read", "Read 3 files", "client.py, manifest.py, test_resume.py"),
    _tool("Edit", "Edited upload/client.py", "4 lines in, 2 out"),
    *_words(_CODE),
    _tool("Bash", "Ran make test-upload", "212 passed in 41 s"),
    *_words(
        "\nThe write now happens before the request, in two steps: `sending`, then `stored`. A "
        "part left in `sending` is sent again with the same key, which the server treats as a "
        "repeat of the first try. Nothing that is exported has changed."
    ),
    Usage(44_727, 37_156, 402, 0.04),
    Done(),
)
FLAKES = (
    *say(
        "23 failures in 204 runs since 1 September. All of them are the same test, "
        "`test_resume_after_503`.\n\n"
        "| Runner | Runs | Failed | Rate |\n| --- | ---: | ---: | ---: |\n"
        "| linux-large | 96 | 3 | 3.1% |\n| linux-small | 72 | 17 | 23.6% |\n"
        "| macos-14 | 36 | 3 | 8.3% |\n\n"
        "Slow disks fail most, so look at when the manifest reaches the disk.",
        model="qwen2.5-coder",
    ),
)
LONG = say(
    "# What changed\n\nThe manifest is written **before** the request, and each part has a state "
    "on disk.\n\n1. `sending` is flushed first.\n2. The part goes out with its key.\n"
    "   - A repeat has the *same* key.\n   - The server answers as it did before.\n"
    "3. `stored` follows the acknowledgement.\n"
    + _CODE
    + "\n| Runner | Runs | Failed | Rate |\n| --- | ---: | ---: | ---: |\n"
    "| linux-large | 96 | 0 | 0.0% |\n| linux-small | 72 | 1 | 1.4% |\n"
    "| macos-14 | 36 | 0 | 0.0% |\n\n> The one that is left is a full disk, see "
    "[Flake log, week 37](https://example.com).\n\n"
    + "Nothing that is exported has changed, and no caller has to know of the two states. "
    * 4,
    model="sonnet",
)
EXPLAIN = (
    Began("sonnet"),
    *_words(
        "The client used to write the manifest after the server said yes. If the connection "
        "broke in between, "
    ),
    Wait(600),
)
ASKING = (
    Began("sonnet"),
    *_words("The order is wrong in one place. I will run the suite before I change it.\n\n"),
    Question("q1", "Bash", "Run make test-upload", "make test-upload COUNT=20 ARGS='-k after_503'"),
    Wait(600),
)
SILENT = (
    Alive(),
    Failed(
        "The model did not start in 30 s. Your prompt carries 71.2 KB of injected text, 48.0 KB "
        "of it Pins. The turn was stopped.",
        WayOn.CONTEXT,
    ),
)
AWAY = (
    Failed(
        "Ollama did not answer in 10 s. Is it running? Your message was not sent.",
        WayOn.CHOOSE_LANE,
    ),
)
NO_KEY = (Failed("No key for Gemini is saved; add one in Settings.", WayOn.SETTINGS),)
SCENES: tuple[tuple[str, Sequence[Step]], ...] = (
    ("part 7", FIX),
    ("on CI", FLAKES),
    ("What changed", LONG),
    ("new teammate", EXPLAIN),
    ("Try the suite", ASKING),
    ("Sum up", SILENT),
    ("last night", AWAY),
    ("slow part", NO_KEY),
)
"""What is said to a message that holds the words."""


class Player(Scripted):
    """A lane that says what its scene has for the prompt."""

    def __init__(self, info: LaneInfo) -> None:
        super().__init__((), sleep=asyncio.sleep, pace_s=PACE_S, info=info)

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Plays the scene whose words the prompt holds."""
        found = (steps for words, steps in SCENES if words in request.prompt)
        self._script = (next(found, say("Done.", model=request.model)),)
        async for event in super().ask(request):
            yield event


def _entry(info: LaneInfo) -> Entry:
    return Entry(info, lambda: Player(info))


def open_desk(root: Path, *, fresh: bool = False) -> OwnDesk:
    """The desk of a picture, which is thrown away with its folder.

    Args:
        root: as ``make_demo`` makes it.
        fresh: as on the first run, before there is a Journal.
    """
    home, settings, place, named_by = locate(
        str(root / "new home" if fresh else root / "home"),
        str(root / "Documents" / "Luminair Journal" if fresh else root / "vault"),
    )
    vaults = Vaults(
        home,
        settings,
        place,
        "default" if fresh else named_by,
        open_at=lambda root, by: journal_at(home, settings, root, by, meaning=False),
    )
    keys = Keys(lambda: None, environ={"OPENAI_API_KEY": "", "ANTHROPIC_API_KEY": ""})
    lanes = [_entry(info) for info in LANES]
    desk = OwnDesk(
        home, settings, vaults, now=clock, draw=draw, lanes=lanes, keys=keys, throw_away=root
    )
    if not fresh:
        KnownFolders(home.root / "folders.json").add(str(root))
        _dress(desk)
    return desk


def make_desk(*, fresh: bool = False) -> OwnDesk:
    """A desk over a new folder of its own; see :func:`open_desk`."""
    return open_desk(make_demo(clock(), draw), fresh=fresh)


def _dress(desk: OwnDesk) -> None:
    """Gives each sample session its lane; one has not been read, and one failed."""
    for row in desk.library.listing().sessions:
        transcript = desk.library.open(row.id)
        facts: dict[str, object] = {"lane": MODELS.get(transcript.session.model, "claude")}
        if row.title == "Count resumed uploads":
            facts["seen"] = ""
        transcript.change(**facts)
        if row.title == "Retry budget on mobile":
            last = transcript.messages[-1]
            note = "OpenAI did not answer in 10 s. Your message was not sent."
            said = Message("m9", Role.USER, "And on a slow link?", last.at, last.lane, last.model)
            transcript.add(said)
            transcript.add(
                replace(
                    said,
                    id="m10",
                    role=Role.ASSISTANT,
                    text="",
                    state=MessageState.FAILED,
                    note=note,
                )
            )
            transcript.change(seen=utc_text(desk.now()))
