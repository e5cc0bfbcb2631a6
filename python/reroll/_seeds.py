# SPDX-License-Identifier: MIT OR Apache-2.0
"""Turns a user's seed into the (seed, stream) of the library.

* An int from 0 to 2^64 - 1 is the seed of the command `reroll`, and the stream is 0.
* A larger int, and a numpy.random.SeedSequence: the two 64-bit words of SeedSequence(...).generate_state(2, uint64), whose
  hash is documented and stable, are the seed and the stream.
* A sequence of one int is that int. A longer one is also hashed by SeedSequence, with its length and that of each of its
  ints: [5, 0], [5, 0, 0] and 5 differ, so that rank 0 of [seed, rank] is not the stream of the seed. NumPy pads sequences
  with zeros: there the three are one stream. A SeedSequence([5, 0]) is hashed by NumPy, and equals SeedSequence(5).
* A NumPy bit generator, or a Generator on one: the first 16 bytes, little-endian, of the SHA-256 of its state as JSON (keys
  sorted, arrays as lists). It is not advanced.
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


def _words(number):
    """The number of 32-bit words of an int, followed by the words, the lowest first."""
    try:
        number = operator.index(number)
    except TypeError:
        raise TypeError(f"a seed consists of integers, not of {type(number).__name__}") from None
    if number < 0:
        raise ValueError(f"expected non-negative integer, not {number}")
    words = [number >> shift & 0xffffffff for shift in range(0, max(number.bit_length(), 1), 32)]
    return [len(words), *words]


def _entropy(seed):
    """The words of a sequence, with the length of each int, which marks its end; a sequence in it is 0 and its words."""
    words = [len(seed)]
    for item in seed:
        inner = isinstance(item, (list, tuple, range)) or isinstance(item, np.ndarray) and item.ndim
        words += [0, *_entropy(item)] if inner else _words(item)
    return words


def _sequence(seed):
    """NumPy's seed sequence for a seed that is neither an integer nor a sequence of ints."""
    try:
        return np.random.SeedSequence(seed)
    except TypeError:
        raise TypeError("a seed is an integer, a sequence of integers, a SeedSequence, a bit generator or a Generator, not "
                        f"{type(seed).__name__}") from None


def _of_items(seed):
    if isinstance(seed, np.ndarray) and seed.dtype.kind not in "iubO":
        raise TypeError(f"a seed consists of integers, not of {seed.dtype}")
    if not isinstance(seed, (list, tuple, range, np.ndarray)):
        return _of_sequence(_sequence(seed))
    entropy = _entropy(seed)
    alone = len(seed) == 1 and entropy[1] != 0
    return pair(operator.index(seed[0])) if alone else _of_sequence(np.random.SeedSequence(entropy))


def pair(seed):
    """(seed, stream)."""
    if seed is None:
        return secrets.randbits(64), 0
    if isinstance(seed, np.random.RandomState):
        seed = seed._bit_generator
    if isinstance(seed, np.random.Generator):
        seed = seed.bit_generator
    if isinstance(seed, np.random.BitGenerator):
        return _of_state(seed)
    if isinstance(seed, np.random.bit_generator.ISeedSequence):
        return _of_sequence(seed)
    if isinstance(seed, type):
        raise ValueError(f"a seed is an integer, a sequence of integers or a bit generator, not the class {seed.__name__}")
    try:
        number = operator.index(seed)
    except TypeError:
        return _of_items(seed)
    if number < 0:
        raise ValueError(f"expected non-negative integer, not {number}")
    return (number, 0) if number < 1 << 64 else _of_sequence(np.random.SeedSequence(number))
