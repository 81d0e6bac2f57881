"""Exact numbers: arithmetic, text, hash, order and correct rounding, each against a second way of computing it."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dtrees import ClassCounts, Exact, InvalidData, Quotient, Undecided, entropy
from dtrees.numbers.coprime import E
from dtrees.numbers.exact import LOG2_E
from dtrees.numbers.logarithms import scaled_log2, scaled_sum
from dtrees.numbers.quotient import of_largest

MERSENNE = 2**61 - 1
BILLION = 10**9 + 7
NINE = 998_244_353
TEN = 1_000_000_009
"""Four primes that trial division leaves unfactored in a product."""

SIXTY = Fraction(1, 10**60)

fractions = st.fractions(max_denominator=50, min_value=-50, max_value=50)
arguments = st.integers(2, 60) | st.sampled_from([MERSENNE, BILLION, MERSENNE * BILLION, NINE * TEN, NINE * MERSENNE])
combinations_ = st.lists(st.tuples(fractions, arguments), max_size=4)


@cache
def log2_enclosure(number: int, bits: int = 400) -> tuple[Fraction, Fraction]:
    """Return rationals around log2(number), by repeated squaring in integers: no logarithm is called."""
    precision = 2 * bits + 20
    whole = number.bit_length() - 1
    one = 1 << precision
    low = high = (number << precision) >> whole
    if number << precision != low << whole:
        high += 1
    numerator = 0
    for _ in range(bits):
        low, high = low * low // one, -(-high * high // one)
        bit = low >= 2 * one
        assert bit or high < 2 * one, "the enclosure is too wide: raise the precision"
        if bit:
            low, high = low // 2, -(-high // 2)
        numerator = 2 * numerator + bit
    return whole + Fraction(numerator, 2**bits), whole + Fraction(numerator + 1, 2**bits)


def enclosure(terms: list[tuple[Fraction, int]]) -> tuple[Fraction, Fraction]:
    """Return rationals around the sum of coefficient * log2(argument)."""
    low = high = Fraction(0)
    for coefficient, argument in terms:
        power_of_two = argument & (argument - 1) == 0
        ends = (Fraction(argument.bit_length() - 1),) * 2 if power_of_two else log2_enclosure(argument)
        products = [coefficient * end for end in ends]
        low, high = low + min(products), high + max(products)
    return low, high


def combine(terms: list[tuple[Fraction, int]]) -> Exact:
    """Return the same sum as an `Exact`."""
    return sum((Exact.log2(argument) * coefficient for coefficient, argument in terms), start=Exact(0))


def below(number: Exact, digits: int) -> Fraction:
    """Return the largest multiple of 10**-digits below an irrational logarithm of a small integer."""
    ((base, coefficient),) = number.terms
    assert coefficient == 1
    low, high = (math.floor(end * 10**digits) for end in log2_enclosure(base))
    assert low == high
    return Fraction(low, 10**digits)


# --- making and arithmetic --------------------------------------------------------------------------------------


def test_a_float_is_the_rational_that_it_is() -> None:
    """0.1 is 3602879701896397/36028797018963968, not 1/10."""
    assert Exact(0.1).as_fraction() == Fraction(0.1) != Fraction(1, 10)
    assert Exact(0.5) == Fraction(1, 2)
    assert Exact(5e-324).as_fraction() == Fraction(1, 2**1074)


def test_a_truth_value_is_the_integer_that_it_is() -> None:
    """True counts as 1, and prints as 1."""
    assert str(Exact(True)) == "1"  # noqa: FBT003


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_nan_and_infinity_are_no_exact_numbers(value: float) -> None:
    """The message names the value and asks for a finite one."""
    with pytest.raises(InvalidData, match=r"is no number that can be exact: give a finite value"):
        Exact(value)


@pytest.mark.parametrize("value", [0, -3, Fraction(-1, 2)])
def test_only_positive_rationals_have_logarithms(value: Fraction) -> None:
    """log2(0) and log2(-3) are refused by name."""
    with pytest.raises(InvalidData, match=r"log2\(.*\) does not exist: give a positive rational"):
        Exact.log2(value)


def test_the_logarithm_of_two_is_one() -> None:
    """Rationals are the multiples of log2(2)."""
    assert Exact.log2(2) == 1
    assert Exact.log2(1024) == 10
    assert Exact.log2(1) == 0
    assert Exact.log2(Fraction(1, 8)) == -3


def test_logarithms_of_products_are_sums() -> None:
    """log2(9/8) = 2 log2(3) - 3; log2(360) = 3 + 2 log2(3) + log2(5)."""
    assert str(Exact.log2(Fraction(9, 8))) == "-3 + 2*log2(3)"
    assert Exact.log2(360) == 3 + 2 * Exact.log2(3) + Exact.log2(5)


@given(fractions, fractions)
def test_rational_numbers_calculate_as_fractions_do(a: Fraction, b: Fraction) -> None:
    """+, -, *, /, negation and absolute value agree with `fractions.Fraction`."""
    one, two = Exact(a), Exact(b)
    assert (one + two).as_fraction() == a + b
    assert (one - two).as_fraction() == a - b
    assert (one * two).as_fraction() == a * b
    assert (-one).as_fraction() == -a
    assert abs(one).as_fraction() == abs(a)
    assert bool(one) == bool(a)
    if b:
        assert (one / two).as_fraction() == a / b


@given(combinations_, combinations_, fractions)
def test_exact_numbers_are_a_vector_space_over_the_rationals(
    one: list[tuple[Fraction, int]], two: list[tuple[Fraction, int]], factor: Fraction
) -> None:
    """Addition commutes, subtraction undoes it, scaling distributes over it, division undoes scaling."""
    a, b = combine(one), combine(two)
    assert a + b == b + a == combine([*two, *one])
    assert a + b - b == a
    assert (a + b) * factor == factor * a + b * factor
    assert a - a == 0
    assert not a - a
    if factor:
        assert a * factor / factor == a


def test_numbers_mix_with_integers_fractions_and_floats_on_either_side() -> None:
    """2 - x, 0.5 + x, x * 1/3 and their mirrors."""
    x = Exact.log2(3)
    assert 2 - x == -(x - 2)
    assert 0.5 + x == x + Fraction(1, 2)
    assert Fraction(1, 3) * x == x / 3
    assert sum([x, x], start=Exact(1)) == 2 * x + 1
    assert sum([x, x]) == 2 * x


def test_a_product_of_two_logarithms_is_refused() -> None:
    """log2(3) log2(5) is no rational combination of logarithms; the message points to Quotient for quotients."""
    with pytest.raises(InvalidData, match=r"log2\([35]\) is not rational: .*Quotient"):
        Exact.log2(3) * Exact.log2(5)
    with pytest.raises(InvalidData, match=r"log2\(5\) is not rational: .*Quotient"):
        Exact.log2(3) / Exact.log2(5)


def test_division_by_zero_is_named() -> None:
    """Dividing by 0, 0.0 or an Exact zero raises ZeroDivisionError."""
    for zero in (0, 0.0, Exact(0), Exact.log2(3) - Exact.log2(3)):
        with pytest.raises(ZeroDivisionError, match=r"log2\(3\) cannot be divided by zero"):
            Exact.log2(3) / zero


def test_only_rationals_become_fractions() -> None:
    """A number in which a logarithm is left says so."""
    assert not Exact.log2(3).is_rational
    assert (Exact.log2(6) - Exact.log2(3)).is_rational
    with pytest.raises(InvalidData, match=r"log2\(3\) is not rational"):
        Exact.log2(3).as_fraction()


def test_exact_numbers_are_frozen() -> None:
    """Neither `Exact` nor `Quotient` takes an assignment."""
    for number, field in ((Exact(1), "terms"), (Quotient(Exact(1)), "numerator")):
        with pytest.raises(AttributeError):
            setattr(number, field, 2)


# --- text -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Exact(0), "0"),
        (Exact(-7), "-7"),
        (Exact(3) / 7, "3/7"),
        (2 - Exact.log2(3) * Fraction(3, 4), "2 - 3/4*log2(3)"),
        (-Exact.log2(3), "-log2(3)"),
        (-Exact.log2(3) * Fraction(1, 2) + Exact.log2(5), "-1/2*log2(3) + log2(5)"),
        (Exact.log2(MERSENNE * BILLION), f"log2({MERSENNE * BILLION})"),
    ],
)
def test_text_is_terms_by_ascending_base(number: Exact, text: str) -> None:
    """`str` prints them, `repr` the expression that makes the number, and the text parses back."""
    assert str(number) == f"{number}" == text
    assert repr(number) == f"Exact('{text}')"
    assert Exact(text) == number


@given(st.fractions())
def test_a_rational_prints_as_its_fraction(value: Fraction) -> None:
    """`str` of a rational Exact is what `fractions.Fraction` prints."""
    assert str(Exact(value)) == str(value)


@given(combinations_)
def test_text_and_repr_make_the_number_again(terms: list[tuple[Fraction, int]]) -> None:
    """Exact(str(x)) == x and eval(repr(x)) == x."""
    number = combine(terms)
    assert Exact(str(number)) == number
    assert eval(repr(number)) == number  # noqa: S307 (the text is our own)


@given(combinations_)
def test_pickle_and_copies_keep_the_number(terms: list[tuple[Fraction, int]]) -> None:
    """Pickle, copy and deepcopy give an equal number, for quotients too."""
    number = combine(terms)
    for value in (number, Quotient(number, Exact.log2(7))):
        assert pickle.loads(pickle.dumps(value)) == copy.copy(value) == copy.deepcopy(value) == value  # noqa: S301


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (" 3/7 ", Exact(3) / 7),
        ("2-3/4*log2(3)", 2 - Exact.log2(3) * Fraction(3, 4)),
        ("+1", Exact(1)),
        ("-1 - 1", Exact(-2)),
        ("log2(6)", 1 + Exact.log2(3)),
        ("1/2 + 1/2", Exact(1)),
        ("log2(4) + log2(3) - log2(3)", Exact(2)),
    ],
)
def test_text_needs_no_normal_form(text: str, number: Exact) -> None:
    """Spaces, repeated terms and composite bases are read as what they mean."""
    assert Exact(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "x", "1/0", "3/", "0.5", "1e3", "log2(0)", "log2(-3)", "log2(3", "3log2(3)", "*log2(3)", "3*",
        "1 +", "+", "--1", "1 2", "log2(3)*2", "2*3", "nan", "log3(2)",
    ],
)  # fmt: skip
def test_text_that_is_no_number_is_refused_with_an_example(text: str) -> None:
    """The message quotes the text and shows the form."""
    with pytest.raises(InvalidData, match=r"is not an exact number: write it like '3/7' or '2 - 3/4\*log2\(3\)'"):
        Exact(text)


# --- hash -------------------------------------------------------------------------------------------------------


@given(st.fractions() | st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_equal_numbers_of_different_types_hash_alike(value: Fraction | float) -> None:
    """An Exact stands for the equal int, Fraction and float in sets and dictionaries."""
    assert Exact(value) == value
    assert hash(Exact(value)) == hash(value)
    assert {value: "found"}[Exact(value)] == "found"  # type: ignore[index]  # equal keys of different types


def test_one_number_over_different_bases_hashes_alike() -> None:
    """log2(pq) and log2(p) + log2(q) have different terms for unfactored p and q, and one hash."""
    whole, parts = Exact.log2(MERSENNE * BILLION), Exact.log2(MERSENNE) + Exact.log2(BILLION)
    assert whole.terms != parts.terms
    assert whole == parts
    assert hash(whole) == hash(parts)
    assert hash(Exact.log2(NINE**2)) == hash(2 * Exact.log2(NINE))


def test_numbers_too_large_for_a_float_have_a_hash() -> None:
    """N(t) times an entropy can exceed every float64; it is hashable like any other number."""
    huge = Exact.log2(3) * 10**400
    assert hash(huge) == hash(Exact.log2(9) * 10**400 / 2)


def test_an_exact_number_is_no_text_and_no_infinity() -> None:
    """Comparing for equality with foreign values is False, not an error."""
    assert Exact(1) != "1"
    assert Exact(1) != math.inf
    assert Exact(1) != math.nan  # noqa: PLW0177 (the comparison is under test)
    assert Exact(1) is not None


def test_an_exact_number_is_not_ordered_against_text() -> None:
    """Exact < str is a TypeError, as for Python's own numbers."""
    wrong: Any = "2"
    with pytest.raises(TypeError):
        _ = Exact(1) < wrong


