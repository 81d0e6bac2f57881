"""Adapting a peer's pruning functions to the laws: alphas are converted to its scale, and rounding and ties granted.

Where a peer gives only values or a table of errors, the specification's rules choose the tree.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partialmethod
from typing import TYPE_CHECKING, Any, Final

import attrs

import dtrees as dt
from dtrees.growing.impurity import usual_impurity
from dtrees.oracle.documents import row_of, tree_of
from dtrees.oracle.laws.translator import Translator, specified
from dtrees.oracle.rounding import exact_within, is_exact_in_floats, is_short, pruning_bound, rounding_bound
from dtrees.selection.cross_validation import CrossValidated, CrossValidation
from dtrees.selection.holdout import Selection
from dtrees.selection.metrics import mean_loss
from dtrees.trees.tree import preorder

if TYPE_CHECKING:
    from collections.abc import Sequence


JUST_BELOW: Final = Fraction(1, 2**40)
"""The number subtracted from an alpha to find the tree that is optimal just below it."""


@attrs.frozen
class Pruning:
    """The peer's functions that prune a tree, compute costs and alphas, or choose a pruned tree."""

    peer: Translator

    def _pruned(self, name: str, tree: dt.Tree, *given: Any, **options: Any) -> dt.Tree:
        """Return the tree pruned by the peer's function *name*."""
        return self.peer.read(self.peer.call(name, tree, *given, **options), tree)

    best_first = partialmethod(_pruned, "best_first")
    prune_at = partialmethod(_pruned, "prune_at")
    reduced_error_prune = partialmethod(_pruned, "reduced_error_prune")
    pessimistic_prune = partialmethod(_pruned, "pessimistic_prune")
    minimum_error_prune = partialmethod(_pruned, "minimum_error_prune")

    def error_based_prune(self, tree: dt.Tree, training: dt.Dataset | None = None, **options: Any) -> dt.Tree:
        """Return the tree pruned by the peer's function; if that may raise subtrees, the tree rebuilt from the rows."""
        if training is None:
            return self._pruned("error_based_prune", tree, **options)
        return tree_of(self.peer.call("error_based_prune", tree, training, **options), training, self.peer.conventions)

    def cost(self, tree: dt.Tree, alpha: Any, **how: Any) -> Any:
        """Return the peer's R_alpha(T), converted to the requested scale."""
        call = _Call(self.peer, "cost", tree, how)
        got = call.call(call.theirs(alpha))
        exact = dt.cost(tree, call.theirs(alpha), **call.how)
        leaves = rounding_bound(4, abs(Fraction(float(alpha))) * len(dt.leaves(tree)))
        return call.ours(exact_within(got, exact, call.bound + leaves))

    def alpha_of(self, tree: dt.Tree, path: dt.Path = (), **how: Any) -> Any:
        """Return the peer's g(t), converted to the requested scale."""
        call = _Call(self.peer, "alpha_of", tree, how)
        return call.ours(exact_within(call.call(path), dt.alpha_of(tree, path, **call.how), call.bound), path)

    def weakest_links(self, tree: dt.Tree, **how: Any) -> tuple[Any, tuple[dt.Path, ...]]:
        """Return the peer's smallest g(t) and its links.

        Where the peer may list only some of several equal links, all of them are returned.
        """
        call = _Call(self.peer, "weakest_links", tree, how)
        alpha, links = call.call()
        exact, every = dt.weakest_links(tree, **call.how)
        some = [tuple(path) for path in links]
        loose = self.peer.conventions.arithmetic == "float64" or self.peer.conventions.links == "one_at_a_time"
        whole = bool(some) and loose and set(some) <= set(every)
        return call.ours(exact_within(alpha, exact, call.bound)), every if whole else tuple(some)

    def optimal_subtree(self, tree: dt.Tree, alpha: Any, **how: Any) -> dt.Tree:
        """Return the peer's T(alpha), or the exact one where the peer's conventions allow both."""
        call = _Call(self.peer, "optimal_subtree", tree, how)
        alpha = call.theirs(alpha)
        answer = call.call(alpha)
        got, exact = self.peer.read(answer, tree), dt.optimal_subtree(tree, alpha, **call.how)
        if not self._nearly(got, exact, tree, alpha, call):
            return got
        if got == exact and exact is not tree:
            self.peer.pruned.append((exact, answer))
        return exact

    def _nearly(self, got: dt.Tree, exact: dt.Tree, tree: dt.Tree, alpha: Any, call: _Call) -> bool:
        """Return whether *got* lies between the optimal trees for alphas that the conventions do not tell apart."""
        larger = smaller = exact
        is_rounded = self.peer.conventions.arithmetic == "float64" and not call.is_exact_at(alpha)
        if is_rounded:
            smaller = dt.optimal_subtree(tree, alpha + call.bound, **call.how)
        if is_rounded or self.peer.conventions.pruned == "below":
            below = alpha - max(call.bound, JUST_BELOW)
            larger = tree if below < 0 else dt.optimal_subtree(tree, below, **call.how)
        return dt.is_pruned_subtree(got, larger) and dt.is_pruned_subtree(smaller, got)

    def pruning_sequence(self, tree: dt.Tree, *, ties: str = "together", **how: Any) -> tuple[dt.Pruned, ...]:
        """Return the peer's sequence; rows of equal alpha become their last one where conventions allow such rows."""
        call = _Call(self.peer, "pruning_sequence", tree, how)
        conventions = self.peer.conventions
        if self.peer.takes("pruning_sequence", "ties"):
            rows = call.call(ties=ties)
        elif ties in {"together", conventions.links}:
            rows = call.call()
        else:
            message = "pruning_sequence takes no option 'ties'"
            raise dt.Unsupported(message)
        rounds = [*dt.pruning_sequence(tree, **call.how), *dt.pruning_sequence(tree, ties="one_at_a_time", **call.how)]
        members = [member_of(row, tree, rounds, call.bound, self.peer) for row in rows]
        loose = "one_at_a_time" in {conventions.links, ties} or conventions.first == "largest"
        if ties == "together" and (loose or conventions.arithmetic == "float64"):
            members = joined(members)
        return tuple(dt.Pruned(call.ours(member.alpha), member.tree) for member in members)

    # --- choosing from a pruning sequence ----------------------------------------------------------------------------

    def select_by_holdout(self, sequence: Sequence[dt.Pruned], validation: dt.Dataset, **options: Any) -> Any:
        """Return the peer's selection of a tree from *sequence* by *validation* rows.

        If the peer gives the index of the tree and the mean losses alone, the selection is built from them.
        """
        found = self.peer.call("select_by_holdout", tuple(sequence), validation, **options)
        if not isinstance(found, dict):
            return found
        chosen, until = sequence[found["place"]], dt.intervals(sequence)[found["place"]][1]
        losses = tuple(map(dt.Exact, found["values"]))
        classes = isinstance(chosen.tree.summary, dt.ClassCounts)
        return Selection(chosen.tree, chosen.alpha, until, tuple(1 - one for one in losses) if classes else losses)

    def cross_validate(self, data: dt.Dataset, learner: dt.Learner, folds: Sequence[int], **how: Any) -> Any:
        """Return the peer's cross-validation.

        If the peer gives rows alone, the specification's rules choose the trees.
        """
        asked = {name: value for name, value in how.items() if self.peer.takes("cross_validate", name)}
        theirs = self.peer.conventions
        own = theirs.scale_of_validation
        usual = {"impurity": theirs.risk_of(dt.summarize(data)), "scale": None if own == "root" else own}
        for name in how.keys() - asked.keys():
            if specified(how[name]) != usual.get(name):
                message = f"cross_validate takes no option {name!r}"
                raise dt.Unsupported(message)
        found = self.peer.call("cross_validate", data, learner, folds, **asked)
        if hasattr(found, "rows"):
            return found
        rows = self._rows(list(found), data, specified(how["impurity"]), how["scale"])
        sequence = tuple(dt.Pruned(row.alpha, row.tree) for row in rows)
        root_error = mean_loss(dt.Leaf(dt.summarize(data)), data)
        return CrossValidation(sequence, rows, root_error, specified(how["impurity"]), how["scale"])

    def _rows(self, found: list[Any], data: dt.Dataset, impurity: Any, scale: Any) -> tuple[CrossValidated, ...]:
        """Return the rows of a cross-validation, of tied ones the last; alphas become exact within rounding."""
        tree = tree_of(found[0]["tree"], data, self.peer.conventions)
        rounds = [*dt.pruning_sequence(tree, impurity=impurity, scale=scale)]
        bound = pruning_bound(tree, impurity or usual_impurity(tree.summary), scale, centred=False)
        members = [
            member_of({"alpha": row["alpha"], "tree": row["tree"]}, tree, rounds, bound, self.peer) for row in found
        ]
        numbers = {
            id(member.tree): (row["error"], row["standard_error"]) for member, row in zip(members, found, strict=True)
        }
        rows = []
        for member in joined(members) if self.peer.conventions.arithmetic == "float64" else members:
            error, spread = numbers[id(member.tree)]
            square = dt.Exact(dt.Exact(spread).as_fraction() ** 2)
            rows.append(CrossValidated(member.alpha, member.tree, dt.Exact(error), square))
        return tuple(rows)


