# SPDX-License-Identifier: MIT
"""Certificates that no one made by a search: verify() takes the proofs among them, and no forged one of any kind.

A forged certificate differs from a proof in a single place: a weight, the total, the modulus, the options given or
banned, a color, or a bound of an item. Most are of problems that have solutions.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Colored, Problem
from dlx.matrix.assumptions import NONE, Assumptions
from dlx.structure.invariants import Certificate
from tests.problems import brute_force, multiplied, problems, questions


def bounds(problem):
    """Return item -> the least and the most options that cover it."""
    pairs = [(1, 1)] * problem.n_primary if problem.bounds is None else problem.bounds.tolist()
    return dict.fromkeys(problem.secondary, (0, 1)) | {
        item: tuple(pair) for item, pair in zip(problem.primary, pairs, strict=True)
    }


def uses(problem, options):
    """Return item -> the colors with which these options use it; None is no color."""
    found = {}
    for use in (use for k in options for use in problem.option(k)):
        item, color = (use.item, use.color) if isinstance(use, Colored) else (use, None)
        found.setdefault(item, []).append(color)
    return found


def agree(problem, options):
    most = {item: high for item, (_, high) in bounds(problem).items()}
    found = uses(problem, options)
    return all(len(c) <= most[item] or (None not in c and len(set(c)) == 1) for item, c in found.items())


def total(certificate):
    """Return the total that makes a certificate a proof, or None if none does: the definition, without a shortcut."""
    p, weights, (fixed, out) = certificate.problem, certificate.weights, map(set, certificate.assumed)
    free = [k for k in range(p.n_options) if k not in fixed | out and agree(p, [*fixed, k])]
    weight = {k: sum(weights.get(item, 0) for item in p.option(k)) for k in [*fixed, *free]}
    limits, used = bounds(p), {item: len(colors) for item, colors in uses(p, fixed).items()}
    if m := certificate.modulus:
        needs = {item: low for item, (low, high) in limits.items() if low == high}
        found = sum(w * needs.get(item, 0) for item, w in weights.items()) - sum(weight[k] for k in fixed)
        inexact = any(w % m for item, w in weights.items() if item not in needs)
        return None if inexact or any(weight[k] % m for k in free) or found % m == 0 else found
    colored = {use.item for k in range(p.n_options) for use in p.option(k) if isinstance(use, Colored)}
    found = 0
    for item, w in weights.items():
        low, high = limits.get(item, (0, 0))
        further = max(low - used.get(item, 0), 0), high - used.get(item, 0)
        if w and (item not in limits or item in colored or (w > 0 and further[0] == 0)):
            return None
        found += w * further[w < 0]
    return found if sum(max(weight[k], 0) for k in free) < found else None


def proves(certificate):
    return certificate.total == total(certificate)


def accepted(certificate):
    try:
        return certificate.verify()
    except ValueError:
        return False


@st.composite
def certificates(draw):
    """Draw certificates; the total is the sum of the weights, or next to it."""
    problem = draw(problems(7) | multiplied(7))
    assumed = Assumptions(*map(tuple, draw(questions(problem)))) if draw(st.booleans()) else NONE
    items = [item for item in problem.items if draw(st.booleans())]
    modulus = draw(st.sampled_from([0, 0, 0, 2, 3, 5, 8, 9]))
    weights = {item: draw(st.integers(-2, 2)) for item in items}
    forged = Certificate(modulus, weights, 0, problem, assumed)
    return replace(forged, total=(total(forged) or 0) + draw(st.sampled_from([0, 0, 0, 1, -1])))


@settings(max_examples=60)
@given(certificates())
def test_a_certificate_is_accepted_if_and_only_if_it_is_a_proof(certificate):
    if not agree(certificate.problem, certificate.assumed.given):
        return  # there is no solution anyway
    assert accepted(certificate) == proves(certificate)
    if accepted(certificate):
        assert not brute_force(certificate.problem, *certificate.assumed)


# --- every kind of proof, and all that differ from it in one place


def of(modulus, weights, weight, options, primary=None, secondary=(), given=(), banned=()):
    problem = Problem(options, [*primary] if isinstance(primary, str) else primary, [*secondary])
    return Certificate(modulus, weights, weight, problem, Assumptions(tuple(given), tuple(banned)))


RED, GREEN = Colored("x", "red"), Colored("x", "green")
TRIANGLE = [["a", "b"], ["b", "c"], ["a", "c"]]
ABC = {"a": 1, "b": 1, "c": 1}
PIGEONS = [[pigeon, hole] for pigeon in "abc" for hole in (1, 2)]
HOLES = {1: -1, 2: -1}
NURSES = [[nurse, night] for nurse in "abc" for night in (1, 2)]
FREE = {"a": -1, "b": -1, "c": -1}
ONCE = dict.fromkeys("abc", (0, 1))
PROOFS = {
    "modulus 2": of(2, ABC, 3, TRIANGLE),
    "modulus 3": of(3, {1: 1, 2: -1, 3: 1, 4: -1, 5: 1}, 1, [[k, k + 1] for k in range(1, 5)]),
    "modulus 8": of(8, {"a": 4, "b": 4, "c": 4}, 12, TRIANGLE),
    "modulus 2, given": of(2, ABC, 1, TRIANGLE, given=[0]),
    "modulus 2, banned": of(2, ABC, 3, [*TRIANGLE, ["a"]], banned=[3]),
    "modulus 2, multiplicities": of(2, ABC, 5, TRIANGLE, {"a": 2, "b": 2, "c": 1}),
    "modulus 2, multiplicities, given": of(2, ABC, 3, TRIANGLE, {"a": 2, "b": 2, "c": 1}, given=[0]),
    "modulus 2, colors": of(
        2, ABC, 3, [["d", RED], *([*pair, RED] for pair in TRIANGLE), ["b", GREEN]], "abcd", "x", given=[0]
    ),
    "modulus 5, no room": of(5, {"a": 1}, 1, [["b", "x"], ["a", "x"]], "ab", "x", given=[0]),
    "modulus 0": of(0, ABC | HOLES, 1, PIGEONS, "abc", (1, 2)),
    "modulus 0, given": of(0, {"b": 1, "c": 1} | HOLES, 1, PIGEONS, "abc", (1, 2), given=[0]),
    "modulus 0, banned": of(0, ABC | HOLES, 1, [*PIGEONS, ["a", 3], ["b", 3]], "abc", (1, 2, 3), banned=[6, 7]),
    "modulus 0, options above 0": of(0, {"a": 1}, 3, [["a"], ["a"]], {"a": 3}),
    "modulus 0, multiplicities": of(0, {1: 1, 2: 1} | FREE, 1, NURSES, ONCE | {1: (2, 3), 2: (3, 3), "a": (0, 2)}),
    "modulus 0, multiplicities, given": of(0, {2: 1} | FREE, 1, NURSES, ONCE | {1: (1, 3), 2: (2, 3)}, given=[0, 2]),
    "modulus 0, more given than needed": of(
        0, {"b": 5}, 10, [["a"], ["a"], ["b"]], {"a": (1, 3), "b": (2, 2)}, given=[0, 1]
    ),
    "modulus 0, a color given": of(0, {"a": 1}, 1, [["b", RED], ["a", "x"]], "ab", "x", given=[0]),
    "modulus 0, no color given": of(0, {"a": 1}, 1, [["b", "x"], ["a", RED]], "ab", "x", given=[0]),
    "modulus 0, colors": of(0, {"a": 1}, 1, [["b", RED], ["a", GREEN]], "ab", "x", given=[0]),
}


@pytest.mark.parametrize("name", PROOFS)
def test_every_kind_of_proof_is_accepted(name):
    assert PROOFS[name].verify() and proves(PROOFS[name])
    assert not brute_force(PROOFS[name].problem, *PROOFS[name].assumed)


def neighbors(proof):
    """Yield the certificates that differ from a proof in one place, each with some totals."""
    options, (fixed, out) = range(proof.problem.n_options), proof.assumed
    others = [proof.modulus * factor for factor in (2, 3)] if proof.modulus else []
    for modulus in {0, 1, 2, 3, 5, 8, *others}:
        yield replace(proof, modulus=modulus)
    for item in proof.problem.items:
        for more in (-2, -1, 1, 2, proof.modulus):
            yield replace(proof, weights=proof.weights | {item: proof.weights.get(item, 0) + more})
    yield replace(proof, weights=proof.weights | {"no item": 1})
    for k in options:
        given, banned = (sorted({*some} ^ {k}) for some in (fixed, out))
        yield replace(proof, assumed=Assumptions(tuple(given), out))
        yield replace(proof, assumed=Assumptions(fixed, tuple(banned)))
    for fields in changed_problems(proof.problem):
        yield replace(proof, problem=Problem(*fields))


def changed_problems(problem):
    """Yield problems with a color, a use or a bound changed."""
    options = [list(problem.option(k)) for k in range(problem.n_options)]
    limits = {item: pair for item, pair in bounds(problem).items() if item in problem.primary}
    for k, option in enumerate(options):
        for use in option:
            turned = [GREEN if use == RED else RED] if isinstance(use, Colored) else []
            changed = [other for other in option if other != use] + turned
            if changed:
                yield [*options[:k], changed, *options[k + 1 :]], limits, problem.secondary
    for item, (low, high) in limits.items():
        for pair in ((low, high + 1), (max(low - 1, 0), high), (low + 1, high + 1)):
            yield options, limits | {item: pair}, problem.secondary


@pytest.mark.parametrize("name", PROOFS)
def test_a_forged_certificate_is_refused(name):
    refused = 0
    for near in neighbors(PROOFS[name]):
        if not agree(near.problem, near.assumed.given):
            continue  # there is no solution anyway
        for more in range(-3, 4):
            certificate = replace(near, total=near.total + more)
            assert accepted(certificate) == proves(certificate), certificate
            refused += not accepted(certificate)
            assert not accepted(certificate) or not brute_force(certificate.problem, *certificate.assumed)
    assert refused


@pytest.mark.parametrize(
    ("forged", "words"),
    [
        (of(0, {"a": 1}, 1, [["a"]]), "all options together may weigh 1"),
        (of(0, {"a": 1}, 2, [["a"], ["a"]], {"a": 2}, given=[0]), "weigh 1, not 2"),
        (of(0, {"a": 1, "b": -1}, 1, [["a", "b"]], {"a": 1, "b": (0, 2)}), "weigh -1, not 1"),
        (of(0, {"x": -1, "a": 1}, 1, [["a", RED]], "a", "x"), "has colors"),
        (of(0, {"x": 1}, 1, [["a"], ["a", "x"]], "a", "x"), "no option needs to cover it"),
        (of(0, {"a": 1}, 1, [["b", RED], ["a", RED]], "ab", "x", given=[0]), "may weigh 1"),
        (of(2, {"b": 1}, 1, [["a", RED], ["b", RED]], "ab", "x", given=[0]), "option 1 weighs 1"),
        (of(2, {"x": 1}, 1, [["a", "x"]], "a", "x"), "no fixed number of options covers it"),
        (of(2, {"a": 1}, 1, [["a"], ["a"]], {"a": (1, 2)}), "no fixed number of options covers it"),
        (of(1, {"a": 1}, 1, [["a"]]), "a multiple of 1"),
    ],
)
def test_forged_certificates_of_problems_with_solutions(forged, words):
    assert brute_force(forged.problem, *forged.assumed)
    with pytest.raises(ValueError, match=words):
        forged.verify()


@pytest.mark.parametrize(
    ("modulus", "weights", "total_of_all"),
    [
        (0.1 + 0.2 + 0.3, {"c": 0.3, "b": 0.2, "a": 0.1}, 0.3 + 0.2 + 0.1),  # sums of floats depend on the order
        (0, {"a": float("nan"), "b": 1}, 1),
        (0, {"a": 1, "b": np.int64(-1), "c": 1}, 1),  # its sums may pass 2^63
        (2.0, {"a": 1}, 1),
        (2, {"a": 1}, 1.0),
    ],
)
def test_numbers_that_are_not_whole_prove_nothing(modulus, weights, total_of_all):
    with pytest.raises(ValueError, match=r"^(the modulus|the weight of item '.'|the total) is .*, no int$"):
        of(modulus, weights, total_of_all, [["a", "b", "c"]]).verify()
