# SPDX-License-Identifier: MIT
"""The addresses of the numbers of arrays, for kernels in C."""

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
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
    cdef Py_buffer view
    cdef int32_t* first
    PyObject_GetBuffer(array, &view, PyBUF_FORMAT)
    assert view.itemsize == sizeof(int32_t) and view.format[0] in b"il", "not an array of int32"
    first = <int32_t*> view.buf
    PyBuffer_Release(&view)
    return first
