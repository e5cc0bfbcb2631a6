# SPDX-License-Identifier: MIT OR Apache-2.0
"""Cells for the quadrature test in addition to those of the modules: parameters at the switches of draws, one ulp below, at
and above, and at the ends of ranges. tests/statistics/cells.py has the format and the rules; the distribution functions are
those of laws/MODULE/law.py.

    python3 tests/quadrature/exact.py             writes tests/quadrature/cells/*.txt
    python3 tests/quadrature/exact.py --check     every probability again, between the edges that are there; with --turns=N
    for every N-th case"""
import math
import os
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path += [os.path.join(ROOT, "tests", folder) for folder in ("known", "statistics", "support")]

import cells    # noqa: E402: it ends where a package is missing
import remake  # noqa: E402
import modules  # noqa: E402

np, mp, mpf = cells.np, cells.mp, cells.mpf
THIN = 3          # one in this many of a module's points is taken


def ulps(x, t=np.float64):
    """The number below x, x, the number above."""
    return [float(np.nextafter(t(x), t(-np.inf))), float(t(x)), float(np.nextafter(t(x), t(np.inf)))]


def label(name, params, kind="f64"):
    digits = 9 if kind == "f32" else 17
    return "%s(%s)" % (name, ",".join("%.*g" % (digits, p) for p in params))


def counts(name, cdf, sets, **how):
    """cdf(*params) gives P(X <= k), a function of (k, *params)."""
    for p in sets:
        p = tuple(float(x) for x in p)
        yield name, cells.Counts(label(name, p), 0, p, cdf(*p), **how)


def reals(name, cdf, points, sets, kinds=("f32", "f64"), digits=cells.DIGITS):
    for kind in kinds:
        t = cells.TYPES[kind]
        for p in sets:
            p = tuple(float(t(x)) for x in (p(t) if callable(p) else p))
            yield name, cells.Case(label(name, p, kind), kind, 0, p, lambda t, *p: thin(points(t, *p)), cdf, digits)


def thin(points):
    points = sorted(points)
    return points[1::THIN] if len(points) > 20 else points


def spread(middle, sd):
    """Ends of cells around a count: every count where there are few."""
    return lambda *_: sorted({max(0, int(middle + sd * k / 4)) for k in range(-20, 24)})


def summed(first, terms):
    """P(X <= k) of these weights of first, first + 1, ..."""
    sums, total = [], mpf(0)
    for term in terms:
        total += term
        sums.append(total)
    return lambda k, *_: mpf(0) if k < first else sums[min(k - first, len(sums) - 1)] / total


def around(mode, ratio, last):
    """The same by P(k + 1) / P(k) = ratio(k) from the mode on, omitting terms below 1e-45 of the largest."""
    up, down = [mpf(1)], []
    for k in range(mode, last):
        up.append(up[-1] * ratio(k))
        if up[-1] < mpf(10) ** -45:
            break
    for k in range(mode - 1, -1, -1):
        down.append((down or up)[-1 if down else 0] / ratio(k))
        if down[-1] < mpf(10) ** -45:
            break
    return summed(mode - len(down), down[::-1] + up)


def poisson(lam):
    return around(int(lam), lambda k: mpf(lam) / (k + 1), 1 << 60)


def binomial(n, p):
    odds = mpf(p) / (1 - mpf(p))
    return around(int(n * p), lambda k: (int(n) - k) * odds / (k + 1), int(n))


def fisher(good, bad, taken, odds):
    good, bad, taken = int(good), int(bad), int(taken)
    first, last = max(0, taken - bad), min(good, taken)
    with mp.workdps(60):
        return summed(first, [math.comb(good, k) * math.comb(bad, taken - k) * mpf(odds) ** k
                              for k in range(first, last + 1)])


def poissons():
    law = modules.law("poisson")
    small = ulps(10) + [14, 17.5, 30]
    yield from counts("poisson", law.small, [(x,) for x in small], least=0)
    for lam in (160, 550, 1527, 1e4):
        yield from counts("poisson", poisson, [(lam,)], least=0, points=spread(lam, math.sqrt(lam)))


