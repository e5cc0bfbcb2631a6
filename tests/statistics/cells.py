# SPDX-License-Identifier: MIT OR Apache-2.0
"""Cells and their exact probabilities (mpmath), for the chi-square tests of the distributions.

    python3 tests/statistics/cells.py [NAME...]           writes laws/MODULE/cells/NAME.txt
    python3 tests/statistics/cells.py --check [NAME...]   every probability again, between the edges that are there

The distribution is that of the variate rounded to nearest: P(X <= f) = F((f + next f) / 2) in real arithmetic, for every
float f. A cell is a union of floats (its last float is its edge), so no float straddles one. Edges: 64 quantiles, both tails
by factors of 4 down to 2e-8, and the places where an algorithm changes. A file holds cases:

    case NAME SAMPLER DTYPE DRAWS PARAMETERS... cells K       numbers in hexadecimal
    EDGE PROBABILITY                                          K lines, the last edge inf

A distribution's own part is in laws/MODULE/law.py: CELLS = {NAME: function that returns its cases}."""
import math
import os
import sys

try:
    import numpy as np
    import scipy    # noqa: F401: laws take quantiles of it
    from mpmath import mp, mpf
except ImportError as missing:
    print("1..0 # SKIP cells want %s" % missing.name)
    sys.exit(0)

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path += [os.path.join(ROOT, "tests", folder)
             for folder in ("known", "statistics", "support")]    # where laws import from

import remake  # noqa: E402
import modules  # noqa: E402

TYPES = {"f32": np.float32, "f64": np.float64}
TAIL = [2.0 ** -6 / 4 ** k for k in range(1, 11)]            # 2^-8 ... 1.5e-8
LEVELS = TAIL[::-1] + [k / 64 for k in range(1, 64)]
DRAWS = 1 << 21
MANY = 1 << 22
FEW = 1 << 19
DIGITS = 50


def between(f, kind):
    """(f + next f) / 2, exactly."""
    t = TYPES[kind]
    with np.errstate(over="ignore"):
        return (mpf(float(f)) + mpf(float(np.nextafter(t(f), t(np.inf))))) / 2


def quantiles(law):
    """Ends of cells, from a frozen distribution of scipy: about thirty, which need not be exact."""
    return [float(law.ppf(p)) for p in LEVELS[::2]] + [float(law.isf(p)) for p in TAIL[::4]]


def count_quantiles(law):
    return [int(law.ppf(p)) for p in LEVELS] + [int(law.isf(p)) for p in TAIL]


class Case:
    """A distribution at parameters p: points(t, *p) are floats near which cells of type t shall end, cdf(x, *p) is exact."""

    def __init__(self, label, kind, draws, params, points, cdf, digits=DIGITS):
        self.label, self.kind, self.draws, self.params, self.digits = label, kind, draws, params, digits
        self.points, self.cdf = points, cdf

    def until(self, edge):
        """The probability of all numbers up to this one."""
        return self.cdf(between(edge, self.kind), *self.params) if edge < math.inf else mpf(1)

    def rows(self):
        """(edge, probability)"""
        t = TYPES[self.kind]
        with np.errstate(over="ignore"):
            edges = {float(t(p)) for p in self.points(t, *self.params)}
        rows, below = [], mpf(0)
        for e in sorted(filter(math.isfinite, edges)):
            f = self.until(e)
            if f - below < mpf(10) ** -9:      # empty: joins the next
                continue
            if 1 - f < mpf(10) ** -9:
                break
            rows.append((e, f - below))
            below = f
        return rows + [(math.inf, 1 - below)]

    def head(self, public, cells):
        params = " ".join(float(p).hex() for p in self.params)
        return "case %s %s %s %d %s cells %d" % (self.label, public, self.kind, self.draws, params, cells)

    def text(self, public):
        with mp.workdps(self.digits):
            rows = self.rows()
            assert abs(sum(p for _, p in rows) - 1) < mpf(10) ** -40
            return [self.head(public, len(rows))] + [row(e, p) for e, p in rows]

    def wrong(self, public, lines):
        """The expected lines of the case: its parameters, and the cells between the existing edges."""
        edges = [float.fromhex(line.split()[0]) for line in lines[1:]]
        with mp.workdps(self.digits):
            until = [mpf(0)] + [self.until(e) for e in edges]
            want = [self.head(public, len(edges))] + [row(e, p - q) for e, p, q in zip(edges, until[1:], until)]
        ordered = ["edges that go up to inf"] if edges != sorted(set(edges)) or edges[-1] != math.inf else []
        return ordered + [line for have, line in zip(lines, want) if have != line]


