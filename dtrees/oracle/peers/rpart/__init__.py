"""rpart, the R package, as a peer."""
