"""Hypothesis strategies that draw difficult inputs: ties, duplicates, constants, neighbouring floats, odd weights.

A column is drawn from a palette of at most four values, so that ties are frequent in small data sets. Strategies that
depend on no drawn data are values, or cached: making them would take most of the time of drawing.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import inf, nextafter
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

import attrs
import numpy as np
from hypothesis import strategies as st

from dtrees.data.constructors import classification_data, regression_data
from dtrees.data.dataset import Classes, Dataset, Numeric, Ordinal
from dtrees.growing.c45 import c45
from dtrees.growing.candidates import Questions
from dtrees.growing.cart import cart
from dtrees.growing.id3 import id3
from dtrees.growing.impurity import entropy, gini, misclassification, squared_error
from dtrees.growing.learner import Learner, Stopping
from dtrees.growing.multiway_gini import multiway_gini
from dtrees.laws.plain import columns_of
from dtrees.trees.questions import EachCategory, Equals, OneOf, Question, Threshold

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.growing.impurity import Impurity

Target: TypeAlias = Literal["classes", "numbers"]
Draw: TypeAlias = "Callable[[st.SearchStrategy[Any]], Any]"
Value = TypeVar("Value")

CLASS_IMPURITIES: Final = (gini, entropy, misclassification)
XOR: Final = ((0, 0), (0, 1), (1, 0), (1, 1))
LARGEST_PALETTE: Final = 4
TENTHS: Final = st.integers(0, 9)
QUARTERS: Final = st.integers(0, 3)
TARGETS: Final = st.sampled_from(["classes", "classes", "numbers"])
LABELS: Final = st.sampled_from([["n", "y"], ["c", "b", "a"], [0, 1], ["c", "b", "a"], [True, False]])
EXTREMES: Final = (-1.7e308, -1e300, -1e-300, 0.0, 5e-324, 1e-300, 1.0, 1e300, 1.7e308, 1.75e308)
HUGE: Final = (-1.75e308, -1.7e308, 1.7e308, 1.75e308)
"""Numbers of which two differ, or add up, by more than a float64 holds."""


def drawn_by(function: Callable[[Draw], Value]) -> st.SearchStrategy[Value]:
    """Turn *function*, which draws a value, into the Hypothesis strategy of such values: a decorator."""
    return st.composite(function)()


# --- columns ----------------------------------------------------------------------------------------------------


def few(values: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """Lists of two to four different *values*."""
    return st.lists(values, min_size=2, max_size=LARGEST_PALETTE, unique=True)


@drawn_by
def neighbours(draw: Draw) -> list[float]:
    """Lists of up to four adjacent float64 numbers."""
    values = [draw(st.sampled_from([*EXTREMES, 0.1, 3.0, 2.0**53]))]
    while len(values) < LARGEST_PALETTE:
        values.append(nextafter(values[-1], inf))
    return values


palettes: Final = st.one_of(
    few(st.integers(0, 5).map(float)),
    neighbours,
    few(st.sampled_from(EXTREMES)),
    few(st.sampled_from([1.0, 1.0 + 1e-9, 1.0 + 2e-9, 1e-8, 2e-8])),
    few(st.floats(allow_nan=False, allow_infinity=False)),
)
"""The distinct values of a numeric column: small integers, neighbours, extremes, tiny gaps, any floats."""

categories: Final = st.one_of(few(st.sampled_from("abcd")), st.just(["a", "b", "c", "d"]), st.just([False, True]))
"""The distinct values of a categorical column: texts, or truth values."""

KINDS: Final = {
    "any": (palettes, categories), "categorical": (categories,), "numeric": (palettes,), "ordered": (categories,),
}  # fmt: skip
"""The kinds of columns to draw from, with the strategy of their values; texts that are not sorted have that order."""

responses: Final = few(st.integers(-8, 8).map(lambda value: value / 4))
"""The distinct responses: small integers and quarters, which keep sums exact in float64 too."""


@cache
def row_weights(rows: int, *, whole: bool = False) -> st.SearchStrategy[list[float]]:
    """Case weights, some positive: all 1, or small integers, or (unless *whole*) fractions with zeros."""
    integers = st.lists(st.integers(1, 3).map(float), min_size=rows, max_size=rows)
    choices = [st.just([1.0] * rows), integers]
    if not whole:
        odd = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0]), min_size=rows, max_size=rows)
        choices += [st.just([1.0] * rows), odd.filter(any)]
    return st.one_of(choices)


# --- data sets --------------------------------------------------------------------------------------------------


@cache
@st.composite
def datasets(
    draw: Draw,
    *,
    target: Target | None = None,
    features: Literal["any", "categorical", "numeric", "ordered"] = "any",
    whole_weights: bool = False,
    max_rows: int = 7,
    min_features: int = 1,
) -> Dataset:
    """Data sets of up to *max_rows* rows and three features, of classes or numbers; one in ten is an exclusive or."""
    if features == "any" and max_rows >= len(XOR) and draw(TENTHS) == 9:  # noqa: PLR2004 (failures shrink to 0: no exclusive or)
        chosen: Dataset = draw(exclusive_ors(target or "classes", whole_weights=whole_weights))
        return chosen
    rows = draw(st.one_of(st.integers(1, max_rows), st.integers(3, max_rows), st.integers(4, max_rows)))

    def column(palette: list[Any]) -> list[Any]:
        places = st.lists(st.integers(0, len(palette) - 1), min_size=rows, max_size=rows)
        drawn = [palette[place] for place in draw(places)]
        if draw(QUARTERS):  # three in four columns hold two values, where there are rows for them
            drawn[-2:] = palette[:2][-rows:]
        return drawn

    def feature(name: str) -> Any:
        palette = draw(st.one_of(KINDS[features]))
        values = column(palette)
        ordered = features == "ordered" or (isinstance(palette[0], str) and palette != sorted(palette))
        return Ordinal(name, palette, list(map(palette.index, values))) if ordered else values  # some need not occur

    columns = {f"x{place}": feature(f"x{place}") for place in range(draw(st.integers(min_features, 3)))}
    weights = draw(row_weights(rows, whole=whole_weights))
    if (target or draw(TARGETS)) == "numbers":
        return regression_data(columns, column(draw(responses)), weights=weights)
    return classification_data(columns, column(draw(LABELS)), weights=weights)


@cache
@st.composite
def exclusive_ors(draw: Draw, target: Target, *, whole_weights: bool = False) -> Dataset:
    """Data sets where the target is the exclusive or of two columns, so that no first split gains."""
    low, high = draw(st.sampled_from([(0.0, 1.0), ("a", "b"), (1.0, nextafter(1.0, inf))]))
    columns = {name: [high if row[place] else low for row in XOR] for place, name in enumerate(("x0", "x1"))}
    odd = [a != b for a, b in XOR]
    weights = [draw(st.sampled_from([1.0, 2.0] if whole_weights else [1.0, 2.0, 0.5]))] * len(XOR)
    if target == "classes":
        return classification_data(columns, odd, weights=weights)
    return regression_data(columns, [float(value) for value in odd], weights=weights)


@drawn_by
def consistent_datasets(draw: Draw) -> Dataset:
    """Data sets whose rows have equal targets wherever they have equal features."""
    data: Dataset = draw(datasets())
    first: dict[tuple[Any, ...], int] = {}
    source = [first.setdefault(key, row) for row, key in enumerate(zip(*columns_of(data).values(), strict=True))]
    return attrs.evolve(data, target=data.target.take(np.array(source)))


# --- learners ---------------------------------------------------------------------------------------------------

LIMITS: Final[dict[str, st.SearchStrategy[Any]]] = {
    "max_depth": st.sampled_from([1, 2, 3, 0]),
    "min_split": st.sampled_from([1, 2, Fraction(5, 2), 3, 4]),
    "min_leaf": st.sampled_from([Fraction(1, 2), 1, Fraction(3, 2), 2]),
    "min_gain": st.sampled_from([Fraction(1, d) for d in (2, 3, 4, 8, 9, 18, 32, 72)]),
    "min_impurity": st.sampled_from([Fraction(1, 3), Fraction(4, 9), Fraction(1, 2)]),
    "min_risk": st.sampled_from([Fraction(1, 2), 1, 2]),
    "zero_gain": st.just("stop"),
}

limits: Final = st.lists(
    st.one_of([st.tuples(st.just(name), limit) for name, limit in LIMITS.items()]), min_size=1, max_size=2
).map(lambda some: Stopping(**dict(some)))
"""Stopping rules of one or two limits."""

stoppings: Final = st.one_of(st.just(Stopping()), limits, limits)
"""Stopping rules: the default, or one or two limits."""

questions: Final = st.builds(
    Questions,
    numbers=st.sampled_from(["midpoint", "observed", "each"]),
    categories=st.sampled_from(["each", "equals", "subset"]),
)
"""Every kind of question for numbers and for categories."""


def learners(
    data: Dataset, *, gates: tuple[str, ...] = ("none",), stopping: st.SearchStrategy[Stopping] = stoppings
) -> st.SearchStrategy[Learner]:
    """Learners that fit *data*: all questions, impurities and scores, any stopping rule unless *stopping* is given."""
    return _learners(CLASS_IMPURITIES if isinstance(data.target, Classes) else (squared_error,), gates, stopping)


@cache
def _learners(
    measures: tuple[Impurity, ...], gates: tuple[str, ...], stopping: st.SearchStrategy[Stopping]
) -> st.SearchStrategy[Learner]:
    return st.builds(
        Learner,
        questions=questions,
        impurity=st.sampled_from([None, *measures]),
        score=st.sampled_from(["gain", "gain", "gain_ratio"] if gates == ("none",) else ["gain_ratio"]),
        gate=st.sampled_from(gates),
        stopping=stopping,
    )


def book_learners(data: Dataset, **limits: Any) -> st.SearchStrategy[Learner]:
    """The books' learners that fit *data*, with default stopping except for *limits*."""
    carts = [cart(categories=style, **limits) for style in ("equals", "subset")]
    if not isinstance(data.target, Classes):
        return st.sampled_from(carts)
    carts += [cart(impurity=impurity, **limits) for impurity in CLASS_IMPURITIES]
    return st.sampled_from([*carts, id3(**limits), multiway_gini(**limits), c45(**limits), c45(gate="none", **limits)])


# --- questions about given data ---------------------------------------------------------------------------------


@st.composite
def questions_about(draw: Draw, data: Dataset) -> Question:
    """Any question that every row of *data* can answer, whether it splits the rows or not."""
    feature = draw(st.sampled_from(data.features))
    present = sorted(set(feature) - {None})
    some = st.lists(st.sampled_from(present), min_size=1, unique=True)
    kinds: list[st.SearchStrategy[Question]] = [
        st.just(EachCategory(feature.name, present)),
        st.builds(Equals, st.just(feature.name), st.sampled_from(present)),
        st.builds(OneOf, st.just(feature.name), some),
    ]
    if isinstance(feature, Numeric):
        kinds += [st.builds(Threshold, st.just(feature.name), st.sampled_from(present))] * 2
    question: Question = draw(st.one_of(kinds))
    return question
