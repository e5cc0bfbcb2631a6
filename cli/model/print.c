/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prints the model's distributions as text and as JSON. */
#include "query.h"

#include <math.h>
#include <string.h>

/* ---- JSON ---- */

void model_json_begin(json_out *out, const model_query *q)
{
    json_object(out, NULL, json_line);
    json_text(out, "strategy", rr_model_strategy_name(q->strategy));
    if (q->strategy != RR_MODEL_FIXED) json_known(out, "lanes", q->value[MODEL_LANES]);
    if (q->strategy == RR_MODEL_GROUPED && !q->given[MODEL_GROUP]) return;
    json_known(out, "accept", q->chance.accept);
    json_known(out, "reject", q->chance.reject);
}

static void json_pmf(json_out *out, const model_query *q, const model_answer *a)
{
    if (!a->pmf) {
        json_null(out, "pmf");
        return;
    }
    json_array(out, "pmf", json_line);
    for (size_t n = 0; n < (size_t)q->value[MODEL_PMF]; ++n) json_real(out, NULL, a->pmf[n]);
    json_end(out);
}

void model_json_law(json_out *out, const model_query *q, const model_answer *a)
{
    json_known(out, "mean", a->law.mean);
    json_known(out, "variance", a->law.variance);
    json_known(out, "mode", a->law.mode);
    json_object(out, "quantiles", json_line);
    for (int i = 0; i < MODEL_QUANTILES; ++i) {
        char level[32];
        snprintf(level, sizeof level, "%g", model_levels[i]);
        json_known(out, level, a->quantile[i]);
    }
    json_end(out);
    json_pmf(out, q, a);
    if (q->strategy == RR_MODEL_REGROUP_AHEAD) json_known(out, "zero", a->zero);
    json_known(out, "samples", a->law.samples);
    json_known(out, "attempts", a->law.attempts);
    json_known(out, "efficiency", a->law.efficiency);
}

/* ---- Text ---- */

void model_print_head(const model_query *q)
{
    printf("%s", rr_model_strategy_name(q->strategy));
    if (q->given[MODEL_GROUP]) printf(":%.0f", q->value[MODEL_GROUP]);
    if (q->strategy != RR_MODEL_FIXED) printf(", %.0f lanes", q->value[MODEL_LANES]);
    printf(", acceptance %g, rejection %g", q->chance.accept, q->chance.reject);
    if (q->strategy == RR_MODEL_CACHED) printf(", parameters change with probability %g", q->value[MODEL_CHANGE]);
    if (q->strategy == RR_MODEL_REFILL || q->strategy == RR_MODEL_COMPACT)
        printf(", tiles of %.0f samples", q->value[MODEL_TILE]);
    printf("\n\n");
}

static void print_line(const char *name, double value, const char *explained)
{
    const int width = *explained ? 12 : 1;   /* avoids blanks at the end of a line */
    if (isnan(value)) printf("  %-12s %-*s%s%s\n", name, width, "-", *explained ? " " : "", explained);
    else printf("  %-12s %-*.7g%s%s\n", name, width, value, *explained ? " " : "", explained);
}

void model_print_law(const model_answer *a)
{
    print_line("samples", a->law.samples, "per call");
    print_line("mean", a->law.mean, "iterations per call");
    print_line("variance", a->law.variance, "");
    print_line("mode", a->law.mode, "");
    for (int i = 0; i < MODEL_QUANTILES; ++i) {
        char name[32];
        snprintf(name, sizeof name, "q %g", model_levels[i]);
        print_line(name, a->quantile[i], i ? "" : "the median");
    }
    if (a->zero != 0) print_line("P(N = 0)", a->zero, "a row that is done before its call");
    print_line("attempts", a->law.attempts, "per sample, over all lanes, including idle ones");
    print_line("efficiency", a->law.efficiency, "1 if no lane ever waits");
}

void model_print_pmf(const model_query *q, const model_answer *a)
{
    double cdf = a->zero;
    if (!q->given[MODEL_PMF] || !a->pmf) return;
    printf("\n  %-8s %-14s %s\n", "n", "P(N = n)", "P(N <= n)");
    for (size_t n = 1; n <= (size_t)q->value[MODEL_PMF]; ++n) {
        cdf += a->pmf[n - 1];
        printf("  %-8zu %-14.8g ", n, a->pmf[n - 1]);
        printf(isnan(cdf) ? "-\n" : "%.8g\n", cdf);
    }
}
