/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Measures direct methods for gamma shapes below 1 and the boost, each as a sampler of the lane text under `compact`, for
 * laws/gamma/README.md. bench/small_shapes.sh compiles it once per method and type, and runs all.
 *
 *   METHOD 0  the boost: the library's gamma
 *          1  Ahrens and Dieter's GS (1974): x^(a-1) up to 1, then e^-x
 *          2  Best's RGS (1983): the same, split at t = 0.07 + 0.75 sqrt(1 - a)
 *          3  Liu, Martin and Syring (2017): z = -a log x, below 0 an exponential of rate 1/a - 1
 *          4  Tanizaki (2008): ratio of uniforms of a power of x
 *          5  Xi, Tan and Liu (2013): ratio of uniforms of t = a log(x / a)
 *
 * Words are those of the beta draw: U makes the value, from its nearer end, and W decides. 4 and 5 make the value from both,
 * with only the first bits of W, which makes them faster in f64 than they should be. The value is X: `loggamma` and derived
 * distributions of its logarithm would need another log. For timing only: the tails of these methods are not proved. */
#include "engine/lanes/lane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if METHOD == 0
#define RR_SAMPLER gamma
#define RR_DRAW gamma
#include "laws/gamma/gamma.h"
#else
#define RR_SAMPLER direct
#define RR_DRAW direct
#define RR_GROUP_direct RR_TWO_GROUP
#define RR_AUX_direct 0
#define RR_BLOCKS_direct RR_TWO_BLOCKS
#include "engine/math/log.h"
#include "engine/math/neglog.h"
#include "laws/beta/draw/draw.h"

/* a, 1 / a, and further constants of the method. */
typedef struct direct { rr_real a, inverse, x[6]; } direct;

typedef struct uniforms { rr_beta_uniform u; rr_word w; rr_unit first, second; } uniforms;

#if METHOD <= 3
/* -log of U, or of 1 - U if `rest`. */
RR_FN rr_real one_neglog(rr_beta_uniform u, rr_mask rest)
{
    const rr_mask min = rr_mor(rr_mandnot(u.upper_half, rr_mnot(rest)), rr_mandnot(rr_mnot(rest), u.upper_half));
    const rr_real x = rr_select(min, u.min, RR_C(1) - u.min);
    return rr_neglog(x, RR_C(0) - u.min, rr_mandnot(rr_lt(rr_splat(RR_C(0.70710678)), x), min));
}

/* U > cut. */
RR_FN rr_mask beyond(rr_beta_uniform u, rr_real cut)
{
    return rr_mor(rr_mand(u.upper_half, rr_lt(u.min, RR_C(1) - cut)), rr_mandnot(rr_lt(cut, u.min), u.upper_half));
}

/* The result of an attempt whose acceptance probability is between low and high. */
RR_FN rr_try between(rr_real value, const uniforms *u, rr_real low, rr_real high)
{
    const rr_real w = rr_fromuint(u->w >> 1) * RR_C(0x1p-31);
    const rr_mask yes = rr_lt(w + RR_C(0x1p-31), low), no = rr_lt(high, w);
    return rr_try_of(value, rr_mandnot(yes, u->u.open), rr_mor(u->u.open, rr_mnot(rr_mor(yes, no))));
}
#endif

#if METHOD == 1 || METHOD == 2
/* b = 1 + a e^-t / t. U <= 1 / b: X = t (b U)^(1/a), accepted with probability e^-X; else X = -log(t b (1 - U) / a),
 * accepted with probability (t / X)^(1 - a). */
RR_FN direct setup(rr_real a)
{
    const rr_real one = rr_splat(RR_C(1));
    const rr_real t = METHOD == 1 ? one : rr_fma(rr_splat(RR_C(0.75)), rr_sqrt(one - a), rr_splat(RR_C(0.07)));
    const rr_real b = one + a * rr_exp(RR_C(0) - t) / t;
    return (direct){a, one / a, {t, one / b, rr_log(t), rr_log(b), rr_log(a / (t * b)), one - a}};
}

/* e^-x for 0 <= x <= 1.06 within 2e-5. */
RR_FN rr_real exp_minus(rr_real x)
{
    rr_real p = rr_splat(RR_C(-0.00533756));
    p = rr_step(p, x, RR_C(0.0383757));
    p = rr_step(p, x, RR_C(-0.16513));
    p = rr_step(p, x, RR_C(0.499929));
    p = rr_step(p, x, RR_C(-0.999979));
    return rr_step(p, x, RR_C(0.9999997));
}

