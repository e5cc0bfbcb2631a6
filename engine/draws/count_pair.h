/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Group and attempt (f64) or retries (f32) of a count, the sampler RR_COUNT_PAIR, from its first RR_COUNT_PARAMS parameters:
 * rr_NAME_of(t, parameters, word of U, word of V). The words are those of count.h, two samples per block.
 *
 * RR_COUNT_JUDGES 1: instead of rr_NAME_of it has
 *
 *   rr_NAME_set_of(t, parameters)                    its rr_NAME_set
 *   rr_NAME_judge(&set, words of U, V, far, &rough)  the rejection, without a branch; wrong where rough, unless far
 *
 * RR_COUNT_REGIMES 1: it has these; some parameters require the rejection, others an inversion. Both samples of a pair are
 * drawn in one block of instructions, so that their latencies overlap. RR_REGIMES_name makes the first pass sort samples by
 * regime (passes/regimes.h). It also has
 *
 *   rr_NAME_rejects(t, parameters)                   the lanes that require the rejection
 *   rr_NAME_invert(t, parameters, words of U, lanes, made)  the inversion, of two registers
 *
 * RR_COUNT_MASSES 1: a tile with constant parameters may have a table of probabilities at t->table (transformed_first.h); it
 * is then drawn by rr_NAME_weigh(t, word of U, word of V). */
#if RR_COUNT_PARAMS > RR_TILE_PARAMS
#error RR_COUNT_PARAMS: a tile has room for fewer
#endif
#define RR_PAIR_FN(f) RR_PASTE(rr_, RR_COUNT_PAIR, f)

#if RR_COUNT_REGIMES || RR_COUNT_JUDGES
/* Recomputes the set: passing its address would force it into memory, which costs 6 % of a binomial on AVX2. */
RR_SLOW_FN void RR_PAIR_FN(_far)(const rr_tile *t, const rr_real *v, const rr_word *wu, const rr_word *wv, rr_try *made)
{
    const RR_PAIR_FN(_set) g = RR_PAIR_FN(_set_of)(t, v);
    rr_mask rough;
    *made = RR_PAIR_FN(_judge)(&g, *wu, *wv, 1, &rough);
}
#endif

#if RR_COUNT_JUDGES
RR_FN rr_try RR_PAIR_FN(_of)(const rr_tile *t, const rr_real *v, rr_word wu, rr_word wv)
{
    const RR_PAIR_FN(_set) g = RR_PAIR_FN(_set_of)(t, v);
    rr_mask rough;
    rr_try made = RR_PAIR_FN(_judge)(&g, wu, wv, 0, &rough);
    if (rr_some(rough)) RR_PAIR_FN(_far)(t, v, &wu, &wv, &made);
    return made;
}
#endif

/* Two registers of samples; v[k]: their parameters. */
#if RR_COUNT_REGIMES
RR_FN void RR_PAIR_FN(_reject)(const rr_tile *t, rr_real v[2][RR_COUNT_PARAMS], const rr_word *wu, const rr_word *wv,
                               const rr_mask *here, rr_try *made)
{
    rr_mask rough[2];
    RR_UNROLL
    for (int k = 0; k < 2; ++k) {
        const RR_PAIR_FN(_set) g = RR_PAIR_FN(_set_of)(t, v[k]);
        made[k] = RR_PAIR_FN(_judge)(&g, wu[k], wv[k], 0, &rough[k]);
    }
    RR_UNROLL
    for (int k = 0; k < 2; ++k)
        if (rr_some(rr_mand(rough[k], here[k]))) RR_PAIR_FN(_far)(t, v[k], &wu[k], &wv[k], &made[k]);
}

/* For one regime, lanes `here`. */
RR_FN void RR_PAIR_FN(_regime)(const rr_tile *t, int high, rr_real v[2][RR_COUNT_PARAMS], const rr_word *wu,
                               const rr_word *wv, const rr_mask *here, rr_try *made)
{
    if (high) RR_PAIR_FN(_reject)(t, v, wu, wv, here, made);
    else RR_PAIR_FN(_invert)(t, v, wu, here, made);
}

