"""Weka's J48 as a peer."""
