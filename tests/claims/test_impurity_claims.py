"""Claims about impurity, gain and gain ratio: what fails, with the smallest rows that say so, and what is right."""

from __future__ import annotations

import statistics
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any

import pytest

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Grouping = tuple[int, ...]
"""The part that each row is in: 0, or one of those before, or the next new one."""

CONCAVE: list[Callable[[Any], dt.Exact]] = [dt.gini, dt.entropy]


def partitions(rows: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield every way to write *rows* as a falling sum of whole numbers."""
    if rows == 0:
        yield ()
    for first in range(min(rows, largest or rows), 0, -1):
        for rest in partitions(rows - first, first):
            yield (first, *rest)


def groupings(rows: int) -> Iterator[Grouping]:
    """Yield every feature of *rows* rows, up to the names of its values."""
    for values in product(range(rows), repeat=rows):
        if all(value <= max(values[:row], default=-1) + 1 for row, value in enumerate(values)):
            yield values


def parts(grouping: Grouping, labels: Sequence[int]) -> list[dt.ClassCounts]:
    """Return the class counts of each part; labels are 0 and 1."""
    pairs = list(zip(grouping, labels, strict=True))
    return [dt.ClassCounts([pairs.count((part, label)) for label in (0, 1)]) for part in range(max(grouping) + 1)]


def labelled(rows: int) -> Iterator[tuple[int, ...]]:
    """Yield every labelling of *rows* rows by 0 and 1 in which both occur."""
    yield from (labels for labels in product((0, 1), repeat=rows) if len(set(labels)) == 2)


def two_features(rows: int) -> Iterator[tuple[tuple[int, ...], Grouping, Grouping]]:
    """Yield labels with an ordered pair of features that part the rows."""
    features = [grouping for grouping in groupings(rows) if max(grouping)]
    yield from product(labelled(rows), features, features)


# --- conditional impurity ---------------------------------------------------------------------------------------


def gains_nothing(found: Sequence[dt.ClassCounts], impurity: Callable[[Any], dt.Exact]) -> bool:
    return dt.conditional_impurity(found, impurity) == impurity(sum(found[1:], start=found[0]))


def test_a_question_may_leave_the_impurity_as_it_is() -> None:
    """(1, 1) and (1, 1): four rows, both features of every data set of at most three impure rows gain."""
    halves = [dt.ClassCounts((1, 1)), dt.ClassCounts((1, 1))]
    for impurity in CONCAVE:
        assert gains_nothing(halves, impurity)
        smaller = [(g, labels) for n in (2, 3) for g in groupings(n) if max(g) for labels in labelled(n)]
        assert not any(gains_nothing(parts(*case), impurity) for case in smaller)


def test_misclassification_gains_nothing_where_gini_does() -> None:
    """(1, 0) and (1, 1): three rows; no data set of two does it."""
    found = [dt.ClassCounts((1, 0)), dt.ClassCounts((1, 1))]
    assert gains_nothing(found, dt.misclassification)
    assert dt.gain(found, dt.gini) == Fraction(1, 9)
    assert not any(gains_nothing(parts(g, labels), dt.misclassification) for g in [(0, 1)] for labels in labelled(2))


def test_unweighted_parts_may_exceed_the_whole() -> None:
    """The sum of the parts' impurities, unweighted, is 1/2 > 4/9 (Gini) and 1 > 0.918 bits at three rows; none at two.

    All data sets of at most three rows of two classes; the weighted mean never exceeds.
    """
    found = [dt.ClassCounts((1, 0)), dt.ClassCounts((1, 1))]
    whole = dt.ClassCounts((2, 1))
    assert [dt.gini(part) for part in found] == [0, Fraction(1, 2)]
    assert dt.gini(whole) == Fraction(4, 9)
    assert dt.entropy(found[0]) + dt.entropy(found[1]) == 1 > dt.entropy(whole)
    for impurity in CONCAVE:
        assert dt.conditional_impurity(found, impurity) <= impurity(whole)
        for labels in labelled(2):
            separated = parts((0, 1), labels)
            assert sum((impurity(part) for part in separated), start=dt.Exact(0)) <= impurity(dt.ClassCounts((1, 1)))


def test_unweighted_mean_squares_may_exceed_the_whole() -> None:
    """Responses 0 | 0, 2: mean squares 0 and 1 add up to more than the whole's 8/9; two responses never do."""
    left, right = dt.Moments.of([0]), dt.Moments.of([0, 2])
    assert dt.squared_error(left) + dt.squared_error(right) == 1
    assert dt.squared_error(left + right) == Fraction(8, 9)
    assert dt.conditional_impurity([left, right], dt.squared_error) == Fraction(2, 3)


# --- uneven -----------------------------------------------------------------------------------------------------


def test_gini_and_entropy_may_disagree_on_which_is_more_uneven() -> None:
    """Of (5, 1, 1) and (4, 3) Gini calls the first more uneven and entropy the second: seven rows.

    All class counts of the same total, of any number of classes, up to six rows are ordered alike by both.
    """

    def opposed(total: int) -> list[tuple[Any, Any]]:
        pairs = combinations(map(dt.ClassCounts, partitions(total)), 2)
        return [
            (one.counts, two.counts)
            for one, two in pairs
            if (dt.gini(one) - dt.gini(two)).sign() * (dt.entropy(one) - dt.entropy(two)).sign() < 0
        ]

    assert not any(opposed(total) for total in range(1, 7))
    assert opposed(7) == [((5, 1, 1), (4, 3)), ((4, 1, 1, 1), (3, 2, 2))]
    assert dt.gini(dt.ClassCounts((5, 1, 1))) == Fraction(22, 49) < dt.gini(dt.ClassCounts((4, 3))) == Fraction(24, 49)


# --- forms ------------------------------------------------------------------------------------------------------


def test_two_class_forms() -> None:
    """1 - max(p, 1 - p), 2 p (1 - p) and -p log2 p - (1 - p) log2 (1 - p), at every share up to tenths."""
    for total in range(1, 11):
        for count in range(total + 1):
            summary, p = dt.ClassCounts((count, total - count)), Fraction(count, total)
            assert dt.misclassification(summary) == 1 - max(p, 1 - p)
            assert dt.gini(summary) == 2 * p * (1 - p)
            assert dt.entropy(summary) == sum((dt.Exact.log2(1 / q) * q for q in (p, 1 - p) if q), start=dt.Exact(0))


def test_gini_counts_ordered_pairs() -> None:
    """The sum over k != k' counts each pair of classes twice; over k < k' it is half of Gini: 1/4 at (1, 1)."""
    for total in range(1, 9):
        for counts in partitions(total):
            shares = dt.ClassCounts(counts).proportions
            ordered = sum(p * q for i, p in enumerate(shares) for j, q in enumerate(shares) if i != j)
            unordered = sum(p * q for p, q in combinations(shares, 2))
            assert dt.gini(dt.ClassCounts(counts)) == ordered == 2 * unordered == sum(p * (1 - p) for p in shares)


def test_two_rows_differ_more_often_without_replacement() -> None:
    """Drawn without replacement two rows differ with chance N / (N - 1) times Gini: 1, not 1/2, for two rows."""
    for total in range(2, 9):
        for counts in partitions(total):
            rows = [label for label, count in enumerate(counts) for _ in range(count)]
            differing = sum(rows[i] != rows[j] for i, j in combinations(range(total), 2))
            without = Fraction(differing, total * (total - 1) // 2)
            assert dt.gini(dt.ClassCounts(counts)) * Fraction(total, total - 1) == without
    assert dt.gini(dt.ClassCounts((1, 1))) == Fraction(1, 2)


def test_cross_entropy_needs_its_minus() -> None:
    """Without the minus the sum of p log p is 0 at pure nodes and below 0 elsewhere: smallest where most mixed."""

    def as_written(summary: dt.ClassCounts) -> dt.Exact:
        return sum((dt.Exact.log2(p) * p for p in summary.proportions if p), start=dt.Exact(0))

    assert as_written(dt.ClassCounts((2, 0))) == 0
    assert as_written(dt.ClassCounts((1, 1))) == -1
    for total in range(1, 9):
        for counts in partitions(total):
            summary = dt.ClassCounts(counts)
            assert as_written(summary) == -dt.entropy(summary) <= 0
            assert (as_written(summary) == 0) == (len(counts) == 1)


def test_misclassification_has_a_corner_and_the_others_do_not() -> None:
    """At p = 1/2 misclassification rises by 1 and falls by 1 a unit of p; Gini's and entropy's slopes shrink to 0.

    Gini's slope between p and q is 2 (1 - p - q), everywhere; entropy's grows beyond all bounds towards p = 0.
    """

    def slope(impurity: Callable[[Any], dt.Exact], p: Fraction, q: Fraction) -> dt.Exact:
        low, high = (impurity(dt.ClassCounts((share, 1 - share))) for share in (p, q))
        return (high - low) / (q - p)

    half = Fraction(1, 2)
    steps = [Fraction(1, 2**power) for power in range(2, 12)]
    for step in steps:
        assert slope(dt.misclassification, half - step, half) == 1
        assert slope(dt.misclassification, half, half + step) == -1
        for p in (Fraction(0), Fraction(1, 3), half):
            assert slope(dt.gini, p, p + step) == 2 * (1 - p - (p + step))
    falling = [slope(dt.entropy, half, half + step) for step in steps]
    assert all(low < high < 0 for low, high in pairwise(falling))
    assert falling[-1] > Fraction(-1, 500)
    at_zero = [slope(dt.entropy, Fraction(0), step) for step in steps]
    assert all(slope_ > power for power, slope_ in enumerate(at_zero, start=2))


# --- what a gain, or an index, is worth -------------------------------------------------------------------------


def in_two(rows: int) -> Iterator[list[list[dt.ClassCounts]]]:
    """Yield, for each node of *rows* rows of two classes, all ways to part it in two."""
    for first in range(rows + 1):
        counts = (first, rows - first)
        yield [
            [dt.ClassCounts(left), dt.ClassCounts([whole - part for whole, part in zip(counts, left, strict=True)])]
            for left in product(*(range(count + 1) for count in counts))
            if 0 < sum(left) < rows
        ]


def errors(found: Sequence[dt.ClassCounts]) -> Fraction:
    return sum((Fraction(part.weight - max(part.counts)) for part in found), Fraction(0))


def test_a_larger_gain_may_err_more() -> None:
    """Of eight rows (2, 6) the parts (0, 4), (2, 2) gain .311 bits with two errors; (1, 0), (1, 6) .294 with one.

    All pairs of splits in two of nodes of two classes: with seven rows a larger gain never errs more.
    """

    def fails(one: list[dt.ClassCounts], two: list[dt.ClassCounts]) -> bool:
        return errors(one) > errors(two) and dt.gain(one, dt.entropy) > dt.gain(two, dt.entropy)

    assert not any(fails(*pair) for rows in range(2, 8) for node in in_two(rows) for pair in product(node, node))
    assert fails([dt.ClassCounts((0, 4)), dt.ClassCounts((2, 2))], [dt.ClassCounts((1, 0)), dt.ClassCounts((1, 6))])


def test_gini_over_all_values_and_over_two_parts_may_disagree() -> None:
    """Five rows 0 0 0 1 1: an identifier has the index 0, and its best question of equality 3/10; values a a b b b
    have 4/15 either way.  All labels of two classes with all pairs of features: four rows never disagree.
    """

    def all_values(feature: Grouping, labels: Sequence[int]) -> dt.Exact:
        return dt.conditional_impurity(parts(feature, labels), dt.gini)

    def one_value(feature: Grouping, labels: Sequence[int]) -> dt.Exact:
        asked = ([int(value != this) for value in feature] for this in set(feature))
        return min(dt.conditional_impurity(parts(tuple(answers), labels), dt.gini) for answers in asked)

    def disagree(labels: tuple[int, ...], one: Grouping, two: Grouping) -> bool:
        return all_values(one, labels) < all_values(two, labels) and one_value(one, labels) > one_value(two, labels)

    assert not any(disagree(*case) for rows in (2, 3, 4) for case in two_features(rows))
    assert disagree((0, 0, 0, 1, 1), (0, 1, 2, 3, 4), (0, 0, 1, 1, 1))


# --- many values ------------------------------------------------------------------------------------------------


def test_more_values_need_not_mean_more_gain() -> None:
    """Four rows 0 0 1 1: two values gain 1 bit, three values 1/2; with three rows more values never gain less.

    All labels of two classes with all pairs of features.
    """

    def fails(labels: tuple[int, ...], few: Grouping, many: Grouping) -> bool:
        return max(few) < max(many) and dt.gain(parts(many, labels), dt.entropy) < dt.gain(
            parts(few, labels), dt.entropy
        )

    assert not any(fails(*case) for rows in (2, 3) for case in two_features(rows))
    assert fails((0, 0, 1, 1), (0, 0, 1, 1), (0, 1, 0, 2))
    assert dt.gain(parts((0, 1, 0, 2), (0, 0, 1, 1)), dt.entropy) == Fraction(1, 2)


def test_more_values_may_have_less_intrinsic_value() -> None:
    """Four values (5, 1, 1, 1) have less intrinsic value than three (3, 3, 2): eight rows, over all sizes of parts.

    With seven rows more values always have more.
    """

    def cases(rows: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        value = {sizes: dt.entropy(dt.ClassCounts(sizes)) for sizes in partitions(rows)}
        return [(few, many) for few, many in product(value, value) if len(few) < len(many) and value[many] < value[few]]

    assert not any(cases(rows) for rows in range(1, 8))
    assert cases(8) == [((3, 3, 2), (5, 1, 1, 1))]
    assert ((5, 4), (7, 1, 1)) in cases(9)


def test_equal_parts_have_intrinsic_value_log2_of_their_number() -> None:
    """IV <= log2 v, equal iff the parts are alike: what grows with the number of values is the bound."""
    for rows in range(1, 10):
        for sizes in partitions(rows):
            value = dt.intrinsic_value([dt.ClassCounts((size,)) for size in sizes])
            assert value <= dt.Exact.log2(len(sizes))
            assert (value == dt.Exact.log2(len(sizes))) == (len(set(sizes)) == 1)


def test_ratio_may_prefer_more_values() -> None:
    """Three rows 0 0 1: the identifier's ratio 0.579 beats 0.274, that of 0 | 0, 1; two rows have one feature.

    All labels of two classes with all pairs of features.
    """

    def fails(labels: tuple[int, ...], few: Grouping, many: Grouping) -> bool:
        return max(few) < max(many) and dt.gain_ratio(parts(many, labels)) > dt.gain_ratio(parts(few, labels))

    assert not any(fails(*case) for case in two_features(2))
    assert fails((0, 0, 1), (0, 1, 1), (0, 1, 2))
    assert [round(float(dt.gain_ratio(parts(g, (0, 0, 1)))), 3) for g in [(0, 1, 1), (0, 1, 2)]] == [0.274, 0.579]


def test_of_equal_gains_the_smaller_intrinsic_value_has_the_larger_ratio() -> None:
    """What is right in "the ratio prefers few values": it divides by IV, which merging two parts lowers."""
    for labels, one, two in two_features(4):
        first, second = parts(one, labels), parts(two, labels)
        if dt.gain(first, dt.entropy) == dt.gain(second, dt.entropy) > 0:
            smaller = dt.intrinsic_value(first) < dt.intrinsic_value(second)
            assert smaller == (dt.gain_ratio(first) > dt.gain_ratio(second))


# --- worked numbers ---------------------------------------------------------------------------------------------


def test_ten_point_example() -> None:
    """Counts 3, 2, 5 parted into (3, 1, 0) and (0, 1, 5): H(D), H(D|A) and the gain, exact and to three places."""
    known = [dt.ClassCounts((3, 1, 0)), dt.ClassCounts((0, 1, 5))]
    whole = dt.ClassCounts((3, 2, 5))
    three, five = dt.Exact.log2(3), dt.Exact.log2(5)
    assert dt.entropy(whole) == Fraction(4, 5) - three * Fraction(3, 10) + five / 2
    assert dt.conditional_impurity(known, dt.entropy) == Fraction(7, 5) + three * Fraction(3, 10) - five / 2
    assert dt.gain(known, dt.entropy) == five - three * Fraction(3, 5) - Fraction(3, 5)
    rounded = [f"{n:.3f}" for n in (dt.entropy(whole), dt.conditional_impurity(known, dt.entropy))]
    assert rounded == ["1.485", "0.715"]
    assert f"{dt.gain(known, dt.entropy):.3f}" == "0.771"


def test_ideal_leaf_costs_nothing() -> None:
    """The loss of a leaf is 0 exactly where it holds one class."""
    for total in range(1, 9):
        for counts in partitions(total):
            assert (dt.entropy(dt.ClassCounts(counts)) == 0) == (len(counts) == 1)


# --- squared error ----------------------------------------------------------------------------------------------


def test_the_other_variance_is_not_meant() -> None:
    """Square = variance (N - 1) for the variance over N - 1 alone: for 0, 1 the one over N gives 1/4, not 1/2.

    All responses in 0, 1, 2 of up to four rows; one row has no variance over N - 1.
    """
    for rows in range(2, 5):
        for responses in product((0, 1, 2), repeat=rows):
            values = list(map(Fraction, responses))
            square = dt.squared_error(dt.Moments.of(values)) * rows
            assert square == statistics.variance(values) * (rows - 1) == statistics.pvariance(values) * rows
            assert (square == statistics.pvariance(values) * (rows - 1)) == (len(set(values)) == 1)
    assert dt.squared_error(dt.Moments.of([0, 1])) * 2 == Fraction(1, 2)
    with pytest.raises(statistics.StatisticsError):
        statistics.variance([Fraction(1)])


def cuts(responses: Sequence[int], weigh: Callable[[int], int]) -> list[Fraction]:
    """Return the parts' sums of squares, each multiplied by *weigh* of its size, for each threshold from the left."""

    def square(part: Sequence[int]) -> Fraction:
        return (dt.squared_error(dt.Moments.of(part)) * len(part)).as_fraction() * weigh(len(part))

    return [square(responses[:cut]) + square(responses[cut:]) for cut in range(1, len(responses))]


def best(values: Sequence[Fraction]) -> set[int]:
    return {place for place, value in enumerate(values) if value == min(values)}


def test_squares_weighted_twice_choose_another_threshold() -> None:
    """Responses 0, 1, 2, 0: sums of squares 2, 5/2, 2 but weighted again 6, 5, 6, so that the worst cut is chosen.

    All responses in 0, ..., 3 of at most three rows at different x choose alike.
    """
    for rows in (2, 3):
        for responses in product(range(4), repeat=rows):
            assert best(cuts(responses, lambda _: 1)) == best(cuts(responses, lambda size: size))
    assert cuts([0, 1, 2, 0], lambda _: 1) == [2, Fraction(5, 2), 2]
    assert cuts([0, 1, 2, 0], lambda size: size) == [6, 5, 6]


def test_squares_weighted_twice_may_exceed_the_whole() -> None:
    """Responses 0, 1, 0: both cuts give 1 where the whole's sum of squares is 2/3; two rows never exceed."""
    assert cuts([0, 1, 0], lambda size: size) == [1, 1]
    assert dt.squared_error(dt.Moments.of([0, 1, 0])) * 3 == Fraction(2, 3)
    for responses in product(range(4), repeat=2):
        assert cuts(responses, lambda size: size) == [0]
    for responses in product(range(4), repeat=4):
        assert max(cuts(responses, lambda _: 1)) <= dt.squared_error(dt.Moments.of(responses)) * 4
