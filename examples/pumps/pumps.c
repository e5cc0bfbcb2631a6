/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A Gibbs sampler for ten power-plant pumps, with per-draw gamma parameters, compared with the exact answer.
 *
 * The program has three parts: a long run, whose posterior means and standard deviations must agree with a calculation
 * without random numbers (exact.c); a short run under each strategy, which must leave the same bits; and, if asked for, a
 * picture (svg.c). All calls of Reroll are in chains.c. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L   /* isatty, fileno */
#endif

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chains.h"
#include "exact.h"
#include "svg.h"

enum { DONE = 0, WRONG = 1, USAGE = 2, NO_DEVICE = 3 };

#define MAX_DEVIATION 6.0    /* standard errors; one of 22 exceeds 6 by chance once in 2e7 runs */
#define BATCHES 1024         /* their sums fit a cache; a standard error from 1024 batches is good to 2 % */
#define TABLE_SWEEPS 9       /* per strategy, odd for a median; fixed:32+ makes 32 attempts per draw */

static const char help[] =
    "usage: pumps [options] [FILE]\n"
    "\n"
    "Failure rates of pumps by a Gibbs sampler on many chains, compared with the exact posterior.\n"
    "FILE has lines pump,failures,thousand_hours below a heading (default examples/pumps/pumps.csv).\n"
    "\n"
    "  --chains N    independent chains, 64 to 4194304 (default 65536)\n"
    "  --sweeps N    recorded sweeps, 1 to 1000000 (default 1000)\n"
    "  --burn N      sweeps before them, 0 to 1000000 (default 100)\n"
    "  --threads T   threads, 0: all processors (default 0)\n"
    "  --device D    as rr_device_open reads it (default cpu)\n"
    "  --seed S      (default 1987)\n"
    "  --svg FILE    also draw a picture\n"
    "  --help        this text\n"
    "\n"
    "Exit status: 0 all results agree; 1 a deviation above 6 standard errors, different bits, or a failure;\n"
    "2 wrong usage or input; 3 the device is not usable here.\n";

struct options {
    uint64_t chains, sweeps, burn, threads, seed;
    const char *device, *svg, *data;
    int help;
};

/* ---- Options ----------------------------------------------------------------------------------------------------- */

static int read_whole(const char *name, const char *text, uint64_t low, uint64_t high, uint64_t *value)
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (text[0] >= '0' && text[0] <= '9' && *end == '\0' && !errno && number >= low && number <= high) {
        *value = number;
        return 0;
    }
    fprintf(stderr, "pumps: %s must be a whole number from %" PRIu64 " to %" PRIu64 ", not '%s'\n",
            name, low, high, text);
    return -1;
}

static int set_option(struct options *options, const char *name, const char *value)
{
    if (!strcmp(name, "--chains")) return read_whole(name, value, 64, 1 << 22, &options->chains);
    if (!strcmp(name, "--sweeps")) return read_whole(name, value, 1, 1000000, &options->sweeps);
    if (!strcmp(name, "--burn")) return read_whole(name, value, 0, 1000000, &options->burn);
    if (!strcmp(name, "--threads")) return read_whole(name, value, 0, 1024, &options->threads);
    if (!strcmp(name, "--seed")) return read_whole(name, value, 0, UINT64_MAX, &options->seed);
    if (!strcmp(name, "--device")) options->device = value;
    else if (!strcmp(name, "--svg")) options->svg = value;
    else {
        fprintf(stderr, "pumps: there is no option %s; see pumps --help\n", name);
        return -1;
    }
    return 0;
}

static int read_options(struct options *options, int argc, char **argv)
{
    int files = 0;
    for (int i = 1; i < argc; ++i) {
        if (!strcmp(argv[i], "--help")) {
            options->help = 1;
            return 0;
        } else if (argv[i][0] != '-') {
            options->data = argv[i];
            if (++files > 1) {
                fprintf(stderr, "pumps: one file of data, not '%s' as well; see pumps --help\n", argv[i]);
                return -1;
            }
        } else if (i + 1 == argc) {
            fprintf(stderr, "pumps: %s is no option, or needs a value; see pumps --help\n", argv[i]);
            return -1;
        } else {
            if (set_option(options, argv[i], argv[i + 1])) return -1;
            ++i;
        }
    }
    return 0;
}

