/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The one stage of Bartlett's triangle, of the sampler RR_BARTLETT: number a of a row is sqrt(2 G), G gamma of shape (df -
 * a) / 2. Parameters of the number: D, a; df. */
#if RR_HAS_ROWS
RR_FN void RR_PASTE(rr_, RR_BARTLETT, _stage)(const rr_tile *t, rr_uint32 slot0, rr_uint32 number, const rr_real *made,
                                              rr_real *param)
{
    (void)number;
    (void)made;
    param[0] = (rr_run_param(t, 2, slot0) - rr_run_param(t, 1, slot0)) * RR_C(0.5);
    param[1] = rr_splat(RR_C(1));
}

RR_FN rr_real RR_PASTE(rr_, RR_BARTLETT, _join)(const rr_tile *t, rr_uint32 slot0, const rr_real *made)
{
    (void)t;
    (void)slot0;
    return rr_bartlett_root(made[0]);
}
#endif

#undef RR_BARTLETT
