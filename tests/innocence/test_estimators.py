"""Estimators as implementations: what is found out of them, what is asked of them, and what is said of wrong ones."""

from __future__ import annotations

import re
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
import pytest
from conformance.plain_estimators import Bucketed, Bug, ForgetsSizes, PlainTree, WithLeaves
from innocence.matrix import members
from sklearn.base import RegressorMixin
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor, ExtraTreeRegressor, export_text

import dtrees as dt
from dtrees.errors import InvalidData, Unsupported
from dtrees.oracle import Conventions, from_estimator, judge_leaves, judge_tree
from dtrees.oracle.cases import Case
from dtrees.oracle.documents import tree_of
from dtrees.oracle.estimators.claims import claimed
from dtrees.oracle.estimators.shown import contradictions
from dtrees.oracle.examine import examine
from dtrees.oracle.judge.stated import judge_predictions
from dtrees.oracle.laws.probes import infer_conventions
from dtrees.oracle.laws.run import laws_of
from dtrees.oracle.leaves.elsewhere import determined
from dtrees.peers.scikit_learn import CONVENTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.oracle.leaves import LeavesVerdict

FREE: Final = Conventions(ties="any", cut="between", majority="any")
DEPTHS: Final = (1, 2, 3, None)


def stump(**options: Any) -> dt.Learner:
    return dt.cart(max_depth=1, **options)


@cache
def tables() -> list[dt.Dataset]:
    chance = np.random.default_rng(5)
    return [
        dt.classification_data(
            {name: chance.integers(0, 4, 9).tolist() for name in "xyz"},
            [f"c{code}" for code in chance.integers(0, 3, 9)],
            classes=["c0", "c1", "c2"],
        )
        for _ in range(12)
    ]


def verdicts(make: Any) -> Iterator[LeavesVerdict]:
    """Yield the verdicts on what *make* shows of each table, at depths of 1, 2, 3 and any."""
    estimator = from_estimator(make, learner=dt.cart())
    for data in tables():
        for depth in DEPTHS:
            learner = dt.cart(max_depth=depth)
            yield judge_leaves(estimator.grow(data, learner), data, learner, conventions=FREE)


# --- planted bugs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [PlainTree, WithLeaves])
def test_a_right_estimator_is_not_blamed(make: Any) -> None:
    assert not any(verdict.deviations for verdict in verdicts(make))


@pytest.mark.parametrize("wrong", Bug.planted, ids=lambda wrong: wrong.__name__)
def test_a_wrong_estimator_is_found_by_its_leaves(wrong: type[Bug]) -> None:
    first = next(verdict for verdict in verdicts(wrong) if verdict.deviations)
    assert first.end is not None


@pytest.mark.parametrize("wrong", Bug.planted, ids=lambda wrong: wrong.__name__)
def test_a_wrong_estimator_is_found_by_its_predictions_at_small_depths(wrong: type[Bug]) -> None:
    def mute(**options: Any) -> Any:
        hidden = PlainTree()
        hidden.fit, hidden.predict = (made := wrong(**options)).fit, made.predict  # type: ignore[method-assign]
        return hidden

    parameters = {"max_depth": "max_depth", "min_leaf": "min_samples_leaf"}
    estimator = from_estimator(mute, learner=dt.cart(), parameters=parameters)
    for data in tables():
        for depth in DEPTHS:
            answer = estimator.grow(data, dt.cart(max_depth=depth))
            assert "predictions" in answer
            if judge_leaves(answer, data, dt.cart(max_depth=depth), conventions=FREE).deviations:
                return
    pytest.fail("nothing deviates")


# --- what is found out ------------------------------------------------------------------------------------------


def test_scikit_learn_is_recognised() -> None:
    classifier, regressor = from_estimator(DecisionTreeClassifier), from_estimator(DecisionTreeRegressor)
    assert (classifier.numbers, regressor.numbers) == (False, True)
    assert set(classifier.learners) == {dt.cart(impurity=dt.gini), dt.cart(impurity=dt.entropy)}
    assert classifier.capabilities == ("grow", "predict", "predict_proba", "importances", "shown")
    assert regressor.capabilities == ("grow", "predict", "importances", "shown")
    assert classifier.zero_gain
    assert classifier.expression == "dtrees.oracle.from_estimator('sklearn.tree._classes:DecisionTreeClassifier')"
    given = from_estimator(f"{Bucketed.__module__}:Bucketed", learner=dt.cart(), parameters={"min_leaf": "bucket"})
    assert given.expression.endswith(":Bucketed', parameters={'min_leaf': 'bucket'})")


class ByEntropy(WithLeaves):
    def inside(self, targets: np.ndarray) -> float:
        shares = np.bincount(targets) / len(targets)
        return -float(sum(share * np.log(share) for share in shares if share))


class ByError(WithLeaves):
    def inside(self, targets: np.ndarray) -> float:
        return 1 - float(np.bincount(targets).max()) / len(targets)


class Stops(WithLeaves):
    def best(self, rows: np.ndarray, targets: np.ndarray) -> tuple[int, float] | None:
        found = super().best(rows, targets)
        side = None if found is None else rows[:, found[0]] <= found[1]
        gained = side is not None and len(targets) * self.inside(targets) - self.cost(targets[side], targets[~side])
        return found if gained > 1e-12 else None


