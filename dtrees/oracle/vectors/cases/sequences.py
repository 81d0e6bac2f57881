"""The whole pruning sequence, and T(alpha) at, between and beyond its alphas."""

from __future__ import annotations

from typing import Final

from dtrees.datasets import load
from dtrees.growing import grow
from dtrees.learners.cart import cart
from dtrees.learners.id3 import id3
from dtrees.oracle.vectors.build import cut, each, leaf, mean, sequenced
from dtrees.oracle.vectors.case import Case
from dtrees.oracle.vectors.cases.weakest_links import ROUNDED

SEQUENCE: Final = ("CART84 §3.3", "CART84 theorem 3.10")
TIED: Final = cut(2, cut(1, leaf(3, 0), leaf(0, 1)), cut(3, leaf(1, 0), leaf(0, 5)))
LINE: Final = each(cut(1, leaf(3, 0, 0), leaf(0, 1, 0)), leaf(0, 0, 1))

CASES: Final = (
    Case(
        "sequence-three-members",
        "One link a round, without ties.",
        input=sequenced(cut(2, cut(1, leaf(3, 0), leaf(0, 1)), cut(3, leaf(2, 0), leaf(0, 9))), "misclassification"),
        flags=("interval",),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-alpha-zero",
        "A branch that saves nothing is cut in T(0); the whole tree is no member.",
        input=sequenced(cut(2, cut(1, leaf(3, 0), leaf(2, 1)), leaf(0, 4)), "misclassification"),
        flags=("alpha_zero",),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-root-at-zero",
        "Nothing is saved at all: the root is the one member.",
        input=sequenced(cut(1, leaf(3, 0), leaf(2, 1)), "misclassification"),
        flags=("alpha_zero", "lone_root"),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-leaf",
        "A leaf is its own sequence.",
        input=sequenced(leaf(3, 1), "gini"),
        flags=("lone_root",),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-tied",
        "Both sons are cut in one round.",
        input=sequenced(TIED, "misclassification"),
        flags=("tied_links", "equal_alphas_apart"),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-tied-one-at-a-time",
        "The same tree, a link a round: either son may be the first.",
        input=sequenced(TIED, "misclassification", ties="one_at_a_time"),
        flags=("tied_links", "one_at_a_time"),
        citations=("NOTE_A", "NOTE_D"),
    ),
    Case(
        "sequence-tied-in-line",
        "The root ties with its son: one round.",
        input=sequenced(LINE, "misclassification"),
        flags=("tied_links", "link_below"),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-tied-in-line-one-at-a-time",
        "The root takes its son along, or the son goes first.",
        input=sequenced(LINE, "misclassification", ties="one_at_a_time"),
        flags=("tied_links", "link_below", "one_at_a_time"),
        citations=("NOTE_A",),
    ),
    Case(
        "sequence-zero-one-at-a-time",
        "The sequence begins with the tree itself, though T(0) is smaller.",
        input=sequenced(cut(2, cut(1, leaf(3, 0), leaf(2, 1)), leaf(0, 4)), "misclassification", ties="one_at_a_time"),
        flags=("alpha_zero", "one_at_a_time"),
        citations=("NOTE_D",),
    ),
    Case(
        "sequence-rounding",
        "Two links at 1/18, whose floats differ.",
        input=sequenced(grow(ROUNDED, cart()), "gini", "proportion"),
        flags=("tied_links", "float_tie", "link_below"),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-upper-link",
        "The root goes before the branch below it would.",
        input=sequenced(cut(2, cut(1, leaf(4, 0), leaf(0, 4)), leaf(4, 1)), "gini"),
        flags=("upper_link_first",),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-middle-link",
        "The weakest link takes a branch along that would stay longer by itself.",
        input=sequenced(
            cut(4, cut(3, cut(2, cut(1, leaf(2, 0), leaf(0, 2)), leaf(2, 0)), leaf(3, 1)), leaf(0, 9)), "gini"
        ),
        flags=("upper_link_first", "alphas_rise"),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-alphas-rise",
        "g(root) rises once the branch below is cut: the root of the whole tree's g would go too early.",
        input=sequenced(cut(2, cut(1, leaf(5, 0), leaf(4, 1)), leaf(0, 6)), "gini"),
        flags=("alphas_rise", "interval"),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-deep",
        "The first cuts are three and two questions below the root.",
        input=sequenced(
            cut(4, leaf(9, 0), cut(5, leaf(0, 7), cut(6, leaf(8, 0), cut(7, leaf(5, 1), leaf(4, 2))))), "gini"
        ),
        flags=("link_deep",),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-three-children",
        "Leaves less one: 2 for three children.",
        input=sequenced(
            each(cut(1, leaf(2, 0), leaf(0, 3)), each(leaf(2, 0), leaf(0, 1), leaf(1, 1)), leaf(0, 7)), "gini"
        ),
        flags=("leaves_less_one",),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-root-scale",
        "Alphas as shares of the root's risk: rpart's CP.",
        input=sequenced(cut(2, cut(1, leaf(3, 0), leaf(0, 1)), cut(3, leaf(2, 0), leaf(0, 9))), "gini", "root"),
        flags=("units",),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-entropy",
        "Alphas are sums of logarithms.",
        input=sequenced(cut(2, cut(1, leaf(3, 0), leaf(1, 2)), leaf(0, 4)), "entropy"),
        flags=("risk",),
        citations=SEQUENCE,
    ),
    Case(
        "sequence-numbers",
        "Sums of squares, each response alone.",
        input=sequenced(cut(2, cut(1, mean(0), mean(2)), cut(3, mean(6), mean(7))), "squared_error"),
        flags=(),
        citations=("CART84 §8.5",),
    ),
    Case(
        "sequence-loan",
        "ID3's tree of the book, by errors.",
        input=sequenced(grow(load("loan"), id3()), "misclassification"),
        flags=("textbook", "risk"),
        citations=("LIHANG2 §5.5.2",),
    ),
)
