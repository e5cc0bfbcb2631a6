/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The options of `reroll model`: which strategy has which, and what each accepts. */
#include "model_query.h"
#include "numbers.h"
#include "suggest.h"

#include <stdio.h>
#include <string.h>

#define BIT(strategy) (1u << RR_MODEL_##strategy)
#define ALL 0xffu
#define LAWS (ALL & ~BIT(FIXED))
#define LANES_OF_LOOP 0x1p40

/* A range in a message, with the digits that 1 - 1e-9 needs. */
#define RANGE "%c%.9g, %.9g%c"
#define RANGE_OF(r) (r).low_open ? '(' : '[', (r).low, (r).high, (r).high_open ? ')' : ']'

/* In the order of rr_model_strategy. */
static const char *const strategies[] = {"loop", "cached", "grouped", "fixed", "regroup", "regroup:ahead", "refill",
                                         "compact"};

static const struct option {
    const char *name;
    bool whole;
    rr_range range;
    double fallback;
    unsigned strategies;
} options[MODEL_OPTIONS] = {
    /* Probabilities as far as the model states its accuracy. */
    [MODEL_LANES] = {"--lanes", true, {1, 64, 0, 0}, 32, LAWS},
    [MODEL_ACCEPT] = {"--accept", false, {1e-9, 1, 0, 0}, 1, ALL},
    [MODEL_REJECT] = {"--reject", false, {0, 1 - 1e-9, 0, 0}, 0, ALL},
    [MODEL_PMF] = {"--pmf", true, {1, 65536, 0, 0}, 16, LAWS & ~BIT(COMPACT)},
    [MODEL_CHANGE] = {"--change", false, {0, 1, 0, 0}, 0, BIT(CACHED)},
    [MODEL_GROUP] = {"--group", true, {1, 64, 0, 0}, 0, BIT(GROUPED)},
    [MODEL_PROPOSALS] = {"--proposals", true, {1, 65536, 0, 0}, 0, BIT(FIXED)},
    [MODEL_FAIL] = {"--fail", false, {0, 1, 1, 0}, 0, BIT(FIXED)},
    [MODEL_TILE] = {"--tile", true, {64, 65536, 0, 0}, 4096, BIT(REFILL) | BIT(COMPACT)},
};

const char *model_strategy_name(rr_model_strategy strategy)
{
    return strategies[strategy];
}

static const char *strategy_name(size_t number, const void *context)
{
    (void)context;
    return number < sizeof strategies / sizeof strategies[0] ? strategies[number] : NULL;
}

/* The options of the strategy that `context` points to. */
static const char *option_name(size_t number, const void *context)
{
    const model_query *q = context;
    for (size_t i = 0; i < MODEL_OPTIONS; ++i)
        if (options[i].strategies >> q->strategy & 1 && !number--) return options[i].name;
    return number == 0 ? "--json" : number == 1 ? "--help" : NULL;
}

/* ---- One option ---- */

static exit_status set_strategy(model_query *q, const char *text)
{
    char hint[SUGGEST_SIZE];
    for (size_t i = 0; strategy_name(i, NULL); ++i) {
        if (strcmp(text, strategies[i])) continue;
        q->strategy = (rr_model_strategy)i;
        return EXIT_DONE;
    }
    return refuse(EXIT_USAGE, "unknown strategy '%s'%s", text, suggest(text, "", strategy_name, NULL, hint));
}

/* The range of --lanes is loop's own where the law has a formula instead of a chain. */
static rr_range range_of(const model_query *q, size_t option)
{
    rr_range r = options[option].range;
    if (option == MODEL_LANES && q->strategy == RR_MODEL_LOOP) r.high = LANES_OF_LOOP;
    return r;
}

static bool in_range(const rr_range *r, double x)
{
    return (r->low_open ? x > r->low : x >= r->low) && (r->high_open ? x < r->high : x <= r->high);
}

static exit_status set_value(model_query *q, size_t option, const char *text)
{
    const struct option *o = &options[option];
    const rr_range r = range_of(q, option);
    uint64_t n = 0;
    double x = 0;
    const bool read = o->whole ? parse_whole(text, &n) : parse_real(text, &x);
    if (o->whole) x = (double)n;
    q->value[option] = x;
    q->given[option] = true;
    if (read && in_range(&r, x)) return EXIT_DONE;
    if (!o->whole) return refuse(EXIT_USAGE, "%s %s: a number in " RANGE " is accepted", o->name, text, RANGE_OF(r));
    return refuse(EXIT_USAGE, "%s %s: a whole number from %.0f to %.0f is accepted", o->name, text, r.low, r.high);
}

