"""What a campaign finds of a case, as plain values that JSON keeps: counts by part, and each kind of deviation."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from dtrees.exchange import to_json
from dtrees.impurity import ClassCounts
from dtrees.oracle.report import COUNTS, counts, first_deviations, where
from dtrees.prune import optimal_subtree
from dtrees.tree import leaves, preorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from dtrees.oracle.members import PathConventions
    from dtrees.oracle.verdict import Deviation, PathDeviation, PathVerdict, TreeVerdict
    from dtrees.tree import Tree

    Verdicts: TypeAlias = "Mapping[str, TreeVerdict | PathVerdict]"
    Pair: TypeAlias = "tuple[Tree | None, Tree | None]"

COLUMNS: Final = ("judged", *COUNTS)
"""What is counted of each part."""

MOST_LEAVES: Final = 40
"""A tree of more leaves is not kept, for nobody could see what is wrong in its picture."""


@attrs.frozen(kw_only=True)
class Subject:
    """What a case is about: the name and the size of its data, how the tree is grown, and code that asks again."""

    data: str
    criterion: str
    rows: int
    columns: int
    code: str

    @property
    def size(self) -> tuple[int, int]:
        """What makes an example small: rows, then columns."""
        return self.rows, self.columns


@attrs.frozen(kw_only=True)
class Counterexample:
    """The first deviation of a kind in one part of a case, how many there are of it, and both trees.

    A tree is the document that `to_json` writes, or None where there is none to draw; *path* is the node
    that deviates in the peer's tree, None where the deviation is not one of a node.
    """

    part: str
    kind: str
    place: str = ""
    times: int = 1
    expected: str
    got: str
    regret: str = ""
    path: tuple[int, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(tuple))
    peer: Mapping[str, Any] | None = None
    canonical: Mapping[str, Any] | None = None


@attrs.frozen(kw_only=True)
class Finding:
    """What is found of a case: by part how much was judged and how it came out, and each kind of deviation.

    The seconds do not count when findings are compared.
    """

    case: int
    subject: Subject
    parts: Mapping[str, Mapping[str, int]]
    counterexamples: tuple[Counterexample, ...] = ()
    seconds: float = attrs.field(default=0.0, eq=False)

    @property
    def deviates(self) -> bool:
        """Whether anything is neither canonical nor admissible."""
        return bool(self.counterexamples)


def finding_of(
    case: int,
    subject: Subject,
    verdicts: Verdicts,
    trees: Callable[[Deviation | PathDeviation], Pair],
    seconds: float,
) -> Finding:
    """Return the finding that the *verdicts* on a case are; *trees* gives the peer's and the right one, if known."""
    found = [each for part, verdict in verdicts.items() for each in _counterexamples(part, verdict, trees)]
    return Finding(
        case=case,
        subject=subject if found else attrs.evolve(subject, code=""),
        parts={part: {"judged": verdict.judged, **counts(verdict)} for part, verdict in verdicts.items()},
        counterexamples=tuple(found),
        seconds=round(seconds, 3),
    )


def optimal_at(tree: Tree, alpha: float, conventions: PathConventions) -> Tree | None:
    """Return T(alpha) of *tree*, with which a peer's pruning is compared; None where alpha is no number.

    >>> from dtrees.impurity import ClassCounts
    >>> from dtrees.oracle.members import PathConventions
    >>> from dtrees.tree import Leaf
    >>> optimal_at(Leaf(ClassCounts((1, 2))), -1e-17, PathConventions())
    Leaf(ClassCounts(counts=(1, 2), classes=(0, 1)))
    """
    if not isfinite(alpha):
        return None
    return optimal_subtree(tree, max(alpha, 0.0), impurity=conventions.impurity, scale=conventions.scale)


