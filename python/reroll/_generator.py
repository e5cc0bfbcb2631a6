# SPDX-License-Identifier: MIT OR Apache-2.0
"""Generator. Methods that are samplers are made from two lists: NumPy's names (_names.py) and the library's descriptors."""
from __future__ import annotations

import copy
import math
from types import SimpleNamespace
from typing import Any, Callable, Self, SupportsIndex

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _bits, _calls, _core, _docs, _laws, _names, _order, _rows, _seeds
from ._order import Size

LAWS = _laws.load(_core)


# ---- Methods: the extension makes C methods from their descriptions, stubs.py types, _docs.py docstrings -----------------

REQUIRED = object()   # the default of an argument that has none


class Method(SimpleNamespace):
    """A method of Generator.

    name; law, its sampler, or None; parameters, and more, the arguments that follow them: (name, default) of each; doc;
    call(rng, values of the parameters, the other arguments ...); drawn, the sampler whose arguments C reads (calls/), or
    None; pass_on, the source of each of its parameters: an argument's name, or a number; counts, the arguments that NumPy
    takes only as integers.
    """

    def described(self):
        """The description in the form of core/calls/methods.c."""
        arguments = [*self.parameters, *self.more]
        names = tuple(n for n, _ in arguments)
        signature = ", ".join(n if default is REQUIRED else f"{n}={_shown(default)}" for n, default in arguments)
        defaults = tuple(default for _, default in arguments if default is not REQUIRED)
        head = (self.name, signature, self.doc, names, defaults, len(self.parameters), self.call)
        if self.drawn is None:
            return (*head, None, 0, (), 0)
        places = tuple(names.index(p) if isinstance(p, str) else float(p) for p in self.pass_on)
        counts = sum(1 << p for p, name in enumerate(self.pass_on) if name in self.counts)
        kind = np.dtype("i8") if self.name == "integers" else self.drawn.default
        return (*head, self.drawn.number, _laws.NUMBERS[kind], places, counts)


def _shown(default):
    return repr(np.dtype(default).name if isinstance(default, type) else default)


def _none(*names):
    return [(name, None) for name in names]


def _numpy_method(numpys):
    law, parameters = LAWS[numpys.law], numpys.parameters
    names = [n for n, _ in parameters]
    more = _none("size", "dtype", "out", "stream")

    def call(rng, values, size, dtype, out, stream):
        return _calls.numpys_call(rng, law, numpys, dict(zip(names, values)), size, dtype, out, stream)

    def call_by_method(rng, values, size, dtype, method, out, stream):
        _only_methods(method)
        return call(rng, values, size, dtype, out, stream)

    by_method = numpys.name == "standard_exponential"
    if by_method:
        more.insert(2, ("method", "zig"))
    doc = _docs.of(law, numpys.name, f"NumPy's {numpys.name}, sampler {law.name}. ", parameters, numpys.pass_on,
                   [n for n, _ in more])
    return Method(name=numpys.name, law=law, doc=doc, call=call_by_method if by_method else call, more=more, drawn=law,
                  pass_on=numpys.pass_on, counts=numpys.counts,
                  parameters=[(n, REQUIRED if default is None else default) for n, default in parameters])


def _only_methods(method):
    """Checks `method` of standard_exponential: NumPy's two methods are one here. Returns None, or raises ValueError."""
    if method not in ("zig", "inv"):
        raise ValueError(f"method must be 'zig' or 'inv', not {method!r}")


