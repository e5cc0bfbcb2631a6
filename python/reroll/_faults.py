# SPDX-License-Identifier: MIT OR Apache-2.0
"""Turns the result of a call into an exception that names the caller's argument, the place in it, the value, and what is
accepted. It is made from the fields of rr_result (core/errors.c), not from its message."""
import math

import numpy as np

from . import _laws, _read


class ParameterError(ValueError):
    """A parameter that the library refuses: its message names the argument, the place in it, the value and what is accepted.
    Where NumPy's method raises a ValueError, the method of the same name raises that.

    Examples
    --------
    >>> try:
    ...     reroll.Generator(7).inverse_gamma([2.0, -1.0])
    ... except reroll.ParameterError as error:
    ...     print(error)
    shape[1] = -1.0 is outside [1e-300, 1e+300]
    """
    __module__ = "reroll"


class Call:
    """The data for messages: the sampler, the shapes of samples and of one sample, and for each parameter, in the sampler's
    order, the caller's name and shape."""

    def __init__(self, law, shape, shapes, names=None, unit=(), dtype=None):
        self.law, self.shape, self.unit, self.dtype = law, shape, unit, dtype
        self.shapes = shapes
        self.names = _laws.called(law, names)

    @classmethod
    def of(cls, law, shape, values, *args, **named):
        """The same, with the parameters instead of their shapes."""
        return cls(law, shape, [np.shape(v) for v in values], *args, **named)

    def place(self, element):
        """The place of an element, as a tuple: of the sample, and of the component if samples are rows."""
        return tuple(int(k) for k in np.unravel_index(element, self.shape + self.unit)) if element is not None else ()

    def sample(self, element):
        """"sample [3, 0]"."""
        at = self.place(element)
        return f"sample [{', '.join(map(str, at))}]" if at else "the sample"

    def argument(self, p, element=None, place=(None, None), whole=False):
        """The text "shape[3, 0]" for the value of parameter p of an element. place: the value's place in a vector or matrix;
        whole: the text is for all values of the element's row."""
        name, shape, of = self.names[p], self.shapes[p], self.law.shapes[p]
        inner = tuple(k for k in place if k is not None)
        at = self.place(element)
        lead, component = at[:len(at) - len(self.unit)], at[len(at) - len(self.unit):]
        if of.sides and not of.once and of.sides == self.law.shape:
            if len(self.unit) > 1 and shape[-len(self.unit):] != self.unit:   # a mean given row by row in one axis
                component = (int(np.ravel_multi_index(component, self.unit)),) if component else ()
            inner = inner or component
        elif of.once and 0 < len(inner) < len(of.sides):
            inner = tuple(int(k) for k in np.unravel_index(inner[0], shape))
        if whole:
            inner, shape = (), shape[:-1]
        elif of.sides and not inner:
            shape = () if of.once else shape[:-1]
        return _read.where(name, (*lead, *inner), shape) if len(lead) + len(inner) >= len(shape) else name


def _text(x):
    """An end of a range: six digits, or all digits of an integer."""
    short = f"{x:g}"
    return short if float(short) == x or abs(x) > 2**64 or x != math.floor(x) else f"{x:.0f}"


# ---- Parameters: one line each, "what is given, where, what is accepted" -------------------------------------------------

def _one(text):
    """The line for one value."""
    return lambda f, call: f"{call.argument(f['parameter'], f['element'], f['place'])} = {f['value']} is {text}"


def _range(text):
    def line(f, call):
        low, high, low_open, high_open = f["range"]
        if -low == high == np.finfo(np.float64).max:
            return _one("not finite")(f, call)
        ends = f"{'(' if low_open else '['}{_text(low)}, {_text(high)}{')' if high_open else ']'}"
        return _one(f"{text} {ends}")(f, call)
    return line


def _weights(f, call):
    if call.law.shapes[f["parameter"]].rule == "logits":
        if f["value"] is not None:
            return _one("not a logit: a number or -inf")(f, call)
        row = call.argument(f["parameter"], f["element"], whole=True)
        return f"{row} is -inf throughout: at least one logit must be a number"
    if f["value"] is not None:
        return _one("not a weight: finite and not negative")(f, call)
    return f"{call.argument(f['parameter'], f['element'])} is 0 throughout: at least one weight must be positive"


def _direction(f, call):
    row = call.argument(f["parameter"], f["element"], whole=True)
    return f"{row} is 0 throughout: a direction has a component other than 0"


def _symmetric(f, call):
    i, j = f["place"]
    name = call.names[f["parameter"]]
    return f"{name} is not symmetric: {name}[{i}, {j}] - {name}[{j}, {i}] = {f['value']}"


def _semidefinite(f, call):
    i, j = f["place"]
    return f"{call.names[f['parameter']]} is not positive semidefinite: its pivot [{i}, {j}] is {f['value']}"


def _relation(f, call):
    given = []
    for p, value in enumerate(f["related"]):
        summed = call.law.shapes[p].rule == "sum"
        place = call.argument(p, f["element"], whole=summed)
        given.append(f"the sum of {place} = {value}" if summed else f"{place} = {value}")
    return f"{', '.join(given)}: {f['relation']}"


_PARAMETERS = {
    "range": _range("outside"), "integer": _range("not an integer in"),
    "increasing": _one("not above the value before it"), "finite": _one("not finite"),
    "weights": _weights, "direction": _direction, "symmetric": _symmetric, "semidefinite": _semidefinite,
    "relation": _relation, "unknown": lambda f, call: f"a parameter of {call.sample(f['element'])} is outside its range",
}


def error(found, call):
    """The exception for the result of a call."""
    kind = found["kind"]
    if kind in _PARAMETERS:
        return ParameterError(_PARAMETERS[kind](found, call))
    first, failed = call.sample(found["first_failed"]), found["failed"]
    if kind == "fit":
        if "does not fit" in found["message"]:
            return OverflowError(f"the count of {first} does not fit {call.dtype}")
        return OverflowError(f"a stage of {first} got a parameter outside its range, such as a Poisson mean above 1e15")
    if kind == "failed":
        return RuntimeError(f"{failed} samples had no accepted proposal by {found['strategy']}; the first is {first}")
    if kind == "cap":
        return RuntimeError(f"{failed} samples reached the cap of attempts; the first is {first}")
    return ParameterError(found["message"])