def test_an_exact_number_does_not_add_to_text() -> None:
    """Exact + str is a TypeError, as for Python's own numbers, also where the text reads as a number."""
    wrong: Any = "2"
    with pytest.raises(TypeError):
        _ = Exact(1) + wrong


def test_every_number_lies_between_the_infinities() -> None:
    """As a Fraction does, an Exact compares with float infinities."""
    assert Exact(1) < math.inf
    assert Exact.log2(3) > -math.inf


# --- order ------------------------------------------------------------------------------------------------------


def test_a_difference_of_1e_60_from_a_rational_is_decided() -> None:
    """log2(3) lies above its 60-digit truncation and below the next 60-digit decimal."""
    log3 = Exact.log2(3)
    truncated = below(log3, 60)
    assert truncated < log3 < truncated + SIXTY
    assert 0 < log3 - truncated < SIXTY
    assert log3 != truncated
    assert (truncated - log3).sign() == -1
    assert max(log3, Exact(truncated)) is log3


@pytest.mark.parametrize("digits", [60, 200, 1000])
def test_differences_far_below_any_float_are_decided(digits: int) -> None:
    """The order of log2(3) and its truncation at 60, 200 and 1000 digits is right."""
    bits = digits * 4
    low, high = (math.floor(end * 10**digits) for end in log2_enclosure(3, bits))
    assert low == high
    assert Fraction(low, 10**digits) < Exact.log2(3) < Fraction(low + 1, 10**digits)