RR_FN rr_try attempt(direct g, const uniforms *u, int full)
{
    const rr_mask tail = beyond(u->u, g.x[1]);
    const rr_real e = one_neglog(u->u, tail), x1 = rr_exp(rr_fma(g.x[3] - e, g.inverse, g.x[2]));
    const rr_real x = rr_select(tail, e + g.x[4], x1), z = g.x[0] / x, p = exp_minus(x1);
    const rr_real cost = full ? rr_select(tail, g.x[5] * rr_log(x / g.x[0]), x1) : x;
    if (full) return rr_try_of(x, rr_le(cost, rr_unit_neglog(u->second)), rr_mfrom(0));
    /* The weighted harmonic and arithmetic means of 1 and t / X. */
    return between(x, u, rr_select(tail, RR_C(1) / rr_fma(g.x[5], RR_C(1) / z, g.a), p * RR_C(0.9999)),
                   rr_select(tail, rr_fma(g.x[5], z, g.a), p * RR_C(1.0001)));
}
#elif METHOD == 3
/* w = a / (e (1 - a)). U <= 1 / (1 + w): log X = log((1 + w) U) / a, accepted with probability e^-X; else E / (1 - a),
 * accepted with probability X e^(1 - X). */
RR_FN direct setup(rr_real a)
{
    const rr_real one = rr_splat(RR_C(1)), w = a * RR_C(0.36787944117144233) / (one - a);
    return (direct){a, one / a, {one / (one + w), rr_log(one + w), rr_log((one + w) / w), one / (one - a), one, one}};
}

RR_FN rr_try attempt(direct g, const uniforms *u, int full)
{
    const rr_mask tail = beyond(u->u, g.x[0]);
    const rr_real e = one_neglog(u->u, tail);
    const rr_real l = rr_select(tail, (e - g.x[2]) * g.x[3], (g.x[1] - e) * g.inverse), x = rr_exp(l);
    const rr_real cost = x - rr_select(tail, l + RR_C(1), rr_splat(RR_C(0)));
    if (full) return rr_try_of(x, rr_le(cost, rr_unit_neglog(u->second)), rr_mfrom(0));
    const rr_real p = rr_exp(RR_C(0) - x) * rr_select(tail, x * RR_C(2.718281828459045), rr_splat(RR_C(1)));
    return between(x, u, p * RR_C(0.9999), p * RR_C(1.0001));
}
#elif METHOD == 4
/* u_i = c_i + log U_i: Y = n (b1 u2 - b2 u1), log X = n (u2 - u1); accepted iff X <= Y. */
RR_FN direct setup(rr_real a)
{
    const rr_real one = rr_splat(RR_C(1)), zero = rr_splat(RR_C(0)), half = rr_splat(RR_C(0.5));
    const rr_mask small = rr_le(a, rr_splat(RR_C(0.4)));
    const rr_real n = rr_select(small, one / a, (one + (a - RR_C(0.4)) / RR_C(3.6)) / a);
    const rr_real b1 = rr_select(small, zero, a - one / n), b2 = a + one / n;
    const rr_real c1 = half * b1 * (rr_log(rr_max(b1, rr_splat(RR_C(1e-30)))) - one), c2 = half * b2 * (rr_log(b2) - one);
    return (direct){a, one / a, {n, b1, b2, c1, c2, one}};
}

RR_FN rr_try attempt(direct g, const uniforms *u, int full)
{
    const rr_real u1 = g.x[3] - rr_unit_neglog(u->first), u2 = g.x[4] - rr_unit_neglog(u->second);
    const rr_real x = rr_exp(g.x[0] * (u2 - u1));
    const rr_mask yes = rr_le(x, g.x[0] * (g.x[1] * u2 - g.x[2] * u1)), open = rr_mor(u->first.open, u->second.open);
    return full ? rr_try_of(x, yes, rr_mfrom(0)) : rr_try_of(x, rr_mandnot(yes, open), open);
}
#else
/* t has the density h(t) = e^(t - a e^(t / a) + a), at most 1: t = V / W with V between the minimum and the maximum of
 * t h^(1/2): -2 / e^(1 - a/2) or slightly more, and that at 1 = a s (e^s - 1) / 2, s = t / a. Accepted iff W^2 <= h(t). */
