# SPDX-License-Identifier: MIT OR Apache-2.0
"""The skew normal. 6 ulps of each normal and its factor, before the sum, which may cancel."""

import mpmath
import scipy
import scipy.special as sp
from mpmath import mp, mpf

from cells import DRAWS, LEVELS, TAIL, TYPES, Case
from oracle import INF, Answers, box_muller, fraction, given, hunt, own_pair, own_pair_low, real


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


# ---- Cells ----

def owen(h, a):
    """Owen's T for a >= 0 (Owen 1956, with his reflection where a > 1)."""
    h = abs(h)
    if a > 1:
        return (mp.ncdf(h) + mp.ncdf(a * h)) / 2 - mp.ncdf(h) * mp.ncdf(a * h) - owen(a * h, 1 / a)
    with mp.workdps(30):
        return mp.quad(lambda x: mp.exp(-h * h * (1 + x * x) / 2) / (1 + x * x), [0, a]) / (2 * mp.pi) if h < 20 else mpf(0)


def skew_cdf(alpha, x):
    """P(X <= x)."""
    if alpha < 0:
        return 1 - skew_cdf(-alpha, -x)
    return max(mp.ncdf(x) - 2 * owen(x, mpf(alpha)), mpf(0))


def check():
    """Compares with the density's integral."""
    for x in (-3, -0.2, 0, 0.7, 4):
        for alpha in (0.5, 3, 50):
            exact = mp.quad(lambda v: 2 * mp.npdf(v) * mp.ncdf(alpha * v), [-mp.inf, min(x, -0.1), x])
            assert abs(skew_cdf(alpha, mpf(x)) - exact) < mpf(10) ** -18


def points(t, location, scale, alpha):
    if location:
        standard = [scipy.stats.skewnorm.ppf(k / 64, alpha) for k in range(1, 64)]
    elif alpha > 1e6:
        standard = [abs(sp.ndtri(p)) for p in LEVELS if p != 0.5] + [0.0, 1e-6, -1e-10, -1e-9]
    else:
        standard = [scipy.stats.skewnorm.ppf(p, alpha) for p in LEVELS] + [scipy.stats.skewnorm.isf(p, alpha) for p in TAIL]
    return [location + scale * float(x) for x in standard]


def cdf(x, location, scale, alpha):
    return skew_cdf(alpha, (x - location) / scale)


def skew_normal_cells():
    for kind, t in TYPES.items():
        for alpha in (0.5, -4.0, 1e9):
            yield Case("skew-normal(%g)" % alpha, kind, DRAWS, (0, 1, float(t(alpha))), points, cdf)
        yield Case("skew-normal(3,2,2)", kind, DRAWS, (3, 2, 2), points, cdf)


ANSWERS = {"skew_normal": Answers(skew_normal, 15, given(
    "0 1 0", "0 1 0.7", "0 1 -5", "0 1 1e12", "0 1 inf", "0 1 -inf", "1 3 2"), hunt(own_pair_low), fed=given("0 1 2"))}
CELLS = {"skew_normal": skew_normal_cells}
