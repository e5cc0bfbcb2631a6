#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Known answers, made without the library: docs/contract.md in Python integers, exact fractions and mpmath.

    python3 tests/known/oracle.py            writes tests/known/*.txt
    python3 tests/known/oracle.py --check    makes them again and compares; exit 1 if one differs

philox, derive, bits, uniform and attempts are exact. The others are the true value at the rounded uniform, with the
number of ulps that the library may be off, and the exact attempt at which the sample is accepted. A verdict that lies
within the rounding errors is not given ('?'). Where the ulps come from:
    exponential        2: one logarithm (below 1 ulp) and the product with the scale
    normal             5: logarithm and root 1, sine or cosine 1, the product 1/2, the angle's own rounding and its effect 2
    normal:icdf        4: 2 of the function, and what the roundings of v (one) and c (two) make of it
    normal:icdf-giles  8: the logarithm and its effect, c, and the polynomial; against Giles's own polynomials
    normal:icdf-fast   6: half the logarithm's and the quotient's errors, the roots; against Winitzki's own formula
    normal:one         as normal
    half-normal        1 more
    lognormal          3 for exp, and 10 sigma |z|: what the 5 ulp of the normal make of it
    skew-normal        6 of each normal and its factor, of which the sum may cancel
    truncated-normal   12 half ulps of the excess over the point nearest to the mean, and the rounding where it is put there
    normal:polar       5: logarithm, quotient, root, product (the sum of squares is done in the type's own arithmetic)
    gamma              4 for the polynomial and the products, and what 6 ulp of the normal make of (1 + y)^3: 18 |y| / (1 + y);
                       boosted: 3 E / a more, an exponent of which three roundings are not seen
    loggamma           the same errors of g, absolute, plus 3 ulp of E / a and of the logarithm
    chi2, chi,         those of gamma (chi and nakagami: the root halves them), and an ulp for each of root, quotient
    inverse-gamma,     and product
    nakagami
    student-t          5 for logarithm, quotient, expm1, product, root, cosine; 4 x / 2 more, the exponent's roundings
    gamma:erlang       2 for the logarithm and the product with the scale; of n uniforms 2 n + 2 half ulps of 1, absolute, or
                       relative where P >= sqrt(1/2) and they are those of 1 - P
    normal:ziggurat,   0: the word's value and the uniform are rounded as the contract says; 4 in the tail (logarithm, root)
    exponential:ziggurat
    beta, f            8 for exp and the products; what 2 eps, absolute, and 3 (both shapes > 1: 7) eps, relative, of the
                       logit make of e^v
"""
import functools
import os
import re
import sys
from fractions import Fraction as Q

try:
    import mpmath
    from mpmath import mp, mpf
    mp.prec = 300
except ImportError:
    print("1..0 # SKIP oracle.py wants mpmath")
    sys.exit(0)

HERE = os.path.dirname(os.path.abspath(__file__))
M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF

# ---- Blocks and streams ---------------------------------------------------------------------------------------------


def philox(ctr, key):
    c, k = list(ctr), list(key)
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(p1 >> 32) ^ c[1] ^ k[0], p1 & M32, (p0 >> 32) ^ c[3] ^ k[1], p0 & M32]
        k = [(k[0] + 0x9E3779B9) & M32, (k[1] + 0xBB67AE85) & M32]
    return tuple(c)


def two(x):
    return x & M32, x >> 32


class Launch:
    """A stream as a family and a type see it."""

    def __init__(self, seed, stream, family, wide, a=8):
        self.k0, self.k1, self.x, self.y = philox(two(stream) + (0x5265726F, 0x6C6C0001), two(seed))
        self.last = self.x ^ (family << 9 | wide << 8)
        self.a = a

    def block(self, b, attempt=0, draw=0, purpose=0):
        return philox(two(b) + (self.y ^ (draw << self.a | attempt) if self.a < 32 else self.y ^ attempt, self.last ^ purpose),
                      (self.k0, self.k1))


def derive(seed, stream, number, tag=0x43686C64):
    w = philox(two(stream) + (tag, 0x6C6C0001), two(seed))
    s = philox(two(number) + (w[2], w[3]), (w[0], w[1]))
    return s[1] << 32 | s[0], s[3] << 32 | s[2]


def derive_name(seed, stream, name):
    for at in range(0, len(name), 8):
        seed, stream = derive(seed, stream, int.from_bytes(name[at:at + 8], "little"), 0x4E616D65)
    return derive(seed, stream, len(name), 0x4E616D65)


# ---- Numbers ----------------------------------------------------------------------------------------------------------


class Type:
    def __init__(self, name, digits, least, bits, exponent_bits):
        self.name, self.digits, self.least, self.bits, self.ebits = name, digits, least, bits, exponent_bits
        self.wide = bits == 64
        self.eps = Q(1, 2 ** digits)

    def quantum(self, x):
        """The exponent of an ulp of x's binade."""
        x = abs(x)
        if not x:
            return self.least
        e = x.numerator.bit_length() - x.denominator.bit_length()
        if Q(2) ** e > x:
            e -= 1
        return max(e - self.digits + 1, self.least)

    def rn(self, x):
        q = Q(2) ** self.quantum(x)
        return round(x / q) * q     # round() of a fraction is to even

    def pattern(self, x, negative_zero=False):
        """The bits of the number of this type nearest to x; of an infinity."""
        if x in (INF, -INF):
            return "%0*x" % (self.bits // 4, (2 ** self.ebits - 1 | (x < 0) << self.ebits) << (self.digits - 1))
        x = self.rn(x)
        q = self.quantum(x)
        m = abs(x) / Q(2) ** q
        assert m.denominator == 1
        m, e = int(m), q - self.least
        b = m if m < 2 ** (self.digits - 1) else (e + 1) * 2 ** (self.digits - 1) + m - 2 ** (self.digits - 1)
        if b >= (2 ** self.ebits - 1) << (self.digits - 1):
            b = (2 ** self.ebits - 1) << (self.digits - 1)
        if x < 0:
            b |= 1 << (self.bits - 1)
        return "%0*x" % (self.bits // 4, b)


F32, F64 = Type("f32", 24, -149, 32, 8), Type("f64", 53, -1074, 64, 11)


def real(x):
    return mpf(x.numerator) / mpf(x.denominator)


def fraction(x):
    """An mpf is a dyadic fraction."""
    sign, man, exp, _ = mpf(x)._mpf_
    return (-1 if sign else 1) * Q(int(man)) * Q(2) ** exp


# ---- Uniforms ---------------------------------------------------------------------------------------------------------


def plain(t, w):
    """w: a word, or two with the upper first, as one integer."""
    u = t.rn(Q(2 * w + 1, 2 ** (t.bits + 1)))
    return min(u, 1 - Q(1, 2 ** t.digits))


def is_open(t, w):
    return w < (2 ** 53 if t.wide else 2 ** 24)


def unit(t, w, low):
    """(u, t or None, were LOW words used); low() gives them."""
    if not is_open(t, w):
        u, used = plain(t, w), False
    else:
        l, used = low(), True
        if not w:
            u = Q(1, 2 ** t.bits) * plain(t, l)
        elif t.wide:
            u = t.rn(Q(w, 2 ** 64) + Q(2 * (l >> 12) + 1, 2 ** 117))
        else:
            u = t.rn(Q(w, 2 ** 32) + Q(2 * (l >> 9) + 1, 2 ** 56))
    top = w >> 32 if t.wide else w
    upper = t.rn(Q(2 * (w - 2 ** t.bits) + 1, 2 ** (t.bits + 1))) if top >= 0xB504F334 else None
    return u, upper, used


def minus_log(u, upper):
    return -mpmath.log1p(real(upper)) if upper is not None else -mpmath.log(real(u))


def join(w1, w0):
    return w1 << 32 | w0


def shared_word(t, launch, i, attempt=0, purpose=0):
    """Word of index i where 4 (f32) or 2 (f64) share a block."""
    if not t.wide:
        return launch.block(i // 4, attempt, 0, purpose)[i % 4]
    b = launch.block(i // 2, attempt, 0, purpose)
    return join(b[2 * (i % 2)], b[2 * (i % 2) + 1])


# ---- Samplers: draw(t, launch, i, params) -> (attempt or None, value, ulps, LOW words used) ------------------------------

ATTEMPTS = 12
INF = float("inf")


def bits(t, launch, i, params):
    return 0, launch.block(i // 4)[i % 4], 0, False


def attempts(t, launch, i, params):
    limit = params[0] * 2 ** 32
    j = 0
    while not launch.block(i // 4, j)[i % 4] < limit:
        j += 1
    return j, j + 1, 0, False


def uniform(t, launch, i, params):
    low, high = params
    u, _, used = unit(t, shared_word(t, launch, i), lambda: shared_word(t, launch, i, 0, 1))
    x = t.rn(t.rn(high - low) * u + low)
    return 0, max(low, min(high, x)), 0, used


def exponential(t, launch, i, params):
    u, upper, used = unit(t, shared_word(t, launch, i), lambda: shared_word(t, launch, i, 0, 1))
    return 0, fraction(minus_log(u, upper) * real(params[0])), 2, used


def box_muller(t, words, low, second):
    """words: u and v as integers of t.bits; low(): the LOW integer of u."""
    u, upper, used = unit(t, words[0], low)
    angle = 2 * mp.pi * mpf(2 * words[1] + 1) / mpf(2) ** (t.bits + 1)
    r = mpmath.sqrt(2 * minus_log(u, upper))
    return r * (mpmath.sin(angle) if second else mpmath.cos(angle)), used


def standard_normal(t, launch, i):
    if t.wide:
        b = launch.block(i // 2)
        z, used = box_muller(t, (join(b[0], b[1]), join(b[2], b[3])), lambda: join(*launch.block(i // 2, 0, 0, 1)[:2]), i % 2)
    else:
        b, p = launch.block(i // 4), i % 4 // 2 * 2
        z, used = box_muller(t, (b[p], b[p + 1]), lambda: launch.block(i // 4, 0, 0, 1)[p], i % 2)
    return z, used


def normal(t, launch, i, params):
    z, used = standard_normal(t, launch, i)
    return 0, fraction(z), 5, used


def normal_one(t, launch, i, params):
    if t.wide:
        def words(purpose):
            b = launch.block(i, 0, 0, purpose)
            return join(b[0], b[1]), join(b[2], b[3])
    else:
        def words(purpose):
            return launch.block(i // 2, 0, 0, purpose)[i % 2 * 2:][:2]
    z, used = box_muller(t, words(0), lambda: words(1)[0], False)
    return 0, fraction(z), 5, used


def two_sides(t, launch, i):
    """(v, c, sign): the distances of U to its nearer end and to 1/2; v is rounded where LOW words are used."""
    w, all_ones = shared_word(t, launch, i), 2 ** t.bits - 1
    upper = w >> (t.bits - 1)
    near = all_ones - w if upper else w
    v = Q(2 * near + 1, 2 ** (t.bits + 1))
    c = Q(1, 2) - v
    if is_open(t, near):
        low = shared_word(t, launch, i, 0, 1)
        v, _, _ = unit(t, near, lambda: all_ones - low if upper else low)
    return real(v), real(c), 1 if upper else -1, is_open(t, near)


def icdf(t, launch, i, params):
    v, c, sign, used = two_sides(t, launch, i)
    if v > mpf(2) ** -10:
        z = mpmath.sqrt(2) * mpmath.erfinv(2 * c)
    else:
        z = mpmath.findroot(lambda x: mpmath.log(mpmath.erfc(x / mpmath.sqrt(2)) / 2 / v), mpmath.sqrt(-2 * mpmath.log(v)) - 0.4)
    return 0, fraction(sign * z), 4, used


def icdf_fast(t, launch, i, params):
    v, c, sign, used = two_sides(t, launch, i)
    a, l = mpf("0.147"), -mpmath.log(4 * v * (1 - v))
    h = 2 / (mp.pi * a) - l / 2
    return 0, fraction(sign * mpmath.sqrt(2 * (mpmath.sqrt(h * h + l / a) - h))), 6, used


# Giles (2011), from the highest power down, in w or sqrt(w) less a shift; to below the next bound on w.
GILES = {
    False: ((5, 0, "2.5", """2.81022636e-08 3.43273939e-07 -3.5233877e-06 -4.39150654e-06 0.00021858087 -0.00125372503 -0.00417768164
                0.246640727 1.50140941"""),
            ("inf", 1, "3", """-0.000200214257 0.000100950558 0.00134934322 -0.00367342844 0.00573950773 -0.0076224613 0.00943887047
                1.00167406 2.83297682""")),
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


def ratio(y):
    """-R(y) >= 0."""
    return -(mpmath.log1p(y) - y + y * y / 2 - y ** 3 / 3)


def gamma_parts(t, launch, i, shape):
    """attempt (None: within rounding), d, y, ulps of g, LOW used"""
    third, boosted = t.rn(Q(1, 3)), shape < 1
    d = t.rn(shape + t.rn(Q(2, 3))) if boosted else t.rn(shape - third)
    c = t.rn(third / t.rn(fraction(mpmath.sqrt(real(d)))))
    eps = mpf(2) ** -t.digits
    low_used = False
    for j in range(ATTEMPTS):
        if t.wide:
            b = launch.block(i // 2, j)
            z, used = box_muller(t, (join(b[0], b[1]), join(b[2], b[3])),
                                 lambda: join(*launch.block(i // 2, j, 0, 1)[:2]), i % 2)
            # The second word of a uniform is LOW, looked at by the full test only: W is both, and then nothing is left
            # to look at: W = 0 is not treated.
            w = join(launch.block(i // 4, j, 1, 0)[i % 4], launch.block(i // 4, j, 1, 1)[i % 4])
            u, upper = plain(t, w), t.rn(Q(2 * (w - 2 ** 64) + 1, 2 ** 65)) if w >> 32 >= 0xB504F334 else None
        else:
            b = launch.block(i // 2, j)
            z, used = box_muller(t, (b[0], b[1]), lambda: launch.block(i // 2, j, 0, 1)[0], i % 2)
            u, upper, _ = unit(t, b[2 + i % 2], lambda: launch.block(i // 2, j, 0, 1)[2 + i % 2])
        low_used = low_used or used
        y, e = real(c) * z, minus_log(u, upper)
        off = 6 * eps * abs(y)
        if abs(1 + y) <= 2 * off:
            return None, d, y, 0, low_used
        if y < -1:
            continue
        thresholds = [3 * real(d) * ratio(v) for v in (y - off, y, y + off)]
        if min(thresholds) * (1 - 16 * eps) <= e * (1 + 2 * eps) and e * (1 - 2 * eps) <= max(thresholds) * (1 + 16 * eps):
            return None, d, y, 0, low_used
        if e > thresholds[1]:
            return j, d, y, 4 + 18 * abs(y) / (1 + y), low_used
    raise SystemExit("gamma: more attempts than ATTEMPTS")


def boost(t, launch, i):
    u, upper, used = unit(t, shared_word(t, launch, i, 0, 2), lambda: shared_word(t, launch, i, 0, 3))
    return minus_log(u, upper), used


def gamma(t, launch, i, params):
    shape, scale = params
    j, d, y, ulps, used = gamma_parts(t, launch, i, shape)
    if j is None:
        return None, Q(0), 0, used
    g = real(d) * (1 + y) ** 3
    if shape < 1:
        e, more = boost(t, launch, i)
        used = used or more
        g *= mpmath.exp(-e / real(shape))
        ulps += 3 * e / real(shape)
    return j, fraction(g * real(scale)), int(ulps) + 2, used


def loggamma(t, launch, i, params):
    shape = params[0]
    j, d, y, ulps, used = gamma_parts(t, launch, i, shape)
    if j is None:
        return None, Q(0), 0, used
    eps = mpf(2) ** -t.digits
    l = mpmath.log(real(d) * (1 + y) ** 3)
    wrong = 2 * ulps * eps + 3 * eps * abs(l)
    if shape < 1:
        e, more = boost(t, launch, i)
        used = used or more
        l -= e / real(shape)
        wrong += 6 * eps * e / real(shape)
    x = fraction(l)
    return j, x, int(wrong / mpf(2) ** t.quantum(x)) + 2, used


def gamma_of(t, launch, i, shape):
    """attempt, g, the boost's exponent -E / a (0: none), ulps of g exp(that), LOW words used"""
    j, d, y, ulps, used = gamma_parts(t, launch, i, shape)
    if j is None:
        return None, mpf(1), mpf(0), 0, used
    if not shape < 1:
        return j, real(d) * (1 + y) ** 3, mpf(0), ulps, used
    e, more = boost(t, launch, i)
    return j, real(d) * (1 + y) ** 3, -e / real(shape), ulps + 3 * e / real(shape), used or more


def representable(t, x):
    """Zero where exp is so small that mpmath would fill the memory with the fraction."""
    return fraction(x) if abs(x) > mpf(2) ** (t.least - 64) else Q(0)


def chi2(t, launch, i, params):
    j, g, x, ulps, used = gamma_of(t, launch, i, params[0] / 2)
    return j, representable(t, 2 * g * mpmath.exp(x)), int(ulps) + 2, used


def chi(t, launch, i, params):
    j, g, x, ulps, used = gamma_of(t, launch, i, params[0] / 2)
    return j, representable(t, mpmath.sqrt(2 * g * mpmath.exp(x))), int(ulps) + 3, used


def inverse_gamma(t, launch, i, params):
    j, g, x, ulps, used = gamma_of(t, launch, i, params[0])
    return j, fraction(real(params[1]) / g * mpmath.exp(-x)), int(ulps) + 4, used


def nakagami(t, launch, i, params):
    m, spread = params
    j, g, x, ulps, used = gamma_of(t, launch, i, m)
    return j, representable(t, mpmath.sqrt(real(spread) / real(m) * g * mpmath.exp(x))), int(ulps) + 4, used


def own_pair(t, launch, i):
    """The words of a pair that is one sample's own, and what gives the LOW words of the first."""
    if t.wide:
        b = launch.block(i)
        return (join(b[0], b[1]), join(b[2], b[3])), lambda: join(*launch.block(i, 0, 0, 1)[:2])
    b, p = launch.block(i // 2), i % 2 * 2
    return (b[p], b[p + 1]), lambda: launch.block(i // 2, 0, 0, 1)[p]


def skew_normal(t, launch, i, params):
    location, scale = (real(p) for p in params[:2])
    alpha = params[2] if params[2] in (INF, -INF) else real(params[2])
    words, low = own_pair(t, launch, i)
    (z0, used), (z1, _) = box_muller(t, words, low, 0), box_muller(t, words, low, 1)
    first = (1 if alpha > 0 else -1) * abs(z0) if abs(alpha) == INF else alpha * abs(z0) / mpmath.sqrt(1 + alpha ** 2)
    second = z1 / mpmath.sqrt(1 + alpha ** 2)
    value = location + scale * (first + second)
    wrong = 6 * mpf(2) ** -t.digits * scale * (abs(first) + abs(second))
    return 0, fraction(value), int(2 * wrong / mpf(2) ** t.quantum(fraction(value))) + 2, used


def student_t(t, launch, i, params):
    df, loc, scale = (real(p) for p in params)
    words, low = own_pair(t, launch, i)
    u, upper, used = unit(t, words[0], low)
    x = 2 * minus_log(u, upper) / df
    angle = 2 * mp.pi * mpf(2 * words[1] + 1) / mpf(2) ** (t.bits + 1)
    one = mpmath.sqrt(df * mpmath.expm1(x)) * mpmath.cos(angle)
    ulps = 5 + 2 * x
    value = fraction(loc + scale * one)
    quantum = lambda v: mpf(2) ** t.quantum(fraction(v))
    return 0, value, int(ulps * quantum(scale * one) / quantum(loc + scale * one)) + 2, used


def erlang(t, launch, i, params):
    shape, scale = params
    per, used = (2 if t.wide else 4), False
    total = mpf(0)
    for k in range(int(shape)):
        def word(purpose):
            b, w = launch.block(i, 0, k // per, purpose), k % per
            return join(b[2 * w], b[2 * w + 1]) if t.wide else b[w]
        w = word(0)
        if w >> (t.bits - 32) < 2 ** 20:
            total -= mpmath.log(real(unit(t, w, lambda: word(1))[0]))
            used = True
        else:
            total -= mpmath.log(mpf(2 * w + 1) / mpf(2) ** (t.bits + 1))
    off = (3 * int(shape) + 2) * mpf(2) ** -t.digits * (total if total < 0.35 else 1)
    x = fraction(total)
    return 0, fraction(total * real(scale)), int(off / mpf(2) ** t.quantum(x)) + 3, used


def beta_uniforms(t, launch, i, j):
    """The smaller of U and 1 - U, whether U is above 1/2, whether LOW words were used; the second uniform."""
    h, q = i // 2, i // 4
    if t.wide:
        def first(purpose):
            return join(*launch.block(h, j, 0, purpose)[i % 2 * 2:][:2])
        v = plain(t, join(launch.block(q, j, 1, 0)[i % 4], launch.block(q, j, 1, 1)[i % 4]))
    else:
        def first(purpose):
            return launch.block(h, j, 0, purpose)[i % 2]
        v, _, _ = unit(t, launch.block(h, j)[2 + i % 2], lambda: launch.block(h, j, 0, 1)[2 + i % 2])
    w = first(0)
    above = w >> (t.bits - 1)
    flip = (2 ** t.bits - 1) * above
    u, _, used = unit(t, w ^ flip, lambda: first(1) ^ flip)
    return real(u), above, used, real(v)


def cheng(a, b):
    """The spread of Cheng's proposals: BB where both shapes are above 1, else BC."""
    return mpmath.sqrt((a + b - 2) / (2 * a * b - a - b)) if min(a, b) > 1 else 1 / min(a, b)


def beta_odds(t, launch, i, a, b):
    """attempt (None: within rounding, or past ATTEMPTS), v with the odds (a / b) e^v, its error, LOW words used"""
    turn, eps, low_used = cheng(a, b) * (-1 if a < b else 1), mpf(2) ** -t.digits, False

    def chance(l, hat):
        """Target over cover at the logit: that of x^a (1 - x)^b at its mode is 1, and 4 U (1 - U) is the proposals'."""
        w = a / b * mpmath.exp(turn * l)
        x, rest = w / (1 + w), 1 / (1 + w)
        return mpmath.exp(a * mpmath.log(x * (a + b) / a) + b * mpmath.log(rest * (a + b) / b)) / hat

    for j in range(ATTEMPTS):
        u, above, used, second = beta_uniforms(t, launch, i, j)
        low_used = low_used or used
        l = mpmath.log((1 - u) / u) * (1 if above else -1)
        off = eps * (2 + (7 if min(a, b) > 1 else 3) * abs(l))
        chances = [chance(v, 4 * u * (1 - u)) for v in (l - off, l, l + off)]
        if min(chances) - 64 * eps <= second <= max(chances) + 64 * eps:
            return None, mpf(0), mpf(0), low_used
        if second < chances[1]:
            return j, turn * l, abs(turn) * off, low_used
    return None, mpf(0), mpf(0), low_used


def beta(t, launch, i, params):
    a, b = (real(p) for p in params)
    j, v, off, used = beta_odds(t, launch, i, a, b)
    w, eps = a / b * mpmath.exp(v), mpf(2) ** -t.digits
    x = representable(t, w / (1 + w))
    wrong = (off + 8 * eps) * w / (1 + w) ** 2 + 2 * eps * min(w, 1) / (1 + w)
    return j, x, int(wrong / mpf(2) ** t.quantum(x)) + 2, used


def f_law(t, launch, i, params):
    j, v, off, used = beta_odds(t, launch, i, *(real(p) / 2 for p in params))
    return j, representable(t, mpmath.exp(v)), int(off / mpf(2) ** -t.digits) + 8, used


@functools.lru_cache(maxsize=None)
def ziggurat_table(t, law):
    """x_i, the first pass's thresholds, r, p, and the levels h_i, which follow from the x_i: of the kernel's tables, which
    are a part of the contract as its constants are, only the widths and thresholds are taken."""
    with open(os.path.join(HERE, "..", "..", "engine", "ziggurat", "%s_%d.h" % (law, t.bits)), encoding="ascii") as f:
        text = f.read()
    numbers = re.findall(r"-?0x[0-9a-f.]+p[+-]?[0-9]+|\b0(?=,)", text[text.index("_quick"):text.index("_wedge")])
    assert len(numbers) == 512
    pairs = [Q(float.fromhex(n)) for n in numbers]
    bits = t.bits - 8 - (law == "normal")
    x = [n * (1 if t.wide else 2 ** (31 if law == "normal" else 24)) for n in pairs[::2]]
    r = x[1]
    if t.wide:      # the most that leaves the tail's hat its area
        p = Q(int(mpmath.floor(real(r) / (real(r) + (1 / real(r) if law == "normal" else 1)) * 2 ** bits)), 2 ** bits)
    else:
        p = Q(round(r / x[0] * 2 ** bits), 2 ** bits)
    f = (lambda x: mpmath.exp(-x * x / 2)) if law == "normal" else lambda x: mpmath.exp(-x)
    h = [mpf(0), f(real(r))]
    for i in range(1, 256):
        h.append(h[i] + real(r) * h[1] / real(p) / real(x[i]))
    return x, pairs[1::2], r, p, f, h, bits


def ziggurat_point(t, launch, i, j, law):
    """layer, sign, first digits of the abscissa, and the value that they alone give"""
    x, _, _, _, _, _, bits = ziggurat_table(t, law)
    w = shared_word(t, launch, i, j)
    negative = law == "normal" and w >> (t.bits - 1)
    a = (w >> 8 ^ -negative) & (2 ** bits - 1)
    u = Q(2 * a + 1, 2 ** (bits + 1))
    return w & 255, -1 if negative else 1, a, t.rn(x[w & 255] * (t.rn(u) if t.wide else u))


def ziggurat(t, launch, i, law):
    """attempt (None: within rounding), value, ulps, was a further word looked at"""
    x, threshold, r, p, f, h, bits = ziggurat_table(t, law)
    eps, rate = mpf(2) ** -t.digits, real(p / (r * (1 - p)))
    for j in range(ATTEMPTS):
        layer, sign, a, value = ziggurat_point(t, launch, i, j, law)
        inside, low = value < threshold[layer], value < x[layer] * Q(1, 2 ** (11 if t.wide else 8))
        if inside and not low:
            return j, sign * value, 0, j > 0
        side = launch.block(i, j, 0, 4)
        height = real(plain(t, join(side[0], side[1]) if t.wide else side[0]))
        if not layer and not inside:
            if t.wide:
                u, upper, _ = unit(t, join(side[2], side[3]), lambda: join(*launch.block(i, j, 0, 5)[2:]))
            else:
                u, upper, _ = unit(t, side[2], lambda: side[3])
            e = minus_log(u, upper)
            value = mpmath.sqrt(real(r) ** 2 + 2 * e) if law == "normal" else real(r) + e
            should, value, ulps = rate / (value if law == "normal" else 1), fraction(value), 4
        else:
            more = join(side[2], side[3]) if t.wide else side[1]
            digits = (2 * (a << t.bits | more) + 1) << (t.bits - bits - 1)
            u, _, _ = unit(t, digits >> t.bits, lambda: digits & (2 ** t.bits - 1))
            value, ulps = t.rn(x[layer] * u), 0
            should = mpf(2) if inside else (f(real(value)) - h[layer]) / (h[layer + 1] - h[layer])
        if abs(should - height) < 256 * eps:
            return None, Q(0), 0, True
        if height < should:
            return j, sign * value, ulps, True
    raise SystemExit("ziggurat: more attempts than ATTEMPTS")


def normal_ziggurat(t, launch, i, params):
    return ziggurat(t, launch, i, "normal")


def exponential_ziggurat(t, launch, i, params):
    j, value, ulps, used = ziggurat(t, launch, i, "exponential")
    return j, value * params[0], ulps + (ulps > 0), used


@functools.lru_cache(maxsize=None)
def ziggurat_hits(seed, stream, t, family):
    """Indices whose attempt 0 is undecided: 12 in tails, 6 near 0, 12 in wedges."""
    law = "normal" if family == 12 else "exponential"
    launch, (x, threshold, *_) = Launch(seed, stream, family, t.wide), ziggurat_table(t, law)
    tails, near, wedges = [], [], []
    i = 1000
    while len(tails) < 12 or len(near) < 6:
        layer, _, _, value = ziggurat_point(t, launch, i, 0, law)
        if value < x[layer] * Q(1, 2 ** (11 if t.wide else 8)):
            near.append(i)
        elif not value < threshold[layer]:
            (wedges if layer else tails).append(i)
        i += 1
    return tails[:12] + near[:6] + wedges[:12]


def truncated_side(a, w):
    """Half line from the anchor: lambda, kappa, q, the hat's area in units of 1 / lambda."""
    lam = mpmath.sqrt(a * a + 2)
    kappa = (lam - a) ** 2 / 2
    beyond = max(lam * w - kappa, mpf(0)) if w < mp.inf else mp.inf
    return lam, kappa, mpmath.exp(-beyond), (min(lam * w, kappa) if w < mp.inf else kappa) - mpmath.expm1(-beyond)


def two_uniforms(t, launch, i, j):
    """R and 1 - R, U and 1 - U, and whether LOW words of R were used."""
    h, q = i // 2, i // 4
    if t.wide:
        def first(purpose):
            return join(*launch.block(h, j, 0, purpose)[i % 2 * 2:][:2])
        w = join(launch.block(q, j, 1, 0)[i % 4], launch.block(q, j, 1, 1)[i % 4])
        second = [plain(t, w), plain(t, M64 - w)]
    else:
        def first(purpose):
            return launch.block(h, j, 0, purpose)[i % 2]
        words = [launch.block(h, j, 0, purpose)[2 + i % 2] for purpose in (0, 1)]
        second = [unit(t, words[0] ^ flip, lambda: words[1] ^ flip)[0] for flip in (0, M32)]
    r, upper, used = unit(t, first(0), lambda: first(1))
    return real(r), real(1 - r if upper is None else -upper), real(second[0]), real(second[1]), used


def truncated(t, launch, i, params):
    low, high, mean, sd = (mpf(p) if p in (INF, -INF) else real(p) for p in params)
    eps, low_used = mpf(2) ** -t.digits, False
    anchor = max(low, min(high, mean))
    a, left, right = abs(anchor - mean) / sd, (anchor - low) / sd, (high - anchor) / sd
    with mp.workprec(900):      # lambda - a, for a up to 1e30
        major, minor = (truncated_side(a, w) for w in (max(left, right), min(left, right)))
    p = minor[3] / (minor[3] + major[3]) if minor[3] else mpf(0)
    for j in range(ATTEMPTS):
        r, rest, u, u_rest, used = two_uniforms(t, launch, i, j)
        low_used = low_used or used
        if p and abs(u_rest / p - 1) < 32 * eps:
            return None, Q(0), 0, low_used
        lesser = u_rest < p
        lam, kappa, q, m = minor if lesser else major
        v = m * rest
        y = v if v <= kappa else kappa - (mpmath.log1p(kappa - v) if v < kappa + 0.25 else mpmath.log(q + m * r))
        x = y / lam
        log_ratio = a * x + x * x / 2 if v <= kappa else (y - kappa - 1) ** 2 / (2 * lam * lam)
        off = eps * (32 + 16 * log_ratio)
        chance, near = (p if lesser else 1 - p) * mpmath.exp(-log_ratio), u_rest if lesser else u
        if abs(near / chance - 1) <= off:
            return None, Q(0), 0, low_used
        if near < chance:
            value = fraction(anchor + (1 if (left <= right) != lesser else -1) * x * sd)
            return j, value, int(12 * eps * x * sd / mpf(2) ** t.quantum(t.rn(value))) + 1, low_used
    raise SystemExit("truncated: more attempts than ATTEMPTS")


def truncated_ends(t):
    """Where the unit of length changes: sd = 2^20 and its neighbours; and an sd that is nothing beside the distance."""
    wide = Q(2) ** 20
    return [(Q(0), INF, Q(0), sd) for sd in (wide * (1 - t.eps), wide, wide * (1 + 2 * t.eps))] + [
        (t.rn(Q("1e10")), t.rn(Q("1e10")), Q(0), t.rn(Q("1e-290" if t.wide else "1e-25")))]


# ---- The files ----------------------------------------------------------------------------------------------------------

FIRST = (0, 2 ** 32 - 5, 2 ** 33 - 5, 2 ** 34 - 5, 2 ** 63 - 5, 2 ** 64 - 13)
SEEDS = ((0, 0), (0x0123456789ABCDEF, 0xFEDCBA9876543210))


def shapes(t):
    few = ["1e-6", "0.3", "0.999", "1", "2", "10", "1e6"] + (["1e12"] if t.wide else [])
    return [t.rn(Q(s)) for s in few]


def samples(name, draw, types, family, parameters, hunt, a=8, count=13, both_ends=False):
    out = ["# index (hex), attempt at which it is accepted (?: within rounding), bits, ulps allowed; %s" % name]
    for t in types:
        for params in parameters(t):
            for seed, stream in SEEDS:
                launch = Launch(seed, stream, family, t.wide, a)
                where = [f + k for f in FIRST for k in range(count)]
                # Places far apart where LOW words are needed, which is seldom.
                if hunt and (seed, stream) == SEEDS[1]:
                    hits = []
                    for i in range(1000, 1000 + (12000 if t.wide else 1500)):
                        if needs_low(t, launch, i, family, both_ends):
                            hits.append(i)
                    where += hits[:12] if family not in (12, 13) else ziggurat_hits(seed, stream, t, family)
                    where += deep_hits(seed, stream, t) if family == 7 else []
                words = "" if not params else " " + " ".join((F32 if t is U32 else t).pattern(p) for p in params)
                out.append("case %s %s %016x %016x%s" % (name, t.name, seed, stream, words))
                for i in where:
                    j, x, ulps, _ = draw(t, launch, i, params)
                    text = "%08x" % x if t is U32 else t.pattern(x)
                    out.append("%x %s %s %d" % (i, "?" if j is None else j, text, ulps))
    return "\n".join(out) + "\n"


@functools.lru_cache(maxsize=None)
def deep_hits(seed, stream, t):
    """The 6 indices among 2^18 whose first uniform of family 7 is nearest to 0 or 1: there LOW words show in the logit."""
    launch, near = Launch(seed, stream, 7, t.wide), []
    for h in range(500, 500 + 2 ** 17):
        b = launch.block(h)
        near += [(min(w, M32 - w), 2 * h + k) for k, w in enumerate((b[0], b[2] if t.wide else b[1]))]
    return [i for _, i in sorted(near)[:6]]


def needs_low(t, launch, i, family, both_ends=False):
    """Whether attempt 0 (or the boost) needs LOW words: looked at in the words alone."""
    if family == 2:
        w = shared_word(t, launch, i)
        return is_open(t, min(w, 2 ** t.bits - 1 - w) if both_ends else w)
    if family == 3:
        if t.wide:
            return launch.block(i // 2)[0] < 2 ** 21
        return launch.block(i // 4)[i % 4 // 2 * 2] < 2 ** 24
    if family in (12, 13):
        return False    # ziggurat_hits
    if family == 14:
        w = launch.block(i // 2)[i % 2 * 2 if t.wide else i % 2]
        return w < (2 ** 21 if t.wide else 2 ** 24)
    if family == 7:
        w = launch.block(i // 2)[i % 2 * 2 if t.wide else i % 2]
        return min(w, M32 - w) < (2 ** 21 if t.wide else 2 ** 24)
    if family in (8, 11, 15):
        return launch.block(i)[0] < 2 ** 21 if t.wide else launch.block(i // 2)[i % 2 * 2] < 2 ** 24
    if family == 9:     # among the first uniforms: every shape uses them
        return launch.block(i)[0] < 2 ** 20
    if t.wide:
        return launch.block(i // 2)[0] < 2 ** 21 or is_open(t, shared_word(t, launch, i, 0, 2))
    return launch.block(i // 2)[0] < 2 ** 24 or is_open(t, shared_word(t, launch, i, 0, 2))


U32 = Type("u32", 24, -149, 32, 8)


# ---- Rows of normals --------------------------------------------------------------------------------------------------

def covariances():
    """Means, covariances: two components; eigenvalues 100, 1, 0.01 turned by 3:4:5; Hilbert's; a process; rank one."""
    turn = mpmath.matrix([[3, 4, 0], [-4, 3, 0], [0, 0, 5]]) / 5 * mpmath.matrix([[5, 0, 0], [0, 3, -4], [0, 4, 3]]) / 5
    yield [mpf(1), mpf(-1)], mpmath.matrix([[2, "0.6"], ["0.6", 1]])
    yield [mpf(0), mpf(1000), mpf("0.1")], turn * mpmath.diag([100, 1, mpf("0.01")]) * turn.T
    yield [mpf(i) for i in range(5)], mpmath.hilbert(5)
    yield [mpf(0)] * 40, mpmath.matrix([[mpf("0.9") ** abs(i - j) for j in range(40)] for i in range(40)])
    one = mpmath.matrix([1, 2, -3, "0.5"])
    yield [mpf(0)] * 4, one * one.T


def cholesky(a):
    """The factor, with a zero column for a pivot of 0; and by how many half ulps of its row's sd an entry may be off."""
    n, l = a.rows, mpmath.matrix(a.rows, a.rows)
    for j in range(n):
        d = a[j, j] - sum(l[j, k] ** 2 for k in range(j))
        if abs(d) < mpf(2) ** -200:
            continue
        l[j, j] = mpmath.sqrt(d)
        for i in range(j + 1, n):
            l[i, j] = (a[i, j] - sum(l[i, k] * l[j, k] for k in range(j))) / l[j, j]
    full = all(l[j, j] for j in range(n))
    return l, n * (mpmath.mnorm(a, "f") * mpmath.mnorm(a ** -1, "f") if full else 1)


def rows_file():
    """Family 16: component c of row i is mean_c + sum of L_ck z_k, z_k the normal of index i K + k."""
    out = ["# case TYPE SEED STREAM K ROWS; the mean; the covariance; its factor, number and room for each (f64); then for",
           "# each row its index and, a component, number and room"]
    for t in F32, F64:
        for number, (mean, a) in enumerate(covariances()):
            n = a.rows
            a = mpmath.matrix([[real(t.rn(fraction(a[max(i, j), min(i, j)]))) for j in range(n)] for i in range(n)])
            mean = [real(t.rn(fraction(m))) for m in mean]
            (l, half), (seed, stream) = cholesky(a), SEEDS[number % len(SEEDS)]
            launch = Launch(seed, stream, 16, t.wide)
            where = [0, 1, 2, 77, 2 ** 33 + 5] if n < 40 else [3, 2 ** 40]
            out.append("case %s %016x %016x %d %d" % (t.name, seed, stream, n, len(where)))
            out.append(" ".join(t.pattern(fraction(m)) for m in mean))
            for i in range(n):
                out.append(" ".join(t.pattern(fraction(a[i, j])) for j in range(n)))
            sd = [mpmath.sqrt(a[i, i]) for i in range(n)]
            room = [half * mpf(2) ** -53 * s for s in sd]
            for i in range(n):
                both = [(F64.pattern(fraction(l[i, k])), F64.pattern(fraction(room[i]))) for k in range(i + 1)]
                out.append(" ".join(number + " " + off for number, off in both))
            for i in where:
                z = [real(normal(t, launch, i * n + c, ())[1]) for c in range(n)]
                line = ["%x" % i]
                for c in range(n):
                    terms = [l[c, k] * z[k] for k in range(c + 1)]
                    # 5 ulp of z, half an ulp of L, c + 1 roundings; what L is off; the last rounding
                    off = real(t.eps) * ((c + 12) * sum(abs(x) for x in terms) + abs(mean[c] + sum(terms)))
                    off += room[c] * sum(abs(x) for x in z[:c + 1])
                    line += [t.pattern(fraction(mean[c] + sum(terms))), F64.pattern(fraction(off))]
                out.append(" ".join(line))
    return "\n".join(out) + "\n"


def philox_file():
    out = ["# counter (4 words), key (2), philox4x32-10 of them (4). The first three are Random123's known answers."]
    pi = ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0))
    rows = [((0,) * 4, (0,) * 2), ((M32,) * 4, (M32,) * 2), pi]
    known = ((0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
             (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1))
    for (c, k), answer in zip(rows, known):
        assert philox(c, k) == answer
    for power in (32, 64, 96, 128):     # every carry of the counter, as a number of 128 bits
        for n in range(2 ** power - 3, 2 ** power + 3):
            rows.append((tuple(n >> s & M32 for s in (0, 32, 64, 96)), (1, 2)))
    for b in range(128):
        rows.append((tuple((1 << b) >> s & M32 for s in (0, 32, 64, 96)), (0, 0)))
    for b in range(64):
        rows.append(((0,) * 4, tuple((1 << b) >> s & M32 for s in (0, 32))))
    for k in ((M32, 0), (0, M32), (0x80000000, 0x7FFFFFFF), (0x61C88647, 0x44985 << 12)):   # the Weyl sums carry
        rows.append(((1, 2, 3, 4), k))
    for c, k in rows:
        out.append(" ".join("%08x" % w for w in c + k + philox(c, k)))
    return "\n".join(out) + "\n"


def derive_file():
    out = ["# number SEED STREAM CHILD -> SEED STREAM; name SEED STREAM bytes-in-hex -> SEED STREAM"]
    parents = SEEDS + ((M64, 0), (0, M64), (1, 0), (0, 1), (1 << 32, 0), (0, 1 << 32))
    for seed, stream in parents:
        for child in (0, 1, 2, 2 ** 32 - 1, 2 ** 32, 2 ** 63, M64):
            out.append("number %016x %016x %016x %016x %016x" % ((seed, stream, child) + derive(seed, stream, child)))
    for seed, stream in SEEDS:
        for name in ("", "a", "b", "ab", "ba", "1234567", "12345678", "123456789", "walker", "walker/3", "a\u00e9\u4e2d", "x" * 16, "x" * 17, "x" * 100):
            b = name.encode()
            out.append("name %016x %016x %s %016x %016x" % ((seed, stream, b.hex() or "-") + derive_name(seed, stream, b)))
    return "\n".join(out) + "\n"


def words_file():
    """Conversions at the words that a stream never shows: both ends, the switches, the ties."""
    out = ["# type, word(s), LOW word(s) -> uniform (exact), exponential (2 ulp)"]
    lows = (0, 1, 0xFF, 0x100, 0x1FF, 0x200, 0x7FFFFFFF, 0x80000000, 0xB504F333, 0xB504F334, M32 - 0x1FF, M32 - 0x100, M32 - 1, M32)
    top = sorted({v for b in (0, 1, 2, 8, 16, 21, 23, 24, 25, 31, 32) for v in (2 ** b - 2, 2 ** b - 1, 2 ** b, 2 ** b + 1)
                  if 0 <= v <= M32} | {0xB504F333, 0xB504F334, 0xB504F335, 0xFFFFFF7F, 0xFFFFFF80, 0xFFFFFF81, 0xFF000000, 0xFEFFFFFF,
                                       0xFFFF0000, 0x0000FFFF, 0x01000001, 0x01000003, 0x00FFFFFF, 0x00800001})
    for w in top:
        for l in lows if is_open(F32, w) else (0x12345678,):
            u, upper, _ = unit(F32, w, lambda: l)
            out.append("f32 %08x %08x %s %s" % (w, l, F32.pattern(u), F32.pattern(fraction(minus_log(u, upper)))))
    for w1 in top:
        for w0 in (0, 1, 0x7FF, 0x800, 0x80000000, M32 - 0x3FF, M32 - 0x400, M32):
            w = join(w1, w0)
            some = [(a, b) for a in (0, 1, 0x80000000, M32) for b in (0, 0x7FF, 0x800, 0x1000, M32 - 0xFFF, M32)] if is_open(F64, w) else [(1, 2)]
            for l1, l0 in some:
                u, upper, _ = unit(F64, w, lambda: join(l1, l0))
                out.append("f64 %016x %016x %s %s" % (w, join(l1, l0), F64.pattern(u), F64.pattern(fraction(minus_log(u, upper)))))
    return "\n".join(out) + "\n"


def files():
    none, both = (lambda t: [()]), (F32, F64)
    yield "philox.txt", philox_file
    yield "derive.txt", derive_file
    yield "words.txt", words_file
    yield "bits.txt", lambda: samples("bits", bits, (U32,), 1, none, False)
    yield "attempts.txt", lambda: samples("attempts", attempts, (U32,), 6, lambda t: [(F32.rn(Q(a)),) for a in ("1", "0.98", "0.5", "0.02")], False, 32)
    yield "uniform.txt", lambda: samples("uniform", uniform, both, 2, lambda t: [
        (Q(0), Q(1)), (t.rn(Q("-1.7")), t.rn(Q("0.1"))), (Q(1), 1 + 2 * t.eps), (Q(3), Q(3)), (-Q(2) ** (126 if t is F32 else 1022), Q(2) ** (126 if t is F32 else 1022))], True)
    yield "exponential.txt", lambda: samples("exponential", exponential, both, 2, lambda t: [(Q(1),), (t.rn(Q("0.37")),)], True)
    yield "normal.txt", lambda: samples("normal", normal, both, 3, lambda t: [(Q(0), Q(1))], True)
    yield "half_normal.txt", lambda: samples("half-normal", half_normal, both, 3, lambda t: [(Q(3),)], True)
    yield "lognormal.txt", lambda: samples("lognormal", lognormal, both, 3, lambda t: [
        (Q(0), Q(1)), (t.rn(Q("0.1")), t.rn(Q("0.001"))), (Q(70), Q(10)), (Q(-90), Q(7)), (Q(10) ** 6, Q(10) ** 6)], True)
    yield "skew_normal.txt", lambda: samples("skew-normal", skew_normal, both, 15, lambda t: [
        (Q(0), Q(1), a if abs(a) == INF else t.rn(Q(a))) for a in (Q(0), Q("0.7"), Q(-5), Q(10) ** 12, INF, -INF)] + [
        (Q(1), Q(3), Q(2))], True)
    yield "truncated_normal.txt", lambda: samples("truncated-normal", truncated, both, 14, lambda t: [
        tuple(p if p in (INF, -INF) else t.rn(Q(p)) for p in case) for case in (
            (-INF, INF, "0", "1"), ("0", INF, "0", "1"), (-INF, "0.3", "0", "1"), ("40", INF, "0", "1"), ("10", "11", "0", "1"),
            ("-2", "2", "0", "1"), ("-5", "0.125", "0", "1"), ("0", "1e-12", "0", "1"), ("0.5", "2", "-1", "3"),
            ("0", INF, "-1", "1e-15"), ("3", "3", "0", "1"), ("0.809", "0.869", "0.538", "0.05"))] + truncated_ends(t), True)
    yield "normal_polar.txt", lambda: samples("normal:polar", polar, both, 4, lambda t: [(Q(0), Q(1))], False)
    yield "normal_ziggurat.txt", lambda: samples("normal:ziggurat", normal_ziggurat, both, 12, lambda t: [(Q(0), Q(1))], True)
    yield "exponential_ziggurat.txt", lambda: samples("exponential:ziggurat", exponential_ziggurat, both, 13, lambda t: [
        (Q(1),), (t.rn(Q("0.37")),)], True)
    for method, draw in ("icdf", icdf), ("icdf-fast", icdf_fast), ("icdf-giles", icdf_giles):
        yield "normal_%s.txt" % method.replace("-", "_"), lambda draw=draw, method=method: samples("normal:" + method, draw, both, 2, lambda t: [
            (Q(0), Q(1))], True, both_ends=True)
    yield "normal_one.txt", lambda: samples("normal:one", normal_one, both, 11, lambda t: [(Q(0), Q(1))], True)
    yield "gamma.txt", lambda: samples("gamma", gamma, both, 5, lambda t: [(s, Q(1)) for s in shapes(t)] + [(Q(2), t.rn(Q("0.1")))], True)
    dfs = lambda t: [(t.rn(Q(s)),) for s in ("0.01", "1", "2.5", "40")]
    yield "chi2.txt", lambda: samples("chi2", chi2, both, 5, dfs, True)
    yield "chi.txt", lambda: samples("chi", chi, both, 5, dfs, True)
    yield "inverse_gamma.txt", lambda: samples("inverse-gamma", inverse_gamma, both, 5, lambda t: [
        (t.rn(Q("0.02")), Q(1)), (t.rn(Q("0.3")), t.rn(Q("0.1"))), (Q(4), Q(1))], True)
    yield "nakagami.txt", lambda: samples("nakagami", nakagami, both, 5, lambda t: [
        (t.rn(Q("0.01")), Q(1)), (t.rn(Q("0.3")), t.rn(Q("0.1"))), (Q(4), Q(1))], True)
    yield "student_t.txt", lambda: samples("student-t", student_t, both, 8, lambda t: [
        (t.rn(Q(s)), Q(0), Q(1)) for s in ("0.03", "0.7", "1", "4", "1e6", "1e30")] + [(Q(4), Q(3), Q(2))], True)
    yield "gamma_erlang.txt", lambda: samples("gamma:erlang", erlang, both, 9, lambda t: [(Q(n), Q(1)) for n in (1, 2, 3, 7, 100)] + [
        (Q(4), t.rn(Q("0.1")))], True)
    beta_shapes = (("2", "3"), ("3", "2"), ("0.5", "0.5"), ("1", "1"), ("0.01", "0.02"), ("0.3", "1e3"), ("40", "1.5"),
                   ("1e6", "1e6"))
    f_degrees = ("3", "7"), ("7", "3"), ("1", "1"), ("0.05", "0.3"), ("1e5", "6")
    pairs = lambda some: lambda t: [(t.rn(Q(a)), t.rn(Q(b))) for a, b in some]
    yield "beta.txt", lambda: samples("beta", beta, both, 7, pairs(beta_shapes), True)
    yield "f.txt", lambda: samples("f", f_law, both, 7, pairs(f_degrees), True)
    yield "multivariate_normal.txt", rows_file
    yield "loggamma.txt", lambda: samples("loggamma", loggamma, both, 5, lambda t: [(s,) for s in shapes(t)], True)


if __name__ == "__main__":
    sys.path.insert(0, os.path.join(HERE, "..", "support"))
    import remake
    sys.exit(remake.run(HERE, files()))
