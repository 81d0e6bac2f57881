"""Weka's J48 as a peer: one Java that answers case after case.

Numbers go over as hexadecimal and come back as Java prints them, both without loss.  Neither Java nor Weka is needed
before the first case is asked; where one is missing that raises `Unsupported`, which says what installs it.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import attrs

from dtrees.data import Classes, Dataset, Numeric
from dtrees.errors import InvalidData, Unsupported
from dtrees.oracle.protocol.outcomes import NoAnswer
from dtrees.oracle.protocol.process import Process

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

DRIVER: Final = Path(__file__).with_name("driver.java")
INSTALL: Final = "apt-get install default-jdk-headless; pip install 'dtrees[weka]'"

SECONDS: Final = 60.0
"""How long an answer may take; before the first, Java starts and compiles the driver."""

GROWN: Final = ("-U", "-O", "-J", "-M", "1", "-doNotMakeSplitPointActualValue")
"""The options by which J48 only grows: no pruning, no collapsing, no correction by description length."""


@attrs.frozen(kw_only=True)
class Case:
    """A question to J48: the data, the options of its command line, and further rows of which it is asked too.

    *more* holds these rows' cells, a tuple for each feature, of a category its place.
    """

    name: str
    data: Dataset
    options: tuple[str, ...] = GROWN
    more: tuple[tuple[float, ...], ...] = ()

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.data.target, Classes):
            message = f"{self.name}: J48 grows trees for classes, but the target holds numbers"
            raise InvalidData(message)


@attrs.frozen
class Node:
    """A node of J48's: the place of the column that it asks about (-1: a leaf), the cut, and its children's places.

    Of a category with -B the cut is the category's place; without it, there is a child for each.  *counts* are the
    weights of the classes in it.
    """

    asks: int
    cut: float
    children: list[int]
    counts: list[float] = attrs.field(factory=list)


@attrs.frozen(kw_only=True)
class Answer:
    """What J48 says to a case: its nodes, parents first, and the tree as Weka prints it.

    Of each row, the training rows first, it says the class *shares* and the place of the class *predicted*.

    *error* is Weka's message where it failed.  With -R, *grown* is the tree before pruning and *pruned* after it;
    *growing* are the rows that it grows on, and the others those that it is pruned on.  These come from the classes
    behind J48, for -R itself fails in 3.9.7.
    """

    nodes: tuple[Node, ...] = ()
    shares: tuple[tuple[float, ...], ...] = ()
    predicted: tuple[int, ...] = ()
    printed: str = ""
    error: str = ""
    grown: tuple[Node, ...] = ()
    pruned: tuple[Node, ...] = ()
    growing: tuple[int, ...] = ()


class Session:
    """A Java that answers one case after the other, each within *seconds*.

    It is started when it is first asked, and again after it broke down; leaving the context ends it.
    """

    def __init__(self, *, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: Process | None = None
        self._held = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def ask(self, case: Case) -> Answer:
        """Return J48's answer to *case*.

        Raises `Unsupported` where Java or Weka is missing, and `NoAnswer` where Java dies or takes too long.
        """
        said = (self._process or self._start()).ask(_lines(case), seconds=self._seconds)
        if isinstance(said, str):
            return _answer(json.loads(said))
        self._end()
        raise NoAnswer(said)

    def _start(self) -> Process:
        java = shutil.which("java")
        if java is None or shutil.which("javac") is None:  # java runs a source file only where there is the compiler
            message = f"J48 cannot be asked: there is no Java with its compiler; install it with: {INSTALL}"
            raise Unsupported(message)
        jar = find_jar()
        home = self._held.enter_context(tempfile.TemporaryDirectory())  # else Weka writes to the user's
        opened = ("--add-opens", "java.base/java.lang=ALL-UNNAMED")
        self._process = Process([java, *opened, f"-DWEKA_HOME={home}", "-cp", str(jar), str(DRIVER)])
        self._held.callback(self._process.kill)
        return self._process

    def _end(self) -> None:
        self._held.close()
        self._process = None


def answers(cases: Iterable[Case]) -> Iterator[tuple[Case, Answer]]:
    """Yield each case with J48's answer, all from one `Session`."""
    with Session() as session:
        for case in cases:
            yield case, session.ask(case)


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


# --- what goes to Java, and what comes back ------------------------------------------------------------------------


def _lines(case: Case) -> str:
    target: Any = case.data.target
    lines: list[Sequence[Any]] = [("case", case.name), ("options", *case.options)]
    others = case.more or [()] * len(case.data.features)
    nothing = [0] * len(case.more[0] if case.more else ())
    lines += [("classes", len(target.labels)), ("y", *target.codes, *nothing)]
    for feature, more in zip(case.data.features, others, strict=True):
        if isinstance(feature, Numeric):
            lines.append(("num", *feature.values, *more))
        else:
            lines.append(("cat", len(feature.categories), *feature.codes, *more))
    lines += [("weights", *case.data.weights, *nothing), ("end",)]
    return "\n".join("\t".join(map(_word, line)) for line in lines)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else float(value).hex()


def _answer(record: dict[str, Any]) -> Answer:
    tree, pruning = record["tree"], record["pruning"]
    return Answer(
        nodes=_nodes(tree.get("nodes", ())),
        shares=tuple(map(tuple, tree.get("shares", ()))),
        predicted=tuple(tree.get("predicted", ())),
        printed=tree.get("printed", ""),
        error=tree.get("error", ""),
        grown=_nodes(pruning.get("grown", ())),
        pruned=_nodes(pruning.get("pruned", ())),
        growing=tuple(pruning.get("growing", ())),
    )


def _nodes(records: Iterable[dict[str, Any]]) -> tuple[Node, ...]:
    return tuple(Node(**record) for record in records)
