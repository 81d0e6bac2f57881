"""Inputs of the laws of growing and predicting: Hypothesis strategies that draw tuples, named in a law's decorator."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import inf, nextafter
from typing import TYPE_CHECKING, Any, get_args

import attrs
from hypothesis import strategies as st

from dtrees.data.constructors import classification_data, regression_data
from dtrees.data.dataset import MISSING_CODE, Categorical, Classes, Dataset, Feature, Numeric
from dtrees.growing.c45 import c45
from dtrees.growing.cart import cart
from dtrees.growing.costs import Costs
from dtrees.growing.id3 import id3
from dtrees.growing.impurity import entropy, gini
from dtrees.growing.missing_options import Missing, Way
from dtrees.growing.multiway_gini import multiway_gini
from dtrees.growing.twoing import twoing_cart
from dtrees.laws.plain import targets_of
from dtrees.laws.strategies import (
    CLASS_IMPURITIES,
    HUGE,
    QUARTERS,
    TARGETS,
    Draw,
    book_learners,
    consistent_datasets,
    datasets,
    drawn_by,
    exclusive_ors,
    few,
    learners,
    limits,
    palettes,
    questions_about,
)
from dtrees.laws.tree_strategies import class_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from dtrees.growing.learner import Learner


# --- data, questions and learners --------------------------------------------------------------------------------


def with_others(
    data: st.SearchStrategy[Dataset], *others: Callable[[Dataset], Any]
) -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, ...): data, and values drawn for that data."""
    return data.flatmap(lambda drawn: st.tuples(st.just(drawn), *(other(drawn) for other in others)))


def _names(data: Dataset) -> st.SearchStrategy[str]:
    numbers = ["squared_error"]
    return st.sampled_from([i.__name__ for i in CLASS_IMPURITIES] if isinstance(data.target, Classes) else numbers)


def _orders(data: Dataset) -> st.SearchStrategy[list[int]]:
    return st.permutations(range(len(data)))


CLASSES = datasets(target="classes")

class_data = st.tuples(CLASSES)
"""(data): data of classes."""


number_data = st.tuples(datasets(target="numbers", whole_weights=True))
"""(data): data of numbers with whole weights."""

measured_data = with_others(datasets(), _names)
"""(data, impurity's name): data of classes or numbers, and an impurity that fits it."""

data_questions = with_others(datasets(), _names, questions_about)
"""(data, impurity's name, question): data, an impurity that fits it and a question about it."""

trials = with_others(datasets(), learners)
"""(data, learner), the learner without a gate."""


ordered_trials = with_others(datasets(features="ordered"), book_learners)
"""(data, learner): categories in an order of their own, and one of the books' learners with default stopping."""


@drawn_by
def deep_trials(draw: Draw) -> tuple[Dataset, Learner]:
    """Draw (data, learner): one feature and a stopping limit, for mistakes about limits and rounding.

    Either classes alternate from row to row and a limit is met exactly; or the sums of the responses round in floats;
    or C4.5's split gains more than min_gain while its gain ratio is smaller than that, or the other way round.
    """
    rows = draw(st.integers(5, 9))
    kind = draw(QUARTERS)
    if kind == 0:
        one, two = draw(st.permutations([0.7, 0.3]))
        return regression_data({"x0": range(7)}, [one] * 3 + [two] * 3 + [1.1]), cart(min_leaf=1)
    if kind == 1:
        column, labels = draw(st.sampled_from([("pqrs", "abab"), ("p" * rows + "q", "a" * rows + "b")]))
        return classification_data({"x0": list(column)}, list(labels)), c45(gate="none", min_gain=Fraction(3, 4))
    data = classification_data({"x0": range(rows)}, [row % 2 for row in range(rows)])
    met = {
        "max_depth": st.integers(2, 3),
        "min_split": st.integers(2, rows),
        "min_leaf": st.integers(2, rows),
        "min_impurity": st.just(Fraction(1, 2)),
        "min_risk": st.sampled_from([Fraction(rows, 2), 1]),
    }
    limit = draw(st.sampled_from(sorted(met)))
    return data, cart(**{limit: draw(met[limit])}, zero_gain="stop")


