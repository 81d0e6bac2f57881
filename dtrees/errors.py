"""The few kinds of error; every message says what is wrong, where, and what to do."""

from typing import Any, get_args


class DtreesError(Exception):
    """The root of every error that dtrees raises on purpose."""


class InvalidData(DtreesError, ValueError):
    """Data, a tree's text or a number's text that cannot be taken as it is."""


class InvalidLearner(DtreesError, ValueError):
    """A learner whose options contradict each other, or do not fit the data."""


class Unsupported(DtreesError, NotImplementedError):
    """A well-formed request whose exact answer is out of reach, such as 2**40 subsets."""


class Undecided(DtreesError, ArithmeticError):
    """Two quotients that the stated precision could not order."""


class Impossible(DtreesError, AssertionError):
    """A bug of dtrees itself: please report it."""


def require_choice(option: str, value: object, words: Any, error: type[DtreesError] = InvalidData) -> None:
    """Raise *error* unless *value* is one of the *words* of a literal type."""
    allowed = get_args(words)
    if value not in allowed:
        message = f"{option}={value!r} is unknown: give {' or '.join(map(repr, allowed))}"
        raise error(message)
