"""g(t) of every branch of a tree."""

from __future__ import annotations

from typing import Final

from dtrees.datasets import load
from dtrees.growing import grow
from dtrees.learners.id3 import id3
from dtrees.oracle.vectors.build import cut, each, leaf, mean, pruned
from dtrees.oracle.vectors.case import Case

G: Final = ("CART84 §3.3",)
TREE: Final = cut(2, cut(1, leaf(3, 0), leaf(1, 4)), cut(3, leaf(0, 5), leaf(2, 1)))

CASES: Final = (
    Case(
        "alpha-loan",
        "ID3's tree of the book, pruned by its Gini index.",
        input=pruned(grow(load("loan"), id3()), "gini"),
        flags=("textbook", "risk"),
        citations=("LIHANG2 §5.5.2", *G),
    ),
    Case(
        "alpha-errors", "The unit is an error a leaf.", input=pruned(TREE, "misclassification"), flags=(), citations=G
    ),
    Case(
        "alpha-gini",
        "The same tree by Gini.",
        input=pruned(TREE, "gini"),
        flags=("size",),
        citations=("NOTE_A", *G),
    ),
    Case("alpha-entropy", "In bits times rows.", input=pruned(TREE, "entropy"), flags=("size",), citations=G),
    Case(
        "alpha-proportion",
        "As shares of the rows: the counts over N(root).",
        input=pruned(TREE, "gini", "proportion"),
        flags=("units",),
        citations=("CART84 §3.2",),
    ),
    Case(
        "alpha-root",
        "As shares of the root's risk: rpart's CP.",
        input=pruned(TREE, "misclassification", "root"),
        flags=("units",),
        citations=G,
    ),
    Case(
        "alpha-node",
        "Over N(t): the unit changes from node to node.",
        input=pruned(TREE, "gini", "node"),
        flags=("units",),
        citations=("NOTE_D",),
    ),
    Case(
        "alpha-three-children",
        "Three leaves: what is saved is divided by 2.",
        input=pruned(each(leaf(2, 0), leaf(0, 2), leaf(1, 1)), "gini"),
        flags=("leaves_less_one",),
        citations=G,
    ),
    Case(
        "alpha-zero",
        "Both leaves have the majority of the root: nothing is saved.",
        input=pruned(cut(1, leaf(3, 0), leaf(2, 1)), "misclassification"),
        flags=("alpha_zero",),
        citations=G,
    ),
    Case(
        "alpha-numbers",
        "Residual sums of squares.",
        input=pruned(cut(2, cut(1, mean(0, 1), mean(3)), mean(8, 9)), "squared_error"),
        flags=("size",),
        citations=("CART84 §8.5",),
    ),
    Case(
        "alpha-far-off",
        "9/2, the sum of squares of two responses 3 apart.",
        input=pruned(cut(1, mean(100000000), mean(100000003)), "squared_error"),
        flags=("uncentred",),
        citations=("CART84 §8.5",),
    ),
)
