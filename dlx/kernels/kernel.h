/* SPDX-License-Identifier: MIT
   The counters of every kernel, and the flag that keeps a second thread out. The search loops update the counters;
   their values are the same on every run and machine. */

#ifndef DLX_KERNEL_H
#define DLX_KERNEL_H

#include <stdint.h>

#define DLX_UNLIMITED ((uint64_t)1 << 62) /* a limit of nodes, solutions or work that no search reaches */

typedef struct {
    uint64_t nodes;     /* partial solutions visited, the root included, as in Knuth's programs */
    uint64_t updates;   /* steps of the kernel: nodes unlinked from a list, or sizes read */
    uint64_t guesses;   /* visited nodes whose item had two or more options */
    uint64_t solutions; /* solutions found */
    int32_t max_level;  /* options chosen at the deepest node, the given ones not counted */
} dlx_counters;

/* A flag that one thread holds at a time. A check and a write would be two steps, which only a global lock joins. */
static inline int dlx_enter(int *busy) { return !__atomic_exchange_n(busy, 1, __ATOMIC_ACQUIRE); }
static inline void dlx_leave(int *busy) { __atomic_store_n(busy, 0, __ATOMIC_RELEASE); }

#endif
