"""Decimals are exact: in columns, responses, weights and files, and in all that is made of them."""

from __future__ import annotations

import csv
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtrees as dt
from dtrees import Exact, InvalidData, Threshold
from dtrees.data.scaled import exact_number, nearest_floats
from dtrees.numbers.rationals import read_decimal, read_rational, write_rational
from dtrees.oracle.conventions import as_float64

if TYPE_CHECKING:
    from pathlib import Path

TENTHS = [Decimal("0.1"), Decimal("0.2"), Decimal("0.3")]


def cuts(data: dt.Dataset, learner: dt.Learner | None = None) -> list[Any]:
    """Return the thresholds of the optimal questions."""
    return [best.question.threshold for best in dt.admissible_splits(data, learner or dt.cart())]  # type: ignore[attr-defined]


def written(text: str, folder: Path) -> Path:
    """Return a file that holds *text*."""
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8")
    return path


# --- ties on paper are ties -------------------------------------------------------------------------------------


def test_a_tie_of_decimal_responses_is_a_tie() -> None:
    """.1 .2 .3: the cuts after the first and the second leave 1/200 each; as floats they differ by rounding."""
    assert cuts(dt.regression_data({"x": [1, 2, 3]}, TENTHS)) == [1.5, 2.5]
    assert cuts(dt.regression_data({"x": [1, 2, 3]}, [0.1, 0.2, 0.3])) == [1.5]


@pytest.mark.parametrize("numbers", [TENTHS, list(map(Fraction, TENTHS)), np.array(TENTHS)])
def test_a_column_of_decimals_is_cut_midway(numbers: Any) -> None:
    """At 0.15 and 0.25, exactly, whichever type the decimals are of."""
    data = dt.classification_data({"x": numbers}, ["a", "b", "a"])
    assert cuts(data) == [Fraction(3, 20), 0.25]
    assert dt.vectorized.grow(data, dt.cart()) == dt.grow(data, dt.cart())


def test_decimal_weights_add_up() -> None:
    """0.1 + 0.2 weighs what 0.3 weighs, so that the majority is a tie."""
    data = dt.classification_data({"x": [1, 1, 1]}, ["b", "b", "a"], weights=TENTHS)
    assert dt.summarize(data) == dt.ClassCounts([Fraction(3, 10), Fraction(3, 10)], ["a", "b"])
    assert dt.grow(data, dt.cart()).summary.prediction == "a"


def test_integers_beyond_float64_are_themselves() -> None:
    """2**53 + 1 is told apart from 2**53, and 10**400 is a number like any other."""
    data = dt.classification_data({"x": [2**53, 2**53 + 1, 10**400]}, ["a", "b", "a"])
    tree = dt.grow(data, dt.cart())
    assert tree == dt.vectorized.grow(data, dt.cart()) == dt.from_json(dt.to_json(tree))
    assert dt.predict(tree, data).tolist() == ["a", "b", "a"]
    assert cuts(data) == [2**53 + Fraction(1, 2), Fraction(2**53 + 1 + 10**400, 2)]
    with pytest.raises(dt.Unsupported, match="beyond the range of float64: rescale the column"):
        nearest_floats(data.features[0].values)  # type: ignore[union-attr]


def test_floats_stay_the_rationals_that_floats_are() -> None:
    """A float is no decimal: 0.1 is a little more than 1/10; equal numbers make equal data, whatever their type."""
    floats = dt.regression_data({"x": [0.1, 0.5]}, [1, 2])
    assert floats != dt.regression_data({"x": [Decimal("0.1"), 0.5]}, [1, 2])
    assert floats == dt.regression_data({"x": [Fraction(0.1), Decimal("0.5")]}, [1, 2])
    assert floats.features[0].values.dtype == np.float64  # type: ignore[union-attr]


# --- files ------------------------------------------------------------------------------------------------------


def test_a_file_holds_decimals_or_float64(tmp_path: Path) -> None:
    """The text 0.1 is 1/10, unless the caller asks for what a float64 program reads."""
    file = written("x,y\n1,0.1\n2,.2\n3,3e-1\n", tmp_path)
    exact = dt.read_csv(file, target="y", task="regression")
    assert exact == dt.regression_data({"x": [1, 2, 3]}, TENTHS)
    read = dt.read_csv(file, target="y", task="regression", numbers="float64")
    assert read == dt.regression_data({"x": [1, 2, 3]}, [0.1, 0.2, 0.3])
    with pytest.raises(InvalidData, match="numbers"):
        dt.read_csv(file, target="y", numbers="float32")  # type: ignore[arg-type]


def test_exercise_5_2_has_short_alphas() -> None:
    """[LIHANG2 exercise 5.2]: a table of two decimals."""
    sequence = dt.pruning_sequence(dt.grow(dt.datasets.load("regression"), dt.cart()))
    assert [str(member.alpha) for member in sequence[:4]] == ["0", "8/625", "9/200", "363/5000"]
    assert max(len(str(member.alpha)) for member in sequence) < 16


