"""The optimal questions of one node: a set, the canonical one first."""

from __future__ import annotations

from fractions import Fraction
from math import nextafter
from typing import Final

from dtrees.impurity import entropy, misclassification
from dtrees.learners.c45 import c45
from dtrees.learners.cart import cart
from dtrees.learners.id3 import id3
from dtrees.learners.multiway import multiway_gini
from dtrees.oracle.vectors.build import grown, rows, table
from dtrees.oracle.vectors.case import Case

CART: Final = ("CART84 §2.4",)
RATIO: Final = ("C45 §2.2",)
SETS: Final = ("CART84 §4.2.2",)

CASES: Final = (
    Case(
        "splits-tie-two-features",
        "Both part the rows alike.",
        input=grown(rows("abb", x=[1, 2, 3], y=[5, 6, 7]), cart()),
        flags=("tie",),
        citations=CART,
    ),
    Case(
        "splits-tie-two-cuts",
        "Different parts, equal gains, whatever the order of the rows.",
        input=grown(rows("aba", x=[3, 2, 1]), cart()),
        flags=("tie",),
        citations=CART,
    ),
    Case(
        "splits-tie-heavier-row",
        "Weighted rows, in no order, and equal gains.",
        input=grown(rows("aba", [2, 1, 2], x=[3, 2, 1]), cart()),
        flags=("tie", "weights"),
        citations=CART,
    ),
    Case(
        "splits-float-tie-gini",
        "Two cuts of equal gain, whose floats differ.",
        input=grown(rows("ccacacbc", x=[1, 2, 3, 4, 5, 6, 7, 8]), cart()),
        flags=("tie", "float_tie"),
        citations=CART,
    ),
    Case(
        "splits-float-tie-entropy",
        "Two cuts of equal gain by entropy, whose floats differ.",
        input=grown(rows("baccccbb", x=[1, 2, 3, 4, 5, 6, 7, 8]), cart(impurity=entropy)),
        flags=("tie", "float_tie"),
        citations=CART,
    ),
    Case(
        "splits-near-tie",
        "2.5 gains more than 0.5, by 2.2e-33.",
        input=grown(rows([0.4, 0.5, 0.8, 0.5, 0.8], x=[0, 1, 1, 2, 3]), cart()),
        flags=("near_tie",),
        citations=("CART84 §8.3",),
    ),
    Case(
        "splits-decimal-tie",
        "Decimals: 1.5 and 2.5 gain the same, which no program of float64 sees.",
        input=grown(rows([Fraction(1, 10), Fraction(1, 5), Fraction(3, 10)], x=[1, 2, 3]), cart()),
        flags=("tie", "float_tie"),
        citations=("CART84 §8.3",),
    ),
    Case(
        "splits-size",
        "A pure child of one row does not outweigh a child of two.",
        input=grown(rows("ababbb", x=[1, 2, 3, 4, 5, 6]), cart()),
        flags=("size", "every_cut"),
        citations=CART,
    ),
    Case(
        "splits-size-numbers",
        "Neither the mean of the children's impurities, nor their sums of squares times their sizes.",
        input=grown(rows([4, 2, 9, 7, 0, 7], x=[1, 2, 3, 4, 5, 6]), cart()),
        flags=("size",),
        citations=("CART84 §8.3",),
    ),
    Case(
        "splits-outer-cut",
        "The step is after the second of ten values.",
        input=grown(rows("aabbbbbbbb", x=list(range(10))), cart()),
        flags=("every_cut",),
        citations=CART,
    ),
    Case(
        "splits-last-category",
        "The third category is the one to ask for.",
        input=grown(rows("aaaabb", c="ppqqrr"), cart()),
        flags=("every_category",),
        citations=("LIHANG2 algorithm 5.6",),
    ),
    Case(
        "splits-first-of-two",
        "The last candidate is not the best.",
        input=grown(rows("aabb", x=[1, 2, 3, 4], y=[1, 2, 1, 2]), cart()),
        flags=("every_cut",),
        citations=CART,
    ),
    Case(
        "splits-loan-id3",
        "Owning a house.",
        input=grown(table("loan"), id3()),
        flags=("textbook",),
        citations=("LIHANG2 example 5.2",),
    ),
    Case(
        "splits-loan-cart",
        "Owning a house, by Gini; yes or no, the question is the same.",
        input=grown(table("loan"), cart()),
        flags=("textbook", "tie"),
        citations=("LIHANG2 example 5.4",),
    ),
    Case(
        "splits-loan-c45",
        "Owning a house, by gain ratio.",
        input=grown(table("loan"), c45()),
        flags=("textbook", "gain_ratio", "gate"),
        citations=("LIHANG2 algorithm 5.3",),
    ),
    Case(
        "splits-watermelon-id3",
        "The texture.",
        input=grown(table("watermelon2"), id3()),
        flags=("textbook",),
        citations=("ZHOU16 §4.2.1",),
    ),
    Case(
        "splits-watermelon-gini",
        "The texture, by Gini.",
        input=grown(table("watermelon2"), multiway_gini()),
        flags=("textbook",),
        citations=("ZHOU16 §4.2.3", "NOTE_C"),
    ),
    Case(
        "splits-weather-id3",
        "The outlook.",
        input=grown(table("weather"), id3()),
        flags=("textbook",),
        citations=("QUINLAN86 §4",),
    ),
    Case(
        "splits-regression",
        "The cut at 5.5.",
        input=grown(table("regression"), cart()),
        flags=("textbook",),
        citations=("LIHANG2 exercise 5.2",),
    ),
    Case(
        "splits-identifier-id3",
        "The gain falls for the identifier.",
        input=grown(rows("aabbba", number="pqrstu", c="ppqqqq"), id3()),
        flags=("identifier",),
        citations=("ZHOU16 §4.2.2",),
    ),
    Case(
        "splits-identifier-c45",
        "The gain ratio does not.",
        input=grown(rows("aabbba", number="pqrstu", c="ppqqqq"), c45(gate="none")),
        flags=("identifier", "gain_ratio"),
        citations=("C45 §2.2", "ZHOU16 §4.2.2"),
    ),
    Case(
        "splits-gate",
        "One feature has the larger ratio, but less than the average gain.",
        input=grown(rows("abbabbbb", c="qprrrrqq", d="pppppqpp"), c45()),
        flags=("gate", "gain_ratio"),
        citations=RATIO,
    ),
    Case(
        "splits-gate-none",
        "The same rows without the gate.",
        input=grown(rows("abbabbbb", c="qprrrrqq", d="pppppqpp"), c45(gate="none")),
        flags=("gate", "gain_ratio"),
        citations=("LIHANG2 algorithm 5.3",),
    ),
    Case(
        "splits-gate-average",
        "All gains are equal: all reach the average.",
        input=grown(rows("aabb", c="ppqq", d="qqpp"), c45()),
        flags=("gate", "tie"),
        citations=RATIO,
    ),
    Case(
        "splits-gate-above",
        "All gains are equal: none is above the average.",
        input=grown(rows("aabb", c="ppqq", d="qqpp"), c45(gate="above")),
        flags=("gate",),
        citations=("NOTE_D",),
    ),
    Case(
        "splits-ratio-of-best-cut",
        "A numeric feature is represented by its cut of largest gain, not of largest ratio.",
        input=grown(rows("bbabaaa", x=[1, 2, 3, 4, 5, 6, 7]), c45()),
        flags=("gain_ratio",),
        citations=("QUINLAN96 §2", "ZHOU16 eq. 4.8"),
    ),
    Case(
        "splits-constant",
        "A constant column is no candidate, though its 0 over 0 is tempting.",
        input=grown(rows("abab", c="pppp", d="pqqp"), c45()),
        flags=("constant_column", "zero_gain"),
        citations=RATIO,
    ),
    Case(
        "splits-nothing-to-ask",
        "Equal rows of different classes.",
        input=grown(rows("ab", x=[1, 1], c="pp"), cart()),
        flags=("contradictory_rows", "constant_column"),
        citations=CART,
    ),
    Case(
        "splits-exclusive-or",
        "No question gains anything, and each may be asked.",
        input=grown(rows("abba", x=[0, 0, 1, 1], y=[0, 1, 0, 1]), cart()),
        flags=("zero_gain", "tie"),
        citations=CART,
    ),
    Case(
        "splits-zero-gain-stops",
        "The same rows, where a question must gain something.",
        input=grown(rows("abba", x=[0, 0, 1, 1], y=[0, 1, 0, 1]), cart(zero_gain="stop")),
        flags=("zero_gain",),
        citations=CART,
    ),
    Case(
        "splits-min-gain-reached",
        "The gain is the limit, exactly.",
        input=grown(rows("aabb", x=[1, 2, 3, 4]), cart(min_gain=0.5)),
        flags=("min_gain",),
        citations=("LIHANG2 algorithm 5.2",),
    ),
    Case(
        "splits-min-gain-missed",
        "The gain times the rows would reach the limit, and is not meant.",
        input=grown(rows("aabb", x=[1, 2, 1, 2], y=[1, 1, 1, 2]), cart(min_gain=0.25)),
        flags=("min_gain",),
        citations=("LIHANG2 algorithm 5.2",),
    ),
    Case(
        "splits-min-leaf",
        "The best cuts leave one row alone; two others tie.",
        input=grown(rows("abbbba", x=[1, 2, 3, 4, 5, 6]), cart(min_leaf=2)),
        flags=("min_leaf", "tie"),
        citations=("CART84 §2.4",),
    ),
    Case(
        "splits-min-leaf-weights",
        "The first row alone weighs enough, the last one does not.",
        input=grown(rows("abbba", [3, 1, 1, 1, 1], x=[1, 2, 3, 4, 5]), cart(min_leaf=3)),
        flags=("min_leaf", "weights"),
        citations=("CART84 §2.4",),
    ),
    Case(
        "splits-weights",
        "The best cut by weight is not the best one by rows.",
        input=grown(rows("baabb", [5, 1, 5, 2, 2], x=[1, 2, 3, 4, 5]), cart()),
        flags=("weights",),
        citations=CART,
    ),
    Case(
        "splits-weight-zero",
        "The fourth row is not there; the cut lies midway between those beside it.",
        input=grown(rows("bbbba", [1, 1, 1, 0, 1], x=[1, 2, 3, 4, 5]), cart()),
        flags=("weight_zero",),
        citations=CART,
    ),
    Case(
        "splits-subset",
        "The best set is the first and the third category.",
        input=grown(rows("aabbaabb", c="ppqqrrss"), cart(categories="subset")),
        flags=("subset",),
        citations=SETS,
    ),
    Case(
        "splits-subset-numbers",
        "By the order of the means: q and s against p and r.",
        input=grown(rows([1, 2, 8, 9, 2, 9], c="ppqqrs"), cart(categories="subset")),
        flags=("subset",),
        citations=("CART84 §8.8",),
    ),
    Case(
        "splits-subset-three-classes",
        "No order of the categories helps: all sets are tried.",
        input=grown(rows("aabbcca", c="pqqrrsp"), cart(categories="subset")),
        flags=("subset",),
        citations=("CART84 §2.4.1",),
    ),
    Case(
        "splits-overflow",
        "The cut lies between them.",
        input=grown(rows("ab", x=[1.5e308, 1.7e308]), cart()),
        flags=("overflow",),
        citations=CART,
    ),
    Case(
        "splits-neighbours",
        "The midpoint rounds up to the second value; the cut must not.",
        input=grown(rows("ab", x=[nextafter(1, 2), nextafter(nextafter(1, 2), 2)]), cart()),
        flags=("neighbours", "small_scale", "float32"),
        citations=CART,
    ),
    Case(
        "splits-small-scale",
        "The best cut is between values 1e-9 apart.",
        input=grown(rows("aabb", x=[0, 1e-9, 2e-9, 1]), cart()),
        flags=("small_scale",),
        citations=CART,
    ),
    Case(
        "splits-far-off",
        "1.5 gains 1, the others 1/12.",
        input=grown(rows([100000001, 100000000, 100000003, 100000002], x=[0, 1, 2, 3]), cart()),
        flags=("uncentred",),
        citations=("CART84 §8.3",),
    ),
    Case(
        "splits-misclassification",
        "Errors tie where entropy does not.",
        input=grown(rows("aaaabbbb", c="pppqpqqq", d="ppqqqqqq"), cart(impurity=misclassification)),
        flags=("tie",),
        citations=("CART84 §4.1",),
    ),
    Case(
        "splits-entropy",
        "The same rows by entropy: a pure child is worth more.",
        input=grown(rows("aaaabbbb", c="pppqpqqq", d="ppqqqqqq"), cart(impurity=entropy)),
        flags=("tie",),
        citations=("LIHANG2 eq. 5.9",),
    ),
)
