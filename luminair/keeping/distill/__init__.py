"""What a quiet session decided, left open and failed at, in its own words."""
