"""scikit-learn's pruning, the real one, judged: its own data sets, and the smallest examples of how it deviates."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from dtrees.oracle.peers.scikit_learn.pruning import PruningVerdict, judge_pruning
from dtrees.oracle.peers.scikit_learn.trees import CASES, Case

README = Path(__file__).parent / "README.md"
FAR = 1e8


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.criterion}")
def test_only_ties_that_round_differently_deviate_on_its_own_data_and_the_readme_prints_the_counts(case: Case) -> None:
    verdict = judge_pruning(*case.rows(), case.criterion)
    for part, judged in (("path", verdict.path), ("fits", verdict.fits)):
        assert {deviation.kind for deviation in judged.deviations} <= {"tree"}
        assert all(0 < float(_rational(deviation.regret)) < 1e-12 for deviation in judged.deviations)
        counts = (judged.rows, judged.canonical, judged.admissible, judged.deviating)
        row = rf"^{case.name} +{case.criterion} +{part} +" + " +".join(map(str, counts)) + "$"
        assert re.search(row, README.read_text(encoding="utf-8"), re.MULTILINE)


def _rational(text: str) -> Any:
    from dtrees import Exact  # noqa: PLC0415

    return Exact(text)


@attrs.frozen(kw_only=True)
class Example:
    """Rows on which scikit-learn's pruning deviates: in which part and row, how, and both sides."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    part: str
    row: int
    kind: str
    expected: str
    got: str
    regret: str = ""
    criterion: str = "squared_error"

    def verdict(self) -> PruningVerdict:
        return judge_pruning([[value] for value in self.x], self.y, self.criterion)


EXAMPLES = (
    Example(
        name="links tied at 1/18 are cut in two rows of different alphas, the first of a tree that is never optimal",
        x=(0, 0, 1, 2, 2, 2),
        y=(1, 0, 0, 2, 0, 1),
        criterion="gini",
        part="path",
        row=1,
        kind="tree",
        expected="3 leaves, T(alpha) from alpha 0 = 0 until 1/18",
        got="2 leaves",
        regret="1/324259173170675712",
    ),
    Example(
        name="a fit at that alpha gives the tree that is never optimal",
        x=(0, 0, 1, 2, 2, 2),
        y=(1, 0, 0, 2, 0, 1),
        criterion="gini",
        part="fits",
        row=0,
        kind="tree",
        expected="3 leaves, T(alpha) from alpha 0 = 0 until 1/18",
        got="2 leaves",
        regret="1/324259173170675712",
    ),
    Example(
        name="an alpha of 0 rounds below 0",
        x=(0, 1, 1),
        y=(0.2, 0.4, 0),
        part="path",
        row=1,
        kind="negative",
        expected="an alpha of at least 0",
        got="-6.938893903907228e-18",
    ),
    Example(
        name="an alpha is wrong where the responses are far off",
        x=(0, 1),
        y=(FAR, FAR + 3),
        part="path",
        row=1,
        kind="alpha",
        expected="9/4",
        got="2.0",
        regret="1/4",
    ),
    Example(
        name="an alpha is 0 where the responses are far off",
        x=(0, 0, 1, 1),
        y=(FAR, FAR + 2, FAR + 3, FAR + 1),
        part="path",
        row=1,
        kind="alpha",
        expected="1/4",
        got="0.0",
        regret="1/4",
    ),
    Example(
        name="and so a branch is cut that should stay",
        x=(0, 0, 1, 1),
        y=(FAR, FAR + 2, FAR + 3, FAR + 1),
        part="fits",
        row=0,
        kind="tree",
        expected="2 leaves, T(alpha) from alpha 0 = 0 until 1/4",
        got="1 leaves",
        regret="1/8",
    ),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_smallest_example_of_each_deviation_still_deviates(example: Example) -> None:
    found = [
        (deviation.kind, deviation.row, deviation.got, deviation.regret)
        for deviation in getattr(example.verdict(), example.part).deviations
        if deviation.expected.startswith(example.expected)
    ]
    assert (example.kind, example.row, example.got, example.regret) in found


def test_a_negative_alpha_of_its_own_path_is_refused_as_ccp_alpha() -> None:
    from sklearn.tree import DecisionTreeRegressor  # noqa: PLC0415 (only these tests fit by hand)

    x, y = [[0], [1], [1]], [0.2, 0.4, 0]
    path = DecisionTreeRegressor(random_state=0).cost_complexity_pruning_path(x, y)
    with pytest.raises(ValueError, match="ccp_alpha"):
        DecisionTreeRegressor(random_state=0, ccp_alpha=path.ccp_alphas[-1]).fit(x, y)


def test_an_alpha_of_zero_prunes_nothing_not_even_a_split_that_gains_nothing() -> None:
    """A convention, and documented: the first row is the tree itself, here not T(0), which is the root alone."""
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415

    x, y = [[0], [0], [1], [1]], [0, 1, 0, 1]
    sizes = [
        DecisionTreeClassifier(random_state=0, ccp_alpha=alpha).fit(x, y).get_n_leaves() for alpha in (0.0, 5e-324)
    ]
    verdict = judge_pruning(x, y, "gini")
    assert sizes == [2, 1]
    assert (verdict.path.canonical, verdict.path.admissible, verdict.path.deviating) == (1, 1, 0)


def test_tied_links_that_round_alike_repeat_a_row_which_is_a_convention() -> None:
    x = [[0, 0], [0, 0], [1, 1], [2, 1], [2, 2], [2, 1]]
    verdict = judge_pruning(x, [3, 2, 3, 1, 0, 0], "gini")
    assert (verdict.path.canonical, verdict.path.admissible, verdict.path.deviating) == (3, 1, 0)


def test_a_response_whose_square_overflows_crashes_the_interpreter() -> None:
    """A process of its own dies of a signal, for alphas that are not numbers choose the node at index -1."""
    code = (
        "from sklearn.tree import DecisionTreeRegressor as R\n"
        "R(random_state=0).cost_complexity_pruning_path([[0], [1], [2]], [0, 0, 1e155])"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, check=False)
    assert done.returncode < 0
