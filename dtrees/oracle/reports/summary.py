"""The records of a campaign, sorted for reports: by data set, by kind of deviation with counterexamples, and by law."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from dtrees.oracle.record import Record, sums_by_check, sums_by_function

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence

    from dtrees.oracle.finding import Finding

CAUSES: Final = ("unexplained", "defect", "convention")
"""The causes that explain a deviation; each stands before the colon of ``why``."""

OUTCOMES: Final = ("are broken", "had no answer", "hold", "do not apply")
"""The outcomes of laws."""


@attrs.frozen
class DeviationKind:
    """Deviations of one check, kind and reason, with every case that shows one, the easiest to read first."""

    check: str
    kind: str
    why: str
    examples: tuple[tuple[Record, Finding], ...]

    @property
    def times(self) -> int:
        """The number of times that this kind of deviation was found."""
        return sum(example.times for _, example in self.examples)

    @property
    def cause(self) -> str:
        """The kind of cause that explains it, one of `CAUSES`."""
        cause = self.why.partition(":")[0]
        return cause if cause in CAUSES else "unexplained"

    @property
    def reason(self) -> str:
        """The explanation, without the kind of cause before it."""
        return self.why.removeprefix(self.cause).removeprefix(": ")


def checks_of(records: Iterable[Record]) -> dict[str, Counter[str]]:
    """Return the outcomes of cases summed by check, growing first, and cases without an answer last."""
    sums = sums_by_check(filter(is_case, records))
    return dict(sorted(sums.items(), key=lambda item: item[0] == "answer"))


def by_data(records: Iterable[Record]) -> dict[tuple[str, str], list[Record]]:
    """Return the records of cases, not of laws and the like, by the name of the data and the criterion."""
    groups: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        if is_case(record):
            groups.setdefault((record.subject.data, record.subject.criterion), []).append(record)
    return groups


def functions_of(records: Iterable[Record]) -> list[tuple[str, int, list[str]]]:
    """Return each offered function, its number of judged answers, and why and how often others were not judged."""
    return [
        (function, counts["judged"], [f"{many:,}: {why}" for why, many in counts.most_common() if why != "judged"])
        for function, counts in sorted(sums_by_function(records).items())
    ]


def kind_of(finding: Finding) -> tuple[str, str, str]:
    """Return the kind of a finding as its check, its cause or else its own kind, and why: one cause is one kind.

    >>> from dtrees.oracle.finding import Finding
    >>> kind_of(Finding(check="laws", kind="gini_bounded", cause="a wrong answer of gini", expected="1/2", got="2"))
    ('laws', 'a wrong answer of gini', '')
    """
    return finding.check, finding.cause or finding.kind, finding.why


def kinds_of(records: Sequence[Record]) -> list[DeviationKind]:
    """Return each kind of deviation, those that nothing explains first, then in the order of the checks.

    >>> from dtrees.oracle.record import record_of
    >>> from dtrees.oracle.finding import no_answer
    >>> crash = record_of([no_answer("crash", "killed")], case="random 0")
    >>> [(kind.check, kind.kind, kind.times, kind.cause) for kind in kinds_of([crash])]
    [('answer', 'crash', 1, 'unexplained')]
    """
    found: dict[tuple[str, str, str], list[tuple[Record, Finding]]] = {}
    for record in sorted(records, key=lambda record: record.subject.size):
        for example in record.findings:
            found.setdefault(kind_of(example), []).append((record, example))
    checks = list(sums_by_check(records))
    kinds = (DeviationKind(*key, tuple(examples)) for key, examples in found.items())
    return sorted(kinds, key=lambda one: (CAUSES.index(one.cause), checks.index(one.check), one.kind, one.why))


def laws_tried(records: Iterable[Record]) -> dict[str, dict[str, str]]:
    """Return the laws by outcome, each with the number of its inputs or the reason why it was not tried."""
    tried: dict[str, dict[str, str]] = {outcome: {} for outcome in OUTCOMES}
    for record in records:
        if not record.case.startswith("law "):
            continue
        outcome, answered = _law_outcome(record)
        tried[outcome][record.subject.criterion] = answered
    return tried


def numbered(number: int, thing: str) -> str:
    """Return *number* and the noun *thing*, with an s in the plural."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def is_case(record: Record) -> bool:
    """Return whether *record* is of a case with data, not of a law, of conventions or of functions."""
    return record.case.startswith(("table ", "random "))


def _law_outcome(record: Record) -> tuple[str, str]:
    if "laws" not in record.checks:
        return "had no answer", record.findings[0].got
    if record.note:
        return "do not apply", record.note
    inputs = record.checks["laws"]["judged"]
    return ("are broken", f"by input {inputs}") if record.deviates else ("hold", numbered(inputs, "input"))
