"""Small wrong implementations of pruning and selection."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from quality.planted import bug

import dtrees as dt
from dtrees.laws.definitions import nodes
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import GeometricMean
from dtrees.selection.cross_validation import CrossValidation
from dtrees.selection.holdout import smallest
from dtrees.selection.metrics import row_losses
from dtrees.trees.tree import branches, preorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


# --- pruning by a wrong g(t) ------------------------------------------------------------------------------------

Alpha = "Callable[[dt.Tree, dt.Tree, Any, str], Exact]"
"""g(t) of a tree, its branch at t, the impurity and the scale."""


def right_alpha(tree: dt.Tree, branch: dt.Tree, impurity: Any, scale: Any) -> Exact:
    path = next(path for path, node in nodes(tree).items() if node is branch)
    return dt.alpha_of(tree, path, impurity=impurity, scale=scale)


def pruned_by(
    alpha: Any = right_alpha,
    *,
    first: Callable[..., dt.Tree] | None = None,
    last: Callable[[dt.Tree], bool] = lambda tree: isinstance(tree, dt.Leaf),
    allowed: Callable[[dt.Tree, dt.Path], bool] = lambda _tree, _path: True,
    which: Callable[[list[dt.Path]], list[dt.Path]] = lambda weakest: weakest,
) -> dict[str, Any]:
    """Return the functions of cost-complexity pruning that follow a wrong rule.

    alpha    g(t);  first    the tree that the sequence begins with;  last    where it stops
    allowed  which branches are looked at;  which    the links that are cut, of the weakest
    """

    def alpha_of(tree: dt.Tree, path: dt.Path = (), *, impurity: Any = None, scale: str = "count") -> Exact:
        found: Exact = alpha(tree, dt.subtree_at(tree, path), impurity, scale)
        return found

    def weakest_links(tree: dt.Tree, **options: Any) -> tuple[Exact, tuple[dt.Path, ...]]:
        looked_at = [p for p, node in nodes(tree).items() if isinstance(node, dt.Branch) and allowed(tree, p)]
        alphas = {path: alpha_of(tree, path, **options) for path in looked_at}
        least = min(alphas.values())
        return least, tuple(path for path, found in alphas.items() if found == least)

    def optimal_subtree(tree: dt.Tree, limit: Any, **options: Any) -> dt.Tree:
        smaller = tree
        for path, node in reversed(nodes(tree).items()):
            if isinstance(node, dt.Branch) and alpha_of(smaller, path, **options) <= limit:
                smaller = dt.prune_at(smaller, path)
        return smaller

    def pruning_sequence(tree: dt.Tree, *, ties: str = "together", **options: Any) -> tuple[dt.Pruned, ...]:
        begin = first or optimal_subtree
        members = [dt.Pruned(Exact(0), tree if ties == "one_at_a_time" else begin(tree, 0, **options))]
        while not last(members[-1].tree) and isinstance(members[-1].tree, dt.Branch):
            least, weakest = weakest_links(members[-1].tree, **options)
            smaller: dt.Tree = members[-1].tree
            for path in which(list(weakest)) if ties == "together" else weakest[:1]:
                if path in nodes(smaller):
                    smaller = dt.prune_at(smaller, path)
            members.append(dt.Pruned(least, smaller))
        return tuple(members)

    return {
        "alpha_of": alpha_of,
        "weakest_links": weakest_links,
        "optimal_subtree": optimal_subtree,
        "pruning_sequence": pruning_sequence,
    }


def saved(branch: dt.Tree, impurity: Any) -> Exact:
    """Return R(t) - R(T_t) on the count scale."""
    return dt.cost(dt.Leaf(branch.summary), 0, impurity=impurity) - dt.cost(branch, 0, impurity=impurity)


def unit(tree: dt.Tree, impurity: Any, scale: str) -> Exact:
    units: dict[str, Any] = {
        "count": lambda: 1,
        "proportion": lambda: tree.summary.weight,
        "root": lambda: dt.cost(dt.Leaf(tree.summary), 0, impurity=impurity),
        "node": lambda: tree.summary.weight,
    }
    return Exact(units[scale]())


def per_node(tree: dt.Tree, branch: dt.Tree, impurity: Any, scale: str) -> Exact:
    return saved(branch, impurity) / sum(1 for _ in preorder(branch)) / unit(tree, impurity, scale)


def per_leaf(tree: dt.Tree, branch: dt.Tree, impurity: Any, scale: str) -> Exact:
    return saved(branch, impurity) / len(dt_leaves(branch)) / unit(tree, impurity, scale)


def dt_leaves(tree: dt.Tree) -> list[dt.Tree]:
    return [node for node, _ in preorder(tree) if isinstance(node, dt.Leaf)]


def inside_the_branch(tree: dt.Tree, branch: dt.Tree, impurity: Any, _: str) -> Exact:
    return right_alpha(tree, branch, impurity, "node")


def bare_impurity(tree: dt.Tree, branch: dt.Tree, impurity: Any, scale: str) -> Exact:
    """Take R(t) = i(t), not weighed by N(t)."""
    below = sum((impurity(leaf.summary) for leaf in dt_leaves(branch)), start=Exact(0))
    gained: Exact = impurity(branch.summary) - below
    return gained / (len(dt_leaves(branch)) - 1) / unit(tree, impurity, scale)


def backwards(tree: dt.Tree, branch: dt.Tree, impurity: Any, scale: str) -> Exact:
    return -right_alpha(tree, branch, impurity, scale)


bug(
    "D03_alpha_sign_flipped",
    "alpha_is_nonnegative", "crossover_alpha", "nested",
    alpha_of=pruned_by(backwards)["alpha_of"],
    optimal_subtree=lambda tree, alpha, **options: dt.optimal_subtree(tree, -alpha, **options),
)  # fmt: skip
bug(
    "D42_risk_is_the_bare_impurity",
    "crossover_alpha", "smallest_minimiser", "optimal_on_interval",
    **pruned_by(bare_impurity),
)  # fmt: skip
bug(
    "D43_alpha_in_units_of_the_branch",
    "smallest_minimiser", "optimal_on_interval", "scales_prune_the_same_trees", "cost_envelope_is_concave",
    **pruned_by(inside_the_branch),
)  # fmt: skip
bug(
    "B_size_counts_all_nodes",
    "crossover_alpha", "weakest_links_are_all_of_them", "smallest_minimiser", "optimal_on_interval",
    **pruned_by(per_node),
)  # fmt: skip
bug(
    "size_not_lessened_by_one",
    "crossover_alpha", "weakest_links_are_all_of_them", "smallest_minimiser", "optimal_on_interval",
    "own_trees_have_the_alphas_of_any", "own_trees_are_pruned_as_any", "own_trees_have_the_sequence_of_any",
    **pruned_by(per_leaf),
)  # fmt: skip


def cost_of_all_nodes(tree: dt.Tree, alpha: Any, **options: Any) -> Exact:
    return dt.cost(tree, 0, **options) + Exact(alpha) * sum(1 for _ in preorder(tree))


bug(
    "B_cost_charges_all_nodes", "cost_follows_its_definition", "cost_envelope_is_concave", cost=cost_of_all_nodes
)  # fmt: skip

# --- pruning by a wrong procedure -------------------------------------------------------------------------------

bug(
    "D40_one_tied_link_a_round",
    "alpha_monotone", "ties_end_with_the_same_trees", "optimal_on_interval",
    **pruned_by(which=lambda weakest: weakest[:1]),
)  # fmt: skip
bug(
    "D40_ties_option_has_no_effect",
    "one_link_a_round",
    pruning_sequence=lambda tree, **options: dt.pruning_sequence(tree, **{**options, "ties": "together"}),
)  # fmt: skip


def whole_tree_listed_too(tree: dt.Tree, **options: Any) -> tuple[dt.Pruned, ...]:
    return (dt.Pruned(Exact(0), tree), *dt.pruning_sequence(tree, **options))


bug(
    "whole_tree_listed_too",
    "members_are_few", "members_are_nested", "alpha_monotone", "alpha_monotone_where_nodes_shrink",
    pruning_sequence=whole_tree_listed_too,
)  # fmt: skip


def sons_become_leaves(tree: dt.Tree, path: dt.Path) -> dt.Tree:
    node = dt.subtree_at(tree, path)
    if isinstance(node, dt.Leaf):
        return tree
    stump = dt.Branch(node.summary, node.question, tuple(dt.Leaf(child.summary) for child in node.children))
    return dt.replace_at(tree, path, stump)


bug("sons_become_leaves", "cutting_makes_one_leaf", prune_at=sons_become_leaves)
bug(
    "D40_tied_links_repeat_their_alpha",
    "alpha_monotone", "optimal_on_interval", "ties_end_with_the_same_trees",
    pruning_sequence=lambda tree, **options: dt.pruning_sequence(tree, **{**options, "ties": "one_at_a_time"}),
)  # fmt: skip
bug(
    "A_stops_at_three_nodes",
    "sequence_ends_at_the_root", "weakest_link_finds_all",
    **pruned_by(last=lambda tree: len(nodes(tree)) <= 3),
)  # fmt: skip
bug(
    "B_alpha_zero_keeps_the_tree",
    "alpha_monotone", "optimal_on_interval", "ties_end_with_the_same_trees",
    **pruned_by(first=lambda tree, *_, **__: tree),
)  # fmt: skip


def whole_at_zero(tree: dt.Tree, alpha: Any, **options: Any) -> dt.Tree:
    return tree if alpha == 0 else dt.optimal_subtree(tree, alpha, **options)


bug("B_no_pruning_at_alpha_zero", "alpha_zero_and_infinity", "smallest_minimiser", optimal_subtree=whole_at_zero)


def ties_stay(tree: dt.Tree, alpha: Any, **options: Any) -> dt.Tree:
    smaller = tree
    for path, node in reversed(nodes(tree).items()):
        if isinstance(node, dt.Branch) and dt.alpha_of(smaller, path, **options) < alpha:
            smaller = dt.prune_at(smaller, path)
    return smaller


bug(
    "D44_ties_do_not_collapse",
    "smallest_minimiser", "stack_order_free", "stack_algorithm", "weakest_link_finds_all",
    optimal_subtree=ties_stay,
)  # fmt: skip


def from_the_top(tree: dt.Tree, alpha: Any, **options: Any) -> dt.Tree:
    """Cut at every g(t) <= alpha of the whole tree, parents first, without looking again."""
    smaller = tree
    for path, node in nodes(tree).items():
        if isinstance(node, dt.Branch) and path in nodes(smaller) and dt.alpha_of(tree, path, **options) <= alpha:
            smaller = dt.prune_at(smaller, path)
    return smaller


bug(
    "pruned_from_the_top",
    "pruning_composes",
    "smallest_minimiser",
    "stack_order_free",
    "stack_algorithm",
    optimal_subtree=from_the_top,
)


def leaf_groups_only(tree: dt.Tree, path: dt.Path) -> bool:
    node: Any = nodes(tree)[path]
    return all(isinstance(child, dt.Leaf) for child in node.children)


bug(
    "E_only_groups_of_leaves_are_retracted",
    "weakest_links_are_all_of_them", "optimal_on_interval", "weakest_link_finds_all",
    **pruned_by(allowed=leaf_groups_only),
)  # fmt: skip
bug(
    "RPART_A1_link_below_a_son_is_lost",
    "weakest_links_are_all_of_them", "optimal_on_interval",
    **pruned_by(allowed=lambda _, path: len(path) < 2),
)  # fmt: skip
bug(
    "note_D_too_few_members",
    "weakest_link_finds_all", "sequence_ends_at_the_root", "intervals_share_out_all_alphas",
    pruning_sequence=lambda tree, **options: dt.pruning_sequence(tree, **options)[: len(branches(tree))],
    intervals=lambda sequence: [(m.alpha, n.alpha) for m, n in pairwise(sequence)],
)  # fmt: skip
bug(
    "D47_pruning_has_no_effect",
    "alpha_zero_and_infinity", "smallest_minimiser",
    optimal_subtree=lambda tree, _, **__: tree,
)  # fmt: skip
bug(
    "D43_converter_upside_down",
    "scales_convert_round_trip",
    convert_alpha=lambda alpha, tree, path=(), *, source, target, impurity=None: dt.convert_alpha(
        alpha, tree, path, source=target, target=source, impurity=impurity
    ),
)
bug(
    "D54_trees_are_copied",
    "unchanged_parts_are_shared",
    pruning_sequence=lambda tree, **options: [
        dt.Pruned(member.alpha, rebuilt(member.tree)) for member in dt.pruning_sequence(tree, **options)
    ],
)


def rebuilt(tree: dt.Tree) -> dt.Tree:
    return dt.fold(tree, lambda leaf: dt.Leaf(leaf.summary), _branch)


def _branch(node: dt.Branch, children: tuple[dt.Tree, ...]) -> dt.Tree:
    return dt.Branch(node.summary, node.question, children)


def chains_only(tree: dt.Tree) -> Iterator[dt.Tree]:
    """Yield the pruned subtrees with at most one branch cut."""
    yield tree
    for path, node in nodes(tree).items():
        if isinstance(node, dt.Branch):
            yield dt.prune_at(tree, path)


bug(
    "one_cut_at_most",
    "pruned_subtrees_are_all_there_are",
    all_pruned_subtrees=chains_only,
    count_pruned_subtrees=lambda tree: 1 + len(branches(tree)),
)

# --- pruning on validation rows ---------------------------------------------------------------------------------

OTHER = {"prune": "keep", "keep": "prune"}

bug(
    "D44_ties_kept_where_they_are_to_be_cut",
    "reduced_error_pruning_is_optimal",
    reduced_error_prune=lambda tree, rows, *, ties="prune": dt.reduced_error_prune(tree, rows, ties=OTHER[ties]),  # type: ignore[arg-type]
)  # fmt: skip
bug(
    "D44_pre_pruning_splits_on_ties",
    "prepruning_asks_before_each_split",
    grow_with_validation=lambda data, learner, rows, *, ties="prune": dt.grow_with_validation(
        data, learner, rows, ties=OTHER[ties]  # type: ignore[arg-type]
    ),
)  # fmt: skip
bug(
    "D47_pre_pruning_asks_the_training_rows",
    "prepruning_asks_before_each_split",
    grow_with_validation=lambda data, learner, _, **options: dt.grow_with_validation(data, learner, data, **options),
)  # fmt: skip


def error_prune(tree: dt.Tree, rows: dt.Dataset, order: list[dt.Path], ties: str) -> dt.Tree:
    """Return the tree cut at each path in *order* where that lowers the loss of the whole tree."""
    smaller = tree
    for path in order:
        if path in nodes(smaller) and isinstance(nodes(smaller)[path], dt.Branch):
            cut = dt.prune_at(smaller, path)
            before, after = (sum(map(Fraction, weighed(t, rows))) for t in (smaller, cut))
            if after < before or (after == before and ties == "prune"):
                smaller = cut
    return smaller


def weighed(tree: dt.Tree, rows: dt.Dataset) -> list[Fraction]:
    return [Fraction(w) * loss for w, loss in zip(rows.weights.tolist(), row_losses(tree, rows), strict=True)]


bug(
    "D47_always_the_root",
    "postpruning_never_loses_to_prepruning", "reduced_error_pruning_is_optimal",
    reduced_error_prune=lambda tree, *_, **__: dt.Leaf(tree.summary),
)  # fmt: skip
bug(
    "reduced_error_from_the_top",
    "reduced_error_pruning_is_optimal",
    reduced_error_prune=lambda tree, rows, *, ties="prune": error_prune(tree, rows, list(nodes(tree)), ties),
)  # fmt: skip
bug(
    "C_leaf_groups_alone_are_tried",
    "reduced_error_pruning_is_optimal",
    reduced_error_prune=lambda tree, rows, *, ties="prune": error_prune(
        tree, rows, [path for path in reversed(nodes(tree)) if path and leaf_or_group(tree, path)], ties
    ),
)  # fmt: skip


def leaf_or_group(tree: dt.Tree, path: dt.Path) -> bool:
    return isinstance(nodes(tree)[path], dt.Branch) and leaf_groups_only(tree, path)


bug(
    "D22_validation_weights_dropped",
    "holdout_picks_the_best_member",
    reduced_error_prune=lambda tree, rows, **options: dt.reduced_error_prune(tree, one_each(rows), **options),
    select_by_holdout=lambda sequence, rows, **options: dt.select_by_holdout(sequence, one_each(rows), **options),
)  # fmt: skip


def one_each(rows: dt.Dataset) -> dt.Dataset:
    return attrs.evolve(rows, weights=np.ones(len(rows)))


def leaves_of_the_first_child(tree: dt.Tree, rows: dt.Dataset, **options: Any) -> dt.Tree:
    """Give each leaf that pruning made the first child's summary."""
    for path, node in nodes(dt.reduced_error_prune(tree, rows, **options)).items():
        whole = nodes(tree)[path]
        if isinstance(node, dt.Leaf) and isinstance(whole, dt.Branch):
            tree = dt.replace_at(tree, path, dt.Leaf(whole.children[0].summary))
    return tree


