"""Claude Code as a lane: the ``claude`` that the owner installed, spoken to in lines of JSON."""

from luminair.lanes.claude.agent import ID, INFO, Claude

__all__ = ["ID", "INFO", "Claude"]
