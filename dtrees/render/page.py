"""An HTML page that shows cost-complexity pruning, with a slider for alpha; it needs nothing but a browser.

All numbers on the page are computed here, exactly, and stand in it as text: an alpha or a cost as a decimal and, where
that is short, as a fraction too.  Floats only place things: they are lengths, or shares of the largest alpha, of the
largest cost, or of a node's weight.  ``page.html`` draws them.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.data.datasets import Language
from dtrees.errors import InvalidData, refused
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.growing.learner import Learner
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import divide
from dtrees.pruning.cost_complexity import Members, Pruned, cost, intervals
from dtrees.pruning.risk import risk
from dtrees.pruning.scales import Scale, unit_of_risk
from dtrees.render.colours import COLOURS, class_colours
from dtrees.render.page_nodes import children_of, decimal_text, number_text, records_of, rivals_below
from dtrees.render.pruning import BEYOND
from dtrees.render.template import filled
from dtrees.selection.cross_validation import CrossValidation
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Branch, Leaf, Tree, leaves, preorder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.data.dataset import Category


def _training(name: str, value: Any) -> Any:
    """Take the data and the learner that a tree was grown by."""
    if isinstance(value, tuple | list) and list(map(type, value)) == [Dataset, Learner]:
        return value
    raise refused(value, name, "the data and the learner, (data, learner)")


Training: TypeAlias = Annotated[tuple[Dataset, Learner], _training]


STEPS: Final = 20
"""The number of steps into which the slider divides the interval of each tree."""

DIGITS: Final = 30
"""The number of decimal digits to which a number is computed before it becomes a share."""


@checked
def to_html(
    sequence: Members,
    *,
    impurity: Impurity | None = None,
    scale: Scale = "count",
    title: str | None = None,
    validated: CrossValidation | None = None,
    training: Training | None = None,
    language: Language = "en",
) -> str:
    """Return an HTML page that shows T(alpha) for a slider's alpha, the branches to be cut next, and the lines of cost.

    C_alpha(T_k) = R(T_k) + alpha |T_k|; T_k is lowest on [alpha_k, alpha_k+1)      [CART84 §3.3; LIHANG2 §5.5.2]

    The page is complete in itself and loads nothing from the network.

    sequence   the result of `pruning_sequence` for this *impurity* and *scale*
    validated  the result of `cross_validate`: its errors stand under the slider, with the choice by one standard error
    training   the data and the learner that the tree was grown by, to list the other optimal questions of a chosen node
    language   the page's language, ``en`` or ``zh``, and that of the title where *title* is not given

    Raises `InvalidData` where the sequence is empty or does not fit the impurity, the scale or *validated*, and on the
    node scale, whose unit changes inside the tree, so that no cost of the whole tree is least at its alphas.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.grow import grow
    >>> from dtrees.pruning.cost_complexity import pruning_sequence
    >>> page = to_html(pruning_sequence(grow(datasets.load("loan"), cart())), title="Loans")
    >>> page[:15], "3.6 (18/5)" in page
    ('<!doctype html>', True)
    """
    if scale == "node":
        message = "scale='node' has no cost of the whole tree to draw: give 'count', 'proportion' or 'root'"
        raise InvalidData(message)
    members = list(sequence)
    if validated is not None and (validated.sequence != tuple(members) or validated.scale != scale):
        message = (
            "validated= is of another sequence or scale: give validated.sequence, and the impurity= and scale= that "
            "cross_validate was given, whose default is scale='proportion'"
        )
        raise InvalidData(message)
    nodes = list(preorder(members[0].tree))
    children = children_of([node for node, _ in nodes])
    whole = members[0].tree.summary
    stages = list(_stages(members, children, impurity, scale))
    facts = {
        "title": title,
        "impurity": getattr(impurity or usual_impurity(whole), "__name__", "impurity"),
        "scale": scale,
        "classes": list(map(str, whole.classes)) if isinstance(whole, ClassCounts) else [],
        "colours": _colours(whole.classes) if isinstance(whole, ClassCounts) else [],
        "last": len(members) - 1,
        "nodes": records_of(nodes, children, rivals_below(members[0].tree, training, language), impurity, language),
        "trained": training is not None,
        "validated": None if validated is None else _validated(validated, stages),
        **_costs(stages),
    }
    return filled("page.html", language, facts)


def _colours(classes: Sequence[Category]) -> list[str]:
    """Return a colour for each class where they are more than those that the page has colours for."""
    return list(class_colours(classes).values()) if len(classes) > len(COLOURS) else []


# --- the members ------------------------------------------------------------------------------------------------


@attrs.frozen
class _Stage:
    """A member that is T(alpha) for some alpha: from *start* up to, not including, *end*; then *links* fall."""

    number: int
    start: Exact
    end: Exact
    risk: Exact
    leaves: int
    links: list[int]

    @property
    def alphas(self) -> Iterator[Exact]:
        """The alphas at which the slider stops."""
        for step in range(STEPS):
            yield self.start + (self.end - self.start) * Fraction(step, STEPS)

    def cost(self, alpha: Exact) -> Exact:
        return self.risk + alpha * self.leaves


def _stages(
    members: Sequence[Pruned], children: Sequence[Sequence[int]], impurity: Impurity | None, scale: Scale
) -> Iterator[_Stage]:
    """Yield the members that are T(alpha) for some alpha; R and |T| of each follow from the last by what has fallen.

    R(T_k+1) - R(T_k) = sum over the links t of R(t) - R(T_t) = alpha_k+1 (|T_k| - |T_k+1|)
    """
    root = members[0].tree
    unit = unit_of_risk(scale, root, root, impurity=impurity)
    lost, size = cost(root, 0, impurity=impurity, scale=scale), len(leaves(root))
    # links cut one at a time make members that are T(alpha) for no alpha
    lasting = [(k, start, end) for k, (start, end) in enumerate(intervals(members)) if start != end]
    for (k, start, end), (following, *_) in zip(lasting, [*lasting[1:], lasting[-1]], strict=True):
        links, fewer = list[int](), 0
        for place, branch in _fallen(members[k].tree, members[following].tree, children):
            g = {at: divide(each, unit) for at, each in _alphas_in(branch, place, children, impurity)}
            if g[place] != end:
                message = (
                    f"T_{following} begins at alpha {end}, but a branch that falls there has g(t) = {g[place]}: "
                    "give the whole sequence, and the impurity= and scale= that it was made with"
                )
                raise InvalidData(message)
            links += [at for at, each in g.items() if each == end]
            fewer += len(leaves(branch)) - 1
        beyond = start * BEYOND or Exact(1)  # the last interval has no end, but the page has
        yield _Stage(k, start, beyond if end is None else end, lost, size, links)
        lost, size = lost + (end or 0) * fewer, size - fewer


def _fallen(tree: Tree, pruned: Tree, children: Sequence[Sequence[int]]) -> Iterator[tuple[int, Tree]]:
    """Yield the branches of *tree* that are leaves of *pruned*, with their places among all nodes, parents first."""
    waiting = [(0, tree, pruned)]
    while waiting:
        place, node, other = waiting.pop()
        if isinstance(node, Branch) and isinstance(other, Branch):
            if node is not other:
                below = zip(children[place], node.children, other.children, strict=True)
                waiting += reversed(list(below))
        elif isinstance(node, Branch):
            yield place, node


def _alphas_in(
    branch: Tree, place: int, children: Sequence[Sequence[int]], impurity: Impurity | None
) -> list[tuple[int, Exact]]:
    """Return g(t) of a branch and of each in it, parents first, with their places: in one pass from the leaves up."""
    nodes = [(place, branch)]
    for number, node in nodes:
        if isinstance(node, Branch):
            nodes += zip(children[number], node.children, strict=True)
    below, found = dict[int, tuple[Exact, int]](), list[tuple[int, Exact]]()
    for number, node in reversed(nodes):
        own = risk(Leaf(node.summary), impurity=impurity)
        below[number] = own, 1
        if isinstance(node, Branch):
            losses, sizes = zip(*[below[child] for child in children[number]], strict=True)
            below[number] = sum(losses, start=Exact(0)), sum(sizes)
            if below[number][1] > 1:
                found.append((number, (own - below[number][0]) / (below[number][1] - 1)))
    return found[::-1]


def _costs(stages: Sequence[_Stage]) -> dict[str, Any]:
    """Return each member's line of cost, and what stands at each position of the slider."""
    widest = stages[-1].end
    highest = stages[-1].cost(widest)
    lines = [
        {
            "number": stage.number,
            "alpha": decimal_text(stage.start),
            "exact_alpha": str(stage.start),
            "leaves": stage.leaves,
            "risk": decimal_text(stage.risk),
            "exact_risk": str(stage.risk),
            "links": stage.links,
            "falls": number_text(stage.end) if stage.links else None,
            "start": _share(stage.start, widest),
            "end": _share(stage.end, widest),
            "foot": _share(stage.risk, highest),
            "rise": _share(widest * stage.leaves, highest),
        }
        for stage in stages
    ]
    positions = [
        (place, _share(alpha, widest), number_text(alpha), number_text(stage.cost(alpha)))
        for place, stage in enumerate(stages)
        for alpha in stage.alphas
    ]
    positions.append((len(stages) - 1, 1.0, number_text(widest), number_text(highest)))
    return {
        "widest": decimal_text(widest),
        "highest": decimal_text(highest),
        "steps": STEPS,
        "stages": lines,
        "positions": positions,
    }


def _share(part: Exact, whole: Exact) -> float:
    """Return part / whole as a float, also where the two numbers are too large or too small for floats."""
    return float(part.bounds(DIGITS)[0] / whole.bounds(DIGITS)[0])


def _validated(validated: CrossValidation, stages: Sequence[_Stage]) -> dict[str, Any]:
    """Return the cross-validated error of each stage with its ends one standard error away, and the two choices."""
    rows = [validated.rows[stage.number] for stage in stages]
    errors = [float(row.error) for row in rows]
    spreads = [math.sqrt(row.squared_standard_error) for row in rows]
    sizes = [stage.leaves for stage in stages]
    return {
        "errors": [
            {"error": error, "spread": spread, "text": f"{error:.3g} ± {spread:.2g}"}
            for error, spread in zip(errors, spreads, strict=True)
        ],
        "best": sizes.index(len(leaves(validated.best().tree))),
        "smallest": sizes.index(len(leaves(validated.one_standard_error().tree))),
    }
