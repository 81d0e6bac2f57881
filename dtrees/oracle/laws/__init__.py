"""Whether an implementation obeys the laws, whatever types it answers in and whatever conventions it keeps.

In reading order: `translator` asks an implementation for what the specification's functions answer, `rounding` takes
floats for the exact numbers that they round, and `adapt` with its chapters makes a `System` of it all.  `run` tries
the laws, and `results` says what comes of it.  `probes` find conventions.
"""

from dtrees.oracle.laws.results import Conformance, LawResult
from dtrees.oracle.laws.run import conformance, parametrize_with_laws

__all__ = ["Conformance", "LawResult", "conformance", "parametrize_with_laws"]
