// SPDX-License-Identifier: MIT OR Apache-2.0
// Shared code of peer_std.cc and peer_boost.cc: loops over a distribution object, with the same names in both libraries.
// `lib` is the library's namespace: std, boost::random.
#include "child.h"

static lib::mt19937_64 generator(1);

template <class T, class Law> int fill(const call *c, Law law)
{
    T *out = static_cast<T *>(c->out);
    for (size_t i = 0; i < c->n; ++i) out[i] = law(generator);
    return 0;
}

// One parameter per draw, passed to operator().
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

// The library's parameter is the rate.
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

// ---- Counts: int, and the row's type for integers. 1 is added to counts that begin at 0 in the library. ----

// A distribution object with one parameter (poisson, geometric, bernoulli), or with a count and a probability.
template <class Law, int first> int count(const call *c)
{
    int32_t *out = static_cast<int32_t *>(c->out);
    Law law(c->value[0]);
    for (size_t i = 0; i < c->n; ++i) out[i] = int32_t(law(generator)) + first;
    return 0;
}

template <class Law> int trials(const call *c)
{
    int32_t *out = static_cast<int32_t *>(c->out);
    Law law(int(c->value[0]), c->value[1]);
    for (size_t i = 0; i < c->n; ++i) out[i] = law(generator);
    return 0;
}

template <class Law> int poisson_each(const call *c)
{
    int32_t *out = static_cast<int32_t *>(c->out);
    Law law;
    for (size_t i = 0; i < c->n; ++i) out[i] = law(generator, typename Law::param_type(at(c, 0, i)));
    return 0;
}

template <class Law> int trials_each(const call *c)
{
    int32_t *out = static_cast<int32_t *>(c->out);
    Law law;
    for (size_t i = 0; i < c->n; ++i) out[i] = law(generator, typename Law::param_type(int(at(c, 0, i)), at(c, 1, i)));
    return 0;
}

// The library's range is closed.
template <class T> int integers(const call *c)
{
    T *out = static_cast<T *>(c->out);
    lib::uniform_int_distribution<T> law(T(c->value[0]), T(c->value[1]) - 1);
    for (size_t i = 0; i < c->n; ++i) out[i] = law(generator);
    return 0;
}

// The table is made once per row.
static lib::discrete_distribution<int> table;

static const char *begin(call *c)
{
    if (c->weights) table = lib::discrete_distribution<int>(c->weights, c->weights + size_t(c->value[0]));
    return "";
}

static int categorical(const call *c)
{
    int32_t *out = static_cast<int32_t *>(c->out);
    for (size_t i = 0; i < c->n; ++i) out[i] = table(generator);
    return 0;
}

#define COUNT(law, form, name, each) {law, "i32", "", form, each<lib::name##_distribution<int>>, nullptr}
#define COUNTS \
    COUNT("poisson", (count<lib::poisson_distribution<int>, 0>), poisson, poisson_each), \
    COUNT("binomial", trials<lib::binomial_distribution<int>>, binomial, trials_each), \
    {"negative-binomial", "i32", "", trials<lib::negative_binomial_distribution<int>>, nullptr, nullptr}, \
    {"geometric", "i32", "", count<lib::geometric_distribution<int>, 1>, nullptr, nullptr}, \
    {"categorical", "i32", "", categorical, nullptr, nullptr}, \
    {"integers", "i32", "", integers<int32_t>, nullptr, nullptr}, \
    {"integers", "i64", "", integers<int64_t>, nullptr, nullptr}

static int bits(const call *c)
{
    static lib::mt19937 words(1);
    uint32_t *out = static_cast<uint32_t *>(c->out);
    for (size_t i = 0; i < c->n; ++i) out[i] = words();
    return 0;
}

// With parameters per draw passed to operator(), for distributions with such a row.
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
    LAW_EACH(T, type, "weibull", two, weibull), \
    LAW(T, type, "gumbel", two, extreme_value)
