"""The commands on CSV files: what they print, save, read back and refuse."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from click.testing import CliRunner, Result
from quality.fuzz import sent

from dtrees import (
    Exact,
    ExpectedCost,
    MeanImpurity,
    Outputs,
    cart,
    cross_validate,
    datasets,
    entropy,
    error_based_prune,
    from_json,
    gini,
    grow,
    id3,
    leaves,
    minimum_error_prune,
    misclassification,
    optimal_subtree,
    pessimistic_prune,
    pruning_sequence,
    reduced_error_prune,
    render_cp_table,
    render_text,
    shuffled_folds,
    to_dot,
    with_orders,
    with_priors,
)
from dtrees.cli.main import main
from dtrees.data.read_csv import read_csv

LOAN, IRIS = str(datasets.path("loan")), str(datasets.path("iris"))


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_a_split_must_save_a_share_of_the_root_s_risk() -> None:
    """The first question of the loan table saves 4/9 of the root's Gini, 36/5 for 15 rows: 16/5."""
    for share, nodes in (("4/9", 5), ("0.4445", 1)):
        done = run("grow", LOAN, "--target", "approved", "--min-saving", share)
        assert len(done.stdout.splitlines()) == nodes


def test_missing_values_are_read_where_the_learner_takes_them() -> None:
    file = str(datasets.path("watermelon2_alpha"))
    words = ("grow", file, "--target", "good", "--algorithm", "id3", "--missing", "fractional", "--max-depth", "1")
    assert "number <= " in run(*words, "--algorithm", "cart").stdout  # the column that numbers the rows is asked
    assert "number" not in run(*words, "--drop", "number").stdout
    refused = run("grow", file, "--target", "good").stderr
    assert (
        "values are missing in color (3 of 17), root (2 of 17), knock (2 of 17) and 3 columns more: say --missing"
        in refused
    )
    selected = run("select", file, "--target", "good", "--missing", "surrogate", "--folds", "3")
    assert selected.exit_code == 0, selected.stderr


def test_grow_prints_the_tree_and_saves_it(tmp_path: Path) -> None:
    saved = tmp_path / "tree.json"
    done = run("grow", LOAN, "--target", "approved", "--algorithm", "id3", "--save", str(saved))
    tree = grow(read_csv(LOAN, target="approved"), id3())
    assert done.exit_code == 0
    assert done.stdout.rstrip() == render_text(tree, impurity=entropy)
    assert from_json(saved.read_text(encoding="utf-8")) == tree


@pytest.fixture
def sizes(tmp_path: Path) -> str:
    """A table of a number, ordered texts, a class and a number."""
    file = tmp_path / "sizes.csv"
    file.write_text("x,size,kind,y\n1,small,p,1\n2,mid,p,2\n3,large,q,3.5\n4,small,q,4\n5,mid,p,7\n", encoding="utf-8")
    return str(file)


def test_several_targets_have_one_tree_which_predicts_a_column_for_each(sizes: str, tmp_path: Path) -> None:
    saved, both = str(tmp_path / "tree.json"), ("--target", "y", "--target", "kind")
    done = run("grow", sizes, *both, "--save", saved)
    of_kind, of_y = (read_csv(sizes, target=name, task=task) for name, task in TASKS.items())
    tree = grow(attrs.evolve(of_y, target=Outputs([of_y.target, of_kind.target])).drop("kind"), cart())
    assert from_json(Path(saved).read_text(encoding="utf-8")) == tree
    assert done.stdout.rstrip() == render_text(tree, impurity=MeanImpurity())
    predicted = run("predict", sizes, "--tree", saved, *both)
    assert predicted.stdout.splitlines()[:3] == ["predicted 0,predicted 1", "1.0,p", "2.0,p"]
    assert predicted.stderr == "y, mean squared error: 0 on 5 rows\nkind, error: 0 of 5 rows, 0\n"
    pruned = run("prune", sizes, *both)
    assert [line.split()[1] for line in pruned.stdout.splitlines()[3:] if line.strip()] == [
        str(member.alpha) for member in pruning_sequence(tree)
    ]
    assert run("select", sizes, *both, "--folds", "2").exit_code == 0


