"""Missing values: how they come into data, and the ways of growing and predicting with them, by the books' numbers."""

from __future__ import annotations

import math
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import dtrees as dt
from dtrees.trees.summary import total
from dtrees.trees.tree import preorder

if TYPE_CHECKING:
    from pathlib import Path

WAYS = ["fractional", "either_side", "category", "surrogate"]


def kept(columns: Any, labels: Any = ("a", "b", "b")) -> dt.Dataset:
    """Return rows with missing values."""
    return dt.classification_data(columns, labels, missing="keep")


def watermelons() -> dt.Dataset:
    """Return Zhou's table 4.4, the rows from 0."""
    return dt.datasets.load("watermelon2_alpha")


def golf() -> dt.Dataset:
    """Return Quinlan's weather table with the outlook of one overcast day unknown, as in his chapter 3."""
    data = dt.datasets.load("weather")
    outlook = data.features[0]
    assert isinstance(outlook, dt.Categorical)
    codes = outlook.codes.copy()
    codes[11] = -1
    unknown = dt.Categorical(outlook.name, outlook.categories, codes)
    return dt.Dataset((unknown, *data.features[1:]), data.target, data.weights)


# --- data -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        [1, None, 3],
        [1, math.nan, 3],
        [Decimal(1), Decimal("NaN"), Decimal(3)],
        np.array([1, math.nan, 3]),
        np.array([1, math.nan, 3], dtype=np.float32),
        np.ma.array([1, 2, 3], mask=[False, True, False]),
        pd.Series([1, None, 3]),
        pd.Series([1, None, 3], dtype="Int64"),
        pl.Series([1, None, 3]),
        pd.Series([1, None, 3], dtype=object),
    ],
    ids=lambda values: f"{type(values).__module__}-{getattr(values, 'dtype', '')}",
)
def test_numbers_may_be_missing_however_that_is_written(values: Any) -> None:
    """They make one feature, whatever held them."""
    feature = kept({"x": values}).features[0]
    assert feature == dt.Numeric("x", [1, None, 3])
    assert hash(feature) == hash(dt.Numeric("x", [1, math.nan, 3]))
    assert feature.missing.tolist() == [False, True, False]


@pytest.mark.parametrize(
    "values",
    [
        ["rain", None, "sun"],
        np.array(["rain", None, "sun"], dtype=object),
        pd.Series(["rain", None, "sun"]),
        pd.Series(["rain", pd.NA, "sun"], dtype="string"),
        pd.Categorical(["rain", None, "sun"]),
        pl.Series(["rain", None, "sun"]),
        np.ma.array(["rain", "?", "sun"], mask=[False, True, False]),
    ],
    ids=lambda values: f"{type(values).__module__}-{getattr(values, 'dtype', '')}",
)
def test_categories_may_be_missing_however_that_is_written(values: Any) -> None:
    """A missing category is none of the categories."""
    feature = kept({"sky": values}).features[0]
    assert feature == dt.Categorical("sky", ("rain", "sun"), [0, -1, 1])
    assert feature.missing.tolist() == [False, True, False]


def test_large_integers_beside_a_null_stay_exact() -> None:
    """Polars makes floats of such a column, and 2^53 + 1 is none."""
    feature = kept({"x": pl.Series([2**53 + 1, None, 0])}).features[0]
    assert isinstance(feature, dt.Numeric)
    assert list(feature.values) == [2**53 + 1, None, 0]


def test_a_column_of_missing_values_alone_is_asked_about_by_nobody() -> None:
    """It has no kind, and no question parts it."""
    for way in WAYS:
        tree = dt.grow(kept({"x": [None, None, None], "y": [1, 2, 3]}), dt.cart(missing=way))  # type: ignore[arg-type]
        assert isinstance(tree, dt.Branch)
        assert tree.question.feature == "y"


