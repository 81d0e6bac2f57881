"""Calling a peer's functions for the laws: with its own trees, and only with options that it accepts."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs

import dtrees as dt
from dtrees.growing.impurity import usual_impurity
from dtrees.laws.law import require, require_equal
from dtrees.laws.plain import columns_of
from dtrees.laws.system import System, numbers_of
from dtrees.oracle.documents import less_than, pruned_of, trimmed_like
from dtrees.oracle.implementation import has_function, limited, takes
from dtrees.oracle.laws.supported import simple_learners
from dtrees.oracle.leaves import shows_rows
from dtrees.oracle.nodes import questions_of, statements_of
from dtrees.oracle.rounding import exact_within, importance_bound, impurity_bound, rounding_bound, size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dtrees.oracle.conventions import Conventions


def functions_of(implementation: object) -> frozenset[str]:
    """Return the names of the functions of `System` that *implementation* offers; `best_split` counts as `grow` too."""
    named = {
        field.name
        for field in attrs.fields(System)
        if field.name != "grants" and has_function(implementation, field.name)
    }
    if has_function(implementation, "best_split"):
        named.add("grow")
    return frozenset(named | {"stated"} if "grow" in named else named)


PREDICTING: Final = ("predict", "predict_proba", "apply")
"""The functions that are also called with a peer's own pruned trees."""

PAIRS: Final[list[tuple[Any, list[dt.Dataset]]]] = [
    (middle, [make({"x": [low, middle]}, targets), make({"x": [middle, high]}, targets)])
    for make, targets in ((dt.classification_data, ["a", "b"]), (dt.regression_data, [0, 1]))
    for low, middle, high in ((-1.0, 1.0, 3.0), "pqr")
]
"""The middle one of three values, and two data sets by whose trees it goes to leaves of different predictions."""

ASKED_OF_A_STUMP: Final[dict[str, tuple[Any, ...]]] = {
    **dict.fromkeys(PREDICTING, ()),
    **dict.fromkeys(("impurity_decreases", "importances"), (["x"],)),
    **dict.fromkeys(("alpha_of", "pruning_sequence", "weakest_links", "depth", "to_json"), ()),
    **dict.fromkeys(("all_pruned_subtrees", "count_pruned_subtrees"), ()),
    **dict.fromkeys(("error_based_prune", "minimum_error_prune", "pessimistic_prune"), ()),
    "reduced_error_prune": (PAIRS[0][1][0],),
    **dict.fromkeys(("optimal_subtree", "cost"), (0,)),
    "prune_at": ((0,),),
}
"""The further arguments with which a function is called, to see whether it takes trees that the peer did not grow."""


