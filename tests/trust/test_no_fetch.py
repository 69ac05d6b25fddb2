"""A note that is shown fetches nothing and opens nothing, whatever stands in it."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from luminair.shell.journal.outside import folder_to_show
from tests.trust.running import tried

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WILD = """---
title: "The lamp"
kind: note
scope: global
picture: !!python/object/apply:os.system ["touch {ran}"]
cssclass: "javascript:alert(1)"
banner: "http://127.0.0.1:{port}/banner.png"
---
The lamp burns whale oil. ![far](http://127.0.0.1:{port}/far.png)

![[http://127.0.0.1:{port}/wiki.png]] ![file](file://127.0.0.1:{port}/share/x.png)
![unc](//127.0.0.1:{port}/share/x.png) ![title](<http://127.0.0.1:{port}/b.png> "x")
![reference][far] ![ftp](ftp://127.0.0.1:{port}/x.png) ![smb](smb://127.0.0.1:{port}/x)

[far]: http://127.0.0.1:{port}/reference.png

<img src="http://127.0.0.1:{port}/img.png"> <script src="http://127.0.0.1:{port}/s.js"></script>
<iframe src="http://127.0.0.1:{port}/f"></iframe> <link rel=stylesheet href=http://127.0.0.1:{port}/c>
<object data="http://127.0.0.1:{port}/o"></object> <style>@import "http://127.0.0.1:{port}/i";</style>
<table background="http://127.0.0.1:{port}/t.png"><tr><td style="background:url(http://127.0.0.1:{port}/d)">

[run](javascript:alert(1)) [file](file:///bin/sh) [data](data:text/html,<script>x</script>)
[word](ms-word:ofe|u|http://127.0.0.1:{port}/w) [own](luminair:run) [qrc](qrc:/x) <vbscript:x>

![chart](chart.svg) ![chart two](chart.html) \u202e\u2066 \U000e0041 \ufeff z\u0301\u0301
{huge}
"""
SVG = """<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "http://127.0.0.1:{port}/x">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9">
<image xlink:href="http://127.0.0.1:{port}/svg.png" width="9" height="9"/><text>&x;</text></svg>
"""


@pytest.fixture
def server() -> Iterator[socket.socket]:
    """A server on loopback at which nobody should knock."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        yield listening


@pytest.mark.timeout(120)
def test_a_wild_note_is_shown_ranked_and_quoted_and_nothing_is_fetched_or_run(
    vault: Path, home: Path, tmp_path: Path, server: socket.socket
) -> None:
    port = server.getsockname()[1]
    tried(tmp_path, "journal", "--home", str(home), "init", str(vault), "--ride", "all")
    ran = tmp_path / "ran"
    wild = WILD.replace("{port}", str(port)).replace("{ran}", str(ran))
    (vault / "Wild.md").write_text(wild.replace("{huge}", "lamp🕯️" * 20_000), "utf-8")
    for name in ("chart.svg", "chart.html"):
        (vault / name).write_text(SVG.replace("{port}", str(port)), "utf-8")
    placed = ("--home", str(home), "--vault", str(vault))
    seen: list[list[str]] = []
    for words in (("search", "lamp"), ("digest", "--prompt", "the lamp"), ("list",)):
        seen += tried(tmp_path, "journal", *placed, *words)[1]
    seen += tried(tmp_path, "app", *placed)[1]
    with pytest.raises(BlockingIOError):
        server.accept()
    assert not [call for call in seen if str(port) in call[1]]
    started = [call for call in seen if call[0] in {"os.exec", "os.posix_spawn"}]
    assert started == []
    assert not ran.exists()


def test_the_system_is_asked_to_show_no_folder_that_could_be_a_program(vault: Path) -> None:
    """To open a folder of such a name is to start it, on a Mac."""
    for path, shown in (
        ("a.md", ""),
        ("Notes/a.md", "Notes"),
        ("Notes/Evil.app/a.md", "Notes"),
        ("Evil.APP/Contents/a.md", ""),
        ("Notes/Set.workflow/x/y.md", "Notes"),
        ("..hidden/x/a.md", "..hidden/x"),
    ):
        assert folder_to_show(vault, path) == (vault / shown if shown else vault)
    assert folder_to_show(vault / "john.doe", "Notes/a.md") == vault / "john.doe" / "Notes"
