# SPDX-License-Identifier: MIT
"""The rules of Sudoku Explainer, a program whose ratings the solving community quotes, each with its rating.

    marks.py    the pencil marks              singles.py  locked.py  sets.py  wings.py     the rules
    order.py    the rules in order            loops.py  grave.py  aligned.py
    links.py    what follows from a mark      chains.py  nets.py  dynamic.py  nested.pyx

They differ from our own techniques in their patterns and in their order. One step is applied at a time, the easiest of
the first rule that finds any. The last rules are dynamic forcing chains with other chains in them, which the hardest
puzzles known need (9.0 to 11.9).
"""
