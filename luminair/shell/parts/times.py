"""Times as the app writes them: '10:58' today, 'Wed' this week, '4 Sep' this year."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

# Not strftime: it follows the process's locale, and the rest of the window is English.
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def short_time(at: str, now: datetime) -> str:
    """A moment for a list, as short as it can be told; '' where it is none.

    Args:
        at: ISO 8601, UTC.
        now: aware, in the owner's time zone.
    """
    moment = _local(at, now)
    if moment is None:
        return ""
    day, today = moment.date(), now.date()
    if day >= today:
        return f"{moment:%H:%M}"
    if day > today - timedelta(days=7):
        return _DAYS[day.weekday()]
    text = f"{day.day} {_MONTHS[day.month - 1]}"
    return text if day.year == today.year else f"{text} {day.year}"


def day(at: str, now: datetime) -> str:
    """A day, past or to come: '24 Sep', with the year where it is another; '' where it is none."""
    moment = _local(at, now)
    if moment is None:
        return ""
    text = f"{moment.day} {_MONTHS[moment.month - 1]}"
    return text if moment.year == now.year else f"{text} {moment.year}"


def message_time(at: str, now: datetime) -> str:
    """A moment for a message: the clock, with the day before it unless that is today."""
    moment = _local(at, now)
    if moment is None:
        return ""
    clock = f"{moment:%H:%M}"
    return clock if moment.date() >= now.date() else f"{short_time(at, now)} {clock}"


def moment(at: str, now: datetime) -> str:
    """A moment told in full: 'Today, 10:42', 'Fri, 08:33', '4 Sep, 10:12'; '' where it is none."""
    found = _local(at, now)
    if found is None:
        return ""
    day_said = "Today" if found.date() >= now.date() else short_time(at, now)
    return f"{day_said}, {found:%H:%M}"


def in_sentence(at: str, now: datetime) -> str:
    """The same behind other words: 'today, 10:42'."""
    said = moment(at, now)
    return f"today{said.removeprefix('Today')}" if said.startswith("Today") else said


def age(at: str, now: datetime) -> str:
    """How long ago, as short as it can be told: '5 min', '3 h', '12 d', else the day."""
    found = _local(at, now)
    if found is None:
        return ""
    minutes = int((now - found).total_seconds() // 60)
    if minutes < 1:
        return "now"
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 24 * 60:
        return f"{minutes // 60} h"
    if minutes < 31 * 24 * 60:
        return f"{minutes // (24 * 60)} d"
    return short_time(at, now)


_WRITTEN = re.compile(
    r"(?P<word>\b(?:since|back on|future) \(?)(?P<day>\d{4}-\d\d-\d\d)"
    r"(?: (?P<clock>\d\d:\d\d) UTC|T[\d:.]+Z)?\b"
)


def dated(text: str, now: datetime) -> str:
    """A sentence from below, whose days are written for terminals ('since 2026-09-04').

    Only those are told anew that stand where such a sentence has them: a title or a path may have
    one of its own.
    """

    def told(found: re.Match[str]) -> str:
        if found["clock"]:
            return found["word"] + in_sentence(f"{found['day']}T{found['clock']}:00Z", now)
        return found["word"] + day(found["day"], now)

    return _WRITTEN.sub(told, text)


def _local(at: str, now: datetime) -> datetime | None:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment.astimezone(now.tzinfo)
