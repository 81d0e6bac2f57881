"""Plant changes in copies of the theory, and see that each is noticed.

    python proofs/coq/sabotage.py            every plant, some seconds each
    python proofs/coq/sabotage.py --few      a handful, for CI

Each plant is one edit of one chapter.  The chapter alone is compiled again, beside the compiled others.  The plant is
noticed where that fails, or where what the audit pins of the chapter is not what is expected: definitions, statements
of cited theorems, assumptions.  It needs the theory built (`make`).  The last plants change nothing that is claimed,
and must not be noticed.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent


class Plant(NamedTuple):
    """An edit of a chapter, and other chapters to be compiled after it, whose pins are looked at as well."""

    chapter: str
    old: str
    new: str
    after: tuple[str, ...] = ()


AUDITED: Final = (
    # A headline made vacuous: no learner is tighter than itself, nor than any other.
    Plant("Spec/GrownTrees", "min_split lim <= min_split lim'", "min_split lim < min_split lim"),
    # A premise more.
    Plant(
        "Extensions",
        "(forall w c, In (w, c) rows -> 0 <= w /\\ nonneg c) ->",
        "(forall w c, In (w, c) rows -> 0 <= w /\\ nonneg c /\\ w == 1) ->",
    ),
    # A lemma that is not proved.
    Plant("Extensions", "Lemma add_row_nonneg", "Lemma never_proved : False.\nProof. Admitted.\n\nLemma add_row_nonneg"),
    # A gate that lets its average pass.
    Plant("Spec/Growing", "    | Above => negb (Qle_bool excess 0)", "    | Above => Qle_bool 0 excess"),
)
"""The sabotages of the audit."""
