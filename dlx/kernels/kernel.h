/* SPDX-License-Identifier: MIT
   The counters of every kernel. The search loops update them; their values are the same on every run and machine. */

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

#endif
