"""What books and notes claim, as laws: named, documented, executable statements about any implementation of trees.

`LAWS` lists them; `check` (in `dtrees.laws.check`, which needs Hypothesis) looks for a counterexample::

    from dtrees.laws import LAWS, SPECIFICATION
    from dtrees.laws.check import check

    check(LAWS["gain_nonnegative"], attrs.evolve(SPECIFICATION, gain=their_gain))

Modules in reading order: `plain`, `system`, `definitions`, `law`; the laws themselves in `measures`,
`splitting`, `growing`, `best_first`, `symmetries`, `predicting`, `kept`, `missing`, `monotone`, `priors_and_costs`,
`boosting`, `outputs`, `pruning`, `sequence`, `estimating`, `validating` and `selecting`;
their random inputs in `strategies`, `inputs`, `option_inputs` and `tree_strategies`; and `check`, which runs them.
"""

import dtrees.laws.best_first
import dtrees.laws.boosting
import dtrees.laws.estimating
import dtrees.laws.growing
import dtrees.laws.kept
import dtrees.laws.measures
import dtrees.laws.missing
import dtrees.laws.monotone
import dtrees.laws.outputs
import dtrees.laws.predicting
import dtrees.laws.priors_and_costs
import dtrees.laws.pruning
import dtrees.laws.selecting
import dtrees.laws.sequence
import dtrees.laws.splitting
import dtrees.laws.symmetries
import dtrees.laws.validating  # noqa: F401 (importing a chapter registers its laws)
from dtrees.laws.law import LAWS, Law, LawBroken
from dtrees.laws.system import SPECIFICATION, System

__all__ = ["LAWS", "SPECIFICATION", "Law", "LawBroken", "System"]