/* "--name value" and "--name=value"; *i is moved on to the value. */
static exit_status read_option(int argc, char **argv, int *i, model_query *q)
{
    const char *name = argv[*i], *equals = strchr(name, '=');
    const size_t length = equals ? (size_t)(equals - name) : strlen(name);
    char hint[SUGGEST_SIZE];
    size_t k = 0;
    if (!strcmp(name, "--json")) {
        q->json = true;
        return EXIT_DONE;
    }
    while (k < MODEL_OPTIONS && (strlen(options[k].name) != length || strncmp(name, options[k].name, length))) ++k;
    if (k == MODEL_OPTIONS)
        return refuse(EXIT_USAGE, "unknown argument '%s'%s", name, suggest(name, "", option_name, q, hint));
    if (!(options[k].strategies >> q->strategy & 1))
        return refuse(EXIT_USAGE, "%s is no option of model %s", options[k].name, strategies[q->strategy]);
    if (!equals && ++*i == argc) return refuse(EXIT_USAGE, "%s needs an argument", name);
    return set_value(q, k, equals ? equals + 1 : argv[*i]);
}

/* ---- What must fit together ---- */

static bool power_of_two(double x)
{
    const uint64_t n = (uint64_t)x;
    return n && !(n & (n - 1));
}

static exit_status check_grouped(const model_query *q, bool chance)
{
    const double lanes = q->value[MODEL_LANES], group = q->value[MODEL_GROUP];
    if (!power_of_two(lanes)) return refuse(EXIT_USAGE, "--lanes %.0f: grouped takes a power of two from 1 to 64", lanes);
    if (!q->given[MODEL_GROUP])
        return chance ? refuse(EXIT_USAGE, "--group is missing: --accept and --reject ask about one group") :
               q->given[MODEL_PMF] ? refuse(EXIT_USAGE, "--group is missing: --pmf asks about one group") : EXIT_DONE;
    if (!power_of_two(group) || group > lanes)
        return refuse(EXIT_USAGE, "--group %.0f: a power of two from 1 to %.0f, the lanes, is accepted", group, lanes);
    return EXIT_DONE;
}

static exit_status check_fixed(const model_query *q)
{
    if (q->given[MODEL_PROPOSALS] && q->given[MODEL_FAIL])
        return refuse(EXIT_USAGE, "--proposals and --fail: each gives the other, so give one of them");
    if (q->given[MODEL_PROPOSALS] || q->given[MODEL_FAIL]) return EXIT_DONE;
    return refuse(EXIT_USAGE, "--proposals M or --fail F is missing");
}

static exit_status missing(size_t option)
{
    return refuse(EXIT_USAGE, "%s is missing: a number in " RANGE, options[option].name, RANGE_OF(options[option].range));
}

static exit_status check(model_query *q)
{
    const bool accept = q->given[MODEL_ACCEPT], reject = q->given[MODEL_REJECT];
    const bool table = q->strategy == RR_MODEL_GROUPED && !q->given[MODEL_GROUP];
    exit_status status = EXIT_DONE;
    if (accept && reject) return refuse(EXIT_USAGE, "--accept and --reject: they add up to 1, so give one of them");
    if (q->strategy == RR_MODEL_GROUPED) status = check_grouped(q, accept || reject);
    if (!status && !accept && !reject && !table) status = missing(MODEL_ACCEPT);
    if (!status && q->strategy == RR_MODEL_FIXED) status = check_fixed(q);
    q->chance = reject ? rr_chance_reject(q->value[MODEL_REJECT]) : rr_chance_accept(q->value[MODEL_ACCEPT]);
    return status;
}

exit_status model_read(int argc, char **argv, model_query *q)
{
    exit_status status = EXIT_DONE;
    *q = (model_query){.strategy = RR_MODEL_LOOP};
    for (int i = 1; i < argc; ++i) q->help |= is_help(argv[i]);
    if (q->help) return EXIT_DONE;
    for (size_t k = 0; k < MODEL_OPTIONS; ++k) q->value[k] = options[k].fallback;
    if (argc < 2 || argv[1][0] == '-')
        return refuse(EXIT_USAGE, "which strategy? It comes first: loop, cached, grouped, fixed, regroup, regroup:ahead, "
                                  "refill or compact");
    status = set_strategy(q, argv[1]);
    for (int i = 2; i < argc && !status; ++i) status = read_option(argc, argv, &i, q);
    return status ? status : check(q);
}
