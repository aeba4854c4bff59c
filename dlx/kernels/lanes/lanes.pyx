# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The bit-sliced batch kernel: hundreds of questions about one problem, side by side in the bits of vectors.

The data is transposed: each option has one vector, in which bit k is set while the option is alive in search node k.
One sweep over the lists of the problem then propagates all nodes at once, without branches and table look-ups. A
question that needs more than a few thousand nodes is left to a kernel for single questions.

    questions -> lanes -> dead, solved, or split: one half stays, the other half waits in a plane for an idle lane

lanes/lanes.h has the data, lanes/drive.h the driver, lanes/sweep.h propagation and branching for any problem. Knuth's
"broadword" tricks (TAOCP 7.1.3) are the tools; bit-slicing is from cryptography (Biham, A Fast New DES Implementation
in Software, 1997).
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

cimport cython

import numpy as np

from ..kernel cimport DONE, LIMIT, PAUSED, enter, leave
from ..bits.bits cimport chosen_set, words_of, zero_words
from ...matrix.address cimport address

cdef extern from *:
    """
    #define LANES_CODE "dlx/kernels/lanes/sweep.h"
    #include "dlx/kernels/lanes/sets.h"

    static const dlx_program *const dlx_general[] = LANES_EACH(general);
    typedef int dlx_driver(dlx_lanes *s, int64_t epochs);
    static dlx_driver *const dlx_drivers[] = LANES_EACH(drive);
    """
    const CProgram* const* general "dlx_general"
    ctypedef int (*Driver "dlx_driver *")(State* s, int64_t epochs) noexcept nogil
    const Driver* drivers "dlx_drivers"

WORDS: tuple[int, ...] = (2, 4, 8)  # words of a vector, by instruction set
PLANE_BYTES: int = 1 << 21  # for waiting nodes, unless 8 planes take more


cdef CRelation relation(r):
    cdef CRelation c
    c.member = <uint32_t*> address(r.member)
    c.runs = <int32_t*> address(r.runs)
    c.n_runs = len(r.runs)
    return c


cdef void clear(State* s) noexcept nogil:
    """Empty all lanes and planes; set all counters to 0."""
    s.n_waiting = 0
    s.next = s.finished = s.finished_nodes = s.sweeps = s.epochs = 0
    memset(s.active, 0, sizeof(s.active))
    memset(s.done, 0, sizeof(s.done))
    memset(s.waiting, 0, sizeof(s.waiting))
    memset(s.given, 0, <size_t> s.n_options * s.words * sizeof(uint64_t))


@cython.final
cdef class Program:
    """Propagation and branching for one problem, made by a module that is compiled for it."""


