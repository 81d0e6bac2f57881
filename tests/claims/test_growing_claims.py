"""Claims about choosing questions, stopping and the size of grown trees: the smallest data that say no, beside the law.

Data sets are searched in full up to the stated bound; features are of categories unless thresholds are at stake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest

import dtrees as dt
from dtrees.trees.split import answers_of

Columns = Sequence[Sequence[int]]


def table(columns: Columns, labels: Sequence[int]) -> dt.Dataset:
    """Return rows of categories a, b, c, ... in columns x0, x1, ..., of classes 0, 1, ..."""
    named = {f"x{place}": ["abcdef"[value] for value in column] for place, column in enumerate(columns)}
    return dt.classification_data(named, list(labels))


def numbers(column: Sequence[float], labels: Sequence[int]) -> dt.Dataset:
    """Return rows of one number x."""
    return dt.classification_data({"x": list(column)}, list(labels))


def tables(rows: int, features: int, values: int, classes: int = 2) -> Iterator[tuple[Columns, list[int]]]:
    """Yield every data set of so many rows, up to their order, in which two labels occur."""
    cells = list(product(*[range(values)] * features, range(classes)))
    for chosen in combinations_with_replacement(cells, rows):
        *columns, labels = zip(*chosen, strict=True)
        if len(set(labels)) > 1:
            yield columns, list(labels)


def groupings(rows: int) -> Iterator[tuple[int, ...]]:
    """Yield every feature of *rows* rows, up to the names of its values."""
    for values in product(range(rows), repeat=rows):
        if all(value <= max(values[:row], default=-1) + 1 for row, value in enumerate(values)):
            yield values


def asked(tree: dt.Tree) -> str | None:
    """Return the feature that the root asks about."""
    return tree.question.feature if isinstance(tree, dt.Branch) else None


def errors(data: dt.Dataset, tree: dt.Tree, labels: Sequence[int]) -> int:
    return sum(said != label for said, label in zip(dt.predict(tree, data).tolist(), labels, strict=True))


def contradictory(columns: Columns, labels: Sequence[int]) -> bool:
    """Return whether two rows are equal in every feature and differ in their label."""
    rows = list(zip(*columns, strict=True))
    return len(set(rows)) < len(set(zip(rows, labels, strict=True)))


def nodes(tree: dt.Tree) -> int:
    return dt.fold(tree, lambda _: 1, lambda _, parts: 1 + sum(parts))


# --- candidates -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", range(1, 6))
def test_the_largest_value_parts_nothing(values: int) -> None:
    """Of the k candidates x <= value that take every value in turn, the last leaves one side empty: k - 1 part.

    So for one value already, the smallest k there is.
    """
    data = numbers(range(values), [row % 2 for row in range(values)])
    sizes = [[len(part) for part in dt.split(data, dt.Threshold("x", value))] for value in range(values)]
    assert [0 in parts for parts in sizes] == [False] * (values - 1) + [True]
    if values > 1:
        assert len(dt.scored_splits(data, dt.cart(numbers="observed"))) == values - 1


@pytest.mark.parametrize("values", range(2, 6))
def test_equality_asks_k_questions_of_k_values(values: int) -> None:
    """k values give k questions of equality and k different partitions, but for k = 2, where both are one."""
    data = table([range(values)], [row % 2 for row in range(values)])
    splits = dt.scored_splits(data, dt.cart())
    answers = [answers_of(split.question, data.features) for split in splits]
    sides = {frozenset({tuple(one), tuple(1 - side for side in one)}) for one in answers}
    assert len(splits) == values
    assert len(sides) == (1 if values == 2 else values)


def test_the_features_type_decides_the_question_not_the_targets() -> None:
    """CART asks a category for equality and a number for a threshold, whether it predicts classes or numbers."""
    for target in (dt.classification_data, dt.regression_data):
        for column, asked in ((["a", "b"], dt.Equals), ([1, 2], dt.Threshold)):
            tree = dt.grow(target({"x": column}, [0, 1]), dt.cart())
            assert isinstance(tree, dt.Branch)
            assert isinstance(tree.question, asked)


def test_eight_rows_of_a_class_need_not_be_parted_by_a_limit_of_five() -> None:
    """A node of one class is a leaf whatever its size; a limit of 5 parts nothing, it stops."""
    data = numbers(range(10), [0] * 8 + [1] * 2)
    assert [len(dt.leaves(dt.grow(data, dt.cart(min_split=limit)))) for limit in (0, 5)] == [2, 2]


# --- choosing ---------------------------------------------------------------------------------------------------


def test_smallest_ratio_chooses_worst() -> None:
    """Labels 0 0 1: at equal gain 0 0 | 1 has ratio 1 and the identifier 0.579, which the smallest ratio takes.

    With fewer than three rows no two features of equal gain differ in ratio.
    """
    data = table([(0, 1, 2), (0, 0, 1)], [0, 0, 1])
    splits = {split.question.feature: split for split in dt.scored_splits(data, dt.c45(gate="none"))}
    assert splits["x0"].gain == splits["x1"].gain
    assert splits["x1"].score == 1
    assert splits["x0"].score < Fraction(3, 5)
    assert min(splits, key=lambda name: splits[name].score) == "x0"
    assert [split.question.feature for split in dt.admissible_splits(data, dt.c45())] == ["x1"]
    for columns, labels in tables(2, 2, 2):
        assert len({split.score for split in dt.scored_splits(table(columns, labels), dt.c45(gate="none"))}) <= 1


def test_nothing_is_above_the_average_of_equal_gains() -> None:
    """One feature that separates two rows: its gain is the average, so "above" asks nothing and "at least" asks it."""
    data = table([(0, 1)], [0, 1])
    assert dt.admissible_splits(data, dt.c45(gate="above")) == ()
    assert dt.grow(data, dt.c45(gate="above")) == dt.Leaf(dt.ClassCounts((1, 1)))
    assert len(dt.admissible_splits(data, dt.c45(gate="at_least"))) == 1


def test_least_conditional_entropy_is_not_the_largest_ratio() -> None:
    """Labels 0 0 1 1: three values a b a c leave 1/2 bit and have ratio 1/3, two values a a a b leave 0.689 and have
    0.384.  With three rows the least conditional entropy is never beaten.

    All pairs of features of two and three rows with all labels.
    """

    def reversed_by_ratio(columns: Columns, labels: Sequence[int]) -> bool:
        first, second = dt.scored_splits(table(columns, labels), dt.c45(gate="none"))
        return first.gain > second.gain and first.score < second.score

    assert reversed_by_ratio([(0, 1, 0, 2), (0, 0, 0, 1)], (0, 0, 1, 1))
    for rows in (2, 3):
        features = [grouping for grouping in groupings(rows) if max(grouping)]
        for *columns, labels in product(features, features, product((0, 1), repeat=rows)):
            assert not reversed_by_ratio(columns, labels)


def test_a_gate_changes_the_tree() -> None:
    """Labels 0 0 1 1 again: without a gate a a a b has the largest ratio; Quinlan's gate bars it, below average.

    Smaller data are those of `test_least_conditional_entropy_is_not_the_largest_ratio`: the ratio's choice, at most
    three rows and two features, has the largest gain too, and so passes the gate.
    """
    data = table([(0, 1, 0, 2), (0, 0, 0, 1)], [0, 0, 1, 1])
    assert asked(dt.grow(data, dt.c45(gate="none"))) == "x1"
    assert asked(dt.grow(data, dt.c45(gate="at_least"))) == "x0"


def test_numbers_are_cut_by_c45_and_listed_by_id3() -> None:
    """The identifier 1, 2, 3 of labels 0 1 0: ID3 gives it a child a value, C4.5 asks thresholds."""
    data = numbers([1, 2, 3], [0, 1, 0])
    assert dt.depth(dt.grow(data, dt.id3())) == 1
    assert dt.depth(dt.grow(data, dt.c45())) == 2


# --- stopping ---------------------------------------------------------------------------------------------------


def test_a_gainless_split_opens_all_gain() -> None:
    """Exclusive or, four rows: no question gains, stopping errs twice, splitting never; with three rows some question
    gains wherever a tree errs less than its root.

    All data sets of at most three rows and two features of at most two values, for Gini and for squared error.
    """

    def short_sighted(columns: Columns, labels: list[int], learner: dt.Learner, *, respond: bool) -> bool:
        data = table(columns, labels)
        if respond:
            data = dt.regression_data({f"x{place}": list(column) for place, column in enumerate(columns)}, labels)
        splits = dt.admissible_splits(data, learner)
        return bool(splits) and splits[0].gain == 0 and len(dt.leaves(dt.grow(data, learner))) > 1

    exclusive_or = [(0, 0, 1, 1), (0, 1, 0, 1)], [0, 1, 1, 0]
    for respond in (False, True):
        assert short_sighted(*exclusive_or, dt.cart(), respond=respond)
    data = table(*exclusive_or)
    assert errors(data, dt.grow(data, dt.cart()), exclusive_or[1]) == 0
    assert errors(data, dt.grow(data, dt.cart(zero_gain="stop")), exclusive_or[1]) == 2
    for rows, respond in product((2, 3), (False, True)):
        for columns, labels in tables(rows, 2, 2):
            gainless = short_sighted(columns, labels, dt.cart(), respond=respond)
            left = errors(table(columns, labels), dt.grow(table(columns, labels), dt.cart()), labels)
            assert not gainless or left == min(labels.count(0), labels.count(1))


def test_any_epsilon_stops_before_exclusive_or() -> None:
    """However small epsilon is, exclusive or stays one leaf of two errors, though no two rows contradict."""
    data = table([(0, 0, 1, 1), (0, 1, 0, 1)], [0, 1, 1, 0])
    for epsilon in (Fraction(1, 10), Fraction(1, 10**9)):
        assert isinstance(dt.grow(data, dt.id3(min_gain=epsilon)), dt.Leaf)
    assert errors(data, dt.grow(data, dt.id3()), [0, 1, 1, 0]) == 0


def test_contradictory_rows_alone_are_not_separated() -> None:
    """ID3, C4.5 and CART make an error on their training rows exactly where two rows contradict: two rows suffice.

    All data sets of at most four rows and two features of two values.
    """
    twice = table([(0, 0)], [0, 1])
    for learner in (dt.id3(), dt.c45(), dt.cart()):
        assert isinstance(dt.grow(twice, learner), dt.Leaf)
        for rows in (2, 3, 4):
            for columns, labels in tables(rows, 2, 2):
                data = table(columns, labels)
                assert bool(errors(data, dt.grow(data, learner), labels)) == contradictory(columns, labels)


def test_gini_need_not_reach_zero() -> None:
    """Two equal rows of different labels keep Gini 1/2, and no question parts them: growing must stop for that too."""
    data = table([(0, 0)], [0, 1])
    assert dt.grow(data, dt.cart()) == dt.Leaf(dt.ClassCounts((1, 1)))
    assert dt.scored_splits(data, dt.cart()) == ()


def test_delta_must_be_above_zero() -> None:
    """One row has Square 0, and 0 < 0 fails, so at delta 0 nothing stops; at delta 1 equal rows 0, 2 do not.

    min_risk is note D's delta: a pure node, or one that no question parts, is a leaf besides.
    """
    one = dt.Moments.of([5])
    assert not dt.squared_error(one) * one.weight < 0
    equal = dt.regression_data({"x": [1, 1]}, [0, 2])
    assert dt.squared_error(dt.Moments.of([0, 2])) * 2 == 2
    assert isinstance(dt.grow(equal, dt.cart(min_risk=1)), dt.Leaf)
    data = dt.regression_data({"x": [1, 2, 3]}, [0, 0, 2])
    assert len(dt.leaves(dt.grow(data, dt.cart()))) == 2
    assert len(dt.leaves(dt.grow(data, dt.cart(min_risk=3)))) == 1


def test_a_leaf_may_be_as_large_as_the_limit_that_stops_splitting() -> None:
    """Limit 2, two equal rows of different labels: a leaf of two, so the limit is no maximum of leaves' sizes.

    Nor is it a minimum: three rows 0 1 1 with limit 2 have a leaf of one.  Right: a node below the limit is a leaf.
    One row cannot reach the limit 2, and below 2 no limit stops anything that could be split.
    """
    equal = numbers([1, 1], [0, 1])
    assert [leaf.summary.weight for leaf in dt.leaves(dt.grow(equal, dt.cart(min_split=2)))] == [2]
    tree = dt.grow(numbers([1, 2, 3], [0, 1, 1]), dt.cart(min_split=2))
    assert [leaf.summary.weight for leaf in dt.leaves(tree)] == [1, 2]
    eight = numbers(range(8), [0] * 8)
    assert [leaf.summary.weight for leaf in dt.leaves(dt.grow(eight, dt.cart(min_split=5)))] == [8]


# --- ID3 and C4.5 as note D has them ----------------------------------------------------------------------------


def note_d_id3(columns: Columns, labels: Sequence[int], features: tuple[int, ...]) -> tuple[int, int]:
    """Return depth and training errors of note D's ID3, which stops at entropy 0 or where one feature is left."""
    counts = [labels.count(label) for label in set(labels)]
    if len(counts) == 1 or len(features) == 1:
        return 0, len(labels) - max(counts)
    data = table([columns[feature] for feature in features], labels)
    splits = dt.admissible_splits(data, dt.id3())
    if not splits:
        return 0, len(labels) - max(counts)
    best = features[int(splits[0].question.feature[1:])]
    below = []
    for value in sorted(set(columns[best])):
        rows = [row for row, there in enumerate(columns[best]) if there == value]
        part = [[column[row] for row in rows] for column in columns]
        below.append(note_d_id3(part, [labels[row] for row in rows], tuple(f for f in features if f != best)))
    return 1 + max(depth for depth, _ in below), sum(wrong for _, wrong in below)


