// SPDX-License-Identifier: MIT OR Apache-2.0
// Boost.Random: mt19937_64, a distribution object that lives through a loop.
#include <boost/random.hpp>
#include <boost/random/beta_distribution.hpp>
#include <boost/version.hpp>

#define lib boost::random
#include "laws.hh"

static const row rows[] = {
    {"bits", "u32", "", bits, nullptr, nullptr},
    LAWS(float, "f32"),
    LAWS(double, "f64"),
    {"beta", "f32", "", two<float, lib::beta_distribution<float>>, fill_each<float, lib::beta_distribution<float>>, nullptr},
    {"beta", "f64", "", two<double, lib::beta_distribution<double>>, fill_each<double, lib::beta_distribution<double>>, nullptr},
};

int main()
{
    const peer p = {BOOST_LIB_VERSION " mt19937_64", "yes, a call per sample", "of its uniforms: as far as their digits go",
                    "no: one running state", 1, sizeof rows / sizeof *rows, rows, nullptr};
    return child_main(&p);
}
