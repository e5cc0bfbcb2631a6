/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The two answers of `reroll model` that are no law of a call: which group is best where (Ridley and
 * Forget, Table 1), and how many proposals fixed:M needs (Linderman). */
#include "query.h"
#include "cli/files/json.h"

#include <math.h>
#include <stdio.h>

/* ---- grouped: Table 1 ---- */

static void json_thresholds(unsigned lanes)
{
    printf(", \"thresholds\": [");
    for (unsigned g = 1; g <= lanes; g *= 2) {
        printf("%s{\"group\": %u", g > 1 ? ", " : "", g);
        model_json_member("upto", rr_model_grouped_upto(lanes, g));
        printf("}");
    }
    printf("]");
}

static void json_speedups(unsigned lanes)
{
    rr_model_speedup s;
    printf(", \"speedups\": [");
    for (size_t d = 0; rr_model_grouped_speedup(lanes, 1, d, &s); ++d) {
        printf("%s\n  {\"definition\": ", d ? "," : "");
        json_write_string(stdout, s.definition);
        printf(", \"groups\": [");
        for (unsigned g = 1; g <= lanes && rr_model_grouped_speedup(lanes, g, d, &s); g *= 2) {
            printf("%s{\"group\": %u", g > 1 ? ", " : "", g);
            model_json_member("speedup", s.value);
            printf("}");
        }
        printf("]}");
    }
    printf("]");
}

static void print_definitions(unsigned lanes)
{
    rr_model_speedup s;
    printf("\n  Speed-up over one lane a sample, averaged where the group is best, by definition:\n");
    for (size_t d = 0; rr_model_grouped_speedup(lanes, 1, d, &s); ++d) printf("  (%zu) %s\n", d + 1, s.definition);
}

static void print_table(unsigned lanes)
{
    rr_model_speedup s;
    printf("grouped, %u lanes: which group is best\n\n  %-8s %-24s", lanes, "group", "up to a rejection of, %");
    for (size_t d = 0; rr_model_grouped_speedup(lanes, 1, d, &s); ++d) printf("   (%zu)   ", d + 1);
    printf("\n");
    for (unsigned g = 1; g <= lanes; g *= 2) {
        printf("  %-8u %-24.6g", g, 100 * rr_model_grouped_upto(lanes, g));
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
    model_json_begin(q);
    json_thresholds(lanes);
    json_speedups(lanes);
    model_json_end();
}

/* ---- fixed: M and its failures ---- */

/* A sample costs M attempts and comes out with probability 1 - rho^M, which is loop's CDF at one lane. */
void model_fixed(const model_query *q)
{
    const double least = rr_model_fixed_proposals(q->chance, q->value[MODEL_FAIL]);
    const double m = q->given[MODEL_FAIL] ? least : q->value[MODEL_PROPOSALS];
    const double fail = rr_model_fixed_fail(q->chance, m), kept = rr_model_loop_cdf(q->chance, 1, m);
    const double efficiency = kept / (m * q->chance.accept);
    if (q->json) {
        model_json_begin(q);
        model_json_member("proposals", m);
        model_json_member("fail", fail);
        model_json_member("efficiency", efficiency);
        model_json_end();
        return;
    }
    model_print_head(q);
    printf("  %-12s %-12.0f of every sample%s\n", "proposals", m, q->given[MODEL_FAIL] ? ", the least that do" : "");
    printf("  %-12s %-12.7g probability that a sample has no accepted proposal\n", "fail", fail);
    printf("  %-12s %-12.7g 1 where no attempt is wasted\n", "efficiency", efficiency);
}
