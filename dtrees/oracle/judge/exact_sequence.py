"""The exact members T(alpha) of one tree's pruning sequence, and how floats are placed among them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from dtrees.exact import Exact
from dtrees.oracle.rounding import pruning_bound, unit_of
from dtrees.pruning import Pruned, cost, pruning_sequence
from dtrees.traversal import leaves

if TYPE_CHECKING:
    from fractions import Fraction

    from dtrees.oracle.conventions import Conventions
    from dtrees.tree import Tree


@attrs.frozen(kw_only=True, slots=False)
class ExactSequence:
    """T_0, T_1, ... of *tree*, each optimal on [alpha_k, alpha_k+1); a place is its k."""

    tree: Tree
    conventions: Conventions
    rows: int

    @cached_property
    def sequence(self) -> tuple[Pruned, ...]:
        """The members with their alphas, by Breiman's rounds."""
        return pruning_sequence(self.tree, impurity=self.conventions.risk, scale=self.conventions.scale)

    @cached_property
    def unit(self) -> Fraction:
        """What a risk on the count scale is divided by."""
        return unit_of(self.tree, self.conventions.risk, self.conventions.scale)

    @cached_property
    def bound(self) -> Fraction:
        """The rounding that a float is granted."""
        return pruning_bound(self.tree, self.conventions.risk, self.conventions.scale, self.rows)

    @cached_property
    def alphas(self) -> list[Exact]:
        """alpha_0 = 0 < alpha_1 < ..."""
        return [member.alpha for member in self.sequence]

    @cached_property
    def risks(self) -> list[Exact]:
        """R(T_0) <= R(T_1) < ..."""
        return [self.cost(member.tree) for member in self.sequence]

    @cached_property
    def _places(self) -> dict[Tree, int]:
        return {member.tree: place for place, member in enumerate(self.sequence)}

    @cached_property
    def _sizes(self) -> dict[int, int]:
        return {len(leaves(member.tree)): place for place, member in enumerate(self.sequence)}

    def cost(self, tree: Tree, alpha: Exact | float = 0) -> Exact:
        """Return R_alpha(T) on the conventions' scale; the unit is that of the whole tree, whose root *tree* shares."""
        return cost(tree, Exact(alpha), impurity=self.conventions.risk, scale=self.conventions.scale)

    def index_of(self, tree: Tree) -> int | None:
        """Return the place of *tree*, or None where it is no member."""
        return self._places.get(tree)

    def index_of_size(self, size: int) -> int | None:
        """Return the place of the member of so many leaves."""
        return self._sizes.get(size)

    def index_of_risk(self, risk: float) -> int | None:
        """Return the place of the member whose risk is the nearest, where it is within rounding."""
        after = bisect_left(self.risks, Exact(risk))
        near = [place for place in (after - 1, after) if 0 <= place < len(self.risks)]
        best = min(near, key=lambda place: abs(self.risks[place] - risk))
        return best if abs(self.risks[best] - risk) <= self.bound else None

    def optimal_at(self, alpha: float) -> int:
        """Return the place of the member that is optimal for the float *alpha* taken as it is."""
        find = bisect_right if self.conventions.pruned == "at_most" else bisect_left
        return max(find(self.alphas, Exact(alpha)) - 1, 0)

    def near(self, alpha: float) -> range:
        """Return the places whose alpha is within rounding of *alpha*."""
        return range(
            bisect_left(self.alphas, Exact(alpha) - self.bound), bisect_right(self.alphas, Exact(alpha) + self.bound)
        )
