"""The learners of the books, a page each; each returns a `Learner`, which is data."""
