# SPDX-License-Identifier: MIT
"""Walks over diagrams, against all of their paths, listed one by one."""

from random import Random

import numpy as np
import pytest

from dlx.kernels.diagram import extremes, holds

OPTIONS = 5


def random_diagram(random):
    """Return the nodes of a diagram whose branches lead to earlier nodes, and never both to the terminal 0."""
    option, low, high = [0, 0], [0, 1], [0, 1]
    for node in range(2, random.randint(3, 9)):
        option.append(random.randrange(OPTIONS))
        low.append(random.randrange(node))
        high.append(random.choice([k for k in range(node) if k != 0]))
    return np.array([option, low, high], np.int32)


def paths(nodes, node):
    """Return the lists of options on the paths to the terminal 1, the node's own first."""
    if node < 2:
        return [[]] * node
    option, low, high = nodes[:, node].tolist()
    return [[option, *rest] for rest in paths(nodes, high)] + paths(nodes, low)


@pytest.mark.parametrize("seed", range(40))
def test_the_fewest_and_the_most_options_with_an_item(seed):
    random = Random(seed)
    nodes = random_diagram(random)
    has = np.array([random.randrange(2) for _ in range(OPTIONS)], np.uint8)
    for root in range(1, nodes.shape[1]):
        numbers = [sum(int(has[k]) for k in path) for path in paths(nodes, root)]
        assert extremes(nodes, has, root, np.zeros((2, nodes.shape[1]), np.int32)) == (min(numbers), max(numbers))


def masks(random):
    return np.array([random.choice([0, 1, 2, 3]) for _ in range(OPTIONS)], np.uint64)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("same", [False, True])
def test_sets_below_each_node(seed, same):
    """The walk refuses a barred bit below a branch and, where paths must use the same items, any two that do not."""
    random = Random(seed)
    nodes, own, barred_high, barred_low = random_diagram(random), *(masks(random) for _ in range(3))
    if seed % 2:  # otherwise most diagrams are wrong at their first node
        barred_high, barred_low = barred_high & np.uint64(1), barred_low & np.uint64(0)

    def used(node):
        """Return the bits of each path from a node."""
        return [int(np.bitwise_or.reduce(own[path], initial=np.uint64(0))) for path in paths(nodes, node)]

    good = True
    for node in range(2, nodes.shape[1]):
        option, low, high = nodes[:, node].tolist()
        good &= not any(bits & int(barred_high[option]) for bits in used(high))
        good &= not any(bits & int(barred_low[option]) for bits in used(low))
        good &= not same or len(set(used(node))) == 1
    below = np.zeros(nodes.shape[1], np.uint64)
    assert holds(nodes, own, barred_high, barred_low, same, below) == good
    if good:
        unions = [int(np.bitwise_or.reduce(np.array(used(node), np.uint64))) for node in range(2, len(below))]
        assert below[2:].tolist() == unions
