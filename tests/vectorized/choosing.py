"""Cases of pruning and choosing in which ties, weights and odd folds are common, and a campaign over them.

Run it from the repository's root:  PYTHONPATH=tests python -m vectorized.choosing --cases 20000
"""

from __future__ import annotations

import sys
import warnings
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
import click
import numpy as np
from vectorized.adversarial import case as growing_case
from vectorized.adversarial import chosen

import dtrees as dt
from dtrees.selection.cross_validation import CrossValidation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner

fast = dt.vectorized
Random = np.random.Generator
WEIGHTS = (1, 2, 3, Fraction(1, 3), 0.5, 0.1)


@attrs.frozen
class Case:
    """Rows with fold numbers, the same rows in part, how to grow and to prune, and costs of mistakes."""

    seed: int
    data: Dataset
    training: Dataset
    held_out: Dataset
    folds: Sequence[int]
    learner: Learner
    impurity: Any
    scale: Any
    costs: Any


def case(seed: int, largest: int = 40) -> Case:
    """Return a case of at most *largest* rows; every fifth is one made to mislead floats when it is grown."""
    random = np.random.default_rng([35, seed])
    data, learner = growing_case(seed, min(largest, 9)) if seed % 5 == 4 else tied(random, largest)
    labels = data.target.labels if isinstance(data.target, dt.Classes) else ()
    costs = None
    if len(labels) > 1 and random.random() < 0.25:
        costs = dt.Costs.of({(a, b): int(random.integers(1, 6)) for a in labels for b in labels if a != b})
    impurity = dt.ExpectedCost(costs) if costs else None
    if labels and not costs:
        impurity = chosen(random, [None, dt.misclassification, dt.entropy])
    rows = random.permutation(len(data))
    some = int(random.integers(1, max(2, len(data))))
    held_out = data.take(rows[some:])
    if labels and len(held_out) and random.random() < 0.2:
        held_out = with_labels_of_its_own(random, held_out)
    return Case(
        seed,
        data,
        data.take(rows[:some]),
        held_out,
        folds_of(random, len(data)),
        learner,
        impurity,
        chosen(random, ["count", "proportion", "proportion", "root"]),
        costs,
    )


def tied(random: Random, largest: int) -> tuple[Dataset, Learner]:
    """Return rows of few different values, so that splits, alphas and losses tie; some weighed, some not known."""
    rows = int(random.integers(2, largest + 1))
    columns: dict[str, Any] = {}
    for number in range(random.integers(1, 4)):
        if random.random() < 0.35:
            columns[f"c{number}"] = random.choice(list("abc"), rows).tolist()
        else:
            columns[f"x{number}"] = (
                random.integers(0, random.integers(2, 9), rows) / chosen(random, [1, 2, 10])
            ).tolist()
    learner = chosen(random, [dt.cart(), dt.cart(), dt.cart(categories="subset"), dt.id3(), dt.c45()])
    if random.random() < 0.1:
        column = columns[chosen(random, list(columns))]
        column[int(random.integers(rows))] = None
        learner = attrs.evolve(learner, missing=chosen(random, ["fractional", "refuse", "category"]))
    weights = [chosen(random, WEIGHTS) for _ in range(rows)] if random.random() < 0.5 else None
    if random.random() < 0.65:
        labels = random.choice(list("pqr")[: int(random.integers(1, 4))], rows).tolist()
        return dt.classification_data(columns, labels, weights=weights, missing="keep"), learner
    responses = random.integers(-3, 4, rows) / chosen(random, [1, 2, 7])
    if random.random() < 0.2:
        responses = random.normal(size=rows)
    learner = dt.cart() if learner.missing.way == "refuse" else dt.cart(missing=learner.missing.way)
    return dt.regression_data(columns, responses, weights=weights, missing="keep"), learner


def with_labels_of_its_own(random: Random, data: Dataset) -> Dataset:
    """Return the rows with a class that no tree grown on others knows."""
    labels = (*data.target.labels, 99 if isinstance(data.target.labels[0], int) else "new")  # type: ignore[union-attr]
    codes = np.where(random.random(len(data)) < 0.3, len(labels) - 1, data.target.codes)  # type: ignore[union-attr]
    return attrs.evolve(data, target=dt.Classes(labels, codes))


