/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Random integers for order, and the check of their indices. */
#include "order.h"
#include "host/api/draw.h"

/* w: the words of attempt 0; those of later attempts overwrite them. */
static uint64_t below(const rr_bits_key *key, uint64_t index, uint32_t purpose, uint64_t m, uint32_t *w)
{
    for (uint32_t attempt = 0;; rr_launch_block(key, index, ++attempt, purpose, w)) {
        const unsigned __int128 product = (unsigned __int128)((uint64_t)w[0] << 32 | w[1]) * m;
        const uint64_t low = (uint64_t)product;
        /* Products whose lower half is below 2^64 mod m, which is below m, are rejected. */
        if (low >= m || low >= -m % m || attempt == 255) return (uint64_t)(product >> 64);
    }
}

uint64_t rr_order_below(const rr_bits_key *key, uint64_t index, uint32_t purpose, uint64_t m)
{
    uint32_t w[4];
    rr_launch_block(key, index, 0, purpose, w);
    return below(key, index, purpose, m, w);
}

rr_status rr_order_words(const rr_device *device, rr_stream stream, uint32_t family, uint64_t n, uint32_t *words,
                         rr_result *result)
{
    rr_job job = RR_JOB_INIT;
    job.sampler = rr_sampler_find("bits");
    job.dtype = RR_U32;
    job.stream = stream;
    job.rows = n;
    job.out = words;
    return rr_run_family(device, &job, family, result);
}

/* Opening a CPU takes less time than the blocks of a few numbers. If none opens (REROLL_CPU), or the index of a word is
 * past 2^64, numbers are drawn block by block. */
void rr_order_draws_open(rr_order_draws *d, rr_stream stream, uint32_t family, uint64_t n)
{
    enum { FEW = 64 };
    d->stream = stream;
    d->n = n;
    d->family = family;
    d->device = NULL;
    rr_launch_key(&d->key, stream, 1, family, 0);
    if (n < FEW || stream.next > UINT64_MAX / 4 - n) return;
    if (rr_device_open("cpu,threads=1", &d->device) != RR_OK) d->device = NULL;
}

void rr_order_draws_close(rr_order_draws *d) { rr_device_close(&d->device); }

uint64_t rr_order_draws_below(rr_order_draws *d, uint64_t i, uint64_t m)
{
    const uint64_t index = d->stream.next + i, at = i % RR_ORDER_AT_ONCE;
    if (d->device && !at) {
        const uint64_t some = d->n - i < RR_ORDER_AT_ONCE ? d->n - i : RR_ORDER_AT_ONCE;
        const rr_stream from = {d->stream.seed, d->stream.stream, 4 * index};
        if (rr_order_words(d->device, from, d->family, 4 * some, d->word, NULL) != RR_OK)
            rr_device_close(&d->device);
    }
    return d->device ? below(&d->key, index, RR_PURPOSE_MAIN, m, d->word + 4 * at)
                     : rr_order_below(&d->key, index, RR_PURPOSE_MAIN, m);
}

rr_status rr_order_indices(rr_stream stream, uint64_t n, rr_result *result)
{
    if (!n || stream.next <= UINT64_MAX - (n - 1)) return RR_OK;
    return rr_fail(result, RR_ERR_INDEX, "the last index is past 2^64 - 1");
}
