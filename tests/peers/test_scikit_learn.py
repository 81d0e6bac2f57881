"""scikit-learn, the real one, judged: its own data sets, and the smallest examples of how it deviates."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

from dtrees.cli import main
from dtrees.oracle.peers.scikit_learn import trees as scikit_learn
from dtrees.oracle.peers.scikit_learn.cases import judge_random, summed
from dtrees.oracle.peers.scikit_learn.trees import CASES, Case, judge_fit

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.criterion}")
def test_no_node_deviates_on_its_own_data_and_the_readme_prints_the_counts(case: Case) -> None:
    verdict = judge_fit(*case.rows(), case.criterion)
    assert verdict.deviations == ()
    counts = (verdict.nodes, verdict.canonical, verdict.admissible, verdict.deviating)
    row = rf"^{case.name} +{case.criterion} +" + " +".join(map(str, counts)) + "$"
    assert re.search(row, README.read_text(encoding="utf-8"), re.MULTILINE)


@attrs.frozen(kw_only=True)
class Example:
    """Rows on which scikit-learn deviates: at which path, how, and the exact regret."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    kind: str
    path: tuple[int, ...] = ()
    regret: str = ""
    criterion: str = "squared_error"
    weights: tuple[float, ...] | None = None
    options: dict[str, Any] = attrs.field(factory=dict)


