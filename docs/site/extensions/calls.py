# SPDX-License-Identifier: MIT OR Apache-2.0
"""One call of a sampler in Python, C and the command. Values are those of the descriptor's example; the Python call is that
of the method's docstring, which the doctests run."""
import math
import re

import reroll
from reroll import _docs, _generator

SAMPLES = 3


def python(sampler):
    """The last example of the method's docstring, as far as the end of the call."""
    method = re.sub("[-:]", "_", sampler["name"])
    text = getattr(reroll.Generator, method).__doc__
    example = [line.strip() for line in text.splitlines() if f">>> reroll.Generator(1).{method}(" in line][-1]
    return example[4:4 + _end_of_call(example[4:], f".{method}(")]


def _end_of_call(text, start):
    depth = 0
    for at in range(text.index(start), len(text)):
        depth += (text[at] in "([") - (text[at] in ")]")
        if not depth and text[at] == ")":
            return at + 1
    raise ValueError(f"no end: {text}")


def _side(law):
    """The length of vectors and rows in the example."""
    return law.default_k or (2 if any(shape.sides for shape in law.shapes) else 3)


def _values(sampler):
    """The example's values, nested lists of numbers, in the order of the parameters."""
    law = _generator.LAWS[sampler["name"]]
    names = {"float": float}
    return [eval(_docs._value(law, p, _side(law)), names) for p in range(len(law.args))], _side(law)


def _number(value):
    return f"{value:g}"


def _list(value):
    """The command's form: 1,0.5;0.5,2."""
    if not isinstance(value, list):
        return _number(value)
    rows = value if isinstance(value[0], list) else [value]
    return ";".join(",".join(map(_number, row)) for row in rows)


def command(sampler):
    values, side = _values(sampler)
    given = []
    for p, value in zip(sampler["params"], values):
        text = _list(value)
        given.append(f"--{p['name']} " + (f"'{text}'" if ";" in text else text))
    rows = sampler["shape"] and not any(isinstance(v, list) for v in values)
    return " ".join(["reroll sample", sampler["name"], *given, *([f"--components {side}"] if rows else []), f"-n {SAMPLES}"])


# ---- C ----------------------------------------------------------------------------------------------------------------

def _prototype(name, header):
    """(type, arguments) of the typed call of the default type."""
    found = dict(re.findall(rf"rr_fill_{name}_(f64|i64|f32|i32|u32|u64)\((.*?)\);", header.read_text()))
    kind = next(k for k in ("i64", "u32") if k in found) if "i64" in found or "f64" not in found else "f64"
    return kind, [argument.split() for argument in found[kind].split(", ")]


def _c_value(value):
    if isinstance(value, list):
        flat = sum(value, []) if isinstance(value[0], list) else value
        return f"(double[]){{{', '.join(map(_number, flat))}}}"
    return _number(value) if math.isfinite(value) else f"{'-' if value < 0 else ''}INFINITY"


def c(sampler, header):
    values, side = _values(sampler)
    kind, arguments = _prototype(sampler["file"], header)
    lengths = {"number": 3, "factors": 1}
    given, sizes, left = [], 0, iter(values)
    for words in arguments:
        name = words[-1].lstrip("*")
        if name in ("device", "stream", "out"):
            given.append({"device": "cpu", "stream": "&s"}.get(name, name))
        elif words[0] == "size_t":
            given.append(str(lengths.get(name, side) if sizes else SAMPLES))
            sizes += 1
        else:
            given.append(_c_value(next(left)))
    count = SAMPLES * math.prod(int(n) if n.isdigit() else side for n in sampler["shape"])
    c_type = {"f64": "double", "i64": "int64_t", "u32": "uint32_t"}[kind]
    return f"{c_type} out[{count}];\nrr_fill_{sampler['file']}_{kind}({', '.join(given)});"
