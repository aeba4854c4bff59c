/* SPDX-License-Identifier: MIT
   Includes LANES_CODE once for each instruction set; LANES(name) gives each copy its own name. */

#include "dlx/kernels/sets.h"

#define LANES(name) lanes_##name##_plain
#define LANES_WORDS 2
#include "dlx/kernels/lanes/vector.h"
#include LANES_CODE
#undef LANES
#undef LANES_WORDS

#if DLX_SETS > 1
DLX_BEGIN_AVX2
#define LANES(name) lanes_##name##_avx2
#define LANES_WORDS 4
#include "dlx/kernels/lanes/vector.h"
#include LANES_CODE
#undef LANES
#undef LANES_WORDS
DLX_END_SET

DLX_BEGIN_AVX512
#define LANES(name) lanes_##name##_avx512
#define LANES_WORDS 8
#include "dlx/kernels/lanes/vector.h"
#include LANES_CODE
#undef LANES
#undef LANES_WORDS
DLX_END_SET

#define LANES_EACH(name) {&lanes_##name##_plain, &lanes_##name##_avx2, &lanes_##name##_avx512}
#else
#define LANES_EACH(name) {&lanes_##name##_plain}
#endif
