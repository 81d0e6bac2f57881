"""matplotlib is an extra: dtrees works without it, and says how to install it when a picture is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
sys.modules["matplotlib"] = None  # what import does where the package is not installed
import dtrees as dt
from dtrees import datasets, render
data = datasets.load("iris").drop("sepal_length", "sepal_width")
tree = dt.grow(data, dt.cart(max_depth=1))
print(render.render_text(tree).splitlines()[0])
try:
    {}
except dt.Unsupported as error:
    print(error)
"""


@pytest.mark.parametrize(
    "call",
    [
        "plot(tree)",
        "plot_partition(tree, data)",
        "plot_costs(tree)",
        "plot_cross_validation(dt.cross_validate(data, dt.cart(max_depth=1), dt.plain_folds(150, 2)))",
        "plot_impurities()",
        "plot_importances(tree)",
    ],
)
def test_without_matplotlib_a_picture_says_how_to_install_it(call: str) -> None:
    """In a fresh interpreter that cannot import it; text works."""
    code = WITHOUT.format(f"render.{call}")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "setosa   [50 setosa, 50 versicolor, 50 virginica]",
        "pictures are drawn by matplotlib, which is not installed: pip install 'dtrees-spec[plot]'",
    ]


def test_importing_the_pictures_does_not_import_matplotlib() -> None:
    code = "import dtrees.render, sys; print([name for name in sys.modules if name.startswith('matplotlib')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
