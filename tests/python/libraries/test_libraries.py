# SPDX-License-Identifier: MIT OR Apache-2.0
"""A Generator as the source of other libraries: the `rng` and `random_state` of SciPy, pandas, NetworkX and scikit-learn,
and an argument of functions that Numba compiles. A library that is not installed is skipped by its name."""
import copy
import itertools
import pickle

import numpy as np
import pytest

import reroll


def library(name):
    """The module, or a skip that names it."""
    return pytest.importorskip(name, reason=f"{name} is not installed")


def place(rng):
    """Both positions of a Generator."""
    return rng.next, rng.bit_generator.state["state"]


def flat(value):
    """All numbers of a result, whatever it is."""
    if isinstance(value, dict):
        return list(itertools.chain(*(flat(v) for v in value.values())))
    if isinstance(value, (tuple, list)) or hasattr(value, "_fields"):
        return list(itertools.chain(*(flat(v) for v in value)))
    return np.asarray(value, dtype=object).reshape(-1).tolist()


def check(call, moves=True):
    """Equal seeds give equal results, other seeds others, and the next call continues, for copies too. moves: by a position
    of the Generator; otherwise by the seed sequence of its words."""
    one, two, other = reroll.Generator(5), reroll.Generator(5), reroll.Generator(6)
    before = place(one)
    first = flat(call(one))
    assert first == flat(call(two)) and first != flat(call(other))
    assert place(one) == place(two) and (place(one) != before) == moves
    again = flat(call(one))
    assert again != first and flat(call(two)) == again
    later = pickle.loads(pickle.dumps(one)), copy.deepcopy(one)
    wanted = flat(call(one))
    assert all(flat(call(rng)) == wanted for rng in later)


# ---- SciPy ----

A, B = np.linspace(0, 1, 12), np.linspace(.2, 2, 12) ** 2


def rosenbrock(x):
    return np.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def permute(s, r):
    one = s.permutation_test((A, B), lambda x, y, axis: np.mean(x, axis) - np.mean(y, axis), n_resamples=99,
                             vectorized=True, rng=r)
    two = s.permutation_test((A, B), lambda x, y: x[0] - y[0], n_resamples=9, permutation_type="samples", rng=r)
    return one.null_distribution, two.null_distribution


STATS = {
    "norm.rvs": lambda s, r: s.norm.rvs(1, 2, size=9, random_state=r),
    "gamma.rvs": lambda s, r: s.gamma(2.).rvs(9, random_state=r),
    "poisson.rvs": lambda s, r: s.poisson.rvs(30., size=9, random_state=r),
    "hypergeom.rvs": lambda s, r: s.hypergeom.rvs(20, 7, 12, size=9, random_state=r),
    "levy_stable.rvs": lambda s, r: s.levy_stable.rvs(1.5, .2, size=9, random_state=r),
    "rv_histogram.rvs": lambda s, r: s.rv_histogram(np.histogram(B)).rvs(size=9, random_state=r),
    "gaussian_kde.resample": lambda s, r: s.gaussian_kde(B).resample(9, seed=r),
    "bootstrap": lambda s, r: s.bootstrap((B,), np.mean, n_resamples=99, rng=r).bootstrap_distribution,
    "permutation_test": permute,
    "monte_carlo_test": lambda s, r: s.monte_carlo_test(B, lambda size: r.normal(size=size), np.mean, n_resamples=99,
                                                        vectorized=False).null_distribution,
    "multivariate_normal.rvs": lambda s, r: s.multivariate_normal.rvs([0, 1], [[2, 1], [1, 2]], 9, random_state=r),
    "dirichlet.rvs": lambda s, r: s.dirichlet.rvs([1, 2, 3], 9, random_state=r),
    "multinomial.rvs": lambda s, r: s.multinomial.rvs(9, [.2, .3, .5], 9, random_state=r),
    "wishart.rvs": lambda s, r: s.wishart.rvs(5, np.eye(2), 9, random_state=r),
    "multivariate_t.rvs": lambda s, r: s.multivariate_t.rvs([0, 1], np.eye(2), 3, 9, random_state=r),
    "special_ortho_group.rvs": lambda s, r: s.special_ortho_group.rvs(3, 2, random_state=r),
    "random_correlation.rvs": lambda s, r: s.random_correlation.rvs([.5, .8, 1.7], random_state=r),
    "vonmises_fisher.rvs": lambda s, r: s.vonmises_fisher.rvs([0, 0, 1.], 3., 9, random_state=r),
    "random_table.rvs": lambda s, r: s.random_table.rvs([9, 5], [7, 7], size=9, random_state=r),
    "unitary_group.rvs": lambda s, r: np.abs(s.unitary_group.rvs(3, random_state=r)),
}


