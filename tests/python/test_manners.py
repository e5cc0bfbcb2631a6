# SPDX-License-Identifier: MIT OR Apache-2.0
"""Wrong calls: the class and the text of their exceptions. A text says what is wrong, then what is accepted."""
import os
import re
import subprocess
import sys

import numpy as np
import pytest

import reroll
import test_numbers

NUMPYS = reroll._names.NAMES
# A value for each of NumPy's parameters, by its name.
GOOD = {"low": 0., "high": 1., "loc": 0., "scale": 1., "shape": 2., "a": 2., "b": 2., "df": 3., "nonc": 1., "dfnum": 3.,
        "dfden": 4., "mu": 0., "kappa": 1., "mean": 1., "sigma": 1., "left": 0., "mode": 1., "right": 2., "n": 5, "p": .5,
        "lam": 1., "ngood": 3, "nbad": 4, "nsample": 2}


def why(call, *args, **named):
    """The exception of a call that fails."""
    with pytest.raises(Exception) as found:
        call(*args, **named)
    return found.value


# ---- None ----

@pytest.mark.parametrize("size", [None, (), 3])
@pytest.mark.parametrize("name", NUMPYS)
def test_none_is_no_parameter_where_numpy_takes_none(name, size):
    """NumPy makes NaN of None in two of its methods, and refuses that."""
    ours, theirs = reroll.Generator(1), np.random.default_rng(1)
    for parameter, _ in NUMPYS[name].parameters:
        given = {p: GOOD[p] for p, _ in NUMPYS[name].parameters} | {parameter: None}
        found, wanted = why(getattr(ours, name), **given, size=size), why(getattr(theirs, name), **given, size=size)
        assert type(found) is TypeError and re.match(f"{parameter} takes (real numbers|integers), not NoneType$", str(found))
        assert type(wanted) is TypeError or name in ("negative_binomial", "geometric")
    assert ours.next == 0


NONES = [
    lambda r: r.integers(5, None), lambda r: r.integers(5, size=None), lambda r: r.integers(5, endpoint=None),
    lambda r: r.normal(size=None), lambda r: r.standard_normal(dtype=None, out=None), lambda r: r.random(None, None, None),
    lambda r: r.choice(3, p=None), lambda r: r.choice(3, None, None), lambda r: r.choice(3, axis=None),
    lambda r: r.choice(3, 2, False, shuffle=None), lambda r: r.permutation(5, None), lambda r: r.permuted([1, 2], axis=None),
    lambda r: r.dirichlet([1, 2], None), lambda r: r.multinomial(3, [.5, .5], None),
    lambda r: r.integers(None), lambda r: r.integers(None, 5), lambda r: r.integers(0, [None]), lambda r: r.choice(None),
    lambda r: r.integers(5, dtype=None), lambda r: r.choice([3, 4], axis=None), lambda r: r.choice(2, p=[None, 1]),
    lambda r: r.bytes(None), lambda r: r.permutation(None), lambda r: r.permutation([5], None), lambda r: r.shuffle(None),
    lambda r: r.shuffle(np.arange(3), None), lambda r: r.dirichlet(None), lambda r: r.multinomial(None, [.5, .5]),
    lambda r: r.multinomial(3, None), lambda r: r.multivariate_hypergeometric(None, 3),
    lambda r: r.multivariate_hypergeometric([3, 4], None), lambda r: r.multivariate_normal(None, np.eye(2)),
    lambda r: r.multivariate_normal([0, 0], None), lambda r: r.multivariate_normal([0, 0], np.eye(2), check_valid=None),
    lambda r: r.multivariate_normal([0, 0], np.eye(2), method=None), lambda r: r.normal(size=[None]),
    lambda r: r.spawn(None),
]


@pytest.mark.parametrize("call", NONES)
def test_none_is_taken_where_numpy_takes_it(call):
    def taken(rng):
        try:
            call(rng)
        except (TypeError, ValueError, np.exceptions.AxisError):
            return False
        return True

    assert taken(reroll.Generator(1)) == taken(np.random.default_rng(1))


