"""What ``dtrees verify NAME --laws N`` tells besides: which laws hold of a peer, which break, which do not apply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dtrees.errors import Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LONGEST: Final = 160
"""The width of the table; failures are longer, and are not cut."""


NO_LAWS: Final[dict[str, dict[str, Any]]] = {"holds": {}, "broken": {}, "not applicable": {}}
"""What is recorded where no law was tried."""


def laws_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--laws N`` to *command*.

    >>> click.command()(laws_option(lambda laws: None)).params[0].name
    'laws'
    """
    told = "On how many inputs to try each law besides; it takes minutes."
    decorated: Callable[..., Any] = click.option("--laws", default=0, show_default=True, help=told)(command)
    return decorated


def law_findings(name: str, examples: int) -> dict[str, Any]:
    """Return by outcome what each law says of the peer class *name* of `dtrees.oracle.peers.laws`, as plain data.

    Of laws that hold the number of inputs is told, of broken ones the failure with its smallest input, of others why
    they do not apply: a function that is not offered, or a convention that explains the difference.  Without
    *examples* no law is tried.

    >>> law_findings("ScikitLearn", 0)
    {'holds': {}, 'broken': {}, 'not applicable': {}}
    """
    if not examples:
        return NO_LAWS
    try:
        from dtrees.oracle.peers import laws as peer_laws  # noqa: PLC0415 (laws need Hypothesis)

        found = peer_laws.laws_of(getattr(peer_laws, name)(), examples)
    except (ModuleNotFoundError, Unsupported) as missing:
        message = f"--laws needs Hypothesis and the peer ({missing}): pip install 'dtrees[laws]'"
        raise click.ClickException(message) from missing
    record: dict[str, dict[str, Any]] = {outcome: {} for outcome in NO_LAWS}
    for result in found.results:
        record[result.outcome][result.law] = str(result.broken or "") or result.reason or result.judged
    return record


def print_laws(record: Mapping[str, Mapping[str, Any]]) -> None:
    """Print what `law_findings` records: a line a law, and then each failure; nothing where no law was tried.

    >>> print_laws({"holds": {}, "broken": {}, "not applicable": {}})
    """
    if not any(record.values()):
        return
    console = Console(width=LONGEST, highlight=False, markup=False)
    table = Table("law", "outcome", box=SIMPLE_HEAD)
    for law, inputs in record["holds"].items():
        table.add_row(law, f"holds ({inputs} inputs)")
    for law in record["broken"]:
        table.add_row(law, "broken")
    for law, reason in record["not applicable"].items():
        table.add_row(law, f"not applicable: {reason}")
    console.print(table)
    for failure in record["broken"].values():
        console.print(failure, soft_wrap=True)
