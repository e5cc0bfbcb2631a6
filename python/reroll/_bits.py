# SPDX-License-Identifier: MIT OR Apache-2.0
"""BitGenerator: the words of a stream for NumPy, SciPy, scikit-learn and Numba."""
from __future__ import annotations

import copy
import operator
import weakref
from typing import Any, SupportsIndex

import numpy as np

from . import _core, _seeds


class BitGenerator(np.random.BitGenerator):
    """A NumPy bit generator, whose words are those of sampler `bits` on a stream.

    A Generator's bit_generator is one of these, on the child stream "numpy".

    Parameters
    ----------
    seed : as of Generator
    stream : int, optional
        The stream of the seed; the default is the stream that the seed determines.
    next : int
        The index of the first word of 32 bits.

    Examples
    --------
    >>> import numpy
    >>> numpy.random.Generator(reroll.BitGenerator(1)).normal(size=2).shape
    (2,)
    """

    def __init__(self, seed: Any = None, *, stream: int | None = None, next: int = 0) -> None:
        of_seed, of_stream = _seeds.pair(seed)
        if stream is not None:
            of_stream = stream
        self._begin(_core.Words(of_seed, of_stream, next))

    def _begin(self, words, sequence=None):
        """sequence: the seed_seq, if it is not the one made of seed and stream."""
        super().__init__(np.random.SeedSequence([*words.state[:2]]) if sequence is None else sequence)
        if "_words" in self.__dict__:   # NumPy's code holds their address
            self._words.state = words.state
        else:
            self._words, self._owner = words, None
        self._words.attach(self.capsule)
        self._children = 0

    @classmethod
    def _of(cls, generator, sequence=None, children=0):
        """The bit generator of a Generator, with its words. In a copy sequence and children are the original's."""
        made = cls.__new__(cls)
        made._begin(generator._words, sequence)
        made._children = children
        made._owner = weakref.ref(generator)
        return made

    def _spawned(self):
        return _copied(self.seed_seq), self._children

    @property
    def lock(self) -> Any:  # type: ignore[override]
        """The lock of the position. A Generator and its bit generator share one lock."""
        return self._words.lock

    @property  # type: ignore[override]
    def state(self) -> dict[str, Any]:
        """A dict of "bit_generator", "seed", "stream", "next", "children" and "state".

        "next" is the index of the next word of 32 bits, "children" the number of children that spawn has made, and "state"
        is (seed, stream, next), for numpy.random.RandomState. The bit generator of a Generator has "generator" too, the
        state of that Generator; setting this state sets both."""
        seed, stream, next = self._words.state
        made = {"bit_generator": "reroll", "seed": seed, "stream": stream, "next": next, "children": self._children,
                "state": (seed, stream, next)}
        owner = self._owner and self._owner()
        if owner is not None:
            made["generator"] = owner.state
        return made

    @state.setter
    def state(self, value: dict[str, Any]) -> None:
        if not isinstance(value, dict):
            raise TypeError("state must be a dict")
        if value.get("bit_generator") != "reroll":
            raise ValueError("state must be for a reroll.BitGenerator")
        children = operator.index(value.get("children", 0))
        if children < 0:
            raise ValueError("children must be non-negative")
        words = (value["seed"], value["stream"], value["next"])
        owner = self._owner and self._owner()
        if owner is not None and "generator" in value:
            owner.state = {**value["generator"], "words": words}
        else:
            self._words.state = words
        self._children = children

    def random_raw(self, size: Any = None, output: bool = True) -> Any:
        """Words of 64 bits: an int, or an array of shape `size`; None if output is False."""
        with self.lock:
            made: Any = super().random_raw(size, output)  # type: ignore[call-overload]
            return made

    def advance(self, delta: int) -> BitGenerator:
        """Skips `delta` words of 64 bits, as random_raw(delta) does; a negative delta goes back. Returns self.

        Words of 64 bits begin at an even "next": an odd one is first rounded up, unless delta is 0."""
        with self.lock:
            seed, stream, next = self._words.state
            delta = operator.index(delta)
            self._words.state = (seed, stream, (next + (next % 2 if delta else 0) + 2 * delta) % 2**64)
        return self

    def jumped(self, jumps: int = 1) -> BitGenerator:
        """A new bit generator, jumps * 2^62 words of 32 bits ahead."""
        seed, stream, next = self._words.state
        return self._like(seed, stream, (next + operator.index(jumps) * 2**62) % 2**64)

    def _like(self, seed, stream, next=0, sequence=None):
        """A new object of this class at another position."""
        made = type(self).__new__(type(self))
        made._begin(_core.Words(seed, stream, next), sequence)
        return made

    def spawn(self, n_children: SupportsIndex) -> list[BitGenerator]:
        """The next `n_children` bit generators, on streams 0, 1, ... of the child "bits", which no Generator spawns."""
        n_children = operator.index(n_children)
        if n_children < 0:
            raise ValueError("n_children must be non-negative")
        with self.lock:
            first = self._children
            self._children += n_children
        seed, stream, _ = self._words.state
        parent = _core.derive(seed, stream, "bits")
        pairs = [_core.derive(*parent, first + k) for k in range(n_children)]
        return [self._like(s, t) for s, t in pairs]

    def __copy__(self) -> BitGenerator:
        """The copy belongs to no Generator, even if the original does."""
        return _restore(*self._whole())

    def __deepcopy__(self, memo: Any) -> BitGenerator:
        owner = self._owner and self._owner()
        made: BitGenerator = self.__copy__() if owner is None else copy.deepcopy(owner, memo).bit_generator
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles a Generator and its bit generator so that they are still connected afterwards."""
        owner = self._owner and self._owner()
        return (_restore, self._whole()) if owner is None else (_of_generator, (owner,))

    def _whole(self):
        state = self.state
        state.pop("generator", None)
        return state, _copied(self.seed_seq), type(self)


def _copied(sequence):
    """A SeedSequence that spawns what this one would spawn next."""
    if not isinstance(sequence, np.random.SeedSequence):
        return sequence
    return np.random.SeedSequence(sequence.entropy, spawn_key=sequence.spawn_key, pool_size=sequence.pool_size,
                                  n_children_spawned=sequence.n_children_spawned)


def _of_generator(generator):
    return generator.bit_generator


def _restore(state, sequence=None, kind=BitGenerator):
    """Makes a bit generator from a state and a seed_seq."""
    made = kind.__new__(kind)
    made._begin(_core.Words(state["seed"], state["stream"], state["next"]), sequence)
    made.state = state
    return made
