"""What all pictures share: matplotlib itself, imported when it is needed, axes, fonts, and the size of text.

Here numbers leave: everything is float, and lengths are in points, 72 to the inch.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from dtrees.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes

    from dtrees.data import Category

POINTS_PER_INCH: Final = 72
FONT_SIZE: Final = 9.0
LINE: Final = 1.3 * FONT_SIZE
"""From one line of text to the next."""

MARKERS: Final = "osD^vPX*"


def matplotlib_module(name: str) -> Any:
    """Return the module of matplotlib called *name*, or raise `Unsupported` that says how to install it."""
    try:
        return import_module(f"matplotlib.{name}")
    except ImportError as error:
        message = "pictures are drawn by matplotlib, which is not installed: pip install 'dtrees[plot]'"
        raise Unsupported(message) from error


def new_axes(width: float, height: float, **options: Any) -> Axes:
    """Return the axes of a new figure of that size in inches; *options* as for ``pyplot.subplots``."""
    made: Axes = matplotlib_module("pyplot").subplots(figsize=(width, height), **options)[1]
    return made


def size_of(axes: Axes) -> tuple[float, float]:
    """Return the width and height of the axes in points."""
    box = axes.get_window_extent()
    unit = axes.figure.dpi / POINTS_PER_INCH
    return box.width / unit, box.height / unit


def width_of_text(text: str, *, bold: bool = False) -> float:
    """Return how wide the longest line of *text* is in points, at the size `FONT_SIZE`."""
    font = matplotlib_module("font_manager").FontProperties(size=FONT_SIZE, weight="bold" if bold else "normal")
    measure = matplotlib_module("textpath").text_to_path.get_text_width_height_descent
    return max(float(measure(line, font, ismath=False)[0]) for line in text.split("\n"))


def add_class_legend(ax: Axes, drawn: Mapping[Category, Any], **options: Any) -> None:
    """Add a legend of what is drawn for each class; *options* as for ``ax.legend``."""
    legend = ax.legend(list(drawn.values()), [" "] * len(drawn), handlelength=1, handletextpad=0.5, **options)
    for text, label in zip(legend.get_texts(), drawn, strict=True):
        text.set(text=str(label), parse_math=False)  # here, since ax.legend takes no label that begins with _
