"""A system's answers to vectors about impurities, questions and grown trees, and the other trees that ties allow.

At the end: priors, costs of mistakes and twoing, of the class counts of one node or two; and data with missing values.
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from dtrees.growing.best_split import ScoredSplit, admissible_splits
from dtrees.growing.costs import Costs
from dtrees.growing.grow import stops
from dtrees.laws.system import SPECIFICATION, System
from dtrees.numbers.exact import Exact
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.vectors.values import (
    ROW,
    answered_text,
    data_of,
    decimal,
    impurity_of,
    keeping,
    learner_of,
    number,
    question_record,
    read_columns,
    row_numbers,
    tree_of,
    tree_record,
)
from dtrees.predicting.predict import apply
from dtrees.trees.missing_answers import WithSurrogates
from dtrees.trees.outputs import OutputSummaries
from dtrees.trees.paths import subtree_at
from dtrees.trees.split import split
from dtrees.trees.summary import ClassCounts, Summary, summarize, total
from dtrees.trees.tree import Branch, Leaf, Tree, depth, preorder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner


def impurity(system: System, asked: Mapping[str, Any]) -> str:
    """Return the impurity of the class counts or rows in the question *asked*."""
    if "counts" in asked:
        summary: Summary = ClassCounts(list(map(Fraction, asked["counts"])))
    else:
        summary = system.summarize(data_of(system, {"features": [], **asked}))
    return str(impurity_of(system, asked["impurity"])(summary))


def candidates(system: System, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return every candidate question of the node, with its rows, gain and intrinsic value."""
    data, learner = _data_and_learner(system, asked)
    return _scored(system, system.scored_splits(data.drop(ROW), learner), data, learner)


