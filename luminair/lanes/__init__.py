"""Lanes: the ways to run a session's model. They are strangers to each other."""