/* ---- The long run ------------------------------------------------------------------------------------------------ */

struct run {
    double seconds, library_seconds;
    double draws;
};

static int say_failure(const struct chains *chains)
{
    const char *message = chains->result.message;
    fprintf(stderr, "pumps: %s\n", message[0] ? message : rr_status_text(chains->result.status));
    return WRONG;
}

/* Prints a line on a terminal, at most ten times per second; nothing to files and pipes. */
static void show_progress(const struct run *run, uint64_t done, uint64_t all)
{
    static double shown;
    double now = seconds_now();
    if (!isatty(fileno(stderr))) return;
    if (done == all) {
        fprintf(stderr, "\r\033[K");
    } else if (now - shown > 0.1) {
        double left = run->seconds / (double)done * (double)(all - done);
        fprintf(stderr, "\rsweep %" PRIu64 " of %" PRIu64 ", %.0f million draws/s, %.0f s left\033[K", done, all,
                1e-6 * run->draws / run->library_seconds, left);
        shown = now;
    }
}

static int long_run(struct chains *chains, struct tally *tally, const struct options *options, struct run *run)
{
    uint64_t all = options->burn + options->sweeps;
    double start = seconds_now();
    *run = (struct run){0, 0, 0};
    chains_start(chains, options->seed, (rr_strategy){0, 0});
    for (uint64_t sweep = 0; sweep < all; ++sweep) {
        if (chains_sweep(chains, 0, NULL) != RR_OK) return say_failure(chains);
        if (sweep >= options->burn) tally_add(tally, chains);
        run->library_seconds += chains->rate_seconds + chains->beta_seconds;
        run->draws += (double)chains->count * ((double)chains->model->pumps + 1);
        run->seconds = seconds_now() - start;
        show_progress(run, sweep + 1, all);
    }
    return DONE;
}

/* ---- The table of the long run ----------------------------------------------------------------------------------- */

static double deviation(double drawn, double exact, double error)
{
    return (drawn - exact) / error;
}

/* Returns 1 if a deviation is too large or NaN. */
static int print_comparison(struct estimate drawn, struct moments exact)
{
    double mean = deviation(drawn.value.mean, exact.mean, drawn.error.mean);
    double sd = deviation(drawn.value.sd, exact.sd, drawn.error.sd);
    printf("  %10.8f  %10.8f  %7.1e %+6.2f   %10.8f  %10.8f  %7.1e %+6.2f\n", drawn.value.mean, exact.mean,
           drawn.error.mean, mean, drawn.value.sd, exact.sd, drawn.error.sd, sd);
    return !(fabs(mean) <= MAX_DEVIATION && fabs(sd) <= MAX_DEVIATION);
}

static int print_posterior(const struct model *model, const struct exact *exact, const struct estimate *estimate)
{
    int wrong = 0;
    printf("\n                     ------------ posterior mean -------------   ------------- posterior sd --------------\n");
    printf("pump failures  kh         drawn       exact     s.e.    dev        drawn       exact     s.e.    dev\n");
    for (size_t k = 0; k < model->pumps; ++k) {
        printf("%4zu %4.0f %8.3f", k + 1, model->failures[k], model->hours[k]);
        wrong += print_comparison(estimate[k], exact->rate[k]);
    }
    printf("beta             ");
    wrong += print_comparison(estimate[model->pumps], exact->beta_moments);
    printf("\nRates per thousand hours (kh). exact: quadrature over beta, %zu nodes, good to %.0e. s.e.: of what was\n"
           "drawn, from the spread between chains. dev: drawn - exact in standard errors.\n", exact->nodes,
           fmax(exact->error, 1e-15));
    printf("%s\n", wrong ? "DEVIATES by more than 6 standard errors" : "agrees within 6 standard errors: yes");
    return wrong ? WRONG : DONE;
}

