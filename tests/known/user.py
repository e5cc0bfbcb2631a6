# SPDX-License-Identifier: MIT OR Apache-2.0
"""User-defined distributions, against the contract: family, bits for attempts, words, LOW words, draws. Every distribution
here is written twice, as lane C and in Python over the blocks of tests/known/oracle.py.

    python3 tests/known/user.py REROLL      writes TAP
"""
import hashlib
import os
import struct
import subprocess
import sys
import tempfile

try:
    from oracle import F32, F64, Launch, Q, box_muller, fraction, is_open, join, minus_log, unit
    from mpmath import mp
except ImportError:
    print("1..0 # SKIP without mpmath")
    sys.exit(0)

mp.prec = 200
REROLL = os.path.realpath(sys.argv[1])
DEEP = bool(os.environ.get("REROLL_DEEP"))
COUNT = 1500 if DEEP else 300
DEVICE = "cpu" if DEEP else "cpu:scalar"   # which compiles in half the time; other sets have its bits (tests/cli/law.bats)
FIRST = 2 ** 33 - COUNT // 2     # the upper half of the index changes among them
SEED, STREAM = 20261123, 7


def family(name, version):
    digest = hashlib.sha256(("%s %d" % (name, version)).encode()).digest()
    return 2 ** 22 + (int.from_bytes(digest[:4], "big") >> 10)


