/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares energies after scattering with the oracle's integrals of the exact kernel (kernel.txt, oracle.py): counts in
 * cells, and the fraction of accepted proposals. */
#include "study.h"

#include <math.h>
#include <reroll_user.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 40, CASES = 8, PROPOSALS = 1 << 20 };

typedef struct oracle_case {
    double temperature, energy, accept, mean, end[CELLS], probability[CELLS];
} oracle_case;

static int read_cases(const study *s, oracle_case of[CASES])
{
    FILE *file = fopen("studies/doppler/kernel.txt", "r");
    int good = file != NULL;
    for (int k = 0; k < CASES && good; ++k) {
        oracle_case *c = &of[k];
        good = fscanf(file, " case %lf %lf %lf %lf", &c->temperature, &c->energy, &c->accept, &c->mean) == 4;
        for (int i = 0; i < CELLS && good; ++i) good = fscanf(file, "%lf %lf", &c->end[i], &c->probability[i]) == 2;
    }
    if (file) fclose(file);
    return good ? 0 : study_fail(s, "studies/doppler/kernel.txt can't be read: run it where studies is");
}

static int run(const study *s, const rr_job *job, rr_result *result)
{
    const rr_status status = rr_run(s->numbers, job, result);
    return status && status != RR_ERR_FAILED ? study_fail(s, result->message) : 0;
}

/* Counts n energies after scattering in the cells. */
static int count(const study *s, const rr_sampler *law, rr_type dtype, const oracle_case *c, uint64_t n, double *out,
                 uint64_t cell[CELLS])
{
    rr_result result = RR_RESULT_INIT;
    rr_job job = job_make(law, dtype, &c->temperature, &c->energy, n, out);
    job.stream = rr_stream_make(SEED, STREAM_KERNEL);
    memset(cell, 0, CELLS * sizeof *cell);
    if (run(s, &job, &result)) return 1;
    for (uint64_t k = 0; k < n; ++k) {
        const double energy = dtype == RR_F32 ? (double)((const float *)out)[k] : out[k];
        int i = 0;
        while (i < CELLS - 1 && energy > c->end[i]) ++i;
        ++cell[i];
    }
    return 0;
}

/* The fraction of PROPOSALS first attempts that are accepted. */
static int fraction(const study *s, const rr_sampler *law, rr_type dtype, const oracle_case *c, double *out, double *accept)
{
    rr_result result = RR_RESULT_INIT;
    rr_job job = job_make(law, dtype, &c->temperature, &c->energy, PROPOSALS, out);
    job.stream = rr_stream_make(SEED, STREAM_ACCEPT);
    rr_strategy_find("fixed:1", &job.strategy);
    if (run(s, &job, &result)) return 1;
    *accept = 1 - (double)result.failed / PROPOSALS;
    return 0;
}

/* Chi-square over the cells; z: the equally unlikely normal variate (Wilson and Hilferty). */
static double chi_square(const oracle_case *c, const uint64_t cell[CELLS], uint64_t n, double *z)
{
    const double degrees = CELLS - 1, spread = 2 / (9 * degrees);
    double sum = 0;
    for (int i = 0; i < CELLS; ++i) {
        const double expected = (double)n * c->probability[i];
        sum += ((double)cell[i] - expected) * ((double)cell[i] - expected) / expected;
    }
    *z = (cbrt(sum / degrees) - (1 - spread)) / sqrt(spread);
    return sum;
}

typedef int case_row(FILE *csv, const study *s, const rr_sampler *law, const oracle_case *c, uint64_t n, double *out);

static int each_case(FILE *csv, const study *s, case_row *row)
{
    static oracle_case of[CASES];
    const rr_sampler *law = NULL;
    double *out = malloc(PROPOSALS * sizeof *out);
    int status = out ? read_cases(s, of) || law_open(s, &law) : study_fail(s, "out of memory");
    for (int k = 0; k < CASES && !status; ++k) status = row(csv, s, law, &of[k], s->quick ? 1 << 16 : 1 << 20, out);
    rr_law_close(&law);
    free(out);
    return status;
}

static int kernel_row(FILE *csv, const study *s, const rr_sampler *law, const oracle_case *c, uint64_t n, double *out)
{
    for (rr_type dtype = RR_F32; dtype <= RR_F64; ++dtype) {
        uint64_t cell[CELLS];
        double z, accept;
        if (count(s, law, dtype, c, n, out, cell) || fraction(s, law, dtype, c, out, &accept)) return 1;
        const double chi2 = chi_square(c, cell, n, &z), error = sqrt(c->accept * (1 - c->accept) / PROPOSALS);
        fprintf(csv, "%g,%g,%s,%.0f,%d,%.4g,%.3f,%.6g,%.6g,%.3f\n", c->temperature, c->energy,
                dtype == RR_F32 ? "f32" : "f64", (double)n, CELLS, chi2, z, accept, c->accept, (accept - c->accept) / error);
    }
    return 0;
}

int kernel_write(FILE *csv, const study *s)
{
    fprintf(csv, "temperature,energy,dtype,samples,cells,chi2,chi2_z,accept,exact_accept,accept_z\n");
    return each_case(csv, s, kernel_row);
}

/* Densities of the cells with two finite ends. */
static int spectrum_row(FILE *csv, const study *s, const rr_sampler *law, const oracle_case *c, uint64_t n, double *out)
{
    uint64_t cell[CELLS];
    if (count(s, law, RR_F64, c, n, out, cell)) return 1;
    for (int i = 1; i < CELLS - 1; ++i) {
        const double width = c->end[i] - c->end[i - 1];
        fprintf(csv, "%g,%g,%g,%g,%.6g,%.6g\n", c->temperature, c->energy, c->end[i - 1], c->end[i],
                (double)cell[i] / (double)n / width, c->probability[i] / width);
    }
    return 0;
}

int spectrum_write(FILE *csv, const study *s)
{
    fprintf(csv, "temperature,energy,low,high,density,exact\n");
    return each_case(csv, s, spectrum_row);
}

int acceptance_write(FILE *csv, const study *s)
{
    static const double temperatures[] = {300, 600, 900, 1200, 1800};
    (void)s;
    fprintf(csv, "temperature,energy,accept\n");
    for (unsigned t = 0; t < sizeof temperatures / sizeof temperatures[0]; ++t)
        for (int k = 0; k <= 150; ++k) {
            const double energy = 5 + k * 0.03;
            fprintf(csv, "%g,%g,%.6g\n", temperatures[t], energy, acceptance(temperatures[t], energy));
        }
    return 0;
}
