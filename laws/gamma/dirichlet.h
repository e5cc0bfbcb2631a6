/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* dirichlet: a row of K components, gammas of shapes alpha_c over their sum. Component c of row i is a gamma draw with
 * index i K + c, in dirichlet's own family (draw/draw.h). Its logarithm, log g - E / a, does not underflow for any shape.
 * When the row is complete, rows.h normalizes it from the logarithms. So rows of alpha = 1e-3 are one-hot, never 0 / 0. */
#ifndef RR_SAMPLER_DIRICHLET_H
#define RR_SAMPLER_DIRICHLET_H

#include "laws/gamma/draw/log.h"
#include "laws/gamma/draw/slots.h"
#if RR_HAS_POINTERS
#include "engine/passes/short_rows.h"
#endif

RR_FN void rr_dirichlet_prepare(rr_tile *t) { rr_gamma_prepare_of(t, RR_C(1)); }

RR_FN rr_real rr_dirichlet_finish(const rr_tile *t, rr_uint32 slot0, rr_real g, rr_real e)
{
    return rr_gamma_log(g, e, rr_run_param(t, 0, slot0));
}

#if RR_HAS_POINTERS
#define RR_ROWS_dirichlet 1
RR_FN void rr_dirichlet_rows(rr_scalar *x, rr_uint32 rows, rr_uint32 n, const void *table)
{
    (void)table;
    rr_softmax_rows(x, rows, n);
}
#endif

#endif
