"""Growing on data that hold missing values: a page each for the ways that `dtrees.growing.learner.Missing` names."""
