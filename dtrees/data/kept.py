"""A target whose responses each node keeps: for criteria that need more than their weight, total and squares."""

from typing import Literal, TypeAlias

import attrs

from dtrees.arguments import fields_as_annotated
from dtrees.data.dataset import Responses
from dtrees.data.scaled import Numbers, content_of, known_numbers

Centre: TypeAlias = Literal["median", "lower_median", "upper_median"]


@attrs.frozen(repr=False, field_transformer=fields_as_annotated)
class KeptResponses(Responses):
    """Responses that each node keeps, and which *centre* of them it predicts; ``median`` is between the other two.

    >>> KeptResponses("median", [0.5, 2])
    KeptResponses(name='median', values=array([0.5, 2. ]))
    """

    centre: Centre
    numbers: Numbers = attrs.field(converter=known_numbers, alias="values", eq=content_of)
