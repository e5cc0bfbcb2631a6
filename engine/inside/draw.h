/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One sampler inside a user's kernel: included for each sampler, after its own file, with
 *
 *   RR_SAMPLER, RR_DRAW    its name, and that of its draw
 *   RR_INSIDE_NUMBER       an identifying number, not 0
 *   RR_INSIDE_KIND         family << 1 | dtype
 *   RR_INSIDE_CAP          attempts; 1 where it never rejects
 *   RR_INSIDE_PARAMS       number of parameters
 *   RR_INSIDE_FAILED       the value of a failed sample
 *   RR_INSIDE_RANGES       true if the numbers at param are in their ranges */

RR_FN rr_mask RR_SAMPLER_FN(good)(const rr_scalar *param)
{
#if RR_RELATES
    rr_real v[RR_RELATES];
    for (int p = 0; p < RR_RELATES; ++p) v[p] = rr_splat(param[p]);
    return (RR_INSIDE_RANGES) && RR_SAMPLER_FN(related)(v);
#else
    (void)param;
    return RR_INSIDE_RANGES;
#endif
}

RR_FN void RR_SAMPLER_FN(begin)(rr_tile *t, rr_key key, rr_uint32 n, const rr_scalar *param)
{
    rr_inside_tile(t, key, RR_INSIDE_KIND, RR_INSIDE_CAP, n, param);
    RR_SAMPLER_FN(prepare)(t);
}

/* Attempt j of a slot: its verdict, and its value before the finish. */
RR_FN rr_mask RR_SAMPLER_FN(tried)(const rr_tile *t, rr_word slot, rr_word j, rr_real *value)
{
    rr_try v = RR_DRAW_FN(attempt)(t, slot, j);
    if (v.open) v = RR_DRAW_FN(decide)(t, slot, j);
    *value = v.value;
    return v.accept;
}

RR_FN rr_real RR_SAMPLER_FN(finished)(const rr_tile *t, rr_word slot, rr_real value)
{
    rr_real e = rr_splat(RR_C(0));
#if RR_AUX
    if (RR_DRAW_FN(aux_wanted)(t, slot)) e = RR_DRAW_FN(aux_index)(t, rr_slot_index(t, slot));
#endif
    return RR_SAMPLER_FN(finish)(t, slot, value, e);
}

/* The sample of a slot whose attempts below j were rejected. */
RR_FN rr_real RR_SAMPLER_FN(sample)(const rr_tile *t, rr_word slot, rr_word j)
{
    for (; j < RR_INSIDE_CAP; ++j) {
        rr_real value;
        if (RR_SAMPLER_FN(tried)(t, slot, j, &value)) return RR_SAMPLER_FN(finished)(t, slot, value);
    }
    return RR_INSIDE_FAILED;
}

RR_FN rr_real RR_SAMPLER_FN(draw)(rr_key key, rr_uint64 index, const rr_scalar *param)
{
    rr_tile t;
    if (!RR_SAMPLER_FN(good)(param)) return RR_INSIDE_FAILED;
    RR_SAMPLER_FN(begin)(&t, key, 1, param);
    rr_inside_at(&t, index);
    return RR_SAMPLER_FN(sample)(&t, 0, 0);
}

/* Makes attempt 0 of a group of samples that share blocks. All have the parameters of the tile. */
RR_FN void RR_SAMPLER_FN(group_tried)(const rr_tile *t, rr_uint64 group, rr_try *v)
{
    rr_counter c[RR_BLOCKS];
    rr_block b[RR_BLOCKS];
    rr_index q;
    q.lo = (rr_word)group;
    q.hi = (rr_word)(group >> 32);
#if RR_BLOCKS > 1
    RR_UNROLL
    for (int k = 0; k < RR_BLOCKS; ++k) c[k] = rr_series_counter(&t->key, RR_DRAW_FN(series)(k), q);
#else
    c[0] = rr_draw_counter(&t->key, q.lo, q.hi, 0, RR_PURPOSE_MAIN);
#endif
    rr_philox_some(&t->key, RR_BLOCKS, c, b);
    RR_DRAW_FN(group)(t, b, 0, v);
}

/* The samples that share blocks with this index. */
RR_FN void RR_SAMPLER_FN(draw_group)(rr_key key, rr_uint64 index, const rr_scalar *param, rr_real *out)
{
    rr_try v[RR_GROUP];
    rr_tile t;
    const rr_uint64 group = index / RR_GROUP;
    RR_UNROLL
    for (int k = 0; k < RR_GROUP; ++k) out[k] = RR_INSIDE_FAILED;
    if (!RR_SAMPLER_FN(good)(param)) return;
    RR_SAMPLER_FN(begin)(&t, key, RR_GROUP, param);
    rr_inside_at(&t, group * RR_GROUP);
    RR_SAMPLER_FN(group_tried)(&t, group, v);
    RR_UNROLL
    for (int k = 0; k < RR_GROUP; ++k) {
        if (v[k].open) v[k] = RR_DRAW_FN(decide)(&t, (rr_word)k, 0);
        out[k] = v[k].accept ? RR_SAMPLER_FN(finished)(&t, (rr_word)k, v[k].value)
                             : RR_SAMPLER_FN(sample)(&t, (rr_word)k, 1);
    }
}
