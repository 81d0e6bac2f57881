"""The laws tried on the real scikit-learn, XGBoost and LightGBM: those in ``expected/laws-*.json`` break, just so.

Not tried here are laws of which a peer answers no input, or so few that it takes too long.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis.internal.conjecture.providers import HypothesisProvider

import dtrees as dt
from dtrees.commands.verify_laws import law_findings, laws_option, print_laws
from dtrees.laws import LAWS
from dtrees.oracle.peers import laws as peer_laws

if TYPE_CHECKING:
    from dtrees.oracle.conformance import LawResult

PEERS = {"scikit-learn": "ScikitLearn", "xgboost": "XGBoost", "lightgbm": "LightGBM"}

needs = pytest.mark.skipif(
    not all(map(find_spec, ("sklearn", "xgboost", "lightgbm"))),
    reason="needs the peers: pip install 'dtrees[scikit-learn,xgboost,lightgbm]'",
)


def expected_of(name: str) -> dict[str, Any]:
    text = Path(__file__).with_name("expected").joinpath(f"laws-{name}.json").read_text("utf-8")
    record: dict[str, Any] = json.loads(text)
    return record


def made(name: str) -> Any:
    return getattr(peer_laws, PEERS[name])()


def failure_of(result: LawResult) -> dict[str, str]:
    """Return the lines of a failure that tell what was expected and what was answered."""
    lines = str(result.broken).splitlines()
    return {
        side: next(line.strip().removeprefix(f"{side}: ") for line in lines if line.strip().startswith(f"{side}: "))
        for side in ("expected", "got")
    }


def draw_no_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep Hypothesis from drawing the constants of all loaded modules, which other tests, and any edit, change."""
    monkeypatch.setattr(HypothesisProvider, "_maybe_draw_constant", lambda *_, **__: None)


@needs
@pytest.mark.parametrize("name", PEERS)
def test_exactly_the_laws_of_the_file_break_and_as_it_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_no_constants(monkeypatch)
    expected = expected_of(name)
    tried = [law for law in LAWS if law not in expected["untried"]]
    found = peer_laws.laws_of(made(name), expected["examples"], laws=tried, shrink=False)
    broken = {result.law: failure_of(result) for result in found.results if result.broken}
    assert broken == {
        law: {side: said[side] for side in ("expected", "got")} for law, said in expected["broken"].items()
    }
    assert list(found.named("holds")) == expected["holds"]


@pytest.mark.parametrize("name", PEERS)
def test_each_entry_says_why(name: str) -> None:
    expected = expected_of(name)
    assert all(len(said["why"]) > 1 and said["why"].endswith(".") for said in expected["broken"].values())
    assert not {*expected["holds"]} & {*expected["broken"], *expected["untried"]}
    assert {*expected["holds"], *expected["broken"], *expected["untried"]} <= {*LAWS}


@needs
def test_a_tree_that_was_not_fitted_is_pruned_by_the_code_that_prunes_fits() -> None:
    data = dt.regression_data({"x": [0, 1, 2, 3, 4, 5]}, [1, 1, 5, 6, 9, 20])
    peer = made("scikit-learn")
    grown = peer.grow(data, dt.cart())
    estimator = grown["estimator"]
    path = estimator.cost_complexity_pruning_path(data.features[0].values[:, None], data.target.values)  # type: ignore[union-attr]  # numbers
    rows = peer.pruning_sequence(dt.grow(data, dt.cart()))
    assert [row["alpha"] for row in rows] == pytest.approx(path.ccp_alphas.tolist(), rel=1e-12)
    middle = float(np.mean(path.ccp_alphas[1:3]))
    refitted = estimator.set_params(ccp_alpha=middle).fit(data.features[0].values[:, None], data.target.values)  # type: ignore[union-attr]  # numbers
    pruned = peer.optimal_subtree(dt.grow(data, dt.cart()), dt.Exact(middle))
    assert str(pruned).count("{}") == refitted.get_n_leaves() < len(dt.leaves(dt.grow(data, dt.cart())))


@needs
@pytest.mark.parametrize("name", PEERS)
def test_what_a_peer_does_not_do_is_unsupported(name: str) -> None:
    peer = made(name)
    numbers = dt.classification_data({"x": [0, 1]}, ["a", "b"])
    for data, learner in (
        (dt.classification_data({"x": ["p", "q"]}, ["a", "b"]), dt.cart()),
        (numbers, dt.cart(impurity=dt.misclassification)),
        (numbers, dt.c45()),
        (numbers, dt.cart(min_leaf=2)),
    ):
        with pytest.raises(dt.Unsupported):
            peer.grow(data, learner)
    assert peer.grow(numbers, dt.cart())["feature"] == "x"


@click.command()
@laws_option
def command(laws: int) -> None:
    print_laws(law_findings("ScikitLearn", laws))


def test_without_the_option_no_law_is_tried() -> None:
    assert CliRunner().invoke(command, []).output == ""


def test_the_table_names_every_law_and_shows_each_failure(capsys: pytest.CaptureFixture[str]) -> None:
    print_laws({"holds": {"nested": 5}, "broken": {"one": "one\nexpected: 1"}, "not applicable": {"two": "it asks"}})
    printed = capsys.readouterr().out
    assert all(line in printed for line in ("holds (5 inputs)", "broken", "not applicable: it asks", "expected: 1"))
