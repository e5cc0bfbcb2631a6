/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A user-defined distribution as a sampler, `user`: the text in RR_USER_FILE, and around it the functions for strategies.
 *
 * The host writes RR_USER_FILE (host/user/law_open.c): definitions that it has parsed from the text, and the text.
 *
 *   RR_USER_ATTEMPT_BITS         bits of the attempt number: 8, 16 or 24
 *   RR_USER_COUNTS               1: samples are integers, returned as numbers by the text
 *   RR_TRY(name)                 RR_FN rr_try rr_user_try(rr_user_bits *d, rr_real PARAMETER, ...)
 *   RR_USER_DERIVED              0: the sample is the value; k: derived value k, whose number is RR_USER_DERIVED_NAME
 *   RR_USER_CALL(d, p)           that function with the parameters p[0], ...
 *   RR_USER_SLOTS(f)             f(0) f(1) ..., one per parameter
 *
 * The sample of slot 0 + lane takes its block 0 from the words stage (engine/passes/first_pass.h); other blocks are made
 * when they are needed. */
#ifndef RR_USER_ATTEMPT_H
#define RR_USER_ATTEMPT_H

#include "engine/math/atan.h"
#include "engine/math/exp.h"
#include "engine/math/expm1.h"
#include "engine/math/log.h"
#include "engine/math/log1p.h"
#include "engine/math/pow.h"
#include "engine/math/sincos.h"
#include "bits.h"
#include "truth.h"

/* derived: RR_USER_DERIVED. The value is drawn even if it is not used. */
RR_FN rr_try rr_user_accept(const rr_user_bits *d, int derived, rr_real value, rr_truth condition)
{
    return rr_try_of(derived ? d->derived : value, rr_mandnot(condition.m, d->open), d->open);
}

RR_FN void rr_user_derived(rr_user_bits *d, int wanted, rr_real value)
{
    if (wanted) d->derived = value;
}

/* Entry w of a table of n values, which is stored in pairs; the last entry for any w beyond. */
RR_FN rr_real rr_user_entry(RR_CONSTANT rr_scalar *pairs, rr_uint32 n, rr_word w)
{
    const rr_word k = rr_wselect(rr_wlt(w, rr_wsplat(n)), w, rr_wsplat(n - 1)) & RR_WORD_MASK;
    rr_real even, odd;
    rr_lookup2(pairs, k >> 1, &even, &odd);
    return rr_select(rr_weq(k & 1u, rr_wsplat(1)), odd, even);
}

/* The integer nearest to x, ties to even: 0 for x below 0 and for NaN, 2^22 for x above. */
RR_FN rr_word rr_user_touint(rr_real x)
{
    const rr_scalar shift = RR_DTYPE == 64 ? RR_C(0x1p52) : RR_C(0x1p23);
    const rr_real zero = rr_splat(RR_C(0)), from = rr_select(rr_lt(zero, x), x, zero);
    return rr_toword(rr_asbits(rr_min(from, rr_splat(RR_C(0x1p22))) + rr_splat(shift))) & 0x7fffffu;
}

/* Leydold's simple ratio of uniforms (ACM TOMS 27 (2001) 66), for a log-concave density f with mode m and area A, both
 * divided by f(m). The points (u, v) with u^2 <= f(m + v / u) / f(m) have an area of A / 2 and are in 0 < u <= 1, |v| <= A;
 * if the fraction `below` of A is below m, in -below A <= v <= (1 - below) A. So the acceptance is 1/4, or 1/2. */
RR_FN rr_real rr_user_srou_below(rr_unit u, rr_unit v, rr_real mode, rr_real area, rr_real below)
{
    return mode + rr_div(area * (v.u - below), u.u);
}

RR_FN rr_real rr_user_srou(rr_unit u, rr_unit v, rr_real mode, rr_real area)
{
    return rr_user_srou_below(u, v, mode, RR_C(2) * area, rr_splat(RR_C(0.5)));
}

/* True if u^2 is at most e^log_ratio. */
RR_FN rr_truth rr_user_srou_accepts(rr_unit u, rr_real log_ratio)
{
    return rr_truth_of(rr_le(RR_C(-2) * rr_unit_neglog(u), log_ratio));
}

