"""The kinds of error that dtrees raises; every message says what is wrong, where, and what to do."""

from unicodedata import category


def shown(text: str) -> str:
    r"""Return *text* on one line, with escapes for control characters and others that a terminal does not print.

    >>> shown("\x1b[2J \u202enull\n \ud800"), shown("caf\u00e9\u3000\u5929")
    ('\\x1b[2J \\u202enull\\n \\ud800', 'café\u3000天')
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or category(letter) == "Zs" else letter.encode("unicode_escape").decode()
        for letter in text
    )


def shown_lines(text: str) -> str:
    r"""Return *text* with each of its lines escaped by `shown`.

    >>> shown_lines("a\x00\nb")
    'a\\x00\nb'
    """
    return "\n".join(map(shown, text.split("\n")))


class DtreesError(Exception):
    """The base class of all errors that dtrees raises on purpose; its text is safe to print, whatever it quotes."""

    def __str__(self) -> str:
        return shown_lines(super().__str__())


class InvalidData(DtreesError, ValueError):
    """Input that cannot be used: data, the text of a tree or the text of a number."""


class InvalidLearner(DtreesError, ValueError):
    """A learner whose options contradict each other, or do not fit the data."""


class ZeroDivisor(InvalidData, ZeroDivisionError):
    """A division by zero."""


class Unsupported(DtreesError, NotImplementedError):
    """A well-formed request whose exact answer is out of reach, such as 2**40 subsets."""


class TooLarge(Unsupported, OverflowError):
    """A number beyond float64 where the nearest float is asked for, or an input that would take too long."""


class Undecided(DtreesError, ArithmeticError):
    """Two numbers that could not be ordered at the stated precision: quotients, or sums of roots."""


class Impossible(DtreesError, AssertionError):
    """A bug of dtrees itself: please report it."""
