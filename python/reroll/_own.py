# SPDX-License-Identifier: MIT OR Apache-2.0
"""User-defined distributions: from a proposal (open_law), from a density, a table, a histogram, or samples (law_from_...).

include/reroll_user.h and docs/your-own-law.md define proposals, include/reroll_density.h and docs/density.md densities.
"""
from __future__ import annotations

import hashlib
import math
import os
import weakref
from typing import Any, Callable

import numpy as np
from numpy.typing import ArrayLike

from . import _core, _laws, _read
from ._order import Size

_BINS = 16384   # maximum of a histogram; a table has at most one point more

# Open texts by SHA-256: a process has one Law per text.
_texts: weakref.WeakValueDictionary[str, Law] = weakref.WeakValueDictionary()


class Law:
    """A user-defined distribution, made by open_law, law_from_density, law_from_table, law_from_histogram, law_from_samples.

    Generator.sample, reroll.sample, reroll.plan and others take it in place of a sampler's name. It is closed when its last
    reference is deleted, at the end of a `with` block, or by close().

    Attributes
    ----------
    name : str
    args : list of str
        The parameters in their order; those of a density are loc (0) and scale (1).
    path : str or None
        The file that it was opened from.
    digest : str
        Its identity: SHA-256 of its text, or 16 hexadecimal digits of a density's tables.
    report : dict or None
        For a density: "mass", its integral as given; "error", the largest relative error of the probability of a sample, as
        (f4, f8); "pieces" and "bytes" of the tables; "evaluations" of the density.

    A pickle holds the text, the numbers or the function, which must be picklable, and the digest. Unpickling raises
    ValueError if this machine's math library gives other tables.
    """

    def __init__(self, made: Any, again: tuple[Any, ...], file: str | None = None, derived: str | None = None) -> None:
        self._made, self._again = made, again
        self._descriptor = _laws.descriptor(made, made.info)
        self._file, self._ending = file and os.path.abspath(file), f":{derived}" if derived else ""
        self.path = file and file + self._ending
        self.name: str = made.info["name"]
        self.args: list[str] = self._descriptor.args
        self.digest: str = made.digest
        self.report: dict[str, Any] | None = made.report

    def sample(self, size: Size = None, *values: Any, rng: Any = 0, **named: Any) -> Any:
        """Samples; element k has index next + k of the Generator.

        Parameters
        ----------
        size : int or tuple of ints, optional
        *values, **named
            The parameters, in their order or by name, as numbers or arrays that broadcast; and strategy, dtype, out and
            progress of Generator.sample.
        rng : Generator or a seed
            The default is seed 0, as in reroll.sample.

        Returns
        -------
        ndarray or a number

        Examples
        --------
        >>> with reroll.law_from_table([0, 1, 2], [0, 1, 0]) as triangle:
        ...     triangle.sample(3, rng=reroll.Generator(1)).shape
        (3,)
        """
        from . import default_rng
        return default_rng(rng).sample(self, *values, size=size, **named)

    def _place(self):
        """The path for a job file: that of the file now, which may be another folder's; ValueError if its text has changed
        since it was opened."""
        make, (text, *_) = self._again
        if make is _of_text:
            with open(self._file, encoding="utf-8", newline="") as file:
                if file.read() != text:
                    raise ValueError(f"{self.path} has changed since it was opened: open it again")
        given = self.path.removesuffix(self._ending)
        file = given if os.path.abspath(given) == self._file else os.path.relpath(self._file)
        return os.fsencode(file + self._ending)

    def close(self) -> None:
        """Closes the distribution; ValueError if a thread draws from it. Later calls raise."""
        self._made.close()

    @property
    def closed(self) -> bool:
        """Whether it is closed."""
        closed: bool = self._made.closed
        return closed

    def __enter__(self) -> Law:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<reroll.Law {self.name}({', '.join(self.args)}){', closed' if self.closed else ''}>"

    def __copy__(self) -> Law:
        return self

    def __deepcopy__(self, memo: Any) -> Law:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (*self._again, self.digest)


