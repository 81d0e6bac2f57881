"""Small data, exhaustively: monotone trees against trees grown here from rows, and what they predict on a grid.

A number x of three values and a number z of two, on five of their six places: all labellings by two classes, where
places may lack a row, and all responses of three values; a quarter of these again where x is missing in two places.
Nothing of dtrees computes what is expected: rows are tuples, and means and shares fractions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Row: TypeAlias = tuple[Any, int, int]
"""A row: x, which may be missing, z, and the response or the number of the class."""

GRID: Final = tuple(product((0, 1, 2), (0, 1)))
PLACES: Final = GRID[:-1]
NAMES: Final = ("x", "z")
INFINITE: Final = Fraction(10**6)
CART: Final = dt.cart()
CONSTRAINTS: Final = ({"x": 1}, pytest.param({"z": -1}, marks=pytest.mark.campaign), {"x": -1, "z": 1})


def mean(rows: Sequence[Row]) -> Fraction:
    return Fraction(sum(row[2] for row in rows), len(rows))


def squares_about(rows: Sequence[Row], value: Fraction) -> Fraction:
    return sum(((row[2] - value) ** 2 for row in rows), Fraction(0))


def grown(rows: Sequence[Row], signs: Mapping[str, int], low: Fraction, high: Fraction, compared: str) -> Any:
    """Return the tree as nested tuples: what is predicted, and of a branch the column, the cut and the children.

    The cut is None where the children are the rows of a missing and of a known value.
    """

    def cut(value: Fraction) -> Fraction:
        return low if value < low else min(value, high)

    def risk(some: Sequence[Row]) -> Fraction:
        return squares_about(some, cut(mean(some)) if compared == "bounded" else mean(some))

    best: Any = None
    for place, name in enumerate(NAMES):
        gaps, known = [[row for row in rows if (row[place] is None) == missing] for missing in (True, False)]
        values = sorted({row[place] for row in known})
        asked: list[tuple[Any, Sequence[Row], Sequence[Row]]] = []
        for below, above in pairwise(values):
            left, right = [row for row in known if row[place] <= below], [row for row in known if row[place] >= above]
            middle = Fraction(below + above, 2)
            asked += [(middle, left + gaps, right), *([(middle, left, right + gaps)] if gaps else [])]
        for threshold, *sides in [*asked, *([(None, gaps, known)] if gaps and known else [])]:
            means = [mean(side) for side in sides]
            sign = 0 if threshold is None else signs.get(name, 0)
            cuts = [cut(value) for value in means]
            inside = compared == "bounded" or all(low <= value <= high for value in means)
            if sign and (not inside or (cuts[1] - cuts[0]) * sign < 0):
                continue
            lost = sum(map(risk, sides))
            if best is None or lost < best[0]:
                best = lost, name, threshold, sides, cuts, sign
    here = cut(mean(rows))
    if len({row[2] for row in rows}) == 1 or best is None:
        return (here,)
    _, name, threshold, sides, cuts, sign = best
    middle = (cuts[0] + cuts[1]) / 2
    bounds = {0: [(low, high)] * 2, 1: [(low, middle), (middle, high)], -1: [(middle, high), (low, middle)]}[sign]
    below_it = [grown(side, signs, *each, compared) for side, each in zip(sides, bounds, strict=True)]
    return here, name, threshold, *below_it


def as_tuples(tree: dt.Tree, values: Mapping[dt.Path, Any], path: dt.Path = ()) -> Any:
    if isinstance(tree, dt.Leaf):
        return (values[path],)
    asked: Any = getattr(tree.question, "question", tree.question)
    below = [as_tuples(child, values, (*path, place)) for place, child in enumerate(tree.children)]
    return values[path], asked.feature, None if isinstance(asked, dt.IsMissing) else Fraction(asked.threshold), *below


def require_monotone(predict: Mapping[tuple[int, int], Any], signs: Mapping[str, int]) -> None:
    for one, other in product(GRID, repeat=2):
        differing = [place for place in (0, 1) if one[place] != other[place]]
        if len(differing) == 1 and one < other:
            sign = signs.get(NAMES[differing[0]], 0)
            assert (predict[other] - predict[one]) * sign >= 0, (one, other)


def require_right(
    rows: Sequence[Row], data: dt.Dataset, signs: Mapping[str, int], compared: Any, learner: dt.Learner = CART
) -> tuple[bool, bool]:
    """Require the tree and what it predicts; return whether a constraint changed it, and whether a bound is passed."""
    tree = dt.grow_monotone(data, learner, signs, compared=compared)
    values = dt.bounded_values(tree, signs)
    assert as_tuples(tree, values) == grown(rows, signs, -INFINITE, INFINITE, compared), (rows, signs)
    require_monotone(on_the_grid(tree, signs), signs)
    passed = any(values[path] != own_value(dt.subtree_at(tree, path).summary) for path in values)
    return tree != dt.grow(data, learner), passed


def on_the_grid(tree: dt.Tree, signs: Mapping[str, int]) -> dict[tuple[int, int], Any]:
    values = dt.bounded_values(tree, signs)
    ends = dt.apply(tree, {"x": [x for x, _ in GRID], "z": [z for _, z in GRID]})
    return {place: values[path] for place, path in zip(GRID, ends, strict=True)}


def own_value(summary: Any) -> Fraction:
    return summary.mean if isinstance(summary, dt.Moments) else Fraction(summary.counts[1], summary.weight)


@pytest.mark.parametrize("signs", CONSTRAINTS, ids=str)
def test_trees_of_two_classes(signs: Mapping[str, int]) -> None:
    """Gini's order of questions is that of the squared error of 0 and 1.  Pruned subtrees are monotone, too."""
    changed = 0
    for labels in product((0, 1, None), repeat=len(PLACES)):
        rows = [(*place, label) for place, label in zip(PLACES, labels, strict=True) if label is not None]
        if not rows:
            continue
        x, z, codes = zip(*rows, strict=True)
        data = dt.classification_data({"x": x, "z": z}, ["ny"[label] for label in codes], classes=["n", "y"])
        changed += require_right(rows, data, signs, "own")[0]
        for pruned in dt.all_pruned_subtrees(dt.grow_monotone(data, dt.cart(), signs)):
            require_monotone(on_the_grid(pruned, signs), signs)
    assert changed > 50


