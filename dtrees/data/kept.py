"""A target whose responses each node keeps: for criteria that need more than their weight, total and squares."""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import attrs

from dtrees.arguments import fields_as_annotated
from dtrees.data.dataset import Responses
from dtrees.data.scaled import Numbers, content_of, known_numbers
from dtrees.errors import InvalidData, abbreviated

Centre: TypeAlias = Literal["median", "lower_median", "upper_median", "rate"]


@attrs.frozen(repr=False, field_transformer=fields_as_annotated)
class KeptResponses(Responses):
    """Responses that each node keeps, and which *centre* of them it predicts.

    ``lower_median``, ``upper_median``, and ``median``, halfway between the two; ``rate``, the mean of counts.  Counts
    of different exposure are divided by their exposures, which are the weights.  Raises `InvalidData` for counts below
    0.

    >>> KeptResponses("median", [0.5, 2])
    KeptResponses(name='median', values=array([0.5, 2. ]))
    """

    centre: Centre
    numbers: Numbers = attrs.field(converter=known_numbers, alias="values", eq=content_of)

    def __attrs_post_init__(self) -> None:
        require_counts(self.centre, self.values.tolist())


def require_counts(centre: Centre, values: Iterable[Any]) -> None:
    """Raise `InvalidData` where the *centre* is a rate, and one of the *values* is negative."""
    if centre == "rate" and (least := min(values, default=0)) < 0:
        raise InvalidData(
            f"a rate is the mean of counts, and {abbreviated(least)} is negative: give counts of 0 or more"
        )
