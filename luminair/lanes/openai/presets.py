"""The presets of the compatible lane, as data: who speaks it, where, and with which habits."""

from __future__ import annotations

import re
from dataclasses import dataclass

from luminair.lanes.lane import LaneInfo, LaneKind, Model

NOT_ASKED = "Not asked yet."


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of server.

    Attributes:
        id: of the lane.
        title: of the lane.
        provider: under which its key is saved and its prices are listed.
        kind: how it is reached.
        base_url: where it is, up to where ``/chat/completions`` is put; '' where only the
            owner can say.
        needs_key: whether it answers only with a key.
        models: shown until the server has said what there is, where that takes a key.
        usual: how the usual model's id begins, best first.
        skipped: ids of models that do not chat.
        silent: whether it sends nothing while a model thinks, which may take minutes.
        cache_key: whether it takes ``prompt_cache_key``.
        asks_loaded: whether ``/api/v1/models`` says what is loaded (LM Studio).
        headers: sent with each request.
    """

    id: str
    title: str
    provider: str
    kind: LaneKind
    base_url: str
    needs_key: bool = True
    models: tuple[Model, ...] = ()
    usual: tuple[str, ...] = ()
    skipped: re.Pattern[str] = re.compile(
        r"embed|whisper|tts|dall-e|image|audio|realtime|moderation|transcri|sora|davinci|babbage"
        r"|rerank|imagen|veo|aqa|-live|deep-research|computer-use|gpt-3\.5-turbo-instruct",
        re.IGNORECASE,
    )
    silent: bool = False
    cache_key: bool = False
    asks_loaded: bool = False
    headers: tuple[tuple[str, str], ...] = ()


def _known(identity: str, window: int = 0) -> Model:
    return Model(identity, identity, window, images=True, tools=True)


OPENAI = Preset(
    "openai",
    "OpenAI",
    "openai",
    LaneKind.API,
    "https://api.openai.com/v1",
    models=(
        _known("gpt-5.5"),
        _known("gpt-5.6-sol"),
        _known("gpt-5.6-terra"),
        _known("gpt-5.6-luna"),
        _known("gpt-5.4-mini"),
        _known("gpt-5-mini", 400_000),
        _known("gpt-4.1", 1_047_576),
    ),
    usual=("gpt-5.5", "gpt-5"),
    silent=True,
    cache_key=True,
)
OPENROUTER = Preset(
    "openrouter",
    "OpenRouter",
    "openrouter",
    LaneKind.API,
    "https://openrouter.ai/api/v1",
    models=(Model("openrouter/auto", "Auto Router", images=True, tools=True),),
    usual=("openrouter/auto",),
    headers=(("x-title", "Luminair"),),
)
GEMINI = Preset(
    "gemini-api",
    "Gemini",
    "gemini",
    LaneKind.API,
    "https://generativelanguage.googleapis.com/v1beta/openai",
    models=(
        _known("gemini-2.5-flash", 1_048_576),
        _known("gemini-2.5-pro", 1_048_576),
        _known("gemini-2.5-flash-lite", 1_048_576),
    ),
    usual=("gemini-2.5-flash", "gemini-"),
    silent=True,
)
LM_STUDIO = Preset(
    "lmstudio",
    "LM Studio",
    "lmstudio",
    LaneKind.LOCAL,
    "http://127.0.0.1:1234/v1",
    needs_key=False,
    asks_loaded=True,
)
SERVER = Preset("server", "Another server", "server", LaneKind.API, "", needs_key=False)

PRESETS = (OPENAI, OPENROUTER, GEMINI, LM_STUDIO, SERVER)


def info_of(preset: Preset) -> LaneInfo:
    """What lists show until the server has been asked."""
    return LaneInfo(
        preset.id, preset.title, preset.kind, preset.models, ready=False, state=NOT_ASKED
    )
