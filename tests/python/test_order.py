# SPDX-License-Identifier: MIT OR Apache-2.0
"""Order and choice on arrays and lists of every kind, compared with the permutations and keys that define them."""
import collections
import datetime
import gc
import math
import os
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest

import reroll
from reroll import _core, _order

COMMAND = os.environ.get("REROLL") or shutil.which("reroll")
DEVICES = ["cpu", "cpu,threads=3", "cpu:scalar"]
SIZES = [0, 1, 2, 16, 17, 100, 5000]


def rng(device="cpu", at=77):
    return reroll.Generator(5, device).at(at)


def orders(rows, n, at=77):
    """The permutations that a call at this index has to use, one per row."""
    r = reroll.Generator(5).at(at)
    return np.array([r.permutation(n) for _ in range(rows)], np.int64).reshape(rows, n)


# ---- Arrays ----

RECORDS = np.array([(i, i / 2, b"x%d" % i, datetime.date(2000, 1, 1 + i % 28)) for i in range(50)],
                   dtype=[("a", "i4"), ("b", "f8"), ("c", "S3"), ("d", "O")])
ARRAYS = {
    **{kind: np.arange(5000).astype(kind) for kind in ("i1", "?", "i2", "f2", "i4", "f4", "i8", "c8", "c16", "g", ">i4",
                                                        ">f8", "U5", "S3", "M8[s]", "m8[D]", "O")},
    "records": RECORDS, "a field": RECORDS["b"], "without objects": RECORDS[["a", "b"]].copy(),
    "of 5 bytes": np.arange(100, dtype="u1").repeat(5).view("V5"),
    "not aligned": np.arange(900, dtype="u1")[1:801].view("f8"), "every third": np.arange(9000)[::3],
    "backwards": np.arange(300)[::-1], "a column": np.arange(900.).reshape(100, 9)[:, 4],
    "text": np.array(["a", "bcd", "x" * 100] * 40, np.dtypes.StringDType()),
}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("kind", ARRAYS)
def test_arrays_of_every_type(kind, device):
    x = ARRAYS[kind]
    order, r = orders(1, len(x))[0], rng(device)
    y = np.array(x)
    r.shuffle(y)
    assert y.dtype == x.dtype and y.tolist() == x[order].tolist() and r.next == 77 + len(x)
    assert rng(device).permuted(x).tolist() == rng(device).permutation(x).tolist() == y.tolist()
    # In memory that is not its own, nor in one piece.
    wide = np.empty((len(x), 3), x.dtype)
    wide[:] = x[:, None]
    rng(device).shuffle(wide[:, 1])
    assert wide[:, 1].tolist() == y.tolist() and wide[:, 0].tolist() == wide[:, 2].tolist() == x.tolist()


@pytest.mark.parametrize("n", SIZES)
def test_lengths(n):
    order = orders(1, n)[0]
    x, y = np.arange(n), list(range(n))
    rng().shuffle(x)
    rng().shuffle(y)
    assert (x == order).all() and y == order.tolist()


CUBE = np.arange(7 * 40 * 9).reshape(7, 40, 9)
CUBES = {"C": CUBE, "F": np.asfortranarray(CUBE), "turned": CUBE.transpose(1, 2, 0), "cut": CUBE[::2, 1:, ::-1],
         "f4": CUBE.astype("f4"), "objects": CUBE.astype(object), "text": CUBE.astype(np.dtypes.StringDType()),
         "empty": CUBE[:, :0], "once": CUBE[:1, :, :1]}


@pytest.mark.parametrize("axis", [None, 0, 1, 2, -1])
@pytest.mark.parametrize("kind", CUBES)
def test_lines_of_arrays(kind, axis):
    """Line r, in the order of the other axes, has permutation r."""
    x = CUBES[kind]
    if axis is None:
        wanted = x.reshape(-1)[orders(1, x.size)[0]].reshape(x.shape)
    else:
        lines = np.moveaxis(x, axis, -1)
        order = orders(math.prod(lines.shape[:-1]), lines.shape[-1]).reshape(lines.shape)
        wanted = np.moveaxis(np.take_along_axis(lines, order, -1), -1, axis)
    r = rng()
    made = r.permuted(x, axis=axis)
    assert made.flags.c_contiguous and made.tolist() == wanted.tolist() and r.next == 77 + x.size
    for out in (np.zeros_like(x, order="C"), np.zeros_like(x, order="F"), np.zeros((2, *x.shape[::-1]), x.dtype)[1].T):
        before = x.copy()
        assert rng().permuted(x, axis=axis, out=out) is out
        assert out.tolist() == wanted.tolist() and x.tolist() == before.tolist()
    own = x.copy()
    assert rng().permuted(own, axis=axis, out=own) is own and own.tolist() == wanted.tolist()


