# SPDX-License-Identifier: MIT OR Apache-2.0
"""Generator. Methods that are samplers are made from two lists: NumPy's names (_names.py) and the library's descriptors."""
from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, Callable, SupportsIndex

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _bits, _calls, _core, _docs, _laws, _names, _order, _rows, _seeds
from ._order import Size

LAWS = _laws.load(_core)


# ---- Methods: each is a description, of which the extension makes a method of C, stubs.py types and _docs.py a text ------

REQUIRED = object()   # the default of an argument that has none


class Method(SimpleNamespace):
    """A method of Generator.

    name; law, its sampler, or None; parameters and more, the arguments that follow them: (name, default) of each; doc;
    call(rng, values of the parameters, the other arguments ...); job(values), the job of a single draw and what makes
    samples of its bytes (quick.c), or None where samples are rows.
    """

    def described(self):
        """As core/methods.c takes it."""
        arguments = [*self.parameters, *self.more]
        signature = ", ".join(n if default is REQUIRED else f"{n}={_shown(default)}" for n, default in arguments)
        defaults = tuple(default for _, default in arguments if default is not REQUIRED)
        return (self.name, signature, self.doc, tuple(n for n, _ in arguments), defaults, len(self.parameters), self.call,
                self.job)


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

    def job(values):
        return _calls.numpys_job(law, numpys, dict(zip(names, values)))

    by_method = numpys.name == "standard_exponential"
    if by_method:
        more.insert(2, ("method", "zig"))
    doc = _docs.of(law, numpys.name, f"NumPy's {numpys.name}, sampler {law.name}. ", parameters, numpys.pass_on,
                   [n for n, _ in more])
    return Method(name=numpys.name, law=law, doc=doc, call=call_by_method if by_method else call, job=job, more=more,
                  parameters=[(n, REQUIRED if default is None else default) for n, default in parameters])


def _only_methods(method):
    """NumPy's two methods of standard_exponential are one here; None, or ValueError."""
    if method not in ("zig", "inv"):
        raise ValueError(f"method must be 'zig' or 'inv', not {method!r}")


def _own_method(law):
    """Parameters in the sampler's order, as sample() takes them: from the first with a default on, all have one."""
    required, parameters = True, []
    names = [f"{name}_" if name == "lambda" else name for name in law.args]
    for name, (_, _, fallback, _) in zip(names, law.params):
        required = required and math.isnan(fallback)
        parameters.append((name, REQUIRED if required else None))
    rows, dim = law.takes_arrays, law.dim is not None

    def call_numbers(rng, values, size, dtype, out, stream):
        return _calls.own_call(rng, law, _complete(law, values), size, dtype, out, stream=stream)

    def call_rows(rng, values, size, dtype, out, stream):
        return _rows.call(rng, law, law.name, _complete(law, values), size, None, dtype, out, stream=stream)

    def call_dim(rng, values, size, dim, dtype, out, stream):
        return _rows.call(rng, law, law.name, _complete(law, values), size, dim, dtype, out, stream=stream)

    def job(values):
        return _calls.own_job(law, _complete(law, values))

    more = _none("size", *["dim"][:dim], "dtype", "out", "stream")
    doc = _docs.of(law, law.identifier, f"Sampler {law.name}. ", list(zip(names, (p[2] for p in law.params))), names,
                   [n for n, _ in more])
    return Method(name=law.identifier, law=law, parameters=parameters, more=more, doc=doc, job=None if rows else job,
                  call=call_dim if dim else call_rows if rows else call_numbers)


def _complete(law, values):
    """The values; TypeError names what has no default and is not given."""
    for (name, _, fallback, _), value in zip(law.params, values):
        if value is None and math.isnan(fallback):
            raise TypeError(f"{law.name} needs {name}")
    return values


def _integers():
    """integers of _order.py: its single draws come from windows, as those of samplers do."""
    law, whole = LAWS["integers-closed"], _order.Order.integers
    parameters, more = [("low", REQUIRED), ("high", None)], [("size", None), ("dtype", np.int64), ("endpoint", False)]
    return Method(name="integers", law=None, parameters=parameters, more=more, doc=whole.__doc__,
                  call=lambda rng, values, *rest: whole(rng, *values, *rest), job=lambda values: _order.job(law, *values))


def _methods():
    made = [_numpy_method(numpys) for numpys in _names.NAMES.values()]
    written = {*_names.NAMES, *vars(_rows.Rows), *vars(_order.Order)}
    return [*made, *(_own_method(law) for law in LAWS.values() if law.identifier not in written), _integers()]


METHODS = {method.name: method for method in _methods()}

_Base = _core.base([method.described() for method in METHODS.values()])
_devices = {}


def device(spec):
    """An open device; one a string in a process."""
    if isinstance(spec, _core.Device):
        return spec
    if spec not in _devices:
        _devices[spec] = _core.Device(spec)
    return _devices[spec]