def _own_method(law):
    """A method under the library's own name. Parameters are in the sampler's order, as in sample(): from the first with a
    default on, all have one."""
    required, parameters = True, []
    names = [f"{name}_" if name == "lambda" else name for name in law.args]
    for name, (_, _, fallback, _) in zip(names, law.params):
        required = required and math.isnan(fallback)
        parameters.append((name, REQUIRED if required else None))
    rows, dim = law.takes_arrays, law.dim is not None

    def call_numbers(rng, values, size, dtype, out, stream):
        return _calls.own_call(rng, law, _laws.complete(law, values), size, dtype, out, stream=stream)

    def call_rows(rng, values, size, dtype, out, stream):
        return _rows.call(rng, law, law.name, _laws.complete(law, values), size, None, dtype, out, stream=stream)

    def call_dim(rng, values, size, dim, dtype, out, stream):
        return _rows.call(rng, law, law.name, _laws.complete(law, values), size, dim, dtype, out, stream=stream)

    more = _none("size", *["dim"][:dim], "dtype", "out", "stream")
    doc = _docs.of(law, law.identifier, f"Sampler {law.name}. ", list(zip(names, (p[2] for p in law.params))), names,
                   [n for n, _ in more])
    return Method(name=law.identifier, law=law, parameters=parameters, more=more, doc=doc, drawn=None if rows else law,
                  pass_on=names, counts=(), call=call_dim if dim else call_rows if rows else call_numbers)


def _integers():
    """`integers` of _order.py, whose simple calls C draws, like those of samplers."""
    whole = _order.Order.integers
    return Method(name="integers", law=None, parameters=[("low", REQUIRED), ("high", None)],
                  more=[("size", None), ("dtype", np.int64), ("endpoint", False)], doc=whole.__doc__,
                  pass_on=("low", "high"), counts=(), drawn=LAWS["integers-closed"],
                  call=lambda rng, values, *rest: whole(rng, *values, *rest))


def _of_rows(name, drawn, *parameters):
    """A method of _rows.py, whose short calls C draws."""
    whole = getattr(_rows.Rows, name)

    def call(rng, values, size, dtype, out, stream):
        return whole(rng, *values, size, dtype=dtype, out=out, stream=stream)

    return Method(name=name, law=None, parameters=[(p, REQUIRED) for p in parameters], call=call, doc=whole.__doc__,
                  more=_none("size", "dtype", "out", "stream"), pass_on=parameters, counts=(), drawn=LAWS[drawn])


def _methods():
    made = [_numpy_method(numpys) for numpys in _names.NAMES.values()]
    written = {*_names.NAMES, *vars(_rows.Rows), *vars(_order.Order)}
    return [*made, *(_own_method(law) for law in LAWS.values() if law.identifier not in written), _integers(),
            _of_rows("dirichlet", "dirichlet", "alpha"), _of_rows("multinomial", "multinomial", "n", "pvals")]


METHODS = {method.name: method for method in _methods()}

_Base = _core.base(np.random.Generator, [method.described() for method in METHODS.values()])

_TOWARD_ZERO = 0x100000   # RR_TOWARD_ZERO
_OPTIONS = ("size", "strategy", "dtype", "out", "dim", "progress", "stream",
            "toward_zero")   # of sample, with a sampler's parameters


