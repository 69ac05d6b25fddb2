"""The door for the terminal: ``luminair-journal``."""
