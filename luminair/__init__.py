"""Luminair: LLM sessions side by side, and the Journal that remembers for all of them."""

__version__ = "0.1.0"
