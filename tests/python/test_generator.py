# SPDX-License-Identifier: MIT OR Apache-2.0
"""Generator as a numpy.random.Generator: its type, its bit generator, and what moves which position."""
import copy
import gc
import hashlib
import json
import pickle
import sys
import threading
import weakref

import numpy as np
import pytest

import reroll

AGAIN = [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]


def numpys(name):
    """A method of NumPy's own, on any Generator."""
    return getattr(np.random.Generator, name)


def test_it_is_one_of_numpys():
    rng = reroll.Generator(1)
    assert isinstance(rng, np.random.Generator) and np.random.default_rng(rng) is rng and reroll.default_rng(rng) is rng
    assert isinstance(rng.bit_generator, np.random.BitGenerator) and rng.bit_generator is rng.bit_generator
    assert str(rng) == repr(rng) == "reroll.Generator(seed=1, stream=0, next=0, device='cpu')"


# The attributes that this class defines itself. A newer NumPy may add methods: NumPy's code then draws them, from
# bit_generator, until they are written here.
OURS = """beta binomial bit_generator bytes chisquare choice dirichlet exponential f gamma geometric gumbel hypergeometric
    integers laplace logistic lognormal logseries multinomial multivariate_hypergeometric multivariate_normal
    negative_binomial noncentral_chisquare noncentral_f normal pareto permutation permuted poisson power random rayleigh
    shuffle spawn standard_cauchy standard_exponential standard_gamma standard_normal standard_t triangular uniform vonmises
    wald weibull zipf""".split()


@pytest.mark.parametrize("name", [n for n in dir(np.random.Generator) if not n.startswith("_")])
def test_every_public_name_of_numpys_is_ours(name):
    assert name in OURS, f"NumPy {np.__version__} has Generator.{name}, which reroll.Generator leaves to NumPy's code"
    owner = next(c for c in reroll.Generator.__mro__ if name in vars(c))
    assert owner is not np.random.Generator and not owner.__module__.startswith("numpy")


def test_equality_and_hash_are_numpys():
    one, two = reroll.Generator(1), reroll.Generator(1)
    assert one == one and one != two and one.state == two.state and len({one, two, one}) == 2


# ---- Two positions ------------------------------------------------------------------------------------------------------

def test_words_are_those_of_the_child_numpy():
    rng, child = reroll.Generator(3), reroll.Generator(3).child("numpy")
    bits = rng.bit_generator
    assert bits.state["state"] == (child.seed, child.stream, 0)
    assert bits.random_raw() == int.from_bytes(child.bytes(4) + child.bytes(4), "little") % 2**32 * 2**32 + int.from_bytes(
        child.at(1).bytes(4), "little")
    of_index = reroll.Generator(3).child("numpy").child(7)
    assert rng.at(7).bit_generator.state["state"] == (of_index.seed, of_index.stream, 0)


def test_numpys_methods_move_the_words_alone_and_ours_next_alone():
    rng = reroll.Generator(3)
    wanted = np.random.Generator(reroll.BitGenerator(*[rng.child("numpy").seed], stream=rng.child("numpy").stream))
    assert (numpys("normal")(rng, size=100) == wanted.normal(size=100)).all() and rng.next == 0
    place = rng.bit_generator.state["next"]
    assert place >= 200
    rng.normal(size=5)
    assert rng.next == 5 and rng.bit_generator.state["next"] == place
    assert (rng.numpy().normal(size=9) == wanted.normal(size=9)).all() and rng.bit_generator.state["next"] > place


def test_words_at_every_place():
    """Windows, single words of 32 bits between pairs, jumps to odd places, the last words."""
    for first in (0, 1, 5, 2046, 2047, 2048, 2**40 + 1, 2**64 - 3):
        bits = reroll.BitGenerator(9, next=first)
        at, rng = first, np.random.Generator(bits)
        source = reroll.Generator(9)
        for k in range(3000 if first < 2**41 else 1):
            if k % 3 == 2:
                got = int(rng.integers(0, 2**32, dtype=np.uint32))
                wanted = int(source.at(at).sample("bits", size=1)[0])
                assert got == wanted
                at += 1
            else:
                at += at & 1
                high, low = source.at(at).sample("bits", size=2).tolist()
                assert bits.random_raw() == high << 32 | low
                at += 2
            if k > 40 and k % 256 > 3:
                bits.state = {**bits.state, "next": at}
        assert bits.state["next"] == at % 2**64


