/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Wigner's semicircle law: x of a uniform point in the upper half of a disc. A proposal is a point of the rectangle around
 * it; a fraction of pi / 4 is in the disc. */
RR_LAW(semicircle, 1, "Wigner's semicircle law: an eigenvalue of a large random symmetric matrix")
RR_PARAM(radius, 0, INFINITY, "of the disc, twice the standard deviation")
RR_MIN_ACCEPTANCE(0.78)
RR_EXAMPLE(1)
RR_EXAMPLE(2.5)
RR_MEAN { return 0; }
RR_CDF { return 0.5 + (x * sqrt(radius * radius - x * x) / (radius * radius) + asin(x / radius)) / M_PI; }

RR_TRY(semicircle)
{
    const rr_unit u = rr_draw_uniform(d), v = rr_draw_uniform(d);
    const rr_real one = rr_splat(RR_C(1)), x = rr_fma(u.u, rr_splat(RR_C(2)), RR_C(-1) * one), y = v.u;
    return rr_accept(radius * x, rr_le(rr_fma(x, x, y * y), one));
}
