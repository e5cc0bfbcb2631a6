# SPDX-License-Identifier: MIT OR Apache-2.0
"""User-defined distributions: from proposals and from densities, closed when no longer referenced."""
import copy
import ctypes
import gc
import math
import os
import pathlib
import pickle
import shutil
import signal
import subprocess
import threading
import time

import numpy as np
import pytest

import reroll
from test_numbers import COMMAND

LAWS = pathlib.Path(__file__).parents[2] / "examples/laws"
needs_cc = pytest.mark.skipif(not shutil.which("cc"), reason="no compiler")


def logpdf(x):
    return -x * x * x * x / 4


@needs_cc
def test_a_law_of_a_text_is_the_commands(tmp_path):
    with reroll.open_law(LAWS / "doppler.h") as law:
        assert law.args == ["temperature", "energy"] and law.name == "doppler" and law.report is None
        assert reroll.open_law(LAWS / "doppler.h") is law
        path = tmp_path / "x.npy"
        subprocess.run([COMMAND, "sample", LAWS / "doppler.h", "--temperature", "300", "--energy", "0.0253", "-n", "3000",
                        "--seed", "5", "-o", path], check=True, stdout=subprocess.DEVNULL)
        wanted = np.load(path)
        rng = reroll.Generator(5)
        drawn = rng.sample(law, 300, energy=0.0253, size=3000)
        assert drawn.tobytes() == wanted.tobytes() and rng.next == 3000
        assert (law.sample(3000, 300, 0.0253, rng=5) == wanted).all()
        assert (reroll.sample(law, 300, 0.0253, size=3000, seed=5, strategy="loop") == wanted).all()
        assert (law.sample(3000, np.full(3000, 300.), [0.0253], rng=rng.at(0)) == wanted).all()
        assert law.sample(4, 300, 0.0253, dtype="f4").dtype == np.float32
        assert reroll.plan(law, 300, 0.0253, size=10**6)["choice"] in {name for name, *_ in reroll.strategies()}
        again = pickle.loads(pickle.dumps(law))
        assert again is law and copy.deepcopy(law) is law
        with pytest.raises(ValueError, match="^temperature = -1"):
            rng.sample(law, -1, 1, size=3)
        with pytest.raises(TypeError, match="doppler needs energy"):
            law.sample(3, 300)
    assert law.closed and "closed" in repr(law)
    with pytest.raises(ValueError, match="the distribution is closed"):
        law.sample(3, 300, 1)
    law.close()
    assert not reroll.open_law(LAWS / "doppler.h").closed


@needs_cc
def test_views_go_with_their_law(tmp_path):
    text = (LAWS / "doppler.h").read_text()
    with reroll.open_law(f"{LAWS / 'doppler.h'}:cosine") as cosine, reroll.open_law(text) as speed:
        assert cosine.name == "doppler:cosine" and cosine.digest == speed.digest and cosine is not speed
        assert reroll.open_law(text, derived="cosine") is cosine and pickle.loads(pickle.dumps(cosine)) is cosine
        fast, way = (law.sample(10**4, 900, 1e-4, rng=3) for law in (speed, cosine))
        assert way.min() >= -1 and way.max() <= 1
        assert way.mean() < -0.1 and (fast > 0).all()   # who comes towards the neutron is met more often
        reroll.save(tmp_path / "x.npy", cosine, 900, 1e-4, size=100, rng=3)
        assert (reroll.remake(tmp_path / "x.npy") == way[:100]).all()
    with pytest.raises(ValueError, match="no derived distribution none; its first one is cosine"):
        reroll.open_law(text, derived="none")


@needs_cc
def test_sixteen_parameters():
    with reroll.open_law(LAWS.parent.parent / "tests/devices/sixteen.h") as law:
        digits = {f"p{k}": np.array([k % 8, (k + 3) % 8]) for k in range(16)}
        wanted = sum(digits[f"p{k}"] * 8**k for k in range(16))
        assert (law.sample(2, **digits) == wanted).all()


@needs_cc
def test_laws_close_themselves():
    """At most 16 are open at a time: 40 in turn must work. Each text takes the compiler a few seconds."""
    text = (LAWS / "triangle.h").read_text()
    for k in range(40):
        law = reroll.open_law(f"{text}/* {k if os.environ.get('REROLL_DEEP') else 0} */\n")
        assert law.close() is None and law.closed
    law = reroll.open_law(text)
    name = law.name
    del law
    gc.collect()
    assert reroll.open_law(f"{text}/* another of that name */\n").name == name


