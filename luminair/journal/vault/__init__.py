"""The vault on disk: its tree, its index, its store."""
