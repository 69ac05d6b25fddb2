"""A key goes to its server and nowhere else: everything the app writes is searched for it."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from luminair import bootstrap
from luminair.lanes.lane import Failed, Text
from luminair.turns import Ended
from tests.lanes import servers
from tests.lanes.servers import OPENAI, Server

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from luminair.desk import OwnDesk

KEY = "sk-sentinel-7c1d9e4f2a8b"


def ask(desk: OwnDesk, session: str, prompt: str) -> list[object]:
    async def whole() -> list[object]:
        return [event async for event in desk.run_turn(session, prompt)]

    return asyncio.run(whole())


def test_no_file_holds_the_key_after_answers_and_refusals(
    home: Path,
    vault: Path,
    person: Path,
    keychain: object,
    caplog: pytest.LogCaptureFixture,
) -> None:
    del keychain  # in memory
    refused = servers.refusal(401, {"error": {"message": f"Incorrect API key provided: {KEY}"}})
    echoed = servers.whole(OPENAI, f"Your key is {KEY}, ", "is it not?")
    with Server(OPENAI, echoed, refused) as server:
        desk = bootstrap.open_desk(home=str(home), vault=str(vault))
        desk.settings.set({"lanes.server.url": server.url})
        desk.keys.save("server", KEY)
        session = desk.library.create(lane="server").id
        said = ask(desk, session, "What is my key?")
        failed = ask(desk, session, "And now?")
        copy = desk.copy_of(session)
        sent = [chat.headers.get("authorization") for chat in server.chats]
        asyncio.run(desk.hang_up())
    assert sent == [f"Bearer {KEY}"] * 2
    assert any(isinstance(event, Text) for event in said)
    (ended,) = (event for event in failed if isinstance(event, Ended))
    assert ended.message.note
    assert not any(isinstance(event, Failed) for event in said)
    shown = repr((said, failed, desk.keys, desk.roster.infos(), desk.library.open(copy).messages))
    desk.close()
    assert KEY not in shown
    assert KEY not in caplog.text
    for folder in (home, vault, person):
        for file in (path for path in folder.rglob("*") if path.is_file()):
            assert KEY.encode() not in file.read_bytes(), os.fspath(file)
