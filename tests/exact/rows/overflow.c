/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Rows whose arithmetic overflows. A row that is computed as a whole is NaN as a whole where one of its components is
 * (infinity less infinity), and the rows next to it are unchanged; a component that is multiplied by an overflowed number is
 * infinite, or stays 0. The only NaN that is stored is that of docs/contract.md, and every strategy, instruction set and
 * thread count stores the same bytes. */
#include <math.h>

#include "tests/support/strategies.h"
#include "tests/support/support.h"

enum { ROWS = 3000, COLS = 3 };

static void same_everywhere(rr_job job, const void *want)
{
    static double have[ROWS * COLS];
    const char *names[8];
    const unsigned sets = isas(names);
    char text[32];
    for (unsigned i = 0; i < sets; ++i)
        for (unsigned k = 0; strategy_text(k, text); ++k) {
            if (strstr(text, "100")) continue;
            job.strategy = strategy(text);
            must_run(device("%s,threads=%u", names[i], 1 + k % 2), &job, have);
            same_bits(want, have, ROWS * COLS, width(job.dtype), "%s, %s, %s", job.sampler->name, names[i], text);
        }
}

/* w has rows (big, -big), (1, 1), (0, 1): the first component is infinity less infinity where both normals are large and
 * alike. */
static void whole_rows(void **state)
{
    static const double w[] = {1.5e308, -1.5e308, 1, 1, 0, 1}, small[] = {1, -1, 1, 1, 0, 1}, zero = 0;
    static double x[ROWS * COLS], others[ROWS * COLS];
    unsigned whole = 0;
    rr_job job = RR_JOB_INIT;
    (void)state;
    job.sampler = rr_sampler_find("lowrank-normal");
    job.dtype = RR_F64;
    job.stream = rr_stream_make(5, 1);
    job.rows = ROWS, job.cols = COLS, job.dims.r = 2;
    for (uint32_t p = 0; p < job.sampler->params; ++p) job.param[p] = (rr_param){&zero, RR_F64, 0, 0};
    for (uint32_t p = 0; p < job.sampler->params; ++p)
        if (rr_is_list(job.sampler, p)) job.param[p] = (rr_param){small, RR_F64, 0, 8};
    must_run(device("cpu:scalar"), &job, others);
    for (uint32_t p = 0; p < job.sampler->params; ++p)
        if (rr_is_list(job.sampler, p)) job.param[p].data = w;
    must_run(device("cpu:scalar"), &job, x);
    for (int r = 0; r < ROWS; ++r) {
        const double *const row = x + r * COLS;
        const uint64_t nan = 0x7ff8000000000000u;
        const int bad = row[0] != row[0];
        whole += (unsigned)bad;
        for (int c = 0; c < COLS; ++c)
            if (bad && memcmp(&row[c], &nan, 8)) fail_msg("row %d, component %d is %g in a row of NaN", r, c, row[c]);
        if (!bad) same_bits(others + r * COLS + 1, row + 1, 2, 8, "components 1 and 2 of row %d", r);
    }
    if (whole < 20 || whole > ROWS / 4) fail_msg("%u rows of NaN: this sees nothing", whole);
    same_everywhere(job, x);
}

/* A singular shape matrix: the second component is the mean, however far out the others are. */
static void multiplied_rows(void **state)
{
    static const double shape[] = {1, 0, 0, 0, 0, 0, 0, 0, 4}, mean[] = {0, 7, -2}, df = 0.01;
    (void)state;
    for (int wide = 0; wide < 2; ++wide) {
        static double memory[ROWS * COLS];
        unsigned infinite = 0;
        rr_job job = RR_JOB_INIT;
        job.sampler = rr_sampler_find("multivariate-t");
        job.dtype = wide ? RR_F64 : RR_F32;
        job.stream = rr_stream_make(5, 2);
        job.rows = ROWS, job.cols = COLS;
        job.param[0] = (rr_param){mean, RR_F64, 0, 8};
        job.param[1] = (rr_param){shape, RR_F64, 24, 8};
        job.param[2] = (rr_param){&df, RR_F64, 0, 0};
        must_run(device("cpu:scalar"), &job, memory);
        for (int k = 0; k < ROWS * COLS; ++k) {
            const double v = wide ? memory[k] : (double)((const float *)memory)[k];
            if (v != v || (k % COLS == 1 && v != 7)) fail_msg("row %d, component %d is %g", k / COLS, k % COLS, v);
            infinite += isinf(v) != 0;
        }
        if (infinite < 10) fail_msg("%u are infinite: this sees nothing", infinite);
        same_everywhere(job, memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(whole_rows), TEST(multiplied_rows)};
    return RUN(tests);
}