TASKS: Final[dict[str, Any]] = {"kind": "classification", "y": "regression"}


ORDER: Final = ("--order", "size=small<mid<large")


def test_ordered_categories_are_cut_along_the_order_stated(sizes: str) -> None:
    data = with_orders(read_csv(sizes, target="kind"), {"size": ["small", "mid", "large"]})
    for words, tree in (
        ((), grow(read_csv(sizes, target="kind").drop("x", "y"), cart())),
        (ORDER, grow(data.drop("x", "y"), cart())),
    ):
        done = run("grow", sizes, "--target", "kind", "--drop", "x,y", *words)
        assert done.stdout.rstrip() == render_text(tree, impurity=gini)
    assert "size in {small, mid}" in done.stdout
    held_out = run("select", sizes, "--target", "kind", "--drop", "x,y", "--validation", sizes, *ORDER)
    assert (held_out.exit_code, "size in {small, mid}" in held_out.stdout) == (0, True)


@pytest.mark.parametrize(
    ("order", "complaint"),
    [
        ("size=small<mid", "column 'size', row 2: 'large' is not in its order: add it there"),
        ("size", "size is no order: give one like 'size=small<medium<large'"),
        ("x=1<2", "column 'x' holds numbers, which have an order: state none"),
        ("colour=red<blue", "there is no column 'colour'"),
        ("size=small<mid<mid<large", "one of them stands twice"),
    ],
)
def test_an_order_that_a_column_does_not_have_is_refused(order: str, complaint: str, sizes: str) -> None:
    refused = run("grow", sizes, "--target", "kind", "--order", order)
    assert (refused.exit_code != 0, complaint in refused.stderr) == (True, True)


def test_dates_in_an_order_are_categories(tmp_path: Path) -> None:
    file = tmp_path / "days.csv"
    file.write_text("day,y\n2020-01-02,a\n2020-01-01,b\n", encoding="utf-8")
    assert "state their --order" in run("grow", str(file), "--target", "y").stderr
    assert run("grow", str(file), "--target", "y", "--order", "day=2020-01-01<2020-01-02").exit_code == 0


def test_an_impurity_of_several_targets_is_the_mean_of_theirs(sizes: str) -> None:
    both = ("--target", "size", "--target", "kind")
    assert "mean impurity 1.25" in run("grow", sizes, *both, "--impurity", "entropy", "--max-depth", "0").stdout
    assert "log2(" in run("prune", sizes, *both, "--risk", "entropy").stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("grow", "--target", "y", "--target", "y"), "--target y stands there twice"),
        (("grow", "--target", "y", "--target", "z"), "has no column 'z'"),
        (("grow", "--target", "y", "--target", "kind", "--algorithm", "id3"), "id3 predicts one class"),
        (("grow", "--target", "y", "--target", "kind", "--centre", "median"), "--centre is for a target of numbers"),
        (("grow", "--target", "kind", "--target", "y", "--task", "classification"), "numbers such as 3.5"),
        (("grow", "--target", "kind", "--target", "y", "--priors", "p=1"), "only classes have priors"),
        (("prune", "--target", "kind", "--target", "y", "--method", "pessimistic"), "does not predict one class"),
        (("predict", "--tree", "TREE", "--target", "y"), "predicts 2 columns: give --target for each"),
        (("predict", "--tree", "TREE", "--proba"), "predicts several outputs, which have no shares"),
    ],
)
def test_what_several_targets_do_not_have_is_an_error_in_one_line(
    words: tuple[str, ...], complaint: str, sizes: str, tmp_path: Path
) -> None:
    saved = str(tmp_path / "tree.json")
    run("grow", sizes, "--target", "kind", "--target", "y", "--save", saved)
    refused = run(words[0], sizes, *(saved if word == "TREE" else word for word in words[1:]))
    assert (refused.exit_code != 0, complaint in refused.stderr) == (True, True)


