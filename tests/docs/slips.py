# SPDX-License-Identifier: MIT OR Apache-2.0
"""Errors of the five papers: computes the figures that docs/model.md and others give for them, from the formulas, and
reports in TAP which of them the pages have. Then errors of our own pages: counts, times and names of files, checked against
the sources and the recorded runs. Standard library only."""

import glob
import math
import os
import re
import sys
from fractions import Fraction

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def loop_mean(rho, t):
    """E[N]: the sum of 1 - (1 - rho^n)^t over n >= 0, to rho^n t < 1e-18."""
    steps = math.ceil(math.log(1e-18 / t) / math.log(rho))
    return math.fsum(-math.expm1(t * math.log1p(-rho**n)) if n else 1 for n in range(steps))


def pmf(rho, t, n):
    return (1 - rho**n) ** t - (1 - rho ** (n - 1)) ** t


# ---- Ridley and Forget ----

def eq_8(rho, t, n, exponent):
    """The middle line; exponent(t, i) is that of 1 - rho^(n-1)."""
    last, now = rho ** (n - 1), rho**n
    return sum(math.comb(t, i) * (last - now) ** i * (1 - last) ** exponent(t, i) for i in range(t + 1)) - (1 - last) ** t


def eq_13(rho, t, factor):
    return math.log(factor * (rho - 1) * t / math.log(rho)) / math.log(1 / rho) + 1


def eq_15_as_printed(rho, t, last=200):
    return last * (1 - rho**last) ** t - sum((1 - rho**i) ** t for i in range(1, last + 1))


def eq_9_order(t):
    """The degree of the numerator of the mean, the sum of (-1)^(k+1) C(t, k) / (1 - rho^k), as a fraction in rho. The poles
    are the roots of unity of order d <= t, phi(d) for each d, unless the residue is 0. For large rho the fraction is
    -t / rho."""
    residues = (sum((-1) ** (k + 1) * Fraction(math.comb(t, k), k) for k in range(d, t + 1, d)) for d in range(1, t + 1))
    poles = [sum(math.gcd(j, d) == 1 for j in range(1, d + 1)) for d in range(1, t + 1)]
    return sum(phi for phi, residue in zip(poles, residues) if residue) - 1


def mean_from_mode(rho, t):
    """|mean - mode| in standard deviations."""
    law = [pmf(rho, t, n) for n in range(1, math.ceil(math.log(1e-18 / t) / math.log(rho)))]
    mean = math.fsum(n * p for n, p in enumerate(law, 1))
    variance = math.fsum((n - mean) ** 2 * p for n, p in enumerate(law, 1))
    return abs(mean - 1 - law.index(max(law))) / math.sqrt(variance)


EDGE = 2 ** (1 / 32) - 1
_, NEAR = max((mean_from_mode(rho / 1000, 32), rho / 1000) for rho in range(math.ceil(1000 * EDGE), 950))
FARTHEST = max((mean_from_mode(NEAR + d / 20000, 32), NEAR + d / 20000) for d in range(-20, 21))

RIDLEY = (
    ("Eq. 8 as printed", "%.5f", eq_8(0.5, 3, 2, lambda t, i: t - 1)),
    ("Eq. 8 with t - i", "%.5f", eq_8(0.5, 3, 2, lambda t, i: t - i)),
    ("Eq. 9, the same", "%.5f", pmf(0.5, 3, 2)),
    ("the conditional one", "%.5f", pmf(0.5, 3, 2) / (1 - 0.5**3)),
    ("Eq. 15 as printed", "%.4f", eq_15_as_printed(0.5, 32)),
    ("the mean at .5", "%.4f", loop_mean(0.5, 32)),
    ("top of Eq. 11", "%.4f", eq_13(0.5, 32, 1)),
    ("Eq. 13", "%.4f", eq_13(0.5, 32, 2)),
    ("the edge of unimodality, %", "%.4f", 100 * EDGE),
    ("P(1) there", "%.9f", pmf(EDGE, 32, 1)),
    ("P(1) below", "%.6f", pmf(EDGE - 1e-4, 32, 1)),
    ("P(2) below", "%.6f", pmf(EDGE - 1e-4, 32, 2)),
    ("P(1) above", "%.6f", pmf(EDGE + 1e-4, 32, 1)),
    ("P(2) above", "%.6f", pmf(EDGE + 1e-4, 32, 2)),
    ("order of the mean for t = 32", "%d", eq_9_order(32)),
    ("degree of its denominator", "%d", eq_9_order(32) + 1),
    ("mean from mode for t = 32", "%.2f", FARTHEST[0]),
    ("where that is", "%.4f", FARTHEST[1]),
    ("not over seven", "%.3f", loop_mean(0.5, 32)),
    ("Eq. 13 for it", "%.3f", eq_13(0.5, 32, 2)),
    ("pairs, iterations", "%.3f", loop_mean(0.25, 16)),
    ("pairs, samples an iteration", "%.3f", 16 / loop_mean(0.25, 16)),
    ("without groups", "%.3f", 32 / loop_mean(0.5, 32)),
    ("pairs as printed", "%.3f", loop_mean(0.25, 2)),
)


