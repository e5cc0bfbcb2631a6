# SPDX-License-Identifier: MIT OR Apache-2.0
"""Numbers given by a user (_read.py): read exactly in every type and byte order, or an error. Compared with Python's
integers and with draws of one number."""
import decimal
import fractions

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reroll

EDGES = [0, 1, 255, 256, 2**31, 2**32, 2**53, 2**53 + 1, 2**62, 2**63 - 1, 2**63, 2**63 + 2**40, 2**64 - 1, 2**64, 2**70]
NUMBERS = st.one_of(st.sampled_from([s * e + d for e in EDGES for s in (1, -1) for d in (-1, 0, 1)]),
                    st.integers(-300, 300), st.integers(-2**65, 2**65))


def shapes_of(values):
    """The same integers as a list, an array of objects, and arrays of all types that hold them, in every layout."""
    made = [list(values), tuple(values), np.array(values, dtype=object)]
    for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "g"):
        dtype = np.dtype(kind)
        try:
            with np.errstate(all="ignore"):
                array = np.array([dtype.type(v) for v in values])
        except OverflowError:
            continue
        if not np.all(np.isfinite(array.astype("g"))) or [int(x) for x in array] != list(values):
            continue
        made += [array, array.astype(dtype.newbyteorder()), np.repeat(array, 2)[::2]]
        made.append(np.frombuffer(b"x" + array.tobytes(), np.uint8)[1:].view(dtype) if array.itemsize <= 8 else array)
    return made


def drawn_one_by_one(low, high, dtype):
    """By Python's integers, which reach the library unchanged; None where NumPy refuses."""
    least, most = (0, 1) if dtype == bool else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    if any(not least <= a <= most or b - 1 > most or a >= b for a, b in zip(low, high)):
        return None
    rng = reroll.Generator(3)
    kind = "u8" if dtype == np.uint64 else "i8"
    return [rng.at(k).sample("integers-closed", a, b - 1, dtype=kind) for k, (a, b) in enumerate(zip(low, high))]


def check_integers(low, high, dtype):
    """Every form of one bound with every form of the other."""
    wanted, rng = drawn_one_by_one(low, high, np.dtype(dtype)), reroll.Generator(3)
    last = [h - 1 for h in high]
    forms = [(a, high, False) for a in shapes_of(low)] + [(low, b, False) for b in shapes_of(high)]
    for a, b, closed in forms + [(low, b, True) for b in shapes_of(last)]:
        if wanted is None:
            with pytest.raises(ValueError, match="out of bounds|>=? high|<=? 0"):
                rng.integers(a, b, dtype=dtype, endpoint=closed)
            assert rng.next == 0
        else:
            assert rng.at(0).integers(a, b, dtype=dtype, endpoint=closed).tolist() == wanted


@settings(max_examples=60, deadline=None)
@given(pairs=st.lists(st.tuples(NUMBERS, st.integers(-1, 2**64)), min_size=1, max_size=4),
       dtype=st.sampled_from(["i8", "u8", "i4", "u1", "?"]))
def test_integers_are_exact_or_refused(pairs, dtype):
    check_integers([a for a, _ in pairs], [a + d for a, d in pairs], dtype)


@settings(max_examples=60, deadline=None)
@given(pairs=st.lists(st.tuples(st.integers(0, 2**64 - 2), st.integers(0, 2**64 - 2)), min_size=1, max_size=4),
       dtype=st.sampled_from(["i8", "u8"]))
def test_integers_of_ranges_that_there_are(pairs, dtype):
    base = 2**63 if dtype == "i8" else 0
    check_integers([min(p) - base for p in pairs], [max(p) + 1 - base for p in pairs], dtype)


