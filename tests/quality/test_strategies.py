"""The strategies reach what breaks trees: measured on a fixed sequence of examples, with least shares."""

import pickle
from collections.abc import Callable
from functools import cache
from math import inf, nextafter
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dtrees as dt
from dtrees.laws import LAWS, check, inputs
from dtrees.laws.plain import columns_of, targets_of
from dtrees.laws.strategies import consistent_datasets, datasets, row_weights
from dtrees.laws.tree_strategies import measured_parts, trees
from dtrees.trees.tree import branches, leaves

EXAMPLES: Final = 400


@cache
def drawn(strategy: st.SearchStrategy[Any]) -> list[Any]:
    """Return `EXAMPLES` values of the strategy, the same each time."""
    examples = []

    @settings(max_examples=EXAMPLES, derandomize=True, database=None, deadline=None)
    @given(strategy)
    def look(example: Any) -> None:
        examples.append(example)

    look()
    return examples


def share(strategy: st.SearchStrategy[Any], holds: Callable[[Any], bool]) -> float:
    """Return in how many of the examples *holds*, as a share."""
    examples = drawn(strategy)
    return sum(map(holds, examples)) / len(examples)


def rows(data: dt.Dataset) -> list[tuple[Any, ...]]:
    return list(zip(*columns_of(data).values(), strict=True))


def has_neighbours(data: dt.Dataset) -> bool:
    numbers = [set(f) for f in data.features if isinstance(f, dt.Numeric)]
    return any(nextafter(value, inf) in values for values in numbers for value in values)


def is_contradictory(data: dt.Dataset) -> bool:
    return len(set(zip(rows(data), targets_of(data), strict=True))) > len(set(rows(data)))


def has_extremes(data: dt.Dataset) -> bool:
    numbers = [value for f in data.features if isinstance(f, dt.Numeric) for value in list(f)]
    return any(abs(value) >= 1e300 or 0 < abs(value) <= 1e-300 for value in numbers)


def _has_an_order_of_its_own(data: dt.Dataset) -> bool:
    orders = [list(f.categories) for f in data.features if isinstance(f, dt.Ordinal)]
    return any(order != sorted(order) for order in orders)


def _has_an_empty_place(data: dt.Dataset) -> bool:
    return any(len({*f.codes.tolist()}) < len(f.categories) for f in data.features if isinstance(f, dt.Ordinal))


REACHED: Final[dict[str, tuple[float, Callable[[dt.Dataset], bool]]]] = {
    "one row": (0.01, lambda data: len(data) == 1),
    "one class or one response": (0.05, lambda data: len(set(targets_of(data))) == 1),
    "many rows": (0.3, lambda data: len(data) >= 5),
    "duplicate rows": (0.2, lambda data: len(set(rows(data))) < len(data)),
    "contradictory rows": (0.1, is_contradictory),
    "a constant column": (0.05, lambda data: any(len(set(f)) == 1 for f in data.features)),
    "neighbouring floats": (0.05, has_neighbours),
    "extreme magnitudes": (0.05, has_extremes),
    "fractional weights": (0.1, lambda data: any(weight % 1 for weight in data.weights)),
    "unequal weights": (0.2, lambda data: len(set(data.weights.tolist())) > 1),
    "numbers and categories together": (0.1, lambda data: len({type(f) for f in data.features}) == 2),
    "categories in an order": (0.1, lambda data: any(isinstance(f, dt.Ordinal) for f in data.features)),
    "an order that is not that of the names": (0.05, _has_an_order_of_its_own),
    "a category of an order that no row has": (0.02, _has_an_empty_place),
    "numbers to predict": (0.15, lambda data: isinstance(data.target, dt.Responses)),
    "three classes": (0.05, lambda data: isinstance(data.target, dt.Classes) and len(data.target.labels) == 3),
}


@pytest.mark.parametrize("name", REACHED)
def test_data_sets_reach(name: str) -> None:
    least, holds = REACHED[name]
    assert share(datasets(), holds) >= least


