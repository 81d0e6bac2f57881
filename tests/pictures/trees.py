"""The trees that the pictures are tried on."""

from __future__ import annotations

import numpy as np

import dtrees as dt
from dtrees import datasets
from dtrees.trees.summary import total


def tree_of_sixty() -> dt.Tree:
    """Return a tree of 60 leaves: along the line no neighbours are of one class, so that each needs its own."""
    steps = np.random.default_rng(0).integers(1, 4, size=60)
    labels = [f"class {code}" for code in np.cumsum(steps) % 4]
    tree = dt.grow(dt.classification_data({"position": np.arange(60) / 8}, labels), dt.cart())
    assert len(dt.leaves(tree)) == 60
    return tree


def chain(depth: int) -> dt.Tree:
    """Return the tree that cuts off a leaf at each of so many questions."""
    parts = [dt.Leaf(dt.ClassCounts(counts, ("a", "b"))) for counts in ((1, 0), (0, 1))]
    tree: dt.Tree = parts[0]
    for level in range(depth):
        leaf = parts[level % 2]
        tree = dt.Branch(total((tree.summary, leaf.summary)), dt.Threshold("x", depth - level), (leaf, tree))
    return tree


def odd_tree() -> dt.Tree:
    """Return a tree whose names hold mathematics, underscores, and long texts, and a set of many categories."""
    classes = ("_hidden$x^2$", "a class with a name of more than one line of text", r"back\slash")
    one, other = dt.Leaf(dt.ClassCounts((1, 0, 3.5), classes)), dt.Leaf(dt.ClassCounts((1, 12, 0), classes))
    asked = dt.OneOf("a_feature_name_without_any_space_to_break", [f"category {letter}" for letter in "abcdefgh"])
    lower = dt.Branch(total((one.summary, other.summary)), asked, (one, other))
    return dt.Branch(total((lower.summary, lower.summary)), dt.Equals("cost in $", "$1 to $2"), (lower, lower))


def many_classes() -> dt.Tree:
    """Return a tree of 26 classes with a child for each of 26 values."""
    letters = [chr(ord("a") + place) for place in range(26)]
    return dt.grow(dt.classification_data({"letter": letters}, letters), dt.id3())


REGRESSION = datasets.load("regression")
REGRESSION_TREE = dt.grow(REGRESSION, dt.cart(max_depth=3))

TREES = {
    "sixty": tree_of_sixty(),
    "chain": chain(40),
    "loan": dt.grow(datasets.load("loan"), dt.id3()),
    "weather": dt.grow(datasets.load("weather"), dt.c45()),
    "watermelon": dt.grow(datasets.load("watermelon2"), dt.id3()),
    "iris": dt.grow(datasets.load("iris"), dt.cart()),
    "regression": REGRESSION_TREE,
    "odd": odd_tree(),
    "many": many_classes(),
    "root": dt.Leaf(dt.ClassCounts((3, 1), ("yes", "no"))),
    "number": dt.Leaf(dt.Moments.of([2, 2])),
}
