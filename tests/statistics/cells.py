# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes tests/statistics/cells/*.txt: cells and their exact probabilities (mpmath).  python3 cells.py [FOLDER]

The law is that of the variate rounded to nearest: P(X <= f) = F((f + next f) / 2) in real arithmetic, for every float f.
A cell is a union of floats (its last float is its edge), so no float straddles one. Edges: 64 quantiles, both tails by
factors of 4 down to 2e-8, and the places where an algorithm changes (`special`). A file holds cases:

    case NAME SAMPLER DTYPE DRAWS PARAMETERS... cells K       numbers in hexadecimal
    EDGE PROBABILITY                                          K lines, the last edge inf
"""
import math
import os
import sys

import numpy as np
from mpmath import mp, mpf
from scipy import stats, special as sp

mp.dps = 50
OUT = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "cells")
TYPES = {"f32": np.float32, "f64": np.float64}
TAIL = [2.0 ** -6 / 4 ** k for k in range(1, 11)]            # 2^-8 ... 1.5e-8
LEVELS = TAIL[::-1] + [k / 64 for k in range(1, 64)]
DRAWS = 1 << 21
MANY = 1 << 22
FEW = 1 << 19


def between(f, kind):
    """(f + next f) / 2, exactly."""
    t = TYPES[kind]
    with np.errstate(over="ignore"):
        return (mpf(float(f)) + mpf(float(np.nextafter(t(f), t(np.inf))))) / 2


def gamma_cdf(a, x):
    """P(Gamma(a) <= x) for mpf x; the uniform expansion (Temme 1979) with two terms from 1e6 on, its error below 1e-17."""
    if x <= 0:
        return mpf(0)
    if a < 1e6:
        if x < mpf(10) ** -60:
            return x ** a / mp.gamma(mpf(a) + 1)
        return mp.gammainc(a, 0, x, regularized=True)
    a = mpf(a)
    mu = x / a - 1
    if mu == 0:
        mu = mpf(10) ** -15
    eta = mp.sign(mu) * mp.sqrt(2 * (mu - mp.log1p(mu)))
    c0 = 1 / mu - 1 / eta
    c1 = 1 / eta ** 3 - 1 / mu ** 3 - 1 / mu ** 2 - 1 / (12 * mu)
    r = mp.exp(-a * eta ** 2 / 2) / mp.sqrt(2 * mp.pi * a) * (c0 + c1 / a)
    return mp.erfc(-eta * mp.sqrt(a / 2)) / 2 - r


def gamma_quantiles(a):
    low = [float(sp.gammaincinv(a, p)) for p in LEVELS]
    return low + [float(sp.gammainccinv(a, p)) for p in TAIL]


def loggamma_quantiles(a):
    out = []
    for p in LEVELS:
        x = float(sp.gammaincinv(a, p))
        out.append(math.log(x) if x > 1e-280 and a > 1e-2 else (math.log(p) + math.lgamma(a + 1)) / a)
    return out + [math.log(x) for x in (float(sp.gammainccinv(a, p)) for p in TAIL) if x > 1e-280]


def gamma_special(a):
    """y = -1/2, +-1/4, and the ends of the series of Q in f64 and f32; where x^4 = d / 0.0221, beyond which a squeeze decides little; the median of d v."""
    if a < 1:
        return [1.0]
    d = a - 1 / 3
    xs = (d / 0.0221) ** 0.25 / (3 * math.sqrt(d))
    return [d * (1 + y) ** 3 for y in (-0.5, -0.25, 0.25, -0.3, 0.4, -0.4, 0.6, 0.0, xs, -xs) if y > -1]


def cut(kind, points, cdf):
    t = TYPES[kind]
    edges = sorted({float(t(p)) for p in points if math.isfinite(p)})
    rows, below = [], mpf(0)
    for e in edges:
        f = cdf(between(e, kind))
        if f - below < mpf(10) ** -9:      # nothing there: joins the next
            continue
        if 1 - f < mpf(10) ** -9:
            break
        rows.append((e, f - below))
        below = f
    return rows + [(math.inf, 1 - below)]


def write(name, cases):
    with open(os.path.join(OUT, name + ".txt"), "w") as out:
        out.write("# made by tests/statistics/cells.py; do not edit\n")
        for case, sampler, kind, draws, params, rows in cases:
            assert abs(sum(p for _, p in rows) - 1) < mpf(10) ** -40
            out.write("case %s %s %s %d %s cells %d\n" % (case, sampler, kind, draws, " ".join(float(p).hex() for p in params), len(rows)))
            for e, p in rows:
                out.write("%s %s\n" % ("inf" if e == math.inf else float(e).hex(), mp.nstr(p, 17, min_fixed=0, max_fixed=0)))
    print(name, len(cases))


def uniform():
    cases = []
    dyadic = [2.0 ** -k for k in range(1, 26)] + [1 - 2.0 ** -k for k in range(2, 24)] + [math.sqrt(0.5)]
    for kind in TYPES:
        for low, high in ((0, 1), (-3, 5)):
            points = LEVELS + [1 - p for p in TAIL] + dyadic
            rows = cut(kind, [low + (high - low) * p for p in points], lambda x: min((x - low) / (high - low), mpf(1)))
            cases.append(("uniform(%d,%d)" % (low, high), "uniform", kind, MANY, (low, high), rows))
    write("uniform", cases)


def exponential():
    cases = []
    for kind in TYPES:
        points = [-math.log1p(-p) for p in LEVELS] + [-math.log(p) for p in TAIL]
        points += [-math.log(q) for q in (math.sqrt(0.5), 2.0 ** -8, 2.0 ** -11, 1 - 2.0 ** -8, 1 - 2.0 ** -11, 1 - 2.0 ** -24)]
        rows = cut(kind, [2 * p for p in points], lambda x: -mp.expm1(-x / 2))
        cases.append(("exponential(2)", "exponential", kind, MANY, (2,), rows))
    write("exponential", cases)


def winitzki_cdf(z):
    """The law of normal:icdf-fast, which is not the normal: the closed form that its inverse CDF inverts exactly."""
    a, y = mpf("0.147"), z * z / 2
    erf = mp.sqrt(-mp.expm1(-y * (4 / mp.pi + a * y) / (1 + a * y)))
    return (1 + mp.sign(z) * erf) / 2


def normal():
    cases = []
    for kind in TYPES:
        z = [float(stats.norm.ppf(p)) for p in LEVELS]
        z += [-v for v in z] + [0.0]
        z += [s * math.sqrt(-2 * math.log(q)) for s in (1, -1) for q in (math.sqrt(0.5), 2.0 ** -8)]
        points = [1 + 2 * v for v in z]
        rows = cut(kind, points, lambda x: mp.ncdf((x - 1) / 2))
        for sampler in ("normal", "normal:polar", "normal:one", "normal:icdf", "normal:icdf-giles"):
            cases.append((sampler + "(1,2)", sampler, kind, MANY, (1, 2), rows))
        rows = cut(kind, points, lambda x: winitzki_cdf((x - 1) / 2))
        cases.append(("normal:icdf-fast(1,2)", "normal:icdf-fast", kind, MANY, (1, 2), rows))
    write("normal", cases)


def ziggurat():
    """Both ziggurats; cells end where the tail begins, at borders of layers, and where abscissas take more digits."""
    cases = []
    borders = {"normal": [3.655420, 3.45, 2.5, 1.2, 0.36, 0.27], "exponential": [7.697116, 6.94, 3.0, 1.2, 0.1, 0.06]}
    for kind in TYPES:
        z = [float(stats.norm.ppf(p)) for p in LEVELS] + borders["normal"] + [b / 256 for b in borders["normal"]]
        z += [-v for v in z] + [0.0]
        rows = cut(kind, [1 + 2 * v for v in z], lambda x: mp.ncdf((x - 1) / 2))
        cases.append(("normal:ziggurat(1,2)", "normal:ziggurat", kind, MANY, (1, 2), rows))
        e = [-math.log1p(-p) for p in LEVELS] + [-math.log(p) for p in TAIL]
        e += borders["exponential"] + [b / 256 for b in borders["exponential"]]
        rows = cut(kind, [2 * p for p in e], lambda x: -mp.expm1(-x / 2))
        cases.append(("exponential:ziggurat(2)", "exponential:ziggurat", kind, MANY, (2,), rows))
    write("ziggurat", cases)


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


def normal_views():
    """lognormal, half-normal and skew-normal."""
    logs, halves, skews = [], [], []
    z = [float(stats.norm.ppf(p)) for p in LEVELS]
    z += [-v for v in z] + [0.0]
    for kind, t in TYPES.items():
        for mu, sigma in ((0, 1), (-3, 0.25), (60, 8), (-40, 20)):
            most = float(np.finfo(t).max)
            points = [math.exp(mu + sigma * v) for v in z if -700 < mu + sigma * v < 700]
            rows = cut(kind, [x for x in points if x < most], lambda x: mp.ncdf((mp.log(x) - mu) / sigma) if x > 0 else mpf(0))
            logs.append(("lognormal(%g,%g)" % (mu, sigma), "lognormal", kind, DRAWS, (mu, sigma), rows))
        rows = cut(kind, [2 * v for v in z if v > 0], lambda x: mp.erf(x / 2 / mp.sqrt(2)))
        halves.append(("half-normal(2)", "half-normal", kind, MANY, (2,), rows))
        for alpha in (0.5, -4.0, 1e9):
            points = [float(stats.skewnorm.ppf(p, alpha)) for p in LEVELS] + [float(stats.skewnorm.isf(p, alpha)) for p in TAIL]
            if alpha > 1e6:
                points = [v for v in z if v > 0] + [0.0, 1e-6, -1e-10, -1e-9]
            rows = cut(kind, points, lambda x: skew_cdf(alpha, x))
            skews.append(("skew-normal(%g)" % alpha, "skew-normal", kind, DRAWS, (0, 1, float(t(alpha))), rows))
        rows = cut(kind, [3 + 2 * float(stats.skewnorm.ppf(k / 64, 2)) for k in range(1, 64)], lambda x: skew_cdf(2, (x - 3) / 2))
        skews.append(("skew-normal(3,2,2)", "skew-normal", kind, DRAWS, (3, 2, 2), rows))
    write("lognormal", logs)
    write("half_normal", halves)
    write("skew_normal", skews)


def mills(x):
    """Q(x) / phi(x) for x >= 0."""
    if x > 1e6:
        return (1 - (1 - 3 / x ** 2) / x ** 2) / x      # 1 + O(x^-6)
    return mp.sqrt(mp.pi / 2) * mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2))


def truncated_cdf(low, high, mean, sd, x):
    """P(X <= x) of the normal in [low, high]. A mean outside: by ratios to the density at the near end, that nothing
    underflows or cancels."""
    if x <= low or x >= high:
        return mpf(1 if x >= high else 0)
    if high <= mean:
        return 1 - truncated_cdf(-high, -low, -mean, sd, -x)
    a, b, z = ((v - mean) / sd for v in (low, high, x))
    if a < 0:
        return (mp.ncdf(z) - mp.ncdf(a)) / (mp.ncdf(b) - mp.ncdf(a))
    part = lambda v: 1 - mp.exp(-(v - a) * (v + a) / 2) * mills(v) / mills(a) if v < mp.inf else mpf(1)
    return part(z) / part(b)


def truncated_points(low, high, mean, sd):
    """Rough quantiles, by a grid."""
    if high <= mean:
        return [-x for x in truncated_points(-high, -low, -mean, sd)]
    anchor = max(low, mean) if low < mean else low
    a = (anchor - mean) / sd
    reach = 90 / (a + math.sqrt(a * a + 90))            # a y + y^2 / 2 = 45
    ends = [max((low - anchor) / sd, -reach), min((high - anchor) / sd, reach)]
    y = np.linspace(ends[0], ends[1], 200001)
    mass = np.cumsum(np.exp(-a * y - y * y / 2))
    return [float(mpf(anchor) + mpf(sd) * mpf(float(v))) for v in np.interp(LEVELS + [1 - p for p in TAIL], mass / mass[-1], y)]


INTERVALS = """-inf,inf 0,inf -inf,0 1,inf -1,inf -inf,-1 -inf,1 3,inf 5.25,inf 40,inf 10,11 40,41 40,40.01 38,1e30 -inf,-10
    -inf,-40 -41,-40 -2,2 -0.5,0.25 -0.125,5 -5,0.125 -1e-6,inf -1e-3,1e-3 0,1e-12 -1e-12,2e-12 1,ulps 40,ulps -ulps,ulps
    0.5,2 -3,-1 0.25,0.75 0,8 -1e30,1e30 3,4,-1,0.5 0.809,0.869,0.538,0.05 -2,2,0,0.001 -1,2,5,0.25 0,inf,-1,1e-15
    0,inf,-1e14,1e-15 1e6,inf,1e6,3 16777216,16777226,0,1e6 -inf,-3,4,0.125 0,1e-39,-3e38,0.5"""


def truncated_normal():
    cases = []
    for kind, t in TYPES.items():
        for text in INTERVALS.split():
            p = [0, 0, 0, 1]
            for k, word in enumerate(text.split(",")):
                p[k] = float(t(word)) if "ulps" not in word else None
            step = 11 * float(np.finfo(t).eps)
            if p[1] is None:
                p[1] = float(t(p[0] * (1 + step / 4) if p[0] else step))
                p[0] = -step if p[0] is None else p[0]
            low, high, mean, sd = (mpf(v) for v in p)
            with mp.workdps(120):
                rows = cut(kind, [x for x in truncated_points(*p) + [p[0]] if abs(x) < float(np.finfo(t).max)],
                           lambda x: truncated_cdf(low, high, mean, sd, x))
            if len(rows) > 1:
                cases.append(("truncated-normal(%s)" % text, "truncated-normal", kind, FEW, p, rows))
    write("truncated_normal", cases)


def gamma():
    cases, logs = [], []
    shapes = [1e-6, 1e-3, 0.05, 0.3, 0.9, "below", 1, 0.999999, 1.000001, 1.5, 2, 2.5, 10, 100, 1e4, 1e7, 1e8, 1e12]
    for kind, t in TYPES.items():
        for s in shapes:
            a = float(np.nextafter(t(1), t(0))) if s == "below" else float(t(s))
            rows = cut(kind, gamma_quantiles(a) + gamma_special(a) + [0.0], lambda x: gamma_cdf(a, x))
            cases.append(("gamma(%s)" % ("below_1" if s == "below" else "%g" % s if s not in (0.999999, 1.000001) else "%.6f" % s), "gamma", kind, DRAWS, (a, 1), rows))
        for s in (1e-6, 1e-3, 0.3, 2):
            a = float(t(s))
            rows = cut(kind, loggamma_quantiles(a), lambda x: gamma_cdf(a, mp.exp(x)))
            logs.append(("loggamma(%g)" % s, "loggamma", kind, DRAWS, (a,), rows))
    write("gamma", cases)
    write("loggamma", logs)


def of_gamma(name, sampler, params, shapes, up, cdf):
    """Cases of a view of the gamma: up(p, x) is the variate of the gamma x, cdf(p, v) the view's; shapes[k] is the gamma's shape."""
    cases = []
    for kind in TYPES:
        for p, a in zip(params, shapes):
            points = [up(p, x) for x in gamma_quantiles(a) + gamma_special(a) if x > 0]
            rows = cut(kind, points, lambda v: cdf(p, v))
            cases.append(("%s(%s)" % (sampler, ",".join("%g" % q for q in p)), sampler, kind, DRAWS, [float(TYPES[kind](q)) for q in p], rows))
    write(name, cases)


def views():
    """Parameters that are the same number in both types."""
    dfs = [(1,), (2.5,), (40,)]
    of_gamma("chi2", "chi2", dfs, [p[0] / 2 for p in dfs], lambda p, x: 2 * x, lambda p, v: gamma_cdf(p[0] / 2, v / 2))
    of_gamma("chi", "chi", dfs, [p[0] / 2 for p in dfs], lambda p, x: math.sqrt(2 * x), lambda p, v: gamma_cdf(p[0] / 2, v * v / 2))
    two = [(0.3125, 1), (4, 2)]
    of_gamma("inverse_gamma", "inverse-gamma", two, [p[0] for p in two], lambda p, x: p[1] / x,
             lambda p, v: 1 - gamma_cdf(p[0], p[1] / v) if v > 0 else mpf(0))
    two = [(0.3125, 1), (3, 4)]
    of_gamma("nakagami", "nakagami", two, [p[0] for p in two], lambda p, x: math.sqrt(p[1] / p[0] * x),
             lambda p, v: gamma_cdf(p[0], p[0] * v * v / p[1]))
    two = [(1, 1), (3, 1), (100, 2)]
    of_gamma("gamma_erlang", "gamma:erlang", two, [p[0] for p in two], lambda p, x: p[1] * x, lambda p, v: gamma_cdf(p[0], v / p[1]))


def student_cdf(df, t):
    """From the density's hypergeometric integral; 50 digits leave enough after the cancellation in the tails."""
    df = mpf(df)
    c = mp.exp(mp.loggamma((df + 1) / 2) - mp.loggamma(df / 2)) / mp.sqrt(mp.pi * df)
    return mpf(1) / 2 + t * c * mp.hyp2f1(0.5, (df + 1) / 2, 1.5, -t * t / df)