def test_grow_prints_dot() -> None:
    done = run("grow", LOAN, "--target", "approved", "--max-depth", "1", "--dot")
    assert done.stdout.rstrip() == to_dot(grow(read_csv(LOAN, target="approved"), cart(max_depth=1)), impurity=gini)


def test_grow_takes_numbers() -> None:
    regression = str(datasets.path("regression"))
    done = run("grow", regression, "--target", "y", "--task", "regression", "--min-leaf", "3")
    assert done.stdout.splitlines()[1].startswith("├── x <= 5.5: 5.06")


def test_prune_prints_every_member_with_its_alpha_exact_and_decimal(tmp_path: Path) -> None:
    done = run("prune", IRIS, "--target", "species", "--risk", "misclassification", "--scale", "root")
    tree = grow(read_csv(IRIS, target="species"), cart())
    sequence = pruning_sequence(tree, impurity=misclassification, scale="root")
    rows = [line.split() for line in done.stdout.splitlines()[3:] if line.strip()]
    assert [row[1] for row in rows] == [str(member.alpha) for member in sequence]
    assert [row[2] for row in rows] == ["0", "0.005", "0.01", "0.02", "0.44", "0.5"]
    assert [row[3] for row in rows] == ["9", "7", "4", "3", "2", "1"]


def test_prune_cuts_a_saved_tree_at_an_exact_alpha(tmp_path: Path) -> None:
    """A decimal is taken as it is written: 0.1 is 1/10."""
    whole, small = tmp_path / "whole.json", tmp_path / "small.json"
    run("grow", IRIS, "--target", "species", "--save", str(whole))
    tree = grow(read_csv(IRIS, target="species"), cart())
    for text, alpha in (("1/2", Exact("1/2")), ("0.1", Exact("1/10")), ("44", Exact(44))):
        done = run("prune", "--tree", str(whole), "--risk", "misclassification", "--alpha", text, "--save", str(small))
        assert done.exit_code == 0
        expected = optimal_subtree(tree, alpha, impurity=misclassification)
        assert from_json(small.read_text(encoding="utf-8")) == expected


def test_prune_takes_the_other_methods(tmp_path: Path) -> None:
    """Each gives the library's tree; error-based pruning may raise where the rows are there."""
    data, whole, small = datasets.load("iris"), tmp_path / "whole.json", tmp_path / "small.json"
    tree = grow(data, cart())
    run("grow", IRIS, "--target", "species", "--save", str(whole))
    for method, source, expected in (
        ("pessimistic", [IRIS, "--target", "species"], pessimistic_prune(tree)),
        ("minimum-error", ["--tree", str(whole)], minimum_error_prune(tree)),
        ("error-based", [IRIS, "--target", "species"], error_based_prune(tree, data)),
        ("reduced-error", ["--tree", str(whole), "--validation", IRIS, "--target", "species"],
         reduced_error_prune(tree, data)),
    ):  # fmt: skip
        done = run("prune", *source, "--method", method, "--save", str(small))
        assert done.stdout.startswith(f"9 leaves, pruned to {len(leaves(expected))} lea"), done.output
        assert from_json(small.read_text(encoding="utf-8")) == expected
    costs = ("--costs", "setosa:versicolor=1,versicolor:setosa=1")
    for words, complaint in (
        (("--method", "reduced-error"), "takes the rows of a --validation file"),
        (("--validation", IRIS), "takes the rows of a --validation file"),
        (("--method", "pessimistic", *costs), "leave --costs out"),
        (("--method", "pessimistic", "--alpha", "1"), "leave --alpha out"),
        (("--limit", "c45"), "leave it out of complexity pruning"),
    ):
        assert complaint in " ".join(run("prune", "--tree", str(whole), *words).stderr.split())


