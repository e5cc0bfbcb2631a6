# SPDX-License-Identifier: MIT OR Apache-2.0
"""From what a user calls a seed to the (seed, stream) of the library.

* An int from 0 to 2^64 - 1 is the seed of the command `reroll`, and the stream is 0.
* A larger int, a sequence of ints, and a numpy.random.SeedSequence: the two 64-bit words of
  SeedSequence(...).generate_state(2, uint64), whose hash NumPy documents and keeps, are the seed and the stream.
* A bit generator of NumPy, or a Generator on one: the first 16 bytes, little-endian, of the SHA-256 of its state as JSON
  (keys sorted, arrays as lists). It is looked at, not advanced.
* None: 64 bits of the system's entropy are the seed, which `rng.seed` shows.
"""
import hashlib
import json
import operator
import secrets

import numpy as np


def _plain(value):
    if isinstance(value, np.ndarray):
        return value.tolist()
    return int(value) if isinstance(value, np.integer) else str(value)


def _of_state(bits):
    text = json.dumps(bits.state, sort_keys=True, default=_plain)
    digest = hashlib.sha256(text.encode()).digest()
    return int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little")


def _of_sequence(sequence):
    seed, stream = sequence.generate_state(2, np.uint64)
    return int(seed), int(stream)


def pair(seed):
    """(seed, stream)."""
    if seed is None:
        return secrets.randbits(64), 0
    if isinstance(seed, np.random.Generator):
        seed = seed.bit_generator
    if isinstance(seed, np.random.BitGenerator):
        return _of_state(seed)
    if isinstance(seed, np.random.bit_generator.ISeedSequence):
        return _of_sequence(seed)
    if isinstance(seed, type):
        raise ValueError("a seed is a number, a sequence or a bit generator, not a class")
    try:
        number = operator.index(seed)
    except TypeError:
        return _of_sequence(np.random.SeedSequence(seed))
    if number < 0:
        raise ValueError("expected non-negative integer")
    return (number, 0) if number < 1 << 64 else _of_sequence(np.random.SeedSequence(number))