def test_stopping_at_one_feature_leaves_data_unlearned() -> None:
    """One feature, two rows: note D's ID3 asks nothing and errs once; ID3 of the books asks it and errs never.

    One row or one label has nothing to learn, so no smaller data do it.
    """
    assert note_d_id3([(0, 1)], [0, 1], (0,)) == (0, 1)
    data = table([(0, 1)], [0, 1])
    assert errors(data, dt.grow(data, dt.id3()), [0, 1]) == 0


def test_depth_reaches_the_number_of_features() -> None:
    """n features give depth n at most, and n is reached: n = 1 by two rows, n = 2 by exclusive or.

    Note D's stop has depth n - 1 at most: all data sets of two rows and one feature, and of at most four rows and two.
    """
    assert dt.depth(dt.grow(table([(0, 1)], [0, 1]), dt.id3())) == 1
    assert dt.depth(dt.grow(table([(0, 0, 1, 1), (0, 1, 0, 1)], [0, 1, 1, 0]), dt.id3())) == 2
    for rows, features in [(2, 1), (2, 2), (3, 2), (4, 2)]:
        for columns, labels in tables(rows, features, 2):
            assert note_d_id3(columns, labels, tuple(range(features)))[0] <= features - 1
            assert dt.depth(dt.grow(table(columns, labels), dt.id3())) <= features


