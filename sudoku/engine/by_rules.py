# SPDX-License-Identifier: MIT
"""The first solutions of a board with rules, from the search on candidates; a long search is left to the cover.

    grids_by_rules   up to FIRST_WORK    on boards with cages, without the sums of innies and outies
                     up to FIRST_WORK    on boards whose rules are for all cells; then for grids with a symmetry, and
                                         for the proof that there is no grid
                     up to MOST_WORK     strong conclusions from each rule; nearly all puzzles end here
    the cover        without a limit     strategies that take turns, some of which learn from dead ends

A board with unknown regions has no cover, so it stays here without a limit.

Boards up to 9x9 whose variants only add houses or ban digits go to the cover at once: its kernel has no peer there.
Larger ones come here for MOST_HOUSE_WORK, because nothing of their cover is built for most puzzles; the largest of them
then go to the search that learns (by_learning.py). Milliseconds for the proof of one solution, and for a first puzzle
with the tables of the board:

    open cells           16x16, 50 %   16x16, 60 %   25x25, 40 %   first 25x25   first 36x36
    the cover                   0.75           9.1            17           200           240
    here                        0.18           0.4           0.2            14            45
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from dlx.system.calloff import OutOfTime, within

from ..board.kept import kept
from .by_learning import LEAST_LEARNED_SIDE, grids_by_learning
from .rule_tables import RuleTables, rule_tables
from .symmetry import Narrowing, one_of_each_kind, symmetries

if TYPE_CHECKING:
    from dlx.engine.drive import Drive
    from dlx.engine.status import Status

    from ..board.board import Board
    from .rule_search import RuleSearch

LARGEST_COVERED_SIDE = 9  # of the boards without rules that go to the cover at once
MOST_HOUSE_WORK = 2**20  # of a search on a board that only has houses: some 3 ms
MOST_WORK = 2**28  # some 0.8 seconds; a search that takes longer is often shorter for a search that learns
NO_STOP = 2**62  # of the work on a board that the cover does not know, and of nodes without restarts
RESTART_NODES = 64  # times Luby's sequence: nodes of a search in a random order
REGION_RESTART_NODES = 32  # the same for unknown regions, in any order
SYMMETRY_RESTART_NODES = 256  # the same for grids with a symmetry; with 64, 16x16 boards take 1.6 times as long
FIRST_WORK = 2**21  # some 6 ms; the tables of the sums that follow from cages take 10 to 60 ms
SYMMETRY_WORK = 2**20, 2**22, 2**24, 2**26, 2**27  # of the searches for grids with a symmetry, which take turns
MOST_KEPT_STOCKS = 16  # of boards
SLICE_WORK = 2**19  # some 1.5 ms between two checks of the clock


class RuleAnswer(NamedTuple):
    """The different solutions found, and how the search ended."""

    grids: list[bytes]
    status: Status
    guesses: int
    seconds: float

    @property
    def decided(self) -> bool:
        """Return whether these are all solutions, or as many as wanted."""
        return self.status.value in ("complete", "solution limit")


class RuleStock(NamedTuple):
    """The tables of a board, and an idle search, kept from one question to the next."""

    tables: RuleTables | None  # None for a board that we leave to the cover
    idle: list[RuleSearch]  # one at most; making another takes 30 us
    has_rules: bool
    is_whole: bool  # some variants, and all of them for all cells
    restart_nodes: int  # 0: RESTART_NODES in a random order, and otherwise no restarts

    def restart_after(self, seed: int | None) -> int:
        """Return the nodes of Luby's unit; 0 for a search without restarts."""
        return self.restart_nodes or (0 if seed is None else RESTART_NODES)


