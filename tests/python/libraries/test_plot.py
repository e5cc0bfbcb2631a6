# SPDX-License-Identifier: MIT OR Apache-2.0
"""Pictures: they show the samples and the model."""
import doctest

import numpy as np
import pytest

import reroll

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")
import reroll.plot   # noqa: E402


@pytest.fixture(autouse=True)
def closed():
    yield
    matplotlib.pyplot.close("all")


def test_a_histogram_is_of_the_samples(tmp_path):
    ax = reroll.plot.histogram("normal", 1, sd=2, size=20_000, rng=5, bins=40, between=1,
                               density=lambda x: np.exp(-((x - 1) / 2)**2 / 2) / np.sqrt(8 * np.pi))
    drawn = reroll.Generator(5).sample("normal", 1, 2, size=20_000)
    heights, edges, _ = ax.patches[0].get_data()
    wanted, bounds = np.histogram(drawn, 40, density=True)
    assert np.allclose(heights, wanted, rtol=1e-12) and np.allclose(edges, bounds)
    middle = (edges[1:] + edges[:-1]) / 2
    line = np.interp(middle, *ax.lines[0].get_data())
    counts = heights * np.diff(edges) * 20_000
    expected = line * np.diff(edges) * 20_000
    assert (abs(counts - expected) < 5 * np.sqrt(expected) + 8).all()
    ax.figure.savefig(tmp_path / "x.svg")
    assert (tmp_path / "x.svg").stat().st_size > 1000


def test_counts_have_a_bar_each_and_any_law_goes():
    ax = reroll.plot.histogram("poisson", 4, size=5000, density=lambda k: 0 * k)
    heights, edges, _ = ax.patches[0].get_data()
    assert (np.diff(edges) == 1).all() and (edges % 1 == .5).all() and ax.get_ylabel() == "probability"
    assert reroll.plot.histogram("categorical", [1, 2, 3], size=600).get_title() == "categorical(weights=...)"
    with reroll.law_from_table([0, 1, 2], [0, 1, 0]) as law:
        assert reroll.plot.histogram(law, size=600, ax=ax) is ax
    for bad in (lambda: reroll.plot.histogram("dirichlet", [1, 2]), lambda: reroll.plot.histogram("normal", [1, 2])):
        with pytest.raises(ValueError, match="distributions of numbers"):
            bad()


def test_a_density_of_counts_is_drawn_at_all_integers_or_at_1000():
    for mean, more in ((4, {}), (1e4, {"bins": 50}), (1e4, {"bins": [0.2, 0.4]})):
        ax = reroll.plot.histogram("poisson", mean, size=2000, density=lambda k: 0 * k, **more)
        edges = ax.patches[0].get_data()[1]
        assert ax.lines[0].get_xdata().tolist() == np.arange(np.ceil(edges[0]), edges[-1]).tolist()
    ax = reroll.plot.histogram("geometric", 1e-15, size=2000, density=lambda k: 1e-15 * np.exp(-1e-15 * k))
    x, edges = ax.lines[0].get_xdata(), ax.patches[0].get_data()[1]
    assert len(np.unique(x)) == 1000 and (x == np.floor(x)).all() and edges[0] <= x[0] and x[-1] <= edges[-1]


@pytest.mark.parametrize("call", [lambda: reroll.plot.histogram("gamma", 2, size=0),
                                  lambda: reroll.plot.histogram("gamma", 2, between=2),
                                  lambda: reroll.plot.waste(strategies=("loop:4",)),
                                  lambda: reroll.plot.waste(strategies=("x",))])
def test_what_is_refused(call):
    with pytest.raises(ValueError, match="size|strategy"):
        call()


def test_waste_is_the_models():
    ax = reroll.plot.waste(lanes=16, strategies=("loop", "grouped:2", "fixed:8"), points=11)
    for line, kind in zip(ax.lines, ("loop", "grouped", "fixed")):
        x, y = line.get_data()
        wanted = [1 - reroll.model.ask(kind, a, 16, group=2 if kind == "grouped" else 1)["efficiency"] for a in x]
        assert y.tolist() == wanted and len(x) == 11


def test_examples():
    result = doctest.testmod(reroll.plot, extraglobs={"reroll": reroll, "numpy": np})
    assert result.failed == 0 and result.attempted > 5
