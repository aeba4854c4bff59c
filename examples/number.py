"""From a definition to a number with its proof: Steiner triple systems of 13 points, up to isomorphism.

python examples/number.py
"""

from itertools import combinations

from dlx import Problem


def triple_systems(v: int) -> Problem:
    """Model sets of triples such that every pair of v points is in exactly one triple."""
    return Problem([[frozenset(pair) for pair in combinations(triple, 2)] for triple in combinations(range(v), 3)])


systems = triple_systems(13)
print("expected by an estimate:", systems.estimate(seed=1))
print(f"labelled: {systems.count():,}")

group = systems.group("auto")
classes = list(systems.solutions(orbits="auto"))
sizes = [group.size(system) for system in classes]
print(f"up to isomorphism: {len(classes)}, with orbits of {' and '.join(f'{size:,}' for size in sizes)}")

assert sum(sizes) == systems.count()
assert all(systems.verify(system) for system in classes)
print("the orbits add up to the labelled count")
print("8 points:", triple_systems(8).explain())
