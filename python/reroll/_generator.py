# SPDX-License-Identifier: MIT OR Apache-2.0
"""Generator. Its methods are made from two lists: NumPy's names (_names.py) and the library's descriptors."""
import math

import numpy as np

from . import _bits, _core, _draw, _laws, _names, _order, _rows, _seeds

LAWS = _laws.load(_core)
_DTYPES = "dtype=None, out=None"


# ---- Methods, as text: what inspect, help and an error message show is then what is written here -------------------------

def _signature_numpy(numpys):
    own = [numpys.parameters] if numpys.parameters else []
    if numpys.name == "standard_exponential":
        return "size=None, dtype=None, method='zig', out=None"
    return ", ".join(own + ["size=None", _DTYPES])


def _about(law):
    lines = [f"{law.help[0].upper()}{law.help[1:]}.", ""]
    for name, help_, fallback, (low, high, low_open, high_open) in law.params:
        given = "" if math.isnan(fallback) else f", {fallback:g} where not given"
        lines.append(f"{name}: {help_}; in {'(' if low_open else '['}{low:g}, {high:g}{')' if high_open else ']'}{given}")
    unit = "a row each" if law.vector else "a number each"
    lines += ["", f"Gives {', '.join(t.name for t in law.types)}; {unit}, and an index each.", f"Source: {law.source}."]
    return "\n".join(lines)


def _compile(name, signature, body, doc, space):
    scope = dict(space)
    exec(f"def {name}(self{', ' if signature else ''}{signature}):\n    return {body}\n", scope)  # as dataclasses do
    made = scope[name]
    made.__doc__, made.__module__, made.__qualname__ = doc, "reroll", f"Generator.{name}"
    return made


def _numpy_method(numpys):
    given = ", ".join(f"'{n}': {n}" for n, _ in _names.defaults(numpys.parameters))
    body = f"_call(self, _law, _numpys, {{{given}}}, size, dtype, out)"
    if numpys.name == "standard_exponential":
        body = f"_method(method) or {body}"
    law = LAWS[numpys.law]
    doc = f"NumPy's {numpys.name}: sampler {law.name}.\n\n{_about(law)}"
    space = {"_call": _draw.numpys_call, "_law": law, "_numpys": numpys, "_method": _only_methods}
    return _compile(numpys.name, _signature_numpy(numpys), body, doc, space)


def _only_methods(method):
    """NumPy's two methods of standard_exponential are one here; None, or ValueError."""
    if method not in ("zig", "inv"):
        raise ValueError(f"method must be 'zig' or 'inv', not {method!r}")


def _own_method(law):
    """Parameters in the sampler's order, as sample() takes them: from the first with a default on, all have one."""
    required, arguments = True, []
    rename = {name: f"{name}_" if name == "lambda" else name for name in law.args}
    for name, _, fallback, _ in law.params:
        required = required and math.isnan(fallback)
        arguments.append(rename[name] + ("" if required else "=None"))
    values = f"_complete(_law, [{', '.join(rename[n] for n in law.args)}])"
    rows = law.vector or law.weights
    signature = ", ".join(arguments + ["size=None"] + (["dim=None"] if law.vector else []) + [_DTYPES])
    if rows:
        body = f"_call(self, _law, '{law.name}', {values}, size, {'dim' if law.vector else None}, dtype, out)"
    else:
        body = f"_call(self, _law, {values}, size, dtype, out)"
    space = {"_call": _rows.call if rows else _draw.own_call, "_complete": _complete, "_law": law}
    return _compile(law.identifier, signature, body, f"Sampler {law.name}. {_about(law)}", space)


def _complete(law, values):
    """The values; TypeError names what has no default and is not given."""
    for (name, _, fallback, _), value in zip(law.params, values):
        if value is None and math.isnan(fallback):
            raise TypeError(f"{law.name} needs {name}")
    return values


NUMPY_METHODS = {name: _numpy_method(numpys) for name, numpys in _names.NAMES.items()}
_FAST = ("random", "uniform", "standard_normal", "normal", "standard_exponential", "exponential", "standard_gamma", "gamma")


