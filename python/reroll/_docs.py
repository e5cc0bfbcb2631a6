# SPDX-License-Identifier: MIT OR Apache-2.0
"""Makes the docstrings of Generator's methods that are samplers, in NumPy's form, from the library's descriptors."""
import math

_COMMON = {
    "dtype": ("dtype, optional", "Sample type: {types}; default {default}."),
    "out": ("ndarray, optional", "Output array of the result's shape and type, also on a GPU; the call returns it."),
    "stream": ("int or a stream, optional",
               "A CUDA stream, for arrays on a GPU: the call returns immediately; reroll.wait(stream) raises its errors."),
    "method": ("{'zig', 'inv'}", "NumPy's two methods; here both give the same samples."),
}


def _axes(sides):
    """The axes of an array: "K,", "R, C"."""
    return ", ".join(sides) + "," * (len(sides) == 1)


def _type_of(law, p):
    shape = law.shapes[p]
    if not shape.sides:
        return f"{'int' if law.integers else 'float'} or array_like"
    axes = _axes(shape.sides) if shape.once else f"..., {', '.join(shape.sides)}"
    return f"{'float or ' if shape.one else ''}array_like, ({axes})"


def _parameter(law, argument, p, default):
    _, help_, _, (low, high, low_open, high_open) = law.params[p]
    given = "" if default is None or math.isnan(default) else f"; default {default:g}"
    inside = f"in {'(' if low_open else '['}{low:g}, {high:g}{')' if high_open else ']'}{given}"
    return argument, _type_of(law, p), f"{_capital(help_)}; {inside}."


def _capital(text):
    """The text with a capital first letter, unless it begins with a formula such as k = 1, 2, ..."""
    return text if text[1:3] == " =" else text[0].upper() + text[1:]


def _size(law, arguments):
    shape = "Shape of the array of samples, without the axes of a sample" if law.shape else "Shape of the result"
    default = "the shape to which the parameters broadcast" if arguments else "a single sample"
    return "size", "int or tuple of ints, optional", f"{shape}; default: {default}."


def _dim(law):
    what = "the number of components" if len(law.shape) == 1 else f"where a sample has {' x '.join(law.shape)} numbers"
    return "dim", "int, optional", f"{law.dim}, {what}; default: from the parameters."


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
    """The Python type of a single sample."""
    return "float" if law.default.kind == "f" else "int"


def _returns(law):
    if law.shape:
        return [f"ndarray, size + ({_axes(law.shape)})", "    Each sample uses one index."]
    kind = number(law)
    article = "A" if kind == "float" else "An"
    return [f"{kind} or ndarray",
            f"    {article} {kind} if size is None and no parameter is an array. Each number uses one index."]


def _value(law, p, side):
    """The text of an accepted value of parameter p, whose sides have the length `side`."""
    value, shape = law.example[p] if law.example else 1.0, law.shapes[p]
    text = f"{value:g}" if math.isfinite(value) else f"float('{value:g}')"
    _, _, _, (low, _, low_open, _) = law.params[p]
    if shape.rule == "covariance":
        return str([[int(i == k) for k in range(side)] for i in range(side)])
    if shape.once and len(shape.sides) == 2:
        return str([[1 + k] for k in range(side)])
    if shape.sides == ("N",):
        return "[0, 1, 2]" if shape.once and (low < 0 or low == 0 and not low_open) else "[1, 2, 3]"
    for _ in shape.sides:
        text = f"[{', '.join([text] * side)}]"
    return text


def _example(law, name, arguments, pass_on):
    """A call and its result. pass_on: the source of each parameter of the sampler, an argument's name or a number."""
    texts = dict(zip(pass_on, (_value(law, p, law.default_k or 2) for p in range(len(law.args)))))
    given = [texts[a] for a in arguments]
    side = law.default_k or (2 if any("[" in t for t in given) else 3)
    more = ["size=3"] + ([f"dim={side}"] if law.shape and not any("[" in t for t in given) else [])
    unit = _axes([str(n) for n in (3, *[2 if s == "2" else side for s in law.shape])])
    return [f">>> reroll.Generator(1).{name}({', '.join(given + more)}).shape", f"({unit})"]


def of(law, name, title, arguments, pass_on, more):
    """The docstring of method `name`. arguments: (name, default or None) of each; more: the same of the others, in order."""
    places = {argument: p for p, argument in enumerate(pass_on) if isinstance(argument, str)}
    entries = [_parameter(law, argument, places[argument], default) for argument, default in arguments]
    for extra in more:
        if extra in ("size", "dim"):
            entries.append(_size(law, arguments) if extra == "size" else _dim(law))
        else:
            kind, text = _COMMON[extra]
            types = [t.str[1:] for t in law.types]
            entries.append((extra, kind, text.format(types=", ".join(types), default=types[0])))
    lines = [f"{title}{_capital(law.help)}.", ""]
    lines += _section("Parameters", _entries(entries)) + _section("Returns", _returns(law))
    lines += _section("References", _wrapped(f"{law.source}.", ""))
    lines += _section("Examples", _example(law, name, [a for a, _ in arguments], pass_on))
    return "\n".join(lines)
