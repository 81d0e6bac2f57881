"""The admissible splits of every small data set are the naive optimum over all questions, computed here from scratch.

All multisets of up to five rows: two binary features, or one numeric feature of three values, and two classes.  (Row
order is left out: `row_order_never_matters` is a law.)  Nothing of dtrees computes what is expected: Gini and
misclassification are fractions; entropies are compared through integer powers, since
2**(N H(D | A)) = prod_i N_i**N_i / prod_ik N_ik**N_ik.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Row: TypeAlias = tuple[Any, ...]
Part: TypeAlias = tuple[int, ...]
Partition: TypeAlias = tuple[str, frozenset[Part]]
"""The feature asked, and the row numbers of each part."""

MOST_ROWS: Final = 5
BINARY_ROWS: Final = tuple(product("ab", "ab", "ny"))
NUMERIC_ROWS: Final = tuple(product((0, 1, 2), "ny"))
ORDER: Final = ("low", "empty", "mid", "high")
"""Neither the order of the names nor without a category that never occurs."""


def tables(kinds: Sequence[Row]) -> Iterator[tuple[Row, ...]]:
    for rows in range(1, MOST_ROWS + 1):
        yield from combinations_with_replacement(kinds, rows)


def dataset(table: Sequence[Row]) -> dt.Dataset:
    *columns, labels = zip(*table, strict=True)
    return dt.classification_data({f"x{place}": column for place, column in enumerate(columns)}, labels)


def is_inside(question: Any, value: Any) -> bool:
    """Return whether *value* goes to the first child of a binary question."""
    match question:
        case dt.Threshold(_, threshold):
            return bool(value <= threshold)
        case dt.Equals(_, category):
            return bool(value == category)
        case dt.OneOf(_, categories):
            return value in categories
        case _:
            raise TypeError(question)


def parting(table: Sequence[Row], question: Any) -> Partition:
    """Return what *question* does, its rows routed here."""
    place = int(question.feature.removeprefix("x"))
    if isinstance(question, dt.EachCategory):
        keys: list[Any] = [question.categories.index(row[place]) for row in table]
    else:
        keys = [is_inside(question, row[place]) for row in table]
    return question.feature, _grouped(keys)


def _grouped(keys: Sequence[Any]) -> frozenset[Part]:
    return frozenset(tuple(row for row, key in enumerate(keys) if key == wanted) for wanted in set(keys))


def all_partings(table: Sequence[Row]) -> Iterator[Partition]:
    """Yield every way to part the rows in two by one feature: all subsets of its values, or all initial runs."""
    for place in range(len(table[0]) - 1):
        present = sorted({row[place] for row in table})
        numeric = isinstance(present[0], int)
        for size in range(1, len(present)):
            for side in [tuple(present[:size])] if numeric else combinations(present, size):
                yield f"x{place}", _grouped([row[place] in side for row in table])


# --- what a partition costs: an order, and no number of dtrees -----------------------------------------------------


def class_counts(table: Sequence[Row], part: Part) -> list[int]:
    return list(Counter(table[row][-1] for row in part).values())


def gini_cost(table: Sequence[Row], parting: Partition) -> Fraction:
    return sum(
        (len(part) - Fraction(sum(n * n for n in class_counts(table, part)), len(part)) for part in parting[1]),
        start=Fraction(0),
    )


def error_cost(table: Sequence[Row], parting: Partition) -> Fraction:
    return Fraction(sum(len(part) - max(class_counts(table, part)) for part in parting[1]))


def entropy_cost(table: Sequence[Row], parting: Partition) -> Fraction:
    """2**(N H(D | A)), which is ordered as the conditional entropy is."""
    pure = prod(n**n for part in parting[1] for n in class_counts(table, part))
    return Fraction(prod(len(part) ** len(part) for part in parting[1]), pure)


def cheapest(table: Sequence[Row], cost: Callable[[Sequence[Row], Partition], Fraction]) -> set[Partition]:
    costs = {parting: cost(table, parting) for parting in all_partings(table)}
    return {parting for parting, value in costs.items() if value == min(costs.values())}


def highest_ratio_past_the_gate(table: Sequence[Row]) -> set[Partition]:
    """Return C4.5's choice between two features: the larger gain; if equal, the smaller intrinsic value.

    Of two unequal gains one is below their average, so that the gate decides.  Of two equal gains the ratio is larger
    where the intrinsic value is smaller, 2**(-N IV) = prod_i N_i**N_i / N**N larger; ratios of no gain are all 0.
    """
    best = cheapest(table, entropy_cost)
    nothing_gained = ("", frozenset([tuple(range(len(table)))]))
    if any(entropy_cost(table, parting) == entropy_cost(table, nothing_gained) for parting in best):
        return best
    evenness = {parting: prod(len(part) ** len(part) for part in parting[1]) for parting in best}
    return {parting for parting, value in evenness.items() if value == max(evenness.values())}


LEARNERS: Final[dict[str, tuple[dt.Learner, Callable[[Sequence[Row]], set[Partition]]]]] = {
    "cart equals gini": (dt.cart(), lambda table: cheapest(table, gini_cost)),
    "cart subset gini": (dt.cart(categories="subset"), lambda table: cheapest(table, gini_cost)),
    "cart equals entropy": (dt.cart(impurity=dt.entropy), lambda table: cheapest(table, entropy_cost)),
    "cart subset error": (
        dt.cart(impurity=dt.misclassification, categories="subset"),
        lambda table: cheapest(table, error_cost),
    ),
    "id3": (dt.id3(), lambda table: cheapest(table, entropy_cost)),
    "multiway gini": (dt.multiway_gini(), lambda table: cheapest(table, gini_cost)),
    "c45": (dt.c45(), highest_ratio_past_the_gate),
}
THRESHOLD_LEARNERS: Final = ("cart equals gini", "cart equals entropy", "cart subset error")


@pytest.mark.parametrize("name", LEARNERS)
def test_splits_of_two_binary_features_are_the_naive_optimum(name: str) -> None:
    learner, expected = LEARNERS[name]
    visited = 0
    for table in tables(BINARY_ROWS):
        got = {parting(table, split.question) for split in dt.admissible_splits(dataset(table), learner)}
        assert got == expected(table), table
        visited += 1
    assert visited == comb(8 + MOST_ROWS, MOST_ROWS) - 1 == 1286


@pytest.mark.parametrize("name", THRESHOLD_LEARNERS)
@pytest.mark.parametrize("numbers", ["midpoint", "observed"])
def test_splits_of_a_three_valued_number_are_the_naive_optimum(name: str, numbers: Any) -> None:
    learner, expected = LEARNERS[name]
    learner = dt.cart(impurity=learner.impurity, numbers=numbers)
    visited = 0
    for table in tables(NUMERIC_ROWS):
        splits = dt.admissible_splits(dataset(table), learner)
        got = {parting(table, split.question) for split in splits}
        assert got == expected(table), table
        assert len(splits) == len(got)
        visited += 1
    assert visited == comb(6 + MOST_ROWS, MOST_ROWS) - 1 == 461


def ordered_dataset(table: Sequence[Row]) -> dt.Dataset:
    data = dataset(table)
    codes = [ORDER.index(("low", "mid", "high")[value]) for value, _ in table]
    return dt.Dataset([dt.Ordinal("x0", ORDER, codes)], data.target, data.weights)


@pytest.mark.parametrize("name", THRESHOLD_LEARNERS)
@pytest.mark.parametrize("categories", ["equals", "subset"])
def test_splits_of_three_ordered_categories_are_the_naive_optimum(name: str, categories: Any) -> None:
    """They part the rows as the same rows with numbers for categories are parted, by both roads."""
    learner, expected = LEARNERS[name]
    learner = dt.cart(impurity=learner.impurity, categories=categories)
    for table in tables(NUMERIC_ROWS):
        data = ordered_dataset(table)
        words = [(ORDER[data.features[0].codes[row]], label) for row, (_, label) in enumerate(table)]  # type: ignore[union-attr]
        splits = dt.admissible_splits(data, learner)
        assert {parting(words, split.question) for split in splits} == expected(table), table
        assert dt.vectorized.grow(data, learner) == dt.grow(data, learner)
