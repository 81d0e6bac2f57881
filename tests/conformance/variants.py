"""Right implementations that differ from the specification by what they may choose: each with its conventions.

They are built from the specification's own functions.  `VARIANTS` gives, by name, the implementation and the fields of
its `Conventions` that are not the specification's.
"""

from __future__ import annotations

import random
from math import inf, nextafter
from operator import attrgetter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from quality.planted import VARIANTS as SYSTEMS
from quality.planted import choosing
from quality.planted_growing import moved_cuts

import dtrees as dt
from dtrees.growing.best_split import optimal_among
from dtrees.growing.candidates import midpoint
from dtrees.growing.gain_ratio import past_the_gate
from dtrees.laws.plain import columns_of
from dtrees.numbers.quotient import of_largest
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.documents import less_than, tree_of
from dtrees.oracle.laws.supported import Supported
from dtrees.vectorized.exactly import can_be_asked

if TYPE_CHECKING:
    from collections.abc import Callable

VARIANTS: dict[str, tuple[Any, dict[str, Any]]] = {}


def variant(name: str, functions: dict[str, Any], **conventions: Any) -> None:
    VARIANTS[name] = SimpleNamespace(**functions), conventions


variant("nothing_differs", {"grow": dt.grow, "predict": dt.predict})
variant("grown_by_its_splits", {"best_split": dt.best_split})

# --- numbers ----------------------------------------------------------------------------------------------------

variant("cut_at_the_value_below", moved_cuts(lambda low, _: low), cut="observed")
variant("cut_anywhere_between", moved_cuts(lambda _, high: nextafter(high, -inf)), cut="between")

BELOW = moved_cuts(lambda _, high: nextafter(high, -inf))["grow"]
LESS = Conventions(comparison="<")


def predict_less(tree: dt.Tree, data: Any, **options: Any) -> Any:
    return dt.predict(tree_of(tree, data, LESS), data, **options)


variant(
    "less_than_the_value_above",
    {"grow": lambda data, learner: less_than(BELOW(data, learner)), "predict": predict_less},
    cut="observed", comparison="<",
)  # fmt: skip
MIDDLE = moved_cuts(lambda low, high: max(low, nextafter(midpoint(low, high), -inf)))["grow"]
variant(
    "less_than_the_midpoint",
    {"grow": lambda data, learner: less_than(MIDDLE(data, learner)), "predict": predict_less},
    cut="midpoint", comparison="<",
)  # fmt: skip


def reading_as(conventions: Conventions) -> dict[str, Any]:
    """Return the functions of a learner that rounds its columns, and parts no values that are too close."""

    def choose(data: dt.Dataset, learner: dt.Learner) -> tuple[dt.ScoredSplit, ...]:
        splits = dt.scored_splits(data, learner)
        offered = [split for split in splits if can_be_asked(split.question, data, conventions.parts)]
        return optimal_among(offered, learner)

    grow = choosing(choose)["grow"]

    def predict(tree: dt.Tree, data: Any, **options: Any) -> Any:
        columns = columns_of(data) if isinstance(data, dt.Dataset) else data
        return dt.predict(tree, {name: list(map(single, column)) for name, column in columns.items()}, **options)

    return {"grow": lambda data, learner: grow(conventions.seen(data), learner), "predict": predict}


def single(value: Any) -> Any:
    return float(np.float32(value)) if isinstance(value, float) else value


variant("float32", reading_as(Conventions(precision="float32")), precision="float32")
variant(
    "float32_with_a_gap",
    reading_as(Conventions(precision="float32", smallest_gap=1e-7)),
    precision="float32", smallest_gap=1e-7,
)  # fmt: skip

# --- the choice -------------------------------------------------------------------------------------------------

variant("last_of_the_optimal", choosing(lambda data, learner: dt.admissible_splits(data, learner)[::-1]), ties="last")


def shuffled(data: dt.Dataset, learner: dt.Learner) -> tuple[dt.ScoredSplit, ...]:
    best = dt.admissible_splits(data, learner)
    return tuple(CHANCE.sample(best, len(best)))


def of_any_cut(data: dt.Dataset, learner: dt.Learner) -> tuple[dt.ScoredSplit, ...]:
    """Return the questions of the largest gain ratio of all, about features whose gain passes the gate."""
    splits = dt.scored_splits(data, learner)
    passing = {split.feature for split in past_the_gate(splits, learner.gate)}
    admitted = [split for split in splits if split.feature in passing and learner.stopping.admits(split.gain)]
    return of_largest(admitted, attrgetter("score"))


variant(
    "the_largest_ratio_of_any_cut",
    {"grow": choosing(of_any_cut)["grow"], "supported": Supported(scores=("gain_ratio",))},
    ratio="any_cut",
)

CHANCE = random.Random(0)  # noqa: S311 (chance, not secrecy)
variant("any_of_the_optimal", {"grow": choosing(shuffled)["grow"]}, ties="any", repeats="any")


def asking(**styles: dict[str, Any]) -> dict[str, Any]:
    """Return a learner that reads some styles of questions as others."""

    def grow(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        asked = learner.questions
        read = {name: others.get(getattr(asked, name), getattr(asked, name)) for name, others in styles.items()}
        return dt.grow(data, attrs.evolve(learner, questions=attrs.evolve(asked, **read)))

    return {"grow": grow}


variant("cut_at_a_value_of_all_rows", asking(numbers={"midpoint": "training", "observed": "training"}), cut="training")
variant("subsets_whatever_is_asked", asking(categories={"equals": "subset", "each": "subset"}), categories="subset")
variant("midpoints_for_observed_values", asking(numbers={"observed": "midpoint"}), cut="midpoint")


def never_gainless(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    return dt.grow(data, attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, zero_gain="stop")))


