"""How often ordinary data show an entry, by chefboost alone:  python ordinary.py."""

# mypy: ignore-errors
# The packages have no types.

import os
import sys
import tempfile
from contextlib import redirect_stdout
from io import StringIO

import pandas as pd
from chefboost import Chefboost
from sklearn.datasets import load_iris

os.chdir(tempfile.mkdtemp())  # where it writes its rules
sys.path.insert(0, "")
x, y = load_iris(return_X_y=True)
rows = pd.DataFrame({"length": x[:, 2], "Decision": pd.Series([f"c{one}" for one in y], dtype=object)})
with redirect_stdout(StringIO()):
    model = Chefboost.fit(rows.copy(), silent=True)
    wrong = sum(Chefboost.predict(model, [one]) != said for one, said in rows.itertuples(index=False))
least = len(rows) - rows.groupby("length")["Decision"].agg(lambda one: one.value_counts().max()).sum()
print(f"CB1: iris by petal length: {wrong} of {len(rows)} rows are wrong, where {least} must be")
