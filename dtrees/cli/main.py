"""The command ``dtrees``."""

from __future__ import annotations

import os
import sys
from typing import Any

try:
    import click

    from dtrees.cli.report import report_command
    from dtrees.cli.trees import grow_command, prune_command, select_command
    from dtrees.cli.vectors import vectors_command
    from dtrees.cli.verify import verify_command
except ModuleNotFoundError as missing:  # what a bare installation says
    sys.exit(f"the command dtrees needs {missing.name}: pip install 'dtrees-spec[cli]'")

from dtrees.errors import DtreesError


class _Commands(click.Group):
    """Commands that tell an error of ours, or of a file, in one line instead of a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except DtreesError as error:
            raise click.ClickException(str(error)) from error
        except BrokenPipeError:  # click ends quietly
            raise
        except OSError as error:
            if error.filename is None:
                _give_output_up()
            message = f"{error.filename or 'the output'} cannot be written: {error.strerror}"
            raise click.ClickException(message) from error


def _give_output_up() -> None:
    """Let what standard output could not take be lost, so that Python does not try again when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


@click.group(cls=_Commands)
@click.version_option(package_name="dtrees-spec")
def main() -> None:
    """Grow, prune, choose and judge decision trees by an exact specification."""


for command in (grow_command, prune_command, select_command, vectors_command, verify_command, report_command):
    main.add_command(command)
