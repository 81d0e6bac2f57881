"""A broken law says which law, on what input, what was expected and what the system gave."""

from pathlib import Path

import attrs
import pytest

import dtrees as dt
from dtrees.laws import LAWS, SPECIFICATION, LawBroken, System
from dtrees.laws.check import broken_laws, check

DATA = dt.classification_data({"x": [1, 2]}, ["n", "y"], weights=[1, 0.5])


def crash(*_: object) -> dt.Exact:
    message = "no such thing"
    raise KeyError(message)


def test_message_names_law_input_expectation_and_answer() -> None:
    wrong = attrs.evolve(SPECIFICATION, gini=lambda _: dt.Exact(0))
    with pytest.raises(LawBroken) as broken:
        LAWS["gini_is_disagreement"].function(wrong, DATA)
    assert str(broken.value).splitlines() == [
        "gini_is_disagreement",
        "    data = classification_data({'x': [1.0, 2.0]}, ['n', 'y'], weights=[1.0, 0.5], classes=('n', 'y'))",
        "expected: Exact('4/9')",
        "     got: Exact('0')",
    ]


def test_data_in_a_message_make_the_data_again() -> None:
    with pytest.raises(LawBroken) as broken:
        LAWS["gini_is_disagreement"].function(attrs.evolve(SPECIFICATION, gini=crash), DATA)
    text = str(broken.value).splitlines()[1].partition(" = ")[2]
    assert eval(text, vars(dt)) == DATA  # noqa: S307 (our own text)


def test_error_of_the_system_breaks_the_law_and_the_message_names_its_line() -> None:
    broken = check(LAWS["gini_is_disagreement"], attrs.evolve(SPECIFICATION, gini=crash), examples=5)
    assert broken is not None
    assert broken.got == f"KeyError: 'no such thing' (laws/{Path(__file__).name}:{crash.__code__.co_firstlineno + 2})"


def test_smallest_input_is_reported() -> None:
    wrong = attrs.evolve(SPECIFICATION, depth=lambda tree: dt.depth(tree) + 1)
    broken = check(LAWS["depth_counts_questions"], wrong)
    assert broken is not None
    data = broken.inputs["data"]
    assert isinstance(data, dt.Dataset)
    assert len(data) == 1


def test_only_broken_laws_are_listed() -> None:
    wrong: System = attrs.evolve(SPECIFICATION, gini=lambda _: dt.Exact(-1))
    laws = [LAWS["gini_is_disagreement"], LAWS["square_is_variance"]]
    assert list(broken_laws(laws, wrong, examples=10)) == ["gini_is_disagreement"]
