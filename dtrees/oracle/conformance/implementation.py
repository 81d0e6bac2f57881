"""What another implementation offers to be verified: any subset of the specification's functions, by the same names.

An implementation is an object or a module.  It need not know `System`, nor exact numbers, nor our trees: what it
answers may be as loose as said below, and what it chooses for itself is data (`Conventions`).  `system_of` adapts it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from dtrees.data import Dataset
    from dtrees.exact import Exact, Rational
    from dtrees.laws.system import System
    from dtrees.learner import Learner
    from dtrees.oracle.conventions import Conventions
    from dtrees.path import Path
    from dtrees.summary import ClassCounts, Moments, Summary
    from dtrees.tree import Tree

Number: TypeAlias = "Exact | Rational | float"
"""An exact number, or a float: within rounding (`rounding_bound`) it is taken for the exact one, else as it is."""

Document: TypeAlias = "Mapping[str, Any]"
"""A node as nested mappings, in place of a `Tree`; its rows are found by its questions.

    {"feature": "x", "threshold": 0.5, "children": [yes, no]}       x <= 0.5, or x < 0.5 where that is the convention
    {"feature": "x", "category": "a", "children": [yes, no]}        x = a
    {"feature": "x", "one_of": ["a", "c"], "children": [yes, no]}   x is one of these
    {"feature": "x", "categories": ["a", "b", "c"], "children": [one a category]}
    {}                                                              a leaf

Any node may state numbers of its rows, which are then judged too: "weight", "value" (the class shares in class order,
or the mean), "impurity" and "prediction".
"""


class Implementation(Protocol):
    """The functions that an implementation may offer; leave out what there is not, there is nothing to inherit.

    Further functions of the specification, by their own names, are verified too (the fields of `dtrees.laws.System`).
    Raise `dtrees.Unsupported` for what a function does not do (a learner, a kind of column, an option): such inputs
    are passed over.  Any other error breaks the law that called.  Inputs must not be changed.

    A function that cannot choose the *impurity* or the *scale* leaves that parameter out: then it prunes by the usual
    impurity, and on the scale that its conventions name.
    """

    conventions: Conventions
    """What it chooses for itself; without this attribute, `infer_conventions` finds out."""

    capabilities: Collection[str]
    """The names of the functions that it offers; without this attribute, all those that it has."""

    expression: str
    """The Python that makes it, for the reproduction of a failure; without this attribute, its type is called."""

    def gini(self, summary: ClassCounts) -> Number:
        """Return the impurity of a node; so for `entropy` (in bits) and `misclassification`."""

    def squared_error(self, summary: Moments) -> Number:
        """Return the mean squared deviation from the mean."""

    def gain(self, parts: Sequence[Summary], impurity: Any) -> Number:
        """Return the decrease of *impurity*, which is `dtrees.gini` or one of its kin; some parts may be empty."""

    def grow(self, data: Dataset, learner: Learner) -> Tree | Document:
        """Return the tree that *learner* grows on *data*, with all of the learner's limits."""

    def best_split(self, data: Dataset, learner: Learner) -> Any:
        """Return the question that the rows of *data*, as one node, are to be asked, or None.

        A question, a `ScoredSplit`, or a document without children.  Without `grow`, trees are grown by it.
        """

    def predict(self, tree: Any, data: Dataset | Mapping[str, Sequence[Any]]) -> Sequence[Any]:
        """Return what *tree* predicts for each row: a tree that `grow` gave, as it gave it, or one of ours."""

    def predict_proba(self, tree: Any, data: Dataset | Mapping[str, Sequence[Any]]) -> Sequence[Sequence[float]]:
        """Return the class shares for each row, in class order."""

    def prune_at(self, tree: Tree, path: Path) -> Tree | Document:
        """Return *tree* with the node at *path* as a leaf."""

    def alpha_of(self, tree: Tree, path: Path = (), *, impurity: Any = None, scale: str = "count") -> Number:
        """Return g(t) of the branch at *path*."""

    def optimal_subtree(
        self, tree: Tree, alpha: Number, *, impurity: Any = None, scale: str = "count"
    ) -> Tree | Document:
        """Return T(alpha); of a document only the shape is read."""

    def pruning_sequence(self, tree: Tree, *, impurity: Any = None, scale: str = "count") -> Sequence[Any]:
        """Return the pruning path, alphas ascending.

        A row is a `Pruned`, a pair (alpha, tree), or a mapping with "alpha" and either "tree" or "leaves".
        """

    def cross_validate(self, data: Dataset, learner: Learner, folds: Sequence[int], **options: Any) -> Any:
        """Return a `CrossValidation`, or its rows: mappings with "alpha", "tree", "error" and "standard_error"."""


def system_of(implementation: object, conventions: Conventions | None = None, *, law: str = "") -> System:
    """Return the `System` that judges *implementation*: its own functions adapted, the specification's for the rest.

    *conventions* are by default its own, or inferred; a *law*'s name makes the adapter pass over what the conventions
    leave open for that law.

    >>> import dtrees
    >>> from dtrees.laws import LAWS
    >>> LAWS["gini_is_disagreement"].function(system_of(dtrees), dtrees.classification_data({"x": [1]}, ["a"]))
    """
    from dtrees.oracle.conformance.adapt import adapted  # noqa: PLC0415 (the laws are about dtrees, which imports the oracle)
    from dtrees.oracle.conformance.inference import conventions_of  # noqa: PLC0415

    return adapted(implementation, conventions or conventions_of(implementation), law)
