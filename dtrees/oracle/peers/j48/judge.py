"""The verdicts on J48: what it grows, the class shares it states, and each way in which it prunes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from dtrees.data import Numeric
from dtrees.exact import Exact
from dtrees.holdout import reduced_error_prune
from dtrees.impurity import misclassification
from dtrees.laws.naive import visits
from dtrees.oracle.judge import judge_tree, rounding_bound
from dtrees.oracle.peers.findings import Finding, Judged
from dtrees.oracle.peers.j48.rules import DEFECTS, Place, explanation
from dtrees.oracle.peers.j48.run import GROWN, Answer, Case, answers
from dtrees.oracle.peers.j48.trees import learner_of, translate
from dtrees.prune import optimal_subtree
from dtrees.score import scored_split
from dtrees.split import Threshold
from dtrees.tree import Branch, Path, Tree, as_leaf, fold, is_pruned_subtree, leaves, subtree_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from dtrees.data import Dataset
    from dtrees.impurity import ClassCounts

Counted: TypeAlias = "tuple[int, list[Finding]]"
"""How many nodes, rows or trees were judged, and what deviates."""

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

GROWTH: Final = ("growth", "binary", "minimum", "description length")
"""The parts in which each question is judged."""


def judge_j48(named: Mapping[str, Dataset], parts: Sequence[str] = tuple(OPTIONS)) -> Iterator[Judged]:
    """Yield the verdict on what J48 says of each data set with the options of *parts*, all asked in one run of Java."""
    answered = answers(
        Case(name=name, data=data, options=OPTIONS[part]) for name, data in named.items() for part in parts
    )
    for name, data in named.items():
        mine = {part: answer for part, (_, answer) in zip(parts, answered, strict=False)}
        yield judge_answers(name, data, mine)


def judge_answers(name: str, data: Dataset, said: Mapping[str, Answer]) -> Judged:
    """Return the verdict on J48's answers to each of `OPTIONS`.

    Growth is judged by the book; so are reduced-error pruning, on the rows that J48 holds out, and collapsing, which
    is T(0) of the training errors.  Of pruning by confidence only that it leaves a pruned subtree: the specification
    has no pessimistic errors.
    """
    failed = {part: answer.error for part, answer in said.items() if answer.error}
    trees = {part: translate(answer.nodes, data) for part, answer in said.items() if not answer.error}
    parts = {part: (1, [_finding(part, "error", "an answer", message)]) for part, message in failed.items()}
    parts |= {part: _growth(part, trees[part], data) for part in GROWTH if part in trees}
    if "growth" in trees:
        parts["shares"] = _shares("shares", trees["growth"], data, said["growth"], added=0)
    if "laplace" in trees:
        parts["laplace"] = _shares("laplace", trees["laplace"], data, said["laplace"], added=1)
    parts |= _pruning(trees, data)
    if "reduced error" in said:
        parts |= _reduced_error(said["reduced error"], data)
    counts = {part: count for part, (count, _) in parts.items()}
    return Judged(name=name, data=data, counts=counts, found=tuple(f for _, found in parts.values() for f in found))


# --- growth -----------------------------------------------------------------------------------------------------


def _growth(part: str, tree: Tree, data: Dataset) -> Counted:
    options = OPTIONS[part]
    learner = learner_of(options)
    verdict = judge_tree(tree, data, learner)
    rows = {path: data.take(here) for path, _, here in visits(tree, data)} if verdict.deviations else {}
    found = []
    for deviation in verdict.deviations:
        place = Place(rows[deviation.path], data, learner)
        found.append(Finding.of(deviation, part, _why(subtree_at(tree, deviation.path), place, options)))
    return verdict.nodes, found


def _why(node: Tree, place: Place, options: Iterable[str]) -> str:
    if isinstance(node, Branch) and not all(child.summary.weight for child in node.children):
        return "defect: a child without rows"
    asked: Any = node.question if isinstance(node, Branch) else None
    rules = explanation(asked and scored_split(place.rows, asked, place.learner), place, tuple(options))
    if not rules:
        return "unexplained"
    return f"{'defect' if DEFECTS & {*rules} else 'convention'}: {', '.join(rules)}"


def _shares(part: str, tree: Tree, data: Dataset, answer: Answer, *, added: int) -> Counted:
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
                expected = ", ".join(map(str, exact))
                found.append(
                    Finding(part=part, kind="value", path=path, expected=expected, got=f"{stated} for row {row}")
                )
    return len(data), found


# --- pruning ----------------------------------------------------------------------------------------------------


def _pruning(trees: Mapping[str, Tree], data: Dataset) -> dict[str, Counted]:
    """Judge the trees that are made of the one grown: by moving its cuts, by collapsing it, by confidence."""
    parts: dict[str, Counted] = {}
    if {"growth", "observed"} <= trees.keys():
        parts["observed"] = _alike("observed", _observed(trees["growth"], data), trees["observed"])
    if {"growth", "collapse"} <= trees.keys():
        collapsed = optimal_subtree(trees["growth"], 0, impurity=misclassification)
        parts["collapse"] = _alike("collapse", collapsed, trees["collapse"])
    if {"collapse", "confidence"} <= trees.keys():
        pruned, tree = trees["confidence"], trees["collapse"]
        kept = is_pruned_subtree(pruned, tree)
        parts["confidence"] = 1, [] if kept else [_finding("confidence", "tree", _shown(tree), _shown(pruned))]
    return parts


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


def _reduced_error(answer: Answer, data: Dataset) -> dict[str, Counted]:
    """Judge the classes that -R is made of, and whether -R, where it answers, gives their tree.

    A held-out row whose category has no child stops at the node, in Weka as here.
    """
    growing = data.take(answer.growing)
    held_out = data.take([row for row in range(len(data)) if row not in set(answer.growing)])
    expected = reduced_error_prune(translate(answer.grown, growing), held_out)
    pruned = translate(answer.pruned, growing)
    parts = {"reduced-error pruning": _alike("reduced-error pruning", expected, pruned)}
    if not answer.error:
        parts["reduced error"] = _alike("reduced error", pruned, translate(answer.nodes, growing))
    return parts


def _alike(part: str, expected: Tree, got: Tree) -> Counted:
    return 1, [] if expected == got else [_finding(part, "tree", _shown(expected), _shown(got))]


def _shown(tree: Tree) -> str:
    return f"{len(leaves(tree))} leaves, root {tree.question if isinstance(tree, Branch) else 'a leaf'}"


def _finding(part: str, kind: str, expected: str, got: str, path: Path = ()) -> Finding:
    return Finding(part=part, kind=kind, path=path, expected=expected, got=got)
