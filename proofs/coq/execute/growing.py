"""Random data sets, made of ties, and what the Python specification grows from them.

Every other tree is `dtrees.vectorized`'s; at each of its nodes the summary, the impurities and the admissible splits
are the specification's.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import terms

import dtrees as dt

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

Note: TypeAlias = "tuple[dt.Dataset, dt.Tree]"
Row: TypeAlias = "tuple[tuple[Any, ...], Any, Any]"
"""The values of a row, its weight, which may be 0, and its target."""

Noting: TypeAlias = "Callable[[dt.Dataset, dt.Tree, Case], str]"

STYLES: Final = {
    "midpoint": "(Midpoint middle)", "observed": "Observed", "each": "Each", "equals": "EqualTo", "subset": "Subset",
}  # fmt: skip
GATES: Final = {"none": "NoGate", "at_least": "AtLeast", "above": "Above"}
MEASURES: Final[dict[bool, list[Callable[[Any], dt.Exact]]]] = {
    True: [dt.gini, dt.misclassification],
    False: [dt.squared_error],
}
LEVELS: Final = ["a", "b", "c", "d", "e"]
POOLS: Final[list[list[Any]]] = [
    LEVELS, LEVELS, LEVELS,
    *[[Fraction(code, 2) for code in range(5)]] * 2,
    [code / 10 for code in range(5)],
    [Fraction(code, 10) for code in range(5)],
    [1 + code * 2.0**-52 for code in range(5)],
    [Fraction(1, 3), 0.5, 1 + 2.0**-52, 2, Fraction(2**60 + 1)],
]  # fmt: skip
"""The values of a column: categories; numbers whose middles are exact; float64 whose middles are rounded, and decimals
whose middles are not; neighbours among the float64, whose middle is rounded to the one or to the other; and some of
each."""
FLOATS: Final = [0, 1, 1, 1, 2, 3, 0.5, 0.75]
WEIGHTS: Final[list[Any]] = [*FLOATS, Fraction(1, 3), Fraction(5, 7)]
"""The weights of rows: small ones, now and then none, and two that are no floats."""
POSSIBLE: Final[list[list[Any]]] = [
    FLOATS,
    [0, 1, 1, 1, 2, 3, Fraction(1, 3), Fraction(4, 3)],
    [0, 1, 1, 1, 2, Fraction(2, 7), Fraction(5, 7)],
]
"""Where trees grow by entropy, one list a data set: sums of thirds and sevenths have large primes, which take long."""
CLASSES: Final = 4
"""How many classes the vectors count."""
TINY: Final = [code * 5e-324 for code in range(5)]
"""Subnormal numbers: few, for their fractions are long."""


@attrs.frozen
class Case:
    """A data set, its rows, the learner, its impurity's place among the `MEASURES`, and the tree to be checked."""

    data: dt.Dataset
    rows: list[Row]
    learner: dt.Learner
    measure: int
    tree: dt.Tree

    @property
    def classes(self) -> bool:
        """Whether the target is classes."""
        return isinstance(self.data.target, dt.Classes)


# --- random cases -----------------------------------------------------------------------------------------------


def random_case(chance: random.Random, *, classes: bool, fast: bool) -> Case:
    """Return a data set with a learner, and the tree that the specification or the fast road grows."""
    while True:
        halving = classes and chance.random() < 0.15  # noqa: PLR2004 (gain ratios: every part a power of one half)
        rows = chance.choice([2, 4, 4, 8]) if halving else chance.randrange(1, 13)
        measure = chance.randrange(len(MEASURES[classes]))
        data, given = random_data(chance, rows, classes=classes, halving=halving)
        learner = random_learner(chance, MEASURES[classes][measure], ratio=halving)
        tree = (dt.vectorized.grow if fast else dt.grow)(data, learner)
        case = Case(data, given, learner, measure, tree)
        if is_telling(case, chance) and (not halving or all(is_halving(rows, learner) for rows, _ in nodes(case))):
            return case


def is_telling(case: Case, chance: random.Random) -> bool:
    """Return whether the tree is a branch, or one of the few leaves that are kept."""
    return isinstance(case.tree, dt.Branch) or chance.random() < 0.05  # noqa: PLR2004


