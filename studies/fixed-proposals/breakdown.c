/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where the time of fixed:M goes, ns a sample, by taking parts away through the public API. With
 *
 *     w    a word of sampler `bits`, filled in bulk
 *     W    words that a lane makes for an attempt: whole blocks of four, one (f32) or two (f64)
 *     t_M  a sample of gamma under fixed:M, a shape per draw
 *     a_M  a sample of `attempts` at acceptance 1 under fixed:M: one block of bits, a comparison, the same loops
 *
 *     bits       M W w           the bits, as if they had been made beforehand and in bulk
 *     reduction  a_M - M a_1     what M proposals of one sample take beyond M samples of one proposal. Of `attempts`, since
 *                                gamma's own fixed:1 loses 1 sample in 40 and pays for it with mispredicted branches
 *     proposals  the rest of t_M: parameters, set-up, normal, cube, squeeze, the full test where it is needed, slots,
 *                storing
 *     copy       memcpy of the samples
 *
 * Limits. A lane that makes a block alone waits for its ten rounds; bulk fills make several abreast. M a_1 (column `loop`:
 * bits, and all that is not gamma) says how far `bits` is too low. fixed:1 stores a whole register of samples at once and
 * fixed:M single lanes, which makes `reduction` a little too low. alone, M t_1, is a check: all but the reduction. */
#include "study.h"

#include <stdlib.h>
#include <string.h>

enum { N = 1 << 15, WORDS_F32 = 4, WORDS_F64 = 8 };
static const unsigned counts[] = {2, 4, 8, 16};
enum { COUNTS = sizeof counts / sizeof counts[0] };

/* Rows: bits, copy, and gamma and attempts at one proposal and at each count. */
enum { ROW_BITS, ROW_COPY, ROW_GAMMA, ROW_ATTEMPTS = ROW_GAMMA + COUNTS + 1, ROWS = ROW_ATTEMPTS + COUNTS + 1 };

static double sample(const timing *t)
{
    return timing_quantile(t, 0.5) / N;
}

static void write_row(FILE *csv, rr_type dtype, unsigned k, const timing *row)
{
    const double m = counts[k], bits = m * (dtype == RR_F64 ? WORDS_F64 : WORDS_F32) * sample(&row[ROW_BITS]);
    const double total = sample(&row[ROW_GAMMA + 1 + k]), loop = m * sample(&row[ROW_ATTEMPTS]);
    const double reduction = sample(&row[ROW_ATTEMPTS + 1 + k]) - loop;
    fprintf(csv, "%s,%u,%.5g,%.5g,%.5g,%.5g,%.5g,%.5g,%.5g\n", type_name(dtype), counts[k], total, bits,
            total - bits - reduction, reduction, sample(&row[ROW_COPY]), loop, m * sample(&row[ROW_GAMMA]));
}

static int measure(FILE *csv, const study *s, rr_type dtype, const void *shape, void *out, void *copy)
{
    static float coin[N];
    timing row[ROWS];
    char strategy[32];
    memset(row, 0, sizeof row);
    for (unsigned i = 0; i < N; ++i) coin[i] = 1;
    row[ROW_BITS].job = job_make("bits", RR_U32, "compact", N, NULL, out);
    row[ROW_COPY].job = job_make("", dtype, "auto", N, NULL, copy);
    row[ROW_COPY].from = out;
    for (unsigned k = 0; k <= COUNTS; ++k) {
        snprintf(strategy, sizeof strategy, "fixed:%u", k ? counts[k - 1] : 1);
        row[ROW_GAMMA + k].job = job_make("gamma", dtype, strategy, N, shape, out);
        row[ROW_ATTEMPTS + k].job = job_make("attempts", RR_U32, strategy, N, coin, out);
    }
    if (timing_run(s, row, ROWS, s->quick ? 5e6 : 2e7)) return 1;
    for (unsigned k = 0; k < COUNTS; ++k) write_row(csv, dtype, k, row);
    return 0;
}

int breakdown_write(FILE *csv, const study *s)
{
    static double shape[N], out[N], copy[N];
    static float rounded[N];
    fprintf(csv, "dtype,proposals,total,bits,proposals_and_acceptance,reduction,copy,loop,alone\n");
    if (shapes_draw(s, WIDE, N, shape)) return 1;
    for (unsigned i = 0; i < N; ++i) rounded[i] = (float)shape[i];
    return measure(csv, s, RR_F32, rounded, out, copy) || measure(csv, s, RR_F64, shape, out, copy) || ferror(csv);
}