@pytest.mark.parametrize("compared", ["own", "bounded"])
@pytest.mark.parametrize("signs", CONSTRAINTS, ids=str)
def test_trees_of_responses(signs: Mapping[str, int], compared: str) -> None:
    """Where all columns are constrained and own values compared, no node passes its bounds: no question leads there."""
    changed, passed = 0, 0
    for responses in product((0, 1, 2), repeat=len(PLACES)):
        rows = [(*place, y) for place, y in zip(PLACES, responses, strict=True)]
        data = dt.regression_data({"x": [x for x, _ in PLACES], "z": [z for _, z in PLACES]}, responses)
        one, two = require_right(rows, data, signs, compared)
        changed, passed = changed + one, passed + two
    assert changed > 50
    assert (passed > 10) == (compared == "bounded" or len(signs) == 1)
    assert passed > 10 or passed == 0


@pytest.mark.parametrize("compared", ["own", "bounded"])
@pytest.mark.parametrize("signs", CONSTRAINTS, ids=str)
def test_trees_of_responses_where_a_number_is_missing(signs: Mapping[str, int], compared: Any) -> None:
    """Rows of a missing x are in the value of the side they go to, and on the way of no two rows that know it."""
    learner, changed, asked = dt.cart(missing="either_side"), 0, 0
    places = [(None if place in {0, 3} else x, z) for place, (x, z) in enumerate(PLACES)]
    columns = {"x": [x for x, _ in places], "z": [z for _, z in places]}
    for responses in list(product((0, 1, 2), repeat=len(places)))[::4]:
        rows = [(*place, y) for place, y in zip(places, responses, strict=True)]
        data = dt.regression_data(columns, responses, missing="keep")
        changed += require_right(rows, data, signs, compared, learner)[0]
        tree = dt.grow_monotone(data, learner, signs, compared=compared)
        asked += any(isinstance(node.question, dt.IsMissing) for node in dt.branches(tree))
    assert min(changed, asked) > 10