@pytest.mark.parametrize("write", [dt.render_text, dt.to_dot, dt.to_json, dt.to_html])
def test_a_cut_between_4_76_and_4_80_is_4_78(write: Any) -> None:
    """In each text; pictures print it as these do."""
    data = dt.classification_data({"x": [Decimal("4.76"), Decimal("4.80")]}, ["a", "b"])
    tree = dt.grow(data, dt.cart())
    text = write(dt.pruning_sequence(tree) if write is dt.to_html else tree)
    assert "4.78" in text
    assert "4.779" not in text
    assert "4.7800" not in text


# --- by array ---------------------------------------------------------------------------------------------------


def word(random: np.random.Generator) -> str:
    """Return a text of a file: mostly a number with a sign, a point, an exponent or blanks, seldom none."""

    def digits(least: int, most: int) -> str:
        return "".join(map(str, random.integers(0, 10, random.integers(least, most + 1)).tolist()))

    odd = ["", " ", "NA", "nan", ".", "e5", "1e", "--1", "1.2.3", "inf", "1_0", "٣", "+", "é", "1e400", '"1,2"', "a b"]
    if random.random() < 0.05:
        return odd[random.integers(len(odd))]
    number = [
        digits(1, 4),
        digits(0, 3) + "." + digits(1, 5),
        digits(1, 3) + ".",
        "0" * int(random.integers(1, 30)) + digits(1, 2),
        f"{digits(1, 2)}.{digits(0, 2)}e{random.integers(-20, 20)}",
        digits(10, 25) + "." + digits(1, 25),
        digits(17, 19),
        digits(30, 70),
        repr(float(random.normal())),
    ][random.integers(9)]
    return f"{['', '-', '+'][random.integers(3)]}{number}{' ' * (random.random() < 0.05)}"


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.campaign) for first in (100, 200, 300))])
def test_a_plain_file_is_read_as_line_by_line(first: int, tmp_path: Path) -> None:
    """By arrays of bytes, and by the standard library's reader, to the same data or the same complaint."""
    for seed in range(first, first + 100):
        random = np.random.default_rng(seed)
        rows = [[word(random), word(random), str(random.integers(2))] for _ in range(random.integers(1, 6))]
        file = written("\n".join(["a,b,y", *map(",".join, rows)]) + "\n" * int(random.integers(3)), tmp_path)
        options: list[dict[str, Any]] = [
            {},
            {"missing": "keep"},
            {"missing": "keep", "numbers": "float64"},
            {"missing": "keep", "target": "b", "task": "regression"},
        ]
        for option in options:
            found = outcome(dt.read_csv, file, option)
            assert outcome(dt.vectorized.read_csv, file, option) == found
            with patch("dtrees.vectorized.csv_fields._plain_fields", return_value=None):
                assert outcome(dt.vectorized.read_csv, file, option) == found
        fields = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
        if {len(row) for row in fields} == {3}:
            columns = [by_value(list(texts)) for texts in zip(*fields[1:], strict=True)]
            data = dt.classification_data({"a": columns[0], "b": columns[1]}, columns[2], missing="keep")
            assert outcome(dt.read_csv, file, {"missing": "keep"}) == repr(data)


def by_value(texts: list[str]) -> list[Any]:
    """Return the numbers that the texts are, read one by one, or the texts where one is no number."""
    known = [None if text.strip().lower() in {"", "na", "nan"} else text for text in texts]
    numbers = [text if text is None else read_decimal(text.strip()) for text in known]
    return numbers if numbers.count(None) == known.count(None) else known


def outcome(read: Any, file: Path, options: dict[str, Any]) -> str:
    """Return the data that is read as text, or the complaint."""
    try:
        return repr(read(file, **{"target": "y"} | options))
    except InvalidData as error:
        return str(error)


def test_a_column_has_one_form_however_its_numbers_are_given(tmp_path: Path) -> None:
    """So equal columns are equal, of one hash, and of as few places as there can be; rows of it likewise."""
    read = dt.read_csv(written("x,y\n0.10,a\n0.250,a\n1e0,a\n", tmp_path), target="y").features[0]
    given = dt.Numeric("x", [Fraction(1, 10), Decimal("0.25"), 1])
    assert read == given
    assert hash(read) == hash(given)
    assert repr(read) == repr(given)
    assert read.values.tolist() == [Fraction(1, 10), Fraction(1, 4), 1]
    some = read.take([1, 2])
    assert some == dt.Numeric("x", [0.25, 1.0])
    assert some.values.dtype == np.float64
    assert read.take([0, 2]) == dt.Numeric("x", [Decimal("0.1"), 1])


