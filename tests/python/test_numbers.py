# SPDX-License-Identifier: MIT OR Apache-2.0
"""Bits: those of the command; those of one call, however it is cut, shared, copied or stored."""
import copy
import os
import pickle
import signal
import subprocess
import threading

import numpy as np
import pytest

import reroll

COMMAND = os.environ.get("REROLL")


def values(name):
    """Parameters of a scalar distribution: its defaults, otherwise numbers within its ranges."""
    given = {}
    laws = {law["name"]: law for law in reroll._core.laws()}
    by_hand = {"integers": {"low": -3, "high": 40}, "integers-closed": {"low": -3, "high": 40},
               "triangular": {"left": -1, "mode": 0.5, "right": 2}, "pert": {"low": -1, "mode": 0.5, "high": 2},
               "loguniform": {"low": 0.5, "high": 7}, "truncated-power": {"low": 0.5, "high": 7, "a": 0.4},
               "hypergeometric": {"ngood": 30, "nbad": 20, "nsample": 10},
               "fisher-hypergeometric": {"ngood": 30, "nbad": 20, "nsample": 10, "odds": 2},
               "wallenius-hypergeometric": {"ngood": 30, "nbad": 20, "nsample": 10, "odds": 2},
               "discrete-power-law": {"a": 2, "low": 3, "high": 40},
               "normal-inverse-gaussian": {"a": 2, "b": 0.5}, "skew-normal": {"shape": 2},
               "gamma:erlang": {"shape": 3}, "polya-gamma-sum": {"b": 3}, "zipf": {"a": 8}, "yule-simon": {"alpha": 20},
               "negative-hypergeometric": {"ngood": 30, "nbad": 20, "r": 5},
               "beta-negative-binomial": {"n": 5, "a": 20, "b": 3}}
    if name in by_hand:
        return by_hand[name]
    for parameter, _, fallback, (low, high, *_) in laws[name]["params"]:
        if np.isnan(fallback):
            given[parameter] = 30 if parameter == "n" else next(v for v in (0.4, 1.5, 3, 60) if low < v < high)
    return given


def jobs():
    for law in reroll._core.laws():
        if not law["shape"] and not any(sides for sides, *_ in law["shapes"]) and not law["outside"]:
            for number, kind in ((1, "f4"), (2, "f8"), (3, "i4"), (4, "i8"), (5, "u4"), (6, "u8"), (7, "f2")):
                if law["dtypes"] >> number & 1 and not (kind[0] == "u" and law["name"].startswith("integers")):
                    yield law["name"], kind


@pytest.mark.skipif(not COMMAND, reason="REROLL names no command")
def test_same_bytes_as_the_command(tmp_path):
    """Every scalar sampler in every type, at its own index and stream."""
    names = {"f4": "f32", "f8": "f64", "i4": "i32", "i8": "i64", "u4": "u32", "u8": "u64", "f2": "f16"}
    all_jobs = list(jobs())
    assert len(all_jobs) >= 200
    for k, (law, kind) in enumerate(all_jobs):
        given = values(law)
        file = tmp_path / "x.raw"
        options = [f"--{n}={v}" for n, v in given.items()]
        subprocess.run([COMMAND, "sample", law, *options, "-n", "37", "--first", str(5 * k), "--seed", str(k), "--dtype",
                        names[kind], "-o", file, "--force"], check=True, capture_output=True)
        drawn = reroll.Generator(k).at(5 * k).sample(law, size=37, dtype=kind, **given)
        assert drawn.tobytes() == file.read_bytes(), (law, kind)


ONE_BY_ONE = [("random", ()), ("uniform", (2., 5.)), ("standard_normal", ()), ("normal", (1, 2.5)), ("exponential", (3.,)),
              ("standard_exponential", ()), ("standard_gamma", (0.3,)), ("gamma", (2.5, 2.)), ("gamma", (0.7,)),
              ("poisson", (4.,)), ("binomial", (10, .3)), ("wald", (1., 2.)), ("integers", (0, 10))]


@pytest.mark.parametrize("name, args", ONE_BY_ONE)
def test_calls_of_one_are_the_call_of_many(name, args):
    one, many = reroll.Generator(7).at(250), reroll.Generator(7).at(250)
    drawn = [getattr(one, name)(*args) for _ in range(20)]
    assert np.array(drawn).tobytes() == np.asarray(getattr(many, name)(*args, size=20)).tobytes()
    assert one.next == many.next == 270