#define RR_LAW(name, version, message)
#define RR_PARAM(name, low, high, unit)
#define RR_PARAM_CLOSED(name, low, high, unit)
#define RR_MIN_ACCEPTANCE(p)
#define RR_RETURNS(type)
#define RR_EXAMPLE(...)
#define RR_DERIVED(name, message)
#define RR_REPEAT(k, n) RR_UNROLL for (int k = 0; k < (n); ++k)
#define rr_accept(value, condition) rr_user_accept(d, RR_USER_DERIVED, value, condition)
#define rr_derived(name, value) rr_user_derived(d, RR_USER_DERIVED_##name == RR_USER_DERIVED, value)
#define rr_neglog rr_unit_neglog
#define rr_srou rr_user_srou
#define rr_srou_below rr_user_srou_below
#define rr_srou_accepts rr_user_srou_accepts
#define rr_touint rr_user_touint
#define rr_lt rr_user_lt
#define rr_le rr_user_le
#define rr_wlt rr_user_wlt
#define rr_weq rr_user_weq
#define rr_mand rr_user_and
#define rr_mor rr_user_or
#define rr_mnot rr_user_not
#define rr_select rr_user_select
#define rr_wselect rr_user_wselect
#include RR_USER_FILE
#undef rr_accept
#undef rr_derived
#undef rr_srou
#undef rr_srou_below
#undef rr_srou_accepts
#undef rr_neglog
#undef rr_touint
#undef rr_lt
#undef rr_le
#undef rr_wlt
#undef rr_weq
#undef rr_mand
#undef rr_mor
#undef rr_mnot
#undef rr_select
#undef rr_wselect

#define RR_GROUP_user 1
#define RR_BLOCKS_user 1
#define RR_AUX_user 0
#define RR_REJECTS_OFTEN_user 1
#define RR_EXPENSIVE_user 1

RR_FN void rr_user_prepare(rr_tile *t) { (void)t; }

/* An integer of at most 2^52 in size as the bits of a 64-bit integer; NaN, whose bits differ between processors, is 0. */
RR_FN rr_real rr_user_value(rr_real x)
{
#if RR_USER_COUNTS
    const rr_real shift = rr_splat(RR_C(0x1.8p52));
    const rr_real whole = rr_asreal(rr_asbits(x + shift) - rr_asbits(shift));
    return rr_select(rr_le(x, x), whole, rr_splat(RR_C(0)));
#else
    return x;
#endif
}

RR_FN rr_try rr_user_of(const rr_tile *t, rr_index i, rr_word j, int full, const rr_block *first, const rr_real *p)
{
    rr_user_bits d;
    d.key = &t->key;
    d.index = i;
    d.attempt = j;
    d.attempt_bits = RR_USER_ATTEMPT_BITS;
    d.full = full;
    d.used = 0;
    d.given = first != 0;
    if (first) d.block = *first;
    d.open = rr_mfrom(0);
    d.derived = rr_splat(RR_C(0));
    (void)p;
    rr_try v = RR_USER_CALL(&d, p);
    v.value = rr_user_value(v.value);
    return v;
}

#define RR_USER_RUN(k) p[k] = rr_run_param(t, k, slot0);
#define RR_USER_SLOT(k) p[k] = rr_slot_param(t, k, slot);

RR_FN void rr_user_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real p[RR_TILE_PARAMS];
    RR_USER_SLOTS(RR_USER_RUN)
    v[0] = rr_user_of(t, rr_slot_index(t, (rr_iota() + slot0) & RR_WORD_MASK), rr_wsplat(0), 0, b, p);
}

RR_FN rr_try rr_user_attempt(const rr_tile *t, rr_word slot, rr_word j)
{
    rr_real p[RR_TILE_PARAMS];
    RR_USER_SLOTS(RR_USER_SLOT)
    return rr_user_of(t, rr_slot_index(t, slot), j, 0, 0, p);
}

RR_FN rr_try rr_user_decide(const rr_tile *t, rr_word slot, rr_word j)
{
    rr_real p[RR_TILE_PARAMS];
    RR_USER_SLOTS(RR_USER_SLOT)
    return rr_user_of(t, rr_slot_index(t, slot), j, 1, 0, p);
}

/* Replaces every NaN by the one that is stored. */
RR_FN rr_real rr_user_finish(const rr_tile *t, rr_uint32 slot0, rr_real value, rr_real aux)
{
    (void)t;
    (void)slot0;
    (void)aux;
#if RR_USER_COUNTS
    return value;
#else
    const rr_bits nan = rr_asbits(rr_splat(RR_C(1.5))) | rr_asbits(rr_splat(RR_C(2)));
    return rr_select(rr_le(value, value), value, rr_asreal(nan));
#endif
}

#endif
