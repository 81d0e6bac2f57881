"""One text of what the specification and its fast road answer, which is the same on every machine.

    python tests/quality/everywhere.py        prints it; compare it between versions of Python, NumPy and attrs

It needs neither pytest nor Hypothesis, so that any environment with NumPy and attrs runs it.
"""

from __future__ import annotations

import hashlib
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


if __name__ == "__main__":
    print(digest())  # noqa: T201
