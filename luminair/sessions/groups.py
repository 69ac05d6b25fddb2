"""The headings under which the sidebar lists sessions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from luminair.sessions.session import Session, read_time

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

# Not strftime: Qt sets the process's locale, and the other headings are English.
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Group:
    """Sessions of one stretch of time, as the sidebar heads them."""

    title: str
    sessions: tuple[Session, ...]


def groups(sessions: Iterable[Session], now: datetime) -> tuple[Group, ...]:
    """The sessions under Today, Yesterday, Previous 7 days and their months.

    Args:
        sessions: in the order they should keep.
        now: aware; days are those of its time zone.
    """
    found: dict[str, list[Session]] = {}
    for session in sessions:
        found.setdefault(_title(session, now), []).append(session)
    return tuple(Group(title, tuple(members)) for title, members in found.items())


def _title(session: Session, now: datetime) -> str:
    moment = read_time(session.updated)
    if moment is None:
        return "Undated"
    day, today = moment.astimezone(now.tzinfo).date(), now.date()
    if day >= today:
        return "Today"
    if day == today - timedelta(days=1):
        return "Yesterday"
    if day >= today - timedelta(days=7):
        return "Previous 7 days"
    month = _MONTHS[day.month - 1]
    return month if day.year == today.year else f"{month} {day.year}"