def _restore(make, given, digest):
    law = make(*given)
    if law.digest == digest:
        return law
    raise ValueError(f"{law.name}: its digest is {law.digest} here, {digest} where it was made")


def _of_text(text, file=None, derived=None):
    """The Law for a text and a derived distribution, the same one each time; if it is opened from another file, another Law
    of the same code. Messages name the file."""
    key, again = f"{hashlib.sha256(text.encode()).hexdigest()}:{derived}", (_of_text, (text, None, derived))
    law = _texts.get(key)
    if law is None or law.closed:
        law = _texts[key] = Law(_core.Law("open", file or text, derived), again, file, derived)
    elif file and os.path.abspath(file) != law._file:
        law = _texts[key] = Law(law._made, again, file, derived)
    return law


def open_law(law: str | os.PathLike[str], derived: str | None = None) -> Law:
    """Opens a distribution from a proposal (rr_law_open): code that runs with your permissions. Open only what you trust.

    Parameters
    ----------
    law : str or path
        The path of its text, or of an object made by `reroll law build` (it ends in .so). A string that has a newline is the
        text itself. A text is compiled by $CC, or by cc; one that is opened twice is compiled once, and close() closes both.
        At most 16 can be open at a time.
    derived : str, optional
        The derived distribution (RR_DERIVED) to draw: another function of the same attempts. Its samples and those of the
        distribution itself have the same attempts at the same index. A path may end in ":name" as well.

    Returns
    -------
    Law

    Raises
    ------
    ValueError
        There is no such file, or the text has an error: the message names the line.
    RuntimeError
        There is no compiler.

    Examples
    --------
    >>> text = '''
    ... RR_LAW(quarter, 1, "the abscissa of a point in a quarter of a disc")
    ... RR_PARAM(radius, 0, INFINITY, "of the disc")
    ... RR_MIN_ACCEPTANCE(0.78)
    ... RR_EXAMPLE(1)
    ... RR_TRY(quarter)
    ... {
    ...     const rr_unit a = rr_draw_uniform(d), b = rr_draw_uniform(d);
    ...     return rr_accept(radius * a.u, rr_le(rr_fma(a.u, a.u, b.u * b.u), rr_splat(RR_C(1))));
    ... }
    ... '''
    >>> reroll.open_law(text).sample(size=4, radius=2).shape
    (4,)
    """
    path = os.fsdecode(law)
    if "\n" in path:
        return _of_text(path, derived=derived)
    front, colon, end = path.rpartition(":")
    if derived is None and colon and not os.path.exists(path) and os.path.isfile(front):
        path, derived = front, end
    if path.endswith(".so") or not os.path.isfile(path):
        return Law(_core.Law("open", path, derived), (open_law, (os.path.abspath(path), derived)), path, derived)
    with open(path, encoding="utf-8", newline="") as file:
        return _of_text(file.read(), path, derived)


