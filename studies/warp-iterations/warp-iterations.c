/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The number of iterations that a warp needs until all its lanes have a sample: Appendix A of G. Ridley and B. Forget
 * (Statistics and Computing 31 (2021) 30) as an experiment on real lanes, compared with Eq. 9, and with the generator
 * printed there.
 *
 *     warp-iterations FOLDER [--quick] [--device SPEC]      writes FOLDER/grid.csv and FOLDER/start.csv (README.md has the
 *     columns)
 *
 * With a device, its warps are measured in addition to the processor's. The effect of seeds (start.csv) is measured on the
 * host. */
#include "study.h"

#include <math.h>

static const double rhos[] = {0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8,
                              0.85, 0.9, 0.95};
static const unsigned warps[] = {4, 8, 16, 32};
static const uint64_t lengths[2][2] = {{PRINTED_LOOPS, 1000000}, {PRINTED_LOOPS, 10000}};
enum { RHOS = sizeof rhos / sizeof rhos[0], WARPS = sizeof warps / sizeof warps[0], MASTER_SEED = 1 };
static const double NORMAL_95 = 1.959964;

/* An estimate with its 95 % confidence interval from the sample, and its deviation from the model in the model's standard
 * errors. */
static void write_estimate(FILE *csv, double value, double variance, double model, double model_variance, uint64_t loops)
{
    const double half = NORMAL_95 * sqrt(fmax(variance, 0) / (double)loops);
    fprintf(csv, ",%.9g,%.9g,%.9g,%.9g,%.4g", value, value - half, value + half, model,
            (value - model) / sqrt(model_variance / (double)loops));
}

static void write_row(FILE *csv, const char *source, const char *device, unsigned warp, double rho, const moments *m)
{
    const double n = (double)m->loops, mean = m->sum / n, square = m->squares / n;
    const expected e = model_moments(acceptance(rho), warp);
    fprintf(csv, "%s,%u,%g,%.0f", source, warp, rho, n);
    write_estimate(csv, mean, square - mean * mean, e.mean, e.mean_variance, m->loops);
    write_estimate(csv, square, m->fourth / n - square * square, e.mean_square, e.square_variance, m->loops);
    fprintf(csv, ",%s\n", device);
}

static int write_lanes(FILE *csv, const char *source, const study_place *at, unsigned warp, uint64_t loops, unsigned stream)
{
    moments m;
    for (unsigned r = 0; r < RHOS; ++r) {
        if (lanes_measure(at ? at->device : NULL, warp, acceptance(rhos[r]), loops, stream + r, &m)) return 1;
        write_row(csv, source, at ? at->kind : "cpu", warp, rhos[r], &m);
    }
    return 0;
}

typedef struct table {
    FILE *csv;
    uint64_t loops;
    unsigned stream;
} table;

/* A processor has warps of any width, a device only its own. */
static int write_place(const study *s, const study_place *at, void *context)
{
    const table *t = context;
    uint32_t own = 0;
    int status = 0;
    rr_device_name(at->device, &own, NULL, NULL);
    if (at->is_gpu) return write_lanes(t->csv, "reroll", at, own, t->loops, t->stream);
    for (unsigned w = 0; w < WARPS && !status; ++w)
        status = write_lanes(t->csv, study_has_gpu(s) ? "processor" : "reroll", NULL, warps[w], t->loops,
                             t->stream + w * RHOS);
    return status;
}

/* The printed program: one block of 32 lanes per probability, with consecutive seeds from MASTER_SEED over all of them. */
static void write_printed(FILE *csv, generator g, uint64_t loops)
{
    for (unsigned r = 0; r < RHOS; ++r) {
        lane lanes[PRINTED_WARP];
        unsigned attempts[PRINTED_WARP];
        moments m = {0, 0, 0, 0};
        lanes_seed(g, MASTER_SEED + r * PRINTED_WARP, lanes);
        for (uint64_t i = 0; i < loops; ++i) moments_add(&m, lanes_loop(g, acceptance(rhos[r]), lanes, attempts));
        write_row(csv, generator_names[g], "", PRINTED_WARP, rhos[r], &m);
    }
}

static int grid_write(FILE *csv, const study *s)
{
    fprintf(csv, "source,warp,rho,loops,mean,mean_low,mean_high,model_mean,mean_z,square,square_low,square_high,"
                 "model_square,square_z,device\n");
    for (unsigned length = 0; length < 2; ++length) {
        if (study_places(s, write_place, &(table){csv, lengths[s->quick][length], length * WARPS * RHOS})) return 1;
        for (generator g = 0; g < GENERATORS; ++g) write_printed(csv, g, lengths[s->quick][length]);
    }
    return 0;
}

static const study_table tables[] = {{"grid.csv", grid_write}, {"start.csv", start_write}};

static const char *const limits[] = {
    "a mean to better than 1 %: ten thousand outer loops replace a million",
    "a bias that remains after loop 100: 500 runs of 100 loops replace ten thousand of 1000"};

int main(int argc, char **argv)
{
    return study_main(argc, argv, &(study_plan){"warp-iterations", tables, sizeof tables / sizeof tables[0], limits,
                                                sizeof limits / sizeof limits[0]});
}
