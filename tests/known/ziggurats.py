# SPDX-License-Identifier: MIT OR Apache-2.0
"""Ziggurats of 256 layers (engine/draws/ziggurat.h), shared by two modules.

0 ulps: the word's value and the uniform are rounded as the contract requires; 4 in the tail (logarithm, root)."""
import functools
import itertools
import os
import re

import mpmath
import numpy as np
from mpmath import mpf

from oracle import ATTEMPTS, ROOT, Q, first_words, fraction, minus_log, join, plain, real, shared_word, unit


@functools.lru_cache(maxsize=None)
def ziggurat_table(t, law):
    """x_i, the first pass's thresholds, r, p, and the levels h_i, which follow from the x_i: only the widths and thresholds
    are read from the kernel's tables, which are part of the contract like its constants."""
    with open(os.path.join(ROOT, "engine", "ziggurat", "%s_%d.h" % (law, t.bits)), encoding="ascii") as f:
        text = f.read()
    numbers = re.findall(r"-?0x[0-9a-f.]+p[+-]?[0-9]+|\b0(?=,)", text[text.index("_quick"):text.index("_wedge")])
    assert len(numbers) == 512
    pairs = [Q(float.fromhex(n)) for n in numbers]
    bits = t.bits - 8 - (law == "normal")
    x = [n * (1 if t.wide else 2 ** (31 if law == "normal" else 24)) for n in pairs[::2]]
    r = x[1]
    if t.wide:      # the largest that leaves the tail's hat its area
        p = Q(int(mpmath.floor(real(r) / (real(r) + (1 / real(r) if law == "normal" else 1)) * 2 ** bits)), 2 ** bits)
    else:
        p = Q(round(r / x[0] * 2 ** bits), 2 ** bits)
    f = (lambda x: mpmath.exp(-x * x / 2)) if law == "normal" else lambda x: mpmath.exp(-x)
    h = [mpf(0), f(real(r))]
    for i in range(1, 256):
        h.append(h[i] + real(r) * h[1] / real(p) / real(x[i]))
    return x, pairs[1::2], r, p, f, h, bits


def ziggurat_point(t, launch, i, j, law):
    """layer, sign, first bits of the abscissa, and the value that they alone give"""
    x, _, _, _, _, _, bits = ziggurat_table(t, law)
    w = shared_word(t, launch, i, j)
    negative = law == "normal" and w >> (t.bits - 1)
    a = (w >> 8 ^ -negative) & (2 ** bits - 1)
    u = Q(2 * a + 1, 2 ** (bits + 1))
    return w & 255, -1 if negative else 1, a, t.rn(x[w & 255] * (t.rn(u) if t.wide else u))


def ziggurat(t, launch, i, law):
    """attempt (None: within rounding), value, ulps, was a further word used"""
    x, threshold, r, p, f, h, bits = ziggurat_table(t, law)
    eps, rate = mpf(2) ** -t.digits, real(p / (r * (1 - p)))
    for j in range(ATTEMPTS):
        layer, sign, a, value = ziggurat_point(t, launch, i, j, law)
        inside, low = value < threshold[layer], value < x[layer] * Q(1, 2 ** (11 if t.wide else 8))
        if inside and not low:
            return j, sign * value, 0, j > 0
        side = launch.block(i, j, 0, 4)
        height = real(plain(t, join(side[0], side[1]) if t.wide else side[0]))
        if not layer and not inside:
            if t.wide:
                u, upper, _ = unit(t, join(side[2], side[3]), lambda: join(*launch.block(i, j, 0, 5)[2:]))
            else:
                u, upper, _ = unit(t, side[2], lambda: side[3])
            e = minus_log(u, upper)
            value = mpmath.sqrt(real(r) ** 2 + 2 * e) if law == "normal" else real(r) + e
            should, value, ulps = rate / (value if law == "normal" else 1), fraction(value), 4
        else:
            more = join(side[2], side[3]) if t.wide else side[1]
            digits = (2 * (a << t.bits | more) + 1) << (t.bits - bits - 1)
            u, _, _ = unit(t, digits >> t.bits, lambda: digits & (2 ** t.bits - 1))
            value, ulps = t.rn(x[layer] * u), 0
            should = mpf(2) if inside else (f(real(value)) - h[layer]) / (h[layer + 1] - h[layer])
        if abs(should - height) < 256 * eps:
            return None, Q(0), 0, True
        if height < should:
            return j, sign * value, ulps, True
    raise SystemExit("ziggurat: more attempts than ATTEMPTS")


def undecided(t, launch, law):
    """Indices from 1000 on, without end, whose attempt 0 may be undecided: in doubles, with module for their rounding."""
    x, threshold, *_, bits = ziggurat_table(t, law)
    scales, limits = (np.array([float(v) for v in table]) for table in (x, threshold))
    per = 2 if t.wide else 4
    for block in itertools.count(1000 // per, 4096):
        words = first_words(launch, np.arange(block, block + 4096, dtype=np.uint64))
        if t.wide:
            words = [words[0] << 32 | words[1], words[2] << 32 | words[3]]
        w = np.stack(words, axis=1).ravel()
        negative = w >> (t.bits - 1) if law == "normal" else np.zeros_like(w)
        share = ((w >> 8 ^ (0 - negative)) & (2 ** bits - 1)) / 2.0 ** bits
        layer = (w & 255).astype(int)
        value = scales[layer] * share
        rare = (value < scales[layer] * 1.001 / (2048 if t.wide else 256)) | (value > limits[layer] * (1 - 1e-6))
        yield from (block * per + int(k) for k in np.nonzero(rare)[0])


def ziggurat_places(law):
    """Indices whose attempt 0 is undecided: 12 in tails, 6 near 0, 12 in wedges."""
    @functools.lru_cache(maxsize=None)
    def places(t, launch):
        x, threshold, *_ = ziggurat_table(t, law)
        tails, near, wedges = [], [], []
        for i in undecided(t, launch, law):
            layer, _, _, value = ziggurat_point(t, launch, i, 0, law)
            if value < x[layer] * Q(1, 2 ** (11 if t.wide else 8)):
                near.append(i)
            elif not value < threshold[layer]:
                (wedges if layer else tails).append(i)
            if len(tails) >= 12 and len(near) >= 6:
                return tails[:12] + near[:6] + wedges[:12]
    return places
