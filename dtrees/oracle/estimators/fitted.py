"""A fitted estimator: the tree it shows and its predictions, in the names and classes of the data."""

from __future__ import annotations

import math
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.data.dataset import Categorical, Dataset, Numeric
from dtrees.errors import Unsupported
from dtrees.oracle.nodes import children_of, document_of_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dtrees.data.scaled import FloatArray
    from dtrees.growing.impurity import Impurity
    from dtrees.oracle.implementation import Document
    from dtrees.trees.paths import Path
    from dtrees.trees.tree import Tree

ARRAYS: Final = ("children_left", "children_right", "feature", "threshold")
"""What scikit-learn's ``tree_`` holds of each node; children stand after their parents."""

STATED: Final = {"weight": "weighted_n_node_samples", "impurity": "impurity", "value": "value"}
"""What it may state of a node's rows; ``value`` has an axis for outputs."""


BITS_OF_POISSON: Final = 2 / math.log(2)
"""So many bits of deviance is one unit of scikit-learn's impurity by the criterion ``poisson``."""


@attrs.frozen(eq=False, kw_only=True)
class Fitted:
    """An estimator after ``fit``, with the names and classes of its training data.

    names    the columns that it learned from
    classes  all classes, in class order; none where it predicts numbers
    present  the places of the classes that it learned: what it calls i is ``classes[present[i]]``
    table    a function of columns by name that makes what it takes; None makes an n x p array of numbers
    measure  the impurity by which it grew its tree, where that is known
    outputs  of several outputs one of these each, for their classes
    """

    estimator: Any
    names: tuple[str, ...]
    classes: tuple[Any, ...]
    present: tuple[int, ...]
    table: Callable[[Mapping[str, Sequence[Any]]], Any] | None
    measure: Impurity | None = None
    outputs: tuple[Fitted, ...] = ()

    def predict(self, data: Dataset | Mapping[str, Sequence[Any]]) -> list[Any]:
        """Return the class or number predicted for each row; a value that is no learned class is returned as it is.

        Of several outputs it is a tuple.
        """
        answered = np.asarray(self.estimator.predict(inputs_of(data, self.names, self.table)))
        if self.outputs:
            columns = zip(self.outputs, answered.reshape(len(answered), -1).T, strict=True)
            return list(zip(*[one.named(column) for one, column in columns], strict=True))
        return self.named(answered)

    def named(self, answered: np.ndarray) -> list[Any]:
        """Return the numbers that the estimator *answered*, those of its classes as these."""
        known = {number: self.classes[code] for number, code in enumerate(self.present)}
        return [known.get(one, one) for one in answered.reshape(-1).tolist()]

    def shares(self, data: Dataset | Mapping[str, Sequence[Any]]) -> np.ndarray:
        """Return the class shares predicted for each row, in class order."""
        if not self.classes:
            message = "numbers have no shares"
            raise Unsupported(message)
        answered = self.estimator.predict_proba(inputs_of(data, self.names, self.table))
        return self.in_class_order(np.asarray(answered, dtype=np.float64))

    def endings(self, data: Dataset | Mapping[str, Sequence[Any]]) -> list[Path]:
        """Return the path to the leaf of each row, for an estimator with scikit-learn's ``tree_`` and ``apply``."""
        paths: dict[int, Path] = {0: ()}
        for place, below in enumerate(children_in(self.estimator.tree_)):
            paths |= {child: (*paths[place], side) for side, child in enumerate(below)}
        return [paths[place] for place in self.estimator.apply(inputs_of(data, self.names, self.table)).tolist()]

    def importances(self) -> dict[str, float]:
        """Return the importance that the estimator states for each column of its training data."""
        return dict(zip(self.names, np.asarray(self.estimator.feature_importances_, dtype=float).tolist(), strict=True))

    def in_class_order(self, values: np.ndarray) -> np.ndarray:
        """Return *values*, a column for each learned class, with columns of 0 for the other classes, in class order."""
        shares = np.zeros((len(values), len(self.classes)))
        shares[:, list(self.present)] = values
        return shares

    def document(self, data: Dataset, leaves: Callable[[Any, Any], Any] | None) -> Document:
        """Return the estimator's answer: its tree, else the leaf of each row of *data*, else each row's prediction.

        *leaves* is a function of the estimator and rows that returns each row's leaf, in place of ``apply``.
        """
        tree = getattr(self.estimator, "tree_", None)
        if leaves is None and all(hasattr(tree, name) for name in ARRAYS):
            return document_of_arrays(tree, self.names, self.stated(tree))
        asked = leaves or getattr(type(self.estimator), "apply", None)
        if asked is not None:
            named = np.asarray(asked(self.estimator, inputs_of(data, self.names, self.table)))
            return {"leaves": named.reshape(-1) if named.size == len(named) else named}
        return {**self._shares(data), "predictions": self.predict(data)}

    def stated(self, tree: Any) -> dict[str, Any]:
        """Return what the nodes of *tree* state besides questions; values are class shares in class order, or means.

        Weights of the classes, as scikit-learn stated before 1.3, are divided by the node's weight.  Its impurity of
        counts is half of the deviance, in nats.
        """
        stated = {name: np.asarray(getattr(tree, its)) for name, its in STATED.items() if hasattr(tree, its)}
        if getattr(self.estimator, "criterion", "") == "poisson" and "impurity" in stated:
            stated["impurity"] = stated["impurity"] * BITS_OF_POISSON
        if self.outputs:
            apart = [(one, stated["value"][:, place]) for place, one in enumerate(self.outputs)]
            shares = [one.in_class_order(own[:, : len(one.present)]) if one.classes else own for one, own in apart]
            return {**stated, "value": np.concatenate(shares, axis=1)}
        if "value" in stated:
            values = stated["value"] = stated["value"].astype(float)[:, 0]
            if self.classes:
                weights, whole = stated.get("weight", values.sum(axis=1)), values[0].sum()
                weighs = abs(whole - weights[0]) < abs(whole - 1)
                stated["value"] = self.in_class_order(values / weights[:, None] if weighs else values)
        return stated

    def _shares(self, data: Dataset) -> dict[str, Any]:
        """Return the class shares of the rows, or nothing if they cannot be had; another check reports that."""
        try:
            return {"shares": self.shares(data)}
        except Exception:  # noqa: BLE001 (an estimator may raise anything)
            return {}