def random_data(
    chance: random.Random,
    rows: int,
    *,
    classes: bool,
    halving: bool = False,
    pools: list[list[Any]] = POOLS,
    among: list[Any] = WEIGHTS,
) -> tuple[dt.Dataset, list[Row]]:
    """Return rows of few different values, as data and as they are; a column may be another one's copy."""
    columns: dict[str, list[Any]] = {}
    for name in ["u", "v", "w"][: chance.randrange(1, 4)]:
        width = chance.choice([2, 2, 4]) if halving else chance.randrange(1, 6)
        places = chance.sample(range(rows), rows) if halving else [chance.randrange(5) for _ in range(rows)]
        codes = [place % width for place in places]
        tiny = chance.random() < 0.01 and pools is POOLS  # noqa: PLR2004 (now and then)
        pool: list[Any] = TINY if tiny else chance.choice(pools)
        copied = columns and chance.random() < 0.15  # noqa: PLR2004 (a copy makes ties)
        columns[name] = list(chance.choice(list(columns.values()))) if copied else [pool[code] for code in codes]
    plain = halving or chance.random() < 0.6  # noqa: PLR2004 (some of weight 1 alone)
    weights = [1, *(1 if plain else chance.choice(among) for _ in range(rows - 1))]
    if classes:
        labels = chance.randrange(2, 5)
        targets: list[Any] = ["klmn"[chance.randrange(labels)] for _ in range(rows)]
        data = dt.classification_data(columns, targets, weights=weights, classes="klmn")
    else:
        targets = [chance.choice([0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 0.5]) for _ in range(rows)]
        data = dt.regression_data(columns, targets, weights=weights)
    return data, list(zip(zip(*columns.values(), strict=True), weights, targets, strict=True))


def random_learner(chance: random.Random, impurity: Any, *, ratio: bool) -> dt.Learner:
    """Return a learner of any questions, any gate, and limits that are often met exactly."""
    questions = dt.Questions(
        numbers=chance.choice(["midpoint", "midpoint", "observed", "each"]),
        categories=chance.choice(["each", "equals", "subset", "subset"]),
    )
    limits: dict[str, Any] = {
        "max_depth": chance.choice([0, 1, 2, 3]),
        "min_split": chance.choice([2, 3, Fraction(5, 2), 4]),
        "min_leaf": chance.choice([1, Fraction(3, 2), 2, 3]),
        "min_gain": chance.choice([Fraction(1, 18), Fraction(1, 8), Fraction(1, 4)]),
        "min_impurity": chance.choice([Fraction(1, 4), Fraction(3, 8), Fraction(1, 2)]),
        "min_risk": chance.choice([Fraction(1, 2), 1, Fraction(4, 3), 2]),
        "zero_gain": "stop",
    }
    some = {name: value for name, value in limits.items() if chance.random() < 0.15}  # noqa: PLR2004
    return dt.Learner(
        questions=questions,
        impurity=impurity,
        score="gain_ratio" if ratio else "gain",
        gate=chance.choice(["none", "at_least", "above"]) if ratio else "none",
        stopping=dt.Stopping(**some),
    )


def is_halving(rows: dt.Dataset, learner: dt.Learner) -> bool:
    """Return whether each part that a question could make has a power of one half of the weight."""
    shares = [
        Fraction(part.weight) / sum(Fraction(other.weight) for other in split.parts)
        for split in dt.scored_splits(rows, learner)
        for part in split.parts
    ]
    return all(share.numerator == 1 and share.denominator.bit_count() == 1 for share in shares)


def nodes(case: Case) -> Iterator[Note]:
    """Yield each node with its rows."""
    waiting: list[Note] = [(case.data, case.tree)]
    while waiting:
        rows, node = waiting.pop()
        yield rows, node
        if isinstance(node, dt.Branch):
            waiting += zip(dt.split(rows, node.question), node.children, strict=True)


# --- as Coq reads them ------------------------------------------------------------------------------------------


WRONG: Final = ("tree", "summary", "impurity", "gain", "admissible")
"""What may be planted wrong at the root."""


def table_cases(name: str, *, floats: bool = True) -> Iterator[Case]:
    """Yield a shipped table in every way that it is read, with what grows from it by every kind of question.

    Its numbers are the decimals that stand in the table, the nearest float64 (unless *floats* is false: the long
    fractions of iris take Coq half a minute a tree), or, ten times as large, whole.
    """
    table = dt.datasets.load(name)
    target = table.target
    classes = isinstance(target, dt.Classes)
    targets = [target.labels[code] for code in target.codes] if isinstance(target, dt.Classes) else list(target.values)
    numeric = [feature for feature in table.features if isinstance(feature, dt.Numeric)]
    kinds = ("each", "equals", "subset") if len(numeric) < len(table.features) else ("each",)
    readings: list[Callable[[Any], Any]] = [Fraction, lambda value: Fraction(value) * 10]
    readings = [*readings, float] if floats else readings
    readings = readings if numeric else [Fraction]
    for reading, categories in itertools.product(readings, kinds):
        columns = {
            feature.name: [reading(value) for value in feature.values]
            if isinstance(feature, dt.Numeric)
            else [feature.categories[code] for code in feature.codes]
            for feature in table.features
        }
        make: Any = dt.classification_data if classes else dt.regression_data
        data = make(columns, targets)
        rows = [
            (values, 1, target) for values, target in zip(zip(*columns.values(), strict=True), targets, strict=True)
        ]
        for measure, impurity in enumerate(MEASURES[classes]):
            learner = dt.Learner(questions=dt.Questions(categories=categories), impurity=impurity)
            yield Case(data, rows, learner, measure, dt.grow(data, learner))


