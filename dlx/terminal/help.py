# SPDX-License-Identifier: MIT
"""Help texts of the command `dlx`, for readers who have never heard of Algorithm X.

usage, description     the command, in prose            DETAILS, up to its JSON or its examples
arguments, options     by argparse                      dlx/terminal/cli.py
JSON, examples         a test runs every example        the rest of DETAILS
exit codes                                              EXIT_CODES, EXIT_CODES_UNSEARCHED or EXIT_CODES_DRAWN
"""

import re

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
color (x:red). An item written 2|a is in two options of a solution, 1:3|a in one to three. An option that ends with a
word like |5 costs 5."""

EPILOG = (
    FORMAT
    + """

examples:
  dlx solve examples/toy.dlx             print a solution, an option a line
  dlx count --time-limit 60 FILE         how many solutions are there?
  dlx list --limit 10 FILE               print the first ten
  dlx list FILE --given "a d f"          those that have this option
  dlx estimate FILE                      how long would that take?
  dlx sample -n 3 FILE                   three at random, all equally likely
  zcat FILE.gz | dlx count --json -      standard input; the answer as JSON

'dlx COMMAND --help' has the details.

exit codes: 0 found or done; 1 no solution; 2 bad usage or input; 3 stopped by --time-limit or --node-limit;
70 internal error; 130 Ctrl-C."""
)
EXIT_CODES = """\
exit codes: 0 found or done; 1 no solution; 2 bad usage or input; 3 stopped by a limit; 70 internal error;
130 Ctrl-C."""
EXIT_CODES_UNSEARCHED = "exit codes: 0 done; 2 bad usage or input; 70 internal error; 130 Ctrl-C."
EXIT_CODES_DRAWN = "exit codes: 0 done; 2 bad usage or input; 3 stopped by a limit; 70 internal error; 130 Ctrl-C."

SUMMARIES = {
    "solve": "print one solution",
    "count": "print the number of solutions",
    "list": "print all solutions",
    "sample": "draw solutions at random, each as likely as any other",
    "zdd": "all solutions in one diagram",
    "estimate": "guess how many solutions and nodes there are, before a long search",
    "option-status": "which options are in all, some or no solutions",
    "explain": "why there is no solution",
    "reduce": "a smaller problem with the same solutions",
    "export": "the problem for other solvers: SAT (cnf), pseudo-Boolean (opb), MIP (lp)",
    "info": "describe the problem: items, options, sizes",
    "draw": "draw the matrix of a small problem, or its search tree (SVG, PNG, HTML, characters)",
    "model": "a well-known problem, ready made: queens, tilings, designs and others",
}

DETAILS = {
    "solve": """Prints the options of one solution, one a line. Exit code 1 if there is none,
3 if a limit stopped the search before one was found.

JSON: {"command", "status", "solution": {"options": [numbers], "items": [[words]]} or null, "stats"};
with --min-cost, a solution has its "cost", and every other one costs at least "bound"

examples:
  dlx solve examples/toy.dlx
  dlx solve examples/toy.dlx --banned 1          without option 1, the second in the file
  dlx solve --seed 7 FILE                        another one, perhaps
  dlx solve --min-cost FILE                      the cheapest one""",
    "count": """Prints the number of solutions. Stopped by a limit it prints those counted so far, a lower bound:
standard error says so (JSON: "exact": false). Exit code 0 if --limit was reached, which is the answer asked for;
3 if time or nodes ran out (or memory for --method zdd); 1 if there is no solution. After Ctrl-C the number is on
standard error (or in the JSON).

Solutions need not be visited to be counted: where the same situation comes up again and again (tilings, Latin squares)
the count below it is remembered. --method auto finds out whether that pays; --limit and --node-limit count one by one.

JSON: {"command", "status", "count", "exact", "stats"}

examples:
  dlx count examples/toy.dlx
  dlx count --method memo --max-memory 4096 FILE
  dlx count --workers 8 --checkpoint run.db FILE   on 8 threads; killed, it goes on with the same command
  dlx count --limit 2 FILE                       1 says that the solution is unique
  dlx count --given 3,4 --time-limit 10 FILE     those with options 3 and 4, in ten seconds at most""",
    "list": """Prints every solution as it is found: its options, one a line, and a blank line between two solutions.
Exit code 0 if --limit was reached, 3 if time or nodes ran out, 1 if there is no solution.

JSON: a line for each solution {"options": [numbers], "items": [[words]]}, then a last line
{"command", "status", "solutions": how many, "stats"}; with --min-cost "cost" and "bound", see 'dlx solve --help'

examples:
  dlx list examples/toy.dlx
  dlx list --limit 100 --json FILE
  dlx list --min-cost --limit 5 FILE             the five cheapest, the cheapest first
  dlx list FILE | head -20""",
    "sample": """Draws solutions, with replacement: every solution has exactly the same probability, which no search
with a shuffled order can give. All solutions are put into a diagram first (see 'dlx zdd'). Exit code 1 if there is
none, 3 if the diagram was not done in time.

