# SPDX-License-Identifier: MIT OR Apache-2.0
"""Normals, and distributions derived from them: lognormal, half-normal.

Sources of the ulps:
    normal, :one   5: logarithm and root 1, sine or cosine 1, the product 1/2, the angle's own rounding and its effect 2
    :32            5: the same for words of 32 bits
    :polar         5: logarithm, quotient, root, product (the sum of squares is computed in the type's own arithmetic)
    :icdf          4: 2 of the function, and the effect of the roundings of v (one) and c (two)
    :icdf-giles    8: the logarithm and its effect, c, and the polynomial; against Giles's own polynomials
    :icdf-fast     6: half the logarithm's and the quotient's errors, the roots; against Winitzki's own formula
    :ziggurat      tests/known/ziggurats.py
    half-normal    1 more than the normal
    lognormal      3 for exp, and 10 sigma |z|: the effect of the normal's 5 ulp"""
import math

import mpmath
import scipy.special as sp
from mpmath import mp, mpf

from cells import DRAWS, LEVELS, MANY, TYPES, Case
import fed
from oracle import (ATTEMPTS, Q, Answers, box_muller, end_words, ends_low, fraction, given, hunt, join, minus_log,
                    one_word32,
                    own_pair, own_pair_low, pair_low, real, representable, standard_normal, two_sides)
from ziggurats import ziggurat, ziggurat_places


def normal(t, launch, i, params):
    z, used = standard_normal(t, launch, i)
    return 0, fraction(z), 5, used


def normal_one(t, launch, i, params):
    z, used = box_muller(t, *own_pair(t, launch, i), False)
    return 0, fraction(z), 5, used