FAR = 1e8
EXAMPLES = (
    Example(
        name="uncentred squares lose the best split",
        x=(0, 1, 2, 3),
        y=(FAR + 1, FAR, FAR + 3, FAR + 2),
        kind="split",
        regret="11/12",
    ),
    Example(
        name="an impurity below zero makes a leaf of unequal responses",
        x=(0, 1, 2),
        y=(FAR, 0, 1),
        kind="early leaf",
        path=(1,),
        regret="1/4",
    ),
    Example(name="equal responses are split", x=(0, 1, 2), y=(100.1, 100.1, 100.1), kind="late leaf"),
    Example(
        name="a pure node of fractional weights is split",
        x=(0, 1, 2),
        y=(1, 1, 0),
        weights=(0.1, 0.4, 0.6),
        kind="late leaf",
        path=(0,),
        criterion="gini",
    ),
    Example(
        name="a split of no gain is refused where the gain rounds below zero",
        x=(0,) * 7 + (1,) * 28,
        y=tuple(range(7)) * 5,
        kind="early leaf",
        regret="0",
        criterion="entropy",
    ),
    Example(
        name="an impurity of at most 2^-52 counts as zero",
        x=(0, 1),
        y=(0, 2.98e-8),
        kind="early leaf",
        regret="81116994625958432884933381646169/365375409332725729550921208179070754913983135744",
    ),
    Example(
        name="a leaf of one row is impure, its weight being a difference",
        x=(0, 1),
        y=(0, 1),
        weights=(1, 1.2e-16),
        kind="impurity",
        path=(1,),
        regret="3188248153772683/4503599627370496",
        criterion="gini",
    ),
    Example(
        name="a split within rounding of the best is taken for it",
        x=(0, 1, 1, 2, 3),
        y=(0.4, 0.5, 0.8, 0.5, 0.8),
        kind="split",
        regret="3602879701896397/1622592768292133633915780102881280",
    ),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_smallest_example_of_each_deviation_still_deviates(example: Example) -> None:
    rows = [[value] for value in example.x]
    verdict = judge_fit(rows, example.y, example.criterion, weights=example.weights, **example.options)
    found = [(deviation.kind, deviation.path, deviation.regret) for deviation in verdict.deviations]
    assert (example.kind, example.path, example.regret) in found


def test_a_slightly_larger_response_is_split_again() -> None:
    assert judge_fit([[0], [1]], [0, 2.9803e-8], "squared_error").deviations == ()


def test_values_that_float32_or_the_gap_makes_one_are_a_convention_not_a_deviation() -> None:
    for pair in ((1, 1 + 2**-23), (16777216, 16777217), (0, 9e-8)):
        verdict = judge_fit([[value] for value in pair], [0, 1], "gini")
        assert (verdict.nodes, verdict.deviations) == (1, ())


@pytest.mark.parametrize("seed", range(40))
def test_unweighted_gini_trees_of_few_rows_never_deviate(seed: int) -> None:
    """Below 1888 rows the rounding of the proxy cannot reorder two unequal scores; ties abound here."""
    import numpy as np  # noqa: PLC0415 (only this test draws)

    chance = np.random.default_rng(seed)
    shape = (int(chance.integers(2, 40)), int(chance.integers(1, 4)))
    rows = chance.integers(0, 5, shape) * chance.choice([1.0, 0.1, 1e-3, 1e6])
    verdict = judge_fit(rows, chance.integers(0, 3, shape[0]), "gini")
    assert verdict.deviations == ()


def test_the_judge_sees_a_wrong_claim() -> None:
    """A planted lie in each kind of claim is a deviation of that kind."""
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415 (only this test fits by hand)

    from dtrees import cart, classification_data  # noqa: PLC0415
    from dtrees.oracle import judge_tree  # noqa: PLC0415
    from dtrees.oracle.peers.scikit_learn.trees import CONVENTIONS, claims_of, translate  # noqa: PLC0415

    rows, labels = [[0.0], [1.0], [2.0]], [0, 1, 1]
    estimator = DecisionTreeClassifier(random_state=0).fit(rows, labels)
    data = classification_data(rows, labels)
    tree, honest = translate(estimator, data), claims_of(estimator, rows)  # type: ignore[arg-type]  # a list will do
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


@attrs.frozen
class FarResponses(Case):
    """Uncentred sums: a case that deviates."""

    def rows(self) -> tuple[Any, Any]:
        return [[0], [1], [2], [3]], [FAR + 1, FAR, FAR + 3, FAR + 2]


def test_the_command_exits_with_zero_only_where_nothing_deviates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scikit_learn, "CASES", CASES[:1])
    done = CliRunner().invoke(main, ["verify", "scikit-learn"])
    assert done.exit_code == 0
    assert "17 nodes judged, 0 deviate" in done.output
    assert "20 rows and pruned fits judged, 0 deviate" in done.output
    monkeypatch.setattr(scikit_learn, "CASES", (CASES[0], FarResponses("far", "squared_error")))
    done = CliRunner().invoke(main, ["verify", "scikit-learn", "--json"])
    assert done.exit_code == 1
    iris, far = json.loads(done.stdout)
    assert (iris["deviating"], far["deviating"]) == (0, 2)
    assert iris["pruning"]["path"]["deviating"] == 0
    assert [deviation["kind"] for deviation in far["pruning"]["path"]["deviations"]] == ["alpha", "risk"]
    assert [deviation["kind"] for deviation in far["deviations"]] == ["split", "early leaf"]
    assert far["deviations"][0]["regret"] == "11/12"


def test_random_data_are_judged_and_the_smallest_deviation_tells_its_rows() -> None:
    """The same seed draws the same data; each deviation's rows are those that reproduce it."""
    judged = list(judge_random(30, seed=0))
    assert judged == [
        attrs.evolve(again, seconds=item.seconds) for item, again in zip(judged, judge_random(30, 0), strict=True)
    ]
    totals = {item.criterion: item for item in summed(judged)}
    assert list(totals) == ["gini", "entropy", "squared_error"]
    for criterion, total in totals.items():
        own = [item for item in judged if item.criterion == criterion]
        assert total.verdict.nodes == sum(item.verdict.nodes for item in own)
        assert total.pruning["path"].rows == sum(item.pruning["path"].rows for item in own)
        sizes = [int(each.got.rsplit("; on ", 1)[1][:2]) for each in total.pruning["path"].deviations]
        assert sizes == sorted(sizes)
    assert any(item.pruning["path"].deviations for item in totals.values())
