"""One note: its values, its file format, its names. No disk, no clock."""
