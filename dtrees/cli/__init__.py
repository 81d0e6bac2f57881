"""The command ``dtrees``: `main`, and a module a command; it needs click and rich, which ``import dtrees`` does not."""
