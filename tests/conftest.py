"""What holds for every test."""

import signal
from collections.abc import Generator
from typing import Any

import pytest


def pytest_configure() -> None:
    """Let Ctrl-C interrupt as in a terminal, also where the suite is started in the background with it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: Any
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a system test that would be skipped: `make test-system` runs where nothing may be missing."""
    report = yield
    if report.skipped and item.get_closest_marker("system") is not None:
        report.outcome = "failed"
        report.longrepr = f"skipped, but a system test must run: {call.excinfo and call.excinfo.value}"
    return report