# ---- Thomas ----

def binomial(n, p, k):
    return math.comb(n, k) * p**k * (1 - p) ** (n - k)


def cached_call(lanes, waiting, p):
    """Mean iterations of a call that `waiting` of the lanes enter without a sample, and the distribution of the samples that
    are carried over: the chain over (r, c), r becoming binomial(r, 1 - p), c gaining binomial(K - r - c, p)."""
    fall = [[binomial(n, 1 - p, k) for k in range(n + 1)] for n in range(lanes + 1)]
    states, mean, carried = {(waiting, 0): 1.0}, 0.0, [0.0] * (lanes + 1)
    while states:
        further = {}
        for (r, c), mass in states.items():
            if r == 0:
                carried[c] += mass
                continue
            mean += mass
            free = lanes - r - c
            for left in range(r + 1):
                for missed in range(free + 1):
                    key = left, c + free - missed
                    further[key] = further.get(key, 0) + mass * fall[r][left] * fall[free][missed]
        states = {state: mass for state, mass in further.items() if mass > 1e-13}
    return mean, carried


def cached_mean(lanes, p):
    """Its mean in the steady state over calls, by power iteration."""
    calls = [cached_call(lanes, waiting, p) for waiting in range(lanes + 1)]
    law = [0.0] * lanes + [1.0]  # for the lanes that wait
    for _ in range(200):
        further = [0.0] * (lanes + 1)
        for waiting, mass in enumerate(law):
            for c, share in enumerate(calls[waiting][1]):
                further[lanes - c] += mass * share
        law = further
    return sum(mass * call[0] for mass, call in zip(law, calls))


def more(p, lanes=32):
    """Iterations of loop over those of cached, less 1, in percent."""
    return 100 * (loop_mean(1 - p, lanes) / cached_mean(lanes, p) - 1)


THOMAS = (
    ("iterations at .8", "%.3f", loop_mean(0.2, 32)),
    ("as long as one lane", "%.3f", loop_mean(0.2, 32) * 0.8),
    ("uncached over cached, .8", "%.0f %%", more(0.8)),
    ("uncached over cached, .9", "%.0f %%", more(0.9)),
    ("uncached over cached, .98", "%.0f %%", more(0.98)),
)

# ---- Schloss, Linderman ----

SCHLOSS = (
    ("the disc in the square", "%.4f", math.pi / 4),
    ("the mean of |Z|", "%.3f", math.sqrt(2 / math.pi)),
    ("points outside, %", "%.2f", 100 * (1 - math.pi / 4)),
)
LINDERMAN = (("eight proposals", "%.2e", 0.02**8),)


# ---- Boksansky: erfinv(1 - 2 v) by Winitzki's formula and by bisection ----

def winitzki(v, a=0.147):
    log = math.log(4 * v * (1 - v))
    h = 2 / (math.pi * a) + log / 2
    return math.sqrt(math.sqrt(h * h - log / a) - h)


def bisection(f, low, high):
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if (f(low) > 0) == (f(middle) > 0) else (low, middle)
    return low


def error(binary):
    """|error| of erfinv at v = 2^-binary."""
    v = 2**-binary
    return abs(winitzki(v) - bisection(lambda y: math.erfc(y) - 2 * v, 0, 20))


OF_ERFINV = bisection(lambda b: error(b) - 0.0035, 6, 12)
OF_Z = bisection(lambda b: math.sqrt(2) * error(b) - 0.0035, 6, 12)
WORST = max((error(b / 100), b / 100) for b in range(200, 3200))

BOKSANSKY = (
    ("0.0035 of erfinv from", "%.4f", 2**-OF_ERFINV),
    ("0.0035 of erfinv from 2^-", "2^-%.1f", OF_ERFINV),
    ("the largest error", "%.5f", WORST[0]),
    ("which is at 2^-", "2^-%.1f", WORST[1]),
)
NORMAL = BOKSANSKY + (
    ("0.0035 of z from", "%.4f", 2**-OF_Z),
    ("0.0035 of z from 2^-", "2^-%.1f", OF_Z),
    ("the largest error of z", "%.4f", math.sqrt(2) * WORST[0]),
)


