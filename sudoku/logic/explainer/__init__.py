# SPDX-License-Identifier: MIT
"""The rules of Sudoku Explainer, a program whose ratings the solving community quotes, each with its rating.

    marks.py    the pencil marks              singles.py  locked.py  sets.py  wings.py     the rules
    order.py    the rules in order            loops.py  grave.py  aligned.py
    links.py    what follows from a mark      chains.py  nets.py

They differ from our own techniques in what they look for, in the order, and in that one step is applied at a time: the
first rule that finds any gives its easiest. The path ends at dynamic forcing chains (8.5 to about 9.5). A puzzle that
needs more, such as chains within chains, has no rating here.
"""
