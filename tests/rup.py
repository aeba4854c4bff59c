"""A checker of proofs in plain Python: each step must follow by unit propagation (RUP), and the last one is empty.

It reads the DIMACS file itself and knows nothing of exact covers. Like drat-trim it ignores the deletion of a clause
that is a reason at the top, so the clauses known there only grow.
"""

Clause = tuple[int, ...]


class Wrong(Exception):
    """A step does not follow, or the proof does not end with the empty clause."""


class Checker:
    """The clauses so far, those with each literal, and the literals that follow from them alone."""

    def __init__(self, clauses):
        self.clauses, self.users, self.numbers = {}, {}, {}
        self.true = set()
        self.contradiction = False
        for clause in clauses:
            self.add(clause)

    def add(self, clause):
        number = len(self.clauses)
        self.clauses[number] = clause
        self.numbers.setdefault(frozenset(clause), []).append(number)
        for literal in clause:
            self.users.setdefault(literal, set()).add(number)
        self.contradiction |= not self.propagate(self.true, [clause])

    def delete(self, clause):
        if sum(-literal not in self.true for literal in clause) == 1:  # a reason at the top
            return
        numbers = self.numbers.get(frozenset(clause))
        if not numbers:
            raise Wrong(f"there is no clause {clause} to delete")
        number = numbers.pop()
        for literal in set(clause):
            self.users[literal].discard(number)
        self.clauses[number] = None

    def follows(self, clause):
        """Return whether unit propagation refutes the negation of a clause."""
        if self.contradiction or any(literal in self.true for literal in clause):
            return True
        true = self.true | {-literal for literal in clause}
        touched = {number for literal in clause for number in self.users.get(literal, ())}
        return not self.propagate(true, [self.clauses[number] for number in touched])

    def propagate(self, true, waiting):
        """Extend `true` by all that follows; return False at a contradiction."""
        while waiting:
            clause = waiting.pop()
            if any(literal in true for literal in clause):
                continue
            free = {literal for literal in clause if -literal not in true}
            if not free:
                return False
            if len(free) == 1:
                (unit,) = free
                true.add(unit)
                waiting += [self.clauses[number] for number in self.users.get(-unit, ())]
        return True


def numbers(line):
    literals = [int(word) for word in line.split()]
    assert literals[-1] == 0 and 0 not in literals[:-1]
    return tuple(literals[:-1])


def check(cnf, drat):
    """Check a proof against the text of the clauses; return the number of steps."""
    lines = [line for line in cnf.splitlines() if not line.startswith("c")]
    head = lines[0].split()
    assert head[:2] == ["p", "cnf"] and int(head[3]) == len(lines) - 1
    checker, steps = Checker(map(numbers, lines[1:])), 0
    for line in drat.splitlines():
        if line.startswith("d "):
            checker.delete(numbers(line[2:]))
            continue
        clause, steps = numbers(line), steps + 1
        if not checker.follows(clause):
            raise Wrong(f"step {steps} does not follow: {clause}")
        if not clause:
            return steps
        checker.add(clause)
    raise Wrong("the proof does not end with the empty clause")
