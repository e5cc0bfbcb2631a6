/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Failures of fixed:M, M = 1 ... 16, compared with rho^M averaged over the drawn shapes.
 *
 * gamma: the library's sampler under strategy fixed:M, failures as rr_run() reports them.
 * surrogate: sampler `attempts`, a Bernoulli trial per proposal, under the same strategy, with the acceptance of the plain
 * method: the count that the paper would have.
 * plain: the plain method itself on the library's normals and uniforms (accept.c). */
#include "study.h"

#include <math.h>
#include <stdlib.h>

enum { SHAPES = 1 << 16 };
static const double NORMAL_95 = 1.959964;
static const shape_law HALF = {POINT, 0.5, 0.5}, ONE_TO_TWO = {UNIFORM, 1, 2}, LOW = {UNIFORM, 0.4, 2};

/* Wilson's interval: it keeps its coverage at small counts and has an upper end if none failed. */
static void write_row(FILE *csv, const char *source, shape_law law, unsigned proposals, double samples, double failed,
                      double predicted)
{
    const double z2 = NORMAL_95 * NORMAL_95, fraction = failed / samples, shrink = 1 / (1 + z2 / samples);
    const double centre = shrink * (fraction + z2 / (2 * samples));
    const double half = shrink * NORMAL_95 * sqrt(fraction * (1 - fraction) / samples + z2 / (4 * samples * samples));
    char text[64];
    shape_text(law, text);
    fprintf(csv, "%s,%s,%u,%.0f,%.0f,%.6g,%.6g,%.6g,%.6g\n", source, text, proposals, samples, failed, fraction,
            failed > 0 ? centre - half : 0, centre + half, predicted);
}

/* Failures of one M over `repeats` times the shapes. */
static int measure(const study *s, rr_job job, unsigned proposals, unsigned repeats, uint64_t *failed)
{
    char strategy[32];
    snprintf(strategy, sizeof strategy, "fixed:%u", proposals);
    if (rr_strategy_find(strategy, &job.strategy)) return study_fail(s, "no such strategy");
    /* Every M draws different samples, so that the points of a line are independent. */
    job.stream.next = (uint64_t)proposals << 40;
    *failed = 0;
    for (unsigned r = 0; r < repeats; ++r) {
        rr_result result = RR_RESULT_INIT;
        const rr_status status = rr_run(s->numbers, &job, &result);
        if (status != RR_OK && status != RR_ERR_FAILED) return study_fail(s, result.message);
        *failed += result.failed;
        job.stream.next += job.rows;
    }
    return 0;
}

static int write_fixed(FILE *csv, const study *s, const char *source, shape_law law, unsigned repeats)
{
    static double shape[SHAPES];
    static float param[SHAPES];
    static rr_chance chance[SHAPES];
    static uint32_t out[SHAPES];
    const int surrogate = source[0] == 's';
    rr_job job = job_make(surrogate ? "attempts" : "gamma", surrogate ? RR_U32 : RR_F32, "fixed:1", SHAPES, param, out);
    uint64_t failed = 0;
    job.stream.stream = surrogate ? STREAM_SURROGATE : STREAM_GAMMA;
    if (shapes_draw(s, law, SHAPES, shape)) return 1;
    for (unsigned i = 0; i < SHAPES; ++i) {
        param[i] = (float)(surrogate ? method_chance(PLAIN, shape[i]).accept : shape[i]);
        chance[i] = surrogate ? rr_chance_accept(param[i]) : method_chance(BOOSTED, param[i]);
    }
    for (unsigned m = 1; m <= MAX; ++m) {
        if (measure(s, job, m, repeats, &failed)) return 1;
        write_row(csv, source, law, m, (double)SHAPES * repeats, (double)failed, rr_model_mixed_fail(chance, SHAPES, m));
    }
    return 0;
}

static int write_plain(FILE *csv, const study *s, shape_law law, uint64_t samples)
{
    plain_counts counts;
    if (plain_measure(s, law.low, samples, 0, &counts)) return 1;
    for (unsigned m = 1; m <= MAX; ++m)
        write_row(csv, "plain", law, m, (double)counts.samples, (double)counts.failed[m],
                  rr_model_fixed_fail(method_chance(PLAIN, law.low), m));
    return 0;
}

int failures_write(FILE *csv, const study *s)
{
    fprintf(csv, "source,shapes,proposals,samples,failed,share,low,high,predicted\n");
    return write_fixed(csv, s, "gamma", WIDE, s->quick ? 2 : 64) ||
           write_fixed(csv, s, "gamma", ONE_TO_TWO, s->quick ? 2 : 64) ||
           write_fixed(csv, s, "surrogate", HALF, s->quick ? 2 : 128) ||
           write_fixed(csv, s, "surrogate", LOW, s->quick ? 2 : 128) ||
           write_plain(csv, s, HALF, s->quick ? 1000000 : 100000000) || ferror(csv);
}
