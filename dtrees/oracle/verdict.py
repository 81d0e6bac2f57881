"""What the oracle says of a tree: each node canonical, admissible, or a deviation with its path and exact regret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import attrs

if TYPE_CHECKING:
    from dtrees.tree import Path

Kind: TypeAlias = Literal[
    "split",  # the question is not among the optimal ones
    "cut",  # the rows part optimally, but the threshold is not where the convention puts it
    "early leaf",  # a leaf where the learner would ask
    "late leaf",  # a question where the learner stops
    "summary",  # the node's weights, total or squares are not its rows'
    "weight",  # the node's claimed weight is not its rows'
    "value",  # the node's claimed class shares or mean are not its rows'
    "impurity",  # the node's claimed impurity is not its rows'
    "row",  # a training row is said to end at another node
    "prediction",  # a training row is predicted otherwise than by the node where it ends
]


@attrs.frozen(kw_only=True)
class Deviation:
    """One thing that is neither canonical nor admissible: what, where, both sides, and what it cost.

    The regret is the exact score that the peer's question gave away; empty where no score is at stake.
    """

    kind: Kind
    path: Path
    expected: str
    got: str
    regret: str = ""


@attrs.frozen(kw_only=True)
class TreeVerdict:
    """The verdict on a tree: how many of its nodes are canonical and admissible, and every deviation."""

    nodes: int
    canonical: int
    admissible: int
    deviations: tuple[Deviation, ...]

    @property
    def deviating(self) -> int:
        """The number of nodes at which something deviates."""
        return self.nodes - self.canonical - self.admissible

    def first_of_each_kind(self) -> tuple[Deviation, ...]:
        """Return the first deviation of each kind."""
        return tuple({deviation.kind: deviation for deviation in reversed(self.deviations)}.values())[::-1]