static void print_speed(const struct chains *chains, const struct run *run)
{
    printf("\n%.0f gamma draws in %.2f s: %.1f million draws per second, %.2f ns each; %.2f s with sums and scales\n",
           run->draws, run->library_seconds, 1e-6 * run->draws / run->library_seconds,
           1e9 * run->library_seconds / run->draws, run->seconds);
    printf("digest of the last state: %016" PRIx64 "\n", chains_digest(chains));
}

/* ---- The strategies ---------------------------------------------------------------------------------------------- */

struct reference {
    float *rate, *beta;
};

struct outcome {
    double seconds;          /* the median of a sweep's rates */
    double attempts;         /* lane attempts per draw */
    rr_status status;
    int same;
};

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The last sweep counts attempts, which takes some time, and is excluded from the median. */
static struct outcome try_strategy(struct chains *chains, uint64_t seed, rr_strategy strategy)
{
    double seconds[TABLE_SWEEPS];
    struct outcome outcome = {0, 0, RR_OK, 0};
    rr_counts counts;
    chains_start(chains, seed, strategy);
    for (int sweep = 0; sweep < TABLE_SWEEPS && outcome.status == RR_OK; ++sweep) {
        outcome.status = chains_sweep(chains, 0, NULL);
        seconds[sweep] = chains->rate_seconds;
    }
    if (outcome.status == RR_OK) outcome.status = chains_sweep(chains, RR_COUNT, &counts);
    if (outcome.status != RR_OK) return outcome;
    qsort(seconds, TABLE_SWEEPS, sizeof *seconds, compare_doubles);
    outcome.seconds = seconds[TABLE_SWEEPS / 2];
    outcome.attempts = (double)counts.lane_attempts / ((double)chains->count * (double)chains->model->pumps);
    return outcome;
}

static void keep_reference(struct reference *reference, const struct chains *chains)
{
    size_t count = (size_t)chains->count;
    memcpy(reference->rate, chains->rate, count * chains->model->pumps * sizeof *reference->rate);
    memcpy(reference->beta, chains->beta, count * sizeof *reference->beta);
}

/* Returns 0, or 1 if the bits differ or the library failed. fixed:M may set draws to NaN, and reports it; this is not a
 * difference, but then there is nothing to compare. */
static int print_strategy(const struct chains *chains, rr_strategy strategy, const struct outcome *outcome)
{
    char text[32];
    rr_strategy_text(strategy, text);
    if (outcome->status == RR_ERR_FAILED) {
        printf("%-16s %" PRIu64 " draws failed in a sweep: nothing to compare\n", text, chains->result.failed);
        return 0;
    }
    if (outcome->status != RR_OK) {
        printf("%-16s failed: %s\n", text, chains->result.message);
        return 1;
    }
    double draws = (double)chains->count * (double)chains->model->pumps;
    printf("%-16s %9.2f %16.1f %18.3f     %s\n", text, 1e9 * outcome->seconds / draws, 1e-6 * draws / outcome->seconds,
           outcome->attempts, outcome->same ? "same bits: yes" : "same bits: NO");
    return !outcome->same;
}

static int run_strategies(struct chains *chains, uint64_t seed, struct reference *reference)
{
    rr_strategy_info info;
    int wrong = 0;
    printf("\nstrategy           ns/draw   million draws/s     attempts/draw     after %d sweeps\n", TABLE_SWEEPS + 1);
    for (size_t number = 0; rr_strategy_list(number, &info); ++number) {
        struct outcome outcome = try_strategy(chains, seed, info.example);
        if (number == 0) keep_reference(reference, chains);
        outcome.same = chains_same(chains, reference->rate, reference->beta);
        wrong += print_strategy(chains, info.example, &outcome);
        fflush(stdout);
    }
    printf("same bits: %s\n", wrong ? "NO" : "yes");
    return wrong ? WRONG : DONE;
}

