"""Which notes match a prompt, and how well. Pure: no disk, no clock."""
