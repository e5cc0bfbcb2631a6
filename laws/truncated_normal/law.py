# SPDX-License-Identifier: MIT OR Apache-2.0
"""The truncated normal.

12 half ulps of the excess over the point nearest to the mean, and the rounding when it is added there."""
import math

import mpmath
import numpy as np
from mpmath import mp, mpf

from cells import FEW, LEVELS, TAIL, TYPES, Case
from oracle import ATTEMPTS, INF, Answers, Q, fraction, given, hunt, real, second_uniforms, two_uniforms


POLY = [mpf(float.fromhex(c)) for c in ("0x1.c3ee9ep-5", "0x1.f0d478p-3", "0x1.62ec38p-1", "0x1.ffeca6p-1")]


def touch(a):
    """About 1 / D: a constant minus the exponent and the fraction of D as one number."""
    d = max(mpf(11) / 16 + a / 2, mpf(1) / 4 + a)
    e = int(mpmath.floor(mpmath.log(d, 2)))
    x = mpf(-3) / 16 - e - (mpmath.ldexp(d, -e) - 1)
    k = int(mpmath.floor(x))
    return mpmath.ldexp(1 + (x - k), k)


def below_exp2(x, least):
    """Slightly below 2^x."""
    x = max(x, mpf(least))
    n = int(mpmath.nint(x))
    return mpmath.ldexp(mpmath.polyval(POLY, x - n), n)


def truncated_side(t, a, w):
    """From the anchor: lambda, c, kappa, q, the hat's area and the side's width, both in units of 1 / lambda."""
    c = touch(a) if a <= 2 ** 30 else mpf(0)
    lam, kappa = a + c, c * c / 2
    flat = min(lam * w, kappa) if w < mp.inf else kappa
    beyond = lam * w - flat if w < mp.inf else mp.inf
    if beyond < mpf(2) ** -6:
        return lam, c, kappa, 1 - beyond, flat + beyond, lam * w
    q = below_exp2(-beyond / mpmath.log(2), -900 if t.wide else -120)
    return lam, c, kappa, q, flat + 1 - q, lam * w


def truncated(t, launch, i, params):
    low, high, mean, sd = (mpf(p) if p in (INF, -INF) else real(p) for p in params)
    eps, low_used = mpf(2) ** -t.digits, False
    anchor = max(low, min(high, mean))
    a, left, right = abs(anchor - mean) / sd, (anchor - low) / sd, (high - anchor) / sd
    major, minor = (truncated_side(t, a, w) for w in (max(left, right), min(left, right)))
    p = minor[4] / (minor[4] + major[4]) if minor[4] else mpf(0)
    for j in range(ATTEMPTS):
        r, rest, u, u_rest, used = two_uniforms(t, launch, i, j)
        low_used = low_used or used
        if p and abs(u_rest / p - 1) < 32 * eps:
            return None, Q(0), 0, low_used
        lesser = u_rest < p
        lam, c, kappa, q, m, end = minor if lesser else major
        v = m * rest
        y = v if v <= kappa else kappa - (mpmath.log1p(kappa - v) if v < kappa + 0.25 else mpmath.log(q + m * r))
        x = y / lam
        log_ratio = a * x + x * x / 2 if v <= kappa else (x - c) ** 2 / 2
        if v > kappa and end < mp.inf and abs(y / end - 1) < 32 * eps:
            return None, Q(0), 0, low_used
        if y > end:
            continue
        off = eps * (32 + 16 * log_ratio)
        chance, near = (p if lesser else 1 - p) * mpmath.exp(-log_ratio), u_rest if lesser else u
        if abs(near / chance - 1) <= off:
            return None, Q(0), 0, low_used
        if near < chance:
            value = fraction(anchor + (1 if (left <= right) != lesser else -1) * x * sd)
            return j, value, int(12 * eps * x * sd / mpf(2) ** t.quantum(t.rn(value))) + 1, low_used
    raise SystemExit("truncated: more attempts than ATTEMPTS")


