"""The commands of ``dtrees``, each a module; they need click and rich, which `import dtrees` does not."""

from __future__ import annotations

from typing import Final

from dtrees.commands.trees import grow_command, prune_command, select_command
from dtrees.commands.vectors import vectors
from dtrees.commands.verify import verify

COMMANDS: Final = (grow_command, prune_command, select_command, vectors, verify)
