"""Judging the numbers that an implementation states of the nodes of its tree, each by the rows that end up there."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, cast

import attrs
import numpy as np

from dtrees.arguments import admit, instance
from dtrees.exact import Exact, rational
from dtrees.oracle.finding import Finding
from dtrees.oracle.rounding import Number, size_of
from dtrees.risk import risk_of_node
from dtrees.summary import ClassCounts

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.data import Category, Responses
    from dtrees.impurity import Impurity
    from dtrees.oracle.conventions import Conventions
    from dtrees.summary import Moments, Summary
    from dtrees.vectorized.walk import Visit

Numbers: TypeAlias = "tuple[Number, Number, Number, tuple[Number, ...]]"
"""The weight, impurity, risk and, of classes, shares that a summary makes."""


@attrs.frozen(kw_only=True)
class NodeClaim:
    """The numbers that an implementation states of a node; what it does not state is None, or an empty value.

    value: class shares in class order, or the mean.  risk: R(t) on the count scale, by the impurity of `Claims`.
    """

    weight: float | None = None
    value: tuple[float, ...] = ()
    impurity: float | None = None
    risk: float | None = None
    prediction: Category | None = None


@attrs.frozen(kw_only=True)
class Claims:
    """What is stated of each node, parents first, as `preorder` numbers them.

    *risk* is the impurity of the nodes' risks, by default the learner's.
    """

    nodes: tuple[NodeClaim, ...]
    risk: Impurity | None = None


admit("Claims", instance(Claims, "the Claims of an implementation"))


def numbers_by(impurity: Impurity, risk: Impurity | None) -> Callable[[Summary], Numbers]:
    """Return the function that gives the exact numbers of a summary; the risk is by *risk*, or else by *impurity*."""

    @lru_cache(maxsize=1 << 16)
    def numbers(summary: Summary) -> Numbers:
        def number(name: str, exact: Exact, measure: Impurity = impurity) -> Number:
            return Number(exact, size_of(name, summary, measure))

        shares = summary.proportions if isinstance(summary, ClassCounts) else ()
        measure = risk or impurity
        return (
            number("weight", Exact(summary.weight)),
            number("impurity", impurity(summary)),
            number("risk", risk_of_node(summary, impurity=measure), measure),
            tuple(number("value", Exact(share)) for share in shares),
        )

    return numbers


def judge_claim(visit: Visit, summary: Summary, numbers: Numbers, claim: NodeClaim, how: Conventions) -> list[Finding]:
    """Return what deviates of the numbers stated of a node, whose rows have this *summary* and these *numbers*."""
    weight, impurity, risk, value = numbers
    compared = [("weight", weight, claim.weight), ("impurity", impurity, claim.impurity), ("risk", risk, claim.risk)]
    if claim.value:
        value = value or (_mean(visit, summary, how),)
        compared += [("value", number, stated) for number, stated in zip(value, claim.value, strict=True)]
    found = [
        _misstated(kind, visit, number, stated)
        for kind, number, stated in compared
        if stated is not None and not number.admits(stated, len(visit.rows), how.stated_precision)
    ]
    if isinstance(summary, ClassCounts) and claim.prediction is not None:
        predicted = how.predicted(summary)
        if claim.prediction not in predicted:
            expected = " or ".join(map(str, predicted))
            found.append(Finding(kind="prediction", path=visit.path, expected=expected, got=str(claim.prediction)))
    return found


def _mean(visit: Visit, summary: Summary, how: Conventions) -> Number:
    """Return the mean; floats of 32 bits are granted the rounding of all rows, from which a node's sums may come."""
    responses = cast("Responses", visit.data.target).values
    size = np.abs(responses if how.stated_precision == "float32" else responses[visit.rows]).max()
    return Number(Exact(cast("Moments", summary).mean), rational(float(size)))


def _misstated(kind: str, visit: Visit, number: Number, stated: float) -> Finding:
    expected = f"{number.exact} = {number.exact:.17g}"
    regret = str(abs(number.exact - Exact(stated))) if np.isfinite(stated) else ""
    return Finding(kind=kind, path=visit.path, expected=expected, got=repr(stated), regret=regret)
