"""Weka's J48 as a peer: one Java that answers many cases.

Numbers go over as hexadecimal and come back as Java prints them, both without loss.  Neither Java nor Weka is needed
but by `answers`; where one is missing it raises `Unsupported`, which says what installs it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.data import Classes, Dataset, Numeric
from dtrees.errors import DtreesError, InvalidData, Unsupported

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

DRIVER: Final = Path(__file__).with_name("driver.java")
INSTALL: Final = "apt-get install default-jdk-headless; pip install 'dtrees[weka]'"

GROWN: Final = ("-U", "-O", "-J", "-M", "1", "-doNotMakeSplitPointActualValue")
"""The options by which J48 only grows: no pruning, no collapsing, no correction by description length."""


@attrs.frozen(kw_only=True)
class Case:
    """A question to J48: the data and the options of its command line."""

    name: str
    data: Dataset
    options: tuple[str, ...] = GROWN

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.data.target, Classes):
            message = f"{self.name}: J48 grows trees for classes, but the target holds numbers"
            raise InvalidData(message)


@attrs.frozen
class Node:
    """A node of J48's: the place of the column that it asks about (-1: a leaf), the cut, and its children's places.

    Of a category with -B the cut is the category's place; without it, there is a child for each.
    """

    asks: int
    cut: float
    children: list[int]


@attrs.frozen(kw_only=True)
class Answer:
    """What J48 says to a case: its nodes, parents first, each row's class shares, and the tree as Weka prints it.

    *error* is Weka's message where it failed.  With -R, *grown* is the tree before pruning and *pruned* after it;
    *growing* are the rows that it grows on, and the others those that it is pruned on.  These come from the classes
    behind J48, for -R itself fails in 3.9.7.
    """

    nodes: tuple[Node, ...] = ()
    shares: tuple[tuple[float, ...], ...] = ()
    printed: str = ""
    error: str = ""
    grown: tuple[Node, ...] = ()
    pruned: tuple[Node, ...] = ()
    growing: tuple[int, ...] = ()


def answers(cases: Iterable[Case]) -> Iterator[tuple[Case, Answer]]:
    """Yield each case with J48's answer, as they come from one run of Java.

    Raises `Unsupported` where Java or Weka is missing.
    """
    waiting = list(cases)
    for case, record in zip(waiting, _run("".join(map(_lines, waiting))), strict=True):
        yield case, _answer(record)


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


# --- talking to Java --------------------------------------------------------------------------------------------


def _run(lines: str) -> Iterator[dict[str, Any]]:
    java = shutil.which("java")
    if java is None or shutil.which("javac") is None:  # java runs a source file only where there is the compiler
        message = f"J48 cannot be asked: there is no Java with its compiler; install it with: {INSTALL}"
        raise Unsupported(message)
    command = [java, "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-cp", str(find_jar()), str(DRIVER)]
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as asked,
        tempfile.TemporaryFile("w+") as complaints,
        tempfile.TemporaryDirectory() as home,  # else Weka writes to the user's
    ):
        asked.write(lines)
        asked.seek(0)
        own = {**os.environ, "WEKA_HOME": home}
        with subprocess.Popen(  # noqa: S603 (the command is the one found, the source our own)
            command, stdin=asked, stdout=subprocess.PIPE, stderr=complaints, text=True, env=own
        ) as process:
            for line in process.stdout or ():
                yield json.loads(line)
        if process.returncode:
            complaints.seek(0)
            message = f"Java ended with an error: {complaints.read().strip()[-500:]}"
            raise DtreesError(message)


def _lines(case: Case) -> str:
    target: Any = case.data.target
    lines: list[Sequence[Any]] = [("case", case.name), ("options", *case.options)]
    lines += [("classes", str(len(target.labels))), ("y", *target.codes)]
    for feature in case.data.features:
        if isinstance(feature, Numeric):
            lines.append(("num", *feature.values))
        else:
            lines.append(("cat", len(feature.categories), *feature.codes))
    lines.append(("weights", *case.data.weights))
    return "".join("\t".join(map(_word, line)) + "\n" for line in lines) + "end\n"


def _word(value: Any) -> str:
    return value if isinstance(value, str) else float(value).hex()


def _answer(record: dict[str, Any]) -> Answer:
    tree, pruning = record["tree"], record["pruning"]
    return Answer(
        nodes=_nodes(tree.get("nodes", ())),
        shares=tuple(map(tuple, tree.get("shares", ()))),
        printed=tree.get("printed", ""),
        error=tree.get("error", ""),
        grown=_nodes(pruning.get("grown", ())),
        pruned=_nodes(pruning.get("pruned", ())),
        growing=tuple(pruning.get("growing", ())),
    )


def _nodes(records: Iterable[dict[str, Any]]) -> tuple[Node, ...]:
    return tuple(Node(**record) for record in records)