def test_none_is_the_default_of_the_librarys_own_methods():
    for call in (lambda r: r.logistic(0, 1), lambda r: r.sample("logistic", None, None),
                 lambda r: r.sample("logistic", loc=None)):
        assert call(reroll.Generator(1)) == reroll.Generator(1).sample("logistic")
    assert reroll.Generator(1).half_normal(None) == reroll.Generator(1).half_normal()
    assert str(why(reroll.Generator(1).sample, "gamma", None)) == "gamma needs shape"


# ---- Unknown names ----

def test_an_unknown_sampler():
    for call in (reroll.Generator(1).sample, reroll.sample, reroll.plan, lambda name: reroll.save("x.npy", name)):
        assert str(why(call, "gama")) == "unknown sampler 'gama'; did you mean 'gamma'?"
        assert str(why(call, "Wishard")).startswith("unknown sampler 'Wishard'; did you mean 'wishart'")
        assert str(why(call, "xyz")) == "unknown sampler 'xyz': reroll.samplers() lists them"
    for name in reroll.samplers():
        if len(name) > 4:
            text = str(why(reroll.sample, name[:-1] + "~"))
            assert repr(name) in text and text.count("'") in (4, 6, 8), text


def test_an_unknown_parameter():
    for call in (reroll.plan, reroll.Generator(1).sample, reroll.sample,
                 lambda *args, **named: reroll.save("x.npy", *args, **named)):
        assert str(why(call, "gamma", shpe=2)) == ("unknown parameter 'shpe': gamma takes (shape, scale); "
                                                   "did you mean 'shape'?")
        assert str(why(call, "gamma", 2, sze=2)).endswith("; did you mean 'size'?")
        assert str(why(call, "gamma", 2, n=2)).endswith("; it is size here")
        assert str(why(call, "gamma", 2, xyz=2)) == "unknown parameter 'xyz': gamma takes (shape, scale)"
        assert str(why(call, "gamma", 2, shape=2)) == "shape is given twice: gamma takes (shape, scale)"
        assert str(why(call, "gamma", 1, 2, 3)) == "3 parameters are given: gamma takes (shape, scale)"
        assert str(why(call, "gamma")) == "gamma needs shape"
    assert str(why(reroll.Generator(1).sample, "lkj", components=3)).endswith("; it is dim here")
    assert str(why(reroll.save, "x.npy", "gamma", 2, seed=3)).endswith("; it is rng here")


def test_an_unknown_strategy():
    rng = reroll.Generator(1)
    for call in (lambda s: rng.sample("gamma", 2, strategy=s), lambda s: rng.sample("sphere", dim=2, strategy=s),
                 lambda s: reroll.save("x.npy", "gamma", 2, strategy=s)):
        assert str(why(call, "lop")) == "unknown strategy 'lop'; did you mean 'loop'?"
    assert "reroll.strategies() lists them" in str(why(rng.sample, "gamma", 2, strategy="xyz"))
    assert str(why(rng.sample, "gamma", 2, strategy=3)) == "strategy must be a str, not int"
    for strategy in ("grouped", "grouped:4", "fixed:9", "fixed:9+", "regroup:ahead"):
        assert rng.at(0).sample("gamma", 2, strategy=strategy) == rng.at(0).gamma(2)


def test_an_unknown_device():
    for spec, text in (("cpuu", "; did you mean 'cpu'?"), ("cda:0", "; did you mean 'cuda"), ("cpu:avx51", "'cpu:avx512'"),
                       ("cpu,thread=2", "; did you mean 'threads'?"), ("cpu,tiles=64", "; did you mean 'tile'?")):
        for call in (lambda: reroll.Generator(1, spec), lambda: reroll.default_rng(1, device=spec),
                     lambda: reroll.plan("gamma", 2, device=spec)):
            found = why(call)
            assert type(found) is ValueError and str(found).startswith(f"device '{spec}': ") and text in str(found)
    assert "did you mean" not in str(why(reroll.Generator, 1, "cpu,threads=x"))


