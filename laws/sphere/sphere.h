/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* sphere: a row of K components, uniform on the unit sphere: standard normals over the root of the sum of their squares. z_c
 * of row i is a normal of its own family with index i K + c (laws/normal/draw/draw.h). Given these normals, components are
 * within 3 ulp, and the row's length within 2 of 1. A product with the radius and a sum with the center follow. */
#ifndef RR_SAMPLER_SPHERE_H
#define RR_SAMPLER_SPHERE_H

#include "laws/normal/draw/draw.h"
#if RR_HAS_POINTERS
#include "engine/passes/short_rows.h"
#endif

RR_FN void rr_sphere_prepare(rr_tile *t) { (void)t; }

#define RR_AS_DRAWN sphere
#include "engine/draws/as_drawn.h"

#if RR_HAS_POINTERS
#define RR_ROWS_sphere 1
RR_FN void rr_sphere_rows(rr_scalar *x, rr_uint32 rows, rr_uint32 n, const void *table)
{
    (void)table;
    rr_unit_rows(x, rows, n);
}
#endif

#if RR_HAS_ROWS
/* Parameters of a row's number: K, the radius. */
#define RR_SCALES_sphere 1
RR_FN void rr_sphere_stage(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made, rr_real *param)
{
    (void)t;
    (void)slot0;
    (void)number;
    (void)made;
    param[0] = rr_splat(RR_C(0));   /* there is no stage */
}

RR_FN rr_real rr_sphere_join(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)made;
    return rr_run_param(t, 1, slot0);
}
#endif

#endif
