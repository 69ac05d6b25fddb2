"""The Anthropic lane: the Messages API (protocols.md 2)."""

from luminair.lanes.anthropic.lane import INFO, Anthropic

__all__ = ["INFO", "Anthropic"]