@pytest.mark.parametrize("text, wanted", [("sve", "save"), ("law_from_tabel", "law_from_table"),
                                          ("Generator(1).gama", "gamma")])
def test_python_suggests_attributes(text, wanted):
    """As of all modules and objects, when it prints the exception."""
    done = subprocess.run([sys.executable, "-c", f"import reroll; reroll.{text}"], capture_output=True, text=True)
    assert done.stderr.rstrip().endswith(f"Did you mean: '{wanted}'?")


# ---- Scalars have no place ----

BAD = [np.nan, np.inf, -np.inf, -1., 0., -5, 2.5, 1e305, 2**70, 2**53 + 1, "x", None, 1j, {}, 2**1100, np.float32(-1),
       np.array(-1.), np.array(np.nan), np.array(None), np.array("x"), np.int64(-3)]
PLACE = re.compile(r"\w\[|element|number \d|index \d")


def refused(call, *args, **named):
    try:
        call(*args, **named)
    except Exception as found:
        return str(found)
    return ""


@pytest.mark.parametrize("name", [n for n, law in reroll._generator.LAWS.items()])
def test_a_scalar_has_no_place_of_a_sampler(name):
    rng, good, texts = reroll.Generator(1), test_numbers.values(name), []
    dim = {"dim": 2} if reroll._generator.LAWS[name].dim else {}
    for parameter in good:
        for value in BAD:
            for size in (None, (), 3):
                texts.append(refused(rng.sample, name, **good | {parameter: value}, size=size, **dim))
    assert not [text for text in texts if PLACE.search(text)]


@pytest.mark.parametrize("name", NUMPYS)
def test_a_scalar_has_no_place_of_a_method_of_numpy(name):
    rng, names, texts = reroll.Generator(1), [n for n, _ in NUMPYS[name].parameters], []
    for parameter in names:
        for value in BAD:
            given = {n: GOOD[n] for n in names} | {parameter: value}
            texts += [refused(getattr(rng, name), **given, size=size) for size in (None, (), 3)]
            texts.append(refused(getattr(rng, name), **given, out=np.zeros(3)))
    assert not [text for text in texts if PLACE.search(text)] and (not names or any(texts))


def test_a_scalar_has_no_place_of_rows_and_order():
    rng, texts = reroll.Generator(1), []
    for value in BAD:
        for size in (None, (), 3):
            for call in (lambda: rng.integers(value, size=size), lambda: rng.integers(value, 5, size=size),
                         lambda: rng.integers(0, value, size=size), lambda: rng.multinomial(value, [.5, .5], size=size),
                         lambda: rng.multinomial(value, [1.], size=size), lambda: rng.choice(value, size=size),
                         lambda: rng.multivariate_hypergeometric([3, 4], value, size=size),
                         lambda: rng.dirichlet(value, size=size), lambda: rng.multivariate_normal(value, np.eye(2), size),
                         lambda: rng.multivariate_normal([0, 0], value, size),
                         lambda: rng.sample("multinomial", value, [1, 2])):
                texts.append(refused(call))
    assert any(texts) and not [text for text in texts if PLACE.search(text)]


def test_an_array_has_places():
    """PLACE finds what it is to find."""
    rng = reroll.Generator(1)
    for call in (lambda: rng.gamma([-1.]), lambda: rng.sample("gamma", [[1, -1.]]), lambda: rng.normal([None]),
                 lambda: rng.integers([5], [3]), lambda: rng.dirichlet([-1, 1])):
        assert PLACE.search(refused(call))


# ---- Texts ----