def test_error_based_pruning_takes_the_limit_that_divided_rows_need(tmp_path: Path) -> None:
    table, small = tmp_path / "gaps.csv", tmp_path / "small.json"
    lines = datasets.path("watermelon2_alpha").read_text(encoding="utf-8").splitlines()
    table.write_text("\n".join(line.partition(",")[2] for line in lines), encoding="utf-8")  # without the rows' numbers
    words = ("prune", str(table), "--target", "good", "--missing", "fractional", "--method", "error-based")
    assert "--limit c45 or j48" in " ".join(run(*words).stderr.split())
    assert run(*words, "--limit", "j48", "--save", str(small)).exit_code == 0
    data = read_csv(table, target="good", missing="keep")
    tree = grow(data, cart(missing="fractional"))
    assert from_json(small.read_text(encoding="utf-8")) == error_based_prune(tree, data, limit="j48")


def test_prune_refuses_a_saved_tree_whose_children_do_not_add_up(tmp_path: Path) -> None:
    """They would save a negative risk, and any sequence could follow; the node is named as `from_json` names it."""
    whole = tmp_path / "whole.json"
    run("grow", LOAN, "--target", "approved", "--save", str(whole))
    text = whole.read_text(encoding="utf-8")
    whole.write_text(text.replace('{"counts": ["6", "0"]}', '{"counts": ["5", "0"]}'), encoding="utf-8")
    done = run("prune", "--tree", str(whole))
    assert done.exit_code == 1
    assert "node 1: ClassCounts(counts=(6, 3), " in done.stderr
    assert "but its children sum to ClassCounts(counts=(5, 3), " in done.stderr


def test_select_prints_the_table_that_rpart_prints_and_the_interval(tmp_path: Path) -> None:
    saved = tmp_path / "chosen.json"
    words = ("--folds", "5", "--risk", "misclassification", "--save", str(saved))
    done = run("select", IRIS, "--target", "species", *words)
    data = read_csv(IRIS, target="species")
    result = cross_validate(data, cart(), shuffled_folds(150, 5, seed=0), impurity=misclassification)
    chosen = result.one_standard_error()
    assert done.exit_code == 0
    assert render_cp_table(result) in done.stdout
    assert f"chosen: alpha from {chosen.alpha} = " in done.stdout
    assert f"up to {chosen.until} = " in done.stdout
    assert "leaves (--scale proportion)\n" in done.stdout
    assert from_json(saved.read_text(encoding="utf-8")) == chosen.tree


def test_select_says_that_a_row_of_any_weight_is_in_one_fold(tmp_path: Path) -> None:
    """Two rows of 30 in two folds: neither fold's tree has seen the other's class."""
    file = tmp_path / "weighted.csv"
    file.write_text("x,y,n\n1,a,30\n2,b,30\n", encoding="utf-8")
    words = ("select", str(file), "--target", "y", "--folds", "2")
    told = "each row is in one fold, whatever its weight: repeat rows to spread them over the folds\n"
    weighted = run(*words, "--weights", "n")
    assert weighted.exit_code == 0
    assert told in weighted.stderr
    assert told not in run(*words, "--drop", "n").stderr


@pytest.mark.parametrize("method", ["pessimistic", "minimum-error", "error-based"])
def test_pruning_that_counts_errors_refuses_a_tree_of_numbers(tmp_path: Path, method: str) -> None:
    file = tmp_path / "numbers.csv"
    file.write_text("x,y\n1,0.5\n2,1.5\n3,2.5\n", encoding="utf-8")
    done = run("prune", str(file), "--method", method)
    assert done.exit_code == 2
    assert (
        f"{method} pruning counts errors, and this tree does not predict one class: leave --method out" in done.stderr
    )


