#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Known answers for points and transforms, made without the library: SciPy's integers of Sobol points and its Halton points,
the contract's scrambles in Python integers, normals by mpmath.

    python3 tests/points/oracle.py            writes tests/points/*.txt
    python3 tests/points/oracle.py --check    makes them again and compares; exit status 1 if one differs

points.txt    set seed dimension point cell cells: the point is (cell + 1/2) / cells. For sobol the integers are SciPy's;
SciPy's Halton points are asserted to be within one cell of these. quantiles.txt type u z: the normal's inverse CDF
rolls.txt     type seed stream index attempt x y, for the first attempt in the disc, as bit patterns; exact
map.txt       type seed stream index x y ulps: points of the disc by the map, at the rounded U and the exact angle
normals.txt   method type x y zx zy ulps: coordinates as bit patterns, normals as the true values at them to 25 digits, and
              the ulps that the library may be off: logarithm, quotient, root and product for the polar methods, logarithm,
              root, sine or cosine and product for cartesian. q of a point is made in the type's own arithmetic, as the
              contract states.
"""
import functools
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../known"))
from oracle import F32, F64, Launch, Q, join, mpf, mpmath, philox, plain, real  # noqa: E402

try:
    import numpy
    from scipy.stats import qmc
    from scipy.stats._qmc import n_primes
except ImportError:
    print("1..0 # SKIP points/oracle.py wants SciPy")
    sys.exit(0)

ROLLS, SCRAMBLE = 32, 33
BITS, CELLS, TAIL = 30, 2 ** 52, 22
SEEDS = (0, 7, 0x0123456789ABCDEF)
FEW = list(range(20)) + [63, 64, 1000, 2 ** 16 - 1, 2 ** 20 + 12345]


def digits(x):
    return mpmath.nstr(x, 25, min_fixed=1, max_fixed=0)


def some(last):
    """Numbers of points: the first, some in between, the last."""
    return sorted(set(FEW + [philox((k, 0, 0, 0), (1, 2))[0] % (last + 1) for k in range(6)] + [last]))


# ---- Sobol --------------------------------------------------------------------------------------------------------------


def sobol_integers(dims, points):
    """SciPy's integer of each point."""
    rows, at = {}, 0
    engine = qmc.Sobol(dims, scramble=False, bits=BITS)
    for i in points:
        if i > at:
            engine.fast_forward(i - at)
        rows[i] = [int(v) for v in numpy.round(engine.random(1)[0] * 2 ** BITS)]
        at = i + 1
    return rows


@functools.lru_cache
def scramble(seed):
    return Launch(seed, 0, SCRAMBLE, 0)


def bits_of(words):
    return words[0] << 32 | words[1]


def sobol_shift(seed, dim, k):
    s = bits_of(scramble(seed).block(dim << 32, purpose=0)) >> 12
    return k << TAIL ^ s


def sobol_owen(seed, dim, k):
    launch, out = scramble(seed), 0
    digits = [k >> (BITS - 1 - j) & 1 for j in range(BITS)]
    for j, digit in enumerate(digits):
        start = j // 6 * 6
        prefix = k >> (BITS - start)
        node = int("1" + "".join(map(str, digits[start:j])), 2)
        flip = bits_of(launch.block(dim << 32 | prefix, attempt=j // 6, purpose=1)) >> node & 1
        out = out << 1 | (digit ^ flip)
    return out << TAIL | launch.block(dim << 32 | k, attempt=BITS // 6, purpose=1)[0] >> (32 - TAIL)


# ---- Halton -------------------------------------------------------------------------------------------------------------


def halton_digits(base):
    digits = 0
    while base ** (digits + 1) <= CELLS:
        digits += 1
    nested = 1
    while base ** nested < 2 ** 32:
        nested += 1
    return digits, nested


def expansion(i, base, count):
    out = []
    for _ in range(count):
        out.append(i % base)
        i //= base
    return out


def number(digits, base):
    k = 0
    for d in digits:
        k = k * base + d
    return k


def halton(base, i):
    return number(expansion(i, base, halton_digits(base)[0]), base)


def halton_shift(seed, dim, base, i):
    launch = scramble(seed)
    digits = expansion(i, base, halton_digits(base)[0])
    shifts = [launch.block(dim << 32, attempt=j, purpose=0)[0] * base >> 32 for j in range(len(digits))]
    return number([(d + s) % base for d, s in zip(digits, shifts)], base)


def halton_owen(seed, dim, base, i):
    launch = scramble(seed)
    count, nested = halton_digits(base)
    out = []
    for j, d in enumerate(expansion(i, base, nested)):
        w = launch.block(dim << 32 | i % base ** j, attempt=j, purpose=1)
        out.append(((1 + (w[0] * (base - 1) >> 32)) * d + (w[1] * base >> 32)) % base)
    rest = base ** (count - nested)
    return number(out, base) * rest + (bits_of(launch.block(dim << 32 | i, attempt=nested, purpose=1)) * rest >> 64)


def points_file():
    lines = ["# set seed dimension point cell cells, decimal; see oracle.py"]
    rows = sobol_integers(64, some(2 ** 22 - 1))
    rows.update(sobol_integers(3, some(2 ** BITS - 1)[-6:]))   # SciPy goes there point by point
    for i, row in rows.items():
        for dim, k in enumerate(row):
            lines.append("sobol 0 %d %d %d %d" % (dim, i, k, 2 ** BITS))
            if dim in (0, 1, 2, 63):
                for seed in SEEDS:
                    lines.append("sobol-shift %d %d %d %d %d" % (seed, dim, i, sobol_shift(seed, dim, k), CELLS))
                    lines.append("sobol-owen %d %d %d %d %d" % (seed, dim, i, sobol_owen(seed, dim, k), CELLS))
    engine, primes = qmc.Halton(64, scramble=False), n_primes(64)
    early = engine.random(300)
    for dim in (0, 1, 2, 3, 11, 63):
        base = int(primes[dim])
        cells = base ** halton_digits(base)[0]
        for i in range(300):
            assert abs(Q(2 * halton(base, i) + 1, 2 * cells) - Q(float(early[i][dim]))) < Q(1, cells)
        for i in some(2 ** 32 - 1):
            lines.append("halton 0 %d %d %d %d" % (dim, i, halton(base, i), cells))
            for seed in SEEDS:
                lines.append("halton-shift %d %d %d %d %d" % (seed, dim, i, halton_shift(seed, dim, base, i), cells))
                lines.append("halton-owen %d %d %d %d %d" % (seed, dim, i, halton_owen(seed, dim, base, i), cells))
    return "\n".join(lines) + "\n"


# ---- Rolls --------------------------------------------------------------------------------------------------------------


def signed(w, bits):
    return w - 2 ** bits if w >> (bits - 1) else w


def roll(t, launch, i, j):
    b = launch.block(i, attempt=j)
    if t.wide:
        # The lower word's part is exact; the sum is rounded once.
        return [t.rn(Q(2 * signed(join(b[k], b[k + 1]), 64) + 1, 2 ** 64)) for k in (0, 2)]
    return [t.rn(t.rn(Q(signed(b[k], 32))) / 2 ** 31 + Q(1, 2 ** 32)) for k in (0, 1)]


def q_of(t, x, y):
    return t.rn(x * x + t.rn(y * y))


def rolls_file():
    lines = ["# type seed stream index attempt x y"]
    for t in (F32, F64):
        for seed, stream in ((0, 0), (0x0123456789ABCDEF, 0xFEDCBA9876543210)):
            launch = Launch(seed, stream, ROLLS, t.wide)
            places = [i for first in (0, 2 ** 32 - 20, 2 ** 64 - 40) for i in range(first, first + 40)]
            # Those of the first 2 10^8 points that would be inside or outside if x and y changed places: q is 1 or 1 +
            # 2^-23.
            places += [45362046, 194727806] if t is F32 and not seed else []
            for i in places:
                j = 0
                while q_of(t, *roll(t, launch, i, j)) > 1:
                    j += 1
                x, y = roll(t, launch, i, j)
                lines.append("%s %x %x %x %d %s %s" % (t.name, seed, stream, i, j, t.pattern(x), t.pattern(y)))
    return "\n".join(lines) + "\n"


def map_file():
    lines = ["# type seed stream index x y ulps"]
    for t in (F32, F64):
        for seed, stream in ((0, 0), (0x0123456789ABCDEF, 0xFEDCBA9876543210)):
            launch = Launch(seed, stream, ROLLS, t.wide)
            for i in list(range(20)) + list(range(2 ** 32 - 10, 2 ** 32 + 10)):
                b = launch.block(i, purpose=2)
                u, v = (join(b[0], b[1]), join(b[2], b[3])) if t.wide else b[:2]
                r, turn = mpmath.sqrt(real(plain(t, u))), real(Q(2 * v + 1, 2 ** t.bits))
                x, y = r * mpmath.cospi(turn), r * mpmath.sinpi(turn)
                lines.append("%s %x %x %x %s %s 5" % (t.name, seed, stream, i, digits(x), digits(y)))
    return "\n".join(lines) + "\n"


# ---- Normals ------------------------------------------------------------------------------------------------------------


def polar(t, x, y):
    """None where the point is not in the disc. Near 0 the library scales it by a power of two, without rounding."""
    small = max(abs(x), abs(y)) < Q(1, 2 ** (400 if t.wide else 50))
    q = x * x + y * y if small else q_of(t, x, y)
    if not 0 < q <= 1:
        return None
    m = mpmath.sqrt(-2 * mpmath.log(real(q)) / real(q))
    return real(x) * m, real(y) * m


def cartesian(t, u, v):
    if not (0 < u <= 1 and 0 <= v <= 1):
        return None
    r = mpmath.sqrt(-2 * mpmath.log(real(u)))
    return r * mpmath.cospi(2 * real(v)), r * mpmath.sinpi(2 * real(v))


def coordinates(t):
    """Pairs of numbers of the type: special values, then random ones of all sizes."""
    one, eps = Q(1), t.eps
    special = [Q(0), one, 1 - eps, 1 + 2 * eps, Q(1, 2), Q(1, 4), Q(3, 4), Q(1, 8), Q(2) ** t.least,
               Q(2) ** (t.least + 30), Q(3, 5), Q(4, 5), Q(2) ** -50, Q(2) ** -51, Q(2) ** -400 if t.wide else Q(2) ** -60,
                Q(2)]
    for x in special:
        for y in special:
            yield t.rn(x), t.rn(y)
    sizes = 200 if t.wide else 100
    for k in range(200):
        w = philox((k, 1, t.bits, 0), (3, 4))
        yield t.rn(Q(w[0], 2 ** 32)), t.rn(Q(w[1], 2 ** 32))
        yield t.rn(Q(w[2], 2 ** 32) / 2 ** (w[3] % sizes)), t.rn(Q(w[1], 2 ** 32) / 2 ** (w[3] // 256 % sizes))


def normals_file():
    lines = ["# method type x y zx zy ulps"]
    for method, f, ulps in (("cartesian", cartesian, 4), ("polar-without-replacement", polar, 4)):
        for t in (F32, F64):
            for k, (x, y) in enumerate(coordinates(t)):
                if method != "cartesian":
                    x, y = (-x if k & 1 else x), (-y if k & 2 else y)
                z = f(t, x, y)
                # The sine of a denormal angle has few bits, and the radius, up to 38, multiplies it.
                tiny = method == "cartesian" and 0 < y < Q(2) ** (t.least + t.digits)
                value = ("nan", "nan") if z is None else tuple(map(digits, z))
                row = (method, t.name, t.pattern(x), t.pattern(y)) + value + (20 if tiny else ulps,)
                lines.append("%s %s %s %s %s %s %d" % row)
    return "\n".join(lines) + "\n"


def quantile(u):
    """The normal's inverse CDF, by the logarithm of the tail that contains u."""
    v = real(min(u, 1 - u))
    if v == mpf("0.5"):
        return mpf(0)
    start = mpmath.sqrt(-2 * mpmath.log(v)) if v < mpf("0.1") else mpf("0.5")
    x = mpmath.findroot(lambda x: mpmath.log(mpmath.erfc(x / mpmath.sqrt(2)) / 2) - mpmath.log(v), start)
    return -x if u < Q(1, 2) else x


def uniforms(t):
    yield from (Q(0), Q(1), Q(1, 2), Q(2) ** t.least, Q(2) ** (t.least + t.digits), 1 - t.eps, 1 + 2 * t.eps)
    yield from (Q(-1), -Q(2) ** t.least)
    yield from (Q(1, 2) - t.eps, Q(1, 2) + 2 * t.eps, Q(1, 4), Q(3, 4), Q(1, 256), Q(255, 256))
    for k in range(120):
        w = philox((k, 2, t.bits, 0), (3, 4))
        yield t.rn(Q(join(w[0], w[1]) | 1, 2 ** 64))
        yield t.rn(Q(join(w[0], w[1]) | 1, 2 ** 64) / 2 ** (w[2] % (1000 if t.wide else 120)))
        yield t.rn(1 - Q(join(w[0], w[1]) | 1, 2 ** 64) / 2 ** (w[2] % (50 if t.wide else 22)))


def quantiles_file():
    lines = ["# type u z: z to 25 digits, nan where u is refused"]
    for t in (F32, F64):
        for u in uniforms(t):
            z = digits(quantile(u)) if 0 < u < 1 else "nan"
            lines.append("%s %s %s" % (t.name, t.pattern(u), z))
    return "\n".join(lines) + "\n"


FILES = (("quantiles.txt", quantiles_file), ("map.txt", map_file), ("points.txt", points_file), ("rolls.txt", rolls_file),
         ("normals.txt", normals_file))


if __name__ == "__main__":
    sys.path.insert(0, os.path.join(HERE, "..", "support"))
    import remake
    sys.exit(remake.run(HERE, lambda names: [file for file in FILES if not names or file[0] in names]))