RNG = reroll.Generator(1)
TEXTS = [
    (lambda: RNG.normal("1"), TypeError, "loc takes real numbers, not str"),
    (lambda: RNG.normal(["1"]), TypeError, "loc takes real numbers, not str"),
    (lambda: RNG.normal({}), TypeError, "loc takes real numbers, not dict"),
    (lambda: RNG.normal([1, {}]), TypeError, "loc[1] takes real numbers, not dict"),
    (lambda: RNG.normal(1j), TypeError, "loc takes real numbers, not complex"),
    (lambda: RNG.normal(2**1100), OverflowError, "loc is beyond what a double holds"),
    (lambda: RNG.integers("x"), TypeError, "high takes integers, not str"),
    (lambda: RNG.integers({}), TypeError, "high takes integers, not dict"),
    (lambda: RNG.integers(2.5), ValueError, "high must be an integer, not 2.5"),
    (lambda: RNG.integers([7, 2.5]), ValueError, "high must be an integer; high[1] = 2.5"),
    (lambda: RNG.integers([2, np.inf]), OverflowError, "high[1] must be an integer, not inf"),
    (lambda: RNG.integers(np.array([2, np.inf])), ValueError, "high must be an integer; high[1] = inf"),
    (lambda: RNG.integers(5, 3), ValueError, "low >= high; low = 5, high = 3"),
    (lambda: RNG.gamma(-1), ValueError, "shape < 0; shape = -1.0"),
    (lambda: RNG.gamma([1, -1]), ValueError, "shape < 0; shape[1] = -1.0"),
    (lambda: RNG.uniform(5, 3), ValueError, "high - low < 0; low = 5.0, high = 3.0"),
    (lambda: RNG.gamma(1e301), ValueError, "shape = 1e+301 is outside [1e-300, 1e+300]"),
    (lambda: RNG.multinomial(-1, [.5, .5]), ValueError, "n < 0; n = -1"),
    (lambda: RNG.normal(size=2.5), TypeError, "size takes an integer or a sequence of integers, not 2.5"),
    (lambda: RNG.normal(size=(2, None)), TypeError, "size takes an integer or a sequence of integers, not (2, None)"),
    (lambda: RNG.normal(size=(2, -1)), ValueError, "negative dimensions are not allowed; size = (2, -1)"),
    (lambda: RNG.gamma([1, 2], [1, 2, 3]), ValueError,
     "shape mismatch: shapes of parameters must broadcast; they are (2,) of shape, (3,) of scale"),
    (lambda: RNG.sample("multinomial", [3, 4], np.ones((3, 2))), ValueError,
     "shape mismatch: shapes of parameters must broadcast; they are (2,) of n, (3,) of the rows of weights"),
    (lambda: RNG.sample("sphere", dim=0), ValueError, "dim must be an integer from 1 on, not 0"),
    (lambda: RNG.sample("gamma", 2, dim=2), TypeError, "gamma takes no dim: it draws numbers"),
    (lambda: RNG.sample("sphere", dim=2.5), ValueError, "dim must be an integer, not 2.5"),
    (lambda: reroll.plan("gamma", -2), ValueError, "shape = -2.0 is outside [1e-300, 1e+300]"),
    (lambda: reroll.plan("gamma", [2, 3]), ValueError, "shape is an array: plan takes numbers as parameters"),
    (lambda: reroll.plan("gamma", 2, size=0), ValueError, "size must be positive, not 0"),
    (lambda: reroll.plan("gamma", 2, size=2.5), ValueError, "size must be an integer, not 2.5"),
]


@pytest.mark.parametrize("call, kind, text", TEXTS)
def test_texts(call, kind, text):
    found = why(call)
    assert isinstance(found, kind) and str(found) == text and RNG.next == 0


def one(x):
    return 1.


