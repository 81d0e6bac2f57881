"""The charts of growing and predicting: the impurities of two classes, importances, and the ROC curve."""

from __future__ import annotations

from typing import Final

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData, shown
from dtrees.growing.impurity import entropy, gini, misclassification
from dtrees.predicting.importances import importances
from dtrees.render.canvas import Axes, new_axes
from dtrees.render.colours import COLOURS
from dtrees.render.fonts import families
from dtrees.selection.metrics import auc, roc_curve
from dtrees.trees.missing_answers import features_asked
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Tree, branches

STEPS: Final = 200
"""An impurity is drawn at p = 0, 1/200, ..., 1."""


@checked
def plot_impurities(*, ax: Axes | None = None) -> Axes:
    """Return axes with the impurities of two classes as functions of p, the share of the second.

    The Gini index 2 p (1 - p), the misclassification error min(p, 1 - p), and half the entropy in bits, so that all
    three meet at (1/2, 1/2)      [ESL2 figure 9.3]

    Raises `Unsupported` where matplotlib is not installed.

    >>> from matplotlib.figure import Figure
    >>> [line.get_label() for line in plot_impurities(ax=Figure().subplots()).lines]
    ['Entropy / 2', 'Gini index', 'Misclassification error']
    """
    ax = new_axes(6.4, 4.0, layout="constrained") if ax is None else ax
    shares = [share / STEPS for share in range(STEPS + 1)]
    nodes = [ClassCounts((STEPS - share, share)) for share in range(STEPS + 1)]
    for label, heights, style, colour in (
        ("Entropy / 2", [entropy(node) / 2 for node in nodes], "-", COLOURS[0]),
        ("Gini index", [gini(node) for node in nodes], "--", COLOURS[1]),
        ("Misclassification error", [misclassification(node) for node in nodes], "-.", COLOURS[2]),
    ):
        ax.plot(shares, [float(height) for height in heights], style, color=colour, label=label)
    ax.set(xlabel="p", xlim=(0, 1), ylim=(0, 0.55))
    ax.legend(loc="lower center")
    return ax


@checked
def plot_importances(tree: Tree, *, ax: Axes | None = None) -> Axes:
    """Return axes with a bar for the importance of each feature that *tree* asks about, the largest at the top.

    It is the feature's share of the whole decrease of impurity, from `importances` with its default impurity and
    without surrogates.
    Raises `InvalidData` for a lone root, which asks nothing, and `Unsupported` where matplotlib is not installed.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> from matplotlib.figure import Figure
    >>> axes = plot_importances(grow(datasets.load("loan"), cart()), ax=Figure().subplots())
    >>> [label.get_text() for label in axes.get_yticklabels()], [f"{bar.get_width():.2f}" for bar in axes.patches]
    (['has_job', 'owns_house'], ['0.56', '0.44'])
    """
    asked = {node.question.feature for node in branches(tree)}
    if not asked:
        message = "a lone root asks about no feature: there is nothing to draw"
        raise InvalidData(message)
    all_asked = dict.fromkeys(name for node in branches(tree) for name in features_asked(node.question))
    shares = {name: float(share) for name, share in importances(tree, all_asked).items() if name in asked}
    names = sorted(shares, key=shares.__getitem__, reverse=True)
    ax = new_axes(6.4, 1.0 + 0.3 * len(names), layout="constrained") if ax is None else ax
    bars = ax.barh(range(len(names)), [shares[name] for name in names], color=COLOURS[0])
    ax.bar_label(bars, fmt="%.3g", padding=3)
    ax.set_yticks(range(len(names)), labels=list(map(shown, names)), parse_math=False, family=families("".join(names)))
    ax.invert_yaxis()
    ax.margins(x=0.12)
    ax.set_xlabel("share of the decrease of impurity")
    return ax


@checked
def plot_roc(tree: Tree, data: Dataset, *, ax: Axes | None = None) -> Axes:
    """Return axes with the ROC curve of *tree* on the rows of *data*, and the area under it.

    Each corner belongs to one predicted share of the first class as the threshold, and each straight piece to the rows
    of one share; the diagonal is chance.  Raises `InvalidData` as `roc_curve` does, and `Unsupported` where matplotlib
    is not installed.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.growing.cart import cart
    >>> from matplotlib.figure import Figure
    >>> loan = datasets.load("loan")
    >>> axes = plot_roc(grow(loan, cart(max_depth=1)), loan, ax=Figure().subplots())
    >>> axes.lines[1].get_label(), len(axes.lines[1].get_xdata())
    ('area 0.833', 3)
    """
    corners = [(float(false), float(true)) for false, true in roc_curve(tree, data)]
    ax = new_axes(4.8, 4.8, layout="constrained") if ax is None else ax
    ax.plot((0, 1), (0, 1), "--", color="gray", linewidth=0.8)
    label = f"area {auc(tree, data):.3g}"
    ax.plot(*zip(*corners, strict=True), "o-", color=COLOURS[0], markersize=4, label=label, clip_on=False)
    first = tree.summary.classes[0] if isinstance(tree.summary, ClassCounts) else ""
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="false positive rate", aspect="equal")
    label = shown(f"true positive rate: of {first}, the share found")
    ax.set_ylabel(label, parse_math=False, family=families(label))
    ax.legend(loc="lower right")
    return ax