def test_any_split_is_the_whole():
    whole = reroll.Generator(3).gamma(2.5, size=10000)
    parts = reroll.Generator(3)
    assert np.concatenate([parts.gamma(2.5, size=n) for n in (1, 0, 999, 4096, 4904)]).tobytes() == whole.tobytes()
    rows, more = reroll.Generator(3), reroll.Generator(3)
    cut = np.concatenate([rows.dirichlet([1, 2, 3], 4), rows.dirichlet([1, 2, 3], 6)])
    assert cut.tobytes() == more.dirichlet([1, 2, 3], 10).tobytes() and rows.next == 10


def test_devices_change_nothing():
    wanted = reroll.Generator(3).gamma(2.5, size=3 * 2**20 + 7)
    for spec in ("cpu:scalar", "cpu:warp32", "cpu,threads=3"):
        assert reroll.Generator(3, device=spec).gamma(2.5, size=wanted.shape).tobytes() == wanted.tobytes()
    with pytest.raises(ValueError, match="device 'nowhere'"):
        reroll.Generator(3, device="nowhere")


def test_pieces_change_nothing_and_are_reported(monkeypatch):
    whole, shape = reroll.Generator(3).gamma(2.5, size=100000), np.linspace(1, 9, 250)
    table = reroll.Generator(3).gamma(shape[:, None], shape, size=(250, 250))
    monkeypatch.setattr(reroll._draw, "PIECE", 100)
    seen = []
    assert reroll.Generator(3).sample("gamma", 2.5, size=100000, progress=seen.append).tobytes() == whole.tobytes()
    assert sum(seen) == 100000 and max(seen) <= 100
    assert reroll.Generator(3).gamma(shape[:, None], shape, size=(250, 250)).tobytes() == table.tobytes()


def test_control_c_stops_a_long_call():
    def stop(*_):
        raise KeyboardInterrupt

    rng, done = reroll.Generator(3), []
    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            rng.sample("gamma", 2.5, size=(1000, 1 << 20), dtype="f4", progress=done.append)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert sum(done) < 1000 << 20 and rng.next == 0


def test_copies_and_pickles_go_on_where_the_original_is():
    rng = reroll.Generator(5)
    rng.spawn(3)
    rng.normal(size=7)
    for other in (copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))):
        assert other.state == rng.state and other is not rng
        assert other.spawn(1)[0].state == rng.at(rng.next).spawn(1)[0].state
        assert (other.normal(size=5) == rng.at(rng.next).normal(size=5)).all()
    state = rng.state
    first = rng.normal(size=4)
    rng.state = state
    assert (rng.normal(size=4) == first).all()


def test_children_do_not_look_at_next():
    rng = reroll.Generator(5)
    a, b = rng.spawn(2)
    rng.normal(size=9)
    assert rng.child(0).state == a.state and rng.child(1).state == b.state and rng.spawn(1)[0].state == rng.child(2).state
    assert rng.child("theta").state != a.state and rng.child("theta").state == reroll.Generator(5).child("theta").state


