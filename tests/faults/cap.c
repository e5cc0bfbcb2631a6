/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cap on attempts, which a stream reaches with probability 2^-64: the kernels are run as in targets/cpu/tiles.c, over
 * tiles whose cap is 1 to 5. Every strategy must fail exactly the slots whose first `cap` attempts are all rejected, report
 * each once, write nothing that another slot owns, and give the right bits everywhere else. Calls report that it was the
 * cap. */
#include <sys/mman.h>
#include <unistd.h>

#include "tests/support/strategies.h"
#include "tests/support/support.h"

#include "reroll_prepared.h"
#include "targets/cpu/isa.h"
#include "host/call/call.h"
#include "host/lists/lists.h"

enum { N = 509, SLACK = 32 };   /* a small tile, whose last slots are spread over the lanes (engine/strategies/retry.h) */

/* Strategy k of those with a cap; 0 past the last. These are the strategies of the list, but auto is replaced by one that
 * gives up samples after more attempts than the caps of these tests. */
static int capped(unsigned k, char text[32])
{
    if (k) return strategy_text(k, text);
    strcpy(text, "fixed:8");
    return 1;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* One tile on the kernels of one instruction set. Returns the number of failed slots; their list is sorted. */
static uint32_t run_tile(const rr_isa *isa, const rr_job *job, const char *text, uint32_t warp, uint32_t cap, int counting,
                         void *out, uint32_t *failed_slot)
{
    static uint32_t queue[3][N + SLACK];
    static rr_tally tally;
    const unsigned wide = job->dtype == RR_F64;
    const rr_kernels *kernels = isa->kernels[wide];
    const rr_ops *ops = isa->ops[wide][rr_sampler_number(job->sampler)];
    const rr_strategy s = strategy(text);
    rr_tile t;
    memset(&t, 0, sizeof t);
    rr_launch_key(&t.key, job->stream, 1, job->sampler->family, wide);
    t.n = (uint32_t)job->rows;
    t.cap = cap;
    t.base_lo = (uint32_t)job->stream.next;
    t.base_hi = (uint32_t)(job->stream.next >> 32);
    for (uint32_t p = 0; p < job->sampler->params; ++p) {
        t.param[p] = job->param[p].data;
        t.varies |= (uint32_t)(job->param[p].row_stride != 0) << p;
    }
    rr_work work = {
        .tile = &t, .ops = ops, .out = out, .lanes = warp ? warp : kernels->lanes, .queue = {queue[0], queue[1], queue[2]},
        .failed_slot = failed_slot,
        .tally = &tally,
    };
    work.regs = (work.lanes + kernels->lanes - 1) / kernels->lanes;
    rr_strategy_numbers(s, &work.number, &work.more);
    ops->prepare(&t);
    kernels->run[s.kind][counting](&work);
    if (!work.finishes) ops->finish(&t, work.out);
    qsort(failed_slot, work.failures, sizeof *failed_slot, by_number);
    return work.failures;
}

/* The slots whose first `cap` attempts all fail, by fixed:M, whose verdicts are tested in tests/known. */
static uint32_t hopeless(const rr_job *whole, uint32_t cap, uint32_t *slots)
{
    static uint64_t out[N];
    char text[16];
    rr_job job = *whole;
    uint32_t n = 0;
    snprintf(text, sizeof text, "fixed:%u", cap);
    job.strategy = strategy(text);
    job.out = out;
    rr_run(device("cpu:scalar"), &job, NULL);
    for (uint32_t i = 0; i < N; ++i) {
        const uint32_t nan32 = 0x7fc00000u, zero = 0;
        const uint64_t nan64 = 0x7ff8000000000000u;
        const unsigned w = width(job.dtype);
        const void *none = w == 8 ? (const void *)&nan64 : job.dtype == RR_F32 ? (const void *)&nan32 : (const void *)&zero;
        if (!memcmp((char *)out + i * w, none, w)) slots[n++] = i;
    }
    return n;
}

static void caps(void **state)
{
    static const unsigned WARPS[] = {0, 1, 4, 8, 16, 32};
    const rr_sampler *s;
    rr_type dtype;
    unsigned all = 0;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        if (s->counts || s->stages) continue;   /* what their kernels make is not yet a sample */
        if (!s->rejects) continue;
        for (int each = 0; each < 2; ++each)
            for (uint32_t cap = 1; cap <= 5; ++cap) {
                static uint64_t want[N], out[N + 8];
                static uint32_t failed_slot[N + SLACK], hope[N];
                const unsigned w = width(dtype);
                const rr_job job = job_of(s, dtype, ((uint64_t)1 << 32) - 5, N, each, 5);
                const rr_isa *isa;
                const char *name, *why;
                char text[32];
                must_run(device("cpu:scalar"), &job, want);
                const uint32_t hopes = hopeless(&job, cap, hope);
                all += hopes;
                for (unsigned i = 0; (name = rr_isa_list(i, &isa, &why)); ++i) {
                    if (!isa) continue;
                    for (unsigned k = 0; capped(k, text); ++k)
                        for (unsigned v = 0; v < 6; ++v) {
                            /* Uses the register's lanes and another number in turn, except with scalar lanes. */
                            const int other = v == (k + cap + i + t) % 6;
                            if (!deep() && !other && (v || isa->kernels[0]->lanes == 1)) continue;
                            memset(out, 0x42, sizeof out);
                            const uint32_t failures = run_tile(isa, &job, text, WARPS[v], cap, (int)(k + v) % 2, out,
                                failed_slot);
                            if (failures != hopes || memcmp(failed_slot, hope, hopes * sizeof *failed_slot))
                                fail_msg("%s %s %s warp %u cap %u loses %u slots, not %u", s->name, name, text, WARPS[v],
                                         cap, failures, hopes);
                            for (uint32_t h = 0; h < hopes; ++h)
                                memcpy((char *)out + hope[h] * w, (char *)want + hope[h] * w, w);
                            same_bits(want, out, N, w, "%s %s %s warp %u cap %u", s->name, name, text, WARPS[v], cap);
                            for (unsigned b = N * w; b < sizeof out; ++b) assert_int_equal(((char *)out)[b], 0x42);
                        }
                }
            }
    }
    assert_true(all > 500);
    (void)state;
}

