"""The charts of pruning: the costs of the sequence's trees as alpha grows, and cross-validation."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dtrees.arguments import checked
from dtrees.errors import InvalidData
from dtrees.growing.impurity import Impurity
from dtrees.numbers.exact import Exact
from dtrees.pruning.cost_complexity import cost, pruning_sequence
from dtrees.pruning.scales import Scale
from dtrees.render.canvas import FONT_SIZE, POINTS_PER_INCH, Axes, new_axes, size_of
from dtrees.render.colours import COLOURS
from dtrees.render.fonts import matplotlib_module
from dtrees.render.layout import spread
from dtrees.selection.cp_table import cp_table
from dtrees.selection.cross_validation import CrossValidation
from dtrees.trees.tree import Tree, leaves

if TYPE_CHECKING:
    from collections.abc import Sequence


BEYOND: Final = Fraction(6, 5)
"""The costs are drawn up to the last alpha times this."""

LABEL: Final = 2.2 * FONT_SIZE
"""The distance from the middle of a label to the next one's."""

LEADER: Final = 14.0
"""The height of the lines that lead to the labels, in points."""

POINTS: Final = 200
"""A line of cost is drawn through so many points of a logarithmic axis, on which it bends."""

FEW: Final = 12
"""Up to so many labels are written horizontally, more vertically."""

HELP: Final[dict[str, Any]] = {"color": "gray", "linewidth": 0.8}
"""The style of guide lines."""


@checked
def plot_costs(
    tree: Tree,
    *,
    impurity: Impurity | None = None,
    scale: Scale = "count",
    log: bool = False,
    ax: Axes | None = None,
) -> Axes:
    """Return axes with the cost of each tree of the pruning sequence as a line in alpha, and their lower envelope.

    C_alpha(T_k) = R(T_k) + alpha |T_k|, least for T_k from alpha_k to alpha_k+1      [CART84 §3.3; LIHANG2 §5.5.2]

    T_0, T_1, ... stand above their intervals, each with |T_k|, the slope of its line.  Where *log*, the axis of alpha
    is logarithmic and begins at half the first alpha above 0, so that the small alphas have room too.  *impurity* is
    by default that of CART.  Raises `InvalidData` for the node scale, whose unit differs from node to node,
    and `Unsupported` where matplotlib is not installed.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> from matplotlib.figure import Figure
    >>> axes = plot_costs(grow(datasets.load("loan"), cart()), ax=Figure().subplots())
    >>> [(line.get_label(), line.get_xydata().tolist()) for line in axes.lines if "envelope" in line.get_label()]
    [('lower envelope', [[0.0, 0.0], [3.6, 10.8], [4.32, 11.52]])]
    """
    if scale == "node":
        message = "on the node scale, alphas of different nodes do not compare: take 'count', 'proportion' or 'root'"
        raise InvalidData(message)
    sequence = pruning_sequence(tree, impurity=impurity, scale=scale)
    risks = [cost(member.tree, 0, impurity=impurity, scale=scale) for member in sequence]
    slopes = [len(leaves(member.tree)) for member in sequence]
    alphas = [member.alpha for member in sequence]
    end = alphas[-1] * BEYOND or Exact(1)
    start = [*alphas, end][1] / 2 if log else Exact(0)
    between = map(Exact, np.geomspace(float(start), float(end), POINTS)[1:-1].tolist()) if log else ()
    displayed = [start, *between, end]
    ax = _wide_axes(len(sequence)) if ax is None else ax
    shade = matplotlib_module("cm").viridis
    for k, (risk, slope) in enumerate(zip(risks, slopes, strict=True)):
        costs = [float(risk + alpha * slope) for alpha in displayed]
        ax.plot(list(map(float, displayed)), costs, color=shade(0.9 * k / len(risks)), linewidth=1.2, label=_name(k))
    corners = sorted({*alphas, *displayed}) if log else [*alphas, end]
    envelope = [
        (float(alpha), float(min(risk + alpha * slope for risk, slope in zip(risks, slopes, strict=True))))
        for alpha in corners
    ]
    least = ax.plot(*zip(*envelope, strict=True), color="black", linewidth=2.5, label="lower envelope")
    for alpha in alphas[1:]:
        ax.axvline(float(alpha), linestyle=":", **HELP)
    ax.set(
        xlim=(float(start), float(end)), ylim=(0, 1.2 * envelope[-1][1]), xlabel=r"$\alpha$", ylabel=r"$C_\alpha(T_k)$"
    )
    ax.set_xscale("log" if log else "linear")
    ax.legend(handles=least, loc="upper left" if log else "lower right")
    _name_intervals(ax, list(map(float, [start, *alphas[1:], end])), slopes, log=log)
    return ax