def test_threads_share_a_generator():
    """16 threads get different indices: together the numbers of one call."""
    rng, parts = reroll.Generator(11), []
    threads = [threading.Thread(target=lambda: parts.extend(rng.normal(size=2000) for _ in range(20))) for _ in range(16)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert rng.next == 16 * 20 * 2000
    together = reroll.Generator(11).normal(size=rng.next).reshape(-1, 2000)
    assert sorted(p.tobytes() for p in parts) == sorted(p.tobytes() for p in together)


def test_a_fork_draws_the_same_numbers():
    rng = reroll.Generator(11)
    rng.normal()
    end, start = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(start, rng.normal(size=100).tobytes() + np.float64(rng.normal()).tobytes())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(end, 4096) == rng.normal(size=100).tobytes() + np.float64(rng.normal()).tobytes()


def test_numpys_generator_on_our_words():
    rng = reroll.Generator(4).numpy()
    bits = rng.bit_generator
    first = rng.normal(size=300)
    again = pickle.loads(pickle.dumps(reroll.Generator(4).numpy()))
    assert (again.normal(size=300) == first).all()
    words = reroll.BitGenerator(9)
    plain = reroll.Generator(9).sample("bits", size=1000, dtype="u4")
    pairs = plain[0::2].astype("u8") << np.uint64(32) | plain[1::2]
    assert (words.random_raw(500) == pairs).all()
    assert reroll.BitGenerator(9).advance(100).random_raw() == pairs[100]
    for at in (0, 1, 6, 7, 2**64 - 2, 2**64 - 1):
        for k in (0, 1, 2, 9):
            one, two = reroll.BitGenerator(9, next=at), reroll.BitGenerator(9, next=at)
            one.random_raw(k)
            assert two.advance(k).state == one.state and two.advance(-k).state["next"] == (at + at % 2 * (k > 0)) % 2**64
    assert bits.jumped().state["next"] == (bits.state["next"] + 2**62) % 2**64
    assert len({str(b.state) for b in bits.spawn(3)}) == 3
    bits.state = {**bits.state, "next": 0}
    assert (rng.normal(size=300) == first).all()


def test_spawn_of_numpys_generator_goes_on():
    made = reroll.Generator(4).numpy()
    first = [g.random() for g in made.spawn(2)]
    stored = pickle.loads(pickle.dumps(made))
    state = made.bit_generator.state
    more = [g.random() for g in made.spawn(2)]
    assert len(set(first + more)) == 4 and [g.random() for g in stored.spawn(2)] == more
    made.bit_generator.state = state
    assert [g.random() for g in made.spawn(2)] == more
    assert len(set(b.random_raw() for b in made.bit_generator.jumped().spawn(1))) == 1
    words = {tuple(reroll.BitGenerator(s, stream=t).seed_seq.generate_state(4)) for s in (1, 2) for t in (0, 1)}
    assert len(words) == 4 and tuple(np.random.SeedSequence(0).generate_state(4)) not in words
    with pytest.raises(ValueError, match="n_children"):
        made.bit_generator.spawn(-1)


def test_whole_numbers_are_numpys_too_and_never_wrap():
    r = reroll.Generator(5)
    assert r.at(np.int64(7)).state == r.at(7).state and r.child(np.uint8(3)).state == r.child(3).state
    assert [c.state for c in r.spawn(np.int64(2))] == [r.child(0).state, r.child(1).state]
    assert reroll.model.loop(.5, np.int64(32)) == reroll.model.loop(.5, 32)
    assert reroll.plan("gamma", shape=2, size=np.int64(10))["choice"]
    r.state = {k: np.uint64(v) for k, v in r.state.items()}
    state = r.state
    for call, name in ((lambda: r.at(2**64), "index"), (lambda: r.at(-1), "index"), (lambda: r.child(2**64), "child"),
                       (lambda: r.child(-1), "child"), (lambda: setattr(r, "state", {**state, "next": 2**64 + 5}), "index"),
                       (lambda: setattr(r, "state", {**state, "seed": 2**64}), "seed"),
                       (lambda: setattr(r, "state", {**state, "children": -1}), "children"),
                       (lambda: r.spawn(-1), "n_children"),
                       (lambda: reroll.model.loop(.5, 2**32 + 32), "lanes"), (lambda: reroll.model.loop(.5, -1), "lanes"),
                       (lambda: reroll.model.grouped(.5, 32, 2**32 + 4), "group"),
                       (lambda: reroll.plan("gamma", shape=2, size=2**64 + 1), "size"),
                       (lambda: r.choice(2**64 + 9, 3, replace=False), "a"),
                       (lambda: reroll.BitGenerator(1, next=2**64), "index"),
                       (lambda: reroll.BitGenerator(1, stream=-1), "")):
        with pytest.raises(ValueError, match=f"^{name}.*(must be|non-negative)"):
            call()
        assert r.state == state
    with pytest.raises(TypeError):
        r.at(1.5)
    with pytest.raises(ValueError, match="NUL"):
        r.child("a\0b")
    with pytest.raises(OverflowError, match="children"):
        reroll.Generator(r)._other(1, 0, 0, 2**64 - 1).spawn(2)


def test_seeds():
    assert reroll.Generator(2**64 - 1).seed == 2**64 - 1 and reroll.Generator(5).stream == 0
    for seed in (2**64, [1, 2], np.random.SeedSequence(8), np.random.PCG64(3), np.random.default_rng(3)):
        made = reroll.Generator(seed)
        assert made.state == reroll.Generator(seed).state and made.stream
    assert reroll.Generator(np.random.PCG64(3)).state == reroll.Generator(np.random.default_rng(3)).state
    assert reroll.Generator().seed != reroll.Generator().seed
    with pytest.raises(ValueError, match="non-negative"):
        reroll.Generator(-1)


def test_a_sequence_of_seeds_is_hashed_with_its_length():
    """NumPy pads it with zeros, so that rank 0 of [seed, rank] is the seed."""
    different = [5, [5, 0], [5, 0, 0], [5, 0, 0, 0, 0, 0, 0], [0, 5], [0], [0, 0], [], [5 + 2**32], [5, 1], [5 + 2**32, 7],
                 [5, 1 + 7 * 2**32], [5, 1, 7], [2**64 + 5], [5, 0, 1], [[5, 0]], [[5], 0], [5, [0]], [5, [0], []]]
    states = [str(reroll.Generator(s).state) for s in different]
    assert len(set(states)) == len(states)
    for same in ([5], (np.uint8(5),), np.array([5]), range(5, 6)):
        assert reroll.Generator(same).state == reroll.Generator(5).state
    for same in ((5, 0), np.array([5, 0]), np.array([5, 0], "u1"), np.array([5, 0], ">u8"), [np.int64(5), False]):
        assert reroll.Generator(same).state == reroll.Generator([5, 0]).state and reroll.Generator(same).next == 0
    states = [reroll.Generator(s).state for s in ([2**70], 2**70, [0, 0, 64])]
    assert states[0] == states[1] != states[2]
    first = np.random.SeedSequence([2, 1, 5, 1, 0]).generate_state(2, np.uint64)   # the length, then each with its own
    assert (reroll.Generator([5, 0]).seed, reroll.Generator([5, 0]).stream) == tuple(first.tolist())
    for bad, error in ((["1"], TypeError), ([1.5, 2], TypeError), ([None], TypeError), ([5, None], TypeError),
                       ("ab", TypeError), (np.array([1.5]), TypeError), ([-1], ValueError), ([5, -1], ValueError),
                       ([1j, 2], TypeError)):
        with pytest.raises(error):
            reroll.Generator(bad)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_numpys_random_state_on_our_words_is_copied_and_stored(again):
    old = np.random.RandomState(reroll.BitGenerator(1))
    old.normal()   # one more waits in it
    wanted = again(old)
    drawn = old.normal(size=5)
    assert (wanted.normal(size=5) == drawn).all()
    state = again(old).get_state(legacy=False)
    other = np.random.RandomState(reroll.BitGenerator(9))
    other.set_state(state)
    assert (other.normal(size=5) == old.normal(size=5)).all() and state["state"] == (1, 0, state["next"])


def test_children_go_on_after_a_copy_and_a_pickle():
    bits = reroll.BitGenerator(1)
    bits.spawn(2), bits.seed_seq.spawn(3)
    for again in (copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
        other = again(bits)
        assert other.seed_seq.n_children_spawned == 3 == bits.seed_seq.n_children_spawned
        assert [s.spawn_key for s in other.seed_seq.spawn(2)] == [(3,), (4,)]
        assert other.spawn(1)[0].state == again(bits).spawn(1)[0].state != reroll.BitGenerator(1).spawn(1)[0].state
    assert bits.seed_seq.n_children_spawned == 3
    bits.state = {**bits.state, "seed": 7}   # the sequence stays that of the seed it was made with
    again = pickle.loads(pickle.dumps(bits))
    assert again.state == bits.state and again.seed_seq.entropy == [1, 0]


def test_states_from_before_are_read():
    flat = {"bit_generator": "reroll", "seed": 3, "stream": 4, "next": 6}
    bits = reroll.BitGenerator(1)
    bits.state = flat
    made = reroll._bits._restore({**flat, "children": 2})   # a pickle from before
    assert made.random_raw() == bits.random_raw() and made.state["children"] == 2 and made.seed_seq.n_children_spawned == 0
    with pytest.raises(ValueError, match="children"):
        bits.state = {**flat, "children": -1}


def test_scikit_learn_clones_and_validates_with_a_random_state_on_our_words():
    base, ensemble = pytest.importorskip("sklearn.base"), pytest.importorskip("sklearn.ensemble")
    selection = pytest.importorskip("sklearn.model_selection")
    x = np.random.default_rng(0).normal(size=(60, 3))
    y = (x[:, 0] > 0).astype(int)

    def scores():
        model = ensemble.RandomForestClassifier(5, random_state=np.random.RandomState(reroll.BitGenerator(1)))
        folds = selection.ShuffleSplit(3, random_state=np.random.RandomState(reroll.BitGenerator(2)))
        return selection.cross_val_score(base.clone(model), x, y, cv=folds).tolist()

    assert scores() == scores() and min(scores()) > .6


def test_the_last_indices():
    rng = reroll.Generator(1).at(2**64 - 3)
    assert len(rng.normal(size=2)) == 2 and rng.next == 2**64 - 1
    for draw in (rng.normal, lambda: rng.gamma(2., size=3), lambda: rng.permutation(5)):
        with pytest.raises(OverflowError, match="indices"):
            draw()
    assert rng.next == 2**64 - 1
