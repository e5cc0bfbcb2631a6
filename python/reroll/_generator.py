# SPDX-License-Identifier: MIT OR Apache-2.0
"""Generator. Its methods are made from two lists: NumPy's names (_names.py) and the library's descriptors."""
from __future__ import annotations

import math
from typing import Any, Callable, SupportsIndex

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _bits, _calls, _core, _docs, _laws, _names, _order, _rows, _seeds
from ._order import Size

LAWS = _laws.load(_core)


# ---- Methods, as text: what inspect, help and an error message show is then what is written here -------------------------

def _more(numpys):
    """Arguments that follow the parameters, with their defaults."""
    method = ["method='zig'"] if numpys.name == "standard_exponential" else []
    return ["size=None", "dtype=None", *method, "out=None", "stream=None"]


def _signature_numpy(numpys):
    return ", ".join(([numpys.parameters] if numpys.parameters else []) + _more(numpys))


def _compile(name, signature, body, doc, space):
    scope = dict(space)
    exec(f"def {name}(self{', ' if signature else ''}{signature}):\n    return {body}\n", scope)  # as dataclasses do
    made = scope[name]
    made.__doc__, made.__module__, made.__qualname__ = doc, "reroll", f"Generator.{name}"
    return made


def _numpy_method(numpys):
    given = ", ".join(f"'{n}': {n}" for n, _ in _names.defaults(numpys.parameters))
    body = f"_call(self, _law, _numpys, {{{given}}}, size, dtype, out, stream)"
    if numpys.name == "standard_exponential":
        body = f"_method(method) or {body}"
    law = LAWS[numpys.law]
    doc = _docs.of(law, numpys.name, f"NumPy's {numpys.name}, sampler {law.name}. ", _names.defaults(numpys.parameters),
                   numpys.pass_on, [m.partition("=")[0] for m in _more(numpys)])
    space = {"_call": _calls.numpys_call, "_law": law, "_numpys": numpys, "_method": _only_methods}
    if numpys.name not in _FAST:
        job = f"_job(_law, _numpys, {{{given}}})"
        _quick(numpys.name, numpys.parameters, _signature_numpy(numpys), doc, job, {**space, "_job": _calls.numpys_job})
    return _compile(numpys.name, _signature_numpy(numpys), body, doc, space)


_SLOTS, _JOBS = [], {}   # of quick.c: methods of C, and what says what their arguments mean


def _quick(name, parameters, signature, doc, job, space):
    """A method whose single draws come from a window: _NAME is the method for all else, _job_NAME(parameters) the job."""
    names = tuple(n for n, _ in _names.pairs(parameters))
    _SLOTS.append((name, f"{name}($self, {signature})\n--\n\n{doc}", names, f"_{name}", f"_job_{name}"))
    _JOBS[f"_job_{name}"] = _compile(f"_job_{name}", parameters, job, None, space)


def _only_methods(method):
    """NumPy's two methods of standard_exponential are one here; None, or ValueError."""
    if method not in ("zig", "inv"):
        raise ValueError(f"method must be 'zig' or 'inv', not {method!r}")


def _own_method(law):
    """Parameters in the sampler's order, as sample() takes them: from the first with a default on, all have one."""
    required, arguments = True, []
    names = [f"{name}_" if name == "lambda" else name for name in law.args]
    for name, (_, _, fallback, _) in zip(names, law.params):
        required = required and math.isnan(fallback)
        arguments.append(name + ("" if required else "=None"))
    values = f"_complete(_law, [{', '.join(names)}])"
    rows = law.vector or law.weights
    dim = law.vector and not law.oblong
    more = ["size"] + (["dim"] if dim else []) + ["dtype", "out", "stream"]
    signature = ", ".join(arguments + [f"{m}=None" for m in more])
    if rows:
        body = f"_call(self, _law, '{law.name}', {values}, size, {'dim' if dim else None}, dtype, out, stream=stream)"
    else:
        body = f"_call(self, _law, {values}, size, dtype, out, stream=stream)"
    space = {"_call": _rows.call if rows else _calls.own_call, "_complete": _complete, "_law": law}
    doc = _docs.of(law, law.identifier, f"Sampler {law.name}. ", list(zip(names, (p[2] for p in law.params))), names, more)
    if not rows:
        job = f"_job(_law, {values})"
        _quick(law.identifier, ", ".join(arguments), signature, doc, job, {**space, "_job": _calls.own_job})
    return _compile(law.identifier, signature, body, doc, space)


def _complete(law, values):
    """The values; TypeError names what has no default and is not given."""
    for (name, _, fallback, _), value in zip(law.params, values):
        if value is None and math.isnan(fallback):
            raise TypeError(f"{law.name} needs {name}")
    return values


_FAST = ("random", "uniform", "standard_normal", "normal", "standard_exponential", "exponential", "standard_gamma", "gamma")
NUMPY_METHODS = {name: _numpy_method(numpys) for name, numpys in _names.NAMES.items()}
_WRITTEN = (*NUMPY_METHODS, *vars(_rows.Rows), *vars(_order.Order))
OWN_METHODS = {law.identifier: _own_method(law) for law in LAWS.values() if law.identifier not in _WRITTEN}
_quick("integers", "low, high=None", "low, high=None, size=None, dtype='int64', endpoint=False",
       _order.Order.integers.__doc__, "_job(_law, low, high)", {"_job": _order.job, "_law": LAWS["integers-closed"]})


def _text(name):
    """The doc of a fast method, with the line that inspect reads a signature from."""
    return f"{name}($self, {_signature_numpy(_names.NAMES[name])})\n--\n\n{NUMPY_METHODS[name].__doc__}"


_Base = _core.base({name: _text(name) for name in _FAST}, _SLOTS)
_devices = {}


def device(spec):
    """An open device; one a string in a process."""
    if isinstance(spec, _core.Device):
        return spec
    if spec not in _devices:
        _devices[spec] = _core.Device(spec)
    return _devices[spec]


class Generator(_order.Order, _rows.Rows, _Base):
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
        if law.vector or law.weights:
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


# Methods of C are the base's; those of Python are behind them, with a bar before their names, or alone.
_C = {*_FAST, *(slot[0] for slot in _SLOTS)}
for _name, _method in {**NUMPY_METHODS, **OWN_METHODS, "integers": _order.Order.integers}.items():
    setattr(Generator, f"_{_name}" if _name in _C else _name, _method)
for _name, _method in _JOBS.items():
    setattr(Generator, _name, _method)
Generator.integers = _Base.integers
