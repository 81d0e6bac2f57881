"""Weka's trees other than J48, which ``weka.java`` lets speak the protocol."""

from __future__ import annotations

import shlex
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import attrs

import dtrees as dt
from dtrees.candidates import Questions
from dtrees.oracle.cases import Case, as_record, conventional, in_turn, of_record, random_data, textbook_cases
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.peers.boosters import mean_regret
from dtrees.oracle.peers.j48 import INSTALL, JAVA, SECONDS, compiled, find_jar, require_java
from dtrees.oracle.peers.scripts import MIDPOINT, ROUNDED, SQUARES, is_rounded, varied
from dtrees.oracle.protocol.program import Program
from dtrees.oracle.rounding import rounding_of_squares

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.impurity import Impurity
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding
    from dtrees.oracle.protocol.program import GrownDocument


TENTH_DIGIT: Final = Fraction(1, 10**9)
"""More than what ten decimals of an alpha cost."""

SMALL: Final = Fraction(1, 10**6)
"""A gain that Weka takes for none."""

LIMIT: Final = "defect: -M is not kept in all leaves, or stops a node of which another question keeps it"
TOLERANCE: Final = "defect: a gain of at most 1e-6 counts as none"
TEN_DIGITS: Final = "defect: alphas are rounded to ten decimals"
NO_ERRORS: Final = "defect: an impure leaf that nothing splits counts no errors"
CONSTANT: Final = "defect: where no column can be cut, 0 is predicted"
WEIGHTLESS: Final = "defect: rows that weigh at most 1e-6 together have no entropy"
LEAVES: Final = "defect: leaves are counted before what saves no errors is cut"


def _growing(impurity: Impurity, *, least: int = 0) -> dt.Learner:
    """Return the learner that asks one child a category, and numbers at midpoints."""
    learner = dt.cart(impurity=impurity, zero_gain="stop", min_split=2 * least, min_leaf=least)
    return attrs.evolve(learner, questions=Questions(categories="each"))


