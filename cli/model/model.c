/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll model: how many iterations a warp takes under a strategy, by formula; nothing is drawn. */
#include "query.h"
#include "cli/commands.h"
#include "cli/files/json.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void print_help(void)
{
    puts("NAME\n"
         "    reroll model - predict the iterations of a warp under a strategy\n\n"
         "SYNOPSIS\n"
         "    reroll model loop    --lanes T --accept P [--pmf N] [--json]\n"
         "    reroll model cached  --lanes T --accept P [--change Q] [--pmf N] [--json]\n"
         "    reroll model grouped --lanes T [--group G --accept P [--pmf N]] [--json]\n"
         "    reroll model fixed   --accept P (--proposals M | --fail F) [--json]\n"
         "    reroll model regroup|regroup:ahead|refill|compact --lanes T --accept P [--tile S] [--json]\n\n"
         "DESCRIPTION\n"
         "    Lanes in lockstep try until all that vote together have a sample. The law of the iterations that a call\n"
         "    takes is computed, not simulated: mean, variance, mode, quantiles, and how much of the lanes' attempts\n"
         "    were of use. loop adds the approximations of the mean and their errors; cached and regroup:ahead show\n"
         "    the first call beside the steady state, and cached its gain over loop; grouped without --group shows\n"
         "    up to which rejection probability each group is the best; fixed, how often M proposals all fail.\n\n"
         "OPTIONS");
    model_print_options();
}

/* ---- loop: the exact mean beside its approximations ---- */

static double relative_error(double value, double exact)
{
    return value / exact - 1;
}

static void json_approximations(const model_query *q, double mean)
{
    rr_model_approximation a;
    printf(", \"approximations\": [");
    for (size_t i = 0; rr_model_approximation_list(i, &a); ++i) {
        const double value = a.mean(q->chance, q->value[MODEL_LANES]);
        printf("%s\n  {\"name\": ", i ? "," : "");
        json_write_string(stdout, a.name);
        model_json_member("mean", value);
        model_json_member("error", relative_error(value, mean));
        printf(", \"holds\": %s}", a.holds(q->chance, q->value[MODEL_LANES]) ? "true" : "false");
    }
    printf("]");
}

static void print_approximations(const model_query *q, double mean)
{
    rr_model_approximation a;
    printf("\n  %-24s %-12s %-12s %-14s %s\n", "approximation of mean", "value", "error, %", "claims to hold", "source");
    for (size_t i = 0; rr_model_approximation_list(i, &a); ++i) {
        const double value = a.mean(q->chance, q->value[MODEL_LANES]);
        printf("  %-24s %-12.7g %-12.3g %-14s %s\n", a.name, value, 100 * relative_error(value, mean),
               a.holds(q->chance, q->value[MODEL_LANES]) ? "yes" : "no", a.source);
    }
}

static exit_status model_loop(const model_query *q)
{
    model_answer a;
    const exit_status status = model_solve(q, false, &a);
    if (!status && q->json) {
        model_json_begin(q);
        printf(", ");
        model_json_law(q, &a);
        json_approximations(q, a.law.mean);
        model_json_end();
    } else if (!status) {
        model_print_head(q);
        model_print_law(&a);
        model_print_pmf(q, &a);
        print_approximations(q, a.law.mean);
    }
    free(a.pmf);
    return status;
}

/* ---- cached, regroup:ahead: the first call and the steady state ---- */

static void json_object(const char *key, const model_query *q, const model_answer *a)
{
    printf(", \"%s\": {", key);
    model_json_law(q, a);
    printf("}");
}

static void json_two(const model_query *q, const model_answer *first, const model_answer *steady, double loop)
{
    model_json_begin(q);
    if (q->strategy == RR_MODEL_CACHED) model_json_member("change", q->value[MODEL_CHANGE]);
    printf(", ");
    model_json_law(q, steady);
    json_object("first", q, first);
    json_object("steady", q, steady);
    model_json_member("loop", loop);
    model_json_member("ratio", loop / steady->law.mean);
    model_json_end();
}

static void print_two(const model_query *q, const model_answer *first, const model_answer *steady, double loop)
{
    model_print_head(q);
    printf("The first call\n");
    model_print_law(first);
    printf("\nThe steady state between calls\n");
    model_print_law(steady);
    model_print_pmf(q, steady);
    printf("\nloop takes %.7g iterations a call, %.5g times as many\n", loop, loop / steady->law.mean);
}

static exit_status model_two(const model_query *q)
{
    const double loop = rr_model_loop_mean(q->chance, q->value[MODEL_LANES]);
    model_answer first = {.pmf = NULL}, steady = {.pmf = NULL};
    exit_status status = model_solve(q, true, &first);
    if (!status) status = model_solve(q, false, &steady);
    if (!status) (q->json ? json_two : print_two)(q, &first, &steady, loop);
    free(first.pmf);
    free(steady.pmf);
    return status;
}

/* ---- The others ---- */

static exit_status model_one(const model_query *q)
{
    model_answer a;
    const exit_status status = model_solve(q, false, &a);
    if (!status && q->json) {
        model_json_begin(q);
        if (q->given[MODEL_GROUP]) model_json_member("group", q->value[MODEL_GROUP]);
        printf(", ");
        model_json_law(q, &a);
        model_json_end();
    } else if (!status) {
        model_print_head(q);
        model_print_law(&a);
        model_print_pmf(q, &a);
    }
    free(a.pmf);
    return status;
}

static exit_status answer(const model_query *q)
{
    const bool ahead = q->strategy == RR_MODEL_CACHED || q->strategy == RR_MODEL_REGROUP_AHEAD;
    if (q->strategy == RR_MODEL_LOOP) return model_loop(q);
    if (ahead) return model_two(q);
    if (q->strategy == RR_MODEL_FIXED) model_fixed(q);
    else if (q->strategy == RR_MODEL_GROUPED && !q->given[MODEL_GROUP]) model_grouped_table(q);
    else return model_one(q);
    return EXIT_DONE;
}

int cmd_model(int argc, char **argv)
{
    model_query q;
    exit_status status = model_read(argc, argv, &q);
    signal(SIGPIPE, SIG_IGN);
    if (status) return status;
    if (q.help) print_help();
    else status = answer(&q);
    return status ? status : stdout_end();
}
