"""Priors, costs of mistakes, and twoing: worked numbers, what trees are made of them, and what is refused."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

import dtrees as dt
from dtrees.selection.metrics import mean_loss, row_losses

if TYPE_CHECKING:
    from collections.abc import Callable

DEAR = dt.Costs.of({("ill", "well"): 5, ("well", "ill"): 1})
PATIENTS = dt.classification_data({"x": [1, 2, 3, 4, 5]}, ["ill", "ill", "well", "well", "well"])
IRIS = dt.datasets.load("iris")


def leaf(*counts: int) -> dt.Leaf:
    return dt.Leaf(dt.ClassCounts(counts, ("ill", "well")))


# --- priors -----------------------------------------------------------------------------------------------------


def test_rows_are_weighed_so_that_the_shares_are_the_priors() -> None:
    """Two rows of 5 to be half: 5/2 / 2 each; three: 5/2 / 3 each."""
    halves = dt.with_priors(PATIENTS, {"ill": Fraction(1, 2), "well": Fraction(1, 2)})
    assert halves.weights.tolist() == [Fraction(5, 4)] * 2 + [Fraction(5, 6)] * 3
    assert dt.summarize(halves) == dt.ClassCounts((Fraction(5, 2), Fraction(5, 2)), ("ill", "well"))
    assert dt.with_priors(PATIENTS, "balanced") == dt.with_priors(PATIENTS, {"well": 7, "ill": 7.0}) == halves
    assert dt.with_priors(halves, {"ill": 2, "well": 3}) == PATIENTS


def test_priors_compose_with_case_weights() -> None:
    """Within a class rows keep their proportions."""
    weighted = dt.classification_data({"x": [1, 2, 3]}, ["ill", "ill", "well"], weights=[1, 3, 1])
    assert dt.with_priors(weighted, {"ill": 1, "well": 4}).weights.tolist() == [0.25, 0.75, 4]


def test_a_class_without_rows_has_no_share() -> None:
    """The others keep their proportions, as in a fold that misses a class."""
    without = dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "b"], classes=["a", "b", "c"])
    shares = dt.summarize(dt.with_priors(without, {"a": 1, "b": 2, "c": 5}))
    assert shares.counts == (1, 2, 0)  # type: ignore[union-attr]
    assert dt.summarize(dt.with_priors(without, "balanced")).counts == (1.5, 1.5, 0)  # type: ignore[union-attr]


def test_folds_may_be_weighed_too() -> None:
    """The tree of each fold is grown with the priors of all; weights of the whole data alone give others."""
    priors = {"ill": 1, "well": 3}
    data = dt.with_priors(PATIENTS, priors)

    def grow(rows: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        return dt.grow(dt.with_priors(rows, priors), learner)

    folds = [0, 1, 0, 0, 1]
    by_fold = dt.cross_validate(data, dt.cart(), folds, grow=grow, impurity=dt.misclassification)
    assert [row.error for row in by_fold.rows] == [Fraction(1, 4), Fraction(1, 4)]


def test_the_fast_road_grows_the_same_trees_under_priors() -> None:
    """Weights that are fractions."""
    data = dt.with_priors(IRIS, {"setosa": 0.1, "versicolor": 0.2, "virginica": 0.7})
    for learner in (dt.cart(), dt.cart(impurity=dt.entropy, max_depth=3)):
        assert dt.vectorized.grow(data, learner) == dt.grow(data, learner)


# --- costs ------------------------------------------------------------------------------------------------------


def test_the_label_of_least_cost_is_not_the_majority() -> None:
    """One ill of four: to say well costs 5/4, to say ill 3/4."""
    node = dt.ClassCounts((1, 3), ("ill", "well"))
    assert dt.expected_costs(node, DEAR) == (Fraction(3, 4), Fraction(5, 4))
    assert dt.least_cost_label(node, DEAR) == "ill"
    assert dt.ExpectedCost(DEAR)(node) == Fraction(3, 4)
    assert dt.predict(dt.Leaf(node), {"x": [0]}).tolist() == ["well"]
    assert dt.predict(dt.Leaf(node), {"x": [0]}, costs=DEAR).tolist() == ["ill"]
    assert dt.least_cost_label(dt.ClassCounts((1, 5), ("ill", "well")), DEAR) == "ill"
    assert (
        dt.least_cost_label(dt.ClassCounts((1, 5), ("well", "ill")), dt.Costs([[0, 1], [1, 0]], ("ill", "well")))
        == "ill"
    )


def test_gini_with_costs_by_hand() -> None:
    """(1/4)(3/4)(5 + 1)."""
    assert dt.GiniWithCosts(DEAR)(dt.ClassCounts((1, 3), ("ill", "well"))) == Fraction(9, 8)


def test_costs_of_one_are_errors_and_gini() -> None:
    """On every node of a grown tree, classes in another order than that of the costs."""
    unit = dt.Costs([[int(i != j) for i in range(3)] for j in range(3)], ("virginica", "setosa", "versicolor"))
    tree = dt.grow(IRIS, dt.cart())
    nodes: list[Any] = [tree, *dt.leaves(tree)]
    for summary in [node.summary for node in nodes]:
        assert dt.ExpectedCost(unit)(summary) == dt.misclassification(summary)
        assert dt.GiniWithCosts(unit)(summary) == dt.gini(summary)
    by_costs = dt.pruning_sequence(tree, impurity=dt.ExpectedCost(unit))
    assert by_costs == dt.pruning_sequence(tree, impurity=dt.misclassification)
    assert dt.predict(tree, IRIS, costs=unit).tolist() == dt.predict(tree, IRIS).tolist()
    assert mean_loss(tree, IRIS, costs=unit) == mean_loss(tree, IRIS)


def test_both_roads_predict_and_prune_by_costs() -> None:
    """The labels of the compiled tree, and the sequence of one pass."""
    tree = dt.grow(PATIENTS, dt.cart(max_depth=1))
    columns = {"x": [0, 2, 3, 9]}
    assert dt.vectorized.predict(tree, columns, costs=DEAR).tolist() == dt.predict(tree, columns, costs=DEAR).tolist()
    risk = dt.ExpectedCost(dt.Costs([[0, 1, 4], [2, 0, 3], [1, 7, 0]], ("setosa", "versicolor", "virginica")))
    grown = dt.grow(IRIS, dt.cart())
    assert tuple(dt.vectorized.pruning_sequence(grown, impurity=risk)) == dt.pruning_sequence(grown, impurity=risk)


def test_losses_are_costs() -> None:
    """A leaf that says ill: an ill row costs 0, a well one 1; and so are the measure, and cross-validation."""
    rows = dt.classification_data({"x": [0, 0, 0]}, ["ill", "well", "well"], weights=[1, 2, 1])
    assert row_losses(leaf(1, 3), rows, costs=DEAR) == [0, 1, 1]
    assert mean_loss(leaf(1, 3), rows, costs=DEAR) == Fraction(3, 4)
    assert dt.misclassification_cost(DEAR).of(leaf(1, 3), rows) == Fraction(3, 4)
    assert dt.misclassification_cost(DEAR).of(leaf(1, 9), rows) == Fraction(5, 4)
    result = dt.cross_validate(PATIENTS, dt.cart(), [0, 1, 0, 1, 0], impurity=dt.ExpectedCost(DEAR))
    assert result.root_error == Fraction(3, 5)
    assert [row.error for row in result.rows] == [Fraction(1, 5), Fraction(3, 5)]


def test_costs_are_values() -> None:
    """They are equal, hash and pickle by what they say; the exact number that is given is kept."""
    again = dt.Costs(((0, 5), (1, 0)), ["ill", "well"])
    assert again == DEAR
    assert len({dt.ExpectedCost(again), dt.ExpectedCost(DEAR), dt.GiniWithCosts(DEAR)}) == 2
    assert pickle.loads(pickle.dumps(DEAR)) == DEAR  # noqa: S301 (our own bytes)
    assert dt.cart(impurity=dt.ExpectedCost(again)) == dt.cart(impurity=dt.ExpectedCost(DEAR))
    assert dt.Costs([[0, Fraction(1, 3)], [2.5, 0]]).matrix == ((0, Fraction(1, 3)), (Fraction(5, 2), 0))


def test_a_tree_shown_by_costs_predicts_by_them() -> None:
    """In text, in Graphviz's language and on the page of pruning, and coloured by the class that is predicted."""
    risk = dt.ExpectedCost(DEAR)
    assert dt.render_text(leaf(1, 3), impurity=risk) == "ill   [1 ill, 3 well]  expected cost 0.75"
    assert 'label="ill\\n[1 ill, 3 well]' in dt.to_dot(leaf(1, 3), impurity=risk)
    mixed, pure, majority = (
        dt.to_dot(one, impurity=shown).partition("fillcolor=")[2][:9]
        for one, shown in ((leaf(1, 3), risk), (leaf(4, 0), None), (leaf(1, 3), None))
    )
    assert mixed == dt.to_dot(leaf(2, 2)).partition("fillcolor=")[2][:9]  # nearly white: most rows are of another class
    assert mixed not in {pure, majority}
    page = dt.to_html(dt.pruning_sequence(leaf(1, 3), impurity=risk), impurity=risk)
    assert '"label": "ill"' in page
    assert '"label": "ill"' not in dt.to_html(dt.pruning_sequence(leaf(1, 3)))