def test_csv_files_may_hold_missing_values(tmp_path: Path) -> None:
    """Empty cells, NA and NaN are missing where they are kept, and the message says how to keep them."""
    file = tmp_path / "table.csv"
    file.write_text("x,sky,class\n0.1,,a\nNA,sun,b\n 3,rain,b\n", encoding="utf-8")
    data = dt.read_csv(file, target="class", missing="keep")
    assert data.features == (
        dt.Numeric("x", [Fraction(1, 10), None, 3]),
        dt.Categorical("sky", ("rain", "sun"), [-1, 1, 0]),
    )
    with pytest.raises(dt.InvalidData, match=r"line 2, column 'sky': the value is missing.* or say missing='keep'"):
        dt.read_csv(file, target="class")
    with pytest.raises(dt.InvalidData, match=r"line 2, column 'sky': the value is missing: fill it or remove the row$"):
        dt.read_csv(file, target="sky", missing="keep")


def test_refusals_say_that_missing_values_may_be_kept() -> None:
    """Of features, not of labels."""
    with pytest.raises(dt.InvalidData, match=r"column 'x', row 1: .* fill the value, or say missing='keep'$"):
        dt.classification_data({"x": [1, None]}, ["a", "b"])
    with pytest.raises(dt.InvalidData, match=r"the labels, row 1: .* fill the value$"):
        kept({"x": [1, 2]}, ["a", None])
    with pytest.raises(dt.InvalidData, match=r"column 'x', row 1: inf is not a finite number"):
        kept({"x": [1, math.inf, None]})


def test_rows_of_weight_zero_take_their_categories_with_them() -> None:
    """Missing ones stay missing."""
    data = dt.classification_data({"sky": ["rain", None, "sun"]}, ["a", "b", "b"], weights=[0, 1, 1], missing="keep")
    assert data.features == (dt.Categorical("sky", ("sun",), [-1, 0]),)


def test_chinese_words_may_be_missing_too() -> None:
    """The table in Chinese has its gaps where the one in English has them."""
    chinese = dt.datasets.load("watermelon2_alpha", language="zh")
    for one, two in zip(chinese.features, watermelons().features, strict=True):
        assert one.missing.tolist() == two.missing.tolist()


def test_a_learner_refuses_missing_values_by_default() -> None:
    """It names the column, and the ways there are."""
    for grow in (dt.grow, dt.vectorized.grow):
        with pytest.raises(dt.InvalidLearner, match=r"column 'x' holds missing values.*'fractional'"):
            grow(kept({"x": [1, None, 3]}), dt.cart())


# --- fractional cases -------------------------------------------------------------------------------------------


def test_the_gains_of_watermelon_2_alpha_are_those_of_the_book() -> None:
    """ZHOU16 §4.4.2 prints all six."""
    scored = dt.scored_splits(watermelons(), dt.id3(missing="fractional"))
    assert {split.question.feature: f"{split.gain:.3f}" for split in scored} == {
        "color": "0.252", "root": "0.171", "knock": "0.145", "texture": "0.424", "navel": "0.289", "touch": "0.006",
    }  # fmt: skip


def test_rows_8_and_10_of_watermelon_2_alpha_are_divided_as_in_the_book() -> None:
    """They go on with 7/15 where the texture is clear, with 5/15 and 3/15 elsewhere."""
    data = watermelons()
    tree = dt.grow(data, dt.id3(missing="fractional"))
    assert isinstance(tree, dt.Branch)
    parts = dict(zip(tree.question.categories, dt.split(data, tree.question), strict=True))  # type: ignore[attr-defined]
    shares = {"clear": Fraction(7, 15), "slightly_blurry": Fraction(5, 15), "blurry": Fraction(3, 15)}
    for category, share in shares.items():
        weights = list(map(Fraction, parts[category].weights))
        assert [weight for weight in weights if weight != 1] == [share, share]
        assert sum(weights) == Fraction(17 * share.numerator, share.denominator)


def test_the_tree_of_watermelon_2_alpha_is_figure_4_9() -> None:
    """ZHOU16 figure 4.9."""
    tree = dt.grow(watermelons(), dt.id3(missing="fractional"))
    assert dt.vectorized.grow(watermelons(), dt.id3(missing="fractional")) == tree
    asked = {line.split(": ")[0].strip("│├└─ ") for line in dt.render_text(tree).splitlines()[1:]}
    assert asked == {
        "texture = clear", "texture = slightly_blurry", "texture = blurry",
        "root = curled", "root = slightly_curled", "root = stiff", "color = black", "color = green", "color = pale",
        "touch = hard", "touch = soft", "knock = muffled", "knock = dull", "knock = crisp",
        "navel = sunken", "navel = slightly_sunken",
    }  # fmt: skip
    assert len(dt.leaves(tree)) == 12
    assert dt.predict(tree, watermelons()).tolist() == ["yes"] * 8 + ["no"] * 9