def test_combinations_of_logarithms_that_differ_by_1e_60_are_decided() -> None:
    """Two sums of logarithms and rationals whose difference is below 1e-60 are ordered as their remainders are."""
    log3, log5 = Exact.log2(3), Exact.log2(5)
    rest3 = log2_enclosure(3)[0] - below(log3, 60)
    rest5 = log2_enclosure(5)[0] - below(log5, 60)
    assert abs(rest3 - rest5) > Fraction(1, 10**62)
    one, two = log3 + below(log5, 60), log5 + below(log3, 60)
    assert abs(one - two) < SIXTY
    assert (one > two) == (rest3 > rest5)
    assert (one < two) == (rest3 < rest5)
    thirteenth = (log3 * 3 - log5 * Fraction(5, 7) + Exact.log2(11)) / 13
    assert thirteenth + SIXTY > thirteenth
    assert thirteenth - SIXTY / 10**100 < thirteenth


def test_a_large_coefficient_amplifies_a_tiny_difference_rightly() -> None:
    """10**60 (log2(3) - truncation) lies strictly between 0 and 1, and is 0.9 at the next digits' rate."""
    log3 = Exact.log2(3)
    scaled = (log3 - below(log3, 60)) * 10**60
    next_digit = below(log3, 61) - below(log3, 60)
    assert next_digit * 10**60 <= scaled < next_digit * 10**60 + Fraction(1, 10)


