"""The few kinds of error; every message says what is wrong, where, and what to do."""


class DtreesError(Exception):
    """The root of every error that dtrees raises on purpose."""


class InvalidData(DtreesError, ValueError):
    """Data, a tree's text or a number's text that cannot be taken as it is."""


class InvalidLearner(DtreesError, ValueError):
    """A learner whose options contradict each other, or do not fit the data."""


class ZeroDivisor(InvalidData, ZeroDivisionError):
    """A division by zero, or by a number that is zero."""


class Unsupported(DtreesError, NotImplementedError):
    """A well-formed request whose exact answer is out of reach, such as 2**40 subsets."""


class TooLarge(Unsupported, OverflowError):
    """A number beyond the range of float64, where the nearest float is asked for."""


class Undecided(DtreesError, ArithmeticError):
    """Two quotients, or sums of roots, that the stated precision could not order."""


class Impossible(DtreesError, AssertionError):
    """A bug of dtrees itself: please report it."""
