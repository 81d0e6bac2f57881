"""A campaign's findings as one HTML page that asks nothing of the network: tables, and every counterexample drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jinja2 import Environment, StrictUndefined

from dtrees.oracle.record import COUNTS, sums_by_check
from dtrees.oracle.reports.drawing import drawing_of
from dtrees.oracle.reports.summary import by_data, checks_of, choices, kinds_of, laws_tried, numbered
from dtrees.render.card import BAR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.campaign.plan import Campaign
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.record import Record

TEMPLATE: Final = Path(__file__).with_name("page.html")


def to_page(campaign: Campaign, records: Sequence[Record], conventions: Conventions) -> str:
    """Return the page: what was judged, the laws, the *conventions* granted, and each deviation with both trees.

    All text is escaped.  Raises `Unsupported` where matplotlib, which measures the text, is not installed.

    >>> from dtrees.oracle.campaign.plan import Campaign
    >>> from dtrees.oracle.conventions import EXACT
    >>> page = to_page(Campaign(peer="rpart", cases=0), (), EXACT)
    >>> page[:15], "Nothing deviates" in page
    ('<!doctype html>', True)
    """
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    kinds = {f"kind-{number}": kind for number, kind in enumerate(kinds_of(records), start=1)}
    page = template.render(
        campaign=campaign,
        records=records,
        deviating=sum(record.deviates for record in records),
        sums=checks_of(records),
        groups=[(*name, len(items), sums_by_check(items)) for name, items in by_data(records).items()],
        kinds=kinds,
        anchors={record.case: name for name, kind in kinds.items() for record, _ in kind.examples},
        columns=COUNTS,
        laws=laws_tried(records),
        choices=choices(conventions),
        numbered=numbered,
        drawing_of=drawing_of,
        bar=BAR,
    )
    return page.encode("utf-8", "replace").decode("utf-8")