def test_ties_hidden_under_different_factorisations_are_ties() -> None:
    """log2(6) + log2(35) = log2(10) + log2(21) = log2(14) + log2(15) = log2(210)."""
    sums = [
        Exact.log2(6) + Exact.log2(35),
        Exact.log2(10) + Exact.log2(21),
        Exact.log2(14) + Exact.log2(15),
        Exact.log2(210),
    ]
    assert len(set(sums)) == 1
    assert all(one == two and not one < two and not one > two for one in sums for two in sums)
    assert all((one - two).sign() == 0 for one in sums for two in sums)


def test_ties_hidden_under_unfactored_cofactors_are_ties() -> None:
    """log2(pq) + log2(rs) = log2(pr) + log2(qs) for primes too large to be found by trial division."""
    p, q, r, s = MERSENNE, BILLION, NINE, TEN
    one = Exact.log2(p * q) + Exact.log2(r * s)
    two = Exact.log2(p * r) + Exact.log2(q * s)
    assert one == two
    assert hash(one) == hash(two)
    assert (one - two).sign() == 0
    assert one <= two
    assert one >= two
    assert one - two == 0
    assert (one - two).is_rational
    assert one / 3 + Exact.log2(6) == 1 + Exact.log2(3) + two / 3


def test_near_ties_under_unfactored_cofactors_are_no_ties() -> None:
    """log2(pq) + log2(rs) < log2(pr) + log2(qs + 1): a relative difference of 1e-18 in one argument."""
    p, q, r, s = MERSENNE, BILLION, NINE, TEN
    one = Exact.log2(p * q) + Exact.log2(r * s)
    two = Exact.log2(p * r) + Exact.log2(q * s + 1)
    assert one != two
    assert one < two
    assert (one - two).sign() == -1


def test_powers_hidden_in_large_arguments_are_ties() -> None:
    """log2(p**6) = 2 log2(p**3) = 3 log2(p**2) for a large prime p, and log2(p**2 q) / log2(p q**2) mix."""
    p, q = MERSENNE, BILLION
    assert Exact.log2(p**6) == 2 * Exact.log2(p**3) == 3 * Exact.log2(p**2)
    assert Exact.log2(p**2 * q) + Exact.log2(p * q**2) == 3 * Exact.log2(p * q)
    assert Exact.log2(p**2 * q) - Exact.log2(p * q) == Exact.log2(p)


def test_entropies_of_float_weights_tie_exactly() -> None:
    """Weights such as 0.1 bring integers of 55 bits; permuted and doubled weights still have the very same entropy."""
    weights = (0.1, 0.7, 1e-3, 12.3)
    whole = entropy(ClassCounts(weights))
    assert whole == entropy(ClassCounts(weights[::-1]))
    assert hash(whole) == hash(entropy(ClassCounts(weights[::-1])))
    assert whole == entropy(ClassCounts([2 * weight for weight in weights]))
    assert whole != entropy(ClassCounts((0.1, 0.7, 1e-3, math.nextafter(12.3, 13))))


def test_the_grouping_identity_of_entropy_holds_for_float_weights() -> None:
    """H(a, b, c) = H(a + b, c) + (a + b) / N H(a, b), an identity between sums of logarithms of huge integers."""
    a, b, c = Fraction(0.1), Fraction(0.37), Fraction(1e-5)
    inner = entropy(ClassCounts((a, b))) * (a + b) / (a + b + c)
    assert entropy(ClassCounts((a, b, c))) == entropy(ClassCounts((a + b, c))) + inner


def test_weights_of_a_thousand_bits_are_compared() -> None:
    """Weights 1e300 and 1e-300 give arguments of two thousand bits; the entropy is positive and tiny."""
    number = entropy(ClassCounts((1e300, 1e-300)))
    assert 0 < number < Fraction(1, 10**590)
    assert number == entropy(ClassCounts((1e-300, 1e300)))


@given(combinations_, combinations_, combinations_)
@example([(Fraction(1), 4)], [(Fraction(2), 2)], [])
def test_the_order_is_total_and_fits_addition(
    one: list[tuple[Fraction, int]], two: list[tuple[Fraction, int]], three: list[tuple[Fraction, int]]
) -> None:
    """Exactly one of <, =, > holds; the order is transitive; adding a number to both sides keeps it."""
    a, b, c = combine(one), combine(two), combine(three)
    assert [a < b, a == b, a > b].count(True) == 1
    assert (a <= b) == (a < b or a == b)
    assert (a >= b) == (b <= a)
    assert (a < b) == (b > a) == (-b < -a) == (a + c < b + c) == ((a - b).sign() < 0)
    low, middle, high = sorted((a, b, c))
    assert low <= middle <= high
    assert low <= high


@given(combinations_)
@example([(Fraction(1), 3), (Fraction(-19, 12), 2)])
def test_sign_and_float_agree_with_integer_arithmetic(terms: list[tuple[Fraction, int]]) -> None:
    """`sign` and the correctly rounded `float` are those of an enclosure found without any logarithm function."""
    number = combine(terms)
    low, high = enclosure(terms)
    assert number.sign() == 0 if number == 0 else number.sign() == (low > 0) - (high < 0)
    if number != 0:
        assert float(low) == float(high) == float(number)