_limited = with_others(datasets(), lambda data: learners(data, stopping=limits))

limited_trials = st.one_of(_limited, _limited, _limited, deep_trials)
"""(data, learner), the learner without a gate and with one or two limits, some met exactly."""


@drawn_by
def cut_trials(draw: Draw) -> tuple[Dataset, Learner]:
    """Draw (data, learner): one number a row, each with its own target, so that CART cuts between all neighbours."""
    values = draw(st.one_of(palettes, few(st.sampled_from(HUGE))))
    learner = cart(numbers=draw(st.sampled_from(["midpoint", "midpoint", "observed"])))
    if draw(TARGETS) == "numbers":
        return regression_data({"x0": values}, range(len(values))), learner
    return classification_data({"x0": values}, [*"abcd"][: len(values)]), learner


gated_trials = with_others(datasets(min_features=2), lambda data: learners(data, gates=("at_least", "above")))
"""(data, learner): a learner that takes the largest gain ratio of the features that pass a gate."""


@drawn_by
def lone_category_trials(draw: Draw) -> tuple[Dataset, Learner]:
    """Draw (data, learner): C4.5 with a feature of small gain but large gain ratio, beside features that gain more."""
    labels = [*"aab", *draw(st.lists(st.sampled_from("ab"), min_size=3, max_size=5))]
    rows = len(labels)
    lone = draw(st.integers(0, rows - 1))
    columns = {"x0": ["q" if row == lone else "p" for row in range(rows)]}
    for name in ("x1", "x2"):
        columns[name] = draw(st.lists(st.sampled_from("pqrs"), min_size=rows, max_size=rows))
    return classification_data(columns, labels), c45(gate=draw(st.sampled_from(["at_least", "at_least", "above"])))


gate_trials = st.one_of(gated_trials, lone_category_trials)
"""(data, learner): a gain ratio with a gate; often the feature of largest ratio has a small gain."""

any_trials = st.one_of(trials, trials, gated_trials)
"""(data, learner), any learner."""


@drawn_by
def many_category_trials(draw: Draw) -> tuple[Dataset, Learner]:
    """Draw (data, learner): one feature of ten categories, three classes, and CART that splits once by a subset."""
    letters = "abcdefghij"
    more = draw(st.lists(st.sampled_from(letters), max_size=8))
    rows = len(letters) + len(more)
    labels = draw(st.lists(st.sampled_from("xyz"), min_size=rows - 3, max_size=rows - 3))
    data = classification_data({"x0": [*letters, *more]}, [*"xyz", *labels])
    impurity = draw(st.sampled_from([gini, entropy]))
    return data, cart(impurity=impurity, categories="subset", max_depth=1)


plain_trials = with_others(datasets(), book_learners)
"""(data, learner): one of the books' learners with default stopping."""

number_trials = with_others(
    datasets(target="numbers", features="numeric"), lambda _: st.sampled_from([cart(), cart(min_leaf=1.5)])
)
"""(data, learner), CART on numbers."""

exclusive_or_trials = with_others(st.one_of(exclusive_ors("classes"), exclusive_ors("numbers")), book_learners)
"""(data, learner): an exclusive or, and one of the books' learners."""

consistent_trials = with_others(consistent_datasets, book_learners)
"""(data, learner), consistent data and one of the books' learners with default stopping."""

multiway_trials = with_others(CLASSES, lambda _: st.sampled_from([id3(), multiway_gini(), id3(min_gain=0.1)]))
"""(data, learner): a learner with one child for each category, as ID3 has."""

twoing_trials = with_others(
    CLASSES,
    lambda _: st.sampled_from(
        [twoing_cart(), twoing_cart(categories="subset"), twoing_cart(min_leaf=2), twoing_cart(min_gain=0.25)]
    ),
)
"""(data, learner): data of classes, and CART with the twoing criterion."""

leaf_data = with_others(
    datasets(),
    lambda data: st.one_of(
        st.sampled_from(targets_of(data)),
        st.sampled_from(data.target.labels) if isinstance(data.target, Classes) else st.floats(-4, 4),
    ),
)
"""(data, guess): data, and any other class or number that a leaf might predict."""

