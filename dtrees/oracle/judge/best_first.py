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
    """A node that can be split: by how much that lowers the risk, how far a float may be from that, the question."""

    lowers: Exact
    bound: Fraction
    question: Question

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

    Where there is no room for more, a leaf may be early.  Then the tree is split anew, among its branches always that
    which lowers the risk most (`dtrees.best_first`); a leaf that would have lowered it more, by more than floats may
    err, was due before.  Raises `Unsupported` for a gain ratio, and data with missing values.
    """
    if learner.score != "gain" or data.holds_missing:
        message = "the order of splits is judged by gain, of data without missing values"
        raise Unsupported(message)
    verdict, many = judge_tree(tree, data, learner, conventions=conventions, claims=claims), len(leaves(tree))
    if many < max_leaf_nodes:
        return verdict
    kept = [one for one in verdict.deviations if one.kind != "early leaf"]
    right = verdict.admissible + len(verdict.deviations) - len(kept)
    if many > max_leaf_nodes:
        large = Finding(kind="leaves", path=(), expected=f"at most {max_leaf_nodes} leaves", got=str(many))
        return attrs.evolve(verdict, admissible=right, deviations=(*kept, large))
    seen = conventions.seen(data)
    learner = conventions.learner(learner, seen).below(seen, 0)
    walk = visits(tree, seen, learner, conventions.parts)
    ready = {visit.path: found for visit in walk for found in [_ready(visit, learner, conventions)] if found}
    late = list(_late(tree, ready))
    return attrs.evolve(verdict, admissible=right - len(late), deviations=(*kept, *late))


def _ready(visit: Visit, learner: Learner, conventions: Conventions) -> _Ready | None:
    """Return what splitting the node brings: by its own question, or by the best one where it is a leaf."""
    asked = [visit.node.question] if isinstance(visit.node, Branch) else visit.optimal[:1]
    if visit.summary is None or not asked:
        return None
    weight = visit.summary.weight
    impurity = learner.impurity_for(visit.here)
    bound = Fraction(0) if conventions.arithmetic == "exact" else weight * impurity_bound([visit.summary], impurity)
    return _Ready(scored_split(visit.here, asked[0], learner).gain * weight, Fraction(bound), asked[0])


def _late(tree: Tree, ready: Mapping[Path, _Ready]) -> Iterator[Finding]:
    """Yield each leaf that should have been split before a branch that was."""
    ends: dict[Path, Tree] = {(): tree}
    told: set[Path] = set()
    while inner := {path: node for path, node in ends.items() if isinstance(node, Branch) and path in ready}:
        first = max(inner, key=lambda path: ready[path].lowers)
        for path in ends.keys() & ready.keys() - {*inner} - told:
            if ready[path].lowers - ready[first].lowers > ready[path].bound + ready[first].bound:
                told.add(path)
                before = f"{ready[path]}, before {list(first)}, which lowers it by {ready[first].lowers}"
                yield Finding(kind="split late", path=path, expected=before, got="a leaf")
        del ends[first]
        ends |= {(*first, place): child for place, child in enumerate(inner[first].children)}
