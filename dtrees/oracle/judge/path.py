"""Judging a pruning path: each row that a peer states is compared with the exact sequence of the peer's own tree.

T(alpha), the smallest minimiser of R_alpha, changes at finitely many alphas, and each row of a path should show one of
them [CART84 theorem 3.10]. What a peer may choose for itself is data (`Conventions`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import attrs

from dtrees.arguments import checked, fields_as_annotated
from dtrees.numbers.exact import Exact
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.finding import Finding, Verdict, verdict_on
from dtrees.oracle.rounding import pruning_bound, unit_of
from dtrees.pruning.cost_complexity import Pruned, cost
from dtrees.pruning.pruned_subtrees import is_pruned_subtree
from dtrees.trees.tree import Tree, leaves
from dtrees.vectorized.prune import pruning_sequence

if TYPE_CHECKING:
    from fractions import Fraction


@attrs.frozen(kw_only=True, slots=False)
class ExactSequence:
    """The exact pruning sequence T_0, T_1, ... of *tree*; T_k is optimal on [alpha_k, alpha_k+1).

    A *place* is the number k.
    """

    tree: Tree
    conventions: Conventions
    rows: int

    @cached_property
    def found(self) -> tuple[Pruned, ...]:
        """The sequence as the fast road finds it, in one pass."""
        return tuple(pruning_sequence(self.tree, impurity=self.conventions.risk, scale=self.conventions.scale))

    @cached_property
    def trees(self) -> tuple[Tree, ...]:
        """T_0, T_1, ..., each smaller than the one before."""
        return tuple(member.tree for member in self.found)

    @cached_property
    def unit(self) -> Fraction:
        """The divisor that converts a risk from the count scale to the conventions' scale."""
        return unit_of(self.tree, self.conventions.risk, self.conventions.scale)

    @cached_property
    def bound(self) -> Fraction:
        """The rounding error that is granted to a float alpha or risk."""
        return pruning_bound(self.tree, self.conventions.risk, self.conventions.scale, self.rows)

    @cached_property
    def alphas(self) -> list[Exact]:
        """The alphas, 0 = alpha_0 < alpha_1 < ..., by definition: at each a tree and the one before cost the same.

        alpha_k+1 = (R(T_k+1) - R(T_k)) / (|T_k| - |T_k+1|); on the node scale the least g(t), by Breiman's rounds
        """
        if self.conventions.scale == "node":
            return [member.alpha for member in self.found]
        steps = zip(pairwise(self.risks), pairwise(len(leaves(tree)) for tree in self.trees), strict=True)
        return [Exact(0), *((above - below) / (more - fewer) for (below, above), (more, fewer) in steps)]

    @cached_property
    def sequence(self) -> tuple[Pruned, ...]:
        """The trees with their alphas."""
        return tuple(map(Pruned, self.alphas, self.trees))

    @cached_property
    def risks(self) -> list[Exact]:
        """The risks of its trees on the conventions' scale: R(T_0) <= R(T_1) < ..."""
        return [self.cost(tree) for tree in self.trees]

    @cached_property
    def _places(self) -> dict[Tree, int]:
        return {tree: place for place, tree in enumerate(self.trees)}

    @cached_property
    def _sizes(self) -> dict[int, int]:
        return {len(leaves(tree)): place for place, tree in enumerate(self.trees)}

    def cost(self, tree: Tree, alpha: Exact | float = 0) -> Exact:
        """Return R_alpha(T) on the conventions' scale.

        The unit is that of the whole tree; *tree* has the same root.
        """
        return cost(tree, Exact(alpha), impurity=self.conventions.risk, scale=self.conventions.scale)

    def place_of(self, tree: Tree | None = None, size: int | None = None, risk: float | None = None) -> int | None:
        """Return the number k of a tree of the sequence, or None if it has no such tree.

        It is found as *tree*, or by the number of leaves *size*, or by its *risk* within rounding.
        """
        if tree is not None:
            return self._places.get(tree)
        if size is not None:
            return self._sizes.get(size)
        if risk is None:
            return None
        after = bisect_left(self.risks, Exact(risk))
        near = [place for place in (after - 1, after) if 0 <= place < len(self.risks)]
        best = min(near, key=lambda place: abs(self.risks[place] - risk))
        return best if abs(self.risks[best] - risk) <= self.bound else None

    def optimal_at(self, alpha: float) -> int:
        """Return the number k of the tree that is optimal at the float *alpha*, taken as exact."""
        find = bisect_right if self.conventions.pruned == "at_most" else bisect_left
        return max(find(self.alphas, Exact(alpha)) - 1, 0)

    def near(self, alpha: float) -> range:
        """Return the numbers of the trees whose alpha is within rounding of *alpha*."""
        return range(
            bisect_left(self.alphas, Exact(alpha) - self.bound), bisect_right(self.alphas, Exact(alpha) + self.bound)
        )


