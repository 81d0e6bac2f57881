"""What every kernel runs first: warnings are errors, and the text of a picture says what is drawn, to be compared.

The bytes of a picture, its size and where a tree's boxes stand depend on the fonts; which shapes there are, in what
colours, with what texts, and where they are in the units of an axis do not.
"""

from __future__ import annotations

import hashlib
import sys
import warnings
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def facts_of(axes: Any) -> Iterator[tuple[str, ...]]:
    """Yield the kind of each shape on the axes and how it looks, and what stands there as text."""
    from matplotlib.colors import to_hex  # noqa: PLC0415 (not every notebook draws)

    for shape in (*axes.patches, *axes.lines, *axes.collections):
        hues = [
            to_hex(hue, keep_alpha=True) for name in ("facecolor", "edgecolor") for hue in several(got(shape, name))
        ]
        style = [got(shape, name) for name in ("color", "linestyle", "linewidth", "marker", "alpha", "label", "sizes")]
        spots = [got(shape, name) for name in ("xydata", "xy", "width", "height", "offsets")]
        in_units = axes.axison and shape.get_transform().contains_branch(axes.transData)
        where = " ".join(rounded(spot) for spot in spots if spot is not None) if in_units else ""
        yield type(shape).__name__, *hues, repr(style), where
    legend = axes.get_legend()
    for text in (axes.title, axes.xaxis.label, axes.yaxis.label, *axes.texts, *(legend.get_texts() if legend else ())):
        yield type(text).__name__, text.get_text()
    for axis in (axes.xaxis, axes.yaxis):
        yield "Axis", *getattr(axis.get_major_formatter(), "seq", ())  # those that the code names
    for inside in axes.child_axes:
        yield from facts_of(inside)


def got(shape: Any, name: str) -> Any:
    """Return the property of the shape, or None where it has none of that name."""
    return getattr(shape, f"get_{name}", lambda: None)()


def several(hues: Any) -> Any:
    """Return the colours that a shape's property holds: none, one or a row each."""
    return [] if hues is None else [hues] if isinstance(hues, (str, tuple)) else hues


def rounded(numbers: Any) -> str:
    """Return the numbers, however nested, to four digits."""
    import numpy as np  # noqa: PLC0415

    return " ".join(f"{number:.4g}" for number in np.ravel(np.asarray(numbers, dtype=float)))


def describe(figure: Any, printer: Any, _: bool) -> None:  # noqa: FBT001 (IPython's)
    """Write what the figure holds: how many shapes of each kind, and a digest of all that is known of them."""
    facts = [fact for axes in figure.axes for fact in facts_of(axes)]
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(fact[0] for fact in facts).items()))
    printer.text(f"<Figure of {kinds}: {hashlib.sha256(repr(facts).encode()).hexdigest()[:12]}>")


def start(shell: Any) -> None:
    """Raise warnings as errors in *shell*, and have its pictures described.

    After each cell, for matplotlib's own way of showing them forgets other formatters when it starts.
    """

    def describe_pictures() -> None:
        if "matplotlib.figure" in sys.modules:
            shell.display_formatter.formatters["text/plain"].for_type(sys.modules["matplotlib.figure"].Figure, describe)

    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", module="ipykernel")
    shell.events.register("post_execute", describe_pictures)
