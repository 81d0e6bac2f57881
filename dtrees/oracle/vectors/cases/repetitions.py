"""The same asked in another way: rows in another order, folds dealt again, several at work, members that share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from dtrees.learners.cart import cart
from dtrees.oracle.vectors.build import cut, grown, leaf, pruned, rows
from dtrees.oracle.vectors.case import Case

if TYPE_CHECKING:
    from dtrees.learner import Learner

FOLDS: Final = ("CART84 §3.4.2",)

TWINS: Final = rows("aabb", x=[1, 2, 3, 4], z=[4, 3, 2, 1])
CLASSES: Final = rows("aaaabbbb", x=[1, 2, 3, 4, 5, 6, 7, 8])


def _reordered(data: dict[str, Any], order: list[int], learner: Learner) -> dict[str, Any]:
    return {"method": "row_order", **grown(data, learner), "order": order}


def _dealt(method: str, data: dict[str, Any], folds: int, seed: int) -> dict[str, Any]:
    return {"method": method, "data": data, "folds": folds, "seed": seed}


def _at_work(data: dict[str, Any], folds: list[int], impurity: str) -> dict[str, Any]:
    return {"method": "workers", **grown(data, cart()), "folds": folds, "impurity": impurity, "scale": "proportion"}


CASES: Final = (
    Case(
        "row-order-tie",
        "Both columns part the classes. The one that is asked does not depend on which row comes first.",
        input=_reordered(TWINS, [3, 1, 0, 2], cart()),
        flags=("row_order", "tie"),
        citations=("CART84 §2.4",),
    ),
    Case(
        "folds-plain",
        "Seven rows in three folds: 3, 2, 2.",
        input=_dealt("plain_folds", rows("aaabbbb", x=[1, 2, 3, 4, 5, 6, 7]), 3, 0),
        flags=("fold_sizes",),
        citations=FOLDS,
    ),
    Case(
        "folds-plain-many",
        "Eight rows in five folds: 2, 2, 2, 1, 1.",
        input=_dealt("plain_folds", CLASSES, 5, 0),
        flags=("fold_sizes",),
        citations=FOLDS,
    ),
    Case(
        "folds-shuffled",
        "Eight rows in three folds, and again with the same seed.",
        input=_dealt("shuffled_folds", CLASSES, 3, 7),
        flags=("fold_sizes", "same_seed"),
        citations=FOLDS,
    ),
    Case(
        "folds-stratified",
        "Four rows a class in two folds: two of each.",
        input=_dealt("stratified_folds", CLASSES, 2, 2),
        flags=("strata", "same_seed"),
        citations=FOLDS,
    ),
    Case(
        "folds-by-several",
        "A fold each for the two who work at once.",
        input=_at_work(rows([6, 4, 5, 1, 3, 3], x=[1, 2, 3, 4, 5, 6]), [1, 1, 1, 1, 2, 2], "squared_error"),
        flags=("workers",),
        citations=("CART84 §8.5",),
    ),
    Case(
        "shared-nodes",
        "Seven nodes. Cutting one branch makes a leaf and a root above it, and the end a lone root: ten.",
        input={
            "method": "shared_nodes",
            **pruned(cut(2, cut(1, leaf(3, 0), leaf(0, 1)), cut(3, leaf(2, 0), leaf(0, 9))), "misclassification"),
        },
        flags=("shared",),
        citations=("CART84 §3.3",),
    ),
)