@pytest.mark.parametrize("law, why", [
    ("nowhere.h", "nowhere.h"), ("RR_LAW(x, 1, \"\")\n", "."), ("int f(void);\n", "."), ("nowhere.so", "nowhere.so"),
])
def test_what_is_no_law_is_a_value_error(law, why):
    with pytest.raises(ValueError, match=why):
        reroll.open_law(law)


def test_a_density_is_a_law():
    law = reroll.law_from_density(logpdf=logpdf)
    assert law.args == ["loc", "scale"] and law.report["evaluations"] > 0
    (error, fine), (pieces, more), (size, larger) = (law.report[name] for name in ("error", "pieces", "bytes"))   # f4, f8
    assert 0 <= error <= 2.0**-22 and 0 < fine <= 2.0**-40 and 100 < pieces < more and 8 * pieces < size < larger > 8 * more
    mass = 2 * math.gamma(.25) / 4 * math.sqrt(2)
    assert math.isclose(law.report["mass"], mass, rel_tol=1e-12)
    x = law.sample(200_000, rng=1)
    second = 2 * math.gamma(.75) / math.gamma(.25)
    fourth = 1.0   # integration by parts: E x^4 = 1
    assert abs((x**2).mean() - second) < 5 * math.sqrt((fourth - second**2) / len(x))
    assert (law.sample(10, rng=1) == x[:10]).all() and (law.sample(10, rng=reroll.Generator(1).at(50)) == x[50:60]).all()
    assert np.allclose(law.sample(10, 3, scale=[2.0], rng=1), 3 + 2 * x[:10], rtol=1e-14, atol=1e-14)
    again = pickle.loads(pickle.dumps(law))
    assert again.digest == law.digest and (again.sample(10, rng=1) == x[:10]).all()
    pdf = reroll.law_from_density(lambda x: 3 - x, support=(0, 3), centre=1, breaks=[1, 2])
    assert 0 < pdf.sample(1000).min() and pdf.sample(1000).max() < 3 and abs(pdf.sample(10**5).mean() - 1) < 0.02


def test_tables_histograms_samples():
    rng = reroll.Generator(3)
    n = 100_000
    with reroll.law_from_table([0, 1, 3], [0, 1, 0]) as law:
        assert abs(law.sample(n, rng=rng).mean() - 4 / 3) < 5 * 0.624 / math.sqrt(n)
    with reroll.law_from_histogram([1, 0, 3], [0, 1, 2, 4]) as law:
        x = law.sample(n, rng=rng)
        assert ((x < 1) | (x >= 2)).all() and abs((x < 1).mean() - .25) < 5 * math.sqrt(.1875 / n)
        assert pickle.loads(pickle.dumps(law)).digest == law.digest
    with reroll.law_from_samples([4, 1, 2]) as law:
        x = law.sample(n, rng=rng)
        assert 1 <= x.min() and x.max() <= 4 and abs((x < 2).mean() - .5) < 2.5 / math.sqrt(n)


def test_samples_are_quantiles_and_ties_keep_their_probability():
    u = reroll.Generator(5).uniform(size=20_000)
    generator = np.random.default_rng(1)
    rounded = np.round(generator.normal(size=9000), 2)
    for data in ([1, 1, 1, 2, 4], [7, 7.], [-.1] * 9, generator.poisson(3, 50_000), rounded):
        law = reroll.law_from_samples(data)
        x = law.sample(len(u), rng=reroll.Generator(5))
        assert np.allclose(x, np.quantile(data, u), rtol=1e-9, atol=1e-9)
        assert law.report["mass"] == len(data) - 1 and pickle.loads(pickle.dumps(law)).digest == law.digest
    assert (x == np.round(x, 2)).mean() > .9
    many = generator.gamma(.3, size=10**6)
    law = reroll.law_from_samples(many)
    x = law.sample(len(u), rng=reroll.Generator(5))
    off = np.abs(np.searchsorted(np.sort(many), x) / len(many) - u)
    assert (off <= np.minimum(1.5e-4, np.minimum(u, 1 - u) / 64) + 2e-6).all() and law.report["pieces"][1] < 16600
    assert law.digest == reroll.law_from_samples(np.sort(many)).digest


