/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Inversions of counts (engine/draws/inverse.h): the filter and the exact count, in scalar lanes and with the flags of the
 * instruction set. Without fma they take five times as long. */
#include <math.h>

#include "engine/lanes/lane.h"
#include "engine/bits/bits.h"
#include "engine/strategies/warp.h"
#include "engine/draws/inverse.h"
#include "kernels.h"
#include "names.h"

#define RR_GUESS RR_PASTE(RR_OBJECT, _, guess)
#define RR_GUESS_DECIDED RR_PASTE(RR_OBJECT, _, guess_decided)
rr_guess_fn RR_GUESS;
rr_guess_decided_fn RR_GUESS_DECIDED;

static rr_inverse law_of(double n, double p) { return n == INFINITY ? rr_inverse_poisson(p) : rr_inverse_binomial(n, p); }

int64_t RR_GUESS(double n, double p, rr_uint64 u)
{
    const rr_inverse law = law_of(n, p);
    double k;
    return rr_inverse_known(&law, u, &k) ? (int64_t)k : RR_GUESS_NONE;
}

int64_t RR_GUESS_DECIDED(double n, double p, double low, double high, const rr_uint64 *u)
{
    const rr_inverse law = law_of(n, p);
    return (int64_t)rr_inverse_decided(&law, low, high, rr_u128_of(u[0], u[1]));
}
