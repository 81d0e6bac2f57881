"""The command on public CSV files, as R writes them and scikit-learn ships them: a user's first ten tries.

A row of `TABLES` is a file, its target, what else has to be said, and what is guessed and told.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

import attrs
import pytest
from click.testing import CliRunner, Result

from dtrees import from_json, leaves
from dtrees.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

R_TABLES: Final = (
    "mtcars", "iris", "ToothGrowth", "airquality", "warpbreaks", "infert", "Titanic", "kyphosis", "stagec",
    "car.test.frame", "cu.summary", "solder",
)  # fmt: skip
WRITE: Final = """
library(rpart)
for (name in commandArgs(TRUE)) {
  table <- get(name)
  if (is.table(table)) table <- as.data.frame(table)
  write.csv(table, paste0(name, ".csv"))
}
days <- data.frame(day = as.Date("2020-02-28") + 0:5, sold = c(3.5, 4, 4.2, 8, 8.5, 9))
write.csv(days, "dates.csv", row.names = FALSE)
"""


@attrs.frozen
class Table:
    """A public table: its target and further options, what is told, and how many leaves grow with 10 rows a leaf."""

    target: str
    more: tuple[str, ...] = ()
    told: str = ""


NAMELESS: Final = "the first column has no name, and is left out: R writes the names of the rows there\n"
TABLES: Final = {
    "mtcars": Table(
        "mpg", told=f"mpg is predicted as a number (25 different ones); --task can say otherwise\n{NAMELESS}"
    ),
    "iris": Table("Species", told=NAMELESS),
    "ToothGrowth": Table("supp", told=NAMELESS),
    "warpbreaks": Table(
        "breaks", told=f"breaks is predicted as a number (31 different ones); --task can say otherwise\n{NAMELESS}"
    ),
    "infert": Table("case", told=f"case is predicted as one of 2 classes; --task can say otherwise\n{NAMELESS}"),
    "Titanic": Table("Survived", ("--weights", "Freq"), NAMELESS),
    "kyphosis": Table("Kyphosis", told=NAMELESS),
    "stagec": Table("pgstat", ("--missing", "surrogate", "--drop", "pgtime")),
    "car.test.frame": Table("Mileage", ("--missing", "surrogate", "--task", "regression"), NAMELESS),
    "cu.summary": Table("Price", ("--missing", "category")),
    "solder": Table("skips", ("--max-depth", "3")),
    "wine": Table("class", ("--task", "classification"), ""),
    "breast_cancer": Table("class", ("--task", "classification"), ""),
    "diabetes": Table("target", ("--task", "regression"), ""),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which R has written its tables by ``write.csv``, and pandas those of scikit-learn."""
    command = shutil.which("Rscript")
    if command is None:
        pytest.skip("needs R: apt-get install r-base-core r-cran-rpart")
    datasets = pytest.importorskip("sklearn.datasets", reason="needs scikit-learn: pip install '.[test]'")
    made = tmp_path_factory.mktemp("tables")
    subprocess.run([command, "-e", WRITE, *R_TABLES], cwd=made, check=True, capture_output=True)
    for name in ("wine", "breast_cancer", "diabetes"):
        frame = getattr(datasets, f"load_{name}")(as_frame=True).frame
        frame.rename(columns={"target": TABLES[name].target}).to_csv(made / f"{name}.csv", index=False)
    return made


def run(*words: str | Path) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert "Traceback" not in done.output
    return done


