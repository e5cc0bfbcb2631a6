# SPDX-License-Identifier: MIT OR Apache-2.0
"""Samples from chosen words, at the end of a sampler's answers.

LOW words matter so rarely that swapped ones show in no stream of reasonable length: for 1.5e-4 of gammas in f32, and there
in the last place. Here a uniform has few bits of its own, so that its LOW words are most of it and decide about acceptance
where they can. C feeds the same words to the lane text (tests/support/feed.h):

    fed NAME TYPE PARAMETERS
    INDEX NUMBER FORCED VERDICT BITS ULPS

The words of attempt 0 are those of a number (`word`), except that D.P.K=V forces word K of draw D and purpose P; the verdict
is 0, accepted, or x, rejected. Every uniform of every block that a draw uses is tried, and a line is kept if other LOW words
would change it."""
M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF
INDICES = (8, 9, 10, 11)    # each position in a block
TRIES = 6


class Rejected(Exception):
    """Attempt 1 was requested."""


def word(salt, draw, purpose, k):
    """splitmix64, its upper half."""
    z = ((salt << 8 | draw << 7 | purpose << 2 | k) + 1) * 0x9E3779B97F4A7C15 & M64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & M64
    z = (z ^ z >> 27) * 0x94D049BB133111EB & M64
    return (z ^ z >> 31) >> 32


class Launch:
    """The words of a number instead of a stream's; the LOW ones (odd purposes) those of another, if given."""

    def __init__(self, salt, forced, low_salt=None):
        self.salt, self.forced, self.low_salt, self.asked = salt, forced, salt if low_salt is None else low_salt, set()

    def block(self, b, attempt=0, draw=0, purpose=0):
        if attempt:
            raise Rejected
        draw = draw & 1 if purpose < 2 else 0
        self.asked.add((draw, purpose))
        salt = self.low_salt if purpose & 1 else self.salt
        return tuple(self.forced.get((draw, purpose, k), word(salt, draw, purpose, k)) for k in range(4))


def verdict(draw, t, i, params, launch):
    """("0", value, ulps), ("x", 0, 0), or None where it lies within the rounding."""
    try:
        j, x, ulps, _ = draw(t, launch, i, params)
    except Rejected:
        return "x", 0, 0
    return ("0", x, ulps) if j is not None else None


def differ(t, one, other):
    """Two verdicts, or two values that differ by far more than their ulps."""
    if one is None or other is None or one[0] != other[0]:
        return one is not None and other is not None
    return one[0] == "0" and abs(t.rn(one[1]) - t.rn(other[1])) > 4 * (one[2] + 1) * 2 ** t.quantum(one[1])


def forcings(t, asked):
    """Few bits in each uniform of the requested blocks: in f64 it is two words, or one of draw 1 and its LOW word."""
    for draw, purpose in sorted(asked):
        if purpose & 1:
            continue
        for k in range(4):
            if not t.wide:
                yield {(draw, purpose, k): 5}
            elif not k & 1:
                yield {(draw, purpose, k): 0, (draw, purpose, k + 1): 5}
            if t.wide and draw:
                yield {(draw, purpose, k): 0}


def row(t, i, salt, forced, found):
    mark, x, ulps = found
    text = ",".join("%d.%d.%d=%x" % (place + (v,)) for place, v in sorted(forced.items())) or "-"
    return "%x %x %s %s %s %d" % (i, salt, text, mark, t.sample(x), ulps)


def search(draw, t, params, base):
    """For each position and each uniform of few bits the first of TRIES numbers with which LOW words matter, if there is
    one."""
    probe = Launch(0, base)
    verdict(draw, t, INDICES[0], params, probe)
    for i in INDICES:
        for few in forcings(t, probe.asked):
            forced = {**base, **few}
            for salt in range(TRIES):
                launch = Launch(salt, forced)
                found = verdict(draw, t, i, params, launch)
                if not any(purpose & 1 for _, purpose in launch.asked):
                    continue    # it uses no LOW word
                if differ(t, found, verdict(draw, t, i, params, Launch(salt, forced, salt + TRIES))):
                    yield row(t, i, salt, forced, found)
                    break


def lines(name, answers, t):
    """All fed cases of one type."""
    for params in answers.fed(t):
        rows = [line for base in answers.bases(t) for line in search(answers.draw, t, params, base)]
        if rows:
            yield from [answers.head("fed", name, t, params)] + rows
    for params, more in answers.edges(t):
        yield answers.head("fed", name, t, params)
        for i, salt, forced in more:
            found = verdict(answers.draw, t, i, params, Launch(salt, forced))
            if found:
                yield row(t, i, salt, forced, found)
