# SPDX-License-Identifier: MIT
"""Help texts of the command `dlx`, for readers who have never heard of Algorithm X.

usage, description     the command, in prose            DETAILS, up to its JSON or its examples
arguments, options     by argparse                      dlx/terminal/cli.py
JSON, examples         a test runs every example        the rest of DETAILS
exit codes                                              EXIT_CODES, EXIT_CODES_UNSEARCHED or EXIT_CODES_DRAWN
"""

import argparse
import re
from typing import Any

ABOUT = """Solve exact-cover problems.

An exact-cover problem is a list of options, each of them a set of items. A solution is a choice of options in which
every item occurs exactly once. Tilings, timetables, Sudoku and many other puzzles are such problems: an item is a thing
that must be done (fill this cell, use this piece), and an option is a way to do some of them at once."""

EPILOG = """A FILE is text in Knuth's format. This is examples/toy.dlx:

  | comment lines start with a bar
  a b c d e f g
  c e
  a d g
  b c f
  a d f
  b g
  d e g

The first line that is not a comment lists the items; every other line is an option. Items after a bar in the first
line (a b c | x y) are secondary: at most one option of a solution has such an item, or several that all give it the
same color (x:red). An item written 2|a is in two options of a solution, one written 1:3|a in one to three. An option
that ends with a word like |5 costs 5. Files in the formats of miniexact, < a b > [ x ] a x; b; and p xcc 2 1, are read
as well.

examples:
  dlx solve examples/toy.dlx             print a solution, an option a line
  dlx count --time-limit 60 FILE         how many solutions are there?
  dlx list --limit 10 FILE               print the first ten
  dlx list FILE --given "a d f"          print those with this option
  dlx estimate FILE                      how long would that take?
  dlx sample -n 3 FILE                   three at random, all equally likely
  zcat FILE.gz | dlx count --json -      standard input; the answer as JSON

'dlx COMMAND --help' has the details.

exit codes: 0 found or done; 1 no solution; 2 bad usage or input; 3 stopped by --time-limit or --node-limit;
70 internal error; 130 Ctrl-C."""
EXIT_CODES = """\
exit codes: 0 found or done; 1 no solution; 2 bad usage or input; 3 stopped by a limit; 70 internal error;
130 Ctrl-C."""
EXIT_CODES_UNSEARCHED = "exit codes: 0 done; 2 bad usage or input; 70 internal error; 130 Ctrl-C."
EXIT_CODES_DRAWN = "exit codes: 0 done; 2 bad usage or input; 3 stopped by a limit; 70 internal error; 130 Ctrl-C."

AS_WRITTEN: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}

SUMMARIES = {
    "solve": "print one solution",
    "count": "print the number of solutions",
    "list": "print all solutions",
    "sample": "draw solutions at random, each as likely as any other",
    "zdd": "put all solutions into one diagram",
    "estimate": "estimate the numbers of solutions and nodes before a long search",
    "option-status": "print which options are in all, some or no solutions",
    "explain": "explain why there is no solution",
    "prove": "write a proof that there is no solution, for others to check",
    "reduce": "write a smaller problem with the same solutions",
    "export": "write the problem for other solvers: SAT (cnf), pseudo-Boolean (opb), MIP (lp)",
    "info": "describe the problem: sizes, structure, how long a count takes",
    "draw": "draw the matrix of a small problem, or its search tree (SVG, PNG, HTML, characters)",
    "model": "write a well-known problem: queens, tilings, designs and others",
}

