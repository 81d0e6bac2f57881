"""How often ordinary data show an entry, by NLTK alone:  python ordinary.py."""

# mypy: ignore-errors
# The packages have no types.

import os
import subprocess
import sys

WEATHER = """
from nltk.classify import DecisionTreeClassifier
days = '''sunny hot high weak no, sunny hot high strong no, overcast hot high weak yes, rain mild high weak yes,
rain cool normal weak yes, rain cool normal strong no, overcast cool normal strong yes, sunny mild high weak no,
sunny cool normal weak yes, rain mild normal weak yes, sunny mild normal strong yes, overcast mild high strong yes,
overcast hot normal weak yes, rain mild high strong no'''
names = ("outlook", "temperature", "humidity", "wind")
rows = [(dict(zip(names, day.split())), day.split()[4]) for day in days.split(",")]
tree = DecisionTreeClassifier.train(rows)
first = tree._fname
split = [value for value, child in tree._decisions.items() if child._fname]
print(first, *[sum(row[first] == value for row, _ in rows) for value in split])
"""

answers = set()
for seed in range(4):
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    asked = subprocess.run([sys.executable, "-c", WEATHER], env=environment, capture_output=True, text=True, check=True)
    answers.add(asked.stdout.strip())
rows = [int(rows) for answer in answers for rows in answer.split()[1:]]
print(f"NL1: weather: nodes of {sorted({*rows})} rows are split, though support_cutoff is 10")
print(f"NL2: weather, four hash seeds: the first column is {' or '.join(sorted({one.split()[0] for one in answers}))}")
