# SPDX-License-Identifier: MIT OR Apache-2.0
"""Plots of samples with a density, and of wasted attempts against acceptance. Needs matplotlib (pip install reroll[plot]).

>>> import matplotlib
>>> matplotlib.use("agg")
>>> import reroll.plot
>>> [line.get_label() for line in reroll.plot.waste(lanes=32).lines]
['loop', 'grouped:4', 'regroup']
"""
from __future__ import annotations

from typing import Any, Callable

import numpy as np
from matplotlib import pyplot
from numpy.typing import ArrayLike, NDArray

from . import _generator, _laws, _read, model
from ._own import Law


_OPTIONS = ("size", "rng", "bins", "between", "density", "ax")   # of histogram, in addition to a sampler's parameters


def histogram(name: str | Law, *values: Any, size: int = 100_000, rng: Any = 0, bins: Any = 100, between: float = 0.999,
              density: Callable[[NDArray[np.float64]], ArrayLike] | None = None, ax: Any = None, **named: Any) -> Any:
    """Plots a histogram of samples of any scalar distribution, with a density that you give.

    Parameters
    ----------
    name : str or Law
    *values, **named
        Its parameters: one value of each for all samples.
    size : int
        The number of samples.
    rng : Generator or a seed
    bins : as in numpy.histogram
        Not used for integers whose range is below 200: these get one bin per integer.
    between : float
        The fraction of samples that the plot shows; equal parts of both tails are omitted.
    density : callable, optional
        The density, or for integers the probability, at an array of points. It is plotted over the histogram.
    ax : matplotlib Axes, optional
        The default is the axes of a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> ax = reroll.plot.histogram("gamma", 2, density=lambda x: x * numpy.exp(-x))
    >>> ax.get_title()
    'gamma(shape=2, scale=1)'
    """
    law = _laws.find(_generator.LAWS, name)
    given = _laws.by_name(law, values, named, _OPTIONS)
    plain = [p[2] if v is None else v for p, v in zip(law.params, _read.parameters(law, given))]
    if law.shape or any(isinstance(v, np.ndarray) for v in plain) and not law.takes_arrays:
        raise ValueError(f"{law.name}: histogram takes distributions of numbers, with one value per parameter")
    if size < 1 or not 0 < between <= 1:
        raise ValueError("size must be positive, between in (0, 1]")
    source = rng if isinstance(rng, _generator.Generator) else _generator.Generator(rng)
    drawn = np.asarray(source.sample(name, *given, size=size))
    low, high = np.quantile(drawn, [(1 - between) / 2, (1 + between) / 2])
    whole = drawn.dtype.kind in "iu"
    edges = np.arange(low, high + 2) - .5 if whole and high - low < 200 else np.histogram_bin_edges(drawn, bins, (low, high))
    counts, edges = np.histogram(drawn, edges)
    ax = pyplot.figure(layout="constrained").add_subplot() if ax is None else ax
    ax.stairs(counts / (size * np.diff(edges)), edges, fill=True, alpha=.5, label=f"{size:,} samples")
    if density is not None:
        x = _integers(edges) if whole else np.linspace(edges[0], edges[-1], 1000)[1:-1]
        ax.plot(x, density(x), "o" if whole else "-", color="black", markersize=3, label="density")
    shown = ", ".join(f"{n}={v:g}" if np.ndim(v) == 0 else f"{n}=..." for n, v in zip(law.args, plain))
    ax.set(title=f"{law.name}({shown})", xlabel="x", ylabel="probability" if whole else "density")
    ax.legend()
    return ax


def _integers(edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """The integers inside the edges, or, if there are more than 1000, about 1000 of them."""
    first, last = np.ceil(edges[0]), np.ceil(edges[-1]) - 1
    return np.linspace(first, last, int(min(last - first + 1, 1000))).round()


def waste(lanes: int = 32, strategies: tuple[str, ...] = ("loop", "grouped:4", "regroup"), points: int = 60,
          ax: Any = None) -> Any:
    """Plots the model's fraction of wasted attempts of a warp against the acceptance.

    Parameters
    ----------
    lanes : int
        The lanes of a warp, 1 to 64.
    strategies : tuple of str
        Strategies of the model: "loop", "cached", "grouped:G", "fixed:M", "regroup".
    points : int
        The number of acceptances, evenly spaced from 0.02 to 1.
    ax : matplotlib Axes, optional

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> ax = reroll.plot.waste(lanes=8, strategies=("loop", "cached"))
    >>> float(ax.lines[0].get_ydata()[-1])      # at acceptance 1 no attempt is wasted
    0.0
    """
    ax = pyplot.figure(layout="constrained").add_subplot() if ax is None else ax
    accept = np.linspace(.02, 1, points)
    for name in strategies:
        kind, _, number = name.partition(":")
        takes = {"grouped": "group", "fixed": "proposals"}.get(kind)
        if number and not takes:
            raise ValueError(f"strategy {name!r} is not of the form {kind}: {kind} takes no number")
        more = {takes: int(number)} if number else {}
        ax.plot(accept, [1 - model.ask(kind, float(a), lanes, **more)["efficiency"] for a in accept], label=name)
    ax.set(xlabel="acceptance", ylabel="fraction of attempts wasted", title=f"{lanes} lanes", xlim=(0, 1), ylim=(0, 1))
    ax.legend()
    return ax