class Generator(_order.Order, _rows.Rows, _Base):
    """Random variates with the methods of numpy.random.Generator, and one for every sampler of the library.

    A sample is a pure function of seed, stream, sampler, parameters and index; `next` is the index of the next draw. Every
    method advances it by a number that depends on shapes only; a call that raises an error does not advance it. Any split of
    a call into smaller ones gives the same numbers. Threads may share a Generator: each call gets its own indices. After a
    fork both processes draw the same numbers, as in NumPy.

    Parameters
    ----------
    seed : int, sequence of ints, SeedSequence, bit generator or Generator, optional
        An int below 2^64 means the same as --seed of the command; reroll/_seeds.py defines all other forms. None: a seed
        from the system's entropy.
    device : str
        "cpu", "cpu,threads=8", "cuda:0", ...: see reroll.devices(). The device does not change the samples.

    Examples
    --------
    >>> rng = reroll.Generator(2026)
    >>> x = rng.gamma([.5, 2, 1e6], size=(4, 3), dtype="f4")
    >>> x.shape, rng.next
    ((4, 3), 12)
    >>> bool((rng.at(0).gamma([.5, 2, 1e6], size=(4, 3), dtype="f4") == x).all())
    True
    """

    def __init__(self, seed: Any = None, device: str | _core.Device = "cpu") -> None:
        if type(seed) is int and 0 <= seed < 1 << 64:
            self._begin(_laws.device(device), seed, 0, 0, 0)
        elif isinstance(seed, Generator):
            self._begin(_laws.device(device), seed.seed, seed.stream, seed.next, seed._children, seed._words.state)
            _go_on(self, seed._spawned())
        else:
            self._begin(_laws.device(device), *_seeds.pair(seed), 0, 0)

    _laws = LAWS
    integers, dirichlet, multinomial = _Base.integers, _Base.dirichlet, _Base.multinomial

    @property
    def device(self) -> str:
        """The string that the device was opened from."""
        return self._device.spec

    @property
    def bit_generator(self) -> _bits.BitGenerator:
        """The bit generator for numpy.random.Generator's own methods and for libraries.

        It draws words of the child stream "numpy" and has its own position, which methods of this class do not advance. The
        bit generator of at(k) draws from child k of that stream. Its state contains the Generator's state; setting it sets
        both."""
        made: _bits.BitGenerator | None = self.__dict__.get("_bits")
        if made is None:
            made = self.__dict__.setdefault("_bits", _bits.BitGenerator._of(self))   # the same for all threads
        return made

    @property
    def _bit_generator(self) -> _bits.BitGenerator:
        """The same, under the name that SciPy reads: its quasi-Monte Carlo engines spawn its seed_seq."""
        return self.bit_generator

    @property
    def state(self) -> dict[str, Any]:
        """The position of the stream, which can be set. A dict of "seed", "stream", "next", "children" and "words".

        "words" is (seed, stream, next) of bit_generator. If it is missing, bit_generator starts at the first word of the
        child stream "numpy"."""
        return {"seed": self.seed, "stream": self.stream, "next": self.next, "children": self._children,
                "words": self._words.state}

    @state.setter
    def state(self, value: dict[str, Any]) -> None:
        self._begin(self._device, value["seed"], value["stream"], value["next"], value.get("children", 0),
                    _place_of(value.get("words")))

    def at(self, index: SupportsIndex) -> Self:
        """This stream at any index: random access.

        Parameters
        ----------
        index : int
            From 0 to 2^64 - 1. Only a call with a size draws the last index; a single number does not.

        Returns
        -------
        Generator

        Examples
        --------
        >>> rng = reroll.Generator(1)
        >>> x = rng.normal(size=10)
        >>> bool((rng.at(7).normal(size=3) == x[7:]).all())
        True
        """
        return self._other(self.seed, self.stream, index, self._children, index)

    def spawn(self, n_children: SupportsIndex) -> list[Self]:  # type: ignore[override]
        """Generators on the next `n_children` child streams, by number (rr_derive).

        Parameters
        ----------
        n_children : int

        Returns
        -------
        list of Generator

        Examples
        --------
        >>> a, b = reroll.Generator(1).spawn(2)
        >>> b.state == reroll.Generator(1).child(1).state
        True
        """
        first = self._reserve_children(n_children)
        return [self.child(first + k) for k in range(n_children)]

    def child(self, name: str | SupportsIndex) -> Self:
        """A Generator on the child stream of that name or number; spawn uses numbers 0, 1, ... The child's seed and stream
        depend only on this Generator's seed and stream, and on the name or number.

        Parameters
        ----------
        name : str or int

        Returns
        -------
        Generator
            At index 0.

        Examples
        --------
        >>> reroll.Generator(1).child("theta").next
        0
        """
        return self._other(*_core.derive(self.seed, self.stream, name))

    def numpy(self) -> np.random.Generator:
        """numpy.random.Generator(self.bit_generator): NumPy's algorithms, which draw words from bit_generator.

        Libraries accept a reroll.Generator itself. Use this only if you need NumPy's algorithm for a distribution that has
        a method of the same name here.

        Returns
        -------
        numpy.random.Generator

        Examples
        --------
        >>> reroll.Generator(1).numpy().integers(0, 2, 3).shape
        (3,)
        """
        return np.random.Generator(self.bit_generator)

    def sample(self, name: str | Law, *values: Any, size: Size = None, strategy: str = "auto",
               dtype: DTypeLike | None = None, out: NDArray[Any] | None = None, dim: SupportsIndex | None = None,
               progress: Callable[[int], object] | None = None, stream: Any = None, toward_zero: bool = False,
               **named: Any) -> Any:
        """Samples of any sampler by its name, such as "gamma" or "gamma:table", or of a Law.

        Parameters
        ----------
        name : str or Law
        *values, **named
            The sampler's parameters, in its order or by name (names of other libraries are accepted too): numbers, or
            arrays that broadcast.
        size : int or tuple of ints, optional
        strategy : str
            How lanes without a sample retry: see reroll.strategies(). No strategy changes the samples. fixed:M raises
            RuntimeError if M attempts of a sample are all rejected.
        dtype : dtype, optional
        out : ndarray, optional
        dim : int, optional
            For rows: the number of components; for square matrices: of rows.
        progress : callable, optional
            Called with the number of elements of each finished piece, such as tqdm's update. Not for arrays on a GPU.
        stream : int or a stream of CuPy, PyTorch or Numba, optional
            For CUDA: the call returns immediately, and reroll.wait(stream) reports its errors.
        toward_zero : bool
            Round float16 samples toward zero, so that a uniform is below 1.

        Returns
        -------
        a number or ndarray; where parameters are on a GPU, or stream is given, and no out, reroll.Array

        Examples
        --------
        >>> reroll.Generator(1).sample("truncated-normal", low=40, size=5, strategy="regroup").min() >= 40
        np.True_
        """
        law = _laws.find(LAWS, name)
        given = _laws.by_name(law, values, named, _OPTIONS)
        if dim is not None and not law.takes_arrays:
            raise TypeError(f"{law.name} takes no dim: it draws numbers")
        if toward_zero and (law.takes_arrays or _laws.dtype_of(law, dtype, law.name) != np.float16):
            raise ValueError("toward_zero is available for dtype float16 only")
        if law.takes_arrays:
            return _rows.call(self, law, law.name, given, size, dim, dtype, out, strategy, progress, stream)
        flags = _TOWARD_ZERO if toward_zero else 0
        return _calls.own_call(self, law, given, size, dtype, out, strategy, progress, stream, flags)

    def _spawned(self):
        """The children that bit_generator has spawned, for a copy of it; None if it does not exist yet."""
        made = self.__dict__.get("_bits")
        return None if made is None else made._spawned()

    def __copy__(self) -> Self:
        made = self._other(self.seed, self.stream, self.next, self._children, self._words.state)
        _go_on(made, self._spawned())
        made.__dict__.update(self._attributes())
        return made

    def __deepcopy__(self, memo: Any) -> Self:
        made = self._other(self.seed, self.stream, self.next, self._children, self._words.state)
        memo[id(self)] = made
        _go_on(made, self._spawned())   # bit_generator first: an attribute may refer to it
        made.__dict__.update(copy.deepcopy(self._attributes(), memo))
        return made

    def __reduce__(self) -> tuple[Any, ...]:  # type: ignore[override]
        return _restore, (type(self), self.device, self.state, self._spawned()), self.__getstate__()

    def __getstate__(self) -> Any:  # type: ignore[override]
        """The state that pickle keeps in addition to the position: attributes, which may refer to the Generator, or None."""
        return self._attributes() or None

    def __setstate__(self, attributes: Any) -> None:  # type: ignore[override]
        self.__dict__.update(attributes)

    def _attributes(self):
        """The attributes that a subclass or its user has set."""
        return {name: value for name, value in self.__dict__.items() if name != "_bits"}

    def __repr__(self) -> str:
        return f"reroll.Generator(seed={self.seed}, stream={self.stream}, next={self.next}, device={self.device!r})"

    __str__ = __repr__




def _place_of(words):
    """The position of words in a state, in the form of _begin."""
    return None if words is None else tuple(words)


def _go_on(generator, spawned):
    """Completes a copy without its attributes: its bit_generator spawns what the original's would spawn next."""
    if spawned is None:
        generator.__dict__.pop("_bits", None)
    else:
        generator.__dict__["_bits"] = _bits.BitGenerator._of(generator, *spawned)


def _restore(kind, spec, state, spawned=None):
    made = _Base.__new__(kind)   # __init__ of a subclass may need other arguments
    made._begin(_laws.device(spec), state["seed"], state["stream"], state["next"], state["children"],
                _place_of(state.get("words")))
    _go_on(made, spawned)
    return made
