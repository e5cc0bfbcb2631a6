/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Resampling, in integers. The weights are the q_c = floor(w_c 2^s) of engine/abi/fractions.h, S their sum below 2^127: a
 * weight of 2^-40 of the sum or more keeps all its bits, so n q_c / S is not below n w_c / sum w wherever a category is
 * certain of a copy. Category c ends at n A_c / S = I + r / S, A_c = q_0 + ... + q_c, with I an integer and r < S. Point i
 * of n is (i + U) / n, U of 128 bits: it is before that end where i < I, or i = I and U S < r. Nothing is rounded. A
 * fraction A_c / S of 128 bits would be rounded: n times it can be just below an integer n A_c / S, which would lose a
 * certain copy. U of index i is its main block. */
#include <stdlib.h>
#include <string.h>

#include "wide.h"
#include "host/api/draw.h"
#include "host/tables/tables.h"
#include "laws/descriptor.h"


/* The weights of a call; n points; shift is s. */
typedef struct weighted {
    const double *weight;
    uint64_t number, n;
    int shift;
    u128 sum;
} weighted;

/* A multiple of 1 / S: whole + rest / S. */
typedef struct place {
    uint64_t whole;
    u128 rest;
} place;

/* n q / S, for q <= S and n <= 2^40. The quotient of doubles is off by less than 2^-49 of itself, in any rounding mode, so
 * the estimate is the quotient or one less, and the remainder is below 2 S < 2^128: arithmetic modulo 2^128 is exact. */
static place quotient(const weighted *w, u128 q)
{
    place p;
    p.whole = (uint64_t)((double)w->n * ((double)q / (double)w->sum) * (1 - 0x1p-48));
    p.rest = w->n * q - p.whole * w->sum;
    if (p.rest >= w->sum) {
        p.rest -= w->sum;
        ++p.whole;
    }
    return p;
}

/* The end of category c, from that of the one before it. */
static place end_after(const weighted *w, place before, uint64_t c)
{
    place p = quotient(w, rr_order_scaled(&w->weight[c], w->shift));
    p.whole += before.whole;
    p.rest += before.rest;
    if (p.rest >= w->sum) {
        p.rest -= w->sum;
        ++p.whole;
    }
    return p;
}

/* u / 2^128 < rest / S. */
static int is_below(u128 u, const weighted *w, u128 rest)
{
    u128 low;
    return rr_order_product(u, w->sum, &low) < rest;
}

/* Assigns points, in increasing order, to the categories that contain them. each: every point has its own U. The last
 * nonempty category ends at n. */
static void by_points(const weighted *w, const rr_bits_key *key, uint64_t first, int each, int64_t *out)
{
    u128 u = rr_order_uniform(key, first, 0);
    uint64_t c = 0;
    place end = end_after(w, (place){0, 0}, 0);
    for (uint64_t i = 0; i < w->n; ++i) {
        if (each && i) u = rr_order_uniform(key, first + i, 0);
        while (!(i < end.whole || (i == end.whole && is_below(u, w, end.rest)))) end = end_after(w, end, ++c);
        out[i] = (int64_t)c;
    }
}

static rr_status draw(const rr_device *device, rr_stream stream, uint32_t family, const double *weights, uint64_t number,
                      uint64_t n, uint64_t *out, rr_result *result)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("categorical");
    job.dtype = RR_U64;
    job.stream = stream;
    job.rows = n;
    job.param[0] = (rr_param){weights, RR_F64, 0, sizeof *weights};
    job.dims.n = number;
    job.out = out;
    return rr_run_family(device, &job, family, result);
}

/* Writes n numbers to out; space holds n numbers too. */
static rr_status multinomial(const rr_device *device, rr_stream stream, uint32_t family, const double *weights,
                             uint64_t number, uint64_t n, uint64_t *space, uint64_t *out, rr_result *result)
{
    const rr_status status = draw(device, stream, family, weights, number, n, space, result);
    if (status == RR_OK) rr_order_sort(space, out, n, rr_order_width(number - 1));
    return status;
}