bug(
    "cut_keeps_the_first_child's_rows",
    "cutting_makes_one_leaf", "own_trees_are_cut_as_any",
    prune_at=lambda tree, path: dt.replace_at(
        tree, path, dt.Leaf(getattr(nodes(tree)[path], "children", [nodes(tree)[path]])[0].summary)
    ),
)  # fmt: skip


def predicts_backwards(tree: dt.Tree, data: Any, **options: Any) -> Any:
    return dt.predict(tree, data, **options)[::-1]


bug(
    "reduced_error_leaf_of_the_first_child",
    "reduced_error_pruning_is_optimal",
    reduced_error_prune=leaves_of_the_first_child,
)
bug("predictions_in_another_order", "validated_trees_predict_by_their_leaves", predict=predicts_backwards)

# --- hold-out ---------------------------------------------------------------------------------------------------


def rechosen(place: Callable[[dt.Selection], int]) -> Callable[..., dt.Selection]:  # type: ignore[name-defined]
    """Return hold-out that takes the member at place(the right selection)."""

    def choose(sequence: Sequence[dt.Pruned], rows: dt.Dataset, **options: Any) -> Any:
        found = dt.select_by_holdout(sequence, rows, **options)
        chosen = place(found)
        alpha, until = dt.intervals(sequence)[chosen]
        return attrs.evolve(found, tree=sequence[chosen].tree, alpha=alpha, until=until)

    return choose


