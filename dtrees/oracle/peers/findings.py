"""What is found of a peer that grows trees: each deviation as text that can be kept, with the few rows that show it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import attrs

from dtrees.data import Categorical, Classes, Dataset
from dtrees.reading import classification_data, regression_data

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dtrees.oracle.verdict import Deviation


@attrs.frozen(kw_only=True)
class Finding:
    """One thing that deviates: in which part of what is judged, how, where, both sides, the regret, and why.

    >>> print(Finding(part="growth", kind="early leaf", expected="x <= 1", got="a leaf", regret="1/4", why="ties"))
    growth: early leaf at []: expected x <= 1, got a leaf, regret 1/4 [ties]
    """

    part: str
    kind: str
    path: tuple[int, ...] = ()
    expected: str
    got: str
    regret: str = ""
    why: str = ""

    @classmethod
    def of(cls, deviation: Deviation, part: str, why: str = "") -> Finding:
        """Return the finding that a *deviation* of a tree is."""
        return cls(part=part, why=why, **attrs.asdict(deviation))

    def __str__(self) -> str:
        regret = f", regret {self.regret}" if self.regret else ""
        why = f" [{self.why}]" if self.why else ""
        return f"{self.part}: {self.kind} at {list(self.path)}: expected {self.expected}, got {self.got}{regret}{why}"


@attrs.frozen(kw_only=True)
class Judged:
    """A data set and what was found: how many nodes or rows of each part were judged, and all that deviate."""

    name: str
    data: Dataset
    counts: Mapping[str, int]
    found: tuple[Finding, ...]


def summary(judged: Sequence[Judged]) -> dict[str, Any]:
    """Return as a record the counts by part, and of each kind of deviation how many, and the smallest data set.

    >>> summary([Judged(name="two", data=regression_data([[0], [1]], [0, 1]), counts={"growth": 3}, found=())])
    {'cases': 1, 'parts': {'growth': {'judged': 3, 'deviating': 0}}, 'deviations': []}
    """
    counted: Counter[str] = Counter()
    deviating: Counter[str] = Counter()
    kinds: dict[tuple[str, str, str], dict[str, Any]] = {}
    for item in sorted(judged, key=lambda item: (len(item.data), len(item.data.features))):
        counted.update(item.counts)
        deviating.update(finding.part for finding in item.found)
        for finding in item.found:
            example = {"times": 0, **attrs.asdict(finding), "name": item.name, "data": as_record(item.data)}
            kinds.setdefault((finding.part, finding.kind, finding.why), example)["times"] += 1
    return {
        "cases": len(judged),
        "parts": {part: {"judged": counted[part], "deviating": deviating[part]} for part in counted},
        "deviations": [kinds[key] for key in sorted(kinds)],
    }


def as_record(data: Dataset) -> dict[str, Any]:
    """Return *data* as columns, targets and weights that JSON can keep, without loss.

    >>> as_record(regression_data({"x": [1, 2]}, [0, 5]))
    {'columns': {'x': [1.0, 2.0]}, 'target': [0.0, 5.0], 'weights': [1.0, 1.0]}
    """
    columns = {
        feature.name: [feature.categories[code] for code in feature.codes]
        if isinstance(feature, Categorical)
        else feature.values.tolist()
        for feature in data.features
    }
    target = data.target
    values = [target.labels[code] for code in target.codes] if isinstance(target, Classes) else target.values.tolist()
    return {"columns": columns, "target": values, "weights": data.weights.tolist()}


def of_record(record: Mapping[str, Any]) -> Dataset:
    """Return the data that *record* keeps; classes are text, and a weight that is not there is 1.

    >>> of_record({"columns": {"x": [1, 2]}, "target": ["a", "b"]}).target.labels
    ('a', 'b')
    """
    make = classification_data if isinstance(record["target"][0], str) else regression_data
    return make(record["columns"], record["target"], weights=record.get("weights"))


def messages(found: Iterable[Finding]) -> list[str]:
    """Return what files of expected deviations hold: each finding as a line.

    >>> messages([Finding(part="growth", kind="error", expected="an answer", got="none")])
    ['growth: error at []: expected an answer, got none']
    """
    return [str(finding) for finding in found]
