"""What is found of one case, as plain values that JSON keeps: counts by part, and each kind of deviation."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from dtrees.exchange import to_json
from dtrees.oracle.verdict import Deviation
from dtrees.pruning import optimal_subtree
from dtrees.summary import ClassCounts
from dtrees.traversal import leaves, preorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.verdict import PathDeviation, PathVerdict, TreeVerdict
    from dtrees.path import Path
    from dtrees.tree import Tree

    Verdicts: TypeAlias = "Mapping[str, TreeVerdict | PathVerdict]"
    Pair: TypeAlias = "tuple[Tree | None, Tree | None]"
    Trees: TypeAlias = "Callable[[str, Deviation | PathDeviation], Pair]"

COUNTS: Final = ("judged", "canonical", "admissible", "deviating")
"""What is counted of each part."""

MOST_LEAVES: Final = 40
"""A tree of more leaves is not kept, for nobody could see what is wrong in its picture."""


def _as_path(steps: Iterable[int] | None) -> Path | None:
    """Return the path that JSON keeps as a list."""
    return None if steps is None else tuple(steps)


@attrs.frozen(kw_only=True)
class Counterexample:
    """The first deviation of a kind in one part of a case, how many there are of it, both trees, and the code to ask.

    A tree is the document that `to_json` writes, or None where there is none to draw; *path* is the node
    that deviates in the peer's tree, None where the deviation is not one of a node.

    >>> print(Counterexample(part="growth", kind="early leaf", expected="x <= 1", got="a leaf", why="defect: ties"))
    growth: early leaf: expected x <= 1, got a leaf [defect: ties]
    """

    part: str
    kind: str
    place: str = ""
    times: int = 1
    expected: str
    got: str
    regret: str = ""
    why: str = ""
    code: str = ""
    path: Path | None = attrs.field(default=None, converter=_as_path)
    peer: Mapping[str, Any] | None = None
    canonical: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        where = f" {self.place}" if self.place else ""
        regret = f", regret {self.regret}" if self.regret else ""
        why = f" [{self.why}]" if self.why else ""
        return f"{self.part}: {self.kind}{where}: expected {self.expected}, got {self.got}{regret}{why}"


@attrs.frozen(kw_only=True)
class Found:
    """By part how much was judged and how it came out, and each kind of deviation; *note*: why nothing was judged."""

    parts: Mapping[str, Mapping[str, int]]
    counterexamples: tuple[Counterexample, ...] = ()
    note: str = ""

    @property
    def deviates(self) -> bool:
        """Whether anything is neither canonical nor admissible."""
        return bool(self.counterexamples)


def _no_trees(_: str, __: Deviation | PathDeviation) -> Pair:
    return None, None


def found_in(verdicts: Verdicts, *, code: str = "", trees: Trees = _no_trees) -> Found:
    """Return what is found in the *verdicts* by part.

    *trees* gives the peer's tree and the right one for the deviation of a part, where there are such; *code* asks
    the peer again.
    """
    return Found(
        parts={part: _counted(verdict) for part, verdict in verdicts.items()},
        counterexamples=tuple(
            _example(part, counted, code, trees)
            for part, verdict in verdicts.items()
            for counted in _first_of_each_kind(verdict)
        ),
    )


def together(found: Iterable[Found]) -> Found:
    """Return as one what is found by several questions: the sums, and the first of each kind of deviation.

    >>> one = together([no_answer("crash", "killed")] * 2)
    >>> one.parts["answer"]["deviating"], [example.times for example in one.counterexamples]
    (2, [2])
    """
    every = list(found)
    first: dict[tuple[str, ...], Counterexample] = {}
    for example in (example for each in every for example in each.counterexamples):
        key = example.part, example.kind, example.why
        before = first.get(key)
        first[key] = attrs.evolve(before, times=before.times + example.times) if before else example
    return Found(parts=summed(every), counterexamples=tuple(first.values()))


def no_answer(kind: str, told: str, *, part: str = "answer", code: str = "") -> Found:
    """Return that a peer gave no answer: an ``error`` that it told, or a ``crash``.

    >>> found = no_answer("crash", "killed")
    >>> found.deviates, found.parts["answer"]["deviating"]
    (True, 1)
    """
    example = Counterexample(part=part, kind=kind, expected="an answer", got=told, code=code)
    return Found(parts={part: dict(zip(COUNTS, (1, 0, 0, 1), strict=True))}, counterexamples=(example,))


def summed(found: Iterable[Found]) -> dict[str, dict[str, int]]:
    """Return by part how much was judged, and how it came out.

    >>> summed([no_answer("crash", "killed") for case in range(2)])
    {'answer': {'judged': 2, 'canonical': 0, 'admissible': 0, 'deviating': 2}}
    """
    sums: dict[str, dict[str, int]] = {}
    for each in found:
        for part, counted in each.parts.items():
            entry = sums.setdefault(part, dict.fromkeys(COUNTS, 0))
            for name in COUNTS:
                entry[name] += counted[name]
    return sums


def optimal_at(tree: Tree, alpha: float, conventions: Conventions) -> Tree | None:
    """Return T(alpha) of *tree*, with which a peer's pruning is compared; None where alpha is no number.

    >>> from dtrees.oracle.conventions import EXACT
    >>> from dtrees.tree import Leaf
    >>> optimal_at(Leaf(ClassCounts((1, 2))), -1e-17, EXACT)
    Leaf(ClassCounts(counts=(1, 2), classes=(0, 1)))
    """
    if not isfinite(alpha):
        return None
    return optimal_subtree(tree, max(alpha, 0.0), impurity=conventions.risk, scale=conventions.scale)


def _counted(verdict: TreeVerdict | PathVerdict) -> dict[str, int]:
    return {name: getattr(verdict, name) for name in COUNTS}


def _first_of_each_kind(verdict: TreeVerdict | PathVerdict) -> Iterator[tuple[Deviation | PathDeviation, int]]:
    """Yield the first deviation of each kind, as far as it is explained in one way, with how many there are of it."""
    kinds: dict[tuple[str, str], list[Deviation | PathDeviation]] = {}
    for deviation in verdict.deviations:
        kinds.setdefault((deviation.kind, deviation.why), []).append(deviation)
    for same in kinds.values():
        yield same[0], len(same)


def _example(part: str, counted: tuple[Deviation | PathDeviation, int], code: str, trees: Trees) -> Counterexample:
    deviation, times = counted
    peer, canonical = map(_document, trees(part, deviation))
    return Counterexample(
        part=part,
        kind=deviation.kind,
        place=deviation.place,
        times=times,
        expected=deviation.expected,
        got=deviation.got,
        regret=deviation.regret,
        why=deviation.why,
        code=code,
        path=deviation.path if isinstance(deviation, Deviation) else None,
        peer=peer,
        canonical=canonical,
    )


def _document(tree: Tree | None) -> dict[str, Any] | None:
    return None if tree is None or not _can_be_seen(tree) else dict(json.loads(to_json(tree)))


def _can_be_seen(tree: Tree) -> bool:
    """Return whether a picture of *tree* shows something: few leaves, and no mean of no responses."""
    summaries = (node.summary for node, _ in preorder(tree))
    return len(leaves(tree)) <= MOST_LEAVES and all(
        summary.weight or isinstance(summary, ClassCounts) for summary in summaries
    )