def always_largest_value(sequence: Sequence[dt.Pruned], rows: dt.Dataset, **options: Any) -> Any:
    """Take the largest value also of a measure that is better small."""
    return rechosen(lambda found: found.values.index(max(found.values)))(sequence, rows, **options)


def off_by_one(sequence: Sequence[dt.Pruned], rows: dt.Dataset, **options: Any) -> Any:
    found = dt.select_by_holdout(sequence, rows, **options)
    ends = [Exact(0), *(member.alpha for member in sequence)]
    place = [member.tree for member in sequence].index(found.tree)
    return attrs.evolve(found, alpha=ends[place], until=ends[place + 1])


bug("D03_larger_error_is_better", "holdout_picks_the_best_member", select_by_holdout=always_largest_value)
bug("D_interval_of_the_round_before", "holdout_picks_the_best_member", select_by_holdout=off_by_one)
bug(
    "hold_out_takes_the_largest_tree",
    "holdout_picks_the_best_member",
    select_by_holdout=rechosen(lambda found: [v == found.values[0] for v in found.values].index(True)),
)

# --- cross-validation -------------------------------------------------------------------------------------------


def cross_validated(
    *,
    prune: Callable[..., dt.Tree] = dt.optimal_subtree,
    beta: Callable[[Exact, Exact], Any] = GeometricMean,
    training: Callable[[Any, int], Any] = lambda folds, fold: folds != fold,
    square: Callable[[list[Fraction], list[Fraction]], Fraction] | None = None,
    result: type[CrossValidation] = CrossValidation,
) -> dict[str, Any]:
    """Return a cross-validation that follows a wrong rule.

    prune  how a fold's tree is pruned;  beta  at which alpha, between two members';  training  the rows it grows from
    square  SE^2 of the losses with their weights;  result  the class of the result
    """

    def cross_validate(
        data: dt.Dataset,
        learner: dt.Learner,
        folds: Any,
        *,
        scale: Any = "proportion",
        executor: Any = None,
        **how: Any,
    ) -> CrossValidation:
        right = dt.cross_validate(data, learner, folds, scale=scale, executor=executor, **how)
        places = np.asarray(folds)
        losses = [[Fraction(0)] * len(data) for _ in right.sequence]
        for fold in np.unique(places):
            tree = dt.grow(data.take(np.flatnonzero(training(places, fold))), learner)
            inside = np.flatnonzero(places == fold)
            for k, member in enumerate(right.sequence):
                smaller: dt.Tree = dt.Leaf(tree.summary)
                if k + 1 < len(right.sequence):
                    limit = beta(member.alpha, right.sequence[k + 1].alpha)
                    smaller = prune(tree, limit, scale=scale, **how)
                for row, loss in zip(inside.tolist(), row_losses(smaller, data.take(inside)), strict=True):
                    losses[k][row] = Fraction(loss)
        weights = [Fraction(weight) for weight in data.weights.tolist()]
        rows = [_row(row, member, weights, square) for row, member in zip(right.rows, losses, strict=True)]
        return result(right.sequence, tuple(rows), right.root_error, right.impurity, right.scale)

    return {"cross_validate": cross_validate}