def several_are_best(case: Case) -> bool:
    """Return whether the root is a branch with other admissible splits: wherever a plant is a difference."""
    return isinstance(case.tree, dt.Branch) and len(dt.admissible_splits(case.data, case.learner)) > 1


def vector(case: Case, wrong: str = "") -> str:
    """Return the case as a Coq vector, *wrong* at its root."""
    root = note(case.data, case.tree, case, wrong)
    stated = terms.applied("Stop", root) if wrong == "tree" else annotated(case.data, case.tree, case, note, root)
    return terms.applied("Build_growing_vector _", str(case.measure), learner(case), rows_of(case), stated)


def rows_of(case: Case) -> str:
    """Return the rows, those of weight 0 among them: the values of the features, and the weight with the target."""
    return terms.listed(
        terms.applied(
            "Build_row _",
            terms.listed(place(value, feature) for value, feature in zip(values, case.data.features, strict=True)),
            target(weight, given, case),
        )
        for values, weight, given in case.rows
    )


def target(weight: Any, given: Any, case: Case) -> str:
    """Return a row's target: its weight, with its class or its response."""
    return f"({terms.fraction(weight)}%Q, {class_number(given, case) if case.classes else terms.fraction(given)})"


def place(value: Any, feature: Any) -> str:
    """Return a value, for a category its place among the feature's, those of rows of weight 0 alone being the last."""
    if isinstance(feature, dt.Numeric):
        return terms.fraction(value)
    return str([*feature.categories, value].index(value))


def class_number(label: Any, case: Case) -> str:
    """Return the number of a class."""
    target = case.data.target
    assert isinstance(target, dt.Classes)
    return f"{target.labels.index(label)}%nat"


def learner(case: Case) -> str:
    """Return the learner, with the style of each feature's questions."""
    given = case.learner
    asked = given.questions
    styles = [STYLES[asked.numbers if isinstance(f, dt.Numeric) else asked.categories] for f in case.data.features]
    ratio = str(given.score == "gain_ratio").lower()
    return terms.applied("Build_learner", terms.listed(styles), ratio, GATES[given.gate], limits(given.stopping))


def limits(rule: dt.Stopping) -> str:
    """Return the limits."""
    depth = "None" if rule.max_depth is None else f"(Some {rule.max_depth}%nat)"
    numbers = (rule.min_split, rule.min_leaf, rule.min_gain, rule.min_impurity, rule.min_risk)
    gainless = str(rule.zero_gain == "split").lower()
    return terms.applied("Build_limits", depth, *map(terms.fraction, numbers), gainless)


def annotated(rows: dt.Dataset, tree: dt.Tree, case: Case, said_of: Noting, root: str = "") -> str:
    """Return the tree with what the specification says of each node, but for the *root* where that is given."""
    said = root or said_of(rows, tree, case)
    if isinstance(tree, dt.Leaf):
        return terms.applied("Stop", said)
    below = zip(dt.split(rows, tree.question), tree.children, strict=True)
    children = terms.listed(annotated(part, child, case, said_of) for part, child in below)
    return terms.applied("Ask", said, question(tree.question, case), children)


def note(rows: dt.Dataset, tree: dt.Tree, case: Case, wrong: str = "") -> str:
    """Return a node's summary, its impurities, and its admissible splits, each with its gain and its score."""
    summary: Any = tree.summary
    numbers = list(summary.counts if case.classes else (summary.weight, summary.total, summary.squares))
    impurities = [measure(summary) + (wrong == "impurity") for measure in MEASURES[case.classes]]
    numbers[-1] += wrong == "summary"
    numbers += [0] * (CLASSES - len(numbers)) if case.classes else []
    splits = [
        (found.question, found.gain + (wrong == "gain"), rational(found.score))
        for found in dt.admissible_splits(rows, case.learner)
    ]
    return terms.applied(
        "Build_note",
        terms.listed(map(terms.fraction, numbers)),
        terms.listed(map(terms.fraction, impurities)),
        terms.listed(
            f"({question(asked, case)}, {terms.fraction(gain)}, {terms.fraction(score)})"
            for asked, gain, score in splits[wrong == "admissible" :]
        ),
    )


def rational(score: Any) -> Any:
    """Return a score whose gain and intrinsic value are both rational as one number."""
    return score if isinstance(score, dt.Exact) else score.numerator / score.denominator


def question(asked: Any, case: Case) -> str:
    """Return the question, with the feature's number and the categories' places."""
    at = [feature.name for feature in case.data.features].index(asked.feature)
    feature = case.data.features[at]
    match asked:
        case dt.Threshold():
            return terms.applied("Threshold", f"{at}%nat", terms.fraction(asked.threshold))
        case dt.Equals():
            return terms.applied("Equals", f"{at}%nat", place(asked.category, feature))
        case _:
            return terms.applied(
                type(asked).__name__, f"{at}%nat", terms.listed(place(value, feature) for value in asked.categories)
            )
