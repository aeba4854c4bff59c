# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Weights of rows under which every column weighs 0 and the right side does not, modulo a prime power.

A solution of A x = b over the integers is one modulo every m. Weights w with w A = 0 and w b != 0 (mod m) prove that
there is none, and over Z/m they exist whenever A x = b has no solution. We keep a basis of the weights that vanish on
all columns so far, and add one column after another:

             basis vectors                   a column with rows 0 and 2 weighs 1 0 1 (the sum of its rows): the pivot
    row 0    1 0 0     0 0     0 0           is one of these vectors; we subtract it from the others, which then weigh
    row 1    0 1 0  -> 1 0     1 0  -> ...   0, and drop it. Modulo p^k, a pivot that weighs p^a is not dropped, but
    row 2    0 0 1     0 -1    0 -1          multiplied by p^(k-a).

A row of the matrix takes one byte per vector, so that one instruction works on 16 vectors or more. The work is
n * rank^2 / 16 for n rows, at most. Nearly all columns only cost the check that they weigh 0.

Rejected: elimination in the rows of A, as in the textbook, which moves all columns, of which there are 100 times more.

Reference: Conway and Lagarias, Tiling with polyominoes and combinatorial group theory (1990), for colorings as proofs;
Storjohann, Algorithms for matrix canonical forms (2000), for elimination over Z/m.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from cython cimport final

import numpy as np

from ..kernels.kernel cimport DONE, PAUSED


cdef extern from * nogil:
    """
    /* An addition of this many bytes is a unit of work. */
    enum { DLX_BYTES_A_UNIT = 16 };

    /* Add b to a, modulo m: both are below m, and a sum below m wraps round to a large number when m is subtracted. */
    static void dlx_add(uint8_t *restrict a, const uint8_t *restrict b, int64_t n, uint8_t m)
    {
        for (int64_t k = 0; k < n; k++) {
            const uint8_t sum = (uint8_t)(a[k] + b[k]), less = (uint8_t)(sum - m);
            a[k] = sum < less ? sum : less;
        }
    }
    """
    const int BYTES_A_UNIT "DLX_BYTES_A_UNIT"
    void add "dlx_add"(uint8_t* a, const uint8_t* b, int64_t n, uint8_t m)


