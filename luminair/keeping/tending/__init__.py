"""What of the Journal is alike, at odds, out of date or torn."""
