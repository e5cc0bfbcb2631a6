/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Resampling, from the cumulative shares of the weights, 128 digits each (engine/abi/weights.h). Point i of n stands at (i +
 * U) / n, U of 128 digits: it is below share F where i + U < n F = I + f, I whole, f below 1: where i < I, or i = I and U <
 * f. So counts are exact integers, and the order of the sums is that of the weights. U of index i is its main block. */
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "engine/abi/weights.h"
#include "host/api/draw.h"
#include "host/tables/tables.h"
#include "laws/descriptor.h"

typedef unsigned __int128 u128;

typedef struct shares {
    const uint32_t *table;
    uint64_t n, last;     /* the last category that can be chosen */
} shares;

/* n F, whole and rest, F being the share at which category c ends: 1 of the last. */
typedef struct place {
    uint64_t whole;
    u128 rest;
} place;

static u128 digits_of(const uint32_t *w)
{
    return (u128)w[0] << 96 | (u128)w[1] << 64 | (u128)w[2] << 32 | w[3];
}

static place end_of(const shares *s, uint64_t c)
{
    if (c >= s->last) return (place){s->n, 0};
    const uint32_t *t = s->table + rr_weights_digits(s->table[RR_WEIGHTS_COUNT], s->table[RR_WEIGHTS_SIZE]) + 4 * c;
    const u128 f = digits_of(t), upper = (f >> 64) * s->n + ((u128)(uint64_t)f * s->n >> 64);
    return (place){(uint64_t)(upper >> 64), upper << 64 | (uint64_t)((u128)(uint64_t)f * s->n)};
}

static u128 uniform_of(const rr_bits_key *key, uint64_t index)
{
    uint32_t w[4];
    rr_launch_block(key, index, 0, RR_PURPOSE_MAIN, w);
    return digits_of(w);
}

/* Points that are in order: one after another is given to the category that it falls in. each: every point has its own U. */
static void by_points(const shares *s, const rr_bits_key *key, uint64_t first, int each, int64_t *out)
{
    u128 u = uniform_of(key, first);
    uint64_t c = 0;
    place end = end_of(s, 0);
    for (uint64_t i = 0; i < s->n; ++i) {
        if (each && i) u = uniform_of(key, first + i);
        while (!(i < end.whole || (i == end.whole && u < end.rest))) end = end_of(s, ++c);
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
    job.weights = number;
    job.out = out;
    return rr_run_family(device, &job, family, result);
}

/* space: 2 n numbers. */
static rr_status multinomial(const rr_device *device, rr_stream stream, uint32_t family, const double *weights,
                             uint64_t number, uint64_t n, uint64_t *space, rr_result *result)
{
    const rr_status status = draw(device, stream, family, weights, number, n, space, result);
    if (status == RR_OK) rr_order_sort(space, space + n, n, 0, number > 1 ? rr_order_digits(number - 1) : 1);
    return status;
}

/* n p_c is whole + rest; rests are the weights of what is left. */
static rr_status residual(const shares *s, const rr_device *device, rr_stream stream, uint64_t number, int64_t *out,
                          uint64_t *space, double *rests, rr_result *result)
{
    uint64_t given = 0, at = 0, more = 0;
    place before = {0, 0};
    for (uint64_t c = 0; c < number; ++c) {
        const place end = end_of(s, c);
        const u128 rest = end.rest - before.rest;
        given += end.whole - before.whole - (end.rest < before.rest);
        rests[c] = (double)(uint64_t)(rest >> 64) * 0x1p-64;
        before = end;
    }
    const uint64_t left = s->n - given;
    if (left) {
        const rr_status status = multinomial(device, stream, RR_FAMILY_RESIDUAL, rests, number, left, space, result);
        if (status != RR_OK) return status;
    }
    before = (place){0, 0};
    for (uint64_t c = 0; c < number; ++c) {
        const place end = end_of(s, c);
        uint64_t times = end.whole - before.whole - (end.rest < before.rest);
        for (; more < left && space[more] == c; ++more) ++times;
        for (; times; --times) out[at++] = (int64_t)c;
        before = end;
    }
    return RR_OK;
}

static rr_status resample(const rr_device *device, rr_resampling how, rr_stream stream, const double *weights,
                          uint64_t number, shares *s, int64_t *out, uint64_t *space, rr_result *result)
{
    rr_bits_key key;
    rr_status status = RR_OK;
    if (how == RR_RESIDUAL)
        return residual(s, device, stream, number, out, space, (double *)(void *)(space + 2 * s->n), result);
    if (how == RR_MULTINOMIAL) {
        status = multinomial(device, stream, RR_FAMILY_RESAMPLE, weights, number, s->n, space, result);
        if (status == RR_OK) memcpy(out, space, s->n * sizeof *out);
        return status;
    }
    rr_launch_key(&key, stream, 1, how == RR_SYSTEMATIC ? RR_FAMILY_SYSTEMATIC : RR_FAMILY_STRATIFIED, 0);
    by_points(s, &key, stream.next, how == RR_STRATIFIED, out);
    return status;
}

rr_status rr_resample(const rr_device *device, rr_resampling how, rr_stream stream, const double *weights, uint64_t number,
                      uint64_t n, int64_t *out, rr_result *result)
{
    rr_table table;
    rr_status status = rr_begin(result);
    if (status != RR_OK) return status;
    if (!device) return rr_fail(result, RR_ERR_ARGUMENT, "device is NULL; open one with rr_device_open");
    if (how < RR_SYSTEMATIC || how > RR_MULTINOMIAL) return rr_fail(result, RR_ERR_ARGUMENT, "how is no rr_resampling");
    if (!weights || number < 1 || number > RR_WEIGHTS_MOST)
        return rr_fail(result, RR_ERR_ARGUMENT, "weights are NULL, or number is not in [1, 2^28]");
    if (n > (uint64_t)1 << 40) return rr_fail(result, RR_ERR_ARGUMENT, "n is above 2^40");
    if (n && !out) return rr_fail(result, RR_ERR_ARGUMENT, "out is NULL");
    if ((status = rr_order_indices(stream, n, result)) != RR_OK) return status;
    if ((status = rr_weights_make(weights, number, result, &table)) != RR_OK || !n) return rr_table_give(&table), status;
    shares s = {table.data, n, table.data ? ((const uint32_t *)table.data)[RR_WEIGHTS_LAST] : 0};
    uint64_t *space = how >= RR_RESIDUAL ? malloc((2 * n + number) * sizeof *space) : NULL;
    status = how >= RR_RESIDUAL && !space
                 ? rr_fail(result, RR_ERR_MEMORY, "no memory for %llu numbers", (unsigned long long)n)
                 : resample(device, how, stream, weights, number, &s, out, space, result);
    free(space);
    rr_table_give(&table);
    return status;
}
