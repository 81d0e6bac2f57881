"""The data that every peer is judged on: the textbooks' tables, and small random data with many ties and duplicates."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias

import attrs
import numpy as np

from dtrees.data import datasets
from dtrees.data.constructors import classification_data, regression_data
from dtrees.data.dataset import MISSING_CODE, Categorical, Classes, Dataset, Feature, Numeric, Responses
from dtrees.data.kept import Centre, KeptResponses
from dtrees.data.outputs import Outputs
from dtrees.growing.absolute_error import absolute_error
from dtrees.growing.c45 import c45
from dtrees.growing.cart import cart
from dtrees.growing.costs import AlteredGini, Costs
from dtrees.growing.id3 import id3
from dtrees.growing.impurity import entropy, squared_error
from dtrees.growing.learner import Learner
from dtrees.growing.multiway_gini import multiway_gini
from dtrees.growing.poisson import poisson_deviance
from dtrees.laws.plain import columns_of, targets_of
from dtrees.numbers.exact import Exact, Rational
from dtrees.oracle.conventions import as_float64
from dtrees.trees.summary import ClassCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence


Task: TypeAlias = Literal["classes", "numbers"]

TABLES: Final = ("loan", "weather", "watermelon2", "watermelon3", "regression", "regression_boosting")
"""The textbooks' tables of a few rows, in `dtrees.data.datasets`."""

LARGEST_VALUE: Final = (1, 2, 4, 9)
LEARNERS: Final = {
    "cart": cart(),
    "cart, subsets": cart(categories="subset"),
    "cart, subsets that gain": cart(categories="subset", zero_gain="stop"),
    "cart, small": cart(max_depth=2, min_leaf=2),
    "cart by entropy": cart(impurity=entropy),
    "cart by entropy, subsets that gain": cart(impurity=entropy, categories="subset", zero_gain="stop"),
    "id3": id3(),
    "c45": c45(),
    "multiway gini": multiway_gini(),
}
"""The learners of the books."""

NEIGHBOURS: Final = (0.1, 0.3, 1.0, 1 + 2**-52, 1 + 1e-10, 2.0)


@attrs.frozen(kw_only=True)
class Case:
    """One case to judge: a data set, read as float64, and the learner that grows a tree from it, each with its name.

    *criterion* names the learner.  *folds* gives the fold of each row, for cross-validation; *alphas* are the values to
    prune at, by default those that the pruning path states and the middles of the exact intervals.
    """

    name: str
    data: Dataset = attrs.field(converter=as_float64)
    criterion: str = ""
    learner: Learner = attrs.field(factory=Learner)
    folds: tuple[int, ...] = ()
    alphas: tuple[float, ...] = ()


def task_of(data: Dataset) -> Task:
    """Return the task of *data*: classification or regression."""
    return "classes" if isinstance(data.target, Classes) else "numbers"


CENTRES: Final[dict[Any, Centre]] = {absolute_error: "median", poisson_deviance: "rate"}
"""The centre of kept responses that goes with an impurity."""


def keeping(data: Dataset, learner: Learner) -> Dataset:
    """Return *data* with its responses kept where the impurity of *learner* needs them all, as counts for a rate.

    >>> from dtrees.data.constructors import regression_data
    >>> keeping(regression_data({"x": [1, 2]}, [3, -5]), cart(impurity=poisson_deviance)).target
    KeptResponses(name='rate', values=array([3., 5.]))
    """
    centre, target = CENTRES.get(learner.impurity), data.target
    if centre is None or isinstance(target, Classes | KeptResponses):
        return data
    numbers = target.numbers if centre != "rate" else abs(target.values)
    return attrs.evolve(data, target=KeptResponses(centre, numbers))