def binomials():
    switch = [(n, p) for n, q in ((40, 0.25), (64, 10 / 64), (65, 10 / 65), (1000, 0.01)) for p in ulps(q)]
    yield from counts("binomial", binomial, switch + [(100, 0.9), (100, 1 - 0.1), (20, 0.5000001), (64, 0.85), (1, 0.5)],
                      least=0)
    for n, p in ((1e6, 0.3), (1620000, 0.9999938271604938), (1050556, 0.9999904808912311)):
        yield from counts("binomial", binomial, [(n, p)], least=0,
                          points=spread(n * p, math.sqrt(n * p * (1 - p))))


def hypergeometrics():
    sets = [(48, 48, 23), (48, 48, 24), (48, 48, 25), (47, 49, 24), (30, 66, 60), (66, 30, 36), (23, 24, 23), (24, 24, 24),
            (20, 20, 20), (65, 325, 65), (64, 300, 60), (1000, 3000, 500)]
    yield from counts("hypergeometric", lambda g, b, n: fisher(g, b, n, 1), sets, least=0)
    odd = [(4, 4, 4, 0.98), (24, 24, 24, 0.5), (20, 80, 70, 5), (80, 20, 70, 0.2), (64, 300, 60, 10), (1, 1, 1, 3)]
    yield from counts("fisher-hypergeometric", fisher, odd, least=0)
    two = [(5, 3, 1, 2), (3, 5, 1, 1e-9), (5, 3, 2, 0.3), (3, 4, 2, 1), (1, 4, 2, 20), (1e6, 1, 2, 1e-6)]
    yield from counts("wallenius-hypergeometric", modules.law("hypergeometric").wallenius_sums, two, least=0)


