// SPDX-License-Identifier: MIT OR Apache-2.0
// What peer_std.cc and peer_boost.cc share: a loop over a distribution object, which both libraries have with the same words.
// `lib` names the library's namespace: std, boost::random.
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

static int bits(const call *c)
{
    static lib::mt19937 words(1);
    uint32_t *out = static_cast<uint32_t *>(c->out);
    for (size_t i = 0; i < c->n; ++i) out[i] = words();
    return 0;
}

#define LAWS(T, type) \
    {"uniform", type, "", two<T, lib::uniform_real_distribution<T>>, nullptr, nullptr}, \
    {"exponential", type, "", exponential<T>, exponential_each<T>, nullptr}, \
    {"normal", type, "", two<T, lib::normal_distribution<T>>, fill_each<T, lib::normal_distribution<T>>, nullptr}, \
    {"lognormal", type, "", two<T, lib::lognormal_distribution<T>>, fill_each<T, lib::lognormal_distribution<T>>, nullptr}, \
    {"gamma", type, "", two<T, lib::gamma_distribution<T>>, fill_each<T, lib::gamma_distribution<T>>, nullptr}, \
    {"chi2", type, "", one<T, lib::chi_squared_distribution<T>>, nullptr, nullptr}, \
    {"student-t", type, "", one<T, lib::student_t_distribution<T>>, nullptr, nullptr}, \
    {"f", type, "", two<T, lib::fisher_f_distribution<T>>, nullptr, nullptr}, \
    {"cauchy", type, "", two<T, lib::cauchy_distribution<T>>, fill_each<T, lib::cauchy_distribution<T>>, nullptr}, \
    {"weibull", type, "", two<T, lib::weibull_distribution<T>>, fill_each<T, lib::weibull_distribution<T>>, nullptr}
