"""Judging cases by their names; nothing else is known to whoever judges them, on whatever machine."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from dtrees.errors import DtreesError, Unsupported
from dtrees.laws.law import shown
from dtrees.oracle.campaign.finding import Finding, Subject
from dtrees.oracle.campaign.plan import peer_of
from dtrees.oracle.findings import COUNTS, Counterexample, Found, no_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.laws.law import LawBroken
    from dtrees.oracle.campaign.plan import Campaign
    from dtrees.oracle.cases import Case
    from dtrees.oracle.conformance import LawResult


def judge_cases(campaign: Campaign, cases: Sequence[str]) -> list[Finding]:
    """Return what is found of the *cases* of these names.

    An exception is a finding of the case that raises it.  Raises `Unsupported` where the peer is not installed.

    >>> from dtrees.oracle.campaign.plan import Campaign
    >>> [found] = judge_cases(Campaign(peer="scikit-learn", cases=8), ["random 7"])
    >>> found.subject.criterion, found.deviates
    ('entropy', False)
    """
    try:
        return list(_judged(campaign, cases))
    except Unsupported:
        raise
    except Exception as error:  # noqa: BLE001 (a peer may raise anything)
        if len(cases) > 1:
            return [found for case in cases for found in judge_cases(campaign, [case])]
        told = str(error) if isinstance(error, DtreesError) else f"{type(error).__name__}: {error}"
        return [lost(campaign, cases[0], "error", told)]


def lost(campaign: Campaign, case: str, kind: str, told: str) -> Finding:
    """Return the finding that there was no answer to a case."""
    kind_of_case, _, name = case.partition(" ")
    subject = Subject(data="law", criterion=name) if kind_of_case == "law" else _subject(_case(campaign, case))
    return Finding.of(case, subject, no_answer(kind, told, code=_again(campaign, case)))


def _judged(campaign: Campaign, cases: Sequence[str]) -> Iterator[Finding]:
    if cases[0].startswith("law"):
        yield _law_tried(campaign, cases[0])
        return
    asked = [_case(campaign, case) for case in cases]
    started = time.perf_counter()
    for name, case, found in zip(cases, asked, peer_of(campaign).judge(asked), strict=True):
        now = time.perf_counter()
        yield Finding.of(name, _subject(case), found, now - started)
        started = now


def _case(campaign: Campaign, name: str) -> Case:
    kind, _, number = name.partition(" ")
    peer = peer_of(campaign)
    return peer.tables()[int(number)] if kind == "table" else peer.random(campaign.seed, int(number))


def _subject(case: Case) -> Subject:
    rows, columns = len(case.data), len(case.data.features)
    return Subject(data=case.name, criterion=case.criterion, rows=rows, columns=columns)


def _again(campaign: Campaign, case: str) -> str:
    return f"from dtrees.oracle.campaign.judging import judge_cases\njudge_cases({campaign}, {[case]})"


# --- laws -------------------------------------------------------------------------------------------------------


def _law_tried(campaign: Campaign, case: str) -> Finding:
    """Return what a law says of the peer, on inputs that are the same each time."""
    law = case.partition(" ")[2]
    peer = peer_of(campaign)
    started = time.perf_counter()
    try:
        from dtrees.oracle.conformance.fixed import laws_of  # noqa: PLC0415 (only laws need Hypothesis)

        with peer.implementation() as implementation:
            [result] = laws_of(implementation, campaign.laws, laws=[law], conventions=peer.conventions()).results
    except ModuleNotFoundError as missing:
        message = f"the laws need {missing.name}: pip install 'dtrees[laws,protocol]'"
        raise Unsupported(message) from missing
    return Finding.of(case, Subject(data="law", criterion=law), _found(result), time.perf_counter() - started)


def _found(result: LawResult) -> Found:
    """Return the result as counts of inputs; a law that does not apply has none, and its reason as a note."""
    broken = (_example(result.broken),) if result.broken else ()
    right = result.judged - len(broken)
    counts = dict(zip(COUNTS, (result.judged, right, 0, len(broken)), strict=True))
    return Found(parts={"laws": counts}, counterexamples=broken, note=result.reason)


def _example(broken: LawBroken) -> Counterexample:
    regret = next((line for line in broken.remarks if line.strip().startswith("regret: ")), "")
    code = broken.remarks[broken.remarks.index("reproduce:") + 1 :]
    return Counterexample(
        part="laws",
        kind=broken.law,
        place=", ".join(f"{name} = {shown(value)}" for name, value in broken.inputs.items()),
        expected=shown(broken.expected),
        got=shown(broken.got),
        regret=regret.partition(": ")[2],
        code="\n".join(line.strip() for line in code),
    )
