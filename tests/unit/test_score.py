"""How questions are scored, and which are optimal."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtrees import (
    ClassCounts,
    Dataset,
    EachCategory,
    Equals,
    Exact,
    Learner,
    Moments,
    OneOf,
    Questions,
    Quotient,
    Threshold,
    admissible_splits,
    best_split,
    c45,
    cart,
    classification_data,
    conditional_impurity,
    entropy,
    gain,
    gain_ratio,
    gini,
    id3,
    intrinsic_value,
    misclassification,
    multiway_gini,
    regression_data,
    scored_splits,
    squared_error,
)
from dtrees.growing.best_split import scored_split

part_lists = st.lists(st.tuples(*[st.integers(0, 6)] * 3), min_size=1, max_size=4).filter(
    lambda parts: any(map(any, parts))
)


def counts(*parts: tuple[float, ...]) -> list[ClassCounts]:
    """Return parts with these class counts."""
    return [ClassCounts(part) for part in parts]


def questions(data: Dataset, learner: Learner) -> list[Any]:
    """Return the admissible questions, the canonical one first."""
    return [best.question for best in admissible_splits(data, learner)]


# --- the measures -----------------------------------------------------------------------------------------------


def test_conditional_impurity_weighs_parts_by_their_share() -> None:
    """(2/4) 0 + (2/4) 1/2 = 1/4; unequal sizes: (1/4) 0 + (3/4) 4/9 = 1/3, where the plain mean is 2/9 (D01)."""
    assert conditional_impurity(counts((2, 0), (1, 1)), gini) == Fraction(1, 4)
    assert conditional_impurity(counts((1, 0), (1, 2)), gini) == Fraction(1, 3)
    assert conditional_impurity([Moments.of([1]), Moments.of([2, 1])], squared_error) == Fraction(1, 6)


def test_empty_parts_count_nothing() -> None:
    """As if they were not there, also in the intrinsic value."""
    with_empty, without = counts((2, 0), (0, 0), (1, 1)), counts((2, 0), (1, 1))
    assert conditional_impurity(with_empty, entropy) == conditional_impurity(without, entropy)
    assert gain(with_empty, entropy) == gain(without, entropy)
    assert intrinsic_value(with_empty) == intrinsic_value(without)


def test_gain_of_worked_parts() -> None:
    """A clean half-half split gains one bit, or Gini 1/2; a useless one nothing, though its parts are unequal."""
    assert gain(counts((2, 0), (0, 2)), entropy) == 1
    assert gain(counts((2, 0), (0, 2)), gini) == Fraction(1, 2)
    assert gain(counts((2, 4), (1, 2)), entropy) == 0
    assert gain(counts((3, 0), (1, 1)), misclassification) == 0
    assert gain([Moments.of([1, 1]), Moments.of([3])], squared_error) == Fraction(8, 9)


def test_intrinsic_value_is_the_entropy_of_the_sizes() -> None:
    """1 bit for halves, log2(k) for k equal parts, 0 for one part; the classes do not matter."""
    assert intrinsic_value(counts((2, 0), (1, 1))) == 1
    assert intrinsic_value(counts((1, 0), (0, 1), (1, 0))) == Exact.log2(3)
    assert intrinsic_value(counts((3, 4))) == 0
    assert intrinsic_value(counts((3, 4), (0, 0))) == 0
    assert intrinsic_value([Moments.of([5]), Moments.of([1, 2, 3])]) == Exact("2 - 3/4*log2(3)")


def test_the_ratio_of_worked_parts() -> None:
    """(gain 1) / (IV 1) = 1; four single rows of two classes: 1/2."""
    assert gain_ratio(counts((2, 0), (0, 2))) == 1
    assert gain_ratio(counts((1, 0), (1, 0), (0, 1), (0, 1))) == Fraction(1, 2)
    assert gain_ratio(counts((3, 0), (0, 1))) == 1
    assert gain_ratio(counts((2, 1), (0, 1))) == Quotient(
        gain(counts((2, 1), (0, 1)), entropy), Exact("2 - 3/4*log2(3)")
    )


@pytest.mark.parametrize("parts", [counts((3, 4)), counts((3, 4), (0, 0))])
def test_a_question_that_parts_nothing_has_no_ratio(parts: list[ClassCounts]) -> None:
    """An intrinsic value of zero raises; it is not hacked to a constant (D34)."""
    with pytest.raises(ZeroDivisionError):
        gain_ratio(parts)


@given(part_lists)
def test_gain_is_impurity_less_conditional_impurity(parts: list[tuple[int, ...]]) -> None:
    """For Gini and misclassification, by the definition in fractions; the ratio lies in [0, 1]."""
    present = [part for part in parts if any(part)]
    size = sum(map(sum, present))
    whole = [sum(column) for column in zip(*present, strict=True)]

    def gini_of(row: Any) -> Fraction:
        return Fraction(1) - sum(Fraction(count, sum(row)) ** 2 for count in row)

    def error_of(row: Any) -> Fraction:
        return 1 - Fraction(max(row), sum(row))

    for measure, by_hand in ((gini, gini_of), (misclassification, error_of)):
        expected = by_hand(whole) - sum(Fraction(sum(part), size) * by_hand(part) for part in present)
        assert gain(counts(*parts), measure) == expected >= 0
    if len(present) > 1:
        assert 0 <= gain_ratio(counts(*parts)) <= 1


# --- scored splits ----------------------------------------------------------------------------------------------


def test_candidates_stand_in_canonical_order_with_their_scores() -> None:
    """By feature, then by threshold or category; the parts are the children's summaries."""
    data = classification_data({"c": ["v", "u", "u"], "x": [3, 1, 2]}, ["a", "b", "b"])
    scored = scored_splits(data, cart())
    questions: list[Any] = [candidate.question for candidate in scored]
    assert questions == [
        Equals("c", "u"), Equals("c", "v"), Threshold("x", 1.5), Threshold("x", 2.5),
    ]  # fmt: skip
    assert [candidate.gain for candidate in scored] == [Exact(4) / 9, Exact(4) / 9, Exact(1) / 9, Exact(4) / 9]
    assert [candidate.score for candidate in scored] == [candidate.gain for candidate in scored]
    assert scored[2].parts == (ClassCounts((0, 1), ("a", "b")), ClassCounts((1, 1), ("a", "b")))


