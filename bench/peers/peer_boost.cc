// SPDX-License-Identifier: MIT OR Apache-2.0
// Boost.Random: mt19937_64, a distribution object that lives through a loop.
#include <boost/random.hpp>
#include <boost/random/beta_distribution.hpp>
#include <boost/version.hpp>

#define lib boost::random
typedef boost::random::bernoulli_distribution<> Bernoulli;
#include "laws.hh"

static const row rows[] = {
    {"bits", "u32", "", bits, nullptr, nullptr},
    LAWS(float, "f32"),
    LAWS(double, "f64"),
    COUNTS,
    LAW_EACH(float, "f32", "beta", two, beta),
    LAW_EACH(double, "f64", "beta", two, beta),
};

int main()
{
    const peer p = {BOOST_LIB_VERSION " mt19937_64", "yes, a call per sample", "of its uniforms: as far as their digits go",
                    "no: one running state", 1, sizeof rows / sizeof *rows, rows, nullptr};
    return child_main(&p);
}