@attrs.frozen
class Translator:
    """An implementation, its conventions, and the law by which it is judged: it calls functions and reads answers."""

    implementation: object
    conventions: Conventions
    law: str = ""
    grown: deque[tuple[dt.Tree, Any, dt.Dataset]] = attrs.field(factory=lambda: deque(maxlen=64))
    """The latest trees, each with the peer's own answer, and the data that it was grown from."""
    pruned: deque[tuple[dt.Tree, Any]] = attrs.field(factory=lambda: deque(maxlen=64))
    """The latest pruned trees with the peer's own answers, which serve for predictions, but are not pruned again."""
    takes_any_tree: dict[str, bool] = attrs.field(factory=dict, init=False)
    """By function, whether it takes trees that the peer did not grow."""

    def call(self, name: str, *given: Any, **options: Any) -> Any:
        """Return the answer of the peer's function *name*; an option that it lacks is left out if nothing changes."""
        function = getattr(self.implementation, name)
        passed = {option: specified(value) for option, value in options.items() if self.takes(name, option)}
        for option in options.keys() - passed.keys():
            if not self._says_nothing(name, option, specified(options[option]), given[0]):
                message = f"{name} takes no option {option!r}"
                raise dt.Unsupported(message)
        if name in PREDICTING:
            given = tuple(next((answer for ours, answer in reversed(self.pruned) if ours is one), one) for one in given)
        if any(isinstance(one, dt.Leaf | dt.Branch) and self.own(one) is None for one in given):
            self.require_takes_any_tree(name)
        with limited():
            return function(*map(self.theirs, given), **passed)

    def _says_nothing(self, name: str, option: str, value: Any, subject: Any) -> bool:
        """Return whether a call without *option* means the same as with *value*."""
        if option != "impurity" or not hasattr(subject, "summary"):
            return value is None
        usual = usual_impurity(subject.summary)
        pruning = name not in {"importances", "impurity_decreases"}
        return (value or usual) is (self.conventions.risk_of(subject.summary) if pruning else usual)

    def takes(self, name: str, option: str) -> bool:
        """Return whether the peer's function *name* has a parameter called *option*."""
        return takes(getattr(self.implementation, name), option)

    def own(self, tree: dt.Tree) -> Any:
        """Return the peer's own object for *tree*, or None for a tree that it did not grow."""
        return next((answer for ours, answer, _ in reversed(self.grown) if ours is tree), None)

    def require_takes_any_tree(self, name: str) -> None:
        """Raise `Unsupported` for a function that takes no tree but the peer's own."""
        if name in ASKED_OF_A_STUMP and name not in self.takes_any_tree:
            self.takes_any_tree[name] = self._takes_any_tree(name)
        if not self.takes_any_tree.get(name, True):
            message = f"{name} takes only trees that it grew"
            raise dt.Unsupported(message)

    def _takes_any_tree(self, name: str) -> bool:
        """Return False where a function fails at a tree of dtrees but not at one of the peer's own.

        Or where what it predicts by that tree depends on the tree that the peer grew last.  The trees are of the first
        of the `PAIRS` of which the peer grows one.
        """
        for middle, pairs in PAIRS:
            if self._grown_from(pairs[0]) is None:
                continue
            stump, answers = dt.grow(pairs[0], dt.cart()), set()
            given: Any = [{"x": [middle]}] if name in PREDICTING else ASKED_OF_A_STUMP[name]
            for pair in pairs:
                own = self._grown_from(pair)
                answers.add(self._answer_by(name, self.theirs(stump), given))
                if "" in answers and self._answer_by(name, own, given):
                    return False
            return name not in PREDICTING or len(answers) == 1
        return not has_function(self.implementation, "grow")

    def _grown_from(self, data: dt.Dataset) -> Any:
        """Return the peer's tree by the plainest learner that it takes, or None where it grows none."""
        for learner in simple_learners(data) if has_function(self.implementation, "grow") else ():
            try:
                return self.call("grow", data, learner)
            except dt.Unsupported:
                continue
            except Exception:  # noqa: BLE001 (a peer may raise anything)
                break
        return None

    def _answer_by(self, name: str, tree: Any, given: Sequence[Any]) -> str:
        """Return what a function answers about a tree, as text, or nothing where it fails."""
        try:
            with limited():
                answer = getattr(self.implementation, name)(tree, *given)
            return str(list(answer)) if name in PREDICTING else "an answer"
        except Exception:  # noqa: BLE001 (a peer may raise anything)
            return ""

    def theirs(self, given: Any) -> Any:
        """Return the argument *given* as the peer takes it: for a tree its own object, or the tree in its wording."""
        if isinstance(given, dt.Leaf | dt.Branch):
            own = self.own(given)
            if own is not None:
                return own
            return given if self.conventions.comparison == "<=" else less_than(given)
        if isinstance(given, dt.Pruned):
            return dt.Pruned(given.alpha, self.theirs(given.tree))
        if isinstance(given, tuple) and any(isinstance(one, dt.Pruned) for one in given):
            return tuple(map(self.theirs, given))
        return specified(given)

    def read(self, answer: Any, tree: dt.Tree) -> dt.Tree:
        """Return *tree* pruned to the shape of *answer*, and keep the answer for later predictions.

        Raises `LawBroken` where a node of the answer states a number that is not its rows', or asks another question.
        """
        pruned = pruned_of(answer, tree)
        displayed = trimmed_like(answer, tree)
        for path, question in questions_of(displayed, self.conventions):
            require_equal(question, getattr(dt.subtree_at(pruned, path), "question", None))
        for path, name, got in statements_of(displayed):
            if name != "risk":  # of which the impurity is not known
                self.require_stated(dt.subtree_at(pruned, path).summary, name, got, f"at {path} of a pruned tree")
        if pruned is not tree:
            self.pruned.append((pruned, answer))
        return pruned

    def require_stated(self, summary: Any, name: str, got: Any, where: str) -> None:
        """Raise `LawBroken` unless *got* is the number *name* of rows with this *summary*, by any of the impurities."""
        if name == "prediction" and isinstance(summary, dt.ClassCounts):
            right: Any = self.conventions.predicted(summary)
            require(got in right, f"the prediction {' or '.join(map(repr, right))} {where}", got)
            return
        measures = (
            [dt.gini, dt.entropy, dt.misclassification]
            if isinstance(summary, dt.ClassCounts)
            else [usual_impurity(summary)]
        )
        exact = [numbers_of(summary, measure)[name] for measure in (measures if name == "impurity" else measures[:1])]
        if name == "value" and isinstance(summary, dt.ClassCounts):
            exact = [self.conventions.shares_of(summary)]
        bound = max(rounding_bound(int(summary.weight) + 1, size_of(name, summary, measure)) for measure in measures)
        require(any(exact_within(got, one, bound) == one for one in exact), f"the {name} {exact[0]} {where}", got)

    def knows(self, tree: Any) -> Callable[[tuple[Any, ...]], bool]:
        """Return a function that says whether it is known where a given row ends in *tree*.

        If the peer did not show the tree, that is known of its training rows only.
        """
        for ours, answer, data in reversed(self.grown):
            if ours is tree and shows_rows(answer):
                return set(zip(*columns_of(data).values(), strict=True)).__contains__
        return lambda _: True

    # --- numbers ----------------------------------------------------------------------------------------------------

    def measure(self, name: str) -> MeasureUnderTest:
        """Return the peer's impurity called *name*, for use in laws."""
        return MeasureUnderTest(partial(self.call, name), getattr(dt, name), lambda summary: impurity_bound([summary]))

    def measure_of(self, name: str, costs: dt.Costs) -> MeasureUnderTest:
        """Return the peer's impurity *name* for these *costs*."""
        return MeasureUnderTest(self.call(name, costs), getattr(dt, name)(costs), lambda _: _bound_of_costs(costs))

    def numbers(self, name: str, *given: Any, **options: Any) -> Any:
        """Return the peer's number or numbers; floats within rounding of the exact ones are replaced by them."""
        got = self.call(name, *given, **options)
        known, told = tuple(map(specified, given)), {option: specified(value) for option, value in options.items()}
        return exact_within(got, getattr(dt, name)(*known, **told), BOUNDS[name](*known, **told))


