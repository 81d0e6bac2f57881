"""Trees that are one long way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtrees import Branch, ClassCounts, Leaf, Threshold

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees import Tree


def threshold(level: int) -> Threshold:
    return Threshold("x", level + 0.5)


def chain(levels: int, *, last: str = "b", asks: Callable[[int], Any] = threshold) -> Tree:
    """Return the tree that peels off one row a level: x <= level + 1/2 at each, classes a and b in turn."""
    a, b = (Leaf(ClassCounts(counts, ("a", "b"))) for counts in ((1, 0), (0, 1)))
    tree: Tree = b if last == "b" else a
    for level in range(levels - 1, -1, -1):
        peeled = a if level % 2 else b
        tree = Branch(tree.summary + peeled.summary, asks(level), (peeled, tree))  # type: ignore[operator]
    return tree
