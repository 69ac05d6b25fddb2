from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from luminair.config.folders import KnownFolders
from luminair.lanes.lane import (
    Began,
    Done,
    Event,
    Failed,
    LaneInfo,
    LaneKind,
    Question,
    Request,
    WayOn,
)
from luminair.turns.folder_leave import asked_first

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from pathlib import Path

REQUEST = Request("s1", "", "/work/harbor", (), (), (), (), "Fix it.")


class Agent:
    def __init__(self, kind: LaneKind = LaneKind.CLI) -> None:
        self.info = LaneInfo("claude", "Claude Code", kind, (), True, "")

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        assert request.prompt == "Fix it."
        yield Began()
        yield Done()

    async def look(self) -> LaneInfo:
        return self.info

    async def release(self, session: str) -> None: ...

    async def close(self) -> None: ...


@pytest.fixture
def folders(tmp_path: Path) -> KnownFolders:
    return KnownFolders(tmp_path / "home" / "folders.json")


def heard(
    folders: KnownFolders | None,
    answer: bool | None = True,
    *,
    agent: Agent | None = None,
    folder: str = "/work/harbor",
) -> Sequence[Event]:
    async def allow(question: Question) -> bool:
        assert question.detail == folder
        return bool(answer)

    request = replace(REQUEST, folder=folder, allow=None if answer is None else allow)

    async def whole() -> list[Event]:
        return [event async for event in asked_first(agent or Agent(), request, folders)]

    return asyncio.run(whole())


def test_a_new_folder_is_asked_about_once(folders: KnownFolders) -> None:
    question, *rest = heard(folders)
    assert isinstance(question, Question)
    assert question.title.startswith("Start Claude Code in this folder?")
    assert rest == [Began(), Done()]
    assert heard(folders) == [Began(), Done()]
    assert heard(folders, folder="/work/harbor/upload") == [Began(), Done()]
    assert len(heard(folders, folder="/work/harbor-two")) == 3


@pytest.mark.parametrize("answer", [False, None])
def test_without_leave_nothing_is_started(folders: KnownFolders, answer: bool | None) -> None:
    question, failed = heard(folders, answer)
    assert isinstance(question, Question)
    assert isinstance(failed, Failed)
    assert failed.way_on is WayOn.CHOOSE_LANE
    assert not folders.holds("/work/harbor")


def test_nobody_is_asked_where_nothing_starts_in_the_folder(folders: KnownFolders) -> None:
    assert heard(folders, None, folder="") == [Began(), Done()]
    assert heard(folders, None, agent=Agent(LaneKind.API)) == [Began(), Done()]
    assert heard(None, None) == [Began(), Done()]


def test_a_link_to_a_folder_is_the_folder(folders: KnownFolders, tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    folders.add(str(link))
    assert folders.holds(str(real))
    assert not folders.holds(str(tmp_path))


@pytest.mark.parametrize("content", ["", "{}", "[1]", "\xff", "[" * 99_999])
def test_a_damaged_list_allows_nothing(folders: KnownFolders, tmp_path: Path, content: str) -> None:
    file = tmp_path / "home" / "folders.json"
    file.parent.mkdir()
    file.write_text(content, "latin-1")
    assert not folders.holds("/")
    folders.add("/work")
    assert folders.holds("/work/harbor")
