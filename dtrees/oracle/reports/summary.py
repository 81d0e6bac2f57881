"""Findings sorted: by data set, and each kind of deviation with its counterexamples, smallest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dtrees.oracle.campaign.findings import summed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dtrees.oracle.campaign.findings import Counterexample, Finding


@attrs.frozen
class Kind:
    """A kind of deviation in one part, and every case that shows it, the fewest rows first."""

    part: str
    kind: str
    examples: tuple[tuple[Finding, Counterexample], ...]

    @property
    def times(self) -> int:
        """How often it was found in all."""
        return sum(example.times for _, example in self.examples)


def by_data(findings: Iterable[Finding]) -> dict[tuple[str, str], list[Finding]]:
    """Return the findings by the name of the data and the criterion."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.subject.data, finding.subject.criterion), []).append(finding)
    return groups


def kinds_of(findings: Sequence[Finding]) -> list[Kind]:
    """Return each kind of deviation, in the order of the parts.

    >>> from dtrees.oracle.campaign.findings import Subject, no_answer
    >>> subject = Subject(data="random", criterion="gini", rows=2, columns=1, code="")
    >>> [(kind.part, kind.kind, kind.times) for kind in kinds_of([no_answer(0, subject, "crash", "killed")])]
    [('answer', 'crash', 1)]
    """
    found: dict[tuple[str, str], list[tuple[Finding, Counterexample]]] = {}
    for finding in sorted(findings, key=lambda finding: finding.subject.size):
        for example in finding.counterexamples:
            found.setdefault((example.part, example.kind), []).append((finding, example))
    parts = list(summed(findings))
    ordered = sorted(found, key=lambda key: (parts.index(key[0]), key[1]))
    return [Kind(*key, tuple(found[key])) for key in ordered]
