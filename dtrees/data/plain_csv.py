"""Reading a plain CSV file with array operations: the digits of a whole column are read at once.

A plain file has no quotes, and all its rows have the same number of fields. Every other file is read by the standard
library's reader, which also words every error message. Fields with exponents, blanks or many digits are read one by
one.

A plain file has no quotes, and rows of one length.  Whatever is not plain goes to the standard library's reader, which
also words every complaint.  Fields with exponents, blanks, or many digits are read one by one.
"""

from __future__ import annotations

from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np

from dtrees.data.scaled import FLOAT_TENS, MACHINE, nearest_quotients, scaled
from dtrees.numbers.rationals import read_decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from dtrees.data.buffers import Coded
    from dtrees.data.scaled import Numbers
    from dtrees.numbers.exact import Rational

MISSING: Final = frozenset({"", "na", "nan"})
"""What stands for a missing value, in any case."""

DIGITS: Final = 18
"""So many digits fit 64 bits."""

WIDEST: Final = 2 * DIGITS
"""The longest field, without its sign, that is read together with others."""

LONGEST: Final = 131_072
"""The longest field that the standard library's reader takes."""

ZERO, POINT, MINUS, PLUS = map(ord, "0.-+")
POWERS: Final = 10 ** np.arange(DIGITS + 1, dtype=np.int64)

Places: TypeAlias = "NDArray[np.int64]"


