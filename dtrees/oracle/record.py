"""What is found of one case: what was judged, the first finding of each kind, and a line of JSON that keeps it."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import attrs
from attrs.validators import deep_mapping, in_, instance_of

from dtrees.oracle.finding import WHOLE, Finding, Verdict, text_field, writable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


COUNTS: Final = ("judged", "canonical", "admissible", "deviating")
"""What is counted of each check."""

MOST_HANGS: Final = 5
"""So many answers that did not come in time are waited for."""


@attrs.frozen(kw_only=True)
class CaseDescription:
    """What a case is about: the name and the size of its data, and by what the tree is grown; or a law."""

    data: str = attrs.field(default="", validator=instance_of(str))
    criterion: str = attrs.field(default="", validator=instance_of(str))
    rows: int = attrs.field(default=0, validator=instance_of(int))
    columns: int = attrs.field(default=0, validator=instance_of(int))
    ordinary: bool = attrs.field(default=True, validator=instance_of(bool))
    """Whether all its numbers are small whole ones."""

    @property
    def size(self) -> tuple[bool, int, int]:
        """What makes an example easy to read: ordinary numbers, then few rows, then few columns."""
        return not self.ordinary, self.rows, self.columns


def _with_writable_reasons(functions: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {name: {writable(why): many for why, many in counts.items()} for name, counts in functions.items()}


@attrs.frozen(kw_only=True)
class Record:
    """What is found of the *case* of that name.  The seconds do not count when records are compared.

    checks  by check how much was judged and how it came out;  findings, the first of each kind and reason
    functions  by function that was asked how many of its answers were ``judged``, or how many were not, by the reason
    note    why nothing was judged
    """

    case: str = attrs.field(default="", validator=instance_of(str))
    subject: CaseDescription = attrs.field(factory=CaseDescription)
    checks: Mapping[str, Mapping[str, int]] = attrs.field(
        validator=deep_mapping(instance_of(str), deep_mapping(in_(COUNTS), WHOLE))
    )
    functions: Mapping[str, Mapping[str, int]] = attrs.field(factory=dict, converter=_with_writable_reasons)
    findings: tuple[Finding, ...] = ()
    note: str = text_field()
    seconds: float = attrs.field(default=0.0, eq=False, validator=instance_of(int | float))

    @property
    def deviates(self) -> bool:
        """Whether anything is neither canonical nor admissible."""
        return bool(self.findings)

    @property
    def hangs(self) -> bool:
        """Whether an answer did not come in time, and nothing explains why."""
        return any(each.kind == "hang" and each.why in {"", "unexplained"} for each in self.findings)


def hang_too_often(records: Collection[Record]) -> bool:
    """Return whether so many of the *records*, and one in ten of them, hang that no further case is worth its time."""
    return sum(record.hangs for record in records) >= max(MOST_HANGS, len(records) / 10)


def record_of(verdicts: Iterable[Verdict], **known: Any) -> Record:
    """Return the record of *verdicts*, and of what is *known* of the case besides: other fields of `Record`.

    >>> from dtrees.oracle.finding import no_answer
    >>> found = record_of([no_answer("crash", "killed")] * 2, case="random 0")
    >>> found.checks["answer"]["deviating"], [finding.times for finding in found.findings]
    (2, [2])
    """
    given = tuple(verdicts)
    judged = [verdict for verdict in given if verdict.judged or not verdict.note]
    first: dict[tuple[str, ...], Finding] = {}
    for verdict in judged:
        for finding in verdict.deviations:
            key = verdict.check, finding.kind, finding.why
            times = first[key].times + 1 if key in first else 1
            first[key] = attrs.evolve(first.get(key, finding), check=verdict.check, times=times)
    answers = [(one.function, {"judged": one.judged} if one.judged else {one.note: 1}) for one in given if one.function]
    found = {
        "checks": _sums({each.check: {name: getattr(each, name) for name in COUNTS}} for each in judged),
        "functions": _sums({function: counts} for function, counts in answers),
        "findings": tuple(first.values()),
        "note": "" if judged else next((each.note for each in given), ""),
    }
    return Record(**{**found, **known})


def _sums(counted: Iterable[Mapping[str, Mapping[str, int]]]) -> dict[str, Counter[str]]:
    """Return the sums, by name, of what is counted."""
    sums: dict[str, Counter[str]] = {}
    for each in counted:
        for name, counts in each.items():
            sums.setdefault(name, Counter()).update(counts)
    return sums


def sums_by_check(found: Iterable[Record]) -> dict[str, Counter[str]]:
    """Return by check how much was judged in all, and how it came out."""
    return _sums(each.checks for each in found)


def sums_by_function(found: Iterable[Record]) -> dict[str, Counter[str]]:
    """Return by function how many of its answers were ``judged`` in all, and how many were not, by the reason."""
    return _sums(each.functions for each in found)


def to_line(record: Record) -> str:
    """Return *record* as a line of JSON, from which `from_line` makes it again."""
    return json.dumps(attrs.asdict(record)) + "\n"


def from_line(line: str | bytes) -> Record:
    """Return the record that a line of JSON holds; raises `TypeError` or `KeyError` where it holds none.

    >>> from dtrees.oracle.finding import no_answer
    >>> record = record_of([no_answer("crash", "killed")], case="random 0")
    >>> from_line(to_line(record)) == record
    True
    """
    kept = json.loads(line)
    subject = CaseDescription(**kept.pop("subject"))
    findings = tuple(Finding(**each) for each in kept.pop("findings"))
    return Record(subject=subject, findings=findings, **kept)
