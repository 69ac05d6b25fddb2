"""What each lane says of itself after it has looked: ready or not, and with which models."""

from __future__ import annotations

import asyncio

import pytest

from luminair.lanes.http import Timeouts
from luminair.lanes.lane import LaneInfo, LaneKind, Model
from luminair.lanes.openai import PRESETS, SERVER, info_of
from luminair.lanes.openai.lane import OpenAI
from tests.lanes.lanes_under_test import KEY, NAMES, Kind, Sleeper
from tests.lanes.servers import OLLAMA, OPENAI, Reply, Server, Speaker, Wait, free_port, refusal


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> Kind:
    return Kind(request.param)


def look(kind: Kind, pages: dict[str, object] | None = None, *, key: str = KEY) -> LaneInfo:
    """What a lane knows after one look at a server with these pages."""
    with Server(kind.speaker, pages=pages) as server:
        lane = kind.make(server.url, sleep=Sleeper(), key=key)
        before = lane.info
        assert not before.ready
        assert before.state == "Not asked yet."
        found = asyncio.run(lane.look())
        assert lane.info == found
        assert (found.id, found.title) == (kind.name, kind.title)
    return found


def listing(speaker: Speaker) -> str:
    return "/api/tags" if speaker is OLLAMA else "/v1/models"


def test_a_server_that_answers_is_ready(kind: Kind) -> None:
    found = look(kind)
    assert found.ready
    assert found.state == "Ready."
    assert not found.lacks
    assert found.models
    assert not any("embedding" in model.id for model in found.models)


def test_a_lane_without_its_key_says_so(kind: Kind) -> None:
    found = look(kind, key="")
    if kind.needs_key:
        assert not found.ready
        assert found.state == f"No key for {kind.title} is saved; add one in Settings."
        assert found.lacks == "key"
        assert found.models == kind.make("http://127.0.0.1:9", sleep=Sleeper()).info.models
    else:
        assert found.ready


def test_a_refused_key_says_so(kind: Kind) -> None:
    found = look(kind, {listing(kind.speaker): kind.speaker.refused(401, f"Bad key {KEY}")})
    assert not found.ready
    assert KEY not in found.state
    assert "refused the key" in found.state


def test_a_server_that_is_not_there_says_so(kind: Kind) -> None:
    port = free_port()
    lane = kind.make(f"http://127.0.0.1:{port}", sleep=Sleeper())
    found = asyncio.run(lane.look())
    assert not found.ready
    assert found.state == (
        f"{kind.title} does not answer at 127.0.0.1:{port}; start it, then try again."
    )


@pytest.mark.parametrize(
    "page",
    [
        refusal(200, "<html>Welcome to the hotel</html>"),
        refusal(200, "[1, 2"),
        refusal(500, "<html>Sorry</html>"),
        refusal(302, "moved", ("location", "http://127.0.0.1:9/")),
        Reply(plain=True),
    ],
    ids=["captive", "torn", "html", "moved", "empty"],
)
def test_what_is_no_list_is_one_sentence(kind: Kind, page: Reply) -> None:
    found = look(kind, {listing(kind.speaker): page, "/api/v1/models": page})
    assert not found.ready
    assert found.state.endswith(".")
    assert "\n" not in found.state


def test_a_server_that_never_answers_is_one_sentence(kind: Kind) -> None:
    slow = Reply(before=Wait())
    with Server(kind.speaker, pages={listing(kind.speaker): slow, "/api/v1/models": slow}) as it:
        lane = kind.make(it.url, sleep=Sleeper(), timeouts=Timeouts(look=0.2))
        found = asyncio.run(lane.look())
        assert it.left.wait(2)
    assert "sent nothing for 0.2 s" in found.state


def test_what_was_known_is_kept_when_a_later_look_fails(kind: Kind) -> None:
    with Server(kind.speaker) as server:
        lane = kind.make(server.url, sleep=Sleeper())
        known = asyncio.run(lane.look()).models
    found = asyncio.run(lane.look())
    assert not found.ready
    assert found.models == known


def test_anthropic_takes_sizes_from_the_server() -> None:
    models = [
        {
            "id": "claude-new-9",
            "display_name": "New",
            "max_input_tokens": 300_000,
            "max_tokens": 8_000,
            "capabilities": {"image_input": {"supported": False}},
        },
        {"id": "claude-sonnet-9-20270101", "max_input_tokens": 2_000_000, "max_tokens": 500_000},
    ]
    pages = {
        "/v1/models?limit=1000": {"data": models[:1], "has_more": True, "last_id": "a"},
        "/v1/models?limit=1000&after_id=a": {"data": models[1:], "has_more": False},
    }
    found = look(Kind("anthropic"), pages)
    assert found.models == (
        Model(
            "claude-sonnet-9-20270101",
            "claude-sonnet-9-20270101",
            2_000_000,
            32_000,
            images=True,
            tools=True,
        ),
        Model("claude-new-9", "New", 300_000, 8_000, images=False, tools=True),
    )


