# SPDX-License-Identifier: MIT OR Apache-2.0
"""The texts of Generator's methods that are samplers, in NumPy's form, from the library's descriptors."""
import math

from . import _laws

_SHAPES = {"matrix": "array_like, (K, K)", "factor": "array_like, (K, R)", "component": "float or array_like, (..., K)",
           "row": "float or array_like"}
_COMMON = {
    "dtype": ("dtype, optional", "Of the samples: {types}; the first unless given."),
    "out": ("ndarray, optional", "Where samples go; of the result's shape and type, on a GPU too. It is what is returned."),
    "stream": ("int or a stream, optional",
               "Of CUDA, for arrays on a GPU: the call returns at once, and reroll.wait(stream) raises what was wrong."),
    "method": ("{'zig', 'inv'}", "NumPy's two are one here."),
}


def _type_of(law, p):
    kind = _laws.kind_of(law, p)
    if kind == "weights":
        one = "float or " if _laws.is_mixture(law) else ""
        return f"{one}array_like, (K,)" if law.plain else "array_like, (..., K)"
    if law.integers:
        return "int or array_like"
    return _SHAPES["row" if not law.vector and not law.weights else kind]


def _parameter(law, argument, p, default):
    _, help_, _, (low, high, low_open, high_open) = law.params[p]
    given = "" if default is None or math.isnan(default) else f"; {default:g} unless given"
    inside = f"in {'(' if low_open else '['}{low:g}, {high:g}{')' if high_open else ']'}{given}"
    return argument, _type_of(law, p), f"{help_[0].upper()}{help_[1:]}; {inside}."


def _size(law):
    before = "Rows: the shape before that of a row" if law.vector else "Shape of the result"
    return "size", "int or tuple of ints, optional", f"{before}; unless given that of the parameters, broadcast."


def _dim(law):
    what = "K, of matrices of K x K numbers" if law.square else "K, how many numbers a row has"
    return "dim", "int, optional", f"{what}; unless given as the parameters say."


def _wrapped(text, indent):
    """Lines of at most 100 characters."""
    lines, line = [], ""
    for word in text.split():
        if line and len(indent) + len(line) + 1 + len(word) > 100:
            lines.append(indent + line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, indent + line]


def _section(title, lines):
    return [title, "-" * len(title), *lines, ""]


def _entries(entries):
    made = []
    for name, kind, text in entries:
        made += [f"{name} : {kind}", *_wrapped(text, "    ")]
    return made


def number(law):
    """What Python calls a sample that is alone."""
    return "float" if law.default.kind == "f" else "int"


def _returns(law):
    unit = ", size + (R, C)" if law.oblong else ", size + (K, K)" if law.square else ", size + (K,)" if law.vector else ""
    if law.vector:
        return [f"ndarray{unit}", "    A row takes an index each."]
    kind = number(law)
    return [f"{kind} or ndarray", f"    A number takes an index; a {kind} where size is None and no parameter an array."]


def _values(law):
    """Texts of parameters that the sampler takes."""
    size = law.components or 2
    made = []
    for p in range(len(law.args)):
        value = law.example[p] if law.example else 1.0
        text = f"{value:g}" if math.isfinite(value) else f"float('{value:g}')"
        kind = _laws.kind_of(law, p)
        if kind == "matrix":
            text = str([[int(i == k) for k in range(size)] for i in range(size)])
        elif kind == "factor":
            text = "[[1], [2]]"
        elif kind == "weights":
            _, _, _, (low, _, low_open, _) = law.params[p]
            text = "[0, 1, 2]" if law.plain and (low < 0 or low == 0 and not low_open) else "[1, 2, 3]"
        elif kind == "component" and law.vector:
            text = f"[{', '.join([text] * size)}]"
            text = f"[{text}, {text}]" if law.oblong else text
        made.append(text)
    return made


def _example(law, name, arguments, pass_on):
    """A call and what it shows. pass_on: what each parameter of the sampler is, an argument's name or a number."""
    texts = dict(zip(pass_on, _values(law)))
    given = [texts[a] for a in arguments]
    known = any("[" in t for t in given)
    more = ["size=3"] + ([f"dim={law.components or 3}"] if law.vector and not known else [])
    components = law.components or (2 if known else 3)
    unit = "3, " + f"{components}, {components}" if law.square or law.oblong else f"3, {components}" if law.vector else "3,"
    return [f">>> reroll.Generator(1).{name}({', '.join(given + more)}).shape", f"({unit})"]


def of(law, name, title, arguments, pass_on, more):
    """The text of method `name`. arguments: (name, default or None) of each; more: of the others, in their order."""
    places = {argument: p for p, argument in enumerate(pass_on) if isinstance(argument, str)}
    entries = [_parameter(law, argument, places[argument], default) for argument, default in arguments]
    for extra in more:
        if extra in ("size", "dim"):
            entries.append(_size(law) if extra == "size" else _dim(law))
        else:
            kind, text = _COMMON[extra]
            entries.append((extra, kind, text.format(types=", ".join(t.str[1:] for t in law.types))))
    lines = [f"{title}{law.help[0].upper()}{law.help[1:]}.", ""]
    lines += _section("Parameters", _entries(entries)) + _section("Returns", _returns(law))
    lines += _section("References", _wrapped(f"{law.source}.", ""))
    lines += _section("Examples", _example(law, name, [a for a, _ in arguments], pass_on))
    return "\n".join(lines)
