/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The uniform of one 32-bit word, for samplers that need no more bits: U = (w + 1/2) 2^-32, rounded once. In f64 it is
 * exact, in [2^-33, 1 - 2^-33]; in f32 the 128 largest words give 1. The complement of w gives 1 - U before that
 * rounding. */
#ifndef RR_UNIT32_H
#define RR_UNIT32_H

#include "uniform.h"

#if RR_DTYPE == 32
RR_FN rr_real rr_unit32(rr_word w) { return rr_unit_of(w).raw; }

/* -log U, accurate at both ends: computed from U - 1 where U is near 1. */
RR_FN rr_real rr_unit32_neglog(rr_word w) { return rr_unit_neglog(rr_unit_of(w)); }
#else
RR_FN rr_real rr_unit32(rr_word w) { return rr_fma(rr_fromuint(w), rr_splat(RR_C(0x1p-32)), rr_splat(RR_C(0x1p-33))); }

/* Here U - 1 is exact, and the logarithm of U itself begins with it where U >= 1/2. */
RR_FN rr_real rr_unit32_neglog(rr_word w) { return rr_minus_log_table(rr_unit32(w)); }
#endif

#endif
