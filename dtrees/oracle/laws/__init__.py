"""Whether an implementation obeys the laws, whatever types it answers in and whatever its conventions.

In reading order: `translator` calls the implementation in place of the specification, `rounding` takes floats for the
exact numbers that they round, and `adapt` and `adapt_pruning` make a `System` of both.  `run` tries the laws, `results`
holds and prints the outcome, and `probes` infer conventions.
"""

from dtrees.oracle.laws.results import Conformance, LawResult
from dtrees.oracle.laws.run import conformance, parametrize_with_laws

__all__ = ["Conformance", "LawResult", "conformance", "parametrize_with_laws"]
