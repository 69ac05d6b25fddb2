"""The files of a pane's next message: read off the window's thread, shown as chips."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from luminair.errors import LuminairError
from luminair.sessions.attachments import FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QMimeData

    from luminair.messages import Attachment
    from luminair.shell.desk import Desk
    from luminair.shell.jobs import Jobs

PASTED = "Pasted picture.png"


@dataclass(frozen=True, slots=True)
class _Read:
    """What reading some files came to."""

    files: tuple[Attachment, ...]
    problems: tuple[str, ...]


class Attaching(QObject):
    """Holds the files of one pane's next message.

    Attributes:
        files: what goes with the message, in order.
        reading: how many are being read.

    Signals:
        changed: the files, or how many are being read.
        failed: one sentence about a file that is not attached.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, jobs: Jobs, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs, self._desk = jobs, desk
        self._session = ""
        self.files: tuple[Attachment, ...] = ()
        self.reading = 0

    def show(self, session: str, files: Sequence[Attachment]) -> None:
        """Turns to a session and what its draft holds."""
        self._session, self.reading = session, 0
        self.put(files)

    def put(self, files: Sequence[Attachment]) -> None:
        """Takes other files instead."""
        self.files = tuple(files)
        self.changed.emit()

    def remove(self, at: int) -> None:
        """Takes one away."""
        self.put(self.files[:at] + self.files[at + 1 :])

    def bring(self, source: QMimeData) -> None:
        """Takes what was pasted or dropped: files, or a picture."""
        paths = [Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile()]
        if paths:
            self.add(paths)
            return
        # What the other application wrote itself is smaller and truer than a new encoding.
        data = source.data("image/png").data()
        image = source.imageData()
        if data or isinstance(image, QImage):
            self._paste(bytes(data), image)

    def add(self, paths: Sequence[Path]) -> None:
        """Reads files and attaches those that can be."""
        session, attach = self._session, self._desk.attach
        self._read(lambda: _read_all(session, paths, attach), len(paths))

    def _paste(self, data: bytes, image: object) -> None:
        session, attach = self._session, self._desk.attach

        def work() -> _Read:
            with tempfile.TemporaryDirectory(prefix="luminair-") as folder:
                path = Path(folder) / PASTED
                if data:
                    path.write_bytes(data)
                elif isinstance(image, QImage):  # a value, not an object of the window's
                    image.save(str(path), "PNG")  # type: ignore[call-overload]
                return _read_all(session, [path], attach)

        self._read(work, 1)

    def _read(self, work: Callable[[], _Read], count: int) -> None:
        session, library = self._session, self._desk.library
        if not session:
            return
        self.reading += count
        self.changed.emit()

        def done(read: _Read) -> None:
            if session == self._session:
                self.reading = max(self.reading - count, 0)
                self.put(self.files + read.files)
            elif read.files:  # the owner has gone on to another session: its draft keeps them

                def keep() -> None:
                    draft = library.draft(session)
                    files = (*draft.attachments, *read.files)
                    library.save_draft(session, replace(draft, attachments=files))

                self._jobs.run(keep, queue="vault")
            if read.problems:
                self.failed.emit(" ".join(read.problems))

        def failed(error: Exception) -> None:
            done(_Read((), (str(error),)))

        self._jobs.run(work, done=done, failed=failed, owner=self)


def _read_all(
    session: str, paths: Sequence[Path], attach: Callable[[str, Path], Attachment]
) -> _Read:
    files: list[Attachment] = []
    problems: list[str] = []
    for path in paths:
        try:
            files.append(attach(session, path))
        except LuminairError as error:
            problems.append(str(error))
    return _Read(tuple(files), tuple(problems))


def carried(
    desk: Desk, source: str, target: str, files: Sequence[Attachment]
) -> tuple[Attachment, ...]:
    """The same files for another session, its own copies of the pictures; called off the window.

    Raises:
        LuminairError: a picture cannot be read any more.
    """
    folder = desk.library.folder(source) / FOLDER
    return tuple(
        replace(desk.attach(target, folder / each.file), name=each.name) if each.file else each
        for each in files
    )