def test_permuted_refuses_an_out_that_is_masked():
    x = np.ma.array([1, 2, 3], mask=[0, 1, 0])
    with pytest.raises(TypeError, match="out must be a numpy array"):
        rng().permuted(x, out=x)


def test_permuted_casts_to_out():
    x, out = np.arange(12, dtype="i4").reshape(3, 4), np.zeros((3, 4))
    assert rng().permuted(x, axis=1, out=out).tolist() == rng().permuted(x, axis=1).tolist()
    with pytest.raises(TypeError):
        rng().permuted(out, out=x)


def test_many_short_lines_and_a_long_one():
    """More than are ordered at once, and memory in huge pages."""
    x = np.arange(300000).reshape(100000, 3)
    assert (rng().permuted(x, axis=1) == np.take_along_axis(x, rng()._permutations(100000, 3), 1)).all()
    x = np.arange(700000) * 1j
    rng().shuffle(x)
    assert (x.imag == orders(1, 700000)[0]).all()


def test_subclasses_are_moved_by_numpy():
    masked = np.ma.masked_array(np.arange(50), mask=np.arange(50) % 3 == 0)
    rng().shuffle(masked)
    assert masked.mask.tolist() == (masked.data % 3 == 0).tolist() and (masked.data == orders(1, 50)[0]).all()


# ---- Sequences ----

class Watched(list):
    """A list that records what is written to it."""
    writes = 0

    def __setitem__(self, key, value):
        self.writes += 1
        super().__setitem__(key, value)


def test_sequences():
    wanted = orders(1, 300)[0].tolist()
    for kind in (list, collections.deque, collections.UserList, Watched):
        x = kind(range(300))
        rng().shuffle(x)
        assert list(x) == wanted
    assert x.writes >= 300


def test_references_of_lists_and_object_arrays():
    class Element:
        pass

    def counts(values):
        gc.collect()
        return sorted(sys.getrefcount(v) for v in values)

    elements = [Element() for _ in range(2000)]
    before = counts(elements)
    x, y = list(elements), np.array(elements, dtype=object)
    with_both = counts(elements)
    r = rng()
    for _ in range(5):
        r.shuffle(x)
        r.shuffle(y)
        r.permuted(y)
        assert set(map(id, x)) == set(map(id, y)) == set(map(id, elements))
    assert counts(elements) == with_both
    del x, y
    assert counts(elements) == before


class Rows:
    """An object without the interface of a sequence, whose elements are views of it, as those of a tensor are."""

    def __init__(self, array):
        self.array = array

    def __len__(self):
        return len(self.array)

    def __getitem__(self, i):
        return self.array[i]

    def __setitem__(self, i, row):
        self.array[i] = row


def test_elements_that_are_views():
    array = np.arange(40).reshape(10, 4)
    made, wanted = Rows(array.copy()), array.copy()
    rng().shuffle(made)
    rng().shuffle(wanted)
    assert (made.array == wanted).all() and (wanted != array).any()


def test_threads_get_whole_choices():
    """Without replacement the indices of the choice and of its order are taken together."""
    shared, seen, interval = reroll.Generator(3), [], sys.getswitchinterval()

    def work():
        for _ in range(200):
            seen.append(tuple(shared.choice(300, 20, replace=False)))
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work) for _ in range(4)]
        [t.start() for t in threads], [t.join() for t in threads]
    finally:
        sys.setswitchinterval(interval)
    alone = reroll.Generator(3)
    assert shared.next == 800 * 40
    assert sorted(seen) == sorted(tuple(alone.at(40 * k).choice(300, 20, replace=False)) for k in range(800))


def test_objects_that_another_thread_replaces():
    x, stop, r = np.array([object() for _ in range(100000)], dtype=object), threading.Event(), rng()

    def replace():
        k = 0
        while not stop.is_set():
            x[k % 100000] = object()
            k += 1

    thread = threading.Thread(target=replace)
    thread.start()
    for _ in range(30):
        r.shuffle(x)
    stop.set()
    thread.join()
    assert len({id(v) for v in x}) == 100000