def fitting(learners: Mapping[str, Learner], data: Dataset) -> dict[str, Learner]:
    """Return those of the *learners* that can grow trees from *data*.

    >>> list(fitting(LEARNERS, datasets.load("regression")))
    ['cart', 'cart, subsets', 'cart, subsets that gain', 'cart, small']
    """
    if isinstance(data.target, Classes):
        return {word: one for word, one in learners.items() if one.impurity not in {squared_error, *CENTRES}}
    by_gain = {word: one for word, one in learners.items() if one.score == "gain"}
    return {word: one for word, one in by_gain.items() if one.impurity in {None, squared_error, *CENTRES}}


def textbook_cases(learners: Mapping[str, Learner], names: Sequence[str] = TABLES) -> tuple[Case, ...]:
    """Return a case for each table in *names* and each of the *learners* that can grow a tree from it."""
    return table_cases({name: datasets.load(name) for name in names}, learners)


def table_cases(tables: Mapping[str, Dataset], learners: Mapping[str, Learner]) -> tuple[Case, ...]:
    """Return a case for each of the *tables* and each of the *learners* that can grow a tree from it."""
    return tuple(
        Case(name=name, data=data, criterion=word, learner=learner)
        for name, data in tables.items()
        for word, learner in fitting(learners, data).items()
    )


def word_for(learner: Learner) -> str:
    """Return the name of a learner in `LEARNERS`, or how another learner differs from the first of them.

    >>> word_for(c45()), word_for(cart(impurity=entropy, max_depth=2))
    ('c45', 'cart, impurity entropy, max_depth 2')
    """
    known = {one: word for word, one in LEARNERS.items()}
    usual = _options_of(cart())
    options = {name: value for name, value in _options_of(learner).items() if value != usual[name]}
    differing = [f"{name} {getattr(value, '__name__', value)}" for name, value in options.items()]
    return known.get(learner) or ", ".join(["cart", *differing])


def _options_of(learner: Learner) -> dict[str, Any]:
    scored = {"impurity": learner.impurity, "score": learner.score, "gate": learner.gate}
    return {**scored, **attrs.asdict(learner.questions), **attrs.asdict(learner.stopping)}


def with_costs(learner: Learner, data: Dataset, matrix: Sequence[Sequence[Rational]] | None) -> Learner:
    """Return *learner* with its impurity altered by the costs in *matrix*; unchanged without one or for responses."""
    if matrix is None or not isinstance(data.target, Classes):
        return learner
    altered = AlteredEntropy if learner.impurity is entropy else AlteredGini
    return attrs.evolve(learner, impurity=altered(Costs(matrix, data.target.labels)))


class AlteredEntropy(AlteredGini):
    """The entropy under altered priors, per unit of a node's weight: rpart's criterion for information with losses.

    N(t) i(t) = -sum_j N'_j log2(N'_j / N'), where N'_j = C(j) N_j, as of `dtrees.AlteredGini`
    """

    __name__: ClassVar[str] = "altered entropy"

    def __call__(self, summary: ClassCounts) -> Exact:
        """Return i(t) of a node."""
        costs = [self.costs.of_class(label) for label in summary.classes]
        dear = [count * cost for count, cost in zip(summary.counts, costs, strict=True)]
        whole = sum(dear)
        return entropy(ClassCounts(dear, summary.classes)) * whole / summary.weight if whole else Exact(0)


def in_turn(
    learners: Mapping[str, Learner], seed: int, number: int, draw: Callable[[np.random.Generator, Task], Dataset]
) -> Case:
    """Return the random case with this seed and number: it takes the *learners* in turn, and its data from *draw*."""
    word = tuple(learners)[number % len(learners)]
    task: Task = "numbers" if learners[word].impurity in {squared_error, *CENTRES} else "classes"
    data = keeping(draw(np.random.default_rng((seed, number)), task), learners[word])
    return Case(name="random", data=data, criterion=word, learner=learners[word])


