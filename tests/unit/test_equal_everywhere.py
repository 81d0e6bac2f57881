"""Trees, sequences, errors, pages and verdicts are the same whatever the hash seed and the number of threads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from quality.everywhere import digest

SCRIPT = Path(__file__).parents[1] / "quality" / "everywhere.py"


def test_answers_are_the_same_for_another_hash_seed_and_number_of_threads() -> None:
    other = {"PYTHONHASHSEED": "3", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run([sys.executable, SCRIPT], env={**os.environ, **other}, capture_output=True, check=True)
    assert told.stdout.decode().strip() == digest()
