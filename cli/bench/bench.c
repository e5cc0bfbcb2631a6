/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll bench: the time per sample, compared with raw bits and memset in the same run. */
#include "print.h"
#include "cli/base/numbers.h"
#include "cli/commands.h"
#include "cli/job/request.h"
#include "cli/measure/grid.h"
#include "cli/options/manual.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { SMALLEST_BLOCK = 64, THREADS_MAX = 1024 };

enum { SAMPLER, DTYPE, DEVICE, STRATEGY, NUMBER, THREADS, QUICK, PLAN, JSON, HELP, DENSITY, ROWS = DENSITY + DENSITY_COUNT };

static const option_row rows[ROWS] = {
    [SAMPLER] = {0, "sampler", "S", false, "measure only this sampler"},
    [DTYPE] = {0, "dtype", "T", false, "measure only this dtype: f32, f64, i64, ..., or NumPy's name, such as f4"},
    [DEVICE] = {'d', "device", "D", false,
                "the device; all: every instruction set that is usable here (default cpu)"},
    [STRATEGY] = {'s', "strategy", "S", false, "measure only this strategy (default compact, and a table of all)"},
    [NUMBER] = {'n', NULL, "N", false,
                "samples per batch (default 2^20); for rows, components per batch, 32 per row"},
    [THREADS] = {'t', "threads", "T", false, "the number of threads of a call (default 1)"},
    [QUICK] = {0, "quick", NULL, false, "measure fewer and shorter rounds"},
    [PLAN] = {0, "plan", NULL, false,
              "compare predicted with measured times, for every strategy that reroll plan compares, on every "
              "instruction set that is usable here (--quick: the best one), and rate the choices"},
    [JSON] = {0, "json", NULL, false,
              "print an array of objects with sampler, params, dtype, device, instruction_set, strategy, threads, n, "
              "per_sample_params, ns_per_sample (the median), quartiles, of_bits, of_memset, cpu, build, date and load"},
    [HELP] = {'h', "help", NULL, false, "print this help"},
    DENSITY_OPTIONS(OPTION_ROW)
};

static const option_list list = {.rows = rows, .count = ROWS};

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll bench [[--sampler] S] [--device D|all] [--strategy S] [--dtype T] [-n N] [--threads T]\n"
              "             [--json] [--quick]\n"
              "reroll bench --plan [--json] [--quick]"},
    {"DESCRIPTION",
     .text = "Measures memset and raw bits, the lower limits of the time; every sampler with strategy compact; every "
             "strategy with the samplers that reject; typed calls for 1 and for 16 samples; and two threads compared with "
             "one. Every loop is timed in every round, and medians and quartiles are over the rounds. It takes minutes, or "
             "half a minute with --quick, or seconds with --sampler. docs/measuring.md has the details."},
    {"OPTIONS", NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

const manual manual_bench = {
    .name = "bench",
    .summary = "measure the time per sample",
    .sections = sections, .rows = rows, .count = ROWS,
};

/* Reads an integer from low to high; *x is unchanged if the option is not given. */
static exit_status read_number(const char *name, const char *value, uint64_t low, uint64_t high, uint64_t *x)
{
    if (!value || (parse_unsigned(value, x) && *x >= low && *x <= high)) return EXIT_DONE;
    return refuse(EXIT_USAGE, "%s %s is not accepted; use an integer in [%llu, %llu]", name, value, (unsigned long long)low,
                  (unsigned long long)high);
}

static exit_status read_values(const char *const *value, bench_options *o, job_density *law)
{
    const char *law_named = NULL;
    uint64_t threads = 1;
    exit_status status;
    if (value[SAMPLER] && (status = density_named(value[SAMPLER], &o->sampler, &law_named))) return status;
    if (!value[HELP] && (status = density_typed(law_named, value + DENSITY, &o->sampler, law, NULL))) return status;
    if (value[STRATEGY] && (status = request_strategy(value[STRATEGY], &o->only))) return status;
    if ((status = read_number("-n", value[NUMBER], SMALLEST_BLOCK, (uint64_t)1 << 32, &o->n))) return status;
    if ((status = read_number("--threads", value[THREADS], 1, THREADS_MAX, &threads))) return status;
    o->threads = (uint32_t)threads;
    o->strategy = value[STRATEGY];
    o->device = value[DEVICE];
    o->dtype = value[DTYPE];
    o->quick = value[QUICK] != NULL;
    o->json = value[JSON] != NULL;
    o->plan = value[PLAN] != NULL;
    if (o->device && strstr(o->device, ",threads="))
        return refuse(EXIT_USAGE, "--device %s is not accepted: give the threads with --threads", o->device);
    if (o->dtype && (!dtype_find(o->dtype) || dtype_size(dtype_find(o->dtype)) < 4))
        return refuse(EXIT_USAGE, "--dtype %s is not accepted; use f32, f64, i32, i64, u32 or u64, or NumPy's names for "
                                  "them",
                      o->dtype);
    return EXIT_DONE;
}

/* A sampler may be the first argument, as in reroll sample. */
static exit_status read_options(int argc, char **argv, const char **value, bench_options *o, job_density *law)
{
    const bool named = argc > 1 && argv[1][0] != '-';
    exit_status status = optread(argc - named, argv + named, &list, value, NULL);
    if (!status && named && value[SAMPLER])
        status = refuse(EXIT_USAGE, "'%s' and --sampler %s cannot be given together: give one of them", argv[1],
                        value[SAMPLER]);
    if (named) value[SAMPLER] = argv[1];
    return status ? status : read_values(value, o, law);
}

/* --plan. */
static exit_status grid(const bench_options *o)
{
    if (o->sampler || o->device || o->dtype || o->strategy)
        return refuse(EXIT_USAGE, "--plan has its own grid of jobs: only --quick and --json can be given with it");
    const exit_status status = plan_grid_bench(o->quick, o->json);
    return status ? status : stdout_end();
}

static exit_status measure(bench *b)
{
    exit_status status = bench_plan(b);
    if (!status && !(status = bench_measure(b))) {
        if (b->options.json) bench_print_json(b);
        else bench_print(b);
        status = stdout_end();
    }
    bench_end(b);
    return status;
}

int cmd_bench(int argc, char **argv)
{
    bench b = {.options = {.n = (uint64_t)1 << 20, .threads = 1}, .title = "bench"};
    const char *value[ROWS] = {NULL};
    job_density law = {0};
    exit_status status = read_options(argc, argv, value, &b.options, &law);
    signal(SIGPIPE, SIG_IGN);
    if (!status) status = value[HELP] ? manual_help(&manual_bench) : b.options.plan ? grid(&b.options) : measure(&b);
    density_free(&law);
    return status;
}
