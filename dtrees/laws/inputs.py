"""The inputs of the laws: Hypothesis strategies of tuples; a law's decorator names its strategy."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import inf, nextafter
from typing import TYPE_CHECKING, Any, Final, get_args

import attrs
from hypothesis import strategies as st

from dtrees.data.constructors import classification_data, regression_data
from dtrees.data.dataset import MISSING_CODE, Categorical, Classes, Dataset, Feature, Numeric
from dtrees.data.plain import targets_of
from dtrees.growing.c45 import c45
from dtrees.growing.cart import cart
from dtrees.growing.costs import Costs
from dtrees.growing.id3 import id3
from dtrees.growing.impurity import entropy, gini
from dtrees.growing.learner import Missing, Way
from dtrees.growing.multiway_gini import multiway_gini
from dtrees.growing.twoing import twoing_cart
from dtrees.laws.strategies import (
    CLASS_IMPURITIES,
    HUGE,
    QUARTERS,
    TARGETS,
    Draw,
    book_learners,
    consistent_datasets,
    datasets,
    exclusive_ors,
    few,
    learners,
    limits,
    palettes,
    questions_about,
)
from dtrees.trees.summary import ClassCounts, Moments

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from dtrees.growing.learner import Learner
    from dtrees.trees.questions import Question


def _counts(classes: int) -> st.SearchStrategy[ClassCounts]:
    weight = st.one_of(st.integers(0, 4), st.integers(0, 30), st.sampled_from([Fraction(1, 10), Fraction(3, 2)]))
    return st.lists(weight, min_size=classes, max_size=classes).map(ClassCounts)


def _moments() -> st.SearchStrategy[Moments]:
    return st.lists(st.integers(-4, 4).map(lambda y: y / 2), max_size=4).map(Moments.of)


@st.composite
def class_parts(draw: Draw) -> tuple[tuple[ClassCounts, ...]]:
    """(parts): class counts of two to four parts, at least two of them not empty, often of equal proportions."""
    classes = draw(st.integers(1, 3))
    parts = draw(st.lists(_counts(classes), min_size=2, max_size=4))
    if draw(st.booleans()):
        parts[1] = ClassCounts([count * draw(st.integers(1, 3)) for count in parts[0].counts])
    for place in (0, 1):
        if not parts[place].weight:
            parts[place] = ClassCounts([1] * classes)
    return (tuple(parts),)


@st.composite
def measured_parts(draw: Draw) -> tuple[str, tuple[Any, ...]]:
    """(impurity's name, parts): the summaries of two to four parts, at least two of them not empty."""
    if draw(st.integers(0, 3)):
        return draw(st.sampled_from(["gini", "entropy", "misclassification"])), *draw(class_parts())
    parts = draw(st.lists(_moments(), min_size=2, max_size=4))
    return "squared_error", tuple(part if part.weight else Moments.of([1, 2]) for part in parts)


@st.composite
def shifted_counts(draw: Draw) -> tuple[ClassCounts, ClassCounts]:
    """(uneven, evener): class counts, and the same after moving some weight from a larger to a smaller class."""
    counts = [*draw(class_parts())[0][0].counts, 0]
    order = sorted(range(len(counts)), key=lambda place: counts[place])
    low, high = order[0], order[-1]
    moved = Fraction(counts[high] - counts[low]) * draw(st.sampled_from([Fraction(1, 4), Fraction(1, 2), 1]))
    evener = list(counts)
    evener[low] += moved
    evener[high] -= moved
    return ClassCounts(counts), ClassCounts(evener)


@st.composite
def counts_and_guess(draw: Draw) -> tuple[ClassCounts, tuple[Fraction, ...]]:
    """(summary, guess): class counts and any positive probabilities for them, perhaps the class frequencies."""
    counts = draw(class_parts())[0][0]
    guess = draw(st.lists(st.integers(1, 6), min_size=len(counts.counts), max_size=len(counts.counts)))
    if all(counts.counts) and draw(st.booleans()):
        return counts, counts.proportions
    return counts, tuple(Fraction(share, sum(guess)) for share in guess)


@cache
def _costs(classes: tuple[Any, ...]) -> st.SearchStrategy[Costs]:
    """Costs of these classes in any order, often alike, some 0."""
    cost = st.sampled_from([0, 1, 1, 2, 3, Fraction(1, 2), 10])
    rows = st.lists(
        st.lists(cost, min_size=len(classes), max_size=len(classes)), min_size=len(classes), max_size=len(classes)
    )
    return st.builds(
        lambda rows, order: Costs([[c * (i != j) for i, c in enumerate(row)] for j, row in enumerate(rows)], order),
        rows,
        st.permutations(classes),
    )


@st.composite
def costed_parts(draw: Draw) -> tuple[tuple[ClassCounts, ...], Costs]:
    """(parts, costs): class counts of two to four parts, and costs of their classes."""
    parts = draw(class_parts())[0]
    return parts, draw(_costs(parts[0].classes))


def costed_nodes() -> st.SearchStrategy[tuple[ClassCounts, Costs]]:
    """(summary, costs): the class counts of a node, and costs of the classes."""
    return costed_parts().map(lambda drawn: (drawn[0][0], drawn[1]))


def two_parts() -> st.SearchStrategy[tuple[tuple[ClassCounts, ...]]]:
    """(parts): class counts of two parts that are not empty."""
    return class_parts().map(lambda drawn: (drawn[0][:2],))


def measured_data() -> st.SearchStrategy[tuple[str, Dataset]]:
    """(impurity's name, data): an impurity, and data of classes or numbers that it fits."""
    return datasets().flatmap(lambda data: st.tuples(_names(data), st.just(data)))


def _names(data: Dataset) -> st.SearchStrategy[str]:
    numbers = ["squared_error"]
    return st.sampled_from([i.__name__ for i in CLASS_IMPURITIES] if isinstance(data.target, Classes) else numbers)


def class_data() -> st.SearchStrategy[tuple[Dataset]]:
    """(data): data of classes."""
    return st.tuples(datasets(target="classes"))


def number_data() -> st.SearchStrategy[tuple[Dataset]]:
    """(data): data of numbers with whole weights."""
    return st.tuples(datasets(target="numbers", whole_weights=True))


def data_questions() -> st.SearchStrategy[tuple[str, Dataset, Question]]:
    """(impurity's name, data, question): data, an impurity that fits it and a question about it."""
    return datasets().flatmap(lambda data: st.tuples(_names(data), st.just(data), questions_about(data)))


def _with(data: st.SearchStrategy[Dataset], *others: Callable[[Dataset], Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, ...): data, and values drawn for that data."""
    return data.flatmap(lambda drawn: st.tuples(st.just(drawn), *(other(drawn) for other in others)))


def trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner), the learner without a gate."""
    return _with(datasets(), learners)


def limited_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner), the learner without a gate and with one or two limits, some met exactly."""
    limited = _with(datasets(), lambda data: learners(data, stopping=limits()))
    return st.one_of(limited, limited, limited, deep_trials())


@st.composite
def deep_trials(draw: Draw) -> tuple[Dataset, Learner]:
    """(data, learner): small data, such as classes that alternate along a number, and a limit that is met exactly.

    Classes alternate with each row, and every split gains; or responses that floats round come three times, one once.
    Or a question of categories gains more than min_gain by a smaller ratio, or less by a larger one.
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
    limits = {
        "max_depth": st.integers(2, 3),
        "min_split": st.integers(2, rows),
        "min_leaf": st.integers(2, rows),
        "min_impurity": st.just(Fraction(1, 2)),
        "min_risk": st.sampled_from([Fraction(rows, 2), 1]),
    }
    limit = draw(st.sampled_from(sorted(limits)))
    return data, cart(**{limit: draw(limits[limit])}, zero_gain="stop")


@st.composite
def cut_trials(draw: Draw) -> tuple[Dataset, Learner]:
    """(data, learner): numbers, each of a class or a response of its own, so that CART cuts between all neighbours."""
    values = draw(st.one_of(palettes(), few(st.sampled_from(HUGE))))
    learner = cart(numbers=draw(st.sampled_from(["midpoint", "midpoint", "observed"])))
    if draw(TARGETS) == "numbers":
        return regression_data({"x0": values}, range(len(values))), learner
    return classification_data({"x0": values}, [*"abcd"][: len(values)]), learner


def gated_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner): a learner that takes the gain ratio of the features that pass a gate."""
    return _with(datasets(min_features=2), lambda data: learners(data, gates=("at_least", "above")))


def gate_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner): a gain ratio with a gate; often the feature of largest ratio has a small gain."""
    return st.one_of(gated_trials(), lone_category_trials())