def student_t():
    cases = []
    for kind in TYPES:
        for s in (0.7, 1, 4, 1e6):
            df = float(TYPES[kind](s))
            t = [float(stats.t.ppf(p, df)) for p in LEVELS]
            t += [-v for v in t] + [0.0]
            rows = cut(kind, t, lambda x: student_cdf(df, x))
            cases.append(("student-t(%g)" % s, "student-t", kind, DRAWS, (df, 0, 1), rows))
        t = [float(stats.t.ppf(k / 64, 4)) for k in range(1, 64)]
        rows = cut(kind, [3 + 2 * v for v in t], lambda x: student_cdf(4, (x - 3) / 2))
        cases.append(("student-t(4,3,2)", "student-t", kind, DRAWS, (4, 3, 2), rows))
    write("student_t", cases)


def beta_fraction(a, b, x):
    """The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method, for x below the mean."""
    tiny, d, c = mpf(10) ** -200, 1 / (1 - (a + b) * x / (a + 1)), mpf(1)
    h, m = d, 0
    while True:
        m += 1
        for e in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d, c = 1 / (1 + e * d or tiny), 1 + e / c or tiny
            h *= c * d
        if abs(c * d - 1) < mpf(10) ** -25:
            return h


def beta_cdf(a, b, x):
    """P(Beta(a, b) <= x) for mpf x."""
    if x <= 0 or x >= 1:
        return mpf(1 if x > 0 else 0)
    a, b = mpf(a), mpf(b)
    front = mp.exp(a * mp.log(x) + b * mp.log1p(-x) - mp.loggamma(a) - mp.loggamma(b) + mp.loggamma(a + b))
    if x < (a + 1) / (a + b + 2):
        return front * beta_fraction(a, b, x) / a
    return 1 - front * beta_fraction(b, a, 1 - x) / b


