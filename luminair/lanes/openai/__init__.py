"""The compatible lane: servers that speak chat completions as OpenAI does (protocols.md 3)."""

from luminair.lanes.openai.lane import OpenAI
from luminair.lanes.openai.presets import (
    GEMINI,
    LM_STUDIO,
    OPENAI,
    OPENROUTER,
    PRESETS,
    SERVER,
    Preset,
    info_of,
)

__all__ = [
    "GEMINI",
    "LM_STUDIO",
    "OPENAI",
    "OPENROUTER",
    "PRESETS",
    "SERVER",
    "OpenAI",
    "Preset",
    "info_of",
]