@st.composite
def lone_category_trials(draw: Draw) -> tuple[Dataset, Learner]:
    """(data, learner): a category of one row, which gains little by a large ratio, beside columns that gain more."""
    labels = [*"aab", *draw(st.lists(st.sampled_from("ab"), min_size=3, max_size=5))]
    rows = len(labels)
    lone = draw(st.integers(0, rows - 1))
    columns = {"x0": ["q" if row == lone else "p" for row in range(rows)]}
    for name in ("x1", "x2"):
        columns[name] = draw(st.lists(st.sampled_from("pqrs"), min_size=rows, max_size=rows))
    return classification_data(columns, labels), c45(gate=draw(st.sampled_from(["at_least", "at_least", "above"])))


def any_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner), any learner."""
    return st.one_of(trials(), trials(), gated_trials())


@st.composite
def many_category_trials(draw: Draw) -> tuple[Dataset, Learner]:
    """(data, learner): ten categories, three classes, and a learner that asks one question about a subset."""
    letters = "abcdefghij"
    more = draw(st.lists(st.sampled_from(letters), max_size=8))
    rows = len(letters) + len(more)
    labels = draw(st.lists(st.sampled_from("xyz"), min_size=rows - 3, max_size=rows - 3))
    data = classification_data({"x0": [*letters, *more]}, [*"xyz", *labels])
    impurity = draw(st.sampled_from([gini, entropy]))
    return data, cart(impurity=impurity, categories="subset", max_depth=1)


def plain_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner): one of the books' learners with default stopping."""
    return _with(datasets(), book_learners)


