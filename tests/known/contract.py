# SPDX-License-Identifier: MIT OR Apache-2.0
"""The known answers that belong to no distribution: blocks, streams, conversions of words."""
import itertools

from oracle import F32, F64, M32, M64, SEEDS, derive, derive_name, fraction, is_open, join, minus_log, philox, unit


def philox_file():
    out = ["# counter (4 words), key (2), philox4x32-10 of them (4). The first three are Random123's known answers."]
    pi = ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0))
    rows = [((0,) * 4, (0,) * 2), ((M32,) * 4, (M32,) * 2), pi]
    known = ((0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
             (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1))
    for (c, k), answer in zip(rows, known):
        assert philox(c, k) == answer
    for power in (32, 64, 96, 128):     # every carry of the counter, as a number of 128 bits
        for n in range(2 ** power - 3, 2 ** power + 3):
            rows.append((tuple(n >> s & M32 for s in (0, 32, 64, 96)), (1, 2)))
    for b in range(128):
        rows.append((tuple((1 << b) >> s & M32 for s in (0, 32, 64, 96)), (0, 0)))
    for b in range(64):
        rows.append(((0,) * 4, tuple((1 << b) >> s & M32 for s in (0, 32))))
    for k in ((M32, 0), (0, M32), (0x80000000, 0x7FFFFFFF), (0x61C88647, 0x44985 << 12)):   # the Weyl sums carry
        rows.append(((1, 2, 3, 4), k))
    for c, k in rows:
        out.append(" ".join("%08x" % w for w in c + k + philox(c, k)))
    return "\n".join(out) + "\n"


def derive_file():
    out = ["# number SEED STREAM CHILD -> SEED STREAM; name SEED STREAM bytes-in-hex -> SEED STREAM"]
    parents = SEEDS + ((M64, 0), (0, M64), (1, 0), (0, 1), (1 << 32, 0), (0, 1 << 32))
    for seed, stream in parents:
        for child in (0, 1, 2, 2 ** 32 - 1, 2 ** 32, 2 ** 63, M64):
            out.append("number %016x %016x %016x %016x %016x" % ((seed, stream, child) + derive(seed, stream, child)))
    for seed, stream in SEEDS:
        for name in ("", "a", "b", "ab", "ba", "1234567", "12345678", "123456789", "walker", "walker/3", "a\u00e9\u4e2d",
                     "x" * 16, "x" * 17, "x" * 100):
            b = name.encode()
            out.append("name %016x %016x %s %016x %016x" % ((seed, stream, b.hex() or "-") + derive_name(seed, stream, b)))
    return "\n".join(out) + "\n"


LOW_PAIRS = (0, 1, 0x80000000, M32), (0, 0x7FF, 0x800, 0x1000, M32 - 0xFFF, M32)


def words_file():
    """Conversions at words too rare for a stream: both ends, the switches, the ties."""
    out = ["# type, word(s), LOW word(s) -> uniform (exact), exponential (2 ulp)"]
    lows = (0, 1, 0xFF, 0x100, 0x1FF, 0x200, 0x7FFFFFFF, 0x80000000, 0xB504F333, 0xB504F334, M32 - 0x1FF,
            M32 - 0x100, M32 - 1, M32)
    top = sorted({v for b in (0, 1, 2, 8, 16, 21, 23, 24, 25, 31, 32) for v in (2 ** b - 2, 2 ** b - 1, 2 ** b, 2 ** b + 1)
                  if 0 <= v <= M32} | {0xB504F333, 0xB504F334, 0xB504F335, 0xFFFFFF7F, 0xFFFFFF80, 0xFFFFFF81, 0xFF000000, 
                                       0xFEFFFFFF, 0xFFFF0000, 0x0000FFFF, 0x01000001, 0x01000003, 0x00FFFFFF, 0x00800001})
    for w in top:
        for l in lows if is_open(F32, w) else (0x12345678,):
            u, upper, _ = unit(F32, w, lambda: l)
            out.append("f32 %08x %08x %s %s" % (w, l, F32.pattern(u), F32.pattern(fraction(minus_log(u, upper)))))
    for w1 in top:
        for w0 in (0, 1, 0x7FF, 0x800, 0x80000000, M32 - 0x3FF, M32 - 0x400, M32):
            w = join(w1, w0)
            for l1, l0 in itertools.product(*LOW_PAIRS) if is_open(F64, w) else [(1, 2)]:
                u, upper, _ = unit(F64, w, lambda: join(l1, l0))
                e = F64.pattern(fraction(minus_log(u, upper)))
                out.append("f64 %016x %016x %s %s" % (w, join(l1, l0), F64.pattern(u), e))
    return "\n".join(out) + "\n"


FILES = {"philox.txt": philox_file, "derive.txt": derive_file, "words.txt": words_file}
