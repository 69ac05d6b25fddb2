"""Context budget: every block of the next message, what it costs, and its exact text."""