@pytest.mark.parametrize("name", TABLES)
def test_a_public_table_is_grown_pruned_selected_and_predicted(folder: Path, name: str, tmp_path: Path) -> None:
    """By one line each; the tree that was saved predicts its own rows, so many of them wrongly as its leaves say."""
    table, file, saved = TABLES[name], folder / f"{name}.csv", tmp_path / "tree.json"
    words: tuple[str | Path, ...] = (file, "--target", table.target, *table.more, "--min-leaf", "5")
    grown = run("grow", *words, "--save", saved)
    assert grown.exit_code == 0, grown.output
    assert table.told in grown.stderr
    tree = from_json(saved.read_text(encoding="utf-8"))
    assert len(leaves(tree)) > 1
    assert len(grown.stdout.splitlines()) >= len(leaves(tree))
    pruned = run("prune", *words)
    assert pruned.exit_code == 0, pruned.output
    assert "alpha" in pruned.stdout
    selected = run("select", *words, "--folds", "3")
    assert selected.exit_code == 0, selected.output
    assert "Chosen by --rule one-se: the smallest tree whose xerror" in selected.stdout
    predicted = run("predict", file, "--tree", saved)
    assert predicted.exit_code == 0, predicted.output
    header, *rows = csv.reader(predicted.stdout.splitlines())
    assert header == ["predicted"]
    with file.open(encoding="utf-8") as text:
        assert len(rows) == len(list(csv.reader(text))) - 1


def test_the_error_of_predictions_is_that_of_the_leaves(folder: Path, tmp_path: Path) -> None:
    saved = tmp_path / "tree.json"
    run("grow", folder / "kyphosis.csv", "--target", "Kyphosis", "--max-depth", "2", "--save", saved)
    tree = from_json(saved.read_text(encoding="utf-8"))
    wrong = sum(int(leaf.summary.weight) - max(leaf.summary.counts) for leaf in leaves(tree))  # type: ignore[union-attr, misc]
    done = run("predict", folder / "kyphosis.csv", "--tree", saved, "--target", "Kyphosis")
    assert done.stderr == f"error: {wrong} of 81 rows, {wrong / 81:.4g}\n"
    shares = run("predict", folder / "kyphosis.csv", "--tree", saved, "--proba")
    assert shares.stdout.splitlines()[0] == "absent,present"


def test_weights_count_the_rows(folder: Path) -> None:
    """2,201 people, of whom 711 survived, in 32 rows; rows of frequency 0 are as if they were not there."""
    done = run("grow", folder / "Titanic.csv", "--weights", "Freq", "--target", "Survived", "--max-depth", "1")
    assert done.stdout.splitlines()[0] == "No   [1490 No, 711 Yes]  gini 0.437"
    assert "Freq" not in done.stdout


@pytest.mark.parametrize(
    ("name", "words", "complaint"),
    [
        ("stagec", ["--target", "pgstat"],
         "eet (2 of 146), g2 (7 of 146), gleason (3 of 146): say --missing surrogate (CART), --missing fractional"),
        ("airquality", ["--target", "Ozone"], "column 'Ozone': the value is missing: fill it or remove the row"),
        ("dates", [], "column 'day' holds dates such as 2020-02-28, which would be categories without an order"),
        ("dates", ["--target", "day"], "column 'day' holds dates"),
        ("mtcars", ["--target", "MPG"], "has no column 'MPG'; there are 'mpg', 'cyl'"),
        ("mtcars", ["--drop", "cyl,wheels"], "has no column 'wheels'"),
        ("Titanic", ["--target", "Survived", "--weights", "Sex"], "--weights Sex: the column holds texts"),
        ("iris", ["--task", "regression"], "column 'Species' holds texts such as 'setosa', and no numbers"),
        ("mtcars", ["--target", "mpg", "--algorithm", "id3"], "--algorithm id3 predicts one class"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_the_command_s_own_words(
    folder: Path, name: str, words: list[str], complaint: str
) -> None:
    done = run("grow", folder / f"{name}.csv", *words)
    assert done.exit_code
    assert complaint in " ".join(done.stderr.split())


def test_without_a_target_the_last_column_is_predicted_and_that_is_told(folder: Path) -> None:
    done = run("grow", folder / "iris.csv", "--max-depth", "1")
    assert done.stderr == (
        f"Species, the last column, is predicted as one of 3 classes; --target and --task can say otherwise\n{NAMELESS}"
    )