def test_quinlans_unknown_outlook() -> None:
    """Gain .199, intrinsic value 1.809, ratio .110      [C45 §3.2]."""
    data, learner = golf(), dt.c45(missing="fractional")
    outlook = next(split for split in dt.scored_splits(data, learner) if split.question.feature == "outlook")
    assert f"{outlook.gain:.3f}" == "0.199"
    assert f"{outlook.score:.3f}" == "0.110"
    assert f"{dt.intrinsic_value([*outlook.parts, dt.ClassCounts((0, 1), ('N', 'P'))]):.3f}" == "1.809"
    without = dt.c45(missing=dt.Missing("fractional", part_of_intrinsic_value=False))
    outlook = next(split for split in dt.scored_splits(data, without) if split.question.feature == "outlook")
    assert outlook.score == dt.Quotient(outlook.gain, dt.intrinsic_value(outlook.parts))


def test_an_unknown_row_is_predicted_by_the_mixture_of_all_children() -> None:
    """Shares 2/3 and 1/3 of the children (2, 0) and (0, 1); a tie goes to the class first in order."""
    tree = dt.grow(dt.classification_data({"x": [1, 1, 2]}, ["a", "a", "b"]), dt.cart())
    rows = {"x": [None, 1, 2]}
    assert dt.predict(tree, rows, missing="keep").tolist() == ["a", "a", "b"]
    assert dt.predict_proba(tree, rows, missing="keep").tolist() == [[2 / 3, 1 / 3], [1, 0], [0, 1]]
    assert dt.vectorized.predict_proba(tree, rows, missing="keep").tolist() == [[2 / 3, 1 / 3], [1, 0], [0, 1]]
    with pytest.raises(dt.Unsupported, match="row 0 ends at several nodes"):
        dt.apply(tree, rows, missing="keep")
    with pytest.raises(dt.InvalidData, match=r"column 'x', row 0: .* say missing='keep'"):
        dt.predict(tree, rows)
    numbers = dt.grow(dt.regression_data({"x": [1, 1, 2]}, [0, 0, 3]), dt.cart())
    assert dt.predict(numbers, rows, missing="keep").tolist() == [1, 0, 3]


def test_pruning_by_the_training_errors_takes_divided_rows() -> None:
    tree = dt.grow(watermelons(), dt.id3(missing="fractional"))
    assert dt.is_pruned_subtree(dt.minimum_error_prune(tree), tree)
    assert dt.is_pruned_subtree(dt.pessimistic_prune(tree), tree)
    assert dt.is_pruned_subtree(dt.error_based_prune(tree, limit="c45"), tree)


def test_a_divided_validation_row_counts_with_its_shares() -> None:
    """Of the two validation rows, b is right by a third at the leaf for b: the branch loses 2/3, the leaf 1."""
    tree = dt.grow(dt.classification_data({"x": [1, 1, 2]}, ["a", "a", "b"]), dt.cart())
    assert dt.reduced_error_prune(tree, kept({"x": [None, 1]}, ["b", "a"])) == tree
    assert dt.reduced_error_prune(tree, kept({"x": [None, 1]}, ["a", "a"])) == dt.Leaf(tree.summary)


# --- either side, and a category of its own ---------------------------------------------------------------------


def test_missing_rows_go_to_the_side_that_gains_more() -> None:
    """The row of b goes with the other b, where the known rows alone say nothing of it."""
    tree = dt.grow(kept({"x": [1, 2, None]}), dt.cart(missing="either_side"))
    assert isinstance(tree, dt.Branch)
    assert tree.question == dt.WithMissing(dt.Threshold("x", 1.5), 1)
    assert dt.predict(tree, {"x": [None, 1, 2]}, missing="keep").tolist() == ["b", "a", "b"]


