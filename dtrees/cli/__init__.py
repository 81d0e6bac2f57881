"""The command ``dtrees``, in `main` and a module for each subcommand; it needs click and rich, the package does not."""