def test_select_takes_validation_rows(tmp_path: Path) -> None:
    rows = Path(LOAN).read_text(encoding="utf-8").splitlines()
    (tmp_path / "train.csv").write_text("\n".join(rows[:11]), encoding="utf-8")
    (tmp_path / "valid.csv").write_text("\n".join([rows[0], *rows[11:]]), encoding="utf-8")
    words = ("--target", "approved", "--validation", str(tmp_path / "valid.csv"))
    done = run("select", str(tmp_path / "train.csv"), *words)
    assert done.exit_code == 0
    assert "value" in done.stdout
    assert "chosen: alpha from" in done.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("grow", "no.csv", "--target", "y"), "no.csv cannot be read"),
        (("grow", LOAN, "--target", "salary"), "there are 'age', 'has_job', 'owns_house', 'credit', 'approved'"),
        (
            ("grow", LOAN, "--target", "approved", "--task", "regression"),
            "column 'approved' holds texts such as 'no', and no numbers: say --task class",
        ),
        (
            ("grow", IRIS, "--target", "petal_width", "--task", "classification"),
            "column 'petal_width' holds numbers such as 0.2, and no classes: say --task regression",
        ),
        (("grow", LOAN, "--target", "approved", "--min-leaf=-1"), "--min-leaf -1: give a finite number"),
        (("grow", LOAN, "--target", "approved", "--min-saving=-1"), "--min-saving -1: give a finite number"),
        (("grow", LOAN, "--target", "approved", "--min-gain", "much"), "'--min-gain'"),
        (("grow", LOAN, "--target", "approved", "--algorithm", "id3", "--gate", "none"), "--gate is no option of id3"),
        (("grow", LOAN, "--target", "approved", "--save", "no/where.json"), "no/where.json cannot be written"),
        (("prune",), "give a CSV FILE, or a saved --tree"),
        (("prune", "--tree", "no.json"), "no.json cannot be read"),
        (("prune", "--tree", LOAN), "this is not JSON"),
        (("prune", LOAN, "--target", "approved", "--alpha", "big"), "big is not a number"),
        (("prune", LOAN, "--target", "approved", "--alpha", "1e999999999"), "of at most 4000 digits"),
        (("prune", LOAN, "--target", "approved", "--alpha=-1"), "--alpha -1: give a number of at least 0"),
        (("grow", LOAN, "--target", "approved", "--min-leaf", "1e999999999"), "of at most 4000 digits"),
        (("grow", LOAN, "--target", "approved", "--min-leaf", "1/0"), "give one like 3/7"),
        (("select", LOAN, "--target", "approved", "--seed", "-1"), "is not in the range x>=0"),
        (("verify", "scikit-learn", "--time-limit", "inf"), "is not in the range"),
        (("verify", "scikit-learn", "--time-limit", "nan"), "nan is not a number of seconds"),
        (("select", LOAN, "--target", "approved", "--folds", "1"), "give from 2 to 15"),
        (("select", LOAN, "--target", "approved", "--folds", "16"), "give from 2 to 15"),
    ],
)
def test_bad_input_is_one_line_that_says_what_to_do(words: tuple[str, ...], complaint: str) -> None:
    done = run(*words)
    assert done.exit_code != 0
    assert complaint in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
def test_an_output_that_is_full_is_one_line() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "dtrees", "grow", LOAN, "--target", "approved"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"Error: the output cannot be written: No space left on device\n")


def test_the_json_of_a_saved_tree_is_a_line_a_node(tmp_path: Path) -> None:
    saved = tmp_path / "tree.json"
    run("grow", LOAN, "--target", "approved", "--save", str(saved))
    lines = saved.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2 + len(json.loads(saved.read_text(encoding="utf-8"))["nodes"])


# --- pages and pictures -----------------------------------------------------------------------------------------


