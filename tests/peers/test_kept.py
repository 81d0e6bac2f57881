"""Trees of medians and of rates by scikit-learn and rpart: how they grow, are pruned and predict; what is shrunk."""

from __future__ import annotations

import json
import subprocess
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
import pytest
from peers.asking import class_of, needs
from sklearn.datasets import load_diabetes
from sklearn.tree import DecisionTreeRegressor

import dtrees as dt
from dtrees.numbers.exact import LOG2_E
from dtrees.oracle import from_estimator, judge_tree
from dtrees.oracle.cases import Case
from dtrees.oracle.conventions import UNKNOWN, Conventions
from dtrees.oracle.estimators.fitted import document_of_arrays
from dtrees.oracle.examine import examine
from dtrees.oracle.rounding import rounding_bound, size_of
from dtrees.peers.rpart.why import TIES, WRONG_CP
from dtrees.peers.scikit_learn import CONVENTIONS
from dtrees.peers.scikit_learn.why import CLOSE

KNOWN: Final = {TIES, WRONG_CP, CLOSE, "defect: an alpha of 0 rounds below 0"}
"""The causes of what deviates, of whatever criterion: numbers that are equal but for rounding, and rpart's CP."""


def rows(seed: int, centre: Any) -> dt.Dataset:
    """Return a few rows, of responses of tenths in every second, and weights in every other pair."""
    random = np.random.default_rng([41, seed])
    count = int(random.integers(2, 12))
    columns = {f"x{place}": random.integers(0, 6, count).astype(float) for place in range(1 + seed % 3)}
    responses = np.array([1, *random.integers(0, 6, count - 1)]) * (0.1 if seed % 2 else 1.0)
    weights = random.integers(1, 4, count).astype(float) if seed % 4 > 1 else np.ones(count)
    return dt.regression_data(columns, dt.KeptResponses(centre, responses), weights=weights)


@pytest.mark.parametrize(
    ("name", "centre"),
    [
        pytest.param("scikit-learn", "median", marks=needs("scikit-learn")),
        pytest.param("scikit-learn", "rate", marks=needs("scikit-learn")),
        pytest.param("rpart", "rate", marks=needs("rpart")),
    ],
)
def test_its_trees_are_right_and_so_is_what_it_does_with_them(name: str, centre: str) -> None:
    """But for causes that are known of other criteria, too."""
    peer = class_of(name)()
    judged: dict[str, int] = {}
    with peer if hasattr(peer, "__enter__") else nullcontext(peer) as asked:
        learner = asked.conventions.learner(dt.cart())
        for seed in range(12):
            case = Case(name="kept", data=rows(seed, centre), learner=learner)
            for verdict in examine(asked, case, asked.conventions):
                assert {one.why for one in verdict.deviations} <= KNOWN
                assert verdict.check != "growth" or not verdict.deviations
                judged[verdict.check] = judged.get(verdict.check, 0) + verdict.judged
    assert judged["growth"] > 50
    assert min(judged["predictions"], judged["path"], judged["pruned"]) > 30


@needs("scikit-learn")
def test_other_medians_are_not_asked_of_it() -> None:
    for centre in ("lower_median", "upper_median"):
        with pytest.raises(dt.Unsupported, match="halfway between"):
            class_of("scikit-learn")().grow(rows(0, centre), dt.cart())


def grown(data: dt.Dataset, criterion: str, **options: Any) -> Any:
    inputs: Any = np.column_stack([list(feature) for feature in data.features]).astype(float)
    target: Any = data.target
    fitted = DecisionTreeRegressor(criterion=criterion, random_state=0, **options)
    arrays = fitted.fit(inputs, target.values, sample_weight=data.weights).tree_
    return document_of_arrays(arrays, data.feature_names, {"value": arrays.value[:, 0]})


@needs("scikit-learn")
def test_its_tree_of_ordinary_data_is_right() -> None:
    inputs, responses = load_diabetes(return_X_y=True)
    for centre, criterion in (("median", "absolute_error"), ("rate", "poisson")):
        data = dt.regression_data(inputs[:30, :2], dt.KeptResponses(centre, responses[:30]))  # type: ignore[arg-type]  # a name
        found = judge_tree(grown(data, criterion, max_depth=2), data, dt.cart(max_depth=2), conventions=CONVENTIONS)
        assert (found.deviations, found.canonical + found.admissible) == ((), found.judged)
    data = dt.regression_data({"x": [1, 2, 3, 3]}, dt.KeptResponses("median", [0, 1, 1, 3]))
    assert judge_tree(grown(data, "absolute_error"), data, dt.cart(), conventions=CONVENTIONS).deviations == ()
    assert judge_tree(grown(data, "squared_error"), data, dt.cart(), conventions=CONVENTIONS).deviations