DETAILS = {
    "solve": """Prints the options of one solution, one per line. Exit code 1 if there is none,
3 if a limit stopped the search before one was found.

JSON: {"command", "status", "solution": {"options": [numbers], "items": [[words]]} or null, "stats"};
with --min-cost or --slack, a solution has its "cost" and the items that "gave way" ("item", "by", "price"), and every
other solution costs at least "bound"

examples:
  dlx solve examples/toy.dlx
  dlx solve examples/toy.dlx --banned 1          without option 1, the second in the file
  dlx solve --seed 7 FILE                        another one, perhaps
  dlx solve --method sat FILE                    by a SAT solver: large Sudoku, quasigroups, word grids
  dlx solve --min-cost FILE                      the cheapest one
  dlx solve --slack 1 FILE                       nearly one: 1 for each option too few or too many of an item
  dlx solve --slack a=10 --slack b=5: FILE       a and b may give way, b only by too few options""",
    "count": """Prints the number of solutions. If a limit stops the count, it prints "at least" and the number counted
so far, and standard error names the limit (JSON: "exact": false). Exit code 0 if the count reached --limit; 3 if time
or nodes ran out (or memory for --method frontier, symmetric or zdd); 1 if there is no solution. After Ctrl-C the number
is on standard error (or in the JSON).

A count need not visit every solution. If the same situation occurs again and again (tilings, Latin squares), we
remember the count below it, or go from one layer of situations to the next (--method frontier). If it comes again
under other names (Latin squares, tournaments), --method symmetric recognizes it. --method auto finds out what pays;
--limit and --node-limit count one by one.

With --orbits auto, solutions that are images of each other under a symmetry of the problem count once. We find the
symmetries, however many there are, and standard error reports their number. With --given or --banned, the symmetries
that preserve the set of these options count.

JSON: {"command", "status", "count", "exact", "stats"}

examples:
  dlx count examples/toy.dlx
  dlx count --method memo --max-memory 4096 FILE
  dlx count --workers 8 --checkpoint run.db FILE   on 8 threads; if killed, run it again to continue
  dlx count --limit 2 FILE                       1 says that the solution is unique
  dlx count --orbits auto FILE                   solutions up to symmetry: the 92 of 8 queens are 12
  dlx count --given 3,4 --time-limit 10 FILE     those with options 3 and 4, for at most ten seconds""",
    "list": """Prints every solution as it is found: its options, one per line, and a blank line between solutions.
Exit code 0 if --limit was reached, 3 if time or nodes ran out, 1 if there is no solution.

--format csv prints a table for spreadsheets, with a row for each option of each solution: the number of the solution
from 0, that of the option, its cost if the file has costs, and its items, each in a column of its own. With --slack, an
item that gave way has a row, too, so the costs of a solution's rows always add up to its cost. A list that is cut short
ends with a comment (text), or with a row of words instead of numbers (csv): stopped by the time limit: at least 2
solutions.

JSON: a line for each solution {"options": [numbers], "items": [[words]]}, then a last line
{"command", "status", "solutions": how many, "stats"}; with --min-cost or --slack "cost" and "bound", as described by
'dlx solve --help'. --json and --format jsonl are the same

examples:
  dlx list examples/toy.dlx
  dlx list --limit 100 --json FILE
  dlx list FILE --format csv > out.csv           for a spreadsheet
  dlx list --workers 2 FILE                      on 2 threads, in the order of one
  dlx list --min-cost --limit 5 FILE             the five cheapest, the cheapest first
  dlx list --orbits auto FILE                    one solution of each kind that symmetries do not map to each other
  dlx list FILE | head -20""",
    "sample": """Draws solutions at random, with replacement. Every solution has exactly the same probability, which a
search in shuffled order cannot guarantee. We first put all solutions into a diagram (see 'dlx zdd'), or into the
layers of a count up to symmetry where these are done first. With --max-nodes only a diagram is tried. With --error, if
neither is done in about a second, we draw from random descents: no set of solutions is drawn more or less often than it
should by more than the error, as estimated from hundreds of descents. Exit code 1 if there is no solution, 3 if the
samples were not finished in time.

JSON: a line for each solution, as 'dlx list' prints it; --format is that of 'dlx list'

examples:
  dlx sample examples/toy.dlx
  dlx sample -n 5 --seed 1 FILE                  the same five every time
  dlx model latin-squares 9 | dlx sample --error 0.05 -""",
    "zdd": """Builds a zero-suppressed decision diagram of all solutions and prints the numbers of its nodes and of
its solutions. Exit code 1 if there is no solution, 3 if the diagram was not finished in time or exceeds --max-nodes.

JSON: {"command", "status", "nodes", "count", "count_per_option": how many solutions use each option}

examples:
  dlx zdd FILE
  dlx zdd FILE --dot - | dot -Tsvg > diagram.svg
  dlx zdd FILE -o diagram.npz                    for ZDD.load in Python""",
    "estimate": """Follows random paths down the search tree and estimates from them the numbers of nodes and
solutions and the time of a search, each with an interval that contains the true value in 95 of 100 cases. Exit code 3
if there are fewer samples than --samples: because of --time-limit, or of paths with thousands of levels.

JSON: {"command", "status", "nodes": {"value", "low", "high"}, "solutions": ..., "seconds": ..., "samples"}

examples:
  dlx estimate FILE
  dlx estimate --samples 10000 --time-limit 10 FILE""",
    "option-status": """Prints for every option whether it is in all, some or none of the solutions. Exit code 1 if
there is no solution, 3 if time ran out (an option not decided by then is "unknown"). With --limit N, a column has the
number of solutions with each option; 5+ stands for 5 or more.

JSON: {"command", "status", "options": ["all", "some", "none" or "unknown", ...]}, and with --limit
"counts": [numbers], which are lower bounds if the status is not "complete"

examples:
  dlx option-status examples/toy.dlx
  dlx option-status FILE --given 3
  dlx option-status --limit 100 FILE             how many solutions use each option, up to 100""",
    "explain": """Prints the reason why there is no solution: items that no option covers; given options that
contradict each other; weights of items that add up to a multiple of some number in every option, but not in the whole
problem, or to less in all options together than in a solution (the modulus is then 0); or a small set of given
options or of items that cannot be satisfied together. With --draw, weights of cells become a picture of the board. Exit
code 1 with a reason, 0 if there is a solution after all, 3 if time ran out first (--time-limit, 10 seconds by default).

JSON: {"command", "kind", "items", "given", "minimal", "modulus", "weights", "text"}

examples:
  dlx explain FILE
  dlx explain FILE --given 3,5 --time-limit 60""",
    "prove": """Writes two files if there is no solution: NAME.cnf, the problem as clauses, and NAME.drat, the steps of
a SAT solver that lead to the empty clause. Checkers verify them without trusting us or the solver: drat-trim NAME.cnf
NAME.drat. Exit code 0 if it is proved; otherwise no file is written, and the exit code is 1 if there is a
solution, 3 if time ran out. This needs python-sat: pip install python-sat.

JSON: {"command", "status", "cnf": file or null, "drat": file or null, "stats"}

examples:
  dlx prove FILE -o NAME
  dlx prove FILE -o NAME --given 3 --time-limit 60""",
    "reduce": """Writes a smaller problem whose solutions correspond to those of FILE, one to one. We remove options
that would leave an item without options, choose forced options, and drop items that constrain nothing. Comments in
the file list the forced options and the former numbers of the others. Exit code 1 if this proves that there is no
solution, 3 if time or --rounds ran out (the problem written then is valid, but could be smaller, and says so).

JSON: {"command", "status", "no solution": why or null, "options": their old numbers, "forced", "removed"}

examples:
  dlx reduce FILE -o SMALLER
  dlx reduce FILE | dlx count -""",
    "export": """Writes the problem in a format of other solvers. Variable k+1 (LP: xk) is true if option k is chosen;
comments in the file name the options. There are as many models as solutions. Costs, and the prices of
slack, become the objective in OPB and LP.

examples:
  dlx export FILE --to cnf -o problem.cnf
  dlx export FILE --to lp | highs /dev/stdin
  dlx export FILE --to opb --slack a=10          wishes are variables of their own
  dlx export FILE --to cnf --encoding sequential --given 3""",
    "info": """Prints the sizes of the problem and what the engine sees in it: components that share no constraint,
symmetries, the window of a count by layers (the bits that its open items take), weights that prove that there is no
solution, and the strategy that leads 'dlx count', with the time and memory that it takes or is likely to take. All
this takes three seconds at most, or --time-limit, of which the count has a third; a problem of a million entries takes
a few more. With --given and --banned it describes the remaining problem: items not covered yet, and options that can
still be chosen. If a primary item has no remaining option, there is no solution.

examples:
  dlx info examples/toy.dlx
  dlx info examples/toy.dlx --given "a d f" --json""",
    "draw": """Draws the matrix of the problem: items as columns, secondary ones apart, options as rows, and a
solution marked; or, with --tree, the nodes that Algorithm X visits, each with the item that it branches on, and the
solutions. A tree that is cut says so, and the exit code is 3. The file name determines the format; without one,
characters are printed. PNG needs Pillow: pip install pillow.

examples:
  dlx draw examples/toy.dlx
  dlx draw examples/toy.dlx -o matrix.svg
  dlx draw examples/toy.dlx --tree -o tree.png""",
    "model": """Writes a well-known problem in Knuth's format, for the other commands to read; or draws a solution
of it, or counts its solutions up to symmetry. 'dlx model NAME --help' describes the arguments of each.

examples:
  dlx model queens 12 | dlx count -
  dlx model queens 8 -o queens.dlx
  dlx model queens 8 --draw queens.svg
  dlx model queens 8 --orbits                    the 92 solutions are 12 up to symmetry
  dlx model queens 8 --sheet q.svg --orbits      a picture of these 12""",
}
ARGUMENT_HELP = {
    "given": "only solutions with these options",
    "banned": "only solutions without these options",
    "numbers": "numbers such as 3,17 (from 0, in file order), or one option as text ('a d g'); repeatable",
}


def page(name: str) -> tuple[str, str]:
    """Return the help of a command before its options, and after them."""
    summary, (prose, rest) = SUMMARIES[name], re.split(r"\n\n(?=JSON:|examples:)", DETAILS[name], maxsplit=1)
    other_codes = {"draw": EXIT_CODES_DRAWN} | dict.fromkeys(("export", "info"), EXIT_CODES_UNSEARCHED)
    codes = other_codes.get(name, EXIT_CODES)
    return f"{summary[0].upper()}{summary[1:]}.\n\n{prose}", f"{rest}\n\n{codes}"
