/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll bench: the time of a sample, beside that of raw bits and of memset in the same run. */
#include "bench_rows.h"
#include "listing.h"
#include "numbers.h"
#include "plan_grid.h"
#include "suggest.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { SMALLEST_BLOCK = 64, THREADS_MOST = 1024 };

static void print_help(void)
{
    puts("NAME\n"
         "    reroll bench - measure the time of a sample\n\n"
         "SYNOPSIS\n"
         "    reroll bench --plan [--json] [--quick]\n"
         "    reroll bench [--json] [--quick] [--sampler S] [--device D|all] [--strategy S] [--dtype T] [-n N]\n"
         "                 [--threads T]\n\n"
         "DESCRIPTION\n"
         "    Measures memset and raw bits, which nothing can be faster than; every sampler with strategy compact;\n"
         "    every strategy with the samplers that reject; typed calls for 1 and for 16 samples; and two threads\n"
         "    beside one. Every loop is timed in every round, one after another, and medians and quartiles are over\n"
         "    rounds. docs/measuring.md says more.\n\n"
         "OPTIONS\n"
         "    --sampler S     this sampler only\n"
         "    --dtype T       this type only\n"
         "    --device D      on this device; all: on every instruction set that is usable here (default cpu)\n"
         "    --strategy S    fills with this strategy only (default compact, and a table of all)\n"
         "    -n N            samples in a block (default 2^20); of samplers of rows, components, 32 a row\n"
         "    --threads T     threads of a call (default 1)\n"
         "    --quick         fewer and shorter rounds\n"
         "    --plan          predicted beside measured times instead, for every strategy that reroll plan compares, on\n"
         "                    every instruction set that is usable here (--quick: on the best), "
         "and how good the choices are\n"
         "    --json          print an array of objects with sampler, params, dtype, device, instruction_set,\n"
         "                    strategy, threads, n, per_sample_params, ns_per_sample (the median), quartiles,\n"
         "                    of_bits, of_memset, cpu, build, date and load");
}

static const char *option_name(size_t number, const void *context)
{
    static const char *const names[] = {"--json", "--quick", "--plan", "--sampler", "--device", "--strategy", "--dtype",
                                        "--threads", "-n", "--help"};
    (void)context;
    return number < sizeof names / sizeof names[0] ? names[number] : NULL;
}

static const char *sampler_name(size_t number, const void *context)
{
    const rr_sampler *s = rr_sampler_list(number);
    (void)context;
    return s ? s->name : NULL;
}

static const char *strategy_name(size_t number, const void *context)
{
    rr_strategy_info info;
    (void)context;
    return rr_strategy_list(number, &info) ? info.name : NULL;
}

static exit_status set_sampler(bench_options *o, const char *value)
{
    char hint[SUGGEST_SIZE];
    o->sampler = rr_sampler_find(value);
    if (o->sampler) return EXIT_DONE;
    return refuse(EXIT_USAGE, "unknown sampler '%s'%s", value, suggest(value, "", sampler_name, NULL, hint));
}

static exit_status set_strategy(bench_options *o, const char *value)
{
    char hint[SUGGEST_SIZE];
    o->strategy = value;
    if (rr_strategy_find(value, &o->only) == RR_OK) return EXIT_DONE;
    return refuse(EXIT_USAGE, "unknown strategy '%s'%s", value, suggest(value, "", strategy_name, NULL, hint));
}

static exit_status set_number(bench_options *o, const char *name, const char *value)
{
    uint64_t x = 0;
    const bool threads = name[1] == '-', read = parse_whole(value, &x);
    const uint64_t low = threads ? 1 : SMALLEST_BLOCK, high = threads ? THREADS_MOST : (uint64_t)1 << 32;
    if (!read || x < low || x > high)
        return refuse(EXIT_USAGE, "%s %s: from %llu to %llu are accepted", name, value, (unsigned long long)low,
                      (unsigned long long)high);
    if (threads) o->threads = (uint32_t)x;
    else o->n = x;
    return EXIT_DONE;
}

static exit_status set_option(bench_options *o, const char *name, const char *value)
{
    char hint[SUGGEST_SIZE];
    if (!strcmp(name, "--sampler")) return set_sampler(o, value);
    if (!strcmp(name, "--strategy")) return set_strategy(o, value);
    if (!strcmp(name, "--threads") || !strcmp(name, "-n")) return set_number(o, name, value);
    if (!strcmp(name, "--device")) {
        o->device = value;
        if (!strstr(value, ",threads=")) return EXIT_DONE;
        return refuse(EXIT_USAGE, "--device %s: give the threads with --threads", value);
    }
    if (!strcmp(name, "--dtype")) {
        o->dtype = value;
        return dtype_find(value) ? EXIT_DONE : refuse(EXIT_USAGE, "unknown type '%s'; f32, f64 and u32 are accepted", value);
    }
    return refuse(EXIT_USAGE, "unknown argument '%s'%s", name, suggest(name, "", option_name, NULL, hint));
}

static bool takes_value(const char *name)
{
    for (size_t i = 3; i < 9; ++i)
        if (!strcmp(name, option_name(i, NULL))) return true;
    return false;
}

/* "--name value" and "--name=value". */
static exit_status read_option(int argc, char **argv, int *i, bench_options *o)
{
    char *name = argv[*i], *equals = strncmp(name, "--", 2) ? NULL : strchr(name, '=');
    if (equals) {
        *equals = '\0';
        return set_option(o, name, equals + 1);
    }
    if (!takes_value(name)) return set_option(o, name, "");
    if (++*i == argc) return refuse(EXIT_USAGE, "%s needs an argument", name);
    return set_option(o, name, argv[*i]);
}

static exit_status read_options(int argc, char **argv, bench_options *o, bool *help)
{
    exit_status status = EXIT_DONE;
    for (int i = 1; i < argc && !status; ++i) {
        if (is_help(argv[i])) *help = true;
        else if (!strcmp(argv[i], "--json")) o->json = true;
        else if (!strcmp(argv[i], "--quick")) o->quick = true;
        else if (!strcmp(argv[i], "--plan")) o->plan = true;
        else status = read_option(argc, argv, &i, o);
    }
    return status;
}

int cmd_bench(int argc, char **argv)
{
    bench b = {.options = {.n = (uint64_t)1 << 20, .threads = 1}};
    bool help = false;
    exit_status status = read_options(argc, argv, &b.options, &help);
    signal(SIGPIPE, SIG_IGN);
    if (status) return status;
    if (help) {
        print_help();
        return listing_end();
    }
    if (b.options.plan) {
        if (b.options.sampler || b.options.device || b.options.dtype || b.options.strategy)
            return refuse(EXIT_USAGE, "--plan measures its own grid: only --quick and --json go with it");
        status = plan_grid_bench(b.options.quick, b.options.json);
        return status ? status : listing_end();
    }
    if (!(status = bench_plan(&b)) && !(status = bench_measure(&b))) {
        if (b.options.json) bench_print_json(&b);
        else bench_print(&b);
        status = listing_end();
    }
    bench_end(&b);
    return status;
}