def test_the_score_of_c45_is_the_ratio() -> None:
    """Beside it stands the gain itself."""
    data = classification_data({"c": ["u", "v", "w", "w"]}, ["a", "b", "b", "a"])
    (scored,) = scored_splits(data, c45())
    assert scored.gain == Fraction(1, 2)
    assert scored.score == Quotient(Exact(1), Exact(3)) == gain_ratio(scored.parts)


def test_any_question_can_be_scored() -> None:
    """Also a threshold that no learner would propose."""
    data = classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    for threshold in (1.0, 1.25, 1.99):
        assert scored_split(data, Threshold("x", threshold), cart()).score == Fraction(4, 9)
    assert scored_split(data, Threshold("x", 9), cart()).gain == 0


# --- admissible splits ------------------------------------------------------------------------------------------


def test_every_optimal_split_is_admissible_the_canonical_one_first() -> None:
    """The smallest feature index, then the smallest threshold or category."""
    data = classification_data({"z": [2, 2, 1, 1], "a": [1, 2, 3, 4], "c": ["q", "q", "p", "p"]}, ["n", "n", "y", "y"])
    assert questions(data, cart()) == [Threshold("z", 1.5), Threshold("a", 2.5), Equals("c", "p"), Equals("c", "q")]
    first = best_split(data, cart())
    assert first is not None
    assert first == admissible_splits(data, cart())[0]


def test_column_order_and_not_the_name_decides_ties() -> None:
    """The same columns in another order give another canonical pick from the same set."""
    columns = {"b": [1, 2], "a": [1, 2]}
    one = classification_data(columns, ["n", "y"])
    two = classification_data(dict(reversed(columns.items())), ["n", "y"])
    assert questions(one, cart()) == [Threshold("b", 1.5), Threshold("a", 1.5)]
    assert questions(two, cart()) == [Threshold("a", 1.5), Threshold("b", 1.5)]


def test_row_order_does_not_matter() -> None:
    """Each of the six orders of three rows has the same admissible splits in the same order."""
    data = classification_data({"x": [1, 2, 3], "c": ["p", "q", "p"]}, ["a", "b", "a"])
    for learner in (cart(), c45(), id3()):
        found = admissible_splits(data, learner)
        for order in ([0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]):
            assert admissible_splits(data.take(order), learner) == found


def test_the_optimum_weighs_the_parts() -> None:
    """x = 0..3, y = a a b a: the weighted Gini is best at 1.5, the plain sum of the parts' at 0.5 and 2.5 (D01)."""
    data = classification_data({"x": range(4)}, ["a", "a", "b", "a"])
    plain = {
        candidate.question: sum(
            (gini(part) for part in candidate.parts if isinstance(part, ClassCounts)), start=Exact(0)
        )
        for candidate in scored_splits(data, cart())
    }
    assert {question for question in plain if plain[question] == min(plain.values())} == {
        Threshold("x", 0.5), Threshold("x", 2.5),
    }  # fmt: skip
    assert questions(data, cart()) == [Threshold("x", 1.5)]
    assert questions(regression_data({"x": [1, 2, 3]}, [1, 2, 1]), cart()) == [Threshold("x", 1.5), Threshold("x", 2.5)]


