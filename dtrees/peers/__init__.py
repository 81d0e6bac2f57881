"""The real implementations that are judged, a folder each: adapter, explanations, page of findings, reproducers."""
