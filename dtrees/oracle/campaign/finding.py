"""What is found of a case of a campaign, and a line of JSON that keeps it."""

from __future__ import annotations

import json

import attrs

from dtrees.oracle.findings import Counterexample, Found


@attrs.frozen(kw_only=True)
class Subject:
    """What a case is about: the name and the size of its data, and by what the tree is grown; or a law."""

    data: str
    criterion: str = ""
    rows: int = 0
    columns: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """What makes an example small: rows, then columns."""
        return self.rows, self.columns


@attrs.frozen(kw_only=True)
class Finding(Found):
    """What is found of the *case* of that name.  The seconds do not count when findings are compared."""

    case: str
    subject: Subject
    seconds: float = attrs.field(default=0.0, eq=False)

    @classmethod
    def of(cls, case: str, subject: Subject, found: Found, seconds: float = 0.0) -> Finding:
        """Return what is *found* as that of the case."""
        told = attrs.asdict(found, recurse=False)
        return cls(case=case, subject=subject, seconds=round(seconds, 3), **told)


def to_line(finding: Finding) -> str:
    """Return *finding* as a line of JSON, from which `from_line` makes it again.

    >>> to_line(Finding(case="random 0", subject=Subject(data="random"), parts={}))[:57]
    '{"case": "random 0", "subject": {"data": "random", "crite'
    """
    record = attrs.asdict(finding)
    return json.dumps({"case": record.pop("case"), "subject": record.pop("subject"), **record}) + "\n"


def from_line(line: str | bytes) -> Finding:
    """Return the finding that a line of JSON holds; raises `TypeError` or `KeyError` where it holds none.

    >>> from dtrees.oracle.findings import no_answer
    >>> finding = Finding.of("random 0", Subject(data="random"), no_answer("crash", "killed"))
    >>> from_line(to_line(finding)) == finding
    True
    """
    record = json.loads(line)
    subject = Subject(**record.pop("subject"))
    found = tuple(Counterexample(**each) for each in record.pop("counterexamples"))
    return Finding(subject=subject, counterexamples=found, **record)
