// SPDX-License-Identifier: MIT OR Apache-2.0
// Boost.Random: mt19937_64, one distribution object per loop.
#include <boost/random.hpp>
#include <boost/random/beta_distribution.hpp>
#include <boost/version.hpp>

#define lib boost::random
#include "laws.hh"

template <class T> int triangular(const call *c)
{
    return fill<T>(c, lib::triangle_distribution<T>(T(c->value[0]), T(c->value[1]), T(c->value[2])));
}

static const row rows[] = {
    {"bits", "u32", "", bits, nullptr, nullptr},
    LAWS(float, "f32"),
    LAWS(double, "f64"),
    LAW_EACH(float, "f32", "beta", two, beta),
    LAW_EACH(double, "f64", "beta", two, beta),
    LAW(float, "f32", "laplace", two, laplace),
    LAW(double, "f64", "laplace", two, laplace),
    LAW(float, "f32", "noncentral-chi2", two, non_central_chi_squared),
    LAW(double, "f64", "noncentral-chi2", two, non_central_chi_squared),
    {"triangular", "f32", "", triangular<float>, nullptr, nullptr},
    {"triangular", "f64", "", triangular<double>, nullptr, nullptr},
    COUNTS,
    {"bernoulli", "i32", "", count<lib::bernoulli_distribution<>, 0>, nullptr, nullptr},
};

int main()
{
    const peer p = {BOOST_LIB_VERSION " mt19937_64", "yes, one call per sample", "limited by the bits of its uniforms",
                    "no: one running state", "int; weights are one vector for all draws", 1,
                    sizeof rows / sizeof *rows, rows, begin};
    return child_main(&p);
}
