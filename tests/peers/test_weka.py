"""Options of Weka's trees and its forest: depth, REPTree's variance, rows outside the bags, and importances."""

from __future__ import annotations

import json
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
import pytest
from peers.asking import class_of, needs
from sklearn.datasets import load_diabetes, load_iris, load_wine

import dtrees as dt
from dtrees.growing.best_first import risk_lowered
from dtrees.laws.definitions import reached
from dtrees.numbers.exact import Exact
from dtrees.oracle import judge_tree
from dtrees.oracle.documents import tree_of
from dtrees.oracle.rounding import rounding_bound
from dtrees.peers.shared.weka import class_path, growing
from dtrees.selection.out_of_bag import in_bag, out_of_bag

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = needs("j48")

OPTION: Final = {"reptree": "-L", "randomtree": "-depth"}
"""What each calls the largest depth."""


def drawn(impurity: Any) -> dt.Dataset:
    random = np.random.default_rng([44, 0])
    values, target = random.integers(0, 16, (40, 3)).astype(float), random.integers(0, 16, 40)
    if impurity is dt.entropy:
        return dt.classification_data(values, ["b" if one > 8 else "a" for one in target])
    return dt.regression_data(values, target)


@pytest.fixture(scope="module", params=[(name, depth) for name in OPTION for depth in (1, 3)], ids=str)
def limited(request: pytest.FixtureRequest) -> Iterator[tuple[Any, int]]:
    """Yield a program with an option of a depth, and that depth."""
    name, depth = request.param
    made = class_of(name)
    with made(*made.usual, OPTION[name], str(depth)) as peer:
        yield peer, depth


@pytest.mark.parametrize("impurity", [dt.entropy, dt.squared_error])
def test_they_grow_no_deeper_than_asked(limited: tuple[Any, int], impurity: Any) -> None:
    peer, depth = limited
    data, learner = drawn(impurity), growing(impurity)
    tree = peer.grow(data, learner)

    def found(most: int) -> set[str]:
        deep = attrs.evolve(learner, stopping=attrs.evolve(learner.stopping, max_depth=most))
        return {one.kind for one in judge_tree(tree, data, deep, conventions=peer.conventions).deviations}

    assert (found(depth), found(depth + 1)) == (set(), {"early leaf"})


def test_a_node_is_split_whose_variance_is_a_share_of_the_roots() -> None:
    """By `-V`; so it is no least decrease."""
    data, learner, share = drawn(dt.squared_error), growing(dt.squared_error), Fraction(1, 2)
    with class_of("reptree")("-P", "-V", str(float(share))) as peer:
        document = peer.grow(data, learner)
    root: Any = dt.summarize(data)
    found = judge_tree(document, data, learner, conventions=peer.conventions).deviations
    assert {one.kind for one in found} == {"early leaf"}
    for _, node, rows in reached(tree_of(document, data, peer.conventions), data):
        summary: Any = dt.summarize(rows)
        assert isinstance(node, dt.Branch) == (dt.squared_error(summary) >= dt.squared_error(root) * share)


# --- the forest -----------------------------------------------------------------------------------------------------

LOADERS: Final[dict[str, Any]] = {"iris": load_iris, "wine": load_wine, "diabetes": load_diabetes}


def weka_document(nodes: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Return the tree whose nodes stand in order, parents first; the counts of a leaf's classes become shares."""
    node = next(nodes)
    if "says" not in node:
        asked = {"feature": f"x{node['column']}", "threshold": node["cut"]}
        return {**asked, "children": [weka_document(nodes), weka_document(nodes)]}
    said = node["says"]
    return {"value": said if len(said) == 1 else [one / sum(said) for one in said]}


def grown_in_weka(name: str, folder: Path) -> tuple[Any, dt.Dataset, list[tuple[Any, dt.Dataset]], list[list[int]]]:
    """Return what ``bags.java`` prints of a forest of the last hundred rows, these, the trees with bags, and counts."""
    rows, target = (given[-100:] for given in LOADERS[name](return_X_y=True))
    numbers, columns = name == "diabetes", {f"x{place}": column for place, column in enumerate(rows.T)}
    data = dt.regression_data(columns, target) if numbers else dt.classification_data(columns, list(map(str, target)))
    header, script = ",".join(["y", *columns]), Path(__file__).with_name("bags.java")
    np.savetxt(folder / "table.csv", np.c_[target, rows], "%.17g", delimiter=",", header=header, comments="")
    command: list[Any] = [
        "java",
        "-cp",
        class_path(),
        script,
        folder / "table.csv",
        "numbers" if numbers else "classes",
    ]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    bags = [list(map(int, bag)) for bag in told["bags"]]
    shown = [(weka_document(iter(nodes)), in_bag(data, bag)) for nodes, bag in zip(told["trees"], bags, strict=True)]
    return told, data, shown, bags


@pytest.mark.parametrize("name", LOADERS)
def test_each_tree_in_weka_and_its_error_of_rows_outside_is_right(name: str, tmp_path: Path) -> None:
    """Of numbers it is the mean difference, not the mean square."""
    told, data, shown, bags = grown_in_weka(name, tmp_path)
    numbers, conventions = name == "diabetes", class_of("randomtree").conventions
    learner = growing(dt.squared_error if numbers else dt.entropy)
    assert [judge_tree(tree, bag, learner, conventions=conventions).deviations for tree, bag in shown] == [()] * 10
    assert judge_tree(shown[0][0], shown[1][1], learner, conventions=conventions).deviations
    forest = [tree_of(tree, bag, conventions) for tree, bag in shown]
    said: Any = [
        (one, y) for one, y in zip(out_of_bag(forest, data, bags, by="shares"), data.target, strict=True) if one
    ]
    lost = [abs(one.mean - Fraction(y)) if numbers else Fraction(one.majority != y) for one, y in said]
    error = sum(lost, Fraction(0)) / len(lost)
    assert abs(Fraction(told["error"]) - error) <= rounding_bound(len(lost), error)
    assert len(lost) > 90


@pytest.mark.parametrize("name", ["iris", "diabetes"])
def test_wekas_importances_are_what_a_branch_lowers_on_average(name: str, tmp_path: Path) -> None:
    """RT8: of numbers by a sum over its rows, of classes by a mean."""
    told, data, shown, _ = grown_in_weka(name, tmp_path)
    trees = [tree_of(tree, bag, class_of("randomtree").conventions) for tree, bag in shown]
    squares = sum(Fraction(y) ** 2 for y in data.target) if name == "diabetes" else 1
    for column, worth in zip(data.feature_names, told["worth"], strict=True):
        asked = [t for tree in trees for t in dt.branches(tree) if t.question.feature == column]
        lowered = [risk_lowered(t, dt.squared_error if name == "diabetes" else dt.entropy) for t in asked]
        summed, averaged = (
            sum([one / size for one, size in zip(lowered, sizes, strict=True)], Exact(0)) / len(asked)
            for sizes in ([1] * len(asked), [t.summary.weight for t in asked])
        )
        right, other = (summed, averaged) if name == "diabetes" else (averaged, summed)
        bound = rounding_bound(len(data), squares)
        assert abs(right - Exact(worth)) <= bound < abs(other - Exact(worth))
