"""The real implementations that are judged: one room each."""