def merged(case: int, subject: Subject, findings: Sequence[Finding], seconds: float) -> Finding:
    """Return one finding of a case that several questions make: the sums, and the first of each kind of deviation.

    >>> subject = Subject(data="random", criterion="gini", rows=2, columns=1, code="")
    >>> one = merged(3, subject, [no_answer(3, subject, "crash", "killed")] * 2, 0.0)
    >>> one.parts["answer"]["deviating"], [example.times for example in one.counterexamples]
    (2, [2])
    """
    first: dict[tuple[str, str], Counterexample] = {}
    codes: dict[str, None] = {}
    for finding in findings:
        for example in finding.counterexamples:
            before = first.setdefault((example.part, example.kind), attrs.evolve(example, times=0))
            first[example.part, example.kind] = attrs.evolve(before, times=before.times + example.times)
            if not before.times:
                codes[finding.subject.code] = None
    return Finding(
        case=case,
        subject=attrs.evolve(subject, code="\n".join(codes)),
        parts=summed(findings),
        counterexamples=tuple(first.values()),
        seconds=round(seconds, 3),
    )


def no_answer(case: int, subject: Subject, kind: str, told: str, *, part: str = "answer") -> Finding:
    """Return the finding that a peer gave no answer: an ``error`` that it told, or a ``crash``.

    >>> found = no_answer(3, Subject(data="random", criterion="gini", rows=2, columns=1, code=""), "crash", "killed")
    >>> found.deviates, found.parts["answer"]["deviating"]
    (True, 1)
    """
    return Finding(
        case=case,
        subject=subject,
        parts={part: {"judged": 1, "canonical": 0, "admissible": 0, "deviating": 1}},
        counterexamples=(Counterexample(part=part, kind=kind, expected="an answer", got=told),),
    )


def _counterexamples(
    part: str, verdict: TreeVerdict | PathVerdict, trees: Callable[[Deviation | PathDeviation], Pair]
) -> Iterator[Counterexample]:
    deviations: tuple[Deviation | PathDeviation, ...] = verdict.first_of_each_kind()
    for deviation, record in zip(deviations, first_deviations(verdict), strict=True):
        texts = {name: record[name] for name in ("kind", "times", "expected", "got", "regret")}
        peer, canonical = map(_document, trees(deviation))
        yield Counterexample(
            part=part, place=where(record), path=record.get("path"), peer=peer, canonical=canonical, **texts
        )


def _document(tree: Tree | None) -> dict[str, Any] | None:
    return None if tree is None or not _can_be_seen(tree) else dict(json.loads(to_json(tree)))


def _can_be_seen(tree: Tree) -> bool:
    """Return whether a picture of *tree* shows something: few leaves, and no mean of no responses."""
    summaries = (node.summary for node, _ in preorder(tree))
    return len(leaves(tree)) <= MOST_LEAVES and all(
        summary.weight or isinstance(summary, ClassCounts) for summary in summaries
    )


def summed(findings: Iterable[Finding]) -> dict[str, dict[str, int]]:
    """Return by part how much was judged, and how it came out.

    >>> subject = Subject(data="random", criterion="gini", rows=2, columns=1, code="")
    >>> summed([no_answer(case, subject, "crash", "killed") for case in range(2)])
    {'answer': {'judged': 2, 'canonical': 0, 'admissible': 0, 'deviating': 2}}
    """
    sums: dict[str, dict[str, int]] = {}
    for finding in findings:
        for part, counted in finding.parts.items():
            entry = sums.setdefault(part, dict.fromkeys(COLUMNS, 0))
            for name in COLUMNS:
                entry[name] += counted[name]
    return sums


# --- a line of JSON ---------------------------------------------------------------------------------------------


def to_line(finding: Finding) -> str:
    """Return *finding* as a line of JSON, from which `from_line` makes it again.

    >>> subject = Subject(data="random", criterion="gini", rows=2, columns=1, code="")
    >>> to_line(Finding(case=0, subject=subject, parts={}))[:41]
    '{"case": 0, "subject": {"data": "random",'
    """
    return json.dumps(attrs.asdict(finding)) + "\n"


def from_line(line: str | bytes) -> Finding:
    """Return the finding that a line of JSON holds; raises `TypeError` or `KeyError` where it holds none.

    >>> finding = no_answer(0, Subject(data="a", criterion="gini", rows=2, columns=1, code=""), "crash", "killed")
    >>> from_line(to_line(finding)) == finding
    True
    """
    record = json.loads(line)
    subject = Subject(**record.pop("subject"))
    found = tuple(Counterexample(**each) for each in record.pop("counterexamples"))
    return Finding(subject=subject, counterexamples=found, **record)
