# SPDX-License-Identifier: MIT
"""The address of an array's numbers, for kernels in C."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer


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