@attrs.frozen
class _Call:
    """A call of a pruning function, with its impurity and scale; alphas are converted to that scale and back."""

    peer: Translator
    name: str
    tree: dt.Tree
    asked: dict[str, Any]

    @property
    def scale(self) -> Any:
        scale, own = self.asked.get("scale", "count"), self.peer.conventions.scale
        if self.peer.takes(self.name, "scale"):
            return scale
        whole = dt.cost(dt.Leaf(self.tree.summary), 0, impurity=specified(self.asked.get("impurity")))
        if own == "root" and not (whole and whole.is_rational):
            message = "no alpha is a share of this root's risk"
            raise dt.Unsupported(message)
        if "node" in {scale, own} and scale != own and self.name != "alpha_of":
            message = f"{self.name} measures alpha on the scale {own!r}, not {scale!r}"
            raise dt.Unsupported(message)
        return own

    @property
    def how(self) -> dict[str, Any]:
        return {"impurity": specified(self.asked.get("impurity")), "scale": self.scale}

    @property
    def bound(self) -> Fraction:
        impurity = self.how["impurity"] or usual_impurity(self.tree.summary)
        return pruning_bound(self.tree, impurity, self.scale, centred=False)

    def is_exact_at(self, alpha: Any) -> bool:
        """Return whether floats hold the risks of all nodes, and alpha, without rounding."""
        impurity = self.how["impurity"] or usual_impurity(self.tree.summary)
        summaries = [node.summary for node, _ in preorder(self.tree)]
        exact = dt.Exact(alpha)
        return (
            self.scale == "count"
            and exact.is_rational
            and is_short(exact.as_fraction())
            and all(is_exact_in_floats(one, one.weight, impurity) for one in summaries)
        )

    def call(self, *given: Any, **options: Any) -> Any:
        stated = {**self.asked, **options, "scale": self.scale}
        if not self.peer.takes(self.name, "scale"):
            del stated["scale"]
        return self.peer.call(self.name, self.tree, *given, **stated)

    def theirs(self, alpha: Any) -> Any:
        """Return *alpha* on the peer's scale."""
        return self._converted(alpha, (), self.asked.get("scale", "count"), self.scale)

    def ours(self, alpha: Any, path: dt.Path = ()) -> Any:
        """Return the peer's *alpha* on the scale that was asked for."""
        return self._converted(alpha, path, self.scale, self.asked.get("scale", "count"))

    def _converted(self, alpha: Any, path: dt.Path, source: Any, target: Any) -> Any:
        if source == target:
            return alpha
        impurity = self.how["impurity"]
        return dt.convert_alpha(alpha, self.tree, path, source=source, target=target, impurity=impurity)


