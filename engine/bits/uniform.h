/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Uniform variates from words (docs/contract.md, section "Uniforms").
 *
 * A real uniform U in (0, 1) has the bits of its words one after another: one word (f32) or two (f64), then LOW words. u is
 * U rounded to the nearest rr_scalar:
 *   - f32, w >= 2^24: RN((w + 1/2) 2^-32) is that rounding whatever bits follow, since an ulp of w is 2 or more;
 *   - f64, W = 2^32 w1 + w0 with w1 >= 2^21: RN((W + 1/2) 2^-64), likewise;
 *   - below that the LOW words are needed.
 * Draws that can be decided later use rr_unit_first, which is quicker and leaves more of them *undecided*. Values that would
 * round to 1 (128 words in f32) become the number below 1. u is never 0: the smallest is 2^-65 or 2^-129.
 *
 * Near the upper end u is too coarse for a logarithm; there t = U - 1 = (w - 2^32 + 1/2) 2^-32 is used, rounded once (and
 * exact from 1 - 2^-8 on in f32). rr_unit holds both, and `upper` selects between them.
 *
 * rr_unit_first in f64. W | 1, converted by one instruction or two, rounds as W + 1/2 does from W = 2^54 on: both are
 * between the same neighbouring even numbers, and doubles and their midpoints are even there. t is the same for W - 2^64 as
 * a signed number. So u is undecided below 2^54 (2^-10), where the two halves of rr_unit_of, added by an fma, are right down
 * to 2^53. t is undecided from 2^64 - 2^54 on, so a draw that takes a logarithm is undecided at both ends (2^-9). */
#ifndef RR_UNIFORM_H
#define RR_UNIFORM_H

#include "bits.h"
#include "engine/math/tables/neglog_table.h"

typedef struct rr_unit {
    rr_real u;       /* U, rounded to nearest, in (0, 1) */
    rr_real raw;     /* u, but 1 where it rounds to that; in f64 only if t is undecided */
    rr_real t;       /* U - 1 where upper */
    rr_mask upper;   /* U >= sqrt(1/2) */
    rr_mask upper_half;   /* f64 only: U >= 1/2, and t is U - 1 there too */
    rr_mask open;    /* u or t is undecided */
    rr_mask open_u;  /* u is undecided: sufficient for draws that do not use t */
} rr_unit;

/* The top word of sqrt(1/2). */
#define RR_UNIT_UPPER 0xb504f334u

#if RR_DTYPE == 32
#define RR_UNIT_WORDS 1
#define RR_UNIT_OPEN (1u << 24)
#define RR_UNIT_MAX RR_C(0x1.fffffep-1)

/* hi 2^-16 + (lo + 1/2) 2^-32 with 16-bit halves: both terms are exact, so the fma is the one rounding. */
RR_FN rr_unit rr_unit_of(rr_word w)
{
    rr_unit x;
    const rr_real lo = rr_lower16(w, RR_C(0x1p-32), RR_C(0x1p-33)), hi = rr_upper16(w);
    x.raw = rr_fma(hi, rr_splat(RR_C(0x1p-16)), lo);
    x.u = rr_min_scalar(x.raw, RR_UNIT_MAX);
    x.t = rr_fma(hi - RR_C(0x1p16), rr_splat(RR_C(0x1p-16)), lo);
    x.upper = rr_mnot(rr_wlt(w, rr_wsplat(RR_UNIT_UPPER)));
    x.open = x.open_u = rr_upper_lt(w, hi, RR_UNIT_OPEN >> 16);
    return x;
}

/* The same with the LOW word. Its last 8 bits become one sticky bit, so that w 2^-32 + l is rounded once. */
RR_FN rr_unit rr_unit_full(rr_word w, rr_word low)
{
    rr_unit x = rr_unit_of(w);
    const rr_real l = rr_fromuint((low >> 8) | 1u) * RR_C(0x1p-56);
    const rr_real two = rr_fma(rr_fromuint(w & 0xffffffu), rr_splat(RR_C(0x1p-32)), l);
    const rr_real one = rr_unit_of(low).u * RR_C(0x1p-32);
    const rr_real u = rr_select(rr_weq(w, rr_wsplat(0)), one, two);
    x.raw = rr_select(x.open, u, x.raw);
    x.u = rr_select(x.open, u, x.u);
    x.open = x.open_u = rr_mfrom(0);
    return x;
}