def test_missing_against_known_is_a_question() -> None:
    """Where the classes are parted by what is missing alone."""
    data = kept({"x": [1, 2, None], "sky": ["rain", "sun", None]}, ["a", "a", "b"])
    for way in ("either_side", "category"):
        for categories in ("equals", "subset"):
            tree = dt.grow(data.drop("x"), dt.cart(missing=way, categories=categories))
            assert isinstance(tree, dt.Branch)
            assert tree.question == dt.IsMissing("sky")
    tree = dt.grow(data, dt.cart(missing="either_side"))
    assert isinstance(tree, dt.Branch)
    assert tree.question == dt.IsMissing("x")


def test_where_nothing_was_missing_the_larger_child_takes_what_is() -> None:
    """The first of equals."""
    data = dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    for way in ("either_side", "category"):
        tree = dt.grow(data, dt.cart(missing=way))
        assert isinstance(tree, dt.Branch)
        assert tree.question == dt.WithMissing(dt.Threshold("x", 1.5), 1)
    even = dt.grow(data.take([0, 1]), dt.cart(missing="either_side"))
    assert isinstance(even, dt.Branch)
    assert even.question == dt.WithMissing(dt.Threshold("x", 1.5), 0)


@pytest.mark.parametrize("learner", [dt.id3, dt.c45, dt.cart, lambda **way: dt.cart(categories="subset", **way)])
def test_a_category_of_its_own_is_what_filling_in_a_word_gives(learner: Any) -> None:
    """The leaves hold the same rows as where the gaps of the table are filled by one more word."""
    data = watermelons()
    words = {
        feature.name: [[*feature.categories, "~"][code] for code in feature.codes]
        for feature in data.features
        if isinstance(feature, dt.Categorical)
    }
    labels = [("yes", "no")[code] for code in data.target.codes]  # type: ignore[union-attr]
    filled = dt.classification_data(words, labels, classes=["yes", "no"])
    tree, plain = dt.grow(data, learner(missing="category")), dt.grow(filled, learner())
    ends, theirs = dt.apply(tree, data), dt.apply(plain, filled)
    assert {tuple(np.flatnonzero([end == one for end in ends])) for one in ends} == {
        tuple(np.flatnonzero([end == one for end in theirs])) for one in theirs
    }


def test_a_threshold_has_a_third_child_for_a_category_of_its_own() -> None:
    """A number that is missing has no place among its neighbours."""
    tree = dt.grow(kept({"x": [1, 2, None]}, ["a", "b", "c"]), dt.cart(missing="category"))
    assert isinstance(tree, dt.Branch)
    assert tree.question == dt.WithMissing(dt.Threshold("x", 1.5), 2)
    assert [leaf.summary.prediction for leaf in dt.leaves(tree)] == ["a", "b", "c"]


# --- surrogates -------------------------------------------------------------------------------------------------


def agreeing() -> dt.Dataset:
    """Return six rows: y sends five where x does, the contrary of z four, and w is constant."""
    columns = {"x": [1, 1, 1, 2, 2, 2], "y": [1, 1, 9, 9, 9, 9], "z": [5, 5, 2, 2, 2, 5], "w": [0] * 6}
    return dt.classification_data(columns, list("aaabbb"))


def test_surrogates_are_ranked_by_their_association() -> None:
    """lambda = 1 - errors / rows of the smaller child: 1 - 1/3, and 1 - 2/3 of the contrary      [CART84 §5.3.1]."""
    tree = dt.grow(agreeing(), dt.cart(missing="surrogate"))
    assert isinstance(tree, dt.Branch)
    expected = (
        dt.Surrogate(dt.Threshold("y", 5), swapped=False, association=Fraction(2, 3)),
        dt.Surrogate(dt.Threshold("z", 3.5), swapped=True, association=Fraction(1, 3)),
    )
    assert tree.question == dt.WithSurrogates(dt.Threshold("x", 1.5), expected, 0)
    fewer = dt.grow(agreeing(), dt.cart(missing=dt.Missing("surrogate", most_surrogates=1)))
    assert isinstance(fewer, dt.Branch)
    assert fewer.question == dt.WithSurrogates(dt.Threshold("x", 1.5), expected[:1], 0)