def random_data(
    chance: np.random.Generator, task: Task, *, sizes: tuple[int, int] = (3, 11), widths: tuple[int, int] = (1, 3)
) -> Dataset:
    """Return random data whose target is not constant; *sizes* and *widths* bound the numbers of rows and columns."""
    rows = int(chance.integers(sizes[0], sizes[1] + 1))
    columns = int(chance.integers(widths[0], widths[1] + 1))
    features = tuple(_random_feature(chance, f"v{place}", rows) for place in range(columns))
    values = np.zeros(rows, dtype=np.int64)
    while len(np.unique(values)) == 1:
        values = chance.integers(0, int(chance.choice([2, 3] if task == "classes" else LARGEST_VALUE)) + 1, rows)
    target: Any = Responses(values.astype(float))
    if task == "classes":
        present, codes = np.unique(values, return_inverse=True)
        target = Classes([f"c{label}" for label in present.tolist()], codes)
    return Dataset(features, target, np.ones(rows))


def _random_feature(chance: np.random.Generator, name: str, rows: int) -> Feature:
    kind = chance.choice(["numbers", "categories", "neighbours"], p=[0.6, 0.35, 0.05])
    if kind == "categories":
        levels = int(chance.integers(2, 6))
        return Categorical(name, [f"l{level}" for level in range(levels)], chance.integers(0, levels, rows))
    if kind == "neighbours":
        return Numeric(name, chance.choice(NEIGHBOURS, rows))
    return Numeric(name, chance.integers(0, int(chance.choice(LARGEST_VALUE)) + 1, rows).astype(float))


def random_categories(chance: np.random.Generator, task: Task) -> Dataset:
    """Return a small random data set in which every column is categorical; numbers have become categories."""
    data = random_data(chance, task)
    return attrs.evolve(data, features=[as_categories(feature) for feature in data.features])


def as_categories(feature: Numeric | Categorical) -> Categorical:
    """Return *feature* as a categorical one, with a category for each distinct number."""
    if isinstance(feature, Categorical):
        return feature
    values = np.unique(feature.values[~feature.missing])
    codes = np.where(feature.missing, MISSING_CODE, np.searchsorted(values, feature.values))
    return Categorical(feature.name, [f"l{place}" for place in range(max(1, len(values)))], codes)


def random_numbers(
    chance: np.random.Generator,
    task: Task,
    *,
    scales: Sequence[float],
    targets: Sequence[float],
    heaviest: int = 1,
    gaps: float = 0,
) -> Dataset:
    """Return 2 to 11 rows of 1 to 3 columns of small whole numbers, times one of the *scales*.

    Responses are whole numbers times one of *targets*.  Weights are whole, up to *heaviest* in about every second
    table. In a share of *gaps* of the tables a quarter of the values is missing.
    """
    shape = int(chance.integers(2, 12)), int(chance.integers(1, 4))
    columns = chance.integers(0, 5, shape) * chance.choice(scales)
    values = chance.integers(0, 6, shape[0])
    weights = chance.integers(1, 1 + chance.choice([1, heaviest]), shape[0])
    responses = values * chance.choice(targets)
    if gaps and chance.random() < gaps:
        columns[chance.random(shape) < 1 / 4] = np.nan
    if task == "classes":
        return classification_data(columns, values.tolist(), weights=weights, missing="keep")
    return regression_data(columns, responses, weights=weights, missing="keep")


def weighed(data: Dataset, number: int) -> Dataset:
    """Return *data*, in every fourth case (by *number*) with random weights from 1 to 3.

    >>> weighed(classification_data({"x": [1, 2, 3]}, ["a", "b", "b"]), 3).weights.tolist()
    [3.0, 1.0, 1.0]
    """
    if number % 4 != 3:  # noqa: PLR2004 (every fourth)
        return data
    return attrs.evolve(data, weights=np.random.default_rng(number).integers(1, 4, len(data)).astype(float))


