"""How often ordinary data show an entry, by decision-tree-id-fork alone:  python ordinary.py."""

# mypy: ignore-errors
# The packages have no types.

import numpy as np
from id3 import Id3Estimator


def is_torn(seed: int) -> bool:
    """Return whether rows are predicted otherwise than rounded to float32, of a random step in 200 times."""
    chance = np.random.default_rng(seed)
    times = 1.7e9 + np.sort(chance.choice(3600, 200, replace=False))[:, None]
    tree = Id3Estimator().fit(times, (np.arange(200) >= chance.integers(20, 180)).astype(int))
    return bool((tree.predict(times) != tree.predict(times.astype(np.float32))).any())


torn = sum(is_torn(seed) for seed in range(100))
print(f"ID4: 100 random steps in 200 times within an hour of 1.7e9: {torn} tables have rows of another class")
