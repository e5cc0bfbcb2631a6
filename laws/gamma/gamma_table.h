/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gamma:table: for very many draws with one shape, by a table of its inverse CDF (icdf.h) that the host builds once. The
 * value is the 2^s-th root of the gamma variate until `finish` squares and scales it. The uniform is that of sampler
 * uniform. */
#ifndef RR_SAMPLER_GAMMA_TABLE_H
#define RR_SAMPLER_GAMMA_TABLE_H

#include "engine/draws/icdf.h"

#define RR_GROUP_gamma_table RR_ONE_WORD_GROUP
#define RR_AUX_gamma_table 0
#define RR_BLOCKS_gamma_table 1
#define RR_EXPENSIVE_gamma_table 1
#define RR_IN_ORDER_gamma_table 1

#define RR_ONE_WORD gamma_table
#define RR_ONE_WORD_TABLE 1
#include "engine/draws/one_word.h"

RR_FN rr_real rr_gamma_table_finish(const rr_tile *t, rr_uint32 slot0, rr_real root, rr_real aux)
{
    (void)aux;
    return rr_icdf_power_times((RR_GLOBAL const rr_scalar *)t->table, root, rr_run_param(t, 1, slot0));
}

#endif
