"""What waits for the owner's yes, and what a yes does."""
