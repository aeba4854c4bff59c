# SPDX-License-Identifier: MIT
"""The rules of Sudoku Explainer, a program whose ratings the solving community quotes, each with its rating.

    marks.py    the pencil marks              singles.py  locked.py  sets.py  wings.py     the rules
    order.py    the rules in order            loops.py  grave.py  aligned.py
    links.py    what follows from a mark      chains.py  nets.py

They differ from our own techniques in their patterns and in their order. One step is applied at a time, the easiest of
the first rule that finds any. The path ends at dynamic forcing chains (8.5 to about 9.5). A puzzle that
needs more, such as chains within chains, has no rating here.
"""