def test_integers_of_the_report():
    rng = reroll.Generator(1)
    with pytest.raises(ValueError, match="low is out of bounds for int64"):
        rng.integers([2**63, 5], [100, 100])
    x = rng.integers([0, 2**63], [2**63, 2**64 - 1], dtype="u8", size=(1000, 2))
    assert x[:, 0].max() < 2**63 <= x[:, 1].min()
    assert rng.integers([2**63 + 1, 5], [2**63 + 2, 6], dtype="u8").tolist() == [2**63 + 1, 5]
    assert (rng.integers(np.array([2**53 + 1]), [2**53 + 2]) == 2**53 + 1).all()
    assert rng.integers([2**53 + 1, 1.], [2**53 + 2, 2]).tolist() == [2**53 + 1, 1]
    assert (rng.integers([0.], 10., size=50) < 10).all() and rng.integers(fractions.Fraction(7), decimal.Decimal(8)) == 7
    for low, high in ((1.5, 9), ([1.5], 9), (1, 9.5), ([1], [9.5, 8]), (np.array([.5], "f2"), 1), ([2**53 + 1, .5], 2**60),
                      (np.array([1.5], dtype=object), 9), (fractions.Fraction(3, 2), 9), (np.nan, 1), ([np.nan], 1)):
        with pytest.raises(ValueError, match="integer|finite"):
            rng.integers(low, high)
    with pytest.raises(OverflowError):
        rng.integers(0, np.inf)


@settings(max_examples=60, deadline=None)
@given(values=st.lists(NUMBERS, min_size=1, max_size=5))
def test_real_parameters_are_doubles_to_the_nearest(values):
    rng = reroll.Generator(3)
    alone = [rng.at(k).normal(float(v), 1) for k, v in enumerate(values)]
    for form in shapes_of(values):
        assert rng.at(0).normal(form, 1).tolist() == alone
    assert [rng.at(k).normal(v, 1) for k, v in enumerate(values)] == alone


def test_integers_of_a_sampler_are_exact_in_every_form():
    rng = reroll.Generator(3)
    for values in ([2**62 + 1, 5], [2**63 - 1], [-2**53 - 1, 2**53 + 1, 0]):
        for form in shapes_of(values):
            assert rng.sample("integers-closed", form, form).tolist() == values


def test_the_other_byte_order():
    rng = reroll.Generator(1)
    for kind in ("u8", "i8", "f8", "f4", "u4", "i2", "f2"):
        here = np.array([3, 2**49 if kind[1] == "8" else 2**9], kind)
        there = here.astype(np.dtype(kind).newbyteorder())
        for call in (lambda r, v: r.normal(v, 1), lambda r, v: r.sample("gamma", v), lambda r, v: r.chisquare(v),
                     lambda r, v: r.poisson(v[:1]), lambda r, v: r.dirichlet(v), lambda r, v: r.sample("dirichlet", v),
                     lambda r, v: r.sample("categorical", v, size=9), lambda r, v: r.sample("integers-closed", 0, v)
                     if kind[0] != "f" else r.integers(0, v)):
            assert np.array_equal(call(rng.at(0), here), call(rng.at(0), there)), kind
    for n in (3, 40):
        assert rng.at(0).binomial(np.array([n], ">u8"), .5) == rng.at(0).binomial(np.array([n]), .5)
        assert (rng.at(0).multinomial(np.array([n], ">i4"), [.5, .5]) == rng.at(0).multinomial([n], [.5, .5])).all()
    assert np.array_equal(rng.at(0).normal(np.array([2**63 + 2**40], ">u8"), 1), rng.at(0).normal([float(2**63 + 2**40)], 1))