TRIALS: Final[dict[str, tuple[float, Callable[[tuple[dt.Dataset, dt.Learner]], bool]]]] = {
    "a tie of optimal splits": (0.15, lambda trial: len(dt.admissible_splits(*trial)) >= 2),
    "no admissible split": (0.03, lambda trial: not dt.admissible_splits(*trial)),
    "a tree of depth 2 or more": (0.1, lambda trial: dt.depth(dt.grow(*trial)) >= 2),
    "a lone root": (0.05, lambda trial: dt.depth(dt.grow(*trial)) == 0),
    "a limit on growing": (0.2, lambda trial: trial[1].stopping != dt.Stopping()),
    "a limit that stops growing": (0.05, lambda trial: _stopped(*trial)),
    "a split that gains nothing": (0.02, lambda trial: any(not s.gain for s in dt.admissible_splits(*trial))),
    "an unseen category to predict": (0.1, lambda trial: _multiway(dt.grow(*trial))),
}


def _stopped(data: dt.Dataset, learner: dt.Learner) -> bool:
    free = dt.Learner(questions=learner.questions, impurity=learner.impurity, score=learner.score, gate=learner.gate)
    return dt.grow(data, free) != dt.grow(data, learner)


def _multiway(tree: dt.Tree) -> bool:
    return isinstance(tree, dt.Branch) and isinstance(tree.question, dt.EachCategory)


@pytest.mark.parametrize("name", TRIALS)
def test_trials_reach(name: str) -> None:
    least, holds = TRIALS[name]
    assert share(inputs.trials, holds) >= least


@pytest.mark.parametrize("field", ["questions", "score", "impurity"])
def test_learners_reach_every_option(field: str) -> None:
    seen = {getattr(learner, field) for _, learner in drawn(inputs.trials)}
    assert len(seen) == {"questions": 9, "score": 2, "impurity": 5}[field]


def test_weightless_rows_are_drawn() -> None:
    assert share(row_weights(4), lambda weights: 0.0 in weights) >= 0.1


def test_consistent_data_hold_no_contradiction() -> None:
    assert share(consistent_datasets, is_contradictory) == 0


def test_equal_proportions_are_drawn() -> None:
    """The case of equality in `conditional_impurity_never_exceeds`."""

    def equal(case: tuple[str, tuple[Any, ...]]) -> bool:
        name, parts = case
        return name != "squared_error" and len({part.proportions for part in parts if part.weight}) == 1

    assert share(measured_parts, equal) >= 0.1


# --- trees to prune ---------------------------------------------------------------------------------------------


def test_drawn_trees_are_of_every_kind() -> None:
    """Of 400: ties in one round, apart and in line; splits that raise the risk; long, wide and entropic trees."""
    examples = [(tree, getattr(dt, impurity)) for tree, impurity in drawn(trees)]
    linked = [(tree, *dt.weakest_links(tree, impurity=impurity)) for tree, impurity in examples]
    sequences = [dt.pruning_sequence(tree, impurity=impurity) for tree, impurity in examples]
    rounds = [dt.pruning_sequence(tree, impurity=impurity, ties="one_at_a_time") for tree, impurity in examples]
    kinds = {
        "tied links, none above another": sum(_apart(links) for _, _, links in linked),
        "tied links, one above another": sum(len(links) > 1 and () in links for _, _, links in linked),
        "rounds that repeat an alpha": sum(len(set(_alphas(found))) < len(found) for found in rounds),
        "a negative alpha": sum(alpha < 0 for _, alpha, _ in linked),
        "pruned at alpha 0": sum(found[0].tree != tree for found, (tree, _) in zip(sequences, examples, strict=True)),
        "three members or more": sum(len(found) > 2 for found in sequences),
        "five leaves or more": sum(len(leaves(tree)) > 4 for tree, _ in examples),
        "three levels or more": sum(dt.depth(tree) > 2 for tree, _ in examples),
        "three children": sum(any(len(node.children) > 2 for node in branches(tree)) for tree, _ in examples),
        "entropy": sum(impurity is dt.entropy for _, impurity in examples),
    }
    assert {kind: many for kind, many in kinds.items() if many < 20} == {}


def _alphas(found: tuple[dt.Pruned, ...]) -> list[dt.Exact]:
    return [member.alpha for member in found]


def _apart(links: tuple[dt.Path, ...]) -> bool:
    return len(links) > 1 and all(one[: len(two)] != two for one in links for two in links if one != two)


# --- all inputs of laws -----------------------------------------------------------------------------------------


def test_inputs_that_another_process_has_drawn_are_read_as_they_were() -> None:
    for strategy in {law.strategy for law in LAWS.values()}:
        chunk = check.drawn(strategy, 0)
        assert pickle.loads(pickle.dumps(chunk)) == chunk, strategy  # noqa: S301 (written beside it)
