"""The compatible lane: servers that speak chat completions as OpenAI does (protocols.md 3).

What they are is data, and read without the lane itself: that loads the library for HTTP.
"""

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
    "Preset",
    "info_of",
]