def normal_32(t, launch, i, params):
    first = i - i % 2
    r = mpmath.sqrt(2 * minus_log(*one_word32(t, launch, first)))
    angle = 2 * mp.pi * mpf(2 * launch.block(i // 4)[first % 4 + 1] + 1) / mpf(2) ** 33
    return 0, fraction(r * (mpmath.sin(angle) if i % 2 else mpmath.cos(angle))), 5, False


def side(t, w):
    """(w + 1/2) 2^-31 with w signed, f64 likewise."""
    if w >> (t.bits - 1):
        w -= 2 ** t.bits
    return t.rn(Q(2 * w + 1, 2 ** t.bits))


def polar(t, launch, i, params):
    for j in range(ATTEMPTS):
        if t.wide:
            b = launch.block(i // 2, j)
            x, y = side(t, join(b[0], b[1])), side(t, join(b[2], b[3]))
        else:
            b, p = launch.block(i // 4, j), i % 4 // 2 * 2
            x, y = side(t, b[p]), side(t, b[p + 1])
        q = t.rn(x * x + t.rn(y * y))
        if q < 1:
            m = mpmath.sqrt(-2 * mpmath.log(real(q)) / real(q))
            return j, fraction((real(y) if i % 2 else real(x)) * m), 5, False
    raise SystemExit("polar: more attempts than ATTEMPTS")


def normal_ziggurat(t, launch, i, params):
    return ziggurat(t, launch, i, "normal")


def icdf(t, launch, i, params):
    v, c, sign, used = two_sides(t, launch, i)
    if v > mpf(2) ** -10:
        z = mpmath.sqrt(2) * mpmath.erfinv(2 * c)
    else:
        near = mpmath.sqrt(-2 * mpmath.log(v)) - 0.4
        z = mpmath.findroot(lambda x: mpmath.log(mpmath.erfc(x / mpmath.sqrt(2)) / 2 / v), near)
    return 0, fraction(sign * z), 4, used


def icdf_fast(t, launch, i, params):
    v, c, sign, used = two_sides(t, launch, i)
    a, l = mpf("0.147"), -mpmath.log(4 * v * (1 - v))
    h = 2 / (mp.pi * a) - l / 2
    return 0, fraction(sign * mpmath.sqrt(2 * (mpmath.sqrt(h * h + l / a) - h))), 6, used


# Giles (2011), from the highest power down, in w or sqrt(w) minus a shift; up to the next bound on w.
GILES = {
    False: ((5, 0, "2.5", """2.81022636e-08 3.43273939e-07 -3.5233877e-06 -4.39150654e-06 0.00021858087 -0.00125372503
                -0.00417768164 0.246640727 1.50140941"""),
            ("inf", 1, "3", """-0.000200214257 0.000100950558 0.00134934322 -0.00367342844 0.00573950773 -0.0076224613
                0.00943887047 1.00167406 2.83297682""")),
    True: ((mpf("6.25"), 0, "3.125", """-3.6444120640178196996e-21 -1.685059138182016589e-19 1.2858480715256400167e-18
                1.115787767802518096e-17 -1.333171662854620906e-16 2.0972767875968561637e-17
                6.6376381343583238325e-15 -4.0545662729752068639e-14 -8.1519341976054721522e-14
                2.6335093153082322977e-12 -1.2975133253453532498e-11 -5.4154120542946279317e-11
                1.051212273321532285e-09 -4.1126339803469836976e-09 -2.9070369957882005086e-08
                4.2347877827932403518e-07 -1.3654692000834678645e-06 -1.3882523362786468719e-05
                0.0001867342080340571352 -0.00074070253416626697512 -0.0060336708714301490533 0.24015818242558961693
                1.6536545626831027356"""),
           (16, 1, "3.25", """2.2137376921775787049e-09 9.0756561938885390979e-08 -2.7517406297064545428e-07
                1.8239629214389227755e-08 1.5027403968909827627e-06 -4.013867526981545969e-06
                2.9234449089955446044e-06 1.2475304481671778723e-05 -4.7318229009055733981e-05
                6.8284851459573175448e-05 2.4031110387097893999e-05 -0.0003550375203628474796
                0.00095328937973738049703 -0.0016882755560235047313 0.0024914420961078508066
                -0.0037512085075692412107 0.005370914553590063617 1.0052589676941592334 3.0838856104922207635"""),
           ("inf", 1, "5", """-2.7109920616438573243e-11 -2.5556418169965252055e-10 1.5076572693500548083e-09
                -3.7894654401267369937e-09 7.6157012080783393804e-09 -1.4960026627149240478e-08
                2.9147953450901080826e-08 -6.7711997758452339498e-08 2.2900482228026654717e-07
                -9.9298272942317002539e-07 4.5260625972231537039e-06 -1.9681778105531670567e-05
                7.5995277030017761139e-05 -0.00021503011930044477347 -0.00013871931833623122026
                1.0103004648645343977 4.8499064014085844221""")),
}


def icdf_giles(t, launch, i, params):
    v, c, sign, used = two_sides(t, launch, i)
    w = -mpmath.log(4 * v * (1 - v))
    for bound, root, shift, coefficients in GILES[t.wide]:
        if w < mpf(bound):
            p = mpmath.polyval([mpf(a) for a in coefficients.split()], (mpmath.sqrt(w) if root else w) - mpf(shift))
            return 0, fraction(sign * mpmath.sqrt(2) * 2 * c * p), 8, used


def half_normal(t, launch, i, params):
    z, used = standard_normal(t, launch, i)
    return 0, abs(fraction(z)) * params[0], 6, used


def lognormal(t, launch, i, params):
    z, used = standard_normal(t, launch, i)
    mu, sigma = (real(p) for p in params)
    return 0, representable(t, mpmath.exp(mu + sigma * z)), int(10 * sigma * abs(z)) + 3, used


# ---- Cells ----

def winitzki_cdf(z):
    """The distribution function of normal:icdf-fast: the closed form that its inverse CDF inverts exactly."""
    a, y = mpf("0.147"), z * z / 2
    erf = mp.sqrt(-mp.expm1(-y * (4 / mp.pi + a * y) / (1 + a * y)))
    return (1 + mp.sign(z) * erf) / 2


SWITCHES = [s * math.sqrt(-2 * math.log(q)) for s in (1, -1) for q in (math.sqrt(0.5), 2.0 ** -8)]
BORDERS = [3.655420, 3.45, 2.5, 1.2, 0.36, 0.27]    # where the ziggurat's tail begins, and some of its layers
NEAR = [b / 256 for b in BORDERS]                   # where its abscissas take more bits


def both_sides(more=()):
    """Quantiles of the standard normal, and more points, with both signs."""
    z = [float(sp.ndtri(p)) for p in LEVELS] + list(more)
    return z + [-v for v in z] + [0.0]


def normal_cells(label, points, cdf=mp.ncdf):
    return lambda: [Case(label + "(1,2)", kind, MANY, (1, 2), lambda t, mean, sd: [mean + sd * z for z in points()],
                         lambda x, mean, sd: cdf((x - mean) / sd)) for kind in TYPES]


def smooth():
    return both_sides() + SWITCHES


def layered():
    return both_sides(BORDERS + NEAR)


def half_normal_points(t, scale):
    return [scale * z for z in both_sides() if z > 0]


def half_normal_cdf(x, scale):
    return mp.erf(x / scale / mp.sqrt(2))


def half_normal_cells():
    return [Case("half-normal(2)", kind, MANY, (2,), half_normal_points, half_normal_cdf) for kind in TYPES]


def lognormal_points(t, mu, sigma):
    return [math.exp(v) for v in (mu + sigma * z for z in both_sides()) if -700 < v < 700]


def lognormal_cdf(x, mu, sigma):
    return mp.ncdf((mp.log(x) - mu) / sigma) if x > 0 else mpf(0)


def lognormal_cells():
    return [Case("lognormal(%g,%g)" % p, kind, DRAWS, p, lognormal_points, lognormal_cdf)
            for kind in TYPES for p in ((0, 1), (-3, 0.25), (60, 8), (-40, 20))]


def circle(t):
    """Points next to the unit circle, on both sides."""
    rows = []
    for k in range(400):
        angle = 0.01 + 1.55 * k / 400
        x, y = int(math.cos(angle) * 2 ** 31), int(math.sin(angle) * 2 ** 31) + fed.word(k, 0, 0, 0) % 4096 - 2048
        x, y = x & ~0xFF, y & ~0xFF      # floats
        words = (x, 0, y, 0) if t.wide else (x, y, x, y)
        rows.append((k % 4, k, {(0, 0, at): word for at, word in enumerate(words)}))
    return [((Q(0), Q(1)), rows)]


def tail(t):
    """Layer 0 and an abscissa of ones."""
    word = (0x7FFFFFFF, 0xFFFFFF00) * 2 if t.wide else (0x7FFFFF00,) * 4
    return [{(0, 0, k): w for k, w in enumerate(word)}]


ANSWERS = {
    "normal": Answers(normal, 3, given("0 1"), hunt(pair_low)),
    "normal_polar": Answers(polar, 4, given("0 1"), edges=circle),
    "normal_ziggurat": Answers(normal_ziggurat, 12, given("0 1"), ziggurat_places("normal"), bases=tail),
    "normal_one": Answers(normal_one, 11, given("0 1"), hunt(own_pair_low)),
    "normal_32": Answers(normal_32, 18, given("0 1"), edges=lambda t: [(given("0 1")(t)[0], end_words(t))]),
    "normal_icdf": Answers(icdf, 2, given("0 1"), hunt(ends_low)),
    "normal_icdf_fast": Answers(icdf_fast, 2, given("0 1"), hunt(ends_low)),
    "normal_icdf_giles": Answers(icdf_giles, 2, given("0 1"), hunt(ends_low)),
    "half_normal": Answers(half_normal, 3, given("3"), hunt(pair_low)),
    "lognormal": Answers(lognormal, 3, given("0 1", "0.1 0.001", "70 10", "-90 7", "1e6 1e6"), hunt(pair_low)),
}
CELLS = {
    "normal": normal_cells("normal", smooth),
    "normal_polar": normal_cells("normal:polar", smooth),
    "normal_one": normal_cells("normal:one", smooth),
    "normal_32": normal_cells("normal:32", smooth),
    "normal_icdf": normal_cells("normal:icdf", smooth),
    "normal_icdf_giles": normal_cells("normal:icdf-giles", smooth),
    "normal_icdf_fast": normal_cells("normal:icdf-fast", smooth, winitzki_cdf),
    "normal_ziggurat": normal_cells("normal:ziggurat", layered),
    "half_normal": half_normal_cells,
    "lognormal": lognormal_cells,
}
