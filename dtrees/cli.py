"""The command ``dtrees``."""

from __future__ import annotations

import sys

try:
    import click

    from dtrees.commands import COMMANDS
except ModuleNotFoundError as missing:  # what a bare installation says
    sys.exit(f"the command dtrees needs {missing.name}: pip install 'dtrees[cli]'")


@click.group()
@click.version_option(package_name="dtrees")
def main() -> None:
    """Grow, prune, choose and judge decision trees by an exact specification."""


for command in COMMANDS:
    main.add_command(command)
