"""For all tests: a browser; Hypothesis profiles, ``ci`` that finds the same each time, ``campaign`` that looks long."""

from __future__ import annotations

import os
import pickle
import shutil
import socket
import sys
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
from hypothesis import settings

from dtrees.laws import check

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from playwright.sync_api import Browser

os.environ.setdefault("OMP_NUM_THREADS", "1")  # of the peers: two processes of tests have a core each

settings.register_profile("ci", derandomize=True, database=None, deadline=None, max_examples=50)
settings.register_profile("campaign", database=None, deadline=None, max_examples=5000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def _stay_here(event: str, given: tuple[Any, ...]) -> None:
    """Refuse to reach another machine: neither the tests nor what they run need one."""
    if event in {"socket.connect", "socket.getaddrinfo"}:
        address = given[1] if event == "socket.connect" else given[0]
        host = str(address[0] if isinstance(address, tuple) else address)
        if isinstance(address, tuple | str) and not host.startswith(("127.", "/")) and host not in HERE:
            message = f"a test reaches for another machine: {host}"
            raise RuntimeError(message)


HERE = {"", "::1", "localhost", "0.0.0.0", socket.gethostname()}  # noqa: S104 (what is listened on, not what listens)
sys.addaudithook(_stay_here)


LONG = {"conformance", "peers", "protocol", "vectorized"}
"""Rooms where each test has its first case run, its eleventh and so on; all of them in a campaign."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--campaign", action="store_true", help="run every case, and not each tenth of what takes long")


@pytest.hookimpl(trylast=True)  # of those that -k leaves
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a campaign runs: what is marked for one, and nine of ten cases in the rooms of long searches."""
    if config.getoption("campaign"):
        return
    cases: Counter[str] = Counter()
    kept: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        test = item.nodeid.partition("[")[0]
        tenth = item.path.parent.name not in LONG or cases[test] % 10 == 0
        kept[tenth and item.get_closest_marker("campaign") is None].append(item)
        cases[test] += 1
    config.hook.pytest_deselected(items=kept[False])
    items[:] = kept[True]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where DTREES_NO_SKIP is set, as in CI, a test that skips for want of a peer has failed."""
    report = yield
    if report.skipped and "DTREES_NO_SKIP" in os.environ and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} skipped: {report.longrepr}"
    return report


@pytest.fixture(scope="session", autouse=True)
def _inputs_drawn_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have the processes of one run read the inputs that another of them has drawn, which takes a tenth of the time."""
    process = os.environ.get("PYTEST_XDIST_WORKER")
    if process is None:
        yield
        return
    folder = tmp_path_factory.getbasetemp().parent / "drawn"
    folder.mkdir(exist_ok=True)
    draw = check.drawn

    @lru_cache(maxsize=512)
    def drawn(strategy: str, start: int, most: int = check.CHUNK) -> Any:
        file = folder / f"{strategy}-{start}-{most}"
        with suppress(FileNotFoundError):
            return pickle.loads(file.read_bytes())  # noqa: S301 (written below)
        cases = draw(strategy, start, most)
        file.with_suffix(f".{process}").write_bytes(pickle.dumps(cases))
        file.with_suffix(f".{process}").replace(file)
        return cases

    with patch.object(check, "drawn", drawn):
        yield


CHROMIUM = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one module: while it is open, nothing else can run an event loop."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install '.[test]'")
    command = shutil.which("chromium")
    if command is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=command, args=CHROMIUM)
        yield chromium
        chromium.close()
