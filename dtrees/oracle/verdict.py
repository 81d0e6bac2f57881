"""What the oracle says of a tree, and of a pruning path: each node or row canonical, admissible, or a deviation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Literal, Self, TypeAlias, TypeVar

import attrs

from dtrees.errors import Impossible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.path import Path

Kind: TypeAlias = Literal[
    "split",  # the question is not among the optimal ones
    "cut",  # the rows part optimally, but the threshold is not where the convention puts it
    "early leaf",  # a leaf where the learner would ask
    "late leaf",  # a question where the learner stops
    "summary",  # the node's weights, total or squares are not its rows'
    "weight",  # the node's claimed weight is not its rows'
    "value",  # the node's claimed class shares or mean are not its rows'
    "impurity",  # the node's claimed impurity is not its rows'
    "risk",  # the node's claimed risk is not its rows'
    "row",  # a training row is said to end at another node
    "prediction",  # a training row is predicted otherwise than by the node where it ends
    "tree",  # the whole tree is not the one that its pruning makes
    "leaves",  # no tree at all is found that ends in the leaves, or predicts the values, of the rows
]

PathKind: TypeAlias = Literal[
    "alpha",  # not within rounding of the alpha at which the row's tree becomes optimal
    "tree",  # not T(alpha), for this alpha or any within rounding of it
    "missing",  # a T(alpha) that no row shows
    "repeated",  # a further row for one exact alpha, or for one tree
    "decreasing",  # a smaller alpha than the row's before
    "negative",  # an alpha below 0
    "risk",  # not within rounding of the tree's R(T)
    "root xerror",  # the cross-validated error of the row of the root alone is not the root's
    "error",  # no answer at all
    "lone root",  # a tree that was never split is not cross-validated at all: its errors are stated as 0
    "xerror",  # the cross-validated error is not that of the fold trees pruned optimally
    "xstd",  # its standard error is not
]


@attrs.frozen(kw_only=True)
class Deviation:
    """One thing that is neither canonical nor admissible: what, where, both sides, what it cost, and why.

    The regret is the exact score that the peer's question gave away; empty where no score is at stake.  Why is the
    convention or the defect that explains it, where one is known.
    """

    kind: Kind
    path: Path
    expected: str
    got: str
    regret: str = ""
    why: str = ""

    @property
    def place(self) -> str:
        """The place in words."""
        return f"at path {list(self.path)}"


@attrs.frozen(kw_only=True)
class PathDeviation:
    """One row that is neither canonical nor admissible: its place in the path, its alpha as claimed, and both sides.

    The regret is R_alpha(T) - R_alpha(T(alpha)) at that alpha, exactly; empty where no tree is known.
    """

    kind: PathKind
    row: int
    alpha: str
    expected: str
    got: str
    regret: str = ""
    why: str = ""

    @property
    def place(self) -> str:
        """The place in words."""
        return f"at row {self.row}" + (f", alpha {self.alpha}" if self.alpha else "")


AnyDeviation = TypeVar("AnyDeviation", Deviation, PathDeviation)


@attrs.frozen(kw_only=True)
class Verdict(Generic[AnyDeviation]):
    """What the verdicts on trees and on paths share: the counts, and every deviation."""

    canonical: int
    admissible: int
    deviations: tuple[AnyDeviation, ...]

    @property
    def judged(self) -> int:
        """How many nodes or rows there are."""
        raise Impossible

    @property
    def deviating(self) -> int:
        """How many nodes or rows have a deviation."""
        return self.judged - self.canonical - self.admissible

    def explained(self, why: Callable[[AnyDeviation], str]) -> Self:
        """Return the verdict with the reason that *why* gives of each deviation."""
        return attrs.evolve(self, deviations=tuple(attrs.evolve(each, why=why(each)) for each in self.deviations))


@attrs.frozen(kw_only=True)
class TreeVerdict(Verdict[Deviation]):
    """The verdict on a tree: how many of its nodes are canonical and admissible, and every deviation."""

    nodes: int

    @property
    def judged(self) -> int:
        """The number of nodes."""
        return self.nodes


@attrs.frozen(kw_only=True)
class PathVerdict(Verdict[PathDeviation]):
    """The verdict on a path: how many rows (and members that no row shows), and every deviation."""

    rows: int

    @property
    def judged(self) -> int:
        """The number of rows."""
        return self.rows


def right_but(judged: int, found: Sequence[Deviation]) -> TreeVerdict:
    """Return the verdict on so many things of which each has one right answer, those *found* to deviate among them.

    >>> right_but(3, []).canonical
    3
    """
    return TreeVerdict(nodes=judged, canonical=judged - len(found), admissible=0, deviations=tuple(found))


def failed(told: str, why: str = "unexplained") -> PathVerdict:
    """Return the verdict on a peer that gave no answer, but an error, and *why*.

    >>> failed("no memory").deviations[0].got
    'no memory'
    """
    failure = PathDeviation(kind="error", row=0, alpha="", expected="an answer", got=told, why=why)
    return PathVerdict(rows=1, canonical=0, admissible=0, deviations=(failure,))
