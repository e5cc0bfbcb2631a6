/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Group, attempt and full test of the sampler RR_PLACED by the tests of RR_PLACED_LAW (quick_full.h): rr_LAW_set_of(t,
 * values) is the set of a slot whose first RR_PLACED_PARAMS parameters have these values. */
#define RR_LAW_FN(f) RR_PASTE(rr_, RR_PLACED_LAW, f)
#define RR_PLACED_FN(f) RR_PASTE(rr_, RR_PLACED, f)

RR_FN void RR_PLACED_FN(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real all[RR_PLACED_PARAMS][RR_TWO_GROUP];
    RR_UNROLL
    for (int p = 0; p < RR_PLACED_PARAMS; ++p) rr_two_params(t, (rr_uint32)p, slot0, all[p]);
    RR_UNROLL
    for (int k = 0; k < RR_TWO_GROUP; ++k) {
        rr_real one[RR_PLACED_PARAMS];
        RR_UNROLL
        for (int p = 0; p < RR_PLACED_PARAMS; ++p) one[p] = all[p][k];
        v[k] = RR_LAW_FN(_quick)(RR_LAW_FN(_set_of)(t, one), rr_two_member(b, k));
    }
}

#if RR_TWO_BLOCKS > 1
RR_FN rr_series RR_PLACED_FN(_series)(int k) { return rr_two_series(k); }
#endif

/* Out of line: attempt and decide share it. */
RR_SLOW_FN RR_LAW_FN(_set) RR_LAW_FN(_set_at)(const rr_tile *t, rr_word slot)
{
    rr_real one[RR_PLACED_PARAMS];
    RR_UNROLL
    for (int p = 0; p < RR_PLACED_PARAMS; ++p) one[p] = rr_slot_param(t, (rr_uint32)p, slot);
    return RR_LAW_FN(_set_of)(t, one);
}

RR_FN rr_try RR_PLACED_FN(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    return RR_LAW_FN(_quick)(RR_LAW_FN(_set_at)(t, slot), rr_two_draw(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN));
}

RR_FN rr_try RR_PLACED_FN(_decide)(const rr_tile *t, rr_word slot, rr_word j)
{
    const rr_index n = rr_slot_index(t, slot);
    const rr_two x = rr_two_draw(t, n, j, RR_PURPOSE_MAIN), low = rr_two_draw(t, n, j, RR_PURPOSE_LOW);
    return RR_LAW_FN(_full)(RR_LAW_FN(_set_at)(t, slot), x, low);
}

#undef RR_PLACED_FN
#undef RR_PLACED
#undef RR_PLACED_PARAMS
#undef RR_LAW_FN
#undef RR_PLACED_LAW