@kept(MOST_KEPT_STOCKS)
def stock(board: Board, innies: bool = False, narrowing: Narrowing | None = None) -> RuleStock:
    """Return the tables of a board; with `innies` or a `narrowing`, as in `rule_tables`."""
    rules = board.rules
    has_rules = beyond_houses(board)
    suited = has_rules or board.side > LARGEST_COVERED_SIDE
    tables = rule_tables(board, innies, narrowing) if suited else None
    restart_nodes = REGION_RESTART_NODES if rules.shared else 0
    is_whole = bool(board.variants) and suited and rules.has_cover and not (rules.sums or _has_parts(board))
    return RuleStock(tables, [], has_rules, is_whole, restart_nodes)


def by_candidates(board: Board) -> bool:
    """Return whether the search on candidates comes first: on boards with rules, and on large ones."""
    return (bool(board.variants) or board.side > LARGEST_COVERED_SIDE) and stock(board).tables is not None


def beyond_houses(board: Board) -> bool:
    """Return whether a board has rules that are not houses or banned digits."""
    rules = board.rules
    return bool(rules.said or rules.sums or rules.sets or rules.diagrams or rules.shared)


def _has_parts(board: Board) -> bool:
    """Return whether a rule has parts, such as cages."""
    from ..board.variants.parts import parts_of  # classic boards are solved without the variants

    return any(part.field for variant in board.variants for part in parts_of(0, variant))


def grids_by_rules(
    board: Board,
    given: Iterable[int],
    wanted: int,
    time_limit: float | None = None,
    stopped: Callable[[], bool] | None = None,
    seed: int | None = None,
) -> RuleAnswer | None:
    """Return up to `wanted` solutions with the given candidates; None for a board that we leave to the cover.

    With a `seed`, which finds one solution, digits are tried in a random order.

    >>> from sudoku import Board
    >>> answer = grids_by_rules(Board(2, 2, variants=["anti-knight"]), [0, 5, 10], 5)
    >>> answer.grids == [bytes([1, 2, 3, 4, 4, 3, 2, 1, 3, 4, 1, 2, 2, 1, 4, 3])], answer.status.value
    (True, 'complete')
    """
    if not board.variants and board.side <= LARGEST_COVERED_SIDE:
        return None
    from dlx.engine.drive import STATUS, STOPPED, Drive
    from dlx.engine.limits import seconds

    limit = seconds(time_limit)
    drive = Drive(limit, slice_work=SLICE_WORK, stopped=stopped)
    try:
        with within(limit):
            return _grids(board, list(given), wanted, drive, seed)
    except OutOfTime:  # while tables were made
        drive.late()
        return RuleAnswer([], STATUS[STOPPED], 0, drive.seconds)


def _grids(board: Board, given: list[int], wanted: int, drive: Drive, seed: int | None) -> RuleAnswer | None:
    """Return the answer of the searches on candidates in turn; None for a board that we leave to the cover."""
    own = stock(board)
    if own.tables is None or not (own.has_rules or seed is None or (own.is_whole and not given)):
        return None
    from dlx.engine.drive import LIMIT, STATUS

    drive.late()  # the tables take time, too
    soon = _soon(board, own, given, wanted, drive, seed)
    if soon is not None or not (own.has_rules or seed is None):  # the cover has random orders, too
        return soon
    if board.rules.sums:
        stronger = stock(board, innies=True)
        own = own if stronger.tables is None else stronger
    most = MOST_WORK if own.has_rules else MOST_HOUSE_WORK
    answer = _search(own, given, wanted, drive, seed, most if board.rules.has_cover else NO_STOP)
    if answer.status is not STATUS[LIMIT] or own.has_rules or board.side < LEAST_LEARNED_SIDE:
        return answer
    grids, outcome, guesses = grids_by_learning(board, given, wanted, drive)
    return RuleAnswer(grids, STATUS[outcome], answer.guesses + guesses, drive.seconds)