def evened(data: Dataset, number: int) -> Dataset:
    """Return *data*; in every eighth case (by *number*) each rarer target keeps one row, as heavy as all usual rows.

    Then the impurity with weights is large and without them small, so that the sign of a gain tells them apart.

    >>> few = evened(classification_data({"x": [1, 2, 3, 4]}, ["a", "b", "b", "a"]), 7)
    >>> few.target.codes.tolist(), few.weights.tolist()
    ([0, 1, 0, 0], [1.0, 3.0, 1.0, 1.0])
    """
    if number % 8 != 7:  # noqa: PLR2004 (every eighth)
        return data
    targets = data.target.codes if isinstance(data.target, Classes) else data.target.values
    _, first, counts = np.unique(targets, return_index=True, return_counts=True)
    rare = np.delete(first, counts.argmax())
    rows, weights = np.full(len(data), first[counts.argmax()]), np.ones(len(data))
    rows[rare], weights[rare] = rare, len(data) - len(rare)
    return attrs.evolve(data, target=data.target.take(rows), weights=weights)


def several(data: Dataset, number: int) -> Dataset:
    """Return *data* with another output beside the target, drawn by *number*: numbers beside classes, or classes.

    >>> several(classification_data({"x": [1, 2, 3]}, ["a", "b", "b"]), 5).target
    Outputs((Classes(labels=('a', 'b'), codes=array([0, 1, 1])), Responses(values=array([2., 2., 0.]))))
    """
    drawn = np.random.default_rng(number).integers(0, 3, len(data))
    beside = Responses(drawn) if isinstance(data.target, Classes) else Classes("pqr", drawn)
    return attrs.evolve(data, target=Outputs([data.target, beside]))


STARTS: Final = (0, 998, -3)
"""The smallest values of features, in turn: few bits do not tell numbers near 1,000 apart, nor texts 998 from 1,001."""


def moved(data: Dataset, number: int) -> Dataset:
    """Return *data*; features whose smallest value is 0 begin at one of the `STARTS`, by *number*.

    >>> moved(classification_data({"x": [0, 2, 9]}, ["a", "b", "b"]), 2).features[0].values.tolist()
    [-3.0, -1.0, 6.0]
    """
    features = list(data.features)
    for place, feature in enumerate(features):
        if isinstance(feature, Numeric) and not feature.values.min():
            features[place] = Numeric(feature.name, feature.values + STARTS[number % 3])
    return attrs.evolve(data, features=features)


SMALL: Final[Mapping[str, Sequence[Rational]]] = {
    "max_depth": (1, 2, 3),
    "min_split": (2, 3, 4, 5),
    "min_leaf": (2, 3),
    "min_gain": (Fraction(1, 16), Fraction(1, 8), Fraction(1, 4), Fraction(1, 2)),
    "min_impurity": (Fraction(1, 4), Fraction(3, 8), Fraction(1, 2)),
    "min_risk": (Fraction(1, 2), 1, Fraction(3, 2), 2),
}
"""Values of each limit that small data reach, most of them exactly."""


def limited(learner: Learner, limits: Collection[str], number: int) -> Learner:
    """Return *learner*, in two of five cases (by *number*) with one of the *limits*, at a value that small data reach.

    >>> limited(cart(), ["max_depth", "zero_gain"], 1).stopping.max_depth, limited(cart(), ["max_depth"], 2) == cart()
    (2, True)
    """
    known = [name for name in SMALL if name in limits]
    if number % 5 not in {1, 3} or not known:
        return learner
    chance = np.random.default_rng(number)
    name = known[int(chance.integers(len(known)))]
    limit: dict[str, Any] = {name: SMALL[name][int(chance.integers(len(SMALL[name])))]}
    return attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, **limit))


def with_gaps(chance: np.random.Generator, data: Dataset) -> Dataset:
    """Return *data* with a quarter of its values missing; the first row is complete.

    >>> data = classification_data({"x": [1, 2, 3, 4]}, ["a", "b", "b", "a"])
    >>> with_gaps(np.random.default_rng(0), data).features[0].missing.tolist()
    [False, False, False, True]
    """
    record = as_record(data)
    for values in record["columns"].values():
        values[1:] = [None if chance.random() < 1 / 4 else value for value in values[1:]]
    return of_record(record)


