"""What is found of a case of a campaign, and a line of JSON that keeps it."""

from __future__ import annotations

import json

import attrs
from attrs.validators import instance_of

from dtrees.oracle.finding import CaseResult, Finding


@attrs.frozen(kw_only=True)
class CaseDescription:
    """What a case is about: the name and the size of its data, and by what the tree is grown; or a law."""

    data: str = attrs.field(validator=instance_of(str))
    criterion: str = attrs.field(default="", validator=instance_of(str))
    rows: int = attrs.field(default=0, validator=instance_of(int))
    columns: int = attrs.field(default=0, validator=instance_of(int))
    ordinary: bool = attrs.field(default=True, validator=instance_of(bool))
    """Whether all its numbers are small whole ones."""

    @property
    def size(self) -> tuple[bool, int, int]:
        """What makes an example easy to read: ordinary numbers, then few rows, then few columns."""
        return not self.ordinary, self.rows, self.columns


@attrs.frozen(kw_only=True)
class Record(CaseResult):
    """What is found of the *case* of that name.  The seconds do not count when records are compared."""

    case: str = attrs.field(validator=instance_of(str))
    subject: CaseDescription
    seconds: float = attrs.field(default=0.0, eq=False, validator=instance_of(int | float))

    @classmethod
    def of(cls, case: str, subject: CaseDescription, found: CaseResult, seconds: float = 0.0) -> Record:
        """Return what is *found* as that of the case."""
        known = attrs.asdict(found, recurse=False)
        return cls(case=case, subject=subject, seconds=round(seconds, 3), **known)


def to_line(record: Record) -> str:
    """Return *record* as a line of JSON, from which `from_line` makes it again.

    >>> to_line(Record(case="random 0", subject=CaseDescription(data="random"), checks={}))[:57]
    '{"case": "random 0", "subject": {"data": "random", "crite'
    """
    kept = attrs.asdict(record)
    return json.dumps({"case": kept.pop("case"), "subject": kept.pop("subject"), **kept}) + "\n"


def from_line(line: str | bytes) -> Record:
    """Return the record that a line of JSON holds; raises `TypeError` or `KeyError` where it holds none.

    >>> from dtrees.oracle.finding import result_of, no_answer
    >>> record = Record.of("random 0", CaseDescription(data="random"), result_of([no_answer("crash", "killed")]))
    >>> from_line(to_line(record)) == record
    True
    """
    kept = json.loads(line)
    subject = CaseDescription(**kept.pop("subject"))
    findings = tuple(Finding(**each) for each in kept.pop("findings"))
    return Record(subject=subject, findings=findings, **kept)
