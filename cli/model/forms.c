/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The two answers of `reroll model` that are not the distribution of a call's iterations: the best group for each p (Ridley
 * and Forget, Table 1), and the number of proposals that fixed:M needs (Linderman). */
#include "query.h"

#include <math.h>
#include <stdio.h>

/* ---- grouped: Table 1 ---- */

static void json_group(json_out *out, unsigned group, const char *key, double value)
{
    json_object(out, NULL, json_line);
    json_integer(out, "group", group);
    json_known(out, key, value);
    json_end(out);
}

static void json_thresholds(json_out *out, unsigned lanes)
{
    json_array(out, "thresholds", json_line);
    for (unsigned g = 1; g <= lanes; g *= 2) json_group(out, g, "upto", rr_model_grouped_upto(lanes, g));
    json_end(out);
}

static void json_speedups(json_out *out, unsigned lanes)
{
    static const json_layout rows = {"\n  ", ",\n  ", ""};
    rr_model_speedup s;
    json_array(out, "speedups", rows);
    for (size_t d = 0; rr_model_grouped_speedup(lanes, 1, d, &s); ++d) {
        json_object(out, NULL, json_line);
        json_text(out, "definition", s.definition);
        json_array(out, "groups", json_line);
        for (unsigned g = 1; g <= lanes && rr_model_grouped_speedup(lanes, g, d, &s); g *= 2)
            json_group(out, g, "speedup", s.value);
        json_end(out);
        json_end(out);
    }
    json_end(out);
}

static void print_definitions(unsigned lanes)
{
    rr_model_speedup s;
    printf("\n  Mean speed-up over one lane per sample where the group is best, by seven definitions:\n");
    for (size_t d = 0; rr_model_grouped_speedup(lanes, 1, d, &s); ++d) printf("  (%zu) %s\n", d + 1, s.definition);
}

static void print_table(unsigned lanes)
{
    rr_model_speedup s;
    printf("grouped, %u lanes: which group is best\n\n  %-8s %-36s", lanes, "group", "best up to rejection probability, %");
    for (size_t d = 0; rr_model_grouped_speedup(lanes, 1, d, &s); ++d) printf("   (%zu)   ", d + 1);
    printf("\n");
    for (unsigned g = 1; g <= lanes; g *= 2) {
        printf("  %-8u %-36.6g", g, 100 * rr_model_grouped_upto(lanes, g));
        for (size_t d = 0; rr_model_grouped_speedup(lanes, g, d, &s); ++d) printf(" %-8.4f", s.value);
        printf("\n");
    }
    print_definitions(lanes);
}

void model_grouped_table(const model_query *q)
{
    const unsigned lanes = (unsigned)q->value[MODEL_LANES];
    if (!q->json) {
        print_table(lanes);
        return;
    }
    json_out out = {.to = stdout};
    model_json_begin(&out, q);
    json_thresholds(&out, lanes);
    json_speedups(&out, lanes);
    json_end(&out);
}

/* ---- fixed: M and its failures ---- */

/* A sample costs M attempts and succeeds with probability 1 - rho^M, which is loop's CDF with one lane. There are no lanes
 * here. In contrast, rr_model_law.efficiency is that of a warp and also counts the lanes beyond M. */
void model_fixed(const model_query *q)
{
    const double min = rr_model_fixed_proposals(q->chance, q->value[MODEL_FAIL]);
    const double m = q->given[MODEL_FAIL] ? min : q->value[MODEL_PROPOSALS];
    const double fail = rr_model_fixed_fail(q->chance, m), kept = rr_model_loop_cdf(q->chance, 1, m);
    const double efficiency = kept / (m * q->chance.accept);
    if (q->json) {
        json_out out = {.to = stdout};
        model_json_begin(&out, q);
        json_known(&out, "proposals", m);
        json_known(&out, "fail", fail);
        json_known(&out, "efficiency_of_proposals", efficiency);
        json_end(&out);
        return;
    }
    model_print_head(q);
    printf("  %-12s %-12.0f per sample%s\n", "proposals", m, q->given[MODEL_FAIL] ? ", the smallest sufficient number" : "");
    printf("  %-12s %-12.7g probability that a sample has no accepted proposal\n", "fail", fail);
    printf("  %-12s %-12.7g of the M proposals, without lanes beyond M: 1 if no proposal is wasted\n", "efficiency",
           efficiency);
}