@final
cdef class Elimination:
    """The search for such weights. A machine of drive.py, which knows no names and trusts its caller.

    Column k has the rows ``rows[starts[k] : starts[k + 1]]``, each once; ``right`` has the right side, 0 to m - 1.

    >>> rows = np.array([0, 1, 1, 2, 0, 2], np.int32)  # a triangle has no perfect matching
    >>> triangle = Elimination(np.array([0, 2, 4, 6], np.int32), rows, np.ones(3, np.uint8), 2, 1)
    >>> triangle.step(10**6), triangle.certificate()
    (0, (2, [1, 1, 1]))
    """

    cdef const int32_t[::1] starts
    cdef const int32_t[::1] rows
    cdef uint8_t[:, ::1] vectors  # row -> its weight in each vector; the last row is the weight of the right side
    cdef uint8_t[::1] weighed  # the current column's weight in each vector
    cdef uint8_t[:, ::1] multiples  # c -> -c times the factors by which the pivot is subtracted
    cdef uint8_t[::1] made  # c -> is that row of `multiples` up to date?
    cdef int64_t n  # rows
    cdef int64_t width  # vectors in the basis
    cdef int64_t column  # columns done
    cdef int modulus, prime
    cdef readonly uint64_t work

    def __cinit__(self, const int32_t[::1] starts not None, const int32_t[::1] rows not None,
                  const uint8_t[::1] right not None, int prime, int power):
        self.starts, self.rows = starts, rows
        self.prime = prime
        self.modulus = 1
        for _ in range(power):
            self.modulus *= prime
        self.n = self.width = right.shape[0]
        vectors = np.zeros((self.n + 1, self.n), np.uint8)
        np.fill_diagonal(vectors, 1)
        vectors[self.n] = right
        self.vectors = vectors
        self.weighed = np.zeros(self.n, np.uint8)
        self.multiples = np.zeros((self.modulus, self.n), np.uint8)
        self.made = np.zeros(self.modulus, np.uint8)

    def step(self, uint64_t work) -> int:
        """Continue for about this much work. Return DONE once the answer of certificate() is final, else PAUSED."""
        cdef uint64_t stop = self.work + work
        cdef bint open = True
        with nogil:
            while open and self.work < stop:
                open = self.next_column()
        return <int> (PAUSED if open else DONE)

    cdef bint next_column(self) noexcept nogil:
        """Weigh the next column; return false if none is left, or no vector can become a certificate."""
        cdef int64_t k, pivot
        if self.column == self.starts.shape[0] - 1:
            return False
        memset(&self.weighed[0], 0, self.width)
        for k in range(self.starts[self.column], self.starts[self.column + 1]):
            add(&self.weighed[0], &self.vectors[self.rows[k], 0], self.width, self.modulus)
            self.work += 1 + self.width // BYTES_A_UNIT
        self.column += 1
        pivot = self.smallest()
        if pivot >= 0:
            self.subtract(pivot)
        return pivot < 0 or self.hopeful()

    cdef bint hopeful(self) noexcept nogil:
        """Return whether the right side weighs something in any vector of the basis."""
        cdef int64_t k
        for k in range(self.width):
            if self.vectors[self.n, k]:
                return True
        return False

    cdef int64_t smallest(self) noexcept nogil:
        """Return the vector in which the column's weight has the fewest factors p, or -1 if all weights are 0."""
        cdef int64_t k, best = -1
        cdef int factor = self.modulus
        for k in range(self.width):
            if self.weighed[k] and (best < 0 or self.weighed[k] % factor):
                best = k
                while self.weighed[k] % factor:
                    factor //= self.prime
                if factor == 1:
                    break
        return best

    cdef void subtract(self, int64_t pivot) noexcept nogil:
        """Subtract the pivot from the other vectors so that the column weighs 0 in them, and drop or multiply it."""
        cdef int m = self.modulus, factor = m, unit = 1, c
        cdef int64_t i, k
        while self.weighed[pivot] % factor:
            factor //= self.prime
        while (self.weighed[pivot] // factor * unit) % m != 1 % m:
            unit += 1
        for k in range(self.width):  # the weight of vector k is this multiple of the pivot's
            self.weighed[k] = (self.weighed[k] // factor * unit) % m
        self.weighed[pivot] = (m + 1 - (m // factor) % m) % m  # of the pivot itself, m / factor remain
        memset(&self.made[0], 0, m)
        for i in range(self.n + 1):
            c = self.vectors[i, pivot]
            if c:
                self.multiply(c)
                add(&self.vectors[i, 0], &self.multiples[c, 0], self.width, m)
                self.work += 1 + self.width // BYTES_A_UNIT
        self.work += self.n
        if factor == 1:
            self.drop(pivot)

    cdef void multiply(self, int c) noexcept nogil:
        """Make the row of multiples for c, if it is not made yet."""
        cdef int64_t k
        if not self.made[c]:
            self.made[c] = True
            for k in range(self.width):
                self.multiples[c, k] = (self.modulus - (c * self.weighed[k]) % self.modulus) % self.modulus
            self.work += self.width

    cdef void drop(self, int64_t pivot) noexcept nogil:
        """Take a vector out of the basis; the last one takes its place."""
        cdef int64_t i
        self.width -= 1
        for i in range(self.n + 1):
            self.vectors[i, pivot] = self.vectors[i, self.width]
        self.work += self.n

    def certificate(self) -> tuple[int, list[int]] | None:
        """Return the modulus and the weight of each row, or None if no vector is a certificate.

        Among several we choose the smallest modulus, a power of the prime, and then the fewest weights other than 0.
        """
        if not self.width:
            return None
        vectors = np.asarray(self.vectors)[:, :self.width]
        candidates = []
        for vector in range(self.width):
            m = self.prime
            while m < self.modulus and vectors[self.n, vector] % m == 0:
                m *= self.prime
            weights, right = vectors[:self.n, vector] % m, vectors[self.n, vector] % m
            if right:
                common = np.gcd.reduce(weights, initial=m)
                candidates.append((m // int(common), np.count_nonzero(weights), (weights // common).tolist()))
        return min(candidates)[::2] if candidates else None
