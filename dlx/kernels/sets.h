/* SPDX-License-Identifier: MIT
   The instruction sets that code is compiled for, and the best set that the processor has. Code for a set lies between

       #pragma GCC push_options
       DLX_TARGET_AVX2
       ...
       #pragma GCC pop_options

   clang, which has no such pragma, and processors other than x86-64 get only the first set. */

#ifndef DLX_SETS_H
#define DLX_SETS_H

#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 9 && !defined(__clang__) && !defined(_WIN32)
#define DLX_SETS 3
#include <immintrin.h>

#define DLX_TARGET_AVX2 _Pragma("GCC target(\"popcnt,bmi,bmi2,avx,avx2\")")
#define DLX_TARGET_AVX512 \
    _Pragma("GCC target(\"popcnt,bmi,bmi2,avx,avx2,avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq\")")

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

static const char *const dlx_set_names[] = {"plain", "avx2", "avx512"};

#endif
