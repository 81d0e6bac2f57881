"""``python -m dtrees`` is the command ``dtrees``."""

from dtrees.cli.main import main

if __name__ == "__main__":
    main(prog_name="dtrees")
