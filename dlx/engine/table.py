# SPDX-License-Identifier: MIT
"""The table of strategies: which questions each answers, when it joins a race, its share of a round, when it leaves.

A new strategy is one file in strategies/ and one row here; every question that can profit then has it. All constants
that we tuned stand here, each with its figures. The unit of work is that of machine.py: a node of a memoized search is
some 200, of plain search some 60 on tables of bits and 1,000 on lists. The documentation and ``dlx info`` print this
table.

A round of a count is led by the memoized search that hits most often, or by layers or symmetry that promise more, else
by plain search. A round of a decision has fixed shares:

    millions of units of work     plain search gets 1     3 from the third round    4 from the fourth     6
    150 items, 600 triples              989; 197; 467             260; 89; 224         260; 197; 224     260; 197; 224
    150 items, 350 triples, none      644; 293; 1,413            301; 96; 727         301; 293; 727     301; 293; 727
    Y pentominoes 25x25                         4,371                   1,218                 1,218     1,218
    quasigroup 40, 42 % open                      321                     371                   371     405
    Sudoku 25x25, thinned                       2,309                   2,829                 3,064     3,567

    queens 150, first                   none in 20 s by plain search      0.04 s by restarts
    mutilated board 10x10, none         none in 20 s by plain search      0.004 s by invariants

A search by cost begins with quick prices. A race for any solution costs little if it is short or late, and finds one
where branch and bound would take long; quick prices wait until strong ones have searched as much as they did:

    milliseconds                                    without    share 1 of the race    1/8    1/32, later 1
    roster of 40 nurses, to 7 a shift                   111                    145    133              113
    100,000 pairings over 300 legs, a solution          249                                             34
    Y pentominoes 15x15, a solution                   7,500                                          4,100

    milliseconds                                    with quick prices as often    a quarter    ... after a while
    Soma cube, equal pieces, random costs                                   24           23                   18

    300 boards of 6 queens        568 with components after 2,000 nodes        152 by work
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, cast

from .machine import Machine
from .race import STREAM, Race, Row
from .support import check_problem, refusal, too_large
from .unfinished import AtLeast

if TYPE_CHECKING:
    from ..kernels.bits.memo import Memo
    from ..kernels.frontier.frontier import Frontier
    from ..kernels.symmetric.symmetric import Symmetric
    from .strategies.learning import Learning
    from .strategies.prices import QuickPrices, StartRace, StrongPrices
    from .task import OrbitGoal, Task

# --- plain search
OPENING_WORK = 2**16  # between two looks at plain search, while it is alone
OPENING_NODES = 2_000  # of plain search before anything else
DECISION_WORK = 3 * 2**19  # ... and at least so much in a decision, some 2 milliseconds
ENDING_WORK = 3 * 2**21  # ... or so much if it is likely to end by then
FORESEEN_NODES = 10_000  # before we look at the share of the tree behind it, which may take as long as a thousand
ENOUGH_NODES = 30_000  # of a count that is likely to end by then; a race doubles the time of small problems
LATE_WORK = 2**23  # the round of a decision from which on plain search has as much as the search that learns
LATE_PLAIN_SHARE = 3.0
FOLLOWER_SHARE = 1 / 4  # of those that do not lead
PLAIN_FOLLOWER_SHARE = 1 / 16  # of plain search, if a memoized search leads
MOST_LEADER_TURNS = 2  # plain search follows if it is likely to end within this many turns of the leader
CASES_WORK = 2**21  # of a search by cases, before we compare it with plain search
CASES_FACTOR = 2  # it wins unless it looks so many times slower, because fractions of a tree are uncertain
SOON_WORK = 2**25  # if plain search needs no more, the structure of a problem is not worth a millisecond
# --- components
EARLY_OPTIONS = 1_024  # in larger problems we look for components before the first round of a count
MIDDLING_OPTIONS = 4_096  # ... but up to here a memoized search has a turn before, which ended four fifths of 201
# networks of 864 to 3,066 options in 0.4 of the time
TINY_OPTIONS = 64  # tables of bits for a component this small take longer to make than they save
# --- memoized searches
FIRST_MEMO_SHARE = 4.0  # of the first round, some 10,000 nodes
# Shares of the one that hits most often, from so many hits per lookup on: work overstates what hits cost. Milliseconds:
#                                     always 1    from 0.4 on 8    from 0.6 on 8, from 0.3 on 2
#     partitions of a set of 11           13.0              3.3                             3.3
#     transversals of Z13                  200              199                             167
#     dominoes 20x20, won by layers        148              220                             154
HITTING_SHARES = (0.6, 8.0), (0.3, 2.0)
LEAST_HITS = 0.1  # hits per lookup; those that hit less are hopeless, unless all are
HOPELESS_SHARE = 1 / 16
PLAIN_PART = 140  # if none hits, each has this part of the work that plain search is likely to need, because the way
# down alone may take a turn: on 90 boards of 8 queens with one common item, the first 10,000 nodes hit nothing
DECIDING_SHARE = 1 / 4  # of a decision, for all memoized searches
# --- layers
LAYERS_WORK = 2**25  # the round in which they join, unless their window promises much
LATE_LAYERS_WORK = 2**24  # the round from which on symmetry follows, and one memoized search is enough beside it
YOUNG_SHARE = 1 / 16  # of layers that are young: a count that they end in 0.02 s takes 0.4 s then
YOUNG_NODES = 2**17
PROMISED_TURNS = 8  # layers that are likely to end within so many rounds have them
GROWING_SHARE = 1 / 256  # as long as their estimate grows: a 32nd cost Langford 12 two fifths
STEADY_SHARE = 1 / 4
LATE_LAYERS_DIVISOR = 8  # layers that join late have this part of the memory, early ones a half
MOST_WINDOW = 512  # bits of a key of layers in a race
LAYER_WORK = 100  # of a node of layers
MOST_CHOICES = 16  # options per item: a layer tests all choices of an item for each state, a search the possible ones
LEAST_GAIN = 16  # plain search must need so many times the nodes of layers whose windows are full
MOST_FIRST_NODES = 2**31  # ... which are at most so many, or layers do not come first
FIRST_LAYERS_NODES = 10_000  # before we look at their estimate
ORDERED_NODES = 40_000  # to find a better order takes a few milliseconds, as so many nodes do
MOST_ALONE_NODES = 2**20  # before the others have a turn, if they are likely to end by then
LEAST_EQUAL = 0.05  # of the results; lozenges merge a tenth
FAR_SIGHT = 64  # a steady estimate is trusted up to so many times the work so far
SHORT_SIGHT = 2  # ... and one that still grows
# --- symmetry
ENTRY_WORK = 400  # to draw an entry of a problem and to find its symmetries
LEAST_DRAWING_WORK = 2**21
SYMMETRY_FACTOR = 3  # plain search needs so many times the work of finding symmetries, or we do not look for them
MANY_SYMMETRIES = 10_000  # a count up to symmetry leads
SOME_SYMMETRIES = 100  # it follows: squares of order 8 that an involution fixes take 0.3 s, not 23
LEAST_MERGED = 0.05  # hits per lookup, from MANY_LOOKUPS on: a count up to symmetry that merges less leaves
MANY_LOOKUPS = 1_000
# --- learning, proofs, SAT
LEARNING_SHARE = 3.0  # of a decision
CHANNELS_SHARE = 12.0  # the same, if it draws conclusions from colors that no other strategy draws
ENDLESS_WORK = 2**35  # if plain search needs more in a count, a search that learns may be the only one to end
LONG_WORK = 2**25  # likewise, once plain search has done so much: fractions promise too much at first
FEW_SHARE = 1 / 256  # of a round that memoized searches lead: a 16th cost Y pentominoes 15x15 a quarter more
FEW_PLAIN_SHARE = 1 / 16  # of one that plain search leads: a quarter cost MacMahon's squares a quarter more
MOST_COUNTED = 100  # solutions of a search that learns; each makes a clause as long as itself
CLAUSES_DIVISOR = 4  # clauses take at most this part of the memory of a count
BYTES_AN_ENTRY = 64  # of a problem that is learned from
PLACES_SHARE = 1 / 4  # of the linear relaxation
PROOF_WORK = 2**28  # of a proof in a count, some 0.3 s
EXACT_SAMPLE_WORK = 2**27  # of exact strategies before runs take over, if an error is allowed: about a second
SAT_WORK = 2**24  # the round in which a SAT solver joins
SAT_SHARE = 2.0  # half of it took twice as long for timetables and thinned Sudoku
MOST_SAT_ENTRIES = 2_000_000  # of a problem for a SAT solver, whose clauses take far more memory
# --- orbits
#     CPU seconds                               turns by the clock    by work
#     perfect one-factorizations of K10                        16.5       3.8
#     one-factorizations of K10                                 2.6       2.6
#     Latin squares of order 7; 8                         7.5; 35.8 7.4; 37.6
#     Steiner triple systems of order 15                        4.5       4.3
EARLY_ORBITS_WORK = 2**28  # of layers up to symmetry, half a second, in which they have a full share
LATE_ORBITS_SHARE = 1 / 8  # later, as Burnside's mean ends first in most long counts
# --- least costs, by the work of the kernel of branch and bound, whose nodes take 50 to a million units
QUICK_NODES = 2_000  # of quick prices, before the others
QUICK_WORK = 2**22  # the same, as long as there is no solution
DIVIDING_WORK = 1_024  # of quick prices for each entry of a problem, before we look for components; that takes some 30
QUICK_SHARE = 1 / 4  # of quick prices, once strong ones search, until one of them finds a solution
START_WORK = 2**19  # of a race for any solution, alone, if quick prices have none; then it has prepared no tables
START_SHARE = 1 / 32  # of this race later, as long as there is no solution
LATE_START_WORK = 2**26  # the round from which on it has as much as branch and bound
MEMOS = ("leftmost", "mrv", "narrow")
ANSWERS = {  # kinds of goals in words
    "decide": "some solutions",
    "count": "the number of all",
    "zdd": "a diagram",
    "sample": "samples",
    "best": "the cheapest",
    "orbits": "orbits",
}
EXACT = ("decide", "count", "zdd", "sample")
TOO_LARGE = "the diagram exceeds its limit of nodes"
WAITING = "none while plain search finds one solution after another"  # the share of others that do
ALL = inf  # the share of a strategy that takes the place of all others


# --- plain search


def _plain(race: Race) -> Machine:
    from .strategies.plain import lent

    task = race.task
    return lent(task.engine, task.assumed, task.goal, task.seed)


def _opens(race: Race, plain: Machine) -> float:
    if race.goal.kind == "decide":
        fraction = plain.fraction if plain.nodes >= FORESEEN_NODES else 0.0
        if plain.solutions >= STREAM:
            fraction = max(fraction, plain.solutions / race.goal.wanted)
        soon = plain.work < max(DECISION_WORK, ENDING_WORK * fraction)
    else:
        soon = plain.nodes < ENOUGH_NODES * min(plain.fraction, 1)
    return OPENING_WORK if soon or plain.nodes < OPENING_NODES else 0.0


def _plain_share(race: Race, plain: Machine) -> float:
    if race.goal.kind == "decide":
        return LATE_PLAIN_SHARE if race.round_work >= LATE_WORK else 1.0
    if plain_leads(race):
        return FOLLOWER_SHARE if plain is race["search"] and race["cases"] is not None else 1.0
    base = FOLLOWER_SHARE if layers_ahead(race) else 1.0
    return base * PLAIN_FOLLOWER_SHARE if _may_end_soon(plain, base * race.round_work) else 0.0


def _may_end_soon(plain: Machine, work: float) -> bool:
    return plain.work < MOST_LEADER_TURNS * work * plain.fraction


def visitor(race: Race) -> Machine | None:
    """Return plain search, or the search by cases that has taken its place."""
    return race["search"] or race["cases"]


def cases_win(race: Race) -> bool:
    """Return whether a search by cases, after its first turn, is likely to end before plain search."""
    plain, cases = race["search"], race["cases"]
    if plain is None or cases is None or cases.work < CASES_WORK:
        return False
    return CASES_FACTOR * plain.work * cases.fraction > cases.work * plain.fraction


def _plain_stays(race: Race, machine: Machine) -> bool:
    return not cases_win(race)


def _cases_stay(race: Race, machine: Machine) -> bool:
    return race["search"] is None or machine.work < CASES_WORK or cases_win(race)


def is_long(race: Race) -> bool:
    """Return whether plain search is not likely to end soon."""
    plain, soon = visitor(race), 0 if race.task.to_plain else SOON_WORK
    return plain is None or race.round_work > soon or plain.work >= soon * plain.fraction


# --- leaders of a count


def memos(race: Race) -> list[Memo]:
    """Return the memoized searches in the race, the one that hits most often first."""
    machines = [cast("Memo", machine) for name in MEMOS if (machine := race[name]) is not None]
    return sorted(machines, key=lambda memo: -hit_rate(memo))


def hit_rate(machine: Memo | Symmetric) -> float:
    """Return the share of lookups that found their state."""
    return machine.hits / max(machine.lookups, 1)


def symmetry_leads(race: Race) -> bool:
    alike = cast("Symmetric | None", race["symmetric"])
    return alike is not None and alike.group >= MANY_SYMMETRIES


def plain_leads(race: Race) -> bool:
    """Return whether no memory looks better than plain search."""
    if visitor(race) is None or layers_ahead(race) or symmetry_leads(race):
        return False
    ranked = memos(race)
    return not ranked or hit_rate(ranked[0]) < LEAST_HITS


# --- components, and items that turn out to be primary


def _independent(race: Race) -> Machine | None:
    from ..structure.components import components
    from .independent import Independent

    parts = components(race.task.engine.matrix, race.task.assumed)
    if parts is not None and not parts.apart:
        return None
    if not parts and race.task.method in ("memo", "zdd") and race.task.engine.matrix.n_primary:
        return None  # tables of the method that do not take a problem refuse it, also one without a choice
    return Independent(race.task, parts, component_race)


def _splits(race: Race) -> bool:
    if race.goal.kind == "best":  # prices of slack do not add up
        return race.goal.heap.scale.slack is None and (_opened(race) or _worth_dividing(race))
    if race.goal.kind == "decide":
        return race.round > 0
    n = race.task.engine.matrix.n_options
    early = race["search"] is not None and not _opens(race, race["search"]) and n > MIDDLING_OPTIONS
    return early or (race.round > 1 and (n > EARLY_OPTIONS or is_long(race)))


def _tight(race: Race) -> Machine | None:
    from ..structure.tight import tightened
    from .engine import Engine

    tight = tightened(race.task.engine.matrix, race.task.assumed)
    if tight is None:
        return None
    return begun(race.task._replace(engine=Engine(tight[0]), assumed=tight[1]), without=("tight",))


# --- memoized searches


def _memo(order: str) -> Callable[[Race], Machine | None]:
    def prepare(race: Race) -> Machine | None:
        from .strategies.memo import memoized

        return memoized(race.task, order, states(race.task))

    return prepare


def _narrow(race: Race) -> Machine | None:
    from .strategies.memo import narrow

    return narrow(race.task, states(race.task))


def states(task: Task) -> int:
    """Return the bytes for memoized states, which layers and diagrams leave."""
    memory = task.memory()
    if task.goal.kind == "zdd":
        return max(memory // 2, 1)
    return max(memory - memory // LATE_LAYERS_DIVISOR, 1)


def _joins_in(order: str) -> Callable[[Race], bool]:
    return lambda race: order in race.task.branching.orders


def _joins_narrow(race: Race) -> bool:
    return race.task.branching.reorder and bool(memos(race)) and (race.goal.kind == "decide" or is_long(race))


def _memo_share(race: Race, memo: Memo) -> float:
    ranked = memos(race)
    if race.goal.kind == "decide":
        return DECIDING_SHARE / len(ranked)
    if not memo.lookups:
        return FIRST_MEMO_SHARE
    plain = visitor(race)
    if plain_leads(race):
        assert plain is not None
        few = memo.work * PLAIN_PART * plain.fraction < plain.work
        return FOLLOWER_SHARE if few else 0.0
    base = FOLLOWER_SHARE if layers_ahead(race) else 1.0
    if memo is ranked[0] and not symmetry_leads(race):
        return base * next((share for least, share in HITTING_SHARES if hit_rate(memo) >= least), 1.0)
    hopeless = plain is not None and hit_rate(memo) < LEAST_HITS
    return base * (HOPELESS_SHARE if hopeless else FOLLOWER_SHARE)


def _memo_stays(race: Race, memo: Memo) -> bool:
    if memo.full or (memo is race["leftmost"] and race["narrow"] is not None):
        return False
    alike = race["symmetric"] is not None and (symmetry_leads(race) or race.round_work >= LATE_LAYERS_WORK)
    return not alike or memo is memos(race)[0]  # its memory is for the layers up to symmetry


# --- layers


def _layers(race: Race) -> Machine | None:
    from .strategies.frontier import layers

    task = race.task
    if task.method == "frontier":
        return layers(task, task.memory())
    late = race.round > 0
    plan = race.plans.pop("layers", None)
    return layers(task, task.memory() // (LATE_LAYERS_DIVISOR if late else 2), MOST_WINDOW, plan, reorder=late)


def _layers_join(race: Race) -> bool:
    """They join before the first round if even full windows would be fewer states than plain search needs nodes."""
    task, plain = race.task, visitor(race)
    if "fixed" not in task.branching.orders:
        return False
    if task.method == "frontier":
        return True
    if race.round or plain is None:
        long = plain is None or not _may_end_soon(plain, race.round_work)
        return long and race.round_work >= max(LAYERS_WORK, drawing_work(race))
    if race.goal.kind != "count" or _opens(race, plain):
        return False
    return _promises_much(race, plain.nodes / plain.fraction if plain.fraction else inf)


def _promises_much(race: Race, nodes: float) -> bool:
    from .strategies.frontier import planned

    matrix = race.task.engine.matrix
    if matrix.n_options > MOST_CHOICES * matrix.n_primary:
        return False
    plan = race.plans["layers"] = planned(matrix, race.task.assumed, reorder=False)
    return plan.nodes <= min(nodes / LEAST_GAIN, MOST_FIRST_NODES)


def _ordered(race: Race) -> Machine | None:
    """Return layers in a better order of the items, if there is one."""
    from .strategies.frontier import layers_in_order

    return layers_in_order(race.task, race.task.memory() // 2, MOST_WINDOW)


def _ordered_join(race: Race) -> bool:
    young = cast("Frontier | None", race["layers"])
    early = race.round == 0 and race.task.branching.reorder and race.task.method == "auto"
    return early and young is not None and young.nodes >= FIRST_LAYERS_NODES and young.expected > ORDERED_NODES


def _layers_open(race: Race, layers: Frontier) -> float:
    if layers.nodes < FIRST_LAYERS_NODES:
        return float(FIRST_LAYERS_NODES * LAYER_WORK)
    alone = _layers_stay(race, layers) and promising(layers, MOST_ALONE_NODES)
    return 2 * layers.expected * LAYER_WORK if alone else 0.0


def _layers_share(race: Race, layers: Frontier) -> float:
    if race.task.method == "frontier":
        return ALL
    if layers is race["layers"] and race["ordered"] is not None:
        return 0.0
    if promising(layers, PROMISED_TURNS * race.round_work / LAYER_WORK):
        return float(PROMISED_TURNS)
    if layers.steady:
        return STEADY_SHARE
    return YOUNG_SHARE if layers.nodes < YOUNG_NODES else GROWING_SHARE


def _layers_stay(race: Race, layers: Frontier) -> bool:
    """They stay if some of their results were equal, unless others have a better order."""
    if layers is race["layers"] and race["ordered"] is not None:
        return False
    return layers.nodes < FIRST_LAYERS_NODES or layers.hits >= LEAST_EQUAL * layers.lookups


def promising(layers: Frontier, nodes: float) -> bool:
    """Return whether layers are likely to end within so many nodes, and the estimate can be trusted."""
    rest = layers.expected - layers.nodes
    return rest <= nodes and rest <= layers.nodes * (FAR_SIGHT if layers.steady else SHORT_SIGHT)


def layers_ahead(race: Race) -> bool:
    """Return whether layers are likely to end within some rounds."""
    layers = cast("Frontier | None", race["ordered"] or race["layers"])
    return layers is not None and promising(layers, PROMISED_TURNS * race.round_work / LAYER_WORK)


def drawing_work(race: Race) -> int:
    """Return the work of drawing the problem as a graph, or of preparing its layers."""
    return len(race.task.engine.matrix.indices) * ENTRY_WORK


# --- symmetry


def _symmetric(race: Race) -> Machine | None:
    from .strategies.symmetry import symmetric, symmetric_if_it_pays

    task, kept = race.task, race.goal.kind == "sample"
    if task.method == "symmetric":
        return symmetric(task.engine.matrix, task.assumed, task.memory(), kept=kept)
    least = MANY_SYMMETRIES if kept else SOME_SYMMETRIES
    return symmetric_if_it_pays(task.engine.matrix, task.assumed, states(task) // 2, least=least, kept=kept)


def _symmetry_joins(race: Race) -> bool:
    if race.task.method == "symmetric":
        return True
    if race.goal.kind == "decide" and race.round_work < SAT_WORK:
        return False
    least, plain = max(LEAST_DRAWING_WORK, drawing_work(race)), visitor(race)
    long = plain is None or plain.work >= SYMMETRY_FACTOR * least * plain.fraction
    return long and (race.work > least or not race.entrants)


def _symmetric_share(race: Race, machine: Machine) -> float:
    if race.task.method == "symmetric":
        return ALL
    if race.goal.kind != "decide" and symmetry_leads(race):
        return FOLLOWER_SHARE if layers_ahead(race) else 1.0
    if race.round_work < LATE_LAYERS_WORK:
        return 0.0
    return HOPELESS_SHARE if plain_leads(race) else FOLLOWER_SHARE


def _symmetric_stays(race: Race, symmetric: Symmetric) -> bool:
    return symmetric.lookups < MANY_LOOKUPS or hit_rate(symmetric) >= LEAST_MERGED


def _cases(race: Race) -> Machine | None:
    from .strategies.cases import cases

    return cases(race.task.engine, race.task.assumed)


def _cases_join(race: Race) -> bool:
    """They join once symmetries are worth a look, if plain search leads and is not half done."""
    plain = race["search"]
    return plain is not None and "symmetric" not in race.waiting and plain_leads(race) and 2 * plain.fraction < 1


def _cases_share(race: Race, machine: Machine) -> float:
    return _plain_share(race, machine) if machine.work else 1.0


# --- learning, proofs, restarts, SAT


def _learning(race: Race) -> Machine | None:
    from .strategies.learning import Learning, learnable
    from .strategies.tables import TableLearning, columns

    task, matrix, known = race.task, race.task.engine.matrix, race.recorded.values()
    if race.goal.kind != "decide":
        fits = len(matrix.indices) * BYTES_AN_ENTRY <= task.memory()
        return Learning(matrix, task.assumed, max_bytes=task.memory() // CLAUSES_DIVISOR) if fits else None
    if not learnable(matrix):
        return None
    tables = columns(matrix)
    if tables is not None:
        return TableLearning(matrix, tables, task.assumed, known, seed=task.seed)
    return Learning(matrix, task.assumed, known, seed=task.seed)


def _learning_joins(race: Race) -> bool:
    plain = visitor(race)
    if race.goal.kind == "decide":
        return _needs_others(race)
    return plain is not None and plain.work >= min(ENDLESS_WORK * plain.fraction, LONG_WORK)


def _learning_share(race: Race, learning: Learning) -> float:
    if race.goal.kind == "decide":
        share = CHANNELS_SHARE if learning.n_channels else LEARNING_SHARE
        return share if _needs_others(race) else 0.0
    return FEW_PLAIN_SHARE if plain_leads(race) else FEW_SHARE


def _counts_few(race: Race, machine: Machine) -> bool:
    return race.goal.records or machine.solutions <= MOST_COUNTED


def _invariants(race: Race) -> Machine | None:
    from .strategies.invariants import Invariants

    matrix = race.task.engine.matrix
    return None if matrix.n_primary**2 > race.task.memory() else Invariants(matrix, race.task.assumed)


def _places(race: Race) -> Machine:
    from .strategies.invariants import Places

    return Places(race.task.engine.matrix, race.task.assumed)


def _unsolved(race: Race) -> bool:
    return not race.solutions and (race.goal.kind == "decide" or is_long(race))


def _proof_share(share: float) -> Callable[[Race, Machine], float]:
    """Return the share of a proof. It has one long turn before workers search."""
    return lambda race, machine: PROOF_WORK / race.round_work if race.task.to_plain else share


def _proof_stays(race: Race, machine: Machine) -> bool:
    return not race.solutions and (race.goal.kind == "decide" or machine.work < PROOF_WORK)


def _needs_others(race: Race) -> bool:
    """Return whether strategies that find one solution after another are of use: not while plain search streams them.

    Counts of plain Sudoku to a limit, in milliseconds:

        limit                10,000    100,000    1,000,000
        all take turns           60        305        2,729
        plain search alone       18         71          465
    """
    return not race.streams("search")


def _share_of_finders(share: float) -> Callable[[Race, Machine], float]:
    return lambda race, machine: share if _needs_others(race) else 0.0


def _restarts(race: Race) -> Machine:
    from .strategies.restarts import Restarts

    return Restarts(race.task.engine, race.task.assumed, race.task.seed or 0)


def _sat(race: Race) -> Machine | None:
    from .strategies.sat import SatSolver

    task = race.task
    if task.method != "sat" and (len(task.engine.matrix.indices) > MOST_SAT_ENTRIES or not solver_installed()):
        return None
    return SatSolver(task.engine.matrix, task.assumed, race.recorded.values())


def _sat_joins(race: Race) -> bool:
    return race.task.method == "sat" or (race.round_work >= SAT_WORK and _needs_others(race))


def solver_installed() -> bool:
    """Return whether python-sat is installed."""
    from importlib.util import find_spec

    return find_spec("pysolvers") is not None


# --- runs


def _runs(race: Race) -> Machine:
    """Return runs of a component, or of all components."""
    from ..structure.components import components
    from .independent import Independent
    from .strategies.approximate import Approximate

    task = race.task
    if task.component:
        return Approximate(task.engine.matrix, task.goal.error, task.memory(), task.goal.random)
    parts = components(task.engine.matrix, task.assumed)
    return Independent(task._replace(method="approximate"), parts, component_race)


def _runs_join(race: Race) -> bool:
    """They take over from exact strategies that are not done early, if an error is allowed."""
    tried = race.work >= EXACT_SAMPLE_WORK or (race.round > 1 and not race.entrants)
    return race.task.method == "approximate" or (race.goal.error > 0 and tried)


# --- least costs


def _quick(race: Race) -> Machine | None:
    from .strategies.prices import quick_prices

    return quick_prices(race.goal.heap, race.task.assumed)


def _opened(race: Race) -> bool:
    """Return whether quick prices have had their first nodes."""
    quick = race["quick"]
    return quick is not None and quick.nodes >= QUICK_NODES


def _worth_dividing(race: Race) -> bool:
    """Return whether quick prices have taken much longer than components would take to find."""
    quick = race["quick"]
    return quick is not None and quick.work >= DIVIDING_WORK * len(race.task.engine.matrix.indices)


def _quick_opens(race: Race, machine: Machine) -> float:
    soon = not _opened(race) and (bool(race.goal.heap.kept) or machine.work < QUICK_WORK)
    undivided = "components" in race.waiting and _splits(race)
    return OPENING_WORK if soon and not undivided else 0.0


def _quick_share(race: Race, machine: Machine) -> float:
    """Quick prices wait for the strong ones, and then take turns with them until one of them finds a solution."""
    strong = cast("StrongPrices | None", race["priced"])
    if strong is None:
        return 1.0
    return QUICK_SHARE if strong.searched >= QUICK_WORK and not race.goal.heap.effort.solutions else 0.0


def _strong(race: Race) -> Machine | None:
    from .strategies.prices import strong_prices

    quick = cast("QuickPrices", race["quick"])
    return strong_prices(race.goal.heap, race.task.assumed, quick.bound)


def start(task: Task) -> StartRace:
    """Return the race for any solution; tables of bits for it would take longer to make than they save."""
    from .strategies.prices import StartRace

    return StartRace(task, lambda decision: begun(decision, name=decision.engine.with_lists))


def _no_solution(race: Race) -> bool:
    return not race.goal.heap.kept


def _start_joins(race: Race) -> bool:
    quick = race["quick"]
    if race.round:
        return _start_share(race) > 0
    return _no_solution(race) and quick is not None and quick.work >= QUICK_WORK


def _start_opens(race: Race, machine: Machine) -> float:
    return OPENING_WORK if _start_joins(race) and not _opened(race) and machine.work < START_WORK else 0.0


def _start_share(race: Race, machine: Machine | None = None) -> float:
    """Return the share of a race for any solution: it waits for strong prices, unless they take long."""
    strong = cast("StrongPrices | None", race["priced"])
    if not _no_solution(race):
        return 0.0
    if race.round_work >= LATE_START_WORK:
        return 1.0
    return START_SHARE if strong is None or strong.searched else 0.0


# --- orbits


def _orbit_layers(race: Race) -> Machine | None:
    from .strategies.orbits import OrbitLayers

    goal = _orbits(race)
    return None if goal.known is None else OrbitLayers(goal.known, race.task.assumed, race.task.memory(), goal)


def _layers_of_orbits_share(race: Race, machine: Machine) -> float:
    return 1.0 if machine.work < EARLY_ORBITS_WORK else LATE_ORBITS_SHARE


def _orbits(race: Race) -> OrbitGoal:
    return cast("OrbitGoal", race.goal)


def _whole(race: Race) -> Machine:
    from .strategies.orbits import WholeCount

    return WholeCount(_orbits(race), _orbits(race).begin(race.task.engine, race.task.assumed))


def _helps(race: Race) -> bool:
    """Return whether a strategy is left that needs the number of all solutions."""
    return any(race[name] is not None or name in race.waiting for name in ("orbit layers", "mean"))


def _mean(race: Race) -> Machine | None:
    from .strategies.orbits import FixedMean

    source = _orbits(race).source
    return None if source is None else FixedMean(_orbits(race), race.task.assumed, source())


def _mean_joins(race: Race) -> bool:
    return _orbits(race).total is not None or _orbits(race).source is None


def _selection(race: Race) -> Machine:
    from .strategies.orbits import Selection

    return Selection(race.task.engine, race.task.assumed, _orbits(race).select())


def _selection_joins(race: Race) -> bool:
    return _orbits(race).known is None and not _helps(race)


def _first(race: Race) -> bool:
    return True


def _share_of(share: float) -> Callable[[Race, Machine], float]:
    return lambda race, machine: share


def _words(share: float) -> str:
    """Return a share in words.

    >>> _words(0.25), _words(3.0)
    ('1/4', '3')
    """
    above, below = share.as_integer_ratio()
    return f"{above}/{below}" if below > 1 else str(above)


LEFTMOST = Row(
    "leftmost", "memoized search", "searches each state once, and branches on the first open item", "first",
    f"1 to {HITTING_SHARES[0][1]:g} for the one that hits most often, {_words(FOLLOWER_SHARE)} for others, "
    f"{_words(HOPELESS_SHARE)} without hits",
    "the rest, in equal parts", "situations come up again, {hits:.0%} of them so far",
    _memo("fixed"), _joins_in("fixed"), _memo_share, _memo_stays, EXACT, ("memo", "zdd"), machine="memo",
)  # fmt: skip
TABLE = [  # in the order of turns; the last opens first
    Row(
        "layers", "layers", "counts all states of one layer after the other, sorted and merged",
        "first if full windows are fewer states than plain search needs nodes; else from rounds of "
        f"{LAYERS_WORK >> 20} million units on",
        f"{_words(YOUNG_SHARE)}, then {_words(GROWING_SHARE)}; {_words(STEADY_SHARE)} once its estimate is steady, "
        f"{PROMISED_TURNS} near its end",
        "a half, or an eighth if it joins late", "few items are open at once",
        _layers, _layers_join, _layers_share, _layers_stay, methods=("frontier",), opens=_layers_open,
        machine="frontier",
    ),
    Row(
        "ordered", "layers", "counts layers in the order of reverse Cuthill-McKee",
        f"before the first round, in place of layers that expect {ORDERED_NODES:,} nodes", "as layers", "a half",
        "few items are open at once",
        _ordered, _ordered_join, _layers_share, _layers_stay, answers=("count",), opens=_layers_open,
        machine="frontier",
    ),
    Row(
        "components", "components", "answers independent components one by one, each with a race of its own",
        f"early in problems of more than {MIDDLING_OPTIONS:,} options, else if plain search does not end soon",
        "all", "all", "they share no constraint, so their counts multiply",
        _independent, _splits, _share_of(ALL), answers=(*EXACT, "best"), methods=("memo", "zdd"), opens=_share_of(ALL),
    ),
    Row(
        "tight", "tight items", "makes items primary that turn out to be full in every solution",
        "first", "all", "", "some items are full in every solution",
        _tight, _first, _share_of(ALL), answers=("decide",),
    ),
    Row(
        "learning", "learning", "records a reason for each dead end, and never fails twice for the same one",
        "first; in a count if plain search would not end",
        f"{_words(LEARNING_SHARE)}, or {_words(CHANNELS_SHARE)} with tables or channels; {WAITING}; in a count "
        f"{_words(FEW_PLAIN_SHARE)} or less",
        "a quarter", "dead ends have few reasons",
        _learning, _learning_joins, _learning_share, _counts_few, leads=False,
    ),
    Row(
        "invariants", "invariants", "finds weights of items that prove that there is no solution",
        "first, while no solution is known", "1", "", "weights of items prove that there is no solution",
        _invariants, _unsolved, _proof_share(1.0), _proof_stays, leads=False, proves=True,
    ),
    Row(
        "places", "places", "finds weights of items that prove that there are too few places",
        "first, while no solution is known", _words(PLACES_SHARE), "", "there are too few places",
        _places, _unsolved, _proof_share(PLACES_SHARE), _proof_stays, leads=False, proves=True,
    ),
    Row(
        "restarts", "restarts", "searches again and again, in other orders", "first",
        f"1; {WAITING}", "", "another order is lucky",
        _restarts, _needs_others, _share_of_finders(1.0), answers=("decide",), leads=False,
    ),
    LEFTMOST,
    LEFTMOST._replace(
        name="mrv", does="searches each state once, and branches on the item with the fewest options",
        prepare=_memo("mrv"), joins=_joins_in("mrv"),
    ),
    LEFTMOST._replace(
        name="narrow", does="searches each state once, in an order of ours that has narrower borders",
        when="if plain search does not end soon, in place of leftmost", prepare=_narrow, joins=_joins_narrow,
    ),
    Row(
        "symmetric", "symmetry", "counts once what remains under other names",
        f"if there are {SOME_SYMMETRIES} symmetries and plain search needs {SYMMETRY_FACTOR} times the work of finding "
        "them",
        f"1 from {MANY_SYMMETRIES:,} symmetries on, else {_words(FOLLOWER_SHARE)} or less, late", "nearly a half",
        "what remains is often the same under other names",
        _symmetric, _symmetry_joins, _symmetric_share, _symmetric_stays, ("decide", "count", "sample"), ("symmetric",),
    ),
    Row(
        "sat", "SAT solver", "lets CaDiCaL search, if python-sat is installed",
        f"from rounds of {SAT_WORK >> 20} million units on", f"{_words(SAT_SHARE)}; {WAITING}", "of another process",
        "dead ends have few reasons",
        _sat, _sat_joins, _share_of_finders(SAT_SHARE),
        answers=("decide",), methods=("sat",), leads=False, leaves_with=(Exception,),  # its code is not ours
    ),
    Row(
        "runs", "runs", "draws from random descents, with an error that is known",
        "if an error is allowed and exact strategies are not done early", "all", "all", "the solutions are too many",
        _runs, _runs_join, _share_of(ALL), answers=("sample",), methods=("approximate",), machine="approximate",
    ),
    Row(
        "cases", "cases", "searches only the first of the options of an item that are images of each other",
        "if plain search leads and is not half done", "1 for one round, then in place of plain search if it is faster",
        "", "some options of an item are images of each other",
        _cases, _cases_join, _cases_share, _cases_stay, answers=("count",), visits=True,
    ),
    Row(
        "priced", "strong prices", "branches and bounds with prices as strong as the linear program's",
        f"after {QUICK_NODES:,} nodes with quick prices", "1", "", "its prices raise the bound clearly",
        _strong, _opened, _share_of(1.0), answers=("best",), visits=True,
    ),
    Row(
        "orbit layers", "layers", "finds one solution of each orbit, by partial solutions up to symmetry",
        "first, if the group has all symmetries of a graph, and many", f"1, later {_words(LATE_ORBITS_SHARE)}", "all",
        "", _orbit_layers, _first, _layers_of_orbits_share, answers=("orbits",),
    ),
    Row(
        "whole", "all solutions", "counts all solutions, by all strategies that do, for the next and the last",
        "first", "1", "all", "",
        _whole, _helps, _share_of(1.0), lambda race, _: _helps(race), answers=("orbits",), leads=False,
    ),
    Row(
        "mean", "Burnside's mean", "counts the solutions that an element of each conjugacy class fixes",
        "once the number of all solutions is known", "1", "all", "",
        _mean, _mean_joins, _share_of(1.0), answers=("orbits",),
    ),
    Row(
        "list", "selection", "visits all solutions, and selects one of each orbit",
        "if no symmetries of a graph and no mean can help", "1", "all, for images", "",
        _selection, _selection_joins, _share_of(1.0), answers=("orbits",),
    ),
    Row(
        "start", "any solution", "decides, by all strategies that do, whether there is any solution to begin with",
        "while no solution is known", f"{_words(START_SHARE)}, late 1", "", "no solution is known",
        lambda race: start(race.task), _start_joins, _start_share, lambda race, _: _no_solution(race),
        answers=("best",), opens=_start_opens, leads=False,
    ),
    Row(
        "quick", "quick prices", "branches and bounds with prices that rise one by one", "alone, before all others",
        "1; none from the first solution on if strong prices search", "", "its nodes are fast",
        _quick, _first, _quick_share, answers=("best",), opens=_quick_opens, visits=True,
    ),
    Row(
        "search", "plain search", "visits every solution",
        "alone, before all others",
        f"1, later {_words(LATE_PLAIN_SHARE)}; in a count {_words(PLAIN_FOLLOWER_SHARE)} unless it leads",
        "", "no other strategy is ahead of it",
        _plain, _first, _plain_share, _plain_stays, opens=_opens, methods=("search",), visits=True, leaves_with=(),
    ),
]  # fmt: skip


def described() -> list[dict[str, str]]:
    """Return the table in words, for people: a row for each strategy."""
    return [
        {
            "strategy": row.title if row.title == row.name else f"{row.title}, {row.name}",
            "does": row.does,
            "answers": ", ".join(ANSWERS[kind] for kind in row.answers),
            "joins": row.when,
            "share of a round": row.part,
            "memory": row.memory,
        }
        for row in reversed(TABLE)
    ]


def title_and_reason(machine: str) -> tuple[str, str]:
    """Return the title of the strategy of a machine, and the reason why it leads.

    >>> title_and_reason("frontier")
    ('layers', 'few items are open at once')
    """
    return next((row.title, row.reason) for row in TABLE if machine in (row.machine, row.name))


def rows(task: Task, without: tuple[str, ...] = ()) -> list[Row]:
    """Return the rows that answer a question by its method."""
    kind, method = task.goal.kind, task.method
    return [
        row for row in TABLE if kind in row.answers and (method in ("auto", *row.methods)) and row.name not in without
    ]


def begun(task: Task, plain: Machine | None = None, without: tuple[str, ...] = (), name: str = "auto") -> Race:
    """Return a race; its plain search, if that takes part and has not begun, has a kernel of this name."""
    from .strategies.plain import lent

    chosen = rows(task, without)
    if plain is None and chosen[-1].name == "search":
        plain = lent(task.engine, task.assumed, task.goal, task.seed, name)
    return Race(task, chosen, plain, exhausted)


def component_race(task: Task) -> Race:
    """Return the race of a component."""
    tiny = task.engine.matrix.n_options < TINY_OPTIONS
    return begun(task, without=("components",), name=task.engine.with_lists if tiny else "auto")


def check_suits(task: Task, question: str = "") -> None:
    """Raise ValueError if the method of a task does not take its problem, as far as that is plain."""
    method, matrix = task.method, task.engine.matrix
    if method == "frontier" and "fixed" not in task.branching.orders:
        raise ValueError("method 'frontier' has no order 'mrv'; use order 'auto' or 'leftmost'")
    large = ""
    if method == "symmetric":
        from .strategies.symmetry import too_large_to_label

        large = too_large_to_label(matrix)
    if method != "auto":
        check_problem(matrix, f"method={method}", large=large, question=question)


def exhausted(task: Task) -> Exception:
    """Return the error of a race in which no strategy is left."""
    if task.goal.kind == "orbits":
        orbits = AtLeast(cast("OrbitGoal", task.goal).found)
        return OverflowError(f"partial solutions exceed max_memory after {orbits} orbits; raise it")
    if task.method in ("frontier", "symmetric"):
        return OverflowError(f"the layers of method {task.method!r} exceed max_memory; raise it, or use method 'auto'")
    if task.engine.tables() is None:
        return too_large_for(task)
    return OverflowError(TOO_LARGE)


def too_large_for(task: Task) -> Exception:
    """Return the error of a problem that is too large for memoized searches."""
    kind = task.goal.kind
    taker = f"method={task.method}" if task.method != "auto" else kind
    question = kind if kind == "sample" and taker != kind else ""
    return refusal(too_large(task.engine.matrix, task.memory()), taker, "large", question)
