/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* student-t: loc + scale T by Bailey's polar method (Mathematics of Computation 62 (1994) 779) in its trigonometric form:
 *
 *     T = sqrt(df (U^(-2/df) - 1)) cos 2 pi V
 *
 * has Student's law with df degrees of freedom, exactly, for every df > 0, and never rejects. (As df grows it becomes Box
 * and Muller's normal.) The sine would do as well, but sine and cosine of one pair are not independent: a sample takes a
 * pair.
 *
 * With E = -log U, exact at both ends (uniform.h), and x = 2 E / df, the radius R is sqrt(df (e^x - 1)). T is made as
 *
 *     |T| = exp(x / 2) g,   g = sqrt(df (1 - e^-x)) |cos 2 pi V|,
 *
 * in one piece (rr_exp_times), in which nothing overflows but T itself: at df = 1e-3, log R is about E / df. Where x is
 * below half an ulp of 1, df (1 - e^-x) is 2 E, rounded, and x may be denormal: so df up to the largest number is the
 * normal. Errors: half an ulp or so each of E, x, expm1, the product, the root, cos and the products, half of them halved
 * by the root: below 5 ulp; and the roundings of E and x in the exponent, 1.5 ulp of x / 2, which no law test can see.
 *
 * |T| <= exp(65 log 2 / df) sqrt(df) (f32; 129 in f64), where the words end: P(|T| beyond) < 2^-64. cos is never 0.
 *
 * Words: f32, 2 samples share a block: words 2 (i mod 2), the radius, and the next, the angle. f64: words 0, 1 and 2, 3 of
 * block i. Undecided where the radius word wants LOW words: 2^-8, 2^-11. */
#ifndef RR_SAMPLER_STUDENT_T_H
#define RR_SAMPLER_STUDENT_T_H

#include "../boxmuller.h"
#include "../math/expm1.h"
#include "../tile.h"

#define RR_AUX_student_t 0
#define RR_BLOCKS_student_t 1

#if RR_DTYPE == 32
#define RR_STUDENT_TINY RR_C(0x1p-24)
#else
#define RR_STUDENT_TINY RR_C(0x1p-53)
#endif

RR_FN rr_try rr_student_t_of(rr_unit u, rr_turn a, rr_real df)
{
    const rr_real e = rr_unit_neglog(u), two = e + e, x = two / df;
    const rr_real square = rr_select(rr_lt(x, rr_splat(RR_STUDENT_TINY)), two, -rr_expm1(-x) * df);
    const rr_real size = rr_exp_times(x * RR_C(0.5), rr_sqrt(square) * rr_abs(a.cos));
    return rr_try_of(rr_select(rr_lt(a.cos, rr_splat(RR_C(0))), -size, size), rr_mnot(u.open), u.open);
}

RR_FN void rr_student_t_prepare(RR_GLOBAL rr_tile *t) { (void)t; }

#if RR_DTYPE == 32
#define RR_GROUP_student_t 2

RR_FN void rr_student_t_group(RR_GLOBAL const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    RR_GLOBAL const rr_scalar *p = (RR_GLOBAL const rr_scalar *)t->param[0];
    rr_real df[2];
    if (t->varies & 1) rr_load2(p + slot0, &df[0], &df[1]);
    else df[0] = df[1] = rr_splat(p[0]);
    RR_UNROLL
    for (int k = 0; k < 2; ++k) v[k] = rr_student_t_of(rr_unit_of(b->w[2 * k]), rr_turn_words(b->w[2 * k + 1]), df[k]);
}

RR_FN void rr_student_t_words(RR_GLOBAL const rr_tile *t, rr_index i, rr_word j, rr_uint32 purpose, rr_word *u, rr_word *v)
{
    const rr_index h = rr_half(i);
    rr_pick2(rr_draw(&t->key, h.lo, h.hi, j, purpose), rr_weq(i.lo & 1u, rr_wsplat(1)), u, v);
}

RR_FN rr_try rr_student_t_attempt(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    rr_word u, v;
    rr_student_t_words(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN, &u, &v);
    return rr_student_t_of(rr_unit_of(u), rr_turn_words(v), rr_slot_param(t, 0, slot));
}

RR_FN rr_try rr_student_t_settle(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    rr_word u, v, low, unused;
    rr_student_t_words(t, i, j, RR_PURPOSE_MAIN, &u, &v);
    rr_student_t_words(t, i, j, RR_PURPOSE_LOW, &low, &unused);
    return rr_student_t_of(rr_unit_full(u, low), rr_turn_words(v), rr_slot_param(t, 0, slot));
}
#else
#define RR_GROUP_student_t 1

RR_FN void rr_student_t_group(RR_GLOBAL const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    v[0] = rr_student_t_of(rr_unit_of(b->w[0], b->w[1]), rr_turn_words(b->w[2], b->w[3]), rr_run_param(t, 0, slot0));
}

RR_FN rr_try rr_student_t_attempt(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_block b = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_MAIN);
    return rr_student_t_of(rr_unit_of(b.w[0], b.w[1]), rr_turn_words(b.w[2], b.w[3]), rr_slot_param(t, 0, slot));
}

RR_FN rr_try rr_student_t_settle(RR_GLOBAL const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index i = rr_slot_index(t, slot);
    const rr_block b = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_MAIN);
    const rr_block low = rr_draw(&t->key, i.lo, i.hi, j, RR_PURPOSE_LOW);
    const rr_unit u = rr_unit_full(b.w[0], b.w[1], low.w[0], low.w[1]);
    return rr_student_t_of(u, rr_turn_words(b.w[2], b.w[3]), rr_slot_param(t, 0, slot));
}
#endif

RR_FN rr_real rr_student_t_finish(RR_GLOBAL const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    (void)aux;
    return rr_fma(rr_run_param(t, 2, slot0), z, rr_run_param(t, 1, slot0));
}

#endif
