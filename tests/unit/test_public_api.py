"""The public names, and their types as a type checker sees them."""

from __future__ import annotations

import inspect
import pydoc
from fractions import Fraction
from typing import TYPE_CHECKING, Any, assert_type

import attrs
import numpy as np
import pytest

import dtrees as dt

if TYPE_CHECKING:
    from numpy.typing import NDArray  # noqa: F401 (in the quoted types below)

CONTRACT = [
    "classification_data", "regression_data", "read_csv", "id3", "c45", "cart", "grow", "split",
    "admissible_splits", "gini", "entropy", "misclassification", "squared_error", "predict", "predict_proba",
    "apply", "render_text", "to_dot", "best_split", "conditional_impurity", "gain", "gain_ratio",
    "intrinsic_value", "fold", "leaves", "depth", "subtree_at", "replace_at", "is_pruned_subtree",
    "importances", "Exact", "Numeric", "Categorical", "Dataset", "ClassCounts", "Moments", "Leaf", "Branch",
    "Tree", "Path", "Threshold", "Equals", "OneOf", "EachCategory", "Learner", "DtreesError", "InvalidData",
    "InvalidLearner", "Unsupported", "Undecided", "Impossible", "datasets",
]  # fmt: skip
"""Names that the design promises at the top of the package, as far as the core goes."""


def loan() -> dt.Dataset:
    """Return a small table."""
    return dt.datasets.load("loan")


@pytest.mark.parametrize("name", CONTRACT)
def test_the_promised_names_are_public(name: str) -> None:
    """Each can be reached from the package and is listed in __all__."""
    assert hasattr(dt, name)
    assert name in dt.__all__


def test_help_says_what_a_path_is() -> None:
    """Not what a tuple is."""
    assert "the child to take at each step from the root" in pydoc.render_doc(dt.Path)


def test_all_lists_what_there_is_once() -> None:
    """Every listed name exists, none is private, none stands twice."""
    assert len(set(dt.__all__)) == len(dt.__all__)
    assert not [name for name in dt.__all__ if name.startswith("_") or not hasattr(dt, name)]


def test_each_public_function_checks_its_arguments() -> None:
    """But those that hand them on to a learner or to `entropy`, and those that take anything."""
    public = {name: getattr(room, name) for room in (dt, dt.vectorized, dt.oracle) for name in room.__all__}
    unchecked = {name for name, each in public.items() if inspect.isfunction(each) and not hasattr(each, "__wrapped__")}
    learners = {"c45", "cart", "id3", "multiway_gini", "regularised_cart", "twoing_cart"}
    assert unchecked == {*learners, "cross_entropy", "columns_of", "infer_conventions"}


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (dt.Leaf, ["summary"]),
        (dt.Branch, ["summary", "question", "children"]),
        (dt.Threshold, ["feature", "threshold"]),
        (dt.Equals, ["feature", "category"]),
        (dt.OneOf, ["feature", "categories"]),
        (dt.EachCategory, ["feature", "categories"]),
        (dt.ScoredSplit, ["question", "score"]),
        (dt.ClassCounts, ["counts"]),
    ],
)
def test_promised_fields_come_first_in_their_order(kind: type[Any], fields: list[str]) -> None:
    """They are what others read, and what positional construction takes."""
    names = [field.name for field in attrs.fields(kind) if field.init]
    assert names[: len(fields)] == fields


@pytest.mark.parametrize(
    ("function", "positional"),
    [
        (dt.classification_data, 2), (dt.regression_data, 2), (dt.read_csv, 1), (dt.id3, 0), (dt.c45, 0), (dt.cart, 0),
        (dt.predict, 2), (dt.predict_proba, 2), (dt.apply, 2), (dt.render_text, 1), (dt.to_dot, 1), (dt.importances, 2),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)  # fmt: skip
def test_options_are_keyword_only(function: Any, positional: int) -> None:
    """After the first arguments nothing is taken by place."""
    kinds = [parameter.kind for parameter in inspect.signature(function).parameters.values()]
    assert kinds[:positional] == [inspect.Parameter.POSITIONAL_OR_KEYWORD] * positional
    assert set(kinds[positional:]) <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}


def test_errors_are_one_family() -> None:
    """Each kind is a DtreesError and the built-in error that it refines."""
    for kind, base in (
        (dt.InvalidData, ValueError),
        (dt.InvalidLearner, ValueError),
        (dt.Unsupported, NotImplementedError),
        (dt.Undecided, ArithmeticError),
        (dt.Impossible, AssertionError),
    ):
        assert issubclass(kind, dt.DtreesError)
        assert issubclass(kind, base)


# --- types: claims that a type checker proves, and the running values bear out ----------------------------------