def _row(row: Any, losses: list[Fraction], weights: list[Fraction], square: Any) -> Any:
    error = weighted(losses, weights) / sum(weights)
    spread = weighted([(loss - error) * (loss - error) for loss in losses], weights) / sum(weights) / sum(weights)
    found = square(losses, weights) if square else spread
    return attrs.evolve(row, error=Exact(error), squared_standard_error=Exact(found))


def weighted(values: list[Fraction], weights: list[Fraction]) -> Fraction:
    return sum((w * value for w, value in zip(weights, values, strict=True)), start=Fraction(0))


def arithmetic(low: Exact, high: Exact) -> Exact:
    return (low + high) / 2


def sample_variance(losses: list[Fraction], weights: list[Fraction]) -> Fraction:
    """Divide by n - 1."""
    mean = weighted(losses, weights) / sum(weights)
    spread = weighted([(loss - mean) * (loss - mean) for loss in losses], weights)
    return spread / max(sum(weights) - 1, Fraction(1, 100)) / sum(weights)


def not_of_the_mean(losses: list[Fraction], weights: list[Fraction]) -> Fraction:
    """Take the losses' own variance for that of their mean."""
    mean = weighted(losses, weights) / sum(weights)
    return weighted([(loss - mean) * (loss - mean) for loss in losses], weights) / sum(weights)


