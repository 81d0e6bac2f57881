"""Conformance on inputs that are the same each time, so that what is found can be recorded and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtrees.laws.check import fixed_inputs
from dtrees.oracle.laws.run import conformance

if TYPE_CHECKING:
    from dtrees.oracle.laws.run import Conformance


def laws_of(implementation: object, examples: int, **options: Any) -> Conformance:
    """Return the `conformance` of *implementation*, with its *options*, on so many fixed inputs for each law.

    >>> import dtrees
    >>> laws_of(dtrees, 5, laws=["gini_is_disagreement"]).named("holds")
    ('gini_is_disagreement',)
    """
    with fixed_inputs():
        return conformance(implementation, examples=examples, **options)