def test_float_is_correctly_rounded_where_terms_cancel() -> None:
    """log2(3) minus its truncation at 80 digits rounds to the float nearest to the true 1e-81, not to noise."""
    log3 = Exact.log2(3)
    difference = log3 - below(log3, 80)
    low, high = (end - below(log3, 80) for end in log2_enclosure(3, 600))
    assert float(difference) == float(low) == float(high) != 0.0


def test_a_positive_number_below_every_float_rounds_to_plus_zero() -> None:
    """An entropy of 1e-597 is printed as 0.0, not as -0.0."""
    assert math.copysign(1.0, float(entropy(ClassCounts((1e300, 1e-300))))) == 1.0


@given(st.fractions())
def test_floats_of_rationals_are_those_of_fractions(value: Fraction) -> None:
    """A rational rounds as Python rounds it: nearest, ties to even."""
    assert float(Exact(value)) == float(value)


def test_halfway_rationals_round_to_even() -> None:
    """2**53 + 1 lies midway between two floats, and goes to the even one; 2**53 + 3 up."""
    assert float(Exact(2**53 + 1)) == 2.0**53
    assert float(Exact(2**53 + 3)) == 2.0**53 + 4


@given(combinations_, st.sampled_from([5, 30, 100]))
def test_bounds_enclose_the_number(terms: list[tuple[Fraction, int]], digits: int) -> None:
    """The rational enclosure at few digits overlaps the one found without logarithms, and is as narrow as it says."""
    number = combine(terms)
    low, high = number.bounds(digits)
    below_it, above_it = enclosure(terms)
    assert low <= above_it
    assert below_it <= high
    assert low <= number <= high
    magnitude = sum((abs(coefficient) * argument.bit_length() for coefficient, argument in terms), start=Fraction(0))
    assert high - low <= (4 * len(terms) + 6) * magnitude / Fraction(10) ** (digits - 1)


@pytest.mark.parametrize(
    ("number", "spec", "text"),
    [
        (Exact.log2(3), ".3f", "1.585"),
        (Exact(1) / 3, ".4f", "0.3333"),
        (Exact(Fraction(1, 16)), ".3f", "0.062"),
        (Exact(Fraction(3, 16)), ".3f", "0.188"),
        (-Exact.log2(5), ".2f", "-2.32"),
        (Exact(0), ".3f", "0.000"),
        (Exact(1), "", "1"),
    ],
)
def test_format_rounds_the_exact_value(number: Exact, spec: str, text: str) -> None:
    """As many decimals as asked, ties to even, and the exact text for an empty specification."""
    assert format(number, spec) == text


def test_format_is_right_where_terms_cancel() -> None:
    """log2(3) minus its truncation at 80 digits prints as its own leading digits, not as noise of another sign."""
    log3 = Exact.log2(3)
    difference = log3 - below(log3, 80)
    assert f"{difference:.3g}" == f"{float(difference):.3g}"


def test_format_rounds_once() -> None:
    """1/2 + 1e-60 lies above the tie: it rounds up to 1, however few digits are asked for."""
    assert f"{Exact(Fraction(1, 2) + SIXTY):.0f}" == "1"


# --- quotients --------------------------------------------------------------------------------------------------


def test_proportional_numbers_have_a_rational_quotient() -> None:
    """log2(9) / log2(3) = 2: it equals, hashes and prints as 2."""
    two = Quotient(Exact.log2(9), Exact.log2(3))
    assert two == 2 == Exact(2)
    assert two.is_rational
    assert hash(two) == hash(2)
    assert str(two) == "2"
    assert float(two) == 2.0


def test_proportions_hidden_under_unfactored_cofactors_are_found() -> None:
    """log2((pq)**3) / (log2(p) + log2(q)) = 3 for large primes p and q."""
    quotient = Quotient(Exact.log2((MERSENNE * BILLION) ** 3), Exact.log2(MERSENNE) + Exact.log2(BILLION))
    assert quotient == 3
    assert quotient.is_rational
    assert quotient == Quotient(Exact.log2(NINE**3 * TEN**3), Exact.log2(NINE * TEN))


def test_equal_quotients_with_no_common_term_are_equal() -> None:
    """log2(9) / log2(25) = log2(3) / log2(5), with equal hashes; the inverse differs."""
    one = Quotient(Exact.log2(9), Exact.log2(25))
    two = Quotient(Exact.log2(3), Exact.log2(5))
    assert one == two
    assert hash(one) == hash(two)
    assert one.compare(two) == 0
    assert one <= two
    assert one != Quotient(Exact.log2(5), Exact.log2(3))


def test_a_zero_denominator_is_refused() -> None:
    """A denominator that is zero only after cancelling is zero too."""
    for zero in (Exact(0), Exact.log2(6) - Exact.log2(2) - Exact.log2(3)):
        with pytest.raises(ZeroDivisionError, match=r"1 cannot be divided by zero"):
            Quotient(Exact(1), zero)