def test_state_carries_both():
    rng = reroll.Generator(3)
    rng.normal(size=4), numpys("random")(rng, 10), rng.spawn(2)
    kept = rng.state
    assert kept["next"] == 4 and kept["children"] == 2 and kept["words"][2] == 20
    wanted = rng.normal(size=3).tolist(), numpys("random")(rng, 3).tolist()
    for again in (*AGAIN, lambda x: (setattr(x, "state", kept), x)[1]):
        other = again(rng)
        other.state = kept
        assert other.state == kept
        assert (other.normal(size=3).tolist(), numpys("random")(other, 3).tolist()) == wanted
    for again in AGAIN:
        other = again(rng)
        assert other.state == rng.state and other is not rng and other.bit_generator is not rng.bit_generator
        assert numpys("random")(other) == numpys("random")(again(rng))


def test_a_state_of_before_begins_the_words():
    rng = reroll.Generator(3)
    numpys("random")(rng, 10)
    rng.state = {"seed": 3, "stream": 0, "next": 7}
    assert rng.state == {**reroll.Generator(3).state, "next": 7}


def test_a_bit_generators_state_is_the_whole_of_it():
    """NumPy's users save and set it: rng.bit_generator.state."""
    rng = reroll.Generator(3)
    rng.normal(size=4), numpys("random")(rng, 10)
    kept = rng.bit_generator.state
    wanted = rng.normal(size=3).tolist(), numpys("random")(rng, 3).tolist(), rng.spawn(1)[0].state
    rng.bit_generator.state = kept
    assert (rng.normal(size=3).tolist(), numpys("random")(rng, 3).tolist(), rng.spawn(1)[0].state) == wanted
    other = reroll.Generator(99)
    other.bit_generator.state = kept
    assert other.normal(size=3).tolist() == wanted[0] and other.seed == 3
    alone = reroll.BitGenerator(1)
    alone.state = kept   # without a Generator: the words
    assert alone.state["state"] == kept["state"] and "generator" not in alone.state
    for bad in ({**kept, "generator": {**kept["generator"], "next": -1}}, {**kept, "next": 2**64}, {**kept, "seed": "a"}):
        before = rng.state
        with pytest.raises((TypeError, ValueError)):
            rng.bit_generator.state = bad
        assert rng.state == before


def test_the_bit_generator_alone():
    bits = reroll.Generator(3).bit_generator   # which outlives its Generator
    gc.collect()
    first = np.random.Generator(bits).random(3)
    assert (first == numpys("random")(reroll.Generator(3), 3)).all() and "generator" not in bits.state
    for again in AGAIN:
        other = again(reroll.Generator(3).bit_generator)
        assert (np.random.Generator(other).random(3) == first).all() and "generator" not in other.state


def test_randomstate_and_jumps():
    rng = reroll.Generator(3)
    legacy = np.random.RandomState(rng.bit_generator)
    place = rng.bit_generator.state["next"]
    legacy.normal(size=10)
    assert rng.next == 0 and rng.bit_generator.state["next"] > place
    assert legacy.get_state(legacy=False)["bit_generator"] == "reroll"
    rng.bit_generator.advance(10), rng.bit_generator.advance(-10)
    assert rng.bit_generator.jumped().state["next"] == (rng.bit_generator.state["next"] + 2**62) % 2**64


def test_spawned_children_differ():
    seen = [reroll.Generator(1), reroll.Generator(1).child("numpy"), *reroll.Generator(1).spawn(2)]
    streams = [(g.seed, g.stream) for g in seen]
    streams += [b.state["state"][:2] for b in reroll.BitGenerator(1).spawn(2)]
    streams += [b.state["state"][:2] for b in reroll.Generator(1).bit_generator.spawn(2)]
    assert len(set(streams)) == len(streams) == 8


def test_another_state_reaches_what_holds_the_words():
    """NumPy's code has a pointer to them, from the day the Generator was made."""
    rng = reroll.Generator(3)
    legacy, wrapped = np.random.RandomState(rng.bit_generator), rng.numpy()
    rng.state = reroll.Generator(4).state
    wanted = numpys("random")(reroll.Generator(4), 3).tolist()
    assert [wrapped.random(), legacy.random_sample(), numpys("random")(rng)] == wanted
    rng.__init__(5)
    assert wrapped.random() == numpys("random")(reroll.Generator(5))


