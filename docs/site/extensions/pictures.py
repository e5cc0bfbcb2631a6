# SPDX-License-Identifier: MIT OR Apache-2.0
"""A sampler's picture: draws, and the exact probabilities of the cells in laws/FAMILY/cells, which the chi-square tests use.
Rows have no cells: two of their components are shown."""
import math
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import reroll

ROOT = Path(__file__).resolve().parents[3]
DRAWS = 100_000
BLUE, RED = "#4c78a8", "#e45756"


def picture(sampler, folder):
    """(file, caption), or None where there is nothing to show."""
    folder.mkdir(parents=True, exist_ok=True)
    figure = Figure(figsize=(6, 2.8), layout="constrained")
    axes = figure.subplots()
    caption = _cells(sampler, axes) or _others(sampler, axes)
    if not caption:
        return None
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    to = folder / f"{sampler['file']}.svg"
    figure.savefig(to, metadata={"Date": None})
    return to, caption


# ---- Numbers --------------------------------------------------------------------------------------------------------------

def _case(sampler):
    """(params, edges, probabilities) of the most informative case, or None: the chi-square tests have extreme ones too."""
    path = ROOT / "laws" / sampler["folder"] / "cells" / f"{sampler['file']}.txt"
    if not path.exists():
        return None
    cases = []
    for line in path.read_text().splitlines():
        word = line.split()
        if line.startswith("case "):
            cases.append((word[3], [float.fromhex(p) for p in word[5:-2]], [], []))
        elif not line.startswith("#"):
            cases[-1][2].append(math.inf if word[0] == "inf" else float.fromhex(word[0]))
            cases[-1][3].append(float(word[1]))
    return min(cases, key=lambda c: _oddness(*c[1:]))[1:] if cases else None


def _oddness(params, edges, mass):
    """The sort key, least extreme first: few cells that are neither rare nor nearly everything are extreme, then densities
    of many magnitudes, then parameters far from 1."""
    width = np.diff(edges[:-1])
    seen = np.array(mass[1:-1])
    seen, width = seen[seen > 0.004], width[seen > 0.004]
    if not len(seen):
        return math.inf, True, math.inf
    with np.errstate(over="ignore"):
        sizes = np.max(seen / width) / np.min(seen / width)
    return -min(len(seen), 12), sizes > 100, sum(abs(math.log10(abs(p))) for p in params if p and math.isfinite(p))


def _named(sampler, params):
    return ", ".join(f"{p['name']} = {v if isinstance(v, list) else f'{v:g}'}" for p, v in zip(sampler["params"], params))


def _whole(values):
    return [int(v) if v == int(v) and abs(v) < 2 ** 53 else v for v in values] if all(map(math.isfinite, values)) else values


def _draw(sampler, params):
    rng = reroll.Generator(1).child(sampler["name"])
    return rng.sample(sampler["name"], *_whole(params), size=DRAWS).astype(float)


def _cells(sampler, axes):
    case = _case(sampler)
    if not case or len(case[1]) < 2:
        return None
    params, edges, mass = case
    whole = "i64" in sampler["dtypes"] or "f64" not in sampler["dtypes"]
    draws = _draw(sampler, params)
    below = np.cumsum(mass)
    # ends[k] to ends[k + 1] has mass[k + 1]: the first cell and the last one have no end, but counts with few values.
    ends, mass = np.array(edges[:-1]), np.array(mass)
    if whole:
        ends = np.concatenate([[ends[0] - 1], ends, [ends[-1] + 1] if len(ends) < 4 else []]) + 0.5
        mass, below = np.concatenate([[0], mass]), np.concatenate([[0], below])
    shown = np.flatnonzero((below[:len(ends) - 1] < 0.99) & (below[1:len(ends)] > 0.01))
    if len(shown) < 2:
        return None
    return _steps(axes, sampler, params, draws, ends[shown[0]:shown[-1] + 2], mass[shown + 1], whole)


def _steps(axes, sampler, params, draws, ends, mass, whole):
    scale = np.log10 if not whole and ends[0] > 0 and ends[-1] / ends[0] > 300 else (lambda x: x)
    width = np.diff(scale(ends))
    counted = np.histogram(draws, ends)[0] / len(draws)
    axes.stairs(counted / width, scale(ends), fill=True, color=BLUE, alpha=.45, label=f"{DRAWS:,} draws")
    axes.stairs(mass / width, scale(ends), color=RED, label="exact", baseline=None)
    axes.set_xlabel("log10 of the sample" if scale is np.log10 else "sample")
    axes.set_ylabel("probability" if whole else "density")
    axes.legend(frameon=False)
    values = _named(sampler, params)
    return f"{sampler['name']}{f' of {values}' if values else ''}: draws, and the exact probability of each cell over its width."


# ---- Samplers without cells: rows, and choices -------------------------------------------------------------------------

def _given(sampler, p, side):
    if len(p["shape"]) == 2:
        return np.eye(side)
    if p["shape"] == ["N"]:
        if sampler["file"].startswith("lowrank"):
            return [[0.5], [0.2], [0.9]][:side]
        if p is sampler["params"][0]:
            return [0.2, 0.5, 0.9]
        places = dict.fromkeys(("means", "locs", "mus"), [0., 3., 6.])   # of a mixture's components
        return {**places, "dfs": [3., 5., 9.]}.get(p["name"], [.4, .9, 2.])
    if p["default"] is not None:
        return p["default"]
    return {"alpha": 2.0, "df": side + 2.0, "n": 20, "eta": 0.0, "nsample": 10, "colors": 12}.get(p["name"], 1.0)


def _others(sampler, axes):
    given = [_given(sampler, p, 3) for p in sampler["params"]]
    rng = reroll.Generator(1).child(sampler["name"])
    known = any(len(p["shape"]) == 2 for p in sampler["params"])
    try:
        rows = rng.sample(sampler["name"], *given, size=2000, **{} if known else {"dim": 3}).reshape(2000, -1)
    except (TypeError, ValueError):
        return _choices(axes, sampler, rng, given)
    vary = np.flatnonzero(rows.std(axis=0))[:2]
    if len(vary) < 2:
        return None
    axes.scatter(rows[:, vary[0]], rows[:, vary[1]], s=4, color=BLUE, alpha=.5, linewidths=0)
    axes.set(xlabel=f"component {vary[0]}", ylabel=f"component {vary[1]}")
    return f"{sampler['name']}: two of {rows.shape[1]} components, 2000 rows."


def _choices(axes, sampler, rng, given):
    try:
        draws = rng.sample(sampler["name"], *given, size=DRAWS)
    except (TypeError, ValueError):
        return None
    values, counted = np.unique(draws, return_counts=True)
    if len(values) > 30:
        return _histogram(axes, sampler, draws, given)
    axes.bar(values, counted / DRAWS, color=BLUE, alpha=.45)
    axes.set(xlabel="sample", ylabel="fraction of draws", xticks=values)
    return f"{sampler['name']} of {_named(sampler, given)}: {DRAWS:,} draws."


def _histogram(axes, sampler, draws, given):
    low, high = np.quantile(draws, [.005, .995])
    scale = np.log10 if low > 0 and high / low > 300 else (lambda x: x)
    counted, ends = np.histogram(scale(draws), 80, (scale(low), scale(high)))
    axes.stairs(counted / len(draws) / np.diff(ends), ends, fill=True, color=BLUE, alpha=.45)
    axes.set(xlabel="log10 of the sample" if scale is np.log10 else "sample", ylabel="density")
    return f"{sampler['name']} of {_named(sampler, given)}: {DRAWS:,} draws."
