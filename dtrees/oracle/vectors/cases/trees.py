"""Whole trees, with the rows at each node and what they predict."""

from __future__ import annotations

from math import nextafter
from typing import Final

from dtrees.learners.c45 import c45
from dtrees.learners.cart import cart
from dtrees.learners.id3 import id3
from dtrees.learners.multiway import multiway_gini
from dtrees.oracle.vectors.build import grown, rows, table
from dtrees.oracle.vectors.case import Case

CART: Final = ("CART84 §2.4",)
ASKED: Final = [{"name": "c", "categories": ["p", "r"]}]

CASES: Final = (
    Case(
        "tree-loan-id3",
        "Three leaves, as the book draws it.",
        input=grown(table("loan"), id3()),
        flags=("textbook",),
        citations=("LIHANG2 example 5.3",),
    ),
    Case(
        "tree-loan-c45",
        "The same tree.",
        input=grown(table("loan"), c45()),
        flags=("textbook", "gain_ratio"),
        citations=("LIHANG2 algorithm 5.3",),
    ),
    Case(
        "tree-loan-cart",
        "The same rows, by questions of two answers.",
        input=grown(table("loan"), cart()),
        flags=("textbook",),
        citations=("LIHANG2 example 5.4",),
    ),
    Case(
        "tree-weather-id3",
        "Quinlan's tree.",
        input=grown(table("weather"), id3()),
        flags=("textbook",),
        citations=("QUINLAN86 figure 2",),
    ),
    Case(
        "tree-watermelon-id3",
        "Zhou's figure 4.4, less the branch of a category that no row has; some nodes have several optimal questions.",
        input=grown(table("watermelon2"), id3()),
        flags=("textbook", "tie"),
        citations=("ZHOU16 figure 4.4",),
    ),
    Case(
        "tree-watermelon-numbers",
        "The rows of Zhou's figure 4.8, numbers and categories, to two questions, by gain ratio.",
        input=grown(table("watermelon3"), c45(gate="none", max_depth=2)),
        flags=("textbook", "gain_ratio"),
        citations=("ZHOU16 §4.4.1",),
    ),
    Case(
        "tree-watermelon-gini",
        "The first two questions by Gini.",
        input=grown(table("watermelon2"), multiway_gini(max_depth=2)),
        flags=("textbook", "max_depth", "tie"),
        citations=("ZHOU16 §4.2.3", "NOTE_C"),
    ),
    Case(
        "tree-regression",
        "The book's least squares tree, with leaves of two or more.",
        input=grown(table("regression"), cart(min_leaf=2, max_depth=2)),
        flags=("textbook", "min_leaf"),
        citations=("LIHANG2 algorithm 5.5",),
    ),
    Case(
        "tree-exclusive-or",
        "The first question gains nothing, those below it all; either may come first.",
        input=grown(rows("abba", x=[0, 0, 1, 1], y=[0, 1, 0, 1]), cart()),
        flags=("zero_gain", "tie"),
        citations=CART,
    ),
    Case(
        "tree-zero-gain-stops",
        "A leaf, where a question must gain something; its classes tie.",
        input=grown(rows("abba", x=[0, 0, 1, 1], y=[0, 1, 0, 1]), cart(zero_gain="stop")),
        flags=("zero_gain", "lone_root", "majority_tie"),
        citations=CART,
    ),
    Case(
        "tree-contradictory-rows",
        "The two rows at 1 cannot be parted.",
        input=grown(rows("aabb", x=[0, 1, 1, 2]), cart()),
        flags=("contradictory_rows", "majority_tie", "tie"),
        citations=CART,
    ),
    Case(
        "tree-one-row",
        "A leaf.",
        input=grown(rows("a", x=[1]), cart()),
        flags=("one_row", "lone_root", "pure"),
        citations=CART,
    ),
    Case(
        "tree-one-class",
        "A leaf, though the rows differ.",
        input=grown(rows("aaa", x=[1, 2, 3]), cart()),
        flags=("pure", "lone_root"),
        citations=CART,
    ),
    Case(
        "tree-one-response",
        "A leaf, though no float sums 0.1 exactly.",
        input=grown(rows([100.1, 100.1, 100.1], x=[1, 2, 3]), cart()),
        flags=("pure", "lone_root", "uncentred"),
        citations=("CART84 §8.3",),
    ),
    Case(
        "tree-means",
        "Leaves predict means, here not whole.",
        input=grown(rows([0, 1, 1, 5, 6, 6], x=[1, 1, 1, 2, 2, 2]), cart()),
        flags=("contradictory_rows",),
        citations=("CART84 §8.3",),
    ),
    Case(
        "tree-far-off",
        "A response far from the others does not drown them.",
        input=grown(rows([1e8, 0, 1], x=[0, 1, 2]), cart()),
        flags=("uncentred",),
        citations=("CART84 §8.3",),
    ),
    Case(
        "tree-asked-again",
        "x is asked about three times on one path.",
        input=grown(rows("abab", x=[1, 2, 3, 4]), cart()),
        flags=("asked_again", "tie"),
        citations=CART,
    ),
    Case(
        "tree-last-feature",
        "One feature is left, and is asked.",
        input=grown(rows("ab", c="pq"), id3()),
        flags=(),
        citations=("LIHANG2 algorithm 5.2",),
    ),
    Case(
        "tree-siblings",
        "Both children of the root ask about d.",
        input=grown(rows("aabccd", c="pppqqq", d="ppqppq"), id3()),
        flags=("siblings",),
        citations=("LIHANG2 algorithm 5.2",),
    ),
    Case(
        "tree-max-depth-0",
        "The root has depth 0: a leaf.",
        input=grown(rows("abb", x=[1, 2, 3]), cart(max_depth=0)),
        flags=("max_depth", "lone_root"),
        citations=CART,
    ),
    Case(
        "tree-max-depth-1",
        "One question.",
        input=grown(rows("aabbac", x=[1, 2, 3, 4, 5, 6]), cart(max_depth=1)),
        flags=("max_depth",),
        citations=CART,
    ),
    Case(
        "tree-min-gain",
        "The root's gain is the limit, exactly; the left child's is less.",
        input=grown(rows("aaabbbbb", x=[1, 1, 2, 2, 3, 3, 3, 3]), cart(min_gain=0.28125)),
        flags=("min_gain",),
        citations=("LIHANG2 algorithm 5.2",),
    ),
    Case(
        "tree-min-split",
        "A node of weight 2 is a leaf.",
        input=grown(rows("aabab", x=[1, 2, 3, 4, 5]), cart(min_split=3)),
        flags=("min_split", "majority_tie", "tie"),
        citations=CART,
    ),
    Case(
        "tree-weights",
        "The rows by weight: the heavy row is its own majority.",
        input=grown(rows("abbb", [5, 1, 1, 1], x=[1, 1, 2, 3]), cart(max_depth=1)),
        flags=("weights", "contradictory_rows"),
        citations=CART,
    ),
    Case(
        "tree-neighbours",
        "Three neighbouring float64 values, each its own leaf.",
        input=grown(rows("abc", x=[1, nextafter(1, 2), nextafter(nextafter(1, 2), 2)]), cart()),
        flags=("neighbours", "float32", "small_scale", "tie"),
        citations=CART,
    ),
    Case(
        "tree-overflow",
        "Each value its own leaf; no child is empty.",
        input=grown(rows("aba", x=[1.5e308, 1.6e308, 1.7e308]), cart()),
        flags=("overflow", "tie"),
        citations=CART,
    ),
    Case(
        "tree-at-the-cut",
        "Thresholds at observed values: the value itself goes to the first child.",
        input=grown(rows("aabb", x=[1, 2, 3, 4]), cart(numbers="observed")),
        flags=("at_the_cut",),
        citations=("NOTE_D",),
    ),
    Case(
        "tree-unsorted",
        "The rows are in no order.",
        input=grown(rows("babb", x=[4, 1, 3, 2], c="rqrp"), cart()),
        flags=(),
        citations=CART,
    ),
    Case(
        "tree-unseen-stop",
        "r has no child: the root speaks, and says a.",
        input=grown(rows("aabbbaa", c="ppqqqqq"), id3(), ask=ASKED, unseen="stop"),
        flags=("unseen", "contradictory_rows"),
        citations=("NOTE_D",),
    ),
    Case(
        "tree-unseen-largest",
        "r has no child: it goes to the heavier one, q, which says b where the root says a.",
        input=grown(rows("aabbbaa", c="ppqqqqq"), id3(), ask=ASKED, unseen="largest"),
        flags=("unseen", "contradictory_rows"),
        citations=("NOTE_D",),
    ),
    Case(
        "tree-categories-out-of-order",
        "q stands first in the rows, p first among the categories.",
        input=grown(rows("abab", c="qpqp"), id3()),
        flags=("category_order",),
        citations=("LIHANG2 algorithm 5.2",),
    ),
    Case(
        "tree-subset",
        "One question about a set of categories.",
        input=grown(rows("aabb", c="psqr"), cart(categories="subset")),
        flags=("subset",),
        citations=("CART84 §2.4.1",),
    ),
)
