"""What rides with a prompt and what it costs: one list, from which sheet and request come."""
