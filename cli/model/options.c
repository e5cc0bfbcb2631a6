/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The options of `reroll model`: the strategies that have them and the values that they accept. */
#include "query.h"
#include "cli/base/numbers.h"
#include "cli/base/suggest.h"
#include "cli/base/synonyms.h"
#include "cli/commands.h"
#include "cli/options/manual.h"

#include <stdio.h>
#include <string.h>

#define BIT(strategy) (1u << RR_MODEL_##strategy)
#define ALL 0xffu
#define LAWS (ALL & ~BIT(FIXED))
#define LANES_OF_LOOP 0x1p40

/* A range in a message, with the digits that 1 - 1e-9 needs. */
#define RANGE "%c%.9g, %.9g%c"
#define RANGE_OF(r) (r).low_open ? '(' : '[', (r).low, (r).high, (r).high_open ? ')' : ']'

enum { MODEL_JSON = MODEL_OPTIONS, MODEL_HELP, MODEL_ROWS };

static const option_row rows[MODEL_ROWS] = {
    [MODEL_LANES] = {0, "lanes", "T", false,
                     "lanes per warp, 1 to 64, with loop up to 2^40; grouped: a power of two (default 32)"},
    [MODEL_ACCEPT] = {0, "accept", "P", false, "the probability that a proposal is accepted, 1e-9 to 1"},
    [MODEL_REJECT] = {0, "reject", "R", false, "instead of --accept: the probability that it is rejected, 0 to 1 - 1e-9"},
    [MODEL_PMF] = {0, "pmf", "N", false,
                   "print the probabilities of 1 to N iterations (N to 65536; with --json default 16)"},
    [MODEL_CHANGE] = {0, "change", "Q", false,
                      "cached: the probability, per lane and call, that its parameters change and its stored sample is lost "
                      "(default 0)"},
    [MODEL_GROUP] = {0, "group", "G", false, "grouped: lanes that work on one sample, a power of two"},
    [MODEL_PROPOSALS] = {0, "proposals", "M", false, "fixed: proposals per sample, 1 to 65536"},
    [MODEL_FAIL] = {0, "fail", "F", false, "fixed: the smallest M with a probability of failure of at most F, in (0, 1]"},
    [MODEL_TILE] = {0, "tile", "S", false, "refill, compact: samples per tile, 64 to 65536 (default 4096)"},
    [MODEL_JSON] = {0, "json", NULL, false,
                    "print an object with strategy, lanes, accept, reject, mean, variance, mode, quantiles, pmf (from n "
                    "= 1), samples, attempts, efficiency; loop: approximations; cached: first, steady, loop, ratio; "
                    "regroup:ahead: these and zero (the probability that a row is done before its call); grouped: "
                    "thresholds (group, upto: a rejection probability) and speedups; fixed: proposals, fail, "
                    "efficiency_of_proposals (without lanes beyond M). Entries that a strategy does not have are null"},
    [MODEL_HELP] = {'h', "help", NULL, false, "print this help"},
};

static const option_list list = {.rows = rows, .count = MODEL_ROWS};

static const struct accepted {
    bool whole;
    rr_range range;
    double fallback;
    unsigned strategies;
} accepted[MODEL_OPTIONS] = {
    /* The probabilities for which the model states its accuracy. */
    [MODEL_LANES] = {true, {1, 64, 0, 0}, 32, LAWS},
    [MODEL_ACCEPT] = {false, {1e-9, 1, 0, 0}, 1, ALL},
    [MODEL_REJECT] = {false, {0, 1 - 1e-9, 0, 0}, 0, ALL},
    [MODEL_PMF] = {true, {1, 65536, 0, 0}, 16, LAWS & ~BIT(COMPACT)},
    [MODEL_CHANGE] = {false, {0, 1, 0, 0}, 0, BIT(CACHED)},
    [MODEL_GROUP] = {true, {1, 64, 0, 0}, 0, BIT(GROUPED)},
    [MODEL_PROPOSALS] = {true, {1, 65536, 0, 0}, 0, BIT(FIXED)},
    [MODEL_FAIL] = {false, {0, 1, 1, 0}, 0, BIT(FIXED)},
    [MODEL_TILE] = {true, {64, 65536, 0, 0}, 4096, BIT(REFILL) | BIT(COMPACT)},
};

