/* SPDX-License-Identifier: MIT
   How large numbers may get, and how much room there is at first. Whatever is not here cannot overflow before these do:
   counters of nodes, work and solutions have 64 bits, a processor's lifetime; the rest is bounded by a problem's arrays.

                    up to                        small    beyond it
       index        2^31 nodes, 2^30 options     2^15     OverflowError, before anything is built
       diagram      2^31 nodes                   2^15     counted in another way, or OverflowError
       limb         2^64 solutions in a word     2^8      twice as many words
       cost         2^62                         2^14     OverflowError; prices are left alone near it
       question     2^31 in lanes                2^15     one by one

   DLX_SMALL is a build for tests: there each of these is met within milliseconds. A line that is reached at a limit
   only is marked "limit: name"; `make small` fails unless each mark has been reached. */

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
typedef int32_t dlx_index; /* of nodes in lists and diagrams, items, options; degrees */
typedef uint32_t dlx_key;  /* a degree and an item in one number */
typedef int64_t dlx_cost;
#define DLX_MOST_KEY UINT32_MAX
#define DLX_MOST_COST INT64_MAX
enum { DLX_INDEX_BITS = 32, DLX_COST_BITS = 62, DLX_LIMB_BITS = 64, DLX_MOST_PLANES = 32 };
enum {
    DLX_PLACES = 1 << 12,  /* of a table of answers, at first; a power of 2 */
    DLX_NODES = 1 << 12,   /* of a diagram, the same */
    DLX_MOVED = 1 << 22,   /* bytes of answers that one call moves to a larger table: some milliseconds */
    DLX_REDRAWN = 1 << 16, /* nodes that one call moves to a larger diagram: the same */
    DLX_LEVELS = 64,       /* of a search for the cheapest, at first */
};
#endif

#endif