@pytest.mark.parametrize("a", [.9, .95])
def test_poles_at_both_ends(a):
    law = reroll.law_from_density(logpdf=lambda x: -a * (math.log(x) + math.log1p(-x)), support=(0, 1))
    b = 1 - a
    assert math.isclose(law.report["mass"], math.gamma(b)**2 / math.gamma(2 * b), rel_tol=1e-12)
    x, n = law.sample(100_000, rng=2), 100_000
    assert 0 <= x.min() and x.max() <= 1 and abs((x < .5).mean() - .5) < 2.5 / math.sqrt(n)
    assert abs(x.var() - 1 / (8 * b + 4)) < 5 * .25 / math.sqrt(n)   # of beta(b, b)
    pdf = reroll.law_from_density(lambda x: abs(x - .25)**-a if x != .25 else math.inf, support=(0, 1), breaks=[.25])
    assert math.isclose(pdf.report["mass"], (.25**b + .75**b) / b, rel_tol=1e-11)
    with pytest.raises(ValueError, match="a pole at x = 0.25 that is too steep: it is like d\\^-1.5 at a distance d"):
        reroll.law_from_density(logpdf=lambda x: -1.5 * math.log(abs(x - .25) + 5e-324), support=(0, 1), breaks=[.25])


@pytest.mark.parametrize("call, why", [
    (lambda: reroll.law_from_density(lambda x: -1.0), "negative|not"), (lambda: reroll.law_from_density(lambda x: 0.0), "."),
    (lambda: reroll.law_from_density(lambda x: math.nan), "."), (lambda: reroll.law_from_density(logpdf, support=(1, 0)),
                                                                 "."),
    (lambda: reroll.law_from_density(lambda x: 1.0), "."), (lambda: reroll.law_from_table([0, 0], [1, 1]), "not above"),
    (lambda: reroll.law_from_table([0, 1, 2], [1, 1]), "^density must have as many values as x"),
    (lambda: reroll.law_from_histogram([1, 1], [0, 1]), "^edges must have"),
    (lambda: reroll.law_from_samples([1, np.nan]), "finite"),
    (lambda: reroll.law_from_samples([[1, 2]]), "^samples must be a vector"), (lambda: reroll.law_from_samples([]), "."),
    (lambda: reroll.law_from_density(logpdf=logpdf, breaks=[2, 1]), "."),
])
def test_densities_that_are_refused(call, why):
    with pytest.raises(ValueError, match=why) as said:
        call()
    assert len(str(said.value)) > 10


@pytest.mark.parametrize("call", [
    lambda: reroll.law_from_density(), lambda: reroll.law_from_density(logpdf, logpdf=logpdf),
    lambda: reroll.law_from_density(3), lambda: reroll.law_from_density(lambda: 1), lambda: reroll.sample(3, size=2),
    lambda: reroll.law_from_density(lambda x: "1"),
])
def test_types_that_are_refused(call):
    with pytest.raises(TypeError):
        call()


def test_an_exception_in_a_density_is_the_calls():
    class Own(Exception):
        pass

    asked = []

    def pdf(x):
        asked.append(x)
        if len(asked) == 300:
            raise Own("the 300th")
        return math.exp(-abs(x))

    with pytest.raises(Own, match="the 300th"):
        reroll.law_from_density(pdf)
    assert len(asked) == 300


def test_control_c_in_a_density_of_c():
    """A function that is not Python code does not check signals; the call does."""
    stop = ctypes.pythonapi.PyErr_SetInterrupt
    calls = []

    class Stops:
        def __call__(self, x):
            calls.append(x)
            if len(calls) == 10:
                stop()
            return 1 / (1 + x * x)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)   # a shell's job in the background ignores it
    try:
        with pytest.raises(KeyboardInterrupt):
            reroll.law_from_density(Stops())
    finally:
        signal.signal(signal.SIGINT, before)
    assert 10 <= len(calls) < 100


def test_a_law_is_not_closed_under_a_job():
    law = reroll.law_from_density(logpdf=logpdf)
    started = threading.Event()
    drawing = threading.Thread(target=lambda: law.sample(30_000_000, progress=lambda n: started.set()))
    drawing.start()
    started.wait()
    with pytest.raises(ValueError, match="running"):
        law.close()
    drawing.join()
    law.close()
    assert law.closed


def test_a_law_outlives_its_last_name():
    law = reroll.law_from_density(logpdf=logpdf)
    wanted = law.sample(3_000_000)
    made = []

    def draw(law):
        made.append(reroll.sample(law, size=3_000_000))

    drawing = threading.Thread(target=draw, args=(law,))
    drawing.start()
    del law
    gc.collect()
    time.sleep(0.001)
    drawing.join()
    assert (made[0] == wanted).all()


def test_a_centre_is_one_number():
    for bad in ([.5], [.5, 1], np.array([.5]), ()):
        with pytest.raises(ValueError, match="^centre must be one number, not "):
            reroll.law_from_density(lambda x: 1., support=(0, 1), centre=bad)
    reroll.law_from_density(lambda x: 1., support=(0, 1), centre=np.array(.5))