# --- altered priors ---------------------------------------------------------------------------------------------


def test_costs_of_the_true_class_alone_are_priors() -> None:
    """Trees grown, pruned and labelled under altered priors are those under costs; of two classes all costs are."""
    own = {"ill": 2, "well": 3}
    altered = dt.with_priors(PATIENTS, dt.altered_priors(own, DEAR))
    assert dt.summarize(altered).proportions == (Fraction(10, 13), Fraction(3, 13))  # type: ignore[union-attr]
    by_costs = dt.grow(PATIENTS, dt.cart(max_depth=1, impurity=dt.ExpectedCost(DEAR)))
    by_priors = dt.grow(altered, dt.cart(max_depth=1, impurity=dt.misclassification))
    assert by_costs.question == by_priors.question  # type: ignore[union-attr]
    assert dt.predict(by_costs, PATIENTS, costs=DEAR).tolist() == dt.predict(by_priors, PATIENTS).tolist()


def test_gini_under_altered_priors_grows_their_tree_and_keeps_the_weights() -> None:
    """The same questions as on rows under altered priors; the counts are those of the rows, to be pruned by costs."""
    costs = dt.Costs([[0, 1, 4], [2, 0, 3], [1, 9, 0]], ("setosa", "versicolor", "virginica"))
    by_impurity = dt.grow(IRIS, dt.cart(impurity=dt.AlteredGini(costs)))
    own = dict.fromkeys(costs.classes, 1)
    by_priors = dt.grow(dt.with_priors(IRIS, dt.altered_priors(own, costs)), dt.cart())
    assert dt.apply(by_impurity, IRIS) == dt.apply(by_priors, IRIS)
    assert by_impurity.summary == dt.summarize(IRIS)
    nothing = dt.Costs([[0, 0, 0], [1, 0, 1], [1, 1, 0]])
    assert dt.AlteredGini(nothing)(dt.ClassCounts((2, 0, 0))) == 0


