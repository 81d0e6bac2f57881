"""Findings on rpart: counts for each group of cases, and of each kind of deviation the smallest example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.data import Classes, Feature, Numeric
from dtrees.oracle.report import counts, first_deviations
from dtrees.oracle.verdict import TreeVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dtrees.oracle.peers.rpart.judge import CaseVerdict
    from dtrees.oracle.peers.rpart.run import Case

PARTS: Final = ("growth", "cptable", "prune", "xval", "answer")
"""What is judged of a case, in the order of the tables; ``answer`` only where rpart failed."""


@attrs.frozen
class JudgedCase:
    """A case and the verdicts on rpart's answer to it."""

    case: Case
    verdict: CaseVerdict

    @property
    def group(self) -> tuple[str, str]:
        """The table's row: the data set, or ``random``, and the criterion."""
        return self.case.name.split()[0], self.case.criterion

    @property
    def size(self) -> tuple[int, int]:
        """What makes an example small: rows, then columns."""
        return len(self.case.data), len(self.case.data.features)


def rpart_findings(judged: Sequence[JudgedCase]) -> dict[str, Any]:
    """Return the counts by group and part, and the smallest example of each kind of deviation."""
    groups: dict[tuple[str, str], list[JudgedCase]] = {}
    for item in judged:
        groups.setdefault(item.group, []).append(item)
    return {
        "groups": [
            {"data": data, "criterion": criterion, "cases": len(items), **_by_part(items)}
            for (data, criterion), items in groups.items()
        ],
        "total": {"cases": len(judged), **_by_part(judged)},
        "deviations": _smallest(judged),
    }


def _by_part(items: Iterable[JudgedCase]) -> dict[str, dict[str, int]]:
    parts: dict[str, dict[str, int]] = {}
    for item in items:
        for part, verdict in item.verdict.parts.items():
            judged = verdict.nodes if isinstance(verdict, TreeVerdict) else verdict.rows
            entry = parts.setdefault(part, {"judged": 0, **dict.fromkeys(counts(verdict), 0)})
            for name, count in {"judged": judged, **counts(verdict)}.items():
                entry[name] += count
    return {part: parts[part] for part in PARTS if part in parts}


def _smallest(judged: Sequence[JudgedCase]) -> list[dict[str, Any]]:
    """Return for each part, kind of deviation and kind of target the smallest case that shows it."""
    found: dict[tuple[int, str, str], dict[str, Any]] = {}
    for item in sorted(judged, key=lambda item: item.size):
        for part, verdict in item.verdict.parts.items():
            for deviation in first_deviations(verdict):
                target = "classes" if isinstance(item.case.data.target, Classes) else "numbers"
                key = (PARTS.index(part), deviation["kind"], target)
                example = {"part": part, "target": target, "cases": 0, "data": item.case.name, **deviation}
                entry = found.setdefault(key, {**example, "times": 0, "in_r": in_r(item.case)})
                entry["cases"] += 1
                entry["times"] += deviation["times"]
    return [found[key] for key in sorted(found)]


LARGEST_PRINTED: Final = 20
"""Up to so many rows the code that makes a case is written out."""


def in_r(case: Case) -> str:
    """Return the R code that asks rpart the case, or only its name where it has many rows.

    >>> from dtrees.oracle.peers.rpart.run import Case
    >>> from dtrees.reading import regression_data
    >>> print(in_r(Case(name="a", data=regression_data([[1], [2]], [0, 1]), criterion="anova")))
    d <- data.frame(x0 = c(1, 2), y = c(0, 1))
    f <- rpart(y ~ ., d, method = "anova", minsplit = 2, minbucket = 1, cp = 0, maxsurrogate = 0, xval = 0)
    """
    data = case.data
    if len(data) > LARGEST_PRINTED:
        return case.name
    target = data.target
    response = _factor(target.labels, target.codes) if isinstance(target, Classes) else _vector(target.values)
    columns = ", ".join(f"{feature.name} = {_column(feature)}" for feature in data.features)
    method = 'method = "anova"'
    if case.criterion != "anova":
        method = f'method = "class", parms = list(split = "{case.criterion}")'
    folds = _vector(case.folds) if case.folds else "0"
    return (
        f"d <- data.frame({columns}, y = {response})\n"
        f"f <- rpart(y ~ ., d, {method}, minsplit = 2, minbucket = 1, cp = 0, maxsurrogate = 0, xval = {folds})"
    )


def _column(feature: Feature) -> str:
    return _vector(feature.values) if isinstance(feature, Numeric) else _factor(feature.categories, feature.codes)


def _factor(labels: Iterable[object], codes: Iterable[int]) -> str:
    names = ", ".join(f'"{label}"' for label in labels)
    return f"factor({_vector(code + 1 for code in codes)}, labels = c({names}), levels = 1:{names.count(',') + 1})"


def _vector(values: Iterable[float]) -> str:
    return "c(" + ", ".join(f"{value:.17g}" for value in values) + ")"
