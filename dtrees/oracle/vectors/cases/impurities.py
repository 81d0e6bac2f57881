"""The impurity of one node, from its class counts or its rows."""

from __future__ import annotations

from typing import Final

from dtrees.oracle.vectors.build import rows
from dtrees.oracle.vectors.case import Case

GINI: Final = ("CART84 §4.1", "LIHANG2 eq. 5.22", "ZHOU16 eq. 4.5")
ENTROPY: Final = ("LIHANG2 eq. 5.7", "ZHOU16 eq. 4.1")
ERROR: Final = ("CART84 §4.1", "ESL2 eq. 9.17")
SQUARES: Final = ("CART84 §8.3", "ESL2 eq. 9.15")


def _counts(name: str, comment: str, impurity: str, *counts: str, flags: tuple[str, ...] = ()) -> Case:
    cited = {"gini": GINI, "entropy": ENTROPY, "misclassification": ERROR}[impurity]
    return Case(name, comment, input={"impurity": impurity, "counts": list(counts)}, flags=flags, citations=cited)


def _responses(
    name: str, comment: str, *responses: float, weights: tuple[float, ...] = (), flags: tuple[str, ...] = ()
) -> Case:
    asked = {name: value for name, value in rows(responses, weights).items() if name != "features"}
    return Case(name, comment, input={"impurity": "squared_error", **asked}, flags=flags, citations=SQUARES)


CASES: Final = (
    _counts("gini-loan", "Li Hang's table 5.1: 9 yes, 6 no.", "gini", "9", "6", flags=("textbook",)),
    _counts("entropy-loan", "Li Hang's table 5.1; he prints 0.971.", "entropy", "9", "6", flags=("textbook",)),
    _counts(
        "misclassification-loan", "The smaller class is wrong.", "misclassification", "9", "6", flags=("textbook",)
    ),
    _counts("entropy-watermelon", "Zhou's table 4.1; he prints 0.998.", "entropy", "8", "9", flags=("textbook",)),
    _counts("gini-two-rows", "Drawn with replacement: half, not 1.", "gini", "1", "1"),
    _counts("gini-pure", "One class.", "gini", "4", "0", flags=("pure",)),
    _counts("entropy-pure", "0 log2 0 is 0.", "entropy", "0", "4", "0", flags=("pure",)),
    _counts("misclassification-pure", "One class.", "misclassification", "0", "4", flags=("pure",)),
    _counts("gini-three-classes", "All pairs of classes count.", "gini", "1", "2", "3"),
    _counts("entropy-three-classes", "Logarithms of 3 are left.", "entropy", "1", "2", "3"),
    _counts("entropy-even", "Four even classes: 2 bits.", "entropy", "5", "5", "5", "5"),
    _counts("misclassification-even", "Tied classes: either is wrong as often.", "misclassification", "2", "2", "1"),
    _counts("gini-weights", "Weights need not be whole.", "gini", "1/2", "1/4", flags=("weights",)),
    _counts("entropy-weights", "Weights below 1: still in bits.", "entropy", "1/2", "1/4", flags=("weights",)),
    _responses("squared-error-three", "The mean is 3; over N, not N - 1.", 1, 2, 6),
    _responses("squared-error-pure", "One response, which no float sums exactly.", 0.1, 0.1, 0.1, flags=("pure",)),
    _responses("squared-error-one-row", "One row.", 7, flags=("one_row", "pure")),
    _responses(
        "squared-error-far-off",
        "5/4, whatever is added to all.",
        100000001,
        100000000,
        100000003,
        100000002,
        flags=("uncentred",),
    ),
    _responses(
        "squared-error-weights",
        "A row of weight 2 is two rows.",
        0,
        3,
        weights=(2, 1),
        flags=("weights", "duplicate_rows"),
    ),
    _responses(
        "squared-error-weight-zero", "The second row is not there.", 0, 9, 2, weights=(1, 0, 1), flags=("weight_zero",)
    ),
)
