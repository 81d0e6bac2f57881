"""scikit-learn, the real one: what it grows right, what it refuses, and what the judge sees of its claims."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from peers.asking import class_of, needs

from dtrees import cart, classification_data
from dtrees.oracle.cases import Case
from dtrees.oracle.examine import examine

pytestmark = needs("scikit-learn")


@pytest.mark.parametrize("seed", range(40))
def test_unweighted_gini_trees_of_few_rows_never_deviate(seed: int) -> None:
    """Below 1888 rows the rounding of the proxy cannot reorder two unequal scores; ties abound here."""
    chance = np.random.default_rng(seed)
    shape = (int(chance.integers(2, 40)), int(chance.integers(1, 4)))
    rows = chance.integers(0, 5, shape) * chance.choice([1.0, 0.1, 1e-3, 1e6])
    data = classification_data(rows, chance.integers(0, 3, shape[0]).tolist())
    peer = class_of("scikit-learn")()
    growth = next(examine(peer, Case(name="few", data=data, learner=cart()), peer.conventions))
    assert (growth.check, growth.deviations) == ("growth", ())


@pytest.mark.parametrize(
    ("kind", "lie"),
    [
        ("weight", {"weight": 4.0}),
        ("value", {"value": (0.34, 0.66)}),
        ("impurity", {"impurity": 0.4444}),
    ],
)
def test_the_judge_sees_a_wrong_number_of_a_node(kind: str, lie: dict[str, Any]) -> None:
    made = class_of("scikit-learn")

    class Liar(made):  # type: ignore[misc,valid-type]  # the real one, which lies
        def grow(self, data: Any, learner: Any) -> Any:
            return {**super().grow(data, learner), **lie}

    assert found_of(Liar()) == {("growth", kind)}


@pytest.mark.parametrize(
    ("name", "check", "kind"), [("apply", "endings", "row"), ("predict", "predictions", "prediction")]
)
def test_the_judge_sees_a_wrong_answer_about_a_row(name: str, check: str, kind: str) -> None:
    made = class_of("scikit-learn")

    class Liar(made):  # type: ignore[misc,valid-type]  # the real one, which lies
        pass

    setattr(Liar, name, lambda self, tree, data: getattr(made, name)(self, tree, data)[::-1])
    assert found_of(Liar()) == {(check, kind)}


def found_of(peer: Any) -> set[tuple[str, str]]:
    data = classification_data({"x": [0.0, 1.0, 2.0]}, ["a", "b", "b"])
    case = Case(name="three", data=data, learner=cart())
    return {
        (verdict.check, finding.kind)
        for verdict in examine(peer, case, peer.conventions)
        for finding in verdict.deviations
    }


def test_a_negative_alpha_of_its_own_path_is_refused_as_ccp_alpha() -> None:
    from sklearn.tree import DecisionTreeRegressor  # noqa: PLC0415

    x, y = [[0], [1], [1]], [0.2, 0.4, 0]
    path = DecisionTreeRegressor(random_state=0).cost_complexity_pruning_path(x, y)
    with pytest.raises(ValueError, match="ccp_alpha"):
        DecisionTreeRegressor(random_state=0, ccp_alpha=path.ccp_alphas[-1]).fit(x, y)


def test_an_alpha_of_zero_prunes_nothing_not_even_a_split_that_gains_nothing() -> None:
    """A convention, and documented: T(0) is the root alone, which the smallest float above 0 gives."""
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415

    x, y = [[0], [0], [1], [1]], [0, 1, 0, 1]
    sizes = [
        DecisionTreeClassifier(random_state=0, ccp_alpha=alpha).fit(x, y).get_n_leaves() for alpha in (0.0, 5e-324)
    ]
    assert sizes == [2, 1]


def test_a_response_whose_square_overflows_can_crash_the_interpreter() -> None:
    """A process of its own dies of a signal, for alphas that are not numbers choose the node at index -1.

    What stands there differs: seldom it does not end.
    """
    code = (
        "from sklearn.tree import DecisionTreeRegressor as R\n"
        "R(random_state=0).cost_complexity_pruning_path([[0], [1], [2]], [0, 0, 1e155])"
    )

    def status() -> int:
        command = [sys.executable, "-W", "ignore", "-c", code]
        with suppress(subprocess.TimeoutExpired):
            return subprocess.run(command, capture_output=True, check=False, timeout=20).returncode
        return 0

    assert any(status() < 0 for _ in range(5))
