"""Runs one of our programs and writes down every connection that it tries.

``python -m tests.trust.recorder FILE app|journal|turn ARGUMENTS…``: one line of JSON for each call
by which Python reaches out (an audit hook sees them all, whoever makes them), and for what it
would need besides: names looked up, programs started, modules that speak to the network by
themselves.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

WATCHED = {
    "socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo",
    "socket.gethostbyname", "subprocess.Popen", "os.exec", "os.posix_spawn", "urllib.Request",
}  # fmt: skip
TALKERS = ("PySide6.QtNetwork", "PySide6.QtWebEngineCore", "PySide6.QtWebSockets", "requests")


def watch(file: str) -> None:
    """From now on whatever reaches out is written to the file."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event in WATCHED:
            what = arguments[1:] if event.startswith("socket.con") else arguments
            os.write(handle, json.dumps([event, repr(what)[:300]]).encode() + b"\n")

    sys.addaudithook(hook)


def app(arguments: list[str]) -> int:
    """The window, open for a while: one question, the budget, and the notes at the vault's top."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from luminair.shell import main
    from luminair.shell.window import MainWindow

    start = MainWindow.start

    def started(window: MainWindow) -> None:
        start(window)
        QTimer.singleShot(1200, lambda: ask(window))
        QTimer.singleShot(6000, end)

    def ask(window: MainWindow) -> None:
        window.board.active.composer.edit.set_text("What do we know of the lamp?")
        window.board.active.composer._enter()
        window.open_budget()
        for file in files:
            window.journal_wanted.emit("", file.name)

    def end() -> None:
        titles.extend(each.windowTitle() for each in QApplication.topLevelWidgets())
        QApplication.closeAllWindows()

    files = sorted(Path(arguments[-1]).glob("*.md"))  # the last word is the vault
    titles: list[str] = []
    MainWindow.start = started  # type: ignore[method-assign]
    code = main.run(arguments)
    return 5 if files and not any("Journal" in title for title in titles) else code


def turn(arguments: list[str]) -> int:
    """One turn of the desk on the lane that is named, without a window."""
    import asyncio

    from luminair import bootstrap

    home, vault, lane, *settings = arguments
    desk = bootstrap.open_desk(home=home, vault=vault)
    desk.settings.set(dict(pair.split("=", 1) for pair in settings))
    session = desk.library.create(lane=lane).id

    async def whole() -> None:
        async for _ in desk.run_turn(session, "What do we know of the lamp?"):
            pass
        await desk.hang_up()

    asyncio.run(whole())
    texts = [message.text for message in desk.library.open(session).messages]
    desk.close()
    return 0 if len(texts) == 2 and texts[1] else 3


def journal(arguments: list[str]) -> int:
    """``luminair-journal``."""
    from luminair.cli.main import main

    return main(arguments)


if __name__ == "__main__":
    watch(sys.argv[1])
    code = {"app": app, "journal": journal, "turn": turn}[sys.argv[2]](sys.argv[3:])
    loud = [name for name in TALKERS if name in sys.modules]
    print(json.dumps({"code": code, "talkers": loud}))  # noqa: T201 - its answer
    sys.stdout.flush()
    os._exit(code)
