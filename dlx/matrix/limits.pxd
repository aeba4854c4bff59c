"""The limits of limits.h, which explains them, for Cython."""

from libc.stdint cimport int32_t, int64_t, uint32_t


cdef extern from "dlx/matrix/limits.h":
    ctypedef int32_t Index "dlx_index"
    ctypedef uint32_t Key "dlx_key"
    ctypedef int64_t Cost "dlx_cost"

    const Key MOST_KEY "DLX_MOST_KEY"
    const Cost MOST_COST "DLX_MOST_COST"

    enum:
        INDEX_BITS "DLX_INDEX_BITS"  # the highest bit is the sign, the next one a mark
        COST_BITS "DLX_COST_BITS"
        LIMB_BITS "DLX_LIMB_BITS"
        PLACES "DLX_PLACES"
        NODES "DLX_NODES"
        MOVED "DLX_MOVED"
        REDRAWN "DLX_REDRAWN"
        LEVELS "DLX_LEVELS"