def test_thresholds_have_no_such_bound() -> None:
    """One number, labels 0 1 0 1 ...: C4.5's depth passes any bound by the number of features; two rows reach 1."""
    for rows in range(2, 8):
        tree = dt.grow(numbers(range(rows), [row % 2 for row in range(rows)]), dt.c45())
        assert len(dt.leaves(tree)) == rows
        assert dt.depth(tree) >= (rows - 1).bit_length()


def test_one_feature_is_asked_again() -> None:
    """C4.5 asks x twice on a path: three rows 0 1 0.  ID3 asks x1 in both branches of exclusive or: four rows.

    Twice on a path needs three leaves, in two branches four: as many rows.
    """
    below = dt.grow(numbers([1, 2, 3], [0, 1, 0]), dt.c45())
    assert isinstance(below, dt.Branch)
    assert [asked(child) for child in below.children] == [None, "x"]
    tree = dt.grow(table([(0, 0, 1, 1), (0, 1, 0, 1)], [0, 1, 1, 0]), dt.id3())
    assert isinstance(tree, dt.Branch)
    assert [asked(child) for child in tree.children] == ["x1", "x1"]


def test_cart_asks_a_category_again() -> None:
    """CART asks about one feature of three categories twice; three leaves need three rows."""
    tree = dt.grow(table([(0, 1, 2)], [0, 1, 2]), dt.cart())
    assert isinstance(tree, dt.Branch)
    assert [asked(child) for child in tree.children] == [None, "x0"]