RR_FN direct setup(rr_real a)
{
    const rr_real one = rr_splat(RR_C(1)), low = RR_C(-0.73575888234288467) * rr_exp(RR_C(0.5) * a);
    rr_real s = one - rr_log(a);
    for (int i = 0; i < 12; ++i) {
        const rr_real e = rr_exp(s);
        s = s - (one + RR_C(0.5) * a * s * (one - e)) / (RR_C(0.5) * a * (one - e - s * e));
    }
    return (direct){a, one / a, {low, a * s * rr_exp(RR_C(0.5) * a * (s - rr_exp(s) + one)) - low, one, one, one, one}};
}

RR_FN rr_try attempt(direct g, const uniforms *u, int full)
{
    const rr_real t = rr_fma(u->first.u, g.x[1], g.x[0]) / u->second.u, x = g.a * rr_exp(t * g.inverse);
    const rr_real h = rr_exp(rr_min(t - x + g.a, rr_splat(RR_C(1))));
    const rr_mask yes = rr_le(u->second.u * u->second.u, h), open = rr_mor(u->first.open, u->second.open);
    return full ? rr_try_of(x, yes, rr_mfrom(0)) : rr_try_of(x, rr_mandnot(yes, open), open);
}
#endif

RR_FN void rr_direct_prepare(rr_tile *t)
{
    if (t->varies & 1) return;
    const direct g = setup(rr_slot_param(t, 0, rr_wsplat(0)));
    rr_storen(&RR_SETUP(t)[0], g.inverse, 1);
    for (int i = 0; i < 6; ++i) rr_storen(&RR_SETUP(t)[1 + i], g.x[i], 1);
}

RR_FN direct kept(const rr_tile *t)
{
    direct g = {rr_slot_param(t, 0, rr_wsplat(0)), rr_splat(RR_SETUP(t)[0]), {rr_splat(RR_C(0))}};
    RR_UNROLL
    for (int i = 0; i < 6; ++i) g.x[i] = rr_splat(RR_SETUP(t)[1 + i]);
    return g;
}

RR_FN void rr_direct_group(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real a[4];
    const rr_scalar *p = (const rr_scalar *)t->param[0] + (t->varies & 1 ? slot0 : 0);
    if (t->varies & 1 && RR_DTYPE == 32) rr_load2(p, &a[0], &a[1]);
    if (t->varies & 1 && RR_DTYPE == 64) rr_load4(p, &a[0], &a[1], &a[2], &a[3]);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        uniforms u;
        u.u = rr_beta_member(b, k, &u.w);
#if RR_DTYPE == 32
        u.first = rr_unit_of(b->w[k]);
        u.second = rr_unit_of(u.w);
#else
        u.first = rr_unit_of(b[k / 2].w[2 * (k & 1)], b[k / 2].w[2 * (k & 1) + 1]);
        u.second = rr_unit_of(u.w, u.w);
#endif
        v[k] = attempt(t->varies & 1 ? setup(a[k]) : kept(t), &u, 0);
    }
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_series rr_direct_series(int k) { return rr_two_series(k); }
#endif

RR_FN rr_try any(const rr_tile *t, rr_word slot, rr_word j, int full)
{
    const direct g = t->varies & 1 ? setup(rr_slot_param(t, 0, slot)) : kept(t);
    const rr_index i = rr_slot_index(t, slot), h = rr_half(i);
    const rr_mask odd = rr_weq(i.lo & 1u, rr_wsplat(1));
    const rr_block b = rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_MAIN);
    uniforms u;
#if RR_DTYPE == 32
    const rr_block low = full ? rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_LOW) : b;
    const rr_word w = rr_wselect(odd, b.w[1], b.w[0]), l = rr_wselect(odd, low.w[1], low.w[0]);
    u.w = rr_wselect(odd, b.w[3], b.w[2]);
    u.u = full ? rr_beta_words_full(w, l) : rr_beta_words(w);
    u.first = full ? rr_unit_full(w, l) : rr_unit_of(w);
    u.second = full ? rr_unit_full(u.w, rr_wselect(odd, low.w[3], low.w[2])) : rr_unit_of(u.w);
#else
    const rr_index q = rr_quarter(i);
    const rr_block low = full ? rr_draw(&t->key, h.lo, h.hi, j, RR_PURPOSE_LOW) : b;
    rr_word w1, w0, l1, l0;
    rr_pick2(b, odd, &w1, &w0);
    rr_pick2(low, odd, &l1, &l0);
    u.w = rr_pick4(rr_draw(&t->key, q.lo, q.hi, j | RR_BETA_DRAW1, RR_PURPOSE_MAIN), i.lo);
    u.u = full ? rr_beta_words_full(w1, w0, l1, l0) : rr_beta_words(w1, w0);
    u.first = full ? rr_unit_full(w1, w0, l1, l0) : rr_unit_of(w1, w0);
    u.second = rr_unit_of(u.w, u.w);
