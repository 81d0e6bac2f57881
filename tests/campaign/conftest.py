"""The folder where judged cases leave their marks, and a real Dask cluster of worker processes."""

from __future__ import annotations

import multiprocessing
from multiprocessing import forkserver
from typing import TYPE_CHECKING

import pytest
from campaign.marking import FOLDER, Marks

from dtrees.oracle import adapters

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor
    from pathlib import Path


@pytest.fixture(scope="session", autouse=True)
def marks_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One folder for all tests, for a process learns of it from the environment when it starts, and starts at once."""
    multiprocessing.set_forkserver_preload(["dtrees.peers.scikit_learn"])
    forkserver._forkserver._stop()  # type: ignore[attr-defined]  # noqa: SLF001 (one that runs has the old environment)
    folder = tmp_path_factory.mktemp("marks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER, str(folder))
        yield folder


@pytest.fixture(scope="module")
def alike() -> Iterator[None]:
    """Take for granted that a peer answers alike under each hash seed, which two processes more would show."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adapters, "_answers_alike", lambda *_: True)
        yield


@pytest.fixture
def marks(marks_folder: Path) -> Marks:
    """The folder, emptied."""
    marks = Marks(marks_folder)
    marks.clear()
    return marks


@pytest.fixture(scope="session")
def dask_executor(marks_folder: Path) -> Iterator[Executor]:
    """Two worker processes, each of which Dask's nanny starts again when it dies."""
    distributed = pytest.importorskip("distributed", reason="needs Dask: pip install '.[test]'")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor(pure=False)
