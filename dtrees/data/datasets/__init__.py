"""The textbooks' tables, shipped as CSV files; where each comes from stands in ``SOURCES.md`` beside them.

Loan [LIHANG2 table 5.1], watermelon 2.0, 3.0 and, with missing values, 2.0α [ZHOU16 tables 4.1 to 4.4], weather
[QUINLAN86 table 1], iris [FISHER36 table I], two tables for regression [LIHANG2 exercise 5.2, example 8.2], and
Spambase.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

import attrs
import numpy as np

from dtrees.arguments import admit, checked, choice
from dtrees.data.datasets.chinese import in_chinese
from dtrees.data.read_csv import read_csv
from dtrees.errors import InvalidData

if TYPE_CHECKING:
    from dtrees.data.dataset import Categorical, Category, Dataset
    from dtrees.data.read_csv import NumbersAs, Task

Language: TypeAlias = Literal["en", "zh"]

admit("Language", choice(Language))


@attrs.frozen
class Table:
    """A shipped file and how to read it.

    classes is the class order where the book's is not alphabetical; no_features are columns that number or divide
    the rows; languages are those in which its words are known, the first that of the file.
    """

    file: str
    target: str
    task: Task = "classification"
    classes: tuple[Category, ...] | None = None
    no_features: tuple[str, ...] = ()
    languages: tuple[Language, ...] = ("en", "zh")


TABLES: Final = {
    "loan": Table("loan.csv", "approved", classes=("yes", "no")),
    "watermelon2": Table("watermelon2.csv", "good", classes=("yes", "no"), no_features=("number", "part")),
    "watermelon2_alpha": Table("watermelon2_alpha.csv", "good", classes=("yes", "no"), no_features=("number",)),
    "watermelon3": Table("watermelon3.csv", "good", classes=("yes", "no"), no_features=("number",)),
    "weather": Table("weather.csv", "class", classes=("P", "N"), languages=("en",)),
    "iris": Table("iris.csv", "species", languages=("en",)),
    "regression": Table("regression.csv", "y", "regression"),
    "regression_boosting": Table("regression_boosting.csv", "y", "regression"),
    "spam": Table("spam.csv.gz", "type", languages=("en",)),
}


@checked
def path(name: str) -> Path:
    """Return the file of the table called *name*; raises `InvalidData` that lists the tables there are."""
    return Path(__file__).parent / _table(name).file


@checked
def load(name: str, *, numbers: NumbersAs = "decimal", language: Language = "en") -> Dataset:
    """Return the table called *name* as data; raises `InvalidData` that lists the tables there are.

    Its numbers are the decimals that the book prints, or what *numbers*, ``float64``, makes of them.  *language*
    ``zh`` gives the tables of Chinese books the columns and values that are printed there; raises `InvalidData` for
    the others.

    >>> len(load("weather"))
    14
    >>> load("loan", language="zh").feature_names
    ('年龄', '有工作', '有自己的房子', '信贷情况')
    """
    return _translated(name, _whole(name, numbers).drop(*_table(name).no_features), language)


@checked
def training_and_validation(name: str, *, language: Language = "en") -> tuple[Dataset, Dataset]:
    """Return the two parts into which the book divides the table called *name* (its column ``part``).

    >>> [len(part) for part in training_and_validation("watermelon2")]
    [10, 7]
    """
    part = cast("Categorical", _whole(name, "decimal").feature("part"))
    training, data = part.codes == part.categories.index("training"), load(name, language=language)
    return data.take(np.flatnonzero(training)), data.take(np.flatnonzero(~training))


def _translated(name: str, data: Dataset, language: Language) -> Dataset:
    """Return *data*, the table called *name*, in that language."""
    if language not in _table(name).languages:
        chinese = ", ".join(known for known, table in TABLES.items() if language in table.languages)
        message = f"the table {name!r} is of no Chinese book: leave out language='zh', or load one of {chinese}"
        raise InvalidData(message)
    return in_chinese(data) if language == "zh" else data


def _whole(name: str, numbers: NumbersAs) -> Dataset:
    table = _table(name)
    return read_csv(
        path(name), target=table.target, task=table.task, classes=table.classes, numbers=numbers, missing="keep"
    )


def _table(name: str) -> Table:
    if name not in TABLES:
        message = f"there is no table {name!r}; there are {', '.join(TABLES)}"
        raise InvalidData(message)
    return TABLES[name]
