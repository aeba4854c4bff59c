"""From an own drawing to pictures: how many solutions has this puzzle, and what do they look like?

python examples/puzzle.py [FOLDER]      writes heart.svg and soma.svg into the folder
"""

import sys
from pathlib import Path

from dlx import models

BOARD = """\
.###.###.
#########
#########
.#######.
..#####..
...###...
"""
PIECES = """\
AAA BBBB C.. DD. EEE FFF
A.A B... C.. .D. .E. FF.
... .... CCC .DD .E. ...

G.  HHH I.
GG  ... II
"""

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")

heart = models.polyominoes(BOARD, pieces=PIECES)
print(f"heart: {heart.count()} solutions, {heart.count(orbits=True)} of them different")
heart.sheet(heart.solutions(orbits=True), columns=2).save(folder / "heart.svg")

without = models.polyominoes(BOARD, pieces=PIECES, copies={"H": (0, 1)}, optional=True)
print(f"{without.count(orbits=True):,} ways, if H may be left out")

soma = models.burrtools(Path(__file__).parent / "soma.xmpuzzle")
print(f"Soma cube: {soma.count(orbits=True)} assemblies")
soma.draw(soma.solve()).save(folder / "soma.svg")
