"""Trees of medians and of rates: the fast road gives what the specification gives, or hands over to it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

import pytest

import dtrees as dt
from dtrees.errors import InvalidData
from dtrees.vectorized.chunks import distinct_rows

if TYPE_CHECKING:
    from collections.abc import Callable

CENTRES: Final = ("median", "lower_median", "upper_median", "rate")
MEASURES: Final = (None, dt.ERROR, dt.SQUARED_ERROR, dt.ABSOLUTE_ERROR)
LEARNERS: Final = {
    "the usual impurity": dt.cart(),
    "squared error": dt.cart(impurity=dt.squared_error),
    "subsets and limits": dt.cart(categories="subset", max_depth=2, min_leaf=2, min_saving=0.01),
    "a child for each": dt.cart(categories="each", min_gain=0.1),
}


def rows_of(seed: int, centre: Any, *, plain: bool = False) -> dt.Dataset:
    chance = random.Random(seed)  # noqa: S311 (data)
    columns = {"x": [chance.randrange(5) for _ in range(14)], "c": [chance.choice("abc") for _ in range(14)]}
    responses = [chance.choice([0, 1, 1, 4, 7.5]) for _ in range(14)]
    weights = [chance.choice([1, 2, 0.5]) for _ in range(14)]
    return dt.regression_data(columns, responses if plain else dt.KeptResponses(centre, responses), weights=weights)


def said(function: Callable[..., Any], *given: Any, **options: Any) -> Any:
    """Return the answer, or the text of the error."""
    try:
        return function(*given, **options)
    except dt.DtreesError as error:
        return type(error), str(error)


@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
@pytest.mark.parametrize("centre", CENTRES)
def test_each_function_gives_what_the_specification_does(centre: str, learner: dt.Learner) -> None:
    for seed in range(4):
        data, other = rows_of(seed, centre), rows_of(seed + 100, centre)
        tree = dt.grow(data, learner)
        assert dt.vectorized.grow(data, learner) == tree
        assert isinstance(tree.summary, dt.Distribution)
        assert dt.vectorized.predict(tree, other).tolist() == dt.predict(tree, other).tolist()
        assert dt.vectorized.apply(tree, other) == dt.apply(tree, other)
        assert dt.vectorized.importances(tree, ["x", "c"]) == dt.importances(tree, ["x", "c"])
        sequence, fast = dt.pruning_sequence(tree), dt.vectorized.pruning_sequence(tree)
        assert tuple(fast) == tuple(sequence)
        for measure in MEASURES:
            expected = said(dt.select_by_holdout, sequence, other, measure=measure)
            assert said(dt.vectorized.select_by_holdout, fast, other, measure=measure) == expected
        assert said(dt.vectorized.reduced_error_prune, tree, other) == said(dt.reduced_error_prune, tree, other)


@pytest.mark.parametrize("centre", CENTRES)
def test_cross_validation_is_the_specifications(centre: str) -> None:
    for seed in range(3):
        data, folds = rows_of(seed, centre), dt.plain_folds(14, 3)
        right = said(dt.cross_validate, data, dt.cart(), folds)
        found = said(dt.vectorized.cross_validate, data, dt.cart(), folds)
        assert isinstance(right, tuple) == (centre == "rate")
        if isinstance(right, tuple):
            assert found == right
            continue
        assert tuple(found.rows) == tuple(right.rows)
        assert found.root_error == right.root_error
        assert tuple(dt.vectorized.cp_table(found)) == tuple(dt.cp_table(right))


def test_a_tree_of_means_takes_rows_whose_responses_are_kept_and_a_tree_of_medians_no_others() -> None:
    plain, kept = rows_of(0, "median", plain=True), rows_of(0, "median")
    means, medians = dt.grow(plain, dt.cart(max_depth=2)), dt.grow(kept, dt.cart(max_depth=2))
    for road in (dt, dt.vectorized):
        assert road.reduced_error_prune(means, kept) == dt.reduced_error_prune(means, plain)
        with pytest.raises(InvalidData, match="KeptResponses"):
            road.reduced_error_prune(medians, plain)


def test_chunks_keep_the_centre_and_differ_in_none() -> None:
    parts = [rows_of(seed, "upper_median") for seed in (1, 2)]
    assert isinstance(joined := distinct_rows(parts), dt.Dataset)
    assert joined.target.centre == "upper_median"  # type: ignore[union-attr]  # it is kept
    assert dt.summarize(joined) == dt.summarize(parts[0]) + dt.summarize(parts[1])  # type: ignore[operator]
    for other in (rows_of(2, "median"), rows_of(2, "median", plain=True)):
        with pytest.raises(InvalidData, match="differ in the centre"):
            distinct_rows([parts[0], other])