def test_rows_follow_the_first_surrogate_that_they_can_answer() -> None:
    """Then the second, then the larger child."""
    tree = dt.grow(agreeing(), dt.cart(missing="surrogate"))
    rows = {"x": [None] * 4, "y": [9, None, None, 1], "z": [5, 2, None, 2]}
    assert dt.predict(tree, rows, missing="keep").tolist() == ["b", "b", "a", "a"]
    assert dt.vectorized.predict(tree, rows, missing="keep").tolist() == ["b", "b", "a", "a"]
    with pytest.raises(dt.InvalidData, match="there is no column 'y'"):
        dt.predict(tree, {"x": [1], "z": [1]})


def staying(most: int | None = None) -> dt.Learner:
    """Return CART as rpart grows it with usesurrogate=1, and where *most* is 0 with 0."""
    return dt.cart(missing=dt.Missing("surrogate", most_surrogates=most, unanswered="stay"))


def test_rows_that_no_surrogate_answers_may_stay_at_the_node() -> None:
    """The fifth row knows y, the sixth nothing and stays at the root, which predicts a; without y both do."""
    data = kept({"x": [1, 1, 2, 2, None, None], "y": [1, 1, 9, 9, 9, None]}, list("aabbaa"))
    for most, sent, ends in ((None, (1, 2), [(1,), ()]), (0, (0, 2), [(), ()])):
        tree = dt.grow(data, staying(most))
        assert isinstance(tree, dt.Branch)
        assert [child.summary.counts for child in tree.children] == [(2, 0), sent]  # type: ignore[union-attr]
        assert dt.apply(tree, data)[4:] == tuple(ends) == dt.vectorized.apply(tree, data)[4:]
        assert dt.predict_proba(tree, data)[5].tolist() == [2 / 3, 1 / 3]
        assert dt.predict(tree, {"x": [None], "y": [None]}, missing="keep", unseen="largest").tolist() == ["a"]
        assert dt.from_json(dt.to_json(tree)) == tree
        assert dt.vectorized.grow(data, staying(most)) == tree
        assert tuple(dt.vectorized.pruning_sequence(tree)) == dt.pruning_sequence(tree)
    assert dt.alpha_of(tree, impurity=dt.misclassification) == 2  # the leaves have none of the two that stay
    assert dt.impurity_decreases(tree, ["x", "y"]) == {"x": 2, "y": 0}  # of the four that go on
    assert dt.reduced_error_prune(tree, data.take([4, 5])) == dt.Leaf(tree.summary)
    assert dt.reduced_error_prune(tree, data.take([4, 5]), ties="keep") == tree
    with pytest.raises(dt.InvalidData, match="otherwise=2: give the child of most rows, 0 or 1, or None"):
        dt.WithSurrogates(dt.Threshold("x", 1), [], 2)


def test_what_a_surrogate_misses_counts_against_it_by_the_other_convention() -> None:
    """Of the six rows y knows four and errs in none: 1 among those, 1 - 2/3 among all."""
    data = kept({"x": [1, 1, 1, 2, 2, 2], "y": [1, 1, None, 9, 9, None]}, list("aaabbb"))
    for agreement, expected in (("both", Fraction(1)), ("first", Fraction(1, 3))):
        missing = dt.Missing("surrogate", agreement=agreement)  # type: ignore[arg-type]
        tree = dt.grow(data, dt.cart(missing=missing))
        assert isinstance(tree, dt.Branch)
        assert isinstance(tree.question, dt.WithSurrogates)
        assert [surrogate.association for surrogate in tree.question.surrogates] == [expected]


def test_training_rows_follow_the_surrogates_too() -> None:
    """The row of unknown x goes with y to the b's."""
    data = kept({"x": [1, 1, 2, 2, None], "y": [1, 1, 9, 9, 9]}, list("aabba"))
    tree = dt.grow(data, dt.cart(missing="surrogate", max_depth=1))
    assert isinstance(tree, dt.Branch)
    assert [child.summary.counts for child in tree.children] == [(2, 0), (1, 2)]  # type: ignore[union-attr]


