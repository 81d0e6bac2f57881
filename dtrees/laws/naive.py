"""The definitions read literally, row by row: slow, short, and sharing nothing with the code that they check."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Category, Classes, Dataset, Feature, Numeric
from dtrees.data.missing_values import is_missing
from dtrees.errors import Unsupported
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient
from dtrees.trees.missing_answers import IsMissing, WithMissing, WithSurrogates
from dtrees.trees.questions import EachCategory, Equals, OneOf, Question, Threshold
from dtrees.trees.summary import ClassCounts, Moments, Summary
from dtrees.trees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from dtrees.data.dataset import FloatArray
    from dtrees.growing.learner import Learner, Stopping
    from dtrees.trees.paths import Path

Rows: TypeAlias = tuple[int, ...]
"""Row numbers, ascending."""

Partition: TypeAlias = frozenset[Rows]
"""A partition of the rows, whichever child is first and however the question is worded."""


# --- rows -------------------------------------------------------------------------------------------------------


def values_of(feature: Feature) -> list[Any]:
    """Return the feature's value at each row, None where it is missing."""
    if isinstance(feature, Numeric):
        return [None if is_missing(value) else value for value in feature.values.tolist()]
    categories = (*feature.categories, None)  # the last at -1, the code of what is missing
    return [categories[code] for code in feature.codes]


@checked
def columns_of(data: Dataset) -> dict[str, list[Any]]:
    """Return the values of each column of *data* by name, as plain lists; None is a missing value.

    >>> from dtrees.data.constructors import regression_data
    >>> columns_of(regression_data({"x": [1, 2], "sky": ["sun", "rain"]}, [0, 5]))
    {'x': [1.0, 2.0], 'sky': ['sun', 'rain']}
    """
    return {feature.name: values_of(feature) for feature in data.features}


