/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The energy in eV of a neutron after scattering by hot uranium-238, near the resonance at 6.67 eV: free-gas target
 * velocities with the Doppler broadening rejection correction (DBRC) of Becker, Dagan and Lohnert, Ann. Nucl. Energy 36
 * (2009) 470.
 *
 * Speeds are in units of sqrt(2 k T / (A m)): x is the nucleus' speed, y the neutron's before, y^2 = A E / (k T), and r the
 * relative speed, r^2 = x^2 + y^2 - 2 mu x y, whose energy is r^2 k T / A. The nuclei that scatter a neutron have the
 * distribution
 *
 *     f(x, mu) ~ sigma(r) r x^2 e^(-x^2)
 *
 * where sigma is the elastic cross-section at rest. The proposal, examples/laws/doppler.h, has all factors but sigma: x from
 * x^3 e^(-x^2) with probability 1 / (1 + y sqrt(pi) / 2), else from x^2 e^(-x^2), mu uniform, accepted with probability r /
 * (x + y). The correction is a second acceptance with probability sigma(r) / top. Here one test has the product of both.
 *
 * sigma is the single-level Breit-Wigner formula with constant widths and a small phase k a (ka = 0.0054 at the
 * resonance): 4 pi a^2 (1 + (z + b)^2) / (1 + z^2), z = 2 (E - E0) / Gamma, b = Gamma_n / (Gamma k0 a). Parameters are
 * those of ENDF/B-VII.1, MAT 9237, MF 2, MT 151: E0 = 6.673491 eV, Gamma_n = 1.475792 meV, Gamma_gamma = 23 meV, a =
 * 9.48 fm, A = 236.006; k0 is 2.196771e-3 A / (A + 1) sqrt(E0) in 1e12 / cm (ENDF-102). oracle.py computes the constants
 * below from them.
 *
 * top bounds sigma over the range of a proposal. A uniform is at least 2^-129, so x^2, at most two exponentials, is below
 * 178.9, x < 13.4, and r is between y - 13.4 (or 0) and y + 13.4. s(z) = (1 + (z + b)^2) / (1 + z^2) has the derivative
 * 2 b (1 - b z - z^2) / (1 + z^2)^2: it increases between its two extremes, whose product is -1, and decreases outside.
 * So on an interval the maximum is at the upper extreme, at the end nearest to that, or at the lower end if that is below
 * both extremes; there s < 1, so the bound 1 is enough. The 1.00001 covers rounding, which is below 2^-19.
 *
 * At least 0.689 (1 / 128.7)^2 of all proposals are accepted, since s is between 1 / 128.7 and 128.7.
 *
 * In the centre of mass the neutron leaves in a uniform direction: its velocity is the sum of that of the centre, of speed
 * c, and one of speed A / (A + 1) r, with a uniform cosine between them. */
RR_LAW(dbrc, 1, "energy of a neutron after hot uranium-238 has scattered it, eV")
RR_PARAM_CLOSED(temperature, 1, 1e4, "of the nuclei, kelvin")
RR_PARAM_CLOSED(energy, 1e-3, 1e3, "of the neutron before, eV")
RR_MIN_ACCEPTANCE(4.1e-5)
RR_EXAMPLE(300, 7.6)
RR_EXAMPLE(900, 6.67)
RR_EXAMPLE(1800, 6.52)

#define A_OVER_K RR_C(2738735.9038406885)     /* A / k, k = 8.617333262e-5 eV / K */
#define K_OVER_A RR_C(3.6513195689940085e-07)
#define HALF_WIDTHS RR_C(81.71339256355832)   /* 2 / Gamma */
#define RESONANCE RR_C(-545.3135898523733)    /* -2 E0 / Gamma */
#define B RR_C(11.255247016232765)
#define HIGHEST RR_C(0.08815695907304111)     /* where s is largest */
#define REACH RR_C(13.4)
#define SAFE RR_C(1.00001)
#define SHARE RR_C(0.9957806975350835)        /* A / (A + 1) */
#define REST RR_C(0.0042193024649165)         /* 1 / (A + 1) */
#define BOTH RR_C(0.00420149995162605)        /* A / (A + 1)^2 */

