"""Judging the order in which leaves were split, where there may be so many: the largest decrease of the risk first."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs

from dtrees.errors import Unsupported
from dtrees.growing.best_split import scored_split
from dtrees.oracle.finding import Finding, Verdict
from dtrees.oracle.judge.growth import judge_tree
from dtrees.oracle.rounding import impurity_bound
from dtrees.trees.tree import Branch, Tree, leaves
from dtrees.vectorized.walk import Visit, visits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.numbers.exact import Exact
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.judge.stated import Claims
    from dtrees.trees.paths import Path
    from dtrees.trees.questions import Question


@attrs.frozen
class _Ready:
    """A node that can be split: by how much that lowers the risk, how far a float may be from that, the question.

    more  how many leaves the question adds: of equally good ones, the most
    """

    lowers: Exact
    bound: Fraction
    question: Question
    more: int

    def __str__(self) -> str:
        return f"{self.question}, which lowers the risk by {self.lowers} = {float(self.lowers):.6g}"


def judge_best_first(
    tree: Tree,
    data: Dataset,
    learner: Learner,
    max_leaf_nodes: int,
    *,
    conventions: Conventions,
    claims: Claims | None = None,
) -> Verdict:
    """Return the verdict on *tree* as grown best first, to at most so many leaves, from *data*.

    Where there is no room for its children, a leaf may be early.  A leaf was due before a branch x of which it is not
    below: where, below their last common branch, each question on the way to the leaf, and its own, lowers the risk
    more than one on the way to x, by more than floats may err, whatever order equal ones are split in
    (`dtrees.best_first`).  Raises `Unsupported` for a gain ratio, limits that count rows, and missing values.
    """
    if learner.score != "gain" or data.holds_missing or conventions.limits == "rows":
        message = "the order of splits is judged by gain, with limits of weight, of data without missing values"
        raise Unsupported(message)
    verdict, many = judge_tree(tree, data, learner, conventions=conventions, claims=claims), len(leaves(tree))
    seen = conventions.seen(data)
    learner = conventions.learner(learner, seen).below(seen, 0)
    walk = visits(tree, seen, learner, conventions.parts)
    ready = {visit.path: found for visit in walk for found in [_ready(visit, learner, conventions)] if found}
    room, early = max_leaf_nodes - many, {one.path for one in verdict.deviations if one.kind == "early leaf"}
    passed = {path for path in early if path in ready and ready[path].more > room}
    wrong = [one for one in verdict.deviations if one.path not in passed]
    if room < 0:
        late = [Finding(kind="leaves", path=(), expected=f"at most {max_leaf_nodes} leaves", got=str(many))]
        return attrs.evolve(verdict, admissible=verdict.admissible + len(passed), deviations=(*wrong, *late))
    ends = {visit.path for visit in walk if not isinstance(visit.node, Branch)} & ready.keys()
    late = [one for one in _late(ready, ends, room) if one.path not in early - passed]
    return attrs.evolve(verdict, admissible=verdict.admissible + len(passed) - len(late), deviations=(*wrong, *late))


def _ready(visit: Visit, learner: Learner, conventions: Conventions) -> _Ready | None:
    """Return what splitting the node brings: by its own question, or by the best one where it is a leaf."""
    asked = [visit.node.question] if isinstance(visit.node, Branch) else visit.optimal
    if visit.summary is None or not asked:
        return None
    weight, more = visit.summary.weight, max(question.arity for question in asked) - 1
    impurity = learner.impurity_for(visit.here)
    bound = Fraction(0) if conventions.arithmetic == "exact" else weight * impurity_bound([visit.summary], impurity)
    return _Ready(scored_split(visit.here, asked[0], learner).gain * weight, Fraction(bound), asked[0], more)


def _late(ready: Mapping[Path, _Ready], ends: set[Path], room: int) -> Iterator[Finding]:
    """Yield each of the *ends* that was due before a branch: its way, from their last common branch, is better."""
    least: dict[Path, Path] = {}  # in each subtree, the branch that lowers the risk least
    for path in sorted(ready.keys() - ends, key=len, reverse=True):
        for up in (path[:depth] for depth in range(len(path) + 1)):
            if up not in least or ready[path].lowers < ready[least[up]].lowers:
                least[up] = path
    slack = 2 * max([one.bound for one in ready.values()], default=Fraction(0))
    for path in sorted(ends):
        lowers = ready[path].lowers
        for depth in reversed(range(len(path))):
            above = path[:depth]
            others = [(*above, place) for place in range(ready[above].question.arity) if place != path[depth]]
            beside = [least[other] for other in others if other in least]
            x = min(beside, key=lambda one: ready[one].lowers, default=None)
            if x and lowers - ready[x].lowers > slack and ready[path].more <= room + ready[x].more:
                before = f"{ready[path]}, before {list(x)}, which lowers it by {ready[x].lowers}"
                yield Finding(kind="split late", path=path, expected=before, got="a leaf")
                break
            lowers = min(lowers, ready[above].lowers)
