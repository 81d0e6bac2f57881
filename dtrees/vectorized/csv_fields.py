"""Reading CSV files by arrays of bytes.

The digits of a whole column are read together, its other fields, such as ``1e5`` and ``NA``, one by one.
"""

import math
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np

from dtrees.arguments import checked
from dtrees.data import read_csv as by_the_book
from dtrees.data.constructors import MissingValues, classification_data, regression_data
from dtrees.data.dataset import Dataset, Labels, Numeric
from dtrees.data.read_csv import NumbersAs, Task, numbered_rows, stands_for_none, text_of
from dtrees.data.scaled import MACHINE, BoolArray, IntArray, Numbers, missing_among, nearest_floats, scaled
from dtrees.errors import Unsupported
from dtrees.numbers.exact import Rational, rational
from dtrees.numbers.rationals import read_decimal

POWERS: Final = 10 ** np.arange(18, dtype=np.int64)
"""So many digits fit 64 bits."""

WIDEST: Final = 23
"""The longest field, without its sign, that is read together with others."""

ZERO, POINT, MINUS, PLUS, COMMA, NEWLINE = b"0.-+,\n"


@checked
def read_csv(
    path: str | Path,
    *,
    target: str,
    task: Task = "classification",
    classes: Labels | None = None,
    numbers: NumbersAs = "decimal",
    missing: MissingValues = "refuse",
) -> Dataset:
    """Return the data of a CSV file as `dtrees.read_csv` does.

    >>> read_csv(dt.datasets.path("iris"), target="species") == dt.read_csv(dt.datasets.path("iris"), target="species")
    True
    """
    fields = fields_of(Path(path))
    exact = {target} if task == "classification" else set()
    columns: Any = {name: fields.column(name, "decimal" if name in exact else numbers) for name in fields.names}
    known = {target} if missing == "keep" else set(columns)
    if target not in columns or len(columns) == 1 or any(_has_gap(columns[name]) for name in known):
        return by_the_book.read_csv(  # which says what is wrong
            path, target=target, task=task, classes=classes, numbers=numbers, missing=missing
        )
    values = columns.pop(target)
    if task == "regression":
        return regression_data(columns, values, missing=missing)
    return classification_data(columns, values, classes=classes, missing=missing)


def _has_gap(column: Numbers | list[str | None]) -> bool:
    return None in column if isinstance(column, list) else bool(missing_among(column).any())


