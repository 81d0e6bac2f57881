"""scikit-learn as a peer."""
