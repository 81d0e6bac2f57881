"""What a learner does where values are missing."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, cast

import attrs

from dtrees.arguments import as_annotated
from dtrees.errors import InvalidLearner, abbreviated
from dtrees.growing.candidates import one_of

Way: TypeAlias = Literal["refuse", "fractional", "either_side", "category", "surrogate"]
Agreement: TypeAlias = Literal["both", "first"]
Unanswered: TypeAlias = Literal["larger", "stay"]


def whole(_: object, field: Any, value: Any) -> None:
    """Refuse what is no whole number of at least 0: a validator."""
    if not isinstance(value, int) or value < 0:
        message = f"{field.name}={abbreviated(value)}: give a whole number of at least 0"
        raise InvalidLearner(message)


def whole_or_none(_: object, field: Any, value: Any) -> None:
    """Refuse what is neither None nor a whole number of at least 0: a validator."""
    if value is not None and (not isinstance(value, int) or value < 0):
        message = f"{field.name}={abbreviated(value)}: give a whole number of at least 0, or None for no limit"
        raise InvalidLearner(message)


@attrs.frozen
class Missing:
    """What a learner does where values are missing: one of five ways, and the conventions on which programs differ.

    refuse       data that hold missing values are an error
    fractional   a question is scored on the rows of known value, its gain times their share of the weight; the other
                 rows go to every child, divided as those are      [C45 ch. 3; ZHOU16 §4.4.2]
    either_side  rows of a missing value all go to one child, whichever gains more; missing against known is a question
    category     a missing value is one more category, the last; for a threshold a third child
    surrogate    scored as fractional is, for binary questions; the other rows follow the question about another feature
                 that agrees with this one best      [CART84 §5.3.1]

    part_of_intrinsic_value  whether the rows of a missing value are one more part of the intrinsic value [C45 §3.1]
    most_surrogates          how many surrogates a node keeps (rpart's maxsurrogate); None is no limit
    agreement                over which rows a surrogate is measured: those where ``both`` values are known [CART84
                             §5.3.1; rpart's surrogatestyle 1], or where the ``first`` is (its style 0)
    least_rows               how many rows a surrogate sends each way at least, whatever they weigh (rpart: 2)
    unanswered               whether rows that can answer no surrogate go to the ``larger`` child [CART84 §5.3.1;
                             rpart's usesurrogate 2], or ``stay`` at the node, which predicts them: no leaf has them in
                             its R(t) (its usesurrogate 1; 0 is that with no surrogates)

    Raises `InvalidLearner` for an unknown word.

    >>> Missing("fractional").part_of_intrinsic_value
    True
    """

    GIVE = "a way with missing values, such as 'fractional', or a Missing"
    REFUSAL = InvalidLearner

    way: Way = attrs.field(default="refuse", validator=one_of(Way))
    part_of_intrinsic_value: bool = attrs.field(default=True, kw_only=True, validator=as_annotated)
    most_surrogates: int | None = attrs.field(default=None, kw_only=True, validator=whole_or_none)
    agreement: Agreement = attrs.field(default="both", kw_only=True, validator=one_of(Agreement))
    least_rows: int = attrs.field(default=1, kw_only=True, validator=whole)
    unanswered: Unanswered = attrs.field(default="larger", kw_only=True, validator=one_of(Unanswered))


def as_missing(value: Any) -> Any:
    """Return the `Missing` that a word stands for; a validator refuses what is none."""
    return Missing(cast("Way", value)) if isinstance(value, str) else value
