"""What a learner does where values are missing, as data: one of five ways, and the conventions of programs."""

from typing import Any, Literal, TypeAlias

import attrs

from dtrees.arguments import fields_as_annotated, taken
from dtrees.errors import InvalidLearner

Way: TypeAlias = Literal["refuse", "fractional", "either_side", "category", "surrogate"]
Agreement: TypeAlias = Literal["both", "first"]
Unanswered: TypeAlias = Literal["larger", "stay"]


@attrs.frozen(field_transformer=fields_as_annotated)
class Missing:
    """What a learner does where values are missing: one of five ways, and the conventions on which programs differ.

    way  ``refuse``: data that hold missing values are an error; ``fractional`` [C45 ch. 3; ZHOU16 §4.4.2],
         ``either_side``, ``category``: see `dtrees.growing.missing.ways`; ``surrogate`` [CART84 §5.3.1]
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
    MADE_FROM = (str,)
    REFUSAL = InvalidLearner

    way: Way = "refuse"
    part_of_intrinsic_value: bool = attrs.field(default=True, kw_only=True)
    most_surrogates: int | None = attrs.field(default=None, kw_only=True)
    agreement: Agreement = attrs.field(default="both", kw_only=True)
    least_rows: int = attrs.field(default=1, kw_only=True)
    unanswered: Unanswered = attrs.field(default="larger", kw_only=True)


def as_missing(value: Any) -> Any:
    """Take a `Missing`, or the word of its way."""
    return taken(Missing, "missing", value)
