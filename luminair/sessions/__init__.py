"""Sessions: conversations on disk, their list, their drafts, the window's layout."""
