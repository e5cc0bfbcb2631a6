/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Tables that samplers need before a call. */
#ifndef RR_TABLES_H
#define RR_TABLES_H

#include "targets/target.h"

typedef struct rr_table {
    size_t size;
    const void *data;   /* NULL: the sampler has none */
    void *own;          /* freed by rr_table_give */
} rr_table;

/* tables.c: makes or finds the table of a call's sampler and sets it in the call. RR_ERR_MEMORY: no memory for it.
 * RR_ERR_PARAM: a matrix is not a covariance; weights are negative, not finite or all 0; or numbers do not increase. */
rr_status rr_table_take(rr_call *call, rr_result *result, rr_table *table);
void rr_table_give(rr_table *table);

/* The same for a call drawn once. Few samples of weights get no table: the call becomes one that needs none. */
rr_status rr_table_take_once(rr_call *call, rr_result *result, rr_table *table);

/* matrix.c: the factor of the call's matrix, checked, in the layout of the sampler's row function. */
rr_status rr_factor_take(const rr_call *call, rr_result *result, rr_table *table);

/* weights.c: the table of the call's weights (engine/abi/weights.h), checked; the checks alone. */
rr_status rr_weights_take(const rr_call *call, rr_result *result, rr_table *table);
rr_status rr_weights_check(const rr_call *call, rr_result *result);

/* numbers.c: the numbers of a vector that is used unchanged (engine/abi/numbers.h), checked. */
rr_status rr_numbers_take(const rr_call *call, rr_result *result, rr_table *table);

/* The numbers of a mixture in addition to its weights: their bytes; the numbers, checked. */
size_t rr_extra_size(const rr_call *call);
rr_status rr_extra_fill(const rr_call *call, double *values, rr_result *result);

/* Bytes of a table of `number` valid weights; the table, whose category 0 represents the count `first`. */
size_t rr_weights_size(uint64_t number);
void rr_weights_fill(const double *weights, uint64_t number, double first, void *table);

/* Checks the weights of an array, without a call, and returns the s of their integers (engine/abi/fractions.h). Error
 * messages begin with `of`. */
rr_status rr_weights_scale(const double *weights, uint64_t number, const char *of, rr_result *result, int *shift);

/* alias.c: the alias table of the call's weights. */
rr_status rr_alias_take(const rr_call *call, rr_result *result, rr_table *table);

#endif