def beta():
    cases, fs = [], []
    for kind, t in TYPES.items():
        for a, b in ((0.5, 0.5), (2, 3), (2.5e-3, 2.5e-3), (1e6, 1e6), (1e-3, 1e6), (40, 1.5), (0.3, 4)):
            a, b = float(t(a)), float(t(b))
            points = [float(sp.betaincinv(a, b, p)) for p in LEVELS] + [1 - float(sp.betaincinv(b, a, p)) for p in LEVELS]
            points += [0.0, 0.5, float(np.nextafter(t(0), t(1))), float(np.nextafter(t(1), t(0)))]
            rows = cut(kind, [p for p in points if p < 1], lambda x: beta_cdf(a, b, x))
            cases.append(("beta(%g,%g)" % (a, b), "beta", kind, DRAWS, (a, b), rows))
        for a, b in ((3, 7), (0.5, 2)):
            points = [float(stats.f.ppf(p, a, b)) for p in LEVELS] + [float(stats.f.isf(p, a, b)) for p in TAIL] + [1.0]
            rows = cut(kind, points, lambda x: beta_cdf(mpf(a) / 2, mpf(b) / 2, a * x / (a * x + b)) if x > 0 else mpf(0))
            fs.append(("f(%g,%g)" % (a, b), "f", kind, DRAWS, (a, b), rows))
    write("beta", cases)
    write("f", fs)