def test_each_command_writes_pictures_of_the_tree_and_the_page_of_what_it_did(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs matplotlib: pip install '.[plot]'")
    for command, holds in (("grow", "candidates"), ("prune", "stages"), ("select", "validated")):
        files = {kind: tmp_path / f"{command}.{kind}" for kind in ("html", "svg", "png")}
        options = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
        done = run(command, LOAN, "--target", "approved", *options)
        assert done.exit_code == 0, done.output
        assert [line for line in done.stderr.splitlines() if line] == [f"saved to {file}" for file in files.values()]
        page = files["html"].read_text(encoding="utf-8")
        assert page.startswith("<!doctype html>")
        assert holds in page
        assert "<svg" in files["svg"].read_text(encoding="utf-8")
        assert files["png"].read_bytes().startswith(b"\x89PNG")


def test_a_page_or_picture_that_cannot_be_is_refused(tmp_path: Path) -> None:
    page, nowhere = str(tmp_path / "page.html"), str(tmp_path / "no" / "tree.svg")
    for words, complaint in (
        (("prune", LOAN, "--method", "pessimistic", "--html", page), "leave it out"),
        (("prune", LOAN, "--scale", "node", "--html", page), "leave --html out"),
        (("grow", LOAN, "--svg", nowhere), "tree.svg cannot be written"),
    ):
        done = run(*words)
        assert done.exit_code
        assert complaint in done.stderr


# --- predicting -------------------------------------------------------------------------------------------------


def test_predict_prints_and_saves_what_the_tree_predicts(tmp_path: Path) -> None:
    tree, rows, saved = tmp_path / "tree.json", tmp_path / "new.csv", tmp_path / "predicted.csv"
    run("grow", LOAN, "--target", "approved", "--save", str(tree))
    rows.write_text("name,owns_house,has_job\nAnn,yes,no\nBob,no,no\n", encoding="utf-8")
    assert run("predict", str(rows), "--tree", str(tree)).stdout == "predicted\nyes\nno\n"
    assert run("predict", str(rows), "--tree", str(tree), "--proba").stdout == "no,yes\n0.0,1.0\n1.0,0.0\n"
    assert run("predict", str(rows), "--tree", str(tree), "--save", str(saved)).stdout == ""
    assert saved.read_text(encoding="utf-8").splitlines()[1] == "Ann,yes,no,yes"
    rows.write_text("owns_house\nperhaps\n", encoding="utf-8")
    missing = run("predict", str(rows), "--tree", str(tree))
    assert "has_job" in missing.stderr
    assert missing.exit_code


def test_predict_takes_categories_that_read_as_numbers(tmp_path: Path) -> None:
    """They were texts where the tree grew, because one of them was; here all of them read as numbers."""
    table, tree, rows = tmp_path / "table.csv", tmp_path / "tree.json", tmp_path / "rows.csv"
    table.write_text("size,y\n1,a\n2,b\nlarge,b\n1,a\n", encoding="utf-8")
    rows.write_text("size\n1\n2\n", encoding="utf-8")
    run("grow", str(table), "--save", str(tree))
    assert run("predict", str(rows), "--tree", str(tree)).stdout == "predicted\na\nb\n"


def test_predict_compares_with_numbers(tmp_path: Path) -> None:
    tree, file = tmp_path / "tree.json", str(datasets.path("regression"))
    run("grow", file, "--max-depth", "1", "--save", str(tree), "--task", "regression")
    done = run("predict", file, "--tree", str(tree), "--target", "y")
    assert done.stderr == "mean squared error: 0.335872 on 10 rows\n"
    assert "leave --proba out" in run("predict", file, "--tree", str(tree), "--proba").stderr
    assert "give the --seed" in run("predict", file, "--tree", str(tree), "--unseen", "random").stderr


def test_a_centre_is_predicted_in_place_of_the_mean(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("x,y\n1,0\n2,1\n2,1\n2,8\n", encoding="utf-8")
    done = run("grow", str(file), "--target", "y", "--task", "regression", "--centre", "median")
    assert "x > 1.5: 1   [3 rows]  absolute_error 2.33" in done.output
    refused = run("grow", str(file), "--target", "y", "--task", "classification", "--centre", "rate")
    assert "--centre is for a target of numbers" in refused.output


# --- priors and costs -------------------------------------------------------------------------------------------

COSTS = {("no", "yes"): 5, ("yes", "no"): 1}


def test_priors_weigh_the_rows() -> None:
    data = with_priors(read_csv(LOAN, target="approved"), {"yes": Fraction(9, 10), "no": Fraction(1, 10)})
    done = run("grow", LOAN, "--target", "approved", "--priors", "yes=0.9,no=0.1")
    assert done.stdout.rstrip() == render_text(grow(data, cart()), impurity=gini)
    balanced = run("grow", LOAN, "--target", "approved", "--priors", "balanced")
    assert balanced.stdout.splitlines()[0] == "no   [7.5 no, 7.5 yes]  gini 0.5"


def test_costs_prune_label_and_select() -> None:
    """To say no at the root costs 9, and yes 30; the tree is shown by costs, and cross-validated by them."""
    done = run("prune", LOAN, "--target", "approved", "--costs", "no:yes=5,yes:no=1", "--alpha", "6")
    assert done.stdout.rstrip().endswith("T(6):\nno   [6 no, 9 yes]  expected cost 0.6")
    held_out = run("select", LOAN, "--target", "approved", "--costs", "no:yes=5,yes:no=1", "--validation", LOAN)
    assert "chosen: alpha from 0 = 0 up to 1/5 = 0.2, 3 leaves" in held_out.stdout
    folds = run("select", LOAN, "--target", "approved", "--costs", "no:yes=5,yes:no=1", "--folds", "5",
                "--priors", "balanced")  # fmt: skip
    data = with_priors(read_csv(LOAN, target="approved"), "balanced")
    expected = cross_validate(
        data,
        cart(),
        shuffled_folds(15, 5, seed=0),
        impurity=ExpectedCost(COSTS),
        grow=lambda rows, learner: grow(with_priors(rows, "balanced"), learner),
    )
    assert render_cp_table(expected) in folds.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["grow", "--priors", "yes=0.9"], "the class 'no' has no prior"),
        (["grow", "--priors", "yes"], "is not a number of at most"),
        (["prune", "--costs", "no:yes=5"], "no cost is given for rows of class 'yes' predicted as 'no'"),
        (["prune", "--costs", "no=5"], "--costs no=5: give TRUE:PREDICTED=COST, as no:yes=5"),
        (["prune", "--costs", "no:yes=5,yes:no=1", "--risk", "gini"], "leave --risk out"),
    ],
)
def test_bad_priors_and_costs_are_refused(words: list[str], complaint: str) -> None:
    done = run(words[0], LOAN, "--target", "approved", *words[1:])
    assert done.exit_code
    assert complaint in " ".join(done.output.split())