def quarters(last):
    """Counts up to 15, and the last ones of halves of binades, as long as a double holds them."""
    last = min(last, 53)
    return lambda *_: list(range(1, 16)) + [2 ** e * m // 4 - 1 for e in range(5, last) for m in (4, 6)]


def by_binades():
    zipf, log = modules.law("zipf"), modules.law("logseries")
    for a, last in ((1.0001, 62), (1.3, 60), (1.5, 40), (2, 20), (4, 9), (12, 5)):
        yield from counts("zipf", lambda a: zipf.cdf, [(a,)], points=quarters(last))
    for p, last in ((0.5, 5), (1e-3, 5), (0.94, 8), (0.9999, 16), (1 - 2. ** -40, 42)):
        yield from counts("logseries", lambda p: log.cdf, [(p,)], points=quarters(last))


def power_laws():
    """Cells of one count; cells of several, some joined; a range that is one cell."""
    law = modules.law("zipf")
    for p in ((1, 1, 100), (2.5, 5, 90), (4, 2, 9), (0.5, 8150, 8230), (3, 16383, 16390), (2, 1048831, 1049100),
              (0, 2 ** 53 - 5, 2 ** 53), (1.5, 8191, 8192), (1024, 16383, 16389), (1024, 8193, 8220)):
        yield from counts("discrete-power-law", lambda *p: law.power_law_cdf, [p],
                          points=lambda a, low, high: range(int(low), int(low) + int(min(high - low, 100))))


def geometrics():
    law = modules.law("geometric")
    sets = [(p,) for p in ulps(2. ** -9) + [0.5, 0.01, 1e-4]]
    yield from counts("geometric", lambda p: law.cdf, sets, points=lambda p: thin(law.points(p)))
    yield from counts("discrete-laplace", lambda a: law.discrete_laplace_cdf, [(a,) for a in ulps(2. ** -9) + [0.5, 1e-3]],
                      points=lambda a: thin(law.discrete_laplace_points(a)))


def betas():
    law = modules.law("beta")

    def points(t, a, b):
        if max(a, b) < 1e9:
            return law.beta_points(t, a, b)
        return [y / b for y in (1e-6, 1e-4, 0.01, 0.1, 0.5, 1, 2, 5, 10, 30)]
    sets = [(1, 1), (1, 5), (5, 1), (4, 4), (30, 100.5), (1.0000001, 50), (1e-3, 1e-3), (100.5, 0.2), (1e8, 1e8)]
    sets += [lambda t, k=k: (ulps(1, t)[k], ulps(1, t)[k]) for k in (0, 2)]
    # One tiny and one huge shape: b times the variate is a gamma, up to 1 / b.
    sets += [(0.01, 1e30), (0.3, 1e20)]
    yield from reals("beta", lambda x, a, b: law.beta_cdf(a, b, x), points, sets, digits=90)
    yield from reals("beta", lambda x, a, b: law.beta_cdf(a, b, x), points, [(0.01, 1e50)], ("f64",), digits=120)


def gammas():
    law = modules.law("gamma")
    yield from reals("gamma", law.of_scale, law.gamma_points, [(2.999, 1), (3, 1), (30, 2)])
    yield from reals("gamma:erlang", law.of_scale, law.gamma_points, [(2, 1)])


def polyas():
    law = modules.law("polya_gamma")
    yield from reals("polya-gamma", law.cdf, law.points, [(30,), (1,)], digits=80)
    yield from reals("polya-gamma-sum", law.cdf_of_sum, lambda t, b, z: law.points(t, z), [(1, 0), (1, 9)], digits=80)
    # The right tail is more than half of the hat below b = .26974 at z = 0, .2327 at 1, .0256 at 10.
    sets = [(0.1, 0.5), (0.2, 0), (0.26, 0), (0.28, 0), (0.22, 1), (0.24, 1), (0.02, 10), (0.03, 10), (0.01, 0), (1, 30)]
    yield from reals("polya-gamma-part", law.cdf_of_sum, law.part_points, sets, ("f64",), digits=80)


def others():
    law = modules.law("von_mises")
    yield from reals("von-mises", law.von_mises_cdf, law.points, [(0, 1e-3), (0, 1), (0, 50)])
    law = modules.law("geninvgauss")
    yield from reals("geninvgauss", law.cdf, law.points, [(1, 1, 1), (0, 1, 1), (-1, 0.3, 1)])
    law = modules.law("student_t")
    yield from reals("student-t", law.cdf, lambda t, df, loc, scale: [math.tan(k / 20) for k in range(-30, 31)],
                     [(1, 0, 1), (2, 0, 1), (4.5, 0, 1)])


def weibulls():
    """Windows where (high / scale)^a underflows, in the exponents of x."""
    def power(x, a, scale):
        return (mpf(x) / mpf(scale)) ** mpf(a)

    def cdf(x, low, high, a, scale):
        if not low < x < high:
            return mpf(x >= high)
        z, l, h = (power(y, a, scale) for y in (x, low, high))
        return mp.expm1(l - z) / mp.expm1(l - h)

    def points(t, low, high, a, scale):
        l, h = power(low, a, scale), power(high, a, scale)
        return [float(scale * (l + (h - l) * k / 20) ** (1 / mpf(a))) for k in range(1, 20)]
    yield from reals("truncated-weibull", cdf, points, [(1e-5, 1e-4, 10, 1), (1e-3, 1.9e-3, 2, 1)])
    yield from reals("truncated-weibull", cdf, points, [(1e-4, 5e-4, 50, 1e3)], ("f64",), digits=90)


FILES = {"counts": (poissons, binomials, hypergeometrics, by_binades, power_laws, geometrics),
         "reals": (betas, gammas, polyas, others, weibulls)}


def path(name):
    return os.path.join(ROOT, "tests", "quadrature", "cells", name + ".txt")


def cases(name):
    return [case for maker in FILES[name] for case in maker()]


def wrong(name, turns):
    """The differences to what the file should hold: the parameters of every case, the probabilities of every N-th."""
    with open(path(name), encoding="ascii") as f:
        lines = [line for line in f.read().splitlines() if not line.startswith("#")]
    heads = [i for i, line in enumerate(lines) if line.startswith("case ")] + [len(lines)]
    made = cases(name)
    if len(made) != len(heads) - 1:
        return ["%d cases" % len(made)]
    heading = [line for (public, case), start, end in zip(made, heads, heads[1:])
               for line in [case.head(public, end - start - 1)] if lines[start] != line]
    return heading + [what for (public, case), start, end in list(zip(made, heads, heads[1:]))[::turns]
                      for what in case.wrong(public, lines[start:end])]


def main():
    checking, names, turns = remake.asked()
    if not checking:
        for name in names or FILES:
            lines = ["# made by tests/quadrature/exact.py; do not edit"]
            for public, case in cases(name):
                lines += case.text(public)
            remake.write(path(name), "\n".join(lines) + "\n")
        return 0
    bad = 0
    print("1..%d" % len(FILES))
    for number, name in enumerate(FILES, 1):
        should = wrong(name, turns)
        bad += bool(should)
        print("%sok %d - %s is what exact.py says" % ("not " if should else "", number, os.path.relpath(path(name), ROOT)))
        print("".join("# it should say %s\n" % what for what in should[:20]), end="")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