def choose(result: CrossValidation, place: int) -> Any:
    """Return the member at *place* as the chosen one."""
    return smallest(result.sequence, [place], tuple(row.error for row in result.rows))


class NoRoot(CrossValidation):
    """The rule with SE^2 for SE."""

    def one_standard_error(self) -> Any:
        least = min(row.error for row in self.rows)
        best = [row for row in self.rows if row.error == least][-1]
        near = [k for k, row in enumerate(self.rows) if row.error <= least + best.squared_standard_error]
        return choose(self, near[-1])


class Largest(CrossValidation):
    """The rule that takes the largest tree within a standard error."""

    def one_standard_error(self) -> Any:
        least = min(row.error for row in self.rows)
        best = [row for row in self.rows if row.error == least][-1]
        more = [row.error - least for row in self.rows]
        near = [k for k, excess in enumerate(more) if excess * excess <= best.squared_standard_error]
        return choose(self, near[0])


class FirstOfTheBest(CrossValidation):
    """The least error's largest tree."""

    def best(self) -> Any:
        return choose(self, [row.error for row in self.rows].index(min(row.error for row in self.rows)))


bug(
    "arithmetic_for_geometric_means", "cross_validation_is_the_literal_one", **cross_validated(beta=arithmetic)
)  # fmt: skip
bug(
    "lower_end_for_geometric_means",
    "cross_validation_is_the_literal_one",
    **cross_validated(beta=lambda low, _: low),
)
bug(
    "D47_held_out_rows_are_trained_on",
    "cross_validation_is_the_literal_one",
    **cross_validated(training=lambda folds, _: folds == folds),  # noqa: PLR0124 (every row)
)
bug(
    "trained_on_the_fold_itself",
    "cross_validation_is_the_literal_one",
    **cross_validated(training=lambda folds, fold: folds == fold),
)
bug(
    "D47_fold_trees_are_not_pruned",
    "cross_validation_is_the_literal_one",
    **cross_validated(prune=lambda tree, _, **__: tree),
)
bug(
    "D43_fold_alpha_in_counts",
    "cross_validation_is_the_literal_one",
    **cross_validated(prune=lambda tree, alpha, **how: dt.optimal_subtree(tree, alpha, **{**how, "scale": "count"})),
)
bug("SE_with_n_minus_1", "cross_validation_is_the_literal_one", **cross_validated(square=sample_variance))
bug("SE_of_one_row", "cross_validation_is_the_literal_one", **cross_validated(square=not_of_the_mean))
bug("SE_without_its_root", "one_standard_error_rule", **cross_validated(result=NoRoot))
bug("one_SE_takes_the_largest", "one_standard_error_rule", **cross_validated(result=Largest))
bug("least_error_takes_the_largest", "least_error_is_chosen", **cross_validated(result=FirstOfTheBest))


