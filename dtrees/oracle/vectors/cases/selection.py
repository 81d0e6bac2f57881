"""Choosing a tree: on held-out rows, by pruning on them before or after growing, by cross-validation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dtrees.datasets import training_and_validation
from dtrees.growing import grow
from dtrees.learners.cart import cart
from dtrees.learners.id3 import id3
from dtrees.oracle.vectors.build import cut, grown, leaf, mean, pruned, rows
from dtrees.oracle.vectors.case import Case
from dtrees.oracle.vectors.values import data_record

if TYPE_CHECKING:
    from dtrees.learner import Learner
    from dtrees.tree import Tree

HOLDOUT: Final = ("CART84 §3.4.1",)
REDUCED: Final = ("QUINLAN87", "ZHOU16 §4.3.2")
BEFORE: Final = ("ZHOU16 §4.3.1",)
FOLDS: Final = ("CART84 §3.4.2",)

THREE: Final = cut(2, cut(1, leaf(3, 0), leaf(0, 1)), cut(3, leaf(2, 0), leaf(0, 9)))
NUMBERS: Final = cut(2, cut(1, mean(0), mean(2)), cut(3, mean(6), mean(7)))
TRAINING, HELD_OUT = training_and_validation("watermelon2")
VALIDATION: Final = data_record(HELD_OUT)
WITHOUT_COLOR: Final = data_record(TRAINING.drop("color"))
WATERMELON: Final = grow(TRAINING, id3())


def _holdout(tree: Tree, validation: dict[str, Any], impurity: str) -> dict[str, Any]:
    return {"method": "holdout", **pruned(tree, impurity), "validation": validation}


def _reduced(tree: Tree, validation: dict[str, Any], ties: str) -> dict[str, Any]:
    asked = {name: value for name, value in pruned(tree, "gini").items() if name == "tree"}
    return {"method": "reduced_error", **asked, "validation": validation, "ties": ties}


def _before(data: dict[str, Any], learner: Learner, validation: dict[str, Any], ties: str) -> dict[str, Any]:
    return {"method": "pre_pruning", **grown(data, learner), "validation": validation, "ties": ties}


def _folds(
    data: dict[str, Any], folds: list[int], impurity: str, learner: Learner | None = None, scale: str = "proportion"
) -> dict[str, Any]:
    asked = grown(data, learner or cart())
    return {"method": "cross_validation", **asked, "folds": folds, "impurity": impurity, "scale": scale}


CASES: Final = (
    Case(
        "holdout-watermelon",
        "Two members tie at three of seven; the smaller one is the root.",
        input=_holdout(WATERMELON, VALIDATION, "gini"),
        flags=("textbook", "holdout_tie", "larger_is_better", "interval"),
        citations=HOLDOUT,
    ),
    Case(
        "holdout-middle",
        "The member between is best.",
        input=_holdout(THREE, rows("aabb", x=[1, 2, 3, 4]), "misclassification"),
        flags=("interval", "larger_is_better"),
        citations=HOLDOUT,
    ),
    Case(
        "holdout-whole",
        "The largest member is best by itself.",
        input=_holdout(THREE, rows("abab", x=[1, 2, 3, 4]), "misclassification"),
        flags=("interval",),
        citations=HOLDOUT,
    ),
    Case(
        "holdout-tie",
        "All members err alike: the root.",
        input=_holdout(THREE, rows("b", x=[4]), "misclassification"),
        flags=("holdout_tie", "interval"),
        citations=HOLDOUT,
    ),
    Case(
        "holdout-weights",
        "By rows the root is best; by weight the others tie, and the smaller is taken.",
        input=_holdout(THREE, rows("abbb", [5, 1, 1, 1], x=[1, 1, 1, 4]), "misclassification"),
        flags=("validation_weights", "holdout_tie"),
        citations=HOLDOUT,
    ),
    Case(
        "holdout-numbers",
        "The least mean squared error.",
        input=_holdout(NUMBERS, rows([1, 1, 6.5], x=[1, 2, 3]), "squared_error"),
        flags=("larger_is_better", "interval"),
        citations=HOLDOUT,
    ),
    Case(
        "reduced-error-watermelon",
        "A branch that ties on the held-out rows is cut.",
        input=_reduced(WATERMELON, VALIDATION, "prune"),
        flags=("textbook", "validation_tie"),
        citations=REDUCED,
    ),
    Case(
        "reduced-error-watermelon-keep",
        "A branch that ties on the held-out rows stays: Zhou's policy.",
        input=_reduced(WATERMELON, VALIDATION, "keep"),
        flags=("textbook", "validation_tie"),
        citations=REDUCED,
    ),
    Case(
        "reduced-error-tie-prune",
        "No row comes to the left branch: it is cut.",
        input=_reduced(THREE, rows("ab", x=[3, 4]), "prune"),
        flags=("validation_tie",),
        citations=REDUCED,
    ),
    Case(
        "reduced-error-tie-keep",
        "No row comes to the left branch: it stays.",
        input=_reduced(THREE, rows("ab", x=[3, 4]), "keep"),
        flags=("validation_tie",),
        citations=REDUCED,
    ),
    Case(
        "reduced-error-from-below",
        "As they are, the branches err as often as the root; once both are cut, not at all.",
        input=_reduced(THREE, rows("aaaabb", x=[1, 2, 2, 2, 4, 3]), "prune"),
        flags=("from_below",),
        citations=REDUCED,
    ),
    Case(
        "reduced-error-root",
        "Every branch errs more than the root.",
        input=_reduced(THREE, rows("bbba", x=[1, 3, 3, 4]), "prune"),
        flags=("from_below", "lone_root"),
        citations=REDUCED,
    ),
    Case(
        "reduced-error-weights",
        "One heavy row keeps what three light ones would cut.",
        input=_reduced(cut(1, leaf(1, 0), leaf(0, 4)), rows("abbb", [5, 1, 1, 1], x=[1, 1, 1, 1]), "prune"),
        flags=("validation_weights",),
        citations=REDUCED,
    ),
    Case(
        "pre-pruning-watermelon",
        "The book's figure 4.6: the navel is asked. The colour, which ties with it, is left out, as is all below.",
        input=_before(WITHOUT_COLOR, id3(max_depth=1), VALIDATION, "prune"),
        flags=("textbook", "validation_tie"),
        citations=BEFORE,
    ),
    Case(
        "pre-pruning-helps",
        "The question lowers the error on the held-out rows.",
        input=_before(rows("aabb", x=[1, 2, 3, 4]), cart(), rows("ab", x=[1, 4]), "prune"),
        flags=(),
        citations=BEFORE,
    ),
    Case(
        "pre-pruning-harms",
        "The question raises the error on the held-out rows: a leaf.",
        input=_before(rows("aabbb", x=[1, 2, 3, 4, 5]), cart(), rows("bba", x=[1, 2, 5]), "prune"),
        flags=("lone_root",),
        citations=BEFORE,
    ),
    Case(
        "pre-pruning-tie",
        "The error stays the same: a leaf.",
        input=_before(rows("aabbb", x=[1, 2, 3, 4, 5]), cart(), rows("b", x=[5]), "prune"),
        flags=("validation_tie", "lone_root"),
        citations=BEFORE,
    ),
    Case(
        "pre-pruning-tie-keep",
        "The error stays the same: split all the same.",
        input=_before(rows("aabbb", x=[1, 2, 3, 4, 5]), cart(), rows("b", x=[5]), "keep"),
        flags=("validation_tie",),
        citations=BEFORE,
    ),
    Case(
        "folds-classes",
        "The last row is a fold of its own; a standard error lets the root be taken.",
        input=_folds(rows("bbbbbaaa", x=[1, 2, 3, 4, 5, 6, 7, 8]), [1, 1, 1, 1, 1, 1, 1, 2], "gini"),
        flags=("held_out", "standard_error"),
        citations=FOLDS,
    ),
    Case(
        "folds-numbers",
        "Squared errors: several members err least, and the smallest is taken.",
        input=_folds(rows([6, 4, 5, 1, 3, 3], x=[1, 2, 3, 4, 5, 6]), [1, 1, 1, 2, 2, 2], "squared_error"),
        flags=("held_out", "holdout_tie", "standard_error"),
        citations=("CART84 §8.5",),
    ),
    Case(
        "folds-one-standard-error",
        "A smaller tree is within one standard error of the least error, though not within its square.",
        input=_folds(rows([2, 2, 1, 3, 3, 3], x=[1, 2, 3, 4, 5, 6]), [1, 2, 2, 2, 2, 1], "squared_error"),
        flags=("standard_error",),
        citations=("CART84 §3.4.3", "ESL2 §7.10"),
    ),
    Case(
        "folds-any-numbers",
        "Folds called 0, 10 and 20.",
        input=_folds(rows([7, 6, 9, 9, 7, 7], x=[1, 2, 3, 4, 5, 6]), [20, 20, 10, 0, 20, 10], "squared_error"),
        flags=("fold_numbers", "held_out"),
        citations=("CART84 §8.5",),
    ),
    Case(
        "folds-one-se-tie",
        "The root errs exactly one standard error more than the best member, and is taken.",
        input=_folds(rows("abbbaab", [2, 2, 2, 1, 4, 1, 4], x=[1, 2, 3, 4, 5, 6, 7]), [2, 1, 2, 1, 1, 2, 1], "gini"),
        flags=("one_se_tie", "standard_error", "weights"),
        citations=("CART84 §3.4.3", "ESL2 §7.10"),
    ),
)
