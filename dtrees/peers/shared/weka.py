"""The common adapter for Weka's trees: Java, Weka's jars, and ``weka.java``, which speaks the protocol."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import attrs

import dtrees as dt
from dtrees.growing.candidates import Questions
from dtrees.oracle.cases import as_record, of_record, with_gaps
from dtrees.oracle.conventions import Conventions
from dtrees.peers.shared.java import INSTALL, JavaProgram, jars_of
from dtrees.peers.shared.peer import MIDPOINT, Peer, varied
from dtrees.peers.shared.weka_why import explain

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from dtrees.growing.impurity import Impurity
    from dtrees.oracle.cases import Task
    from dtrees.oracle.protocol.program import GrownDocument


def growing(impurity: Impurity, *, least: int = 0) -> dt.Learner:
    """Return the learner of Weka's trees: a child for each category, numbers at midpoints, *least* weight in a leaf."""
    learner = dt.cart(impurity=impurity, zero_gain="stop", missing="fractional", min_split=2 * least, min_leaf=least)
    return attrs.evolve(learner, questions=Questions(categories="each"))


LEARNERS: Final = {
    "entropy": growing(dt.entropy),
    "squares": growing(dt.squared_error),
    "entropy, 2 rows": growing(dt.entropy, least=2),
}
"""The learners of REPTree and RandomTree."""


class Driver(Peer, JavaProgram):
    """A tree of Weka, run with command-line *options*, by default its `usual` ones."""

    scripts = ("j48/j48.java", "shared/weka.java")
    options = "-DWEKA_HOME={home}"  # without one Weka writes to the user's
    install = INSTALL.format("weka")
    usual: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *options: str, seconds: float | None = None) -> None:
        super().__init__(class_path(self.install), *(options or self.usual), seconds=seconds)

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data without categories that no row has, because Weka would count them."""
        return of_record(as_record(super().drawn(number, chance, task)))


class Weka(Driver):
    """A tree of Weka whose only limit is -M, the least weight of a leaf."""

    conventions: Conventions = Conventions(
        comparison="<", cut="midpoint", arithmetic="float64", ties="any", repeats="any", zero_gain="stop", wording="any"
    )
    known: ClassVar[Sequence[str]] = ("loan", "weather", "watermelon3", "regression", "iris")
    passed_over: Final = (MIDPOINT,)
    explain = staticmethod(explain)

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data, `varied`; every fourth data set of a learner has missing values."""
        data = varied(super().drawn(number, chance, task), number)
        return with_gaps(chance, data) if number // len(cls.learners) % 4 == 1 else data

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> GrownDocument:
        """Return the tree that Weka grows; raises `Unsupported` if it has no options for *learner*."""
        wished = self.conventions.learner(learner, data)
        if not data.holds_missing:
            wished = attrs.evolve(wished, missing=next(iter(self.learners.values())).missing)
        rule, fitting = wished.stopping, [one for one in self.learners.values() if one.impurity == wished.impurity]
        limited = [
            attrs.evolve(one, stopping=attrs.evolve(one.stopping, min_split=rule.min_split, min_leaf=rule.min_leaf))
            for one in fitting
        ]
        if wished not in limited or rule.min_split not in ({2 * rule.min_leaf} if rule.min_leaf else {0, 1, 2}):
            message = f"{self.main} asks by {' or '.join(self.learners)}, with no limits but -M"
            raise dt.Unsupported(message)
        return super().grow(data, wished)


def class_path(install: str = INSTALL.format("weka")) -> str:
    """Return the class path: the jar that WEKA_JAR names, or python-weka-wrapper3's, and those of Weka's packages."""
    named = os.environ.get("WEKA_JAR", "")
    jar = named if Path(named).is_file() else jars_of("weka", "lib/weka.jar", install)
    return ":".join([jar, *map(str, sorted(Path.home().glob("wekafiles/packages/*/*.jar")))])
