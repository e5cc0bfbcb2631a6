# SPDX-License-Identifier: MIT OR Apache-2.0
"""BitGenerator: a stream's words for numpy.random.Generator, and so for SciPy's random_state."""
from __future__ import annotations

import operator
from typing import Any, SupportsIndex

import numpy as np

from . import _core, _seeds


class BitGenerator(np.random.BitGenerator):
    """Words of sampler `bits` from index 0 of a stream on, as a bit generator of NumPy.

    Parameters
    ----------
    seed : as of Generator
    stream : int, optional
        Of the seed; unless given what the seed says.
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
        self._begin(of_seed, of_stream, next, np.random.SeedSequence([of_seed, of_stream]))

    def _begin(self, seed, stream, next, sequence):
        super().__init__(sequence)
        self._words = _core.words(self.capsule, _core.Device("cpu"), (seed, stream, next))
        self._children = 0

    @property
    def state(self) -> dict[str, Any]:
        """{"bit_generator", "seed", "stream", "next", "children", "state"}: next is the index of the next word of 32 bits,
        children how many spawn has made, state (seed, stream, next), which numpy.random.RandomState asks for."""
        seed, stream, next = self._words.state
        return {"bit_generator": "reroll", "seed": seed, "stream": stream, "next": next, "children": self._children,
                "state": (seed, stream, next)}

    @state.setter
    def state(self, value: dict[str, Any]) -> None:
        if not isinstance(value, dict):
            raise TypeError("state must be a dict")
        if value.get("bit_generator") != "reroll":
            raise ValueError("state must be for a reroll.BitGenerator")
        children = operator.index(value.get("children", 0))
        if children < 0:
            raise ValueError("children must be from 0 on")
        self._words.state = (value["seed"], value["stream"], value["next"])
        self._children = children

    def advance(self, delta: int) -> BitGenerator:
        """Skips so many words of 64 bits; back where delta is negative. Returns self."""
        seed, stream, next = self._words.state
        self._words.state = (seed, stream, (next + 2 * delta) % 2**64)
        return self

    def jumped(self, jumps: int = 1) -> BitGenerator:
        """A new one, 2^62 words of 32 bits ahead, so many times."""
        state = self.state
        return _restore({**state, "next": (state["next"] + jumps * 2**62) % 2**64})

    def spawn(self, n_children: SupportsIndex) -> list[BitGenerator]:  # type: ignore[override]
        """The next so many new ones, on child streams 0, 1, ..."""
        n_children = operator.index(n_children)
        if n_children < 0:
            raise ValueError("n_children must be non-negative")
        with self.lock:
            first = self._children
            self._children += n_children
        seed, stream, _ = self._words.state
        pairs = [_core.derive(seed, stream, first + k) for k in range(n_children)]
        return [BitGenerator(s, stream=t) for s, t in pairs]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.state, _copied(self.seed_seq))


def _copied(sequence):
    """A SeedSequence that spawns what this one would spawn next."""
    if not isinstance(sequence, np.random.SeedSequence):
        return sequence
    return np.random.SeedSequence(sequence.entropy, spawn_key=sequence.spawn_key, pool_size=sequence.pool_size,
                                  n_children_spawned=sequence.n_children_spawned)


def _restore(state, sequence=None):
    """From a state; sequence: of the one that was pickled, where it is not that of its seed and stream."""
    made = BitGenerator.__new__(BitGenerator)
    seed, stream, next = state["seed"], state["stream"], state["next"]
    made._begin(seed, stream, next, np.random.SeedSequence([seed, stream]) if sequence is None else sequence)
    made.state = state
    return made
