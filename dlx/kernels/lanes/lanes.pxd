"""The C interface of the bit-sliced batch kernel; lanes/lanes.h explains the structs and their fields."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t


cdef extern from "dlx/kernels/lanes/lanes.h":
    ctypedef struct CRelation "dlx_relation":
        uint32_t* member
        int32_t* runs
        int32_t n_runs

    ctypedef struct CCircuit "dlx_circuit":
        CRelation items, owners, extras, shared, families, members, colors, palettes, wearers, killers
        int32_t n_primary, n_extras, n_shared, n_families, n_colors, n_palettes

    ctypedef struct CProgram "dlx_program":
        pass

    ctypedef struct State "dlx_lanes":
        const CProgram* program
        const CCircuit* circuit
        uint64_t* live
        uint64_t* given
        uint64_t* planes
        uint64_t* room
        int32_t n_options, words, n_planes
        uint64_t active[8]
        uint64_t done[8]
        uint64_t waiting[32][8]
        int32_t n_waiting
        int64_t next
        uint64_t finished, finished_nodes, sweeps, epochs
        const int64_t* indptr
        const int32_t* givens
        const int32_t* row
        int64_t n_questions, limit, most
        int64_t* counts
        int64_t* nodes
        int32_t* pending
        uint8_t* state
        void* ranks
        uint64_t* digits
        int32_t rank_bits, n_coded
        const int32_t* coded_start
        const int32_t* coded

    enum:
        MOST_WORDS "DLX_MOST_WORDS"
        MOST_PLANES "DLX_MOST_PLANES"


cdef class Program:
    cdef const CProgram* const* sets  # one program for each instruction set
    cdef int64_t n_room  # vectors that it needs besides the options' vectors
    cdef int64_t sweep_cost  # nanoseconds, for 512 lanes
    cdef readonly object row  # type: NDArray[np.int32]  # option -> number of its vector
    cdef readonly object coded_start, coded  # type: NDArray[np.int32]  # as in dlx.kernels.lanes.circuit
