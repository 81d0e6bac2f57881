"""Labels, costs, priors and twoing of every small node, against the definitions tried out here in fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING, Final

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.data.dataset import Category

Counts = tuple[int, ...]

CLASSES: Final = range(3)
NODES: Final[list[Counts]] = [counts for counts in product(range(3), repeat=3) if any(counts)]
"""Every node of up to two rows of each of three classes."""


def matrices(costs: tuple[int, ...]) -> Iterator[list[list[int]]]:
    """Yield every matrix of these costs off its diagonal."""
    for six in product(costs, repeat=6):
        rest = iter(six)
        yield [[0 if i == j else next(rest) for i in CLASSES] for j in CLASSES]


def test_the_label_of_least_cost_and_its_cost() -> None:
    """Each label is tried on each row; costs 1 or 3."""
    for matrix in matrices((1, 3)):
        costs = dt.Costs(matrix)
        for counts in NODES:
            tried = [sum(n * matrix[j][i] for j, n in enumerate(counts)) for i in CLASSES]
            node = dt.ClassCounts(counts)
            assert dt.least_cost_label(node, costs) == tried.index(min(tried))
            assert dt.ExpectedCost(costs)(node) * sum(counts) == min(tried)
            pairs = sum(n * m * matrix[j][i] for (j, n), (i, m) in product(enumerate(counts), repeat=2))
            assert dt.GiniWithCosts(costs)(node) * sum(counts) ** 2 == pairs


def test_costs_of_the_true_class_are_priors() -> None:
    """Class weights 1 to 3 and costs 1 to 3: one factor for every node, and the same labels, ties included."""
    for own, dear in product(product((1, 2, 3), repeat=3), repeat=2):
        costs = dt.Costs([[0 if i == j else dear[j] for i in CLASSES] for j in CLASSES])
        priors: dict[Category, int] = dict(enumerate(own))
        altered = dt.altered_priors(priors, costs)
        factor = Fraction(sum(p * c for p, c in zip(own, dear, strict=True)))
        for counts in ((1, 1, 1), (2, 1, 0), (0, 1, 2), (2, 2, 1)):
            weighed = dt.ClassCounts([n * p for n, p in zip(counts, own, strict=True)])
            again = dt.ClassCounts([n * altered[k] for k, n in enumerate(counts)])
            assert (
                dt.ExpectedCost(costs)(weighed) * weighed.weight == dt.misclassification(again) * again.weight * factor
            )
            assert dt.least_cost_label(weighed, costs) == again.majority


def merged(counts: Counts, some: tuple[int, ...]) -> dt.ClassCounts:
    """Return the counts of two classes: *some* of the classes, and the others."""
    inside = sum(counts[k] for k in some)
    return dt.ClassCounts((inside, sum(counts) - inside))


def test_twoing_is_half_the_largest_gain_of_two_superclasses() -> None:
    """Every way to merge three classes into two is tried, on every two nodes."""
    for left, right in product(NODES, repeat=2):
        parts = [dt.ClassCounts(left), dt.ClassCounts(right)]
        ways = [some for size in CLASSES for some in combinations(CLASSES, size)]
        gains = {some: dt.gain([merged(left, some), merged(right, some)], dt.gini) for some in ways}
        assert 2 * dt.twoing(parts) == max(gains.values())
        first, second = dt.superclasses(parts)
        assert sorted([*first, *second]) == [*CLASSES]
        assert gains[second] == max(gains.values())  # type: ignore[index]  # classes are their numbers