def test_refused_orders_take_no_index():
    r = rng()
    fixed = np.arange(5)
    fixed.flags.writeable = False
    for call in (lambda: r.shuffle(fixed), lambda: r.shuffle(np.array(3)), lambda: r.shuffle([1, 2], axis=1),
                 lambda: r.permuted([1, 2], axis=1), lambda: r.shuffle(np.arange(4), axis=1), lambda: r.permutation(-1),
                 lambda: r.permuted(np.arange(5), out=fixed), lambda: r.choice(3, 4, replace=False)):
        with pytest.raises((ValueError, TypeError, IndexError, NotImplementedError)):
            call()
        assert r.next == 77
    r = r.at(2**64 - 3)
    for x in (list(range(9)), np.arange(9), np.arange(9).reshape(3, 3)):
        with pytest.raises(OverflowError):
            r.permuted(x) if isinstance(x, np.ndarray) and x.ndim > 1 else r.shuffle(x)
        assert r.next == 2**64 - 3 and np.ravel(x).tolist() == list(range(9))
    x = [1, 2, 3]
    r.shuffle(x)
    assert sorted(x) == [1, 2, 3]
    r, long = rng(), np.lib.stride_tricks.as_strided(np.zeros(1, "u1"), (2**32 + 1,), (0,), writeable=True)
    with pytest.raises((MemoryError, ValueError)):
        r.shuffle(long)
    assert r.next == 77


# ---- Choice ----

@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("n, k", [(10, 3), (10, 10), (5, 0), (3000, 2999), (10**6, 4000), (10**6, 100), (2**63, 2000)])
def test_subsets(n, k, device):
    """In increasing order, or put into the order that shuffle has at the next index."""
    r = rng(device)
    subset = r.choice(n, k, replace=False, shuffle=False)
    assert r.next == 77 + k and (np.diff(subset) > 0).all() and len(subset) == k
    assert k == 0 or (subset[0] >= 0 and subset[-1] < n)
    wanted = subset[orders(1, k, 77 + k)[0]]
    r = rng(device)
    assert (r.choice(n, k, replace=False) == wanted).all() and r.next == 77 + 2 * k


def test_choice_of_arrays():
    x = np.arange(24).reshape(4, 6)
    k = rng().choice(6, (2, 2))
    assert (rng().choice(x, (2, 2), axis=1) == x[:, k]).all()
    assert (rng().choice(x, 3, axis=-1) == x[:, rng().choice(6, 3)]).all()
    assert rng().choice(list("abcdef")) == "abcdef"[rng().choice(6)]
    assert type(rng().choice(6)) is int and rng().choice(6) == rng().choice(6, 1)[0] == rng().integers(0, 6, 1)[0]
    assert rng().choice(6, ()).shape == () and rng().choice(0, 0).shape == (0,) and rng().choice(np.int8(9), 2).shape == (2,)


def chances(n, zeros=0):
    p = np.random.default_rng(n).random(n)
    p[:zeros] = 0
    return p / p.sum()


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("n", [1, 2, 3, 100, 20000])
def test_with_replacement(n, device):
    """The sampler categorical, whatever p is given as."""
    p, values = chances(n), []
    wanted = rng(device).sample("categorical", p, size=(4, 5))
    for given in (p, p.tolist(), tuple(p.tolist()), np.repeat(p, 2)[::2], p[::-1].copy()[::-1], p.astype(">f8"),
                  p.astype(object), np.frombuffer(b"x" + p.tobytes(), "f8", offset=1)):
        r = rng(device)
        values.append(r.choice(n, (4, 5), p=given))
        assert (values[-1] == wanted).all() and values[-1].dtype == np.int64 and r.next == 77 + 20
        assert rng(device).choice(n, p=given) == wanted[0, 0]
    assert (rng(device).choice(np.arange(n) * 2, (4, 5), p=p) == 2 * wanted).all()
    assert rng(device).choice(n, (3, 0), p=p).shape == (3, 0) and rng(device).choice(n, (), p=p) == wanted[0, 0]


def drawn(weights, k, path):
    """The numbers of the command, which tests/known/order.py checks."""
    np.save(path / "w.npy", weights)
    args = ["choose", str(k), "--weights", f"@{path / 'w.npy'}", "--drawn", "--seed", "5"]
    return [int(x) for x in subprocess.run([COMMAND, *args], check=True, capture_output=True, text=True).stdout.split()]