# --- the verdict -------------------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True, field_transformer=fields_as_annotated)
class RowClaim:
    """A row of a path as a peer states it: an alpha, and facts about the tree that is optimal from there on.

    Where neither the tree nor its number of leaves is known, the tree is found by its risk.
    """

    alpha: float
    tree: Tree | None = None
    leaves: int | None = None
    risk: float | None = None


@attrs.frozen
class _Row:
    """A row with its number, and the alphas of the rows before and after it, None at the ends."""

    number: int
    claim: RowClaim
    before: float | None
    after: float | None


@checked
def judge_path(
    tree: Tree, claims: Sequence[RowClaim], *, conventions: Conventions = EXACT, rows: int | None = None
) -> Verdict:
    """Return the verdict on *claims*, by ascending alpha, as the pruning path of *tree*.

    Each row's tree should be a T(alpha), and its alpha the least for which it is one; each T(alpha) should have its
    row.  Floats are granted the rounding of float64 arithmetic on so many training *rows* (`pruning_bound`; by default
    the root's weight), trees nothing.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> claims = [RowClaim(alpha=0.0, leaves=3), RowClaim(alpha=3.0, leaves=1)]
    >>> verdict = judge_path(grow(datasets.load("loan"), cart()), claims)
    >>> [(deviation.kind, deviation.row, deviation.expected) for deviation in verdict.deviations]
    [('alpha', 1, '18/5 = 3.6')]
    """
    return judge_rows(members_of(tree, conventions, rows), claims)


def judge_rows(members: ExactSequence, claims: Sequence[RowClaim]) -> Verdict:
    """Return the verdict of `judge_path` on *claims*, given the exact sequence *members*."""
    displayed: set[int | None] = set()
    judged = []
    for row in _rows(claims):
        place, found = _judge_row(row, members)
        if place is not None and place in displayed:
            found.append(_deviation("repeated", row, "another tree", f"the tree of {_leaves(row)} again"))
        displayed.add(place)
        judged.append((found, place is not None))
    missing = [_missing(place, claims, members) for place in range(len(members.trees)) if place not in displayed]
    return verdict_on([*judged, *(([one], False) for one in missing)])


@checked
def judge_pruned(
    tree: Tree, claims: Sequence[RowClaim], *, conventions: Conventions = EXACT, rows: int | None = None
) -> Verdict:
    """Return the verdict on the trees that a peer returns for given alphas; each claim has its tree.

    Canonical is T(alpha) for the float as it is, or for the nearest alpha_k within the float's rounding (as when a
    path's own alpha is handed back).  Admissible is what is optimal on either side of an alpha_k so near.  The finding
    about any other tree states its exact regret R_alpha(T) - R_alpha(T(alpha)).
    """
    return judge_fits(members_of(tree, conventions, rows), claims)


def judge_fits(members: ExactSequence, claims: Sequence[RowClaim]) -> Verdict:
    """Return the verdict of `judge_pruned` on *claims*, given the exact sequence *members*."""

    def judged(row: _Row) -> tuple[list[Finding], bool]:
        alpha, pruned = row.claim.alpha, row.claim.tree
        place = members.place_of(pruned)
        near = sorted(members.near(alpha), key=lambda k: abs(members.alphas[k] - alpha))
        is_canonical = place in {members.optimal_at(alpha), *near[:1]}
        is_right = place is not None and (is_canonical or place in {*near, *(k - 1 for k in near)})
        return [] if is_right else [_wrong_tree(row, members)], is_canonical

    return verdict_on(map(judged, _rows(claims)))


def members_of(tree: Tree, conventions: Conventions = EXACT, rows: int | None = None) -> ExactSequence:
    """Return the exact pruning sequence of *tree*, grown from so many *rows*, for judging any number of paths."""
    return ExactSequence(tree=tree, conventions=conventions, rows=rows or int(tree.summary.weight))


def _rows(claims: Sequence[RowClaim]) -> list[_Row]:
    alphas = [None, *(claim.alpha for claim in claims), None]
    return [_Row(number, claim, alphas[number], alphas[number + 2]) for number, claim in enumerate(claims)]


# --- one row ----------------------------------------------------------------------------------------------------