@pytest.mark.parametrize("digits", [10, 40, 53, 54, 59, 62])
def test_a_file_read_as_float64_has_the_float_nearest_to_each_decimal(digits: int, tmp_path: Path) -> None:
    """Also of integers that have no float64, and where the quotient is nearly midway between two floats."""
    random = np.random.default_rng(digits)
    wholes, places = random.integers(-(2**digits), 2**digits, 2000), random.integers(0, 23, 2000)
    midway = [Fraction(float(value)) + Fraction(float(np.spacing(value))) / 2 for value in random.random(2000)]
    decimals = [Fraction(whole, 10**power) for whole, power in zip(wholes.tolist(), places.tolist(), strict=True)]
    decimals += [Fraction(int(value * 10**17) + one, 10**17) for value in midway for one in (0, 1)]
    texts = list(map(write_rational, decimals))
    file = written("\n".join(["x,y", *(f"{text},{text}" for text in texts)]), tmp_path)
    options: Any = {"target": "y", "task": "regression"}
    read, exact = dt.read_csv(file, numbers="float64", **options), dt.read_csv(file, **options)
    assert dt.vectorized.read_csv(file, numbers="float64", **options) == read
    assert dt.vectorized.read_csv(file, **options) == exact
    assert list(exact.target) == decimals
    assert as_float64(exact) == read
    assert list(read.features[0]) == list(map(float, texts)) == list(map(float, decimals))


# --- nothing is lost --------------------------------------------------------------------------------------------

DECIMALS = st.decimals(min_value=-10, max_value=10, places=1) | st.fractions(
    min_value=-2, max_value=2, max_denominator=6
)


@st.composite
def decimal_data(draw: st.DrawFn) -> dt.Dataset:
    """Return a small table of decimals, weights among them."""
    rows = draw(st.integers(2, 7))
    columns = {name: draw(st.lists(DECIMALS, min_size=rows, max_size=rows)) for name in "xy"}
    weight = st.decimals(min_value=Decimal("0.1"), max_value=1, places=1)
    weights = draw(st.none() | st.lists(weight, min_size=rows, max_size=rows))
    if draw(st.booleans()):
        labels = draw(st.lists(st.sampled_from("abc"), min_size=rows, max_size=rows))
        return dt.classification_data(columns, labels, weights=weights)
    return dt.regression_data(columns, draw(st.lists(DECIMALS, min_size=rows, max_size=rows)), weights=weights)


@given(decimal_data(), st.sampled_from(["midpoint", "observed", "each"]), st.sampled_from([0, Decimal("0.3")]))
def test_the_fast_road_and_json_keep_decimals(data: dt.Dataset, numbers: Any, limit: Any) -> None:
    """Equal trees, with limits that are decimals too; and a tree comes back from JSON and pickle as it was."""
    questions = dt.Questions(numbers=numbers)
    stopping = dt.Stopping(min_gain=Fraction(limit), min_leaf=Fraction(limit))
    tree = dt.grow(data, learner := dt.Learner(questions=questions, stopping=stopping))
    assert dt.vectorized.grow(data, learner) == tree
    for rows in (data, as_float64(data)):
        assert dt.vectorized.predict(tree, rows).tolist() == dt.predict(tree, rows).tolist()
    assert dt.from_json(dt.to_json(tree)) == tree == pickle.loads(pickle.dumps(tree))  # noqa: S301 (our own)
    assert pickle.loads(pickle.dumps(data)) == data  # noqa: S301 (our own)
    assert eval(repr(tree), vars(dt) | {"Decimal": Decimal, "Fraction": Fraction}) == tree  # noqa: S307 (our own)


@given(st.fractions(max_denominator=10**6) | st.floats(allow_nan=False, allow_infinity=False))
def test_what_is_written_of_a_rational_is_that_rational(value: Any) -> None:
    """Also of a float, whose decimal ends."""
    assert read_rational(write_rational(value)) == value
    assert exact_number(value) == value


@pytest.mark.parametrize("text", ["", "x", "1/2", "0x1", "1_000", "1e5000", "nan", "inf", "1 2", "٣"])
def test_what_is_no_decimal_is_not_read(text: str) -> None:
    """Nor a number of more than four thousand digits."""
    assert read_decimal(text) is None


def test_the_midpoint_of_floats_is_a_float() -> None:
    """Of 1 and the next float it is 1, whatever else the column holds; of decimals it is exact."""
    above = float(np.nextafter(1, 2))
    assert cuts(dt.classification_data({"x": [1.0, above]}, ["a", "b"])) == [1.0]
    among_others = dt.classification_data({"x": [Fraction(1, 3), 1, Fraction(above)]}, ["a", "b", "a"])
    assert cuts(among_others) == [Fraction(2, 3), 1.0]
    assert Threshold("x", Decimal("0.5")) == Threshold("x", 0.5)
    assert str(Exact(Fraction(Threshold("x", Decimal("0.1")).threshold))) == "1/10"