def joined(members: Sequence[dt.Pruned]) -> list[dt.Pruned]:
    """Return *members* with only the last of those of equal alpha, and 0 in place of a negative alpha."""
    last = {max(member.alpha, dt.Exact(0)): member.tree for member in members}
    return [dt.Pruned(alpha, tree) for alpha, tree in last.items()]


def member_of(stated: Any, tree: dt.Tree, rounds: Sequence[dt.Pruned], bound: Fraction, peer: Translator) -> dt.Pruned:
    """Return the peer's row *stated* as a `Pruned`.

    A float alpha within rounding of an exact one of *rounds* is replaced by it. If the row gives only a number of
    leaves, the tree is that of *rounds* with so many leaves.
    """
    row = row_of(stated)
    answer = row.tree
    if answer is None and row.leaves is None:
        message = "a row that shows neither a tree nor its leaves"
        raise dt.Unsupported(message)
    if answer is None:
        sized = {len(dt.leaves(member.tree)): member.tree for member in reversed(rounds)}
        if row.leaves not in sized:
            message = f"no T(alpha) has {row.leaves} leaves: there are those of {sorted(sized)}"
            raise dt.InvalidData(message)
        answer = sized[row.leaves]
    nearest = min((member.alpha for member in rounds), key=lambda other: abs(float(other) - float(row.alpha)))
    return dt.Pruned(exact_within(row.alpha, nearest, bound), peer.read(answer, tree))