/* ---- The model's strategies ---- */

static const char *strategy_name(size_t number, const void *context)
{
    (void)context;
    return rr_model_strategy_name((unsigned)number);
}

/* "loop, cached ... and 2 more" */
static const char *some_strategies(char text[NAMES_SIZE])
{
    const char *name;
    text[0] = '\0';
    for (unsigned i = 0; (name = rr_model_strategy_name(i)); ++i) names_add(text, name);
    return names_end(text);
}

/* ---- One option ---- */

static exit_status set_strategy(model_query *q, const char *text)
{
    char hint[SUGGEST_SIZE], names[NAMES_SIZE];
    for (size_t i = 0; strategy_name(i, NULL); ++i) {
        if (strcmp(text, strategy_name(i, NULL))) continue;
        q->strategy = (rr_model_strategy)i;
        return EXIT_DONE;
    }
    suggest(text, "", strategy_name, NULL, hint);
    if (hint[0]) return refuse(EXIT_USAGE, "unknown strategy '%s'%s", text, hint);
    return refuse(EXIT_USAGE, "unknown strategy '%s': %s; reroll model --help lists them", text,
                  some_strategies(names));
}

/* The range of an option. For --lanes, loop has its own, because it has a formula instead of a chain. */
static rr_range range_of(const model_query *q, size_t option)
{
    rr_range r = accepted[option].range;
    if (option == MODEL_LANES && q->strategy == RR_MODEL_LOOP) r.high = LANES_OF_LOOP;
    return r;
}

static bool in_range(const rr_range *r, double x)
{
    return (r->low_open ? x > r->low : x >= r->low) && (r->high_open ? x < r->high : x <= r->high);
}

static exit_status set_value(model_query *q, size_t option, const char *text)
{
    const struct accepted *o = &accepted[option];
    const rr_range r = range_of(q, option);
    uint64_t n = 0;
    double x = 0;
    const bool read = o->whole ? parse_unsigned(text, &n) : parse_real(text, &x);
    if (o->whole) x = (double)n;
    q->value[option] = x;
    q->given[option] = true;
    if (read && in_range(&r, x)) return EXIT_DONE;
    const char *name = rows[option].name;
    if (!o->whole) return refuse(EXIT_USAGE, "--%s %s is not accepted; use a number in " RANGE, name, text, RANGE_OF(r));
    return refuse(EXIT_USAGE, "--%s %s is not accepted; use an integer in [%.0f, %.0f]", name, text, r.low, r.high);
}

static exit_status set_values(model_query *q, const char *const *value)
{
    exit_status status = EXIT_DONE;
    for (size_t k = 0; k < MODEL_OPTIONS && !status; ++k) {
        if (!value[k]) continue;
        if (!(accepted[k].strategies >> q->strategy & 1))
            return refuse(EXIT_USAGE, "--%s is not an option of model %s", rows[k].name,
                          rr_model_strategy_name(q->strategy));
        status = set_value(q, k, value[k]);
    }
    return status;
}

/* ---- Combinations ---- */

static bool power_of_two(double x)
{
    const uint64_t n = (uint64_t)x;
    return n && !(n & (n - 1));
}

static exit_status check_grouped(const model_query *q, bool chance)
{
    const double lanes = q->value[MODEL_LANES], group = q->value[MODEL_GROUP];
    if (!power_of_two(lanes))
        return refuse(EXIT_USAGE, "--lanes %.0f is not accepted; use a power of two in [1, 64] with grouped", lanes);
    if (!q->given[MODEL_GROUP])
        return chance ? refuse(EXIT_USAGE, "--group is missing: --accept and --reject need it") :
               q->given[MODEL_PMF] ? refuse(EXIT_USAGE, "--group is missing: --pmf needs it") : EXIT_DONE;
    if (!power_of_two(group) || group > lanes)
        return refuse(EXIT_USAGE, "--group %.0f is not accepted; use a power of two in [1, %.0f], the lanes", group, lanes);
    return EXIT_DONE;
}