class Counts(Case):
    """A distribution on integers from the smallest one on: cdf(k, *p) is P(X <= k). Cells end at each of the first six, then
    where they hold enough; or at points(*p), where the counts are large."""

    def __init__(self, label, draws, params, cdf, least=1, kind="i64", points=None):
        super().__init__(label, kind, draws, params, points, cdf)
        self.least = least

    def until(self, edge):
        return self.cdf(int(edge), *self.params) if edge < math.inf else mpf(1)

    def ends(self):
        """(k, P(X <= k)) for each cell."""
        if self.points:
            yield from ((k, self.until(k)) for k in sorted(set(self.points(*self.params))))
            return
        k, below = self.least - 1, mpf(0)
        while 1 - below > mpf(2) / 10 ** 8:
            k += 1
            f = self.until(k)
            if f - below >= 0.008 or (k < self.least + 6 and f > below) or 1 - f < 0.7 * (1 - below):
                yield k, f
                below = f

    def rows(self):
        rows, below = [], mpf(0)
        for k, f in self.ends():
            if len(rows) == 120 or f == 1:
                break
            rows.append((k, f - below))
            below = f
        return rows + [(math.inf, 1 - below)]


def row(edge, p):
    return "%s %s" % ("inf" if edge == math.inf else float(edge).hex(), mp.nstr(p, 17, min_fixed=0, max_fixed=0))


def text(sampler, cases):
    out = ["# made by tests/statistics/cells.py; do not edit"]
    for case in cases:
        out += case.text(sampler.public)
    return "\n".join(out) + "\n"


def wrong(sampler, cases):
    """The differences of a sampler's file to the expected one."""
    try:
        with open(os.path.join(ROOT, sampler.path("cells")), encoding="ascii") as f:
            lines = [line for line in f.read().splitlines() if not line.startswith("#")]
    except FileNotFoundError:
        return ["anything"]
    heads = [i for i, line in enumerate(lines) if line.startswith("case ")] + [len(lines)]
    cases = list(cases)
    if len(cases) != len(heads) - 1:
        return ["%d cases" % len(cases)]
    return [what for case, start, end in zip(cases, heads, heads[1:])
            for what in case.wrong(sampler.public, lines[start:end])]


def makers(names):
    """(sampler, its cases) for the samplers named, or for all."""
    for sampler in modules.samplers(names):
        cases = getattr(modules.law(sampler.module), "CELLS", {}).get(sampler.name)
        if cases:
            yield sampler, cases


def check(todo):
    bad = 0
    for module in sorted({sampler.module for sampler, _ in todo}):
        with mp.workdps(DIGITS):
            getattr(modules.law(module), "check", lambda: None)()   # one distribution function against another
    print("1..%d" % len(todo))
    for number, (sampler, cases) in enumerate(todo, 1):
        should = wrong(sampler, cases())
        bad += bool(should)
        print("%sok %d - %s is what law.py says" % ("not " if should else "", number, sampler.path("cells")))
        print("".join("# it should say %s\n" % what for what in should[:20]), end="")
    return 1 if bad else 0


def main():
    checking, names, turns = remake.asked()
    todo = list(makers(names))[::turns]
    if checking:
        return check(todo)
    for sampler, cases in todo:
        remake.write(os.path.join(ROOT, sampler.path("cells")), text(sampler, cases()))
    return 0


if __name__ == "__main__":
    import cells    # again, under the name by which laws import it
    sys.exit(cells.main())
