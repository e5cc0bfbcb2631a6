/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Group and attempt of a count, the sampler RR_COUNT_PAIR, from its first RR_COUNT_PARAMS parameters: rr_NAME_of(t,
 * parameters, word of U, word of V). The words are those of count.h, a pair of samples a block.
 *
 * RR_COUNT_MASSES 1: a tile whose parameters don't vary may have masses, at t->table (transformed_first.h), and is then
 * drawn by rr_NAME_weigh(t, word of U, word of V). */
#if RR_COUNT_PARAMS > RR_TILE_PARAMS
#error RR_COUNT_PARAMS: a tile has room for fewer
#endif
#define RR_PAIR_FN(f) RR_PASTE(rr_, RR_COUNT_PAIR, f)

RR_FN void RR_PAIR_FN(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real all[RR_COUNT_PARAMS][2];
    RR_UNROLL
    for (int p = 0; p < RR_COUNT_PARAMS; ++p) rr_count_params(t, (rr_uint32)p, slot0, all[p]);
    RR_UNROLL
    for (int k = 0; k < 2; ++k) {
        rr_real one[RR_COUNT_PARAMS];
        RR_UNROLL
        for (int p = 0; p < RR_COUNT_PARAMS; ++p) one[p] = all[p][k];
        v[k] = RR_PAIR_FN(_of)(t, one, b->w[k], b->w[2 + k]);
    }
}

RR_FN rr_try RR_PAIR_FN(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    rr_real one[RR_COUNT_PARAMS];
    rr_word wu, wv;
    rr_count_words(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN, &wu, &wv);
#if RR_COUNT_MASSES
    if (t->table) return RR_PAIR_FN(_weigh)(t, wu, wv);
#endif
    RR_UNROLL
    for (int p = 0; p < RR_COUNT_PARAMS; ++p) one[p] = rr_slot_param(t, (rr_uint32)p, slot);
    return RR_PAIR_FN(_of)(t, one, wu, wv);
}

#if RR_COUNT_MASSES
RR_FN int RR_PAIR_FN(_is_still)(const rr_tile *t) { return t->table != NULL; }

RR_FN void RR_PAIR_FN(_group_still)(const rr_tile *t, const rr_block *b, rr_try *v)
{
    RR_UNROLL
    for (int k = 0; k < 2; ++k) v[k] = RR_PAIR_FN(_weigh)(t, b->w[k], b->w[2 + k]);
}
#endif

#undef RR_PAIR_FN
#undef RR_COUNT_PAIR
#undef RR_COUNT_PARAMS
#undef RR_COUNT_MASSES