# --- size -------------------------------------------------------------------------------------------------------


def test_a_binary_tree_may_have_more_nodes() -> None:
    """Three values of three classes: ID3 has four nodes and depth 1, CART five nodes and depth 2; two rows tie.

    All data sets of two rows and two features of at most two values.
    """
    data = table([(0, 1, 2)], [0, 1, 2])
    many, two = dt.grow(data, dt.id3()), dt.grow(data, dt.cart())
    assert (nodes(many), dt.depth(many)) == (4, 1)
    assert (nodes(two), dt.depth(two)) == (5, 2)
    for columns, labels in tables(2, 2, 2):
        assert nodes(dt.grow(table(columns, labels), dt.id3())) == nodes(dt.grow(table(columns, labels), dt.cart()))


def test_a_multiway_tree_may_be_deeper() -> None:
    """Five rows, three features: ID3's depth is 3, CART's 2.  Four rows and three features never do it.

    All triples of features of four rows, up to the names of the values, with all labels; at most three rows make a
    tree of depth 3 impossible.
    """
    columns, labels = [(0, 0, 1, 0, 2), (1, 1, 2, 0, 2), (1, 0, 1, 1, 0)], [1, 0, 1, 0, 0]
    data = table(columns, labels)
    assert dt.depth(dt.grow(data, dt.id3())) == 3
    assert dt.depth(dt.grow(data, dt.cart())) == 2

    features = [grouping for grouping in groupings(4) if max(grouping)]
    for named in product((0, 1), repeat=4):
        if len(set(named)) == 1 or named[0]:
            continue
        gains = {f: dt.scored_splits(table([f], named), dt.id3())[0].gain for f in features}
        for chosen in combinations_with_replacement(features, 3):
            largest = max(gains[f] for f in chosen)
            if any(gains[f] == largest and 3 in map(f.count, set(f)) for f in chosen) and largest < gains[0, 1, 2, 3]:
                data = table(chosen, named)
                assert dt.depth(dt.grow(data, dt.id3())) <= max(2, dt.depth(dt.grow(data, dt.cart())))


