"""The sidebar: search, all sessions, and how many lanes are ready."""
