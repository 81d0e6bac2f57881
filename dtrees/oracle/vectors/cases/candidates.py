"""The candidate questions of one node, each with the rows of its children and its gain."""

from __future__ import annotations

from math import nextafter
from typing import Final

from dtrees.learners.c45 import c45
from dtrees.learners.cart import cart
from dtrees.learners.id3 import id3
from dtrees.oracle.vectors.build import grown, rows, table
from dtrees.oracle.vectors.case import Case

CUTS: Final = ("CART84 §2.4", "ZHOU16 eq. 4.7")
SETS: Final = ("CART84 §2.4.1",)
GAIN: Final = ("LIHANG2 eq. 5.9",)

CASES: Final = (
    Case(
        "candidates-thresholds",
        "Three values, two cuts, midway.",
        input=grown(rows("abb", x=[1, 2, 4]), cart()),
        flags=("size",),
        citations=CUTS,
    ),
    Case(
        "candidates-observed",
        "The threshold at the lower value: the same children.",
        input=grown(rows("abb", x=[1, 2, 4]), cart(numbers="observed")),
        flags=(),
        citations=("NOTE_D",),
    ),
    Case(
        "candidates-equal-values",
        "Values that stand often are cut between once; rows are in no order.",
        input=grown(rows("abab", x=[3, 1, 1, 2]), cart()),
        flags=("duplicate_rows", "size"),
        citations=CUTS,
    ),
    Case(
        "candidates-neighbours",
        "The midpoint rounds, and still parts them.",
        input=grown(rows("aab", x=[1 - 2**-53, 1, nextafter(1, 2)]), cart()),
        flags=("neighbours", "small_scale"),
        citations=CUTS,
    ),
    Case(
        "candidates-overflow",
        "The midpoint is finite, though the sum is not.",
        input=grown(rows("abb", x=[-1.7e308, 1.5e308, 1.7e308]), cart()),
        flags=("overflow",),
        citations=CUTS,
    ),
    Case(
        "candidates-small-scale",
        "Differences of 1e-12 are differences.",
        input=grown(rows("abab", x=[0, 1e-12, 2e-12, 5e-324]), cart()),
        flags=("small_scale", "float32"),
        citations=CUTS,
    ),
    Case(
        "candidates-constant",
        "A column of one value has no question.",
        input=grown(rows("ab", x=[5, 5], c="pp"), cart()),
        flags=("constant_column",),
        citations=CUTS,
    ),
    Case(
        "candidates-equals",
        "Is it this category? Also of two categories, where both questions part alike.",
        input=grown(rows("abba", c="rpqr", d="pppq"), cart(categories="equals")),
        flags=("every_category", "category_order"),
        citations=("LIHANG2 algorithm 5.6",),
    ),
    Case(
        "candidates-subset",
        "Three classes, four categories: seven pairs of sides.",
        input=grown(rows("abcc", c="pqrs"), cart(categories="subset")),
        flags=("subset",),
        citations=SETS,
    ),
    Case(
        "candidates-each",
        "One child a category, in the categories' order and not in that of the rows.",
        input=grown(rows("abba", c="rpqr"), id3()),
        flags=("category_order",),
        citations=GAIN,
    ),
    Case(
        "candidates-each-number",
        "ID3 takes numbers for categories.",
        input=grown(rows("abb", x=[2, 1, 2]), id3()),
        flags=(),
        citations=("QUINLAN86 §4",),
    ),
    Case(
        "candidates-min-leaf",
        "The outer cuts would leave a child of one row.",
        input=grown(rows("abab", x=[1, 2, 3, 4]), cart(min_leaf=2)),
        flags=("min_leaf",),
        citations=CUTS,
    ),
    Case(
        "candidates-weights",
        "The first row alone weighs enough, the last one does not.",
        input=grown(rows("aba", [2, 0.5, 1], x=[1, 2, 3]), cart(min_leaf=1.5)),
        flags=("weights", "min_leaf"),
        citations=CUTS,
    ),
    Case(
        "candidates-weight-zero",
        "The row at 2 is not there, so there is one cut, at 2.",
        input=grown(rows("aba", [1, 0, 1], x=[1, 2, 3]), cart()),
        flags=("weight_zero",),
        citations=CUTS,
    ),
    Case(
        "candidates-gain-ratio",
        "The intrinsic value of parts 1, 2 and 1 is 3/2.",
        input=grown(rows("abba", c="pqqr", x=[1, 1, 1, 2]), c45()),
        flags=("gain_ratio",),
        citations=("C45 §2.2", "ZHOU16 eq. 4.4"),
    ),
    Case(
        "candidates-loan",
        "The book's four features, with its gains unrounded.",
        input=grown(table("loan"), id3()),
        flags=("textbook",),
        citations=("LIHANG2 example 5.2",),
    ),
    Case(
        "candidates-regression",
        "The book's nine cuts; least squares.",
        input=grown(table("regression"), cart()),
        flags=("textbook",),
        citations=("LIHANG2 exercise 5.2",),
    ),
    Case(
        "candidates-far-off",
        "The gains are those of 1, 0, 3, 2.",
        input=grown(rows([100000001, 100000000, 100000003, 100000002], x=[0, 1, 2, 3]), cart()),
        flags=("uncentred",),
        citations=("CART84 §8.3",),
    ),
)