/* The trapezoidal sum over r of r^2 s(r) (e^-(y - r)^2 - e^-(y + r)^2) times the mean energy at r: x^2 is between
 * (y - r)^2 and (y + r)^2 with density e^(-x^2). */
RR_MEAN
{
    const double unit = temperature * 3.6513195689940085e-07, y = sqrt(energy / unit), a = 236.006, part = 18.0 / 40000;
    double all = 0, sum = 0;
    for (int k = 0; k <= 40000; ++k) {
        const double r = y - 9 + part * k, z = (r * r * unit - 6.673491) * 81.71339256355832, s = z + 11.255247016232765;
        const double near = (y - r) * (y - r), far = (y + r) * (y + r), low = exp(-near), high = exp(-far);
        if (r <= 0) continue;
        const double weight = r * r * (1 + s * s) / (1 + z * z);
        const double square = (near + 1) * low - (far + 1) * high;   /* the integral of x^2 over that density */
        all += weight * (low - high);
        sum += weight * ((y * y / (a + 1) + a * (a - 1) / ((a + 1) * (a + 1)) * r * r) * (low - high) +
                         a / (a + 1) * square);
    }
    return unit * sum / all;
}

RR_FN rr_real at(rr_real square, rr_real unit) { return rr_fma(square, HALF_WIDTHS * unit, rr_splat(RESONANCE)); }

/* top, including the factor for rounding. */
RR_FN rr_real top(rr_real y, rr_real unit)
{
    const rr_real one = rr_splat(RR_C(1)), slow = rr_max(y - REACH, rr_splat(RR_C(0))), fast = y + REACH;
    const rr_real z = rr_min(rr_max(rr_splat(HIGHEST), at(slow * slow, unit)), at(fast * fast, unit));
    const rr_real shifted = z + B;
    return SAFE * rr_max(rr_div(rr_fma(shifted, shifted, one), rr_fma(z, z, one)), one);
}

RR_TRY(dbrc)
{
    const rr_unit which = rr_draw_uniform(d), turn = rr_draw_uniform(d), way = rr_draw_uniform(d);
    const rr_unit last = rr_draw_uniform(d);
    const rr_real e1 = rr_draw_exponential(d), e2 = rr_draw_exponential(d);
    const rr_unit out = rr_draw_uniform(d);
    const rr_real one = rr_splat(RR_C(1)), unit = K_OVER_A * temperature;
    const rr_real y = rr_sqrt(rr_div(A_OVER_K * energy, temperature));
    rr_real sine, cosine;
    rr_sincos_turn(turn.u * RR_C(0.25), &sine, &cosine);

    /* which < 1 / (1 + y sqrt(pi) / 2): x^2 is a gamma of shape 2, else of shape 3/2. */
    const rr_truth cubic = rr_lt(rr_fma(which.u * RR_C(0.88622692545275801), y, which.u), one);
    const rr_real x2 = rr_select(cubic, e1 + e2, rr_fma(cosine * cosine, e2, e1)), x = rr_sqrt(x2);
    const rr_real apart = x - y, r2 = rr_fma(apart, apart, RR_C(4) * x * y * (one - way.u)), r = rr_sqrt(r2);
    const rr_real z = at(r2, unit), shifted = z + B;
    const rr_real bar = last.u * (x + y) * top(y, unit) * rr_fma(z, z, one);
    const rr_truth accepted = rr_lt(bar, r * rr_fma(shifted, shifted, one));

    /* The squared speed as (c - v)^2 + 4 c v u, without a difference that could be negative. */
    const rr_real c2 = rr_max(REST * rr_fma(y, y, RR_C(236.006) * x2) - BOTH * r2, rr_splat(RR_C(0))), c = rr_sqrt(c2);
    const rr_real v = SHARE * r, slower = c - v;
    return rr_accept(unit * rr_fma(slower, slower, RR_C(4) * c * v * out.u), accepted);
}
