# SPDX-License-Identifier: MIT
"""The addresses of the numbers of arrays, for kernels in C."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int32_t


cdef inline void* address(array) except? NULL:
    """Return the address of the first number of a contiguous array. The caller keeps the array alive.

    NumPy's ``array.ctypes.data`` runs Python code, and loses a block when memory runs out there.
    """
    cdef Py_buffer view
    cdef void* first
    PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
    first = view.buf
    PyBuffer_Release(&view)
    return first


cdef inline int32_t* ints(array) except? NULL:
    """Return the address of an int32 array. The caller keeps the array alive."""
    assert array.dtype == "int32"
    return <int32_t*> address(array)
