"""The scales of risk and of alpha: on each, R(t) = N(t) i(t) is divided by a unit of its own.

count       1            R(t) = N(t) i(t): errors, or the residual sum of squares   [LIHANG2 eq. 5.11; ESL2 §9.2.2]
proportion  N(root)      R(t) = N(t)/N i(t), what CART84 §3.2 and scikit-learn call R(t)
root        R(root)      alpha as a share of the root's risk, rpart's CP
node        N(t)         alpha normalised inside the branch at t [NOTE_D]: its unit changes from
                         node to node, so that T(alpha) need be neither optimal nor nested

A first reading can take the count scale.  An entropy's alpha on the root scale is a `Quotient`, others are `Exact`.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal, TypeAlias

from dtrees.arguments import checked
from dtrees.errors import InvalidData, refused
from dtrees.growing.impurity import Impurity
from dtrees.numbers.exact import Exact, Rational, number
from dtrees.numbers.quotient import GeometricMean, Quotient, divide
from dtrees.pruning.risk import risk_of_node
from dtrees.trees.paths import Path, subtree_at
from dtrees.trees.tree import Tree

Scale: TypeAlias = Literal["count", "proportion", "root", "node"]


def unit_of_risk(scale: Scale, root: Tree, node: Tree, *, impurity: Impurity | None = None) -> Rational | Exact:
    """Return the divisor that converts R(t) at *node*, in the tree *root*, from the count scale to *scale*."""
    match scale:
        case "count":
            return 1
        case "proportion":
            return root.summary.weight
        case "node":
            return node.summary.weight
        case "root":
            whole = risk_of_node(root.summary, impurity=impurity)
            if not whole:
                raise InvalidData("the root's risk is 0, so no alpha can be a share of it: choose another scale")
            return whole


@checked
def convert_alpha(
    alpha: Slope, tree: Tree, path: Path = (), *, source: Scale, target: Scale, impurity: Impurity | None = None
) -> Exact:
    """Return *alpha*, given on the *source* scale for the node at *path*, on the *target* scale.

    alpha * unit(source) / unit(target), the units as in the module's table

    >>> convert_alpha(2, dt.Leaf(dt.ClassCounts((3, 1))), source="count", target="proportion")
    Exact('1/2')
    """
    node = subtree_at(tree, path)
    on_count_scale = alpha * Exact(unit_of_risk(source, tree, node, impurity=impurity))
    return divide(on_count_scale, unit_of_risk(target, tree, node, impurity=impurity))


def _slope(name: str, value: Any) -> Any:
    return value if isinstance(value, Quotient) else number(name, value)


def price(name: str, value: Any) -> Any:
    """Check an argument that is a number of at least 0."""
    taken = _slope(name, value)
    if taken < 0:
        raise refused(value, name, "a number of at least 0")
    return taken


def _alpha(name: str, value: Any) -> Any:
    endless = isinstance(value, float) and value == math.inf
    return value if endless or isinstance(value, GeometricMean) else price(name, value)


Slope: TypeAlias = Annotated[Exact | Rational, _slope]
"""What g(t) is, also below 0: there a leaf costs less than its branch at any price."""

Price: TypeAlias = Annotated[Exact | Rational, price]
"""What alpha is: the price of a leaf, at least 0."""

Alpha: TypeAlias = Annotated[Exact | Rational | Quotient | GeometricMean | float, _alpha]
"""A price, or another number of at least 0 that the g(t) of a branch compares with."""
