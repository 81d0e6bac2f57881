"""What an implementation says of itself, or what is found out by asking it: told once, in plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.growing.impurity import entropy, gini, misclassification, squared_error
from dtrees.oracle.campaign.plan import Campaign, adapter_of
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.estimators.asking import assume_grown, grown_by
from dtrees.oracle.record import Granted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

RISKS: Final = {measure.__name__: measure for measure in (gini, entropy, misclassification, squared_error)}
"""What R(t) may be made of, as a text."""


def _texts(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(given)


@attrs.frozen(kw_only=True)
class Description:
    """What a campaign needs to know of an implementation, sent once by the process that runs it.

    granted      the conventions as reports tell them;  conventions  as whoever judges takes them (`conventions_of`)
    unexplained  what was found out by asking, and no convention explains
    functions    the names of the functions that it offers;  untaken  what it does not take, and is not asked for
    tables       how many named tables it is judged on
    usual_cases  how many random cases where nobody says how many, and how many make a *chunk* that is judged at one go
    defaulted    an estimator's parameters that are not known to be limits
    guess        by which learner an estimator is judged, in a line
    """

    granted: Granted
    conventions: Mapping[str, Any]
    unexplained: tuple[str, ...] = attrs.field(converter=_texts)
    functions: tuple[str, ...] = attrs.field(converter=_texts)
    untaken: tuple[str, ...] = attrs.field(converter=_texts)
    tables: int
    usual_cases: int
    chunk: int
    defaulted: tuple[str, ...] = attrs.field(converter=_texts)
    guess: str = ""


def described(campaign: Campaign) -> Description:
    """Return the `Description` of the campaign's implementation, which is asked in this process."""
    adapter = adapter_of(campaign)
    conventions = adapter.conventions
    with adapter.opened() as implementation:
        grown = grown_by(implementation)
        defaulted, guess = getattr(implementation, "defaulted", ()), getattr(implementation, "guess", "")
    tables = len(adapter.tables)
    usual_cases, chunk = adapter.numbers
    return Description(
        granted=Granted.of(conventions, adapter.undecided),
        conventions={**_written(conventions), "grown": grown},
        unexplained=adapter.unexplained,
        functions=sorted(adapter.functions),
        untaken=adapter.untaken,
        tables=tables,
        usual_cases=usual_cases,
        chunk=chunk,
        defaulted=defaulted,
        guess=guess,
    )


def description_of(document: Mapping[str, Any]) -> Description:
    """Return the description that `attrs.asdict` gives of one."""
    return Description(**{**document, "granted": Granted(**document["granted"])})


def conventions_of(campaign: Campaign, written: Mapping[str, Any]) -> Conventions:
    """Return the conventions of a `Description`; an impurity of the implementation's own is asked of itself."""
    written = dict(written)
    assume_grown(written.pop("grown", ""))
    risk = written.get("risk")
    if risk is not None and risk not in RISKS:
        with adapter_of(campaign).opened() as implementation:
            return Conventions(**{**written, "risk": implementation.conventions.risk})
    return Conventions(**{**written, **({"risk": RISKS[risk]} if risk else {})})


def _written(conventions: Conventions) -> dict[str, Any]:
    """Return the conventions that differ from the usual ones, as JSON holds them."""
    known = attrs.asdict(conventions, recurse=False)
    chosen = {name: value for name, value in known.items() if value != getattr(EXACT, name)}
    if conventions.risk is not None:
        chosen["risk"] = getattr(conventions.risk, "__name__", str(conventions.risk))
    return chosen
