/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Queries of `reroll model` and their answers. */
#ifndef MODEL_QUERY_H
#define MODEL_QUERY_H

#include "cli/base/cli.h"
#include "cli/files/jsonout.h"
#include "reroll_model.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum model_option {
    MODEL_LANES, MODEL_ACCEPT, MODEL_REJECT, MODEL_PMF, MODEL_CHANGE, MODEL_GROUP, MODEL_PROPOSALS, MODEL_FAIL, MODEL_TILE,
    MODEL_OPTIONS
} model_option;

/* Option values are doubles: all accepted integers are below 2^53. */
typedef struct model_query {
    rr_model_strategy strategy;
    double value[MODEL_OPTIONS];
    bool given[MODEL_OPTIONS];
    bool json, help;
    rr_chance chance;
} model_query;

/* Reads and checks the arguments. EXIT_DONE, or an error status after a message. */
exit_status model_read(int argc, char **argv, model_query *query);

/* ---- Answers ---- */

enum { MODEL_QUANTILES = 4 };
extern const double model_levels[MODEL_QUANTILES];

/* pmf has value[MODEL_PMF] numbers, or is NULL if the strategy has none. Unknown quantiles are NaN. */
typedef struct model_answer {
    rr_model_law law;
    double quantile[MODEL_QUANTILES];
    double zero;             /* P(N = 0): 0 except for regroup:ahead */
    double *pmf;
} model_answer;

/* The distribution of a call's iterations; `first`: of the first call instead of the steady state. EXIT_DONE, or an error
 * status after a message. */
exit_status model_solve(const model_query *query, bool first, model_answer *answer);

/* ---- Printing ---- */

/* The first members of every JSON object, which stays open, and the members of a distribution. */
void model_json_begin(json_out *out, const model_query *query);
void model_json_law(json_out *out, const model_query *query, const model_answer *answer);

/* The head line; a distribution, one value per line; the table of its pmf. */
void model_print_head(const model_query *query);
void model_print_law(const model_answer *answer);
void model_print_pmf(const model_query *query, const model_answer *answer);

/* The two answers that are not the distribution of a call's iterations. */
void model_grouped_table(const model_query *query);
void model_fixed(const model_query *query);

#endif