@pytest.mark.parametrize(
    ("make", "learner"),
    [
        (WithLeaves, dt.cart()),
        (PlainTree, dt.cart()),
        (ByEntropy, dt.cart(impurity=dt.entropy)),
        (ByError, dt.cart(impurity=dt.misclassification)),
    ],
)
def test_what_an_estimator_grows_is_found_by_asking(make: Any, learner: dt.Learner) -> None:
    assert list(from_estimator(make).learners) == [learner]


def test_whether_it_asks_what_gains_nothing_is_found_by_asking() -> None:
    assert from_estimator(WithLeaves, learner=dt.cart()).zero_gain
    stops = from_estimator(Stops, learner=dt.cart())
    assert not stops.zero_gain
    stops.grow(tables()[0], dt.cart(zero_gain="stop"))


def test_parameters_may_be_given() -> None:
    found = from_estimator(Bucketed, learner=dt.cart(), parameters={"max_depth": "deepest", "min_leaf": "bucket"})
    data = tables()[1]
    for learner in (dt.cart(min_leaf=3), dt.cart(max_depth=2, min_leaf=2), dt.cart()):
        assert not judge_leaves(found.grow(data, learner), data, learner, conventions=FREE).deviations
    with pytest.raises(Unsupported, match="no parameter stands for min_leaf"):
        from_estimator(Bucketed, learner=dt.cart()).grow(data, dt.cart(min_leaf=3))
    with pytest.raises(InvalidData, match="there is no limit 'bucket'"):
        from_estimator(Bucketed, parameters={"bucket": "bucket"})


# --- columns in another order -------------------------------------------------------------------------------------


class OfFrames(PlainTree):
    """It takes arrays, and frames of which it makes arrays."""

    def fit(self, rows: Any, targets: np.ndarray) -> PlainTree:
        return super().fit(self.array(rows), targets)

    def predict(self, rows: Any) -> list[int]:
        return super().predict(self.array(rows))

    def array(self, rows: Any) -> np.ndarray:
        return np.asarray(rows)


class ByValues(OfFrames):
    def array(self, rows: Any) -> np.ndarray:
        found: np.ndarray = rows.values if hasattr(rows, "columns") else rows
        return found


class ByName(OfFrames):
    def array(self, rows: Any) -> np.ndarray:
        return np.column_stack([rows[name] for name in sorted(rows.columns)]) if hasattr(rows, "columns") else rows


class ByPlace(OfFrames):
    def array(self, rows: Any) -> np.ndarray:
        places = range(rows.shape[1])
        return np.column_stack([rows.iloc[:, place] for place in places]) if hasattr(rows, "columns") else rows


class NamesItsOwn(OfFrames):
    """It makes arrays, and has names of its own for columns."""

    def fit(self, rows: Any, targets: np.ndarray) -> PlainTree:
        self.names = [f"x{place}" for place in range(rows.shape[1])]
        return super().fit(rows, targets)


class KeepsNames(OfFrames):
    """It keeps the names of its columns, and predicts by their places."""

    def fit(self, rows: Any, targets: np.ndarray) -> PlainTree:
        self.names = getattr(rows, "columns", ())
        return super().fit(rows, targets)


class C45(WithLeaves):
    """The largest ratio of the features whose gain is at least the average, each by its cut of the largest gain."""

    def best(self, rows: np.ndarray, targets: np.ndarray) -> tuple[int, float] | None:
        data = dt.classification_data(rows, targets.tolist())
        best: Any = dt.best_split(data, dt.c45())
        return best and (data.feature_names.index(best.feature), float(best.question.threshold))


def test_learners_that_explain_forty_tables_are_told_apart_by_more() -> None:
    found = from_estimator(C45)
    assert [(one.score, one.gate) for one in found.learners] == [("gain_ratio", "at_least")]
    assert not found.others


class StatesImportances(ByEntropy):
    """The last column alone is important."""

    def fit(self, rows: np.ndarray, targets: np.ndarray) -> PlainTree:
        self.feature_importances_ = np.eye(rows.shape[1])[-1]
        return super().fit(rows, targets)


def test_importances_are_judged_by_the_impurity_that_the_estimator_grows_by() -> None:
    estimator = from_estimator(StatesImportances)
    data = dt.classification_data({"x": [0, 0, 1, 1], "y": [0, 1, 1, 1]}, list("aabb"))
    case = Case(name="data", data=data, learner=dt.cart(impurity=dt.entropy))
    found = {verdict.check: verdict for verdict in examine(estimator, case, FREE)}
    assert [finding.expected for finding in found["importances"].deviations] == ["x: 1", "y: 0"]
    with pytest.raises(Unsupported, match="the impurity by which it grew"):
        estimator.importances(estimator.grow(data, case.learner), ["x", "y"], impurity=dt.gini)


class Median(PlainTree):
    """It predicts the median of its rows."""

    def predict(self, rows: np.ndarray) -> Any:
        return [np.median(self.targets[np.all(self.rows == row, axis=1)]) for row in rows]

    def fit(self, rows: np.ndarray, targets: np.ndarray) -> PlainTree:
        self.rows, self.targets = rows, targets
        return self


def test_one_that_predicts_medians_predicts_numbers() -> None:
    assert from_estimator(Median).numbers


