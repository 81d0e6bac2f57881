"""The findings of campaigns as one HTML page that asks nothing of the network: tables, and counterexamples drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dtrees.oracle.record import COUNTS, sums_by_check
from dtrees.oracle.reports.drawing import drawing_of
from dtrees.oracle.reports.summary import CAUSES, by_data, checks_of, choices, kinds_of, laws_tried, numbered
from dtrees.render.card import BAR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.campaign.plan import Campaign
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.record import Record

    Judged: TypeAlias = tuple[Campaign, Sequence[Record], Conventions]
    """A campaign, what it found, and the conventions granted to the program that it judged."""

TEMPLATES: Final = Path(__file__).parent


def to_page(campaign: Campaign, records: Sequence[Record], conventions: Conventions) -> str:
    """Return the page: what was judged, the laws, the *conventions* granted, and each deviation with both trees.

    All text is escaped.  Raises `Unsupported` where matplotlib, which measures the text, is not installed.

    >>> from dtrees.oracle.campaign.plan import Campaign
    >>> from dtrees.oracle.conventions import EXACT
    >>> page = to_page(Campaign(peer="rpart", cases=0), (), EXACT)
    >>> page[:15], "Nothing deviates" in page
    ('<!doctype html>', True)
    """
    program = _program((campaign, records, conventions), prefix="", level=1, most=None)
    return _rendered([program], f"{campaign.peer} judged")


def to_field_page(judged: Sequence[Judged]) -> str:
    """Return the page of several campaigns: a table of the programs, then each program's report.

    Of each kind of deviation it has the smallest counterexample alone.

    >>> from dtrees.oracle.campaign.plan import Campaign
    >>> from dtrees.oracle.conventions import EXACT
    >>> page = to_field_page([(Campaign(peer=name, cases=0), (), EXACT) for name in ("rpart", "j48")])
    >>> "2 programs judged" in page, page.count("Nothing deviates")
    (True, 2)
    """
    programs = [_program(each, prefix=f"program-{n}-", level=2, most=1) for n, each in enumerate(judged, start=1)]
    return _rendered(programs, f"{numbered(len(programs), 'program')} judged")


def _program(judged: Judged, *, prefix: str, level: int, most: int | None) -> dict[str, Any]:
    """Return what the report of one program is made of: its headings from *level* on, so many examples of a kind."""
    campaign, records, conventions = judged
    kinds = {f"{prefix}kind-{number}": kind for number, kind in enumerate(kinds_of(records), start=1)}
    return {
        "prefix": prefix,
        "level": level,
        "most": most,
        "campaign": campaign,
        "records": records,
        "deviating": sum(record.deviates for record in records),
        "sums": checks_of(records),
        "groups": [(*name, len(items), sums_by_check(items)) for name, items in by_data(records).items()],
        "kinds": kinds,
        "anchors": {record.case: name for name, kind in kinds.items() for record, _ in kind.examples},
        "laws": laws_tried(records),
        "choices": choices(conventions),
    }


def _rendered(programs: Sequence[dict[str, Any]], title: str) -> str:
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=FileSystemLoader(TEMPLATES),
    )
    environment.globals |= {
        "columns": COUNTS,
        "causes": CAUSES,
        "numbered": numbered,
        "drawing_of": drawing_of,
        "bar": BAR,
    }
    report = environment.get_template("program.html")
    reports = {program["prefix"]: Markup(report.render(program)) for program in programs}  # noqa: S704 (it has escaped all)
    parts = dict.fromkeys(part for program in programs for part in program["sums"])
    page = environment.get_template("page.html").render(programs=programs, reports=reports, title=title, parts=parts)
    return page.encode("utf-8", "replace").decode("utf-8")
