#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Known answers, made without the library: docs/contract.md in Python integers, exact fractions and mpmath.

    python3 tests/known/oracle.py [NAME...]           writes laws/MODULE/answers/NAME.txt and tests/known/*.txt
    python3 tests/known/oracle.py --check [NAME...]   makes them again and compares; exit status 1 if one differs

This file holds what all distributions share: blocks, streams, numbers, uniforms, and the file of a sampler. A distribution's
own part is in laws/MODULE/law.py, which builds its draws on this file:

    ANSWERS = {NAME: Answers(draw, family, ...)}    NAME as in laws/list.h

draw(t, launch, i, params) is the sample of index i from the words of `launch`, in type t: (the attempt at which it is
accepted, or None where the verdict is within the rounding errors; the value; the ulps that the library may be off; whether
LOW words were used). bits, uniform and attempts are exact; the others are the true value at the rounded uniform, and each
module explains its ulps."""
import collections
import functools
import itertools
import os
import sys
from fractions import Fraction as Q

try:
    import mpmath
    import numpy as np
    import scipy    # noqa: F401: laws take quantiles of it
    from mpmath import mp, mpf
except ImportError as missing:
    print("1..0 # SKIP the oracle wants %s" % missing.name)
    sys.exit(0)

mp.prec = 300

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path += [os.path.join(ROOT, "tests", folder)
             for folder in ("known", "statistics", "support")]    # where laws import from

import fed  # noqa: E402
M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF
INF = float("inf")

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
    """A stream as used by a family and a type; rows of more than one number have one subkey per length."""

    def __init__(self, seed, stream, family, wide, a=8, row=1):
        self.seed, self.stream, self.row = seed, stream, row
        kind = (0x526F7773, row) if row > 1 else (0x5265726F, 0x6C6C0001)
        self.k0, self.k1, self.x, self.y = philox(two(stream) + kind, two(seed))
        self.last = self.x ^ (family << 9 | wide << 8)
        self.a = a

    def block(self, b, attempt=0, draw=0, purpose=0):
        turn = draw << self.a | attempt if self.a < 32 else attempt
        return philox(two(b) + (self.y ^ turn, self.last ^ purpose), (self.k0, self.k1))


def other_family(launch, family, wide, row=1):
    """The same stream as used by another family: that of a stage, which draws rows of `numbers` numbers."""
    return launch_of(launch.seed, launch.stream, family, wide, launch.a, row)


def first_words(launch, numbers):
    """Words 0 to 3 of many blocks (attempt 0, draw 0), as arrays, for hunts; asserted to agree with `block`."""
    c = [numbers & M32, numbers >> 32, np.full_like(numbers, launch.y), np.full_like(numbers, launch.last)]
    k0, k1 = launch.k0, launch.k1
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(p1 >> 32) ^ c[1] ^ k0, p1 & M32, (p0 >> 32) ^ c[3] ^ k1, p0 & M32]
        k0, k1 = (k0 + 0x9E3779B9) & M32, (k1 + 0xBB67AE85) & M32
    assert tuple(int(w[-1]) for w in c) == launch.block(int(numbers[-1]))
    return c


def derive(seed, stream, number, tag=0x43686C64):
    w = philox(two(stream) + (tag, 0x6C6C0001), two(seed))
    s = philox(two(number) + (w[2], w[3]), (w[0], w[1]))
    return s[1] << 32 | s[0], s[3] << 32 | s[2]


def derive_name(seed, stream, name):
    for at in range(0, len(name), 8):
        seed, stream = derive(seed, stream, int.from_bytes(name[at:at + 8], "little"), 0x4E616D65)
    return derive(seed, stream, len(name), 0x4E616D65)


# ---- Numbers ----------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=None)
def power(e):
    """2^e"""
    return Q(2) ** e


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
        if power(e) > x:
            e -= 1
        return max(e - self.digits + 1, self.least)

    def rn(self, x):
        q = power(self.quantum(x))
        return round(x / q) * q     # round() of a fraction is to even

    def number(self, text):
        """The number of this type nearest to a decimal number; inf, -inf."""
        return float(text) if text.endswith("inf") else self.rn(Q(text))

    def sample(self, x):
        return self.pattern(x)

    def pattern(self, x):
        """The bits of the number of this type nearest to x; of an infinity."""
        if x in (INF, -INF):
            return "%0*x" % (self.bits // 4, (2 ** self.ebits - 1 | (x < 0) << self.ebits) << (self.digits - 1))
        x = self.rn(x)
        q = self.quantum(x)
        m = abs(x) / power(q)
        assert m.denominator == 1
        m, e = int(m), q - self.least
        b = m if m < 2 ** (self.digits - 1) else (e + 1) * 2 ** (self.digits - 1) + m - 2 ** (self.digits - 1)
        if b >= (2 ** self.ebits - 1) << (self.digits - 1):
            b = (2 ** self.ebits - 1) << (self.digits - 1)
        if x < 0:
            b |= 1 << (self.bits - 1)
        return "%0*x" % (self.bits // 4, b)


F32, F64 = Type("f32", 24, -149, 32, 8), Type("f64", 53, -1074, 64, 11)


class Integers(Type):
    """A type whose samples are integers. Parameters are numbers of another type; wide: words are those of f64."""

    def __init__(self, name, bits, params, wide):
        super().__init__(name, params.digits, params.least, params.bits, params.ebits)
        self.places, self.wide = bits // 4, wide

    def sample(self, x):
        return "%0*x" % (self.places, x % 16 ** self.places)


U32, U64 = Integers("u32", 32, F32, False), Integers("u64", 64, F64, True)
I64 = Integers("i64", 64, F64, False)   # counts: the same ones in every type


class Wholes(Integers):
    """The same, and parameters are integers."""

    def pattern(self, x):
        return self.sample(x)


WHOLE_I64, WHOLE_U64 = Wholes("i64", 64, F64, False), Wholes("u64", 64, F64, False)


def real(x):
    return mpf(x.numerator) / mpf(x.denominator)


def fraction(x):
    """An mpf is a dyadic fraction."""
    sign, man, exp, _ = mpf(x)._mpf_
    man = -int(man) if sign else int(man)
    return Q(man << exp) if exp >= 0 else Q(man, 1 << -exp)


def representable(t, x):
    """The same, but zero or infinite where exp is so small or so large that its fraction would fill the memory."""
    if abs(x) > mpf(2) ** (2 ** (t.ebits - 1) + 64):
        return INF if x > 0 else -INF
    return fraction(x) if abs(x) > mpf(2) ** (t.least - 64) else Q(0)


# ---- Uniforms ---------------------------------------------------------------------------------------------------------


def plain(t, w):
    """w: a word, or two with the upper first, as one integer."""
    u = t.rn(Q(2 * w + 1, 2 ** (t.bits + 1)))
    return min(u, 1 - Q(1, 2 ** t.digits))


def is_open(t, w):
    return w < (2 ** 53 if t.wide else 2 ** 24)


UPPER = 0xB504F334   # the top word of sqrt(1/2)
HALF = 0x80000000


def unit(t, w, low, upper_from=None):
    """(u, U - 1 or None, were LOW words used); low() gives them. U - 1 is given where a logarithm is made of it: f32 from
    sqrt(1/2) on, f64 from 1/2 on."""
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
    upper = t.rn(Q(2 * (w - 2 ** t.bits) + 1,
                   2 ** (t.bits + 1))) if top >= (upper_from or (HALF if t.wide else UPPER)) else None
    return u, upper, used


def minus_log(u, upper):
    return -mpmath.log1p(real(upper)) if upper is not None else -mpmath.log(real(u))


def join(w1, w0):
    return w1 << 32 | w0


# ---- Draws that several modules share: the words of index i, and whether its attempt 0 needs LOW words ----------------------

ATTEMPTS = 12


def shared_word(t, launch, i, attempt=0, purpose=0):
    """The word of index i where 4 (f32) or 2 (f64) indices share a block."""
    if not t.wide:
        return launch.block(i // 4, attempt, 0, purpose)[i % 4]
    b = launch.block(i // 2, attempt, 0, purpose)
    return join(b[2 * (i % 2)], b[2 * (i % 2) + 1])


def shared_word_low(t, launch, i):
    return is_open(t, shared_word(t, launch, i))


def one_word32(t, launch, i):
    """u of one 32-bit word of index i, rounded once, and u - 1 where it is near 1."""
    w = launch.block(i // 4)[i % 4]
    upper = t.rn(Q(2 * w + 1 - 2 ** 33, 2 ** 33)) if w >= 0xB504F334 else None
    return t.rn(Q(2 * w + 1, 2 ** 33)), upper


def end_words(t):
    """Chosen words for those: the ends, where a logarithm switches, and words that round to 1 in f32."""
    words = 0, 1, 0xFFFFFF, 0x7FFFFFFF, 0x80000000, 0xB504F333, 0xB504F334, 0xFFFFFF7F, 0xFFFFFF80, 0xFFFFFFFF
    return [(8 + k % 4, k, {(0, 0, k % 4): w}) for k, w in enumerate(words)]


def ends_low(t, launch, i):
    """The same for a uniform that is counted from its nearer end."""
    w = shared_word(t, launch, i)
    return is_open(t, min(w, 2 ** t.bits - 1 - w))


def sides(t, w, low):
    """(v, c, sign) of a word and of low(): the distances of U to its nearer end and to 1/2; v is rounded where LOW words are
    used."""
    all_ones = 2 ** t.bits - 1
    upper = w >> (t.bits - 1)
    near = all_ones - w if upper else w
    v = Q(2 * near + 1, 2 ** (t.bits + 1))
    c = Q(1, 2) - v
    if is_open(t, near):
        v, _, _ = unit(t, near, lambda: all_ones - low() if upper else low())
    return real(v), real(c), 1 if upper else -1, is_open(t, near)


def two_sides(t, launch, i):
    """The sides of the index's uniform."""
    return sides(t, shared_word(t, launch, i), lambda: shared_word(t, launch, i, 0, 1))


def box_muller(t, words, low, second):
    """words: u and v as integers of t.bits; low(): the LOW integer of u."""
    u, upper, used = unit(t, words[0], low)
    angle = 2 * mp.pi * mpf(2 * words[1] + 1) / mpf(2) ** (t.bits + 1)
    r = mpmath.sqrt(2 * minus_log(u, upper))
    return r * (mpmath.sin(angle) if second else mpmath.cos(angle)), used


def standard_normal(t, launch, i):
    if t.wide:
        b = launch.block(i // 2)
        z, used = box_muller(t, (join(b[0], b[1]), join(b[2], b[3])), lambda: join(*launch.block(i // 2, 0, 0, 1)[:2]),
                             i % 2)
    else:
        b, p = launch.block(i // 4), i % 4 // 2 * 2
        z, used = box_muller(t, (b[p], b[p + 1]), lambda: launch.block(i // 4, 0, 0, 1)[p], i % 2)
    return z, used


def pair_low(t, launch, i):
    if t.wide:
        return launch.block(i // 2)[0] < 2 ** 21
    return launch.block(i // 4)[i % 4 // 2 * 2] < 2 ** 24


def own_pair(t, launch, i):
    """The words of a pair that belongs to one sample, and the function that returns the LOW words of the first."""
    if t.wide:
        b = launch.block(i)
        return (join(b[0], b[1]), join(b[2], b[3])), lambda: join(*launch.block(i, 0, 0, 1)[:2])
    b, p = launch.block(i // 2), i % 2 * 2
    return (b[p], b[p + 1]), lambda: launch.block(i // 2, 0, 0, 1)[p]


def own_pair_low(t, launch, i):
    return launch.block(i)[0] < 2 ** 21 if t.wide else launch.block(i // 2)[i % 2 * 2] < 2 ** 24


def first_of_two(t, launch, i, j, purpose=0):
    """The word of the first of two uniforms."""
    if t.wide:
        return join(*launch.block(i // 2, j, 0, purpose)[i % 2 * 2:][:2])
    return launch.block(i // 2, j, 0, purpose)[i % 2]


def second_of_two(t, launch, i, j):
    """The second, and 1 less it."""
    if t.wide:
        w = join(launch.block(i // 4, j, 1, 0)[i % 4], launch.block(i // 4, j, 1, 1)[i % 4])
        return real(plain(t, w)), real(plain(t, M64 - w))
    words = [launch.block(i // 2, j, 0, purpose)[2 + i % 2] for purpose in (0, 1)]
    return tuple(real(unit(t, words[0] ^ flip, lambda: words[1] ^ flip)[0]) for flip in (0, M32))


def two_uniforms(t, launch, i, j):
    """R and 1 - R, U and 1 - U, and whether LOW words of R were used."""
    r, upper, used = unit(t, first_of_two(t, launch, i, j), lambda: first_of_two(t, launch, i, j, 1), UPPER)
    return (real(r), real(1 - r if upper is None else -upper)) + second_of_two(t, launch, i, j) + (used,)


def second_uniforms(t):
    """Forced words (fed.py) where a second uniform decides: none; a small one, which accepts; LOW words only."""
    second = [(1, 0, k) for k in range(4)] if t.wide else [(0, 0, 2), (0, 0, 3)]
    return [{}, dict.fromkeys(second, 1 if t.wide else 1 << 25), dict.fromkeys(second, 0)]


# ---- The file of a sampler -------------------------------------------------------------------------------------------

RUNS = [range(f, f + 13) for f in (0, 2 ** 32 - 5, 2 ** 33 - 5, 2 ** 34 - 5, 2 ** 63 - 5, 2 ** 64 - 13)]
SEEDS = ((0, 0), (0x0123456789ABCDEF, 0xFEDCBA9876543210))
SAME, STEPS = 2, 12    # number of samples per kind, and steps from the smallest to the largest


def given(*cases):
    """Sets of parameters, written "0.1 2": as numbers of a type."""
    return lambda t: [tuple(t.number(word) for word in case.split()) for case in cases]


def hunt(low):
    """Indices far apart where low(t, launch, i), which is rare."""
    @functools.lru_cache(maxsize=None)
    def places(t, launch):
        found = (i for i in range(1000, 1000 + (12000 if t.wide else 1500)) if low(t, launch, i))
        return list(itertools.islice(found, 12))
    return places


@functools.lru_cache(maxsize=None)
def launch_of(seed, stream, family, wide, a, row=1):
    return Launch(seed, stream, family, wide, a, row)


def nothing(t):
    return []


Sample = collections.namedtuple("Sample", "seed index attempt low value line")


def covering(samples, runs):
    """Indices of the samples of one type and set of parameters in the file. laws/README.md, Known answers, gives the
    rule."""
    where = {i for run in RUNS for i in run}
    whole = {i for run in runs for i in run}
    kept = {n for n, s in enumerate(samples) if s.seed == SEEDS[1] and (s.index in whole or s.index not in where)}
    decided = [n for n, s in enumerate(samples) if s.attempt is not None]
    seen = collections.Counter()
    for n in decided:
        kind = samples[n].attempt, samples[n].low
        seen[kind] += 1
        if seen[kind] <= SAME:
            kept.add(n)
    order = sorted(decided, key=lambda n: samples[n].value)
    return kept | {order[(len(order) - 1) * step // STEPS] for step in range(STEPS + 1) if order}


class Answers:
    """The known answers of a sampler.

    draw, family    the function and its family number
    params          sets of parameters (given)
    places          rare indices worth a look (hunt)
    types, a        its types, and how many bits of a counter's word are the attempt's
    fed             sets of parameters for samples of chosen words (fed.py); the first of params otherwise
    bases           words that are forced beforehand so that a rare path is taken
    edges           further chosen words: a function of the type that gives (params, [(index, number, forced)])"""

    def __init__(self, draw, family, params=given(""), places=None, types=(F32, F64), a=8, fed=None, bases=lambda t: [{}],
                 edges=nothing):
        self.draw, self.family, self.params, self.places, self.types, self.a = draw, family, params, places, types, a
        self.fed, self.bases, self.edges = fed or (lambda t: params(t)[:1]), bases, edges

    @staticmethod
    def head(kind, name, t, params, *stream):
        numbers = [t.pattern(p) for p in params]
        return " ".join([kind, name, t.name, *("%016x" % s for s in stream), *numbers])

    def samples(self, t, params, seed):
        """Everything that a file may hold for one stream."""
        launch = launch_of(*seed, self.family, t.wide, self.a)
        rare = self.places(t, launch) if self.places and seed == SEEDS[1] else []
        for i in itertools.chain(*RUNS, rare):
            j, x, ulps, low = self.draw(t, launch, i, params)
            yield Sample(seed, i, j, low, x, "%x %s %s %d" % (i, "?" if j is None else j, t.sample(x), ulps))

    def cases(self, name, t, params, runs):
        every = [sample for seed in SEEDS for sample in self.samples(t, params, seed)]
        kept = [every[n] for n in sorted(covering(every, runs))]
        for seed in SEEDS:
            here = [s for s in kept if s.seed == seed]
            if here:
                yield self.head("case", name, t, params, *seed)
            # Runs first: known.c draws them in bulk too.
            yield from (s.line for s in sorted(here, key=lambda s: not any(s.index in run for run in runs)))

    def text(self, name):
        out = ["# index (hex), attempt at which it is accepted (?: within rounding), bits, ulps allowed; %s" % name]
        for t in self.types:
            for number, params in enumerate(self.params(t)):
                one = number and not isinstance(t, Integers)
                out += self.cases(name, t, params, [RUNS[number % len(RUNS)]] if one else RUNS)
        for t in self.types:
            out += fed.lines(name, self, t)
        return "\n".join(out) + "\n"


def files(names):
    """(path, function that returns its text) for the samplers named, or for all, including files that belong to no
    sampler."""
    import contract     # it needs the whole of this module
    import modules
    for sampler in modules.samplers(names):
        answers = getattr(modules.law(sampler.module), "ANSWERS", {}).get(sampler.name)
        if answers:
            yield sampler.path("answers"), functools.partial(answers.text, sampler.public)
    if not names:
        for name, text in contract.FILES.items():
            yield "tests/known/" + name, text


if __name__ == "__main__":
    import oracle   # again, under the name by which laws import it
    import remake
    sys.exit(remake.run(ROOT, oracle.files))