@pytest.mark.parametrize(
    ("make", "asked", "found"),
    [
        (PlainTree, False, False),
        (OfFrames, False, False),
        (ByValues, False, False),
        (NamesItsOwn, False, False),
        (ByName, True, False),
        (DecisionTreeClassifier, True, False),
        (ByPlace, True, True),
        (KeepsNames, True, True),
    ],
)
def test_columns_come_in_another_order_where_their_names_are_taken(make: Any, *, asked: bool, found: bool) -> None:
    estimator = from_estimator(make, learner=dt.cart())
    answers: dict[str, Any] = {}
    for data in tables()[:3]:
        for question, finding in estimator.shown(estimator.grow(data, dt.cart()), data, dt.cart()):
            answers[question] = answers.get(question) or finding
    assert ("columns in another order" in answers) == asked
    assert [question for question, finding in answers.items() if finding] == ["columns in another order"] * found


class InAColumn(PlainTree):
    """It takes lists too, and its predictions are a column."""

    def predict(self, rows: Any) -> Any:
        return np.array(super().predict(np.asarray(rows)))[:, None]

    def fit(self, rows: Any, targets: Any) -> PlainTree:
        return super().fit(np.asarray(rows), np.asarray(targets))


def test_predictions_in_a_column_are_alike_in_every_form() -> None:
    estimator, data = from_estimator(InAColumn, learner=dt.cart()), tables()[0]
    assert not any(found for _, found in estimator.shown(estimator.grow(data, dt.cart()), data, dt.cart()))