def _name(k: int) -> str:
    return f"$T_{{{k}}}$"


def _name_intervals(ax: Axes, ends: Sequence[float], slopes: Sequence[int], *, log: bool) -> None:
    """Write T_k and |T_k| above the axes, apart from each other, each with a line to the middle of its interval."""
    scaled = np.log(ends) if log else np.array(ends)
    across, up = size_of(ax)
    step = min(LABEL, across / len(slopes))
    length = scaled[-1] - scaled[0]
    middles = (scaled[:-1] + scaled[1:]) / 2
    places = scaled[0] + np.array(spread((middles - scaled[0]).tolist(), step * length / across, length))
    if log:
        middles, places = np.exp(middles), np.exp(places)
    for middle, place in zip(middles, places, strict=True):
        leader = ax.plot(
            (middle, place), (1, 1 + LEADER / up), transform=ax.get_xaxis_transform(), clip_on=False, **HELP
        )
        leader[0].set_in_layout(False)
    names = ax.secondary_xaxis("top")
    labels = [f"{_name(k)}\n{slope}" for k, slope in enumerate(slopes)]
    names.set_xticks(places, labels, size=FONT_SIZE * step / LABEL)
    names.set_xticks([], minor=True)
    names.tick_params(length=0, pad=LEADER + 2)
    names.set_xlabel("the tree that is optimal, and its leaves $|T_k|$: the slope of its line")


@checked
def plot_cross_validation(validated: CrossValidation, *, ax: Axes | None = None) -> Axes:
    """Return axes with the cross-validated error of each tree of the sequence, as rpart's ``plotcp`` draws it.

    It draws `cp_table`, from the root alone to the largest tree: errors as shares of the root's, with a standard error
    to each side.  The lower axis has the geometric mean of the ends of each interval of CP, the upper one the number of
    leaves.  The dashed line is the least error plus its standard error; marked are the least error and the smallest
    tree that is not above the line      [CART84 §3.4.3; ESL2 §7.10]

    Raises `InvalidData` as `cp_table` does, and `Unsupported` where matplotlib is not installed.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.selection.cross_validation import cross_validate
    >>> from dtrees.selection.cross_validation import plain_folds
    >>> from matplotlib.figure import Figure
    >>> validated = cross_validate(datasets.load("loan"), cart(), plain_folds(15, 5))
    >>> axes = plot_cross_validation(validated, ax=Figure().subplots())
    >>> [label.get_text() for label in axes.get_xticklabels()]
    ['Inf', '0']
    """
    rows = cp_table(validated)
    sizes = [len(leaves(row.tree)) for row in reversed(validated.rows)]
    choices = validated.best(), validated.one_standard_error()
    best, smallest = (sizes.index(len(leaves(choice.tree))) for choice in choices)
    errors = [row.cross_validated_error for row in rows]
    spreads = [row.standard_error for row in rows]
    ax = _wide_axes(len(rows)) if ax is None else ax
    curve = ax.errorbar(range(len(rows)), errors, spreads, fmt="o-", color=COLOURS[0], capsize=3, label="error ± SE")
    line = ax.axhline(errors[best] + spreads[best], linestyle="--", label="least error + SE", **HELP)
    mark = ax.scatter(best, errors[best], 80, color=COLOURS[5], label="least error", zorder=3)
    square: dict[str, Any] = {"marker": "s", "facecolor": "none", "edgecolor": "black", "linewidth": 1.5, "zorder": 3}
    frame = ax.scatter(smallest, errors[smallest], 200, label="smallest within one SE", **square)
    ax.legend(handles=[curve, line, mark, frame])
    style: dict[str, Any] = {
        "size": FONT_SIZE * min(1.0, size_of(ax)[0] / len(rows) / LABEL),
        "rotation": 90 if len(rows) > FEW else 0,
    }
    middles = [math.inf, *(math.sqrt(one.cp * other.cp) for one, other in pairwise(rows))]
    ax.set_xticks(range(len(rows)), [f"{middle:.2g}".replace("inf", "Inf") for middle in middles], **style)
    ax.set(xlabel="CP", ylabel="cross-validated relative error")
    above = ax.secondary_xaxis("top")
    above.set_xticks(range(len(rows)), [str(size) for size in sizes], **style)
    above.set_xlabel("leaves")
    return ax


def _wide_axes(places: int) -> Axes:
    """Return new axes with room for so many labels side by side."""
    return new_axes(max(6.4, 1.5 + places * LABEL / POINTS_PER_INCH), 4.8, layout="constrained")