def law_from_density(pdf: Callable[[float], float] | None = None, *, logpdf: Callable[[float], float] | None = None,
                     support: tuple[float, float] = (-math.inf, math.inf), centre: float | None = None,
                     breaks: ArrayLike = ()) -> Law:
    """The distribution of a density, which is given as a function (rr_law_from_density).

    Parameters
    ----------
    pdf, logpdf : callable
        One of them: the density at a float, or its logarithm, up to a factor. An exception in it ends the call.
    support : (float, float)
        The ends of the interval of the density; they may be infinite. The density is not evaluated at them.
    centre : float, optional
        A point where the density is not small. The default is to search for one.
    breaks : sequence of floats
        Increasing, inside the support: poles, kinks, jumps, ends of gaps, distant modes. The density may be infinite there.

    Returns
    -------
    Law
        Its parameters are loc (0) and scale (1). A sample takes one uniform; nothing is rejected. The relative error of its
        probability is at most 2^-22 in f4 and 2^-40 in f8; it is measured before the function returns.

    Raises
    ------
    ValueError
        The density is negative, NaN or infinite somewhere, its mass is 0 or infinite, it has an atom, or it is too rough.

    Notes
    -----
    The function is evaluated at large and at tiny numbers too. There x * x is inf, as it should be, but Python's x**2 and
    math.exp raise OverflowError. A logpdf made of products avoids this. A break may be evaluated, where a pole is inf, but
    0.0**-0.5 raises ZeroDivisionError. Poles up to abs(x - p)**-0.99 are accepted at breaks and at the ends of the support.

    Examples
    --------
    >>> quartic = reroll.law_from_density(logpdf=lambda x: -x * x * x * x / 4)
    >>> bool(abs(quartic.sample(10**5).std() - 0.822) < 0.01)     # the root of 2 gamma(3/4) / gamma(1/4)
    True
    """
    if (pdf is None) == (logpdf is None):
        raise TypeError(f"{'neither' if pdf is None else 'both'} of pdf and logpdf is given: one is needed")
    function, is_log = (logpdf, True) if pdf is None else (pdf, False)
    if not callable(function):
        raise TypeError(f"{'logpdf' if is_log else 'pdf'} must be a function of a float, not {type(function).__name__}")
    if np.shape(support) != (2,):
        raise ValueError(f"support must be two numbers, its ends, not {support!r}")
    low, high = _read.reals(support, "support").tolist()
    if not low < high:
        raise ValueError(f"support = ({low}, {high}) is empty: its first end must be below its second")
    breaks = _vector("breaks", breaks)
    _increasing("breaks", breaks)
    _read.refuse((breaks <= low) | (breaks >= high), f"breaks must be inside the support ({low}, {high})", breaks=breaks)
    if np.ndim(centre):
        raise ValueError(f"centre must be one number, not {centre!r}")
    centre = math.nan if centre is None else float(_read.reals(centre, "centre"))
    made = _core.Law("density", function, is_log, low, high, centre, breaks)
    return Law(made, (_density, (function, is_log, (low, high), centre, breaks)))


def _density(function, is_log, support, centre, breaks):
    return law_from_density(**{"logpdf" if is_log else "pdf": function}, support=support, centre=centre, breaks=breaks)


def _vector(name, values):
    made = np.array(_read.reals(values, name), order="C")   # the Law keeps it
    if made.ndim != 1:
        raise ValueError(f"{name} must be a vector, not of {made.ndim} dimensions")
    return made


def _increasing(name, values):
    """ValueError if values are not finite or not increasing."""
    _read.refuse(~np.isfinite(values), f"{name} must be finite", **{name: values})
    wrong = np.flatnonzero(values[1:] <= values[:-1])
    if wrong.size:
        k = int(wrong[0]) + 1
        raise ValueError(f"{name}[{k}] = {values[k]} is not above {name}[{k - 1}] = {values[k - 1]}: {name} must increase")


def _masses(name, values):
    """ValueError if values are not masses."""
    _read.refuse(~((values >= 0) & np.isfinite(values)), f"{name} must be finite and not negative", **{name: values})
    if not np.any(values):
        raise ValueError(f"{name} is 0 throughout: at least one value must be positive")


def _sized(name, values, low, high):
    if not low <= len(values) <= high:
        raise ValueError(f"{name} has {len(values)} values: {low} to {high} are accepted")


def law_from_table(x: ArrayLike, density: ArrayLike) -> Law:
    """The distribution of a density that is linear between points.

    Parameters
    ----------
    x : array_like, (n,)
        Increasing; 2 <= n <= 16385.
    density : array_like, (n,)
        Not negative; any multiple of the density.

    Returns
    -------
    Law

    Examples
    --------
    >>> reroll.law_from_table([0, 1, 3], [0, 1, 0]).sample(size=3).max() < 3
    np.True_
    """
    x, density = _vector("x", x), _vector("density", density)
    if len(x) != len(density):
        raise ValueError(f"density must have as many values as x: {len(x)}, not {len(density)}")
    _sized("x", x, 2, _BINS + 1)
    _increasing("x", x)
    _masses("density", density)
    return Law(_core.Law("table", x, density), (law_from_table, (x, density)))