#endif
    return attempt(g, &u, full);
}

RR_FN rr_try rr_direct_attempt(const rr_tile *t, rr_word slot, rr_word j) { return any(t, slot, j, 0); }
RR_FN rr_try rr_direct_decide(const rr_tile *t, rr_word slot, rr_word j) { return any(t, slot, j, 1); }

RR_FN rr_real rr_direct_finish(const rr_tile *t, rr_uint32 slot0, rr_real v, rr_real aux)
{
    (void)aux;
    return v * rr_run_param(t, 1, slot0);
}
#endif

#define RR_ISA bench
#include "targets/cpu/kernels/strategies.c"
#include "targets/cpu/kernels/words.c"
#define RR_AUX_PASS rr_aux_pass
#include "engine/passes/auxiliary.h"
#include "engine/passes/first_pass.h"

static void call_attempt(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v)
{
    *v = RR_DRAW_FN(attempt)(t, *slot, *j);
}

static void call_decide(const rr_tile *t, const rr_word *slot, const rr_word *j, rr_try *v)
{
    *v = RR_DRAW_FN(decide)(t, *slot, *j);
}

static void call_prepare(rr_tile *t)
{
    RR_SAMPLER_FN(prepare)(t);
}

static void call_finish(const rr_tile *t, rr_scalar *to)
{
    rr_finish_slots(t, 0, t->n, to);
}

enum { TILE = 4096, TILES = 32, ROUNDS = 15 };

static rr_scalar shape[TILE], scale = 1, out[TILES * TILE];
static rr_uint32 queue[4][TILE + 64];
static rr_tally tally;

static void run(rr_uint32 key, int each, int first_only, int counting)
{
    static const rr_ops ops = {rr_first_pass, call_attempt, call_decide, call_prepare, call_finish, 0, 0, 0};
    rr_tile t = {.n = TILE, .cap = 256, .varies = (rr_uint32)each, .param = {shape, &scale, &scale, &scale}};
    for (rr_uint32 r = 0; r < RR_PHILOX_ROUNDS; ++r) {
        t.key.round[2 * r] = key + r * RR_PHILOX_W0;
        t.key.round[2 * r + 1] = ~key + r * RR_PHILOX_W1;
    }
    for (rr_uint32 k = 0; k < TILES; ++k) {
        rr_leftovers left = {queue[2], queue[0], 0, 0};
        rr_work x = {.tile = &t, .ops = &ops, .out = out + k * TILE, .lanes = RR_LANES, .regs = 1,
                     .queue = {queue[0], queue[1], queue[2]}, .failed_slot = queue[3], .tally = &tally};
        t.base_lo = k * TILE;
        ops.prepare(&t);
        if (first_only) {
            ops.first(&t, x.out, 0, &left);
            continue;
        }
        if (counting) rr_compact_counting(&x);
        else rr_compact(&x);
        ops.finish(&t, x.out);
    }
}

static double nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int order(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

/* small_shapes SHAPE prints ns per sample in total and of the first pass, attempts, undecided, and the mean over the shape.
 * SHAPE 0: one shape per draw, from 0.05 to 0.95. */
int main(int argc, char **argv)
{
    const double given = argc > 1 ? atof(argv[1]) : 0.5, n = TILES * TILE;
    double time[2][ROUNDS], attempts = 0, mean = 0, expected = 0;
    for (unsigned i = 0; i < TILE; ++i) shape[i] = (rr_scalar)(given > 0 ? given : 0.05 + 0.9 * (i * 2654435761u * 0x1p-32));
    for (int r = 0; r < ROUNDS; ++r)
        for (int first = 0; first < 2; ++first) {
            const double from = nanoseconds();
            run(7 + (rr_uint32)r, given <= 0, first, 0);
            time[first][r] = (nanoseconds() - from) / n;
        }
    run(3, given <= 0, 0, 1);
    for (int i = 0; i < RR_TALLY_ITERATIONS; ++i) attempts += (double)tally.iterations[i];
    for (int i = 0; i < TILES * TILE; ++i) mean += out[i];
    for (int i = 0; i < TILE; ++i) expected += shape[i];
    for (int k = 0; k < 2; ++k) qsort(time[k], ROUNDS, sizeof(double), order);
    printf("%.2f %.2f %.3f %.4f %.3f\n", time[0][ROUNDS / 2], time[1][ROUNDS / 2], attempts / n, (double)tally.undecided / n,
           mean / expected / TILES);
    return 0;
}
