"""The real coding agents for a story's second day; see ``tests/lanes/real``."""

from tests.lanes.real.conftest import loopback

__all__ = ["loopback"]
