"""Finding out what an implementation chooses for itself, by small data sets that decide one convention each.

What no probe decides stays as lenient as `UNKNOWN`; what a probe found but no convention explains is reported.
"""

from __future__ import annotations

import attrs

from dtrees.oracle.conventions import Conventions
from dtrees.oracle.laws.probes import run_probes


@attrs.frozen
class Inferred:
    """The conventions that were found, which of them no probe could decide, and what none of them explains.

    >>> Inferred(conventions=Conventions(), undecided=("gate",), unexplained=()).conventions.ties
    'canonical'
    """

    conventions: Conventions
    undecided: tuple[str, ...]
    unexplained: tuple[str, ...]


def infer_conventions(implementation: object) -> Inferred:
    """Return the conventions of *implementation* (`Implementation`), found by the probes of `probes`.

    >>> import dtrees as dt
    >>> found = infer_conventions(dt)
    >>> found.conventions == Conventions(), found.undecided, found.unexplained
    (True, (), ())
    """
    return Inferred(*run_probes(implementation))


def conventions_of(implementation: object) -> Conventions:
    """Return the conventions that *implementation* declares, else those that are inferred.

    >>> import dtrees as dt
    >>> conventions_of(dt).comparison
    '<='
    """
    return inferred(implementation)[0]


def inferred(implementation: object) -> tuple[Conventions, tuple[str, ...]]:
    """Return the conventions that *implementation* declares, else those that are inferred and what none explains."""
    declared = getattr(implementation, "conventions", None)
    if isinstance(declared, Conventions):
        return declared, ()
    found = infer_conventions(implementation)
    return found.conventions, found.unexplained
