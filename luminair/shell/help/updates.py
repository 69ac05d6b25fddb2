"""Says once that a newer Luminair is out, where the owner wants to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, QUrl, Signal

from luminair.shell.parts.times import day

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from luminair.config.releases import Releases, State
    from luminair.shell.jobs import Jobs
    from luminair.shell.parts.banners import Banners

LOOK_MS = 6 * 3600 * 1000
"""How often the app looks whether a day has passed; a Mac that slept may be late by this."""
KEY = "a newer Luminair"


class Updates(QObject):
    """Asks off the window's thread; a failure shows in About alone.

    Args:
        jobs: the question goes there.
        releases: puts it.
        now: the clock, aware.
        banners: where a newer version is said.
        parent: lives as long as the window.

    Signals:
        page_wanted: the page of a release should open outside.
        known: what About says of releases, '' for nothing.
    """

    page_wanted = Signal(QUrl)
    known = Signal(str)

    def __init__(
        self,
        jobs: Jobs,
        releases: Releases,
        now: Callable[[], datetime],
        banners: Banners,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._releases, self._now, self._banners = jobs, releases, now, banners
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Asks, if it is wanted and a day has passed."""
        releases, now = self._releases, self._now

        def ask() -> tuple[State | None, str]:
            news = releases.news(now())
            return news, about(releases, now())

        self._jobs.run(ask, done=self._show, owner=self)

    def _show(self, found: tuple[State | None, str]) -> None:
        news, said = found
        self.known.emit(said)
        if news is None:
            return
        page = QUrl(news.link)

        def open_page() -> None:
            self._banners.take(KEY)
            self.page_wanted.emit(page)

        self._banners.put(
            KEY,
            f"Luminair {news.version} is out; this is {self._releases.version}.",
            tone="ok",
            icon="ph.info",
            button="What is new" if news.link else "",
            call=open_page,
        )


def about(releases: Releases, now: datetime) -> str:
    """What About says of releases; '' where nothing was asked."""
    from luminair.config.releases import is_newer  # noqa: PLC0415 - nothing the first window needs

    state = releases.state()
    if state.failed:
        return state.failed
    if not state.version:
        return ""
    if is_newer(state.version, releases.version):
        return f"{state.version} is out."
    return f"The newest version, as of {day(state.asked, now)}."
