"""The real implementations that are judged: a module each, the object that asks it, and beside it why it deviates."""
