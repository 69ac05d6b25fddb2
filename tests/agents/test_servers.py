"""The Journal's server in coding agents' settings: put in, taken out, nothing else touched."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from luminair.agents import toml_text
from luminair.agents.installing import Installer
from luminair.agents.server_checking import try_server
from luminair.agents.servers import NAME, Servers, entry, is_ours, servers_file
from luminair.config.paths import Home, find_home
from luminair.errors import Refused

if TYPE_CHECKING:
    from luminair.agents.settings_files import SettingsFiles

JSON = """{
  "numStartups": 12,
  "mcpServers": {
    "other": {"command": "/bin/other", "args": []}
  },
  "z": 1
}
"""
TOML = """\
# my settings
model = "gpt"  # the big one

[mcp_servers.other]
command = "/bin/other"

[tui]
theme = 'dark'
"""


@pytest.fixture
def servers(home: Path, person: Path) -> Servers:
    return Servers(Home(home), {}, person)


def put(servers: Servers, client: str, data: bytes) -> Path:
    file = servers.file(client)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file


def told(client: str, file: Path) -> dict:
    text = file.read_text("utf-8-sig")
    return tomllib.loads(text) if client == "codex" else json.loads(text)


CASES = [
    *[("claude", each) for each in (b"", b"{}", JSON.encode())],
    ("claude", JSON.replace("\n", "\r\n").encode()),
    *[("gemini", each) for each in (b"{ }\n", JSON.encode(), b'{"mcpServers":{}}')],
    *[("codex", each) for each in (b"", b"\n", TOML.encode(), TOML.rstrip().encode(),
                                   TOML.replace("\n", "\r\n").encode())],
]  # fmt: skip


@pytest.mark.parametrize(("client", "before"), CASES)
def test_there_and_back_byte_for_byte(servers: Servers, client: str, before: bytes) -> None:
    file = put(servers, client, before)
    change = servers.installing(client)
    assert change.is_needed
    copy = servers.install(change)
    assert copy is not None
    assert copy.read_bytes() == before
    assert servers.found(client, file.read_text("utf-8")) == entry(client, servers._home)
    assert not servers.installing(client).is_needed
    back = servers.removing(client)
    assert back.restores
    servers.remove(back)
    assert file.read_bytes() == before


@pytest.mark.parametrize(("client", "before"), CASES)
def test_what_stands_there_already_stays_as_it_is(
    servers: Servers, client: str, before: bytes
) -> None:
    file = put(servers, client, before)
    old = told(client, file) if before.strip() else {}
    servers.install(servers.installing(client))
    new = told(client, file)
    key = "mcp_servers" if client == "codex" else "mcpServers"
    ours = new[key].pop(NAME)
    assert is_ours(ours)
    old.setdefault(key, {})
    assert new == old


@pytest.mark.parametrize("client", ["claude", "codex", "gemini"])
def test_an_edit_meanwhile_stays(servers: Servers, client: str) -> None:
    before = TOML if client == "codex" else JSON
    file = put(servers, client, before.encode())
    servers.install(servers.installing(client))
    file.write_text(file.read_text("utf-8").replace("/bin/other", "/bin/better"), "utf-8")
    change = servers.removing(client)
    assert not change.restores
    servers.remove(change)
    assert file.read_text("utf-8") == before.replace("/bin/other", "/bin/better")


def test_hook_and_server_share_a_file_and_go_in_either_order(
    servers: Servers, home: Path, person: Path
) -> None:
    hook = Installer(Home(home), {}, person)
    for first, second in ((hook, servers), (servers, hook)):
        file = put(servers, "gemini", JSON.encode())
        for each in (first, second):
            each.install(each.installing("gemini"))
        for each in (first, second):
            each.remove(each.removing("gemini"))
        assert file.read_text("utf-8") == JSON


ORDERS = [
    ("hook", "tools", "hook", "tools"),
    ("hook", "tools", "tools", "hook"),
    ("tools", "hook", "hook", "tools"),
    ("tools", "hook", "tools", "hook"),
]


@pytest.mark.parametrize("client", ["claude", "codex", "gemini"])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("renewed", ["", "hook", "tools"])
def test_where_there_was_no_file_there_is_none_again(
    home: Path, person: Path, client: str, order: tuple[str, ...], renewed: str
) -> None:
    def things(vault: str | None) -> dict[str, SettingsFiles]:
        place = Home(home)
        return {
            "hook": Installer(place, {}, person, vault),
            "tools": Servers(place, {}, person, vault),
        }

    before = sorted(person.rglob("*"))
    both = things(None)
    for each in order[:2]:
        both[each].install(both[each].installing(client))
    if renewed:
        both = things("/another")
        both[renewed].install(both[renewed].installing(client))
    for each in order[2:]:
        both[each].remove(both[each].removing(client))
    assert sorted(person.rglob("*")) == before


@pytest.mark.parametrize("data", [b"{}", b" ", b'{"hooks": {}, "mcpServers": {}}'])
@pytest.mark.parametrize("order", ORDERS)
def test_a_shared_file_comes_back_byte_for_byte(
    servers: Servers, home: Path, person: Path, data: bytes, order: tuple[str, ...]
) -> None:
    both = {"hook": Installer(Home(home), {}, person), "tools": servers}
    file = put(servers, "gemini", data)
    for each in order[:2]:
        both[each].install(both[each].installing("gemini"))
    for each in order[2:]:
        both[each].remove(both[each].removing("gemini"))
    assert file.read_bytes() == data


def test_what_the_agent_wrote_between_the_two_stays(
    servers: Servers, home: Path, person: Path
) -> None:
    hook = Installer(Home(home), {}, person)
    hook.install(hook.installing("gemini"))
    file = servers.file("gemini")
    told = json.loads(file.read_bytes())
    file.write_text(json.dumps({**told, "theme": "dark"}), "utf-8")
    servers.install(servers.installing("gemini"))
    for each in (hook, servers):
        each.remove(each.removing("gemini"))
    assert json.loads(file.read_bytes()) == {"theme": "dark"}


def test_a_folder_with_something_of_others_in_it_stays(servers: Servers, person: Path) -> None:
    servers.install(servers.installing("gemini"))
    (person / ".gemini" / "oauth.json").write_bytes(b"{}")
    servers.remove(servers.removing("gemini"))
    assert [each.name for each in (person / ".gemini").iterdir()] == ["oauth.json"]


@pytest.mark.parametrize("client", ["claude", "codex", "gemini"])
def test_a_server_of_that_name_of_somebody_else_is_left_alone(
    servers: Servers, client: str
) -> None:
    theirs = {"command": "/bin/mine", "args": ["serve"]}
    if client == "codex":
        text = '[mcp_servers.journal]\ncommand = "/bin/mine"\nargs = ["serve"]\n'
    else:
        text = json.dumps({"mcpServers": {NAME: theirs}})
    put(servers, client, text.encode())
    with pytest.raises(Refused, match="another program"):
        servers.installing(client)
    assert not servers.removing(client).is_needed


def test_an_old_entry_of_ours_is_renewed_and_goes_away_whole(servers: Servers) -> None:
    old = TOML + '\n[mcp_servers.journal]\ncommand = "/old/luminair-journal"\nargs = ["mcp"]\n'
    old += '\n[mcp_servers.journal.env]\nLUMINAIR_VAULT = "/v"\n'
    file = put(servers, "codex", old.encode())
    servers.install(servers.installing("codex"))
    assert told("codex", file)["mcp_servers"][NAME] == entry("codex", servers._home)
    servers.remove(servers.removing("codex"))
    assert file.read_text("utf-8") == TOML


@pytest.mark.parametrize(
    ("client", "text"),
    [("codex", "model = \n"), ("claude", '{"a": '), ("gemini", "[]"),
     ("codex", 'mcp_servers = 3\n'), ("gemini", '{"mcpServers": []}')],
)  # fmt: skip
def test_what_cannot_be_read_is_left_as_it_is(servers: Servers, client: str, text: str) -> None:
    file = put(servers, client, text.encode())
    with pytest.raises(Refused) as caught:
        servers.installing(client)
    assert str(file) in str(caught.value)
    assert file.read_text("utf-8") == text


def test_a_table_in_one_line_is_not_cut_into(servers: Servers) -> None:
    line = 'mcp_servers.journal = { command = "/old/luminair-journal", args = ["mcp"] }\n'
    file = put(servers, "codex", line.encode())
    with pytest.raises(Refused, match="by hand"):
        servers.removing("codex")
    assert file.read_text("utf-8") == line


def test_a_table_below_another_name_stays() -> None:
    text = "[mcp_servers.journals]\na = 1\n\n[mcp_servers.journal]\nb = 2\n\n[x]\n"
    after = toml_text.without_table(text, ("mcp_servers", "journal"))
    assert after == "[mcp_servers.journals]\na = 1\n\n[x]\n"


def test_places_can_be_moved(person: Path) -> None:
    moved = {"CODEX_HOME": "/c", "CLAUDE_CONFIG_DIR": "/d"}
    assert servers_file("codex", moved, person) == Path("/c/config.toml")
    assert servers_file("claude", moved, person) == Path("/d/.claude.json")
    assert servers_file("claude", {}, person) == person / ".claude.json"


@pytest.mark.usefixtures("person")
def test_the_launcher_is_named_and_the_home_only_where_it_is_another(tmp_path: Path) -> None:
    usual = find_home(None, {})
    assert entry("codex", usual) == {
        "command": str(usual.bin / "luminair-journal"),
        "args": ["mcp"],
    }
    other = entry("claude", Home(tmp_path), "/my vault")
    assert other["args"] == ["mcp", "--home", str(tmp_path), "--vault", "/my vault"]
    assert other["alwaysLoad"] is True


def test_the_server_is_tried(home: Path, vault: Path) -> None:
    words = ["-m", "luminair.cli.main", "mcp", "--home", str(home), "--vault", str(vault)]
    tried = try_server({"command": sys.executable, "args": words}, {"HOME": str(home)})
    assert tried.problem == "" or "first turn" in tried.problem  # a busy machine is slow
    assert len(tried.tools) == 6


@pytest.mark.parametrize(
    ("entry_", "said"),
    [({"command": "/nowhere/luminair-journal", "args": ["mcp"]}, "cannot be started"),
     ({"command": "/bin/echo", "args": ["hello"]}, "not what an MCP client reads")],
)  # fmt: skip
def test_a_server_that_does_not_work_is_told_in_a_sentence(entry_: dict, said: str) -> None:
    assert said in try_server(entry_, {}).problem