# --- changes of the data -----------------------------------------------------------------------------------------

shuffled_trials = with_others(datasets(), lambda data: learners(data, gates=("none", "at_least")), _orders)
"""(data, learner, order), the order a permutation of the rows."""

class_order_trials = with_others(CLASSES, learners, lambda data: st.permutations(range(len(data.target.labels))))  # type: ignore[union-attr]
"""(data, learner, order), the order a permutation of the classes."""

renaming_trials = with_others(datasets(features="categorical"), learners)
"""(data, learner): categories alone."""


def _ascending(size: int) -> st.SearchStrategy[list[float]]:
    """Strictly ascending numbers: floats of any size, or neighbours."""
    anything = st.lists(st.floats(-1e308, 1e308).map(lambda x: x + 0.0), min_size=size, max_size=size, unique=True)

    def climb(first: float) -> list[float]:
        values = [first]
        while len(values) < size:
            values.append(nextafter(values[-1], inf))
        return values

    return st.one_of(anything.map(sorted), st.sampled_from([0.0, 1e-9, 1.0, 1e300]).map(climb))


mapped_trials = with_others(
    datasets(features="numeric"),
    learners,
    lambda data: st.fixed_dictionaries({f.name: _ascending(len(set(f))) for f in data.features}),
)
"""(data, learner, maps): for each feature, ascending numbers to put in place of its distinct values."""

scaled_trials = with_others(
    datasets(target="numbers"),
    learners,
    lambda _: st.sampled_from([-4.0, -1.0, -0.5, 0.25, 2.0, 2.0**40]),
    lambda _: st.sampled_from([-64.0, -0.25, 0.0, 3.0, 2.0**20]),
)
"""(data, learner, scale, shift) for responses; both are dyadic, so that floats stay exact."""

whole_weight_trials = with_others(datasets(whole_weights=True, max_rows=5), learners)
"""(data, learner), the weights small integers."""

weight_scale_trials = with_others(datasets(), learners, lambda _: st.sampled_from([2.0**-20, 0.5, 2.0, 2.0**30]))
"""(data, learner, scale), the scale a power of two for the weights."""

weightless_trials = with_others(
    datasets(), learners, lambda data: st.lists(st.integers(0, len(data) - 1), min_size=1, max_size=3)
)
"""(data, learner, rows), row numbers to add once more with weight 0 and another row's target."""

# --- priors and costs --------------------------------------------------------------------------------------------


@cache
def _costs(classes: tuple[Any, ...]) -> st.SearchStrategy[Costs]:
    """Costs of these classes in any order, often alike, some 0."""
    cost = st.sampled_from([0, 1, 1, 2, 3, Fraction(1, 2), 10])
    rows = st.lists(
        st.lists(cost, min_size=len(classes), max_size=len(classes)), min_size=len(classes), max_size=len(classes)
    )
    return st.builds(_costs_of, rows, st.permutations(classes))


def _costs_of(rows: Sequence[Sequence[Any]], classes: Sequence[Any]) -> Costs:
    return Costs([[cost * (i != j) for i, cost in enumerate(row)] for j, row in enumerate(rows)], classes)


costed_parts = class_parts.flatmap(lambda drawn: st.tuples(st.just(drawn[0]), _costs(drawn[0][0].classes)))
"""(parts, costs): class counts of two to four parts, and costs of their classes."""

costed_nodes = costed_parts.map(lambda drawn: (drawn[0][0], drawn[1]))
"""(summary, costs): the class counts of a node, and costs of the classes."""

costed_trials = with_others(CLASSES, learners, lambda data: _costs(data.target.labels))  # type: ignore[union-attr]
"""(data, learner, costs), costs of the classes."""


def _priors(data: Dataset) -> st.SearchStrategy[dict[Any, Fraction]]:
    share = st.sampled_from([Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2), Fraction(1, 10)])
    return st.fixed_dictionaries(dict.fromkeys(data.target.labels, share))  # type: ignore[union-attr]


prior_data = with_others(CLASSES, _priors)
"""(data, priors): classes, and a positive number for each."""