@attrs.frozen(eq=False)
class PlainTable:
    """A CSV file, stored as its bytes and the position where each field starts and ends."""

    names: Sequence[str]
    body: bytes
    padded: NDArray[np.uint8]
    """The bytes, after so many zeros that `WIDEST` bytes end at each."""
    ends: Places
    """Where each field ends, a line a row."""

    def numbers(self, name: str, *, as_floats: bool = False) -> Numbers | None:
        """Return a column of decimals, exact or as the nearest floats; None if one of its texts is no number.

        Raises `OverflowError` for a number that has no float near it.
        """
        starts, ends = self._fields(name)
        found = _read_together(self.padded, starts, ends)
        missing = np.zeros(len(starts), dtype=bool)
        values: dict[int, Rational] = {}
        for row in found.odd.nonzero()[0].tolist():
            text = self.body[starts[row] : ends[row]].decode().strip()
            value = read_decimal(text)
            if value is not None:
                values[row] = value
            elif text.lower() in MISSING:
                missing[row] = True
            else:
                return None
        return found.nearest(values, missing) if as_floats else found.scaled(values, missing)

    def texts(self, name: str) -> Coded:
        """Return the sorted distinct texts of a column, and for each row the index of its text, -1 if missing."""
        starts, ends = self._fields(name)
        body = self.body
        fields = [body[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        text_of = {field: field.decode() for field in set(fields)}
        known = sorted(text for text in text_of.values() if text.strip().lower() not in MISSING)
        place = {text: code for code, text in enumerate(known)}
        code_of = {field: place.get(text, -1) for field, text in text_of.items()}
        return known, np.fromiter(map(code_of.__getitem__, fields), np.int64, len(fields))

    def _fields(self, name: str) -> tuple[Places, Places]:
        number, columns = self.names.index(name), len(self.names)
        ends = self.ends[number::columns].copy()
        before = self.ends[number - 1 :: columns] if number else np.append(-1, self.ends[columns - 1 : -1 : columns])
        return before[: len(ends)] + 1, ends


def plain_table(data: bytes) -> PlainTable | None:
    r"""Return the table in the bytes of a CSV file, or None if the file is not plain.

    >>> table = plain_table(b"x,y\n0.5,a\n-1e2,b\n")
    >>> table.numbers("x"), table.texts("y")
    (array([   0.5, -100. ]), (['a', 'b'], array([0, 1])))
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if b'"' in data or b"\r" in data or b"\0" in data:
        return None
    while b"\n\n" in data:
        data = data.replace(b"\n\n", b"\n")
    header, _, body = data.removeprefix(b"\n").partition(b"\n")
    try:
        names = header.decode().split(",")
        if not data.isascii():
            data.decode()
    except UnicodeDecodeError:
        return None
    if not body:
        return None
    if not body.endswith(b"\n"):
        body += b"\n"
    characters = np.frombuffer(body, dtype=np.uint8)
    ends = ((characters == ord(",")) | (characters == ord("\n"))).nonzero()[0]
    rows, rest = divmod(len(ends), len(names))
    lines = ends[len(names) - 1 :: len(names)]
    if (
        rest
        or body.count(b"\n") != rows
        or (characters[lines] != ord("\n")).any()
        or np.diff(ends, prepend=-1).max() > LONGEST
    ):
        return None
    padded = np.concatenate([np.zeros(WIDEST, np.uint8), characters])
    return PlainTable(names, body, padded, ends)


@attrs.frozen(eq=False, slots=False)
class _Digits:
    """Fields as integers over powers of ten, ``left * 10**digits + right`` over ``10**places``; *odd* ones are 0."""

    left: Places
    right: Places
    digits: Places
    negative: NDArray[np.bool_]
    places: Places
    odd: NDArray[np.bool_]

    def scaled(self, values: dict[int, Rational], missing: NDArray[np.bool_]) -> Numbers:
        """Return the column, in which the odd rows have these *values* or are *missing*."""
        most = max([int(self.places.max()), *(_places_of(value.denominator) for value in values.values())])
        wholes = self._over(most)
        known = [value.numerator * (10**most // value.denominator) for value in values.values()]
        if any(abs(whole) >= MACHINE for whole in known):
            wholes = wholes.astype(object)
        wholes[missing] = 0
        wholes[list(values)] = known
        return scaled(wholes, most, missing)

    def nearest(self, values: dict[int, Rational], missing: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return the column as float64, in which the odd rows have these *values* or are *missing*."""
        wholes = self.wholes
        if wholes.dtype != object and self.places.max() <= FLOAT_TENS:
            floats = nearest_quotients(wholes, self.places)
        else:
            pairs = zip(wholes.tolist(), self.places.tolist(), strict=True)
            floats = np.array([whole / 10**places for whole, places in pairs])
        floats[missing] = np.nan
        floats[list(values)] = list(map(float, values.values()))
        return floats + 0.0

    @cached_property
    def wholes(self) -> NDArray[Any]:
        """The integers over ``10**places``, of 64 bits where all fit."""
        if (self.left * 10.0**self.digits + self.right).max() < MACHINE:
            wholes: NDArray[Any] = self.left * POWERS.take(self.digits) + self.right
        else:
            wholes = self.left.astype(object) * POWERS.astype(object)[self.digits] + self.right
        return np.where(self.negative, -wholes, wholes)

    def _over(self, most: int) -> NDArray[Any]:
        """Return the integers over ``10**most``, of 64 bits where all fit."""
        shift, wholes = most - self.places, self.wholes
        machine = wholes.dtype != object and shift.max() <= DIGITS
        if machine and (np.abs(wholes) * 10.0**shift).max() < MACHINE:
            return wholes * POWERS.take(shift)
        powers = [10**power for power in range(int(shift.max()) + 1)]
        products = np.empty(len(wholes), dtype=object)
        products[:] = list(map(mul, wholes.tolist(), map(powers.__getitem__, shift.tolist())))
        return products


def _places_of(denominator: int) -> int:
    """Return how many decimal places a fraction of this denominator takes, which divides a power of ten."""
    twos = (denominator & -denominator).bit_length() - 1
    rest, fives = denominator >> twos, 0
    while rest > 1:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives)


def _read_together(padded: NDArray[np.uint8], starts: Places, ends: Places) -> _Digits:
    """Return the fields that are digits with a sign and a point; the others are odd.

    The fields are laid below each other, their ends aligned.  The characters of all rows at one place are read
    together: a digit is added to ten times the number on its left.
    """
    lengths = ends - starts
    sign = padded.take(starts + WIDEST)
    negative = sign == MINUS
    lengths -= negative | (sign == PLUS)
    odd = lengths > WIDEST
    width = max(int(lengths[~odd].max(initial=0)), 1)
    lengths = np.minimum(lengths, WIDEST).astype(np.uint8)
    fields = np.ndarray(len(padded) - width, dtype=f"V{width}", buffer=padded, strides=(1,))
    lines = fields[ends + (WIDEST - width)].view(np.uint8).reshape(len(ends), width)
    left, right = np.zeros(len(ends), np.int64), np.zeros(len(ends), np.int64)
    places, points, points_right = (np.zeros(len(ends), np.uint8) for _ in range(3))
    for place in range(width):
        after = width - 1 - place
        characters, within = lines[:, place] - np.uint8(ZERO), lengths > after
        digit = (characters <= 9) & within  # noqa: PLR2004 (a digit)
        part = right if after < DIGITS else left
        part *= digit * np.uint8(9) + np.uint8(1)
        part += characters * digit
        others = within & ~digit
        if others.any():
            point = others & (lines[:, place] == POINT)
            odd |= others & ~point
            points += point
            places += point * np.uint8(after)
            if after < DIGITS:
                points_right += point
    odd |= (points > 1) | (lengths - points.astype(np.int64) < 1)
    for values in (left, right, places):
        values[odd] = 0
    return _Digits(left, right, np.int64(DIGITS) - points_right, negative, places.astype(np.int64), odd)
