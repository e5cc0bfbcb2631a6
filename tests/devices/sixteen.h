/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The largest number of parameters of a distribution: each is a digit of the sample in base 8, and the attempt adds nothing.
 * Half of the attempts are accepted. The examples are exact in f32. */
RR_LAW(sixteen, 1, "sixteen parameters")
RR_PARAM_CLOSED(p0, 0, 7, "digit 0")
RR_PARAM_CLOSED(p1, 0, 7, "digit 1")
RR_PARAM_CLOSED(p2, 0, 7, "digit 2")
RR_PARAM_CLOSED(p3, 0, 7, "digit 3")
RR_PARAM_CLOSED(p4, 0, 7, "digit 4")
RR_PARAM_CLOSED(p5, 0, 7, "digit 5")
RR_PARAM_CLOSED(p6, 0, 7, "digit 6")
RR_PARAM_CLOSED(p7, 0, 7, "digit 7")
RR_PARAM_CLOSED(p8, 0, 7, "digit 8")
RR_PARAM_CLOSED(p9, 0, 7, "digit 9")
RR_PARAM_CLOSED(p10, 0, 7, "digit 10")
RR_PARAM_CLOSED(p11, 0, 7, "digit 11")
RR_PARAM_CLOSED(p12, 0, 7, "digit 12")
RR_PARAM_CLOSED(p13, 0, 7, "digit 13")
RR_PARAM_CLOSED(p14, 0, 7, "digit 14")
RR_PARAM_CLOSED(p15, 0, 7, "digit 15")
RR_MIN_ACCEPTANCE(0.5)
RR_EXAMPLE(0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0)
RR_EXAMPLE(0, 0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1, 7)
RR_CDF
{
    const double p[] = {p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15};
    double sum = 0;
    for (int k = 15; k >= 0; --k) sum = 8 * sum + p[k];
    return x >= sum;
}

RR_TRY(sixteen)
{
    const rr_unit u = rr_draw_uniform(d);
    const rr_real low = p0 + RR_C(8) * p1 + RR_C(64) * p2 + RR_C(512) * p3 + RR_C(4096) * p4 + RR_C(32768) * p5 +
                        RR_C(262144) * p6 + RR_C(2097152) * p7;
    const rr_real high = p8 + RR_C(8) * p9 + RR_C(64) * p10 + RR_C(512) * p11 + RR_C(4096) * p12 + RR_C(32768) * p13 +
                         RR_C(262144) * p14 + RR_C(2097152) * p15;
    return rr_accept(rr_fma(high, rr_splat(RR_C(16777216)), low), rr_lt(u.u, rr_splat(RR_C(0.5))));
}
