"""The commands of ``dtrees``, each a module; they need click and rich, which `import dtrees` does not."""

from __future__ import annotations

from typing import Final

from dtrees.cli.report import report_command
from dtrees.cli.trees import grow_command, prune_command, select_command
from dtrees.cli.vectors import vectors_command
from dtrees.cli.verify import verify_command

COMMANDS: Final = (grow_command, prune_command, select_command, vectors_command, verify_command, report_command)
