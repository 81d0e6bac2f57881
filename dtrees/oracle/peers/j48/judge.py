"""The verdicts on J48: what it grows, the class shares it states, and each way in which it prunes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.data import Numeric
from dtrees.exact import Exact
from dtrees.impurity import misclassification
from dtrees.laws.naive import visits
from dtrees.optimal_splits import scored_split
from dtrees.oracle.judge import judge_tree, rounding_bound
from dtrees.oracle.peers.j48.rules import DEFECTS, RULES, SMALL, TOLERANCE, Place, explanation
from dtrees.oracle.peers.j48.run import GROWN, Answer, Case, answers
from dtrees.oracle.peers.j48.trees import CONVENTIONS, learner_of, translate
from dtrees.oracle.verdict import Deviation, failed, right_but
from dtrees.path import subtree_at
from dtrees.pruning import cost, optimal_subtree
from dtrees.questions import Threshold
from dtrees.reduced_error import reduced_error_prune
from dtrees.subtrees import is_pruned_subtree
from dtrees.traversal import as_leaf, fold, leaves
from dtrees.tree import Branch, Tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from dtrees.data import Dataset
    from dtrees.oracle.findings import Verdicts
    from dtrees.oracle.verdict import PathVerdict, TreeVerdict
    from dtrees.summary import ClassCounts

OPTIONS: Final = {
    "growth": GROWN,
    "binary": (*GROWN, "-B"),
    "minimum": ("-M", "3", *GROWN[:3], *GROWN[5:]),
    "description length": tuple(option for option in GROWN if option != "-J"),
    "laplace": (*GROWN, "-A"),
    "observed": GROWN[:-1],
    "collapse": tuple(option for option in GROWN if option != "-O"),
    "confidence": ("-S", *GROWN[2:]),
    "reduced error": ("-R", "-N", "2", *GROWN[2:]),
}
"""What J48 is asked of each data set, by the part of the verdict."""

FAILURES: Final = {
    "java.lang.StackOverflowError": "defect: a midpoint overflows",
    "Driver$Open: Cannot handle unary class!": "defect: one class is refused",
    "Model selection method not implemented": "defect: reduced-error pruning lacks a method",
}
"""What explains an error of Weka 3.9.7, by its message."""

GROWTH: Final = ("growth", "binary", "minimum", "description length")
"""The parts in which each question is judged."""


def judge_j48(tables: Sequence[Dataset], parts: Sequence[str] = tuple(OPTIONS)) -> Iterator[Verdicts]:
    """Yield the verdicts on J48's answers to each data set with the options of *parts*, asked in one run of Java."""
    for data, said in zip(tables, answers_by_part(tables, parts), strict=True):
        yield judge_answers(data, said)


def answers_by_part(tables: Sequence[Dataset], parts: Sequence[str] = tuple(OPTIONS)) -> Iterator[dict[str, Answer]]:
    """Yield what J48 says of each data set by part, in one run of Java."""
    answered = answers(Case(name=part, data=data, options=OPTIONS[part]) for data in tables for part in parts)
    for _ in tables:
        yield {part: answer for part, (_, answer) in zip(parts, answered, strict=False)}


def judge_answers(data: Dataset, said: Mapping[str, Answer]) -> Verdicts:
    """Return the verdicts on J48's answers to each of `OPTIONS`.

    Growth is judged by the book; so are reduced-error pruning, on the rows that J48 holds out, and collapsing, which
    is T(0) of the training errors.  Of pruning by confidence only that it leaves a pruned subtree: the specification
    has no pessimistic errors.
    """
    trees = {part: translate(answer.nodes, data) for part, answer in said.items() if not answer.error}
    verdicts: dict[str, TreeVerdict | PathVerdict] = {
        part: _growth(part, trees[part], data) for part in GROWTH if part in trees
    }
    verdicts |= {
        part: failed(answer.error, FAILURES.get(answer.error, "unexplained"))
        for part, answer in said.items()
        if answer.error
    }
    if "growth" in trees:
        verdicts["shares"] = _shares(trees["growth"], data, said["growth"], added=0)
    if "laplace" in trees:
        verdicts["laplace"] = _shares(trees["laplace"], data, said["laplace"], added=1)
    verdicts |= _pruning(trees, data)
    if "reduced error" in said:
        verdicts |= _reduced_error(said["reduced error"], data)
    return verdicts


# --- growth -----------------------------------------------------------------------------------------------------


def _growth(part: str, tree: Tree, data: Dataset) -> TreeVerdict:
    options = OPTIONS[part]
    learner = learner_of(options)
    verdict = judge_tree(tree, data, learner, conventions=CONVENTIONS)
    if not verdict.deviations:
        return verdict
    rows = {path: data.take(here) for path, _, here in visits(tree, data)}
    return verdict.explained(
        lambda each: _why(subtree_at(tree, each.path), Place(rows[each.path], data, learner), options)
    )


