"""From a table to a schedule: the cheapest roster, and what almost works if there is none.

python examples/schedule.py [FOLDER]      writes roster.svg into the folder
"""

import csv
import sys
from pathlib import Path

from dlx import models

TEAM = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"]
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"]
SHIFTS = {"early": (1, 2), "late": (1, 2), "night": 1}
REST = [("night", "early"), ("night", "late")]

with (Path(__file__).parent / "wishes.csv").open(newline="") as file:
    wishes = {(row["person"], row["day"], row["shift"]): int(row["cost"]) for row in csv.DictReader(file)}

week = models.roster(TEAM, DAYS, SHIFTS, work=(3, 4), rest=REST, costs=wishes)
cheapest = week.best()[0]
print(f"the cheapest roster costs {cheapest.cost}")
print(week.draw(cheapest))
week.draw(cheapest).save(Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "roster.svg")

four = TEAM[:4]
theirs = {wish: cost for wish, cost in wishes.items() if wish[0] in four}
small = models.roster(four, DAYS, SHIFTS, work=3, rest=REST, costs=theirs)
print("with four people:", small.explain())
places = {f"{shift}@{day}": (10, None) for shift in SHIFTS for day in DAYS}
nearly = small.best(slack=places | dict.fromkeys(four, (None, 4)))[0]
print("nearly:", "; ".join(f"{item} by {by} for {price}" for item, by, price in nearly.gave_way))
