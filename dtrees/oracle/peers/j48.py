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
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.candidates import Questions
from dtrees.data import Classes, Dataset, Numeric
from dtrees.errors import Unsupported
from dtrees.impurity import entropy
from dtrees.learner import Learner, Stopping
from dtrees.learners.c45 import c45
from dtrees.oracle.cases import TABLES, Case, as_record, of_record, random_data, textbook_cases
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.documents import read_tree
from dtrees.oracle.judge.growth import judge_tree
from dtrees.oracle.peers.j48_why import FAILURES, explain
from dtrees.oracle.protocol.program import Program

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.oracle.protocol.program import GrownDocument

SCRIPT: Final = Path(__file__).with_name("j48.java")
INSTALL: Final = "apt-get install default-jdk-headless; pip install 'dtrees[weka]'"

GROWN: Final = ("-U", "-O", "-J", "-doNotMakeSplitPointActualValue")
"""The options by which J48 only grows: no pruning, no collapsing, no correction by description length."""

CONVENTIONS: Final = Conventions(cut="midpoint", arithmetic="float64", zero_gain="stop")
"""What J48 chooses for itself with `GROWN`, as far as it is no rule of its own (`j48_why`)."""

LEARNERS: Final = {
    "c45": c45(min_split=2, zero_gain="stop"),
    "c45, binary": attrs.evolve(c45(min_split=2, zero_gain="stop"), questions=Questions(categories="equals")),
    "c45, 3 rows": c45(min_split=6, zero_gain="stop"),
}
"""What J48 grows, -M being half of min_split, as far as the book goes."""

SECONDS: Final = 60.0
"""How long an answer may take; before the first, Java starts."""

SHORT_LIVED: Final = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
"""Java's options by which it starts in half the time."""


class J48(Program):
    """J48 with the *options* of its command line, and the conventions that they change."""

    learners: Final = LEARNERS
    explain = staticmethod(explain)
    passed_over: Final = tuple(FAILURES.values())

    def __init__(self, *options: str, conventions: Conventions = CONVENTIONS, seconds: float = SECONDS) -> None:
        self.options: Final = options or GROWN
        self._conventions = conventions
        _require_java()
        classes = shlex.quote(str(_compiled()))
        opened = f"--add-opens java.base/java.lang=ALL-UNNAMED -DWEKA_HOME={classes}"  # else Weka writes to the user's
        path = shlex.quote(f"{find_jar()}:{_compiled()}")
        super().__init__(f"java {SHORT_LIVED} {opened} -cp {path} Driver {shlex.join(self.options)}", seconds=seconds)
        self._variants: dict[str, tuple[J48, str]] = {}

    @property
    def conventions(self) -> Conventions:
        """What J48 chooses for itself."""
        return self._conventions

    @property
    def expression(self) -> str:
        """The Python that makes it again."""
        return f"{__name__}.J48({', '.join(map(repr, self.options))})"

    @property
    def variants(self) -> Mapping[str, tuple[J48, str]]:
        """J48 with other options, and the check by which each is judged besides."""
        if not self._variants:
            without = {one: [option for option in GROWN if option != one] for one in GROWN}
            observed = attrs.evolve(CONVENTIONS, cut="training")
            self._variants |= {
                "without -J": (J48(*without["-J"]), "growth"),
                "with -A": (J48(*GROWN, "-A", conventions=attrs.evolve(CONVENTIONS, shares="laplace")), "shares"),
                "at values": (J48(*without["-doNotMakeSplitPointActualValue"], conventions=observed), "growth"),
                "with -R": (J48("-R", "-N", "2", *without["-U"]), "growth"),
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
        return [attrs.evolve(case, alphas=(0.0,)) for case in cases if isinstance(case.data.target, Classes)]

    @staticmethod
    def random_case(seed: int, number: int) -> Case:
        """Return a small case; its categories are those that occur, for Weka counts the others too."""
        data = of_record(as_record(random_data(np.random.default_rng((seed, number)), "classes")))
        name = tuple(LEARNERS)[number % len(LEARNERS)]
        return Case(name="random", data=data, criterion=name, learner=LEARNERS[name], alphas=(0.0,))

    def expressible_learner(self, data: Dataset, learner: Learner) -> Learner:
        """Return what J48 is told where it is told of *learner*: its own gate, and -M for both limits of weight."""
        rule, styles = learner.stopping, learner.questions
        least = max(rule.min_leaf, rule.min_split // 2, 1)
        expressible = Stopping(min_split=2 * least, min_leaf=rule.min_leaf, zero_gain="stop")
        binary = styles.categories == "equals" or all(isinstance(feature, Numeric) for feature in data.features)
        if not (
            isinstance(data.target, Classes)
            and (learner.score, learner.impurity, styles.numbers) == ("gain_ratio", entropy, "midpoint")
            and styles.categories in {"each", "equals"}
            and rule == attrs.evolve(expressible, min_split=rule.min_split, zero_gain=rule.zero_gain)
            and rule.min_split <= expressible.min_split
            and expressible.min_split % 2 == 0
            and (binary or not rule.min_leaf)  # with more children than two, -M asks it of two
        ):
            message = "J48 asks, of classes, by gain ratio, at midpoints, with no limits but -M"
            raise Unsupported(message)
        return attrs.evolve(learner, gate="at_least", stopping=expressible)

    def grow(self, data: Dataset, learner: Learner) -> GrownDocument:
        """Return the tree of what J48 is told; raises `Unsupported` where *learner* would ask otherwise."""
        expressible = self.expressible_learner(data, learner)
        wished = attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, zero_gain="stop"))
        answer = super().grow(data, expressible)
        if expressible != wished:
            tree = read_tree(answer, data, self.conventions).tree
            by_either: list[Any] = [
                {each.path for each in judge_tree(tree, data, one, conventions=self.conventions).deviations}
                for one in (expressible, wished)
            ]
            if by_either[1] - by_either[0]:
                message = "J48 has a gate, and nodes of weight -M twice"
                raise Unsupported(message)
        return answer


def _require_java() -> None:
    if shutil.which("java") is None or shutil.which("javac") is None:
        message = f"J48 cannot be asked: there is no Java with its compiler; install it with: {INSTALL}"
        raise Unsupported(message)


@cache
def _compiled() -> Path:
    """Return a folder with the driver's classes, compiled once by this process and removed with it."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    subprocess.run(["javac", "-cp", find_jar(), "-d", folder, SCRIPT], check=True)  # noqa: S603, S607 (our own driver)
    return folder


def find_jar() -> Path:
    """Return weka.jar: the one that WEKA_JAR names, or that of python-weka-wrapper3; raises `Unsupported` for none."""
    found = find_spec("weka")
    homes = [Path(home) / "lib" for home in (found.submodule_search_locations or () if found else ())]
    named = [Path(os.environ["WEKA_JAR"])] if "WEKA_JAR" in os.environ else []
    for jar in (*named, *(home / "weka.jar" for home in homes)):
        if jar.is_file():
            return jar
    message = f"J48 cannot be asked: there is no weka.jar; install it with: {INSTALL}"
    raise Unsupported(message)