def folds_of(random: Random, rows: int) -> list[int]:
    """Return fold numbers: few or many folds, of one row, or by the class's place, so that folds lack classes."""
    many = int(chosen(random, [2, 3, 5, rows]))
    kinds = [random.integers(0, many, rows), np.arange(rows), np.arange(rows) * many // max(rows, 1), np.zeros(rows)]
    folds = np.asarray(kinds[int(random.integers(3))] if rows < 12 else kinds[int(chosen(random, [0, 0, 2]))])
    return [int(fold) for fold in folds]


# --- comparing ------------------------------------------------------------------------------------------------------


def differences(case: Case) -> Iterator[str]:
    """Yield the name of each function of the fast road that answers otherwise than the specification does.

    Of cases of an even number what is made of one tree is compared, of the others what is made of folds.
    """
    prune = {"impurity": case.impurity, "scale": case.scale}
    yield from differences_of_folds(case, prune) if case.seed % 2 else differences_of_a_tree(case, prune)


def differences_of_a_tree(case: Case, prune: dict[str, Any]) -> Iterator[str]:
    """Yield likewise of what is made of the tree that the training rows give."""
    tree = outcome(fast.grow, case.training, case.learner)
    if not isinstance(tree, dt.Leaf | dt.Branch):
        return
    slow_sequence, sequence = (outcome(road.pruning_sequence, tree, **prune) for road in (dt, fast))
    if slow_sequence != sequence:
        yield "pruning_sequence"
    elif isinstance(sequence, fast.PruningSequence):
        if [sequence[k] for k in range(len(sequence))] != list(slow_sequence) or tuple(sequence[1:]) != slow_sequence[
            1:
        ]:
            yield "PruningSequence"
        if fast.intervals(sequence) != dt.intervals(slow_sequence):
            yield "intervals"
        for measure in (None, dt.misclassification_cost(case.costs)) if case.costs else (None,):
            slow = outcome(dt.select_by_holdout, slow_sequence, case.held_out, measure=measure)
            if outcome(fast.select_by_holdout, sequence, case.held_out, measure=measure) != slow:
                yield "select_by_holdout"
    names = case.data.feature_names
    limit, chance = (("binomial", Fraction(1, 4)), ("c45", 0.25), ("j48", 0.9))[case.seed // 2 % 3]
    asked: dict[str, Callable[[Any], Any]] = {
        "reduced_error_prune": lambda road: [
            outcome(road.reduced_error_prune, tree, case.held_out, ties=ties, costs=case.costs)
            for ties in ("prune", "keep")
        ],
        "pessimistic_prune": lambda road: outcome(road.pessimistic_prune, tree),
        "minimum_error_prune": lambda road: outcome(road.minimum_error_prune, tree, m=(None, 0, 2)[case.seed // 2 % 3]),
        "error_based_prune": lambda road: outcome(road.error_based_prune, tree, confidence=chance, limit=limit),
        "importances": lambda road: outcome(road.importances, tree, names, impurity=case.impurity),
        "predict": lambda road: outcome(lambda: road.predict(tree, case.held_out, missing="keep").tolist()),
    }
    yield from (name for name, answer in asked.items() if answer(dt) != answer(fast))


def differences_of_folds(case: Case, prune: dict[str, Any]) -> Iterator[str]:
    """Yield likewise of cross-validation and what is made of it."""

    def validate(function: Any) -> Any:
        return outcome(function, data=case.data, learner=case.learner, folds=case.folds, **prune)

    slow, found = validate(dt.cross_validate), validate(fast.cross_validate)
    if slow != found or found != slow:
        yield "cross_validate"
    elif isinstance(slow, CrossValidation):
        if (slow.best(), slow.one_standard_error()) != (found.best(), found.one_standard_error()):
            yield "CrossValidation"
        if outcome(dt.cp_table, slow) != outcome(fast.cp_table, found):
            yield "cp_table"


def outcome(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Return the answer, or the error that stands in its place; a float may be too small to divide by."""
    try:
        return function(*given, **named)
    except (dt.DtreesError, ZeroDivisionError) as error:
        return type(error), str(error)


@click.command()
@click.option("--cases", default=1_000, help="How many.")
@click.option("--first", default=0, help="The number of the first.")
def main(*, cases: int, first: int) -> None:
    """Compare the fast road with the specification; print each case in which they differ, and how many there are."""
    warnings.simplefilter("error")
    differing = 0
    for seed in range(first, first + cases):
        try:
            found = ", ".join(differences(case(seed)))
        except Exception as error:  # noqa: BLE001 (whatever it is, it is a difference)
            found = repr(error)
        if found:
            differing += 1
            click.echo(f"case {seed}: {found}")
    click.echo(f"{cases:,} cases, {differing:,} of them differing")
    sys.exit(bool(differing))


if __name__ == "__main__":
    main()
