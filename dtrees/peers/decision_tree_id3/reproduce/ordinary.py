"""How often ordinary data show an entry, by decision-tree-id-fork alone:  python ordinary.py."""

# mypy: ignore-errors
# The packages have no types.

import numpy as np
from id3 import Id3Estimator


def step(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a random step in 200 times: the times, and whether they are after it."""
    chance = np.random.default_rng(seed)
    times = 1.7e9 + np.sort(chance.choice(3600, 200, replace=False))[:, None]
    return times, (np.arange(200) >= chance.integers(20, 180)).astype(int)


def is_torn(seed: int) -> bool:
    """Return whether rows of a step are predicted otherwise than rounded to float32."""
    times, after = step(seed)
    tree = Id3Estimator().fit(times, after)
    return bool((tree.predict(times) != tree.predict(times.astype(np.float32))).any())


def is_wrong(seed: int) -> bool:
    """Return whether more rows of a step, rounded to float32 first, are wrong than by the ranks of their times."""
    times, after = step(seed)
    times = times.astype(np.float32)
    ranks = np.unique(times, return_inverse=True)[1].reshape(-1, 1)
    kept, ranked = ((Id3Estimator().fit(one, after).predict(one) != after).sum() for one in (times, ranks))
    return bool(kept > ranked)


torn = sum(is_torn(seed) for seed in range(100))
print(f"ID4: 100 random steps in 200 times within an hour of 1.7e9: {torn} tables have rows of another class")
wrong = sum(is_wrong(seed) for seed in range(100))
print(f"ID5: the same steps, rounded to float32 first: in {wrong} tables more rows are wrong than by ranks")