static exit_status check_fixed(const model_query *q)
{
    if (q->given[MODEL_PROPOSALS] && q->given[MODEL_FAIL])
        return refuse(EXIT_USAGE, "--proposals and --fail cannot be given together: give one of them");
    if (q->given[MODEL_PROPOSALS] || q->given[MODEL_FAIL]) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--proposals M or --fail F is missing");
}

static exit_status missing(size_t option)
{
    return refuse(EXIT_USAGE, "--%s is missing: a number in " RANGE, rows[option].name, RANGE_OF(accepted[option].range));
}

static exit_status check(model_query *q)
{
    const bool accept = q->given[MODEL_ACCEPT], reject = q->given[MODEL_REJECT];
    const bool table = q->strategy == RR_MODEL_GROUPED && !q->given[MODEL_GROUP];
    exit_status status = EXIT_DONE;
    if (accept && reject) return refuse(EXIT_USAGE, "--accept and --reject cannot be given together: give one of them");
    if (q->strategy == RR_MODEL_GROUPED) status = check_grouped(q, accept || reject);
    if (!status && !accept && !reject && !table) status = missing(MODEL_ACCEPT);
    if (!status && q->strategy == RR_MODEL_FIXED) status = check_fixed(q);
    q->chance = reject ? rr_chance_reject(q->value[MODEL_REJECT]) : rr_chance_accept(q->value[MODEL_ACCEPT]);
    return status;
}

exit_status model_read(int argc, char **argv, model_query *q)
{
    const bool named = argc > 1 && argv[1][0] != '-';
    const char *value[MODEL_ROWS] = {NULL};
    char names[NAMES_SIZE];
    *q = (model_query){.strategy = RR_MODEL_LOOP};
    for (size_t k = 0; k < MODEL_OPTIONS; ++k) q->value[k] = accepted[k].fallback;
    exit_status status = named ? set_strategy(q, argv[1]) : EXIT_DONE;
    if (!status) status = optread(argc - named, argv + named, &list, value, NULL);
    q->help = value[MODEL_HELP] != NULL;
    q->json = value[MODEL_JSON] != NULL;
    if (status || q->help) return status;
    if (!named)
        return refuse(EXIT_USAGE, "the strategy is missing: reroll model STRATEGY, one of %s; reroll model --help lists "
                                  "them",
                      some_strategies(names));
    status = set_values(q, value);
    return status ? status : check(q);
}

/* ---- The manual ---- */

static const manual_section sections[] = {
    {"SYNOPSIS",
     .lines = "reroll model loop    [--lanes T] --accept P [--pmf N] [--json]\n"
              "reroll model cached  [--lanes T] --accept P [--change Q] [--pmf N] [--json]\n"
              "reroll model grouped [--lanes T] [--group G --accept P [--pmf N]] [--json]\n"
              "reroll model fixed   --accept P (--proposals M | --fail F) [--json]\n"
              "reroll model regroup|regroup:ahead [--lanes T] --accept P [--pmf N] [--json]\n"
              "reroll model refill  [--lanes T] --accept P [--tile S] [--pmf N] [--json]\n"
              "reroll model compact [--lanes T] --accept P [--tile S] [--json]"},
    {"DESCRIPTION",
     .text = "Predicts the iterations of a warp whose lanes make attempts in lockstep until all have a sample: mean, "
             "variance, mode, quantiles, and the fraction of useful attempts. Nothing is simulated.\n\n"
             "loop adds the approximations of the mean and their errors. cached and regroup:ahead show the first call and "
             "the steady state, and cached its gain over loop. grouped without --group shows the rejection probability "
             "up to which each group is the best. fixed shows the probability that M proposals all fail."},
    {"OPTIONS", NULL, NULL, NULL},
    {"EXAMPLES",
     .lines = "reroll model loop --lanes 32 --accept 0.5 --pmf 15\n"
              "reroll model cached --lanes 32 --accept 0.5 --change 0.1\n"
              "reroll model grouped --lanes 32\n"
              "reroll model fixed --accept 0.98 --fail 1e-9"},
    {"EXIT STATUS",
     .text = "0 done; 1 writing failed; 2 wrong usage"},
    {NULL, NULL, NULL, NULL},
};

const manual manual_model = {
    .name = "model",
    .summary = "predict the iterations of a warp under a strategy",
    .sections = sections, .rows = rows, .count = MODEL_ROWS,
};
