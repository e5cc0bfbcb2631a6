#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Values of loop's distribution by mpmath, in 60 digits and more, made without the library.

    python3 tests/model/oracle.py            writes tests/model/loop.txt
    python3 tests/model/oracle.py --check    makes every value except the slowest sums again and compares; exit status 1 if
                                             one differs

Lines: law KIND CHANCE LANES N PMF CDF SURVIVAL     (pmf and CDF '-' where the CDF is below 1e-100)
       top KIND CHANCE LANES MEAN VARIANCE MODE
       inv KIND CHANCE LANES U QUANTILE
KIND is the side of the trial with probability CHANCE, accept or reject; CHANCE and U are doubles in hexadecimal. Three ways
to the moments: few lanes by inclusion and exclusion (exact), else the series term by term (exact), and for lambda < 1/500
the integral of the survival by H_t, which is off by less than exp(-pi^2 / lambda) and t! lambda^t.
"""
import os
import sys

try:
    from mpmath import mp, mpf
    import mpmath
except ImportError:
    print("1..0 # SKIP oracle.py wants mpmath")
    sys.exit(0)

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = os.path.join(HERE, "loop.txt")
mp.dps = 60

TRIALS = [("reject", r) for r in (0.0, 1e-12, 1e-9, 1e-6, 3e-11, 1e-3, 0.02, 0.1, 0.3, 0.5)] + \
         [("accept", a) for a in (0.5, 0.25, 0.1, 0.03, 0.0157, 0.015, 1e-3, 1e-6, 1e-9)]
LANES = [1, 2, 3, 5, 8, 9, 13, 32, 64, 65, 1000, 2 ** 20, 2 ** 40]
LEVELS = [0.0, 1e-90, 1e-30, 1e-3, 0.5, 0.75, 0.999, 1 - 2.0 ** -40]


class Law:
    def __init__(self, kind, chance, t):
        self.rho = mpf(chance) if kind == "reject" else 1 - mpf(chance)
        self.t, self.lam = t, -mpmath.log(self.rho) if self.rho else mpf("inf")

    def power(self, n):
        return self.rho ** n if n else mpf(1)

    def cdf(self, n):
        return (1 - self.power(n)) ** self.t if n >= 1 else mpf(0)

    def survival(self, n):
        return -mpmath.expm1(self.t * mpmath.log1p(-self.power(n))) if n >= 1 else mpf(1)

    def pmf(self, n):
        return self.cdf(n) - self.cdf(n - 1)

    def quantile(self, u):
        """The smallest n with CDF >= u. The 60 digits separate everything except a true tie, which counts as reached."""
        if not self.rho or not u:
            return 1
        u, slack = mpf(u), mpf(10) ** -50
        with mp.workdps(200):
            n = max(1, int(mpmath.ceil(mpmath.log(1 - mpmath.root(u, self.t)) / -self.lam)) - 2)
        while self.cdf(n) < u * (1 - slack) if u < 0.5 else self.survival(n) > (1 - u) * (1 + slack):
            n += 1
        return n

    def mode(self):
        if not self.rho or self.t == 1:
            return 1
        n = self.quantile(mpf("0.25"))
        step = max(1, int(1 / self.lam) if self.lam < 1 else 1)
        rises = lambda m: self.pmf(m + 1) > self.pmf(m)
        low, high = 0, n
        while rises(high):
            low, high = high, high + step
        while high - low > 1:       # the last that rises is low
            middle = (low + high) // 2
            low, high = (middle, high) if rises(middle) else (low, middle)
        return high

    def moments(self):
        """The mean and the variance, and whether they took a long sum."""
        if not self.rho:
            return mpf(1), mpf(0), False
        if self.t <= 65:
            return self.subsets() + (False,)
        if self.lam < 0.002:
            h1 = mpmath.harmonic(self.t)
            h2 = mpmath.zeta(2) - mpmath.psi(1, self.t + 1)
            return h1 / self.lam + 0.5, h2 / self.lam ** 2 + mpf(1) / 12, False
        mean = square = mpf(0)
        n = 0
        while True:
            f = self.survival(n)
            mean += f
            square += (2 * n + 1) * f
            n += 1
            if f < mpf(10) ** -70:
                return mean, square - mean ** 2, n > 1000

    def subsets(self):
        with mp.workdps(120):
            mean = square = mpf(0)
            for k in range(1, self.t + 1):
                q = self.rho ** k
                c = (-1) ** (k + 1) * mpmath.binomial(self.t, k)
                mean += c / (1 - q)
                square += c * (1 + 2 * q / (1 - q)) / (1 - q)
            return mean, square - mean ** 2


def text(x):
    return mpmath.nstr(x, 17)


def make(check):
    """The lines; None for one that a check leaves out."""
    for kind, chance in TRIALS:
        for t in LANES:
            law, head = Law(kind, chance, t), "%s %s %d " % (kind, float(chance).hex(), t)
            places = {1, 2, 3}
            for u in LEVELS:
                q = law.quantile(u)
                places.add(q)
                yield "inv " + head + "%s %d" % (float(u).hex(), q)
            for n in sorted(places):
                cdf, survival = law.cdf(n), law.survival(n)
                seen = cdf > mpf(10) ** -100
                if survival < mpf(10) ** -290:
                    survival = mpf(0)
                pmf = law.pmf(n)
                values = (text(pmf), text(cdf)) if seen else ("-", "-")
                yield "law " + head + "%d %s %s %s" % (n, *values, text(survival))
            long = law.rho and t > 65 and 0.002 <= law.lam < 0.05
            if check and long:
                yield None
                continue
            mean, variance, _ = law.moments()
            yield "top " + head + "%s %s %d" % (text(mean), text(variance), law.mode())


def same(a, b):
    """Versions of mpmath round the last of 17 digits differently where it is a tie."""
    a, b = a.split(), b.split()
    return len(a) == len(b) and all(x == y or close(x, y) for x, y in zip(a, b))


def close(x, y):
    try:
        return abs(float(x) - float(y)) <= 3e-16 * abs(float(x))
    except ValueError:
        return False


def main():
    check = "--check" in sys.argv
    if not check:
        with open(FILE, "w") as out:
            out.write("# SPDX-License-Identifier: MIT OR Apache-2.0\n")
            out.write("# Made by tests/model/oracle.py, which says what the lines are.\n")
            for line in make(False):
                out.write(line + "\n")
        return 0
    with open(FILE) as file:
        have = [line.rstrip("\n") for line in file if not line.startswith("#")]
    want = list(make(True))
    wrong = [(w, h) for w, h in zip(want, have) if w is not None and not same(w, h)]
    print("1..1")
    bad = wrong or len(want) != len(have)
    print("%s 1 - tests/model/loop.txt is what the oracle makes" % ("not ok" if bad else "ok"))
    for w, h in wrong[:10]:
        print("# want %s\n# have %s" % (w, h))
    return 1 if bad else 0


sys.exit(main())
