"""``dtrees report``: the findings of several runs of ``dtrees verify`` as one page."""

from __future__ import annotations

from pathlib import Path

import click

from dtrees.cli.verify import page_module, written
from dtrees.errors import DtreesError
from dtrees.oracle.campaign.plan import read_campaign

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("report")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option("--html", type=FILE, required=True, help="Write the page to this file.")
def report_command(files: tuple[Path, ...], html: Path) -> None:
    """Write one page of what the campaigns in each FILE found: a table of the programs, and each one's deviations.

    A FILE is what `dtrees verify --resume FILE` keeps or `dtrees verify --json` prints.
    """
    page = page_module()
    try:
        shown = page.to_field_page([read_campaign(file) for file in files])
    except (DtreesError, OSError) as error:
        raise click.ClickException(str(error)) from error
    for complaint in written(html, lambda: shown):
        raise click.ClickException(complaint)
    click.echo(f"{html} shows {len(files)} campaigns")