class Generator(_Base, _order.Order, _rows.Rows):
    """Random variates with the methods of numpy.random.Generator, and one for every sampler of the library.

    A sample is a pure function of seed, stream, sampler, parameters and index; `next` is the index of the next draw. Every
    method moves it by a function of shapes only; an error moves nothing. Any split of a call into smaller ones gives the
    same numbers. Threads may share a Generator: each call gets indices of its own. After a fork both processes draw the same
    numbers, as in NumPy.

    Parameters
    ----------
    seed : int, sequence of ints, SeedSequence, bit generator or Generator, optional
        An int below 2^64 is the seed of the command; reroll/_seeds.py says what all else becomes. None is entropy.
    device : str
        "cpu", "cpu,threads=8", "cuda:0", ...: reroll.devices(). None of them changes a bit.

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
        if isinstance(seed, Generator):
            self._begin(_open(device), seed.seed, seed.stream, seed.next, seed._children)
        else:
            self._begin(_open(device), *_seeds.pair(seed), 0, 0)

    _laws = LAWS
    _opened = staticmethod(device)

    @property
    def device(self) -> str:
        """The string that the device was opened from."""
        return self._device.spec

    @property
    def state(self) -> dict[str, int]:
        """Where the stream stands: {"seed", "stream", "next", "children"}; may be set."""
        return {"seed": self.seed, "stream": self.stream, "next": self.next, "children": self._children}

    @state.setter
    def state(self, value: dict[str, int]) -> None:
        self._begin(self._device, value["seed"], value["stream"], value["next"], value.get("children", 0))

    def _other(self, seed, stream, next=0, children=0):
        made = type(self).__new__(type(self))
        made._begin(self._device, seed, stream, next, children)
        return made

    def at(self, index: SupportsIndex) -> Generator:
        """This stream at any index: random access.

        Parameters
        ----------
        index : int
            From 0 to 2^64 - 1.

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
        return self._other(self.seed, self.stream, index, self._children)

    def spawn(self, n_children: SupportsIndex) -> list[Generator]:
        """The next child streams, by number (rr_derive).

        Parameters
        ----------
        n_children : int

        Returns
        -------
        list of Generator

        Examples
        --------
        >>> a, b = reroll.Generator(1).spawn(2)
        >>> b == reroll.Generator(1).child(1)
        True
        """
        first = self._reserve_children(n_children)
        return [self.child(first + k) for k in range(n_children)]

    def child(self, name: str | SupportsIndex) -> Generator:
        """The child stream of that name, or number: spawn's are numbers 0, 1, ... A pure function of seed and stream.

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
        """A numpy.random.Generator on the words of the child stream "numpy", from the first on, at every call: what SciPy's
        random_state takes.

        Returns
        -------
        numpy.random.Generator

        Examples
        --------
        >>> reroll.Generator(1).numpy().integers(0, 2, 3).shape
        (3,)
        """
        seed, stream = _core.derive(self.seed, self.stream, "numpy")
        return np.random.Generator(_bits.BitGenerator(seed, stream=stream))

    def sample(self, name: str | Law, *values: Any, size: Size = None, strategy: str = "auto", dtype: DTypeLike = None,
               out: NDArray[Any] | None = None, dim: SupportsIndex | None = None,
               progress: Callable[[int], object] | None = None, stream: Any = None, **named: Any) -> Any:
        """Any sampler by its name, LAW or LAW:METHOD, or a Law.

        Parameters
        ----------
        name : str or Law
        *values, **named
            The sampler's parameters, in its order, or by name (others' names too): numbers, or arrays that broadcast.
        size : int or tuple of ints, optional
        strategy : str
            What lanes do that have no sample yet: reroll.strategies(). None but fixed:M changes what is drawn.
        dtype : dtype, optional
        out : ndarray, optional
        dim : int, optional
            Of rows: how many numbers one has.
        progress : callable, optional
            Called with the number of elements of each piece that is done: tqdm's update. Not of arrays on a GPU.
        stream : int or a stream of CuPy, PyTorch or Numba, optional
            Of CUDA: the call returns at once, and reroll.wait(stream) tells what was wrong.

        Returns
        -------
        a number or ndarray; where parameters are on a GPU, or stream is given, and no out, reroll.Array

        Examples
        --------
        >>> reroll.Generator(1).sample("truncated-normal", low=40, size=5, strategy="regroup").min() >= 40
        np.True_
        """
        law = _laws.find(LAWS, name)
        given = _by_name(law, values, named)
        if law.takes_arrays:
            return _rows.call(self, law, law.name, given, size, dim, dtype, out, strategy, progress, stream)
        return _calls.own_call(self, law, given, size, dtype, out, strategy, progress, stream)

    def __copy__(self) -> Generator:
        return self._other(self.seed, self.stream, self.next, self._children)

    def __deepcopy__(self, memo: Any) -> Generator:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.device, self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Generator) and self.state == other.state

    __hash__ = None

    def __repr__(self) -> str:
        return f"reroll.Generator(seed={self.seed}, stream={self.stream}, next={self.next}, device={self.device!r})"


_open = device


def _restore(kind, spec, state):
    made = kind.__new__(kind)
    made._begin(device(spec), state["seed"], state["stream"], state["next"], state["children"])
    return made


def _by_name(law, values, named):
    """Values in the sampler's order; TypeError names what is missing or not there."""
    given = dict(zip(law.args, values))
    if len(values) > len(law.args):
        raise TypeError(f"{law.name} takes {', '.join(law.args) or 'no parameters'}")
    for name, value in named.items():
        ours = name if name in law.args else law.synonyms.get(name)
        if ours is None or ours in given:
            raise TypeError(f"{law.name} takes {', '.join(law.args) or 'no parameters'}, not {name}")
        given[ours] = value
    return _complete(law, [given.get(name) for name in law.args])