CALLS = {
    "normal": lambda r, v: r.normal(v, 1), "gamma": lambda r, v: r.gamma(v), "scale": lambda r, v: r.gamma(2, v),
    "uniform": lambda r, v: r.uniform(0, v), "triangular": lambda r, v: r.triangular(0, 1, v),
    "poisson": lambda r, v: r.poisson(v), "binomial": lambda r, v: r.binomial(v, .5), "p": lambda r, v: r.binomial(3, v),
    "hypergeometric": lambda r, v: r.hypergeometric(v, 3, 2), "integers": lambda r, v: r.integers(v, 5),
    "high": lambda r, v: r.integers(0, v), "sample": lambda r, v: r.sample("gamma", v),
    "integers-closed": lambda r, v: r.sample("integers-closed", v, 9),
    "sample of rows": lambda r, v: r.sample("sphere", v, dim=2),
    "dirichlet": lambda r, v: r.dirichlet([v, v]), "multinomial": lambda r, v: r.multinomial(v, [.5, .5]),
    "pvals": lambda r, v: r.multinomial(3, [v, v]), "mean": lambda r, v: r.multivariate_normal([v, v], np.eye(2)),
    "cov": lambda r, v: r.multivariate_normal([0, 0], [[v, v], [v, v]]), "choice": lambda r, v: r.choice(2, p=[v, v]),
    "samples": lambda r, v: reroll.law_from_samples([v, v]), "table": lambda r, v: reroll.law_from_table([0, 1], [v, v]),
    "histogram": lambda r, v: reroll.law_from_histogram([v], [0, 1]),
    "edges": lambda r, v: reroll.law_from_histogram([1], [0, v]),
    "support": lambda r, v: reroll.law_from_density(lambda x: 1., support=(0, v)),
    "centre": lambda r, v: reroll.law_from_density(lambda x: 1., support=(0, 1), centre=v),
    "breaks": lambda r, v: reroll.law_from_density(lambda x: 1., support=(0, 1), breaks=[v]),
    "mixture": lambda r, v: r.normal_mixture([1, 1], [0, 1], v), "plan": lambda r, v: reroll.plan("gamma", v),
}
NO_NUMBERS = ["1", b"1", 1j, np.complex128(1), np.datetime64("2020-01-01"), np.timedelta64(1, "s"), np.str_("1"), object()]


@pytest.mark.parametrize("name", CALLS)
def test_what_is_no_number_is_a_type_error(name):
    rng = reroll.Generator(1)
    for value in NO_NUMBERS:
        for v in (value, [value], np.array([value]), np.array([value], dtype=object), np.array(value)):
            with pytest.raises((TypeError, ValueError)) as why:
                CALLS[name](rng, v)
            if np.ndim(v) == 0 or name in ("normal", "gamma", "integers", "high", "sample", "integers-closed", "poisson"):
                assert why.type is TypeError, (name, v)
    assert rng.next == 0


def test_counts_beyond_what_doubles_hold():
    rng = reroll.Generator(1)
    for n in (2**53 + 1, 2**63 - 1):
        for v in (n, [n], np.array([n]), np.array([n], ">i8"), np.array([n], dtype=object), np.int64(n), np.array(n, "u8")):
            for call in (lambda: rng.binomial(v, .5), lambda: rng.sample("binomial", v, .5),
                         lambda: rng.multinomial(v, [.5, .5]),
                         lambda: rng.multinomial(v, [1.]), lambda: rng.sample("multinomial", v, [.5, .5]),
                         lambda: rng.sample("hypergeometric", v, 5, 3), lambda: rng.sample("beta-binomial", v, 2, 3)):
                with pytest.raises((ValueError, TypeError), match="9007199254740992|Cannot cast.*'O'"):   # NumPy's words
                    call()
    assert rng.next == 0 and rng.sample("binomial", 2**53, 1.) == 2**53 and rng.binomial(2**53, 1.) == 2**53
    with pytest.raises(OverflowError, match="n.1. = 1099511627776"):
        rng.multinomial([5, 2**40], [1.], dtype="i4")
    with pytest.raises(ValueError, match="nsample must be an integer"):
        rng.multivariate_hypergeometric([3, 4], 2.5)
    for v in (2.5, [2.5], np.array([2.5])):
        with pytest.raises(ValueError, match="n must be an integer|n.0. has"):
            rng.multinomial(v, [.5, .5])


def test_numbers_beyond_all_types():
    rng = reroll.Generator(1)
    for call in (lambda: rng.sample("integers-closed", 0, 2**64), lambda: rng.sample("integers-closed", -2**63 - 1, 0),
                 lambda: rng.sample("integers-closed", [-1, 0], [5, 2**64 - 1], dtype="u8"),
                 lambda: rng.sample("integers-closed", -9, [-5, 2**63]),
                 lambda: rng.sample("integers-closed", [0], [2**70]), lambda: rng.normal(2**1100),
                 lambda: rng.normal([2**1100]),
                 lambda: rng.normal(np.array([np.longdouble("1e4000")])), lambda: rng.normal(np.longdouble("1e4000"))):
        if np.finfo("g").max == np.finfo("f8").max:
            pytest.skip("longdouble is a double here")
        with pytest.raises((OverflowError, ValueError)):
            call()
    assert rng.next == 0