def test_a_negative_denominator_changes_both_signs() -> None:
    """a / -b = -a / b."""
    assert Quotient(Exact.log2(3), -Exact.log2(5)) == Quotient(-Exact.log2(3), Exact.log2(5))
    assert Quotient(Exact.log2(3), -Exact.log2(5)) < 0
    assert Quotient(Exact(1), Exact(-2)) == Fraction(-1, 2)


def test_quotients_order_against_numbers() -> None:
    """A quotient compares with int, Fraction and Exact: 1 < log2(5)/log2(3) < 3/2 < log2(3)."""
    quotient = Quotient(Exact.log2(5), Exact.log2(3))
    assert quotient > 1
    assert quotient < Fraction(3, 2)
    assert quotient < Exact.log2(3)
    assert Quotient(Exact.log2(3)) == Exact.log2(3)
    assert hash(Quotient(Exact.log2(3))) == hash(Exact.log2(3))


def test_quotients_equal_floats_as_exact_numbers_do() -> None:
    """Equality is transitive: Quotient(1) = Exact(1) and Exact(1) = 1.0, so Quotient(1) = 1.0."""
    half = Quotient(Exact(1), Exact(2))
    assert half == Exact(0.5)
    assert Exact(0.5) == 0.5
    assert half == 0.5


def test_a_quotient_is_false_where_it_is_zero() -> None:
    """As every number of Python's, and as Exact."""
    zero: Any = Quotient(Exact(0), Exact.log2(3))
    one: Any = Quotient(Exact(1), Exact.log2(3))
    assert not Exact(0)
    assert not zero
    assert one


def test_quotients_are_no_text() -> None:
    """Equality with foreign values is False; order is a TypeError."""
    wrong: Any = "1"
    assert Quotient(Exact(1)) != wrong
    with pytest.raises(TypeError):
        _ = Quotient(Exact(1)) < wrong


def test_the_repr_of_a_quotient_makes_it_again() -> None:
    """`repr` is an expression; `str` shows both numbers, or the rational."""
    quotient = Quotient(Exact.log2(3), Exact.log2(5) + 1)
    assert repr(quotient) == "Quotient(Exact('log2(3)'), Exact('1 + log2(5)'))"
    assert eval(repr(quotient)) == quotient  # noqa: S307 (the text is our own)
    assert str(quotient) == f"{quotient}" == "(log2(3)) / (1 + log2(5))"
    assert f"{quotient:.3f}" == "0.477"
    assert str(Quotient(Exact(2), Exact(6))) == "1/3"


@given(combinations_, combinations_, combinations_, combinations_)
def test_quotients_order_as_integer_arithmetic_says(
    above: list[tuple[Fraction, int]],
    beneath: list[tuple[Fraction, int]],
    other_above: list[tuple[Fraction, int]],
    other_beneath: list[tuple[Fraction, int]],
) -> None:
    """a/b < c/d iff the enclosures, found without any logarithm function, say so; exactly one of <, =, > holds."""
    a, b, c, d = map(combine, (above, beneath, other_above, other_beneath))
    if not b or not d:
        return
    one, two = Quotient(a, b), Quotient(c, d)
    assert [one < two, one == two, one > two].count(True) == 1
    if one == two:
        assert hash(one) == hash(two)
        return
    ranges = []
    for top, bottom in ((above, beneath), (other_above, other_beneath)):
        ends = [x / y for x in enclosure(top) for y in enclosure(bottom)]
        ranges.append((min(ends), max(ends)))
    assert ranges[0][1] < ranges[1][0] or ranges[1][1] < ranges[0][0]
    assert (one < two) == (ranges[0][1] < ranges[1][0])
    assert float(one) == float(ranges[0][0]) == float(ranges[0][1]) or not a


def test_quotients_that_differ_by_1e_60_are_ordered() -> None:
    """log2(3)/log2(5) against itself with 1e-60 more in the numerator."""
    one = Quotient(Exact.log2(3), Exact.log2(5))
    two = Quotient(Exact.log2(3) + SIXTY, Exact.log2(5))
    assert one < two
    assert two.compare(one) == 1
    assert one != two


def test_too_few_digits_raise_undecided_and_never_guess() -> None:
    """At 30 digits quotients 1e-60 apart are Undecided, the message asking for more; at 240 they are ordered."""
    one = Quotient(Exact.log2(3), Exact.log2(5))
    two = Quotient(Exact.log2(3) + SIXTY, Exact.log2(5))
    for digits in (5, 10, 30):
        with pytest.raises(Undecided, match=rf"{digits} digits do not order .* compare with more digits"):
            one.compare(two, digits=digits)
    assert one.compare(two, digits=240) == -1


def test_equal_quotients_are_decided_at_any_precision() -> None:
    """Equality is settled from the coefficients, so that one digit is enough."""
    assert Quotient(Exact.log2(9), Exact.log2(25)).compare(Quotient(Exact.log2(3), Exact.log2(5)), digits=1) == 0


def test_all_the_stated_digits_are_used() -> None:
    """100 digits settle a difference of 1e-80, though 30 and 60, the first attempts, do not."""
    one = Quotient(Exact.log2(3), Exact.log2(5))
    two = Quotient(Exact.log2(3) + Fraction(1, 10**80), Exact.log2(5))
    assert one.compare(two, digits=100) == -1