@pytest.mark.parametrize("n, zeros", [(1, 0), (3, 1), (600, 0), (600, 100), (20000, 12000)])
def test_without_replacement_by_chance(n, zeros, tmp_path):
    """One draw after another."""
    p = chances(n, zeros)
    p[:zeros // 2] = -0.0
    for k in {0, 1, 2, n // 9, n - zeros}:
        if k <= n - zeros:
            r, wanted = rng(at=0), drawn(p, k, tmp_path)
            assert r.choice(n, k, replace=False, p=p).tolist() == wanted and r.next == k
            assert rng(at=0).choice(n, (k, 1), replace=False, p=np.repeat(p, 2)[::2]).ravel().tolist() == wanted
            assert rng(at=0).choice(n, k, replace=False, p=p.tolist()).tolist() == wanted
            assert rng(at=0).choice(n, k, replace=False, p=p, shuffle=False).tolist() == wanted   # in the draws' order too
    r = rng()
    assert sorted(r.choice(n, n - zeros, replace=False, p=p)) == np.flatnonzero(p).tolist() and r.next == 77 + n - zeros
    if zeros:
        r = rng()
        with pytest.raises(ValueError, match="Fewer non-zero entries"):
            r.choice(n, n - zeros + 1, replace=False, p=p)
        assert r.next == 77
    with pytest.raises(ValueError, match="larger sample"):
        r.choice(n, n + 1, replace=False, p=p)


def rows_of(k, path, *args):
    """Rows of the command."""
    args = [COMMAND, "choose", str(k), *args, "--seed", "5", "-o", str(path / "rows.npy"), "--force"]
    subprocess.run(args, check=True)
    return np.load(path / "rows.npy")


@pytest.mark.parametrize("device", DEVICES)
def test_rows_of_choices(device, tmp_path):
    """The command's rows, by weights and without; row r has the indices of choice number r."""
    p = chances(50, 10)
    np.save(tmp_path / "w.npy", p)
    weights = ["--weights", f"@{tmp_path / 'w.npy'}", "--rows", "6"]
    r = rng(device, 0)
    drawn_rows = r.subsets(50, 7, 6, p=p)
    assert r.next == 42 and drawn_rows.dtype == np.int64
    assert drawn_rows.tolist() == rows_of(7, tmp_path, *weights, "--drawn").tolist()
    in_order = rng(device, 0).subsets(50, 7, (2, 3), p=p.tolist(), shuffle=False)
    assert in_order.reshape(6, 7).tolist() == rows_of(7, tmp_path, *weights).tolist() == np.sort(drawn_rows, 1).tolist()
    r = rng(device, 0)
    assert [r.choice(50, 7, replace=False, p=p).tolist() for _ in range(6)] == drawn_rows.tolist()
    r = rng(device, 0)
    plain = r.subsets(50, 7, size=6, shuffle=False)
    assert r.next == 42 and plain.tolist() == rows_of(7, tmp_path, "--of", "50", "--rows", "6").tolist()
    r = rng(device, 0)
    mixed = r.subsets(50, 7, 6)
    assert r.next == 84 and mixed.tolist() == np.take_along_axis(plain, orders(6, 7, 42), 1).tolist()


def test_shapes_of_rows():
    p = chances(6)
    for how in ({}, {"p": p}, {"shuffle": False}, {"p": p, "shuffle": False}):
        assert rng().subsets(6, 2, **how).tolist() == rng().subsets(6, 2, 1, **how)[0].tolist()
        assert rng().subsets(6, 0, 3, **how).shape == (3, 0) and rng().subsets(6, 2, (2, 0), **how).shape == (2, 0, 2)
        assert sorted(rng().subsets(list("abcdef"), 6, **how)) == list("abcdef")
        x, rows = np.arange(24).reshape(4, 6), rng().subsets(6, 2, (2, 3), **how)
        assert rng().subsets(x, 2, (2, 3), axis=1, **how).tolist() == x[:, rows].tolist()
        assert all(len(set(row)) == 2 for row in rows.reshape(-1, 2).tolist())
    assert rng().choice(6, 3, replace=False, p=p).tolist() == rng().subsets(6, 3, p=p).tolist()
    assert rng().choice(6, 3, replace=False).tolist() == rng().subsets(6, 3).tolist()
    for how in ({"p": p}, {"p": p, "shuffle": False}, {"shuffle": False}):      # not without p and with a shuffle
        one_by_one = rng()
        assert rng().subsets(6, 3, 4, **how).tolist() == [one_by_one.subsets(6, 3, **how).tolist() for _ in range(4)]
    assert rng().subsets(0, 0, 2).shape == (2, 0)


@pytest.mark.parametrize("call, error, text", [
    (lambda r: r.subsets(3, 4), ValueError, "larger sample"),
    (lambda r: r.subsets(3, 4, p=[.5, .5, 0]), ValueError, "larger sample"),
    (lambda r: r.subsets(3, 3, 5, p=[.5, .5, 0]), ValueError, "Fewer non-zero entries"),
    (lambda r: r.subsets(3, -1), ValueError, "k = -1 is negative"), (lambda r: r.subsets(3, 2.5), TypeError, "integer"),
    (lambda r: r.subsets(0, 1), ValueError, "a must be a positive"),
    (lambda r: r.subsets([], 1), ValueError, "cannot be empty"),
    (lambda r: r.subsets(3, 2, p=[.5, .6, 0]), ValueError, "do not sum to 1"),
    (lambda r: r.subsets(3, 2, -1), ValueError, "negative dimensions"),
    (lambda r: r.at(2**64 - 9).subsets(5, 5, 2, p=[.2] * 5), OverflowError, "indices"),
    (lambda r: r.at(2**64 - 19).subsets(5, 5, 2), OverflowError, "indices"),
    (lambda r: r.subsets([[1, 2]], 1, axis=2), ValueError, "axis"),
])
def test_rows_that_are_refused(call, error, text):
    r = rng()
    with pytest.raises(error, match=text):
        call(r)
    assert r.next == 77


def test_the_sum_of_p():
    """It is exact enough to decide except close to the tolerance, where math.fsum decides."""
    random = np.random.default_rng(1)
    for n in (1, 3, 4, 4095, 4096, 4097, 100003):
        spread = random.random(n) * 10.0**random.integers(-300, 0, n)
        for x in (random.random(n), np.full(n, .1), spread, np.ones(2 * n)[::2]):
            total, positive = _core.probabilities(x)
            assert abs(total - math.fsum(x)) <= 2**-40 * math.fsum(x) and positive == n
            for bad in (-1e-300, np.nan, -np.inf):
                y = x.copy()
                y[n // 2] = bad
                assert math.isnan(_core.probabilities(y)[0])
    assert _core.probabilities(np.array([0, -0., 1, 5e-324])) == (1, 2) and _core.probabilities(np.empty(0)) == (0, 0)
    for no in (np.ones((2, 2)), np.ones(3, "f4")):
        with pytest.raises(ValueError):
            _core.probabilities(no)


@pytest.mark.parametrize("replace", [True, False])
@pytest.mark.parametrize("p, text", [
    ([.5, -.5, 1], r"not non-negative; p\[1\] = -0.5"), ([np.nan, .5, .5], r"contain NaN; p\[0\]"), ([None, .5, .5], "NaN"),
    ([.5, .5, .5], "do not sum to 1"), ([.5, .5], "same size"), ([[.5, .5, 0]], "1-dimensional"), (1., "1-dimensional"),
    ([.5, .5, 1.6e-8], "do not sum to 1"), (np.array([.5, .5, 4e-4], "f4"), "do not sum to 1"),
    ([np.inf, 0, 0], "do not sum to 1"), ([], "same size"),
])
def test_p_that_is_refused(p, text, replace):
    r = rng()
    with pytest.raises(ValueError, match=text):
        r.choice(3, 2, replace=replace, p=p)
    assert r.next == 77


@pytest.mark.parametrize("p", [[.5, .5, 1.4e-8], np.array([.5, .5, 3e-4], "f4"), [0, 1, 0], [False, True, False]])
def test_p_within_the_tolerance(p):
    assert rng().choice(3, 5, p=p).max() < 3
    with pytest.raises(TypeError):
        rng().choice(3, 2, p=["a", "b", "c"])


@pytest.mark.parametrize("gap", [0, 1e-12, -1e-12, 1e-17, -1e-17])
def test_the_tolerance_itself(gap):
    """Close to it the sum is exact."""
    p = [.25, .75, _order._TOLERANCE + gap]
    r = rng()
    if abs(math.fsum(p) - 1) > _order._TOLERANCE:
        with pytest.raises(ValueError, match="sum to 1"):
            r.choice(3, p=p)
    else:
        r.choice(3, p=p)