@pytest.mark.parametrize("name", STATS)
def test_scipy_stats(name):
    stats = library("scipy.stats")
    check(lambda rng: STATS[name](stats, rng))


QMC = {
    "Sobol": lambda qmc, r: qmc.Sobol(3, rng=r).random(8),
    "Halton": lambda qmc, r: qmc.Halton(3, rng=r).random(8),
    "LatinHypercube": lambda qmc, r: qmc.LatinHypercube(3, rng=r).random(8),
    "PoissonDisk": lambda qmc, r: qmc.PoissonDisk(2, radius=.3, rng=r).random(4),
    "MultivariateNormalQMC": lambda qmc, r: qmc.MultivariateNormalQMC([0, 1], rng=r).random(8),
}


@pytest.mark.parametrize("name", QMC)
def test_scipys_quasi_monte_carlo(name):
    """Its engines spawn the seed sequence."""
    qmc = library("scipy.stats.qmc")
    check(lambda rng: QMC[name](qmc, rng), moves=False)


class Parabola:
    """A density."""

    def pdf(self, x):
        return 1 - x * x

    def dpdf(self, x):
        return -2 * x


def stay(optimize):
    """A minimizer that evaluates one point, so that basinhopping returns the best of its random points."""
    return lambda fun, x0, args, **_: optimize.OptimizeResult(x=x0, fun=fun(x0), success=True, nfev=1)


OTHERS = {
    "optimize.differential_evolution": lambda m, r: m.differential_evolution(rosenbrock, [(-2, 2)] * 2, maxiter=5,
                                                                             polish=False, rng=r).x,
    "optimize.dual_annealing": lambda m, r: m.dual_annealing(rosenbrock, [(-2, 2)] * 2, maxiter=5, no_local_search=True,
                                                             rng=r).x,
    "optimize.basinhopping": lambda m, r: m.basinhopping(rosenbrock, [-1.3, 2.2], niter=20, rng=r,
                                                         minimizer_kwargs={"method": stay(m)}).x,
    "sparse.random_array": lambda m, r: m.random_array((9, 9), density=.3, rng=r).toarray(),
    "linalg.interpolative.estimate_spectral_norm": lambda m, r: m.estimate_spectral_norm(np.outer(A, B) + np.diag(A), its=1,
                                                                                         rng=r),
    "cluster.vq.kmeans2": lambda m, r: m.kmeans2(np.stack([A, B], 1), 3, iter=1, minit="points", rng=r)[0],
    "stats.sampling.NumericalInversePolynomial": lambda m, r: m.NumericalInversePolynomial(
        Parabola(), domain=(-1, 1), random_state=r).rvs(9),
    "stats.sampling.TransformedDensityRejection": lambda m, r: m.TransformedDensityRejection(
        Parabola(), domain=(-1, 1), random_state=r).rvs(9),
    "spatial.transform.Rotation": lambda m, r: m.Rotation.random(3, rng=r).as_quat(),
}


@pytest.mark.parametrize("name", OTHERS)
def test_scipy(name):
    module = library("scipy." + name.rpartition(".")[0])
    check(lambda rng: OTHERS[name](module, rng))


def test_scipys_samples_have_their_distributions():
    """Some by methods of this class, others by NumPy's or SciPy's code from the words."""
    stats, rng = library("scipy.stats"), reroll.Generator(5)
    for law in (stats.norm(1, 2), stats.gamma(2.), stats.beta(2, 3), stats.skewnorm(3.), stats.t(3), stats.genextreme(.2)):
        assert stats.kstest(law.rvs(20000, random_state=rng), law.cdf).pvalue > 1e-6
    counts = np.bincount(stats.poisson(30.).rvs(20000, random_state=rng), minlength=100)
    assert abs(counts @ np.arange(len(counts)) / 20000 - 30) < .3


# ---- pandas ----

def test_pandas():
    pd = library("pandas")
    frame = pd.DataFrame({"x": np.arange(50), "w": np.arange(50) % 7})
    check(lambda rng: frame.sample(9, random_state=rng).x)
    check(lambda rng: frame.sample(frac=.3, weights="w", random_state=rng).x)
    check(lambda rng: frame.x.sample(99, replace=True, random_state=rng))
    check(lambda rng: frame.groupby("w").sample(2, random_state=rng).x)
    assert sorted(frame.sample(frac=1, random_state=reroll.Generator(1)).x) == list(range(50))


# ---- NetworkX ----