def test_improvements_and_surrogates_are_those_of_rpart() -> None:
    """As rpart 4.1.19 prints them for iris with five values missing, by surrogatestyle 0 and by 1."""
    iris = dt.datasets.load("iris")
    gaps = {"petal_length": [0, 59, 119], "petal_width": [0, 60]}
    features = []
    for feature in iris.features:
        assert isinstance(feature, dt.Numeric)
        missing = gaps.get(feature.name, [])
        features.append(dt.Numeric(feature.name, [None if r in missing else v for r, v in enumerate(feature.values)]))
    data = dt.Dataset(features, iris.target, iris.weights)
    widths = dt.best_split(data.drop("petal_length"), dt.cart(missing="fractional"))
    assert widths is not None
    assert f"{widths.score * 150:.7f}" == "49.1672127"
    for agreement, length in (("first", "0.9591837"), ("both", "1.0000000")):
        way = dt.Missing("surrogate", agreement=agreement)  # type: ignore[arg-type]
        question = dt.admissible_splits(data, dt.cart(missing=way))[0].question
        assert isinstance(question, dt.WithSurrogates)
        assert (question.question, question.otherwise) == (dt.Threshold("petal_width", Decimal("0.8")), 1)
        found = {one.describe(0): f"{float(one.association):.7f}" for one in question.surrogates}
        expected = {
            "petal_length <= 2.45": length,
            "sepal_length <= 5.45": "0.7755102",
            "sepal_width > 3.35": "0.4897959",
        }
        assert list(found.items()) == list(expected.items())


def test_surrogates_have_a_part_in_importance() -> None:
    """On agreeing rows y parts 2 and 4, the contrary of z 3 and 3: N i(t) - sum N i(t_c)      [CART84 §5.3.4]."""
    data = agreeing()
    tree = dt.grow(data, dt.cart(missing="surrogate"))
    alone = dt.impurity_decreases(tree, data.feature_names)
    assert alone == {"x": 3, "y": 0, "z": 0, "w": 0}
    assert dt.impurity_decreases(tree, data.feature_names, surrogates=data) == {
        "x": 3, "y": Fraction(3, 2), "z": Fraction(1, 3), "w": 0,
    }  # fmt: skip
    shares = dt.importances(tree, data.feature_names, surrogates=data)
    assert shares["x"] == dt.Quotient(18, 29)
    with pytest.raises(dt.InvalidData, match="the tree asks about 'z'"):
        dt.impurity_decreases(tree, ["x", "y"])


def test_surrogates_are_for_binary_questions() -> None:
    """A child for each value has no contrary."""
    with pytest.raises(dt.InvalidLearner, match="surrogates is for binary questions"):
        dt.c45(missing="surrogate")
    with pytest.raises(dt.InvalidData, match="has 3 children"):
        dt.WithSurrogates(dt.EachCategory("sky", ["a", "b", "c"]), [], 0)


# --- every way --------------------------------------------------------------------------------------------------


def trees() -> list[dt.Tree]:
    """Return a tree of each way, on categories and on numbers."""
    numbers = dt.regression_data(
        {"x": [1, 2, None, 4, 5, 6], "y": [3, None, 1, 7, None, 9]}, [1, 2, 9, 4, 8, 3], missing="keep"
    )
    return [dt.grow(data, dt.cart(missing=way)) for way in WAYS for data in (watermelons(), numbers)]  # type: ignore[arg-type]


@pytest.mark.parametrize("tree", trees(), ids=lambda tree: str(getattr(tree, "question", ""))[:30])
def test_whatever_works_on_trees_works_on_these(tree: dt.Tree) -> None:
    """JSON, pickles, texts, importances and pruning; a node is the sum of its children."""
    assert dt.from_json(dt.to_json(tree)) == tree
    assert pickle.loads(pickle.dumps(tree)) == tree  # noqa: S301 (our own)
    assert dt.render_text(tree).count("\n") == dt.to_dot(tree).count("->")
    assert eval(repr(tree), {**vars(dt), "Decimal": Decimal, "Fraction": Fraction}) == tree  # noqa: S307 (our own)
    names = ["color", "root", "knock", "texture", "navel", "touch", "x", "y"]
    assert sum(dt.importances(tree, names).values()) == 1
    alphas = [member.alpha for member in dt.pruning_sequence(tree)]
    assert alphas == sorted(alphas)
    assert min(alphas) >= 0
    for node in [node for node, _ in preorder(tree) if isinstance(node, dt.Branch)]:
        assert total(child.summary for child in node.children) == node.summary


