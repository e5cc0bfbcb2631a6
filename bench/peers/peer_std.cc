// SPDX-License-Identifier: MIT OR Apache-2.0
// libstdc++'s <random>: std::mt19937_64, one distribution object per loop.
#include <random>

#define lib std
#include "laws.hh"

static const row rows[] = {{"bits", "u32", "", bits, nullptr, nullptr}, LAWS(float, "f32"), LAWS(double, "f64"), COUNTS,
                            {"bernoulli", "i32", "", count<std::bernoulli_distribution, 0>, nullptr, nullptr}};

int main()
{
    static char version[64];
    snprintf(version, sizeof version, "libstdc++ %d, mt19937_64", _GLIBCXX_RELEASE);
    const peer p = {version, "yes, one call per sample", "limited by the bits of its uniforms", "no: one running state",
                    "int; weights are one vector for all draws", 1, sizeof rows / sizeof *rows, rows, begin};
    return child_main(&p);
}
