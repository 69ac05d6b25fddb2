"""The door for people: windows, and the only room that may say PySide6."""
