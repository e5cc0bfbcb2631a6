/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll model: computes, by formulas, how many iterations a warp takes under a strategy. */
#include "query.h"
#include "cli/commands.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- loop: the exact mean and its approximations ---- */

static double relative_error(double value, double exact)
{
    return value / exact - 1;
}

static void json_approximations(json_out *out, const model_query *q, double mean)
{
    static const json_layout rows = {"\n  ", ",\n  ", ""};
    rr_model_approximation a;
    json_array(out, "approximations", rows);
    for (size_t i = 0; rr_model_approximation_list(i, &a); ++i) {
        const double value = a.mean(q->chance, q->value[MODEL_LANES]);
        json_object(out, NULL, json_line);
        json_text(out, "name", a.name);
        json_known(out, "mean", value);
        json_known(out, "error", relative_error(value, mean));
        json_bool(out, "holds", a.holds(q->chance, q->value[MODEL_LANES]));
        json_end(out);
    }
    json_end(out);
}

static void print_approximations(const model_query *q, double mean)
{
    rr_model_approximation a;
    printf("\n  %-24s %-12s %-12s %-14s %s\n", "approximation of mean", "value", "error, %", "in its range", "source");
    for (size_t i = 0; rr_model_approximation_list(i, &a); ++i) {
        const double value = a.mean(q->chance, q->value[MODEL_LANES]);
        printf("  %-24s %-12.7g %-12.3g %-14s %s\n", a.name, value, 100 * relative_error(value, mean),
               a.holds(q->chance, q->value[MODEL_LANES]) ? "yes" : "no", a.source);
    }
}

static exit_status model_loop(const model_query *q)
{
    model_answer a;
    json_out out = {.to = stdout};
    const exit_status status = model_solve(q, false, &a);
    if (!status && q->json) {
        model_json_begin(&out, q);
        model_json_law(&out, q, &a);
        json_approximations(&out, q, a.law.mean);
        json_end(&out);
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

static void json_first_or_steady(json_out *out, const char *key, const model_query *q, const model_answer *a)
{
    json_object(out, key, json_line);
    model_json_law(out, q, a);
    json_end(out);
}

static void json_two(const model_query *q, const model_answer *first, const model_answer *steady, double loop)
{
    json_out out = {.to = stdout};
    model_json_begin(&out, q);
    if (q->strategy == RR_MODEL_CACHED) json_known(&out, "change", q->value[MODEL_CHANGE]);
    model_json_law(&out, q, steady);
    json_first_or_steady(&out, "first", q, first);
    json_first_or_steady(&out, "steady", q, steady);
    json_known(&out, "loop", loop);
    json_known(&out, "ratio", loop / steady->law.mean);
    json_end(&out);
}

static void print_two(const model_query *q, const model_answer *first, const model_answer *steady, double loop)
{
    model_print_head(q);
    printf("The first call\n");
    model_print_law(first);
    printf("\nThe steady state between calls\n");
    model_print_law(steady);
    model_print_pmf(q, steady);
    printf("\nloop takes %.7g iterations per call, %.5g times as many\n", loop, loop / steady->law.mean);
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
    json_out out = {.to = stdout};
    const exit_status status = model_solve(q, false, &a);
    if (!status && q->json) {
        model_json_begin(&out, q);
        if (q->given[MODEL_GROUP]) json_known(&out, "group", q->value[MODEL_GROUP]);
        model_json_law(&out, q, &a);
        json_end(&out);
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
    if (q.help) return manual_help(&manual_model);
    status = answer(&q);
    return status ? status : stdout_end();
}
