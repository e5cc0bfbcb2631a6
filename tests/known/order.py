#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""The order functions again, in exact arithmetic: order.py COMMAND compares their results with the output of `COMMAND
permutation`, ..."""
import itertools
import math
import subprocess
import sys
from fractions import Fraction as Q

import oracle

SEED, STREAM = 7, 12345678901234567


def launch(family, seed=SEED, stream=STREAM):
    return oracle.launch_of(seed, stream, family, False, 8)


def key(words, i):
    side = words.block(i, 0, 0, 4)
    return words.block(i // 4)[i % 4], words.block(i // 4, 0, 0, 1)[i % 4], side[0], side[1], i


def permutation(n, rows):
    words = launch(58)
    return [sorted(range(n), key=lambda c: key(words, r * n + c)) for r in range(rows)]


def below(words, index, purpose, m):
    for attempt in range(256):
        w = words.block(index, attempt, 0, purpose)
        product = (w[0] << 32 | w[1]) * m
        if product % 2 ** 64 >= 2 ** 64 % m:
            return product >> 64
    raise AssertionError


def bijection(n, first, count):
    words = launch(59, *oracle.derive(SEED, STREAM, 0))
    rounds = 128 + 3 * (n - 1).bit_length()
    k = [below(words, r, 4, n) for r in range(rounds)]
    images = []
    for x in range(first, first + count):
        for r in range(rounds):
            partner = (k[r] - x) % n
            larger = max(x, partner)
            if words.block(larger // 128, 0, r + 1)[larger // 32 % 4] >> larger % 32 & 1:
                x = partner
        images.append(x)
    return images


def choose(n, k, start=0):
    words, few = launch(60), min(k, n - k)
    chosen = set()
    for i in range(few):
        j = n - few + i
        t = below(words, start + i, 0, j + 1)
        chosen.add(j if t in chosen else t)
    return sorted(chosen) if few == k else sorted(set(range(n)) - chosen)


def choose_weighted(weights, k, row):
    """In the order of the draws."""
    words, left, bits = launch(170), list(weights), len(weights).bit_length()
    q, chosen = integers(left), []
    for j in range(k):
        total = sum(q)
        for attempt in range(256):
            product = digits(words.block(row * k + j, attempt)) * total
            if product % 2 ** 128 >= 2 ** 128 % total:
                break
        ends = list(itertools.accumulate(q))
        c = next(c for c, end in enumerate(ends) if end > product >> 128)
        chosen.append(c)
        left[c], q[c] = 0., 0
        if j + 1 < k and sum(q) < 2 ** (101 - bits):
            q = integers(left)
    return chosen


def digits(w):
    return w[0] << 96 | w[1] << 64 | w[2] << 32 | w[3]


def integers(weights):
    """Doubles as integers: floor(w 2^s), the largest below 2^(126 - the bits of their count)."""
    most = max(weights)
    e = max(math.frexp(most)[1] - 53, -1074)
    s = 126 - len(weights).bit_length() - int(Q(most) / Q(2) ** e).bit_length() - e
    return [int(Q(w) * Q(2) ** s) for w in weights]


def by_points(weights, n, family, each):
    words, ends = launch(family), list(itertools.accumulate(integers(weights)))
    points = [(i << 128) + digits(words.block(i if each else 0)) for i in range(n)]
    return [next(c for c, end in enumerate(ends) if p * ends[-1] < n * end << 128) for p in points]


def drawn(weights, n, family):
    """As categorical draws: F_i has 128 bits."""
    words, sums = launch(family), list(itertools.accumulate(integers(weights)))
    up = 128 - sums[-1].bit_length()
    reciprocal = (2 ** 256 - 1) // (sums[-1] << up)
    last = max(c for c, q in enumerate(integers(weights)) if q)
    ends = [(a << up) * reciprocal >> 128 for a in sums[:last]]

    def u(i):
        side = words.block(i, 0, 0, 4)
        return digits((words.block(i // 4)[i % 4], words.block(i // 4, 0, 0, 1)[i % 4], side[0], side[1]))
    return sorted(sum(end <= u(i) for end in ends) for i in range(n))


def leading(x):
    """The first 53 significant bits."""
    down = max(x.bit_length() - 53, 0)
    return float(x >> down << down)


def residual(weights, n):
    q = integers(weights)
    whole = [n * w // sum(q) for w in q]
    rests = [n * w % sum(q) for w in q]
    left = n - sum(whole)
    more = drawn([leading(r) for r in rests], left, 63) if left else []
    return sorted([c for c, v in enumerate(whole) for _ in range(v)] + more)


def say(command, *args):
    out = subprocess.run([command, *args, "--seed", str(SEED), "--stream", str(STREAM)], check=True, capture_output=True,
                         text=True).stdout
    return [[int(x) for x in line.split()] for line in out.splitlines()]


def flat(rows):
    return [x for row in rows for x in row]


WEIGHTS = ("1,0,2,0.5,4", "0,0,3,0", "5", "1,2,3,4,5,6,7,8,9,10,0.25,0.125,100", "1,1,1,1,1", "1,2,3", "6,10,15,0",
           "0.1,0.2,0.3", "0.1,0.1,0.1,0.7", "1e308,1e308,1e-308", "5e-324,1e-323,1.5e-323", "1,1e-20,1e-40,1e-300,1",
           "7" + ",7" * 99)


def numbers_of(weights):
    """n from 1 to 2 K, all of them where there are few."""
    k = len(weights)
    return sorted(set(range(1, 2 * k + 1)) if k <= 5 else {1, 7, k - 1, k, k + 1, 2 * k})


def cases(command):
    for n, rows in ((1, 3), (2, 8), (10, 1), (65, 2), (700, 3), (4096, 1), (4097, 1), (20000, 1)):
        yield "permutation %d" % n, permutation(n, rows), say(command, "permutation", str(n), "--rows", str(rows))
    yield "permutation, a list", permutation(9, 1)[0], flat(say(command, "permutation", "9"))
    for n, first, count in ((1, 0, 1), (2, 0, 2), (1000, 990, 10), (10 ** 15, 123456789, 3), (2 ** 63, 2 ** 63 - 2, 2)):
        have = flat(say(command, "permutation:bijection", str(n), "--first", str(first), "-n", str(count)))
        yield "bijection %d" % n, bijection(n, first, count), have
    for n, k in ((1, 0), (1, 1), (5, 2), (10, 9), (100, 50), (10 ** 12, 200), (2 ** 63, 20), (3000, 2999), (10 ** 5, 2500),
                 (10 ** 9, 2500), (2600, 100), (25700, 100)):
        yield "choose %d of %d" % (k, n), choose(n, k), flat(say(command, "choose", str(k), "--of", str(n)))
    yield "rows of choose", [choose(100, 7, 7 * r) for r in range(9)], say(command, "choose", "7", "--of", "100",
                                                                              "--rows", "9")
    for text in (*WEIGHTS, "1e300,1e-300,2e-300,1e200,0,3e-300,1e-200,5e-324"):
        weights = [float(w) for w in text.split(",")]
        for k in sorted({1, 2, sum(w > 0 for w in weights)}):
            if k <= sum(w > 0 for w in weights):
                want, args = [choose_weighted(weights, k, r) for r in range(5)], ("choose", str(k), "--weights", text)
                yield "choose %d of %s" % (k, text), want, say(command, *args, "--rows", "5", "--drawn")
                yield "choose %d of %s, sorted" % (k, text), sorted(want[0]), flat(say(command, *args))
        for n in numbers_of(weights):
            for how, want in (("systematic", by_points(weights, n, 61, False)),
                              ("stratified", by_points(weights, n, 62, True)),
                              ("residual", residual(weights, n)), ("multinomial", drawn(weights, n, 84))):
                yield "%s %s %d" % (how, text, n), want, flat(say(command, "resample", how, "--weights", text, "-n", str(n)))


def main():
    for what, want, have in cases(sys.argv[1]):
        if want != have:
            sys.exit("%s: %s, not %s" % (what, have[:20], want[:20]))
    images = flat(say(sys.argv[1], "permutation:bijection", "3000"))
    if sorted(images) != list(range(3000)) or images == sorted(images):
        sys.exit("bijection of 3000: no permutation")


if __name__ == "__main__":
    main()
