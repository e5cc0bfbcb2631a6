/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Champernowne's distribution of the logarithms of incomes (Econometrica 20 (1952) 591), with density 1 / (cosh(x / scale) +
 * shape): from the hyperbolic secant (shape 0) to the logistic distribution (shape 1).
 *
 * The density is log-concave: (log(cosh x + s))'' = (1 + s cosh x) / (cosh x + s)^2. Its mode is 0. With cos t = s its area
 * divided by its height is 2 t / tan(t / 2), half of it below 0. So the ratio of uniforms accepts half of its proposals for
 * every shape, which may be per sample. */
RR_LAW(champernowne, 1, "logarithm of an income")
RR_PARAM_CLOSED(shape, 0, 0.999999, "0: hyperbolic secant, near 1: logistic")
RR_PARAM(scale, 0, INFINITY, "of the logarithm")
RR_MIN_ACCEPTANCE(0.5)
RR_EXAMPLE(0, 1)
RR_EXAMPLE(0.7, 2)
RR_EXAMPLE(0.999, 0.1)
RR_MEAN { return 0; }
RR_CDF
{
    const double t = acos(shape);
    return 0.5 + atan(sqrt((1 - shape) / (1 + shape)) * tanh(x / scale / 2)) / t;
}

RR_TRY(champernowne)
{
    const rr_unit u = rr_draw_uniform(d), v = rr_draw_uniform(d);
    const rr_real one = rr_splat(RR_C(1)), more = one + shape, less = one - shape;
    const rr_real area = RR_C(2) * rr_atan_quarter(rr_sqrt(more * less), shape) * rr_sqrt(rr_div(more, less));
    const rr_real x = rr_srou_below(u, v, rr_splat(RR_C(0)), area, rr_splat(RR_C(0.5)));

    /* (cosh x + s) / (1 + s), divided by e^|x|: (1 + y^2 + 2 s y) / 2 (1 + s), y = e^-|x|. */
    const rr_real size = rr_abs(x), y = rr_exp(RR_C(-1) * size);
    const rr_real height = rr_div(rr_fma(y, y, one) + RR_C(2) * shape * y, RR_C(2) * more);
    return rr_accept(scale * x, rr_srou_accepts(u, RR_C(-1) * (size + rr_log(height))));
}
