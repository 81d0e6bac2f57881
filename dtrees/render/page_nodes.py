"""The data of each node on the page of pruning: its texts, class mix, width, and the other optimal questions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final
from unicodedata import east_asian_width

from dtrees.render.colours import number_of
from dtrees.render.rivals import rivals
from dtrees.render.text import answer_of, mix_of, prediction_of, question_text, short
from dtrees.trees.split import route
from dtrees.trees.summary import ClassCounts, Moments, Summary
from dtrees.trees.tree import Branch, Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.data.datasets import Language
    from dtrees.growing.impurity import Impurity
    from dtrees.growing.learner import Learner
    from dtrees.numbers.exact import Exact, Rational
    from dtrees.numbers.quotient import Quotient

LETTER: Final = 8.5
"""The largest width of a letter in the tree, in pixels before zooming; a Chinese character takes two."""

NARROWEST, GAP = 76.0, 14.0
"""The least width of a node, and the room beside its longest text."""

LONGEST_FRACTION: Final = 12
"""An exact number of more letters stands in tables alone."""

MOST_COUNTS: Final = 8
"""For more classes than this the counts stand in words alone."""


def decimal_text(number: Exact | Quotient) -> str:
    """Return the number rounded to six digits, without zeros at the end of its decimal places."""
    digits, exponent, power = f"{number:.6g}".partition("e")
    return (digits.rstrip("0").rstrip(".") if "." in digits else digits) + exponent + power


def number_text(number: Exact | Quotient) -> str:
    """Return the number as a decimal, followed by its exact text if that differs and is short, as in "3.6 (18/5)"."""
    decimal, exact = decimal_text(number), str(number)
    return decimal if decimal == exact or len(exact) > LONGEST_FRACTION else f"{decimal} ({exact})"


def children_of(nodes: Sequence[Tree]) -> list[list[int]]:
    """Return the indices of each node's children; nodes are listed parents first."""
    children: list[list[int]] = [[] for _ in nodes]
    parents: list[int] = []
    for place, node in enumerate(nodes):
        if parents:
            children[parents.pop()].append(place)
        if isinstance(node, Branch):
            parents += [place] * node.question.arity
    return children


def rivals_below(tree: Tree, training: tuple[Dataset, Learner] | None, language: Language) -> Iterator[list[str]]:
    """Yield for each node, parents first, the other questions that are optimal there, in words."""
    waiting: list[tuple[Tree, Dataset | None]] = [(tree, training[0] if training else None)]
    while waiting:
        node, rows = waiting.pop()
        if not isinstance(node, Branch) or training is None or rows is None or not len(rows):
            yield []
        else:
            yield [question_text(other, language) for other in rivals(node.question, rows, training[1])[1]]
        if isinstance(node, Branch):
            parts = [None] * len(node.children) if rows is None else route(rows, node.question)
            waiting += reversed(list(zip(node.children, parts, strict=True)))


def records_of(
    nodes: Sequence[tuple[Tree, int]],
    children: Sequence[Sequence[int]],
    others: Iterable[list[str]],
    impurity: Impurity | None,
    language: Language,
) -> list[dict[str, Any]]:
    """Return a record of each node for the page; *others* are the texts of each node's other optimal questions."""
    means = [number_of(node.summary) for node, _ in nodes if isinstance(node.summary, Moments)]
    ends = (min(means, default=0), max(means, default=0))
    records = [
        {
            **_content(node.summary, *ends, language),
            "label": prediction_of(node.summary, impurity),
            "question": "",
            "answer": "",
            "children": below,
            "depth": depth,
            "rivals": found,
        }
        for (node, depth), below, found in zip(nodes, children, others, strict=True)
    ]
    for (node, _), record in zip(nodes, records, strict=True):
        if isinstance(node, Branch):
            record["question"] = node.question.feature
            for number, child in enumerate(record["children"]):
                records[child]["answer"] = answer_of(node.question, number, language)
    for place, record in enumerate(records, start=1):
        texts = (
            record["label"],
            record["counts"],
            f"t{place} N {record['size']}",
            record["question"],
            record["answer"],
        )
        record["width"] = _width(*texts)
    return records


def _content(summary: Summary, lowest: Rational, highest: Rational, language: Language) -> dict[str, Any]:
    content = {"size": short(summary.weight), "counts": ""}
    if isinstance(summary, ClassCounts):
        counts = list(map(short, summary.counts))
        mix = mix_of(counts, summary.classes, language)
        few = " · ".join(counts) if len(counts) <= MOST_COUNTS else ""
        return {**content, "counts": few, "mix": mix, "shares": list(map(float, summary.proportions))}
    level = Fraction(summary.predicted - lowest) / (highest - lowest) if lowest < highest else 0
    return {**content, "level": float(level)}


def _width(*texts: str) -> float:
    """Return the width of a node in which the longest of the texts fits."""
    letters = max(sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text) for text in texts)
    return max(letters * LETTER + GAP, NARROWEST)
