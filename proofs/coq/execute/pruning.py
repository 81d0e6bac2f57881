"""Small trees whose risks make ties, and what Python makes of them by pruning.

A node of weight w and risk r holds the moments (w, 0, r), whose squared error times w is r.  Risks are small integers
and fractions; some splits gain nothing, and some even lose.  Every other sequence is `dtrees.vectorized`'s.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import terms

import dtrees as dt
from dtrees import vectorized
from dtrees.pruning.risk import risk_of_node
from dtrees.vectorized.prune_breakpoints import Order, breakpoints
from dtrees.vectorized.prune_risks import risk_by, risks_of
from dtrees.vectorized.prune_ties import denominator_bits

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

Seed: TypeAlias = "tuple[dt.Tree, tuple[dt.Tree | None, ...]]"


def random_tree(chance: random.Random, leaves: int, *, weighed: bool = False) -> dt.Tree:
    """Return a tree of so many leaves, of any shape, whose risks make ties; *weighed*, a branch weighs its leaves."""
    step = chance.choice([Fraction(1), Fraction(1), Fraction(1, 2), Fraction(2, 3)])
    pool: list[dt.Tree] = []
    for _ in range(leaves):
        weight = chance.choice([1, 1, 2, 3]) if weighed else 1
        pool.append(dt.Leaf(dt.Moments(weight, 0, step * chance.randrange(4))))
    while len(pool) > 1:
        arity = min(len(pool), chance.choice([2, 2, 2, 3, 4]))
        at = chance.randrange(len(pool) - arity + 1)
        children = tuple(pool[at : at + arity])
        below = sum((risk(child).as_fraction() for child in children), Fraction(0))
        gained = step * chance.choice([-1, 0, 0, 1, 1, 2, 3, 6]) * (arity - 1)
        heavy = sum((Fraction(child.summary.weight) for child in children), Fraction(0))
        moments = dt.Moments(heavy if weighed else 1, 0, max(Fraction(0), below + gained))
        pool[at : at + arity] = [dt.Branch(moments, dt.EachCategory("x", tuple(range(arity))), children)]
    return pool[0]


def risk(node: dt.Tree) -> dt.Exact:
    """Return R(t)."""
    return risk_of_node(node.summary)


def tree(given: dt.Tree) -> str:
    """Return the tree with its risks."""
    return dt.fold(
        given,
        lambda leaf: terms.applied("Leaf", terms.fraction(risk(leaf))),
        lambda node, parts: terms.applied("Branch", terms.fraction(risk(node)), terms.listed(parts)),
    )


def shape(given: dt.Tree) -> str:
    """Return the tree's shape alone."""
    return dt.fold(given, lambda _: "L", lambda _, parts: terms.applied("B", terms.listed(parts)))


def step(alpha: dt.Exact | Fraction, given: dt.Tree) -> str:
    """Return an alpha with the shape of its tree."""
    return f"({terms.fraction(alpha)}, {shape(given)})"


def steps(members: Sequence[dt.Pruned]) -> str:
    """Return a sequence, shape by shape."""
    return terms.listed(step(member.alpha, member.tree) for member in members)


def some_alphas(chance: random.Random, members: Sequence[dt.Pruned]) -> list[dt.Exact | Fraction]:
    """Return an alpha where the tree changes, and another."""
    other = Fraction(chance.randrange(30), chance.choice([1, 2, 3]))
    return [chance.choice([member.alpha for member in members]), other]


# --- the sequence and the optima (Execute) ----------------------------------------------------------------------


def vector(given: dt.Tree, chance: random.Random, *, fast: bool, planted: bool = False) -> str:
    """Return the tree's sequence and two optima; *planted*, with the last alpha one too large."""
    members = tuple((vectorized if fast else dt).pruning_sequence(given))
    alphas = [member.alpha for member in members]
    optima = [step(alpha, dt.optimal_subtree(given, alpha)) for alpha in some_alphas(chance, members)]
    stated = [*alphas[:-1], alphas[-1] + planted]
    numbers = terms.listed(map(terms.fraction, stated))
    return terms.applied("Build_vector", tree(given), numbers, lives(given, members), terms.listed(optima))


def lives(given: dt.Tree, members: tuple[dt.Pruned, ...]) -> str:
    """Return at which alpha of the sequence each internal node is a branch no more."""

    def until(node: dt.Tree, in_members: tuple[dt.Tree | None, ...]) -> str:
        if isinstance(node, dt.Leaf):
            return "Bare"
        kept = [member if isinstance(member, dt.Branch) else None for member in in_members]
        gone = members[kept.index(None)].alpha
        below = [tuple(member and member.children[child] for member in kept) for child in range(len(node.children))]
        parts = [until(child, own) for child, own in zip(node.children, below, strict=True)]
        return terms.applied("Until", terms.fraction(gone.as_fraction()), terms.listed(parts))

    return until(given, tuple(member.tree for member in members))


