"""Why this digest?: what rides with a prompt, and how each note was chosen."""

from luminair.shell.why.explaining import explain, keep_mark
from luminair.shell.why.window import Asked, WhyWindow

__all__ = ["Asked", "WhyWindow", "explain", "keep_mark"]
