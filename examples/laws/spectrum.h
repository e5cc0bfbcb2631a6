/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A histogram with eight bins of equal width, from 0 on. Three bits propose a bin and a uniform a position in it. The
 * acceptance probability is the bin's height divided by the largest, which is 1 here. Heights are a table. */
RR_LAW(spectrum, 1, "a line and its background, in bins")
RR_PARAM(width, 0, INFINITY, "of a bin")
RR_TABLE(height, 0.5, 0.45, 0.4, 0.9, 1, 0.85, 0.3, 0.25)
RR_MIN_ACCEPTANCE(0.58)
RR_EXAMPLE(1)
RR_EXAMPLE(0.02)
RR_MEAN { return width * 18.075 / 4.65; }
RR_CDF
{
    static const double height[] = {0.5, 0.45, 0.4, 0.9, 1, 0.85, 0.3, 0.25};
    double sum = 0;
    for (int k = 0; k < 8; ++k) sum += height[k] * fmin(fmax(x / width - k, 0), 1);
    return sum / 4.65;
}

RR_TRY(spectrum)
{
    const rr_word k = rr_draw_bits(d) >> 29;
    const rr_unit u = rr_draw_uniform(d), v = rr_draw_uniform(d);
    return rr_accept(width * (rr_fromuint(k) + u.u), rr_lt(v.u, height(k)));
}