def test_a_denominator_near_zero_is_told_from_zero() -> None:
    """1 / (log2(3) - truncation at 60 digits) lies between 1e60 and 1e62, in order and as float."""
    tiny = Exact.log2(3) - below(Exact.log2(3), 60)
    quotient = Quotient(Exact(1), tiny)
    assert 10**60 < quotient < 10**62
    assert 1e60 < float(quotient) < 1e62
    with pytest.raises(Undecided, match=r"30 digits"):
        quotient.bounds(30)


# --- order by floats first --------------------------------------------------------------------------------------


@given(combinations_, combinations_, fractions)
def test_a_float_is_no_farther_off_than_its_error_says(
    one: list[tuple[Fraction, int]], two: list[tuple[Fraction, int]], factor: Fraction
) -> None:
    """The estimate encloses the number, whatever it was made of, and is useful: within 1e-7 of numbers this small."""
    number = (combine(one) - combine(two)) * factor
    near, error = number.estimate()
    low, high = (sum(ends) for ends in zip(enclosure(one), enclosure([(-c, a) for c, a in two]), strict=True))
    ends = sorted([low * factor, high * factor])
    assert Fraction(near) - Fraction(error) <= ends[0]
    assert ends[1] <= Fraction(near) + Fraction(error)
    assert error < 1e-7


@pytest.mark.parametrize("scale", [10**400, Fraction(1, 10**400), Fraction(1, 2**1060)])
def test_where_floats_fail_numbers_are_still_ordered(scale: Fraction) -> None:
    """Weights beyond the floats, or subnormal: the error is no number or too large, and the order is right."""
    larger, smaller = Exact.log2(5) * scale, Exact.log2(3) * scale
    near, error = larger.estimate()
    assert not error < near
    assert smaller < larger
    assert larger - smaller == (Exact.log2(5) - Exact.log2(3)) * scale
    assert (larger - larger).sign() == 0


def test_a_sum_of_twenty_thousand_steps_is_multiplied_out_and_let_go() -> None:
    """Neither the pass over the parts nor their deletion recurses; a part that stands twice is counted twice."""
    number = Exact.log2(3)
    for _ in range(20_000):
        number += 1 - Exact.log2(3)
    assert number == 20_000 - 19_999 * Exact.log2(3)
    doubled = Exact.log2(3)
    for _ in range(200):
        doubled += doubled
    assert doubled == Exact.log2(3) * 2**200


def test_logarithms_that_agree_in_six_thousand_digits_are_ordered_by_powers_of_integers() -> None:
    """log2(2**20000 + 1) is above 20000, by 1e-6020."""
    assert (Exact.log2(2**20000 + 1) - 20000).sign() == 1
    assert (Exact.log2(2**20000 - 1) / 3 - Fraction(20000, 3)).sign() == -1


def test_a_large_base_that_holds_a_smaller_prime_is_taken_apart() -> None:
    """1009 is above what trial division finds, and below what it leaves unsure: log2(1009**3) = 3 log2(1009)."""
    assert Exact.log2(1009**3) - 3 * Exact.log2(1009) == 0
    assert Exact.log2(1009 * BILLION) - Exact.log2(1009) == Exact.log2(BILLION)


@given(combinations_, combinations_)
def test_the_estimate_of_a_quotient_holds_it(one: list[tuple[Fraction, int]], two: list[tuple[Fraction, int]]) -> None:
    """An infinite error claims nothing; a finite one encloses what integer arithmetic says."""
    above, beneath = combine(one), combine(two)
    if beneath == 0:
        return
    near, error = Quotient(above, beneath).estimate()
    if error < math.inf:
        ends = [x / y for x in enclosure(one) for y in enclosure(two)]
        assert Fraction(near) - Fraction(error) <= min(ends)
        assert max(ends) <= Fraction(near) + Fraction(error)


# --- logarithms in integers -----------------------------------------------------------------------------------------


@given(st.integers(1, 10**6) | st.integers(1, 2**2000), st.sampled_from([1, 8, 30, 64, 200, 400]))
@example(2**400 - 1, 64)
@example(2**400 - 1, 400)
@example(2**400 + 2**300, 400)
@example(2**400 + 1, 64)
def test_a_logarithm_in_integers_is_less_than_2_off(number: int, bits: int) -> None:
    low, high = log2_enclosure(number, bits + 4) if number & (number - 1) else (Fraction(number.bit_length() - 1),) * 2
    found = scaled_log2(number, bits)
    assert low * 2**bits - 2 < found < high * 2**bits + 2


@given(st.lists(st.tuples(fractions, arguments), min_size=1, max_size=4), st.sampled_from([10, 64, 128]))
def test_a_sum_in_integers_is_no_farther_off_than_its_error_says(terms: list[tuple[Fraction, int]], bits: int) -> None:
    low, high = enclosure(terms)
    middle, error = scaled_sum(combine(terms).as_sum().coefficients, bits)
    assert low * 2**bits <= middle + error
    assert middle - error <= high * 2**bits


