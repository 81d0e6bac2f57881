"""For each number that can be offered alone, plausible wrong formulas: some law is true of the definition only."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import dtrees as dt
from dtrees.growing.poisson import deviance_from
from dtrees.oracle import Conventions
from dtrees.oracle.laws.run import laws_of
from dtrees.trees.summary import total

if TYPE_CHECKING:
    from collections.abc import Callable

FLOATS = Conventions(arithmetic="float64")
DEFAULT_INPUTS = 20  # as `dtrees verify` has it


def shares(summary: Any) -> list[float]:
    return [float(share) for share in summary.proportions]


def bits(numbers: list[float]) -> float:
    return -sum(p * math.log2(p) for p in numbers if p)


def sizes(parts: Any) -> list[float]:
    whole = sum(float(part.weight) for part in parts)
    return [float(part.weight) / whole for part in parts]


def entropy_of_classes(parts: Any) -> float:
    counts = [sum(map(float, column)) for column in zip(*(part.counts for part in parts), strict=True)]
    return bits([count / sum(counts) for count in counts])


def inside(parts: Any, impurity: Any, weigh: Callable[[float], float] = lambda share: share) -> float:
    present = [(share, part) for share, part in zip(sizes(parts), parts, strict=True) if share]
    return sum(weigh(share) * float(impurity(part)) for share, part in present)


def gain(parts: Any, impurity: Any) -> float:
    return float(dt.gain(parts, impurity))


def deviations(summary: Any, centre: float) -> float:
    return sum(float(w) * abs(float(y) - centre) for y, w in zip(summary.values, summary.weights, strict=True))


def ratio(parts: Any, impurity: Any, unit: float) -> float:
    return gain(parts, impurity) / unit if unit else 0.0


WRONG: dict[str, dict[str, Callable[..., Any]]] = {
    "gini": {
        "halved": lambda t: (1 - sum(p * p for p in shares(t))) / 2,
        "sum of squares": lambda t: sum(p * p for p in shares(t)),
        "of the first class": lambda t: 2 * shares(t)[0] * (1 - shares(t)[0]),
        "normalised": lambda t: (1 - sum(p * p for p in shares(t))) / (1 - 1 / max(len(shares(t)), 2)),
        "of the sample": lambda t: (1 - sum(p * p for p in shares(t))) * float(t.weight) / max(float(t.weight) - 1, 1),
    },
    "entropy": {
        "natural": lambda t: bits(shares(t)) * math.log(2),
        "base of the classes": lambda t: bits(shares(t)) / math.log2(max(len(shares(t)), 2)),
        "without the factor p": lambda t: -sum(math.log2(p) for p in shares(t) if p),
        "decimal": lambda t: bits(shares(t)) / math.log2(10),
        "a little added": lambda t: -sum(p * math.log2(p + 1e-6) for p in shares(t)),
    },
    "misclassification": {
        "the least share": lambda t: min(shares(t)),
        "halved": lambda t: (1 - max(shares(t))) / 2,
        "the count": lambda t: (1 - max(shares(t))) * float(t.weight),
        "of the first class": lambda t: 1 - shares(t)[0],
        "twice the errors": lambda t: 2 * (1 - max(shares(t))),
    },
    "squared_error": {
        "of the sample": lambda t: float(dt.squared_error(t)) * float(t.weight) / max(float(t.weight) - 1, 1),
        "the sum": lambda t: float(dt.squared_error(t)) * float(t.weight),
        "the root": lambda t: math.sqrt(dt.squared_error(t)),
        "not centred": lambda t: float(t.squares) / float(t.weight),
        "halved": lambda t: float(dt.squared_error(t)) / 2,
    },
    "absolute_error": {
        "from the mean": lambda t: deviations(t, float(t.mean)) / float(t.weight),
        "the sum": lambda t: float(dt.absolute_error(t)) * float(t.weight),
        "from the least": lambda t: deviations(t, float(t.values[0])) / float(t.weight),
        "of the sample": lambda t: float(dt.absolute_error(t)) * float(t.weight) / max(float(t.weight) - 1, 1),
        "halved": lambda t: float(dt.absolute_error(t)) / 2,
    },
    "poisson_deviance": {
        "halved": lambda t: float(dt.poisson_deviance(t)) / 2,
        "in nats": lambda t: float(dt.poisson_deviance(t)) * math.log(2),
        "the sum": lambda t: float(dt.poisson_deviance(t)) * float(t.weight),
        "over the mean": lambda t: float(dt.poisson_deviance(t)) / float(t.mean or 1),
        "from twice the rate": lambda t: float(deviance_from(2 * (t.mean or 1), t)),
    },
    "conditional_impurity": {
        "plain mean": lambda parts, i: inside(parts, i, lambda _: 1 / len(parts)),
        "plain sum": lambda parts, i: inside(parts, i, lambda _: 1.0),
        "squared shares": lambda parts, i: inside(parts, i, lambda share: share**2),
        "the first part": lambda parts, i: float(i(next(part for part in parts if part.weight))),
        "the largest": lambda parts, i: max(float(i(part)) for part in parts if part.weight),
    },
    "gain": {
        "plain mean": lambda parts, i: float(i(total(parts))) - inside(parts, i, lambda _: 1 / len(parts)),
        "plain sum": lambda parts, i: float(i(total(parts))) - inside(parts, i, lambda _: 1.0),
        "in nats": lambda parts, i: gain(parts, i) * math.log(2),
        "the other way": lambda parts, i: -gain(parts, i),
        "of the count": lambda parts, i: gain(parts, i) * sum(float(part.weight) for part in parts),
    },
    "intrinsic_value": {
        "natural": lambda parts: bits(sizes(parts)) * math.log(2),
        "without the factor p": lambda parts: -sum(math.log2(share) for share in sizes(parts) if share),
        "gini": lambda parts: 1 - sum(share * share for share in sizes(parts)),
        "log of the parts": lambda parts: math.log2(len(parts)),
        "the first part": lambda parts: -sizes(parts)[0] * math.log2(sizes(parts)[0] or 1),
    },
    "gain_ratio": {
        "over the classes' entropy": lambda parts, i: ratio(parts, i, float(i(total(parts)))),
        "over log of the parts": lambda parts, i: ratio(parts, i, math.log2(len(parts))),
        "the gain": gain,
        "in nats": lambda parts, i: ratio(parts, i, float(dt.intrinsic_value(parts)) * math.log(2)),
        "one added": lambda parts, i: ratio(parts, i, 1 + float(dt.intrinsic_value(parts))),
        "half of all": lambda _parts, _i: 0.5,
        "without the factor p": lambda parts, i: ratio(
            parts, i, -sum(math.log2(share) for share in sizes(parts) if share)
        ),
    },
}


def decreases(
    tree: dt.Tree, features: Any, weigh: Callable[[dt.Tree], float], impurity: Any = None
) -> dict[str, float]:
    """Return a sum for each feature over its branches."""
    measure = impurity or (dt.gini if isinstance(tree.summary, dt.ClassCounts) else dt.squared_error)
    found = dict.fromkeys(features, 0.0)
    for node in dt.branches(tree):
        parts = [child.summary for child in node.children]
        found[node.question.feature] += weigh(node) * float(dt.gain(parts, measure))
    return found


def share_of(found: dict[str, float]) -> dict[str, float]:
    whole = sum(found.values())
    return {name: value / whole if whole else 0.0 for name, value in found.items()}


def weight(node: Any) -> float:
    return float(node.summary.weight)


WRONG["impurity_decreases"] = {
    "not weighed": lambda tree, names, impurity=None: decreases(tree, names, lambda _: 1.0, impurity),
    "of shares": lambda tree, names, impurity=None: decreases(
        tree, names, lambda n: weight(n) / weight(tree), impurity
    ),
    "squared weights": lambda tree, names, impurity=None: decreases(tree, names, lambda n: weight(n) ** 2, impurity),
    "counts": lambda tree, names, impurity=None: {
        name: float(sum(node.question.feature == name for node in dt.branches(tree))) for name in names
    },
    "the root": lambda tree, names, impurity=None: decreases(
        tree, names, lambda n: weight(n) if n is tree else 0.0, impurity
    ),
}
WRONG["importances"] = {
    name: lambda tree, names, impurity=None, wrong=wrong: share_of(wrong(tree, names, impurity))
    for name, wrong in WRONG["impurity_decreases"].items()
    if name != "of shares"
} | {"not normalised": lambda tree, names, impurity=None: decreases(tree, names, weight, impurity)}


@pytest.mark.parametrize(("name", "wrong"), [(name, wrong) for name, some in WRONG.items() for wrong in some])
def test_a_plausible_wrong_formula_breaks_a_law_by_default(name: str, wrong: str) -> None:
    offered = SimpleNamespace(**{name: WRONG[name][wrong]})
    found = laws_of(offered, DEFAULT_INPUTS, conventions=FLOATS, shrink=False)
    assert found.named("broken"), wrong


@pytest.mark.parametrize("name", WRONG)
def test_the_definition_in_floats_breaks_none(name: str) -> None:
    def right(*given: Any, **options: Any) -> Any:
        answer = getattr(dt, name)(*given, **options)
        return {one: float(value) for one, value in answer.items()} if isinstance(answer, dict) else float(answer)

    found = laws_of(SimpleNamespace(**{name: right}), DEFAULT_INPUTS, conventions=FLOATS, shrink=False)
    assert not found.named("broken")
    assert found.conforms


def test_five_wrong_formulas_stand_against_each_number() -> None:
    assert min(map(len, WRONG.values())) >= 5
