/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Uniform variates from words (docs/contract.md, section "Uniforms").
 *
 * Think of a real uniform U in (0, 1) whose binary digits are the words one after another: one word (f32) or two
 * (f64), then LOW words. u is U rounded to the nearest rr_scalar:
 *   - f32, w >= 2^24: RN((w + 1/2) 2^-32) is that rounding whatever digits follow, since an ulp of w is 2 or more;
 *   - f64, W = 2^32 w1 + w0 with w1 >= 2^21: RN((W + 1/2) 2^-64), likewise;
 *   - below that the LOW words are looked at: such a draw is *undecided* (2^-8 a word; 2^-11 a pair).
 * What would round to 1 (128 words in f32) becomes the number below 1. u is never 0: the least is 2^-65 or 2^-129.
 *
 * Near the upper end u is too coarse for a logarithm; there t = U - 1 = (w - 2^32 + 1/2) 2^-32 is used, rounded once (and
 * exact from 1 - 2^-8 on in f32). rr_unit carries both, and `upper` says which one holds. */
#ifndef RR_UNIFORM_H
#define RR_UNIFORM_H

#include "bits.h"
#include "engine/math/neglog.h"

typedef struct rr_unit {
    rr_real u;       /* U, rounded to nearest, in (0, 1) */
    rr_real raw;     /* the same, but 1 where it rounds to that */
    rr_real t;       /* U - 1 where upper */
    rr_mask upper;   /* U >= sqrt(1/2) */
    rr_mask open;    /* LOW words are needed and were not used */
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
    x.u = rr_least(x.raw, RR_UNIT_MAX);
    x.t = rr_fma(hi - RR_C(0x1p16), rr_splat(RR_C(0x1p-16)), lo);
    x.upper = rr_mnot(rr_wlt(w, rr_wsplat(RR_UNIT_UPPER)));
    x.open = rr_wlt(w, rr_wsplat(RR_UNIT_OPEN));
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
    x.open = rr_mfrom(0);
    return x;
}
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
    x.raw = rr_fma(hi, rr_splat(RR_C(0x1p-32)), lo);
    x.u = rr_least(x.raw, RR_UNIT_MAX);
    x.t = rr_fma(hi - RR_C(0x1p32), rr_splat(RR_C(0x1p-32)), lo);
    x.upper = rr_mnot(rr_wlt(w1, rr_wsplat(RR_UNIT_UPPER)));
    x.open = rr_wlt(w1, rr_wsplat(RR_UNIT_OPEN));
    return x;
}

/* The same with the LOW words, l1 first. Below 2^53 all of W is exact in a double, so that W + l is rounded once; l is
 * made of 53 bits, the last of them sticky. */
RR_FN rr_unit rr_unit_full(rr_word w1, rr_word w0, rr_word l1, rr_word l0)
{
    rr_unit x = rr_unit_of(w1, w0);
    const rr_real w = rr_fma(rr_fromuint(w1 & 0x1fffffu), rr_splat(RR_C(0x1p-32)), rr_fromuint(w0) * RR_C(0x1p-64));
    const rr_real l = rr_fma(rr_fromuint(l1), rr_splat(RR_C(0x1p-96)), rr_fromuint((l0 >> 11) | 1u) * RR_C(0x1p-117));
    const rr_mask none = rr_mand(rr_weq(w1, rr_wsplat(0)), rr_weq(w0, rr_wsplat(0)));
    const rr_real u = rr_select(none, rr_unit_of(l1, l0).u * RR_C(0x1p-64), w + l);
    x.raw = rr_select(x.open, u, x.raw);
    x.u = rr_select(x.open, u, x.u);
    x.open = rr_mfrom(0);
    return x;
}
#endif

/* -log U, exact at both ends: from 2^-33 (2^-65) to 65 log 2 = 45.05 (129 log 2 = 89.42). It is rr_neglog(u, t, upper),
 * whose k need not be set to 0 where upper: the float nearest to a U above RR_UNIT_UPPER is at least that nearest to
 * sqrt(1/2), from which on k is 0, up to 1 and on. */
RR_FN rr_real rr_unit_neglog(rr_unit x)
{
    const rr_log_parts p = rr_log_split(x.raw);
    return rr_neglog_join(rr_select(x.upper, x.t, p.f), p.k);
}

#endif
