"""rpart, the R package, as a peer: one Rscript that answers many cases.

Numbers go over as C99 hexadecimal and come back with 17 digits, so both sides hold the same floats.  No R is imported
or needed but by `answers` and `shipped`; where it is missing they raise `Unsupported`, which says what installs it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs

from dtrees.constructors import classification_data, regression_data
from dtrees.data import Classes, Dataset, Numeric
from dtrees.errors import DtreesError, Unsupported
from dtrees.oracle import cases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Criterion: TypeAlias = Literal["gini", "information", "anova"]

SCRIPT: Final = Path(__file__).with_name("rpart.R")
INSTALL: Final = "apt-get install r-base-core r-cran-rpart"


@attrs.frozen(kw_only=True)
class Case(cases.Case):
    """A question to rpart: grow by *criterion*, cut at cp (*control*), cross-validate over *folds*, and prune.

    rpart is always told minsplit=2, minbucket=1, maxcompete=0, maxsurrogate=0 and usesurrogate=2, unless *control*
    says otherwise.  *loss* is by row of actual and column of predicted class.  *prune*: the values of ``cp`` to prune
    at; by default every CP of the table and the middle of each two neighbours.
    """

    criterion: Criterion
    folds: tuple[int, ...] = ()
    control: Mapping[str, float] = attrs.field(factory=dict)
    loss: tuple[tuple[float, ...], ...] = ()
    prune: tuple[float, ...] = ()


@attrs.frozen
class Fit:
    """A fitted rpart object: a row of its frame for each node, and its split matrices, as R has them.

    *rows* is the frame's ``wt``: in a fold's tree the rows left out have weight 0.
    """

    node: list[int]
    variable: list[str]
    rows: list[float]
    risk: list[float]
    value: list[float]
    complexity: list[float]
    splits: list[list[float]]
    levels: list[list[int]]


@attrs.frozen
class Answer:
    """What rpart says to a case: the tree grown with cp = -1, the one with the case's cp, its table, and prunings.

    *table* has the columns CP, nsplit, rel error and, with folds, xerror and xstd.  *pruned* are pairs of a cp and
    the numbers of the nodes left.  *folds* are the trees grown with cp = -1 on all rows outside each fold, None where
    those are of one class or response.  *error* is R's message where the case failed.
    """

    grown: Fit | None = None
    fitted: Fit | None = None
    table: tuple[tuple[float, ...], ...] = ()
    pruned: tuple[tuple[float, frozenset[int]], ...] = ()
    folds: tuple[Fit | None, ...] = ()
    error: str = ""


def answers(asked: Iterable[Case]) -> Iterator[tuple[Case, Answer]]:
    """Yield each case with rpart's answer, as they come from one run of R."""
    waiting = list(asked)
    for case, record in zip(waiting, _run("".join(map(_lines, waiting))), strict=True):
        yield case, _answer(record)


def shipped(tables: Mapping[str, str]) -> dict[str, Dataset]:
    """Return data sets that R or rpart ships, by their names; *tables* tells each one's target.

    Incomplete rows are left out; factors, and a target that is one, become text.
    """
    lines = "".join(f"data\t{name}\t{target}\n" for name, target in tables.items())
    return {record["id"][0]: _dataset(record) for record in _run(lines)}


# --- talking to R -----------------------------------------------------------------------------------------------


def _run(lines: str) -> Iterator[dict[str, Any]]:
    """Yield the records that the script answers; raises `Unsupported` where R or rpart is missing."""
    command = shutil.which("Rscript")
    if command is None:
        message = f"rpart cannot be asked: there is no Rscript; install it with: {INSTALL}"
        raise Unsupported(message)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as asked, tempfile.TemporaryFile("w+") as complaints:
        asked.write(lines)
        asked.seek(0)
        with subprocess.Popen(  # noqa: S603 (the command is the one found, the script our own)
            [command, str(SCRIPT)], stdin=asked, stdout=subprocess.PIPE, stderr=complaints, text=True
        ) as process:
            for line in process.stdout or ():
                yield json.loads(line)
        if process.returncode:
            complaints.seek(0)
            raise _failure(complaints.read())


def _failure(complaint: str) -> DtreesError:
    if "rpart" in complaint and "there is no package" in complaint:
        return Unsupported(f"R has no package rpart; install it with: {INSTALL}")
    return DtreesError(f"Rscript ended with an error: {complaint.strip()[-500:]}")


def _lines(case: Case) -> str:
    target = case.data.target
    lines: list[Sequence[Any]] = [("case", case.name), ("method", "anova" if case.criterion == "anova" else "class")]
    if isinstance(target, Classes):
        lines += [("split", case.criterion), ("classes", len(target.labels)), ("y", *(target.codes + 1))]
    else:
        lines.append(("y", *target.values))
    for feature in case.data.features:
        if isinstance(feature, Numeric):
            lines.append(("num", *feature.values))
        else:
            lines.append(("cat", len(feature.categories), *(feature.codes + 1)))
    lines += [("control", *item) for item in case.control.items()]
    lines.append(("loss", *(value for column in zip(*case.loss, strict=True) for value in column)))
    lines += [("folds", *case.folds), ("prune", *case.prune)]
    return "".join("\t".join(map(_word, line)) + "\n" for line in lines if len(line) > 1) + "end\n"


def _word(value: Any) -> str:
    return value if isinstance(value, str) else float(value).hex()


def _answer(record: dict[str, Any]) -> Answer:
    if "error" in record:
        return Answer(error=record["error"][0])
    return Answer(
        grown=Fit(**record["grown"]),
        fitted=Fit(**record["fitted"]),
        table=tuple(map(tuple, record["table"])),
        pruned=tuple((item["cp"][0], frozenset(map(int, item["nodes"]))) for item in record["pruned"]),
        folds=tuple(fit and Fit(**fit) for fit in record["folds"]),
    )


def _dataset(record: dict[str, Any]) -> Dataset:
    columns = {column["name"][0]: column["values"] for column in record["columns"]}
    target = columns.pop(record["target"][0])
    return (classification_data if isinstance(target[0], str) else regression_data)(columns, target)