def test_types_of_data() -> None:
    """Making data gives a Dataset of features and a target."""
    data = assert_type(
        dt.classification_data({"x": [1, 2]}, ["a", "b"], weights=[1, 2], classes=["b", "a"]), dt.Dataset
    )
    assert_type(dt.regression_data([[1], [2]], [0.5, 1]), dt.Dataset)
    assert_type(dt.read_csv(dt.datasets.path("loan"), target="approved"), dt.Dataset)
    assert_type(data.features, tuple[dt.Numeric | dt.Categorical, ...])
    assert_type(data.target, dt.Classes | dt.Responses)
    names = assert_type(data.feature_names, tuple[str, ...])
    weights = assert_type(data.weights, "NDArray[Any]")
    assert (names, weights.tolist()) == (("x",), [1.0, 2.0])


def test_types_of_numbers() -> None:
    """Impurities and arithmetic are Exact, ratios are Quotient."""
    counts = dt.ClassCounts((3, 1))
    for impurity in (dt.gini, dt.entropy, dt.misclassification):
        assert_type(impurity(counts), dt.Exact)
    assert_type(dt.squared_error(dt.Moments.of([1, 2])), dt.Exact)
    number = assert_type(2 - dt.Exact.log2(3) * Fraction(3, 4), dt.Exact)
    assert_type(float(number), float)
    assert_type(number < 1, bool)
    assert_type(dt.Exact(1).as_fraction(), Fraction)
    assert_type(dt.gain([counts, counts], dt.gini), dt.Exact)
    ratio = assert_type(dt.gain_ratio([counts, counts]), dt.Quotient)
    assert isinstance(number, dt.Exact)
    assert isinstance(ratio, dt.Quotient)


def test_types_of_learners_and_growing() -> None:
    """A learner is a Learner, a tree a leaf or a branch."""
    learner = assert_type(dt.cart(min_leaf=2, max_depth=3), dt.Learner)
    assert_type(dt.c45(gate="above"), dt.Learner)
    assert_type(dt.id3(min_gain=Fraction(1, 10)), dt.Learner)
    tree = assert_type(dt.grow(loan(), learner), dt.Leaf | dt.Branch)
    assert_type(dt.best_split(loan(), learner), dt.ScoredSplit | None)
    (best, *_) = assert_type(dt.admissible_splits(loan(), learner), tuple[dt.ScoredSplit, ...])
    assert_type(best.score, dt.Exact | dt.Quotient)
    assert_type(dt.split(loan(), best.question), tuple[dt.Dataset, ...])
    assert_type(dt.leaves(tree), tuple[dt.Leaf, ...])
    assert_type(dt.depth(tree), int)
    assert_type(dt.fold(tree, lambda _: 1, lambda _, parts: sum(parts)), int)
    assert_type(dt.subtree_at(tree, (0,)), dt.Leaf | dt.Branch)
    assert_type(dt.error_based_prune(tree, loan(), confidence=0.25, limit="c45"), dt.Leaf | dt.Branch)
    assert_type(dt.minimum_error_prune(tree, m=2), dt.Leaf | dt.Branch)
    assert_type(float(dt.upper_limit(1, 16)), float)
    assert_type(dt.predicted_errors(tree) <= 5, bool)
    assert isinstance(tree, dt.Branch)


def test_types_of_predictions_and_pictures() -> None:
    """Arrays, paths, text."""
    tree = dt.grow(loan(), dt.id3())
    shares = assert_type(dt.predict_proba(tree, loan()), "NDArray[np.float64]")
    paths = assert_type(dt.apply(tree, loan(), unseen="random", seed=1), tuple[tuple[int, ...], ...])
    assert_type(dt.render_text(tree, impurity=dt.entropy), str)
    assert_type(dt.to_dot(tree), str)
    assert_type(dt.importances(tree, loan().feature_names), dict[str, dt.Quotient])
    assert shares.dtype == np.float64
    assert len(paths) == 15


def test_a_type_checker_rejects_false_claims() -> None:
    """mypy's strict settings flag an ignore that nothing needs; what no type allows is refused when it is run, too."""
    assert_type(dt.gini(dt.ClassCounts((3, 1))), float)  # type: ignore[assert-type]
    with pytest.raises((AttributeError, TypeError, dt.DtreesError)):
        dt.gini(dt.Moments.of([1]))  # type: ignore[arg-type]
    with pytest.raises(dt.InvalidLearner):
        dt.cart(min_samples_leaf=3)  # type: ignore[call-arg]
    with pytest.raises(dt.InvalidLearner):
        dt.c45(gate="sometimes")  # type: ignore[arg-type]
    with pytest.raises((AttributeError, TypeError, dt.DtreesError)):
        dt.grow(dt.cart(), dt.cart())  # type: ignore[arg-type]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        dt.Leaf(dt.ClassCounts((1,))).summary = dt.ClassCounts((2,))  # type: ignore[misc]