def clamped_numbers(data: dt.Dataset, learner: dt.Learner, folds: Any, **how: Any) -> Any:
    """Take any number below 1 for 1, and any above the number of folds for that."""
    known = [min(max(fold, 1), len(set(folds))) for fold in folds]
    if len(set(known)) == 1:
        known[0] += 1
    return dt.cross_validate(data, learner, known, **how)


bug(
    "folds_must_be_numbered_from_1",
    "cross_validation_is_the_literal_one",
    cross_validate=clamped_numbers,
)  # fmt: skip
bug(
    "executor_gives_losses_in_its_own_order",
    "whoever_runs_the_folds",
    cross_validate=lambda data, learner, folds, *, executor=None, **how: dt.cross_validate(
        data, learner, folds if executor is None else list(folds)[::-1], **how
    ),
)


def uneven(rows: int, folds: int) -> Any:
    """Give every fold rows // folds rows, and the last what is left."""
    return np.minimum(np.arange(rows) // (rows // folds), folds - 1) + 1


bug("last_fold_takes_the_rest", "folds_are_even", plain_folds=uneven)
bug(
    "D18_shuffle_forgets_its_seed",
    "folds_are_even",
    shuffled_folds=lambda rows, folds, *, seed: np.random.default_rng(None if seed else 0).permutation(
        dt.plain_folds(rows, folds)
    ),
)
bug(
    "strata_ignored",
    "stratified_folds_share_out_each_class",
    stratified_folds=lambda data, folds, *, seed: dt.shuffled_folds(len(data), folds, seed=seed),
)
