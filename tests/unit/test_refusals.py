"""What was once taken in silence is refused, by an error that names the argument and says what to give."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import dtrees as dt
from dtrees.arguments import taken
from dtrees.pruning.cost_complexity import prune_with_stack
from dtrees.render import growing_to_html

if TYPE_CHECKING:
    from collections.abc import Callable

LEAF = dt.Leaf(dt.ClassCounts((3, 1)))
TREE = dt.grow(dt.datasets.load("loan"), dt.cart())
DATES = [np.datetime64("2020-01-01", "ns"), np.datetime64("2020-01-02", "ns")]
DURATION: Any = np.timedelta64(1, "ns")
HUGE = dt.regression_data({"x": [1, 2, 10**400]}, [0, 1, 10**400])
TWICE = '{"format": "dtrees tree", "version": 1, "version": 1, "classes": ["a"], "nodes": [{"counts": ["1"]}]}'


def validated(road: Any = dt, **options: Any) -> Callable[[], object]:
    options = {"folds": dt.plain_folds(15, 3)} | options
    return lambda: road.cross_validate(dt.datasets.load("loan"), dt.cart(), **options)


def data_of(columns: Any, labels: Any = (0, 1), **options: Any) -> Callable[[], object]:
    return lambda: dt.classification_data(columns, labels, **options)


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (data_of({"x": np.ma.array([1, 2], mask=[False, True])}), "or fill them, or say missing='keep'"),
        (data_of(np.ma.array([[1], [2]], mask=[[False], [True]])), "masked values in column 'x0'"),
        (data_of({"x": [1, 2]}, np.ma.array([0, 1], mask=[True, False])), "masked values in the labels"),
        (lambda: dt.Numeric("x", np.ma.array([1, 2], mask=[False, True])), "masked values in the column"),
        (data_of([{"a": 1, "b": 2}, {"a": 3, "b": 4}]), "columns[0]={'a': 1, 'b': 2}: give one value a column"),
        (data_of({"x": DATES}), f"column 'x', row 0: {DATES[0]!r} is neither"),
        (data_of({"x": np.array(DATES)}), f"column 'x', row 0: {DATES[0]!r} is neither"),
        (lambda: dt.Numeric("x", [DURATION, DURATION]), f"{DURATION!r} is no number"),
        (lambda: dt.cart(min_leaf=DURATION), f"min_leaf={DURATION!r}: give a finite number"),
        (lambda: dt.Numeric("x", [1, 2]).take([-1]), "there is no row -1: positions go from 0 to 1"),
        (lambda: dt.Classes("ab", [0, 1]).take([True, False]), "rows=[True, False]: give positions from 0"),
        (lambda: dt.Responses([1, 2]).take([[1, 2], [3]]), "rows=[[1, 2], [3]]: give positions from 0"),  # type: ignore[list-item]
        (lambda: dt.Threshold("x", 1).describe(-1), "child=-1: give a whole number of at least 0"),
        (lambda: dt.WithMissing(dt.IsMissing("x"), 0).describe(2), "child=2: give the number of a child, from 0 to 1"),
        (lambda: dt.Costs.of([]), "pairs=[]: give a mapping"),  # type: ignore[arg-type]
        (lambda: dt.cart().impurity_for(LEAF), "give a data set"),  # type: ignore[arg-type]
        (lambda: dt.Responses([math.inf, 1]), "a response is infinite: give finite numbers"),
        (lambda: dt.Dataset([dt.Numeric("x", [1])], dt.Classes("a", [0]), [math.inf]), "below 0 or infinite"),
        (lambda: dt.Dataset([dt.Numeric("x", [1])] * 2, dt.Classes("a", [0]), [1]), "have one name: give each its own"),
        (lambda: dt.predict(LEAF, dt.Dataset((), dt.Classes("a", [0]), [1])), "there are no columns"),
        (lambda: dt.Surrogate(dt.Equals("x", 1), False, 2), "association=2: give a number of at most 1"),  # noqa: FBT003
        (lambda: dt.oracle.Supported(numbers=("midpont",)), "numbers[0]='midpont': give 'midpoint' or"),  # type: ignore[arg-type]
        (lambda: dt.oracle.Supported(limits=("max_dept",)), "limits[0]='max_dept': give 'max_depth' or"),  # type: ignore[arg-type]
        (lambda: dt.oracle.Supported(limits="max_depth"), "limits='max_depth': give a list or tuple"),  # type: ignore[arg-type]
        (lambda: dt.oracle.Supported(weights="no"), "weights='no': give True or False"),  # type: ignore[arg-type]
        (lambda: dt.predict(dt.grow(HUGE, dt.cart()), HUGE), "too large for a float: rescale the data"),
        (lambda: float(dt.Exact(10**400)), "too large for a float: rescale the data"),
        (data_of({"x": np.array([], dtype="M8[ns]")}, []), "column 'x' has no rows"),
        (data_of(pl.DataFrame({"x": [1.0, math.nan]})), "column 'x', row 1: nan is not a finite number"),
        (data_of({"x": [1, 2]}, ["a", "a"], classes=["a", None]), "classes[1]=None: give text"),
        (data_of({"x": [1, 2]}, [10**5000, 1], classes=[1]), "label int object is not among the classes given, (1,)"),
        (lambda: dt.least_cost_label(dt.ClassCounts(()), {}), "a node without rows has neither shares nor a mean"),
        (lambda: growing_to_html(dt.datasets.load("loan"), dt.cart(), grow=lambda *_: "x"), "grow(data, learner)='x'"),  # type: ignore[arg-type]
        (lambda: dt.Moments(1, 0, -(10**5000)), "a weight of 1 with squares of int object: neither can be negative"),
        (lambda: dt.ClassCounts((1, -(10**5000))), "the counts tuple object hold a negative one"),
        (data_of({"x": [1, 2]}, ["a", "a"], classes=["a", math.nan]), "classes[1]=nan: give text"),
        (lambda: dt.read_csv("a\0b", target="y"), "null byte"),
        (lambda: dt.optimal_subtree(TREE, -1), "alpha=-1: give a number of at least 0"),
        (lambda: dt.cost(TREE, -1), "alpha=-1: give a number of at least 0"),
        (lambda: prune_with_stack(TREE, -1), "alpha=-1: give a number of at least 0"),
        (lambda: dt.optimal_subtree(LEAF, 1, scale="nonsense"), "scale='nonsense': give 'count' or"),  # type: ignore[arg-type]
        (lambda: dt.pruning_sequence(LEAF, scale="nonsense"), "scale='nonsense': give "),  # type: ignore[arg-type]
        (lambda: dt.vectorized.pruning_sequence(LEAF, scale="nonsense"), "scale='nonsense': give "),  # type: ignore[call-overload]
        (lambda: dt.depth("abc"), "tree='abc': give a tree, such as grow or from_json returns"),  # type: ignore[arg-type]
        (lambda: dt.OneOf("x", ()), "categories=(): give a list of at least one"),
        (lambda: dt.EachCategory("x", ["a", "a"]), "one of them stands twice"),
        (lambda: dt.Equals("x", math.nan), "category=nan: give text"),
        (lambda: dt.from_json(TWICE), "'version' stands twice"),
        (lambda: dt.Numeric("x", [[1], [2]]), "not a sequence of values, one a row"),
        (lambda: dt.Numeric("x", pl.DataFrame({"x": [1.0, 2.0]})), "not a sequence of values, one a row"),
        (lambda: dt.Numeric("x", pl.Series([[1], [2]])), "is no number that can be exact"),
        (lambda: dt.Costs([[0, 1]], [10**5000, 1]), "the costs are not 2 rows of 2: give a row and a column for each"),
        (validated(folds=[[1, 2], [3]]), "the folds are not 15 integers: shuffled_folds"),
        (validated(folds=[1, [2]], road=dt.vectorized), "the folds are not 15 integers: shuffled_folds"),
        (validated(folds=np.ma.masked_equal(dt.plain_folds(15, 3), 2)), "the folds are not 15 integers"),
        (validated(grow=lambda data: TREE), "give a function of 2 arguments"),
        (validated(pruning_sequence=lambda tree, **_: None), "pruning_sequence(tree)=None: give a list or tuple"),
        (lambda: dt.cart(impurity=divmod), "impurity=<built-in function divmod>: give a function of 1 argument"),  # type: ignore[arg-type]
        (lambda: dt.oracle.conformance({}, expected_failures={("a", "b"): ""}), "give a mapping from text"),  # type: ignore[dict-item]
        (lambda: dt.oracle.conformance({}, expected_failures={"a": 1}), "expected_failures['a']=1: give text"),  # type: ignore[dict-item]
        (lambda: dt.read_csv("/dev/zero", target="y"), "/dev/zero is a device, which may have no end: give a file"),
        (lambda: dt.Categorical("x", ["a", "b"], [0.5, 1]), "codes=[0.5, 1]: give positions from 0, one integer each"),
        (lambda: dt.Classes(["a", "b"], [0, 2]), "codes go from 0 to 2, but there are 2 names"),
        (lambda: dt.Dataset([dt.Numeric("x", [1])], dt.Classes("a", [0]), [1, 1]), "'x' has 1 rows where there are 2"),
        (lambda: dt.Dataset((), dt.Classes("a", [0]), [-1]), "a weight is below 0"),
        (lambda: dt.grow(dt.datasets.load("loan"), "cart"), "learner='cart': give a learner, such as cart() or c45()"),  # type: ignore[arg-type]
        (lambda: dt.superclasses([dt.ClassCounts((1, 2)), dt.ClassCounts((3,))]), "give ClassCounts of the same"),
        (lambda: dt.gini(dt.Moments.of([1])), "give ClassCounts, such as summarize returns"),  # type: ignore[arg-type]
        (lambda: dt.ClassCounts(["one"]), "counts=['one']: give a finite number for each class"),  # type: ignore[list-item]
        (lambda: dt.Exact(1) / 0, "1 cannot be divided by zero"),
        (lambda: dt.shuffled_folds(6, 2, seed=-1), "seed=-1: give a whole number of at least 0"),
        (lambda: dt.subtree_at(TREE, (0, 0.5)), "path[1]=0.5: give a whole number"),  # type: ignore[arg-type]
        (lambda: dt.predict_proba(dt.Leaf(dt.ClassCounts((0, 0))), {"x": [1]}), "a node without rows"),
        (lambda: dt.oracle.Conventions(precision="float16"), "precision='float16': give "),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_what_was_taken_in_silence_is_refused(call: Callable[[], object], complaint: str) -> None:
    with pytest.raises(dt.DtreesError) as refusal:
        call()
    assert complaint in str(refusal.value)


def test_numbers_beyond_all_floats_are_written() -> None:
    assert "1.000e+400" in dt.render_text(dt.grow(HUGE, dt.cart()))
    assert "1.000e+400" in dt.to_dot(dt.grow(HUGE, dt.cart()))
    assert dt.from_json(dt.to_json(dt.grow(HUGE, dt.cart()))) == dt.grow(HUGE, dt.cart())


def test_rows_that_are_kept_of_a_masked_array_are_taken() -> None:
    data = dt.classification_data({"x": np.ma.array([1, 2], mask=[False, False])}, [0, 1])
    assert data.features[0] == dt.Numeric("x", [1, 2])


def test_a_table_of_pyarrow_is_taken_by_its_columns() -> None:
    table = pa.table({"x": [1, 2], "c": ["a", "b"]})
    assert dt.classification_data(table, [0, 1]) == dt.classification_data({"x": [1, 2], "c": ["a", "b"]}, [0, 1])


def test_categories_of_pyarrow_keep_their_order() -> None:
    sizes = ["low", "mid", "high"]
    chunks = [pa.DictionaryArray.from_arrays(codes, sizes, ordered=True) for codes in ([0, 2], [None, 1])]
    table = pa.table({"size": pa.chunked_array(chunks)})
    kept = dt.classification_data(table, [0, 1, 0, 1], missing="keep")
    assert kept.features == (dt.Ordinal("size", sizes, [0, 2, -1, 1]),)


def test_arrays_cannot_be_set_writable_again() -> None:
    """Nothing that a data set holds can change under its hash."""
    data = dt.regression_data({"x": [1, 2], "c": ["a", "b"]}, [1, 2])
    numeric, categorical = data.features
    for array in (numeric.values, categorical.codes, data.target.values, data.weights):  # type: ignore[union-attr]
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.setflags(write=True)


def test_a_list_given_to_a_data_set_stays_the_callers() -> None:
    features: Any = [dt.Numeric("x", [1])]
    data = dt.Dataset(features, dt.Classes("a", [0]), [1])
    features.clear()
    assert data.feature_names == ("x",)


def test_every_convention_is_one_of_its_words() -> None:
    for field in attrs.fields(dt.oracle.Conventions):
        with pytest.raises(dt.InvalidData, match=f"{field.name}=<object object at .*: give "):
            dt.oracle.Conventions(**{field.name: object()})  # type: ignore[arg-type]


def test_a_type_without_a_check_takes_anything() -> None:
    value = object()
    assert taken(Any, "x", value) is value
    assert taken(Iterable[Any], "x", value) is value
    assert taken(Any | None, "x", value) is value


def test_a_pruning_sequence_that_takes_no_scale_is_refused_by_python() -> None:
    """Which names the keyword."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'impurity'"):
        validated(pruning_sequence=lambda tree: [])()