def splits(system: System, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return every optimal question of the node, the canonical one first."""
    data, learner = _data_and_learner(system, asked)
    return _scored(system, system.admissible_splits(data.drop(ROW), learner), data, learner)


def tree(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tree, the rows at each of its nodes, its depth, its predictions, and the shares of several outputs."""
    data, learner = _data_and_learner(system, asked)
    whole = system.grow(data.drop(ROW), learner)
    record = tree_record(
        system, system.best_first(whole, asked["max_leaf_nodes"]) if "max_leaf_nodes" in asked else whole
    )
    grown = tree_of(system, record)
    answer = {
        "tree": record,
        "nodes": groups(system, grown, data),
        "depth": system.depth(grown),
        "predictions": answered_text(system.predict(grown, data)),
        **_shares(system, grown, data),
    }
    if "ask" in asked:
        answer["asked"] = answered_text(system.predict(grown, read_columns(asked["ask"]), unseen=asked["unseen"]))
    return answer


def _shares(system: System, grown: Tree, data: Dataset) -> dict[str, Any]:
    """Return the class shares of each of several outputs, by that output's own tree; nothing for a single output."""
    if not isinstance(grown.summary, OutputSummaries):
        return {}
    alone = [system.output_of(grown, output) for output in range(len(grown.summary.parts))]
    shares = [system.predict_proba(one, data).tolist() for one in alone if isinstance(one.summary, ClassCounts)]
    return {"shares": [[list(map(decimal, row)) for row in rows] for rows in shares]}


def monotone_tree(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tree under monotone constraints, the rows at each of its nodes, its depth, and its predictions."""
    data, learner = _data_and_learner(system, asked)
    record = tree_record(system, system.grow_monotone(data.drop(ROW), learner, asked["constraints"]))
    grown = tree_of(system, record)
    predicted = answered_text(system.predict_monotone(grown, data, asked["constraints"]))
    return {
        "tree": record,
        "nodes": groups(system, grown, data),
        "depth": system.depth(grown),
        "predictions": predicted,
    }


def other_trees(asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the other right answers to a vector: one for each choice among tied questions and tied majorities."""
    if "max_leaf_nodes" in asked:  # such vectors have no ties
        return []
    data, learner = _data_and_learner(SPECIFICATION, asked)
    answers: list[dict[str, Any]] = []
    for grown in grown_trees(data.drop(ROW), learner):
        shape: dict[str, Any] = {"nodes": groups(SPECIFICATION, grown, data), "depth": depth(grown)}
        shape |= _shares(SPECIFICATION, grown, data)
        ends = list(apply(grown, data))
        ends += apply(grown, read_columns(asked["ask"]), unseen=asked["unseen"]) if "ask" in asked else ()
        nodes = list(dict.fromkeys(ends))
        for chosen in product(*(_may_say(subtree_at(grown, path).summary) for path in nodes)):
            answered = [dict(zip(nodes, chosen, strict=True))[path] for path in ends]
            answer = shape | {"predictions": answered[: len(data)]}
            answers.append(answer | ({"asked": answered[len(data) :]} if "ask" in asked else {}))
    distinct = {_content(answer): answer for answer in reversed(answers)}
    distinct.pop(_content({name: value for name, value in tree(SPECIFICATION, asked).items() if name != "tree"}))
    return list(reversed(distinct.values()))


def _content(answer: dict[str, Any]) -> str:
    """Return an answer as text that does not depend on the order of its nodes."""
    return json.dumps(answer | {"nodes": sorted(answer["nodes"])}, sort_keys=True)


def grown_trees(data: Dataset, learner: Learner, level: int = 0) -> Iterator[Tree]:
    """Yield every tree that the learner may grow on *data*, each way of settling ties in turn.

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 3]}, ["a", "b", "a"])
    >>> [str(tree.question.threshold) for tree in grown_trees(data, cart())]
    ['1.5', '2.5']
    """
    summary = summarize(data)
    stopped = stops(summary, learner.below(summary, level))
    best = () if stopped else admissible_splits(data, learner)
    if not best:
        yield Leaf(summary)
    for found in best:
        below = [list(grown_trees(part, learner, level + 1)) for part in split(data, found.question)]
        for children in product(*below):
            yield Branch(summary, found.question, children)


def groups(system: System, grown: Tree, data: Dataset) -> list[list[int]]:
    """Return the numbers of the rows at each node, in the order of the tree's JSON."""
    found, waiting = [], [(grown, data)]
    while waiting:
        node, part = waiting.pop()
        found.append(row_numbers(part))
        if isinstance(node, Branch):
            waiting += reversed(list(zip(node.children, system.split(part, node.question), strict=True)))
    return found


def _data_and_learner(system: System, asked: Mapping[str, Any]) -> tuple[Dataset, Learner]:
    return data_of(system, asked["data"]), learner_of(system, asked["learner"])


def _scored(system: System, found: Iterable[ScoredSplit], data: Dataset, learner: Learner) -> list[dict[str, Any]]:
    records = []
    for candidate in found:
        parts = system.split(data, candidate.question)
        summaries = list(map(system.summarize, parts))
        record = {
            "question": question_record(system, candidate.question, summaries),
            "rows": list(map(row_numbers, parts)),
            "gain": str(system.gain(summaries, learner.impurity)),
        }
        if learner.score == "gain_ratio":
            record["intrinsic_value"] = str(system.intrinsic_value(summaries))
        records.append(record)
    return records


def _may_say(summary: Summary) -> list[Any]:
    """Return the right predictions of a node: its majority classes, in class order, or its mean, or each output's."""
    if isinstance(summary, OutputSummaries):
        return list(map(list, product(*map(_may_say, summary.parts))))
    if isinstance(summary, ClassCounts):
        return list(Conventions(majority="any").predicted(summary))
    return [decimal(summary.prediction)]


# --- priors, costs of mistakes, and twoing --------------------------------------------------------------------------


def costs_and_priors(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a vector about two parts, about the costs at a node, or about rows under priors."""
    match asked:
        case {"parts": parts}:
            summaries = list(map(_counts, parts))
            superclasses = list(map(list, system.superclasses(summaries)))
            return {"twoing": str(system.twoing(summaries)), "superclasses": superclasses}
        case {"impurity": _, "counts": counts, "costs": rows}:
            return {"altered_gini": str(system.AlteredGini(costs_of(rows))(_counts(counts)))}
        case {"counts": counts, "costs": rows}:
            summary, costs = _counts(counts), costs_of(rows)
            return {
                "expected_costs": [str(Exact(cost)) for cost in system.expected_costs(summary, costs)],
                "label": system.least_cost_label(summary, costs),
                "expected_cost": str(system.ExpectedCost(costs)(summary)),
                "gini_with_costs": str(system.GiniWithCosts(costs)(summary)),
            }
        case _:
            return _priors(system, asked)


def _priors(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    labels = asked["labels"]
    data = system.classification_data(
        {"x": [0.0] * len(labels)}, labels, weights=list(map(number, asked.get("weights", ["1"] * len(labels))))
    )
    priors: dict[Any, Fraction] = dict(enumerate(map(Fraction, asked["priors"])))
    if "costs" in asked:
        priors = system.altered_priors(priors, costs_of(asked["costs"]))
    return {"weights": [decimal(weight) for weight in system.with_priors(data, priors).weights.tolist()]}


def costs_of(rows: Sequence[Sequence[str]], classes: Sequence[str] | None = None) -> Costs:
    """Return the costs that a vector writes as *rows*, one for each true class, of these *classes* or of 0, 1, ..."""
    return Costs([list(map(Fraction, row)) for row in rows], range(len(rows)) if classes is None else classes)


def _counts(texts: Sequence[str]) -> ClassCounts:
    return ClassCounts(list(map(Fraction, texts)))


# --- missing values --------------------------------------------------------------------------------------------------


def missing_values(system: System, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the split of the root, the tree with the weights at its nodes, and its predictions for other rows."""
    data, learner = data_of(system, asked["data"]).drop(ROW), learner_of(system, asked["learner"])
    record = tree_record(system, system.grow(data, learner))
    grown, columns = tree_of(system, record), read_columns(asked["ask"])
    answer = _root(system, system.admissible_splits(data, learner)[0], data, learner) | {
        "tree": record,
        "nodes": [_weights(node.summary) for node, _ in preorder(grown)],
        "asked": answered_text(system.predict(grown, columns, **keeping(columns))),
    }
    if isinstance(grown.summary, ClassCounts):
        shares = system.predict_proba(grown, columns, **keeping(columns))
        answer["shares"] = [list(map(decimal, row)) for row in shares.tolist()]
    if isinstance(question := getattr(grown, "question", None), WithSurrogates):
        found = question.surrogates
        answer["surrogates"] = [{"asks": one.feature, "association": str(one.association)} for one in found]
    return answer


def _root(system: System, best: ScoredSplit, data: Dataset, learner: Learner) -> dict[str, Any]:
    """Return the root's feature, its gain, its children's weights, and for a gain ratio the intrinsic value."""
    below = [_weights(system.summarize(part)) for part in system.split(data, best.question)]
    answer = {"asks": best.question.feature, "gain": str(best.gain), "parts": below}
    if learner.score == "gain_ratio":
        unknown = system.summarize(data) - total(best.parts)
        parts = [*best.parts, unknown] if learner.missing.part_of_intrinsic_value else best.parts
        answer["intrinsic_value"] = str(system.intrinsic_value([part for part in parts if part.weight]))
    return answer


def _weights(summary: Any) -> list[str]:
    """Return the weights of the classes, or the one weight of numbers."""
    return list(map(str, summary.counts if isinstance(summary, ClassCounts) else [summary.weight]))
