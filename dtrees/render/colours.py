"""The colours of classes, a hue each, and of nodes, deeper the purer the node.  Pictures and DOT share them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from dtrees.errors import InvalidData
from dtrees.growing.costs import costs_of, decision
from dtrees.trees.outputs import OutputSummaries
from dtrees.trees.summary import ClassCounts, Moments
from dtrees.trees.tree import preorder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.data.dataset import Category
    from dtrees.growing.impurity import Impurity
    from dtrees.numbers.exact import Rational
    from dtrees.trees.tree import Tree

Colouring: TypeAlias = Callable[[Any], str]
"""A function from a node's summary to the colour of its box."""

COLOURS: Final = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
"""Okabe and Ito's colours, which the colour-blind tell apart."""

ENDS: Final = ("#00204D", "#FFEA46")
"""The blue and the yellow between which the colours of more classes lie."""

PLAIN: Final = "#4C7A9E"
"""The colour of nodes and points without a class."""

WHITE: Final = "#FFFFFF"

PALEST, DEEPEST = 0.04, 0.40
"""How much of its colour the most mixed node's box takes, and the purest node's: ink stays legible on both."""


def blend(one: str, other: str, share: float) -> str:
    """Return the colour that is *share* of *other* and the rest of *one*, each a text like ``#0072B2``.

    >>> blend("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(low + share * (high - low)):02X}" for low, high in pairs)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))


def class_colours(classes: Sequence[Category]) -> dict[Category, str]:
    """Return a colour for each class: one of `COLOURS`, or for more classes than these a step from blue to yellow.

    >>> class_colours(["no", "yes"])
    {'no': '#0072B2', 'yes': '#E69F00'}
    """
    if len(classes) <= len(COLOURS):
        return dict(zip(classes, COLOURS, strict=False))
    return {label: blend(*ENDS, code / (len(classes) - 1)) for code, label in enumerate(classes)}


def box_colours(tree: Tree, impurity: Impurity | None = None) -> Colouring:
    """Return a function that gives the colour of a node's box: that of the predicted class, paler the more mixed.

    The shade follows that class's share, from 1/K or less, the palest, to 1.  Where *impurity* is made of costs, the
    class predicted is that of least expected cost.  In a regression tree the shade follows the node's prediction, from
    the tree's least to its largest.  A node without rows is white.

    >>> from dtrees.trees.tree import Leaf
    >>> colour = box_colours(Leaf(ClassCounts((1, 1))))
    >>> colour(ClassCounts((3, 0))), colour(ClassCounts((2, 2)))
    ('#99C7E0', '#F5F9FC')
    """
    if isinstance(tree.summary, ClassCounts):
        return _by_purity(class_colours(tree.summary.classes), impurity)
    means = [
        number_of(node.summary)
        for node, _ in preorder(tree)
        if isinstance(node.summary, Moments) and node.summary.weight
    ]
    return _by_mean(min(means, default=0), max(means, default=0))


def number_of(summary: Moments) -> Rational:
    """Return the number that a node predicts, exactly; raises `InvalidData` where it has several outputs."""
    if isinstance(summary, OutputSummaries):
        message = "a tree of several outputs is not drawn: draw one of them, output_of(tree, 0)"
        raise InvalidData(message)
    return summary.predicted


def rim_colours(tree: Tree, impurity: Impurity | None = None) -> Colouring:
    """Return a function that gives the full colour of a node's predicted class, by least cost if *impurity* has costs.

    >>> from dtrees.trees.tree import Leaf
    >>> rim_colours(Leaf(ClassCounts((1, 1))))(ClassCounts((2, 3)))
    '#E69F00'
    """
    hues = class_colours(tree.summary.classes) if isinstance(tree.summary, ClassCounts) else {}
    return lambda summary: hues[predicted_class(summary, impurity)] if hues and summary.weight else PLAIN


def predicted_class(summary: ClassCounts, impurity: Impurity | None) -> Category:
    """Return the majority class, or where *impurity* is made of costs the one of least expected cost.

    >>> from dtrees.growing.costs import ExpectedCost
    >>> node = ClassCounts((3, 1))
    >>> predicted_class(node, None), predicted_class(node, ExpectedCost({(0, 1): 1, (1, 0): 5}))
    (0, 1)
    """
    label: Category = decision(summary, costs_of(impurity))
    return label


def _by_purity(hues: Mapping[Category, str], impurity: Impurity | None) -> Colouring:
    evenly = 1 / len(hues)

    def colour(summary: Any) -> str:
        if not summary.weight:
            return WHITE
        label = predicted_class(summary, impurity)
        share = float(summary.proportions[summary.classes.index(label)])
        return _tint(hues[label], max(0.0, (share - evenly) / (1 - evenly)) if len(hues) > 1 else 1.0)

    return colour


def _by_mean(least: Rational, largest: Rational) -> Colouring:
    def colour(summary: Any) -> str:
        level = (
            float((number_of(summary) - least) / Fraction(largest - least))
            if summary.weight and least < largest
            else 0.0
        )
        return _tint(PLAIN, level) if summary.weight else WHITE

    return colour


def _tint(colour: str, strength: float) -> str:
    return blend(WHITE, colour, PALEST + strength * (DEEPEST - PALEST))