def hidden_tie() -> Dataset:
    """Return 3 + 7 rows with features of equal gain: `a` parts them (0, 3), (3, 4) and `b` (1, 6), (2, 1)."""
    return classification_data(
        {"a": [1, 1, 1] + [0] * 3 + [1] * 4, "b": [0, 1, 1] + [0] * 6 + [1]}, ["y"] * 3 + ["n"] * 7
    )


def test_a_tie_that_floats_break_is_a_tie() -> None:
    """Parts of different counts with one exact entropy; the float gains differ, and would choose `b`."""

    def float_entropy(parts: list[tuple[int, int]]) -> float:
        sizes = [sum(part) for part in parts]
        inner = [-sum(c / n * math.log2(c / n) for c in part if c) for part, n in zip(parts, sizes, strict=True)]
        return sum(n / 10 * h for n, h in zip(sizes, inner, strict=True))

    assert float_entropy([(0, 3), (3, 4)]) > float_entropy([(1, 6), (2, 1)])
    found = admissible_splits(hidden_tie(), cart(impurity=entropy))
    assert [best.question for best in found] == [Threshold("a", 0.5), Threshold("b", 0.5)]
    assert [best.gain for best in found] == [Exact("9/5 + log2(5) - 7/5*log2(7)")] * 2
    assert [sorted(part.counts for part in best.parts) for best in found] == [[(3, 0), (4, 3)], [(1, 2), (6, 1)]]  # type: ignore[union-attr]


def test_weights_count_as_repeated_rows() -> None:
    """Weights 2 and 1 score as the rows written out do."""
    weighted = classification_data({"x": [1, 2, 3]}, ["a", "b", "a"], weights=[2, 1, 3])
    repeated = classification_data({"x": [1, 1, 2, 3, 3, 3]}, ["a", "a", "b", "a", "a", "a"])
    for learner in (cart(), c45(), id3()):
        assert admissible_splits(weighted, learner) == admissible_splits(repeated, learner)


def test_there_is_no_split_where_nothing_can_be_asked() -> None:
    """Constant columns and a single row have no admissible split; nor is one made up."""
    for data in (
        classification_data({"x": [1, 1], "c": ["u", "u"]}, ["a", "b"]),
        classification_data({"x": [1]}, ["a"]),
    ):
        for learner in (cart(), cart(categories="subset"), c45(), id3(), multiway_gini()):
            assert admissible_splits(data, learner) == ()
            assert best_split(data, learner) is None


def test_zero_gain_is_admissible_by_default() -> None:
    """XOR: both first questions gain exactly nothing; `zero_gain="stop"` bars them."""
    data = classification_data({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]}, ["n", "y", "y", "n"])
    assert [(best.question, best.gain) for best in admissible_splits(data, cart())] == [
        (Threshold("a", 0.5), Exact(0)),
        (Threshold("b", 0.5), Exact(0)),
    ]
    assert admissible_splits(data, cart(zero_gain="stop")) == ()


def test_min_leaf_bars_questions_and_not_nodes() -> None:
    """With min_leaf 2 the best cut, which isolates one row, is barred and the next best is taken."""
    data = classification_data({"x": [1, 2, 3, 4, 5]}, ["a", "b", "b", "b", "b"])
    assert questions(data, cart()) == [Threshold("x", 1.5)]
    assert questions(data, cart(min_leaf=2)) == [Threshold("x", 2.5)]
    assert questions(data, cart(min_leaf=Fraction(5, 2))) == []
    assert questions(data, cart(min_leaf=3)) == []


# --- the gate of C4.5 -------------------------------------------------------------------------------------------


def gated() -> Dataset:
    """Return data with a near-identifier, a feature of middling gain and ratio, and one of no gain.

    Gains: `tag` 1, `noise` 0, and `fair` above their average; ratios: `tag` 1/3, and `fair` more.
    """
    return classification_data(
        {
            "tag": [f"t{row}" for row in range(8)],
            "fair": ["u", "u", "u", "v", "v", "v", "v", "v"],
            "noise": ["p", "q"] * 4,
        },
        ["y", "y", "y", "y", "n", "n", "n", "n"],
    )


