"""Small random data for scikit-learn, made of ties, and the verdicts on it summed up by criterion."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs
import numpy as np

from dtrees.oracle.peers.scikit_learn.pruning import judge_pruning
from dtrees.oracle.peers.scikit_learn.trees import CRITERIA, judge_fit
from dtrees.oracle.report import Judged
from dtrees.oracle.verdict import PathVerdict, TreeVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Verdict = TypeVar("Verdict", TreeVerdict, PathVerdict)

SCALES: Final = (1.0, 0.1, 1e-3, 1e6)
"""What the small integers of features and responses are multiplied by: tenths round, integers do not."""


def random_rows(seed: int, criterion: str) -> tuple[np.ndarray, np.ndarray]:
    """Return 2 to 12 rows of 1 to 3 columns, and their targets, drawn from *seed*: few values, so that ties abound."""
    chance = np.random.default_rng(seed)
    shape = (int(chance.integers(2, 13)), int(chance.integers(1, 4)))
    rows = chance.integers(0, 5, shape) * chance.choice(SCALES)
    numbers = criterion == "squared_error"
    return rows, chance.integers(0, 6, shape[0]) * (chance.choice(SCALES) if numbers else 1)


def random_case(seed: int, place: int) -> tuple[np.ndarray, np.ndarray, str]:
    """Return the rows, the targets and the criterion of the case at *place*, whose criteria come in turn.

    >>> rows, targets, criterion = random_case(0, 1)
    >>> rows.shape, len(targets), criterion
    ((7, 2), 7, 'entropy')
    """
    criterion = tuple(CRITERIA)[place % len(CRITERIA)]
    return *random_rows(seed + place, criterion), criterion


def judge_random(cases: int, seed: int) -> Iterator[Judged]:
    """Yield the verdict on each of so many small data sets."""
    for place in range(cases):
        rows, targets, criterion = random_case(seed, place)
        started = time.perf_counter()
        grown, pruned = judge_fit(rows, targets, criterion), judge_pruning(rows, targets, criterion)
        seconds = time.perf_counter() - started
        parts = {"path": _told(pruned.path, rows, targets), "fits": _told(pruned.fits, rows, targets)}
        yield Judged(f"{len(rows)} rows", criterion, _told(grown, rows, targets), seconds, parts)


def summed(judged: Iterable[Judged]) -> list[Judged]:
    """Return one verdict a criterion, called ``random``, whose first deviation of each kind has the fewest rows."""
    by_criterion: dict[str, list[Judged]] = {}
    for item in judged:
        by_criterion.setdefault(item.criterion, []).append(item)
    return [
        Judged(
            "random",
            criterion,
            _sum([item.verdict for item in items]),
            sum(item.seconds for item in items),
            {part: _sum([item.pruning[part] for item in items]) for part in ("path", "fits")},
        )
        for criterion, items in by_criterion.items()
    ]


def _told(verdict: Verdict, rows: Any, targets: Any) -> Verdict:
    """Return the verdict whose deviations tell the data that they were found on."""
    data = f"{len(rows):2d} rows {rows.tolist()}, targets {targets.tolist()}"
    told: Any = tuple(attrs.evolve(each, got=f"{each.got}; on {data}") for each in verdict.deviations)
    return attrs.evolve(verdict, deviations=told)


def _sum(verdicts: list[Verdict]) -> Verdict:
    counted = [field.name for field in attrs.fields(type(verdicts[0])) if field.name != "deviations"]
    sums: Any = {name: sum(getattr(verdict, name) for verdict in verdicts) for name in counted}
    every: list[Any] = [deviation for verdict in verdicts for deviation in verdict.deviations]
    every.sort(key=lambda deviation: deviation.got.rsplit("; on ", 1)[1][:2])
    return attrs.evolve(verdicts[0], deviations=tuple(every), **sums)