# --- twoing -----------------------------------------------------------------------------------------------------


def test_twoing_by_hand() -> None:
    """Parts (2, 0, 0) and (0, 1, 1): halves, shares 1 + 1/2 + 1/2 apart, 1/16 * 4; half of Gini's 1/2 of a and bc."""
    parts = [dt.ClassCounts((2, 0, 0)), dt.ClassCounts((0, 1, 1))]
    assert dt.twoing(parts) == Fraction(1, 4)
    assert dt.superclasses(parts) == ((0,), (1, 2))
    assert dt.twoing([dt.ClassCounts((1, 2)), dt.ClassCounts((2, 4))]) == 0
    assert dt.twoing([dt.ClassCounts((1, 2)), dt.ClassCounts((0, 0))]) == 0


def test_twoing_grows_cart_for_two_classes() -> None:
    """The same tree, and so by the fast road, which has no kernel of it."""
    wide = dt.datasets.load("loan")
    assert dt.grow(wide, dt.twoing_cart()) == dt.grow(wide, dt.cart())
    assert dt.vectorized.grow(IRIS, dt.twoing_cart(max_depth=3)) == dt.grow(IRIS, dt.twoing_cart(max_depth=3))


def test_twoing_scores_and_gini_limits() -> None:
    """The score is twoing; min_gain asks for a decrease of Gini, here 1/3, of a score of 2/9."""
    data = dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "c"])
    best = dt.best_split(data, dt.twoing_cart(min_gain=Fraction(1, 3)))
    assert best is not None
    assert best.score == dt.Exact(2) / 9
    assert best.gain == Fraction(1, 3)
    assert dt.best_split(data, dt.twoing_cart(min_gain=Fraction(2, 5))) is None


