"""Answers: what is canonical, acceptable and wrong; and a check that shares nothing with the generator."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from click.testing import CliRunner

from dtrees.cli.vectors import vectors_command
from dtrees.growing.best_split import best_split
from dtrees.growing.impurity import IMPURITIES
from dtrees.growing.outputs import MeanImpurity
from dtrees.laws import SPECIFICATION
from dtrees.laws.definitions import candidates, cheapest, optimal_parts, unit
from dtrees.numbers.exact import Exact
from dtrees.oracle.vectors.boosting import trial_of
from dtrees.oracle.vectors.checking import failures, judged, verdict
from dtrees.oracle.vectors.growing import grown_trees
from dtrees.oracle.vectors.values import ROW, branches_of, data_of, learner_of, tree_of
from dtrees.oracle.vectors.writing import FORMATS, shipped
from dtrees.predicting.boosting import residual_data

if TYPE_CHECKING:
    from pathlib import Path

    from dtrees.trees.tree import Tree

VECTORS = {vector["id"]: (format_.name, vector) for format_ in FORMATS for vector in shipped(format_.file)}


def said(id_: str, answer: Any) -> str:
    return verdict(*VECTORS[id_], answer)


def result(id_: str) -> Any:
    return json.loads(json.dumps(VECTORS[id_][1]["result"]))


def test_specification_answers_every_vector_canonically() -> None:
    assert list(failures(SPECIFICATION)) == []


@pytest.mark.parametrize(
    ("answer", "verdict_"),
    [
        ("12/25", "canonical"), ("24/50", "acceptable"), ("0.48", "acceptable"), (0.48, "acceptable"),
        (0.48000000000000004, "wrong"), ("1/2", "wrong"), ("twelve", "wrong"), (None, "wrong"), ([], "wrong"),
        (True, "wrong"), (10**400, "wrong"), ("9" * 5000, "wrong"), ("1e999999999", "wrong"), ("nan", "wrong"),
    ],
)  # fmt: skip
def test_numbers_are_compared_exactly_and_floats_with_the_nearest(answer: Any, verdict_: str) -> None:
    assert said("gini-loan", answer) == verdict_


def test_logarithms_may_be_written_in_any_order() -> None:
    assert said("entropy-loan", "log2(5) - 3/5*log2(3) - 2/5") == "acceptable"
    assert said("entropy-loan", 0.9709505944546687) == "acceptable"


@pytest.mark.parametrize("nodes", [None, 5, {}, [], [[0, "a"]], [[[0]], 1], "rows", [[0.5]]])
def test_nonsense_is_wrong(nodes: Any) -> None:
    assert said("tree-loan-id3", result("tree-loan-id3") | {"nodes": nodes}) == "wrong"
    assert said("splits-tie-two-cuts", [{"question": nodes, "rows": nodes, "gain": "1/9"}]) == "wrong"
    assert said("candidates-thresholds", nodes) == "wrong"
    assert said("sequence-tied", {"members": nodes, "optimal": nodes, "pruned_subtrees": nodes}) == "wrong"


def test_fields_are_neither_missing_nor_more() -> None:
    answer = result("links-apart")
    assert said("links-apart", answer | {"node": 1}) == "wrong"
    assert said("links-apart", {name: answer[name] for name in ("alpha", "links")}) == "wrong"


def test_truth_values_are_no_numbers() -> None:
    assert said("tree-max-depth-1", result("tree-max-depth-1") | {"depth": True}) == "wrong"


def test_any_optimal_question_will_do_and_no_other() -> None:
    first, second = result("splits-tie-two-cuts")
    assert said("splits-tie-two-cuts", [first, second]) == "canonical"
    assert said("splits-tie-two-cuts", [second]) == "acceptable"
    assert said("splits-tie-two-cuts", [second, first]) == "acceptable"
    assert said("splits-tie-two-cuts", []) == "wrong"
    assert said("splits-tie-two-cuts", [second, second]) == "wrong"
    assert said("splits-nothing-to-ask", [first]) == "wrong"


def test_a_threshold_may_lie_anywhere_between() -> None:
    (split,) = result("splits-outer-cut")
    split["question"]["threshold"] = "1.9"
    split["rows"].reverse()
    assert said("splits-outer-cut", [split]) == "acceptable"
    split["rows"] = [[0, 1, 2], [3, 4, 5, 6, 7, 8, 9]]
    assert said("splits-outer-cut", [split]) == "wrong"


def test_all_candidates_are_wanted() -> None:
    two = result("candidates-thresholds")
    assert said("candidates-thresholds", two[::-1]) == "acceptable"
    assert said("candidates-thresholds", two[:1]) == "wrong"


def test_a_tree_is_its_sets_of_rows() -> None:
    answer = result("tree-loan-id3")
    del answer["tree"]
    answer["nodes"].reverse()
    assert said("tree-loan-id3", answer) == "acceptable"
    answer["depth"] = 3
    assert said("tree-loan-id3", answer) == "wrong"


def test_a_tied_majority_may_say_either() -> None:
    answer = result("tree-zero-gain-stops")
    assert said("tree-zero-gain-stops", answer | {"predictions": ["b"] * 4}) == "acceptable"
    assert said("tree-zero-gain-stops", answer | {"predictions": ["a", "b"] * 2}) == "wrong"


def test_links_are_a_set_and_all_are_wanted() -> None:
    answer = result("links-apart")
    assert said("links-apart", answer | {"links": answer["links"][::-1]}) == "acceptable"
    assert said("links-apart", answer | {"links": answer["links"][:1]}) == "wrong"


def test_tied_links_may_go_in_any_order() -> None:
    answer = result("sequence-tied-one-at-a-time")
    answer["members"][1]["branches"] = [0, 1]
    assert said("sequence-tied-one-at-a-time", answer) == "acceptable"
    answer["members"][1]["branches"] = [0]
    assert said("sequence-tied-one-at-a-time", answer) == "wrong"


# --- a file of answers ------------------------------------------------------------------------------------------


def answered(path: Path, *lines: Any) -> Any:
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    return CliRunner().invoke(vectors_command, ["check", "--answers", str(path)])


def test_answers_are_judged_line_by_line(tmp_path: Path) -> None:
    right = {"id": "gini-loan", "result": 0.48}
    done = answered(tmp_path / "answers", right, "", {"id": "gini-pure", "result": "0"})
    assert (done.exit_code, done.output) == (
        0,
        f"1 canonical, 1 acceptable, 0 wrong, {len(VECTORS) - 2} without an answer\n",
    )
    done = answered(tmp_path / "answers", right, {"id": "gini-pure", "result": "1"})
    assert done.exit_code == 1
    assert done.output.splitlines()[0] == "gini-pure: wrong"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "line 1 is not JSON"),
        ('{"id": "gini-loan"}', "line 1: give an object"),
        ('{"id": "mine", "result": 1}', "line 1: there is no vector 'mine'"),
        ('{"id": ["gini-loan"], "result": 1}', "line 1: give an object"),
    ],
)
def test_other_lines_are_refused(line: str, complaint: str, tmp_path: Path) -> None:
    done = answered(tmp_path / "answers", line)
    assert done.exit_code == 1
    assert complaint in done.output


def test_every_result_is_judged_canonical() -> None:
    lines = [json.dumps({"id": id_, "result": vector["result"]}) for id_, (_, vector) in VECTORS.items()]
    assert set(judged(lines).values()) == {"canonical"}


def test_every_acceptable_answer_is_acceptable() -> None:
    others = [(id_, other) for id_, (_, vector) in VECTORS.items() for other in vector.get("acceptable", ())]
    assert len(others) > 10
    assert {said(id_, other) for id_, other in others} == {"acceptable"}


# --- from scratch -----------------------------------------------------------------------------------------------


def value(text: str) -> float:
    """Return an exact number as another language would evaluate it."""
    terms = re.findall(r"(?:^-|[+-] )?[^ ]+", text)
    return math.fsum(_term(term) for term in terms)


def _term(text: str) -> float:
    sign = -1 if text.startswith("-") else 1
    factors = text.lstrip("+- ").split("*")
    logarithms = [math.log2(int(factor[5:-1])) for factor in factors if factor.startswith("log2")]
    return sign * math.prod([*logarithms, *(float(Fraction(f)) for f in factors if not f.startswith("log2"))])


def test_exact_numbers_can_be_read_as_the_readme_says() -> None:
    assert value("2 - 3/4*log2(3)") == pytest.approx(0.8112781244591328)
    for _, vector in (VECTORS[id_] for id_ in VECTORS if VECTORS[id_][0] == "impurities"):
        asked = vector["input"]
        if asked["impurity"] == "entropy":
            weights = [float(Fraction(count)) for count in asked["counts"]]
            shares = [weight / sum(weights) for weight in weights if weight]
            assert value(vector["result"]) == pytest.approx(-sum(p * math.log2(p) for p in shares))


@pytest.mark.parametrize("id_", [id_ for id_, (name, _) in VECTORS.items() if name == "splits"])
def test_splits_are_the_ones_that_the_definition_gives(id_: str) -> None:
    """Every way of parting the rows tried, row by row; only the maximum stands in the file."""
    asked, found = VECTORS[id_][1]["input"], VECTORS[id_][1]["result"]
    data, learner = data_of(SPECIFICATION, asked["data"]), learner_of(SPECIFICATION, asked["learner"])
    numbers = list(data.feature(ROW))
    optimal = {
        (feature, frozenset(frozenset(int(numbers[row]) for row in rows) for rows in parts))
        for feature, parts in optimal_parts(data.drop(ROW), learner)
    }
    assert optimal == {(split["question"]["feature"], frozenset(map(frozenset, split["rows"]))) for split in found}


@pytest.mark.parametrize(
    "id_",
    [i for i, (name, v) in VECTORS.items() if name == "missing_values" or v["input"].get("method") in
     {"pre_pruning", "cross_validation"}],
)  # fmt: skip
def test_what_says_nothing_of_other_trees_has_no_ties(id_: str) -> None:
    """One tree for all rows and for each fold's, so that one answer is right."""
    asked = VECTORS[id_][1]["input"]
    data, learner = data_of(SPECIFICATION, asked["data"]).drop(ROW), learner_of(SPECIFICATION, asked["learner"])
    folds = np.array(asked.get("folds", [0] * len(data)))
    for fold in {None, *asked.get("folds", ())}:
        training = data if fold is None else data.take(np.flatnonzero(folds != fold))
        assert best_split(training, learner) is not None or asked["method"] == "cross_validation"
        assert len(list(islice(grown_trees(training, learner), 2))) == 1
    for shares in VECTORS[id_][1]["result"].get("shares", ()):
        assert shares.count(max(shares, key=float)) == 1