RR_FN rr_unit rr_unit_first(rr_word w) { return rr_unit_of(w); }
#else
#define RR_UNIT_WORDS 2
#define RR_UNIT_OPEN (1u << 21)
#define RR_UNIT_MAX RR_C(0x1.fffffffffffffp-1)

/* As above with 32-bit halves, w1 the upper one. */
RR_FN rr_unit rr_unit_of(rr_word w1, rr_word w0)
{
    rr_unit x;
    const rr_real lo = rr_fma(rr_fromuint(w0), rr_splat(RR_C(0x1p-64)), rr_splat(RR_C(0x1p-65)));
    const rr_real hi = rr_fromuint(w1);
    x.raw = x.u = rr_min_scalar(rr_fma(hi, rr_splat(RR_C(0x1p-32)), lo), RR_UNIT_MAX);
    x.t = rr_fma(hi - RR_C(0x1p32), rr_splat(RR_C(0x1p-32)), lo);
    x.upper = rr_mnot(rr_wlt(w1, rr_wsplat(RR_UNIT_UPPER)));
    x.upper_half = rr_mnot(rr_wlt(w1, rr_wsplat(0x80000000u)));
    x.open = x.open_u = rr_wlt(w1, rr_wsplat(RR_UNIT_OPEN));
    return x;
}

/* The same with the LOW words, l1 first. Below 2^53 all of W is exact in a double, so that W + l is rounded once; l has 53
 * bits, the last of them sticky. */
RR_FN rr_unit rr_unit_full(rr_word w1, rr_word w0, rr_word l1, rr_word l0)
{
    rr_unit x = rr_unit_of(w1, w0);
    const rr_real w = rr_fma(rr_fromuint(w1 & 0x1fffffu), rr_splat(RR_C(0x1p-32)), rr_fromuint(w0) * RR_C(0x1p-64));
    const rr_real l = rr_fma(rr_fromuint(l1), rr_splat(RR_C(0x1p-96)), rr_fromuint((l0 >> 11) | 1u) * RR_C(0x1p-117));
    const rr_mask none = rr_mand(rr_weq(w1, rr_wsplat(0)), rr_weq(w0, rr_wsplat(0)));
    const rr_real u = rr_select(none, rr_unit_of(l1, l0).u * RR_C(0x1p-64), w + l);
    x.raw = rr_select(x.open, u, x.raw);
    x.u = rr_select(x.open, u, x.u);
    x.open = x.open_u = rr_mfrom(0);
    return x;
}

/* The upper word of 2^54. */
#define RR_UNIT_ODD (1u << 22)

RR_FN rr_unit rr_unit_wide(rr_wide w)
{
    rr_unit x;
    const rr_wide odd = w | 1u;
    x.raw = rr_wide_unit(odd);
    x.u = rr_min_scalar(x.raw, RR_UNIT_MAX);
    x.t = rr_wide_unit_less(odd);
    x.upper = rr_mnot(rr_wide_below(w, RR_UNIT_UPPER));
    x.upper_half = rr_wide_bit(w, 63);
    x.open = rr_wide_below(w + ((rr_uint64)RR_UNIT_ODD << 32), 2 * RR_UNIT_ODD);
    x.open_u = rr_wide_below(w, RR_UNIT_ODD);
    return x;
}

RR_FN rr_unit rr_unit_first(rr_word w1, rr_word w0) { return rr_unit_wide(rr_wide_join(w1, w0)); }
#endif

/* -log U, accurate at both ends: from 2^-33 (2^-65) to 65 log 2 = 45.05 (129 log 2 = 89.42). In f32 it is rr_neglog(u, t,
 * upper), whose k need not be set to 0 where upper: the float nearest to a U above RR_UNIT_UPPER is at least that nearest to
 * sqrt(1/2), from which on, up to 1 and beyond, k is 0. */
RR_FN rr_real rr_unit_neglog(rr_unit x)
{
#if RR_DTYPE == 32
    const rr_log_parts p = rr_log_split(x.raw);
    return rr_neglog_join(rr_select(x.upper, x.t, p.f), p.k);
#else
    return rr_neglog_table(x.raw, x.t, x.upper_half);
#endif
}

#endif
