"""Paths as :mod:`pathlib` has them, at a fraction of the time to load.

A process that answers one prompt joins a dozen paths and reads a handful of files; ``pathlib``
loads the parsers of addresses for that, which takes a third of the time in which Python starts.
Where it is loaded already, as in the app, these are its own paths.
"""

from __future__ import annotations

import os
import sys
from stat import S_ISDIR


def _is_plain(text: str) -> bool:
    """Whether ``pathlib`` would leave an absolute path as it is spelled."""
    dull = {"", "."}
    return text == "/" or (text[:1] == "/" and dull.isdisjoint(text[1:].split("/")))


TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    late_path = Path
else:

    class _Late:
        """Stands for a path: what a question needs is here, for the rest it becomes one."""

        __slots__ = ("_text", "_whole")

        def __init__(self, text: str) -> None:
            self._text = text
            self._whole: Path | None = None

        def __getattr__(self, name: str) -> object:
            if name.startswith("__"):
                raise AttributeError(name)
            return getattr(self._path(), name)

        def _path(self) -> Path:
            if self._whole is None:
                from pathlib import Path  # noqa: PLC0415 see above

                self._whole = Path(self._text)
            return self._whole

        def __fspath__(self) -> str:
            return self._text

        __str__ = __fspath__

        def __repr__(self) -> str:
            return repr(self._path())

        def __hash__(self) -> int:
            return hash(self._path())

        def __eq__(self, other: object) -> bool:
            if isinstance(other, _Late):
                return self._text == other._text
            return self._path() == other

        def __lt__(self, other: Path) -> bool:
            return self._path() < other

        def __gt__(self, other: Path) -> bool:
            return self._path() > other

        def __truediv__(self, name: str | os.PathLike[str]) -> object:
            if isinstance(name, str) and name and _is_plain(f"/{name}"):
                return _Late(f"{self._text.rstrip('/')}/{name}")
            return self._path() / name

        def __rtruediv__(self, before: str) -> Path:
            return before / self._path()

        @property
        def name(self) -> str:
            return self._text.rpartition("/")[2]

        @property
        def parent(self) -> object:
            return _Late(self._text.rpartition("/")[0] or "/")

        def stat(self) -> os.stat_result:
            return os.stat(self._text)  # noqa: PTH116 what pathlib does

        def exists(self) -> bool:
            return self._mode() != 0

        def is_dir(self) -> bool:
            return S_ISDIR(self._mode())

        def _mode(self) -> int:
            """What stands there, 0 for nothing; raises OSError as pathlib does."""
            try:
                return self.stat().st_mode
            except (FileNotFoundError, NotADirectoryError, ValueError):
                return 0

        def read_bytes(self) -> bytes:
            with open(self._text, "rb") as file:  # noqa: PTH123
                return file.read()

        def resolve(self) -> object:
            return _Late(os.path.realpath(self._text))

    def late_path(text: str | os.PathLike[str]) -> Path:
        """The path; any but an absolute one in ``pathlib``'s own spelling is made at once."""
        if "pathlib" not in sys.modules and _is_plain(os.fspath(text)):
            return _Late(os.fspath(text))
        from pathlib import Path  # noqa: PLC0415 see above

        return Path(text)