def number_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner), CART on numbers."""
    return _with(
        datasets(target="numbers", features="numeric"), lambda _: st.sampled_from([cart(), cart(min_leaf=1.5)])
    )


def exclusive_or_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner): an exclusive or, and one of the books' learners."""
    return _with(st.one_of(exclusive_ors("classes"), exclusive_ors("numbers")), book_learners)


def consistent_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner), consistent data and one of the books' learners with default stopping."""
    return _with(consistent_datasets(), book_learners)


def multiway_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner): a learner with one child for each category, as ID3 has."""
    return _with(datasets(target="classes"), lambda _: st.sampled_from([id3(), multiway_gini(), id3(min_gain=0.1)]))


def shuffled_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner, order), the order a permutation of the rows."""
    return _with(
        datasets(), lambda data: learners(data, gates=("none", "at_least")), lambda d: st.permutations(range(len(d)))
    )


def class_order_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner, order), the order a permutation of the classes."""
    classes = datasets(target="classes")
    return _with(classes, learners, lambda data: st.permutations(range(len(data.target.labels))))  # type: ignore[union-attr]


def renaming_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner, orders): for each categorical feature, a permutation of its categories."""

    def orders(data: Dataset) -> st.SearchStrategy[dict[str, list[int]]]:
        named = [feature for feature in data.features if isinstance(feature, Categorical)]
        return st.fixed_dictionaries({f.name: st.permutations(range(len(f.categories))) for f in named})

    return _with(datasets(features="categorical"), learners, orders)


def mapped_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner, maps): for each feature, ascending numbers to put in place of its distinct values."""

    def images(data: Dataset) -> st.SearchStrategy[dict[str, list[float]]]:
        return st.fixed_dictionaries({f.name: ascending(len(set(f))) for f in data.features})

    return _with(datasets(features="numeric"), learners, images)


def ascending(size: int) -> st.SearchStrategy[list[float]]:
    """Strictly ascending numbers: floats of any size, or neighbours."""
    anything = st.lists(st.floats(-1e308, 1e308).map(lambda x: x + 0.0), min_size=size, max_size=size, unique=True)
    start = st.sampled_from([0.0, 1e-9, 1.0, 1e300])

    def climb(first: float) -> list[float]:
        values = [first]
        while len(values) < size:
            values.append(nextafter(values[-1], inf))
        return values

    return st.one_of(anything.map(sorted), start.map(climb))


def scaled_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner, scale, shift) for responses; both are dyadic, so that floats stay exact."""
    scale = st.sampled_from([-4.0, -1.0, -0.5, 0.25, 2.0, 2.0**40])
    shift = st.sampled_from([-64.0, -0.25, 0.0, 3.0, 2.0**20])
    return _with(datasets(target="numbers"), learners, lambda _: scale, lambda _: shift)


def whole_weight_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner), the weights small integers."""
    return _with(datasets(whole_weights=True, max_rows=5), learners)


def weight_scale_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner, scale), the scale a power of two for the weights."""
    return _with(datasets(), learners, lambda _: st.sampled_from([2.0**-20, 0.5, 2.0, 2.0**30]))


def weightless_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner, rows), row numbers to add once more with weight 0 and another row's target."""
    return _with(datasets(), learners, lambda data: st.lists(st.integers(0, len(data) - 1), min_size=1, max_size=3))


def prior_data() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, priors): classes, and a positive number for each."""
    return _with(datasets(target="classes"), _priors)


def whole_prior_data() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, priors), the weights of the rows small integers."""
    return _with(datasets(target="classes", whole_weights=True), _priors)


@st.composite
def altered_data(draw: Draw) -> tuple[Dataset, dict[Any, Fraction], Costs]:
    """(data, priors, costs): the costs are of the true class alone, and positive."""
    data, priors = draw(prior_data().filter(lambda drawn: len(drawn[1]) > 1))
    dear = [draw(st.sampled_from([1, 2, 3, Fraction(1, 2)])) for _ in priors]
    return data, priors, Costs([[c * (i != j) for i in range(len(dear))] for j, c in enumerate(dear)], list(priors))


