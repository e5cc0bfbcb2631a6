# SPDX-License-Identifier: MIT OR Apache-2.0
"""The library's descriptors: what each sampler is called, takes and gives."""
import math
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from . import _suggest

# rr_type: number, NumPy's name.
TYPES = {1: "f4", 2: "f8", 3: "i4", 4: "i8", 5: "u4", 6: "u8", 7: "f2"}
NUMBERS = {np.dtype(name): number for number, name in TYPES.items()}


class Shape(NamedTuple):
    """Of a parameter (include/reroll_shape.h): its sides by name, "K", "D", "R", "C" or "N"; once: one for all samples; its
    rule by name; one: one value may stand for all."""
    sides: tuple[str, ...]
    once: bool
    rule: str
    one: bool


def descriptor(number, info):
    """Of a sampler of the list, by its number, or of a _core.Law."""
    law = SimpleNamespace(number=number, **info)
    law.types = [np.dtype(TYPES[n]) for n in TYPES if info["dtypes"] >> n & 1]
    law.default = next(np.dtype(t) for t in (("i8",) if law.counts else ("f8", "u4")) if np.dtype(t) in law.types)
    law.types.sort(key=lambda t: t != law.default)
    law.names = info["names"].split()
    law.shapes = [Shape(*shape) for shape in info["shapes"]]
    law.takes_arrays = bool(law.shape) or any(shape.sides for shape in law.shapes)
    law.dim = law.shape[0] if len(set(law.shape)) == 1 else None   # the dimension that `dim` gives
    law.args = [p[0] for p in info["params"]]
    law.identifier = law.name.replace("-", "_").replace(":", "_")
    return law


def load(core):
    """All samplers by name, in the order of the list."""
    return {law.name: law for law in (descriptor(i, d) for i, d in enumerate(core.laws()))}


def find(laws, name):
    """The sampler of that name, or of another name that others know it by; a Law is its own."""
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
    raise ValueError(f"unknown sampler {name!r}{_suggest.hint(wanted, known) or ': reroll.samplers() lists them'}")


def by_name(law, values, named, options=()):
    """Values in the sampler's order; TypeError names what is missing or not there. options: what else the call takes by
    name, which a wrong name may have been meant to be."""
    given = dict(zip(law.args, values))
    takes = f"({', '.join(law.args)})" if law.args else "no parameters"
    if len(values) > len(law.args):
        raise TypeError(f"{len(values)} parameters are given: {law.name} takes {takes}")
    for name, value in named.items():
        ours = name if name in law.args else law.synonyms.get(name)
        if ours is None:
            text = _suggest.hint(name, [*law.args, *law.synonyms, *options])
            raise TypeError(f"unknown parameter {name!r}: {law.name} takes {takes}{text}")
        if ours in given:
            raise TypeError(f"{ours} is given twice: {law.name} takes {takes}")
        given[ours] = value
    return complete(law, [given.get(name) for name in law.args])


def complete(law, values):
    """The values; TypeError names what has no default and is not given."""
    for (name, _, fallback, _), value in zip(law.params, values):
        if value is None and math.isnan(fallback):
            raise TypeError(f"{law.name} needs {name}")
    return values


def called(law, names):
    """What the caller calls the parameters: `names`, where that has a name, else the sampler's."""
    return law.args if names is None else [n if isinstance(n, str) else own for n, own in zip(names, law.args)]


def dtype_of(law, dtype, method):
    """The type of a result, one of the sampler's; TypeError if it is none."""
    if dtype is None:
        return law.default
    made = np.dtype(dtype)
    if made not in law.types or not made.isnative:
        raise TypeError(f"Unsupported dtype {made!r} for {method}: it draws {', '.join(t.str[1:] for t in law.types)}")
    return made
