/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The speed of a uranium-238 nucleus that a neutron meets, in m/s: the free-gas model of thermal motion.
 *
 * Nuclei of mass A (in neutrons) at temperature T have Maxwell's distribution of speeds; a neutron of energy E meets them at
 * a rate proportional to the relative speed. In units of sqrt(2 k T / (A m)) let x be the nucleus' speed, y the neutron's,
 * with y^2 = A E / (k T), and mu the cosine between them. The density is
 *
 *     f(x, mu) ~ sqrt(x^2 + y^2 - 2 mu x y) x^2 e^(-x^2)
 *
 * The root is at most x + y, so a proposal draws x from x^3 e^(-x^2) with probability 1 / (1 + y sqrt(pi) / 2), otherwise
 * from x^2 e^(-x^2), and mu uniformly, and is accepted with probability root / (x + y). The scheme is Coveyou, Bate and
 * Osborn's (J. Nucl. Energy 2 (1956) 153), as in the manuals of OpenMC and Serpent. x^2 is made of exponentials by rules C49
 * and C61 of Everett and Cashwell's Monte Carlo sampler (LA-9721-MS). The root is computed without cancellation as
 * sqrt((x - y)^2 + 2 x y (1 - mu)).
 *
 * The acceptance is ((y + 1/(2y)) erf y + e^(-y^2) / sqrt(pi)) / (y + 2 / sqrt(pi)), at least 0.689. */
RR_LAW(doppler, 1, "speed of a uranium-238 nucleus that a neutron meets, m/s")
RR_DERIVED(cosine, "between the way of that nucleus and the neutron's")
RR_PARAM(temperature, 0, 1e6, "of the nuclei, kelvin")
RR_PARAM(energy, 0, 1e6, "of the neutron, eV")
RR_MIN_ACCEPTANCE(0.68)
RR_EXAMPLE(300, 0.0253)
RR_EXAMPLE(900, 6.5)
RR_EXAMPLE(1800, 36)

#define A_OVER_K RR_C(2738733.582937064)     /* A / k, A = 236.0058, k = 8.617333262e-5 eV/K */
#define TWO_K_OVER_AM RR_C(69.85453234378814)   /* 2 k c^2 / (A m c^2), m c^2 = 939.56542052 MeV */

RR_MEAN
{
    const double y = sqrt(2738733.582937064 * energy / temperature), e = exp(-y * y), c = erfc(y), root_pi = sqrt(M_PI);
    const double below = y / 2 * (1 - (1 + y * y) * e) + (1 - e * (1 + y * y + y * y * y * y / 2)) / (3 * y);
    const double above = e * (y * y * y / 2 + 3 * y / 4) + 3 * root_pi / 8 * c + y * y / 3 * (y * e / 2 + root_pi / 4 * c);
    const double met = (y + 1 / (2 * y)) * erf(y) + e / root_pi;
    return 4 / root_pi * (below + above) / met * sqrt(69.85453234378814 * temperature);
}

RR_TRY(doppler)
{
    const rr_unit which = rr_draw_uniform(d), turn = rr_draw_uniform(d), way = rr_draw_uniform(d), last = rr_draw_uniform(d);
    const rr_real e1 = rr_draw_exponential(d), e2 = rr_draw_exponential(d);
    const rr_real y = rr_sqrt(rr_div(A_OVER_K * energy, temperature)), one = rr_splat(RR_C(1));
    rr_real sine, cosine;
    rr_sincos_turn(turn.u * RR_C(0.25), &sine, &cosine);

    /* If which < 1 / (1 + y sqrt(pi) / 2), x^2 is a gamma of shape 2, otherwise of shape 3/2. */
    const rr_truth cubic = rr_lt(rr_fma(which.u * RR_C(0.88622692545275801), y, which.u), one);
    const rr_real x = rr_sqrt(rr_select(cubic, e1 + e2, rr_fma(cosine * cosine, e2, e1)));

    rr_derived(cosine, RR_C(2) * way.u - one);
    const rr_real apart = x - y, across = RR_C(4) * x * y * (one - way.u);
    const rr_truth accepted = rr_lt(last.u * (x + y), rr_sqrt(rr_fma(apart, apart, across)));
    return rr_accept(x * rr_sqrt(TWO_K_OVER_AM * temperature), accepted);
}