def _priors(data: Dataset) -> st.SearchStrategy[dict[Any, Fraction]]:
    share = st.sampled_from([Fraction(1), Fraction(2), Fraction(3), Fraction(1, 2), Fraction(1, 10)])
    return st.fixed_dictionaries(dict.fromkeys(data.target.labels, share))  # type: ignore[union-attr]


@st.composite
def costed_prior_data(draw: Draw) -> tuple[Dataset, dict[Any, Fraction], Costs]:
    """(data, priors, costs): the costs are positive, and depend on the prediction too."""
    data, priors = draw(prior_data().filter(lambda drawn: len(drawn[1]) > 1))
    cost = st.sampled_from([1, 1, 2, 5, Fraction(1, 2)])
    rows = [[draw(cost) if one != two else 0 for two in priors] for one in priors]
    return data, priors, Costs(rows, list(priors))


def costed_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner, costs), costs of the classes."""
    return _with(datasets(target="classes"), learners, lambda data: _costs(data.target.labels))  # type: ignore[union-attr]


def twoing_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner): data of classes, and CART with the twoing criterion."""
    asked = [twoing_cart(), twoing_cart(categories="subset"), twoing_cart(min_leaf=2), twoing_cart(min_gain=0.25)]
    return _with(datasets(target="classes"), lambda _: st.sampled_from(asked))


def leaf_data() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, guess): data, and any other class or number that a leaf might predict."""
    return _with(datasets(), lambda data: st.one_of(st.sampled_from(targets_of(data)), _other(data)))


def _other(data: Dataset) -> st.SearchStrategy[Any]:
    return st.sampled_from(data.target.labels) if isinstance(data.target, Classes) else st.floats(-4, 4)


# --- missing values ---------------------------------------------------------------------------------------------


STAYING: Final = Missing("surrogate", unanswered="stay")
"""Rows that no surrogate answers stay at the node."""


@st.composite
def _gapped(draw: Draw, data: st.SearchStrategy[Dataset]) -> Dataset:
    """Return *data* with some values missing; each feature keeps at least one known value."""
    drawn = draw(data)
    features = [_with_gaps(feature, draw(st.sets(st.integers(1, len(drawn))))) for feature in drawn.features]
    return Dataset(features, drawn.target, drawn.weights)


def _with_gaps(feature: Feature, rows: Collection[int]) -> Feature:
    if isinstance(feature, Categorical):
        codes = [MISSING_CODE if row in rows else int(code) for row, code in enumerate(feature.codes)]
        return Categorical(feature.name, feature.categories, codes)
    return Numeric(feature.name, [None if row in rows else value for row, value in enumerate(feature.values.tolist())])


def _ways(data: Dataset) -> st.SearchStrategy[Learner]:
    """Learners that fit *data*, for every way of treating missing values."""
    ways = (*get_args(Way)[1:], STAYING)
    carts = [cart(categories=style, missing=way) for style in ("equals", "subset") for way in ways]
    if not isinstance(data.target, Classes):
        return st.sampled_from(carts)
    multiway: Sequence[Way] = ("fractional", "either_side", "category")
    return st.sampled_from([*carts, *(make(missing=way) for make in (id3, c45) for way in multiway)])


def complete_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner): data without missing values, and a learner that could treat them."""
    return _with(datasets(), _ways)


def gapped_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner): data with missing values."""
    return _with(_gapped(datasets(max_rows=5)), _ways)


def gapped_shuffles() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner, order): data with missing values, and a permutation of its rows."""
    return _with(_gapped(datasets(max_rows=5)), _ways, lambda data: st.permutations(range(len(data))))


def gapped_repetitions() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner): data with missing values and small integers as weights."""
    return _with(_gapped(datasets(whole_weights=True, max_rows=4)), _ways)


def gapped_questions() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, question): data with missing values, and a question about the known ones."""
    return _with(_gapped(datasets()), questions_about)


def surrogate_trials() -> st.SearchStrategy[tuple[Any, ...]]:
    """(data, learner): numbers with missing values, and CART with surrogates, limited to depth 1."""
    data = _gapped(datasets(features="numeric", min_features=3))
    return _with(data, lambda _: st.just(cart(missing="surrogate", max_depth=1)))


@st.composite
def gapped_categories(draw: Draw) -> tuple[Dataset, Dataset, Learner]:
    """(data, filled, learner): categories with missing values, and the same with a word in their place."""
    data = draw(_gapped(datasets(target="classes", features="categorical")))
    words = [
        Categorical(one.name, [*map(str, range(len(one.categories))), "~"], one.codes % (len(one.categories) + 1))
        for one in data.features
        if isinstance(one, Categorical)
    ]
    styles = [cart(categories=style, missing="category") for style in ("equals", "subset")]
    learner = draw(st.sampled_from([*styles, id3(missing="category"), c45(missing="category")]))
    return data, attrs.evolve(data, features=words), learner
