"""Which prompts ask for something that outlives its answer."""