def test_the_largest_gain_first_need_not_end_first() -> None:
    """Four rows, three features: every choice of largest gain ends in depth 3, and depth 2 is possible.  Five rows:
    five leaves, and four are possible.

    All data sets of three rows and three features, and of at most four and two features, of two values: ID3 is least.
    """

    def greedy(data: dt.Dataset) -> tuple[int, int]:
        splits = dt.admissible_splits(data, dt.id3())
        if isinstance(dt.grow(data, dt.id3()), dt.Leaf):
            return 0, 1
        below = [[greedy(part) for part in dt.split(data, split.question)] for split in splits]
        return min(1 + max(d for d, _ in parts) for parts in below), min(sum(n for _, n in parts) for parts in below)

    @cache
    def least(rows: frozenset[tuple[int, ...]]) -> tuple[int, int]:
        if len({row[-1] for row in rows}) == 1:
            return 0, 1
        features = range(len(next(iter(rows))) - 1)
        cuts = [
            (frozenset(row for row in rows if not row[f]), frozenset(row for row in rows if row[f])) for f in features
        ]
        below = [(least(left), least(right)) for left, right in cuts if left and right]
        return min(1 + max(a[0], b[0]) for a, b in below), min(a[1] + b[1] for a, b in below)

    def both(rows: Sequence[tuple[int, ...]]) -> tuple[tuple[int, int], tuple[int, int]]:
        *columns, labels = zip(*rows, strict=True)
        return greedy(table(columns, labels)), least(frozenset(rows))

    assert both([(0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1), (1, 0, 1, 0)]) == ((3, 4), (2, 4))
    assert both([(0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 0, 0)])[0][1] == 5
    assert both([(0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 0, 0)])[1][1] == 4
    for rows, features in [(2, 2), (3, 2), (4, 2), (3, 3)]:
        for corners in combinations(product((0, 1), repeat=features), rows):
            for labels in product((0, 1), repeat=rows):
                if len(set(labels)) > 1:
                    found, best = both([(*corner, label) for corner, label in zip(corners, labels, strict=True)])
                    assert found == best


def test_seven_classes_need_three_questions() -> None:
    """Seven leaves of a binary tree need depth 3, and three features of two values suffice for seven rows.

    All data sets of at most four rows and two features of two values: no tree has more than 2^depth leaves.
    """
    corners = list(product((0, 1), repeat=3))[:7]
    tree = dt.grow(table(list(zip(*corners, strict=True)), range(7)), dt.cart())
    assert (len(dt.leaves(tree)), dt.depth(tree)) == (7, 3)
    for rows in (2, 3, 4):
        for columns, labels in tables(rows, 2, 2):
            small = dt.grow(table(columns, labels), dt.cart())
            assert len(dt.leaves(small)) <= 2 ** dt.depth(small)


def test_half_of_the_nodes_are_leaves_whatever_the_data() -> None:
    """Of the 2 m - 1 nodes of a binary tree of m leaves, m are leaves: for scattered data and for any other.

    All data sets of at most four rows and two features of two values.
    """
    for rows in (2, 3, 4):
        for columns, labels in tables(rows, 2, 2):
            tree = dt.grow(table(columns, labels), dt.cart())
            assert nodes(tree) == 2 * len(dt.leaves(tree)) - 1


