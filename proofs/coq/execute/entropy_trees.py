"""Trees of ID3 and C4.5, and of CART by entropy: what the Python specification grows, entropies as sums of logarithms.

At each node stand the counts, the entropy and the admissible splits, each with its gain and its score.  Every other
random tree is `dtrees.vectorized`'s.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import growing
import terms

import dtrees as dt

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

SHORT: Final = growing.POOLS[:-1]
"""What a column may hold: all but the longest fractions."""

WRONG: Final = ("tree", "counts", "entropy", "gain", "score", "admissible")
"""What may be planted wrong at the root."""

LEARNERS: Final = (
    dt.id3(), dt.id3(min_gain=Fraction(1, 4)), dt.id3(max_depth=2, min_leaf=2),
    dt.c45(), dt.c45(gate="above"), dt.c45(gate="none"), dt.c45(min_risk=2, min_impurity=Fraction(1, 2)),
    dt.cart(impurity=dt.entropy), dt.cart(impurity=dt.entropy, categories="subset"),
)  # fmt: skip
"""What is grown from each table."""


def table_cases(name: str) -> Iterator[growing.Case]:
    """Yield a shipped table of classes, its numbers the decimals that stand there, with every learner's tree.

    C4.5 reads the numbers as float64 too.  From iris grow the trees of ID3 and of C4.5.
    """
    readings = [*growing.table_cases(name, floats=name != "iris")]
    ways = {type(read.rows[0][0][-1]): read for read in reversed(readings)}
    for kind, read in ways.items():
        learners = LEARNERS[:4:3] if name == "iris" else LEARNERS[3:4] if kind is float else LEARNERS
        for learner in learners:
            yield growing.Case(read.data, read.rows, learner, 0, dt.grow(read.data, learner))


def random_case(chance: random.Random, *, fast: bool) -> growing.Case:
    """Return random data with a random learner by entropy, and the tree that the one road or the other grows."""
    while True:
        data, rows = growing.random_data(
            chance, chance.randrange(4, 13), classes=True, pools=SHORT, among=chance.choice(growing.POSSIBLE)
        )
        ratio = chance.random() < 0.6  # noqa: PLR2004 (more gain ratios, for they have a gate)
        learner = growing.random_learner(chance, dt.entropy, ratio=ratio)
        case = growing.Case(data, rows, learner, 0, (dt.vectorized.grow if fast else dt.grow)(data, learner))
        if growing.is_telling(case, chance):
            return case


def tells_plants(case: growing.Case) -> bool:
    """Return whether at the root each plant is a difference."""
    return growing.several_are_best(case) and dt.admissible_splits(case.data, case.learner)[0].gain > 0


def vector(case: growing.Case, wrong: str = "") -> str:
    """Return the case as a Coq vector, *wrong* at its root."""
    root = note(case.data, case.tree, case, wrong)
    grown = growing.annotated(case.data, case.tree, case, note, root)
    return terms.applied(
        "Build_entropy_tree_vector",
        growing.learner(case),
        growing.rows_of(case),
        terms.applied("Stop", root) if wrong == "tree" else grown,
    )


def note(rows: dt.Dataset, tree: dt.Tree, case: growing.Case, wrong: str = "") -> str:
    """Return a node's counts, its entropy, and its admissible splits, each with its gain and its score."""
    summary: Any = tree.summary
    counts = [*summary.counts, *[0] * (growing.CLASSES - len(summary.counts))]
    counts[-1] += wrong == "counts"
    splits = [
        (found.question, found.gain + (wrong == "gain"), found.score * (2 if wrong == "score" else 1))
        for found in dt.admissible_splits(rows, case.learner)
    ]
    return terms.applied(
        "Build_entropy_note",
        f"{terms.listed(map(terms.fraction, counts))}%Q",
        form(dt.entropy(summary) + (wrong == "entropy")),
        terms.listed(
            f"({growing.question(asked, case)}, {form(gain)}, {score_of(score)})"
            for asked, gain, score in splits[wrong == "admissible" :]
        ),
    )


def form(value: dt.Exact) -> str:
    """Return a sum of logarithms, each a base and its coefficient."""
    return terms.applied("Sum", logarithms(value))


def logarithms(value: dt.Exact) -> str:
    """Return its bases with their coefficients."""
    return f"{terms.listed(f'({base}%Z, {terms.fraction(coefficient)})' for base, coefficient in value.terms)}%Q"


def score_of(score: Any) -> str:
    """Return a score, which is a sum, or one sum over another."""
    if isinstance(score, dt.Exact):
        return form(score)
    return terms.applied("Ratio", logarithms(score.numerator), logarithms(score.denominator))
