"""The adapter for Weka's J48, an implementation of C4.5 with rules of its own; ``j48.java`` speaks the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

import dtrees as dt
from dtrees.growing.candidates import Questions
from dtrees.oracle.cases import TABLES, Task, with_gaps
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.documents import read_tree
from dtrees.oracle.judge.growth import judge_tree
from dtrees.peers.j48.why import FAILURES, explain
from dtrees.peers.shared.weka import Driver

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from dtrees.oracle.protocol.program import GrownDocument

GROWN: Final = ("-U", "-O", "-J", "-doNotMakeSplitPointActualValue")
"""The options by which J48 only grows: no pruning, no collapsing, no correction by description length."""

CONVENTIONS: Final = Conventions(cut="midpoint", arithmetic="float64", zero_gain="stop", limit="j48")
"""The conventions of J48 with `GROWN`; rules of its own are in `j48.why`."""

C45: Final = dt.c45(min_split=2, zero_gain="stop", missing="fractional")

LEARNERS: Final = {
    "c45": C45,
    "c45, binary": attrs.evolve(C45, questions=Questions(categories="equals")),
    "c45, 3 rows": attrs.evolve(C45, stopping=attrs.evolve(C45.stopping, min_split=6)),
}
"""The learners of the book that are nearest to J48; -M is half of min_split."""


class J48(Driver):
    """J48 with the *options* of its command line, and the conventions that they change."""

    main = "Driver"
    usual = GROWN
    conventions: Conventions = CONVENTIONS
    learners = LEARNERS
    known = (*TABLES, "iris", "watermelon2_alpha")
    alphas = (0.0,)
    explain = staticmethod(explain)
    passed_over: Final = tuple(FAILURES.values())

    def __init__(self, *options: str, conventions: Conventions = CONVENTIONS, seconds: float | None = None) -> None:
        super().__init__(*options, seconds=seconds)
        self.conventions = conventions
        self._variants: dict[str, tuple[J48, str]] = {}

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data; every fourth data set has missing values."""
        data = super().drawn(number, chance, task)
        return with_gaps(chance, data) if number % 4 == 3 else data  # noqa: PLR2004 (every fourth)

    @property
    def variants(self) -> Mapping[str, tuple[J48, str]]:
        """J48 with other options, by name, each with the one check by which it is judged."""
        if not self._variants:
            unpruned, whole, uncorrected, midpoint = GROWN
            observed, laplace = attrs.evolve(CONVENTIONS, cut="training"), attrs.evolve(CONVENTIONS, shares="laplace")
            self._variants |= {
                "without -J": (J48(unpruned, whole, midpoint), "growth"),
                "with -A": (J48(*GROWN, "-A", conventions=laplace), "shares"),
                "at values": (J48(unpruned, whole, uncorrected, conventions=observed), "growth"),
                "with -R": (J48("-R", "-N", "2", whole, uncorrected, midpoint), "growth"),
            }
        return self._variants

    def __exit__(self, *_: object) -> None:
        for variant, _check in self._variants.values():
            variant.__exit__(*_)
        super().__exit__(*_)

    def expressible_learner(self, data: dt.Dataset, learner: dt.Learner) -> dt.Learner:
        """Return *learner* as J48 can express it: with its own gate, and -M in place of both limits of weight."""
        rule, styles = learner.stopping, learner.questions
        least = max(rule.min_leaf, rule.min_split // 2, 1)
        expressible = dt.Stopping(min_split=2 * least, min_leaf=rule.min_leaf, zero_gain="stop")
        binary = styles.categories == "equals" or all(isinstance(feature, dt.Numeric) for feature in data.features)
        if not (
            isinstance(data.target, dt.Classes)
            and (learner.score, learner.impurity, styles.numbers) == ("gain_ratio", dt.entropy, "midpoint")
            and styles.categories in {"each", "equals"}
            and rule == attrs.evolve(expressible, min_split=rule.min_split, zero_gain=rule.zero_gain)
            and rule.min_split <= expressible.min_split
            and expressible.min_split % 2 == 0
            and (binary or not rule.min_leaf)  # with more children than two, -M asks it of two
        ):
            message = "J48 asks, of classes, by gain ratio, at midpoints, with no limits but -M"
            raise dt.Unsupported(message)
        return attrs.evolve(learner, gate="at_least", stopping=expressible)

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> GrownDocument:
        """Return the tree that J48 grows; raises `Unsupported` if *learner* itself would grow another."""
        expressible = self.expressible_learner(data, learner)
        wished = attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, zero_gain="stop"))
        answer = super().grow(data, expressible)
        if expressible != wished:
            tree = read_tree(answer, data, self.conventions).tree
            told, asked = (judge_tree(tree, data, one, conventions=CONVENTIONS) for one in (expressible, wished))
            if {each.path for each in asked.deviations} - {each.path for each in told.deviations}:
                message = "J48 has a gate, and nodes of weight -M twice"
                raise dt.Unsupported(message)
        return answer
