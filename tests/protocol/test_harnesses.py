"""The shipped harnesses, run: the small CART in JavaScript deviates nowhere, and rpart where it is known to."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from campaign.here import judge_here
from click.testing import CliRunner, Result
from sizes import larger_in_a_campaign

import dtrees as dt
from dtrees.cli.main import main
from dtrees.laws import LAWS
from dtrees.laws.law import MEASURES
from dtrees.oracle import judge_tree, protocol
from dtrees.oracle.adapters import COMMAND, Adapter
from dtrees.oracle.cases import LEARNERS, Case, random_data, several, textbook_cases
from dtrees.oracle.conventions import as_float64
from dtrees.oracle.examine import examine
from dtrees.oracle.laws import conformance
from dtrees.oracle.protocol.messages import START, STOP
from dtrees.oracle.protocol.program import Program
from dtrees.oracle.record import from_line, sums_by_check
from dtrees.peers.rpart import Rpart

if TYPE_CHECKING:
    from dtrees.oracle.record import Record

HARNESSES = Path(protocol.__file__).parents[1] / "harnesses"
WRONG = Path(__file__).parent / "peers" / "wrong.py"
NODE = f"node {shlex.quote(str(HARNESSES / 'cart.js'))}"
RPART = f"Rscript {shlex.quote(str(Rpart.script))}"


def has_rpart() -> bool:
    command = shutil.which("Rscript")
    asked = [str(command), "-e", "library(rpart); library(jsonlite)"]
    return command is not None and not subprocess.run(asked, capture_output=True, check=False).returncode


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node: apt-get install nodejs")
needs_rpart = pytest.mark.skipif(
    not has_rpart(), reason="needs R, rpart and jsonlite: apt-get install r-base-core r-cran-rpart r-cran-jsonlite"
)

IN_DIRECTION = "monotone_predictions_keep_their_direction"

MEASURING = "impurity_follows_its_definition"
"""The law by which every impurity is judged."""


def run(command: str, *options: object) -> Result:
    """Judge a command, as ``dtrees verify`` does."""
    return CliRunner().invoke(main, ["verify", "--command", command, "--laws", "0", *map(str, options)])


def findings(command: str, *options: object) -> tuple[int, list[Record]]:
    """Return the status of the command, and what it finds."""
    result = run(command, "--json", *options)
    _, *lines = result.stdout.splitlines()
    return result.exit_code, [from_line(line) for line in lines]


def cases(random: int) -> list[Case]:
    """Return what a program is asked: the tables with every learner, and so many random cases, each with one."""
    chance = np.random.default_rng(0)
    drawn = [
        Case(name="random", data=random_data(chance, "classes"), learner=learner)
        for _, learner in zip(range(random), LEARNERS.values(), strict=False)
    ]
    return [*textbook_cases(LEARNERS), *drawn]


def mended(folder: Path, right: str, wrong: str) -> str:
    """Return the command of the small CART in JavaScript with *wrong* for *right*."""
    source = (HARNESSES / "cart.js").read_text(encoding="utf-8")
    assert right in source
    program = folder / "cart.js"
    program.write_text(source.replace(right, wrong), encoding="utf-8")
    return f"node {shlex.quote(str(program))}"


@needs_node
@larger_in_a_campaign("cases", 6, 12)
def test_the_small_cart_in_javascript_deviates_nowhere(cases: int) -> None:
    _, [*found, functions] = findings(NODE, "--cases", cases)
    assert not any(finding.deviates for finding in found)
    assert {finding.kind.removesuffix(" never judged") for finding in functions.findings} == {
        *MEASURES[:4],
        "predict_monotone",
    }
    counts = sums_by_check(found)
    assert counts.keys() == {"growth", "predictions", "best-first growth", "monotone growth", "path", "pruned"}
    for name in "best-first growth", "monotone growth":  # of which a leaf that finds no room, or order, is admissible
        assert counts.pop(name)["judged"] > 50
    for counted in counts.values():
        assert counted["canonical"] == counted["judged"] > 50


@needs_node
@pytest.mark.parametrize(
    "law",
    [
        "branches_ask_optimal_questions",
        "smallest_minimiser",
        "gini_is_disagreement",
        IN_DIRECTION,
        "monotone_predictions_are_cut_to_their_bounds",
    ],
)
def test_the_small_cart_obeys_laws_about_trees_of_any_make(law: str) -> None:
    assert law in LAWS
    with Program(NODE) as peer:
        result = conformance(peer, laws=[law], examples=20)
    assert result.named("holds") == (law,)


@needs_node
@pytest.mark.parametrize(
    ("right", "wrong", "kind"),
    [
        ("gain > best.gain * (1 + 1e-12)", "gain < best.gain", "split"),
        ("told <= number(question.threshold)", "told < number(question.threshold) - 1", "split"),
        ("inside <= number(limits.min_impurity)", "inside <= 0.4", "early leaf"),
        ("depth >= max_depth", "depth > max_depth", "late leaf"),
        ("(p) => p * p", "(p) => p * p * p", "impurity"),
        ("indexOf(Math.max(...counts))", "lastIndexOf(Math.max(...counts))", "prediction"),
        ("Math.min(...branches(current)", "Math.max(...branches(current)", "missing"),
        ("(ends.length - 1)", "ends.length", "alpha"),
        ("return { id, result", "return { id: id + 1, result", "malformed"),
        ("lowers(node) > lowers(best)", "lowers(node) < lowers(best)", "split late"),
        (
            "risk(child, impurity)));\n  const split",
            "impurities[impurity](child.summary)));\n  const split",
            "split late",
        ),
        ("ends.length + children.length - 1 <= most", "ends.length + children.length <= most", "early leaf"),
        ("ends.length + children.length - 1 <= most", "ends.length <= most", "leaves"),
        ("sign * (values[1] - values[0]) >= 0", "sign * (values[1] - values[0]) <= 0", "constraint"),
        ("return sign > 0 ? sides : sides.reverse()", "return sides.reverse()", "early leaf"),
        ("[1 - value, value] : value", "[value, 1 - value] : value", "value"),
        ("refuse(input);", "if (operation === 'predict') process.exit(5);", "crash"),
        ("refuse(input);", "while (operation === 'optimal_subtree');", "hang"),
    ],
)
def test_a_bug_in_it_is_found(right: str, wrong: str, kind: str, tmp_path: Path) -> None:
    seen: set[str] = set()
    with Program(mended(tmp_path, right, wrong), seconds=2 if kind == "hang" else 30) as peer:
        for case in cases(4):
            for verdict in examine(peer, case, peer.conventions):
                seen |= {deviation.kind for deviation in verdict.deviations}
                if kind in seen:
                    return
    pytest.fail(f"only {seen}")


@needs_node
@pytest.mark.parametrize(
    ("wrong", "predicted"), [("nearest(own(summary), bounds)", [0, 0.25, 1, 0]), ("own(summary)", [0, 0, 1, 0])]
)
def test_a_prediction_under_constraints_is_asked_of_its_own_tree_and_of_ours(
    wrong: str, predicted: list[float], tmp_path: Path
) -> None:
    data, signs = dt.regression_data({"x": [0, 1, 1, 0], "z": [0, 0, 1, 1]}, [0, 0, 1, 0]), {"x": 1}
    ours = dt.grow_monotone(data, dt.cart(), signs)
    end = ";\n  return summary.counts ? summary.classes"
    with Program(mended(tmp_path, f"nearest(own(summary), bounds){end}", f"{wrong}{end}")) as peer:
        grown = peer.grow_monotone(data, dt.cart(), signs)
        assert judge_tree(grown, data, dt.cart(), conventions=peer.conventions, constraints=signs).deviations == ()
        assert peer.predict_monotone(grown, data, signs) == peer.predict_monotone(ours, data, signs) == predicted


@needs_node
@pytest.mark.parametrize("share", [Fraction(1, 50), Fraction(1, 10)])
def test_a_least_saving_goes_over_and_is_obeyed(share: Fraction, tmp_path: Path) -> None:
    iris, learner = as_float64(dt.datasets.load("iris")), dt.cart(min_saving=share)
    wrong = mended(tmp_path, 'gain * total < limit("min_saving")', 'gain < limit("min_saving")')
    with Program(NODE) as peer, Program(wrong) as other:
        assert judge_tree(peer.grow(iris, learner), iris, learner, conventions=peer.conventions).deviations == ()
        found = judge_tree(other.grow(iris, learner), iris, learner, conventions=peer.conventions).deviations
        assert {one.kind for one in found} == {"early leaf"}


def of_outputs(cases: int) -> list[Case]:
    """Return so many random cases of a class and a number, or the other way round, and of two learners."""
    chance, found = np.random.default_rng(3), []
    for number in range(cases):
        data = several(random_data(chance, "numbers" if number % 2 else "classes"), number)
        found.append(Case(name="random", data=data, learner=[dt.cart(), dt.cart(max_depth=2)][number // 2 % 2]))
    return found


@needs_node
@pytest.mark.parametrize(
    ("right", "wrong", "kind"),
    [
        ("", "", ""),
        ("({ parts }) => mean(parts, usual)", "({ parts }) => usual(parts[0])", "split"),
        ("mean(parts, usual)", "sum(parts.map(usual))", "impurity"),
        ("parts ? weight(parts[0])", "parts ? sum(parts.map(weight))", "weight"),
        ("return parts.map(said)", "return parts.map(said).reverse()", "error"),
        ("(parts) return parts.map(said)", "(parts) return [said(parts[0]), 7]", "prediction"),
        ("summary.parts.flatMap(valueOf)", "summary.parts.map((one) => 1)", "malformed"),
    ],
)
def test_several_outputs_go_over_and_are_judged(right: str, wrong: str, kind: str, tmp_path: Path) -> None:
    with Program(mended(tmp_path, right, wrong)) as peer:
        verdicts = [verdict for case in of_outputs(8) for verdict in examine(peer, case, peer.conventions)]
    seen = {deviation.kind for verdict in verdicts for deviation in verdict.deviations}
    assert kind in seen if kind else (seen, sum(verdict.judged for verdict in verdicts) > 200) == (set(), True)


@needs_node
@pytest.mark.parametrize("joins", [True, False])
def test_a_program_is_asked_of_several_outputs_where_it_joins_them(joins: bool, tmp_path: Path) -> None:  # noqa: FBT001
    command = NODE if joins else mended(tmp_path, "({ parts }) => mean(parts, usual)", "({ parts }) => usual(parts[0])")
    adapter = Adapter(f"{COMMAND}{command}")
    targets = [adapter.random_case(0, number, None).data.target for number in range(6)]
    assert [isinstance(target, dt.Outputs) for target in targets] == [False] * 5 + [joins]
    assert ("several outputs" in adapter.untaken) == (not joins)


@needs_rpart
def test_the_harness_of_rpart_states_the_conventions_that_rpart_is_judged_by() -> None:
    with Program(RPART) as peer:
        assert peer.conventions == Rpart.conventions


@needs_node
def test_the_expected_answer_is_never_sent(tmp_path: Path) -> None:
    """All that a peer hears is written down by tee: data and learners, no question and no tree."""
    heard = tmp_path / "heard"
    with Program(f"sh -c {shlex.quote(f'tee {heard} | {NODE}')}") as peer:
        assert sum(len(list(examine(peer, case, peer.conventions))) for case in cases(3)[-12:]) > 12
    lines = heard.read_text(encoding="utf-8").splitlines()
    assert len(lines) > 12
    for word in ('"question"', '"nodes"', '"tree"', "threshold", '"leaves"', '"counts"'):
        assert word not in "".join(lines)


# --- the command ------------------------------------------------------------------------------------------------


@pytest.fixture
def two_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge programs on two tables of the textbooks; on all of them the small CART is judged above."""
    judge_here(monkeypatch)
    monkeypatch.setattr("dtrees.oracle.adapters.textbook_cases", partial(textbook_cases, names=["loan", "regression"]))