static int compare_strategies(struct chains *chains, uint64_t seed)
{
    struct reference reference;
    int status = WRONG;
    reference.rate = malloc((size_t)chains->count * chains->model->pumps * sizeof *reference.rate);
    reference.beta = malloc((size_t)chains->count * sizeof *reference.beta);
    if (reference.rate && reference.beta) status = run_strategies(chains, seed, &reference);
    else fprintf(stderr, "pumps: no memory\n");
    free(reference.rate);
    free(reference.beta);
    return status;
}

/* ---- The program ------------------------------------------------------------------------------------------------- */

static void print_heading(const rr_device *device, const struct options *options)
{
    uint32_t threads;
    const char *name = rr_device_name(device, NULL, NULL, &threads);
    printf("%s: reroll %s on %s, %" PRIu32 " thread%s; %" PRIu64 " chains, %" PRIu64 " + %" PRIu64 " sweeps, seed %"
           PRIu64 "\n", options->data, rr_version(), name, threads, threads == 1 ? "" : "s", options->chains,
           options->burn, options->sweeps, options->seed);
    fflush(stdout);
}

static int draw_picture(const struct chains *chains, const struct exact *exact, const struct estimate *estimate,
                        const char *path)
{
    if (svg_write(path, chains, exact, estimate)) {
        fprintf(stderr, "pumps: cannot write %s: %s\n", path, strerror(errno));
        return WRONG;
    }
    printf("picture: %s\n", path);
    return DONE;
}

static int run_and_report(struct chains *chains, struct tally *tally, const struct exact *exact,
                          const struct options *options)
{
    struct run run;
    struct estimate estimate[MAX_PUMPS + 1];
    int status = long_run(chains, tally, options, &run);
    if (status != DONE) return status;
    for (size_t v = 0; v < tally->variables; ++v) estimate[v] = tally_estimate(tally, chains, v);
    status = print_posterior(chains->model, exact, estimate);
    print_speed(chains, &run);
    if (options->svg && draw_picture(chains, exact, estimate, options->svg) != DONE) status = WRONG;
    fflush(stdout);
    return compare_strategies(chains, options->seed) != DONE ? WRONG : status;
}

static int run_model(const struct model *model, const struct options *options, const rr_device *device)
{
    struct chains chains = {0};
    struct tally tally = {0};
    struct exact exact;
    int status = WRONG;
    if (exact_make(&exact, model)) {
        fprintf(stderr, "pumps: the exact calculation did not converge\n");
        return WRONG;
    }
    if (chains_make(&chains, model, device, options->chains) || tally_make(&tally, &chains, BATCHES)) {
        fprintf(stderr, "pumps: no memory\n");
    } else {
        print_heading(device, options);
        status = run_and_report(&chains, &tally, &exact, options);
    }
    tally_free(&tally);
    chains_free(&chains);
    exact_free(&exact);
    return status;
}

static int open_device(const struct options *options, rr_device **device)
{
    char spec[256];
    int length = snprintf(spec, sizeof spec, "%s,threads=%" PRIu64, options->device, options->threads);
    rr_status status = length < (int)sizeof spec ? rr_device_open(spec, device) : RR_ERR_DEVICE;
    if (status == RR_OK) return DONE;
    fprintf(stderr, "pumps: device '%s': %s\n", options->device, rr_status_text(status));
    return NO_DEVICE;
}

int main(int argc, char **argv)
{
    struct options options = {65536, 1000, 100, 0, 1987, "cpu", NULL, "examples/pumps/pumps.csv", 0};
    struct model model = {.alpha = 1.802, .prior_shape = 0.1, .prior_rate = 1};
    rr_device *device = NULL;
    if (read_options(&options, argc, argv)) return USAGE;
    if (options.help) return fputs(help, stdout) < 0 ? WRONG : DONE;
    if (model_read(&model, options.data, stderr)) return USAGE;
    int status = open_device(&options, &device);
    if (status == DONE) status = run_model(&model, &options, device);
    rr_device_close(&device);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "pumps: cannot write to standard output\n");
        return WRONG;
    }
    return status;
}