JSON: a line for each solution, as 'dlx list' prints it

examples:
  dlx sample examples/toy.dlx
  dlx sample -n 5 --seed 1 FILE                  the same five every time""",
    "zdd": """Makes a zero-suppressed decision diagram of all solutions and prints how many nodes it has, and how many
solutions are in it. Exit code 1 if there is none, 3 if it was not done in time or has more than --max-nodes.

JSON: {"command", "status", "nodes", "count", "count_per_option": how many solutions use each option}

examples:
  dlx zdd FILE
  dlx zdd FILE --dot - | dot -Tsvg > diagram.svg
  dlx zdd FILE -o diagram.npz                    for ZDD.load in Python""",
    "estimate": """Follows random ways down the search tree and prints from them how many nodes and solutions it has
and how long a search would take, each with an interval that holds the truth 95 times of 100.
Exit code 3 if there are fewer samples than --samples: by --time-limit, or where a way down has thousands of levels.

JSON: {"command", "status", "nodes": {"value", "low", "high"}, "solutions": ..., "seconds": ..., "samples"}

examples:
  dlx estimate FILE
  dlx estimate --samples 10000 --time-limit 10 FILE""",
    "option-status": """Prints for every option whether it is in all, some or none of the solutions. Exit code 1 if
there is no solution, 3 if time ran out (an option not decided by then is "unknown").

JSON: {"command", "status", "options": ["all", "some", "none" or "unknown", ...]}

examples:
  dlx option-status examples/toy.dlx
  dlx option-status FILE --given 3""",
    "explain": """Says why there is no solution: items that no option covers; given options that contradict each other;
or a small set of given options or of items that cannot be satisfied together. Exit code 1 with a reason, 0 if there is
a solution after all, 3 if that could not be found out in time (--time-limit, 10 seconds by default).

JSON: {"command", "kind", "items", "given", "minimal", "text"}

examples:
  dlx explain FILE
  dlx explain FILE --given 3,5 --time-limit 60""",
    "reduce": """Writes a smaller problem whose solutions are those of FILE, one to one: options that would leave an
item without options are left out, forced ones are taken, items that say nothing are dropped. Comments in it tell the
forced options and the numbers that the others had. Exit code 1 if that shows that there is no solution, 3 if time ran
out (what is written then is valid, and not as small as it could be).

JSON: {"command", "status", "no solution": why or null, "options": their old numbers, "forced", "removed"}

examples:
  dlx reduce FILE -o SMALLER
  dlx reduce FILE | dlx count -""",
    "export": """Writes the problem in a format of other solvers. Variable k+1 (LP: xk) says whether option k is chosen;
comments in the file say so too. There are as many models as solutions. Costs become the objective in OPB and LP.

examples:
  dlx export FILE --to cnf -o problem.cnf
  dlx export FILE --to lp | highs /dev/stdin
  dlx export FILE --to cnf --encoding sequential --given 3""",
    "info": """Prints what the problem is made of; nothing is searched (limits are accepted, and have nothing
to stop). With --given and --banned it describes what is left of the problem: items not covered yet, options that can
still be chosen. A primary item that no option is left for means that there is no solution.

examples:
  dlx info examples/toy.dlx
  dlx info examples/toy.dlx --given "a d f" --json""",
    "draw": """Draws what dancing links works on: items as columns, secondary ones apart, options as rows, the first
solution marked; or, with --tree, the nodes that Algorithm X visits, each with the item that it branches on, and the
solutions. The name of the file tells the format; without one, characters are printed. PNG needs Pillow:
pip install 'dlx-engine[png]'.

examples:
  dlx draw examples/toy.dlx
  dlx draw examples/toy.dlx -o matrix.svg
  dlx draw examples/toy.dlx --tree -o tree.png""",
    "model": """Writes a well-known problem in Knuth's format, for the other commands to read; or draws a solution
of it, or counts its solutions up to symmetry. 'dlx model NAME --help' tells what each of them takes.

examples:
  dlx model queens 12 | dlx count -
  dlx model queens 8 -o queens.dlx
  dlx model queens 8 --draw queens.svg
  dlx model queens 8 --orbits                    12 of the 92 solutions are different""",
}
ARGUMENT_HELP = {
    "given": "only solutions with these options",
    "banned": "only solutions without these options",
    "numbers": "numbers such as 3,17 (from 0, in file order), or one option as text ('a d g'); repeatable",
}


def page(name: str) -> tuple[str, str]:
    """Return the help of a command before its options, and after them."""
    summary, (prose, rest) = SUMMARIES[name], re.split(r"\n\n(?=JSON:|examples:)", DETAILS[name], maxsplit=1)
    codes = EXIT_CODES
    if name in ("export", "info"):
        codes = EXIT_CODES_UNSEARCHED
    elif name == "draw":
        codes = EXIT_CODES_DRAWN
    return f"{summary[0].upper()}{summary[1:]}.\n\n{prose}", f"{rest}\n\n{codes}"