def _soon(
    board: Board, own: RuleStock, given: Sequence[int], wanted: int, drive: Drive, seed: int | None
) -> RuleAnswer | None:
    """Return the answer of a short search and of those for grids with a symmetry, where they pay; None without one."""
    from dlx.engine.drive import LIMIT, STATUS

    if not (board.rules.sums or (own.is_whole and (own.has_rules or not given))):
        return None
    answer = _search(own, given, wanted, drive, seed, FIRST_WORK)
    if answer.status is not STATUS[LIMIT]:
        return answer
    return _symmetric(board, given, wanted, drive, seed or 0) or _none(board, given, drive) if own.is_whole else None


def _symmetric(board: Board, given: Sequence[int], wanted: int, drive: Drive, seed: int) -> RuleAnswer | None:
    """Search for `wanted` solutions that have a symmetry; return None if this fails, which proves nothing."""
    from dlx.engine.drive import DONE, LIMIT, STATUS

    hopeful = [symmetry.narrowing() for symmetry in symmetries(board)]
    for turn, work in enumerate(SYMMETRY_WORK):
        for place, narrowing in enumerate(list(hopeful)):
            own = stock(board, narrowing=narrowing)._replace(restart_nodes=SYMMETRY_RESTART_NODES)
            answer = _search(own, given, wanted, drive, seed + turn, work >> place)
            if len(answer.grids) == wanted or answer.status not in (STATUS[DONE], STATUS[LIMIT]):
                return answer
            if answer.status is STATUS[DONE]:
                hopeful.remove(narrowing)
    return None


def _none(board: Board, given: Sequence[int], drive: Drive) -> RuleAnswer | None:
    """Search for one grid of each kind; return the answer if there is none or time runs out, otherwise None."""
    from dlx.engine.drive import LIMIT, STATUS

    narrowing = None if given else one_of_each_kind(board)
    if narrowing is None:
        return None
    answer = _search(stock(board, narrowing=narrowing), given, 1, drive, None, MOST_WORK)
    return None if answer.grids or answer.status is STATUS[LIMIT] else answer


def _search(
    own: RuleStock,  # with tables
    given: Sequence[int],
    wanted: int,
    drive: Drive,
    seed: int | None,
    work: int,
) -> RuleAnswer:
    """Search for up to `wanted` solutions, up to this work."""
    from dlx.engine.drive import SOLUTION, STATUS

    from .rule_search import RuleSearch

    grids: list[bytes] = []
    try:
        search = own.idle.pop()
    except IndexError:
        assert own.tables is not None
        search = RuleSearch(own.tables)
    search.setup(given, seed)
    search.work_stop = work
    outcome = SOLUTION
    while outcome == SOLUTION and len(grids) < wanted:
        outcome = next_outcome(search, drive, own.restart_after(seed))
        if outcome == SOLUTION:
            grids.append(search.solution())
    # a node is a digit tried in a cell with several candidates
    answer = RuleAnswer(grids, STATUS[outcome], search.nodes, drive.seconds)
    if not own.idle:
        own.idle.append(search)  # from here on, another thread may use it
    return answer


def next_outcome(search: RuleSearch, drive: Drive, restart_nodes: int) -> int:
    """Run the search to its next solution; return the outcome. On the way to the first one, it may begin again.

    In a random order, most searches for a grid of an empty board are short and some are long, so we begin again in
    other orders. Of 100 first grids of boards with diagonals and anti-knight, 8 took more than 0.1 seconds before.
    """
    if search.solutions or not restart_nodes:
        return drive.run(search)
    from dlx.engine.drive import LIMIT
    from dlx.kernels.learner.learner import luby

    for number in count(1):
        search.node_stop = search.nodes + restart_nodes * luby(number)
        outcome = drive.run(search)
        if outcome != LIMIT or search.work >= search.work_stop:
            break
        search.restart()
    search.node_stop = NO_STOP
    return outcome


def time_left(time_limit: float | None, spent: float) -> float | None:
    """Return the part of a time limit that a search of so many seconds has left."""
    if time_limit is None:
        return None
    from dlx.engine.limits import seconds

    return max(seconds(time_limit) - spent, 0.0)
