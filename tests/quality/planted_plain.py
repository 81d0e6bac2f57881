"""Bugs of the plain implementation: a text of `plain/trees.py`, what stands in its place, the law that catches it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from quality.plain import trees
from quality.plain.adapter import Plain

if TYPE_CHECKING:
    from collections.abc import Mapping

LITERAL_CV = "cross_validation_is_the_literal_one"
GATED = "gated_branches_ask_optimal_questions"
STOPPING = "stopping_rule_is_obeyed"
SUBSETS = "subsets_of_many_categories"
CUTS = "branches_cut_where_they_are_said_to"

PLANTED: Mapping[str, tuple[str, str, str]] = {
    # cross-validation in floats
    "losses_are_never_computed": ("tried[place][row] = one", "pass", LITERAL_CV),
    "arithmetic_for_geometric_means": ("math.sqrt(max(low * high, 0.0))", "(low + high) / 2", LITERAL_CV),
    "lower_end_for_geometric_means": ("math.sqrt(max(low * high, 0.0))", "low", LITERAL_CV),
    "largest_tree_of_each_fold": ("reached[-1]", "reached[0]", LITERAL_CV),
    # C4.5's gate
    "no_gate": ("largest[name] < average", "False", GATED),
    "above_for_at_least": ("largest[name] < average", "largest[name] <= average", GATED),
    "smallest_ratio": ("split.score > best.score", "split.score < best.score", GATED),
    "gate_of_the_features_that_gain": (
        "sum(largest.values()) / len(largest) if largest else 0.0",
        "sum(largest.values()) / max(1, sum(gain > 1e-9 for gain in largest.values()))",
        GATED,
    ),
    "gate_keeps_every_cut": ("[split for split in splits if split.gain == largest[name]]", "splits", GATED),
    # limits that whole weights meet exactly
    "min_split_counts_rows": ('node["weight"] < options.min_split', "len(rows) < options.min_split", STOPPING),
    "min_impurity_is_not_enough": ("<= options.min_impurity", "< options.min_impurity", STOPPING),
    "min_risk_is_not_enough": ("< options.min_risk", "<= options.min_risk", STOPPING),
    "min_leaf_is_not_enough": ("min(weights) < options.min_leaf", "min(weights) <= options.min_leaf", STOPPING),
    "min_split_is_not_enough": ('node["weight"] < options.min_split', 'node["weight"] <= options.min_split', STOPPING),
    "a_question_counts_as_two_levels": ("part, level + 1", "part, level + 2", STOPPING),
    "min_gain_is_asked_of_the_ratio": ("split.gain < options.min_gain", "split.score < options.min_gain", STOPPING),
    "zero_gain_is_made": ("split.gain <= 0)", "split.gain < 0)", "short_sighted_stopping"),
    # what pruned trees state and predict
    "reduced_error_leaf_predicts_the_first_class": (
        'ties == "prune"):\n        return as_leaf(node)',
        "ties == \"prune\"):\n        return {**as_leaf(node), 'prediction': (node['classes'] or [0.0])[0]}",
        "reduced_error_pruning_is_optimal",
    ),
    "a_cut_keeps_the_first_child's_value": (
        "{key: value for key, value in node.items() if key not in",
        "{key: value for key, value in {**node, 'value': node['children'][0]['value']}.items() if key not in",
        "own_trees_are_cut_as_any",
    ),
    "a_small_leaf_predicts_the_first_class": (
        "classes[sums.index(max(sums))]",
        "classes[sums.index(max(sums)) if weight >= 2 else 0]",
        "rows_end_where_the_answers_lead",
    ),
    # what is computed from its own tree
    "children_keep_the_parent's_sums": (
        'return {**node, **best.question, "children": below}',
        'return {**node, **best.question, "children": [{**child, "sums": node["sums"]} for child in below]}',
        "importances_sum_to_one",
    ),
    # numbers whose difference overflows
    "far_numbers_are_cut_at_the_lower_one": ("if high - low < math.inf else low / 2 + high / 2", "", CUTS),
    "far_numbers_are_cut_at_half_their_distance": ("low / 2 + high / 2", "low / 2 - high / 2", CUTS),
    # folds
    "shuffled_folds_are_not_shuffled": ("random.Random(seed).shuffle(dealt)", "pass", "folds_are_even"),
    "stratified_folds_are_not_shuffled": (
        "random.Random(seed).shuffle(order)",
        "pass",
        "stratified_folds_share_out_each_class",
    ),
    # subsets of many categories
    "subsets_of_at_most_three": ("range(len(present) - 1)", "range(min(len(present) - 1, 3))", SUBSETS),
    "subsets_in_one_order": (
        "for others in combinations(present[1:], size):",
        "for others in [present[1 : size + 1]]:",
        SUBSETS,
    ),
    # answers that differ
    "ties_by_turns": (
        "    for splits in found.values():",
        "    TURNS.append(0)\n    for splits in list(found.values())[:: 1 if len(TURNS) % 2 else -1]:",
        "growing_changes_nothing_and_repeats",
    ),
}  # fmt: skip


IN_CASES: Mapping[str, tuple[str, str, int]] = {
    "intrinsic_value_of_many_parts_in_nats": (
        "return entropy(weights)",
        "return entropy(weights) * (math.log(2) if len(weights) > 2 else 1)",
        129,
    ),
    "small_nodes_ask_the_first_question": (
        "if best is None or split.score > best.score:",
        "if best is None or (split.score > best.score and len(rows) > len(table.targets) // 4):",
        12,
    ),
    "the_last_of_more_than_three_folds_is_not_tried": (
        "for fold in sorted(set(folds)):",
        "for fold in sorted(set(folds))[: 3 if len(set(folds)) > 3 else None]:",
        24,
    ),
    "a_cut_below_minus_two_lies_below_both_neighbours": (
        "cut = low + (high - low) / 2 if",
        "cut = low + (high - low) / (2 if low > -2 else -2) if",
        11,
    ),
}  # fmt: skip
"""Bugs that no law finds soon, each with the number of a random case of the default run that does."""


def planted(name: str) -> Plain:
    """Return the plain implementation with the bug of this name."""
    before, after, _ = {**PLANTED, **IN_CASES}[name]
    text = Path(trees.__file__).read_text()
    if text.count(before) != 1:
        message = f"{before!r} stands {text.count(before)} times in trees.py"
        raise ValueError(message)
    code = ModuleType(name)
    code.__dict__["TURNS"] = []
    exec(text.replace(before, after), code.__dict__)  # noqa: S102 (it is our own code with one change)
    return Plain(code)
