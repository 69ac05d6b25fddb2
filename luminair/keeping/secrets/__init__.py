"""Secrets are found in a text and masked before anything is written or sent."""
