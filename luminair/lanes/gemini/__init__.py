"""Gemini CLI as a lane: the ``gemini`` that the owner installed, one process a turn."""

from luminair.lanes.gemini.agent import ID, INFO, Gemini

__all__ = ["ID", "INFO", "Gemini"]