def as_mappings(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    """Return each row as a mapping from feature to value."""
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


@checked
def targets_of(data: Dataset) -> list[Any]:
    """Return the class or the response of each row of *data*.

    >>> from dtrees.data.constructors import regression_data
    >>> targets_of(regression_data({"x": [1, 2]}, [0, 5]))
    [0.0, 5.0]
    """
    if isinstance(data.target, Classes):
        return [data.target.labels[code] for code in data.target.codes]
    return list(data.target.values.tolist())


def weights_of(data: Dataset) -> list[Fraction]:
    """Return each row's weight."""
    return [Fraction(weight) for weight in data.weights.tolist()]


def summary_of(data: Dataset, rows: Iterable[int] | None = None) -> Summary:
    """Return the summary of *rows*, by default of all, added up row by row."""
    chosen = range(len(data)) if rows is None else tuple(rows)
    weights, targets = weights_of(data), targets_of(data)
    if isinstance(data.target, Classes):
        labels = data.target.labels
        return ClassCounts([sum(weights[row] for row in chosen if targets[row] == label) for label in labels], labels)
    pairs = [(weights[row], Fraction(targets[row])) for row in chosen]
    return Moments(sum(w for w, _ in pairs), sum(w * y for w, y in pairs), sum(w * y * y for w, y in pairs))


# --- impurities -------------------------------------------------------------------------------------------------


def _gini(counts: list[Fraction]) -> Exact:
    return Exact(sum(p * (1 - p) for p in _shares(counts)))


def _entropy(counts: list[Fraction]) -> Exact:
    return sum((Exact.log2(1 / p) * p for p in _shares(counts)), start=Exact(0))


def _misclassification(counts: list[Fraction]) -> Exact:
    return Exact(1 - max(_shares(counts)))


def _shares(counts: list[Fraction]) -> list[Fraction]:
    return [Fraction(count) / sum(counts) for count in counts if count]


CLASS_IMPURITIES: Final[dict[str, Callable[[list[Fraction]], Exact]]] = {
    "gini": _gini,
    "entropy": _entropy,
    "misclassification": _misclassification,
}


def impurity_of(name: str, data: Dataset, rows: Iterable[int] | None = None) -> Exact:
    """Return the impurity called *name* of *rows*, by default of all."""
    chosen = range(len(data)) if rows is None else tuple(rows)
    summary = summary_of(data, chosen)
    if isinstance(summary, ClassCounts):
        return CLASS_IMPURITIES[name]([Fraction(count) for count in summary.counts])
    weights, targets = weights_of(data), targets_of(data)
    return Exact(sum(weights[row] * (Fraction(targets[row]) - summary.mean) ** 2 for row in chosen)) / summary.weight


# --- questions --------------------------------------------------------------------------------------------------


def answer(question: Question, value: Any) -> int | None:
    """Return the child that *value* goes to, or None where there is none for it."""
    match question:
        case Threshold(_, threshold):
            return 0 if value <= threshold else 1
        case Equals(_, category):
            return 0 if value == category else 1
        case OneOf(_, categories):
            return 0 if value in categories else 1
        case EachCategory(_, categories):
            return categories.index(value) if value in categories else None
        case WithMissing() | IsMissing() | WithSurrogates():
            message = f"{question} is about missing values, of which these definitions know nothing"
            raise Unsupported(message)


def children_of(data: Dataset, question: Question) -> tuple[Rows, ...]:
    """Return the rows of each child, in child order."""
    answers = [answer(question, value) for value in values_of(data.feature(question.feature))]
    return tuple(tuple(row for row, a in enumerate(answers) if a == child) for child in range(question.arity))


def parts_of(data: Dataset, question: Question) -> Partition:
    """Return the partition that *question* makes."""
    return frozenset(rows for rows in children_of(data, question) if rows)


def possible_parts(data: Dataset, learner: Learner) -> Iterator[tuple[str, Partition]]:
    """Yield every way in which a question of the learner's kind parts the rows, with the feature's name."""
    for feature in data.features:
        values = values_of(feature)
        present = sorted(set(values))
        style = learner.questions.numbers if isinstance(feature, Numeric) else learner.questions.categories
        match style:
            case "each":
                sides: Iterable[tuple[Category, ...]] = ()
                if len(present) > 1:
                    yield feature.name, frozenset(_where(values, (value,)) for value in present)
            case "midpoint" | "observed":
                sides = [tuple(present[:cut]) for cut in range(1, len(present))]
            case "equals":
                sides = [(value,) for value in present] if len(present) > 1 else []
            case "subset":
                sides = [side for size in range(1, len(present)) for side in combinations(present, size)]
        for side in sides:
            others = [value for value in present if value not in side]
            yield feature.name, frozenset({_where(values, side), _where(values, others)})


def _where(values: list[Any], wanted: Iterable[Category]) -> Rows:
    return tuple(row for row, value in enumerate(values) if value in tuple(wanted))


# --- optimal parts ----------------------------------------------------------------------------------------------


def gain_of(name: str, data: Dataset, parts: Partition) -> Exact:
    """Return the decrease of the impurity called *name*."""
    weights = {rows: summary_of(data, rows).weight for rows in parts}
    inside = sum((impurity_of(name, data, rows) * weight for rows, weight in weights.items()), start=Exact(0))
    return impurity_of(name, data) - inside / sum(weights.values())


def under_priors(data: Dataset, priors: Mapping[Any, Fraction]) -> Dataset:
    """Return the rows with weights that add up, for each class, to its prior."""
    rows = list(zip(weights_of(data), targets_of(data), strict=True))
    weights = [w * priors[y] / sum(v for v, z in rows if z == y) for w, y in rows]
    return Dataset(data.features, data.target, weights)


def gains_of_superclasses(parts: Sequence[ClassCounts]) -> dict[frozenset[Any], Fraction]:
    """Return the gain by Gini of each merger of the classes into two, by the classes that are merged into one.

    2 p_L p_R (P_L - P_R)^2, P_L and P_R being the merged classes' shares of the parts
    """
    classes, (left, right) = parts[0].classes, parts
    wholes = Fraction(left.weight), Fraction(right.weight)
    gains = {}
    for merged in chain.from_iterable(combinations(range(len(classes)), size) for size in range(len(classes) + 1)):
        inside = [
            sum(Fraction(part.counts[k]) for k in merged) / whole for part, whole in zip(parts, wholes, strict=True)
        ]
        gain = 2 * wholes[0] * wholes[1] / sum(wholes) ** 2 * (inside[0] - inside[1]) ** 2
        gains[frozenset(classes[k] for k in merged)] = gain
    return gains


def intrinsic_value_of(data: Dataset, parts: Partition) -> Exact:
    """Return the entropy of the parts' weights."""
    return _entropy([Fraction(summary_of(data, rows).weight) for rows in parts])


def optimal_parts(
    data: Dataset, learner: Learner, *, gate_over: Literal["parting", "all"] = "parting"
) -> frozenset[tuple[str, Partition]]:
    """Return every optimal (feature, partition) for one node that holds all rows: the definition, tried on each.

    A gate's average is over the features that part the rows, or over all, the others counted as 0.
    """
    name = learner.impurity_for(data).__name__
    rule = learner.stopping
    tried = {
        (feature, parts): gain_of(name, data, parts)
        for feature, parts in possible_parts(data, learner)
        if all(summary_of(data, rows).weight >= rule.min_leaf for rows in parts)
    }
    if learner.score == "gain_ratio":
        tried = _gated(tried, learner.gate, None if gate_over == "parting" else len(data.features))
    askable = {key: gain for key, gain in tried.items() if may_ask(gain, rule)}
    scores = {key: _score(learner, data, key[1], gain) for key, gain in askable.items()}
    best = max(scores.values(), default=None)
    return frozenset(key for key, score in scores.items() if score == best)


def _score(learner: Learner, data: Dataset, parts: Partition, gain: Exact) -> Any:
    match learner.score:
        case "gain":
            return gain
        case "gain_ratio":
            return Quotient(gain, intrinsic_value_of(data, parts))
        case "twoing":
            sides: Any = [summary_of(data, rows) for rows in parts]
            return max(gains_of_superclasses(sides).values())


def best_subsets(data: Dataset, impurity: str) -> list[Partition]:
    """Return the ways of largest gain to part the rows of *data*, which has one feature, of categories.

    Gains in floats, of error below 1e-12, say which of all subsets are compared exactly.
    """
    [feature] = data.features
    values, targets = values_of(feature), targets_of(data)
    present, labels = sorted(set(values)), sorted(set(targets))
    counts = np.zeros((len(present), len(labels)))
    for value, target, weight in zip(values, targets, weights_of(data), strict=True):
        counts[present.index(value), labels.index(target)] += float(weight)
    masks = (np.arange(1, 2 ** (len(present) - 1))[:, None] >> np.arange(len(present))) & 1
    inside = _float_risks(impurity, masks @ counts) + _float_risks(impurity, (1 - masks) @ counts)
    near = masks[inside <= inside.min() + 1e-9]
    ways = [[value for value, chosen in zip(present, mask, strict=True) if chosen] for mask in near]
    parts = [frozenset({_where(values, way), _where(values, [v for v in present if v not in way])}) for way in ways]
    gains = [gain_of(impurity, data, part) for part in parts]
    return [part for part, gain in zip(parts, gains, strict=True) if gain == max(gains)]


def _float_risks(impurity: str, counts: FloatArray) -> FloatArray:
    """Return N i(t) for each row of class counts."""
    weights = counts.sum(axis=1, keepdims=True)
    shares = counts / weights
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithms = np.where(shares > 0, np.log2(shares), 0)
    terms = {
        "gini": (shares * (1 - shares)).sum(axis=1),
        "entropy": -(shares * logarithms).sum(axis=1),
        "misclassification": 1 - shares.max(axis=1),
    }
    return np.asarray(weights[:, 0] * terms[impurity])


def may_ask(gain: Exact, rule: Stopping) -> bool:
    """Return whether min_gain and zero_gain let a question of this gain be asked."""
    return gain >= Exact(rule.min_gain) and (rule.zero_gain == "split" or gain > 0)


def _gated(
    tried: dict[tuple[str, Partition], Exact], gate: str, features: int | None
) -> dict[tuple[str, Partition], Exact]:
    best: dict[str, Exact] = {}
    for (feature, _), gain in tried.items():
        best[feature] = max(gain, best.get(feature, gain))
    average = sum(best.values(), start=Exact(0)) / max(features or len(best), 1)
    passes = {
        feature
        for feature, gain in best.items()
        if gate == "none" or gain > average or (gate == "at_least" and gain == average)
    }
    return {key: gain for key, gain in tried.items() if key[0] in passes and gain == best[key[0]]}


# --- trees ------------------------------------------------------------------------------------------------------


def visits(tree: Tree, data: Dataset) -> Iterator[tuple[Path, Tree, Rows]]:
    """Yield each node with its path and the rows of *data* that come to it, parents first."""
    columns = columns_of(data)
    waiting: list[tuple[Path, Tree, Rows]] = [((), tree, tuple(range(len(data))))]
    while waiting:
        path, node, rows = waiting.pop()
        yield path, node, rows
        if isinstance(node, Branch):
            column, question = columns[node.question.feature], node.question
            for child, below in enumerate(node.children):
                mine = tuple(row for row in rows if answer(question, column[row]) == child)  # type: ignore[arg-type]
                waiting.append(((*path, child), below, mine))


def ending(tree: Tree, row: Mapping[str, Any], unseen: str = "stop") -> tuple[Path, Tree]:
    """Return where *row* ends, going down answer by answer."""
    path: Path = ()
    while not isinstance(tree, Leaf):
        child = answer(tree.question, row[tree.question.feature])  # type: ignore[arg-type]  # questions are all ours
        if child is None:
            if unseen == "stop":
                break
            weights = [below.summary.weight for below in tree.children]
            child = weights.index(max(weights))
        path, tree = (*path, child), tree.children[child]
    return path, tree
