/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Double words: a number as the sum of two, hi + lo, |lo| at most half an ulp of hi: some 106 bits in f64 (Dekker 1971;
 * Knuth, TAOCP 2, 4.2.2). Error bounds hold where nothing overflows or underflows. */
#ifndef RR_MATH_DOUBLE_WORD_H
#define RR_MATH_DOUBLE_WORD_H

typedef struct rr_double {
    rr_real hi, lo;
} rr_double;

RR_FN rr_double rr_double_of(rr_real hi, rr_real lo)
{
    rr_double d;
    d.hi = hi;
    d.lo = lo;
    return d;
}

/* a + b and a b, exactly. */
RR_FN rr_double rr_two_sum(rr_real a, rr_real b)
{
    const rr_real s = a + b, z = s - a;
    return rr_double_of(s, (a - (s - z)) + (b - z));
}

RR_FN rr_double rr_two_product(rr_real a, rr_real b)
{
    const rr_real p = a * b;
    return rr_double_of(p, rr_fma(a, b, rr_splat(RR_C(0)) - p));
}

/* hi + lo of any two numbers, where |hi| >= |lo| or hi = 0. */
RR_FN rr_double rr_double_join(rr_real hi, rr_real lo)
{
    const rr_real s = hi + lo;
    return rr_double_of(s, lo - (s - hi));
}

/* x + y within 2^-104 of |x| + |y|; relatively, x y within 5 * 2^-106 = 2^-103.7 (Joldes, Muller
 * and Popescu, ACM TOMS 44 (2017) 15, algorithm 12) and x / y within 2^-102. */
RR_FN rr_double rr_double_add(rr_double x, rr_double y)
{
    const rr_double s = rr_two_sum(x.hi, y.hi);
    return rr_double_join(s.hi, s.lo + (x.lo + y.lo));
}

RR_FN rr_double rr_double_times(rr_double x, rr_double y)
{
    const rr_double p = rr_two_product(x.hi, y.hi);
    return rr_double_join(p.hi, rr_fma(x.hi, y.lo, rr_fma(x.lo, y.hi, p.lo)));
}

RR_FN rr_double rr_double_over(rr_double x, rr_double y)
{
    const rr_real q = rr_div(x.hi, y.hi);
    const rr_real rest = rr_fma(rr_splat(RR_C(0)) - q, y.hi, x.hi) + rr_fma(rr_splat(RR_C(0)) - q, y.lo, x.lo);
    return rr_double_join(q, rr_div(rest, y.hi));
}

RR_FN rr_double rr_double_minus(rr_double x)
{
    return rr_double_of(rr_splat(RR_C(0)) - x.hi, rr_splat(RR_C(0)) - x.lo);
}

RR_FN rr_double rr_double_select(rr_mask m, rr_double a, rr_double b)
{
    return rr_double_of(rr_select(m, a.hi, b.hi), rr_select(m, a.lo, b.lo));
}

RR_FN rr_mask rr_double_lt(rr_double a, rr_double b)
{
    return rr_mor(rr_lt(a.hi, b.hi), rr_mand(rr_mnot(rr_lt(b.hi, a.hi)), rr_lt(a.lo, b.lo)));
}

#endif
