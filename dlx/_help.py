# SPDX-License-Identifier: MIT
"""What the command `dlx` says about itself: written for somebody who has never heard of Algorithm X."""

ABOUT = """Solve exact-cover problems.

An exact-cover problem is a list of options, each of them a set of items; a solution is a choice of options that has
every item exactly once. Tilings, timetables, Sudoku and many other puzzles are such problems: items are the things
that must be done (fill this cell, use this piece), options the ways to do some of them at once."""

FORMAT = """A FILE is text in Knuth's format. This is examples/toy.dlx:

  | comment lines start with a bar
  a b c d e f g
  c e
  a d g
  b c f
  a d f
  b g
  d e g

The first line that is no comment lists the items, every further line is an option. Items after a bar in the first
line (a b c | x y) are secondary: in at most one option of a solution, or in several that all give the item the same
color (x:red)."""

EPILOG = (
    FORMAT
    + """

examples:
  dlx solve examples/toy.dlx             print a solution, an option a line
  dlx count --time-limit 60 FILE         how many solutions are there?
  dlx list --limit 10 FILE               print the first ten
  dlx list FILE --given "a d f"          those that have this option
  zcat FILE.gz | dlx count --json -      standard input; the answer as JSON

'dlx COMMAND --help' tells more. Exit codes: 0 found or done; 1 no solution; 2 bad usage or input; 3 stopped by
--time-limit or --node-limit; 130 Ctrl-C."""
)

SUMMARY = {
    "solve": "print one solution",
    "count": "print the number of solutions",
    "list": "print all solutions",
    "info": "describe the problem: items, options, sizes",
}

DETAILS = {
    "solve": """Prints the options of one solution, one a line. Exit code 1 if there is none,
3 if a limit stopped the search before one was found.

JSON: {"command", "status", "solution": {"options": [numbers], "items": [[words]]} or null, "stats"}

examples:
  dlx solve examples/toy.dlx
  dlx solve examples/toy.dlx --banned 3          without option 3, the fourth in the file
  dlx solve --seed 7 FILE                        another one, perhaps""",
    "count": """Prints the number of solutions. Stopped by a limit it prints those counted so far, a lower bound:
standard error says so (JSON: "exact": false). Exit code 0 if --limit was reached, which is the answer asked for;
3 if time or nodes ran out; 1 if there is no solution. After Ctrl-C the number is on standard error (or in the JSON).

Solutions need not be visited to be counted: where the same situation comes up again and again (tilings, Latin squares)
the count below it is remembered. --method auto finds out whether that pays; --limit and --node-limit count one by one.

JSON: {"command", "status", "count", "exact", "stats"}

examples:
  dlx count examples/toy.dlx
  dlx count --method memo --max-memory 4096 FILE
  dlx count --limit 2 FILE                       1 says that the solution is unique
  dlx count --given 3,4 --time-limit 10 FILE     those with options 3 and 4, in ten seconds at most""",
    "list": """Prints every solution as it is found: its options, one a line, and a blank line between two solutions.
Exit code 0 if --limit was reached, 3 if time or nodes ran out, 1 if there is no solution.

JSON: a line for each solution {"options": [numbers], "items": [[words]]}, then a last line
{"command", "status", "solutions": how many, "stats"}

examples:
  dlx list examples/toy.dlx
  dlx list --limit 100 --json FILE
  dlx list FILE | head -20""",
    "info": """Prints what the problem is made of; nothing is searched (limits are accepted, and have nothing
to stop). With --given and --banned it describes what is left of the problem: items not covered yet, options that can
still be chosen. A primary item that no option is left for means that there is no solution. Exit code 0.

examples:
  dlx info examples/toy.dlx
  dlx info examples/toy.dlx --given "a d f" --json""",
}
EXPLAIN = {
    "given": "only solutions with these options",
    "banned": "only solutions without these options",
    "numbers": "numbers such as 3,17 (from 0, in file order), or one option as text ('a d g'); repeatable",
}