class Weka(Program):
    """A tree of Weka: the class of this *name*, with *options* of its command line."""

    name: ClassVar[str]
    options: ClassVar[tuple[str, ...]] = ()
    conventions: Conventions = Conventions(
        comparison="<", cut="midpoint", arithmetic="float64", ties="any", repeats="any", zero_gain="stop", wording="any"
    )
    learners: ClassVar[Mapping[str, dt.Learner]]
    known: ClassVar[tuple[str, ...]] = ("loan", "weather", "watermelon3", "regression", "iris")
    install = f"{INSTALL}; java weka.core.WekaPackageManager -install-package simpleCART"
    passed_over: ClassVar = (MIDPOINT,)

    def __init__(self, seconds: float = SECONDS) -> None:
        require_java()
        path = shlex.quote(f"{class_path()}:{compiled()}")
        command = f"{JAVA} -DWEKA_HOME={shlex.quote(compiled())} -cp {path} Trees {self.name}"
        super().__init__(f"{command} {shlex.join(self.options)}", seconds=seconds)

    @property
    def expression(self) -> str:
        """The Python that makes it again."""
        return f"{__name__}.{type(self).__name__}()"

    @classmethod
    def tables(cls) -> Sequence[Case]:
        """Return those tables of the textbooks that it takes."""
        return textbook_cases(cls.learners, cls.known)

    @classmethod
    def random_case(cls, seed: int, number: int) -> Case:
        """Return a small case, `varied`; its categories are those that occur, for Weka counts the others too."""
        case = in_turn(cls.learners, seed, number, lambda *drawn: of_record(as_record(random_data(*drawn))))
        return attrs.evolve(case, data=varied(case.data, number))

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> GrownDocument:
        """Return the tree that it grows; raises `Unsupported` where *learner* would ask otherwise."""
        wished = conventional(learner, self.conventions, data)
        rule, fitting = wished.stopping, [one for one in self.learners.values() if one.impurity == wished.impurity]
        limited = [
            attrs.evolve(one, stopping=attrs.evolve(one.stopping, min_split=rule.min_split, min_leaf=rule.min_leaf))
            for one in fitting
        ]
        if wished not in limited or rule.min_split not in ({2 * rule.min_leaf} if rule.min_leaf else {0, 1, 2}):
            message = f"{self.name} asks by {' or '.join(self.learners)}, with no limits but -M"
            raise dt.Unsupported(message)
        return super().grow(data, wished)

    @classmethod
    def explain(cls, finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
        data, learner = around.data, around.case.learner
        if any(isinstance(feature, dt.Numeric) and is_rounded(feature) for feature in data.features):
            return MIDPOINT
        if finding.check in {"path", "pruned"}:
            return _why_pruned(finding, around)
        if learner.stopping.min_leaf:
            return LIMIT
        return _why_grown(finding, around)


def _why_grown(finding: Finding, around: Examination) -> str:
    """Return what explains that it grows otherwise."""
    data, classes = around.data, around.case.learner.impurity is not dt.squared_error
    if not dt.admissible_splits(data, dt.cart()):  # no column can be cut
        return "convention: a question is asked in any case" if classes else CONSTANT
    if classes and finding.kind == "late leaf":
        return ROUNDED
    if classes:
        return WEIGHTLESS if data.weights.sum() <= SMALL else "unexplained"
    rows = around.rows[finding.path or ()]
    if finding.kind == "early leaf" and mean_regret(finding, rows) * dt.summarize(rows).weight <= SMALL:
        return TOLERANCE
    return SQUARES if mean_regret(finding, rows) <= rounding_of_squares(rows) else "unexplained"


def class_path() -> str:
    """Return the jars of Weka and of the packages that its manager has installed."""
    return ":".join(map(str, [find_jar(), *sorted(Path.home().glob("wekafiles/packages/*/*.jar"))]))


def _why_pruned(finding: Finding, around: Examination) -> str:
    """Return what explains that SimpleCart prunes otherwise."""
    if 0 < Fraction(finding.regret or 0) * len(around.data) <= TENTH_DIGIT:
        return TEN_DIGITS
    return LEAVES if around.case.learner.stopping.min_leaf else NO_ERRORS


class RepTree(Weka):
    """REPTree, grown without pruning, and pruned by its reduced errors on rows that are given."""

    name = "REPTree"
    options = ("-P", "-V", "0")
    learners: ClassVar = {
        "entropy": _growing(dt.entropy),
        "squares": _growing(dt.squared_error),
        "entropy, 2 rows": _growing(dt.entropy, least=2),
    }


class RandomTree(Weka):
    """RandomTree, each column tried at each node."""

    name = "RandomTree"
    options = ("-V", "0", "-S", "1")
    learners: ClassVar = RepTree.learners


class SimpleCart(Weka):
    """SimpleCart, which searches all subsets of categories."""

    name = "SimpleCart"
    options = ("-U", "-H")
    conventions = attrs.evolve(Weka.conventions, scale="proportion", risk=dt.misclassification)
    learners: ClassVar = {
        "gini": dt.cart(impurity=dt.gini, categories="subset", zero_gain="stop"),
        "gini, 2 rows": dt.cart(impurity=dt.gini, categories="subset", zero_gain="stop", min_split=4, min_leaf=2),
    }


class Id3(Weka):
    """Id3, of categories."""

    name = "Id3"
    learners: ClassVar = {"id3": _growing(dt.entropy)}
    known: ClassVar = ("loan", "watermelon2")


class DecisionStump(Weka):
    """DecisionStump: one question."""

    name = "DecisionStump"
    conventions = attrs.evolve(Weka.conventions, comparison="<=", zero_gain="split")
    learners: ClassVar = {
        "entropy": dt.cart(impurity=dt.entropy, max_depth=1),
        "squares": dt.cart(impurity=dt.squared_error, max_depth=1),
    }