def _why(node: Tree, place: Place, options: Iterable[str]) -> str:
    if isinstance(node, Branch) and not all(child.summary.weight for child in node.children):
        return "defect: a child without rows"
    asked: Any = node.question if isinstance(node, Branch) else None
    rules = explanation(asked and scored_split(place.rows, asked, place.learner), place, tuple(options))
    if not rules:
        return "unexplained"
    return f"{'defect' if DEFECTS & {*rules} else 'convention'}: {'; '.join(RULES[rule] for rule in rules)}"


def _shares(tree: Tree, data: Dataset, answer: Answer, *, added: int) -> TreeVerdict:
    """Judge the class shares stated of the training rows: (N_k + added) / (N + added K) at the row's leaf."""
    found = []
    for path, node, rows in visits(tree, data):
        if isinstance(node, Branch):
            continue
        summary: ClassCounts = node.summary  # type: ignore[assignment]  # J48 grows for classes
        whole = summary.weight + added * len(summary.counts)
        exact = [Exact(count + added) / whole for count in summary.counts]
        bound = rounding_bound(len(rows) + added, 1)
        for row in rows:
            stated = answer.shares[row]
            if any(abs(mine - theirs) > bound for mine, theirs in zip(exact, stated, strict=True)):
                got = f"{stated} for row {row}"
                right = ", ".join(map(str, exact))
                found.append(Deviation(kind="value", path=path, expected=right, got=got, why=_why_share(summary)))
    return right_but(len(data), found)


def _why_share(summary: ClassCounts) -> str:
    return "defect: a leaf of weight up to 0.000001 counts as empty" if summary.weight <= SMALL else "unexplained"


# --- pruning ----------------------------------------------------------------------------------------------------


def _pruning(trees: Mapping[str, Tree], data: Dataset) -> Verdicts:
    """Judge the trees that are made of the one grown: by moving its cuts, by collapsing it, by confidence."""
    verdicts = {}
    if {"growth", "observed"} <= trees.keys():
        verdicts["observed"] = _alike(_observed(trees["growth"], data), trees["observed"])
    if {"growth", "collapse"} <= trees.keys():
        collapsed = optimal_subtree(trees["growth"], 0, impurity=misclassification)
        verdicts["collapse"] = _alike(collapsed, trees["collapse"], _why_collapsed(collapsed, trees["collapse"]))
    if {"collapse", "confidence"} <= trees.keys():
        pruned, tree = trees["confidence"], trees["collapse"]
        verdicts["confidence"] = _alike(pruned if is_pruned_subtree(pruned, tree) else tree, pruned)
    return verdicts


def _why_collapsed(right: Tree, collapsed: Tree) -> str:
    errors, least = (cost(tree, 0, impurity=misclassification) for tree in (collapsed, right))
    is_close = float(errors - least) <= float(TOLERANCE)
    return "defect: errors of weight up to 0.001 count as none" if is_close else "unexplained"


def _observed(tree: Tree, data: Dataset) -> Tree:
    """Return *tree* with each threshold at the largest value of all training rows that does not lie above it."""

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        question = node.question
        feature = data.feature(question.feature)
        if isinstance(question, Threshold) and isinstance(feature, Numeric):
            below = feature.values[feature.values <= question.threshold].max()
            question = attrs.evolve(question, threshold=float(below))
        return Branch(node.summary, question, children)

    return fold(tree, as_leaf, branch)


def _reduced_error(answer: Answer, data: Dataset) -> Verdicts:
    """Judge the classes that -R is made of, and whether -R, where it answers, gives their tree.

    A held-out row whose category has no child stops at the node, in Weka as here.
    """
    growing = data.take(answer.growing)
    held_out = data.take([row for row in range(len(data)) if row not in set(answer.growing)])
    expected = reduced_error_prune(translate(answer.grown, growing), held_out)
    pruned = translate(answer.pruned, growing)
    verdicts = {"reduced-error pruning": _alike(expected, pruned)}
    if not answer.error:
        verdicts["reduced error"] = _alike(pruned, translate(answer.nodes, growing))
    return verdicts


def _alike(expected: Tree, got: Tree, why: str = "unexplained") -> TreeVerdict:
    """Return the verdict on one whole tree, and *why* it deviates where it does."""
    deviation = Deviation(kind="tree", path=(), expected=_shown(expected), got=_shown(got), why=why)
    return right_but(1, [] if expected == got else [deviation])


def _shown(tree: Tree) -> str:
    return f"{len(leaves(tree))} leaves, root {tree.question if isinstance(tree, Branch) else 'a leaf'}"
