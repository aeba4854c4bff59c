/* SPDX-License-Identifier: MIT
   The instruction sets that code is compiled for, and the best set that the processor has. Code for a set lies between

       DLX_BEGIN_AVX2
       ...
       DLX_END_SET

   gcc sets options for all that follows, clang gives each function an attribute. Processors other than x86-64, gcc
   before 9, and builds with DLX_PORTABLE get only the first set, whose vectors of 128 bits are SSE2 or NEON.

   On Windows, gcc aligns the stack to 16 bytes, but moves vectors of 32 and 64 bytes as if they were aligned (GCC bug
   54412). With DLX_UNALIGNED_MOVES the assembler turns these into unaligned moves, which cost nothing on processors
   with AVX2: -Wa,-muse-unaligned-vector-move, binutils 2.38. */

#ifndef DLX_SETS_H
#define DLX_SETS_H

#define DLX_PRAGMA(text) _Pragma(#text)

/* Unrolls the loop that follows, of at most n turns. */
#ifdef __clang__
#define DLX_UNROLL(n) DLX_PRAGMA(unroll n)
#else
#define DLX_UNROLL(n) DLX_PRAGMA(GCC unroll n)
#endif

#if defined(__GNUC__) && __GNUC__ >= 9 && (!defined(_WIN32) || defined(DLX_UNALIGNED_MOVES))
#define DLX_GCC_SETS
#endif

#if defined(__x86_64__) && (defined(__clang__) || defined(DLX_GCC_SETS)) && !defined(DLX_PORTABLE)
#define DLX_SETS 3
#include <cpuid.h>
#include <immintrin.h>
#include <stdint.h>

#ifdef __clang__
#define DLX_BEGIN_SET(set) DLX_PRAGMA(clang attribute push(__attribute__((target(set))), apply_to = function))
#define DLX_END_SET DLX_PRAGMA(clang attribute pop)
#else
#define DLX_BEGIN_SET(set) DLX_PRAGMA(GCC push_options) DLX_PRAGMA(GCC target(set))
#define DLX_END_SET DLX_PRAGMA(GCC pop_options)
#endif
#define DLX_BEGIN_AVX2 DLX_BEGIN_SET("popcnt,bmi,bmi2,avx,avx2")
#define DLX_BEGIN_AVX512 \
    DLX_BEGIN_SET("popcnt,bmi,bmi2,avx,avx2,avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq,avx512vbmi,avx512bitalg")

/* We ask the processor ourselves: with MSVC's libraries, clang has no __builtin_cpu_supports. The system must keep the
   wide registers too (XCR0); macOS says so only after their first use, so it gets AVX2. */
static inline int dlx_best_set(void)
{
    const uint32_t popcnt = 1u << 23, system_tells = 1u << 27;                        /* leaf 1, ecx */
    const uint32_t avx2 = 1u << 3 | 1u << 5 | 1u << 8;                                /* leaf 7, ebx: bmi, avx2, bmi2 */
    const uint32_t avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; /* f, dq, bw, vl */
    const uint32_t more = 1u << 1 | 1u << 12 | 1u << 14;               /* ecx: vbmi, bitalg, vpopcntdq */
    uint32_t a, b, c, d, kept, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || ~c & (popcnt | system_tells) || !__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return 0;
    __asm__("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
    if (~b & avx2 || ~kept & 0x06)
        return 0;
    return ~b & avx512 || ~c & more || ~kept & 0xe0 ? 1 : 2;
}
#else
#define DLX_SETS 1
static inline int dlx_best_set(void) { return 0; }
#endif

/* Before a function: it is compiled for AVX2 as well, and the loader chooses. */
#if DLX_SETS > 1 && defined(__GLIBC__)
#define DLX_CLONES __attribute__((target_clones("default", "avx2")))
#else
#define DLX_CLONES
#endif

static const char *const dlx_set_names[] = {"plain", "avx2", "avx512"};

#endif
