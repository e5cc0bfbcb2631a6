/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls of 1 to 70 samples against draws of single indices, for every sampler of single samples: where an index, the number
 * of a block of two samples, and that of a block of four, cross 2^32 inside the call, and up to the last index. Single
 * indices are drawn on the scalar device by loop. Samples past 2^32 are also not those of the lower words of their
 * indices. */
#include "tests/support/strategies.h"
#include "tests/support/support.h"

enum { N = 70, BEFORE = 33, PLACES = 4 };

static uint64_t first_of(unsigned place)
{
    return place < 3 ? ((uint64_t)1 << (32 + place)) - BEFORE : 0 - (uint64_t)N;
}

/* The next strategy that is not slow. */
static const char *in_turn(unsigned turn)
{
    static char text[64][32];
    static unsigned count;
    if (!count)
        while (count < 64 && strategy_text(count, text[count])) ++count;
    while (strstr(text[turn % count], "100")) ++turn;
    return text[turn % count];
}

static void not_of_the_lower_words(const rr_job *job, const char *want)
{
    static char lower[N * 8];
    const unsigned w = width(job->dtype), n = N - BEFORE;
    rr_job other = job_part(job, BEFORE, n, lower);
    unsigned same = 0, constant = 0;   /* as with low = high */
    other.stream.next = 0;
    must_run(device("cpu:scalar"), &other, lower);
    for (unsigned i = 0; i < n; ++i) {
        same += !memcmp(lower + i * w, want + (BEFORE + i) * w, w);
        constant += !memcmp(lower + i * w, lower, w);
    }
    if (same == n && constant < n - 4)
        fail_msg("%s: samples from %llx are those from 0", job->sampler->name, (unsigned long long)job->stream.next);
}

static void one(const rr_job *job, unsigned turn)
{
    static char want[N * 8], have[N * 8 + 8];
    const unsigned w = width(job->dtype);
    const char *names[8];
    const unsigned sets = isas(names);
    rr_job alone = *job;
    alone.strategy = strategy("loop");
    for (unsigned i = 0; i < N; ++i) {
        const rr_job sample = job_part(&alone, i, 1, want + i * w);
        must_run(device("cpu:scalar"), &sample, sample.out);
    }
    if (job->stream.next >> 62 == 0) not_of_the_lower_words(&alone, want);
    for (unsigned i = 0; i < sets; ++i)
        for (unsigned n = 1; n <= N; ++n, ++turn) {
            const unsigned from = turn % 2 ? N - n : 0;
            const char *text = in_turn(turn);
            rr_job part = job_part(job, from, n, have);
            part.strategy = strategy(text);
            memset(have, 0x5a, sizeof have);
            must_run(device("%s,tile=64", names[i]), &part, have);
            same_bits(want + from * w, have, n, w, "%s: %u samples from %llx, %s, %s", job->sampler->name, n,
                      (unsigned long long)part.stream.next, names[i], text);
            assert_true((unsigned char)have[n * w] == 0x5a);
        }
}

static void every_sampler(void **state)
{
    const rr_sampler *s;
    rr_type dtype;
    unsigned t = 0;
    (void)state;
    for (; sampler_and_type(t, &s, &dtype); ++t)
        for (unsigned place = 0; place < PLACES; ++place)
            for (int each = SHARED; each <= EACH; ++each) {
                /* Default run: 2^32, and the others in turn. */
                if (!deep() && (place ? (t + place + (unsigned)each) % 4 != 0 : (int)(t % 2) != each)) continue;
                if (s->outside) continue;
                const rr_job job = job_of(s, dtype, first_of(place), N, each, t);
                one(&job, 5 * t + place);
            }
    assert_true(t > 100);
}

/* An index past 2^64 - 1 is refused, the last one is drawn. */
static void past_the_end(void **state)
{
    static char out[N * 8];
    const rr_sampler *s;
    rr_type dtype;
    (void)state;
    for (unsigned t = 0; sampler_and_type(t, &s, &dtype); ++t) {
        rr_job job = job_of(s, dtype, UINT64_MAX, 2, SHARED, t);
        job.out = out;
        assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_ERR_INDEX);
        job.rows = 1;
        assert_int_equal(rr_run(device("cpu"), &job, NULL), RR_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_sampler), TEST(past_the_end)};
    return RUN(tests);
}