def priced(chance: np.random.Generator, data: Dataset, learner: Learner) -> tuple[Dataset, Learner]:
    """Return *data* with random priors (class factors times weights of 1 or 2), and *learner* with random costs.

    >>> data = classification_data({"x": [1, 2]}, ["a", "b"])
    >>> priced(np.random.default_rng(0), data, cart())[0].weights.tolist()
    [10.0, 4.0]
    """
    target: Any = data.target
    classes = len(target.labels)
    factors, weights = chance.integers(1, 6, classes), chance.integers(1, 3, len(data))
    costs = chance.choice([1, 2, 9], (classes, classes)) * (1 - np.eye(classes, dtype=int))
    weighed = attrs.evolve(data, weights=(factors[target.codes] * weights).astype(float))
    return weighed, with_costs(learner, weighed, costs.tolist())


# --- data to keep -----------------------------------------------------------------------------------------------


def as_record(data: Dataset) -> dict[str, Any]:
    """Return *data* as columns, target and weights for JSON, without loss; None stands for a missing value.

    >>> as_record(regression_data({"x": [1, 2]}, [0, 5]))
    {'columns': {'x': [1.0, 2.0]}, 'target': [0.0, 5.0], 'weights': [1.0, 1.0]}
    """
    return {"columns": columns_of(data), "target": targets_of(data), "weights": data.weights.tolist()}


def of_record(record: Mapping[str, Any]) -> Dataset:
    """Return the data set stored in *record*; classes are texts, and weights are 1 if none are stored."""
    make = classification_data if isinstance(record["target"][0], str) else regression_data
    return make(record["columns"], record["target"], weights=record.get("weights"), missing="keep")


# --- smaller counterexamples: fewer rows, then fewer columns, then small whole numbers --------------------------------

SECONDS: Final = 10.0
"""The most seconds that are spent on making a counterexample smaller."""

TRIES: Final = 150
"""The most data sets that are tried for a smaller counterexample."""


def smallest(data: Dataset, deviates: Callable[[Dataset], bool], seconds: float = SECONDS) -> Dataset:
    """Return the smallest data set found that still deviates; *data* if no smaller one does.

    >>> from dtrees.data.constructors import regression_data
    >>> found = smallest(regression_data({"x": [7, 9, 5], "y": [1, 2, 3]}, [0, 4, 4]), lambda rows: len(rows) > 1)
    >>> len(found), found.feature_names, found.features[0].values.tolist()
    (2, ('y',), [0.0, 1.0])
    """
    end, candidates = time.monotonic() + seconds, _smaller(data)
    for _ in range(TRIES):
        candidate = next(candidates, None)
        if candidate is None or time.monotonic() > end:
            break
        if deviates(candidate):
            data, candidates = candidate, _smaller(candidate)
    return data


def _smaller(data: Dataset) -> Iterator[Dataset]:
    """Yield data that are a step smaller."""
    rows = np.arange(len(data))
    half = len(rows) // 2
    yield from (data.take(some) for some in (rows[half:], rows[:half]) if half)
    yield from (data.take(np.delete(rows, row)) for row in rows.tolist() if len(rows) > 1)
    around = [(data.features[:place], data.features[place + 1 :]) for place in range(len(data.features))]
    yield from (attrs.evolve(data, features=left + right) for left, right in around if left or right)
    if np.any(data.weights != 1):
        yield attrs.evolve(data, weights=np.ones(len(data)))
    for feature, (left, right) in zip(data.features, around, strict=True):
        ranked = _in_ranks(feature) if isinstance(feature, Numeric) and not feature.missing.any() else feature
        if ranked != feature:
            yield attrs.evolve(data, features=(*left, ranked, *right))
    plain = isinstance(data.target, Responses) and not isinstance(data.target, Outputs)
    if plain and (ranks := _in_ranks(data.target)) != data.target:
        yield attrs.evolve(data, target=ranks)


def _in_ranks(values: Any) -> Any:
    """Return a column or target with its numbers as 0, 1, 2, ... in their order."""
    return attrs.evolve(values, values=np.unique(values.values, return_inverse=True)[1].astype(float))
