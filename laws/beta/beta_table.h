/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* beta:table: for very many draws with one pair of shapes, by a table of the inverse CDF (icdf.h) that the host builds
 * once. Until `finish` squares it, the value is the 2^s-th root of X, or minus that of 1 - X, whichever is small
 * (host/tables/icdf.h). The uniform is that of sampler uniform. */
#ifndef RR_SAMPLER_BETA_TABLE_H
#define RR_SAMPLER_BETA_TABLE_H

#include "engine/draws/icdf.h"

#define RR_GROUP_beta_table RR_ONE_WORD_GROUP
#define RR_AUX_beta_table 0
#define RR_BLOCKS_beta_table 1
#define RR_EXPENSIVE_beta_table 1
#define RR_IN_ORDER_beta_table 1

#define RR_ONE_WORD beta_table
#define RR_ONE_WORD_TABLE 1
#include "engine/draws/one_word.h"

/* X from its root, which is never 0. */
RR_FN rr_real rr_beta_table_value(RR_GLOBAL const rr_scalar *table, rr_real root)
{
    const rr_real near = rr_icdf_power(table, rr_abs(root));
    return rr_select(rr_lt(root, rr_splat(RR_C(0))), RR_C(1) - near, near);
}

RR_FN rr_real rr_beta_table_finish(const rr_tile *t, rr_uint32 slot0, rr_real root, rr_real aux)
{
    (void)slot0;
    (void)aux;
    return rr_beta_table_value((RR_GLOBAL const rr_scalar *)t->table, root);
}

#endif
