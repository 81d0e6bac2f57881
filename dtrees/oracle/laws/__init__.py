"""Whether an implementation obeys the laws, whatever types it answers in and whatever conventions it keeps.

In reading order: `implementation` says what may be offered, `documents` how trees may be written; `run` tries the laws.
Between the two stands the adapter: `peer` and `offers` ask, `settle` grants floats their rounding, `leeway` grants what
conventions leave open, and `adapt` with its chapters makes a `System` of it all; `presumptions` tells which laws
conventions rule out, and `reproduction` writes a failure as lines to paste.  `inference` finds conventions out by the
`probes`.
"""

from dtrees.oracle.laws.run import Conformance, LawResult, conformance, parametrize_with_laws

__all__ = ["Conformance", "LawResult", "conformance", "parametrize_with_laws"]