# --- links, one at a time, the node scale, enumeration (ExecutePruning) -------------------------------------------

WRONG = ("alpha", "links", "one_by_one", "node_scaled", "node_optima", "how_many", "listed")
"""What may be planted wrong, a field each."""


def pruning_vector(given: dt.Branch, chance: random.Random, *, wrong: str = "") -> str:
    """Return what the specification says of a small tree, *wrong* in one field."""
    smallest, links = dt.weakest_links(given)
    single = dt.pruning_sequence(given, ties="one_at_a_time")
    by_node = dt.pruning_sequence(given, scale="node")
    optima = [(alpha, dt.optimal_subtree(given, alpha, scale="node")) for alpha in some_alphas(chance, by_node)]
    subtrees = tuple(dt.all_pruned_subtrees(given))
    if wrong == "node_optima":
        optima = [(Fraction(-100), dt.Leaf(given.summary))]
    paths = terms.listed(
        terms.listed(f"{child}%nat" for child in path) for path in links[: -1 if wrong == "links" else None]
    )
    return terms.applied(
        "Build_pruning_vector",
        weighed_tree(given),
        f"(Some {terms.fraction(smallest + (wrong == 'alpha'))}, {paths})",
        steps(single[: -1 if wrong == "one_by_one" else None]),
        steps(by_node[: -1 if wrong == "node_scaled" else None]),
        terms.listed(step(alpha, optimum) for alpha, optimum in optima),
        f"{dt.count_pruned_subtrees(given) + (wrong == 'how_many')}%nat",
        terms.listed(map(shape, subtrees[:: -1 if wrong == "listed" else 1])),
    )


def weighed_tree(given: dt.Tree) -> str:
    """Return the tree with its weights and risks."""

    def numbers(node: dt.Tree) -> tuple[str, str]:
        return terms.fraction(node.summary.weight), terms.fraction(risk(node))

    return dt.fold(
        given,
        lambda leaf: terms.applied("WLeaf", *numbers(leaf)),
        lambda node, parts: terms.applied("WBranch", *numbers(node), terms.listed(parts)),
    )


# --- the one pass in integers (ExecutePruning) --------------------------------------------------------------------


def pass_vector(given: dt.Tree, chance: random.Random, *, wrong: bool = False) -> str:
    """Return the rounded risks of a tree, in units so large that keys are near each other, and what the pass finds."""
    order, shift, in_postorder = Order(given), chance.choice([0, 4, 5, 8]), list[dt.ClassCounts | dt.Moments]()
    dt.fold(given, lambda node: in_postorder.append(node.summary), lambda node, _: in_postorder.append(node.summary))
    upwards, by_child = (
        risks_of(alike, summaries, None, risk_by(given, None)).rounded(shift)
        for alike, summaries in ((order.alike, order.summaries), (np.arange(len(in_postorder)), in_postorder))
    )
    found = breakpoints(order, upwards)
    by_place = sorted(zip(order.postorder(), found.keys, found.more, strict=True))
    spots = [f"({key + wrong}, {more})%Z" for _, key, more in by_place]
    in_units = iter(f"({risk})%Z" for risk in by_child)
    tree = dt.fold(
        given,
        lambda _: terms.applied("ZLeaf", next(in_units)),
        lambda _, parts: terms.applied("ZBranch", next(in_units), terms.listed(parts)),
    )
    return terms.applied("Build_pass_vector", tree, terms.listed(spots))


# --- the bits of denominators (ExecutePruning) --------------------------------------------------------------------

ONE_THIRD: dt.Tree = dt.Branch(
    dt.Moments(4, 0, 1), dt.EachCategory("x", tuple(range(4))), tuple(dt.Leaf(dt.Moments(1, 0, 0)) for _ in range(4))
)
"""A tree of whole risks, whose root has the alpha 1/3."""


def bits_vector(given: dt.Tree, *, wrong: bool = False) -> str:
    """Return how many bits the denominators of a tree's alphas may have; *wrong*, without those of their leaves."""
    order = Order(given)
    risks = risks_of(order.alike, order.summaries, None, risk_by(given, None))
    found = breakpoints(order, risks.rounded(256))
    bits, twos = denominator_bits(order, risks.denominators(), found)
    by_place = sorted(zip(order.postorder(), bits, map(int, found.more), strict=True))
    stated = [number - wrong * more.bit_length() for _, number, more in by_place]
    return terms.applied("Build_bits_vector", tree(given), f"{twos}%Z", terms.listed(f"({b})%Z" for b in stated))
