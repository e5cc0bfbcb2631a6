# SPDX-License-Identifier: MIT OR Apache-2.0
"""Cells and their exact probabilities (mpmath), for the chi-square tests of the laws.

    python3 tests/statistics/cells.py [NAME...]           writes laws/ROOM/cells/NAME.txt
    python3 tests/statistics/cells.py --check [NAME...]   every probability again, between the edges that are there
    python3 tests/statistics/cells.py --spots [NAME...]   the same of a few cells of each case: seconds

The law is that of the variate rounded to nearest: P(X <= f) = F((f + next f) / 2) in real arithmetic, for every float f.
A cell is a union of floats (its last float is its edge), so no float straddles one. Edges: 64 quantiles, both tails by
factors of 4 down to 2e-8, and the places where an algorithm changes. A file holds cases:

    case NAME SAMPLER DTYPE DRAWS PARAMETERS... cells K       numbers in hexadecimal
    EDGE PROBABILITY                                          K lines, the last edge inf

A law's own part is in laws/ROOM/law.py: CELLS = {NAME: function that gives its cases}."""
import functools
import math
import os
import sys
import zlib

import numpy as np
from mpmath import mp, mpf

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path += [os.path.join(ROOT, "tests", folder) for folder in ("known", "statistics", "support")]    # where laws import from

import remake  # noqa: E402
import rooms  # noqa: E402

TYPES = {"f32": np.float32, "f64": np.float64}
TAIL = [2.0 ** -6 / 4 ** k for k in range(1, 11)]            # 2^-8 ... 1.5e-8
LEVELS = TAIL[::-1] + [k / 64 for k in range(1, 64)]
DRAWS = 1 << 21
MANY = 1 << 22
FEW = 1 << 19
DIGITS = 50
SPOTS = 2


class Later:
    """scipy.stats, which takes a second to import, once quantiles are wanted."""

    def __getattr__(self, name):
        import scipy.stats
        return getattr(scipy.stats, name)


stats = Later()


def between(f, kind):
    """(f + next f) / 2, exactly."""
    t = TYPES[kind]
    with np.errstate(over="ignore"):
        return (mpf(float(f)) + mpf(float(np.nextafter(t(f), t(np.inf))))) / 2


class Case:
    """A law at parameters p: points(t, *p) are floats near which cells of type t shall end, cdf(x, *p) is exact for mpf x."""

    def __init__(self, label, kind, draws, params, points, cdf, digits=DIGITS):
        self.label, self.kind, self.draws, self.params, self.digits = label, kind, draws, params, digits
        self.points = points
        self.below = functools.lru_cache(maxsize=None)(lambda edge: self.until(cdf, edge))

    def until(self, cdf, edge):
        """The probability of all numbers up to this one."""
        return cdf(between(edge, self.kind), *self.params) if edge < math.inf else mpf(1)

    def rows(self):
        """(edge, probability)"""
        t = TYPES[self.kind]
        with np.errstate(over="ignore"):
            edges = {float(t(p)) for p in self.points(t, *self.params)}
        rows, below = [], mpf(0)
        for e in sorted(filter(math.isfinite, edges)):
            f = self.below(e)
            if f - below < mpf(10) ** -9:      # nothing there: joins the next
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

    def wrong(self, public, lines, few):
        """What the case's lines should say: its head, its cells (or SPOTS of them), and that they add up to 1. Where cells end is
        taken from the lines."""
        edges = [float.fromhex(line.split()[0]) for line in lines[1:]]
        shares = [float(line.split()[1]) for line in lines[1:]]
        which = range(len(edges))
        if few:
            which = [zlib.crc32(b"%d %s" % (k, lines[0].encode())) % len(edges) for k in range(SPOTS)]
        with mp.workdps(self.digits):
            share = lambda i: self.below(edges[i]) - (self.below(edges[i - 1]) if i else 0)
            pairs = [(lines[0], self.head(public, len(edges)))] + [(lines[1 + i], row(edges[i], share(i))) for i in which]
        pairs.append((abs(math.fsum(shares) - 1) < 1e-15 or "", True))
        return ["%s" % want for have, want in pairs if have != want]


class Counts(Case):
    """A law on 1, 2, ...: cdf(k, *p) is P(X <= k). Cells end at each count up to 6, then where they hold enough."""

    def __init__(self, label, draws, params, cdf):
        super().__init__(label, "u32", draws, params, None, cdf)

    def until(self, cdf, edge):
        return cdf(int(edge), *self.params) if edge < math.inf else mpf(1)

    def rows(self):
        rows, k, below = [], 0, mpf(0)
        while 1 - below > mpf(2) / 10 ** 8 and len(rows) < 120:
            k += 1
            f = self.below(k)
            if f - below >= 0.008 or k <= 6 or 1 - f < 0.7 * (1 - below):
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


def wrong(sampler, cases, few):
    """What a sampler's file should say where it doesn't."""
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
            for what in case.wrong(sampler.public, lines[start:end], few)]


def makers(names):
    """(sampler, its cases) of the samplers named, or of all."""
    for sampler in rooms.samplers(names):
        cases = rooms.law(sampler.room).CELLS.get(sampler.name)
        if cases:
            yield sampler, cases


def check(names, few):
    todo, bad = list(makers(names)), 0
    print("1..%d" % len(todo))
    for number, (sampler, cases) in enumerate(todo, 1):
        should = wrong(sampler, cases(), few)
        bad += bool(should)
        print("%sok %d - %s: parameters and %s cells" % ("not " if should else "", number, sampler.path("cells"), "some" if few else "all"))
        print("".join("# it should say %s\n" % what for what in should[:20]), end="")
    return 1 if bad else 0


def main():
    what = sys.argv[1] if sys.argv[1:2] in (["--check"], ["--spots"]) else ""
    names = sys.argv[2 if what else 1:]
    if what:
        return check(names, what == "--spots")
    for sampler, cases in makers(names):
        remake.write(os.path.join(ROOT, sampler.path("cells")), text(sampler, cases()))
    return 0


if __name__ == "__main__":
    import cells    # once more, by the name by which laws import it
    sys.exit(cells.main())
