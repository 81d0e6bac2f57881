"""The smallest g(t), every branch that has it, and what is left when these are cut."""

from __future__ import annotations

from typing import Final

from dtrees.constructors import classification_data
from dtrees.datasets import load
from dtrees.growing import grow
from dtrees.learners.cart import cart
from dtrees.oracle.vectors.build import cut, each, leaf, mean, pruned
from dtrees.oracle.vectors.case import Case

LINKS: Final = ("CART84 §3.3", "LIHANG2 algorithm 5.7")
ROUNDED: Final = classification_data({"x": [0, 0, 1, 2, 2, 2]}, list("baacab"))

CASES: Final = (
    Case(
        "links-one",
        "The left branch saves 1, the right one 2.",
        input=pruned(cut(2, cut(1, leaf(3, 0), leaf(0, 1)), cut(3, leaf(2, 0), leaf(0, 5))), "misclassification"),
        flags=(),
        citations=LINKS,
    ),
    Case(
        "links-apart",
        "Both sons save 1: both are cut.",
        input=pruned(cut(2, cut(1, leaf(3, 0), leaf(0, 1)), cut(3, leaf(1, 0), leaf(0, 5))), "misclassification"),
        flags=("tied_links", "equal_alphas_apart"),
        citations=LINKS,
    ),
    Case(
        "links-different-sums",
        "2 over 2 leaves and 1 over 1: equal, of different sums.",
        input=pruned(
            cut(3, cut(2, cut(1, leaf(4, 0), leaf(0, 1)), leaf(0, 1)), cut(4, leaf(1, 0), leaf(0, 8))),
            "misclassification",
        ),
        flags=("tied_links", "equal_alphas_apart", "link_below"),
        citations=LINKS,
    ),
    Case(
        "links-rounding",
        "Both are 1/3 in counts; floats part them.",
        input=pruned(grow(ROUNDED, cart()), "gini", "proportion"),
        flags=("tied_links", "float_tie", "link_below"),
        citations=LINKS,
    ),
    Case(
        "links-son",
        "The son saves less a leaf than the root.",
        input=pruned(cut(2, cut(1, leaf(4, 0), leaf(0, 1)), leaf(0, 3)), "gini"),
        flags=(),
        citations=LINKS,
    ),
    Case(
        "links-parent-and-son",
        "Errors: the son saves 1, the root 2 over two leaves.",
        input=pruned(each(cut(1, leaf(3, 0, 0), leaf(0, 1, 0)), leaf(0, 0, 1)), "misclassification"),
        flags=("link_below", "tied_links"),
        citations=LINKS,
    ),
    Case(
        "links-root",
        "The branch below saves more a leaf than the root does.",
        input=pruned(cut(2, cut(1, leaf(4, 0), leaf(0, 4)), leaf(4, 1)), "gini"),
        flags=("upper_link_first",),
        citations=LINKS,
    ),
    Case(
        "links-middle",
        "The weakest link is neither the root nor above leaves alone.",
        input=pruned(
            cut(4, cut(3, cut(2, cut(1, leaf(2, 0), leaf(0, 2)), leaf(2, 0)), leaf(3, 1)), leaf(0, 9)), "gini"
        ),
        flags=("upper_link_first",),
        citations=LINKS,
    ),
    Case(
        "links-deep",
        "The weakest link lies three questions below the root.",
        input=pruned(
            cut(4, leaf(9, 0), cut(5, leaf(0, 7), cut(6, leaf(8, 0), cut(7, leaf(5, 1), leaf(4, 2))))), "gini"
        ),
        flags=("link_deep",),
        citations=LINKS,
    ),
    Case(
        "links-zero",
        "A branch that saves nothing is the weakest.",
        input=pruned(cut(2, cut(1, leaf(3, 0), leaf(2, 1)), leaf(0, 4)), "misclassification"),
        flags=("alpha_zero",),
        citations=LINKS,
    ),
    Case(
        "links-size",
        "2 over three leaves less one is 1 over two leaves less one.",
        input=pruned(
            cut(2, each(leaf(3, 0, 0), leaf(0, 1, 0), leaf(0, 0, 1)), cut(3, leaf(1, 0, 0), leaf(0, 6, 0))),
            "misclassification",
        ),
        flags=("leaves_less_one", "tied_links"),
        citations=LINKS,
    ),
    Case(
        "links-node",
        "In counts the left branch is weakest, over N(t) the middle one.",
        input=pruned(
            each(cut(1, leaf(1, 0), leaf(0, 1)), cut(3, leaf(15, 0), leaf(4, 3)), leaf(0, 20)), "gini", "node"
        ),
        flags=("units",),
        citations=("NOTE_D",),
    ),
    Case(
        "links-numbers",
        "Sums of squares.",
        input=pruned(cut(2, cut(1, mean(0), mean(1)), cut(3, mean(5, 5), mean(7))), "squared_error"),
        flags=(),
        citations=("CART84 §8.5",),
    ),
    Case(
        "links-loan",
        "CART's tree of the book.",
        input=pruned(grow(load("loan"), cart()), "gini"),
        flags=("textbook",),
        citations=LINKS,
    ),
)
