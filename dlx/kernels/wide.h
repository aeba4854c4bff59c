/* SPDX-License-Identifier: MIT
   Products and sums that do not fit a word. Compilers for 32-bit processors have no 128-bit integers; there, and with
   DLX_PORTABLE, we calculate in halves of words and with carries, which gives the same numbers. */

#ifndef DLX_WIDE_H
#define DLX_WIDE_H

#include <stdint.h>

#include "dlx/matrix/limits.h"

#define DLX_LIMB_MASK (~(uint64_t)0 >> (64 - DLX_LIMB_BITS))

#if defined(__SIZEOF_INT128__) && !defined(DLX_PORTABLE)
/* Return the low word of a product, combined with its high word by exclusive or. */
static inline uint64_t dlx_mix(uint64_t a, uint64_t b)
{
    unsigned __int128 p = (unsigned __int128)a * b;
    return (uint64_t)p ^ (uint64_t)(p >> 64);
}

/* Add a number to a sum. Both have n limbs in as many words, the lowest first. */
static inline void dlx_add(uint64_t *sum, const uint64_t *value, const int n)
{
    unsigned __int128 carry = 0;
    for (int k = 0; k < n; k++) {
        carry += (unsigned __int128)sum[k] + value[k];
        sum[k] = (uint64_t)carry & DLX_LIMB_MASK;
        carry >>= DLX_LIMB_BITS;
    }
}
#else
static inline uint64_t dlx_mix(uint64_t a, uint64_t b)
{
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t first = a1 * b0 + (a0 * b0 >> 32), second = a0 * b1 + (uint32_t)first; /* at most 2^64 - 2^32 */
    return (a * b) ^ (a1 * b1 + (first >> 32) + (second >> 32));
}

static inline void dlx_add(uint64_t *sum, const uint64_t *value, const int n)
{
    uint64_t carry = 0;
    for (int k = 0; k < n; k++) {
        const uint64_t part = sum[k] + carry, total = part + value[k];
        carry = DLX_LIMB_BITS < 64 ? total >> (DLX_LIMB_BITS & 63) : (uint64_t)(part < carry) + (total < part);
        sum[k] = total & DLX_LIMB_MASK;
    }
}
#endif

#endif
