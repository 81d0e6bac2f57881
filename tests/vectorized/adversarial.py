"""Cases made to mislead floats, and a campaign over as many of them as one asks for.

Run it from the repository's root:  PYTHONPATH=tests python -m vectorized.adversarial --cases 100000
"""

from __future__ import annotations

import sys
import warnings
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import click
import numpy as np
import pandas as pd

import dtrees as dt
from dtrees.vectorized import bulk, columns
from dtrees.vectorized.candidates import counted, thresholds
from dtrees.vectorized.walk import visits

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.data.dataset import Dataset
    from dtrees.data.scaled import FloatArray
    from dtrees.growing.learner import Learner

Random = np.random.Generator


def case(seed: int, largest: int = 9) -> tuple[Dataset, Learner]:
    """Return data of at most *largest* rows, and a learner: all kinds of weights, targets, columns and options."""
    random = np.random.default_rng([16, seed])
    rows = int(random.integers(2, largest + 1))
    weights = chosen(random, WEIGHTS)(random, rows)
    features = {f"x{i}": chosen(random, COLUMNS)(random, rows) for i in range(random.integers(1, 4))}
    if len(features) > 1 and random.random() < 0.4:
        features["x1"] = nearly_the_same(random, features["x0"])
    if random.random() < 0.4:
        responses = chosen(random, RESPONSES)(random, rows)
        return dt.regression_data(features, responses, weights=weights), dt.Learner(
            questions=questions(random), stopping=stopping(random, weights)
        )
    labels = random.integers(0, int(chosen(random, [2, 2, 3, 8])), rows)
    by_ratio = random.random() < 0.4
    learner = dt.Learner(
        questions=questions(random),
        impurity=chosen(random, [dt.gini, dt.entropy, dt.misclassification]) if not by_ratio else dt.entropy,
        score="gain_ratio" if by_ratio else "gain",
        gate=chosen(random, ["none", "at_least", "above"]) if by_ratio else "none",
        stopping=stopping(random, weights),
    )
    return dt.classification_data(features, labels, weights=weights), learner


def chosen(random: Random, among: Any) -> Any:
    return among[int(random.integers(len(among)))]


# --- weights --------------------------------------------------------------------------------------------------------


def units(random: Random, rows: int) -> FloatArray:
    return np.full(rows, chosen(random, [1.0, 1.0, 3.0, 0.1, 5e-324, 1e300]))


def small_counts(random: Random, rows: int) -> FloatArray:
    return np.asarray(random.integers(1, 4, rows) * float(chosen(random, [1, 1, 0.25, 0.1, 5e-324])))


def large_counts(random: Random, rows: int) -> FloatArray:
    """Return counts about 2^26, 2^31 and 2^53, where products, machine integers and floats end."""
    return np.asarray(2.0 ** random.choice([25, 26, 31, 53], rows) + random.integers(-1, 2, rows))


def fractions(random: Random, rows: int) -> FloatArray:
    return random.random(rows) + 0.01


def neighbours(random: Random, rows: int) -> FloatArray:
    """Return weights a few units in the last place apart."""
    return np.asarray(1 + random.integers(0, 3, rows) * 2.0**-52)


def any_magnitude(random: Random, rows: int) -> FloatArray:
    return np.asarray(10.0 ** random.uniform(-300, 300, rows))


def one_light_row(random: Random, rows: int) -> FloatArray:
    weights: FloatArray = random.integers(1, 3, rows).astype(np.float64)
    weights[random.integers(rows)] = chosen(random, [1e-8, 1e-16, 1e-30, 1e-300, 5e-324])
    return weights


def close_to_the_grid(random: Random, rows: int) -> FloatArray:
    """Return weights of which some round to few units of the grid on which weights are counted."""
    return np.where(random.random(rows) < 0.5, 2.0 ** -random.integers(50, 60), random.random(rows) + 0.01)


WEIGHTS: list[Callable[[Random, int], FloatArray]] = [
    units, units, small_counts, large_counts, fractions, neighbours, any_magnitude, one_light_row, close_to_the_grid,
]  # fmt: skip


# --- responses ------------------------------------------------------------------------------------------------------


def whole(random: Random, rows: int) -> FloatArray:
    return np.asarray(random.integers(-3, 4, rows) * float(chosen(random, [1, 1, 2.0**40, 5e-324])))


def tenths(random: Random, rows: int) -> FloatArray:
    """Return multiples of 0.1, whose sums tie on paper and not in floats."""
    return np.asarray(random.integers(0, 4, rows) * 0.1)


def cancelling(random: Random, rows: int) -> FloatArray:
    """Return responses that are large beside their differences."""
    large = float(chosen(random, [1e8, 1e16, -1e300]))
    return np.asarray(large + random.integers(0, 4, rows) * np.spacing(large))


def last_places(random: Random, rows: int) -> FloatArray:
    """Return responses whose gains are a unit in the last place apart."""
    return np.asarray(random.integers(0, 2, rows) + random.integers(0, 3, rows) * 2.0**-52)


def extreme(random: Random, rows: int) -> FloatArray:
    return np.asarray(random.integers(0, 4, rows) * float(chosen(random, [1e-200, 1e155, 4e307, 1e-308])))


def of_any_magnitude(random: Random, rows: int) -> FloatArray:
    return np.asarray(random.choice([-1, 1], rows) * 10.0 ** random.uniform(-300, 300, rows))


RESPONSES: list[Callable[[Random, int], FloatArray]] = [
    whole, tenths, cancelling, last_places, extreme, of_any_magnitude,
]  # fmt: skip