def test_twoing_may_ask_about_subsets() -> None:
    """Of three classes all subsets are tried, of two the runs of the theorem; the best is the same."""
    data = dt.classification_data({"c": list("ppqqrrs")}, list("aababbc"))
    best = dt.best_split(data, dt.twoing_cart(categories="subset"))
    assert best is not None
    every = [dt.OneOf("c", subset) for subset in ("p", "pq", "pr", "ps", "pqr", "pqs", "prs")]
    scores = [dt.twoing([dt.summarize(part) for part in dt.split(data, one)]) for one in every]  # type: ignore[misc]
    assert best.score == max(scores)


# --- what is refused --------------------------------------------------------------------------------------------

NUMBERS = dt.regression_data({"x": [1, 2]}, [1, 2])
EACH = dt.Questions(numbers="midpoint", categories="each")


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: dt.with_priors(NUMBERS, "balanced"), "the target is of numbers: only classes have priors"),
        (lambda: dt.with_priors(PATIENTS, {"ill": 1}), "the class 'well' has no prior"),
        (lambda: dt.with_priors(PATIENTS, {"ill": 1, "well": 1, "dead": 1}), "a prior is given for 'dead'"),
        (lambda: dt.with_priors(PATIENTS, {"ill": 0, "well": 1}), "priors['ill']=0: give a positive number"),
        (lambda: dt.with_priors(PATIENTS, "equal"), "priors='equal': give a mapping from each class"),  # type: ignore[arg-type]
        (lambda: dt.altered_priors({"ill": 1, "dead": 1}, DEAR), "'dead' is none of them"),
        (lambda: dt.altered_priors({0: 1}, dt.Costs([[0, 0], [0, 0]])), "no mistake costs anything"),
        (lambda: dt.Costs([[0, 1], [1]]), "the costs are not 2 rows of 2"),
        (lambda: dt.Costs([[0, 1], [1, 0]], "abc"), "the costs are not 3 rows of 3"),
        (lambda: dt.Costs([[0, -1], [1, 0]]), "class 0 predicted as 1 is -1: give a number of at least 0"),
        (lambda: dt.Costs([[1, 1], [1, 0]]), "class 0 predicted as 0 is 1: give 0"),
        (lambda: dt.Costs([["x"]]), "give a row for each true class"),
        (lambda: dt.Costs.of({("a", "b"): 1}), "no cost is given for rows of class 'b' predicted as 'a': add it"),
        (lambda: dt.ExpectedCost(5), "costs=5: give Costs, or a mapping"),  # type: ignore[arg-type]
        (lambda: dt.ExpectedCost({"a": 1}), "costs='a': give a mapping from (true class, predicted class)"),  # type: ignore[dict-item]
        (lambda: dt.ExpectedCost(DEAR)(dt.ClassCounts((1, 1))), "the costs are of the classes ('ill', 'well'), and 0"),
        (lambda: dt.ExpectedCost(DEAR)(dt.ClassCounts((0, 0), ("ill", "well"))), "a node without rows"),
        (lambda: dt.predict(dt.Leaf(dt.Moments.of([1])), {"x": [0]}, costs=DEAR), "classes are asked for"),
        (lambda: dt.twoing([dt.ClassCounts((1, 1))] * 3), "give the class counts of two children"),
        (lambda: dt.superclasses([dt.ClassCounts((1, 1)), dt.ClassCounts((0, 0))]), "a node without rows"),
        (lambda: dt.grow(NUMBERS, dt.twoing_cart()), "twoing is a score of questions about classes"),
        (lambda: dt.Learner(questions=EACH, score="twoing"), "ask no child for each"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(call: Callable[[], object], complaint: str) -> None:
    with pytest.raises(dt.DtreesError) as refusal:
        call()
    assert complaint in str(refusal.value)
