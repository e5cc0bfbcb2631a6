/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Common part of the polar methods: a point (x, y), q = x^2 + y^2, and the factor m = sqrt(-2 log(q) / q) that turns x and
 * y into normals (Marsaglia and Bray, SIAM Review 6 (1964) 260; Schloss).
 *
 * The caller's points may be anywhere, and near 0 the square of a coordinate is denormal or 0 long before the coordinate
 * is. Points with both coordinates below RR_SPOT_SMALL are therefore scaled by a power of two, 2^k, which is taken off the
 * logarithm again: x m = (2^k x) sqrt(-2 (log(2^2k q) - 2 k log 2) / (2^2k q)). So every point but (0, 0) has q > 0. */
#ifndef RR_TRANSFORM_SPOT_H
#define RR_TRANSFORM_SPOT_H

#include "engine/passes/batch.h"
#include "engine/math/log_kernel.h"

#if RR_DTYPE == 32
#define RR_SPOT_SMALL RR_C(0x1p-50)
#define RR_SPOT_LIFT RR_C(0x1p100)
#define RR_SPOT_LOG RR_C(0x1.154246p7)   /* 200 log 2, 1600 log 2 */
#else
#define RR_SPOT_SMALL RR_C(0x1p-400)
#define RR_SPOT_LIFT RR_C(0x1p800)
#define RR_SPOT_LOG RR_C(0x1.1542457337d43p10)
#endif

typedef struct rr_spot {
    rr_real x, y, q;   /* scaled where small */
    rr_mask small;
} rr_spot;

RR_FN rr_spot rr_spot_of(rr_real x, rr_real y)
{
    rr_spot s;
    const rr_real min = rr_splat(RR_SPOT_SMALL);
    s.small = rr_mand(rr_lt(rr_abs(x), min), rr_lt(rr_abs(y), min));
    s.x = rr_select(s.small, x * RR_SPOT_LIFT, x);
    s.y = rr_select(s.small, y * RR_SPOT_LIFT, y);
    s.q = rr_fma(s.x, s.x, s.y * s.y);
    return s;
}

/* True if the point is in the closed disc and not (0, 0). q, rounded twice, decides. */
RR_FN rr_mask rr_spot_inside(rr_spot s)
{
    const rr_mask in = rr_mor(s.small, rr_le(s.q, rr_splat(RR_C(1))));
    return rr_mand(in, rr_lt(rr_splat(RR_C(0)), s.q));
}

/* The two normals of the point; q replaces its q. q is in (0, 1], or s.small is set; it is a finite normal number, so the
 * logarithm needs no special cases. */
RR_FN void rr_spot_normals(rr_spot s, rr_real q, rr_real *x, rr_real *y)
{
    const rr_log_parts p = rr_log_split(q);
    const rr_real e = rr_neglog_join(p.f, p.k) + rr_select(s.small, rr_splat(RR_SPOT_LOG), rr_splat(RR_C(0)));
    const rr_real m = rr_sqrt(rr_div(e + e, q));
    *x = s.x * m;
    *y = s.y * m;
}

#endif
