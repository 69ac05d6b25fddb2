"""The doors for other people's coding agents; the command line opens them.

They stand above ``bootstrap``, since they open the vault by it, and below ``cli``, which hands
them the command line.
"""
