"""Says at the end how often the disk was made to fail, for the table in the README."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    told = [
        (report.nodeid.partition("[")[0], tries)
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", "") == "call"
        for name, tries in report.user_properties
        if name == "tries"
    ]
    for test in sorted({test for test, _ in told}):
        count = sum(tries for each, tries in told if each == test)
        terminalreporter.write_line(f"{count:>6,} tries of {test}")
