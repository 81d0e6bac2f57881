"""The commands of ``dtrees``, each a module; they need click and rich, which `import dtrees` does not."""

from __future__ import annotations

from typing import Final

from dtrees.commands.report import report_command
from dtrees.commands.trees import grow_command, prune_command, select_command
from dtrees.commands.vectors import vectors_command
from dtrees.commands.verify import verify_command

COMMANDS: Final = (grow_command, prune_command, select_command, vectors_command, verify_command, report_command)
