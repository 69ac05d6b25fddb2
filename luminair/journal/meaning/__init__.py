"""Ranking by meaning: what of a note is embedded, and how likeness joins the words."""
