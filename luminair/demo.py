"""``luminair --demo``: a throw-away home with the sample vault and a lane that plays a script."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from luminair.config import paths
from luminair.config.settings import Settings
from luminair.journal import Decision, Evidence, Proposal, ProposalKind, Proposals
from luminair.lanes.lane import Failed, LaneInfo, LaneKind, Model
from luminair.lanes.roster import Entry
from luminair.lanes.scripted import Wait, say
from luminair.messages import Message, Role
from luminair.sessions.layout import Layout, write_layout
from luminair.sessions.library import Library
from luminair.sessions.session import utc_text

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping

    from luminair.lanes.lane import Event, Request

STORY_AT = datetime(2026, 9, 17, 11, 0, tzinfo=UTC)
"""The moment at which the sample vault was written; its dates are moved from there to now."""

PROJECTS = ("harbor-uploads", "harbor-ops", "harbor-docs")
PACE_S = 0.02
INFO = LaneInfo(
    id="demo",
    title="Demo script",
    kind=LaneKind.EMBEDDED,
    models=tuple(
        Model(name, name, 200_000, 16_000) for name in ("sonnet", "opus", "gpt-5", "qwen2.5-coder")
    ),
    ready=True,
    state="Plays a script; no model answers.",
)
_DATE = re.compile(r"^(created|updated|archived|approved): \"([^\"]+)\"$", re.MULTILINE)
_CWD = re.compile(r"^cwd: /demo/", re.MULTILINE)
_SESSION = re.compile(r"^session: (demo-[a-z0-9-]+)$", re.MULTILINE)
_WORD = re.compile(r"\w+")


def make_demo(now: datetime, draw: Callable[[], int]) -> Path:
    """Makes the throw-away folder: ``home``, ``vault`` and the sample projects.

    Args:
        now: the time, aware; the story's dates are moved to it.
        draw: random integers, for ids.

    Returns:
        The folder; the system's clean-up of temporary files removes it.
    """
    root = Path(tempfile.mkdtemp(prefix="luminair-demo-")).resolve()
    for name in PROJECTS:
        (root / name).mkdir()
        _make_repository(root / name)
    source = paths.resources() / "demo"
    home = root / "home"
    ids = _sessions(source, home, root, now, draw)
    for file in sorted((source / "vault").rglob("*.md")):
        target = root / "vault" / file.relative_to(source / "vault")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_moved(file.read_text("utf-8"), root, ids, now), encoding="utf-8")
    (root / "vault" / ".luminair").mkdir()
    (root / "vault" / ".luminair" / "settings.json").write_text(
        json.dumps({"made_by_luminair": True}) + "\n", encoding="utf-8"
    )
    _propose(source, root, ids, now)
    Settings(home / "settings.json").set({"vault": str(root / "vault")})
    return root


def _propose(source: Path, root: Path, ids: Mapping[str, str], now: datetime) -> None:
    """What waits in Review when the demo begins: wishes that came back, and two put off."""
    proposals = Proposals(root / "vault", "demo")
    for each in json.loads((source / "proposals.json").read_text("utf-8")):
        cwd = str(root / each["folder"]) if each["folder"] else ""
        evidence = [
            Evidence(
                said["quote"],
                utc_text(now - timedelta(minutes=said["minutes_ago"])),
                ids.get(said["session"], said["session"]),
            )
            for said in each["evidence"]
        ]
        made = proposals.propose(
            [
                Proposal(
                    id="",
                    key=f"demo:{each['title']}",
                    kind=ProposalKind.PROMOTE,
                    title=each["title"],
                    text=each["title"],
                    evidence=tuple(evidence),
                    scope="folder" if cwd else "global",
                    cwd=cwd,
                )
            ],
            now,
        )
        if "later_days" in each:
            until = now + timedelta(days=each["later_days"])
            proposals.answer(made[0].id, Decision.LATER, now, until=until)


def _make_repository(folder: Path) -> None:
    """A repository, so that the project looks as a real one does; a plain folder without git."""
    git = shutil.which("git")
    if git is not None:
        subprocess.run([git, "init", "-q", str(folder)], check=False, capture_output=True)  # noqa: S603


def _moved(text: str, root: Path, ids: Mapping[str, str], now: datetime) -> str:
    shift = now.astimezone(UTC) - STORY_AT

    def date(match: re.Match[str]) -> str:
        moment = datetime.fromisoformat(match[2]) + shift
        return f'{match[1]}: "{utc_text(moment)}"'

    head, mark, body = text.partition("\n---\n")
    head = _DATE.sub(date, head)
    head = _CWD.sub(lambda _: f"cwd: {root}/", head)
    head = _SESSION.sub(lambda match: f"session: {ids.get(match[1], match[1])}", head)
    return head + mark + body


def _sessions(
    source: Path, home: Path, root: Path, now: datetime, draw: Callable[[], int]
) -> dict[str, str]:
    """The conversations of the demo; the id that each got, by its id in the file."""
    told = json.loads((source / "sessions.json").read_text("utf-8"))
    ids: dict[str, str] = {}
    panes: dict[int, str] = {}
    at = now

    def when() -> datetime:
        return at

    library = Library(home, now=when, draw=draw)
    oldest_first = sorted(told, key=lambda each: -each["messages"][-1]["minutes_ago"])
    for each in oldest_first:
        at = now - timedelta(minutes=each["messages"][0]["minutes_ago"])
        transcript = library.create(
            lane=INFO.id, model=each["model"], folder=str(root / each["folder"])
        )
        transcript.change(title=each["title"], title_set=True)
        for number, said in enumerate(each["messages"]):
            at = now - timedelta(minutes=said["minutes_ago"])
            role = Role(said["role"])
            transcript.add(
                Message(f"m{number}", role, said["text"], utc_text(at), INFO.id, each["model"])
            )
        transcript.change(seen=utc_text(now))
        ids[each["id"]] = transcript.id
        if each.get("pane"):
            panes[each["pane"]] = transcript.id
    write_layout(home, Layout(panes=tuple(panes[number] for number in sorted(panes))))
    return ids


class DemoLane:
    """Answers from ``resources/demo/script.json``: the entry with most of its words in the prompt.

    Args:
        sleep: waits between pieces of text.
    """

    def __init__(self, sleep: Callable[[float], Awaitable[None]]) -> None:
        self._sleep = sleep
        file = paths.resources() / "demo" / "script.json"
        self._entries = json.loads(file.read_text("utf-8"))

    @property
    def info(self) -> LaneInfo:
        """What lists show."""
        return INFO

    async def look(self) -> LaneInfo:
        """Nothing to ask: it is always there."""
        return self.info

    async def release(self, session: str) -> None:
        """Nothing is kept for a session."""

    async def close(self) -> None:
        """Nothing is open."""

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """Plays the entry that fits best; the last one fits all."""
        if not self._entries:
            yield Failed("The demo's script is empty, so there is nothing to answer.")
            return
        for step in say(self._answer(request.prompt), model=request.model):
            await self._sleep(PACE_S)
            if not isinstance(step, Wait):
                yield step

    def _answer(self, prompt: str) -> str:
        words = set(_WORD.findall(prompt.casefold()))
        text = prompt.casefold()

        def hits(entry: Mapping[str, list[str]]) -> int:
            return sum(
                word in words if _WORD.fullmatch(word) else word in text for word in entry["match"]
            )

        best = max(self._entries, key=hits)
        return str((best if hits(best) else self._entries[-1])["answer"])


def demo_entries(sleep: Callable[[float], Awaitable[None]]) -> list[Entry]:
    """The lanes that only the demo has."""
    return [Entry(INFO, lambda: DemoLane(sleep))]
