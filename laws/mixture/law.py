# SPDX-License-Identifier: MIT OR Apache-2.0
"""Finite mixtures: the exact component of categorical, and the sample of its distribution in f64 with the component's
parameters. normal-mixture has a standard normal, within 5 ulps, and the sum rounded once. The parameters of a case are all
weights, then all numbers of one parameter, then of the next."""
from mpmath import mpf

import modules
from oracle import F64, I64, Answers, fraction, given, other_family, real, standard_normal


def component(launch, family, i, weights):
    return modules.law("categorical").categorical(F64, other_family(launch, family, False), i, weights)[1]


def normal_mixture(t, launch, i, params):
    k = len(params) // 3
    c = component(launch, 77, i, params[:k])
    z, used = standard_normal(F64, other_family(launch, 78, True), i)
    mean, sd = real(params[k + c]), real(params[2 * k + c])
    x = mean + sd * z
    off = 5 * sd * abs(z) * 2 * mpf(2) ** -53
    return 0, fraction(x), int(off / mpf(2) ** t.quantum(fraction(x))) + 1, used


def mixture(law_module, law, first, numbers, t=F64):
    """The component is of family `first`, the sample of the next one; a component has `numbers` parameters."""
    def draw(_, launch, i, params):
        k = len(params) // (numbers + 1)
        c = component(launch, first, i, params[:k])
        own = tuple(params[k * (n + 1) + c] for n in range(numbers))
        attempt, x, ulps, used = getattr(modules.law(law_module), law)(t, other_family(launch, first + 1, t is F64), i, own)
        return attempt if t is F64 else 0, x, ulps, used   # a count that fails is 0, as elsewhere
    return draw


# f32 is f64, rounded: tests/exact/bits/counts.c. The stages' own answers prove their words.
def answers(draw, family, *cases, types=(F64,)):
    return Answers(draw, family, given(*cases), types=types, bases=lambda t: [])


ANSWERS = {
    "normal_mixture": answers(normal_mixture, 77, "0.3 0.7 -1 2 0.5 1", "1 5 0", "1 0 2 0 -3 7 9 0 1 2 0 0.25",
                              "1e-9 1 1e300 -1e-300 1 1e-300",
                              "1 2 3 4 5 6 7 8 9 10 0 0 0 0 0 10 10 10 10 10 1 2 3 4 5 6 7 8 9 1e9"),
    "lognormal_mixture": answers(mixture("normal", "lognormal", 129, 2), 129, "0.3 0.7 -1 2 0.5 1", "1 5 1e-3",
                                 "1 0 2 -30 0 30 1 1 2"),
    "student_t_mixture": answers(mixture("student_t", "student_t", 131, 3), 131, "0.3 0.7 1 4 -1 2 0.5 1", "1 2.5 0 1",
                                 "1 0 2 0.7 1 1e6 0 0 1e3 1 1 1e-6"),
    "exponential_mixture": answers(mixture("exponential", "exponential", 123, 1), 123, "0.3 0.7 0.5 10", "1 2",
                                   "1 0 2 1e-300 1 1e300"),
    "gamma_mixture": answers(mixture("gamma", "gamma", 125, 2), 125, "0.3 0.7 2 0.5 1 10", "1 1 2",
                             "1 0 2 1e-3 1 1e6 1 1 1e-6"),
    "beta_mixture": answers(mixture("beta", "beta", 127, 2), 127, "0.3 0.7 2 0.5 3 0.5", "1 1 1",
                            "1 0 2 0.01 1 1e3 0.02 1 40"),
    "poisson_mixture": answers(mixture("poisson", "poisson", 133, 1, I64), 133, "0.3 0.7 0.5 50", "1 9.99", "1 0 2 0 1 1e15",
                               types=(I64,)),
}
ELSEWHERE = {
    ("normal_mixture", "cells"): "tests/exact/bits/mixture.c: cells of the mixture against its distribution function",
    ("lognormal_mixture", "cells"): "tests/exact/bits/mixtures.c: cells of the mixture against its distribution function",
    ("student_t_mixture", "cells"): "tests/exact/bits/mixtures.c: cells of the mixture against its distribution function",
    ("exponential_mixture", "cells"): "tests/exact/bits/mixtures.c: cells of the mixture against its distribution function",
    ("gamma_mixture", "cells"): "tests/exact/bits/mixtures.c: cells of the mixture against its distribution function",
    ("beta_mixture", "cells"): "tests/exact/bits/mixtures.c: cells of the mixture against its distribution function",
    ("poisson_mixture", "cells"): "tests/exact/bits/mixtures.c: cells of the mixture against its distribution function",
}