@pytest.mark.parametrize("scale", [Fraction(1), Fraction(10**400)])
def test_weights_of_three_hundred_decimals_are_compared(scale: Fraction) -> None:
    light = Fraction(1, 10**300)
    one, two = (entropy(ClassCounts((scale, scale * rare))) for rare in (light, light * 2))
    assert one * scale < two * scale
    assert (one - one).sign() == 0


def test_of_the_largest_numbers_the_first_is_first_and_none_is_missing() -> None:
    measures = [Exact.log2(3), Exact.log2(9) / 2, Exact(1), Exact.log2(27) / 3, Exact.log2(Fraction(5, 2))]
    assert of_largest(range(5), lambda place: measures[place]) == (0, 1, 3)
    assert of_largest(range(2, 5), lambda place: Quotient(measures[place], Exact.log2(5))) == (3,)
    assert of_largest([], Exact) == ()


@given(st.lists(st.integers(-2, 3), min_size=1, max_size=6), st.sampled_from([40, 300, 3000]))
def test_of_long_numbers_that_are_near_each_other_the_largest_are_found(steps: list[int], bits: int) -> None:
    """Floats do not tell them apart."""
    measures = [Exact.log2(10**300 + 7) * (1 + Fraction(step, 2**bits)) for step in steps]
    largest = tuple(place for place, step in enumerate(steps) if step == max(steps))
    assert of_largest(range(len(steps)), measures.__getitem__) == largest


# --- what is long, or very unequal --------------------------------------------------------------------------------


@given(st.lists(st.tuples(fractions, fractions), min_size=1, max_size=4), st.integers(2, 9))
def test_sums_of_products_of_rationals_are_the_rationals_that_they_are(
    terms: list[tuple[Fraction, Fraction]], divisor: int
) -> None:
    whole = sum(weight * value for weight, value in terms)
    found = sum([Exact(value) * weight for weight, value in terms], start=Exact(0))
    near, error = found.estimate()
    assert abs(Fraction(near) - whole) <= Fraction(error)
    assert (found - whole).sign() == 0
    assert found.sign() == (whole > 0) - (whole < 0)
    assert (found / divisor > whole) == (whole / divisor > whole)
    assert found.as_fraction() == whole
    assert str(found) == str(whole)
    assert (hash(found), float(found)) == (hash(whole), float(whole))
    assert (found * Exact.log2(3) > 0) == (whole > 0)


def test_a_weight_below_all_floats_leaves_a_sum_its_error() -> None:
    number = Exact.log2(3) + Exact.log2(5) * Fraction(1, 10**400)
    near, error = number.estimate()
    assert (near, error < 1e-12) == (math.log2(3), True)
    tiny = Exact.log2(3) * Fraction(1, 10**400)
    assert tiny > 0
    assert tiny.estimate()[1] > 0


@pytest.mark.parametrize(("more", "order"), [(Fraction(0), 0), (Fraction(1, 10**250), 1), (Fraction(-1, 10**250), -1)])
def test_quotients_of_long_numbers_are_ordered(more: Fraction, order: int) -> None:
    long = 10**300 + 7
    one = Quotient(Exact.log2(long) * (1 + more), Exact.log2(long + 2))
    two = Quotient(Exact.log2(long), Exact.log2(long + 2))
    assert one.compare(two) == order


def ln2_enclosure(terms: int = 700) -> tuple[Fraction, Fraction]:
    """Return rationals around ln 2 = sum_k 1 / (k 2^k): what is left after so many terms is below the last of them."""
    low = sum([Fraction(1, k << k) for k in range(1, terms)], start=Fraction(0))
    return low, low + Fraction(1, terms << terms - 1)


def test_log2_of_e_is_one_over_ln_2_at_every_precision() -> None:
    low, high = ln2_enclosure()
    for bits in (*range(70), 128, 255, 512):
        assert abs(scaled_log2(E, bits) - 2**bits / low) < 2
        assert abs(scaled_log2(E, bits) - 2**bits / high) < 2
    assert 1 / high < LOG2_E < 1 / low
    assert float(LOG2_E) == math.log2(math.e)
    assert f"{LOG2_E:.30f}" == "1.442695040888963407359924681002"


def test_log2_of_e_is_a_term_of_its_own() -> None:
    number = Exact.log2(Fraction(12, 5)) * 3 - 2 * LOG2_E + Fraction(1, 7)
    assert Exact(str(number)) == number
    assert str(LOG2_E - 1) == "log2(e) - 1"
    assert pickle.loads(pickle.dumps(number)) == number  # noqa: S301 (our own)
    assert not (LOG2_E - 1).is_rational
    assert (number + 2 * LOG2_E - 3 * Exact.log2(Fraction(12, 5))).as_fraction() == Fraction(1, 7)
    assert Quotient(3 * LOG2_E, LOG2_E) == 3


def test_a_sum_with_log2_of_e_that_is_nearly_zero_has_its_sign() -> None:
    low, high = LOG2_E.bounds(1000)
    assert ((LOG2_E - low).sign(), (LOG2_E - high).sign(), (LOG2_E - LOG2_E).sign()) == (1, -1, 0)
