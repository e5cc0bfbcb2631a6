# SPDX-License-Identifier: MIT OR Apache-2.0
"""The library's descriptors: names, parameters and dtypes of each sampler; suggestions for unknown names; open devices."""
import difflib
import math
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from . import _core

# rr_type: value, NumPy's name.
TYPES = {1: "f4", 2: "f8", 3: "i4", 4: "i8", 5: "u4", 6: "u8", 7: "f2"}
NUMBERS = {np.dtype(name): number for number, name in TYPES.items()}


class Shape(NamedTuple):
    """The shape of a parameter (include/reroll_shape.h). sides: their names, "K", "D", "R", "C" or "N"; once: one for all
    samples; rule: its name; one: a single value is accepted for all elements."""
    sides: tuple[str, ...]
    once: bool
    rule: str
    one: bool


def descriptor(number, info):
    """The descriptor of a sampler, by its index in the list, or of a _core.Law."""
    law = SimpleNamespace(number=number, **info)
    law.types = [np.dtype(TYPES[n]) for n in TYPES if info["dtypes"] >> n & 1]
    law.default = next(np.dtype(t) for t in (("i8",) if law.counts else ("f8", "u4")) if np.dtype(t) in law.types)
    law.types.sort(key=lambda t: t != law.default)
    law.names = info["names"].split()
    law.shapes = [Shape(*shape) for shape in info["shapes"]]
    law.takes_arrays = bool(law.shape) or any(shape.sides for shape in law.shapes)
    law.dim = law.shape[0] if len({*law.shape} - {"2"}) == 1 else None   # the dimension that `dim` gives
    law.args = [p[0] for p in info["params"]]
    law.identifier = law.name.replace("-", "_").replace(":", "_")
    return law


def load(core):
    """All samplers by name, in the order of the list."""
    return {law.name: law for law in (descriptor(i, d) for i, d in enumerate(core.laws()))}


def find(laws, name):
    """The sampler with that name or alias; a Law is returned as it is."""
    if not isinstance(name, str):
        if not hasattr(name, "_descriptor"):
            raise TypeError(f"a sampler is a name or a reroll.Law, not {type(name).__name__}")
        return name._descriptor
    wanted = name.replace("_", "-")
    for key in (name, wanted):
        if key in laws:
            return laws[key]
    for law in laws.values():
        if name == law.identifier or name in law.names or wanted in law.names:
            return law
    known = {other: law.name for law in laws.values() for other in (law.name, *law.names)}
    raise ValueError(f"unknown sampler {name!r}{hint(wanted, known) or ': reroll.samplers() lists them'}")


# Options of the command, and the keywords of calls for the same.
_COMMANDS = {"components": "dim", "seed": "rng", "n": "size"}


def by_name(law, values, named, options=()):
    """Values in the sampler's order; TypeError names a missing or unknown parameter. options: other keywords of the call,
    for suggestions."""
    given = dict(zip(law.args, values))
    takes = f"({', '.join(law.args)})" if law.args else "no parameters"
    if len(values) > len(law.args):
        raise TypeError(f"{len(values)} parameters are given: {law.name} takes {takes}")
    for name, value in named.items():
        ours = name if name in law.args else law.synonyms.get(name)
        if ours is None:
            other = _COMMANDS.get(name)
            text = f"; it is {other} here" if other in options else hint(name, [*law.args, *law.synonyms, *options])
            raise TypeError(f"unknown parameter {name!r}: {law.name} takes {takes}{text}")
        if ours in given:
            raise TypeError(f"{ours} is given twice: {law.name} takes {takes}")
        given[ours] = value
    return complete(law, [given.get(name) for name in law.args])


def complete(law, values):
    """The values; TypeError names a parameter without default that is not given."""
    for (name, _, fallback, _), value in zip(law.params, values):
        if value is None and math.isnan(fallback):
            raise TypeError(f"{law.name} needs {name}")
    return values


def called(law, names):
    """The caller's names of the parameters: from `names` if given there, otherwise the sampler's."""
    return law.args if names is None else [n if isinstance(n, str) else own for n, own in zip(names, law.args)]


def dtype_of(law, dtype, method):
    """The dtype of a result; TypeError if the sampler does not have it."""
    if dtype is None:
        return law.default
    made = np.dtype(dtype)
    if made not in law.types or not made.isnative:
        raise TypeError(f"Unsupported dtype {made!r} for {method}: it draws {', '.join(t.str[1:] for t in law.types)}")
    return made


# ---- Suggestions for unknown names. Attributes need none here: Python itself prints suggestions for them. ----

_MOST, _NEAR, _SPREAD = 3, 0.65, 0.15   # maximum number of names; similarity of the best; maximum difference of others to it


def hint(wrong, names):
    """"; did you mean 'gamma'?" or "". names: the known names, or a dictionary from these to the names that are shown."""
    shown = names if isinstance(names, dict) else {name: name for name in names}
    match = difflib.SequenceMatcher(b=str(wrong).lower())
    found = []
    for name in shown:
        match.set_seq1(name.lower())
        if match.real_quick_ratio() >= _NEAR:
            found.append((match.ratio(), name))
    found.sort(key=lambda pair: -pair[0])
    near = dict.fromkeys(shown[name] for ratio, name in found if ratio >= max(_NEAR, found[0][0] - _SPREAD))
    if not near:
        return ""
    *first, last = [repr(name) for name in list(near)[:_MOST]]
    return f"; did you mean {', '.join(first) + ' or ' if first else ''}{last}?"


_STRATEGIES = {name: form for name, form, _ in _core.strategies()}


def check_strategy(strategy):
    """TypeError or ValueError if this is not the name of a strategy; the library reads the part after the colon."""
    if not isinstance(strategy, str):
        raise TypeError(f"strategy must be a str, not {type(strategy).__name__}")
    if strategy not in _STRATEGIES and strategy.partition(":")[0] not in _STRATEGIES:
        text = hint(strategy, _STRATEGIES) or ": reroll.strategies() lists them"
        raise ValueError(f"unknown strategy {strategy!r}{text}")


def device_hint(spec):
    """The hint for the name of a device that did not open, or for one of its options."""
    names = [name for name, _, _ in _core.devices()]
    known, options = {*names, *(name.partition(":")[0] for name in names)}, ["warp", "tile", "threads"]
    name, *given = spec.split(",")
    if name not in known:
        return hint(name, known)
    return next((hint(option, options) for option in (o.partition("=")[0] for o in given) if option not in options), "")


_devices = {}


def device(spec):
    """An open device; one per string in a process."""
    if isinstance(spec, _core.Device):
        return spec
    if spec not in _devices:
        try:
            _devices[spec] = _core.Device(spec)
        except ValueError as why:
            raise ValueError(f"{why}{device_hint(spec)}") from None
    return _devices[spec]
