"""The Journal window: the vault as a notebook.

``window`` wires the room: ``tree`` (folders and saved views), ``note_list``, ``page`` (Read and
Edit). ``reading`` is what jobs run; it knows no Qt. Notes are read and written through the
Journal's door, by way of jobs; the window holds values only.
"""

from __future__ import annotations

from luminair.shell.journal.window import JournalWindow

__all__ = ["JournalWindow"]