def _text(name):
    """The doc of a fast method, with the line that inspect reads a signature from."""
    return f"{name}($self, {_signature_numpy(_names.NAMES[name])})\n--\n\n{NUMPY_METHODS[name].__doc__}"


_Base = _core.base({name: _text(name) for name in _FAST})
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

    Generator(seed=None, device="cpu"). A sample is a pure function of seed, stream, sampler, parameters and index; `next` is
    the index of the next draw. Every method moves it by a function of shapes only; an error moves nothing. Any split of a
    call into smaller ones gives the same numbers. Threads may share a Generator: each call gets indices of its own. After a
    fork both processes draw the same numbers, as in NumPy.

    >>> import reroll
    >>> rng = reroll.Generator(2026)
    >>> x = rng.gamma([.5, 2, 1e6], size=(4, 3), dtype="f4")
    >>> x.shape, rng.next
    ((4, 3), 12)
    >>> bool((rng.at(0).gamma([.5, 2, 1e6], size=(4, 3), dtype="f4") == x).all())
    True
    """

    def __init__(self, seed=None, device="cpu"):
        if isinstance(seed, Generator):
            self._begin(_open(device), seed.seed, seed.stream, seed.next, seed._children)
        else:
            self._begin(_open(device), *_seeds.pair(seed), 0, 0)

    _laws = LAWS

    @property
    def device(self):
        """The string that the device was opened from."""
        return self._device.spec

    @property
    def state(self):
        """Where the stream stands: {"seed", "stream", "next", "children"}; may be set."""
        return {"seed": self.seed, "stream": self.stream, "next": self.next, "children": self._children}

    @state.setter
    def state(self, value):
        self._begin(self._device, value["seed"], value["stream"], value["next"], value.get("children", 0))

    def _other(self, seed, stream, next=0, children=0):
        made = type(self).__new__(type(self))
        made._begin(self._device, seed, stream, next, children)
        return made

    def at(self, index):
        """This stream at any index: random access."""
        return self._other(self.seed, self.stream, index, self._children)

    def spawn(self, n_children):
        """The next so many child streams, by number (rr_derive)."""
        first = self._reserve_children(n_children)
        return [self.child(first + k) for k in range(n_children)]

    def child(self, name):
        """The child stream of that name, or number: spawn's are numbers 0, 1, ... A pure function of seed and stream."""
        return self._other(*_core.derive(self.seed, self.stream, name))

    def numpy(self):
        """A numpy.random.Generator on the words of the child stream "numpy", from the first on, at every call: what SciPy's
        random_state takes."""
        seed, stream = _core.derive(self.seed, self.stream, "numpy")
        return np.random.Generator(_bits.BitGenerator(seed, stream=stream))

    def sample(self, name, *values, size=None, strategy="auto", dtype=None, out=None, dim=None, progress=None, **named):
        """Any sampler by its name, LAW or LAW:METHOD; parameters in its order, or by name (others' names too).

        progress: called with the number of elements of each piece that is done.

        >>> import reroll
        >>> reroll.Generator(1).sample("truncated-normal", low=40, size=5, strategy="regroup").min() >= 40
        np.True_
        """
        law = _laws.find(LAWS, name)
        given = _by_name(law, values, named)
        if law.vector or law.weights:
            return _rows.call(self, law, law.name, given, size, dim, dtype, out, strategy, progress)
        return _draw.own_call(self, law, given, size, dtype, out, strategy, progress)

    def __copy__(self):
        return self._other(self.seed, self.stream, self.next, self._children)

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _restore, (type(self), self.device, self.state)

    def __eq__(self, other):
        return isinstance(other, Generator) and self.state == other.state

    __hash__ = None

    def __repr__(self):
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


for _name, _method in NUMPY_METHODS.items():
    setattr(Generator, f"_{_name}" if _name in _FAST else _name, _method)
for _law in LAWS.values():
    if not hasattr(Generator, _law.identifier):
        setattr(Generator, _law.identifier, _own_method(_law))
