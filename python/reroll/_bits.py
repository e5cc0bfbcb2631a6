# SPDX-License-Identifier: MIT OR Apache-2.0
"""BitGenerator: a stream's words for numpy.random.Generator, and so for SciPy's random_state."""
import numpy as np

from . import _core, _seeds


class BitGenerator(np.random.BitGenerator):
    """Words of sampler `bits` from index 0 of a stream on, as a bit generator of NumPy.

    >>> import numpy, reroll
    >>> numpy.random.Generator(reroll.BitGenerator(1)).normal(size=2).shape
    (2,)
    """

    def __init__(self, seed=None, *, stream=None, next=0):
        super().__init__(0)
        of_seed, of_stream = _seeds.pair(seed)
        self._words = _core.words(self.capsule, _core.Device("cpu"), of_seed, of_stream if stream is None else stream, next)

    @property
    def state(self):
        """{"bit_generator", "seed", "stream", "next"}, next being the index of the next word of 32 bits."""
        seed, stream, next = self._words.state
        return {"bit_generator": "reroll", "seed": seed, "stream": stream, "next": next}

    @state.setter
    def state(self, value):
        if not isinstance(value, dict):
            raise TypeError("state must be a dict")
        if value.get("bit_generator") != "reroll":
            raise ValueError("state must be for a reroll.BitGenerator")
        self._words.state = (value["seed"], value["stream"], value["next"])

    def _at(self, seed, stream, next):
        return type(self)(seed, stream=stream, next=next % 2**64)

    def advance(self, delta):
        """Skips so many words of 64 bits; back where delta is negative. Returns self."""
        seed, stream, next = self._words.state
        self._words.state = (seed, stream, (next + 2 * delta) % 2**64)
        return self

    def jumped(self, jumps=1):
        """A new one, 2^62 words of 32 bits ahead, so many times."""
        seed, stream, next = self._words.state
        return self._at(seed, stream, next + jumps * 2**62)

    def spawn(self, n_children):
        """So many new ones, on child streams 0, 1, ..."""
        seed, stream, _ = self._words.state
        return [self._at(*_core.derive(seed, stream, k), 0) for k in range(n_children)]

    def __reduce__(self):
        return _restore, (self._words.state,)


def _restore(state):
    seed, stream, next = state
    return BitGenerator(seed, stream=stream, next=next)
