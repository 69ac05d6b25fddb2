"""How the window stood when it was last seen: which session in which pane, and the sizes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from luminair import files

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "window.json"
MOST_PANES = 4


@dataclass(frozen=True, slots=True)
class Layout:
    """The window's layout. Empty values mean: as the app likes.

    Attributes:
        panes: session ids, in the order of the panes; '' for an empty pane.
        active: index of the active pane.
        sizes: sizes of the panes as the splitter gives them.
        upper: how many panes stand in the upper row, 0 as usual.
        sidebar: whether the sidebar is shown.
        sidebar_width: in logical pixels, 0 for the usual width.
        all_panes: whether one prompt goes to every pane.
        states: saved geometry and splitter states by window part, base64.
    """

    panes: tuple[str, ...] = ()
    active: int = 0
    sizes: tuple[int, ...] = ()
    upper: int = 0
    sidebar: bool = True
    sidebar_width: int = 0
    all_panes: bool = False
    states: Mapping[str, str] = field(default_factory=dict)


def read_layout(home: Path) -> Layout:
    """The layout as saved; the usual one where there is none or it is damaged."""
    try:
        found = json.loads((home / FILE_NAME).read_bytes())
    except (OSError, ValueError, RecursionError):
        return Layout()
    if not isinstance(found, dict):
        return Layout()
    panes = tuple(item for item in _items(found, "panes") if isinstance(item, str))[:MOST_PANES]
    sizes = tuple(item for item in _items(found, "sizes") if _whole(item))
    states = found.get("states")
    return Layout(
        panes=panes,
        active=min(_number(found, "active"), max(len(panes) - 1, 0)),
        sizes=tuple(int(str(item)) for item in sizes),
        upper=min(_number(found, "upper"), len(panes)),
        sidebar=found.get("sidebar") is not False,
        sidebar_width=_number(found, "sidebar_width"),
        all_panes=found.get("all_panes") is True,
        states={str(name): state for name, state in states.items() if isinstance(state, str)}
        if isinstance(states, Mapping)
        else {},
    )


def write_layout(home: Path, layout: Layout) -> None:
    """Keeps the layout, atomically.

    Raises:
        WriteFailed: the disk refused; the layout before it stays.
    """
    path = home / FILE_NAME
    fields = {
        "panes": list(layout.panes),
        "active": layout.active,
        "sizes": list(layout.sizes),
        "upper": layout.upper,
        "sidebar": layout.sidebar,
        "sidebar_width": layout.sidebar_width,
        "all_panes": layout.all_panes,
        "states": dict(layout.states),
    }
    try:
        files.make_private(home)
    except OSError as error:
        raise files.write_failed(error, path) from error
    files.write_atomic(path, (json.dumps(fields, indent=2) + "\n").encode(), mode=0o600)


def _items(found: Mapping[str, object], key: str) -> list[object]:
    value = found.get(key)
    return value if isinstance(value, list) else []


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _number(found: Mapping[str, object], key: str) -> int:
    value = found.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
