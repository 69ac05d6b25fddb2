"""The graph: which notes the Journal has, what ties them, and what rode this week.

``face`` wires the room. ``facts``, ``choice``, ``layout``, ``ground``, ``labels``, ``camera`` and
``words`` know no Qt; ``canvas`` shows a ``scene`` through ``picture`` (drawn once, a little at a
time) and ``overlay`` (drawn each time); ``twin`` says the same as a list.
"""

from __future__ import annotations

from luminair.shell.graph.face import GraphFace

__all__ = ["GraphFace"]
