"""The choices that an implementation is free to make, as data that the judge reads; no code depends on its name."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

import attrs
import numpy as np

from dtrees.arguments import fields_as_annotated, taken
from dtrees.data.dataset import Dataset, Numeric, Responses
from dtrees.data.outputs import Outputs
from dtrees.data.scaled import nearest_floats
from dtrees.errors import refused
from dtrees.growing.costs import ExpectedCost, costs_of, expected_costs
from dtrees.growing.impurity import Impurity, misclassification, usual_impurity
from dtrees.growing.monotone import Compared
from dtrees.pruning.cost_complexity import Ties
from dtrees.pruning.scales import Scale
from dtrees.pruning.upper_limit import Limit
from dtrees.trees.outputs import OutputSummaries
from dtrees.trees.summary import ClassCounts

if TYPE_CHECKING:
    from dtrees.data.dataset import Category
    from dtrees.growing.learner import Learner
    from dtrees.numbers.exact import Rational
    from dtrees.trees.summary import Summary

Precision: TypeAlias = Literal["float64", "float32"]
Reading: TypeAlias = Literal["exact", "float64", "float32"]
ZeroGain: TypeAlias = Literal["asked", "split", "stop", "either"]
AnyPart = TypeVar("AnyPart")


def each_named(kind: Any, name: str, values: Any) -> Any:
    """Return *values*, a mapping from text to values of that *kind*; *name* stands in error messages."""
    if not isinstance(values, Mapping) or not all(isinstance(key, str) for key in values):
        raise refused(values, name, "a mapping from text")
    return {key: taken(kind, f"{name}[{key!r}]", value) for key, value in values.items()}


@attrs.frozen(kw_only=True, field_transformer=fields_as_annotated)
class Conventions:
    """Everything that two right implementations may do differently; the defaults are the specification's choices.

    How numbers are read, and where thresholds lie:

    precision     feature values are read as the ``exact`` numbers that are given, or rounded to a float type before
                  anything else; ``either``: exact or float32, it is not known which
    response_precision  likewise responses and weights
    smallest_gap  a threshold lies between neighbours a < b only if b > a + smallest_gap, added in that precision
                  (float64 where they are exact)
    largest       the implementation is not given numbers x with |x| above this, or with 0 < |x| below its inverse
    comparison    the first child of a threshold s takes x ``<=`` s, or x ``<`` s
    cut           between neighbours a < b a threshold lies at the ``midpoint``, at the ``observed`` one (a for ``<=``,
                  b for ``<``), at the largest value of all training rows that is not above the midpoint (``training``),
                  or anywhere ``between``; ``asked``: where the learner's questions say

    Which question a node asks, and whether it asks one:

    thresholds    of each column ``every`` cut competes, or one that is ``drawn`` at random (extra trees): then a
                  question is right that is the best with some draw of the other columns' cuts
    arithmetic    ``exact``, or ``float64``: then scores, limits and alphas within rounding may compare either way
    ties          of equally good questions the ``canonical`` one, the ``last`` in that order, or ``any``
    repeats       the same call, also in another process, gives the ``same`` answer, or ``any`` right answer
    zero_gain     a question that gains nothing is asked (``split``), or not (``stop``), or as the learner says
                  (``asked``); ``either``: it is not known when
    response_zero_gain  likewise for responses: the ``same``, or another rule
    limits        min_split and min_leaf count ``weight``, or ``rows`` of positive weight
    min_leaf      is asked of each question, ``before`` the best is found, or of that alone, ``after``: then a node is
                  a leaf whose best question leaves a child less
    smallest_gain a question that gains no more than this need not be asked, whatever the learner says
    merged        whether a branch may be a leaf where all leaves below it would predict one class or number
    branches      a question with one child for each category has children for those ``present`` at the node, or for all
                  ``declared``: a child without rows is a leaf that predicts what its parent does
    pure_up_to    a node of at most this impurity counts as pure
    rates         of kept counts, a question may give a child of ``any`` rate, or only of ``positive`` ones, or
                  ``either``: it is not known which
    categories    the kind of question about categories, whatever the learner says; ``asked``: the learner's
    direction     where no value is missing at a node, rows of a missing value would go to the ``larger`` child by
                  weight, the first of equals, to that of ``more_rows``, the last of equals, or to ``any``
    wording       of a question about categories the first child is the ``canonical`` one, or ``any``
    gate          a gate's average gain is over the features that split the rows (``parting``), ``all``, or ``either``
    ratio         the largest gain ratio is among those of each feature's ``best_cut``, by gain, or of ``any_cut``, or
                  each feature's cut of ``best_ratio``, whose own gain the gate takes, or ``either``: any of these
    monotone      under monotone constraints questions are compared by their children's ``own`` values, or by those that
                  are predicted, ``bounded`` (`dtrees.growing.monotone`)

    What is stated of rows and of trees:

    stated_precision  the float type of means, shares and other numbers that are stated or predicted
    shares        a class's share of a leaf is N_k / N (``relative``), or (N_k + 1) / (N + K) (``laplace``)
    majority      of classes of equal weight a leaf predicts the ``first`` or ``last`` in class order, the first or last
                  when ``sorted`` or ``last_sorted``, or ``any`` (such as the first that it met)
    equal_errors  of trees of equal validated error the ``smallest`` is chosen, or ``any``
    equal_losses  a branch that loses as much on validation rows as a leaf is made one (``prune``), or not (``keep``)
    limit         the upper limit of a leaf's error rate by which errors are predicted: ``binomial``, ``c45`` or ``j48``

    How trees are pruned:

    risk          the i(t) of R(t); None is `gini` for classes, `squared_error` for numbers
    scale         the unit of alphas, for functions without a parameter *scale* (`dtrees.pruning.scales`)
    validation_scale  likewise of a cross-validation: the ``same``, or another unit
    links         links tied at one alpha are cut ``together`` in one row, or ``one_at_a_time`` in rows that repeat it
    first         the first row of a path shows T(0), the ``optimal`` tree, or the ``largest``, unpruned
    pruned        pruning at a given alpha cuts links of g(t) ``at_most`` alpha, or only those ``below`` it

    >>> bool(Conventions(smallest_gap=0.5).parts(1.0, 1.5))
    False
    """

    GIVE = "Conventions, such as EXACT"

    precision: Literal["exact", "float64", "float32", "either"] = "exact"
    response_precision: Reading = "exact"
    smallest_gap: float = 0.0
    largest: float = math.inf
    comparison: Literal["<=", "<"] = "<="
    cut: Literal["asked", "midpoint", "observed", "training", "between"] = "asked"
    thresholds: Literal["every", "drawn"] = "every"
    arithmetic: Literal["exact", "float64"] = "exact"
    ties: Literal["canonical", "last", "any"] = "canonical"
    repeats: Literal["same", "any"] = "same"
    zero_gain: ZeroGain = "asked"
    response_zero_gain: Literal["same", "asked", "split", "stop", "either"] = "same"
    limits: Literal["weight", "rows"] = "weight"
    min_leaf: Literal["before", "after"] = "before"
    smallest_gain: float = 0.0
    merged: bool = False
    branches: Literal["present", "declared"] = "present"
    pure_up_to: float = 0.0
    rates: Literal["any", "positive", "either"] = "any"
    categories: Literal["asked", "each", "equals", "subset"] = "asked"
    direction: Literal["larger", "more_rows", "any"] = "larger"
    wording: Literal["canonical", "any"] = "canonical"
    gate: Literal["parting", "all", "either"] = "parting"
    ratio: Literal["best_cut", "any_cut", "best_ratio", "either"] = "best_cut"
    monotone: Compared = "own"
    stated_precision: Precision = "float64"
    shares: Literal["relative", "laplace"] = "relative"
    majority: Literal["first", "last", "sorted", "last_sorted", "any"] = "first"
    equal_errors: Literal["smallest", "any"] = "smallest"
    equal_losses: Literal["prune", "keep"] = "prune"
    limit: Limit = "binomial"
    risk: Impurity | None = None
    scale: Scale = "count"
    validation_scale: Literal["same", "count", "proportion", "root", "node"] = "same"
    links: Ties = "together"
    first: Literal["optimal", "largest"] = "optimal"
    pruned: Literal["at_most", "below"] = "at_most"

    def learner(self, learner: Learner, data: Dataset | None = None) -> Learner:
        """Return *learner* with the options that are fixed here: questions without gain, and the place of thresholds.

        The rule for questions without gain may be another for *data* with responses.
        """
        stopping, questions = learner.stopping, learner.questions
        zero_gain = self.zero_gain_of(data) if data else self.zero_gain
        if zero_gain in {"split", "stop"}:
            stopping = attrs.evolve(stopping, zero_gain=zero_gain)
        if self.cut in {"midpoint", "observed", "training"} and questions.numbers != "each":
            questions = attrs.evolve(questions, numbers=self.cut)
        return attrs.evolve(learner, stopping=stopping, questions=questions)

    def readings(self, learner: Learner) -> list[Conventions]:
        """Return a variant of these conventions for each value of an option set to ``either``, if it matters.

        Only gain ratios have such options; a gate that *learner* does not have is the specification's.
        """
        if learner.score != "gain_ratio":
            return [self]
        gate = "parting" if learner.gate == "none" else self.gate
        counted: Any = ("parting", "all") if gate == "either" else (gate,)
        cuts: Any = ("best_cut", "any_cut", "best_ratio") if self.ratio == "either" else (self.ratio,)
        return [attrs.evolve(self, gate=gate, ratio=ratio) for gate, ratio in product(counted, cuts)]

    @property
    def barred_matter(self) -> bool:
        """Whether questions that min_leaf bars matter to the others: one of them is drawn, or found the best."""
        return self.thresholds == "drawn" or self.min_leaf == "after"

    def precisions(self) -> list[Conventions]:
        """Return a variant of these conventions for each precision of the features that is possible."""
        known = self.precision != "either"
        return [self] if known else [attrs.evolve(self, precision=one) for one in ("exact", "float32")]

    @property
    def coarsest(self) -> Reading:
        """The precision of the features, or the coarsest that is possible."""
        return "float32" if self.precision == "either" else self.precision

    def seen(self, data: Dataset) -> Dataset:
        """Return *data* as the peer reads them: features, responses and weights rounded to its precisions.

        >>> from dtrees.data.constructors import regression_data
        >>> Conventions(response_precision="float32").seen(regression_data([[0.1]], [0.1])).target.values.tolist()
        [0.10000000149011612]
        """
        features, target, weights = data.features, data.target, data.weights
        if self.precision != "exact":
            features = tuple(_rounded(feature, self.coarsest) for feature in features)
        if self.response_precision != "exact":
            target = _rounded(target, self.response_precision)
            weights = nearest_floats(weights).astype(self.response_precision)
        return Dataset(features, target, weights)

    def parts(self, below: Any, above: Any) -> Any:
        """Return whether the peer can put a threshold between *below* and *above*, neighbouring numbers or arrays."""
        if self.precision == "exact" and not self.smallest_gap:
            return above > below
        number = np.float32 if self.coarsest == "float32" else np.float64
        with np.errstate(over="ignore"):
            return number(above) > number(below) + number(self.smallest_gap)

    def reads(self, data: Dataset) -> bool:
        """Return whether the peer reads every number of *data* without rounding, and can separate any two values."""
        columns = [feature for feature in data.features if isinstance(feature, Numeric)]
        numbers = [np.unique(column.values[~column.missing]) for column in columns]
        parted = all(bool(np.all(self.parts(one[:-1], one[1:]))) for one in numbers)
        return all(map(self.asks_about, columns)) and parted and self.seen(data) == data

    def asks_about(self, column: Numeric) -> bool:
        """Return whether no number of *column* is too large or too small for the peer (the convention *largest*)."""
        sizes = np.abs(nearest_floats(column.values[~column.missing]))
        return bool(np.all((sizes == 0) | ((sizes >= 1 / self.largest) & (sizes <= self.largest))))

    def charged(self, learner: Learner) -> Conventions:
        """Return these conventions with R(t) as the expected cost of mistakes, if *learner* grows by costs."""
        costs = costs_of(learner.impurity)
        return attrs.evolve(self, risk=ExpectedCost(costs)) if costs and not self.risk else self

    @property
    def errors(self) -> Impurity:
        """The impurity that counts the errors of a leaf, or their cost where R(t) is a cost."""
        return self.risk if self.risk and costs_of(self.risk) else misclassification

    def predicted(self, summary: ClassCounts) -> tuple[Category, ...]:
        """Return the classes that a leaf may predict: all of largest weight or least cost, or one by convention.

        >>> from dtrees.trees.summary import ClassCounts
        >>> Conventions(majority="any").predicted(ClassCounts((2, 1, 2), ("a", "b", "c")))
        ('a', 'c')
        """
        costs = costs_of(self.risk)
        merits = [-cost for cost in expected_costs(summary, costs)] if costs and summary.weight else summary.counts
        tied = tuple(label for label, merit in zip(summary.classes, merits, strict=True) if merit == max(merits))
        ordered = sorted(tied, key=lambda label: (str(type(label)), label))
        first_or_last = {"first": tied[0], "last": tied[-1], "sorted": ordered[0], "last_sorted": ordered[-1]}
        return tied if self.majority == "any" else (first_or_last[self.majority],)

    @property
    def scale_of_validation(self) -> Scale:
        """The unit of the alphas that a cross-validation without a parameter *scale* states."""
        return self.scale if self.validation_scale == "same" else self.validation_scale

    def risk_of(self, summary: Summary) -> Impurity:
        """Return the impurity i(t) in R(t) for nodes with such a *summary*.

        The convention *risk* is for classes and for several outputs.

        >>> from dtrees.trees.summary import Moments
        >>> Conventions(risk=misclassification).risk_of(Moments.of([1, 2])).__name__
        'squared_error'
        """
        own = self.risk if isinstance(summary, ClassCounts | OutputSummaries) else None
        return own or usual_impurity(summary)

    def size(self, rows: Dataset, summary: Summary) -> Rational:
        """Return what min_split and min_leaf count of *rows*, which *summary* sums up.

        >>> from dtrees.data.constructors import regression_data
        >>> from dtrees.trees.summary import summarize
        >>> data = regression_data([[1], [2]], [3, 4], weights=[900, 800])
        >>> Conventions().size(data, summarize(data)), Conventions(limits="rows").size(data, summarize(data))
        (1700, 2)
        """
        return summary.weight if self.limits == "weight" else int(np.count_nonzero(rows.weights))

    def zero_gain_of(self, data: Dataset) -> ZeroGain:
        """Return the rule for questions that gain nothing on *data*, which have classes or responses."""
        if self.response_zero_gain == "same" or not isinstance(data.target, Responses):
            return self.zero_gain
        return self.response_zero_gain

    def shares_of(self, summary: ClassCounts) -> tuple[Rational, ...]:
        """Return the share of each class that a leaf states.

        >>> from dtrees.trees.summary import ClassCounts
        >>> list(map(str, Conventions(shares="laplace").shares_of(ClassCounts((3, 0)))))
        ['4/5', '1/5']
        """
        if self.shares == "relative":
            return tuple(summary.proportions)
        whole = Fraction(summary.weight) + len(summary.counts)
        return tuple((count + 1) / whole for count in summary.counts)

    def grows(self, learner: Learner) -> bool:
        """Return whether the peer asks the same kind of question about categories as *learner*."""
        return self.categories in {"asked", learner.questions.categories}


def _rounded(part: AnyPart, precision: str) -> AnyPart:
    """Return a feature or target, its numbers (if it holds any) rounded to *precision*."""
    if isinstance(part, Outputs):
        return attrs.evolve(part, targets=[_rounded(one, precision) for one in part.targets])
    if not isinstance(part, Numeric | Responses):
        return part
    with np.errstate(over="ignore"):
        return attrs.evolve(part, values=nearest_floats(part.numbers).astype(precision))


def as_float64(data: Dataset) -> Dataset:
    """Return *data* as a program that reads float64 sees them; raises `Unsupported` for numbers out of its range.

    >>> from decimal import Decimal
    >>> from dtrees.data.constructors import regression_data
    >>> data = regression_data({"x": [1, 2]}, [Decimal("0.1"), 2])
    >>> as_float64(data).target.values, data.target.values
    (array([0.1, 2. ]), array([Fraction(1, 10), 2], dtype=object))
    """
    return Conventions(precision="float64", response_precision="float64").seen(data)


EXACT = Conventions()
"""The specification's own choices: no rounding, no gap, canonical ties."""

UNKNOWN = Conventions(
    precision="either",
    stated_precision="float32",
    smallest_gap=1e-6,
    cut="between",
    arithmetic="float64",
    ties="any",
    zero_gain="either",
    merged=True,
    wording="any",
    gate="either",
    ratio="either",
    rates="either",
    majority="any",
    equal_errors="any",
)
"""The conventions of an unknown implementation, so lenient that no law presumes a choice that is not known."""