RR_FN void RR_PAIR_FN(_both)(const rr_tile *t, rr_real v[2][RR_COUNT_PARAMS], const rr_word *wu, const rr_word *wv,
                             rr_try *made)
{
    rr_mask high[2], low[2], any = rr_mfrom(0), rest = rr_mfrom(0);
    RR_UNROLL
    for (int k = 0; k < 2; ++k) {
        high[k] = RR_PAIR_FN(_rejects)(t, v[k]);
        low[k] = rr_mnot(high[k]);
        any = rr_mor(any, high[k]);
        rest = rr_mor(rest, low[k]);
        made[k] = rr_try_of(rr_splat(RR_C(0)), rr_mfrom(0), rr_mfrom(0));
    }
    if (rr_some(any)) RR_PAIR_FN(_reject)(t, v, wu, wv, high, made);
    if (rr_some(rest)) {
        rr_try inverted[2];
        RR_PAIR_FN(_invert)(t, v, wu, low, inverted);
        RR_UNROLL
        for (int k = 0; k < 2; ++k) made[k] = rr_try_select(low[k], inverted[k], made[k]);
    }
}
#else
RR_FN void RR_PAIR_FN(_both)(const rr_tile *t, rr_real v[2][RR_COUNT_PARAMS], const rr_word *wu, const rr_word *wv,
                             rr_try *made)
{
    RR_UNROLL
    for (int k = 0; k < 2; ++k) made[k] = RR_PAIR_FN(_of)(t, v[k], wu[k], wv[k]);
}
#endif

/* Parameters of a group's two slots. */
RR_FN void RR_PAIR_FN(_params)(const rr_tile *t, rr_uint32 slot0, rr_real v[2][RR_COUNT_PARAMS])
{
    RR_UNROLL
    for (int p = 0; p < RR_COUNT_PARAMS; ++p) {
        rr_real both[2];
        rr_count_params(t, (rr_uint32)p, slot0, both);
        v[0][p] = both[0];
        v[1][p] = both[1];
    }
}

RR_FN void RR_PAIR_FN(_group)(const rr_tile *t, const rr_block *b, rr_uint32 slot0, rr_try *v)
{
    rr_real all[2][RR_COUNT_PARAMS];
    RR_PAIR_FN(_params)(t, slot0, all);
    RR_PAIR_FN(_both)(t, all, b->w, b->w + 2, v);
}

#if RR_DTYPE == 64
RR_FN rr_try RR_PAIR_FN(_attempt)(const rr_tile *t, rr_word slot, rr_word j)
{
    rr_real v[RR_COUNT_PARAMS];
    rr_word wu, wv;
    rr_count_words(t, rr_slot_index(t, slot), j, RR_PURPOSE_MAIN, &wu, &wv);
    RR_UNROLL
    for (int p = 0; p < RR_COUNT_PARAMS; ++p) v[p] = rr_slot_param(t, (rr_uint32)p, slot);
    return RR_PAIR_FN(_of)(t, v, wu, wv);
}
#else
/* Attempt j of two registers of slots whose earlier attempts were rejected: none of them takes an inversion. */
RR_FN void RR_PAIR_FN(_retry)(const rr_tile *t, const rr_word *slot, const rr_mask *here, rr_word j, rr_try *made)
{
    rr_real v[2][RR_COUNT_PARAMS];
    rr_word wu[2], wv[2];
    RR_UNROLL
    for (int k = 0; k < 2; ++k) rr_count_words(t, rr_slot_index(t, slot[k]), j, RR_PURPOSE_MAIN, &wu[k], &wv[k]);
#if RR_COUNT_MASSES
    if (t->table) {
        RR_UNROLL
        for (int k = 0; k < 2; ++k) made[k] = RR_PAIR_FN(_weigh)(t, wu[k], wv[k]);
        return;
    }
#endif
    RR_UNROLL
    for (int k = 0; k < 2; ++k)
        RR_UNROLL
        for (int p = 0; p < RR_COUNT_PARAMS; ++p) v[k][p] = rr_slot_param(t, (rr_uint32)p, slot[k]);
#if RR_COUNT_REGIMES
    RR_PAIR_FN(_reject)(t, v, wu, wv, here, made);
#else
    (void)here;
    RR_PAIR_FN(_both)(t, v, wu, wv, made);
#endif
}
#endif

#if RR_COUNT_MASSES
/* With two regimes a tile without a table has a group for constant parameters, too. */
RR_FN int RR_PAIR_FN(_is_constant)(const rr_tile *t)
{
#if RR_COUNT_REGIMES
    (void)t;
    return 1;
#else
    return t->table != NULL;
#endif
}

RR_FN void RR_PAIR_FN(_group_constant)(const rr_tile *t, const rr_block *b, rr_try *v)
{
#if RR_COUNT_REGIMES
    if (!t->table) {
        RR_PAIR_FN(_group)(t, b, 0, v);
        return;
    }
#endif
    RR_UNROLL
    for (int k = 0; k < 2; ++k) v[k] = RR_PAIR_FN(_weigh)(t, b->w[k], b->w[2 + k]);
}
#endif

#undef RR_PAIR_FN
#undef RR_COUNT_PAIR
#undef RR_COUNT_PARAMS
#undef RR_COUNT_JUDGES
#undef RR_COUNT_REGIMES
#undef RR_COUNT_MASSES
