"""Numbers and lists as Coq reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dtrees as dt

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction


def fraction(value: dt.Exact | Fraction | float) -> str:
    """Return a rational in lowest terms."""
    exact = dt.Exact(value).as_fraction()
    text = str(exact.numerator) if exact.denominator == 1 else f"{exact.numerator} # {exact.denominator}"
    return text if text.isdigit() else f"({text})"


def listed(items: Iterable[str]) -> str:
    """Return a list."""
    return "[" + "; ".join(items) + "]"


def applied(constructor: str, *parts: str) -> str:
    """Return a constructor applied to its parts, in parentheses."""
    return f"({constructor} {' '.join(parts)})"


def checked(name: str, kind: str, check: str, vectors: list[str], planted: list[str]) -> str:
    """Return the vectors, that *check* rejects none, and that of those with a planted difference it rejects each."""
    rejected = f"[{'; '.join(map(str, range(len(planted))))}]%nat"
    return (
        f"Definition {name} : list {kind} := [\n  " + ";\n  ".join(vectors) + "].\n\n"
        f"Example how_many_{name} : length {name} = {len(vectors)}%nat.\nProof. reflexivity. Qed.\n\n"
        f"Example all_{name}_hold : failures {check} {name} = [].\n"
        "Proof. vm_cast_no_check (@eq_refl (list nat) []). Qed.\n\n"
        f"Definition planted_in_{name} : list {kind} := [\n  " + ";\n  ".join(planted) + "].\n\n"
        f"Example what_is_planted_in_{name}_is_found : failures {check} planted_in_{name} = {rejected}.\n"
        f"Proof. vm_cast_no_check (@eq_refl (list nat) {rejected}). Qed.\n"
    )
