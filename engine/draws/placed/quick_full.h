/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The quick and the full test of RR_PLACED_LAW, which has rr_LAW_set and rr_LAW_propose(set, sides), an rr_placed. */
#define RR_LAW_FN(f) RR_PASTE(rr_, RR_PLACED_LAW, f)

RR_FN rr_try RR_LAW_FN(_quick)(RR_LAW_FN(_set) g, rr_two x)
{
    const rr_sides r = rr_sides_of(RR_TWO_FIRST(x), RR_SIDES_LOW);
    const rr_placed p = RR_LAW_FN(_propose)(g, r);
    return rr_verdict_quick(p.value, x.second, p.bound, r.open);
}

RR_FN rr_try RR_LAW_FN(_full)(RR_LAW_FN(_set) g, rr_two x, rr_two low)
{
    const rr_placed p = RR_LAW_FN(_propose)(g, rr_sides_full(RR_TWO_FIRST(x), RR_TWO_FIRST(low)));
    return rr_verdict_full(p.value, x, low, p.bound);
}

#undef RR_LAW_FN
#undef RR_PLACED_LAW
