"""The command ``dtrees`` with its subcommands, and how it reports errors."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any, Final

try:
    import click

    from dtrees.cli.report import report_command
    from dtrees.cli.trees import grow_command, predict_command, prune_command, select_command
    from dtrees.cli.vectors import vectors_command
    from dtrees.cli.verify import verify_command
except ModuleNotFoundError as missing:  # what a bare installation says
    sys.exit(f"the command dtrees needs {missing.name}: pip install 'dtrees-spec[cli]'")

from dtrees.errors import DtreesError, shown_lines

if TYPE_CHECKING:
    from collections.abc import Collection


OPTION: Final = re.compile(r"\b([a-z]+(?:_[a-z]+)*)=((['\"])(.*?)\3|[^\s,:;]*)")


def in_own_words(message: str, options: Collection[str]) -> str:
    """Return an error *message* about Python arguments as one about the *options* of a command.

    >>> in_own_words("min_leaf=-1: give a finite number, or limit='c45' or 'j48'", {"min_leaf", "limit"})
    '--min-leaf -1: give a finite number, or --limit c45 or j48'
    """

    def of_option(found: re.Match[str]) -> str:
        name, value = found[1], found[4] if found[3] else found[2]
        return f"--{name.replace('_', '-')} {value}".rstrip() if name in options else found[0]

    return re.sub(r"(--[\w-]+ \S+ or )'(\w+)'", r"\1\2", OPTION.sub(of_option, message))


class _Commands(click.Group):
    """Commands that tell an error of ours, or of a file, in one line instead of a traceback, in a command's words."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        ctx.obj = command
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except click.ClickException as error:
            error.message = shown_lines(error.message)  # type: ignore[misc]  # click reads it when it shows the error
            raise
        except DtreesError as error:
            options = {param.name for param in ctx.obj.params if param.name} if ctx.obj else set()
            raise click.ClickException(in_own_words(str(error), options)) from error
        except UnicodeEncodeError as error:
            message = f"{shown_lines(error.object)} holds a character that no name of a file has: give another name"
            raise click.ClickException(message) from error
        except BrokenPipeError:  # click ends quietly
            raise
        except OSError as error:
            if error.filename is None:
                _give_output_up()
            message = f"{error.filename or 'the output'} cannot be written: {error.strerror}"
            raise click.ClickException(shown_lines(message)) from error


def _give_output_up() -> None:
    """Let what standard output could not take be lost, so that Python does not try again when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


@click.group(cls=_Commands)
@click.version_option(package_name="dtrees-spec")
def main() -> None:
    """Grow, prune, choose and judge decision trees by an exact specification."""


COMMANDS: Final = (
    grow_command, prune_command, select_command, predict_command, verify_command, report_command, vectors_command,
)  # fmt: skip

for command in COMMANDS:
    main.add_command(command)