variant("no_split_that_gains_nothing", {"grow": never_gainless}, zero_gain="stop")
variant(
    "gate_averages_over_constant_columns_too",
    {"grow": SYSTEMS["gate_averages_over_constant_columns_too"].grow},
    gate="all",
)
variant("children_mirrored", {"grow": SYSTEMS["children_mirrored"].grow}, wording="any")


def smaller_mean_first(data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
    """Return the tree with subsets worded as rpart does: the first child has the smaller mean, or share of a class."""

    def mean(child: dt.Tree) -> Any:
        summary = child.summary
        return summary.proportions[0] if isinstance(summary, dt.ClassCounts) else summary.mean

    def branch(node: dt.Branch, children: tuple[dt.Tree, ...]) -> dt.Tree:
        question = node.question
        if isinstance(question, dt.OneOf) and mean(children[0]) > mean(children[1]):
            feature: Any = data.feature(question.feature)
            others = [category for category in feature.categories if category not in question.categories]
            return dt.Branch(node.summary, dt.OneOf(question.feature, others), children[::-1])
        return dt.Branch(node.summary, question, children)

    return dt.fold(dt.grow(data, learner), lambda leaf: leaf, branch)


variant("subset_of_smaller_mean_first", {"grow": smaller_mean_first}, wording="any")
variant(
    "majority_tie_to_the_last_class", {"predict": SYSTEMS["majority_tie_to_the_last_class"].predict}, majority="last"
)

# --- pruning ----------------------------------------------------------------------------------------------------


def on_scale(scale: Any) -> dict[str, Any]:
    """Return functions of pruning that know one scale."""

    def pruning_sequence(tree: dt.Tree, *, impurity: Any = None) -> Any:
        return dt.pruning_sequence(tree, impurity=impurity, scale=scale)

    def optimal_subtree(tree: dt.Tree, alpha: Any, *, impurity: Any = None) -> dt.Tree:
        return dt.optimal_subtree(tree, alpha, impurity=impurity, scale=scale)

    def alpha_of(tree: dt.Tree, path: dt.Path = (), *, impurity: Any = None) -> Any:
        return dt.alpha_of(tree, path, impurity=impurity, scale=scale)

    return {"pruning_sequence": pruning_sequence, "optimal_subtree": optimal_subtree, "alpha_of": alpha_of}


variant("alpha_for_each_unit_of_weight", on_scale("proportion"), scale="proportion")
variant("alpha_as_a_share_of_the_root", on_scale("root"), scale="root")


def one_at_a_time(tree: dt.Tree, *, impurity: Any = None, scale: Any = "count") -> list[dict[str, Any]]:
    members = dt.pruning_sequence(tree, impurity=impurity, scale=scale, ties="one_at_a_time")
    return [{"alpha": float(member.alpha), "tree": shape(member.tree)} for member in members]


def shape(tree: dt.Tree) -> dict[str, Any]:
    return dt.fold(tree, lambda _: {}, lambda _, children: {"children": list(children)})


variant(
    "one_link_a_row_in_floats",
    {"pruning_sequence": one_at_a_time},
    links="one_at_a_time", first="largest", arithmetic="float64",
)  # fmt: skip


def below(tree: dt.Tree, alpha: Any, *, impurity: Any = None, scale: Any = "count") -> dt.Tree:
    """Return the tree pruned where g(t) < alpha."""

    def branch(node: dt.Branch, children: tuple[dt.Tree, ...]) -> dt.Tree:
        kept = dt.Branch(node.summary, node.question, children)
        unit: Any = {"count": 1, "proportion": tree.summary.weight, "node": node.summary.weight}.get(scale)
        unit = dt.cost(dt.Leaf(tree.summary), 0, impurity=impurity) if unit is None else unit
        return dt.Leaf(node.summary) if dt.alpha_of(kept, impurity=impurity) < alpha * dt.Exact(unit) else kept

    return dt.fold(tree, lambda leaf: leaf, branch)


variant("links_cut_below_alpha_alone", {"optimal_subtree": below}, pruned="below")
variant(
    "floats",
    {
        name: lambda *given, name=name: float(getattr(dt, name)(*given))
        for name in ("gini", "entropy", "gain", "squared_error")
    },
    arithmetic="float64",
)


def documented(tree: dt.Tree, stated: Callable[[Any], Any] = float) -> dict[str, Any]:
    """Return the tree as a document that states what it knows of each node."""

    def node(summary: Any) -> dict[str, Any]:
        said = {"weight": stated(summary.weight), "prediction": summary.prediction}
        shares = summary.proportions if isinstance(summary, dt.ClassCounts) else [summary.mean]
        return {**said, "value": list(map(stated, shares))}

    def branch(parent: dt.Branch, children: tuple[dict[str, Any], ...]) -> dict[str, Any]:
        question: Any = parent.question
        key = {dt.Threshold: "threshold", dt.Equals: "category", dt.OneOf: "one_of", dt.EachCategory: "categories"}
        asked = getattr(question, question.__match_args__[1])
        return {**node(parent.summary), "feature": question.feature, key[type(question)]: asked, "children": children}

    return dt.fold(tree, lambda leaf: node(leaf.summary), branch)


variant("trees_as_documents", {"grow": lambda data, learner: documented(dt.grow(data, learner))})
variant("numbers_as_texts", {"grow": lambda data, learner: documented(dt.grow(data, learner), str)})
