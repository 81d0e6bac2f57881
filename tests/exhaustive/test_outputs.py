"""Trees of a class and a number together, on every small table, against questions, risks and losses from scratch.

All multisets of up to three rows, in a campaign four, of one numeric feature of three values, two classes and two
responses.  What is expected is summed over pairs of rows: N times Gini is sum_ij [c_i != c_j] / N, the sum of squares
sum_ij (y_i - y_j)^2 / 2N; two outputs have the mean of both.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import comb
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sizes import larger_in_a_campaign

import dtrees as dt
from dtrees.selection.metrics import mean_loss

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Row: TypeAlias = tuple[int, str, int]

KINDS: Final[tuple[Row, ...]] = tuple(product((0, 1, 2), "ny", (0, 3)))


def tables(most: int) -> Iterator[tuple[Row, ...]]:
    for rows in range(1, most + 1):
        yield from combinations_with_replacement(KINDS, rows)


def data_of(rows: Sequence[Row]) -> dt.Dataset:
    x, kinds, sizes = zip(*rows, strict=True)
    return dt.regression_data(
        {"x": x}, dt.Outputs([dt.Classes("ny", ["ny".index(c) for c in kinds]), dt.Responses(sizes)])
    )


EVERY: Final = data_of(KINDS)


def risk(rows: Sequence[Row]) -> Fraction:
    """Return N i(t), the mean of both outputs'."""
    apart = [Fraction(c != other) + Fraction((y - more) ** 2, 2) for _, c, y in rows for _, other, more in rows]
    return sum(apart, Fraction(0)) / (2 * len(rows))


def cheapest(rows: Sequence[Row]) -> set[Fraction]:
    """Return the cuts that leave the least risk."""
    values = sorted({x for x, _, _ in rows})
    cuts = [Fraction(low + high, 2) for low, high in pairwise(values)]
    left = {cut: sum(map(risk, sides(rows, cut)), Fraction(0)) for cut in cuts}
    return {cut for cut in cuts if left[cut] == min(left.values())}


def sides(rows: Sequence[Row], cut: Any) -> list[list[Row]]:
    return [[row for row in rows if row[0] <= cut], [row for row in rows if row[0] > cut]]


def said(rows: Sequence[Row]) -> tuple[str, Fraction]:
    """Return the class of most rows, the first of equals, and the mean."""
    counts = Counter(c for _, c, _ in rows)
    return max("ny", key=lambda c: counts[c]), Fraction(sum(y for _, _, y in rows), len(rows))


def loss(row: Row, rows: Sequence[Row]) -> Fraction:
    """Return what *row* loses that a leaf of *rows* predicts."""
    kind, mean = said(rows)
    return (Fraction(row[1] != kind) + (row[2] - mean) ** 2) / 2


def cut_of(split: Any) -> Any:
    """Return the threshold of what asks a question."""
    return split.question.threshold


def nodes(tree: dt.Tree, rows: Sequence[Row]) -> Iterator[tuple[Any, Sequence[Row]]]:
    """Yield each node with its rows."""
    yield tree, rows
    if isinstance(tree, dt.Branch):
        for child, part in zip(tree.children, sides(rows, cut_of(tree)), strict=True):
            yield from nodes(child, part)


def cut_shorter(tree: dt.Tree, rows: Sequence[Row]) -> Iterator[tuple[int, Fraction]]:
    """Yield the number of leaves and the risk of every pruned subtree."""
    yield 1, risk(rows)
    if isinstance(tree, dt.Branch):
        parts = zip(tree.children, sides(rows, cut_of(tree)), strict=True)
        for below in product(*[list(cut_shorter(child, part)) for child, part in parts]):
            yield sum(size for size, _ in below), sum((r for _, r in below), Fraction(0))


def end(tree: dt.Tree, rows: Sequence[Row], x: int) -> Sequence[Row]:
    """Return the rows of the leaf where *x* ends."""
    while isinstance(tree, dt.Branch):
        cut = cut_of(tree)
        tree, rows = tree.children[x > cut], sides(rows, cut)[x > cut]
    return rows


@larger_in_a_campaign(("most", "tables_visited"), (3, 454), (4, 1819))
def test_every_node_asks_a_naive_optimum_and_predicts_what_its_rows_say(most: int, tables_visited: int) -> None:
    visited = 0
    for rows in tables(most):
        data = data_of(rows)
        tree = dt.grow(data, dt.cart())
        found = {cut_of(split) for split in dt.admissible_splits(data, dt.cart())}
        assert found == cheapest(rows), rows
        for node, own in nodes(tree, rows):
            assert node.summary.prediction == (said(own)[0], float(said(own)[1])), rows
            assert dt.MeanImpurity()(node.summary) * len(own) == dt.Exact(risk(own)), rows
            if isinstance(node, dt.Branch):
                assert cut_of(node) == min(cheapest(own)), rows
            else:
                assert not risk(own) or not cheapest(own), rows
        visited += 1
    assert visited == comb(len(KINDS) + most, most) - 1 == tables_visited


def test_each_member_of_the_sequence_is_the_smallest_of_least_cost() -> None:
    """Of up to three rows; its loss is counted on one row of each kind."""
    for rows in tables(3):
        tree = dt.grow(data_of(rows), dt.cart())
        every = set(cut_shorter(tree, rows))
        for member in dt.pruning_sequence(tree):
            alpha = member.alpha.as_fraction()
            costs = {(risk_of + alpha * size, size) for size, risk_of in every}
            assert min(costs)[1] == len(dt.leaves(member.tree)), rows
            own = sum((risk(part) for node, part in nodes(member.tree, rows) if isinstance(node, dt.Leaf)), Fraction(0))
            assert own + alpha * len(dt.leaves(member.tree)) == min(costs)[0], rows
            assert mean_loss(member.tree, EVERY) == dt.Exact(
                sum((loss(row, end(member.tree, rows, row[0])) for row in KINDS), Fraction(0)) / len(KINDS)
            ), rows


def test_a_validation_prunes_where_both_outputs_together_lose_no_more() -> None:
    """Two rows and two others: the losses of a leaf of both against each row's own leaf."""
    pruned = kept = 0
    for rows in tables(2):
        tree = dt.grow(data_of(rows), dt.cart())
        if isinstance(tree, dt.Leaf):
            continue
        for others in tables(2):
            whole = sum((loss(row, rows) for row in others), Fraction(0))
            apart = sum((loss(row, end(tree, rows, row[0])) for row in others), Fraction(0))
            found = dt.reduced_error_prune(tree, data_of(others))
            assert isinstance(found, dt.Leaf) == (whole <= apart), (rows, others)
            pruned, kept = pruned + (whole <= apart), kept + (whole > apart)
    assert (pruned, kept) == (2286, 954)