# --- impurities -------------------------------------------------------------------------------------------------


@attrs.frozen
class MeasureUnderTest:
    """A peer's impurity as a function; values within *bound* of the *exact* impurity are replaced by that one's."""

    theirs: Callable[[Any], Any]
    exact: Any
    bound: Callable[[Any], Fraction]

    def __call__(self, summary: Any) -> dt.Exact:
        """Return the peer's impurity of a node."""
        exact: dt.Exact = exact_within(self.theirs(summary), self.exact(summary), self.bound(summary))
        return exact


def specified(measure: Any) -> Any:
    """Return the exact impurity if *measure* is a peer's, and anything else as it is."""
    return measure.exact if isinstance(measure, MeasureUnderTest) else measure


OF_COSTS: Final = frozenset({"ExpectedCost", "GiniWithCosts", "AlteredGini"})
"""The impurities that are made of costs."""


def _bound_of_parts(parts: Sequence[Any], *_impurity: Any) -> Fraction:
    return impurity_bound(parts, dt.entropy) + impurity_bound(parts)


def _bound_of_costs(costs: dt.Costs) -> Fraction:
    return rounding_bound(len(costs.classes) ** 2, Fraction(max(map(max, costs.matrix))))


def _bound_of_decreases(tree: dt.Tree, _features: Any, *, impurity: Any = None) -> Fraction:
    return importance_bound(tree, impurity or usual_impurity(tree.summary), centred=False)


def _bound_of_importances(tree: dt.Tree, features: Any, *, impurity: Any = None) -> Fraction:
    whole = sum(dt.impurity_decreases(tree, features, impurity=impurity).values(), start=dt.Exact(0))
    noise = Fraction(isinstance(tree, dt.Branch))  # over noise, where a tree gains nothing
    return _bound_of_decreases(tree, features, impurity=impurity) / Fraction(float(whole)) if whole else noise


BOUNDS: Final[dict[str, Callable[..., Fraction]]] = {
    **dict.fromkeys(("conditional_impurity", "gain", "intrinsic_value", "twoing"), _bound_of_parts),
    "gain_ratio": lambda parts, *_: _bound_of_parts(parts) / Fraction(float(dt.intrinsic_value(parts))),
    "expected_costs": lambda _, costs: _bound_of_costs(costs),
    "convert_alpha": lambda *given, **how: rounding_bound(4, 1 + abs(Fraction(float(dt.convert_alpha(*given, **how))))),
    "impurity_decreases": _bound_of_decreases,
    "importances": _bound_of_importances,
}
"""By function, how far a float may be from the exact answer to the same arguments."""
