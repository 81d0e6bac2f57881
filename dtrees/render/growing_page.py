"""An HTML page that shows how a tree grows: the candidates of each node, and the tree that each choice leads to.

The scores are compared here, exactly; on the page floats only place dots.  ``growing_page.html`` draws them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal

from dtrees.arguments import checked, taken
from dtrees.data.dataset import Dataset
from dtrees.data.datasets import Language
from dtrees.errors import InvalidData, InvalidLearner
from dtrees.growing.absolute_error import absolute_error
from dtrees.growing.best_split import optimal_among, scored_splits
from dtrees.growing.gain_ratio import past_the_gate
from dtrees.growing.grow import grow as grow_by_the_book
from dtrees.growing.impurity import usual_impurity
from dtrees.growing.learner import Learner
from dtrees.growing.missing.ways import directed
from dtrees.render.page_nodes import number_text
from dtrees.render.rivals import partition_of
from dtrees.render.template import filled
from dtrees.render.text import (
    answer_of,
    condition_of,
    lines_of,
    measure_of,
    mix_of,
    prediction_of,
    question_text,
    short,
)
from dtrees.trees.split import route, split
from dtrees.trees.summary import ClassCounts, Summary, summarize
from dtrees.trees.tree import Branch, Tree, depth, leaves

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from dtrees.growing.best_split import ScoredSplit


MOST_CANDIDATES: Final = 300
"""Of a node with more candidates the page shows so many of the largest score, and the best of each feature."""

NAMED: Final = 6
"""The number of features that are named in the title."""

MOST_CHOICES: Final = 8
"""Of so many candidates of a node the page says what they lead to: the optimal, and the best of other features."""


@checked
def growing_to_html(
    data: Dataset,
    learner: Learner,
    *,
    title: str | None = None,
    language: Language = "en",
    grow: Callable[[Dataset, Learner], Tree] = grow_by_the_book,
) -> str:
    """Return a page that shows, for each node of the tree grown on *data*, all candidates with their scores on a line.

    The node asks the first of argmax score(question), the canonical pick; the questions that tie with it are marked,
    and so are those that the gate excludes      [CART84 §2.4; C45 §2.2]

    The page is complete in itself and loads nothing from the network.  For each optimal candidate, and for the best of
    each other feature, it shows the branch that grows if the node asks it.  Where the learner's impurity is made
    of costs, the labels are those of least expected cost.  *grow* grows the trees, `dtrees.vectorized.grow` sooner;
    *language* is ``en`` or ``zh``; without a *title* the page names the score, the rows and the features.  Raises
    `InvalidData` for another language, `InvalidLearner` for thresholds at training values, and what *grow* raises.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.id3 import id3
    >>> page = growing_to_html(datasets.load("watermelon2"), id3(), title="Watermelons")
    >>> page[:15], "navel" in page
    ('<!doctype html>', True)
    """
    if not len(data):
        message = "the data have no rows: nothing grows on them"
        raise InvalidData(message)
    if learner.questions.numbers == "training":
        message = "the page shows candidates, which are at midpoints: give a learner of numbers='midpoint'"
        raise InvalidLearner(message)
    facts = {
        "title": title,
        "rows": len(data),
        "features": list(data.feature_names[:NAMED]),
        "more": max(0, len(data.features) - NAMED),
        "impurity": getattr(learner.impurity_for(data), "__name__", "impurity"),
        "score": learner.score,
        "classes": list(map(str, data.target.labels)) if hasattr(data.target, "labels") else [],
        "nodes": list(_nodes(data, learner, grow, language)),
    }
    return filled("growing_page.html", language, facts)


def _nodes(
    data: Dataset, learner: Learner, grow: Callable[[Dataset, Learner], Tree], language: Language
) -> Iterator[dict[str, Any]]:
    """Yield what the page shows of each node of the tree, parents first."""
    grown = taken(Tree, "grow(data, learner)", grow(data, learner))
    learner = learner.below(grown.summary, 0)
    waiting: list[tuple[Tree, Dataset, int, str, str]] = [(grown, data, 0, "", "")]
    while waiting:
        node, rows, level, answer, condition = waiting.pop()
        record = {
            "level": level,
            "answer": answer,
            "condition": condition,
            "label": prediction_of(node.summary, learner.impurity),
            "mix": _mix(node.summary, language),
            "measure": measure_of(node.summary, learner.impurity, language),
            "asks": "",
            "candidates": [],
            "tried": 0,
        }
        if isinstance(node, Branch):
            record["asks"] = f"{question_text(node.question, language)}?"
            record |= _candidates(node, rows, learner.below(node.summary, level), grow, language)
            asked, parts = node.question, route(rows, node.question)
            waiting += reversed(
                [
                    (
                        child,
                        parts[place],
                        level + 1,
                        answer_of(asked, place, language),
                        condition_of(asked, place, language),
                    )
                    for place, child in enumerate(node.children)
                ]
            )
        yield record


def _candidates(
    node: Branch, rows: Dataset, learner: Learner, grow: Callable[[Dataset, Learner], Tree], language: Language
) -> dict[str, Any]:
    """Return the candidates of the branch, those of largest score first, and how many were tried."""
    scored = tuple(directed(rows, found, learner) for found in scored_splits(rows, learner))
    optimal = optimal_among(scored, learner)
    different = {partition_of(rows, found.question): found for found in reversed(optimal)}.values()
    passing = past_the_gate(scored, learner.gate) if learner.score == "gain_ratio" else scored
    ranked = sorted(scored, key=lambda found: found.score, reverse=True)
    best = {found.question.feature: found for found in reversed(ranked)}.values()
    others = [found for found in ranked if found in best and found not in optimal]
    followed = [*optimal, *others][:MOST_CHOICES]
    shown = [*ranked[:MOST_CANDIDATES], *(found for found in ranked[MOST_CANDIDATES:] if found in best)]
    candidates = [
        {
            "feature": found.question.feature,
            "question": f"{question_text(found.question, language)}?",
            "gain": number_text(found.gain),
            "score": number_text(found.score),
            "place": float(found.score),
            "state": _state(found, node, optimal, different, passing),
            "parts": [_mix(part, language) for part in _children(rows, found)],
            "leads": _leads(node, found, rows, learner, grow, language) if found in followed else None,
        }
        for found in shown
    ]
    return {"candidates": candidates, "tried": len(scored)}


def _children(rows: Dataset, found: ScoredSplit) -> Iterable[Summary]:
    """Return what each child holds, which `ScoredSplit.parts` may not: these leave out rows of a missing value."""
    if rows.feature(found.question.feature).missing.any():
        return map(summarize, split(rows, found.question))
    return found.parts


def _state(
    found: ScoredSplit,
    node: Branch,
    optimal: Sequence[ScoredSplit],
    different: Collection[ScoredSplit],
    passing: Sequence[ScoredSplit],
) -> Literal["asked", "tied", "mirror", "barred", ""]:
    """Return what the page marks; a mirror, as x = b beside x = a of two categories, is optimal but no other split."""
    if found.question == node.question:
        return "asked"
    if found in optimal:
        return "tied" if found in different else "mirror"
    return "" if found in passing else "barred"


def _leads(
    node: Branch,
    found: ScoredSplit,
    rows: Dataset,
    learner: Learner,
    grow: Callable[[Dataset, Learner], Tree],
    language: Language,
) -> dict[str, Any]:
    """Return the branch that grows where the question is asked: its text, its leaves and its depth."""
    further = learner.below(node.summary)
    children = [grow(part, further) for part in split(rows, found.question)]
    branch = Branch(node.summary, found.question, children)
    return {
        "text": "\n".join(lines_of(branch, learner.impurity_for(rows), language)),
        "leaves": len(leaves(branch)),
        "depth": depth(branch),
    }


def _mix(summary: Summary, language: Language) -> str:
    if isinstance(summary, ClassCounts):
        return mix_of(map(short, summary.counts), summary.classes, language)
    symbol = "median" if usual_impurity(summary) is absolute_error else "ȳ"
    return f"n = {short(summary.weight)}, {symbol} = {prediction_of(summary)}"