GRAPHS = {
    "gnp_random_graph": lambda nx, r: nx.gnp_random_graph(20, .3, seed=r).edges,
    "fast_gnp_random_graph": lambda nx, r: nx.fast_gnp_random_graph(20, .3, seed=r).edges,
    "barabasi_albert_graph": lambda nx, r: nx.barabasi_albert_graph(20, 3, seed=r).edges,
    "watts_strogatz_graph": lambda nx, r: nx.watts_strogatz_graph(20, 4, .3, seed=r).edges,
    "random_regular_graph": lambda nx, r: nx.random_regular_graph(3, 20, seed=r).edges,
    "random_geometric_graph": lambda nx, r: nx.random_geometric_graph(20, .4, seed=r).edges,
    "double_edge_swap": lambda nx, r: nx.double_edge_swap(nx.path_graph(20), nswap=5, max_tries=1000, seed=r).edges,
}


@pytest.mark.parametrize("name", GRAPHS)
def test_networkx(name):
    networkx = library("networkx")
    check(lambda rng: list(GRAPHS[name](networkx, rng)))


# ---- scikit-learn, which takes a RandomState -----------------------------------------------------------------------------

def state_of(rng):
    return np.random.RandomState(rng.bit_generator)


def forest(random_state):
    from sklearn.ensemble import RandomForestClassifier
    return RandomForestClassifier(5, random_state=random_state)


X = np.random.default_rng(1).normal(size=(60, 4))
Y = (X[:, 0] + .5 * np.random.default_rng(2).normal(size=60) > 0).astype(int)


def test_scikit_learn():
    library("sklearn")
    from sklearn import datasets, decomposition, model_selection
    check(lambda rng: datasets.make_blobs(9, random_state=state_of(rng))[0])
    check(lambda rng: forest(state_of(rng)).fit(X, Y).predict_proba(X))
    check(lambda rng: decomposition.PCA(2, svd_solver="randomized", iterated_power=0, random_state=state_of(rng)).fit(
        X).components_)
    check(lambda rng: [test for _, test in model_selection.ShuffleSplit(3, random_state=state_of(rng)).split(X)])


def test_a_random_state_pickles_and_copies():
    library("sklearn")
    from sklearn.base import clone
    rng = reroll.Generator(5)
    state = state_of(rng)
    state.normal(size=7)
    wanted = [copy.deepcopy(state).normal(size=9).tolist() for _ in range(2)]
    for again in (copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):   # copy.copy shares the words, as NumPy's does
        wanted.append(again(state).normal(size=9).tolist())
    model = forest(state)
    first, second = clone(model).fit(X, Y).predict_proba(X), clone(model).fit(X, Y).predict_proba(X)
    assert np.array_equal(first, second)   # clone copies the RandomState
    wanted.append(state.normal(size=9).tolist())
    assert all(x == wanted[0] for x in wanted) and rng.next == 0


def test_cross_validation_is_the_same_in_processes():
    library("sklearn")
    from sklearn.model_selection import cross_val_score
    scores = [cross_val_score(forest(state_of(reroll.Generator(5))), X, Y, cv=4, n_jobs=jobs) for jobs in (1, 2)]
    assert np.array_equal(*scores) and scores[0].mean() > .6
    other = forest(state_of(reroll.Generator(6))).fit(X, Y).predict_proba(X)
    assert not np.array_equal(other, forest(state_of(reroll.Generator(5))).fit(X, Y).predict_proba(X))


# ---- Numba ----

def test_numba():
    """Compiled methods are NumPy's algorithms on the words: they move those, never `next`."""
    numba = library("numba")

    @numba.njit
    def draw(rng, n):
        out = np.empty((4, n))
        for i in range(n):
            out[0, i], out[1, i], out[2, i], out[3, i] = (rng.random(), rng.standard_normal(), rng.gamma(2., 3.),
                                                          rng.integers(0, 100))
        return out

    check(lambda rng: draw(rng, 50))
    rng, theirs = reroll.Generator(5), reroll.Generator(5).numpy()
    assert np.array_equal(draw(rng, 50), draw(theirs, 50)) and rng.next == 0
    assert rng.bit_generator.state["state"] == theirs.bit_generator.state["state"]
    assert abs(draw(rng, 20000).mean(axis=1) - [.5, 0, 6, 49.5]).max() < 1


def test_numbas_threads_have_children():
    numba = library("numba")

    @numba.njit(nogil=True)
    def total(rng, n):
        x = 0.
        for _ in range(n):
            x += rng.random()
        return x

    from concurrent.futures import ThreadPoolExecutor
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(total, reroll.Generator(5).spawn(4), [10000] * 4))
    assert made == [total(rng, 10000) for rng in reroll.Generator(5).spawn(4)] and len(set(made)) == 4


def test_a_skipped_library_is_named():
    with pytest.raises(pytest.skip.Exception, match="reroll_has_no_such is not installed"):
        library("reroll_has_no_such")
