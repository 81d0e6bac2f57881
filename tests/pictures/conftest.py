"""Pictures are drawn in memory, and no figure outlives its test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt

if TYPE_CHECKING:
    from collections.abc import Iterator

mpl.use("Agg")


@pytest.fixture(autouse=True)
def closed_figures() -> Iterator[None]:
    """Close what pyplot opened."""
    yield
    plt.close("all")
