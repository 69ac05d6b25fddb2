"""Messages as values, and how they read and write as JSON.

These stand at the bottom of the house: a transcript stores them, a lane reports usage with
them, the window draws them. Reading is tolerant (a field this version does not know, or one of
the wrong type, counts as not there), so that a newer app's transcripts still open.
"""

from luminair.messages.message import Message, MessageState, Role, well_formed
from luminair.messages.pieces import Attachment, Image, ToolState, ToolUse, Usage
from luminair.messages.reading import Json
from luminair.messages.riders import Rider, Riders

__all__ = [
    "Attachment",
    "Image",
    "Json",
    "Message",
    "MessageState",
    "Rider",
    "Riders",
    "Role",
    "ToolState",
    "ToolUse",
    "Usage",
    "well_formed",
]