class ByChance(PlainTree):
    """It takes columns in an order that chance settles."""

    fits = 0

    def fit(self, rows: np.ndarray, targets: np.ndarray) -> PlainTree:
        ByChance.fits += 1
        self.order = np.random.default_rng(ByChance.fits // 3).permutation(rows.shape[1])
        return super().fit(rows[:, self.order], targets)

    def predict(self, rows: np.ndarray) -> list[int]:
        return super().predict(rows[:, self.order])


def test_one_that_fits_by_chance_is_said_to_do_so_and_nothing_else_of_its_fits() -> None:
    data = dt.classification_data({"x": [0, 1, 1, 1], "y": [1, 1, 1, 0]}, list("abba"))
    learner = dt.cart(max_depth=1)
    estimator, found = from_estimator(ByChance, learner=dt.cart()), set()
    for _ in range(12):
        answers = estimator.shown(estimator.grow(data, learner), data, learner)
        found |= {finding.kind for _, finding in answers if finding}
    assert found == {"fit again"}


class AtValues:
    """Trees of one cut, at a value of the data in float64."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        cut = min(dt.oracle.columns_of(data)["x"])
        return {"predictions": ["a" if value <= cut else "b" for value in dt.oracle.columns_of(data)["x"]], "cut": cut}

    def predict(self, tree: Any, data: dt.Dataset) -> list[str]:
        return ["a" if value <= tree["cut"] else "b" for value in dt.oracle.columns_of(data)["x"]]


def test_rows_are_asked_as_they_are_where_it_is_not_known_how_they_are_read() -> None:
    """0.6 in float32 is above 0.6."""
    case = Case(name="data", data=dt.classification_data({"x": [0.6, 0.9]}, ["a", "b"]), learner=dt.cart())
    found = {verdict.check: verdict for verdict in examine(AtValues(), case, dt.oracle.UNKNOWN)}
    assert found["predictions"].judged == 2
    assert not any(verdict.deviations for verdict in found.values())


class ShowsAtValues:
    """The same trees, shown."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        return dt.grow(data, attrs.evolve(learner, questions=dt.Questions("observed", "equals")))


@pytest.mark.parametrize("read", [float, np.float32])
def test_a_tree_is_right_by_either_reading_where_it_is_not_known(read: Any) -> None:
    case = Case(name="data", data=dt.classification_data({"x": [0.6, 0.9]}, ["a", "b"]), learner=dt.cart())

    class Reads(ShowsAtValues):
        def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
            column = [float(read(value)) for value in data.features[0]]
            return super().grow(attrs.evolve(data, features=[dt.Numeric("x", column)]), learner)

    [growth] = examine(Reads(), case, dt.oracle.UNKNOWN)
    assert (growth.judged, growth.deviations) == (3, ())


class FailsOnConstants(WithLeaves):
    def fit(self, rows: np.ndarray, targets: np.ndarray) -> PlainTree:
        if len(np.unique(rows, axis=0)) == 1 and len(set(targets)) > 1:
            raise ZeroDivisionError
        return super().fit(rows, targets)


def test_how_numbers_are_read_is_found_of_one_that_fails_on_equal_rows() -> None:
    inferred = dt.oracle.infer_conventions(from_estimator(FailsOnConstants, learner=dt.cart()))
    assert inferred.conventions.precision == "exact"


class FirstMet:
    """Its question about categories has the category of the first row as its first child."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        learner = attrs.evolve(learner, questions=dt.Questions("midpoint", "equals"))
        best = dt.admissible_splits(data, learner)
        if not best or len({*dt.oracle.targets_of(data)}) == 1:
            return {}
        question: Any = best[0].question
        if not isinstance(question, dt.Equals):
            return {
                "feature": question.feature,
                "threshold": float(question.threshold),
                "children": [self.grow(part, learner) for part in dt.split(data, question)],
            }
        values = dt.oracle.columns_of(data)[question.feature]
        tied = [one.question.category for one in best if isinstance(one.question, dt.Equals)]
        known = {*tied, *(values if len({*values}) == 2 else ())}
        first = dt.Equals(question.feature, next(value for value in values if value in known))
        children = [self.grow(part, learner) for part in dt.split(data, first)]
        return {"feature": first.feature, "category": first.category, "children": children}


def test_which_category_comes_first_may_be_settled_by_the_rows() -> None:
    found = dt.oracle.infer_conventions(FirstMet()).conventions
    assert (found.wording, found.ties) == ("any", "any")
    law = "row_order_never_matters"
    assert laws_of(FirstMet(), 20, laws=[law], conventions=found, shrink=False).named("broken") == ()


def test_a_class_and_its_text_are_told_apart() -> None:
    tree, rows = dt.Leaf(dt.ClassCounts((2,), (1,))), dt.classification_data({"x": [1]}, [1])
    assert "1, got '1', a str" in str(judge_predictions(["1"], tree, rows).deviations[0])


# --- what is asked of it ----------------------------------------------------------------------------------------


def test_a_tree_that_is_shown_is_read_whole() -> None:
    data, learner = tables()[0], dt.cart(max_depth=2, min_leaf=2)
    estimator = from_estimator(DecisionTreeClassifier)
    answer = estimator.grow(data, learner)
    conventions = Conventions(precision="float32", ties="any")
    verdict = judge_tree(tree_of(answer, data, conventions), data, learner, conventions=conventions)
    assert verdict.judged > 1
    assert not verdict.deviations


def test_classes_and_shares_come_back_in_the_data_s_own_names_and_order() -> None:
    data = dt.classification_data({"x": [0, 1, 1, 2]}, ["z", "b", "b", "z"], classes=["z", "m", "b"])
    estimator = from_estimator(DecisionTreeClassifier)
    answer = estimator.grow(data, stump())
    assert estimator.predict(answer, data)[:2] == ["z", "b"]
    assert estimator.predict_proba(answer, {"x": [0.0]}).tolist() == [[1, 0, 0]]


def test_numbers_are_judged_by_their_means() -> None:
    class Mute:
        def __init__(self, max_depth: int | None = None) -> None:
            self.inside = DecisionTreeRegressor(max_depth=max_depth, random_state=0)

        def fit(self, rows: np.ndarray, targets: np.ndarray) -> None:
            self.inside.fit(rows, targets)

        def predict(self, rows: np.ndarray) -> Any:
            return self.inside.predict(rows)

    estimator, data = from_estimator(Mute), dt.datasets.load("regression")
    for depth in DEPTHS:
        learner = dt.cart(max_depth=depth)
        answer = estimator.grow(data, learner)
        assert answer.keys() == {"predictions", "fitted"}
        assert not judge_leaves(answer, data, learner, conventions=FREE).deviations


def test_leaves_may_be_told_by_a_function() -> None:
    estimator = from_estimator(DecisionTreeClassifier, leaves=lambda fitted, rows: fitted.apply(rows))
    assert estimator.grow(tables()[0], dt.cart()).keys() == {"leaves", "fitted"}


def test_weights_are_given_where_they_are_taken() -> None:
    data = dt.classification_data({"x": [1, 2, 3]}, list("aba"), weights=[1, 1, 2])
    estimator = from_estimator(partial(DecisionTreeClassifier, random_state=0), leaves=DecisionTreeClassifier.apply)
    assert not judge_leaves(estimator.grow(data, stump()), data, stump(), conventions=FREE).deviations
    with pytest.raises(Unsupported, match="takes no sample_weight"):
        from_estimator(WithLeaves, learner=dt.cart()).grow(data, stump())
    with pytest.raises(Unsupported, match="its limits may count rows, or weights"):
        estimator.grow(data, stump(min_leaf=2))


class Texts(WithLeaves):
    """A tree of texts: a category is as many numbers as there are categories."""

    def fit(self, rows: Any, targets: np.ndarray) -> PlainTree:
        if not isinstance(rows[0][0], str):
            message = "columns hold texts"
            raise TypeError(message)
        self.present = [sorted(set(column)) for column in rows]
        return super().fit(self.coded(rows), targets)

    def coded(self, rows: Any) -> np.ndarray:
        pairs = zip(rows, self.present, strict=True)
        return np.array([[value != one for value in column] for column, present in pairs for one in present], float).T

    def apply(self, rows: Any) -> list[int]:
        return super().apply(self.coded(rows))

    def predict(self, rows: Any) -> list[int]:
        return super().predict(self.coded(rows))


def test_categories_are_given_where_there_is_a_table_for_them() -> None:
    data = dt.classification_data({"sky": list("srsor"), "wind": list("yynny")}, list("abbab"))
    with pytest.raises(Unsupported, match="'sky' holds categories: give from_estimator a table"):
        from_estimator(WithLeaves, learner=dt.cart()).grow(data, dt.cart())
    estimator = from_estimator(Texts, table=lambda columns: list(columns.values()))
    assert list(estimator.learners) == [dt.cart()]
    assert not judge_leaves(estimator.grow(data, dt.cart()), data, dt.cart(), conventions=FREE).deviations


class Watched(members.Estimator):
    """It takes arrays, and frames of texts."""

    one = members.settled({**members.USUAL, "way": "estimator", "categories": "one"})

    def fit(self, rows: Any, targets: Any) -> Any:
        self.given = type(rows).__name__
        return super().fit(rows, targets)


@pytest.mark.parametrize("learner", [None, dt.cart()])
def test_categories_are_given_in_frames_to_one_that_takes_arrays_and_grows_trees_of_texts(learner: Any) -> None:
    estimator = from_estimator(Watched, learner=learner)
    assert (estimator.kinds, list(estimator.learners)) == (("numbers", "categories"), [dt.cart()])
    data = dt.classification_data({"sky": list("srsor"), "x": [1, 2, 3, 4, 5]}, list("abbab"))
    mixed, numbers = (estimator.grow(rows, dt.cart())["fitted"].estimator for rows in (data, tables()[0]))
    assert (mixed.given, numbers.given) == ("DataFrame", "ndarray")
    kinds = {len({*map(type, estimator.random_case(0, number).data.features)}) for number in range(20)}
    assert kinds == {1, 2}


class NumbersTexts(PlainTree):
    """It takes texts for numbers, in the order in which it meets them: no learner does."""

    def fit(self, rows: Any, targets: Any) -> PlainTree:
        self.met: dict[Any, int] = {}
        return super().fit(self.numbered(rows), targets)

    def predict(self, rows: Any) -> list[int]:
        return super().predict(self.numbered(rows))

    def numbered(self, rows: Any) -> np.ndarray:
        met = ([self.met.setdefault(cell, len(self.met)) for cell in row] for row in np.asarray(rows).tolist())
        return np.array([*met], float) if hasattr(rows, "columns") else rows


@pytest.mark.parametrize("learner", [None, dt.cart()])
def test_one_that_treats_texts_in_a_way_of_its_own_has_not_claimed_categories(learner: Any) -> None:
    estimator = from_estimator(NumbersTexts, learner=learner)
    assert (estimator.kinds, estimator.unexplained, list(estimator.learners)) == (("numbers",), (), [dt.cart()])
    assert "categories (" in estimator.untaken[-1]
    assert "expected a leaf of ClassCounts" in estimator.untaken[-1]


@pytest.mark.parametrize(("read", "said"), [(float, "as for a large number"), (np.nan_to_num, "as for a small number")])
def test_what_an_estimator_is_not_asked_about_is_said_with_the_reason(read: Any, said: str) -> None:
    class Reads(PlainTree):
        def predict(self, rows: np.ndarray) -> list[int]:
            return super().predict(np.vectorize(read)(rows))

    *numbers, categories = from_estimator(Reads, learner=dt.cart()).untaken
    assert numbers == [
        f"missing values (it raises no error, and predicts {said})", "weights (its fit takes no sample_weight)",
    ]  # fmt: skip
    assert categories.startswith("categories (it raises InvalidIndexError")


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        (dt.cart(impurity=dt.entropy), "it grows trees by gini by gain alone"),
        (dt.cart(min_risk=1), "no parameter stands for min_risk"),
        (dt.cart(zero_gain="stop"), "it asks questions that gain nothing"),
    ],
)
def test_what_cannot_be_asked_is_unsupported(learner: dt.Learner, message: str) -> None:
    estimator = from_estimator(WithLeaves, learner=dt.cart())
    with pytest.raises(Unsupported, match=message):
        estimator.grow(tables()[0], learner)
    with pytest.raises(Unsupported, match="it predicts classes"):
        estimator.grow(dt.datasets.load("regression"), dt.cart())
    with pytest.raises(Unsupported, match="by the tree that it grew"):
        estimator.predict(dt.grow(tables()[0], dt.cart()), tables()[0])


def test_a_depth_of_0_is_asked_of_those_to_which_it_gives_a_leaf() -> None:
    taking, refusing = from_estimator(WithLeaves), from_estimator(DecisionTreeClassifier)
    assert (taking.zero_depth, refusing.zero_depth) == (True, False)
    data, none = tables()[0], dt.cart(max_depth=0)
    assert not judge_leaves(taking.grow(data, none), data, none, conventions=FREE).deviations
    assert any(case.learner == none for case in taking.tables())
    with pytest.raises(Unsupported, match="a tree of no questions cannot be asked for"):
        refusing.grow(data, none)
    assert not any(case.learner.stopping.max_depth == 0 for case in refusing.tables())


def test_what_is_no_estimator_is_refused() -> None:
    with pytest.raises(InvalidData, match="'nowhere:Tree' cannot be imported"):
        from_estimator("nowhere:Tree")
    with pytest.raises(InvalidData, match="it raises AttributeError"):
        from_estimator(dict)


class RefusesEqualRows(PlainTree):
    def fit(self, rows: Any, targets: Any) -> PlainTree:
        if len(np.unique(rows, axis=0)) < len(rows):
            raise RecursionError
        return super().fit(rows, targets)


def test_an_estimator_that_fails_on_equal_rows_is_asked_where_its_learner_is_given() -> None:
    with pytest.raises(InvalidData, match="it raises RecursionError"):
        from_estimator(RefusesEqualRows)
    assert not from_estimator(RefusesEqualRows, learner=dt.cart(impurity=dt.gini)).numbers


class FramesAlone(PlainTree):
    """It takes frames of numbers alone."""

    def fit(self, rows: Any, targets: Any) -> PlainTree:
        return super().fit(self.numbers(rows), targets)

    def predict(self, rows: Any) -> list[int]:
        return super().predict(self.numbers(rows))

    def numbers(self, rows: Any) -> np.ndarray:
        array: np.ndarray = rows.loc[:, :].to_numpy(dtype=float)
        return array


def test_one_that_takes_frames_of_numbers_is_given_them_though_nobody_says_so() -> None:
    """Texts are no answer of it, and no case."""
    estimator = from_estimator(FramesAlone)
    assert (estimator.kinds, list(estimator.learners)) == (("numbers",), [dt.cart()])
    assert not estimator.unexplained
    case = estimator.random_case(0, 1)
    assert not judge_leaves(estimator.grow(case.data, case.learner), case.data, case.learner).deviations
    with pytest.raises(Unsupported, match="column 'sky' holds categories"):
        estimator.grow(dt.classification_data({"sky": list("sr")}, list("ab")), dt.cart())


def test_predictions_of_any_depth_alone_do_not_show_the_learner() -> None:
    hidden = from_estimator(PlainTree, parameters={"max_depth": None})
    assert hidden.others
    assert not hidden.unexplained
    assert "so may be" in hidden.guess
    assert not from_estimator(PlainTree).others


class FailsOnThreeClasses(WithLeaves):
    failed = False

    def fit(self, rows: np.ndarray, targets: np.ndarray) -> PlainTree:
        if len(rows) > 8 and len(set(targets)) > 2:
            FailsOnThreeClasses.failed = True
            raise RecursionError
        return super().fit(rows, targets)


def test_one_that_fails_on_some_tables_is_asked_by_the_others() -> None:
    assert list(from_estimator(FailsOnThreeClasses).learners) == [dt.cart()]
    assert FailsOnThreeClasses.failed


class OneHot(PlainTree):
    """Its shares are of its predictions, not of the rows."""

    def predict_proba(self, rows: np.ndarray) -> np.ndarray:
        shares: np.ndarray = np.eye(3)[self.predict(rows)][:, : self.classes]
        return shares

    def fit(self, rows: np.ndarray, targets: np.ndarray) -> PlainTree:
        self.classes = len(set(targets))
        return super().fit(rows, targets)


class Shareless(PlainTree):
    """Its shares fail."""

    def predict_proba(self, rows: np.ndarray) -> np.ndarray:
        raise NotImplementedError


@pytest.mark.parametrize(("make", "kind"), [(OneHot, "shares"), (Shareless, "error")])
def test_growth_is_judged_by_predictions_where_the_shares_are_wrong(make: Any, kind: str) -> None:
    data, learner = tables()[1], dt.cart(max_depth=2)
    estimator = from_estimator(make)
    assert list(estimator.learners) == [dt.cart()]
    case = Case(name="data", data=data, learner=learner)
    found = {verdict.check: verdict for verdict in examine(estimator, case, FREE)}
    assert found["growth"].judged > 1
    assert {check for check, verdict in found.items() if verdict.deviations} == {"shares"}
    assert {finding.kind for finding in found["shares"].deviations} == {kind}


def test_growth_is_still_judged_by_shares_that_a_tree_has() -> None:
    class TooSmall(WithLeaves):
        apply = None  # type: ignore[assignment]

        def ends(self, targets: np.ndarray, level: int) -> bool:
            return level == self.max_depth or len(targets) < 5

        def predict_proba(self, rows: np.ndarray) -> np.ndarray:
            shares: np.ndarray = self.shares[[self.ending(row) for row in rows]]
            return shares

        def fit(self, rows: np.ndarray, targets: np.ndarray) -> PlainTree:
            super().fit(rows, targets)
            ends = np.array([self.ending(row) for row in rows])
            counts = [
                [np.sum((ends == end) & (targets == one)) for one in set(targets)] for end in range(len(self.said))
            ]
            self.shares = np.array(counts) / np.maximum(1, np.sum(counts, axis=1, keepdims=True))
            return self

    estimator = from_estimator(TooSmall, learner=dt.cart())
    kinds = set()
    for data in tables():
        found = judge_leaves(estimator.grow(data, dt.cart()), data, dt.cart(), conventions=FREE)
        kinds |= {finding.kind for finding in found.deviations}
    assert kinds == {"early leaf"}


# --- what scikit-learn asks of one that claims to follow it ------------------------------------------------------


class FitReturnsNothing(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    def fit(self, rows: Any, targets: Any) -> Any:
        super().fit(rows, targets)


class FitSetsADepth(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    def fit(self, rows: Any, targets: Any) -> Any:
        self.max_depth = 99
        return super().fit(rows, targets)


class ChangesItsDepth(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    def __init__(self, max_depth: Any = None) -> None:
        super().__init__(max_depth=max_depth and np.int64(max_depth))


class PredictsUnfitted(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    def predict(self, rows: Any) -> Any:
        return super().predict(rows) if hasattr(self, "tree_") else np.zeros(len(rows))


class TakesTheFirstColumns(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    def predict(self, rows: Any) -> Any:
        return super().predict(rows[:, : self.n_features_in_] if hasattr(self, "tree_") else rows)


class PredictsPlaces(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    def predict(self, rows: Any) -> Any:
        return self.tree_.predict(np.asarray(rows, dtype=np.float32)).argmax(axis=1)


class ReadsGapsAsZero(ExtraTreeRegressor):  # type: ignore[misc]  # scikit-learn has no types
    def fit(self, rows: Any, targets: Any) -> Any:
        return super().fit(np.nan_to_num(rows), targets)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = False
        return tags


@pytest.mark.parametrize(
    ("make", "questions"),
    [
        (DecisionTreeClassifier, set()),
        (DecisionTreeRegressor, set()),
        (PlainTree, set()),
        (FitReturnsNothing, {"fit returns itself"}),
        (FitSetsADepth, {"fit changes no parameter"}),
        (ChangesItsDepth, {"clone"}),
        (PredictsUnfitted, {"predict before fit"}),
        (TakesTheFirstColumns, {"another number of columns"}),
        (PredictsPlaces, {"another number of columns", "predictions that are no class"}),
        (ReadsGapsAsZero, {"missing values in fit"}),
    ],
)
def test_an_estimator_is_asked_what_it_claims(make: Any, questions: set[str]) -> None:
    rows, targets = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 0.0]]), np.array([0, 1, 0])
    answers = claimed(partial(make, max_depth=2), rows, targets, numbers=issubclass(make, RegressorMixin))
    assert {question for question, found in answers if found} == questions


# --- the tree that it prints ----------------------------------------------------------------------------------------


class PrintsTenths(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    def export_text(self) -> str:
        return str(export_text(self, decimals=1))


class PrintsTheOtherSide(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    def export_text(self) -> str:
        return str(export_text(self)).replace("<=", "TO").replace("> ", "<=").replace("TO", "> ")


class PrintsTheParentsMean(DecisionTreeRegressor):  # type: ignore[misc]  # scikit-learn has no types
    def export_text(self) -> str:
        return re.sub(r"value: .*", f"value: [{self.tree_.value[0, 0, 0]:.2f}]", export_text(self))


class PrintsInOtherWords(DecisionTreeClassifier):  # type: ignore[misc]  # scikit-learn has no types
    def export_text(self) -> str:
        return f"a tree of {self.get_n_leaves()} leaves"


@pytest.mark.parametrize(
    ("make", "asked", "found"),
    [
        (DecisionTreeClassifier, True, False),
        (DecisionTreeRegressor, True, False),
        (PrintsTenths, True, False),
        (PrintsInOtherWords, False, False),
        (PrintsTheOtherSide, True, True),
        (PrintsTheParentsMean, True, True),
    ],
)
def test_a_printed_tree_says_what_predict_says(make: Any, asked: bool, found: bool) -> None:  # noqa: FBT001 (a table)
    chance = np.random.default_rng(0)
    rows, targets = chance.integers(0, 40, (60, 3)) / 8, chance.integers(0, 3, 60)
    fitted = make(random_state=0).fit(rows, targets)
    numbers = issubclass(make, RegressorMixin)
    answers = contradictions(partial(make, random_state=0), fitted, rows, targets, numbers=numbers)
    printed = [one for question, one in answers if question == "export_text"]
    assert bool(printed) is asked
    assert any(printed) is found


# --- by the laws ------------------------------------------------------------------------------------------------


def test_laws_are_tried_on_the_tree_behind_the_leaves() -> None:
    law = "branches_ask_optimal_questions"
    options: Any = {"laws": [law], "conventions": FREE, "shrink": False}
    right, wrong = (from_estimator(make, learner=dt.cart()) for make in (WithLeaves, ForgetsSizes))
    assert laws_of(right, 5, **options).named("holds") == (law,)
    assert laws_of(wrong, 40, **options).named("broken") == (law,)


def test_conventions_are_inferred_from_leaves() -> None:
    inferred = dt.oracle.infer_conventions(from_estimator(WithLeaves, learner=dt.cart()))
    found = inferred.conventions
    assert inferred.unexplained == ()
    assert (found.precision, found.smallest_gap, found.cut) == ("exact", 0, "between")
    assert (found.zero_gain, found.ties) == ("split", "canonical")


@pytest.mark.parametrize("majority", ["first", "last"])
def test_float32_is_found_of_predictions_whatever_class_a_tied_leaf_predicts(majority: str) -> None:
    one = members.member(271) | {"majority": majority}
    made = members.estimator(one)
    assert (
        infer_conventions(from_estimator(made, learner=dt.cart(impurity=dt.misclassification))).conventions.precision
        == "float32"
    )


# --- what a tree states of its nodes --------------------------------------------------------------------------------


class Arrays:
    """scikit-learn's ``tree_`` with one of its arrays otherwise."""

    def __init__(self, tree: Any, **others: Any) -> None:
        self.tree = tree
        self.__dict__.update(others)

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__.get("hidden", ()):
            raise AttributeError(name)
        return getattr(self.__dict__["tree"], name)


def misstating(kind: Any, change: Any) -> Any:
    """Return the class *kind* whose ``tree_`` has the arrays that *change* makes of it."""

    def fit(self: Any, *given: Any, **named: Any) -> Any:
        kind.fit(self, *given, **named)
        self.tree_ = Arrays(self.tree_, **change(self.tree_))
        return self

    return type("Misstating", (kind,), {"fit": fit})


NATS: Final = np.log(2)


def below_the_root(tree: Any) -> Any:
    return np.sign(np.arange(tree.node_count))


MISSTATED: Final[dict[str, tuple[Any, Any]]] = {
    "impurity": (DecisionTreeClassifier, lambda tree: {"impurity": tree.impurity * NATS}),
    "weight": (
        DecisionTreeClassifier,
        lambda tree: {"weighted_n_node_samples": tree.n_node_samples + below_the_root(tree)},
    ),
    "value": (DecisionTreeClassifier, lambda tree: {"value": np.full(tree.value.shape, 1 / tree.value.shape[2])}),
    "value, a mean": (
        DecisionTreeRegressor,
        lambda tree: {"value": tree.value + below_the_root(tree)[:, None, None]},
    ),
}


def stated_kinds(make: Any) -> set[str]:
    estimator = from_estimator(make, learner=dt.cart())
    kinds = set()
    for number in range(12):
        case = estimator.random_case(0, number)
        tree = estimator.grow(case.data, case.learner)
        kinds |= {one.kind for one in judge_tree(tree, case.data, case.learner, conventions=CONVENTIONS).deviations}
    return kinds


@pytest.mark.parametrize("name", MISSTATED)
def test_a_wrong_number_of_a_node_deviates(name: str) -> None:
    kind, change = MISSTATED[name]
    assert name.partition(",")[0] in stated_kinds(misstating(kind, change))
    assert stated_kinds(kind) == set()


@pytest.mark.parametrize("name", ["impurity", "weight", "value"])
def test_a_number_is_judged_where_no_other_is_stated(name: str) -> None:
    """The tree's other arrays are not there."""
    kind, change = MISSTATED[name]
    shown = {"impurity": "impurity", "weight": "weighted_n_node_samples", "value": "value"}[name]

    others = {"impurity", "weighted_n_node_samples", "value"} - {shown}

    def alone(changed: Any) -> Any:
        return misstating(kind, lambda tree: {**changed(tree), "hidden": others})

    assert stated_kinds(alone(change)) == {name}
    assert stated_kinds(alone(lambda _: {})) == set()


def test_weights_of_classes_are_read_as_their_shares() -> None:
    def counts(tree: Any) -> Any:
        return {"value": tree.value * tree.weighted_n_node_samples[:, None, None]}

    assert stated_kinds(misstating(DecisionTreeClassifier, counts)) == set()


# --- rows beside the training set -----------------------------------------------------------------------------------


def predicting_alone(number: int) -> Any:
    """Return a right estimator, of classes or of numbers, that shows its predictions and nothing else."""
    impurity, categories = [("gini", "none"), ("squared_error", "none"), ("gini", "subset"), ("squared_error", "one")][
        number
    ]
    given = {"impurity": impurity, "categories": categories, "precision": 64, "comparison": "<="}
    return members.estimator(members.member(0) | given)


def remembering(kind: Any) -> Any:
    """Return the class that predicts what it saw, and of any other row what it saw first."""

    def fit(self: Any, rows: Any, targets: Any) -> Any:
        kind.fit(self, rows, targets)
        said = kind.predict(self, rows)
        self.known = dict(zip(map(tuple, np.asarray(rows).tolist()), said, strict=True))
        return self

    def predict(self: Any, rows: Any) -> Any:
        first = next(iter(self.known.values()))
        return [self.known.get(tuple(row), first) for row in np.asarray(rows).tolist()]

    return type("Remembering", (kind,), {"fit": fit, "predict": predict})


def said_of_other_rows(make: Any, number: int) -> list[Any]:
    style: Any = [None, None, "subset", "equals"][number]
    learner = dt.cart(categories=style) if style else dt.cart()
    estimator = from_estimator(make, learner=learner, table=import_module("pandas").DataFrame if style else None)
    cases = [estimator.random_case(0, place) for place in range(8)]
    granted = attrs.evolve(FREE, arithmetic="float64", zero_gain="either")
    judged = [verdict for case in cases for verdict in examine(estimator, case, granted)]
    found = [verdict for verdict in judged if verdict.check == "other rows"]
    assert sum(verdict.judged for verdict in found) > sum(len(case.data) for case in cases), number
    return [one for verdict in found for one in verdict.deviations]


@pytest.mark.parametrize("number", range(4))
def test_what_remembers_its_rows_is_found_by_other_rows(number: int) -> None:
    make = predicting_alone(number)
    assert said_of_other_rows(make, number) == []
    assert said_of_other_rows(remembering(make), number)


CUTS: Final = {"midpoint": "midpoint", "between": "midpoint", "lower": "observed"}
"""Where a member's cuts lie, and what it says of them."""


@pytest.mark.parametrize("shows", ["leaves", "predictions"])
@pytest.mark.parametrize(("place", "said"), CUTS.items())
def test_a_cut_that_is_not_shown_is_found_where_it_is_not_as_stated(place: str, said: Any, shows: str) -> None:
    member = members.Member(members.USUAL | {"place": place, "shows": shows})
    member.conventions = attrs.evolve(member.conventions, cut=said)
    case = Case(name="x", data=dt.classification_data({"x": [1, 2, 6, 7]}, list("aabb")), learner=dt.cart())
    found = {one.kind for verdict in examine(member, case, member.conventions) for one in verdict.deviations}
    assert found == ({"predict another row"} if place == "between" else set())


def test_a_row_in_the_gap_of_a_threshold_and_one_below_a_near_tie_are_not_determined() -> None:
    data = dt.classification_data({"x": [1, 2, 5, 6]}, list("aabb"))
    ends = determined([{"x": x} for x in (0, 2, 3, 5, 9)], data, dt.cart())
    assert [end and end.majority for end in ends] == ["a", "a", None, "b", "b"]  # type: ignore[union-attr]  # of classes
    placed = determined([{"x": x} for x in (3, 3.5, 4)], data, dt.cart(), is_placed=True)
    assert placed == [dt.ClassCounts((2, 0), ("a", "b")), None, dt.ClassCounts((0, 2), ("a", "b"))]
    tied = dt.classification_data({"x": [1, 2, 5, 6], "y": [1, 2, 5, 6]}, list("aabb"))
    assert determined([{"x": 1, "y": 1}], tied, dt.cart()) == [None]
