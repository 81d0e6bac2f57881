"""The textbooks' tables, shipped as CSV files; where each comes from stands in ``SOURCES.md`` beside them.

``load()`` lists them.  Where a licence forbids shipping a table that a book uses, `load` says where to get it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.data.datasets.chinese import in_chinese
from dtrees.data.read_csv import NumbersAs, read_csv
from dtrees.errors import InvalidData

if TYPE_CHECKING:
    from dtrees.data.dataset import Categorical, Category
    from dtrees.data.read_csv import Task

Language: TypeAlias = Literal["en", "zh"]


@attrs.frozen
class Table:
    """A shipped data file and how to read it.

    about      the book and place that the table comes from

    file       the name of the CSV file

    target     the name of the target column

    task       classification or regression

    classes    the order of the classes, if the book's is not alphabetical

    no_features    columns that are no features, such as row numbers or a division into parts

    languages  the languages its words can be shown in; the first is that of the file
    """

    about: str
    file: str
    target: str
    task: Task = "classification"
    classes: tuple[Category, ...] | None = None
    no_features: tuple[str, ...] = ()
    languages: tuple[Language, ...] = ("en", "zh")


YES_FIRST: Final = ("yes", "no")
ENGLISH: Final[tuple[Language, ...]] = ("en",)

TABLES: Final = {
    "playtennis": Table(
        "PlayTennis: may one play today? [MITCHELL97 table 3.2]", "playtennis.csv", "play", classes=YES_FIRST,
        languages=ENGLISH,
    ),
    "weather": Table(
        "the same days in Quinlan's words [QUINLAN86 table 1]", "weather.csv", "class", classes=("P", "N"),
        languages=ENGLISH,
    ),
    "golf": Table(
        "the days with numbers [C45 table 2.1]", "golf.csv", "play", classes=YES_FIRST, languages=ENGLISH
    ),
    "weather_numeric": Table(
        "the days with numbers, two of them different [WITTEN11 table 1.3]", "weather_numeric.csv", "play",
        classes=YES_FIRST, languages=ENGLISH,
    ),
    "electronics": Table(
        "AllElectronics: who buys a computer? [HAN11 table 8.1]", "electronics.csv", "buys_computer",
        classes=YES_FIRST, languages=ENGLISH,
    ),
    "borrowers": Table(
        "ten borrowers, income in thousands [TAN05 figure 4.6]", "borrowers.csv", "defaulted", classes=YES_FIRST,
        languages=ENGLISH,
    ),
    "restaurant": Table(
        "wait for a table? [RUSSELL09 figure 18.3]", "restaurant.csv", "will_wait", classes=YES_FIRST,
        languages=ENGLISH,
    ),
    "vegetation": Table(
        "what grows there? [KELLEHER15 table 4.3]", "vegetation.csv", "vegetation", languages=ENGLISH
    ),
    "four_points": Table(
        "four rows that ID3 gets wrong at depth 2 [SHALEV14 exercise 18.2]", "four_points.csv", "y", languages=ENGLISH
    ),
    "carseats": Table(
        "do more than 8,000 child seats sell? [ISLR21 §8.3.1]", "carseats.csv", "High", no_features=("Sales",),
        languages=ENGLISH,
    ),
    "iris": Table("Fisher's iris, 150 flowers [FISHER36 table I]", "iris.csv", "species", languages=ENGLISH),
    "spam": Table("Spambase, 4,601 messages [ESL2 §9.2.5]", "spam.csv.gz", "type", languages=ENGLISH),
    "loan": Table("loan applications 贷款申请 [LIHANG2 table 5.1]", "loan.csv", "approved", classes=YES_FIRST),
    "watermelon2": Table(
        "watermelons 西瓜 2.0 [ZHOU16 table 4.1]", "watermelon2.csv", "good", classes=YES_FIRST,
        no_features=("number", "part"),
    ),
    "watermelon2_alpha": Table(
        "watermelons with missing values 西瓜 2.0α [ZHOU16 table 4.4]", "watermelon2_alpha.csv", "good",
        classes=YES_FIRST, no_features=("number",),
    ),
    "watermelon3": Table(
        "watermelons with numbers 西瓜 3.0 [ZHOU16 table 4.3]", "watermelon3.csv", "good", classes=YES_FIRST,
        no_features=("number",),
    ),
    "regression": Table("ten numbers [LIHANG2 exercise 5.2]", "regression.csv", "y", "regression"),
    "regression_boosting": Table(
        "ten other numbers [LIHANG2 example 8.2]", "regression_boosting.csv", "y", "regression"
    ),
}  # fmt: skip
"""The shipped tables, by name."""

ELSEWHERE: Final = {
    "hitters": "write.csv(na.omit(ISLR2::Hitters), 'hitters.csv', row.names = FALSE) in R",
    "titanic": "write.csv(as.data.frame(Titanic), 'titanic.csv', row.names = FALSE) in R, with weights in Freq",
}
"""Tables of other books that are not ours to ship, and what writes each as a CSV file."""


@checked
def path(name: str) -> Path:
    """Return the file of the table called *name*; raises `InvalidData` that lists the tables where there is none."""
    return Path(__file__).parent / _table(name).file


@checked
def load(name: str = "", *, numbers: NumbersAs = "decimal", language: Language = "en") -> Dataset:
    """Return the table called *name* as data; raises `InvalidData` that lists the tables where there is none.

    Its numbers are the decimals that the book prints, or what *numbers*, ``float64``, makes of them.  *language*
    ``zh`` gives the tables of Chinese books the columns and values that are printed there; raises `InvalidData` for
    the others.

    >>> print(load("four_points"))
    x1  x2  x3  target
    1   1   1   1
    1   0   0   1
    1   1   0   0
    0   0   1   0
    4 rows: 2 of class 0, 2 of class 1
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
    """Return *data*, the table called *name*, with its words in *language*."""
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
    """Return the table called *name*; raises `InvalidData` that lists the tables, or says where to get this one."""
    if name in TABLES:
        return TABLES[name]
    if name.lower() in ELSEWHERE:
        message = f"the table {name!r} is not ours to ship: {ELSEWHERE[name.lower()]} writes a file for read_csv"
        raise InvalidData(message)
    width = max(map(len, TABLES))
    listed = "".join(f"\n  {known:{width}}  {table.about}" for known, table in TABLES.items())
    raise InvalidData(f"{f'there is no table {name!r}' if name else 'give the name of a table'}; there are{listed}")