def gamma_table():
    """gamma:table; cells end where its tails begin, v = 2^-8, at borders of its half octaves, and at the median."""
    cases = []
    for kind, t in TYPES.items():
        for s in (0.1, 0.5, 2.5, 100):
            a = float(t(s))
            borders = [2.0 ** -8, 3 * 2.0 ** -9, 2.0 ** -7, 2.0 ** -4, 2.0 ** -2, 0.375, 0.5]
            points = gamma_quantiles(a) + [float(f(a, v)) for v in borders for f in (sp.gammaincinv, sp.gammainccinv)]
            rows = cut(kind, points, lambda x: gamma_cdf(a, x))
            cases.append(("gamma:table(%g)" % s, "gamma:table", kind, MANY, (a, 1), rows))
    write("gamma_table", cases)


def attempts():
    cases = []
    for s in (0.98, 0.5, 0.1, 0.01):
        p = float(np.float32(s))
        rows, k, below = [], 0, mpf(0)
        while 1 - below > mpf(2) / 10 ** 8 and len(rows) < 120:
            k += 1
            f = 1 - (1 - mpf(p)) ** k
            if f - below >= 0.008 or k <= 6 or 1 - f < 0.7 * (1 - below):
                rows.append((k, f - below))
                below = f
        cases.append(("attempts(%g)" % s, "attempts", "u32", DRAWS, (p,), rows + [(math.inf, 1 - below)]))
    write("attempts", cases)


