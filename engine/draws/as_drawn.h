/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A finish that returns values as they were drawn, of the sampler RR_AS_DRAWN. */
RR_FN rr_real RR_PASTE(rr_, RR_AS_DRAWN, _finish)(const rr_tile *t, rr_uint32 slot0, rr_real value, rr_real aux)
{
    (void)t;
    (void)slot0;
    (void)aux;
    return value;
}

#undef RR_AS_DRAWN
