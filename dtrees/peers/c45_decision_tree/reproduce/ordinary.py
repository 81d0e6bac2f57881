"""How often ordinary data show an entry, by c45-decision-tree alone:  python ordinary.py."""

# mypy: ignore-errors
# The packages have no types.

import pandas as pd
from C45 import C45Classifier

days = """sunny high no, sunny high no, overcast high yes, rain high yes, rain normal yes, rain normal no,
overcast normal yes, sunny high no, sunny normal yes, rain normal yes, sunny normal yes, overcast high yes,
overcast normal yes, rain high no"""
rows = pd.DataFrame([day.split() for day in days.split(",")], columns=["outlook", "humidity", "play"])
tree = C45Classifier()
tree.fit(rows[["outlook", "humidity"]], rows["play"])
wrong = sum(tree.predict(rows[["outlook", "humidity"]]) != rows["play"])
least = len(rows) - rows.groupby(["outlook", "humidity"])["play"].agg(lambda one: one.value_counts().max()).sum()
print(f"CD1: weather by outlook and humidity: {wrong} of {len(rows)} rows are wrong, where {least} must be")
