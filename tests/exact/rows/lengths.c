/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows of two lengths share no random bits: rows of K numbers have a subkey of K (docs/contract.md, Blocks). Tests the keys
 * of every sampler of rows and, for some, samples at an index that is in rows of both lengths: with one subkey for both all
 * 1000 pairs would be equal. */
#include <math.h>

#include "host/call/call.h"
#include "laws/descriptor.h"
#include "tests/support/support.h"

static const double one = 1;

/* A job of rows whose parameters are all 1; rank: the columns of a factor. */
static rr_job rows_job(const rr_sampler *s, uint64_t rows, uint64_t cols, uint64_t rank)
{
    static const double ones[64] = {[0 ... 63] = 1};
    rr_job job = RR_JOB_INIT;
    job.sampler = s;
    job.dtype = s->counts ? RR_I64 : RR_F64;
    job.stream = rr_stream_make(3, 9);
    job.rows = rows;
    job.cols = cols;
    job.dims = rr_sampler_dims(s, (rr_dims){.r = rr_lists(s) ? rank : (uint64_t)sqrt((double)cols)});
    for (uint32_t p = 0; p < s->params; ++p) {
        job.param[p] = (rr_param){&one, RR_F64, 0, 0};
        if (rr_is_list(s, p)) job.param[p] = (rr_param){ones, RR_F64, 0, 8};
    }
    return job;
}

static void decided(rr_job job, rr_call *call)
{
    rr_result result = RR_RESULT_INIT;
    static char out[4096];
    job.out = out;
    if (rr_call_validate(device("cpu"), &job, call, &result) != RR_OK) fail_msg("%s: %s", job.sampler->name, result.message);
}

static int same_key(const rr_bits_key *a, const rr_bits_key *b)
{
    return !memcmp(a->round, b->round, sizeof a->round) && a->y == b->y;
}

/* Keys of stages, which draw components or a number of values per row: equal where that number is equal. */
static void check_stages(const rr_call *a, const rr_call *b)
{
    const rr_sampler *s = a->sampler;
    const int as_many = !s->stages && a->sizes.numbers == b->sizes.numbers;
    assert_int_equal(a->stages, b->stages);
    for (uint32_t k = 0; k < a->stages; ++k)
        if (same_key(&a->stage[k].key, &b->stage[k].key) != as_many) fail_msg("%s: stage %u", s->name, (unsigned)k);
}

static void keys(void **state)
{
    unsigned found = 0;
    const rr_sampler *s;
    (void)state;
    for (size_t i = 0; (s = rr_sampler_list(i)); ++i) {
        static rr_call a, b;
        if (!rr_is_row(s)) continue;
        ++found;
        const unsigned parts = rr_shape_parts(s->shape);
        decided(rows_job(s, 1, 4 * parts, 2), &a);
        decided(rows_job(s, 1, 9 * parts, 3), &b);
        if (same_key(&a.key, &b.key)) fail_msg("%s: rows of 4 and of 9 have one subkey", s->name);
        check_stages(&a, &b);
        decided(rows_job(s, 3, 4 * parts, 2), &b);
        assert_true(same_key(&a.key, &b.key));
    }
    assert_true(found > 10);
}

/* R numbers per row have a subkey of R, whatever the row's length; a single number has the stream's own key. */
static void numbers_of_rows(void **state)
{
    static rr_call a, b, single;
    const rr_sampler *low = rr_sampler_find("lowrank-normal");
    (void)state;
    decided(rows_job(rr_sampler_find("uniform"), 1, 1, 0), &single);
    decided(rows_job(rr_sampler_find("ball"), 1, 5, 0), &a);
    assert_true(same_key(&a.stage[0].key, &single.key));
    decided(rows_job(low, 1, 3, 1), &a);
    assert_true(same_key(&a.stage[0].key, &single.key));
    decided(rows_job(low, 1, 3, 2), &a);
    decided(rows_job(low, 1, 5, 2), &b);
    assert_true(same_key(&a.stage[0].key, &b.stage[0].key));
    assert_false(same_key(&a.stage[0].key, &single.key));
    assert_false(same_key(&a.key, &a.stage[0].key));
}

enum { PAIRS = 1000, SHORT = 2, LONG = 3 };

/* Components 6 n and 6 n + 1 are the first two of row 3 n of two, and of row 2 n of three. */
static unsigned equal_ratios(const char *name)
{
    static double two[3 * PAIRS][SHORT], three[2 * PAIRS][LONG], identity[LONG * LONG];
    const rr_sampler *s = rr_sampler_find(name);
    rr_job a = rows_job(s, 3 * PAIRS, SHORT, 0), b = rows_job(s, 2 * PAIRS, LONG, 0);
    unsigned equal = 0;
    for (int k = 0; k < LONG; ++k) identity[k * LONG + k] = 1;
    for (uint32_t p = 0; p < s->params; ++p) {
        if (rr_is_covariance(s, p)) a.param[p] = b.param[p] = (rr_param){identity, RR_F64, LONG * 8, 8};
        if (!strcmp(s->param[p].name, "mean") || !strcmp(s->param[p].name, "center"))
            a.param[p].data = b.param[p].data = NULL;
    }
    must_run(device("cpu"), &a, two);
    must_run(device("cpu"), &b, three);
    for (int n = 0; n < PAIRS; ++n) {
        const double x = two[3 * n][0] / two[3 * n][1], y = three[2 * n][0] / three[2 * n][1];
        equal += fabs(x - y) < 1e-9 * fabs(x);
    }
    return equal;
}

static void ratios(void **state)
{
    static const char *const names[] = {"multivariate-normal", "multivariate-t", "sphere", "ball",
                                        "dirichlet",           "gumbel-softmax"};
    (void)state;
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        const unsigned equal = equal_ratios(names[k]);
        if (equal) fail_msg("%s: %u of %d pairs of components are those of a row of another length", names[k], equal, PAIRS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(keys), TEST(numbers_of_rows), TEST(ratios)};
    return RUN(tests);
}
