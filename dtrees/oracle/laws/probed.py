"""An implementation under probes: what it was found to do so far, and how to ask it more."""

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
        """Return a learner of these options where they are offered, and of offered ones elsewhere."""
        drawn = dt.Learner(**{"questions": Questions("midpoint", "equals"), **options})
        return self.supported.learner(drawn)

    def deciding(self) -> dt.Learner:
        """Return a learner of one question where rows alone are shown: they do not tell which of two stands above."""
        answer = self.grown(dt.classification_data({"x": [0, 1]}, ["a", "b"]), self.learner())
        return self.learner(stopping=dt.Stopping(max_depth=1)) if shows_rows(answer) else self.learner()

    @property
    def is_above(self) -> bool:
        """Whether it asks nothing of a lone feature, for its gate is above the average."""
        return self.learner().gate == "above"

    def asked(self, data: dt.Dataset) -> dt.Dataset:
        """Return *data* as they can be asked about: each row twice beside a column of no gain, to open a gate above.

        Classes are the numbers 0, 1, ... where it takes none: it asks the same of two; numbers likewise categories.
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
        """Return a row as columns, with the column that opens a gate where there is one."""
        columns = {name: [value if self.supported.numbers else "c0"] for name, value in values.items()}
        return columns | ({AJAR: [0.0 if self.supported.numbers else "n"]} if self.is_above else {})

    def taken(self, data: dt.Dataset) -> dt.Dataset:
        """Return *data* as the peer takes them: where it takes no weights, each row as often as its weight says."""
        if not self.supported.weights:
            rows = data.take(np.repeat(np.arange(len(data)), data.weights.astype(int)))
            data = attrs.evolve(rows, weights=np.ones(len(rows)))
        return self.asked(data)

    def tree_for(self, function: str, data: dt.Dataset) -> dt.Tree:
        """Return the specification's tree of *data*, or the peer's where its *function* takes none but its own."""
        try:
            self.peer.require_takes_any_tree(function)
        except Unsupported:
            return Growing(self.peer).grow(self.taken(data), self.learner())
        return dt.grow(self.asked(data), dt.cart())

    def grown(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        """Return the tree as the peer gives it; raises `Unsupported` for data and learners that it does not take."""
        data = self.asked(data)
        self.supported.require(data, learner)
        return Growing(self.peer).answered(data, learner)

    def tree(self, data: dt.Dataset, learner: dt.Learner) -> Any:
        """Return the tree as the peer gives it; of one that it does not show, the likeliest."""
        data = self.asked(data)
        answer = self.grown(data, learner)
        return any_tree_behind(answer, data, learner) if shows_rows(answer) else answer

    def root(self, data: dt.Dataset, learner: dt.Learner | None = None) -> Any:
        """Return the question of the root as the peer words it, or None for a leaf."""
        return question_of(self.tree(data, learner or self.learner()), EXACT)

    def words_canonically(self, style: Any) -> bool:
        """Return whether a question that has but one partition to make has the specification's first child.

        One that begins with the category that it meets first does so where the rows happen to stand in that order.
        """
        learner = self.learner(questions=Questions("midpoint", style))
        wordings = dt.OneOf("x", ["p"]), dt.Equals("x", "p"), dt.EachCategory("x", list("pqr"))
        if self.root(dt.classification_data({"x": list("pqr")}, ["a", "b", "b"]), learner) not in wordings:
            return False
        orders = (dt.classification_data({"x": list(order)}, ["a", "b"]) for order in ("pq", "qp"))
        return self.conventions.repeats == "any" or len({self.root(data, learner) for data in orders}) == 1
