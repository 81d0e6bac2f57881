"""``python -m dtrees`` is the command ``dtrees``."""

from dtrees.cli import main

main(prog_name="dtrees")
