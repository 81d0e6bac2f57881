"""The program of note C, written out as it stands: where it differs from its pseudo-code, on the smallest data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import attrs

import dtrees as dt

Rows = Sequence[Sequence[int]]


@attrs.define(eq=False)
class Node:
    """The node of note C's program."""

    value: int | None = None
    y: int = 0
    feature: int | None = None
    sub_node: list[Node] = attrs.field(factory=list)


def gini_index(rows: Rows, labels: Sequence[int], feature: int) -> Fraction:
    """Return what `_gini_index` returns, in fractions."""
    total = Fraction(0)
    for value in {row[feature] for row in rows}:
        part = [label for row, label in zip(rows, labels, strict=True) if row[feature] == value]
        shares = [Fraction(count, len(part)) for count in Counter(part).values()]
        total += Fraction(len(part), len(rows)) * (1 - sum(share * share for share in shares))
    return total


def fit(rows: Rows, labels: Sequence[int], *, shared: bool) -> Node:
    """Return the tree of `fit` before pruning; *shared* is the program's own list, else each node has a copy of it."""
    root = Node()
    queue: list[tuple[Node, list[int], list[int]]] = [(root, list(range(len(rows))), list(range(len(rows[0]))))]
    while queue:
        node, indexs, features = queue.pop(0)
        here = [labels[index] for index in indexs]
        node.y = min(set(here), key=lambda label: (-here.count(label), label))
        if len(set(here)) == 1:
            continue
        if len(features) < 2 and (not features or len({rows[index][features[0]] for index in indexs}) == 1):
            continue
        feature = min(features, key=lambda f: gini_index([rows[index] for index in indexs], here, f))
        node.feature = feature
        if shared:
            features.remove(feature)
        left = features if shared else [f for f in features if f != feature]
        for value in sorted({rows[index][feature] for index in indexs}):
            sub_node = Node(value=value)
            node.sub_node.append(sub_node)
            queue.append((sub_node, [index for index in indexs if rows[index][feature] == value], left))
    return root


def predicted(node: Node, row: Sequence[int]) -> int:
    """Return the label at the node where the row ends; a value without a child stops there."""
    while node.feature is not None and node.sub_node:
        matching = [sub for sub in node.sub_node if sub.value == row[node.feature]]
        if not matching:
            break
        node = matching[0]
    return node.y


def errors(node: Node, rows: Rows, labels: Sequence[int]) -> int:
    return sum(predicted(node, row) != label for row, label in zip(rows, labels, strict=True))


def breadth_first(root: Node) -> list[Node]:
    """Return all nodes, as the program's queue visits them."""
    found, queue = [], [root]
    while queue:
        node = queue.pop(0)
        found.append(node)
        queue += node.sub_node
    return found


def post_pruning(root: Node, rows: Rows, labels: Sequence[int]) -> None:
    """Prune as `_post_pruning` does: the last inner node first, restored where the score does not rise."""
    inner = [node for node in breadth_first(root) if node.sub_node]
    while inner:
        node = inner.pop()
        before = errors(root, rows, labels)
        kept, node.sub_node = node.sub_node, []
        if errors(root, rows, labels) >= before:
            node.sub_node = kept


def tables(rows: int, features: int) -> Iterator[tuple[Rows, list[int]]]:
    """Yield every data set of so many rows and features of the values 0 and 1, up to the order of the rows."""
    for chosen in combinations_with_replacement(list(product((0, 1), repeat=features + 1)), rows):
        yield [row[:-1] for row in chosen], [row[-1] for row in chosen]


def data(rows: Rows, labels: Sequence[int]) -> dt.Dataset:
    columns = {f"x{place}": list(column) for place, column in enumerate(zip(*rows, strict=True))}
    return dt.classification_data(columns, list(labels), classes=[0, 1])


def test_one_list_for_all_branches_forbids_a_feature_next_door() -> None:
    """Exclusive or: the first branch uses x1 up, so the second is a leaf that errs once; the pseudo-code never errs.

    Four rows.  All data of at most three rows and three features are learned alike.
    """
    rows, labels = [(0, 0), (0, 1), (1, 0), (1, 1)], [0, 1, 1, 0]
    assert errors(fit(rows, labels, shared=True), rows, labels) == 1
    assert errors(fit(rows, labels, shared=False), rows, labels) == 0
    for size, features in [(2, 2), (3, 2), (2, 3), (3, 3)]:
        for small, names in tables(size, features):
            one, each = (errors(fit(small, names, shared=shared), small, names) for shared in (True, False))
            assert one == each


def test_rows_alike_in_all_features_are_split_all_the_same() -> None:
    """Two equal rows of different labels and two features: the program makes a child that holds them all, where the
    pseudo-code's 1c has a leaf.  With one feature, or rows that agree in their label, it does not.

    All data of at most two rows and one feature, and of one row and two.
    """
    root = fit([(0, 0), (0, 0)], [0, 1], shared=False)
    assert (len(breadth_first(root)), len(root.sub_node)) == (2, 1)
    assert isinstance(dt.grow(data([(0, 0), (0, 0)], [0, 1]), dt.multiway_gini()), dt.Leaf)
    for size, features in [(1, 1), (2, 1), (1, 2)]:
        for rows, labels in tables(size, features):
            assert all(len(node.sub_node) != 1 for node in breadth_first(fit(rows, labels, shared=False)))


def test_with_a_list_a_node_it_predicts_what_the_pseudo_code_does() -> None:
    """Lists apart, and children that hold all rows aside, the program is right: all data of at most four rows and two
    features, tried on every row there is.
    """
    for size in (1, 2, 3, 4):
        for rows, labels in tables(size, 2):
            tree = dt.grow(data(rows, labels), dt.multiway_gini())
            mine = fit(rows, labels, shared=False)
            columns = {"x0": [0, 0, 1, 1], "x1": [0, 1, 0, 1]}
            said = dt.predict(tree, columns).tolist()
            assert said == [predicted(mine, row) for row in product((0, 1), repeat=2)]


def test_the_reversed_queue_prunes_children_first_and_keeps_ties() -> None:
    """`_post_pruning` gives the largest tree of least validation error, as it keeps ties.

    All training data of three rows and two features, each with every two rows to validate on.
    """

    def shape(node: Any) -> Any:
        if isinstance(node, Node):
            return (node.feature, *map(shape, node.sub_node)) if node.sub_node else None
        return (int(node.question.feature[1:]), *map(shape, node.children)) if isinstance(node, dt.Branch) else None

    validations = list(tables(2, 2))
    for rows, labels in tables(3, 2):
        whole = dt.grow(data(rows, labels), dt.multiway_gini())
        if isinstance(whole, dt.Leaf) or len(set(rows)) < len(set(zip(rows, labels, strict=True))):
            continue
        for unseen, names in validations:
            root = fit(rows, labels, shared=False)
            post_pruning(root, unseen, names)
            assert shape(root) == shape(dt.reduced_error_prune(whole, data(unseen, names), ties="keep"))
