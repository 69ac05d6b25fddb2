"""What is kept of a session: asks taken from prompts, and what becomes of them later."""
