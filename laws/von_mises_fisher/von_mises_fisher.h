/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* von-mises-fisher: a row is a point x of the unit sphere of K dimensions, of density proportional to e^(kappa m.x), m the
 * mean direction. The row's number is v = 1 - m.x. In three dimensions it is an exponential of rate kappa below 2, exact and
 * without cancellation where kappa is large (Ulrich 1984 has the inverse). In others it is a `vmf-versine`. The direction
 * perpendicular to the mean is that of K - 1 normals y, turned from the last axis to m. The reflection that takes (0, ...,
 * 0, -+1), the farther pole, to m has w = m +- (0, ..., 0, 1) with the sign of the last component of m, and gives
 *
 *     x = (1 - v) m + sqrt(v (2 - v)) (y - w (m.y) / (1 + |m_last|)) / |y|,   y_last = 0,
 *
 * in which nothing cancels. In three dimensions it is the shortest turn of the nearer pole, which is the same up to a sign.
 * With b and c the images of (1, 0, 0) and (0, +-1, 0) (Duff et al., Journal of Computer Graphics Techniques 6 (2017) 1),
 *
 *     x = (1 - v) m + (p b + q c),   (p, q) = sqrt(v (2 - v)) (z_0, z_1) / sqrt(z_0^2 + z_1^2)
 *
 * in f64 for both types. The normals, which are not 0, have the indices K i, K i + 1, ...; that of K i + K - 1 is not used.
 * An entry is within 40 half ulps of the dtype of 1, and where kappa is large m - x is accurate to 2^-46. */
#ifndef RR_SAMPLER_VON_MISES_FISHER_H
#define RR_SAMPLER_VON_MISES_FISHER_H

#include "engine/passes/row.h"
#include "laws/normal/draw/draw.h"

RR_FN void rr_von_mises_fisher_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN von_mises_fisher
#include "engine/draws/as_drawn.h"

#define RR_WHOLE_von_mises_fisher 1
#if RR_HAS_WHOLE
/* The direction of a vector that is not 0. Its sum of squares runs from the first term on. */
RR_FN void rr_direction_of(RR_GLOBAL const rr_one *of, rr_uint32 n, RR_GLOBAL rr_one *m)
{
    rr_one max = 0, squares = 0;
    for (rr_uint32 c = 0; c < n; ++c) max = of[c] < 0 ? -of[c] > max ? -of[c] : max : of[c] > max ? of[c] : max;
    for (rr_uint32 c = 0; c < n; ++c) {
        m[c] = of[c] / max;
        squares += m[c] * m[c];
    }
    const rr_one length = rr_root_of(squares);
    for (rr_uint32 c = 0; c < n; ++c) m[c] /= length;
}

RR_SLOW_FN void rr_points_of_three(const rr_row *r, RR_GLOBAL const rr_one *m)
{
    const rr_one v = r->number[0], x = r->x[0], y = r->x[1];
    const rr_one by = rr_root_of(v * (2 - v)) / rr_root_of(x * x + y * y), p = by * x, q = by * y;
    const rr_one sign = m[2] < 0 ? -1 : 1, a = -1 / (sign + m[2]), both = m[0] * m[1] * a;
    const rr_one b[3] = {1 + sign * (m[0] * m[0] * a), sign * both, -sign * m[0]};
    const rr_one c[3] = {both, sign + m[1] * m[1] * a, -m[1]};
    for (int k = 0; k < 3; ++k) r->x[k] = (1 - v) * m[k] + (p * b[k] + q * c[k]);
}

/* Sums run from the first term on, over all components but the last. */
RR_SLOW_FN void rr_points_of_many(const rr_row *r, RR_GLOBAL const rr_one *m)
{
    const rr_uint32 last = r->n - 1;
    const rr_one v = r->number[0], sign = m[last] < 0 ? -1 : 1;
    rr_one squares = 0, dot = 0;
    for (rr_uint32 c = 0; c < last; ++c) {
        squares += r->x[c] * r->x[c];
        dot += m[c] * r->x[c];
    }
    const rr_one by = rr_root_of(v * (2 - v)) / rr_root_of(squares), back = dot / (1 + sign * m[last]);
    for (rr_uint32 c = 0; c < last; ++c) r->x[c] = (1 - v) * m[c] + by * (r->x[c] - m[c] * back);
    r->x[last] = (1 - v) * m[last] - by * (sign * dot);
}

/* Parameters: the mean direction; kappa, which the row's number depends on. */
RR_SLOW_FN void rr_von_mises_fisher_whole(const rr_row *r)
{
    rr_direction_of(r->param[0], r->n, r->buffer);
    if (r->n == 3) rr_points_of_three(r, r->buffer);
    else rr_points_of_many(r, r->buffer);
}
#endif

#if RR_HAS_ROWS
/* Parameters of a row's number are K and kappa. In three dimensions kappa below 1e-30 is replaced by 1e-30. */
#define RR_SCALES_von_mises_fisher 1
RR_FN void rr_von_mises_fisher_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made,
                                     rr_real *param)
{
    const rr_real k = rr_run_param(t, 0, slot0), kappa = rr_run_param(t, 1, slot0),
                  min = rr_max(kappa, rr_splat(RR_C(1e-30)));
    const rr_mask three = rr_mand(rr_le(k, rr_splat(RR_C(3))), rr_le(rr_splat(RR_C(3)), k));
    (void)number;
    (void)made;
    param[0] = rr_select(three, min + min, rr_min(kappa, rr_splat(RR_C(1e30))));   /* in f32 1e30 rounds up */
    param[1] = rr_select(three, rr_splat(RR_C(0)), k);
    param[2] = rr_div(rr_splat(RR_C(1)), min);
}

RR_FN rr_real rr_von_mises_fisher_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_min(made[0], rr_splat(RR_C(2)));
}
#endif

#endif
