"""One text of what the specification and its fast road answer, which is the same on every machine.

    python tests/quality/everywhere.py        prints it; compare it between versions of Python, NumPy and attrs
    python tests/quality/everywhere.py FILE   pickles values to the file; where it is there, says whether they are equal

It needs neither pytest nor Hypothesis, so that any environment with NumPy and attrs runs it.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLES = ("loan", "weather", "regression")


def answers() -> Iterator[str]:
    """Yield trees, sequences, cross-validations and verdicts, each as text."""
    for name in TABLES:
        data = dt.datasets.load(name)
        classes = isinstance(data.target, dt.Classes)
        for learner in (dt.cart(), dt.cart(categories="subset"), *((dt.id3(), dt.c45()) if classes else ())):
            for rows in (data, data.take(np.arange(len(data))[::-1])):
                tree = dt.grow(rows, learner)
                assert dt.vectorized.grow(rows, learner) == tree
                yield dt.to_json(tree)
        sequence = dt.vectorized.pruning_sequence(dt.grow(data, dt.cart()))
        yield from (f"{member.alpha} {len(dt.leaves(member.tree))}" for member in sequence)
        yield str(dt.cross_validate(data, dt.cart(), dt.shuffled_folds(len(data), 4, seed=0)).rows)
        yield dt.to_html(sequence)
        found = dt.oracle.judge_tree(dt.grow(data, dt.cart(max_depth=1)), data, dt.cart())
        yield "\n".join(map(str, found.deviations))
    noise = np.random.default_rng(0)
    columns, labels = noise.normal(size=(500, 5)), noise.integers(0, 3, 500).tolist()
    yield dt.to_json(dt.vectorized.grow(dt.classification_data(columns, labels, weights=noise.random(500)), dt.cart()))


def digest() -> str:
    """Return one short text of all answers."""
    return hashlib.sha256("\n".join(answers()).encode()).hexdigest()


def values() -> list[object]:
    """Return a value of each kind that a process may send to another."""
    loan, melons = dt.datasets.load("loan"), dt.datasets.load("watermelon2_alpha")
    fast = dt.vectorized.grow(melons, dt.c45(missing="fractional"))
    return [
        loan, melons, fast, dt.grow(loan, dt.cart()), dt.pruning_sequence(fast),
        tuple(dt.vectorized.pruning_sequence(fast)),
        dt.cart(missing="surrogate"), dt.Exact.log2(3) + 1, dt.Quotient(dt.Exact.log2(3), dt.Exact.log2(5)),
        dt.cross_validate(loan, dt.cart(), dt.plain_folds(15, 5)), dt.Moments.of([1, 2.5]), dt.Costs([[0, 1], [5, 0]]),
    ]  # fmt: skip


def kept(file: Path) -> str:
    """Return whether the values that another Python pickled to *file* are these; where there is none, write it."""
    if not file.exists():
        file.write_bytes(pickle.dumps(values()))
        return f"written to {file}"
    return "equal" if pickle.loads(file.read_bytes()) == values() else "differ"  # noqa: S301 (our own)


if __name__ == "__main__":
    print(kept(Path(sys.argv[1])) if sys.argv[1:] else digest())  # noqa: T201
