"""Why J48 deviates: the rules by which it differs from Quinlan's book on C4.5.

Each rule stands in the source of C4.5 or of Weka. A deviation is explained by the smallest set of rules under which
J48's question is the best one; if there is none, it is unexplained.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import attrs

import dtrees as dt
from dtrees.growing.best_split import ScoredSplit, scored_split, scored_splits
from dtrees.growing.missing.ways import divided_by

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

FAILURES: Final = {
    "java.lang.StackOverflowError": "defect: a midpoint overflows",
    "Driver$Open: Cannot handle unary class!": "convention: one class is refused, as its capabilities say",
    "Model selection method not implemented": "defect: reduced-error pruning lacks a method",
}
"""The explanation of an error of Weka 3.9.7, by its message."""

RULES: Final = {
    "tenth": "a threshold leaves each side N / (10 K) rows, at the least -M, at the most 25",
    "many values": "a column of 0.3 N categories or more does not count in the gate's average, if others do not",
    "no average": "where no column counts in the average, the node is a leaf",
    "gainless": "a column of numbers that gains nothing does not count in the gate's average",
    "thousandth": "the gate lets pass what is within 0.001 of the average",
    "ratio": "with -B a column's category is the one of largest gain ratio, not of largest gain",
    "least weight": "two children weigh at least -M each",
    "description length": "without -J a threshold's gain is lowered by log2(cuts tried) / N",
    "rows": "a column of numbers is tried where there are twice as many rows as either side must weigh",
    "gap": "values within 0.00001 are not parted",
    "millionth": "what exceeds by less than 0.000001 counts as equal: gains, ratios, weights, and 0",
}

DEFECTS: Final = frozenset(("no average", "rows", "gap", "millionth"))
"""The rules that depend on the scale, take weights for rows, or leave a gain for no reason; others are conventions."""

GAP: Final = 1e-5
SMALL: Final = Fraction(1, 10**6)
TOLERANCE: Final = Fraction(1, 1000)


def explain(finding: Finding, around: Examination) -> str:
    """Return the convention or the defect that explains a deviation, or ``unexplained``."""
    if finding.got in FAILURES:
        return FAILURES[finding.got]
    if finding.check == "pruned":
        return _why_collapsed(finding)
    if finding.path is None:
        return "unexplained"
    node = dt.subtree_at(around.grown.tree, finding.path)
    if finding.check in {"shares", "predictions"} and getattr(node.summary, "weight", 1) <= SMALL:
        return "defect: a leaf of weight up to 0.000001 counts as empty"
    return _why_grown(node, finding, around) if finding.check == "growth" else "unexplained"


def _why_collapsed(finding: Finding) -> str:
    """Return the reason why J48's collapsing of subtrees gives another tree than T(0) by training errors."""
    is_close = bool(finding.regret) and float(dt.Exact(finding.regret)) <= float(TOLERANCE)
    return "defect: errors of weight up to 0.001 count as none" if is_close else "unexplained"


def _why_grown(node: Any, finding: Finding, around: Examination) -> str:
    if isinstance(node, dt.Branch) and not all(child.summary.weight for child in node.children):
        return "defect: a child without rows"
    path: Any = finding.path
    place = JudgedNode(
        around.rows[path], around.data, around.implementation.expressible_learner(around.data, around.case.learner)
    )
    asked: Any = node.question if isinstance(node, dt.Branch) else None
    rules = explanation(asked and scored_split(place.rows, asked, place.learner), place, around.implementation.options)
    if not rules:
        return "unexplained"
    return f"{'defect' if DEFECTS & {*rules} else 'convention'}: {'; '.join(RULES[rule] for rule in rules)}"


@attrs.frozen
class JudgedNode:
    """A node of J48's tree: its rows, all training rows, and the learner."""

    rows: Dataset
    everything: Dataset
    learner: dt.Learner

    @property
    def least(self) -> Fraction:
        """The number n of Weka's option ``-M n``, half the specification's min_split."""
        return Fraction(self.learner.stopping.min_split) / 2


def explanation(asked: ScoredSplit | None, place: JudgedNode, options: Collection[str]) -> tuple[str, ...]:
    """Return the smallest set of rules under which J48's choice at *place* is the best one, or no rules.

    *asked* is the question that J48 asks, or None where it makes a leaf.
    """
    known = [rule for rule in RULES if rule != "description length" or "-J" not in options]
    candidates = scored_splits(place.rows, place.learner)
    for size in range(1, len(known) + 1):
        for rules in combinations(known, size):
            if _same(asked, choice(place, candidates, rules)):
                return rules
    return ()