def test_the_gate_comes_first_and_then_the_ratio() -> None:
    """A near-identifier gains most, 1, at the ratio 1/3; `fair` passes the gate and wins by its ratio (D33)."""
    data = gated()
    gains = {candidate.question.feature: candidate.gain for candidate in scored_splits(data, c45())}
    assert gains["tag"] == 1
    assert gains["noise"] == 0
    assert sum(gains.values(), start=Exact(0)) / 3 < gains["fair"] < 1
    for gate in ("at_least", "above", "none"):
        assert [best.question.feature for best in admissible_splits(data, c45(gate=gate))] == ["fair"]
    assert [best.question.feature for best in admissible_splits(data, id3())] == ["tag"]


def test_the_gate_bars_a_high_ratio_of_little_gain() -> None:
    """A feature that singles out one row has the largest ratio and less than the average gain: only `none` takes it."""
    data = classification_data(
        {
            "tiny": ["u"] + ["v"] * 7,
            "tag": [f"t{row}" for row in range(8)],
        },
        ["y", "y", "n", "n", "n", "n", "n", "n"],
    )
    (tiny, tag) = scored_splits(data, c45())
    assert tiny.gain < tag.gain
    assert tiny.score > tag.score
    assert questions(data, c45(gate="none")) == [tiny.question]
    assert questions(data, c45()) == [tag.question]
    assert questions(data, c45(gate="above")) == [tag.question]


def test_at_least_and_above_differ_where_all_gains_are_equal() -> None:
    """The average passes `at_least` itself (Quinlan); `above` it nothing does (note D), and the node is a leaf."""
    data = classification_data({"a": ["u", "u", "v", "v"], "b": ["p", "p", "q", "q"]}, ["y", "y", "n", "n"])
    assert questions(data, c45()) == [EachCategory("a", ("u", "v")), EachCategory("b", ("p", "q"))]
    assert questions(data, c45(gate="above")) == []
    assert len(questions(data, c45(gate="none"))) == 2


def test_the_gate_decides_an_exact_average_exactly() -> None:
    """Two gains whose floats differ are equal: both reach their average `at_least`, and neither is `above` it."""
    for learner in (c45(), c45(gate="none")):
        assert questions(hidden_tie(), learner) == [Threshold("a", 0.5), Threshold("b", 0.5)]
    assert questions(hidden_tie(), c45(gate="above")) == []


def test_a_constant_column_does_not_lower_the_average() -> None:
    """The average is over the features that part the rows: adding a constant column bars and admits nothing."""
    columns = {
        "tiny": ["u"] + ["v"] * 7,
        "tag": [f"t{row}" for row in range(8)],
    }
    labels = ["y", "y", "n", "n", "n", "n", "n", "n"]
    for gate in ("none", "at_least", "above"):
        learner = c45(gate=gate)
        plain = questions(classification_data(columns, labels), learner)
        with_constants = columns | {f"constant{place}": ["k"] * 8 for place in range(5)}
        assert questions(classification_data(with_constants, labels), learner) == plain


def test_a_number_is_represented_by_its_cut_of_largest_gain() -> None:
    """C4.5 chooses the cut by gain and compares features by ratio: the cut 4.5 of higher ratio is not taken."""
    data = classification_data({"x": [1, 2, 3, 4, 5]}, ["a", "a", "b", "a", "b"])
    scored = {candidate.question: candidate for candidate in scored_splits(data, c45())}
    by_gain, by_ratio = scored[Threshold("x", 2.5)], scored[Threshold("x", 4.5)]
    assert by_gain.gain > by_ratio.gain
    assert by_gain.score < by_ratio.score
    assert by_ratio.score == max(candidate.score for candidate in scored.values())
    for gate in ("none", "at_least"):
        assert questions(data, c45(gate=gate)) == [Threshold("x", 2.5)]


def test_the_gate_can_be_given_to_any_learner() -> None:
    """A learner is data: a gain ratio over binary questions with the stricter gate."""
    learner = Learner(questions=Questions(categories="equals"), impurity=entropy, score="gain_ratio", gate="above")
    data = classification_data({"c": ["u", "v", "w", "w"], "x": [1, 1, 1, 2]}, ["a", "b", "b", "b"])
    assert questions(data, learner) == [Equals("c", "u")]


def test_where_min_leaf_bars_a_child_the_optimal_subset_need_not_be_a_run() -> None:
    """The ordering theorem of CART84 §4.2.2 speaks of all subsets: with some barred, all the others are tried."""
    data = classification_data({"x": ["a", "a", "b", "c"]}, ["n", "n", "n", "y"])
    best = admissible_splits(data, cart(categories="subset", min_leaf=2))
    assert [(found.question, found.gain) for found in best] == [(OneOf("x", ("a",)), Exact("1/8"))]
