"""Growing on data that hold missing values: the `ways` that `learner.Missing` names, and `surrogates`."""
