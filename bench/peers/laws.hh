// SPDX-License-Identifier: MIT OR Apache-2.0
// What peer_std.cc and peer_boost.cc share: a loop over a distribution object, which both libraries have by the same names.
// `lib` names the library's namespace: std, boost::random; Bernoulli its distribution, which one has as a template.
#include "child.h"

static lib::mt19937_64 generator(1);

template <class T, class Law> int fill(const call *c, Law law)
{
    T *out = static_cast<T *>(c->out);
    for (size_t i = 0; i < c->n; ++i) out[i] = law(generator);
    return 0;
}

// A parameter per draw, as operator() takes them.
template <class T, class Law> int fill_each(const call *c)
{
    T *out = static_cast<T *>(c->out);
    const T *a = static_cast<const T *>(c->each[0]), *b = static_cast<const T *>(c->each[1]);
    Law law;
    for (size_t i = 0; i < c->n; ++i) out[i] = law(generator, typename Law::param_type(a[i], b ? b[i] : T(1)));
    return 0;
}

template <class T, class Law> int one(const call *c)
{
    return fill<T>(c, Law(T(c->value[0])));
}

template <class T, class Law> int two(const call *c)
{
    return fill<T>(c, Law(T(c->value[0]), T(c->params > 1 ? c->value[1] : 1)));
}

// Its parameter is the rate.
template <class T> int exponential(const call *c)
{
    return fill<T>(c, lib::exponential_distribution<T>(T(1 / c->value[0])));
}

template <class T> int exponential_each(const call *c)
{
    T *out = static_cast<T *>(c->out);
    const T *scale = static_cast<const T *>(c->each[0]);
    lib::exponential_distribution<T> law;
    for (size_t i = 0; i < c->n; ++i) out[i] = scale[i] * law(generator);
    return 0;
}

// Counts: n is an integer, and may be the second parameter; what the library counts from 0 is one more here.
static int integers(const call *c)
{
    return fill<int32_t>(c, lib::uniform_int_distribution<int32_t>(int32_t(c->value[0]), int32_t(c->value[1]) - 1));
}

static int bernoulli(const call *c)
{
    return fill<int32_t>(c, Bernoulli(c->value[0]));
}

static int poisson(const call *c)
{
    return fill<int32_t>(c, lib::poisson_distribution<int32_t>(c->value[0]));
}

static int poisson_each(const call *c)
{
    int32_t *out = static_cast<int32_t *>(c->out);
    typedef lib::poisson_distribution<int32_t> Law;
    for (size_t i = 0; i < c->n; ++i) out[i] = Law(at(c, 0, i))(generator);
    return 0;
}

static int binomial(const call *c)
{
    return fill<int32_t>(c, lib::binomial_distribution<int32_t>(int32_t(c->value[0]), c->value[1]));
}

static int binomial_each(const call *c)
{
    int32_t *out = static_cast<int32_t *>(c->out);
    typedef lib::binomial_distribution<int32_t> Law;
    for (size_t i = 0; i < c->n; ++i) out[i] = Law(int32_t(at(c, 0, i)), at(c, 1, i))(generator);
    return 0;
}

static int negative_binomial(const call *c)
{
    return fill<int32_t>(c, lib::negative_binomial_distribution<int32_t>(int32_t(c->value[0]), c->value[1]));
}

static int bits(const call *c)
{
    static lib::mt19937 words(1);
    uint32_t *out = static_cast<uint32_t *>(c->out);
    for (size_t i = 0; i < c->n; ++i) out[i] = words();
    return 0;
}

// As operator() takes parameters per draw, where the law has such a row.
#define LAW_EACH(T, type, law, make, name) \
    {law, type, "", make<T, lib::name##_distribution<T>>, fill_each<T, lib::name##_distribution<T>>, nullptr}
#define LAW(T, type, law, make, name) {law, type, "", make<T, lib::name##_distribution<T>>, nullptr, nullptr}
#define LAWS(T, type) \
    LAW(T, type, "uniform", two, uniform_real), \
    {"exponential", type, "", exponential<T>, exponential_each<T>, nullptr}, \
    LAW_EACH(T, type, "normal", two, normal), \
    LAW_EACH(T, type, "lognormal", two, lognormal), \
    LAW_EACH(T, type, "gamma", two, gamma), \
    LAW(T, type, "chi2", one, chi_squared), \
    LAW(T, type, "student-t", one, student_t), \
    LAW(T, type, "f", two, fisher_f), \
    LAW_EACH(T, type, "cauchy", two, cauchy), \
    LAW_EACH(T, type, "weibull", two, weibull)
#define COUNTS \
    {"integers", "i32", "", integers, nullptr, nullptr}, \
    {"bernoulli", "i32", "", bernoulli, nullptr, nullptr}, \
    {"poisson", "i32", "", poisson, poisson_each, nullptr}, \
    {"binomial", "i32", "", binomial, binomial_each, nullptr}, \
    {"negative-binomial", "i32", "", negative_binomial, nullptr, nullptr}
