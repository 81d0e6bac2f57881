"""An implementation that is being probed: the conventions found so far, and ways to grow and read further trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np

import dtrees as dt
from dtrees.errors import Unsupported
from dtrees.growing.candidates import Questions
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.laws.adapt import Growing
from dtrees.oracle.leaves import any_tree_behind, shows_rows
from dtrees.oracle.nodes import question_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.laws.supported import Supported
    from dtrees.oracle.laws.translator import Translator

Inference: TypeAlias = dict[str, Any]
"""The fields of `Conventions` that a probe found."""


class Unexplained(Exception):  # noqa: N818 (nobody erred)
    """An answer that no convention explains, and the convention fields that were *found* nevertheless."""

    def __init__(self, message: str, **found: Any) -> None:
        self.found = found
        super().__init__(message)


AJAR: Final = "ajar"
"""The name of a column that gains nothing: beside it any feature that gains passes a gate above the average."""


@attrs.frozen
class ProbedImplementation:
    """An implementation that is being probed: the conventions found so far, and ways to ask for more."""

    peer: Translator
    supported: Supported
    offered: frozenset[str]
    conventions: Conventions

    def learner(self, **options: Any) -> dt.Learner:
        """Return a learner with these *options*, those that the peer does not support replaced by supported ones."""
        drawn = dt.Learner(**{"questions": Questions("midpoint", "equals"), **options})
        return self.supported.learner(drawn)

    def deciding(self) -> dt.Learner:
        """Return a learner, limited to one question if the peer shows only rows: these do not tell the order of two."""
        answer = self.grown(dt.classification_data({"x": [0, 1]}, ["a", "b"]), self.learner())
        return self.learner(stopping=dt.Stopping(max_depth=1)) if shows_rows(answer) else self.learner()

    @property
    def is_above(self) -> bool:
        """Whether the peer's gate demands a gain above the average, which a lone feature never has."""
        return self.learner().gate == "above"

    def asked(self, data: dt.Dataset) -> dt.Dataset:
        """Return *data* as the peer supports them; for a gate above the average, doubled beside a gainless column.

        Classes become the numbers 0, 1, ... if it takes no classes (of two it asks the same), and numbers become
        categories.
        """
        if "classes" not in self.supported.targets and isinstance(data.target, dt.Classes):
            data = attrs.evolve(data, target=dt.Responses(data.target.codes.astype(np.float64)))
        data = self.supported.data(data)
        if not self.is_above or AJAR in data.feature_names:
            return data
        twice = data.take(np.repeat(np.arange(len(data)), 2))
        ajar: Any = dt.Categorical(AJAR, ["n", "y"], [0, 1] * len(data))
        if self.supported.numbers:
            ajar = dt.Numeric(AJAR, [0.0, 1.0] * len(data))
        return attrs.evolve(twice, features=(*twice.features, ajar))

    def row(self, **values: Any) -> dict[str, list[Any]]:
        """Return a row with these *values* as columns, with the column that helps past a gate if `asked` adds one."""
        columns = {name: [value if self.supported.numbers else "c0"] for name, value in values.items()}
        return columns | ({AJAR: [0.0 if self.supported.numbers else "n"]} if self.is_above else {})

    def taken(self, data: dt.Dataset) -> dt.Dataset:
        """Return *data* in a form that the peer supports, each row repeated by its weight if it takes no weights."""
        if not self.supported.weights:
            rows = data.take(np.repeat(np.arange(len(data)), data.weights.astype(int)))
            data = attrs.evolve(rows, weights=np.ones(len(rows)))
        return self.asked(data)

    def tree_for(self, function: str, data: dt.Dataset) -> dt.Tree:
        """Return the specification's tree of *data*, or the peer's own if its *function* takes no other."""
        try:
            self.peer.require_takes_any_tree(function)
        except Unsupported:
            return Growing(self.peer).grow(self.taken(data), self.learner())
        return dt.grow(self.asked(data), dt.cart())

    def grown(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        """Return the peer's answer to ``grow``, unread; raises `Unsupported` for what the peer does not support."""
        data = self.asked(data)
        self.supported.require(data, learner)
        return Growing(self.peer).answered(data, learner)

    def tree(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        """Return the tree that the peer grows, or, if it shows only rows, one that explains its answer."""
        data = self.asked(data)
        answer = self.grown(data, learner)
        return any_tree_behind(answer, data, learner) if shows_rows(answer) else answer

    def root(self, data: dt.Dataset, learner: dt.Learner | None = None) -> Any:
        """Return the question at the root of the peer's tree, thresholds as it states them; None for a leaf."""
        return question_of(self.tree(data, learner or self.learner()), EXACT)

    def words_canonically(self, style: Any) -> bool:
        """Return whether questions of this *style* about categories have the specification's first child.

        That child must not depend on the order of the rows, as it does if it takes the category that is met first.
        """
        learner = self.learner(questions=Questions("midpoint", style))
        wordings = dt.OneOf("x", ["p"]), dt.Equals("x", "p"), dt.EachCategory("x", list("pqr"))
        if self.root(dt.classification_data({"x": list("pqr")}, ["a", "b", "b"]), learner) not in wordings:
            return False
        orders = (dt.classification_data({"x": list(order)}, ["a", "b"]) for order in ("pq", "qp"))
        return self.conventions.repeats == "any" or len({self.root(data, learner) for data in orders}) == 1


def small_data() -> Iterator[dt.Dataset]:
    """Yield 24 data sets of 3 to 8 rows, two features and up to three classes."""
    chance = np.random.default_rng(0)
    for rows in (3, 4, 5, 6, 7, 8) * 4:
        columns: dict[str, Sequence[float]] = {name: chance.integers(0, 4, rows).tolist() for name in ("x", "y")}
        yield dt.classification_data(columns, [f"c{code}" for code in chance.integers(0, 3, rows)])
