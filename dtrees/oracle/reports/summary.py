"""Findings sorted: by data set, each kind of deviation with its counterexamples, smallest first, and the laws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from dtrees.oracle.findings import summed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dtrees.oracle.campaign.finding import Finding
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.findings import Counterexample

CAUSES: Final = ("unexplained", "defect", "convention")
"""What can explain a deviation; it stands before the colon of ``why``."""

OUTCOMES: Final = ("are broken", "had no answer", "hold", "do not apply")
"""How laws can come out."""


@attrs.frozen
class Kind:
    """A kind of deviation in one part, explained in one way, and every case that shows it, the fewest rows first."""

    part: str
    kind: str
    why: str
    examples: tuple[tuple[Finding, Counterexample], ...]

    @property
    def times(self) -> int:
        """How often it was found in all."""
        return sum(example.times for _, example in self.examples)

    @property
    def cause(self) -> str:
        """What explains it, of `CAUSES`."""
        cause = self.why.partition(":")[0]
        return cause if cause in CAUSES else "unexplained"

    @property
    def reason(self) -> str:
        """What is said of the cause."""
        return self.why.removeprefix(self.cause).removeprefix(": ")


def parts_of(findings: Iterable[Finding]) -> dict[str, dict[str, int]]:
    """Return the sums by part, growing first; where a case had no answer at all, last; laws are not among them."""
    sums = summed(finding for finding in findings if not _is_law(finding))
    return dict(sorted(sums.items(), key=lambda item: item[0] == "answer"))


def by_data(findings: Iterable[Finding]) -> dict[tuple[str, str], list[Finding]]:
    """Return the findings by the name of the data and the criterion; laws are not among them."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        if not _is_law(finding):
            groups.setdefault((finding.subject.data, finding.subject.criterion), []).append(finding)
    return groups


def kinds_of(findings: Sequence[Finding]) -> list[Kind]:
    """Return each kind of deviation, those that nothing explains first, then in the order of the parts.

    >>> from dtrees.oracle.campaign.finding import Finding, Subject
    >>> from dtrees.oracle.findings import no_answer
    >>> crash = Finding.of("random 0", Subject(data="random"), no_answer("crash", "killed"))
    >>> [(kind.part, kind.kind, kind.times, kind.cause) for kind in kinds_of([crash])]
    [('answer', 'crash', 1, 'unexplained')]
    """
    found: dict[tuple[str, str, str], list[tuple[Finding, Counterexample]]] = {}
    for finding in sorted(findings, key=lambda finding: finding.subject.size):
        for example in finding.counterexamples:
            found.setdefault((example.part, example.kind, example.why), []).append((finding, example))
    parts = list(summed(findings))
    kinds = (Kind(*key, tuple(examples)) for key, examples in found.items())
    return sorted(kinds, key=lambda one: (CAUSES.index(one.cause), parts.index(one.part), one.kind, one.why))


def laws_tried(findings: Iterable[Finding]) -> dict[str, dict[str, str]]:
    """Return the laws that were tried, by how they came out, each with its inputs or with the reason.

    >>> from dtrees.oracle.campaign.finding import Finding, Subject
    >>> counts = {"judged": 5, "canonical": 5, "admissible": 0, "deviating": 0}
    >>> subject = Subject(data="law", criterion="nested")
    >>> laws_tried([Finding(case="law nested", subject=subject, parts={"laws": counts})])["hold"]
    {'nested': '5 inputs'}
    """
    tried: dict[str, dict[str, str]] = {outcome: {} for outcome in OUTCOMES}
    for finding in filter(_is_law, findings):
        outcome, told = _law_outcome(finding)
        tried[outcome][finding.subject.criterion] = told
    return tried


def choices(conventions: Conventions) -> list[tuple[str, str, str]]:
    """Return each convention in which a peer differs from the specification: its name, and what either chooses.

    >>> from dtrees.oracle.conventions import Conventions
    >>> choices(Conventions(precision="float32"))
    [('precision', 'float32', 'float64')]
    """
    fields = attrs.fields(type(conventions))
    pairs = [(field.name, getattr(conventions, field.name), field.default) for field in fields]
    return [(name, _said(mine), _said(usual)) for name, mine, usual in pairs if mine != usual]


def numbered(number: int, thing: str) -> str:
    """Return *number* with the word for what it counts.

    >>> numbered(1, "case"), numbered(2000, "case")
    ('1 case', '2,000 cases')
    """
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def _is_law(finding: Finding) -> bool:
    return finding.case.startswith("law ")


def _law_outcome(finding: Finding) -> tuple[str, str]:
    if "laws" not in finding.parts:
        return "had no answer", finding.counterexamples[0].got
    if finding.note:
        return "do not apply", finding.note
    inputs = finding.parts["laws"]["judged"]
    return ("are broken", f"by input {inputs}") if finding.deviates else ("hold", numbered(inputs, "input"))


def _said(choice: object) -> str:
    return getattr(choice, "__name__", None) or str(choice)