# ---- Objects --------------------------------------------------------------------------------------------------------------

def test_one_lock_guards_the_words():
    rng = reroll.Generator(3)
    assert rng.bit_generator.lock is rng._words.lock
    with rng.bit_generator.lock:
        seen = []
        thread = threading.Thread(target=lambda: seen.append(numpys("random")(rng)))
        thread.start()
        thread.join(.05)
        assert not seen
    thread.join()
    assert seen


def test_threads_share_the_words_of_a_generator():
    """NumPy's fills run without the interpreter's lock; positions are read and set meanwhile."""
    rng = reroll.Generator(3)
    legacy, drawn, n = np.random.RandomState(rng.bit_generator), [], 50000

    def work(k):
        draw = (numpys("random"), lambda r, n: legacy.random_sample(n), lambda r, n: r.numpy().random(n))[k % 3]
        for _ in range(4):
            drawn.append(draw(rng, n))
            rng.bit_generator.state, rng.state

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    [t.start() for t in threads], [t.join() for t in threads]
    wanted = numpys("random")(reroll.Generator(3), 24 * n)
    assert sorted(x[0] for x in drawn) == sorted(wanted[::n].tolist())
    assert {x.tobytes() for x in drawn} == {part.tobytes() for part in wanted.reshape(24, n)}


@pytest.mark.parametrize("kind", [np.random.MT19937, np.random.PCG64, np.random.Philox, np.random.SFC64])
def test_a_bit_generator_as_a_seed(kind):
    """SHA-256 of its state as JSON. The state's arrays are part of it, and it is not advanced."""
    bits = kind(1)
    before = json.dumps(bits.state, sort_keys=True, default=lambda value: value.tolist())
    digest = hashlib.sha256(before.encode()).digest()
    for seed in (bits, np.random.Generator(bits), *[np.random.RandomState(bits)] * (kind is np.random.MT19937)):
        rng = reroll.Generator(seed)
        assert (rng.seed, rng.stream) == tuple(int.from_bytes(digest[k:k + 8], "little") for k in (0, 8))
    assert json.dumps(bits.state, sort_keys=True, default=lambda value: value.tolist()) == before
    assert reroll.Generator(kind(2)).seed != rng.seed


def test_objects_come_and_go():
    class Mine(reroll.Generator):
        pass

    def cycle(count):
        for _ in range(count):
            rng = Mine(1).at(3)
            rng.bit_generator, rng.normal()
            rng.me = rng
        gc.collect()

    cycle(1000)
    before, blocks = sys.getrefcount(Mine), sys.getallocatedblocks()
    cycle(20000)
    assert sys.getrefcount(Mine) - before < 10 and sys.getallocatedblocks() - blocks < 1000
    rng = Mine(1)
    gone = weakref.ref(rng)
    rng.bit_generator
    del rng
    assert gone() is None   # no collector is needed


def test_an_object_without_its_init():
    rng = reroll.Generator.__new__(reroll.Generator)
    for call in (lambda: rng.normal(), lambda: rng.normal(size=3), lambda: numpys("random")(rng), lambda: rng.bit_generator,
                 lambda: rng.state, lambda: rng.at(3), lambda: rng.integers(3), lambda: rng.choice(5), lambda: repr(rng)):
        with pytest.raises((TypeError, AttributeError, ValueError, RuntimeError)):
            call()


def test_shuffles_without_init():
    rng = reroll.Generator.__new__(reroll.Generator)
    for call in (lambda: rng.shuffle([1, 2, 3]), lambda: rng.permuted([1, 2, 3]), lambda: rng.choice(9, 3, replace=False),
                 lambda: rng.shuffle(np.arange(5)), lambda: rng.permutation(5)):
        with pytest.raises((RuntimeError, AttributeError)):
            call()


def test_a_second_init_of_a_bit_generator():
    """NumPy's code has the address of its words."""
    bits = reroll.BitGenerator(1)
    held = np.random.Generator(bits)
    held.random(10)
    bits.__init__(2)
    gc.collect()
    assert held.random(3).tolist() == np.random.Generator(reroll.BitGenerator(2)).random(3).tolist()


