/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A sink for a call option: a sample is the log-normal price of the underlying at maturity. The sum of the pay-offs, in
 * 2^-16 of the currency, is an integer, so that it does not depend on the order of additions. memory: the sum, the number of
 * pay-offs in it. */
#define STRIKE 105.0f

typedef struct rr_taker {
    rr_index64 sum, paid;
} rr_taker;

RR_SINK_FN void rr_taker_begin(rr_taker *t, const rr_sink_memory *m)
{
    (void)m;
    t->sum = t->paid = 0;
}

RR_SINK_FN void rr_taker_take(rr_taker *t, const rr_sink_memory *m, rr_index64 element, float price)
{
    (void)m;
    (void)element;
    if (price > STRIKE) {
        t->sum += (rr_index64)((price - STRIKE) * 65536.0f);
        ++t->paid;
    }
}

RR_SINK_FN void rr_taker_end(rr_taker *t, const rr_sink_memory *m)
{
    rr_sink_add64((RR_SINK_GLOBAL rr_index64 *)m->at[0], t->sum);
    rr_sink_add64((RR_SINK_GLOBAL rr_index64 *)m->at[1], t->paid);
}