# --- additive structure, variance -------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [1, 2, 3, 4])
def test_a_sum_of_steps_needs_a_leaf_for_each_corner(terms: int) -> None:
    """c_1 I(x_1 < t_1) + ... + c_k I(x_k < t_k), each c_i 1 or 2, takes 2^k leaves: no box of two corners is constant.

    A leaf is a box, some coordinates fixed and the others free; every box and every choice of the c_i is tried.
    """
    corners = list(product((0, 1), repeat=terms))
    for steps in product((1, 2), repeat=terms):
        value = {corner: sum(c for c, x in zip(steps, corner, strict=True) if not x) for corner in corners}
        for box in product((0, 1, None), repeat=terms):
            inside = [corner for corner in corners if all(b in {None, x} for b, x in zip(box, corner, strict=True))]
            assert (len({value[corner] for corner in inside}) == 1) == (len(inside) == 1)
        columns = {f"x{place}": list(column) for place, column in enumerate(zip(*corners, strict=True))}
        tree = dt.grow(dt.regression_data(columns, list(value.values())), dt.cart())
        assert len(dt.leaves(tree)) == 2**terms


@pytest.mark.parametrize("side", [2, 3, 5])
def test_a_slanted_boundary_is_met_by_stairs(side: int) -> None:
    """Rows (x, y) of a grid, labelled by x > y, take 2 side - 1 leaves: any two rows beside it need two boxes."""
    grid = list(product(range(side), repeat=2))
    beside = [(x, y) for x, y in grid if x - y in {0, 1}]
    for (x, y), (u, v) in combinations(beside, 2):
        inside = [(a, b) for a, b in grid if min(x, u) <= a <= max(x, u) and min(y, v) <= b <= max(y, v)]
        assert {a > b for a, b in inside} == {False, True}
    data = dt.classification_data({"x": [x for x, _ in grid], "y": [y for _, y in grid]}, [x > y for x, y in grid])
    assert len(dt.leaves(dt.grow(data, dt.cart()))) == len(beside) == 2 * side - 1


def test_one_label_changes_the_root() -> None:
    """Three rows: changing one label of 0 0 1 to 0 1 1 moves the root from x0 to x1; of two rows no change does it.

    All data sets of two rows and two features of two values, each label changed.
    """

    def roots(columns: Columns, labels: Sequence[int]) -> set[tuple[str, ...]]:
        return {tuple(s.question.feature for s in dt.admissible_splits(table(columns, labels), dt.cart()))}

    columns = [(0, 0, 1), (0, 1, 1)]
    assert asked(dt.grow(table(columns, [0, 0, 1]), dt.cart())) == "x0"
    assert asked(dt.grow(table(columns, [0, 1, 1]), dt.cart())) == "x1"
    for columns_, labels in tables(2, 2, 2):
        for row in (0, 1):
            changed = [label if place != row else 1 - label for place, label in enumerate(labels)]
            assert len(set(changed)) == 1 or roots(columns_, changed) == roots(columns_, labels)


# --- printed figures --------------------------------------------------------------------------------------------


def test_printed_spam_accuracies_are_shares_of_five_folds() -> None:
    """They are whole numbers of rows over 921, 920, 920, 920 and 920, folds of 4601: 4220 in all."""
    printed = [
        0.9196525515743756, 0.8978260869565218, 0.9195652173913044, 0.933695652173913, 0.9152173913043479,
    ]  # fmt: skip
    sizes = [921, 920, 920, 920, 920]
    right = [round(share * size) for share, size in zip(printed, sizes, strict=True)]
    assert sum(sizes) == len(dt.datasets.load("spam")) == 4601
    assert right == [847, 826, 846, 859, 842]
    assert [float(Fraction(r, size)) for r, size in zip(right, sizes, strict=True)] == printed
    assert sum(right) == 4220


def test_printed_spam_importances_leave_something_for_the_rest() -> None:
    """The ten printed importances fall and add up to 0.814502, at most the 1 that all add up to."""
    millionths = [340080, 158076, 84968, 58652, 45410, 36924, 24785, 24647, 21009, 19951]
    assert millionths == sorted(millionths, reverse=True)
    assert sum(millionths) == 814502 <= 10**6
