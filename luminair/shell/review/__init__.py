"""What waits for the owner's yes: cards with their evidence, and nothing written before."""

from luminair.shell.review.face import ReviewFace
from luminair.shell.review.reviewing import Reviewer

__all__ = ["ReviewFace", "Reviewer"]
