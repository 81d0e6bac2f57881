"""Records of judged cases: how many answers were judged, the first finding of each kind, and JSON that stores both."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import attrs
from attrs.validators import deep_mapping, in_

from dtrees.oracle.finding import SIZE, TEXT, TRUTH, WHOLE, Finding, Verdict, text_field, writable
from dtrees.trees.tree_json import read_json

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from dtrees.oracle.conventions import Conventions


COUNTS: Final = ("judged", "canonical", "admissible", "deviating")
"""The names of the numbers that are counted for each check."""

MOST_HANGS: Final = 5
"""The number of answers that may fail to come in time before judging stops."""


def _texts(given: Iterable[Any]) -> tuple[str, ...]:
    """Return texts as every report can write them; raises `TypeError` for anything else."""
    texts = tuple(map(writable, given))
    if isinstance(given, str) or not all(isinstance(text, str) for text in texts):
        message = f"{given!r:.60} is no list of texts"
        raise TypeError(message)
    return texts


def _choices(given: Iterable[Any]) -> tuple[tuple[str, str, str], ...]:
    return tuple((name, mine, usual) for name, mine, usual in map(_texts, given))


@attrs.frozen(kw_only=True)
class CaseDescription:
    """The subject of a case: the name and size of its data and the learner, or a law."""

    data: str = text_field()
    criterion: str = text_field()
    rows: int = attrs.field(default=0, validator=WHOLE)
    columns: int = attrs.field(default=0, validator=WHOLE)
    ordinary: bool = attrs.field(default=True, validator=TRUTH)
    """Whether all its numbers are small whole ones."""

    @classmethod
    def of(cls, kept: Any) -> CaseDescription:
        """Return the description that `attrs.asdict` turned into *kept*."""
        return cls(**kept)

    @property
    def size(self) -> tuple[bool, int, int]:
        """A sort key that puts examples that are easy to read first.

        Ordinary numbers come first, then few rows, then few columns.
        """
        return not self.ordinary, self.rows, self.columns


def _with_writable_keys(counted: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {writable(name): {writable(why): many for why, many in counts.items()} for name, counts in counted.items()}


@attrs.frozen
class Granted:
    """The conventions that a report states: those that differ from the specification's, and those unknown.

    choices    for each such convention its name, the program's choice, and the specification's
    undecided  the names of those that could not be inferred, so that more is granted than may be needed
    """

    choices: tuple[tuple[str, str, str], ...] = attrs.field(default=(), converter=_choices)
    undecided: tuple[str, ...] = attrs.field(default=(), converter=_texts)

    @classmethod
    def of(cls, conventions: Conventions, undecided: Iterable[str] = ()) -> Granted:
        """Return the part of *conventions* that a report states.

        >>> from dtrees.oracle.conventions import Conventions
        >>> Granted.of(Conventions(precision="float32")).choices
        (('precision', 'float32', 'exact'),)
        """
        fields = attrs.fields(type(conventions))
        pairs = [(field.name, getattr(conventions, field.name), field.default) for field in fields]
        return cls(((name, _written(mine), _written(usual)) for name, mine, usual in pairs if mine != usual), undecided)


def _written(choice: object) -> str:
    return getattr(choice, "__name__", None) or str(choice)


@attrs.frozen(kw_only=True)
class Record:
    """The results of judging the case named *case*. Two records are compared without their seconds.

    checks  by check, the numbers of answers by outcome;  findings, the first of each kind and reason
    functions  by function, how many of its answers were ``judged``, and how many were not, by the reason
    note    why nothing was judged
    """

    case: str = text_field()
    subject: CaseDescription = attrs.field(factory=CaseDescription)
    checks: Mapping[str, Mapping[str, int]] = attrs.field(
        converter=_with_writable_keys, validator=deep_mapping(TEXT, deep_mapping(in_(COUNTS), WHOLE))
    )
    functions: Mapping[str, Mapping[str, int]] = attrs.field(
        factory=dict, converter=_with_writable_keys, validator=deep_mapping(TEXT, deep_mapping(TEXT, WHOLE))
    )
    findings: tuple[Finding, ...] = ()
    note: str = text_field()
    seconds: float = attrs.field(default=0.0, eq=False, validator=SIZE)

    @property
    def deviates(self) -> bool:
        """Whether any answer is neither canonical nor admissible."""
        return bool(self.findings)

    @property
    def hangs(self) -> bool:
        """Whether an answer did not come in time, with no explanation."""
        return any(each.kind == "hang" and each.why in {"", "unexplained"} for each in self.findings)


def hang_too_often(records: Collection[Record]) -> bool:
    """Return whether so many of *records* hang that judging more cases is a waste of time.

    The limit is `MOST_HANGS`, or one record in ten if that is more.
    """
    return sum(record.hangs for record in records) >= max(MOST_HANGS, len(records) / 10)


def record_of(verdicts: Iterable[Verdict], **known: Any) -> Record:
    """Return the record of *verdicts*; *known* gives further fields of `Record`.

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
    """Return for each check how many answers were judged, and how many had each outcome."""
    return _sums(each.checks for each in found)


def sums_by_function(found: Iterable[Record]) -> dict[str, Counter[str]]:
    """Return for each function how many answers were ``judged``, and how many were not, by reason."""
    return _sums(each.functions for each in found)


def to_line(record: Record) -> str:
    """Return *record* as one line of JSON, which `from_line` reads."""
    return json.dumps(attrs.asdict(record)) + "\n"


def from_line(line: str | bytes) -> Record:
    """Return the record that a line of JSON holds; raises `TypeError`, `KeyError` or `ValueError` where it holds none.

    >>> from dtrees.oracle.finding import no_answer
    >>> record = record_of([no_answer("crash", "killed")], case="random 0")
    >>> from_line(to_line(record)) == record
    True
    """
    return record_from(read_json(line))


def record_from(kept: Any) -> Record:
    """Return the record that `attrs.asdict` turned into *kept*; raises the same errors as `from_line`."""
    kept = dict(kept)
    if not CASE.fullmatch(kept["case"]):
        message = f"{kept['case']!r:.40} is no case"
        raise ValueError(message)
    subject = CaseDescription.of(kept.pop("subject"))
    findings = tuple(Finding(**each) for each in kept.pop("findings"))
    return Record(subject=subject, findings=findings, **kept)


CASE: Final = re.compile(
    r"table [0-9]{1,30}|random [0-9]{1,30}( of seed [0-9]{1,30})?|law \w+( on [0-9]{1,30} inputs)?"
    r"|conventions|functions|output"
)
"""The names of cases, and of the records that are about no case."""