def _same(asked: ScoredSplit | None, chosen: ScoredSplit | None) -> bool:
    if asked is None or chosen is None:
        return asked is chosen
    return asked.question.feature == chosen.question.feature and set(asked.parts) == set(chosen.parts)


def choice(place: JudgedNode, candidates: Sequence[ScoredSplit], rules: Collection[str]) -> ScoredSplit | None:
    """Return the question that J48 asks at *place* if it follows *rules*; the first of several equal ones."""
    summary: Any = dt.summarize(place.rows)
    slack = SMALL if "millionth" in rules else Fraction(0)
    if summary.weight + slack < 2 * place.least or summary.weight - max(summary.counts) <= slack:
        return None
    columns = list(_columns(place, candidates, rules, slack))
    counted = [gain for split, gain in columns if _counts(split, place, rules)]
    if not counted and "no average" in rules:
        return None
    bar = sum(counted, start=dt.Exact(0)) / max(len(counted), 1) - (TOLERANCE if "thousandth" in rules else 0)
    passing = [(dt.Quotient(gain, _intrinsic_value(split, place)), split) for split, gain in columns if gain >= bar]
    return _first_largest(passing, slack)


def _intrinsic_value(split: ScoredSplit, place: JudgedNode) -> dt.Exact:
    """Return the intrinsic value of the children, with rows of a missing value as one more part."""
    division = divided_by(place.rows, split.question, place.learner)
    unknown = [division.unknown] if division.unknown and place.learner.missing.part_of_intrinsic_value else []
    return dt.intrinsic_value([*division.parts, *unknown])


def _columns(
    place: JudgedNode, candidates: Sequence[ScoredSplit], rules: Collection[str], slack: Fraction
) -> Iterator[tuple[ScoredSplit, dt.Exact]]:
    """Yield the best question of each column with its gain, corrected as the gate uses it."""
    for feature in place.rows.features:
        mine = [split for split in candidates if split.question.feature == feature.name]
        tried = [split for split in mine if _tries(split, place, rules)]
        if not tried:
            continue
        by_ratio = "ratio" in rules and not isinstance(feature, dt.Numeric)
        best = _first_largest([(split.score if by_ratio else split.gain, split) for split in tried], slack) or tried[0]
        gain = best.gain - _description_length(feature, len(tried), place, rules)
        if not isinstance(feature, dt.Numeric) or gain > slack or "gainless" not in rules:
            yield best, gain


def _description_length(feature: Feature, tried: int, place: JudgedNode, rules: Collection[str]) -> dt.Exact:
    corrected = isinstance(feature, dt.Numeric) and "description length" in rules
    return dt.Exact.log2(tried) / Fraction(dt.summarize(place.rows).weight) if corrected else dt.Exact(0)


def _tries(split: ScoredSplit, place: JudgedNode, rules: Collection[str]) -> bool:
    """Return whether J48 scores *split*."""
    least = place.least if "least weight" in rules else Fraction(0)
    if not isinstance(split.question, dt.Threshold):
        return sum(part.weight >= least for part in split.parts) > 1
    summary: Any = dt.summarize(place.rows)
    if "tenth" in rules:
        known = sum((Fraction(part.weight) for part in split.parts), start=Fraction(0))
        least = max(least, min(known / (10 * len(summary.counts)), Fraction(25)))
    values = place.rows.feature(split.question.feature).values  # type: ignore[union-attr]  # a threshold asks numbers
    inside, outside = values <= split.question.threshold, values > split.question.threshold
    apart = "gap" not in rules or values[inside].max() + GAP < values[outside].min()
    enough = "rows" not in rules or sum(inside | outside) >= 2 * least
    return bool(apart and enough and min(part.weight for part in split.parts) >= least)


def _counts(split: ScoredSplit, place: JudgedNode, rules: Collection[str]) -> bool:
    """Return whether the column of *split* counts in the gate's average."""
    few = [
        feature.name
        for feature in place.rows.features
        if isinstance(feature, dt.Numeric) or 10 * len(feature.categories) < 3 * len(place.everything)
    ]
    return "many values" not in rules or not few or split.question.feature in few


def _first_largest(scored: Sequence[tuple[Any, ScoredSplit]], slack: Fraction) -> ScoredSplit | None:
    """Return the last that exceeds the one before, and 0, by more than *slack*: at 0, the first of the largest."""
    best: Any = dt.Exact(0)
    chosen = None
    for score, split in scored:
        if float(score) - float(best) > slack if slack else score > best:
            best, chosen = score, split
    return chosen
