"""A failure told in full: the citation, what it cost, and a few lines of Python that show it again."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

import attrs

import dtrees as dt
from dtrees.laws.law import LAWS, LawBroken, as_text
from dtrees.oracle.judge import judge_tree

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.laws.system import System
    from dtrees.oracle.conventions import Conventions


def expression_of(implementation: object) -> str:
    """Return the Python that makes *implementation*: its `expression`, its module, or its type called with nothing."""
    if isinstance(implementation, ModuleType):
        return implementation.__name__
    kind = type(implementation)
    made: str = getattr(implementation, "expression", f"{kind.__module__}.{kind.__qualname__}()")
    return made


def with_reproduction(
    broken: LawBroken, system: System, expression: str, conventions: Conventions | None = None
) -> LawBroken:
    """Return *broken* with further lines: where the law stands, the exact regret, and how to see it again."""
    cited = "; ".join(LAWS[broken.law].citations)
    regret = regret_of(broken, system)
    remarks = [f"    law: [{cited}]", *([f"  regret: {regret}"] if regret else []), "reproduce:"]
    remarks += [f"    {line}" for line in reproduction(broken, expression, conventions)]
    return LawBroken(broken.expected, broken.got, law=broken.law, inputs=broken.inputs, remarks=tuple(remarks))


def reproduction(broken: LawBroken, expression: str, conventions: Conventions | None = None) -> list[str]:
    """Return lines of Python that, run where *expression* can be, break the law on the same input.

    *conventions* are those that the implementation does not declare itself.

    >>> for line in reproduction(LawBroken(1, 2, law="gini_is_disagreement", inputs={"n": 3}), "mine.Mine()"):
    ...     print(line)
    from fractions import Fraction
    from dtrees import *
    from dtrees.laws import LAWS
    from dtrees.oracle import system_of
    import mine
    system = system_of(mine.Mine(), law="gini_is_disagreement")
    n = 3
    LAWS["gini_is_disagreement"].function(system, n)
    """
    module = expression.split("(", maxsplit=1)[0].rpartition(".")[0] if "(" in expression else expression
    names = ", ".join(["system", *broken.inputs])
    given = [expression, *([written_conventions(conventions)] if conventions else [])]
    return [
        "from fractions import Fraction",
        "from dtrees import *",
        "from dtrees.laws import LAWS",
        "from dtrees.oracle import system_of",
        *([f"import {module}"] if module else []),
        *(["from dtrees.oracle.conventions import Conventions"] if conventions else []),
        f'system = system_of({", ".join(given)}, law="{broken.law}")',
        *(f"{name} = {written(value)}" for name, value in broken.inputs.items()),
        f'LAWS["{broken.law}"].function({names})',
    ]


def written_conventions(conventions: Conventions) -> str:
    """Return *conventions* as Python, the specification's own choices left out."""
    chosen = attrs.asdict(conventions, filter=lambda field, value: value != field.default)
    return f"Conventions({', '.join(f'{name}={written(value)}' for name, value in chosen.items())})"


def written(value: Any) -> str:
    """Return *value* as Python to paste."""
    return repr(value) if isinstance(value, str) else as_text(value)


# --- regret -----------------------------------------------------------------------------------------------------


def regret_of(broken: LawBroken, system: System) -> str:
    """Return what the answer costs more than the right one, exactly; nothing where no cost is at stake.

    Of a pruned tree R_alpha(T) - R_alpha(T(alpha)), of a grown one the score that its first wrong question gave away,
    of a number how far it is off.
    """
    inputs: Mapping[str, Any] = broken.inputs
    expected, got = broken.expected, broken.got
    try:
        if {"tree", "alpha", "impurity"} <= inputs.keys() and isinstance(got, dt.Leaf | dt.Branch):
            how: Any = {"impurity": getattr(dt, inputs["impurity"]), "scale": inputs.get("scale", "count")}
            best = dt.cost(dt.optimal_subtree(inputs["tree"], inputs["alpha"], **how), inputs["alpha"], **how)
            return str(dt.cost(got, inputs["alpha"], **how) - best)
        if isinstance(expected, dt.Exact) and isinstance(got, dt.Exact):
            return str(abs(expected - got))
        if {"data", "learner"} <= inputs.keys() and "grow" in LAWS[broken.law].uses:
            verdict = judge_tree(system.grow(inputs["data"], inputs["learner"]), inputs["data"], inputs["learner"])
            return next((found.regret for found in verdict.deviations if found.regret), "")
    except Exception:  # noqa: BLE001 (a peer may raise anything: then there is no answer to measure)
        return ""
    return ""
