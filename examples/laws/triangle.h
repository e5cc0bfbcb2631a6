/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* An integer k from 0 to n - 1 with increasing probability (k + 1) / (n (n + 1) / 2): the value of a card drawn from one
 * card of value 0, two of value 1, three of value 2 and so on. Integers k and l from 0 to n - 1 are proposed, from 20 bits
 * each, and k is accepted if l is at most k, which has probability (n + 1) / (2 n). */
RR_LAW(triangle, 1, "an integer below n, the more likely the larger")
RR_PARAM_CLOSED(n, 1, 1048576, "integers: 0 to n - 1")
RR_RETURNS(i64)
RR_MIN_ACCEPTANCE(0.5)
RR_EXAMPLE(1)
RR_EXAMPLE(6)
RR_EXAMPLE(1048576)
RR_MEAN { return 2 * (n - 1) / 3; }
RR_CDF { return (x + 1) * (x + 2) / (n * (n + 1)); }

/* The integer below n from the upper 20 bits w of a word: floor(w n / 2^20). n w is below 2^40 and exact. Adding and
 * subtracting 2^52 rounds to nearest; if the result is above x, 1 is subtracted. */
RR_FN rr_real below(rr_word w, rr_real n)
{
    const rr_real big = rr_splat(RR_C(0x1p52)), x = rr_fromuint(w >> 12) * n * RR_C(0x1p-20);
    const rr_real near = (x + big) - big;
    return near - rr_select(rr_lt(x, near), rr_splat(RR_C(1)), rr_splat(RR_C(0)));
}

RR_TRY(triangle)
{
    const rr_real k = below(rr_draw_bits(d), n), l = below(rr_draw_bits(d), n);
    return rr_accept(k, rr_le(l, k));
}