LAWS = [
    (lambda: reroll.law_from_density(), TypeError, "neither of pdf and logpdf is given: one is needed"),
    (lambda: reroll.law_from_density(one, logpdf=one), TypeError, "both of pdf and logpdf is given: one is needed"),
    (lambda: reroll.law_from_density(3), TypeError, "pdf must be a function of a float, not int"),
    (lambda: reroll.law_from_density(logpdf=3), TypeError, "logpdf must be a function of a float, not int"),
    (lambda: reroll.law_from_density(one, support=(1, 0)), ValueError,
     "support = (1.0, 0.0) is empty: its first end must be below its second"),
    (lambda: reroll.law_from_density(one, support=(0, 1), breaks=[.5, .5]), ValueError,
     "breaks[1] = 0.5 is not above breaks[0] = 0.5: breaks must increase"),
    (lambda: reroll.law_from_density(one, support=(0, 1), breaks=[.5, 3]), ValueError,
     "breaks must be inside the support (0.0, 1.0); breaks[1] = 3.0"),
    (lambda: reroll.law_from_table([0, 1, 1], [1, 1, 1]), ValueError,
     "x[2] = 1.0 is not above x[1] = 1.0: x must increase"),
    (lambda: reroll.law_from_table([0, np.nan], [1, 1]), ValueError, "x must be finite; x[1] = nan"),
    (lambda: reroll.law_from_table([0, 1], [1, -1]), ValueError,
     "density must be finite and not negative; density[1] = -1.0"),
    (lambda: reroll.law_from_table([0, 1], [0, 0]), ValueError,
     "density is 0 throughout: at least one value must be positive"),
    (lambda: reroll.law_from_table([0], [1]), ValueError, "x has 1 values: 2 to 16385 are accepted"),
    (lambda: reroll.law_from_histogram([1, 2], [0, 1, 1]), ValueError,
     "edges[2] = 1.0 is not above edges[1] = 1.0: edges must increase"),
    (lambda: reroll.law_from_histogram([1, -2], [0, 1, 2]), ValueError,
     "mass must be finite and not negative; mass[1] = -2.0"),
    (lambda: reroll.law_from_histogram([], [0]), ValueError, "mass has 0 values: 1 to 16384 are accepted"),
    (lambda: reroll.law_from_samples([1]), ValueError, "samples has 1 values: at least 2 are needed"),
    (lambda: reroll.law_from_samples([3, np.inf]), ValueError, "samples must be finite; samples[1] = inf"),
]


@pytest.mark.parametrize("call, kind, text", LAWS)
def test_texts_of_laws(call, kind, text):
    found = why(call)
    assert type(found) is kind and str(found) == text


def test_texts_of_seeds():
    for seed, kind, text in (
            (-1, ValueError, "expected non-negative integer, not -1"),
            ([1, -2], ValueError, "expected non-negative integer, not -2"),
            (1.5, TypeError,
             "a seed is an integer, a sequence of integers, a SeedSequence, a bit generator or a Generator, not float"),
            ([1, "x"], TypeError, "a seed consists of integers, not of str"),
            (np.array([1.5, 2]), TypeError, "a seed consists of integers, not of float64"),
            (int, ValueError, "a seed is an integer, a sequence of integers or a bit generator, not the class int")):
        for call in (reroll.Generator, reroll.default_rng, reroll.BitGenerator, lambda s: reroll.sample("gamma", 2, seed=s)):
            found = why(call, seed)
            assert type(found) is kind and str(found) == text