@cython.final
cdef class Lanes:
    """Lanes for one problem. They know no names and trust their caller.

    Args:
        circuit: the result of :func:`dlx.kernels.lanes.circuit.circuit`, for the general program.
        program: a program made for the problem, instead.
    """

    cdef State s
    cdef CCircuit circuit
    cdef int set
    cdef int64_t sweep_cost  # nanoseconds
    cdef object kept  # the arrays that s points into
    cdef readonly object coded_start, coded_option  # type: NDArray[np.int32]
    cdef readonly object counts, nodes  # type: NDArray[np.int64]
    cdef readonly object state  # type: NDArray[np.uint8]
    cdef readonly object ranks  # type: NDArray[Any] | None
    cdef public double patience  # number of sweeps per finished question beyond which step() stops
    cdef bint busy  # a thread is inside; only enter() and leave() touch it

    def __cinit__(self, circuit: Circuit | None = None, Program program=None):
        self.set = chosen_set
        source = circuit if program is None else program
        row, self.coded_start, self.coded_option = source.row, source.coded_start, source.coded
        coded = row[self.coded_option]
        if program is None:
            n_room = self.wire(circuit)
            n, self.s.program, self.s.circuit = len(circuit.option), general[self.set], &self.circuit
            self.sweep_cost = 500 + circuit.size  # for 512 lanes, with its share of the driver's work in an epoch
        else:
            n, n_room, self.sweep_cost = len(row), program.n_room, program.sweep_cost
            self.s.program = program.sets[self.set]
        self.s.n_options, self.s.words = n, WORDS[self.set]
        self.sweep_cost = self.sweep_cost * self.s.words // MOST_WORDS
        self.s.n_coded = len(self.coded_start) - 1
        self.s.rank_bits = int(np.diff(self.coded_start).max(initial=1)).bit_length()
        self.s.n_planes = min(MOST_PLANES, max(8, PLANE_BYTES // max(8 * n * self.s.words, 1)))
        live, given = zero_words(n * self.s.words), zero_words(n * self.s.words)
        planes, room = zero_words(n * self.s.words * <int64_t> self.s.n_planes), zero_words(n_room * self.s.words)
        digits = zero_words(<int64_t> self.s.n_coded * self.s.rank_bits * self.s.words)
        self.s.live, self.s.given, self.s.planes = words_of(live), words_of(given), words_of(planes)
        self.s.room, self.s.digits = words_of(room), words_of(digits)
        self.s.coded_start = <int32_t*> address(self.coded_start)
        self.s.coded = <int32_t*> address(coded)
        self.s.row = <int32_t*> address(row)
        self.kept = (live, given, planes, room, digits, circuit, program, row, coded)

    cdef int64_t wire(self, circuit):
        """Convert the circuit to C; return the number of vectors it needs besides the options' vectors."""
        cdef CCircuit* c = &self.circuit
        c.items, c.owners, c.extras = relation(circuit.items), relation(circuit.owners), relation(circuit.extras)
        c.shared, c.families = relation(circuit.shared), relation(circuit.families)
        c.members, c.colors = relation(circuit.members), relation(circuit.colors)
        c.palettes, c.wearers = relation(circuit.palettes), relation(circuit.wearers)
        c.killers = relation(circuit.killers)
        c.n_primary, c.n_extras, c.n_shared = circuit.items.n, circuit.extras.n, circuit.shared.n
        c.n_families, c.n_colors, c.n_palettes = circuit.families.n, circuit.colors.n, circuit.palettes.n
        groups = 3 * c.n_shared + 2 * c.n_colors + c.n_families + c.n_palettes
        return len(circuit.option) + 2 * c.n_primary + c.n_extras + groups

    cdef int claim(self) except -1:
        if not enter(&self.busy):
            raise RuntimeError("these lanes are running in another thread")
        return 0

    def ask(self, const int64_t[::1] indptr not None, const int32_t[::1] givens not None, int64_t limit,
            int64_t max_nodes, bint ranked) -> None:
        """Begin with these questions, in CSR form; ``givens`` has at least one element.

        Count at most ``limit`` solutions of each question, in at most about ``max_nodes`` nodes. If ``ranked``, write
        the first solutions into ``ranks``: for each question and coded item, the rank of its option from 1, or 0.
        """
        n = indptr.shape[0] - 1
        dtype = np.uint8 if self.s.rank_bits <= 8 else np.uint16
        answers = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.uint8), np.zeros(n, np.int32)
        ranks = np.zeros((n, self.s.n_coded), dtype) if ranked else None
        self.claim()
        self.counts, self.nodes, self.state, pending = answers
        self.ranks = ranks
        self.kept = (*self.kept[:9], indptr, givens, pending)
        self.s.indptr, self.s.givens = &indptr[0], &givens[0]
        self.s.n_questions, self.s.limit, self.s.most = n, limit, max_nodes
        self.patience = INFINITY
        self.s.counts = <int64_t*> address(self.counts)
        self.s.nodes = <int64_t*> address(self.nodes)
        self.s.state = <uint8_t*> address(self.state)
        self.s.pending = <int32_t*> address(pending)
        self.s.ranks = <void*> address(self.ranks) if ranked else NULL
        clear(&self.s)
        leave(&self.busy)

    def step(self, uint64_t work) -> int:
        """Continue for about `work` nanoseconds. Return DONE if all questions are answered or handed over, LIMIT if
        they take more than ``patience`` sweeps each, or PAUSED."""
        cdef int64_t epochs = 1 + <int64_t> (work // (3 * self.sweep_cost))
        cdef int outcome = LIMIT
        self.claim()
        if self.s.sweeps < self.patience * (self.s.finished + 32 * self.s.words):  # half of the lanes
            with nogil:
                outcome = DONE if drivers[self.set](&self.s, epochs) else PAUSED
        leave(&self.busy)
        return outcome

    def forget(self) -> None:
        """Release the questions and answers of the last batch."""
        self.counts = self.nodes = self.state = self.ranks = None
        self.kept = self.kept[:9]
        self.s.n_questions = 0
        clear(&self.s)

    @property
    def n_lanes(self) -> int:
        """Return the number of nodes in work at the same time."""
        return 64 * self.s.words

    @property
    def sweeps_per_work(self) -> float:
        """Return the number of sweeps per unit of work of a kernel for single questions, about 2 ns."""
        return 2 / self.sweep_cost

    @property
    def nbytes(self) -> int:
        """Return the bytes of all lanes and planes; divided by ``n_lanes``, the bytes per lane."""
        return sum(array.nbytes for array in self.kept[:5])
