/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The filter of inversions of counts (engine/draws/inverse.h), in scalar lanes and with the flags of the instruction set:
 * without fma it takes five times as long. */
#include <math.h>

#include "engine/lanes/lane.h"
#include "engine/bits/bits.h"
#include "engine/strategies/warp.h"
#include "engine/draws/inverse.h"
#include "kernels.h"
#include "names.h"

#define RR_GUESS RR_PASTE(RR_OBJECT, _, guess)
rr_guess_fn RR_GUESS;

int64_t RR_GUESS(double n, double p, rr_uint64 u)
{
    const rr_inverse law = n == INFINITY ? rr_inverse_poisson(p) : rr_inverse_binomial(n, p);
    double k;
    return rr_inverse_known(&law, u, &k) ? (int64_t)k : RR_GUESS_NONE;
}