@attrs.frozen
class ArraysOrFrames:
    """A table for what takes both: an n x p array of columns of numbers, a *frame* where any column holds texts."""

    frame: Callable[[Mapping[str, Sequence[Any]]], Any]

    def __call__(self, columns: Mapping[str, Sequence[Any]]) -> Any:
        """Return *columns* as what they are given as."""
        texts = any(isinstance(value, str) for column in columns.values() for value in column)
        return self.frame(columns) if texts else inputs_of(columns, [*columns])


def inputs_of(
    data: Dataset | Mapping[str, Sequence[Any]],
    names: Sequence[str],
    table: Callable[[Mapping[str, Sequence[Any]]], Any] | None = None,
) -> Any:
    """Return the columns with these *names* as input for an estimator: an array of numbers, or the result of *table*.

    Raises `Unsupported` for categories where it takes arrays of numbers.

    >>> inputs_of({"x": [1, 2], "y": [3, 4]}, ["y", "x"]).tolist()
    [[3.0, 1.0], [4.0, 2.0]]
    """
    if table is not None:
        return table({name: _column(data, name) for name in names})
    return np.column_stack([_numbers(data, name) for name in names])


def _numbers(data: Dataset | Mapping[str, Sequence[Any]], name: str) -> FloatArray:
    feature = data.feature(name) if isinstance(data, Dataset) else None
    values = feature.values if isinstance(feature, Numeric) else np.asarray(_column(data, name))
    if values.dtype.kind not in "biuf" and any(isinstance(value, str) for value in values.tolist()):
        message = f"column {name!r} holds categories: give from_estimator a table that takes them"
        raise Unsupported(message)
    return values.astype(np.float64)


