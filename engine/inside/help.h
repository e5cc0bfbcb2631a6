/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One rejection sampler inside a user's kernel whose lanes help each other: included for each after draw.h. */

/* cached: a lane that has its sample works on its next one, at index + stride with the same parameters, until all lanes have
 * their sample. A lane that requests no sample continues with the one in progress. Invariant: a lane makes attempts 0, 1,
 * ... of each of its two samples in order, and stops at the first accepted one. */
RR_FN rr_real RR_SAMPLER_FN(cached)(rr_here here, rr_warp_state *s, rr_key key, rr_uint64 index, const rr_scalar *param,
                                    rr_mask want)
{
    rr_scalar q[RR_TILE_PARAMS];
    rr_tile t;
    rr_bits slot = RR_SLOT_NEW;
    const rr_mask good = want && RR_SAMPLER_FN(good)(param);
    if (good) {
        if (rr_state_fits(s, key, RR_INSIDE_NUMBER, index, param)) slot = (rr_bits)s->slot;
        rr_state_begin(s, key, RR_INSIDE_NUMBER, index + s->stride, param);
    }
    RR_UNROLL
    for (int p = 0; p < RR_TILE_PARAMS; ++p) q[p] = rr_own(rr_asreal((rr_bits)s->param[p]));
    RR_SAMPLER_FN(begin)(&t, s->key, 1, q);
    rr_mask open = good && rr_slot_open(slot, RR_INSIDE_CAP);
    while (rr_here_which(here, open) != 0) {
        const rr_mask ahead = !open && s->sampler == RR_INSIDE_NUMBER && rr_slot_open((rr_bits)s->slot, RR_INSIDE_CAP);
        const rr_bits at = open ? slot : (rr_bits)s->slot;
        rr_real v;
        rr_inside_at(&t, open ? index : s->index);
        if (open || ahead) {
            const rr_mask accept = RR_SAMPLER_FN(tried)(&t, 0, (rr_word)(at - RR_SLOT_NEW), &v);
            const rr_bits then = accept ? rr_asbits(v) : at + 1u;
            if (open) slot = then;
            else s->slot = then;
            open = open && rr_slot_open(then, RR_INSIDE_CAP);
        }
    }
    if (!good || slot == RR_SLOT_NEW + RR_INSIDE_CAP) return RR_INSIDE_FAILED;
    rr_inside_at(&t, index);
    return RR_SAMPLER_FN(finished)(&t, 0, rr_asreal(slot));
}

/* grouped and regroup (deal.h). If a lane's key differs from that of the lowest lane, every lane draws alone. */
RR_FN rr_real RR_SAMPLER_FN(dealt)(rr_here here, rr_word size, rr_key key, rr_uint64 index, const rr_scalar *param,
                                   rr_mask want)
{
    rr_deal d = rr_deal_begin(here, size);
    rr_tile t;
    rr_real value = RR_INSIDE_FAILED;
    rr_word j = 0;
    rr_mask open = want && RR_SAMPLER_FN(good)(param), found = 0;
    const rr_word lowest = rr_here_lowest(here);
    /* No short circuit: every lane must take part in all four exchanges. */
    const rr_word k0 = rr_here_word(here, key.k0, lowest), k1 = rr_here_word(here, key.k1, lowest);
    const rr_word x = rr_here_word(here, key.x, lowest), y = rr_here_word(here, key.y, lowest);
    const rr_mask same = k0 == key.k0 && k1 == key.k1 && x == key.x && y == key.y;
    if (rr_here_which(here, !same) != 0) return open ? RR_SAMPLER_FN(draw)(key, index, param) : value;
    while (rr_deal_next(&d, open)) {
        rr_scalar q[RR_TILE_PARAMS];
        rr_real v = value;
        RR_UNROLL
        for (int p = 0; p < RR_TILE_PARAMS; ++p)
            q[p] = p < RR_INSIDE_PARAMS ? rr_own(rr_here_real(here, rr_splat(param[p]), d.lane)) : RR_C(0);
        const rr_uint64 i = rr_here_number(here, index, d.lane);
        const rr_word turn = rr_here_word(here, j, d.lane) + d.offset;
        rr_mask accept = d.busy && turn < RR_INSIDE_CAP;
        if (accept) {
            RR_SAMPLER_FN(begin)(&t, key, 1, q);
            rr_inside_at(&t, i);
            accept = RR_SAMPLER_FN(tried)(&t, 0, turn, &v);
        }
        const rr_dealt own = rr_deal_end(d, accept);
        v = rr_here_real(here, v, own.lane);
        if (own.found) value = v;
        found = found || own.found;
        j += own.tries;
        open = open && !own.found && j < RR_INSIDE_CAP;
    }
    if (!found) return RR_INSIDE_FAILED;
    RR_SAMPLER_FN(begin)(&t, key, 1, param);
    rr_inside_at(&t, index);
    return RR_SAMPLER_FN(finished)(&t, 0, value);
}
