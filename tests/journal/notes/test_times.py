"""Times as people write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminair.journal.notes.times import as_utc, read_time


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-08-25T20:09:00.000Z", "2026-08-25T20:09:00.000Z"),
        ("2026-13-25T20:09:00.000Z", ""),
        ("2026-03-14T09:30:00.118204+00:00", "2026-03-14T09:30:00.118Z"),
        ("2018-11-20 16:33 +0100", "2018-11-20T15:33:00.000Z"),
        ("2026-05-13T20:00:00-04:00", "2026-05-14T00:00:00.000Z"),
        ("2026-03-16", "2026-03-16T00:00:00.000Z"),
        ("2026-3-6", "2026-03-06T00:00:00.000Z"),
        ("2026/03/16 08:00", "2026-03-16T08:00:00.000Z"),
        ("2026-02-30", ""),
        ("2026-02-01T00:00:00+99:00", "2026-02-01T00:00:00.000Z"),
        ("0001-01-01T00:00:00+01:00", ""),
        ("soon", ""),
        ("10:00", ""),
        ("", ""),
    ],
)
def test_times_are_read(text, utc):
    assert read_time(text) == utc


@given(st.datetimes(timezones=st.just(UTC)))
def test_written_times_are_read_back(moment: datetime):
    assert read_time(as_utc(moment)) == as_utc(moment)
