/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One sampler inside a user's kernel: included for each, after its own file, with
 *
 *   RR_SAMPLER             its name
 *   RR_INSIDE_NUMBER       a number of its own, not 0
 *   RR_INSIDE_VIEW         family << 1 | dtype
 *   RR_INSIDE_CAP          attempts; 1 where it never rejects
 *   RR_INSIDE_PARAMS       how many parameters it has
 *   RR_INSIDE_WITHHELD     what stands for a sample that is not to be had
 *   RR_INSIDE_RANGES       are the numbers at param in their ranges?
 *   RR_RELATES             where the sampler has it: it says rr_NAME_related */

RR_FN rr_mask RR_INSIDE(good)(const rr_scalar *param)
{
#ifdef RR_RELATES
    rr_tile t;
    rr_inside_params(&t, param);
    return (RR_INSIDE_RANGES) && RR_INSIDE(related)(&t, 0);
#else
    (void)param;
    return RR_INSIDE_RANGES;
#endif
}

RR_FN void RR_INSIDE(begin)(rr_tile *t, rr_key key, rr_uint32 n, const rr_scalar *param)
{
    rr_inside_tile(t, key, RR_INSIDE_VIEW, RR_INSIDE_CAP, n, param);
    RR_INSIDE(prepare)(t);
}

/* Attempt j of a slot: its verdict, and its value, which is not finished. */
RR_FN rr_mask RR_INSIDE(tried)(const rr_tile *t, rr_word slot, rr_word j, rr_real *value)
{
    rr_try v = RR_INSIDE(attempt)(t, slot, j);
    if (v.open) v = RR_INSIDE(settle)(t, slot, j);
    *value = v.value;
    return v.accept;
}

RR_FN rr_real RR_INSIDE(finished)(const rr_tile *t, rr_word slot, rr_real value)
{
    rr_real e = rr_splat(RR_C(0));
#if RR_INSIDE_PASTE(RR_AUX_, RR_SAMPLER, )
    if (RR_INSIDE(aux_wanted)(t, slot)) e = RR_INSIDE(aux_index)(t, rr_slot_index(t, slot));
#endif
    return RR_INSIDE(finish)(t, slot, value, e);
}

/* The sample of a slot whose attempts below j were rejected. */
RR_FN rr_real RR_INSIDE(sample)(const rr_tile *t, rr_word slot, rr_word j)
{
    for (; j < RR_INSIDE_CAP; ++j) {
        rr_real value;
        if (RR_INSIDE(tried)(t, slot, j, &value)) return RR_INSIDE(finished)(t, slot, value);
    }
    return RR_INSIDE_WITHHELD;
}

RR_FN rr_real RR_INSIDE(draw)(rr_key key, rr_uint64 index, const rr_scalar *param)
{
    rr_tile t;
    if (!RR_INSIDE(good)(param)) return RR_INSIDE_WITHHELD;
    RR_INSIDE(begin)(&t, key, 1, param);
    rr_inside_at(&t, index);
    return RR_INSIDE(sample)(&t, 0, 0);
}

#define RR_INSIDE_GROUP RR_INSIDE_PASTE(RR_GROUP_, RR_SAMPLER, )
#define RR_INSIDE_BLOCKS RR_INSIDE_PASTE(RR_BLOCKS_, RR_SAMPLER, )
/* The samples that share blocks with this index. */
RR_FN void RR_INSIDE(draw_group)(rr_key key, rr_uint64 index, const rr_scalar *param, rr_real *out)
{
    rr_counter c[RR_INSIDE_BLOCKS];
    rr_block b[RR_INSIDE_BLOCKS];
    rr_try v[RR_INSIDE_GROUP];
    rr_tile t;
    const rr_uint64 group = index / RR_INSIDE_GROUP;
    rr_index q;
    q.lo = (rr_word)group;
    q.hi = (rr_word)(group >> 32);
    RR_UNROLL
    for (int k = 0; k < RR_INSIDE_GROUP; ++k) out[k] = RR_INSIDE_WITHHELD;
    if (!RR_INSIDE(good)(param)) return;
    RR_INSIDE(begin)(&t, key, RR_INSIDE_GROUP, param);
    rr_inside_at(&t, group * RR_INSIDE_GROUP);
#if RR_INSIDE_BLOCKS > 1
    RR_UNROLL
    for (int k = 0; k < RR_INSIDE_BLOCKS; ++k) c[k] = RR_INSIDE(counter)(&t, q, k);
#else
    c[0] = rr_draw_counter(&t.key, q.lo, q.hi, 0, RR_PURPOSE_MAIN);
#endif
    rr_philox_some(&t.key, RR_INSIDE_BLOCKS, c, b);
    RR_INSIDE(group)(&t, b, 0, v);
    RR_UNROLL
    for (int k = 0; k < RR_INSIDE_GROUP; ++k) {
        if (v[k].open) v[k] = RR_INSIDE(settle)(&t, (rr_word)k, 0);
        out[k] = v[k].accept ? RR_INSIDE(finished)(&t, (rr_word)k, v[k].value) : RR_INSIDE(sample)(&t, (rr_word)k, 1);
    }
}

#undef RR_INSIDE_GROUP
#undef RR_INSIDE_BLOCKS
