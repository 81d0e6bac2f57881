"""Costs of mistakes: C(i|j) for predicting class i where class j is true, and the impurities and labels they give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import permutations, product
from typing import Annotated, Any, ClassVar, TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Category, Labels, category_tuple
from dtrees.errors import InvalidData, abbreviated, refused
from dtrees.growing.impurity import gini
from dtrees.numbers.exact import Exact, Rational, rational
from dtrees.trees.summary import ClassCounts, Moments, Summary


def _matrix(rows: Iterable[Iterable[Any]]) -> tuple[tuple[Rational, ...], ...]:
    try:
        return tuple(tuple(map(rational, row)) for row in rows)
    except (TypeError, InvalidData) as error:
        raise refused(rows, "matrix", "a row for each true class, each a list of finite numbers") from error


@attrs.frozen
class Costs:
    """The cost C(i|j) of predicting class i where class j is true: a row a true class, a column a prediction.

    C(i|j) = matrix[j][i] >= 0, and 0 where i = j      [CART84 §1.4, §4.4]

    >>> Costs([[0, 1], [5, 0]], ["well", "ill"]) == Costs.of({("well", "ill"): 1, ("ill", "well"): 5})
    True
    """

    matrix: tuple[tuple[Rational, ...], ...] = attrs.field(converter=_matrix)
    classes: tuple[Category, ...] = attrs.field(
        converter=category_tuple, default=attrs.Factory(lambda self: range(len(self.matrix)), takes_self=True)
    )

    def __attrs_post_init__(self) -> None:
        size = len(self.classes)
        if [len(row) for row in self.matrix] != [size] * size:
            each = abbreviated(self.classes)
            raise InvalidData(f"the costs are not {size} rows of {size}: give a row and a column for each of {each}")
        for actual, predicted in product(self.classes, repeat=2):
            cost, give = self.between(actual, predicted), "0" if actual == predicted else "a number of at least 0"
            if cost < 0 or (cost and actual == predicted):
                raise InvalidData(f"the cost of class {actual!r} predicted as {predicted!r} is {cost}: give {give}")

    @classmethod
    @checked
    def of(cls, pairs: Mapping[tuple[Any, Any], Rational | float]) -> Costs:
        """Return the costs that *pairs* gives for each two classes, as (true class, predicted class)."""
        given: list[Any] = list(pairs)
        if wrong := [pair for pair in given if not isinstance(pair, tuple) or len(pair) != 2]:  # noqa: PLR2004 (a pair)
            raise refused(wrong[0], "costs", "a mapping from (true class, predicted class) to a cost")
        classes = list(dict.fromkeys(label for pair in pairs for label in pair))
        for actual, predicted in permutations(classes, 2):
            if (actual, predicted) not in pairs:
                raise InvalidData(f"no cost is given for rows of class {actual!r} predicted as {predicted!r}: add it")
        return cls([[pairs.get((actual, predicted), 0) for predicted in classes] for actual in classes], classes)

    @checked
    def among(self, classes: Labels) -> tuple[tuple[Rational, ...], ...]:
        """Return C(i|j) in another order of *classes*, or of some; raises `InvalidData` for a class without costs."""
        place = {label: number for number, label in enumerate(self.classes)}
        if unknown := [label for label in classes if label not in place]:
            known, other = abbreviated(self.classes), abbreviated(unknown[0])
            raise InvalidData(f"the costs are of the classes {known}, and {other} is none of them: add its own")
        return tuple(tuple(self.matrix[place[actual]][place[one]] for one in classes) for actual in classes)

    @checked
    def between(self, actual: Category, predicted: Category) -> Rational:
        """Return C(predicted | actual)."""
        return self.among((actual, predicted))[0][1]

    @checked
    def of_class(self, actual: Category) -> Rational:
        """Return C(j) = sum_i C(i|j), what the mistakes about the rows of a class cost together."""
        return sum(self.between(actual, predicted) for predicted in self.classes)


CostTable: TypeAlias = Annotated[
    Costs | Mapping[tuple[Any, Any], Rational | float], lambda name, value: as_costs(value, name)
]
"""Costs, or what `Costs.of` makes them of."""


def as_costs(value: CostTable, name: str = "costs") -> Costs:
    """Return *value* as `Costs`; raises `InvalidData` for what is neither costs nor a mapping of pairs."""
    if not isinstance(value, Costs | Mapping):
        raise refused(value, name, "Costs, or a mapping from (true class, predicted class) to a cost")
    return value if isinstance(value, Costs) else Costs.of(value)


@checked
def expected_costs(summary: ClassCounts, costs: CostTable) -> tuple[Fraction, ...]:
    """Return for each class the expected cost, per unit of weight, of predicting it for the rows of a node.

    sum_j C(i|j) p(j|t) for each class i      [CART84 §2.6, §4.4]

    >>> list(map(str, expected_costs(ClassCounts((3, 1)), Costs([[0, 1], [5, 0]]))))
    ['5/4', '3/4']
    """
    p, C = summary.proportions, as_costs(costs).among(summary.classes)
    return tuple([sum([C[j][i] * p[j] for j in range(len(p))], start=Fraction(0)) for i in range(len(p))])


@checked
def least_cost_label(summary: ClassCounts, costs: CostTable) -> Category:
    """Return the class whose prediction costs least at a node, the first in class order among equals.

    argmin_i sum_j C(i|j) p(j|t)      [CART84 §2.6, §4.4]

    >>> least_cost_label(ClassCounts((3, 1), ["well", "ill"]), {("well", "ill"): 1, ("ill", "well"): 5})
    'ill'
    """
    expected = expected_costs(summary, costs)
    return summary.classes[expected.index(min(expected))]


def decision(summary: Summary, costs: CostTable | None) -> Any:
    """Return the prediction of a node: the majority or the mean, or with *costs* the class of least expected cost."""
    if costs is None:
        return summary.prediction
    if isinstance(summary, Moments):
        raise InvalidData("the node predicts a number, and classes are asked for: give a tree of classes")
    return least_cost_label(summary, costs)


@attrs.frozen
class _OfCosts:
    costs: Costs = attrs.field(converter=as_costs)


@attrs.frozen
class ExpectedCost(_OfCosts):
    """The impurity that is the cost of a node's mistakes: pass it where an impurity is asked for.

    r(t) = min_i sum_j C(i|j) p(j|t), which is concave; with costs of 1 `misclassification`      [CART84 §2.6, §4.4]

    >>> ExpectedCost({("well", "ill"): 1, ("ill", "well"): 5})(ClassCounts((3, 1), ["well", "ill"]))
    Exact('3/4')
    """

    __name__: ClassVar[str] = "expected cost"

    def __call__(self, summary: ClassCounts) -> Exact:
        """Return i(t) of a node."""
        return Exact(min(expected_costs(summary, self.costs)))


@attrs.frozen
class GiniWithCosts(_OfCosts):
    """The Gini index in which each pair of classes counts by its cost: pass it where an impurity is asked for.

    i(t) = sum_{i != j} C(i|j) p(i|t) p(j|t)      [CART84 §4.4]

    The costs of a pair enter by their sum alone.  It need not be concave: a question of a gain below 0 is not asked.

    >>> GiniWithCosts({("well", "ill"): 1, ("ill", "well"): 5})(ClassCounts((3, 1), ["well", "ill"]))
    Exact('9/8')
    """

    __name__: ClassVar[str] = "gini with costs"

    def __call__(self, summary: ClassCounts) -> Exact:
        """Return i(t) of a node."""
        pairs = zip(expected_costs(summary, self.costs), summary.proportions, strict=True)
        return Exact(sum([expected * p for expected, p in pairs]))


@attrs.frozen
class AlteredGini(_OfCosts):
    """The Gini index under altered priors, per unit of the weight there is: grow by it, prune by `ExpectedCost`.

    N(t) i(t) = N'(t) (1 - sum_j p'(j|t)^2), where N'_j = C(j) N_j and C(j) = sum_i C(i|j)      [CART84 §4.4]

    It is concave, and ranks questions as `gini` does under `altered_priors`, while the rows keep their weights.

    >>> AlteredGini({("well", "ill"): 1, ("ill", "well"): 5})(ClassCounts((3, 1), ["well", "ill"]))
    Exact('15/16')
    """

    __name__: ClassVar[str] = "altered gini"

    def __call__(self, summary: ClassCounts) -> Exact:
        """Return i(t) of a node."""
        pairs = zip(summary.classes, summary.proportions, strict=True)
        altered = ClassCounts([self.costs.of_class(label) * p for label, p in pairs], summary.classes)
        return altered.weight * gini(altered) if altered.weight else Exact(0)


def costs_of(impurity: object) -> Costs | None:
    """Return the costs that an impurity is made of, or None of any other."""
    return impurity.costs if isinstance(impurity, _OfCosts) else None