def test_openrouter_says_what_its_models_take() -> None:
    data = [
        {
            "id": "maker/big",
            "name": "Big",
            "context_length": 200_000,
            "architecture": {"input_modalities": ["text", "image"], "output_modalities": ["text"]},
            "supported_parameters": ["tools"],
            "top_provider": {"max_completion_tokens": 8_192},
        },
        {
            "id": "maker/small",
            "name": "Small",
            "context_length": 8_000,
            "supported_parameters": [],
            "top_provider": {"max_completion_tokens": 8_000},
        },
        {"id": "maker/painter", "architecture": {"output_modalities": ["image"]}},
        {"id": "openrouter/auto", "name": "Auto", "context_length": 2_000_000},
    ]
    found = look(Kind("openrouter"), {"/v1/models": {"data": data}})
    assert [model.id for model in found.models] == ["openrouter/auto", "maker/big", "maker/small"]
    assert found.model("maker/big") == Model(
        "maker/big", "Big", 200_000, 8_192, images=True, tools=True
    )
    assert found.model("maker/small") == Model("maker/small", "Small", 8_000, 2_000)


def test_lm_studio_says_what_is_loaded() -> None:
    models = [
        {"type": "llm", "key": "cold", "display_name": "Cold", "max_context_length": 131_072},
        {"type": "embedding", "key": "embedder"},
        {
            "type": "llm",
            "key": "warm",
            "display_name": "Warm",
            "loaded_instances": [{"id": "warm", "config": {"context_length": 8_192}}],
            "capabilities": {"vision": True, "trained_for_tool_use": False},
        },
    ]
    found = look(Kind("lmstudio"), {"/api/v1/models": {"models": models}})
    assert found.models == (
        Model("warm", "Warm", 8_192, images=True, tools=False),
        Model("cold", "Cold", 0, images=False, tools=True),
    )


def test_gemini_names_lose_their_folder() -> None:
    data = [{"id": "models/gemini-2.5-pro"}, {"id": "models/gemini-2.5-flash"}, {"id": "imagen-4"}]
    found = look(Kind("gemini-api"), {"/v1/models": {"data": data}})
    assert [model.id for model in found.models] == ["gemini-2.5-flash", "gemini-2.5-pro"]
    assert found.models[0].window == 1_048_576


def test_a_server_without_models_is_not_ready() -> None:
    found = look(Kind("server"), {"/v1/models": {"data": []}})
    assert not found.ready
    assert found.state == "Another server answers, but lists no model to ask."


def test_ollama_says_what_each_model_can() -> None:
    names = [
        {"name": "llava:latest", "digest": "a"},
        {"name": "nomic-embed-text:latest", "digest": "b", "details": {"family": "nomic-bert"}},
        {"name": "qwen3:8b", "digest": "c"},
        {"name": "tiny:1b", "digest": "d"},
    ]
    loaded = [{"name": "qwen3:8b", "context_length": 32_768}]

    abilities = {
        "llava:latest": (["completion", "vision"], 32_768),
        "nomic-embed-text:latest": (["embedding"], 2_048),
        "qwen3:8b": (["completion", "tools", "thinking"], 40_960),
        "tiny:1b": (["completion"], 4_096),
    }
    pages = {"/api/tags": {"models": names}, "/api/ps": {"models": loaded}}
    for name, (can, most) in abilities.items():
        pages[f"/api/show {name}"] = {
            "capabilities": can,
            "model_info": {"general.architecture": "x", "x.context_length": most},
        }
    found = look(Kind("ollama"), pages)
    assert found.models == (
        Model("qwen3:8b", "qwen3:8b", 32_768, images=False, tools=True),
        Model("llava:latest", "llava", 16_384, images=True, tools=False),
        Model("tiny:1b", "tiny:1b", 4_096, images=False, tools=False),
    )


def test_an_old_ollama_that_says_nothing_of_abilities() -> None:
    names = [
        {"name": "nomic-embed-text", "details": {"family": "nomic-bert"}},
        {"name": "llama2:7b", "details": {"family": "llama"}},
    ]
    nothing = {"/api/tags": {"models": names}, "/api/show": {}}
    found = look(Kind("ollama"), nothing)
    assert found.models == (Model("llama2:7b", "llama2:7b", 16_384, images=False, tools=True),)


def test_ollama_without_a_model() -> None:
    found = look(Kind("ollama"), {"/api/tags": {"models": []}})
    assert not found.ready
    assert found.state.startswith("Ollama runs, but has no model that chats;")


@pytest.mark.parametrize("typed", ["", "/", "/v1", "/v1/", "/v1/chat/completions", "/v1/models"])
def test_an_address_however_it_is_typed(typed: str) -> None:
    with Server(OPENAI) as server:
        url = f"127.0.0.1:{server.port}{typed}"
        lane = OpenAI(
            SERVER, base_url=url, key=str, sleep=Sleeper(), jitter=lambda: 0.0, title="Mine"
        )
        found = asyncio.run(lane.look())
    assert found.ready
    assert found.title == "Mine"
    assert found.kind is LaneKind.LOCAL


def test_another_server_without_an_address() -> None:
    lane = OpenAI(SERVER, key=str, sleep=Sleeper(), jitter=lambda: 0.0)
    found = asyncio.run(lane.look())
    assert found.state == "Another server has no address yet; add one in Settings."
    assert found.lacks == "address"
    assert found.kind is LaneKind.API


def test_every_preset_has_an_id_of_its_own() -> None:
    assert len({preset.id for preset in PRESETS}) == len(PRESETS) == 5
    for preset in PRESETS:
        assert info_of(preset).id == preset.id
        assert bool(preset.models) is preset.needs_key
