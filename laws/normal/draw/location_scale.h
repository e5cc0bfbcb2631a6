/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* mean + sd * Z from Z. Each normal includes this file with RR_NORMAL set to its name. */
#include "engine/passes/tile.h"

RR_FN rr_real RR_PASTE(rr_, RR_NORMAL, _finish)(const rr_tile *t, rr_uint32 slot0, rr_real z, rr_real aux)
{
    (void)aux;
    return rr_fma(rr_run_param(t, 1, slot0), z, rr_run_param(t, 0, slot0));
}

#undef RR_NORMAL