def test_the_end_of_a_stream_is_a_state():
    rng = reroll.Generator(1).at(2**64 - 1)
    rng.normal(size=1)
    assert rng.next == 2**64
    for again in (*AGAIN, reroll.Generator, lambda x: setattr(x, "state", x.state) or x,
                  lambda x: setattr(x.bit_generator, "state", x.bit_generator.state) or x):
        other = again(rng)
        assert other.next == 2**64
        with pytest.raises(OverflowError):
            other.normal(size=1)
    for bad in (lambda: rng.at(2**64), lambda: rng.at(-1), lambda: setattr(rng, "state", {**rng.state, "next": 2**64 + 1})):
        with pytest.raises(ValueError):
            bad()
    rng.state = {**rng.state, "next": 7}
    assert rng.next == 7 and rng.normal() == reroll.Generator(1).at(7).normal()


def test_what_belongs_together_stays_together():
    rng = reroll.Generator(3)
    for again in (copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
        made = again({"rng": rng, "bits": rng.bit_generator, "numpys": rng.numpy()})
        assert made["rng"].bit_generator is made["bits"] is made["numpys"].bit_generator is not rng.bit_generator
        made["numpys"].random(4)
        assert made["rng"].state["words"][2] == 8 and rng.state["words"][2] == 0
    alone = copy.copy(rng.bit_generator)
    assert alone is not rng.bit_generator and "generator" not in alone.state


def test_attributes_that_refer_to_the_generator():
    rng = Named(1)
    rng.me, rng.bits, rng.numpys = rng, rng.bit_generator, rng.numpy()
    rng.bits.random_raw(3)
    for again in (*AGAIN[1:], lambda x: pickle.loads(pickle.dumps([x.bits, x]))[1]):
        made = again(rng)
        assert made.me is made and made.bits is made.bit_generator is made.numpys.bit_generator is not rng.bits
        assert made.bits.state == rng.bits.state and made.state == rng.state
    assert Small(1).large and not hasattr(pickle.loads(pickle.dumps(Small(1))), "large")


def test_one_bit_generator_of_all_threads():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(300):
            rng, seen = reroll.Generator(1), []
            threads = [threading.Thread(target=lambda: seen.append(rng.bit_generator)) for _ in range(2)]
            [t.start() for t in threads], [t.join() for t in threads]
            assert seen[0] is seen[1] is rng.bit_generator
    finally:
        sys.setswitchinterval(interval)


def test_copies_spawn_what_the_original_would():
    rng = reroll.Generator(1)
    rng.bit_generator.spawn(2)
    wanted = copy.copy(rng).bit_generator.spawn(1)[0].state
    for again in (*AGAIN, reroll.Generator):
        assert again(rng).bit_generator.spawn(1)[0].state == wanted


class Named(reroll.Generator):
    pass


class Small(reroll.Generator):
    """A subclass whose own pickle leaves an attribute out."""

    def __init__(self, seed):
        super().__init__(seed)
        self.large = [0] * 9

    def __getstate__(self):
        return {name: value for name, value in super().__getstate__().items() if name != "large"}


class Tagged(reroll.Generator):
    def __init__(self, seed=None, *, tag):
        super().__init__(seed)
        self.tag = [tag]


class Made(reroll.Generator):
    def __new__(cls, a):
        return super().__new__(cls)


class Bits(reroll.BitGenerator):
    pass


def test_attributes_of_subclasses_are_copied():
    rng = Tagged(1, tag="a")
    assert [again(rng).tag for again in AGAIN] == [["a"]] * 3
    assert copy.copy(rng).tag is rng.tag and copy.deepcopy(rng).tag is not rng.tag
    assert type(pickle.loads(pickle.dumps(Made(1)))) is Made
    bits = Bits(1)
    for other in (bits.spawn(1)[0], bits.jumped(np.int64(1)), *(again(bits) for again in AGAIN)):
        assert type(other) is Bits


def test_subclasses():
    class Mine(reroll.Generator):
        def __init__(self, seed=None, name="?"):
            super().__init__(seed)
            self.name = name

    rng = Mine(5, "a")
    for other in (rng.at(3), rng.child("x"), rng.spawn(1)[0], copy.copy(rng)):
        assert type(other) is Mine
    assert (numpys("normal")(rng, size=3) == numpys("normal")(reroll.Generator(5), size=3)).all()
