"""The description of an implementation that a campaign needs, as plain data that one process sends to another."""

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
"""The impurities that R(t) may be made of, by name."""


def _texts(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(given)


@attrs.frozen(kw_only=True)
class Description:
    """The facts about an implementation that a campaign needs, sent once by the process that runs the implementation.

    granted      the conventions as reports state them;  conventions  the same for the process that judges
    unexplained  answers that no convention explains, among those to the questions that infer conventions
    functions    the names of the functions that it offers;  untaken  the data and learners that it does not support
    tables       the number of named tables that it is judged on
    usual_cases  the default number of random cases;  chunk  how many of them are judged in one batch
    defaulted    an estimator's parameters that are not known to be limits
    guess        a line that says by which learner an estimator is judged
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
    """Return the `Description` of the campaign's implementation, which runs in this process."""
    adapter = adapter_of(campaign)
    conventions = adapter.conventions
    with adapter.opened() as implementation:
        grown = grown_by(implementation)
        defaulted, guess = getattr(implementation, "defaulted", ()), getattr(implementation, "guess", "")
        untaken = getattr(implementation, "untaken", ())
    tables = len(adapter.tables)
    usual_cases, chunk = adapter.numbers
    return Description(
        granted=Granted.of(conventions, adapter.undecided),
        conventions={**_written(conventions), "grown": grown},
        unexplained=adapter.unexplained,
        functions=sorted(adapter.functions),
        untaken=untaken or adapter.untaken,
        tables=tables,
        usual_cases=usual_cases,
        chunk=chunk,
        defaulted=defaulted,
        guess=guess,
    )


def description_of(document: Mapping[str, Any]) -> Description:
    """Return the description that `attrs.asdict` turned into the plain *document*."""
    return Description(**{**document, "granted": Granted(**document["granted"])})


def conventions_of(campaign: Campaign, written: Mapping[str, Any]) -> Conventions:
    """Return the *written* conventions of a description as `Conventions`; a peer's own impurity comes from the peer."""
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
