"""Hypothesis profiles for all tests: ``ci`` finds the same examples each time, ``campaign`` looks long and anew."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Generator

os.environ.setdefault("OMP_NUM_THREADS", "1")  # of the peers: two processes of tests have a core each

settings.register_profile("ci", derandomize=True, database=None, deadline=None, max_examples=50)
settings.register_profile("campaign", database=None, deadline=None, max_examples=5000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where DTREES_NO_SKIP is set, as in CI, a test that skips for want of a peer has failed."""
    report = yield
    if report.skipped and "DTREES_NO_SKIP" in os.environ and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} skipped: {report.longrepr}"
    return report
