"""What a learner is: which questions it asks, how it scores them, and when it stops.  A learner is data."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Literal, TypeAlias, TypedDict

import attrs

from dtrees.arguments import checked, fields_as_annotated
from dtrees.data.dataset import Dataset, Responses
from dtrees.errors import OPTIONS, InvalidData, InvalidLearner, instead, refused
from dtrees.growing.candidates import Questions
from dtrees.growing.impurity import IMPURITIES, Impurity, entropy, gini, misclassification, usual_impurity
from dtrees.growing.missing_options import Missing, as_missing
from dtrees.numbers.exact import Exact, Rational, number
from dtrees.trees.summary import ClassCounts, Moments, summarize

Score: TypeAlias = Literal["gain", "gain_ratio", "twoing"]
Gate: TypeAlias = Literal["none", "at_least", "above"]
ZeroGain: TypeAlias = Literal["split", "stop"]


def _at_least_zero(name: str, value: Any) -> Any:
    with suppress(InvalidData):
        if (value := number(name, value)) >= 0:
            return value
    raise refused(value, name, "a finite number of at least 0")


Limit: TypeAlias = Annotated[Rational | float, _at_least_zero]


@attrs.frozen(kw_only=True, field_transformer=fields_as_annotated)
class Stopping:
    """When a node t becomes a leaf; every limit is exact, and at its default it stops nothing.

    max_depth     t is a leaf when it is max_depth questions below the root (the root's depth is 0)
    min_split     t is a leaf when its weight N(t) < min_split
    min_leaf      no question is asked that gives a child of weight below min_leaf
    min_gain      no question is asked whose gain i(t) - sum_i N(t_i)/N(t) i(t_i) is below min_gain
    min_impurity  t is a leaf when i(t) <= min_impurity; at 0 that is a pure node
    min_risk      t is a leaf when N(t) i(t) < min_risk, note D's delta for squared errors
    min_saving    no question is asked whose gain times N(t) is below min_saving R(root), a share of R(root) =
                  N(root) i(root); mindev of R's `tree`, which asks for more (its manual: for N(t) i(t) of that size)
    root_risk     R(root), which `grow` states for the nodes below; by default it is that of the rows given
    zero_gain     ``split``: a question that gains nothing may be asked (it can open gains below, as in XOR);
                  ``stop``: it may not

    A row of weight 2 is two rows.  Raises `InvalidLearner` for a negative limit or an unknown word.

    >>> Stopping(min_leaf=5).min_leaf
    5
    """

    GIVE = "a Stopping rule"
    REFUSAL = InvalidLearner

    max_depth: int | None = None
    min_split: Limit = 0
    min_leaf: Limit = 0
    min_gain: Limit = 0
    min_impurity: Limit = 0
    min_risk: Limit = 0
    min_saving: Limit = 0
    root_risk: Exact | None = None
    zero_gain: ZeroGain = "split"

    def admits(self, gain: Exact) -> bool:
        """Return whether a question of this gain may be asked."""
        return bool(gain >= self.min_gain and (gain > 0 or self.zero_gain == "split"))


class StoppingOptions(TypedDict, total=False):
    """The keywords that each learner hands on to `Stopping`."""

    max_depth: int | None
    min_split: Rational | float
    min_leaf: Rational | float
    min_gain: Rational | float
    min_impurity: Rational | float
    min_risk: Rational | float
    min_saving: Rational | float
    zero_gain: ZeroGain


def stopping(options: StoppingOptions) -> Stopping:
    """Return the stopping rule that *options* name, or raise `InvalidLearner` for a name there is not."""
    if unknown := [name for name in options if name not in StoppingOptions.__annotations__]:
        others = instead(OPTIONS, unknown[0]) or "; there are " + ", ".join(StoppingOptions.__annotations__)
        raise InvalidLearner(f"there is no option {unknown[0]!r}{others}")
    return Stopping(**options)


@attrs.frozen(kw_only=True, field_transformer=fields_as_annotated)
class Learner:
    """The questions, the impurity, the score and the stopping rule that grow a tree.

    impurity  a function from a node's summary to an `Exact`, or the name of one; None is the `usual_impurity`, `gini`
              for classes, `squared_error` for a regression
    score     ``gain``, ``gain_ratio``, or ``twoing`` [CART84 §4.3], of binary questions about classes alone; limits
              are about the gain, whatever the score
    gate      which features a gain ratio may come from (`past_the_gate`): ``at_least``, ``above`` or ``none``
    missing   what is done where values are missing: a `Missing`, or the word of its way

    Raises `InvalidLearner` for an unknown word, and for ``twoing`` with a child for ``each`` value.

    >>> Learner(impurity=gini).score
    'gain'
    """

    GIVE = "a learner, such as cart() or c45()"
    REFUSAL = InvalidLearner

    questions: Questions = attrs.field(factory=Questions)
    impurity: Impurity | None = None
    score: Score = "gain"
    gate: Gate = "none"
    stopping: Stopping = attrs.field(factory=Stopping)
    missing: Missing = attrs.field(factory=Missing, converter=as_missing)

    def __attrs_post_init__(self) -> None:
        for name, wanted in ("twoing", self.score == "twoing"), ("surrogates", self.missing.way == "surrogate"):
            if wanted and "each" in {self.questions.numbers, self.questions.categories}:
                raise InvalidLearner(f"{name} is for binary questions, not {self.questions}: ask no child for each")

    @checked
    def impurity_for(self, data: Dataset | ClassCounts | Moments) -> Impurity:
        """Return the impurity that the learner takes on *data*; raises `InvalidLearner` where it does not fit."""
        measured = data.target if isinstance(data, Dataset) else data
        regression = isinstance(measured, Responses | Moments)
        if regression and self.score == "twoing":
            raise InvalidLearner("twoing is a score of questions about classes, and the target is numbers: take cart()")
        impurity = self.impurity or usual_impurity(measured)
        if impurity in IMPURITIES.values() and regression == (impurity in (gini, entropy, misclassification)):
            target = "numbers: give squared_error" if regression else "classes: give gini, entropy or misclassification"
            raise InvalidLearner(f"{getattr(impurity, '__name__', 'impurity')} does not measure {target}")
        return impurity

    def below(self, data: Dataset | ClassCounts | Moments, levels: int = 1) -> Learner:
        """Return the learner for the nodes so many *levels* below that of *data*: its max_depth is that much less.

        A gain of its min_gain saves the min_saving at that node, which is the root where no root_risk is known.
        """
        rule = self.stopping
        if rule.max_depth is not None:
            rule = attrs.evolve(rule, max_depth=max(rule.max_depth - levels, 0))
        if rule.min_saving:
            node = summarize(data) if isinstance(data, Dataset) else data
            risk = rule.root_risk or Exact(self.impurity_for(node)(node)) * node.weight
            least: Any = max(rule.min_gain, risk * rule.min_saving / node.weight)
            rule = attrs.evolve(rule, root_risk=risk, min_gain=least)
        return self if rule is self.stopping else attrs.evolve(self, stopping=rule)
