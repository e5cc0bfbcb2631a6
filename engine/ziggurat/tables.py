#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Computes the tables of the ziggurats (described in engine/draws/ziggurat.h) with 200 bits.

    python3 tables.py           writes normal_32.h, normal_64.h, exponential_32.h, exponential_64.h next to this file, and
                                tests' tables of 2, 4 and 8 layers, tests/law/ziggurat/ziggurat_tiny_32.h and _64.h
    python3 tables.py --check   recomputes and compares them (TAP); exit 1 if one differs

The widths x_i are numbers of the dtype, and the levels h_i follow from them, so that all areas are equal in real numbers:

    h_1 = f(r), r = x_1;   h_(i+1) = h_i + v / x_i;   x_(i+1) = f^-1(h_(i+1)), rounded up, so that f(x_i) <= h_i.

r is the largest number of the dtype with which the last level covers the top, h_N >= f(0) = 1. The base holds the
rectangle below h_1 and the tail's hat; a fraction p = A / 2^b of its abscissas, A an integer and b their bits, is the
rectangle's, so that v = r f(r) / p, and p is the largest for which the tail's hat is at least the tail."""
import os
import sys

try:
    from mpmath import mp, mpf
except ImportError:
    print("1..0 # SKIP tables.py needs mpmath")
    sys.exit(0)

mp.prec = 200
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


class Law:
    def __init__(self, name, f, inverse, hat, area, bits):
        self.name, self.f, self.inverse, self.hat, self.area, self.bits = name, f, inverse, hat, area, bits


# hat(r): the smallest area of the tail's hat, over f(r). Sizes only: a normal has a separate sign bit.
NORMAL = Law("normal", lambda x: mp.exp(-x * x / 2), lambda h: mp.sqrt(-2 * mp.log(h)), lambda r: 1 / r, mp.sqrt(mp.pi / 2),
             {32: 23, 64: 55})
EXPONENTIAL = Law("exponential", lambda x: mp.exp(-x), lambda h: -mp.log(h), lambda r: mpf(1), mpf(1), {32: 24, 64: 56})
DIGITS = {32: 24, 64: 53}
LOW = {32: mpf(2) ** -8, 64: mpf(2) ** -11}    # abscissas below it take further bits


def rounded(x, width, way):
    """x > 0 with the bits of the dtype: way 'n'earest (half to even), 'd'own, 'u'p."""
    if not x:
        return mpf(0)
    quantum = mpf(2) ** (mp.frexp(x)[1] - DIGITS[width])
    return {"n": mp.nint, "d": mp.floor, "u": mp.ceil}[way](x / quantum) * quantum


def base(law, width, r):
    """A and x_0. In f32 the first pass finds abscissas below A by their rounded value; A - 1 and A must differ there."""
    unit = mpf(2) ** -law.bits[width]
    count = mp.floor(r / (r + law.hat(r)) / unit)
    while True:
        scale = rounded(r / (count * unit), width, "n")
        inside, outside = (rounded(scale * (count + d) * unit, width, "n") for d in (-mpf(1) / 2, mpf(1) / 2))
        if width == 64 or inside < r <= outside:
            return count, scale
        count -= 1


def levels(law, width, layers, r):
    """v, x, the true widths f^-1(h), h; x_0 is the scale of the base."""
    count, scale = base(law, width, r)
    v = r * law.f(r) * mpf(2) ** law.bits[width] / count
    x, true, h = [scale, r], [scale, r], [mpf(0), law.f(r)]
    for i in range(1, layers):
        h.append(h[i] + v / x[i] if x[i] else mpf(2))
        true.append(law.inverse(h[-1]) if h[-1] < 1 else mpf(0))
        x.append(rounded(true[-1], width, "u"))
    return v, x, true, h


def covers(law, width, layers, r):
    return levels(law, width, layers, r)[3][layers] >= 1


def widest(law, width, layers):
    """The largest r of the dtype with which the last level covers the top."""
    low, high = mpf(1) / 16, mpf(16)
    while True:
        mid = rounded((low + high) / 2, width, "d")
        if mid <= low:
            return low
        low, high = (mid, high) if covers(law, width, layers, mid) else (low, mid)


def thresholds(law, width, layers, x, true):
    """A point whose rounded size is below the threshold is below the next level, whatever bits follow."""
    t = [x[1]]
    for i in range(1, layers):
        half = x[i] * mpf(2) ** -(law.bits[width] + 1)
        if width == 64:     # two roundings, of the abscissa and of the product, 2^-53 each
            assert not true[i + 1] or half < true[i + 1] * mpf(2) ** -52
            edge = true[i + 1] * (1 - mpf(2) ** -51)
        else:               # one rounding, which is monotone
            edge = true[i + 1] - half
        t.append(rounded(edge, width, "d") if edge > 0 else mpf(0))
    return t


def literal(x, width):
    if not x:
        return "0"
    sign, x = ("-", -x) if x < 0 else ("", x)
    mantissa, exponent = mp.frexp(x)
    bits = DIGITS[width]
    n = int(mp.nint(mantissa * mpf(2) ** bits))
    if n == 2 ** bits:
        n, exponent = n // 2, exponent + 1
    digits = (bits + 3) // 4 * 4    # whole hexadecimal digits after the point
    body = "%0*x" % (digits // 4, (n - 2 ** (bits - 1)) << (digits - bits + 1)) if digits > bits else "%0*x" % (
        (bits - 1 + 3) // 4, (n - 2 ** (bits - 1)) << (-(bits - 1) % 4))
    return "%s0x1.%sp%d%s" % (sign, body.rstrip("0") or "0", exponent - 1, "f" if width == 32 else "")


def pairs(name, rows, width):
    """An array of pairs, two per line."""
    out = ["RR_TABLE rr_scalar %s[%d] = {" % (name, 2 * len(rows))]
    for i in range(0, len(rows), 2):
        out.append("    " + " ".join("%s, %s," % (literal(a, width), literal(b, width)) for a, b in rows[i:i + 2]))
    return out + ["};"]


def table(law, width, layers, name):
    """The lines of one table, whose names begin with rr_NAME and RR_NAME."""
    r = widest(law, width, layers)
    v, x, true, h = levels(law, width, layers, r)
    t = thresholds(law, width, layers, x, true)
    p = base(law, width, r)[0] * mpf(2) ** -law.bits[width]
    # In f32 the kernel multiplies an integer (the signed word without its layer; the abscissa) with the width.
    power = {("normal", 32): -31, ("exponential", 32): -24}.get((law.name, width), 0)
    quick = [(x[i] * mpf(2) ** power, t[i]) for i in range(layers)]
    wedge = [(mpf(0), mpf(0))] + [(law.f(x[i]) * x[i] / v, (law.f(x[i]) - h[i]) * x[i] / v) for i in range(1, layers)]
    slow = 1 - sum(max(mpf(0), t[i] / x[i] - LOW[width]) for i in range(layers)) / layers
    number = lambda q: mp.nstr(q, 17, min_fixed=-5, max_fixed=20)
    upper = "RR_" + name.upper()
    return ["/* %d layers of area %s." % (layers, number(v)),
            " * Accepted: %s; undecided in the first pass: %s. */" % (number(law.area / (layers * v)), number(slow)),
            "#define %s_LAYERS %du" % (upper, layers),
            "#define %s_R RR_C(%s) /* where the tail begins */" % (upper, literal(r, width)),
            "#define %s_TAIL RR_C(%s) /* p / (r (1 - p)) */" % (upper, literal(p / (r * (1 - p)), width)), "",
            "/* One pair per layer: x_i%s, and the size below which a point is below the next level. */" % (
                " 2^%d" % power if power else "")
            ] + pairs("rr_%s_quick" % name, quick, width) + [
            "", "/* One pair per layer: f(x_i) and f(x_i) - h_i, divided by the height of the layer. */"
            ] + pairs("rr_%s_wedge" % name, wedge, width) + [""]


LICENSE = "/* SPDX-License-Identifier: MIT OR Apache-2.0 */"


def header(law, width):
    name = law.name + "_ziggurat"
    guard = "RR_%s_TABLE_H" % name.upper()
    what = "/* Made by engine/ziggurat/tables.py; do not edit. The %s distribution's ziggurat in f%d. */" % (law.name, width)
    return "\n".join([LICENSE, what, "#ifndef " + guard, "#define " + guard,
                      ""] + table(law, width, 256, name) + ["#endif", ""])


def tiny(width):
    out = [LICENSE, "/* Made by engine/ziggurat/tables.py; do not edit. Ziggurats of few layers in f%d. */" % width, ""]
    for law in (NORMAL, EXPONENTIAL):
        for layers in (2, 4, 8):
            out += table(law, width, layers, "%s_tiny_%d" % (law.name, layers))
    return "\n".join(out)


def files():
    for width in (32, 64):
        for law in (NORMAL, EXPONENTIAL):
            yield "engine/ziggurat/%s_%d.h" % (law.name, width), header(law, width)
        yield "tests/law/ziggurat/ziggurat_tiny_%d.h" % width, tiny(width)


def main():
    check, bad = sys.argv[1:] == ["--check"], 0
    if sys.argv[1:] and not check:
        sys.exit("usage: tables.py [--check]")
    for number, (name, text) in enumerate(files(), 1):
        path = os.path.join(ROOT, name)
        if check:
            same = os.path.exists(path) and open(path, encoding="ascii").read() == text
            bad += not same
            print("%sok %d - %s is the output of engine/ziggurat/tables.py" % ("" if same else "not ", number, name))
        else:
            with open(path, "w", encoding="ascii") as f:
                f.write(text)
    if check:
        print("1..%d" % number)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
