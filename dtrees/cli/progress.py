"""The progress bar that a command shows while it works."""

from __future__ import annotations

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn


def progress() -> Progress:
    """Return a progress bar on standard error that disappears when it is done."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)
