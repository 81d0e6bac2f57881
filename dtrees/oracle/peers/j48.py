"""The J48 of Weka, which ``j48.java`` lets speak the protocol: C4.5 as far as the book goes, with rules of its own."""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import subprocess
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import attrs

import dtrees as dt
from dtrees.candidates import Questions
from dtrees.oracle.cases import TABLES, Case, as_record, in_turn, of_record, random_data, textbook_cases
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.documents import read_tree
from dtrees.oracle.judge.growth import judge_tree
from dtrees.oracle.peers.j48_why import FAILURES, explain
from dtrees.oracle.protocol.program import Program

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.oracle.protocol.program import GrownDocument

SCRIPTS: Final = [Path(__file__).with_name(name) for name in ("j48.java", "weka.java")]
INSTALL: Final = "apt-get install default-jdk-headless; pip install 'dtrees[weka]'"

GROWN: Final = ("-U", "-O", "-J", "-doNotMakeSplitPointActualValue")
"""The options by which J48 only grows: no pruning, no collapsing, no correction by description length."""

CONVENTIONS: Final = Conventions(cut="midpoint", arithmetic="float64", zero_gain="stop")
"""What J48 chooses for itself with `GROWN`, as far as it is no rule of its own (`j48_why`)."""

LEARNERS: Final = {
    "c45": dt.c45(min_split=2, zero_gain="stop"),
    "c45, binary": attrs.evolve(dt.c45(min_split=2, zero_gain="stop"), questions=Questions(categories="equals")),
    "c45, 3 rows": dt.c45(min_split=6, zero_gain="stop"),
}
"""What J48 grows, -M being half of min_split, as far as the book goes."""

SECONDS: Final = 60.0
"""How long an answer may take; before the first, Java starts."""

JAVA: Final = "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --add-opens java.base/java.lang=ALL-UNNAMED"
"""Java by the options with which it starts in half the time, and lets Weka in."""


class J48(Program):
    """J48 with the *options* of its command line, and the conventions that they change."""

    conventions: Conventions = CONVENTIONS
    learners: Final = LEARNERS
    explain = staticmethod(explain)
    passed_over: Final = tuple(FAILURES.values())

    def __init__(self, *options: str, conventions: Conventions = CONVENTIONS, seconds: float = SECONDS) -> None:
        require_java()
        self.options: Final = options or GROWN
        self.conventions = conventions
        self._variants: dict[str, tuple[J48, str]] = {}
        home, path = shlex.quote(compiled()), shlex.quote(f"{find_jar()}:{compiled()}")
        java = f"{JAVA} -DWEKA_HOME={home} -cp {path}"  # without a home Weka writes to the user's
        super().__init__(f"{java} Driver {shlex.join(self.options)}", seconds=seconds)

    @property
    def expression(self) -> str:
        """The Python that makes it again."""
        return f"{__name__}.J48({', '.join(map(repr, self.options))})"

    @property
    def variants(self) -> Mapping[str, tuple[J48, str]]:
        """J48 with other options, and the check by which each is judged besides."""
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

    @staticmethod
    def tables() -> Sequence[Case]:
        """Return the textbooks' tables and iris."""
        cases = textbook_cases(LEARNERS, (*TABLES, "iris"))
        return [attrs.evolve(case, alphas=(0.0,)) for case in cases if isinstance(case.data.target, dt.Classes)]

    @staticmethod
    def random_case(seed: int, number: int) -> Case:
        """Return a small case; its categories are those that occur, for Weka counts the others too."""
        case = in_turn(LEARNERS, seed, number, lambda *drawn: of_record(as_record(random_data(*drawn))))
        return attrs.evolve(case, alphas=(0.0,))

    def expressible_learner(self, data: dt.Dataset, learner: dt.Learner) -> dt.Learner:
        """Return what J48 is told where it is told of *learner*: its own gate, and -M for both limits of weight."""
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
        """Return the tree of what J48 is told; raises `Unsupported` where *learner* would ask otherwise."""
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


def require_java() -> None:
    """Raise `Unsupported` where there is no Java with its compiler."""
    if shutil.which("java") is None or shutil.which("javac") is None:
        message = f"Weka cannot be asked: there is no Java with its compiler; install it with: {INSTALL}"
        raise dt.Unsupported(message)


@cache
def compiled() -> str:
    """Return a folder with the drivers' classes, compiled once by this process and removed with it."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run(["javac", "-cp", find_jar(), "-d", folder, *SCRIPTS], check=True)  # noqa: S603, S607 (our own drivers)
    return folder


def find_jar() -> Path:
    """Return weka.jar: the one that WEKA_JAR names, or that of python-weka-wrapper3; raises `Unsupported` for none."""
    package = find_spec("weka")
    folders = (package.submodule_search_locations or ()) if package else ()
    jars = [os.environ.get("WEKA_JAR", ""), *(f"{folder}/lib/weka.jar" for folder in folders)]
    for jar in map(Path, jars):
        if jar.is_file():
            return jar
    message = f"Weka cannot be asked: there is no weka.jar; install it with: {INSTALL}"
    raise dt.Unsupported(message)
