"""What leaves the machine, and who can look into what we write."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
from pathlib import Path

import pytest

from tests.lanes import servers
from tests.lanes.servers import OPENAI, Server
from tests.trust.running import tried
from tests.trust.world import TO_HOME, TO_NOTES, World, make_world

ROOT = Path(__file__).resolve().parents[2]
OLLAMA = "('127.0.0.1', 11434)"
"""Where a local model is looked for, unless the owner turned that off; this machine itself."""


@pytest.fixture
def placed(tmp_path: Path, vault: Path, home: Path) -> tuple[str, ...]:
    tried(tmp_path, "journal", "--home", str(home), "init", str(vault))
    words = ("add", "--title", "The lamp", "--body", "The lamp burns whale oil.")
    tried(tmp_path, "journal", "--home", str(home), "--vault", str(vault), *words)
    return ("--home", str(home), "--vault", str(vault))


COMMANDS = [
    ("search", "lamp"),
    ("digest", "--prompt", "the lamp"),
    ("context", "--prompt", "the lamp"),
    ("doctor",),
    ("list",),
    ("stale",),
    ("promote",),
    ("distill",),
    ("review",),
    ("add", "--title", "Oil", "--body", "Oil is dear."),
]


def test_the_command_line_reaches_this_machines_model_and_nothing_else(tmp_path, placed) -> None:
    seen = set()
    for words in COMMANDS:
        reached, calls = tried(tmp_path, "journal", *placed, *words)
        seen |= reached
        looked_up = [what for event, what in calls if event == "socket.getaddrinfo"]
        assert looked_up == [], (words, looked_up)
    assert seen <= {OLLAMA}


def test_with_meaning_off_it_reaches_nothing_at_all(tmp_path, placed, home) -> None:
    (home / "settings.json").write_text('{"meaning.search": "off"}')
    for words in COMMANDS:
        assert tried(tmp_path, "journal", *placed, *words)[0] == set()


def test_journal_only_answers_without_a_connection(tmp_path, placed) -> None:
    _, home, _, vault = placed
    reached, _ = tried(tmp_path, "turn", home, vault, "journal-only", "meaning.search=off")
    assert reached == set()


def test_a_lane_reaches_its_own_server_and_nothing_else(tmp_path, placed) -> None:
    _, home, _, vault = placed
    with Server(OPENAI, servers.whole(OPENAI, "Whale oil.")) as server:
        settings = (f"lanes.server.url={server.url}", "meaning.search=off")
        reached, _ = tried(tmp_path, "turn", home, vault, "server", *settings)
        port = server.url.rpartition(":")[2].partition("/")[0]
        assert len(server.chats) == 1
    assert reached == {f"('127.0.0.1', {port})"}


@pytest.mark.timeout(120)
def test_the_window_reaches_only_servers_of_this_machine(tmp_path, placed, person) -> None:
    """It looks whether Ollama and LM Studio run; a question goes to the Journal only."""
    reached, calls = tried(tmp_path, "app", *placed)
    assert {each for each in reached if not each.startswith(("('127.0.0.1'", "('::1'"))} == set()
    names = {what for event, what in calls if event == "socket.getaddrinfo"}
    assert all("localhost" in name or "127.0.0.1" in name for name in names), names
    assert list(person.iterdir()) == []


@pytest.mark.timeout(120)
def test_everything_works_where_there_is_no_network_at_all(tmp_path, placed) -> None:
    apart = ("unshare", "-n") if os.geteuid() == 0 else ("unshare", "-rn")
    no_way = (
        shutil.which("unshare") is None
        or subprocess.run([*apart, "true"], capture_output=True, check=False).returncode
    )
    if no_way:
        pytest.skip("this system lets nobody make a network of its own for a test")
    _, home, _, vault = placed
    tried(tmp_path, "turn", home, vault, "journal-only", before=apart)
    tried(tmp_path, "app", *placed, before=apart)
    for words in COMMANDS:
        tried(tmp_path, "journal", *placed, *words, before=apart)


# --- Who can look ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> World:
    old = os.umask(0)  # nothing is left to chance, or to a strict login
    try:
        return make_world(tmp_path_factory.mktemp("open") / "world")
    finally:
        os.umask(old)


def open_to_others(root: Path) -> list[str]:
    """The files below an open folder that somebody else could read."""
    found = []
    for folder, folders, names in os.walk(root):
        here = root if folder == str(root) else root.__class__(folder)
        folders[:] = [n for n in folders if stat.S_IMODE((here / n).lstat().st_mode) & 0o077]
        for name in names:
            state = (here / name).lstat()
            if state.st_size and stat.S_IMODE(state.st_mode) & 0o077:
                found.append(str((here / name).relative_to(root)))
    return found


@pytest.mark.parametrize("name", [*TO_HOME, "capture", "import", "edit"])
def test_nobody_else_can_read_what_the_home_holds(template: World, name: str) -> None:
    """Not even where the owner gave a folder that stands open to all, under any umask."""
    world = template.fresh()
    world.home.root.chmod(0o755)
    old = os.umask(0)
    try:
        (TO_HOME | TO_NOTES)[name](world)
    finally:
        os.umask(old)
    assert open_to_others(world.home.root) == []


def test_a_home_that_we_make_is_its_owners_alone(tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"
    old = os.umask(0)
    try:
        vault = tmp_path / "vault"
        words = ("--home", str(home), "init", str(vault))
        tried(tmp_path, "journal", *words)
        tried(tmp_path, "turn", str(home), str(vault), "journal-only", "meaning.search=off")
    finally:
        os.umask(old)
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert open_to_others(home) == []


def test_another_user_is_turned_away_at_the_socket(home: Path, monkeypatch) -> None:
    """The folder and the socket are the owner's; were they open, the peer's user is asked for."""
    from luminair.resident import peers
    from luminair.resident.serving import Socket

    listening = Socket(home / "run")
    assert listening.open()
    try:
        assert stat.S_IMODE((home / "run").stat().st_mode) == 0o700
        assert listening.path is not None
        assert stat.S_IMODE(listening.path.stat().st_mode) == 0o600
        for uid, welcome in ((os.getuid(), True), (os.getuid() + 1, False)):
            monkeypatch.setattr(peers, "_uid_of", lambda _line, uid=uid: uid)
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(str(listening.path))
                accepted = listening.accept()
                assert (accepted is not None) is welcome
                if accepted is not None:
                    accepted.close()
    finally:
        listening.close()
