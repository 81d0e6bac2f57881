"""Trees of medians and of rates on every small data set, against brute force: all that is expected is computed here.

All multisets of up to four rows, in a campaign five, of a numeric feature of three values and a response of three.
Deviances are compared through integer powers, since 2**(sum y log2(y / mean)) = prod y**y / prod mean**y.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from math import prod
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest
from sizes import larger_in_a_campaign

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Table: TypeAlias = tuple[tuple[int, int], ...]

CENTRES: Final = ("median", "lower_median", "upper_median")
ROWS: Final = tuple(product((0, 1, 2), (0, 1, 5)))


@cache
def tables(most: int) -> tuple[Table, ...]:
    return tuple(table for rows in range(1, most + 1) for table in combinations_with_replacement(ROWS, rows))


def data_of(table: Table, centre: Any) -> dt.Dataset:
    xs, ys = zip(*table, strict=True)
    return dt.regression_data({"x": xs}, dt.KeptResponses(centre, ys))


def parts_of(table: Table) -> Iterator[tuple[Fraction, list[int], list[int]]]:
    """Yield each threshold halfway between two values, and the responses on both of its sides."""
    values = sorted({x for x, _ in table})
    for low, high in pairwise(values):
        cut = Fraction(low + high, 2)
        yield cut, [y for x, y in table if x < cut], [y for x, y in table if x > cut]


def least_deviations(responses: Sequence[int]) -> Fraction:
    """Return the least sum of absolute deviations from any number, such as some response."""
    return Fraction(min(sum(abs(y - centre) for y in responses) for centre in responses))


def median(responses: Sequence[int], centre: str) -> Fraction:
    ordered, n = sorted(responses), len(responses)
    lower, upper = ordered[(n - 1) // 2], ordered[n // 2]
    return {"lower_median": Fraction(lower), "upper_median": Fraction(upper)}.get(centre, Fraction(lower + upper, 2))


def likelihood(responses: Sequence[int]) -> Fraction:
    """Return prod mean**y, which is 2**(-1/2) to the deviance, but for a factor that no split changes."""
    mean = Fraction(sum(responses), len(responses))
    return prod([mean**y for y in responses], start=Fraction(1))


@pytest.mark.parametrize("centre", CENTRES)
def test_each_node_predicts_its_median_and_its_risk_is_the_least_sum_of_deviations(centre: Any) -> None:
    for rows in range(1, 7):
        for responses in combinations_with_replacement((0, 1, 3, 4), rows):
            summary = dt.Distribution.of(responses, centre=centre)
            assert summary.predicted == median(responses, centre)
            assert dt.absolute_error(summary) * rows == least_deviations(responses)
            assert summary.losses(summary) == least_deviations(responses)


def test_a_weight_is_so_many_rows() -> None:
    for responses in combinations_with_replacement((0, 1, 3), 3):
        for weights in product((1, 2, 3), repeat=3):
            repeated = [y for y, w in zip(responses, weights, strict=True) for _ in range(w)]
            for centre in (*CENTRES, "rate"):
                one = dt.Distribution.of(responses, weights, centre=centre)
                other = dt.Distribution.of(repeated, centre=centre)
                assert one == other
                assert one.predicted == other.predicted


@larger_in_a_campaign("most", 4, 5)
def test_the_admissible_splits_lower_the_deviations_most_and_none_raises_them(most: int) -> None:
    for table in tables(most):
        found = dt.admissible_splits(data_of(table, "median"), dt.cart())
        whole = least_deviations([y for _, y in table])
        gains = {cut: whole - least_deviations(left) - least_deviations(right) for cut, left, right in parts_of(table)}
        assert min(gains.values(), default=0) >= 0
        best = [cut for cut, gained in gains.items() if gained == max(gains.values())]
        assert [one.question.threshold for one in found] == best  # type: ignore[attr-defined]  # all are thresholds
        assert [one.gain * len(table) for one in found] == [gains[cut] for cut in best]


@larger_in_a_campaign("most", 4, 5)
def test_the_admissible_splits_of_counts_are_of_the_largest_likelihood(most: int) -> None:
    for table in tables(most):
        found = dt.admissible_splits(data_of(table, "rate"), dt.cart())
        whole = likelihood([y for _, y in table])
        ratios = {cut: likelihood(left) * likelihood(right) / whole for cut, left, right in parts_of(table)}
        assert min(ratios.values(), default=1) >= 1
        best = [cut for cut, ratio in ratios.items() if ratio == max(ratios.values())]
        assert [one.question.threshold for one in found] == best  # type: ignore[attr-defined]  # all are thresholds
        for one in found:  # gain * N is 2 log2 of the ratio
            assert one.gain * len(table) == 2 * dt.Exact.log2(max(ratios.values()))


def risk(tree: dt.Tree) -> Any:
    return sum(least_deviations(responses_of(leaf.summary)) for leaf in dt.leaves(tree))


def responses_of(summary: Any) -> list[int]:
    return [y for y, w in zip(summary.values, summary.weights, strict=True) for _ in range(w)]


@larger_in_a_campaign("most", 4, 5)
def test_each_member_of_a_sequence_costs_least_of_all_pruned_subtrees_on_its_interval(most: int) -> None:
    for table in tables(most):
        tree = dt.grow(data_of(table, "median"), dt.cart())
        every = [(risk(one), len(dt.leaves(one))) for one in dt.all_pruned_subtrees(tree)]
        sequence = dt.pruning_sequence(tree)
        assert len(dt.leaves(sequence[-1].tree)) == 1
        for member, (alpha, until) in zip(sequence, dt.intervals(sequence), strict=True):
            mine, size = risk(member.tree), len(dt.leaves(member.tree))
            for at in [alpha] if until is None else [alpha, (alpha + until) / 2]:
                costs = [(cost + at * leaves, leaves) for cost, leaves in every]
                assert min(costs) == (mine + at * size, size)


@larger_in_a_campaign("most", 3, 4)
def test_cross_validation_is_what_it_says_computed_directly(most: int) -> None:
    """Each fold is tried on its tree's member of the beta of the whole; here all betas are from direct comparisons."""
    for table in tables(most):
        if len(table) < 2:
            continue
        data, folds = data_of(table, "lower_median"), [row % 2 for row in range(len(table))]
        result = dt.cross_validate(data, dt.cart(), folds)
        spans = dt.intervals(result.sequence)
        for row, (alpha, until) in zip(result.rows, spans, strict=True):
            losses = []
            for fold in (0, 1):
                rows = [place for place, one in enumerate(folds) if one != fold]
                tree = dt.grow(data.take(rows), dt.cart())
                squared = None if until is None else alpha * until
                losses += [
                    abs(Fraction(y) - predicted(best_at(tree, squared, len(rows)), x))
                    for place, (x, y) in enumerate(table)
                    if folds[place] == fold
                ]
            error = sum(losses) / len(table)
            assert row.error == error
            assert row.squared_standard_error == (sum(one**2 for one in losses) / len(table) - error**2) / len(table)


def best_at(tree: dt.Tree, squared: Any, rows: int) -> dt.Tree:
    """Return the smallest tree of least R(T) / N + beta |T|, beta the root of *squared*, or the root where it is None.

    R(one) / N + beta |one| <= R(other) / N + beta |other| where (R(other) - R(one)) / N >= beta (|one| - |other|).
    """
    every = sorted(dt.all_pruned_subtrees(tree), key=lambda one: len(dt.leaves(one)))
    if squared is None:
        return every[0]

    def costs_no_more(one: dt.Tree, other: dt.Tree) -> bool:
        saved = (risk(other) - risk(one)) / rows
        more = len(dt.leaves(one)) - len(dt.leaves(other))
        if saved >= 0 >= more or saved < 0 < more:
            return bool(saved >= 0)
        return bool(saved**2 >= squared * more**2 if more > 0 else saved**2 <= squared * more**2)

    return next(one for one in every if all(costs_no_more(one, other) for other in every))


def predicted(tree: dt.Tree, x: int) -> Fraction:
    while isinstance(tree, dt.Branch):
        tree = tree.children[x > tree.question.threshold]  # type: ignore[attr-defined]  # all are thresholds
    return median(responses_of(tree.summary), "lower_median")
