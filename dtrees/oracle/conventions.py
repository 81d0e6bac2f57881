"""What an implementation may choose for itself, as data: the judge reads it, and no code path depends on a name."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

import attrs
import numpy as np

from dtrees.data import Dataset, Numeric, Responses, nearest_floats

if TYPE_CHECKING:
    from dtrees.data import Category
    from dtrees.exact import Rational
    from dtrees.impurity import Impurity
    from dtrees.learner import Learner
    from dtrees.pruning import Ties
    from dtrees.scales import Scale
    from dtrees.summary import ClassCounts

Precision: TypeAlias = Literal["float64", "float32"]
Cut: TypeAlias = Literal["asked", "midpoint", "observed", "training", "between"]
TieRule: TypeAlias = Literal["canonical", "last", "any"]
ZeroGain: TypeAlias = Literal["asked", "split", "stop"]
CategoryQuestions: TypeAlias = Literal["asked", "each", "equals", "subset"]
FirstOrLast: TypeAlias = Literal["first", "last", "any"]
AnyPart = TypeVar("AnyPart")


@attrs.frozen(kw_only=True)
class Conventions:
    """Everything that two right implementations may do differently; the defaults are the specification's choices.

    How numbers are read and cut:

    precision     the float type that feature values are rounded to before anything else
    response_precision  that of responses and weights
    smallest_gap  values a < b next to each other are parted only if b > a + smallest_gap, added in that precision
    comparison    the first child of a threshold s takes x ``<=`` s, or x ``<`` s
    cut           between neighbours a < b a threshold lies at the ``midpoint``, at the ``observed`` one (a for ``<=``,
                  b for ``<``), at the largest value of all training rows that is not above the midpoint (``training``),
                  or anywhere ``between``; ``asked``: where the learner's questions say

    Which question is asked, and whether:

    arithmetic    ``exact``, or ``float64``: then scores, limits and alphas within rounding may be taken either way
    ties          of equally good questions the ``canonical`` one, the ``last`` in that order, or ``any``
    repeats       asked again, also in another process, it answers the ``same``, or ``any`` right answer
    zero_gain     a question that gains nothing is made (``split``), or not (``stop``), or as the learner ``asked``
    pure_up_to    a node of at most this impurity counts as pure
    categories    the questions about categories, whatever the learner says; ``asked``: those it says
    wording       of a question about categories the first child is the ``canonical`` one, or ``any``
    gate          a gate's average is over the features that are ``parting`` the rows, or over ``all``

    What is said of a row, and of trees:

    stated_precision  the float type of means, shares and other numbers that are stated or predicted
    shares        a class's share of a leaf is N_k / N (``relative``), or (N_k + 1) / (N + K) (``laplace``)
    majority      of classes of equal weight a leaf predicts the ``first`` in class order, the ``last``, or ``any``
    equal_errors  of trees of equal validated error the ``smallest`` is chosen, or ``any``

    How trees are pruned:

    risk          the i(t) of R(t); None is `gini` for classes, `squared_error` for numbers
    scale         the unit of alphas, where functions cannot be told one (`dtrees.scales`)
    links         links tied at one alpha are cut ``together`` in one row, or ``one_at_a_time`` in rows that repeat it
    first         the first row of a path shows T(0), the ``optimal`` tree, or the ``largest``, unpruned
    pruned        pruning at a given alpha cuts links of g(t) ``at_most`` alpha, or only those ``below`` it

    >>> bool(Conventions(smallest_gap=0.5).parts(1.0, 1.5))
    False
    """

    precision: Precision = "float64"
    response_precision: Precision = "float64"
    smallest_gap: float = 0.0
    comparison: Literal["<=", "<"] = "<="
    cut: Cut = "asked"
    arithmetic: Literal["exact", "float64"] = "exact"
    ties: TieRule = "canonical"
    repeats: Literal["same", "any"] = "same"
    zero_gain: ZeroGain = "asked"
    pure_up_to: float = 0.0
    categories: CategoryQuestions = "asked"
    wording: Literal["canonical", "any"] = "canonical"
    gate: Literal["parting", "all"] = "parting"
    stated_precision: Precision = "float64"
    shares: Literal["relative", "laplace"] = "relative"
    majority: FirstOrLast = "first"
    equal_errors: Literal["smallest", "any"] = "smallest"
    risk: Impurity | None = None
    scale: Scale = "count"
    links: Ties = "together"
    first: Literal["optimal", "largest"] = "optimal"
    pruned: Literal["at_most", "below"] = "at_most"

    def seen(self, data: Dataset) -> Dataset:
        """Return *data* as the peer sees it: features, and responses and weights, in its precisions.

        >>> from dtrees.constructors import regression_data
        >>> Conventions(response_precision="float32").seen(regression_data([[0.1]], [0.1])).target.values.tolist()
        [0.10000000149011612]
        """
        features, target, weights = data.features, data.target, data.weights
        if self.precision != "float64":
            features = tuple(_rounded(feature, self.precision) for feature in features)
        if self.response_precision != "float64":
            target = _rounded(target, self.response_precision)
            weights = nearest_floats(weights).astype(self.response_precision)
        return Dataset(features, target, weights)

    def parts(self, below: Any, above: Any) -> Any:
        """Return whether the peer can put a threshold between neighbours: numbers or, place by place, arrays."""
        number = np.dtype(self.precision).type
        with np.errstate(over="ignore"):
            return number(above) > number(below) + number(self.smallest_gap)

    def reads(self, data: Dataset) -> bool:
        """Return whether the peer sees every number of *data* as it is, and can part any two that differ."""
        numbers = [np.unique(feature.values) for feature in data.features if isinstance(feature, Numeric)]
        return self.seen(data) == data and all(bool(np.all(self.parts(one[:-1], one[1:]))) for one in numbers)

    def predicted(self, summary: ClassCounts) -> tuple[Category, ...]:
        """Return the classes that a leaf may predict: of those of largest weight the first, the last, or any.

        >>> from dtrees.summary import ClassCounts
        >>> Conventions(majority="any").predicted(ClassCounts((2, 1, 2), ("a", "b", "c")))
        ('a', 'c')
        """
        largest = max(summary.counts)
        tied = tuple(label for label, count in zip(summary.classes, summary.counts, strict=True) if count == largest)
        return {"first": tied[:1], "last": tied[-1:], "any": tied}[self.majority]

    def shares_of(self, summary: ClassCounts) -> tuple[Rational, ...]:
        """Return the share of each class that a leaf states.

        >>> from dtrees.summary import ClassCounts
        >>> list(map(str, Conventions(shares="laplace").shares_of(ClassCounts((3, 0)))))
        ['4/5', '1/5']
        """
        if self.shares == "relative":
            return tuple(summary.proportions)
        whole = Fraction(summary.weight) + len(summary.counts)
        return tuple((count + 1) / whole for count in summary.counts)

    def grows(self, learner: Learner) -> bool:
        """Return whether the peer's questions about categories are those that *learner* asks."""
        return self.categories in {"asked", learner.questions.categories}


def _rounded(part: AnyPart, precision: str) -> AnyPart:
    """Return a feature or target with its numbers, if it holds any, in the *precision*."""
    if not isinstance(part, Numeric | Responses):
        return part
    with np.errstate(over="ignore"):
        return attrs.evolve(part, values=nearest_floats(part.values).astype(precision))


EXACT = Conventions()
"""The specification's own choices: no rounding, no gap, canonical ties."""

UNKNOWN = Conventions(
    precision="float32",
    stated_precision="float32",
    smallest_gap=1e-6,
    cut="between",
    arithmetic="float64",
    ties="any",
    zero_gain="stop",
    wording="any",
    gate="all",
    majority="any",
    equal_errors="any",
)
"""What may be presumed of nobody: where a choice is not known, no law presumes it."""
