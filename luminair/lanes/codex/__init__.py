"""Codex as a lane: the ``codex`` that the owner installed, through its app-server or ``exec``."""

from luminair.lanes.codex.agent import ID, INFO, Codex

__all__ = ["ID", "INFO", "Codex"]