@attrs.frozen(eq=False)
class Fields:
    """The bytes of a CSV file behind some zeros, and the positions of the separators around its fields, row by row."""

    names: list[str]
    body: bytes
    bounds: IntArray

    def column(self, name: str, numbers: NumbersAs = "decimal") -> Numbers | list[str | None]:
        """Return the numbers of a column, or the texts where one of them is no number; None for a missing one."""
        place = self.names.index(name)
        starts, ends = self.bounds[place : -1 : len(self.names)] + 1, self.bounds[place + 1 :: len(self.names)]
        wholes, places, odd = _read_together(self.body, starts, ends)
        rows = odd.nonzero()[0]
        texts = self._texts(starts[rows], ends[rows])
        others: dict[Any, Any] = {text: read_decimal(text.strip()) for text in set(texts) if text is not None}
        with suppress(Unsupported):  # of a number beyond float64
            if None not in others.values():
                column = _over_one_unit(wholes, places, rows, [others.get(text) for text in texts])
                return column if numbers == "decimal" else nearest_floats(column)
        return self._texts(starts, ends)

    def values(self, name: str) -> list[Any]:
        """Return the values of a column: exact numbers where each value is one, else texts; None where missing."""
        column = self.column(name)
        if isinstance(column, list):
            return column
        return [None if value is None else rational(value) for value in Numeric(name, column)]

    def _texts(self, starts: IntArray, ends: IntArray) -> list[str | None]:
        fields = [self.body[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        text_of = {field: field.decode() for field in set(fields)}
        known = {field: None if stands_for_none(text) else text for field, text in text_of.items()}
        return [known[field] for field in fields]


def fields_of(path: Path) -> Fields:
    """Return the fields of a file; one without quotes is divided at its commas and line ends, as one array."""
    text = text_of(path)
    fields = None if '"' in text else _plain_fields(text)
    if fields is not None:
        return fields
    (_, names), *rows = numbered_rows(path, text)
    found = [field.encode() for _, row in rows for field in row]
    bounds = np.cumsum([WIDEST, *(len(field) + 1 for field in found)]) - 1
    return Fields(names, bytes(WIDEST) + b",".join([*found, b""]), bounds)


def _plain_fields(text: str) -> Fields | None:
    """Return the fields of a text without quotes, or None where it takes a reader of lines."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    while "\n\n" in text:
        text = text.replace("\n\n", "\n")
    text = text.removeprefix("\n") + "\n" * (not text.endswith("\n"))
    names, body = text[: text.find("\n")].split(","), bytes(WIDEST) + text.encode()
    characters = np.frombuffer(body, dtype=np.uint8)
    lines = (characters == NEWLINE).nonzero()[0]
    ends = ((characters == COMMA) | (characters == NEWLINE)).nonzero()[0]
    plain = 1 < len(set(names)) == len(names) and len(lines) > 1
    if not plain or not np.array_equal(ends[len(names) - 1 :: len(names)], lines):
        return None
    return Fields(names, body, ends[len(names) - 1 :])


def _read_together(body: bytes, starts: IntArray, ends: IntArray) -> tuple[IntArray, IntArray, BoolArray]:
    """Return fields as integers, their decimal places, and which fields are odd: not a sign, digits and a point alone.

    The characters at one place of all fields, counted from the right, are read together.  An odd field is 0 here.
    """
    lengths, sign = np.minimum(ends - starts, 255).astype(np.uint8), np.frombuffer(body, dtype=np.uint8)[starts]
    width = max(1, min(int(lengths.max()), WIDEST))
    lines = np.ndarray(len(body) - width, f"V{width}", body, strides=(1,))[ends - width]  # so many bytes a field
    table, behind = lines.view(np.uint8).reshape(-1, width)[:, ::-1].T.copy(), np.arange(width, dtype=np.uint8)[:, None]
    within = behind < lengths
    digits = within * (table - np.uint8(ZERO))
    is_point = within & (table == POINT)
    is_digit = within & (digits <= 9)  # noqa: PLR2004 (a digit)
    digits *= is_digit
    counted, points, places = (marks.sum(axis=0, dtype=np.uint8) for marks in (is_digit, is_point, is_point * behind))
    read = counted + points + ((sign == MINUS) | (sign == PLUS))
    odd = (counted == 0) | (points > 1) | (read < lengths) | digits[len(POWERS) :].any(axis=0)
    values = np.einsum("i,ij->j", POWERS[: len(digits)], digits[: len(POWERS)])  # a point counts as 0
    tens = POWERS[np.minimum(places, len(POWERS) - 1)]
    wholes = values - 9 * tens * (values // tens // 10) * (points > 0)
    wholes[sign == MINUS] *= -1
    wholes[odd] = places[odd] = 0
    return wholes, places, odd


def _over_one_unit(wholes: IntArray, places: IntArray, rows: IntArray, others: list[Rational | None]) -> Numbers:
    """Return the column of numbers ``wholes / 10**places``, but for the *others* at their *rows*."""
    least, most = int(places.min()), int(places.max())
    known = [number or 0 for number in others]
    unit = math.lcm(10**most, *[number.denominator for number in known])
    factors = np.array([unit // 10**power for power in range(least, most + 1)], dtype=object)
    read = [int(number * unit) for number in known]
    largest = max([max(1, int(np.abs(wholes).max())) * factors[0], *map(abs, read)])
    kind: Any = np.int64 if largest < MACHINE else object
    wholes = wholes.astype(kind) * factors.astype(kind)[places - least]
    wholes[rows] = read
    missing = np.zeros(len(wholes), dtype=bool)
    missing[rows] = [number is None for number in others]
    return scaled(wholes, unit, missing)
