"""Monotone constraints: where a constrained number rises, what the tree predicts never falls, or never rises.

What a node predicts is a number: the mean, or of two classes the share of the second.  Each node has bounds, and
predicts its own value where that is within them, else the nearer bound.  A question about a constrained number is asked
only if its children's values are in the order that is asked for, and the middle of these two bounds all that is
predicted below either child.  So a tree is monotone by the way it is made:

1. The middle lies within the node's bounds, for both values do.  So bounds lie within those above them.
2. Two rows that differ in the constrained number alone, and know it, go the same way until a threshold parts them.
3. Below it one side predicts at most the middle, and the other at least.

None of this needs the leaves to be leaves: a pruned subtree is monotone, too.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import wraps
from numbers import Integral
from typing import Annotated, Any, Final, Literal, TypeAlias

import attrs

from dtrees.arguments import Function, checked
from dtrees.data.dataset import Dataset, Numeric
from dtrees.errors import InvalidData, InvalidLearner, Unsupported, refused
from dtrees.growing.best_split import ScoredSplit, optimal_among, scored_splits
from dtrees.growing.grow import stops
from dtrees.growing.impurity import squared_error
from dtrees.growing.learner import Learner
from dtrees.growing.missing.ways import directed
from dtrees.growing.training_values import asking_training_values
from dtrees.numbers.exact import Exact
from dtrees.trees.missing_answers import IsMissing, plain_questions
from dtrees.trees.paths import Path
from dtrees.trees.questions import Question, Threshold
from dtrees.trees.recursion import recursive
from dtrees.trees.split import split
from dtrees.trees.summary import Moments, Summary, summarize, total
from dtrees.trees.tree import Branch, Leaf, Tree

Compared: TypeAlias = Literal["own", "bounded"]


def _constraints(name: str, value: Any) -> Any:
    if not isinstance(value, Mapping) or [x for x in value.values() if not isinstance(x, Integral) or x**2 != 1]:
        raise refused(value, name, "a mapping from the name of a column to 1 (never falls) or -1 (never rises)")
    return value


Constraints: TypeAlias = Annotated[Mapping[str, int], _constraints]
"""The sign of each constrained column: 1 where what is predicted never falls as its number rises, -1: never rises."""


@attrs.frozen
class Bounds:
    """The least and the largest value that a node and all nodes below it may predict.

    >>> Bounds(high=Fraction(1, 2)).nearest(Fraction(3, 4))
    Fraction(1, 2)
    """

    low: Fraction | float = -math.inf
    high: Fraction | float = math.inf

    def nearest(self, value: Fraction) -> Any:
        """Return *value* where it is within the bounds, else the bound that it passes."""
        return min(max(value, self.low), self.high)


ANY: Final = Bounds()
"""The bounds of a root."""


def fitting(function: Function) -> Function:
    """Decorate a function of data, learner and constraints so that it refuses those that do not fit each other."""

    @wraps(function)
    def called(
        data: Dataset, learner: Learner, constraints: Any, bounds: Bounds = ANY, compared: Compared = "own"
    ) -> Any:
        value_of(summarize(data))
        for name in constraints:
            if not isinstance(data.feature(name), Numeric) or learner.questions.numbers == "each":
                raise InvalidData(f"column {name!r} is constrained: give numbers, and a learner that asks thresholds")
        by_error = learner.score == "gain" and learner.impurity_for(data) is squared_error
        if compared == "bounded" and not by_error:
            raise InvalidLearner("bounded values are compared by squared error: give cart(), and classes as 0 and 1")
        if data.holds_missing and learner.missing.way != "either_side":
            name, row = next((each.name, each.missing.argmax()) for each in data.features if each.missing.any())
            raise Unsupported(f"column {name!r}, row {row}: constraints allow a missing value by 'either_side' alone")
        return function(data, learner, constraints, bounds, compared)

    return called  # type: ignore[return-value]  # it takes and returns what *function* does


@checked
@fitting
@asking_training_values
@recursive
def grow_monotone(
    data: Dataset, learner: Learner, constraints: Constraints, bounds: Bounds = ANY, compared: Compared = "own"
) -> Tree:
    """Return the tree that *learner* grows on *data* by the best questions that keep the *constraints*.

    As `grow` does; each child has the bounds that its question gives it (`bounds_below`).  No constraint is `grow`.
    Questions are *compared* by their children's ``own`` values, as in scikit-learn, or by the ``bounded`` ones that
    are predicted, as in XGBoost, LightGBM's ``basic`` method and HistGradientBoosting (`monotone_splits`).  What the
    tree predicts `predict_monotone` returns.      [AUGUSTE20 basic method; scikit-learn's monotonic_cst]

    Raises `InvalidData` for more than two classes and for a constraint on what is no number, `InvalidLearner` for
    ``bounded`` values by another score than the squared error, and `Unsupported` for missing values that do not go to
    ``either_side``: then a child's value is that of its rows of a missing value, too, and whether a value is missing is
    a question of any children.  `dtrees.vectorized` has no faster one: the book scores every question of every node.

    >>> data = dt.regression_data({"x": [1, 2, 3, 4]}, [9, 4, 2, 3])
    >>> [len(dt.leaves(grow_monotone(data, dt.cart(), {"x": sign}))) for sign in (1, -1)]
    [1, 3]
    """
    data = data.present
    node = summarize(data)
    found = () if stops(node, learner) else monotone_splits(data, learner, constraints, bounds, compared)
    if not found:
        return Leaf(node)
    question, parts = found[0].question, split(data, found[0].question)
    below = zip(parts, bounds_below(question, found[0].parts, constraints, bounds), strict=True)
    rest = learner.below(node)
    return Branch(node, question, [grow_monotone(part, rest, constraints, each, compared) for part, each in below])


def monotone_splits(
    data: Dataset, learner: Learner, constraints: Mapping[str, int], bounds: Bounds = ANY, compared: Compared = "own"
) -> tuple[ScoredSplit, ...]:
    """Return every optimal split, of those that keep the *constraints*, the canonical one first.

    argmax of the score, or by ``bounded`` values of the gain that these leave (`bounded_split`).
    """
    every: list[Any] = list(scored_splits(data, learner))
    if compared == "bounded":
        every = [bounded_split(one, bounds) for one in every]
    kept = [one for one in every if keeps(one, constraints, bounds, compared)]
    return tuple([directed(data.present, best, learner) for best in optimal_among(kept, learner.below(data, 0))])


def value_of(t: Summary) -> Fraction:
    """Return the number that a node has of its own: the mean, or median, or the share of the second class."""
    if isinstance(t, Moments):
        value: Any = t.predicted
        if isinstance(value, tuple):
            raise InvalidData("several outputs have no one value that a constraint could be on: give one of them")
        return Fraction(value)
    if len(t.classes) != 2:  # noqa: PLR2004 (two classes)
        raise InvalidData(f"there are {len(t.classes)} classes: the constraint is on the share of the second of two")
    return t.proportions[1]


def keeps(one: ScoredSplit, constraints: Mapping[str, int], bounds: Bounds, compared: Compared = "own") -> bool:
    """Return whether the values of a question's children are in the order that its column's constraint asks for.

    low <= v_1 <= v_2 <= high where it never falls, low <= v_2 <= v_1 <= high where it never rises; ``bounded`` values
    lie within the bounds, whatever the children's own.  Any other question does.
    """
    own = [value_of(part) for part in one.parts]
    bounded, sign = [bounds.nearest(value) for value in own], sign_of(one.question, constraints)
    may_be_asked = compared == "bounded" or own == bounded
    return not sign or (may_be_asked and sign * (bounded[1] - bounded[0]) >= 0)


def sign_of(question: Question, constraints: Mapping[str, int]) -> int:
    """Return the sign of the question's column, or 0 where that has none, and where it asks if the value is missing."""
    return 0 if isinstance(question, IsMissing) else constraints.get(question.feature, 0)


def bounds_below(
    question: Question, parts: Sequence[Summary], constraints: Mapping[str, int], bounds: Bounds
) -> list[Bounds]:
    """Return the bounds of each child: the node's own, or where the column is constrained those of its side.

    (low, middle) and (middle, high), middle = (v_1 + v_2) / 2 of the children's bounded values
    """
    if not (sign := sign_of(question, constraints)):
        return [bounds] * len(parts)
    if not isinstance(plain_questions(question)[0], Threshold):
        raise InvalidData(f"column {question.feature!r} is constrained: its questions are thresholds, not {question}")
    middle = sum([bounds.nearest(value_of(part)) for part in parts]) / 2
    return [Bounds(bounds.low, middle), Bounds(middle, bounds.high)][::sign]


def bounded_split(one: ScoredSplit, bounds: Bounds) -> ScoredSplit:
    """Return *one*, scored by squared error, with its gain where node and children predict their bounded values c.

    r(t) - sum_k N_k / N r(t_k), where r(t) = 1/N sum_i (y_i - c)^2 = i(t) + (mean - c)^2
    """
    whole = total(one.parts)
    r_whole, *r = [(value_of(t) - bounds.nearest(value_of(t))) ** 2 for t in (whole, *one.parts)]
    weighed = [part.weight * each for part, each in zip(one.parts, r, strict=True)]
    gained = Exact(r_whole) - sum(weighed) / Fraction(whole.weight) + one.gain
    return attrs.evolve(one, score=gained, gain=gained)


@checked
def bounded_values(tree: Tree, constraints: Constraints) -> dict[Path, Any]:
    """Return the value that each node of *tree* predicts, by path: its own, or the bound that this passes.

    c(t) = min(max(v(t), low), high); the bounds follow from the tree and the *constraints* (`bounds_below`).
    Raises `InvalidData` for more than two classes, and where a constrained column is asked by no threshold.

    >>> data = dt.regression_data({"x": [0, 1, 1, 0], "z": [0, 0, 1, 1]}, [0, 0, 1, 0])
    >>> tree = grow_monotone(data, dt.cart(), {"x": 1})
    >>> [(node.question.feature, str(node.summary.mean)) for node in dt.branches(tree)]
    [('x', '1/4'), ('z', '1/2')]
    >>> str(dt.subtree_at(tree, (1, 0)).summary.mean), str(bounded_values(tree, {"x": 1})[1, 0])
    ('0', '1/4')
    """
    found: dict[Path, Any] = {}
    waiting: list[tuple[Path, Tree, Bounds]] = [((), tree, ANY)]
    while waiting:
        path, t, bounds = waiting.pop()
        found[path] = bounds.nearest(value_of(t.summary))
        if isinstance(t, Branch):
            below = bounds_below(t.question, [child.summary for child in t.children], constraints, bounds)
            places = enumerate(zip(t.children, below, strict=True))
            waiting += [((*path, place), child, each) for place, (child, each) in places]
    return found
