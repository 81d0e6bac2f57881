"""The findings of campaigns as one HTML page, complete without the network: tables, and counterexamples drawn."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dtrees.oracle.record import COUNTS, Record, sums_by_check
from dtrees.oracle.reports.summary import (
    CAUSES,
    by_data,
    checks_of,
    functions_of,
    kinds_of,
    laws_tried,
    numbered,
)
from dtrees.render.canvas import LINE
from dtrees.render.card import BAR, GAP, PADDING, Contents, cards_of, height_of_text, spread_of
from dtrees.render.scene import Scene, Spot, scene_of
from dtrees.trees.paths import subtree_at
from dtrees.trees.summary import ClassCounts, Moments
from dtrees.trees.tree import leaves
from dtrees.trees.tree_json import from_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dtrees.oracle.campaign.plan import Campaign
    from dtrees.oracle.record import Granted
    from dtrees.trees.tree import Tree

    Judged: TypeAlias = tuple[Campaign, Sequence[Record], Granted]
    """A campaign, what it found, and what it granted to the program that it judged."""

TEMPLATES: Final = Path(__file__).parent


def to_page(campaign: Campaign, records: Sequence[Record], granted: Granted) -> str:
    """Return the page: what was judged, the laws, the conventions *granted*, and each deviation with both trees.

    All text is escaped.  Raises `Unsupported` where matplotlib, which measures the text, is not installed.

    >>> from dtrees.oracle.campaign.plan import Campaign
    >>> from dtrees.oracle.record import Granted
    >>> page = to_page(Campaign(peer="rpart", cases=0), (), Granted(undecided=["cut"]))
    >>> page[:15], "Nothing deviates" in page, "more is granted than needed: cut" in page
    ('<!doctype html>', True, True)
    """
    program = _program((campaign, records, granted), prefix="", level=1, most=None)
    return _rendered([program], f"{campaign.peer} judged")


def to_field_page(judged: Sequence[Judged]) -> str:
    """Return the page of several campaigns: a table of the programs, then each program's report.

    It shows only the smallest counterexample of each kind of deviation.

    >>> from dtrees.oracle.campaign.plan import Campaign
    >>> from dtrees.oracle.record import Granted
    >>> page = to_field_page([(Campaign(peer=name, cases=0), (), Granted()) for name in ("rpart", "j48")])
    >>> "2 programs judged" in page, page.count("Nothing deviates")
    (True, 2)
    """
    programs = [_program(each, prefix=f"program-{n}-", level=2, most=1) for n, each in enumerate(judged, start=1)]
    return _rendered(programs, f"{numbered(len(programs), 'program')} judged")


def _program(judged: Judged, *, prefix: str, level: int, most: int | None) -> dict[str, Any]:
    """Return the template's values for the report of one program: headings from *level* on, *most* examples a kind."""
    campaign, records, granted = judged
    kinds = {f"{prefix}kind-{number}": kind for number, kind in enumerate(kinds_of(records), start=1)}
    return {
        "prefix": prefix,
        "level": level,
        "most": most,
        "campaign": campaign,
        "records": records,
        "deviating": sum(record.deviates for record in records),
        "sums": checks_of(records),
        "functions": functions_of(records),
        "groups": [(*name, len(items), sums_by_check(items)) for name, items in by_data(records).items()],
        "kinds": kinds,
        "anchors": {record.case: name for name, kind in kinds.items() for record, _ in kind.examples},
        "laws": laws_tried(records),
        "choices": granted.choices,
        "undecided": granted.undecided,
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
        "bar_height": BAR,
    }
    report = environment.get_template("program.html")
    reports = {program["prefix"]: Markup(report.render(program)) for program in programs}  # noqa: S704 (it has escaped all)
    parts = dict.fromkeys(part for program in programs for part in program["sums"])
    page = environment.get_template("page.html").render(programs=programs, reports=reports, title=title, parts=parts)
    return page.encode("utf-8", "replace").decode("utf-8")


# --- trees ------------------------------------------------------------------------------------------------------


def drawing_of(document: Mapping[str, Any], path: tuple[int, ...] | None = None) -> Drawing:
    """Return the drawing of the tree in *document*, which `to_json` wrote, with the node at *path* marked."""
    tree = from_document(document)
    scene = scene_of(tuple(cards_of(tree, Contents())), 0.0)
    return Drawing(tree, scene, None if path is None else subtree_at(tree, path))


@attrs.frozen
class Drawing:
    """A *tree* with the places of its nodes, in points from the top left; the node that deviates is *marked*."""

    tree: Tree
    scene: Scene
    marked: Tree | None

    @property
    def leaves(self) -> int:
        """The tree's number of leaves."""
        return len(leaves(self.tree))

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes, in class order; empty for responses."""
        return tuple(map(str, self.tree.summary.classes)) if isinstance(self.tree.summary, ClassCounts) else ()

    @property
    def words(self) -> str:
        """The tree as text, a line for each node: the drawing's alternative for those who cannot see it."""
        return "\n".join(" ".join(text for _, _, text in self.texts(spot)) for spot in self.scene.spots)

    def texts(self, spot: Spot) -> Iterator[tuple[str, float, str]]:
        """Yield each line of a node's text, its role and vertical place: the answer above the box, the rest inside."""
        card = spot.card
        foot = -spot.bottom - PADDING - height_of_text(card.foot)
        for role, text, top in (
            ("answer", card.answer, -spot.top - height_of_text(card.answer)),
            ("title", card.title, -spot.top + PADDING),
            ("counts", card.notes, foot - height_of_text(card.notes)),
            ("foot", card.foot, foot),
        ):
            for number, line in enumerate(text.split("\n") if text else ()):
                yield role, top + (number + 0.5) * LINE, line

    def bar(self, spot: Spot) -> float:
        """Return the vertical place of the upper edge of a node's bar."""
        return PADDING + height_of_text(spot.card.title) + GAP - spot.top

    def bands(self, spot: Spot) -> list[tuple[int, float, float]]:
        """Return the bands of a node's bar: for each class it has, the class's number, the left edge and the width."""
        summary = spot.card.node.summary
        if not summary.weight or not isinstance(summary, ClassCounts):  # a peer may ask what parts nothing
            return []
        widths = [float(share) * (spot.width - 2 * PADDING) for share in summary.proportions]
        edges = accumulate(widths, initial=spot.left + PADDING)
        return [(number, *band) for number, band in enumerate(zip(edges, widths, strict=False)) if band[1]]

    def mean(self, spot: Spot) -> float | None:
        """Return the place of a node's mean on its bar, whose ends are two standard deviations from the root's mean."""
        root, summary = self.tree.summary, spot.card.node.summary
        if not summary.weight or not isinstance(root, Moments) or not isinstance(summary, Moments):
            return None
        spread = 4 * spread_of(root)
        level = min(max(0.5 + float(summary.predicted - root.predicted) / spread, 0.0), 1.0) if spread else 0.5
        return spot.left + PADDING + level * (spot.width - 2 * PADDING)