def law_from_histogram(mass: ArrayLike, edges: ArrayLike, density: bool | None = None) -> Law:
    """The distribution of a histogram, as numpy.histogram returns it: uniform in each bin.

    Parameters
    ----------
    mass : array_like, (n,)
        The mass of each bin, such as a count, or its density; not negative; n <= 16384.
    edges : array_like, (n + 1,)
        Increasing.
    density : bool, optional
        True: `mass` has densities, as of numpy.histogram(..., density=True). False: it has masses. By default values whose
        integral is 1 are densities; integers, and values with another integral, are masses; ValueError if they may be
        either. If all bins have one width, densities and masses give the same distribution.

    Returns
    -------
    Law

    Examples
    --------
    >>> import numpy
    >>> reroll.law_from_histogram(*numpy.histogram([1, 2, 2, 5.])).sample(size=2).shape
    (2,)
    >>> uneven = numpy.histogram([1, 2, 2, 5.], bins=[0, 3, 9], density=True)
    >>> reroll.law_from_histogram(*uneven, density=True).sample(size=2).shape
    (2,)
    """
    are_integers = np.asarray(_read.here(mass)).dtype.kind in "iub"
    coarse = max(np.finfo(t).eps for t in (np.float64, *_float_types(mass, edges)))
    mass, edges = _vector("mass", mass), _vector("edges", edges)
    if len(edges) != len(mass) + 1:
        raise ValueError(f"edges must have one value more than mass: {len(mass) + 1}, not {len(edges)}")
    _sized("mass", mass, 1, _BINS)
    _increasing("edges", edges)
    _masses("mass", mass)
    with np.errstate(all="ignore"):
        widths = np.diff(edges)
        if density is None:
            density = _are_densities(mass, widths, are_integers, max(1e-9, 16 * coarse))
        if density:
            densities, mass = mass, mass * widths
            if not np.all(np.isfinite(mass)):   # beyond what a double holds: any multiple gives the same distribution
                mass = densities / np.max(densities) * np.diff(edges / 2)
        return _histogram(mass, edges)


def _float_types(*arrays):
    """The float types of arrays, which determine the rounding of their numbers."""
    return [a.dtype for a in arrays if isinstance(a, np.ndarray) and a.dtype.kind == "f"]


def _are_densities(values, widths, are_integers, close):
    """True if a histogram has densities instead of masses, if the two differ; ValueError if it may be either."""
    filled = widths[values > 0]
    if are_integers or not filled.size or np.ptp(filled) <= close * np.max(filled):
        return False
    if not abs(np.sum(values * widths) - 1) <= close:
        return False
    if np.all(values == np.floor(values)) or abs(np.sum(values) - 1) <= close:
        raise ValueError("mass may be masses or densities, which differ where bins have unequal widths: "
                         "density=True or density=False is needed")
    return True


def _histogram(mass, edges):
    return Law(_core.Law("histogram", edges, mass), (_histogram, (mass, edges)))


def law_from_samples(samples: ArrayLike) -> Law:
    """The distribution of a sample: numpy.quantile(samples, U), with U uniform on (0, 1).

    The distribution function increases by 1 / (n - 1) between neighbouring samples. A value that occurs k times has
    probability (k - 1) / (n - 1). Generator.choice draws the samples themselves (the bootstrap).

    Parameters
    ----------
    samples : array_like, (n,)
        In any order, n >= 2. If there are too many different values for a table, 16,385 quantiles are kept. The
        distribution function then changes by at most 1.5e-4, and each tail probability by at most 1/64 of itself.

    Returns
    -------
    Law

    Examples
    --------
    >>> bool(1 <= reroll.law_from_samples([4, 1, 2.5]).sample() <= 4)
    True
    >>> bool((reroll.law_from_samples([0, 0, 0, 1]).sample(9) <= 1).all())
    True
    """
    samples = _vector("samples", samples)
    if len(samples) < 2:
        raise ValueError(f"samples has {len(samples)} values: at least 2 are needed")
    _read.refuse(~np.isfinite(samples), "samples must be finite", samples=samples)
    return Law(_core.Law("samples", np.sort(samples)), (law_from_samples, (samples,)))
