/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parameters of rows, in kernels that compute in f64 for every type of the job. */
#ifndef RR_GPU_ROW_PARAM_H
#define RR_GPU_ROW_PARAM_H

/* Value k of an array of the job's type. */
RR_FN rr_scalar rr_row_value(const rr_launch *l, RR_GLOBAL const char *from, rr_uint64 k)
{
    if (l->setup.space[RR_GPU_ROW_WIDE]) return ((RR_GLOBAL const rr_scalar *)from)[k];
    return (rr_scalar)((RR_GLOBAL const float *)from)[k];
}

/* Parameter p of the job for an element. */
RR_FN rr_scalar rr_row_param(const rr_launch *l, rr_uint32 p, RR_GLOBAL const char *param, rr_uint64 element)
{
    union { float f; rr_uint32 u; } narrow;
    if ((l->varies | l->points) >> p & 1) return rr_row_value(l, param + l->at[p], l->varies >> p & 1 ? element : 0);
    narrow.u = (rr_uint32)l->uniform[p].space;
    return l->setup.space[RR_GPU_ROW_WIDE] ? l->uniform[p].v : (rr_scalar)narrow.f;
}

#endif