@pytest.mark.parametrize("id_", [id_ for id_, (name, _) in VECTORS.items() if name == "boosting"])
def test_what_boosting_leaves_has_no_ties(id_: str) -> None:
    asked = VECTORS[id_][1]["input"]
    data, learner, options = trial_of(SPECIFICATION, asked)
    trees: list[Tree] = []
    for record in VECTORS[id_][1]["result"]["trees"]:
        (grown,) = grown_trees(residual_data(data, trees, **options).drop(ROW), learner)
        assert tree_of(SPECIFICATION, record["tree"]) == grown
        trees.append(grown)


@pytest.mark.parametrize("id_", [id_ for id_, (name, _) in VECTORS.items() if name == "boosting"])
def test_boosting_adds_what_each_tree_says_and_leaves_the_rest(id_: str) -> None:
    asked, found = VECTORS[id_][1]["input"], VECTORS[id_][1]["result"]
    start, rate = Fraction(asked["start"]), Fraction(asked["learning_rate"])
    rows = zip(*[tree["values"] for tree in found["trees"]], strict=True)
    said = [start + rate * sum(map(Fraction, values)) for values in rows]
    assert list(map(Fraction, found["predictions"])) == said
    pairs = zip(asked["data"]["target"]["responses"], said, strict=True)
    assert list(map(Fraction, found["residuals"])) == [Fraction(y) - f for y, f in pairs]


@pytest.mark.parametrize("id_", [id_ for id_, (name, _) in VECTORS.items() if name == "sequences"])
def test_optimal_subtrees_are_the_ones_that_the_definition_gives(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pruned subtree costed: the smallest of the cheapest is in the file, and the member of its interval."""
    monkeypatch.setitem(IMPURITIES, "mean_impurity", MeanImpurity())
    asked, found = VECTORS[id_][1]["input"], VECTORS[id_][1]["result"]
    tree = tree_of(SPECIFICATION, asked["tree"])
    among = candidates(tree, asked["impurity"])
    in_unit = unit(asked["scale"], asked["impurity"], tree, tree)
    assert len(among) == found["pruned_subtrees"]
    for optimal in found["optimal"]:
        smallest = cheapest(among, Exact(optimal["alpha"]) * in_unit)[0]
        assert branches_of(smallest.tree, tree) == optimal["branches"]
        alphas = [Exact(member["alpha"]) for member in found["members"]]
        last = max(k for k, alpha in enumerate(alphas) if alpha <= Exact(optimal["alpha"]))
        assert found["members"][last]["branches"] == optimal["branches"]
