"""Requests that came back in session after session, proposed as rules."""