@pytest.mark.parametrize("way", WAYS)
def test_cross_validation_and_pages_take_missing_values(way: Any) -> None:
    """They grow, prune, predict and draw what is missing too."""
    data, learner = watermelons(), dt.cart(missing=way)
    result = dt.cross_validate(data, learner, dt.plain_folds(17, 4))
    assert [0 <= row.error <= 1 for row in result.rows] == [True] * len(result.sequence)
    assert dt.cross_validate(data, learner, dt.plain_folds(17, 4), grow=dt.vectorized.grow) == result
    assert "texture" in dt.render.growing_to_html(data, learner)
    assert isinstance(dt.grow_with_validation(data, learner, data), dt.Branch)
    tree = dt.grow(data, learner)
    assert "texture" in dt.to_html(dt.pruning_sequence(tree), training=(data, learner))


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (
            '{"ask": "with_missing", "question": {"ask": "equals", "feature": "x", "category": 1}, "child": 3}',
            "give the number of a child",
        ),
        (
            '{"ask": "with_missing", "question": {"ask": "is_missing", "feature": "x"}, "child": 0}',
            "ask='is_missing': give 'threshold' or 'equals' or",
        ),
        ('{"ask": "is_missing", "feature": 1}', "node 0: feature=1: give text"),
        (
            '{"ask": "with_surrogates", "question": 1, "surrogates": [], "otherwise": 0}',
            "node 0: question=1: give an object",
        ),
        (
            (
                '{"ask": "with_surrogates", "otherwise": 0, "surrogates": 1,'
                ' "question": {"ask": "equals", "feature": "x", "category": 1}}'
            ),
            "node 0: surrogates=1: give a list",
        ),
    ],
)
def test_json_of_such_questions_is_checked(question: str, message: str) -> None:
    """A message says what is wrong."""
    text = '{"format": "dtrees tree", "version": 1, "classes": ["a"], "nodes": [{"counts": ["1"], "question": %s}]}'
    with pytest.raises(dt.InvalidData, match=message):
        dt.from_json(text % question)


def test_trees_of_any_depth_take_missing_values() -> None:
    """A chain of 3,000 questions, which is more than Python calls; a missing value leaves it at the first."""
    rows = 3_000
    tree: dt.Tree = dt.Leaf(dt.ClassCounts((1, 0)))
    for place in range(1, rows):
        other = dt.Leaf(dt.ClassCounts(((place + 1) % 2, place % 2)))
        asked = dt.WithMissing(dt.Threshold("x", -place), 0)
        tree = dt.Branch(tree.summary + other.summary, asked, [other, tree])  # type: ignore[operator]
    assert dt.predict(tree, {"x": [None, 0.5]}, missing="keep").tolist() == [1, 0]
    assert dt.from_json(dt.to_json(tree)) == tree
    assert dt.render_text(tree).count("or missing") == rows - 1


def test_leaves_alone_are_not_judged_on_missing_values() -> None:
    """It says so; the tree is judged."""
    data = watermelons()
    with pytest.raises(dt.Unsupported, match="leaves alone are judged where no value is missing"):
        dt.oracle.judge_leaves({"leaves": range(len(data))}, data, dt.cart(missing="either_side"))


def test_a_surrogate_sends_at_least_as_many_rows_each_way_as_is_asked() -> None:
    data = dt.classification_data({"x": [1, 2, 3, 4], "y": [1, 2, 2, 2]}, list("aabb"))
    for least, kept in ((1, ["y"]), (2, [])):
        tree: Any = dt.grow(data, dt.cart(missing=dt.Missing("surrogate", least_rows=least)))
        assert [one.feature for one in tree.question.surrogates] == kept
    with pytest.raises(dt.InvalidLearner, match="least_rows=-1: give a whole number of at least 0"):
        dt.Missing("surrogate", least_rows=-1)
