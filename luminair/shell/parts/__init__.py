"""Building blocks that every room of the shell uses; each takes the theme first."""
