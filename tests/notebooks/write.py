"""Run notebooks and write each .ipynb with its outputs: ``python tests/notebooks/write.py [notebooks/NAME.py ...]``."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import jupytext
import nbformat
from nbclient import NotebookClient

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER: Final = Path(__file__).parents[2] / "notebooks"
SOURCES: Final = sorted(FOLDER.glob("[0-9]*.py"))

METADATA: Final = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
HERE: Final = str(Path(__file__).parent)
START: Final = f"import sys; sys.path.insert(0, {HERE!r}); import startup; startup.start(get_ipython()); del startup"
FORGET: Final = "get_ipython().reset()"


@cache
def own_configuration() -> str:
    """Return a folder for the settings and caches of all kernels of this process, removed with it."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def no_user_configuration() -> Iterator[None]:
    """Keep the user's Jupyter, IPython and matplotlib settings, kernels and start-up files away from the kernel."""
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR", "MPLCONFIGDIR")
    with patch.dict(os.environ, dict.fromkeys(names, own_configuration()) | {"JUPYTER_PREFER_ENV_PATH": "1"}):
        yield


def stored(source: Path) -> Any:
    """Return the notebook that readers see, the one beside *source*."""
    return nbformat.read(source.with_suffix(".ipynb"), as_version=4)


@cache
def kernel() -> NotebookClient:
    """Return the client of one kernel for all notebooks of this process, ended with it."""
    client = NotebookClient(
        nbformat.v4.new_notebook(),
        timeout=300,
        kernel_name="python3",
        extra_arguments=[f"--IPKernelApp.exec_lines={START}", "--log-level=ERROR"],
        resources={"metadata": {"path": str(FOLDER)}},
        record_timing=False,
        coalesce_streams=True,
    )
    atexit.register(lambda: client._cleanup_kernel())  # noqa: PLW0108, SLF001 (what it registers itself, it takes back)
    return client


def executed(source: Path) -> Any:
    """Return the notebook of *source*, run from top to bottom; a cell that raises ends it.

    The kernel has run others, and forgets what they defined: a new one imports for longer than most notebooks compute.
    """
    notebook = jupytext.read(source, fmt="py:percent")
    for place, cell in enumerate(notebook.cells, start=1):
        cell.id = f"cell-{place}"
    client = kernel()
    client.nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(FORGET), *notebook.cells])
    with no_user_configuration():
        client.execute(cleanup_kc=False)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.execution_count -= 1
    notebook.metadata = nbformat.from_dict(METADATA)
    return notebook


def main() -> None:
    """Write the notebooks named, or all."""
    for source in map(Path, sys.argv[1:] or SOURCES):
        nbformat.write(executed(source), source.with_suffix(".ipynb"))


if __name__ == "__main__":
    main()