def first_low(t, launch, i):
    w = launch.block(i // 2)[i % 2 * 2 if t.wide else i % 2]
    return w < (2 ** 21 if t.wide else 2 ** 24)


INTERVALS = given("-inf inf 0 1", "0 inf 0 1", "-inf 0.3 0 1", "40 inf 0 1", "10 11 0 1", "-2 2 0 1", "-5 0.125 0 1",
                  "0 1e-12 0 1", "0.5 2 -1 3", "0 inf -1 1e-15", "3 3 0 1", "0.809 0.869 0.538 0.05")


def truncated_ends(t):
    """Ends of the ranges of the unit of length: sd = 2^20 and its neighbours; and an sd that is negligible next to the
    distance."""
    wide = Q(2) ** 20
    return [(Q(0), INF, Q(0), sd) for sd in (wide * (1 - t.eps), wide, wide * (1 + 2 * t.eps))] + [
        (t.rn(Q("1e10")), t.rn(Q("1e10")), Q(0), t.rn(Q("1e-290" if t.wide else "1e-25")))]


# ---- Cells ----

def mills(x):
    """Q(x) / phi(x) for x >= 0."""
    if x > 1e6:
        return (1 - (1 - 3 / x ** 2) / x ** 2) / x      # 1 + O(x^-6)
    return mp.sqrt(mp.pi / 2) * mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2))


def cdf(x, low, high, mean, sd):
    """P(X <= x) of the normal in [low, high]. For a mean outside, by ratios to the density at the near end, so that nothing
    underflows or cancels."""
    low, high, mean, sd = (mpf(p) for p in (low, high, mean, sd))
    if x <= low or x >= high:
        return mpf(1 if x >= high else 0)
    if high <= mean:
        return 1 - cdf(-x, -high, -low, -mean, sd)
    a, b, z = ((v - mean) / sd for v in (low, high, x))
    if a < 0:
        return (mp.ncdf(z) - mp.ncdf(a)) / (mp.ncdf(b) - mp.ncdf(a))
    part = lambda v: 1 - mp.exp(-(v - a) * (v + a) / 2) * mills(v) / mills(a) if v < mp.inf else mpf(1)
    return part(z) / part(b)


def rough_quantiles(low, high, mean, sd):
    """By a grid."""
    if high <= mean:
        return [-x for x in rough_quantiles(-high, -low, -mean, sd)]
    anchor = max(low, mean) if low < mean else low
    a = (anchor - mean) / sd
    reach = 90 / (a + math.sqrt(a * a + 90))            # a y + y^2 / 2 = 45
    ends = [max((low - anchor) / sd, -reach), min((high - anchor) / sd, reach)]
    y = np.linspace(ends[0], ends[1], 200001)
    mass = np.cumsum(np.exp(-a * y - y * y / 2))
    quantiles = np.interp(LEVELS + [1 - p for p in TAIL], mass / mass[-1], y)
    return [float(mpf(anchor) + mpf(sd) * mpf(float(v))) for v in quantiles]


def points(t, low, *rest):
    return rough_quantiles(low, *rest) + [low]


CELL_INTERVALS = """-inf,inf 0,inf -inf,0 1,inf -1,inf -inf,-1 -inf,1 3,inf 5.25,inf 40,inf 10,11 40,41 40,40.01 38,1e30
    -inf,-10 -inf,-40 -41,-40 -2,2 -0.5,0.25 -0.125,5 -5,0.125 -1e-6,inf -1e-3,1e-3 0,1e-12 -1e-12,2e-12 1,ulps 40,ulps
    -ulps,ulps 0.5,2 -3,-1 0.25,0.75 0,8 -1e30,1e30 3,4,-1,0.5 0.809,0.869,0.538,0.05 -2,2,0,0.001 -1,2,5,0.25 0,inf,-1,1e-15
    0,inf,-1e14,1e-15 1e6,inf,1e6,3 16777216,16777226,0,1e6 -inf,-3,4,0.125 0,1e-39,-3e38,0.5"""


def parameters(t, text):
    """low, high, mean, sd as floats of type t; "ulps" is an end at some ulps from the other one."""
    p = [0, 0, 0, 1]
    for k, word in enumerate(text.split(",")):
        p[k] = float(t(word)) if "ulps" not in word else None
    step = 11 * float(np.finfo(t).eps)
    if p[1] is None:
        p[1] = float(t(p[0] * (1 + step / 4) if p[0] else step))
        p[0] = -step if p[0] is None else p[0]
    return p


def truncated_normal_cells():
    return [Case("truncated-normal(%s)" % text, kind, FEW, parameters(t, text), points, cdf, digits=120)
            for kind, t in TYPES.items() for text in CELL_INTERVALS.split()]


ANSWERS = {"truncated_normal": Answers(truncated, 14, lambda t: INTERVALS(t) + truncated_ends(t), hunt(first_low),
                                       fed=given("0 inf -1000 1", "-2 2 0 1"), bases=second_uniforms)}
CELLS = {"truncated_normal": truncated_normal_cells}
