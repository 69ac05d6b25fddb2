"""Times in headers: whatever a person wrote, as UTC with milliseconds and ``Z``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Final

from luminair.patterns import late_pattern

_EXACT: Final = late_pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_LOOSE: Final = late_pattern(
    r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})"
    r"(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?"
    r"[ \t]*(?:([Zz])|(?:UTC|GMT)|([-+])(\d{1,2}):?(\d{2})?)?)?"
)


def as_utc(moment: datetime) -> str:
    """An aware time as headers hold it: ``2026-08-25T20:09:00.000Z``."""
    utc = moment.astimezone(UTC)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z".rjust(24, "0")


def read_time(text: str) -> str:
    """The time that a header's text names, in UTC; '' where it names none.

    A time without an offset is taken as UTC, a day as its first instant: a file does not say
    where it was written, and the same file must mean the same on two machines.
    """
    text = text.strip()
    if _EXACT.fullmatch(text):
        try:
            datetime.fromisoformat(text)
        except ValueError:
            return ""
        return text
    found = _LOOSE.fullmatch(text)
    if found is None:
        return ""
    year, month, day, hour, minute, second = (int(found[n] or 0) for n in range(1, 7))
    micros = int((found[7] or "0").ljust(6, "0")[:6])
    offset = timedelta(hours=int(found[10] or 0), minutes=int(found[11] or 0))
    zone = timezone(-offset if found[9] == "-" else offset) if offset < _DAY else UTC
    try:
        moment = datetime(year, month, day, hour, minute, second, micros, tzinfo=zone)
        return as_utc(moment)
    except (ValueError, OverflowError):
        return ""


_DAY: Final = timedelta(days=1)