@needs("scikit-learn")
def test_it_gives_no_child_counts_that_are_all_0() -> None:
    """Which is a convention of its own: the best question does, here."""
    data = dt.regression_data({"x": [1, 2, 3, 4]}, dt.KeptResponses("rate", [0, 0, 1, 3]))
    tree = grown(data, "poisson")
    assert tree["threshold"] == 3.5
    assert judge_tree(tree, data, dt.cart(), conventions=CONVENTIONS).deviations == ()
    any_rate: Conventions = attrs.evolve(CONVENTIONS, rates="any")
    [found] = judge_tree(tree, data, dt.cart(max_depth=1), conventions=any_rate).deviations[:1]
    assert found.kind == "split"


def least_deviating(max_depth: Any = None, min_samples_leaf: Any = 1) -> DecisionTreeRegressor:
    options: Any = {"max_depth": max_depth, "min_samples_leaf": min_samples_leaf}
    return DecisionTreeRegressor(criterion="absolute_error", random_state=0, **options)


def of_rates(max_depth: Any = None, min_samples_leaf: Any = 1) -> DecisionTreeRegressor:
    options: Any = {"max_depth": max_depth, "min_samples_leaf": min_samples_leaf}
    return DecisionTreeRegressor(criterion="poisson", random_state=0, **options)


@needs("scikit-learn")
@pytest.mark.parametrize(
    ("make", "stated", "found"),
    [
        (least_deviating, None, dt.cart(impurity=dt.absolute_error)),
        (of_rates, dt.cart(impurity=dt.poisson_deviance), dt.cart(impurity=dt.poisson_deviance)),
    ],
    ids=["found", "stated"],
)
def test_an_estimator_of_medians_or_rates_is_judged_as_one(make: Any, stated: Any, found: dt.Learner) -> None:
    estimator = from_estimator(make, learner=stated)
    assert [*estimator.learners] == [found]
    cases = [estimator.random_case(0, number) for number in range(8)]
    assert {type(case.data.target) for case in cases} == {dt.KeptResponses}
    verdicts = [verdict for case in cases for verdict in examine(estimator, case, UNKNOWN)]
    assert [one for verdict in verdicts for one in verdict.deviations] == []
    assert sum(verdict.judged for verdict in verdicts if verdict.check == "growth") > 20


# --- what rpart shrinks ------------------------------------------------------------------------------------------


@needs("rpart")
@pytest.mark.parametrize("shrink", [1, Fraction(1, 2), 4])
def test_rparts_rates_and_deviances_are_shrunk_as_its_vignette_says(shrink: Any, tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    times, counts = random.integers(1, 5, 12), random.integers(0, 9, 12)
    file = tmp_path / "rows.csv"
    lines = [f"{time},{count},{x}" for x, (time, count) in enumerate(zip(times, counts, strict=True))]
    file.write_text("\n".join(["time,count,x", *lines]) + "\n", encoding="utf-8")
    words = ["Rscript", str(Path(__file__).with_name("poisson.R")), str(file), str(float(shrink))]
    said = json.loads(subprocess.run(words, check=True, capture_output=True, text=True, timeout=60).stdout)
    weights = list(map(int, times))
    rates = [Fraction(int(count), weight) for count, weight in zip(counts, weights, strict=True)]
    root = dt.Distribution.of(rates, weights, centre="rate")
    impurity = dt.ShrunkDeviance(root, shrink)
    ends = said["where"]
    for node, rate, deviance in zip(said["node"], said["rate"], said["deviance"], strict=True):
        here = [row for row, end in enumerate(ends) if f"{end:b}".startswith(f"{node:b}")]
        summary = dt.Distribution.of([rates[row] for row in here], [weights[row] for row in here], centre="rate")
        assert abs(dt.shrunk_rate(summary, root, shrink=shrink) - Fraction(rate)) <= rounding_bound(12, 9)
        off = impurity(summary) * summary.weight - Fraction(deviance) * LOG2_E  # which is in nats
        assert abs(off) <= rounding_bound(12, size_of("risk", root))
