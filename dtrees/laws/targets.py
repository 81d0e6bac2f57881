"""Targets of numbers, of kept responses and of several outputs, as text to paste into a session."""

from __future__ import annotations

from dtrees.data.dataset import Classes, Responses
from dtrees.data.kept import KeptResponses
from dtrees.data.outputs import Outputs


def target_text(target: Responses) -> str:
    """Return the responses as `regression_data` takes them.

    >>> target_text(Outputs([Classes("ab", [1]), Responses([3])])), target_text(KeptResponses("rate", [1, 2]))
    ("Outputs([Classes(('a', 'b'), [1]), Responses([3])])", "KeptResponses('rate', [1.0, 2.0])")
    """
    if isinstance(target, Outputs):
        written = [
            f"Classes({one.labels}, {one.codes.tolist()})" if isinstance(one, Classes) else f"Responses({list(one)})"
            for one in target.targets
        ]
        return f"Outputs([{', '.join(written)}])"
    responses = f"{target.values.tolist()}"
    return f"KeptResponses({target.centre!r}, {responses})" if isinstance(target, KeptResponses) else responses
