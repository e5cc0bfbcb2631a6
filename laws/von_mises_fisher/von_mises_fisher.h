/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* von-mises-fisher: a row is a point x of the unit sphere of three dimensions, of density proportional to e^(kappa m.x), m the
 * mean direction. v = 1 - m.x is an exponential of rate kappa below 2, the number of the row: exact, and without a difference
 * where kappa is large (Ulrich 1984 has the inverse). With b and c the directions that the shortest turn of (0, 0, +-1), the
 * nearer, to m makes of (1, 0, 0) and (0, +-1, 0) (Duff et al., Journal of Computer Graphics Techniques 6 (2017) 1),
 *
 *     x = (1 - v) m + (p b + q c),   (p, q) = sqrt(v (2 - v)) (z_0, z_1) / sqrt(z_0^2 + z_1^2)
 *
 * in f64 whatever the dtype; z_0 and z_1, which are not 0, are normals of index 3 i and 3 i + 1. An entry is within 40 half ulps
 * of the dtype of 1, and where kappa is large m - x is right to 2^-50. */
#ifndef RR_SAMPLER_VON_MISES_FISHER_H
#define RR_SAMPLER_VON_MISES_FISHER_H

#include "engine/passes/row.h"
#include "laws/normal/draw/draw.h"

RR_FN void rr_von_mises_fisher_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN von_mises_fisher
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_von_mises_fisher 1
#if RR_HAS_POINTERS && RR_DTYPE == 64
/* The direction of a vector; (0, 0, 1) of 0. */
RR_FN void rr_direction_of(const double *of, double *m)
{
    double most = 0;
    for (int c = 0; c < 3; ++c) most = of[c] < 0 ? -of[c] > most ? -of[c] : most : of[c] > most ? of[c] : most;
    for (int c = 0; c < 3; ++c) m[c] = most > 0 ? of[c] / most : c == 2;
    const double length = rr_root_of(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    for (int c = 0; c < 3; ++c) m[c] /= length;
}

/* Parameters: the mean direction; kappa, which the number is of. */
RR_SLOW_FN void rr_von_mises_fisher_whole(const rr_row *r)
{
    const double v = r->number[0], x = r->x[0], y = r->x[1];
    const double by = rr_root_of(v * (2 - v)) / rr_root_of(x * x + y * y), p = by * x, q = by * y;
    double m[3];
    rr_direction_of(r->param[0], m);
    const double sign = m[2] < 0 ? -1 : 1, a = -1 / (sign + m[2]), both = m[0] * m[1] * a;
    const double b[3] = {1 + sign * (m[0] * m[0] * a), sign * both, -sign * m[0]}, c[3] = {both, sign + m[1] * m[1] * a, -m[1]};
    for (int k = 0; k < 3; ++k) r->x[k] = (1 - v) * m[k] + (p * b[k] + q * c[k]);
}
#endif

#if RR_HAS_POINTERS
/* Parameter 1 of a row's number is kappa. Below 1e-30 it is as good as that. */
#define RR_SCALES_von_mises_fisher 1
RR_FN void rr_von_mises_fisher_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    const rr_real kappa = rr_max(rr_run_param(t, 1, slot0), rr_splat(RR_C(1e-30)));
    (void)number;
    (void)made;
    param[0] = kappa + kappa;
    param[1] = rr_splat(RR_C(0));
    param[2] = rr_div(rr_splat(RR_C(1)), kappa);
}

RR_FN rr_real rr_von_mises_fisher_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_min(made[0], rr_splat(RR_C(2)));
}
#endif

#endif
