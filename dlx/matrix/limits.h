/* SPDX-License-Identifier: MIT
   Limits of the numbers, and initial sizes of tables. Numbers not listed here cannot overflow before these do:
   counters of nodes, work and solutions have 64 bits, a processor's lifetime; a problem's arrays bound the rest.

                    up to                        small    beyond it
       index        2^31 nodes, 2^30 options     2^15     OverflowError, before anything is built
       diagram      2^31 nodes                   2^15     counted in another way, or OverflowError
       limb         2^64 solutions in a word     2^8      twice as many words
       cost         2^62                         2^14     OverflowError; prices are left alone near it
       question     2^31 in lanes                2^15     one by one

   DLX_SMALL is a build for tests, which reaches each of these limits within milliseconds. A line that runs only at a
   limit is marked "limit: name"; `make small` fails unless every mark has been reached. */

#ifndef DLX_LIMITS_H
#define DLX_LIMITS_H

#include <stdint.h>

#ifdef DLX_SMALL
typedef int16_t dlx_index;
typedef uint16_t dlx_key;
typedef int16_t dlx_cost;
#define DLX_MOST_KEY UINT16_MAX
#define DLX_MOST_COST INT16_MAX
enum { DLX_INDEX_BITS = 16, DLX_COST_BITS = 14, DLX_LIMB_BITS = 8, DLX_MOST_PLANES = 2 };
enum { DLX_PLACES = 1 << 4, DLX_NODES = 1 << 4, DLX_MOVED = 1 << 8, DLX_REDRAWN = 1 << 4, DLX_LEVELS = 1 };
#else
typedef int32_t dlx_index; /* numbers of nodes in lists and diagrams, of items, of options; degrees */
typedef uint32_t dlx_key;  /* a degree and an item packed together */
typedef int64_t dlx_cost;
#define DLX_MOST_KEY UINT32_MAX
#define DLX_MOST_COST INT64_MAX
enum { DLX_INDEX_BITS = 32, DLX_COST_BITS = 62, DLX_LIMB_BITS = 64, DLX_MOST_PLANES = 32 };
enum {
    DLX_PLACES = 1 << 12,  /* initial places in a table of answers; a power of 2 */
    DLX_NODES = 1 << 12,   /* initial nodes of a diagram; a power of 2 */
    DLX_MOVED = 1 << 22,   /* bytes of answers that one call moves to a larger table: a few milliseconds */
    DLX_REDRAWN = 1 << 16, /* nodes that one call moves to a larger diagram: a few milliseconds */
    DLX_LEVELS = 64,       /* initial levels of a search for the cheapest solutions */
};
#endif

#endif