def _judge_row(row: _Row, members: ExactSequence) -> tuple[int | None, list[Finding]]:
    """Return the number k of the tree that the row shows, None for no T(alpha), and the deviations."""
    claim = row.claim
    found = []
    if claim.alpha < 0:
        found.append(_deviation("negative", row, "an alpha of at least 0", repr(claim.alpha)))
    elif row.before is not None and claim.alpha < row.before:
        found.append(_deviation("decreasing", row, f"an alpha of at least {row.before!r}", repr(claim.alpha)))
    if _is_largest(row, members) or _is_tied_step(row, members):  # which is no T(alpha), but a convention's
        return None, found
    place = members.place_of(claim.tree, claim.leaves, claim.risk)
    if place is None:
        return None, [*found, _wrong_tree(row, members)]
    found += _compare("alpha", row, members.alphas[place], claim.alpha, members)
    if claim.risk is not None:
        found += _compare("risk", row, members.risks[place], claim.risk, members)
    return place, found


def _is_largest(row: _Row, members: ExactSequence) -> bool:
    """Return whether the first row shows the unpruned tree, where that is the convention and it is not T(0)."""
    if row.number or members.conventions.first == "optimal" or row.claim.alpha or members.place_of(members.tree) == 0:
        return False
    return row.claim.tree == members.tree or row.claim.leaves == len(leaves(members.tree))


def _is_tied_step(row: _Row, members: ExactSequence) -> bool:
    """Return whether the row cuts some of the links tied at one alpha, and the next row states that very alpha.

    Such a tree costs what T_k does at alpha_k; where only its risk is known, that lies between R(T_k-1) and R(T_k).
    """
    claim = row.claim
    if members.conventions.links == "together" or claim.alpha != row.after or claim.leaves is not None:
        return False
    if members.place_of(claim.tree) is not None:
        return False
    return any(_costs_the_same(claim, place, members) for place in members.near(claim.alpha))


def _costs_the_same(claim: RowClaim, place: int, members: ExactSequence) -> bool:
    if claim.tree is not None:
        alpha = members.alphas[place]
        return members.cost(claim.tree, alpha) == members.cost(members.trees[place], alpha)
    if claim.risk is None:
        return True
    return members.risks[max(place - 1, 0)] - members.bound <= claim.risk <= members.risks[place] + members.bound


# --- deviations -------------------------------------------------------------------------------------------------


def _compare(kind: str, row: _Row, exact: Exact, claimed: float, members: ExactSequence) -> list[Finding]:
    if abs(exact - claimed) <= members.bound:
        return []
    return [_deviation(kind, row, f"{exact} = {exact:.17g}", repr(claimed), str(abs(exact - claimed)))]


def _wrong_tree(row: _Row, members: ExactSequence) -> Finding:
    """Return the deviation of a tree that is not T(alpha), with its exact regret if the tree is known."""
    alpha, pruned = row.claim.alpha, row.claim.tree
    best = members.optimal_at(max(alpha, 0.0)) if alpha < float("inf") else len(members.sequence) - 1
    member = members.sequence[best]
    expected = f"{len(leaves(member.tree))} leaves, T(alpha) from alpha {member.alpha} = {member.alpha:.17g}"
    if best + 1 < len(members.sequence):
        after = members.alphas[best + 1]
        expected += f" until {after} = {after:.17g}"
    if pruned is None:
        return _deviation("tree", row, expected, _leaves(row))
    if not is_pruned_subtree(pruned, members.tree):
        return _deviation("tree", row, expected, f"{_leaves(row)}, no pruned subtree")
    regret = members.cost(pruned, alpha) - members.cost(member.tree, alpha)
    return _deviation("tree", row, expected, _leaves(row), str(regret))


def _missing(place: int, claims: Sequence[RowClaim], members: ExactSequence) -> Finding:
    member = members.sequence[place]
    number = sum(claim.alpha < member.alpha for claim in claims)
    expected = f"{len(leaves(member.tree))} leaves from alpha {member.alpha} = {member.alpha:.17g}"
    return Finding(kind="missing", row=number, expected=expected, got="no row shows it")


def _leaves(row: _Row) -> str:
    claim = row.claim
    size = claim.leaves if claim.tree is None else len(leaves(claim.tree))
    return f"risk {claim.risk!r}" if size is None else f"{size} leaves"


def _deviation(kind: str, row: _Row, expected: str, got: str, regret: str = "") -> Finding:
    return Finding(kind=kind, row=row.number, alpha=repr(row.claim.alpha), expected=expected, got=got, regret=regret)