def test_a_support_has_two_ends_and_a_path_may_be_bytes(tmp_path):
    for bad in ((0, 1, 2), 5, None):
        with pytest.raises(ValueError, match="support must be two numbers"):
            reroll.law_from_density(lambda x: 1., support=bad)
    with pytest.raises(ValueError, match="no such file"):
        reroll.open_law(bytes(tmp_path / "none.h"))
    with pytest.raises(ValueError, match="size must be positive"):
        reroll.plan("gamma", shape=2, size=0)


UNEVEN = [0, 1, 2, 4, 10]
DATA = np.repeat([.5, 1.5, 3, 9], [10, 40, 30, 20])


def test_densities_of_uneven_bins_are_none_of_counts():
    counts, edges = np.histogram(DATA, UNEVEN)
    densities, _ = np.histogram(DATA, UNEVEN, density=True)
    wanted = reroll.law_from_histogram(counts, edges)
    x = wanted.sample(100_000, rng=3)
    assert abs((x > 4).mean() - .2) < .01
    for law in (reroll.law_from_histogram(densities, edges), reroll.law_from_histogram(densities, edges, density=True),
                reroll.law_from_histogram(densities.astype("f4"), edges),
                reroll.law_from_histogram(counts, edges, density=False),
                reroll.law_from_histogram(counts.astype(float), edges), reroll.law_from_histogram(counts / 100, edges),
                reroll.law_from_histogram(3 * densities, edges, density=True)):
        assert np.allclose(law.sample(1000, rng=3), x[:1000], rtol=1e-5)
        assert pickle.loads(pickle.dumps(law)).digest == law.digest
    as_counts = reroll.law_from_histogram(densities, edges, density=False)
    assert not np.allclose(as_counts.sample(1000, rng=3), x[:1000], rtol=1e-2)
    # Weights are masses too, and so are values near a density whose integral is not 1.
    weights = np.histogram(DATA, UNEVEN, weights=np.full(len(DATA), .37))[0]
    for masses in (weights, densities * (1 + 1e-6)):
        same = reroll.law_from_histogram(masses, edges, density=False)
        assert reroll.law_from_histogram(masses, edges).digest == same.digest


def test_densities_times_widths_beyond_a_double():
    wanted = reroll.law_from_histogram([1, 19], [0, 100, 2000]).sample(1000, rng=3)
    assert np.allclose(reroll.law_from_histogram([1e308, 1e308], [0, 100, 2000], density=True).sample(1000, rng=3), wanted)
    ends = np.array([-2, 0, 4]) * 2.0**1021   # the sum of the masses overflows too
    law = reroll.law_from_histogram([1e308, 1.5e308], ends, density=True)
    assert abs((law.sample(10_000, rng=3) > 0).mean() - .75) < .03
    with pytest.raises(ValueError, match="high - low overflows a double"):
        reroll.law_from_histogram([1e308, 1], [-1.5e308, 1.7e308, 1.75e308], density=True)


@pytest.mark.parametrize("values, edges", [([.5, .25], [0, 1, 3]), ([1, 0, 0.], [0, 1, 3, 9]), ([1., 1.], [0, .25, 1]),
                                           ([.25, .5, .25], [0, 2, 2.5, 3.5])])
def test_what_may_be_either_is_refused_where_it_matters(values, edges):
    """Their integral is 1, and so is their sum, or they are integers."""
    widths = np.diff(edges)
    matters = np.ptp(widths[np.array(values) > 0]) > 0 and (np.sum(values) == 1 or np.all(np.mod(values, 1) == 0))
    if matters:
        with pytest.raises(ValueError, match="density=True or density=False"):
            reroll.law_from_histogram(values, edges)
    else:
        reroll.law_from_histogram(values, edges)
    both = [reroll.law_from_histogram(values, edges, density=d).digest for d in (True, False)]
    assert (both[0] != both[1]) == (np.ptp(widths[np.array(values) > 0]) > 0)


def test_even_bins_need_no_word():
    for density in (False, True):
        made = np.histogram(DATA, 10, density=density)
        law = reroll.law_from_histogram(*made)
        assert law.digest == reroll.law_from_histogram(*made, density=False).digest
    assert reroll.law_from_histogram([5, 5], [0, 1, 3]).digest == reroll.law_from_histogram([5, 5], [0, 1, 3], False).digest
    for counts in ([1, 1], np.array([1, 1], "u1")):   # integers are not densities, even where their integral is 1
        law = reroll.law_from_histogram(counts, [0, .25, 1])
        assert law.digest == reroll.law_from_histogram(counts, [0, .25, 1], density=False).digest
    with pytest.raises(ValueError, match="one value more"):
        reroll.law_from_histogram([1, 2], [0, 1])