class Draws:
    """Attempt j of sample i, a word after the other."""

    def __init__(self, t, launch, i, j):
        self.t, self.launch, self.i, self.j, self.used, self.low = t, launch, i, j, 0, False

    def words(self, n, purpose):
        at = range(self.used, self.used + n)
        return [self.launch.block(self.i, self.j, k // 4, purpose)[k % 4] for k in at]

    def whole(self, purpose):
        """A word in f32, two in f64."""
        w = self.words(2 if self.t.wide else 1, purpose)
        return join(*w) if self.t.wide else w[0]

    def uniform(self):
        w, low = self.whole(0), self.whole(1)
        self.used += 2 if self.t.wide else 1
        u, upper, used = unit(self.t, w, lambda: low)
        self.low |= used
        return u, upper

    def exponential(self):
        return fraction(minus_log(*self.uniform()))

    def normal(self):
        u, low = self.whole(0), self.whole(1)
        self.used += 2 if self.t.wide else 1
        v = self.whole(0)
        self.used += 2 if self.t.wide else 1
        z, used = box_muller(self.t, (u, v), lambda: low, False)
        self.low |= used
        return fraction(z)

    def bits(self):
        w = self.words(1, 0)[0]
        self.used += 1
        return w


# ---- The laws: text, attempt_bits for attempts, Python: (accepted, value, ulps) -------------------------------------------------


def first_uniform(d, p):
    return True, d.uniform()[0], 0


def sixth_uniform(d, p):
    """Words of three blocks in f64, of two in f32, after a word of bits, so that their number is odd."""
    d.bits()
    for _ in range(5):
        d.uniform()
    return True, d.uniform()[0], 0


def third_exponential(d, p):
    d.uniform()
    d.uniform()
    return True, d.exponential(), 2


def early_uniform(d, p):
    """A draw that goes through the decide function though later ones are not undecided."""
    u = d.uniform()[0]
    d.exponential()
    d.bits()
    return True, u, 0


def second_normal(d, p):
    d.uniform()
    d.normal()
    return True, d.normal(), 8


def seldom(d, p):
    """One attempt in 64 is accepted, or one in 1000; the value comes from a later block."""
    u = d.uniform()[0]
    for _ in range(4):
        d.bits()
    return u < p[0], d.uniform()[0], 0


def counted(d, p):
    w, v = d.bits(), d.bits()
    k = w >> 12
    return v >= 2 ** 31, -k, 0


GRID = (0.1, -2.0, 3e10, 0.125, 7.0)


def entry(d, k):
    """An entry of the text's table: the nearest number of the type; k beyond the last gives the last."""
    x = GRID[min(k, len(GRID) - 1)]
    return Q(x if d.t.wide else struct.unpack("<f", struct.pack("<f", x))[0])


def looked(d, p):
    """Indexed by a word, also past the end, and by the integer nearest to a real, also below 0."""
    a = entry(d, d.bits() >> 29)
    u = d.uniform()[0]
    x = Q(8) * u - 1       # exact unless u is near 0, where the nearest is 0 all the same
    return a != 7 or u < Q(1, 2), entry(d, max(0, round(x))), 0


HEAD = 'RR_LAW(%s, %d, "a test")\n'
ALWAYS = "rr_le(rr_splat(RR_C(0)), rr_splat(RR_C(0)))"
LAWS = {
    "first": (1, 8, "RR_TRY(first) { const rr_unit u = rr_draw_uniform(d); return rr_accept(u.u, %s); }" % ALWAYS,
              first_uniform, ()),
    "sixth": (3, 8, """RR_TRY(sixth)
{
    rr_real last = rr_fromuint(rr_draw_bits(d) >> 8);
    RR_REPEAT(k, 3) {
        RR_REPEAT(l, 2) {
            const rr_unit u = rr_draw_uniform(d);
            last = u.u;
        }
    }
    return rr_accept(last, %s);
}""" % ALWAYS, sixth_uniform, ()),
    "third": (1, 8, """RR_TRY(third)
{
    const rr_unit a = rr_draw_uniform(d), b = rr_draw_uniform(d);
    const rr_real e = rr_draw_exponential(d);
    return rr_accept(e, rr_le(a.u - a.u, b.u));
}""", third_exponential, ()),
    "early": (2, 8, """RR_TRY(early)
{
    const rr_unit u = rr_draw_uniform(d);
    const rr_real e = rr_draw_exponential(d);
    const rr_word w = rr_draw_bits(d);
    return rr_accept(u.u, rr_mand(rr_le(e, e), rr_weq(w, w)));
}""", early_uniform, ()),
    "second": (1, 8, """RR_TRY(second)
{
    const rr_unit a = rr_draw_uniform(d);
    const rr_real y = rr_draw_normal(d), z = rr_draw_normal(d);
    return rr_accept(z, rr_mand(rr_le(y, y), rr_le(a.u, a.u)));
}""", second_normal, ()),
    "seldom": (7, 16, """RR_MIN_ACCEPTANCE(0.015)
RR_PARAM(p, 0, 1, "how often")
RR_TRY(seldom)
{
    const rr_unit u = rr_draw_uniform(d);
    rr_word w = rr_wsplat(0);
    RR_REPEAT(k, 4) {
        w = w ^ rr_draw_bits(d);
    }
    const rr_unit v = rr_draw_uniform(d);
    return rr_accept(v.u, rr_mand(rr_lt(u.u, p), rr_weq(w, w)));
}""", seldom, (Q(1, 64),)),
    "rarely": (1, 24, """RR_MIN_ACCEPTANCE(1e-4)
RR_PARAM(p, 0, 1, "how often")
RR_TRY(rarely)
{
    const rr_unit u = rr_draw_uniform(d);
    rr_word w = rr_wsplat(0);
    RR_REPEAT(k, 4) {
        w = w ^ rr_draw_bits(d);
    }
    const rr_unit v = rr_draw_uniform(d);
    return rr_accept(v.u, rr_mand(rr_lt(u.u, p), rr_weq(w, w)));
}""", seldom, (Q(1, 256),)),
    "looked": (1, 8, """RR_TABLE(grid, 0.1, -2, 3e10, 0x1p-3,
         7)
RR_TABLE(far, 1, 2)
RR_TRY(looked)
{
    const rr_word w = rr_draw_bits(d);
    const rr_unit u = rr_draw_uniform(d);
    const rr_real a = grid(w >> 29), x = rr_fma(rr_splat(RR_C(8)), u.u, rr_splat(RR_C(-1))), z = u.u - u.u;
    const rr_real lost = rr_div(z, z), two = rr_splat(RR_C(2)), seven = rr_splat(RR_C(7));
    const rr_truth odd = rr_mor(rr_lt(a, seven), rr_lt(seven, a));
    const rr_truth right = rr_mand(rr_le(far(rr_touint(lost)), far(rr_touint(RR_C(-1) * seven))), rr_le(two, far(rr_wsplat(0xffffffffu))));
    return rr_accept(grid(rr_touint(x)), rr_mand(right, rr_mor(odd, rr_lt(u.u, rr_splat(RR_C(0.5))))));
}""", looked, ()),
    "counted": (1, 8, """RR_RETURNS(i64)
RR_TRY(counted)
{
    const rr_word w = rr_draw_bits(d), v = rr_draw_bits(d);
    return rr_accept(RR_C(-1) * rr_fromuint(w >> 12), rr_mnot(rr_wlt(v, rr_wsplat(0x80000000u))));
}""", counted, ()),
}


def drawn(path, dtype, params, first, count):
    options = [x for k, p in enumerate(params) for x in ("--p", "%r" % float(p))]
    out = subprocess.run([REROLL, "sample", path, "-n", str(count), "--first", str(first), "--seed", str(SEED), "--stream",
                          str(STREAM), "--dtype", dtype, "--device", DEVICE, "--format", "raw", "--quiet", *options],
                         check=True, capture_output=True).stdout
    return struct.unpack("<%d%s" % (count, {"f32": "f", "f64": "d", "i64": "q"}[dtype]), out)


def sample(t, launch, i, law, params):
    """(value, ulps, LOW words, attempt)."""
    j = 0
    while True:
        d = Draws(t, launch, i, j)
        accepted, x, ulps = law(d, params)
        if accepted:
            return x, ulps, d.low, j
        j += 1


def check(path, name, dtype):
    version, attempt_bits, _, law, params = LAWS[name]
    t = F64 if dtype == "f64" else F32
    count = COUNT // 8 if attempt_bits > 8 else COUNT
    launch = Launch(SEED, STREAM, family(name, version), dtype == "f64", attempt_bits)
    lows = most = 0
    for k, x in enumerate(drawn(path, dtype, params, FIRST, count)):
        want, ulps, low, j = sample(t, launch, FIRST + k, law, params)
        lows, most = lows + low, max(most, j)
        off = abs(Q(x) - want)
        bound = ulps * Q(2) ** t.quantum(want) if dtype != "i64" else 0
        if off > bound:
            return "sample %d is %r, and is to be %r" % (k, x, float(want))
    if dtype == "f32" and lows == 0 and name not in ("counted", "looked"):
        return "no sample took LOW words"
    return "" if attempt_bits == 8 or most > 255 or name == "seldom" else "no sample took more than 255 attempts: %d" % most


def main():
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (version, _, text, _, _) in LAWS.items():
            path = os.path.join(folder, name + ".h")
            with open(path, "w") as f:
                f.write("/* A test. */\n" + HEAD % (name, version) + text + "\n")
            for dtype in (("i64",) if name == "counted" else ("f32", "f64")):
                number += 1
                wrong = check(path, name, dtype)
                print("%sok %d - %s %s%s" % ("not " if wrong else "", number, name, dtype, "\n# " + wrong if wrong else ""))
    print("1..%d" % number)


main()
