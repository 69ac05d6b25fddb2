"""Dates as :mod:`datetime` has them, without what it loads before it finds them written in C."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import UTC, datetime, timedelta
else:
    try:
        from _datetime import UTC, datetime, timedelta
    except ImportError:
        from datetime import UTC, datetime, timedelta

__all__ = ["UTC", "datetime", "timedelta"]