def check():
    """The expansion against mpmath, where both work, and against scipy."""
    a = 2e6
    for z in (-4, -1, 0.5, 4):
        x = mpf(a + z * math.sqrt(a))
        assert abs(float(gamma_cdf(a, x)) - sp.gammainc(a, float(x))) < 1e-13
    for z in (-4, -0.3, 2):
        b = 1e5
        x = mpf(b + z * math.sqrt(b))
        mu = x / b - 1
        eta = mp.sign(mu) * mp.sqrt(2 * (mu - mp.log1p(mu)))
        r = mp.exp(-b * eta ** 2 / 2) / mp.sqrt(2 * mp.pi * b) * (1 / mu - 1 / eta + (1 / eta ** 3 - 1 / mu ** 3 - 1 / mu ** 2 - 1 / (12 * mu)) / b)
        assert abs(mp.erfc(-eta * mp.sqrt(b / 2)) / 2 - r - mp.gammainc(b, 0, x, regularized=True)) < mpf(10) ** -15
    for x in (-3, -0.2, 0, 0.7, 4):
        for alpha in (0.5, 3, 50):
            exact = mp.quad(lambda v: 2 * mp.npdf(v) * mp.ncdf(alpha * v), [-mp.inf, min(x, -0.1), x])
            assert abs(skew_cdf(alpha, mpf(x)) - exact) < mpf(10) ** -18
    for a, b, x in ((2, 3, 0.3), (0.5, 0.5, 0.9), (0.0025, 0.0025, 1e-30), (40, 1.5, 0.97), (1e-3, 50, 1e-9)):
        assert abs(beta_cdf(a, b, mpf(x)) - mp.betainc(a, b, 0, mpf(x), regularized=True)) < mpf(10) ** -22


if __name__ == "__main__":
    os.makedirs(OUT, exist_ok=True)
    check()
    uniform()
    exponential()
    normal()
    ziggurat()
    normal_views()
    truncated_normal()
    attempts()
    gamma()
    views()
    student_t()
    beta()
    gamma_table()