/* The first 53 significant bits of x: a double in any rounding mode. */
static double leading(u128 x)
{
    const uint64_t high = (uint64_t)(x >> 64);
    const unsigned bits = high ? 64 + rr_order_width(high) : rr_order_width((uint64_t)x), down = bits > 53 ? bits - 53 : 0;
    double y = (double)(uint64_t)(x >> down);
    for (unsigned i = 0; i < down; ++i) y *= 2;
    return y;
}

/* n p_c is whole + rest / S. The rests are the weights of the remaining points; their sum is a multiple of S. */
static rr_status residual(const weighted *w, const rr_device *device, rr_stream stream, int64_t *out, uint64_t *space,
                          double *rests, rr_result *result)
{
    uint64_t left = w->n, at = 0, more = 0, *drawn = space + w->n;
    for (uint64_t c = 0; c < w->number; ++c) {
        const place p = quotient(w, rr_order_scaled(&w->weight[c], w->shift));
        left -= p.whole;
        rests[c] = leading(p.rest);
    }
    if (left) {
        const rr_status status = multinomial(device, stream, RR_FAMILY_RESIDUAL, rests, w->number, left, space, drawn,
                                             result);
        if (status != RR_OK) return status;
    }
    for (uint64_t c = 0; c < w->number; ++c) {
        uint64_t times = quotient(w, rr_order_scaled(&w->weight[c], w->shift)).whole;
        for (; more < left && drawn[more] == c; ++more) ++times;
        for (; times; --times) out[at++] = (int64_t)c;
    }
    return RR_OK;
}

static rr_status resample(const rr_device *device, rr_resampling how, rr_stream stream, const weighted *w, int64_t *out,
                          uint64_t *space, rr_result *result)
{
    rr_bits_key key;
    if (how == RR_RESIDUAL)
        return residual(w, device, stream, out, space, (double *)(void *)(space + 2 * w->n), result);
    if (how == RR_MULTINOMIAL)
        return multinomial(device, stream, RR_FAMILY_RESAMPLE, w->weight, w->number, w->n, space, (uint64_t *)out, result);
    rr_launch_key(&key, stream, 1, how == RR_SYSTEMATIC ? RR_FAMILY_SYSTEMATIC : RR_FAMILY_STRATIFIED, 0);
    by_points(w, &key, stream.next, how == RR_STRATIFIED, out);
    return RR_OK;
}

rr_status rr_resample(const rr_device *device, rr_resampling how, rr_stream stream, const double *weights, uint64_t number,
                      uint64_t n, int64_t *out, rr_result *result)
{
    weighted w = {.weight = weights, .number = number, .n = n};
    rr_older older RR_OLDER;
    rr_status status = rr_begin(&result, &older);
    if (status != RR_OK) return status;
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (how < RR_SYSTEMATIC || how > RR_MULTINOMIAL)
        return rr_fail(result, RR_ERR_ARGUMENT,
                       "how is not an rr_resampling: RR_SYSTEMATIC, RR_STRATIFIED, RR_RESIDUAL or RR_MULTINOMIAL");
    if (!weights || number < 1 || number > RR_WEIGHTS_MAX)
        return rr_fail(result, RR_ERR_ARGUMENT, "weights are NULL, or number is not in [1, 2^28]");
    if (n > (uint64_t)1 << 40) return rr_fail(result, RR_ERR_ARGUMENT, "n is above 2^40");
    if (n && !out) return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL");
    if ((status = rr_order_indices(stream, n, result)) != RR_OK) return status;
    if ((status = rr_weights_scale(weights, number, "resample", result, &w.shift)) != RR_OK || !n) return status;
    for (uint64_t c = 0; c < number; ++c) w.sum += rr_order_scaled(&weights[c], w.shift);
    uint64_t *space = how >= RR_RESIDUAL ? malloc((2 * n + number) * sizeof *space) : NULL;
    status = how >= RR_RESIDUAL && !space
                 ? rr_fail(result, RR_ERR_MEMORY, "no memory for %llu numbers", (unsigned long long)n)
                 : resample(device, how, stream, &w, out, space, result);
    free(space);
    return status;
}
