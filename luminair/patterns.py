"""Regular expressions that are compiled when they are first used.

The read path knows some hundred, and a prompt needs a few of them; compiling all takes as long as
starting Python.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Late:
    """Stands for a pattern; each method is looked up once and then is the pattern's own."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._given: tuple[Any, int] = (source, flags)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 whatever the pattern has
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)
        return found


if TYPE_CHECKING:
    late_pattern = re.compile
else:

    def late_pattern(source: str | bytes, flags: int = 0) -> re.Pattern[Any]:
        """The pattern; as :func:`re.compile`, but a fault in it shows at its first use."""
        return _Late(source, flags)
