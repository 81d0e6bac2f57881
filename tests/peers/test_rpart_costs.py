"""rpart under priors and a loss matrix, against `AlteredGini`, `ExpectedCost` and `least_cost_label`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from peers.asking import needs

import dtrees as dt
from dtrees.risk import risk_of_node

pytestmark = needs("rpart")

SCRIPT = Path(__file__).with_name("priors_and_losses.R")


def drawn(number: int) -> dict[str, Any]:
    """Return a table of two or three classes with weights, priors and losses, all small whole numbers."""
    chance = np.random.default_rng((15, number))
    classes, rows = int(chance.integers(2, 4)), int(chance.integers(6, 11))
    labels = [*range(1, classes + 1), *chance.integers(1, classes + 1, size=rows - classes).tolist()]
    loss = chance.choice([1, 2, 9], size=(classes, classes)) * (1 - np.eye(classes, dtype=int))
    return {
        "labels": labels,
        "columns": {"a": chance.integers(0, 5, size=rows).tolist(), "b": chance.integers(0, 4, size=rows).tolist()},
        "weights": chance.integers(1, 3, size=rows).tolist(),
        "priors": chance.integers(1, 6, size=classes).tolist(),
        "loss": loss.tolist(),
    }


@pytest.fixture(scope="module")
def cases() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return forty tables, each with the tree that rpart grew."""
    asked = [drawn(number) for number in range(40)]
    done = subprocess.run(["Rscript", str(SCRIPT)], input=json.dumps(asked), capture_output=True, check=True, text=True)  # noqa: S607 (R is found)
    return list(zip(asked, json.loads(done.stdout), strict=True))


def weighed(case: dict[str, Any]) -> tuple[dt.Dataset, dt.Costs]:
    classes = list(range(1, len(case["priors"]) + 1))
    data = dt.classification_data(case["columns"], case["labels"], weights=case["weights"], classes=classes)
    return dt.with_priors(data, dict(zip(classes, case["priors"], strict=True))), dt.Costs(case["loss"], classes)


def test_rpart_grows_by_gini_under_altered_priors(cases: Any) -> None:
    """Each tree is one that ties allow; neither Gini, nor Gini with costs, asks the same at all roots."""
    others = {"gini": 0, "gini with costs": 0}
    for case, got in cases:
        data, costs = weighed(case)
        learner = dt.cart(impurity=dt.AlteredGini(costs), zero_gain="stop")
        assert dt.oracle.judge_leaves({"leaves": got["ends"]}, data, learner).end is None
        asked = {split.question for split in dt.admissible_splits(data, learner)}
        for impurity in (dt.gini, dt.GiniWithCosts(costs)):
            other = {split.question for split in dt.admissible_splits(data, dt.cart(impurity=impurity))}
            others[impurity.__name__] += not asked & other
    assert min(others.values()) > 2


def test_rpart_labels_and_charges_its_leaves_by_costs(cases: Any) -> None:
    """Each leaf's label costs least, and the risks of leaves and root are the costs, under the priors."""
    for case, got in cases:
        data, costs = weighed(case)
        risk = dt.ExpectedCost(costs)
        assert got["whole"] == pytest.approx(float(risk_of_node(dt.summarize(data), impurity=risk)), rel=1e-12)
        for end in set(got["ends"]):
            rows = [row for row, place in enumerate(got["ends"]) if place == end]
            summary: Any = dt.summarize(data.take(rows))
            assert got["risks"][rows[0]] == pytest.approx(float(risk_of_node(summary, impurity=risk)), abs=1e-12)
            charges = dt.expected_costs(summary, costs)
            assert charges[got["labels"][rows[0]] - 1] == min(charges)


def test_rpart_keeps_the_weights_of_all_rows_in_the_folds() -> None:
    """Of rows a a a a b b a b under even priors the root's xerror is 19/15; weighed in each fold anew, 1."""
    code = (
        "library(rpart); d <- data.frame(y = strsplit('aaaabbab', '')[[1]], x = 1:8); "
        "f <- rpart(y ~ x, d, method = 'class', parms = list(prior = c(.5, .5)), minsplit = 2, minbucket = 1, cp = 0, "
        "xval = rep(1:2, 4)); cat(f$cptable[1, 'xerror'])"
    )
    done = subprocess.run(["Rscript", "-e", code], capture_output=True, check=True, text=True)  # noqa: S607 (R is found)
    data = dt.with_priors(dt.classification_data({"x": range(8)}, list("aaaabbab")), "balanced")

    def anew(rows: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        return dt.grow(dt.with_priors(rows, "balanced"), learner)

    roots = []
    for grow in (dt.grow, anew):
        result = dt.cross_validate(data, dt.cart(), [1, 2] * 4, impurity=dt.misclassification, grow=grow)
        roots.append(result.rows[-1].error / result.root_error)
    assert roots == [dt.Exact(19) / 15, 1]
    assert float(done.stdout) == pytest.approx(float(roots[0]), rel=1e-5)
