"""Write what the Python specification says of many small trees as Coq vectors, for `make execute` to check.

    python proofs/coq/execute/write_vectors.py

Trees are abstract: a node of risk r holds the moments (1, 0, r), whose squared error is r.  Risks are small integers
and fractions, so that ties abound; some splits gain nothing, and some even lose.  The last vector is the first one
with a difference planted, which the checker must find.
"""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import dtrees as dt
from dtrees.risk import risk_of_node
from dtrees.traversal import Sprout

Seed: TypeAlias = "tuple[dt.Tree, tuple[dt.Tree | None, ...]]"

SMALL, LARGE = 2000, 300
"""How many trees of up to 15 and of up to 300 leaves."""

HEAD = """(** Written by write_vectors.py: {count} trees as the Python specification prunes them. *)
From Coq Require Import QArith List.
From Dtrees Require Import Tree Execute.
Import ListNotations.
Open Scope Q_scope.

"""


def random_tree(chance: random.Random, leaves: int) -> dt.Tree:
    """Return a tree of so many leaves, of any shape, whose risks make ties."""
    step = chance.choice([Fraction(1), Fraction(1), Fraction(1, 2), Fraction(2, 3)])
    pool: list[dt.Tree] = [dt.Leaf(dt.Moments(1, 0, step * chance.randrange(4))) for _ in range(leaves)]
    while len(pool) > 1:
        arity = min(len(pool), chance.choice([2, 2, 2, 3, 4]))
        at = chance.randrange(len(pool) - arity + 1)
        children = tuple(pool[at : at + arity])
        below = sum((risk(child).as_fraction() for child in children), Fraction(0))
        gained = step * chance.choice([-1, 0, 0, 1, 1, 2, 3, 6]) * (arity - 1)
        question = dt.EachCategory("x", tuple(range(arity)))
        pool[at : at + arity] = [dt.Branch(dt.Moments(1, 0, max(Fraction(0), below + gained)), question, children)]
    return pool[0]


def risk(node: dt.Tree) -> dt.Exact:
    """Return R(t)."""
    return risk_of_node(node.summary)


def fraction(value: dt.Exact | Fraction | int) -> str:
    """Return a rational as Coq reads it."""
    exact = dt.Exact(value).as_fraction()
    text = str(exact.numerator) if exact.denominator == 1 else f"{exact.numerator} # {exact.denominator}"
    return text if text.isdigit() else f"({text})"


def listed(items: list[str] | tuple[str, ...]) -> str:
    """Return a Coq list."""
    return "[" + "; ".join(items) + "]"


def tree(given: dt.Tree) -> str:
    """Return the tree with its risks."""
    return dt.fold(
        given,
        lambda leaf: f"Leaf {fraction(risk(leaf))}",
        lambda node, parts: f"Branch {fraction(risk(node))} {listed(parts)}",
    )


def shape(given: dt.Tree) -> str:
    """Return the tree's shape alone."""
    return dt.fold(given, lambda _: "L", lambda _, parts: f"B {listed(parts)}")


def lives(given: dt.Tree, members: tuple[dt.Pruned, ...]) -> str:
    """Return at which alpha of the sequence each internal node is a branch no more."""

    def grow_node(seed: Seed) -> dt.Leaf | Sprout[Seed]:
        node, in_members = seed
        if isinstance(node, dt.Leaf):
            return node
        kept = [member if isinstance(member, dt.Branch) else None for member in in_members]
        gone = members[kept.index(None)].alpha
        below = (tuple(member and member.children[child] for member in kept) for child in range(len(node.children)))
        return Sprout(
            dt.Moments(1, 0, gone.as_fraction()), node.question, tuple(zip(node.children, below, strict=True))
        )

    def until(node: dt.Branch, parts: tuple[str, ...]) -> str:
        return f"Until {fraction(risk(node))} {listed(parts)}"

    start: Seed = (given, tuple(member.tree for member in members))
    return dt.fold(dt.unfold(start, grow_node), lambda _: "Bare", until)


def vector(given: dt.Tree, chance: random.Random, *, planted: bool = False) -> str:
    """Return what the specification makes of a tree; *planted*, with the last alpha one too large."""
    members = dt.pruning_sequence(given)
    alphas = [member.alpha for member in members]
    tried: list[dt.Exact | Fraction] = [
        chance.choice(alphas),
        Fraction(chance.randrange(-2, 30), chance.choice([1, 2, 3])),
    ]
    optima = [f"({fraction(alpha)}, {shape(dt.optimal_subtree(given, alpha))})" for alpha in tried]
    stated = [*alphas[:-1], alphas[-1] + 1] if planted else alphas
    parts = (tree(given), listed(list(map(fraction, stated))), lives(given, members), listed(optima))
    return "  Build_vector " + " ".join(f"({part})" if " " in part and part[0] != "[" else part for part in parts)


def main() -> None:
    """Write ``Vectors.v`` beside this file, the same at every run."""
    chance = random.Random(20260101)  # noqa: S311 (nothing secret)
    sizes = [1 + chance.randrange(15) for _ in range(SMALL)] + [16 + chance.randrange(285) for _ in range(LARGE)]
    trees = [random_tree(chance, leaves) for leaves in sizes]
    vectors = [vector(given, chance) for given in trees]
    planted = vector(trees[-1], chance, planted=True)
    text = HEAD.format(count=len(vectors))
    text += "Definition vectors : list vector := [\n" + ";\n".join(vectors) + "].\n\n"
    text += f"Example how_many : length vectors = {len(vectors)}%nat.\nProof. reflexivity. Qed.\n\n"
    text += "Example all_hold : failures check_vector vectors = [].\n"
    text += "Proof. vm_cast_no_check (@eq_refl (list nat) []). Qed.\n\n"
    text += f"Definition planted : vector :=\n{planted}.\n\n"
    found = f"[{len(vectors)}%nat]"
    text += f"Example the_planted_difference_is_found : failures check_vector (vectors ++ [planted]) = {found}.\n"
    text += f"Proof. vm_cast_no_check (@eq_refl (list nat) {found}). Qed.\n"
    (Path(__file__).parent / "Vectors.v").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
