/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Group and attempt of a count of one parameter, the sampler RR_COUNT_PAIR, which has rr_NAME_set_of(t, parameter) and
 * rr_NAME_of(set, word of U, word of V): the words are those of count.h, a pair of samples a block. */
#define RR_PAIR_FN(f) RR_PASTE(rr_, RR_COUNT_PAIR, f)

RR_FN void RR_PAIR_FN(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real p[2];
    rr_count_params(t, 0, slot0, p);
    RR_UNROLL
    for (int k = 0; k < 2; ++k) v[k] = RR_PAIR_FN(_of)(RR_PAIR_FN(_set_of)(t, p[k]), b->w[k], b->w[2 + k]);
}

RR_FN rr_try RR_PAIR_FN(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    rr_word wu, wv;
    rr_count_words(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN, &wu, &wv);
    return RR_PAIR_FN(_of)(RR_PAIR_FN(_set_of)(t, rr_slot_param(t, 0, slot)), wu, wv);
}

#undef RR_PAIR_FN
#undef RR_COUNT_PAIR