def test_texts_of_jobs(tmp_path):
    path = os.fspath(tmp_path / "x.npy")
    job = reroll.save(path, "gamma", 2.5, size=10)
    assert job[-1] == job[9] == np.load(path)[9] and job[np.int64(0)] == np.load(path)[0]
    for call, text in ((lambda: job[10], "index 10 is out of range: the file has 10 samples"),
                       (lambda: job[-11], "index -11 is out of range: the file has 10 samples"),
                       (lambda: job["x"], "the index of a sample takes integers, not str"),
                       (lambda: job[::2], "a slice with step 2 is not accepted: the step must be 1"),
                       (lambda: reroll.remake(job, 3), "slice must be a slice, such as slice(10, 20), not int"),
                       (lambda: reroll.remake(job, slice(5), out=np.zeros(4)),
                        "out of shape (4,) has 4 elements: a C-contiguous array of 5 is needed"),
                       (lambda: reroll.save("x.npy", "gamma", -2), "shape = -2 is outside [1e-300, 1e+300]"),
                       (lambda: reroll.save("x.npy", "gamma", [2, -2]), "shape[1] = -2 is outside [1e-300, 1e+300]"),
                       (lambda: reroll.save("x.npy", "dirichlet", [[1, 3], [-3, 1]]),
                        "alpha[1, 0] = -3 is outside [1e-300, 1e+15]"),
                       (lambda: reroll.save("x.npy", "dirichlet", 3, dim=0), "dim must be an integer from 1 on, not 0"),
                       (lambda: reroll.save("x.npy", "gamma", 2, dim=2), "gamma takes no dim: it draws numbers"),
                       (lambda: reroll.save("x.npy", "gamma", 2, strategy=3), "strategy must be a str, not int"),
                       (lambda: reroll.save("x.txt", "gamma", 2), "path 'x.txt' must end in .npy or .raw"),
                       (lambda: reroll.save(path, "gamma", 2, size=(2, 2)), "size must be one integer, not (2, 2): "
                        "arrays as parameters give two dimensions")):
        assert str(why(call)) == text


def test_order_and_integers_name_what_was_given():
    rng = reroll.Generator(1)
    for call, error, text in ((lambda: rng.integers(0), ValueError, "high <= 0; high = 0"),
                              (lambda: rng.integers([3, 0]), ValueError, r"high <= 0; high\[1\] = 0"),
                              (lambda: rng.integers(3, 2), ValueError, "low >= high; low = 3, high = 2"),
                              (lambda: rng.permuted(None), TypeError, "permuted takes no 0-d array"),
                              (lambda: rng.permuted(3), TypeError, "permuted takes no 0-d array"),
                              (lambda: rng.sample("gamma", 2., strategy="fixed:x"), ValueError,
                               r"strategy 'fixed:x' is not of the form fixed:M or fixed:M\+: .*")):
        with pytest.raises(error, match=f"^{text}$"):
            call()
    assert rng.next == 0


@pytest.mark.parametrize("call", [
    lambda r: r.choice(20, 10, replace=False), lambda r: r.dirichlet([1.], 2**50), lambda r: r.multinomial(5, [1.], 2**50),
    lambda r: r.multivariate_hypergeometric([5], 3, 2**50), lambda r: r.shuffle(Broken([1, 2, 3])),
    lambda r: r.normal(Raising(1), size=3), lambda r: r.choice([[1, 2]], 3, axis=7)])
def test_an_error_of_any_kind_takes_no_index(call):
    rng = reroll.Generator(1).at(2**64 - 15)
    with pytest.raises((OverflowError, MemoryError, ZeroDivisionError, ValueError, TypeError)):
        call(rng)
    assert rng.next == 2**64 - 15


class Broken(list):
    def __setitem__(self, k, value):
        if k == 2:
            raise ZeroDivisionError
        super().__setitem__(k, value)

    def __len__(self):
        return 3


class Raising(np.float32):
    def __float__(self):
        raise ZeroDivisionError


def test_types_of_integers_and_sizes():
    rng, numpys = reroll.Generator(1), np.random.default_rng(1)
    for dtype in (int, bool, np.int64, np.dtype("i8"), "int64", np.dtype(bool), np.bool_, "u1", np.uint64):
        assert type(rng.integers(2, dtype=dtype)) is type(numpys.integers(2, dtype=dtype)), dtype
    assert rng.normal(size=np.array(3)).shape == (3,) and rng.choice(5, np.array(2)).shape == (2,)
    for call in (lambda r: r.normal(size=True), lambda r: r.exponential(-1, size=0), lambda r: r.uniform(10, 3, 0),
                 lambda r: r.geometric(2., 0), lambda r: r.choice(3, True)):
        for generator in (rng, numpys):
            with pytest.raises((TypeError, ValueError)):
                call(generator)
    legacy = np.random.RandomState(5)
    assert reroll.Generator(legacy).state == reroll.Generator(legacy._bit_generator).state
