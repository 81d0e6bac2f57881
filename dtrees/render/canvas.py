"""The base of all pictures: axes, their size, the size of text, and the legend of classes.

All numbers here are floats, and lengths are in points, 72 to the inch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

from dtrees.errors import refused, shown
from dtrees.render.fonts import families, matplotlib_module, style_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib import axes

    from dtrees.data.dataset import Category

POINTS_PER_INCH: Final = 72
FONT_SIZE: Final = 9.0
LINE: Final = 1.3 * FONT_SIZE
"""The distance from one line of text to the next."""

MARKERS: Final = "osD^vPX*"


def _axes(name: str, value: Any) -> Any:
    """Take axes of matplotlib, which need not be installed."""
    if not any(kind.__name__ == "Axes" for kind in type(value).__mro__):
        raise refused(value, name, "axes of matplotlib")
    return value


if TYPE_CHECKING:
    Axes: TypeAlias = axes.Axes
else:
    Axes = Annotated[Any, _axes]


def new_axes(width: float, height: float, **options: Any) -> Axes:
    """Return the axes of a new figure of this *width* and *height* in inches; *options* as for ``pyplot.subplots``."""
    made: Axes = matplotlib_module("pyplot").subplots(figsize=(width, height), **options)[1]
    return made


def size_of(axes: Axes) -> tuple[float, float]:
    """Return the width and height of the axes in points."""
    box = axes.get_window_extent()
    unit = axes.figure.dpi / POINTS_PER_INCH
    return box.width / unit, box.height / unit


def width_of_text(text: str, *, bold: bool = False) -> float:
    """Return the width of the longest line of *text* in points, at the size `FONT_SIZE`."""
    font = matplotlib_module("font_manager").FontProperties(size=FONT_SIZE, **style_of(text, bold=bold))
    measure = matplotlib_module("textpath").text_to_path.get_text_width_height_descent
    return max(float(measure(line, font, ismath=False)[0]) for line in text.split("\n"))


def add_class_legend(ax: Axes, drawn: Mapping[Category, Any], **options: Any) -> None:
    """Add a legend with what is drawn for each class, such as points or a patch; *options* as for ``ax.legend``."""
    legend = ax.legend(list(drawn.values()), [" "] * len(drawn), handlelength=1, handletextpad=0.5, **options)
    for text, label in zip(legend.get_texts(), (shown(str(label)) for label in drawn), strict=True):
        text.set(
            text=label, parse_math=False, family=families(label)
        )  # here: ax.legend takes no label that begins with _
