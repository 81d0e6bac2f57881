"""scikit-learn, the real one: what it grows right, what it refuses, and what the judge sees of its claims."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import attrs
import numpy as np
import pytest
from peers.asking import needs

from dtrees import cart, classification_data
from dtrees.oracle import judge_tree

pytestmark = needs("scikit-learn")


@pytest.mark.parametrize("seed", range(40))
def test_unweighted_gini_trees_of_few_rows_never_deviate(seed: int) -> None:
    """Below 1888 rows the rounding of the proxy cannot reorder two unequal scores; ties abound here."""
    judge_fit = import_module("dtrees.oracle.peers.scikit_learn.trees").judge_fit
    chance = np.random.default_rng(seed)
    shape = (int(chance.integers(2, 40)), int(chance.integers(1, 4)))
    rows = chance.integers(0, 5, shape) * chance.choice([1.0, 0.1, 1e-3, 1e6])
    assert judge_fit(rows, chance.integers(0, 3, shape[0]), "gini").deviations == ()


def test_the_judge_sees_a_wrong_claim() -> None:
    """A planted lie in each kind of claim is a deviation of that kind."""
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415 (where it is missing these tests are skipped)

    from dtrees.oracle.peers.scikit_learn.trees import CONVENTIONS, claims_of, translate  # noqa: PLC0415

    rows, labels = np.array([[0.0], [1.0], [2.0]]), [0, 1, 1]
    estimator = DecisionTreeClassifier(random_state=0).fit(rows, labels)
    data = classification_data(rows, labels)
    tree, honest = translate(estimator, data), claims_of(estimator, rows)
    root = honest.nodes[0]
    lies = {
        "weight": attrs.evolve(honest, nodes=(attrs.evolve(root, weight=4.0), *honest.nodes[1:])),
        "value": attrs.evolve(honest, nodes=(attrs.evolve(root, value=(0.34, 0.66)), *honest.nodes[1:])),
        "impurity": attrs.evolve(honest, nodes=(attrs.evolve(root, impurity=0.4444), *honest.nodes[1:])),
        "row": attrs.evolve(honest, endings=(2, 2, 2)),
        "prediction": attrs.evolve(honest, predictions=(1, 1, 1)),
    }
    assert judge_tree(tree, data, cart(), conventions=CONVENTIONS, claims=honest).deviations == ()
    for kind, lie in lies.items():
        verdict = judge_tree(tree, data, cart(), conventions=CONVENTIONS, claims=lie)
        assert {deviation.kind for deviation in verdict.deviations} == {kind}


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


def test_a_response_whose_square_overflows_crashes_the_interpreter() -> None:
    """A process of its own dies of a signal, for alphas that are not numbers choose the node at index -1."""
    code = (
        "from sklearn.tree import DecisionTreeRegressor as R\n"
        "R(random_state=0).cost_complexity_pruning_path([[0], [1], [2]], [0, 0, 1e155])"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, check=False)
    assert done.returncode < 0