/* Gives a sampler another cap, in the constant memory that holds descriptors. */
static void set_cap(const rr_sampler *s, uint32_t cap)
{
    const uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)&s->cap;
    void *const page = (void *)(at - at % size);
    assert_int_equal(mprotect(page, size, PROT_READ | PROT_WRITE), 0);
    *(volatile uint32_t *)at = cap;
    assert_int_equal(mprotect(page, size, PROT_READ), 0);
}

/* The same samples, a few at a time, of a prepared job: failed ones are NaN, and each draw reports how many failed. */
static void check_few(const rr_job *job, const uint32_t *want, const uint32_t *failed_slot, uint32_t n)
{
    enum { FEW = 40 };
    uint32_t seen = 0;
    rr_prepared *p;
    assert_int_equal(rr_prepared_open(device("cpu,threads=1"), job, &p, NULL), RR_OK);
    for (uint32_t at = 0, some; at < N; at += some) {
        uint32_t out[FEW], here = 0;
        rr_result result = RR_RESULT_INIT;
        some = N - at < 1 + at % FEW ? N - at : 1 + at % FEW;
        while (seen + here < n && failed_slot[seen + here] < at + some) ++here;
        assert_int_equal(rr_prepared_draw(p, at, some, out, &result), here ? RR_ERR_CAP : RR_OK);
        same_bits(want + at, out, some, 4, "%u samples from %u on", some, at);
        assert_true(result.failed == here && result.failed_index == (here ? failed_slot[seen] : UINT64_MAX));
        seen += here;
    }
    assert_int_equal(seen, n);
    rr_prepared_close(&p);
}

/* The report of a call on samples that reach a cap of 2: the status, their number, the first. */
static void reported(void **state)
{
    const rr_sampler *s = rr_sampler_find("normal:polar");
    const uint32_t cap = s->cap;
    static uint32_t failed_slot[N], out[N];
    rr_job job = job_of(s, RR_F32, 0, N, 0, 5);
    const uint32_t n = hopeless(&job, 2, failed_slot);
    char want[120], text[32];
    assert_true(n > 9);
    set_cap(s, 2);
    job.out = out;
    for (unsigned k = 0; strategy_text(k, text); ++k) {
        rr_result result = RR_RESULT_INIT;
        job.strategy = strategy(text);
        const rr_status status = rr_run(device("cpu:scalar,threads=1"), &job, &result);
        snprintf(want, sizeof want, "%u samples reached the cap of 2 attempts; the first is element %u", n, failed_slot[0]);
        if (status != RR_ERR_CAP || strcmp(result.message, want))
            fail_msg("%s: %d, %s", text, (int)status, result.message);
        assert_true(result.failed == n && result.failed_index == failed_slot[0]);
    }
    job.strategy = strategy("auto");
    check_few(&job, out, failed_slot, n);
    set_cap(s, cap);
    (void)state;
}

/* No cap of the list can be reached: the largest number of attempts that 256 allows is enough for the smallest
 * acceptance. */
static void constants(void **state)
{
    const rr_sampler *s;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) assert_int_equal(s->cap, strcmp(s->name, "attempts") ? 256 : 46516298);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(caps), TEST(reported), TEST(constants)};
    return RUN(tests);
}
