"""The Ollama lane: models on this machine, over Ollama's own API (protocols.md 1)."""

from luminair.lanes.ollama.lane import INFO, Ollama, place_of

__all__ = ["INFO", "Ollama", "place_of"]