def _column(data: Dataset | Mapping[str, Sequence[Any]], name: str) -> Sequence[Any]:
    if not isinstance(data, Dataset):
        return data[name]
    feature = data.feature(name)
    if isinstance(feature, Categorical):
        return [str(feature.categories[code]) for code in feature.codes]
    return list(feature.values.tolist())


def children_in(tree: Any) -> list[tuple[int, ...]]:
    """Return the indices of each node's children in scikit-learn's arrays, none for a leaf."""
    pairs = zip(np.asarray(tree.children_left).tolist(), np.asarray(tree.children_right).tolist(), strict=True)
    return [pair if pair[0] != pair[1] else () for pair in pairs]


def document_of_arrays(
    tree: Any, names: Sequence[str], stated: Mapping[str, np.ndarray], *, directed: bool = False
) -> dict[str, Any]:
    """Return scikit-learn's ``tree_`` as a document of its nodes, with what is *stated* of each: an array by name.

    If *directed*, its questions say where rows of a missing value go.
    """
    children = children_in(tree)

    def states(place: int) -> dict[str, Any]:
        numbers = {name: of_nodes[place].tolist() for name, of_nodes in stated.items()}
        return {name: tuple(number) if isinstance(number, list) else number for name, number in numbers.items()}

    def node(place: int) -> dict[str, Any]:
        if not children[place]:
            return states(place)
        asked = {"feature": names[tree.feature[place]], "threshold": float(tree.threshold[place])}
        if directed:
            asked["missing"] = 1 - int(tree.missing_go_to_left[place])
        return states(place) | asked

    return document_of_nodes(children, node)


# --- scikit-learn's own tree ------------------------------------------------------------------------------------


def tree_in_arrays(tree: Tree, impurity: Impurity) -> Any:
    """Return *tree*, one of dtrees, as scikit-learn's ``Tree``; raises `Unsupported` if it is not binary.

    >>> from dtrees import cart, datasets, gini, grow
    >>> tree_in_arrays(grow(datasets.load("loan"), cart()), gini).children_left.tolist()
    [1, 3, -1, -1, -1]
    """
    package, listed = import_module("sklearn.tree._tree"), [tree]
    places: list[tuple[int, int]] = []
    for node in listed:
        below = children_of(node)
        if len(below) not in {0, 2}:
            message = f"scikit-learn's trees are binary, and a node here has {len(below)} children"
            raise Unsupported(message)
        places.append((len(listed), len(listed) + 1) if below else (-1, -1))
        listed += below
    rows = np.zeros(len(listed), package.NODE_DTYPE)
    rows["left_child"], rows["right_child"] = np.transpose(places)
    rows["impurity"] = [float(impurity(node.summary)) for node in listed]
    rows["weighted_n_node_samples"] = [float(node.summary.weight) for node in listed]
    rows["n_node_samples"] = 1
    state = {"max_depth": len(rows), "node_count": len(rows), "nodes": rows, "values": np.zeros((len(rows), 1, 1))}
    written = package.Tree(1, np.ones(1, np.intp), 1)
    written.__setstate__(state)
    return written


def pruned_document(tree: Any, alpha: float) -> dict[str, Any]:
    """Return the shape of scikit-learn's *tree* after pruning by a fit with ``ccp_alpha`` set to *alpha*."""
    package = import_module("sklearn.tree._tree")
    pruned = package.Tree(tree.n_features, tree.n_classes, tree.n_outputs)
    package._build_pruned_tree_ccp(pruned, tree, alpha)  # noqa: SLF001 (what fit calls)
    return document_of_nodes(children_in(pruned), lambda _: {})
