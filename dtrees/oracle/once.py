"""A property that is computed once: `functools.cached_property` without its lock.

In Python 3.11 that lock is one for all instances of a class, so that a thread in which an answer never comes would keep
every other thread from asking for its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 (a decorator, as property is)
    """Compute a property when it is first asked for, and keep it in the instance's ``__dict__``.

    >>> class Square:
    ...     side = 3
    ...     @once
    ...     def area(self):
    ...         return self.side**2
    >>> square = Square()
    >>> square.area, vars(square)
    (9, {'area': 9})
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __get__(self, instance: Any, _: type) -> T:
        value: T = self.compute(instance)
        vars(instance)[self.compute.__name__] = value
        return value