@needs_node
@pytest.mark.usefixtures("two_tables")
def test_the_command_prints_a_table_a_check_and_exits_with_0_where_nothing_deviates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("dtrees.oracle.campaign.plan.trial_order", lambda: [MEASURING, IN_DIRECTION])
    result = run(NODE, "--cases", 0, "--laws", 1)
    assert result.exit_code == 0
    for check in ("growth", "predictions", "best-first growth", "monotone growth", "path", "pruned"):
        assert re.search(rf"^{check} *\n.* judged +canonical +admissible +deviating *\n", result.stdout, re.MULTILINE)
    assert len(re.findall(r"^ all +\d+ +(\d+) +\1 +0 +0 *$", result.stdout, re.MULTILINE)) == 5
    assert len(re.findall(r"^ all( +\d+){4} +0 *$", result.stdout, re.MULTILINE)) == 6


@needs_node
@pytest.mark.usefixtures("two_tables")
def test_the_command_tries_the_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than a third of them: the others are about what it lacks, such as costs and missing values."""
    laws = [*dict.fromkeys([*[*LAWS][::6], MEASURING, IN_DIRECTION])]
    monkeypatch.setattr("dtrees.oracle.campaign.plan.trial_order", lambda: laws)
    status, found = findings(NODE, "--cases", 0, "--laws", 1)
    assert status == 0
    tried = {finding.subject.criterion: finding for finding in found if finding.subject.data == "law"}
    assert [*tried] == laws
    assert (
        sum(finding.checks["laws"]["judged"] > 0 for finding in tried.values()) > len(laws) / 3
    )  # others are about what it lacks


def test_a_tree_that_never_splits_is_blamed_with_the_smallest_example() -> None:
    result = run(f"{sys.executable} {WRONG} declines", "--cases", 3)
    assert result.exit_code == 1
    assert re.search(
        r"^growth: early leaf, \d+ times in \d+ cases .*\n  smallest .*, at path \[\]$", result.stdout, re.MULTILINE
    )
    assert "| " + sys.executable in result.stdout


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        ("dies at the start", "ended with status 1: no such module"),
        ("has another version", "version: 1 was expected: "),
    ],
)
def test_a_program_that_fails_the_smoke_test_ends_the_command(error: str, outcome: str) -> None:
    command = shlex.join([sys.executable, str(WRONG), error])
    result = run(command)
    assert result.exit_code == 1
    assert result.stdout == ""
    [told, line] = result.stderr.strip().splitlines()
    assert told.startswith("judging")
    assert line.startswith(f"Error: {command} does not answer the simplest question: {outcome}")
    assert line.endswith(f"; by hand: printf '%s\\n' '{START}' | {command}")


def test_a_program_that_does_not_stop_is_a_finding() -> None:
    status, found = findings(shlex.join([sys.executable, str(WRONG), "fails to stop"]), "--cases", 0)
    assert status == 1
    stops = [example for finding in found for example in finding.findings if example.check == "stop"]
    assert {(stop.kind, stop.got) for stop in stops} == {("crash", "ended with status 4")}
    assert STOP in stops[0].code


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("no-such-program --fast", "no-such-program cannot be run: No such file or directory"),
        ("Rscript 'my tree.R", "is no command: No closing quotation"),
        (" ", "there is no command"),
    ],
)
def test_a_program_that_is_not_there_is_an_error_of_the_user(command: str, complaint: str) -> None:
    result = run(command)
    assert result.exit_code == 1
    assert complaint in result.output


# --- as an implementation ---------------------------------------------------------------------------------------


@needs_node
def test_each_function_asks_the_peer() -> None:
    data = dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    tree = dt.grow(data, dt.cart())
    with Program(NODE) as peer:
        grown = peer.grow(data, dt.cart())
        assert grown["question"] == {"ask": "threshold", "feature": "x", "threshold": 1.5}
        assert peer.predict(grown, data) == peer.predict(tree, {"x": [1, 2, 3]}) == ["a", "b", "b"]
        assert [row["alpha"] for row in peer.pruning_sequence(tree)] == [0, pytest.approx(4 / 3)]
        assert peer.optimal_subtree(tree, dt.Exact("4/3"))["prediction"] == "b"
        assert peer.gini(dt.ClassCounts((1, 1))) == 0.5
        assert peer.squared_error(dt.Moments.of([1, 3])) == 1
        with pytest.raises(dt.Unsupported, match="best_split is none of its capabilities"):
            peer.best_split(data, dt.cart())


@needs_node
@pytest.mark.parametrize(
    ("answered", "deviations"),
    [
        ("apply: ({ rows }) => rows[0].values.map((x) => [x < 2 ? 0 : 1]), importances: () => [1, 0],", []),
        (
            "apply: ({ rows }) => rows[0].values.map((x) => [1]), importances: () => ['1/2', 0],",
            ["row", "importance"],
        ),
        ("importances: () => [1, 'NaN'],", ["importance"]),
    ],
)
def test_a_program_says_where_rows_end_and_what_columns_are_worth(
    answered: str, deviations: list[str], tmp_path: Path
) -> None:
    data = dt.classification_data({"x": [1, 2, 2], "z": [3, 3, 3]}, ["a", "b", "b"])
    case = Case(name="small", data=data, learner=dt.cart())
    with Program(mended(tmp_path, "const operations = {", f"const operations = {{ {answered}")) as peer:
        found = [
            deviation.kind for verdict in examine(peer, case, peer.conventions) for deviation in verdict.deviations
        ]
        assert list(dict.fromkeys(found)) == deviations
        grown = peer.grow(data, dt.cart())
        with pytest.raises(dt.InvalidData, match="2 importances of 1 columns"):
            peer.importances(grown, ["x"])


@needs_node
def test_a_mean_that_is_predicted_as_a_text_is_a_number(tmp_path: Path) -> None:
    data = dt.regression_data({"x": [1, 2]}, [0, 1])
    with Program(mended(tmp_path, ": total / weight;", ": '3/7';")) as peer:
        assert peer.predict(peer.grow(data, dt.cart()), data) == [Fraction(3, 7)] * 2


@needs_node
def test_a_program_offers_its_capabilities_alone(tmp_path: Path) -> None:
    """What it lacks is the specification's own."""
    command = mended(
        tmp_path, "...Object.fromEntries(Object.keys(impurities).map((name) => [name, measured(name)])),", ""
    )
    with Program(command) as peer:
        assert peer.capabilities == (
            "grow", "predict", "grow_monotone", "predict_monotone", "best_first", "pruning_sequence", "optimal_subtree",
        )  # fmt: skip
        found = conformance(peer, laws=["cost_envelope_is_concave", "gini_is_disagreement"], examples=20)
    concave, gini = found.results
    assert (concave.outcome, concave.judged) == ("holds", 20)
    assert gini.reason == "it asks for gini"


@needs_node
def test_the_printed_reproduction_of_a_broken_law_runs_the_program_and_breaks_it(tmp_path: Path) -> None:
    with Program(mended(tmp_path, "gain > best.gain * (1 + 1e-12)", "gain < best.gain")) as peer:
        broken = conformance(peer, laws=["branches_ask_optimal_questions"], examples=100).results[0].broken
    script = "\n".join(line.strip() for line in str(broken).split("reproduce:\n")[1].splitlines())
    pasted = [sys.executable, "-c", script]
    done = subprocess.run(pasted, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    told = done.stderr[done.stderr.index("LawBroken: branches_ask_optimal_questions") :]
    assert told.removeprefix("LawBroken: ").rstrip() == str(broken).split("\n    law: ")[0]
