/* SPDX-License-Identifier: MIT
   The instruction sets that code is compiled for, and the best set that the processor has. Code for a set lies between

       DLX_BEGIN_AVX2
       ...
       DLX_END_SET

   gcc sets options for all that follows, clang gives each function an attribute. Processors other than x86-64, Windows,
   and gcc before 9 get only the first set. */

#ifndef DLX_SETS_H
#define DLX_SETS_H

#define DLX_PRAGMA(text) _Pragma(#text)

/* Unrolls the loop that follows, of at most n turns. */
#ifdef __clang__
#define DLX_UNROLL(n) DLX_PRAGMA(unroll n)
#else
#define DLX_UNROLL(n) DLX_PRAGMA(GCC unroll n)
#endif

#if defined(__x86_64__) && (defined(__clang__) || defined(__GNUC__) && __GNUC__ >= 9) && !defined(_WIN32)
#define DLX_SETS 3
#include <immintrin.h>

#ifdef __clang__
#define DLX_BEGIN_SET(set) DLX_PRAGMA(clang attribute push(__attribute__((target(set))), apply_to = function))
#define DLX_END_SET DLX_PRAGMA(clang attribute pop)
#else
#define DLX_BEGIN_SET(set) DLX_PRAGMA(GCC push_options) DLX_PRAGMA(GCC target(set))
#define DLX_END_SET DLX_PRAGMA(GCC pop_options)
#endif
#define DLX_BEGIN_AVX2 DLX_BEGIN_SET("popcnt,bmi,bmi2,avx,avx2")
#define DLX_BEGIN_AVX512 DLX_BEGIN_SET("popcnt,bmi,bmi2,avx,avx2,avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq")

static inline int dlx_best_set(void)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
        !__builtin_cpu_supports("popcnt"))
        return 0;
    return __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
               ? 2
               : 1;
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