def test_a_pipe_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    """It could be read once alone, and without a writer never ends."""
    os.mkfifo(tmp_path / "table.csv")
    refused = run("grow", str(tmp_path / "table.csv"), "--target", "y")
    assert refused.stderr == f"Error: {tmp_path / 'table.csv'} is a pipe, which can be read once alone: give a file\n"


@pytest.mark.parametrize("command", ["grow", "prune", "select", "predict"])
def test_nothing_hostile_of_a_file_reaches_a_terminal(command: str, tmp_path: Path) -> None:
    """A real one, on which the progress, too, is shown."""
    file, saved = tmp_path / "hostile.csv", tmp_path / "tree.json"
    file.write_text("x,\x1b[7my\n" + "1,\x1b]0;pwned\x07evil\n2,b\u202e\n3,b\u202e\n" * 4, encoding="utf-8")
    words = [str(file), "--target", "\x1b[7my"]
    assert run("grow", *words, "--save", str(saved)).exit_code == 0
    words += {"predict": ["--tree", str(saved)], "select": ["--folds", "3"]}.get(command, [])
    ours, theirs = os.openpty()
    program = [sys.executable, "-c", "from dtrees.cli.main import main; main()", command, *words]
    environment = {**os.environ, "TERM": "dumb", "NO_COLOR": "1"}
    done = subprocess.run(program, stdin=theirs, stdout=theirs, stderr=theirs, check=False, env=environment)
    os.close(theirs)
    said = read_all(ours)
    assert done.returncode == 0, said
    assert "pwned" in said or command in {"prune", "select"}
    assert not sent(said.replace("\r\n", "\n"))


def read_all(terminal: int) -> str:
    """Return what was written to a terminal that nobody writes to any more."""
    said = b""
    with suppress(OSError):  # which says so
        while part := os.read(terminal, 1 << 16):
            said += part
    os.close(terminal)
    return said.decode()