def section(path, heading):
    """The text under a heading, or the whole file; lines are joined."""
    text = open(os.path.join(ROOT, path), encoding="utf-8").read()
    if heading:
        found = re.search(r"^(#+) %s\n(.*?)(?=^#{1,3} |\Z)" % re.escape(heading), text, re.M | re.S)
        text = found.group(2) if found else ""
    return " ".join(text.split())


CHECKS = (
    ("docs/model.md", "Ridley and Forget", RIDLEY),
    ("docs/model.md", "Thomas", THOMAS),
    ("docs/model.md", "Schloss", SCHLOSS),
    ("docs/model.md", "Boksansky", BOKSANSKY),
    ("docs/model.md", "Linderman", LINDERMAN),
    ("laws/normal/README.md", "normal:icdf-fast", NORMAL),
    ("studies/normal-methods/README.md", "Results", BOKSANSKY[:1]),
)


# ---- Our own pages ----

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
FOLDERS = "bench|cli|docs|engine|examples|host|include|laws|mk|model|python|studies|targets|tests|transforms"


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def places(pattern):
    return sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True))


def normal_ns():
    """The time of a normal in f32, from the recorded run that the README names."""
    page = re.search(r"bench-six (\S+)\.json", read("README.md")).group(1) + ".md"
    return re.search(r"^\| normal f32 \| ([\d.]+) ", read(page), re.M).group(1)


def missing_files(page):
    """Files of this repository that a page names and that do not exist. Programs are named without .c or .test.sh, and
    words in capitals stand for any name."""
    text, folder = read(page), os.path.dirname(page)
    named = set(re.findall(r"`((?:%s)/[\w./-]*\w)/?`" % FOLDERS, text))
    named |= set(re.findall(r"(?<![\w/.`-])((?:%s)/[\w./-]+\.(?:md|py|c|h|sh|txt))(?!\w)" % FOLDERS, text))
    named |= {os.path.normpath(os.path.join(folder, link)) for link in re.findall(r"\]\(([^):#]+)(?:#[^)]*)?\)", text)}
    if page == "CHANGELOG.md":  # its names may begin in a directory
        named |= {name for name in re.findall(r"`([a-z_]+(?:/[\w.]+)+\.\w+)`", text) if not places("**/" + name)}
    return sorted(name for name in named if not re.search(r"\b[A-Z]{4,}\b(?!\.md)", name)
                  and not places(name) and not places(name + ".*") and not name.startswith("build/"))


def own_pages():
    """Pairs of a sentence and its error, or an empty string."""
    readme, join = read("README.md"), lambda text: " ".join(text.split())
    methods = sum('.name = "normal%s' % end in read(os.path.relpath(path, ROOT)) for path in places("laws/normal/*.c")
                  for end in ('"', ":"))
    strategies = len(re.findall(r"^RR_STRATEGY\(", read("engine/strategies/list.h"), re.M))
    for what, count in ("normal has %s methods", methods), ("Reroll has %s strategies", strategies):
        yield "README.md: " + what % NUMBERS[count], "" if join(what % NUMBERS[count]) in join(readme) else "not there"
    samplers = len(re.findall(r"^RR_SAMPLER\(", re.sub(r"^#if.*?^#endif", "", read("laws/list.h"), flags=re.M | re.S), re.M))
    yield "README.md: all %d samplers" % samplers, "" if "all %d samplers" % samplers in join(readme) else "not there"
    scale = join(read("docs/scale.md"))
    there = "a normal in %s ns" % normal_ns() in scale
    yield "docs/scale.md: a normal takes %s ns" % normal_ns(), "" if there else "not there"
    # Pages and their readers call them by name.
    yield "tests/**/*.test.sh can be executed", " ".join(os.path.relpath(path, ROOT) for path in places("tests/**/*.test.sh")
                                                        if not os.access(path, os.X_OK))
    for page in ["README.md", "CHANGELOG.md"] + [os.path.relpath(path, ROOT) for pattern in
                                                 ("docs/**/*.md", "*/README.md", "laws/*/README.md") for path in
                                                 places(pattern) if not os.path.relpath(path, ROOT).startswith("build")]:
        yield page + ": the files that it names are there", " ".join(missing_files(page))


def main():
    number = bad = 0
    own = list(own_pages())
    print("1..%d" % (sum(len(figures) for _, _, figures in CHECKS) + len(own)))
    for path, heading, figures in CHECKS:
        text = section(path, heading)
        for name, form, value in figures:
            number += 1
            said = form % value
            there = re.search(r"(?<![\d.])%s(?!\d)" % re.escape(said), text)
            bad += not there
            print("%sok %d - %s, %s: %s, %s" % ("" if there else "not ", number, path, heading, name, said))
    for sentence, wrong in own:
        number += 1
        bad += wrong != ""
        print("%sok %d - %s%s" % ("not " if wrong else "", number, sentence, "\n# " + wrong if wrong else ""))
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
