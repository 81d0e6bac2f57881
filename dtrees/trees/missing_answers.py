"""Questions that also say where rows with a missing value go, and how such rows are divided.

A first reading can leave this out: without missing values no row has an answer `MISSING` or `STAYS`.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final

import attrs

from dtrees.arguments import fields_as_annotated
from dtrees.errors import InvalidData, refused
from dtrees.numbers.exact import rational
from dtrees.trees.questions import MISSING, AboutOne, Asks, Question

STAYS: Final = -3
"""The answer of a row that goes to no child: the node predicts it."""


@attrs.frozen(field_transformer=fields_as_annotated)
class _Wraps(Asks):
    """A question that wraps another one, and has its feature."""

    question: Question

    @property
    def feature(self) -> str:
        """The name of the feature that the question asks about."""
        return self.question.feature

    @property
    def arity(self) -> int:
        """The number of children."""
        return self.question.arity

    def _condition(self, child: int) -> str:
        return self.question.describe(child)


@attrs.frozen(field_transformer=fields_as_annotated)
class WithMissing(_Wraps):
    """A question, and the child for rows with a missing value: one of the question's own, or one more.

    Raises `InvalidData` for any other child.

    >>> WithMissing(dt.Threshold("x", 1.5), 0).describe(0), WithMissing(dt.Threshold("x", 1.5), 2).describe(2)
    ('x <= 1.5 or missing', 'x is missing')
    """

    child: int

    def __attrs_post_init__(self) -> None:
        if self.child not in range(self.question.arity + 1):
            raise refused(self.child, "child", f"the number of a child, from 0 to {self.question.arity}")

    @property
    def arity(self) -> int:
        """The number of children, including a child of its own for missing values if there is one."""
        return max(self.question.arity, self.child + 1)

    def answer(self, row: Mapping[str, Any]) -> int:
        """Return the index of the row's child."""
        answer = self.question.answer(row)
        return self.child if answer == MISSING else answer

    def _condition(self, child: int) -> str:
        if child == self.question.arity:
            return f"{self.feature} is missing"
        return self.question.describe(child) + " or missing" * (child == self.child)


@attrs.frozen
class IsMissing(AboutOne):
    """Is the feature's value missing?  Child 0 takes yes, child 1 no.

    >>> IsMissing("x").answer({"x": None}), IsMissing("x").describe(1)
    (0, 'x is known')
    """

    _missing = 0

    def _child_of(self, _: Any) -> int:
        return 1

    def _condition(self, child: int) -> str:
        return f"{self.feature} is {('missing', 'known')[child]}"


def _association(value: Any) -> Fraction:
    with suppress(InvalidData):
        if (association := rational(value)) <= 1:
            return Fraction(association)
    raise refused(value, "association", "a number of at most 1")


@attrs.frozen(field_transformer=fields_as_annotated)
class Surrogate(_Wraps):
    """A binary question that replaces another, and how well it predicts that one's answer.

    Its children are exchanged where *swapped*.  The association is lambda(s*, s~)  [CART84 §5.3.1], at most 1.

    >>> Surrogate(dt.Threshold("y", 5.5), swapped=True, association=Fraction(2, 3)).describe(0)
    'y > 5.5'
    """

    swapped: bool
    association: Fraction = attrs.field(converter=_association)

    def answer(self, row: Mapping[str, Any]) -> int:
        """Return the index of the row's child, or `MISSING` if its value of this feature is missing too."""
        answer = self.question.answer(row)
        return MISSING if answer < 0 else 1 - answer if self.swapped else answer

    def _condition(self, child: int) -> str:
        return self.question.describe(1 - child if self.swapped else child)


@attrs.frozen(field_transformer=fields_as_annotated)
class WithSurrogates(_Wraps):
    """A binary question with surrogates: a row with a missing value follows the first surrogate it can answer.

    One that can answer none goes to the *otherwise* child, the larger one; if None it stays here [CART84 §5.3.1].

    >>> question = WithSurrogates(dt.Threshold("x", 1), [Surrogate(dt.Threshold("y", 5), True, Fraction(1))], 1)
    >>> [question.answer({"x": x, "y": y}) for x, y in ((0, 9), (None, 9), (None, None))]
    [0, 0, 1]
    """

    surrogates: Sequence[Surrogate]
    otherwise: int | None

    def __attrs_post_init__(self) -> None:
        for question in (self.question, *self.surrogates):
            if question.arity != 2:  # noqa: PLR2004 (a binary question's children)
                raise InvalidData(f"{question} has {question.arity} children: surrogates and their question have two")
        if self.otherwise not in (0, 1, None):
            raise refused(self.otherwise, "otherwise", "the child of most rows, 0 or 1, or None where rows stay")

    def answer(self, row: Mapping[str, Any]) -> int:
        """Return the index of the row's child, by the first of the questions that the row can answer."""
        for question in (self.question, *self.surrogates):
            if (answer := question.answer(row)) != MISSING:
                return answer
        return STAYS if self.otherwise is None else self.otherwise


def plain_questions(question: Asks) -> tuple[Asks, ...]:
    """Return the plain questions inside *question*: the one it wraps, and those of its surrogates.

    >>> plain_questions(WithMissing(dt.Threshold("x", 1.5), 0))
    (Threshold(feature='x', threshold=1.5),)
    """
    if not isinstance(question, _Wraps):
        return (question,)
    return question.question, *[surrogate.question for surrogate in getattr(question, "surrogates", ())]


def features_asked(question: Asks) -> tuple[str, ...]:
    """Return the names of all features that *question* may ask about, including its surrogates'."""
    return tuple([plain.feature for plain in plain_questions(question)])