@drawn_by
def altered_data(draw: Draw) -> tuple[Dataset, dict[Any, Fraction], Costs]:
    """Draw (data, priors, costs), where the costs are positive and depend on the true class alone."""
    data, priors = draw(prior_data.filter(lambda drawn: len(drawn[1]) > 1))
    dear = [draw(st.sampled_from([1, 2, 3, Fraction(1, 2)])) for _ in priors]
    return data, priors, _costs_of([[c] * len(dear) for c in dear], list(priors))


@drawn_by
def costed_prior_data(draw: Draw) -> tuple[Dataset, dict[Any, Fraction], Costs]:
    """Draw (data, priors, costs), where the costs are positive and depend on the prediction too."""
    data, priors = draw(prior_data.filter(lambda drawn: len(drawn[1]) > 1))
    cost = st.sampled_from([1, 1, 2, 5, Fraction(1, 2)])
    return data, priors, Costs([[draw(cost) if i != j else 0 for j in priors] for i in priors], list(priors))


# --- missing values ----------------------------------------------------------------------------------------------


@st.composite
def _gapped(draw: Draw, data: st.SearchStrategy[Dataset]) -> Dataset:
    """Return *data* with some values missing; each feature keeps at least one known value."""
    drawn = draw(data)
    features = [_with_gaps(feature, draw(st.sets(st.integers(1, len(drawn))))) for feature in drawn.features]
    return Dataset(features, drawn.target, drawn.weights)


def _with_gaps(feature: Feature, rows: Collection[int]) -> Feature:
    if isinstance(feature, Categorical):
        codes = [MISSING_CODE if row in rows else int(code) for row, code in enumerate(feature.codes)]
        return type(feature)(feature.name, feature.categories, codes)
    return Numeric(feature.name, [None if row in rows else value for row, value in enumerate(feature.values.tolist())])


def _ways(data: Dataset) -> st.SearchStrategy[Learner]:
    """Learners that fit *data*, for every way of treating missing values."""
    ways = (*get_args(Way)[1:], Missing("surrogate", unanswered="stay"))
    carts = [cart(categories=style, missing=way) for style in ("equals", "subset") for way in ways]
    if not isinstance(data.target, Classes):
        return st.sampled_from(carts)
    multiway: Sequence[Way] = ("fractional", "either_side", "category")
    return st.sampled_from([*carts, *(make(missing=way) for make in (id3, c45) for way in multiway)])


complete_trials = with_others(datasets(), _ways)
"""(data, learner): data without missing values, and a learner that could treat them."""

gapped_trials = with_others(_gapped(datasets(max_rows=5)), _ways)
"""(data, learner): data with missing values."""

gapped_shuffles = with_others(_gapped(datasets(max_rows=5)), _ways, _orders)
"""(data, learner, order): data with missing values, and a permutation of its rows."""

gapped_repetitions = with_others(_gapped(datasets(whole_weights=True, max_rows=4)), _ways)
"""(data, learner): data with missing values and small integers as weights."""

gapped_questions = with_others(_gapped(datasets()), questions_about)
"""(data, question): data with missing values, and a question about the known ones."""

surrogate_trials = with_others(
    _gapped(datasets(features="numeric", min_features=3)), lambda _: st.just(cart(missing="surrogate", max_depth=1))
)
"""(data, learner): numbers with missing values, and CART with surrogates, limited to depth 1."""


@drawn_by
def gapped_categories(draw: Draw) -> tuple[Dataset, Dataset, Learner]:
    """Draw (data, filled, learner): categories with missing values, and the same with a further category for them."""
    data = draw(_gapped(datasets(target="classes", features="categorical")))
    words = [
        Categorical(one.name, [*map(str, range(len(one.categories))), "~"], one.codes % (len(one.categories) + 1))
        for one in data.features
        if isinstance(one, Categorical)
    ]
    styles = [cart(categories=style, missing="category") for style in ("equals", "subset")]
    learner = draw(st.sampled_from([*styles, id3(missing="category"), c45(missing="category")]))
    return data, attrs.evolve(data, features=words), learner
