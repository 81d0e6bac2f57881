"""Questions that say where rows of a missing value go: to a child, or where a surrogate question sends them."""

from __future__ import annotations

from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs
import numpy as np

from dtrees.arguments import as_annotated, each, instance, refused, whole_number
from dtrees.data.dataset import a_feature, at, find_feature
from dtrees.errors import InvalidData
from dtrees.numbers.exact import rational

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dtrees.data.dataset import Feature, IntArray
    from dtrees.trees.tree import Asks

Asking = TypeVar("Asking", bound="Asks")

MISSING: Final = -2
"""The answer of a row whose value is missing, where the question does not say which child it goes to."""

STAYS: Final = -3
"""The answer of a row that goes to no child: the node predicts it."""


def of_a_child(describe: Callable[[Asking, int], str]) -> Callable[[Asking, int], str]:
    """Return *describe*, a method of a question, which now refuses a number that is none of its children's."""

    @wraps(describe)
    def describe_child(question: Asking, child: int) -> str:
        number = whole_number("child", child)
        if number >= question.arity:
            raise refused(child, "child", f"the number of a child, from 0 to {question.arity - 1}")
        return describe(question, number)

    return describe_child


@attrs.frozen
class WithMissing:
    """A question, and the child that its rows of a missing value go to: one of its own, or after them one more.

    Raises `InvalidData` for any other child.

    >>> from dtrees.data.dataset import Numeric
    >>> from dtrees.trees.questions import Threshold
    >>> question = WithMissing(Threshold("x", 1.5), 0)
    >>> question.answers(Numeric("x", [1, 2, None])), question.describe(0)
    (array([0, 1, 0]), 'x <= 1.5 or missing')
    >>> WithMissing(Threshold("x", 1.5), 2).describe(2)
    'x is missing'
    """

    question: Asks = attrs.field(validator=as_annotated)
    child: int = attrs.field(validator=as_annotated)

    def __attrs_post_init__(self) -> None:
        if self.child not in range(self.question.arity + 1):
            raise refused(self.child, "child", f"the number of a child, from 0 to {self.question.arity}")

    @property
    def feature(self) -> str:
        """The name of the feature that it asks about."""
        return self.question.feature

    @property
    def arity(self) -> int:
        """How many children there are, with that of the missing values."""
        return max(self.question.arity, self.child + 1)

    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child."""
        answers = self.question.answers(feature)
        return np.where(answers == MISSING, self.child, answers)

    @of_a_child
    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        if child == self.question.arity:
            return f"{self.feature} is missing"
        return self.question.describe(child) + " or missing" * (child == self.child)


@attrs.frozen
class IsMissing:
    """Is the feature's value missing?  Child 0 takes yes, child 1 no.

    >>> from dtrees.data.dataset import Numeric
    >>> IsMissing("x").answers(Numeric("x", [1, None])), IsMissing("x").describe(1)
    (array([1, 0]), 'x is known')
    """

    feature: str = attrs.field(validator=as_annotated)
    arity = 2

    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child."""
        return np.where(a_feature("feature", feature).missing, 0, 1)

    @of_a_child
    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        return f"{self.feature} is {('missing', 'known')[child]}"


def _fraction(value: Any) -> Fraction:
    try:
        association = Fraction(rational(value))
    except InvalidData:
        association = Fraction(2)
    if association > 1:
        raise refused(value, "association", "a number of at most 1")
    return association


@attrs.frozen
class Surrogate:
    """A binary question in place of another, its children exchanged where *swapped*, and how well it predicts that one.

    The association is lambda(s*, s~)  [CART84 §5.3.1], at most 1.

    >>> from dtrees.trees.questions import Threshold
    >>> Surrogate(Threshold("y", 5.5), swapped=True, association=Fraction(2, 3)).describe(0)
    'y > 5.5'
    """

    question: Asks = attrs.field(validator=as_annotated)
    swapped: bool = attrs.field(validator=as_annotated)
    association: Fraction = attrs.field(converter=_fraction)

    @property
    def feature(self) -> str:
        """The name of the feature that it asks about."""
        return self.question.feature

    @property
    def arity(self) -> int:
        """How many children its question has."""
        return self.question.arity

    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child, `MISSING` where its value of this feature is missing too."""
        answers = self.question.answers(feature)
        return np.where(answers < 0, MISSING, 1 - answers if self.swapped else answers)

    @of_a_child
    def describe(self, child: int) -> str:
        """Return the answer that sends a row to *child* as a condition."""
        return self.question.describe(1 - child if self.swapped else child)


def _surrogates(values: Iterable[Surrogate]) -> tuple[Surrogate, ...]:
    taken: tuple[Surrogate, ...] = each(instance(Surrogate, "a Surrogate"))("surrogates", values)
    return taken


@attrs.frozen
class WithSurrogates:
    """A binary question whose rows of a missing value go where the first surrogate that they can answer sends them.

    Those that can answer none go to the *otherwise* child, the majority's; where it is None they stay at the node.
    [CART84 §5.3.1]

    >>> from fractions import Fraction
    >>> from dtrees.data.dataset import Numeric
    >>> from dtrees.trees.questions import Threshold
    >>> question = WithSurrogates(Threshold("x", 1), [Surrogate(Threshold("y", 5), True, Fraction(1))], 1)
    >>> answers_of(question, [Numeric("x", [0, None, None]), Numeric("y", [9, 9, None])])
    array([0, 0, 1])
    """

    question: Asks = attrs.field(validator=as_annotated)
    surrogates: tuple[Surrogate, ...] = attrs.field(converter=_surrogates)
    otherwise: int | None = attrs.field(validator=as_annotated)

    def __attrs_post_init__(self) -> None:
        for question in (self.question, *self.surrogates):
            if question.arity != 2:  # noqa: PLR2004 (a binary question's children)
                message = f"{question} has {question.arity} children: a surrogate and what it stands in for have two"
                raise InvalidData(message)
        if self.otherwise not in (0, 1, None):
            raise refused(self.otherwise, "otherwise", "the child of most rows, 0 or 1, or None where rows stay")

    arity = 2

    @property
    def feature(self) -> str:
        """The name of the feature that it asks about first."""
        return self.question.feature

    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child, `MISSING` where the surrogates must be asked (`answers_of` does)."""
        return self.question.answers(feature)

    @of_a_child
    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        return self.question.describe(child)


def features_asked(question: Asks) -> tuple[str, ...]:
    """Return the names of the features that *question* may ask about, its surrogates' among them."""
    surrogates = question.surrogates if isinstance(question, WithSurrogates) else ()
    return question.feature, *(surrogate.feature for surrogate in surrogates)


def answers_of(question: Asks, features: Sequence[Feature], rows: IntArray | None = None) -> IntArray:
    """Return the child of each of *rows*, by default of all, asking the surrogates where there are some.

    `MISSING` where the value is missing and nothing says which child it is; `STAYS` where the row goes to none.
    """
    answers = _answers(question, features, rows)
    if isinstance(question, WithSurrogates):
        places = np.arange(len(answers)) if rows is None else rows
        answers = answers.copy()
        for surrogate in question.surrogates:
            waiting = np.flatnonzero(answers == MISSING)
            if len(waiting):
                answers[waiting] = _answers(surrogate, features, places[waiting])
        answers[answers == MISSING] = STAYS if question.otherwise is None else question.otherwise
    return answers


def _answers(question: Asks, features: Sequence[Feature], rows: IntArray | None) -> IntArray:
    """Return what the question answers itself."""
    feature = find_feature(features, question.feature)
    return question.answers(feature if rows is None else at(rows, feature))