# --- columns --------------------------------------------------------------------------------------------------------


def few_numbers(random: Random, rows: int) -> Any:
    return random.integers(0, 4, rows)


def many_numbers(random: Random, rows: int) -> Any:
    return random.normal(size=rows)


def extreme_numbers(random: Random, rows: int) -> Any:
    """Return numbers whose midpoints overflow, vanish or round."""
    values = [-1.7e308, 1.6e308, 1.7e308, 0.0, 5e-324, 1.0, 1 + 2**-52, 1 + 2**-51]
    return random.choice(values, rows)


def categories(random: Random, rows: int) -> Any:
    return random.choice(list("abcd"), rows)


def ordered(random: Random, rows: int) -> Any:
    """Return categories in an order that is not theirs as texts; some do not occur."""
    return pd.Categorical(random.choice(list("cebad"), rows), categories=list("gcfebad"), ordered=True)


COLUMNS: list[Callable[[Random, int], Any]] = [
    few_numbers, many_numbers, extreme_numbers, categories, categories, ordered, ordered,
]  # fmt: skip


def nearly_the_same(random: Random, column: Any) -> Any:
    """Return the column with two rows changed about, which makes many a partition tie, or nearly."""
    copy = column.copy()
    one, two = random.integers(len(copy), size=2)
    copy[[one, two]] = copy[[two, one]]
    return copy


# --- options --------------------------------------------------------------------------------------------------------


def questions(random: Random) -> dt.Questions:
    return dt.Questions(
        numbers=chosen(random, ["midpoint", "midpoint", "observed", "training", "each"]),
        categories=chosen(random, ["each", "equals", "subset"]),
    )


def stopping(random: Random, weights: FloatArray) -> dt.Stopping:
    """Return limits, some of them met exactly, some next to no limit, some out of any float's reach."""
    limits: dict[str, Any] = {}
    if random.random() < 0.3:
        some = sum(map(Fraction, weights[: random.integers(1, 3)].tolist()), start=Fraction(0))
        limits["min_leaf"] = chosen(random, [1, 2, some, some, Fraction(1, 3), Fraction(1, 10**400), 10**400])
    if random.random() < 0.3:
        limits["min_gain"] = chosen(
            random, [Fraction(1, 10**400), 10**400, 1e-300, Fraction(1, 18), Fraction(1, 4), 0.01, 1]
        )
    if random.random() < 0.2:
        name = chosen(random, ["min_split", "min_impurity", "min_risk", "min_saving"])
        limits[name] = chosen(random, [Fraction(1, 10**400), 10**400, Fraction(4, 9), 0.1, 2])
    if random.random() < 0.2:
        limits["max_depth"] = int(random.integers(0, 3))
    return dt.Stopping(zero_gain=chosen(random, ["split", "split", "stop"]), **limits)


# --- comparing ------------------------------------------------------------------------------------------------------


def difference(data: Dataset, learner: Learner) -> str | None:
    """Return what the fast road finds that the specification does not: the tree, or the optima of some node.

    Of an even number of rows the columns are kept in order, those of one value mostly without its rows, cells sorted,
    and columns scored one by one, as it is done where there are many values, cells or rows; every second time keys are
    dropped.  Of an odd number the smaller child alone is counted, and subtracted, as where that pays.
    """
    expected = outcome(dt.grow, data, learner)
    as_many = len(data) % 2 == 0
    with (
        np.errstate(divide="raise", over="raise", invalid="raise"),
        patch.object(columns, "FEW", 0 if as_many else columns.FEW),
        patch.object(columns, "LARGE", 0 if as_many else columns.LARGE),
        patch.object(bulk, "SPARSE", 0 if as_many else bulk.SPARSE),
        patch.object(counted, "BLOCK", 1 if as_many else counted.BLOCK),
        patch.object(thresholds, "MANY", thresholds.MANY if len(data) % 4 else 0),
        patch.object(counted, "WORTH", counted.WORTH if as_many else -np.inf),
    ):
        found = outcome(dt.vectorized.grow, data, learner)
        if found != expected:
            return f"expected {expected}\n     got {found}"
        if isinstance(expected, dt.Leaf | dt.Branch):
            for visit in visits(expected, data, learner, np.less):
                optimal = tuple(split.question for split in dt.admissible_splits(visit.here, learner))
                if visit.optimal and visit.optimal != optimal:
                    return f"at {visit.path}\nexpected {optimal}\n     got {visit.optimal}"
    return None


def outcome(grow: Callable[..., dt.Tree], data: Dataset, learner: Learner) -> Any:
    """Return the tree, or the error of ours that stands in its place."""
    try:
        return grow(data, learner)
    except dt.DtreesError as error:
        return type(error), str(error)


@click.command()
@click.option("--cases", default=1_000, help="How many.")
@click.option("--first", default=0, help="The number of the first.")
def main(*, cases: int, first: int) -> None:
    """Compare the fast road with the specification; print each case in which they differ, and how many there are."""
    warnings.simplefilter("error")
    differing = 0
    for seed in range(first, first + cases):
        data, learner = case(seed)
        try:
            found = difference(data, learner)
        except Exception as error:  # noqa: BLE001 (whatever it is, it is a difference)
            found = repr(error)
        if found:
            differing += 1
            click.echo(f"case {seed}: {data}\n{learner}\n{found}\n")
    click.echo(f"{cases:,} cases, {differing:,} of them differing")
    sys.exit(bool(differing))


if __name__ == "__main__":
    main()
