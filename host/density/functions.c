/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions without libm for densities, in the arithmetic of engine/math (compiled with the scalar f64 lanes): the same
 * bits on every machine. Arguments that engine/math does not take (NaN, infinities, negative numbers) give the results of
 * C.
 *
 *   sin, cos     x minus a multiple of pi/2, subtracted in three parts by fma (Cody and Waite): within an ulp of 1 up to
 *                2^20; beyond that NaN, since the angle has no accuracy that a density could use
 *   pow          of a negative base for integers only
 *   lgamma       Stirling's series from 12 on, z (z + 1) ... below it; NaN for z < 0: no density uses it */
#include "density.h"

#include "engine/lanes/lane.h"
#include "engine/math/atan.h"
#include "engine/math/exp.h"
#include "engine/math/expm1.h"
#include "engine/math/log.h"
#include "engine/math/log1p.h"
#include "engine/math/pow.h"
#include "engine/math/sincos.h"
#include "targets/base/special.h"

#include <math.h>
#include <string.h>

#define MAX_ANGLE 0x1p20

double rr_plain_exp(double x) { return x != x ? x : rr_exp(x); }

double rr_plain_log(double x) { return rr_log(x); }

double rr_plain_cos_turn(double u)
{
    double sine, cosine;
    rr_sincos_turn(u, &sine, &cosine);
    return cosine;
}

/* The sine and the cosine of x, split into a number of quarter turns and the rest as a fraction of a quarter. */
static void angle(double x, double *sine, double *cosine)
{
    const double quarter = (x * 0x1.45f306dc9c883p-1 + 0x1.8p52) - 0x1.8p52;
    double r = rr_fma(-quarter, 0x1.921fb54442d18p0, x);
    r = rr_fma(-quarter, 0x1.1a62633145c07p-54, r);
    double s, c;
    rr_sincos_quarter(r * 0x1.45f306dc9c883p-1, &s, &c);
    const int n = (int)((int64_t)quarter & 3);
    *sine = n == 0 ? s : n == 1 ? c : n == 2 ? -s : -c;
    *cosine = n == 0 ? c : n == 1 ? -s : n == 2 ? -c : s;
}

#define ONE(name) static double f_##name(double x)

ONE(exp) { return rr_plain_exp(x); }
ONE(expm1) { return x != x ? x : rr_expm1(x); }
ONE(log) { return x >= 0 ? rr_log(x) : NAN; }
ONE(log1p) { return x > -1 && x <= 0x1.fffffffffffffp1023 ? rr_log1p(x) : x == -1 ? -INFINITY : x > 0 ? x : NAN; }
ONE(log2) { return f_log(x) * 0x1.71547652b82fep0; }
ONE(log10) { return f_log(x) * 0x1.bcb7b1526e50ep-2; }
ONE(sqrt) { return x >= 0 ? rr_sqrt(x) : NAN; }
ONE(abs) { return rr_abs(x); }
ONE(sign) { return x > 0 ? 1 : x < 0 ? -1 : x; }

ONE(floor)
{
    if (!(rr_abs(x) < 0x1p52)) return x;
    const double whole = (double)(int64_t)x;
    return whole > x ? whole - 1 : whole;
}

ONE(sin)
{
    double s = NAN, c;
    if (rr_abs(x) <= MAX_ANGLE) angle(x, &s, &c);
    return s;
}

ONE(cos)
{
    double s, c = NAN;
    if (rr_abs(x) <= MAX_ANGLE) angle(x, &s, &c);
    return c;
}

ONE(tan)
{
    double s = NAN, c = 1;
    if (rr_abs(x) <= MAX_ANGLE) angle(x, &s, &c);
    return s / c;
}

ONE(atan)
{
    const double size = rr_abs(x), quarter = size > 1 ? rr_atan_quarter(1, 1 / size) : rr_atan_quarter(size, 1);
    return x != x ? x : x < 0 ? -quarter : quarter;
}

ONE(sinh)
{
    const double size = rr_abs(x), e = size < 1 ? f_expm1(size) : 0;
    const double value = size < 1 ? (e + e / (e + 1)) / 2 : rr_exp_times(size, 0.5) - rr_exp_times(-size, 0.5);
    return x != x ? x : x < 0 ? -value : value;
}

ONE(cosh) { return x != x ? x : rr_exp_times(rr_abs(x), 0.5) + rr_exp_times(-rr_abs(x), 0.5); }

ONE(tanh)
{
    const double e = f_expm1(-2 * rr_abs(x)), value = -e / (e + 2);
    return x < 0 ? -value : value;
}

ONE(lgamma)
{
    if (!(x > 0)) return x == 0 ? INFINITY : NAN;
    return x > 0x1p1000 ? INFINITY : rr_log_gamma(x);
}

static double f_min(double x, double y) { return x != x || x < y ? x : y; }
static double f_max(double x, double y) { return x != x || x > y ? x : y; }

static double f_pow(double x, double y)
{
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y) return NAN;
    const bool integer = f_floor(y) == y, odd = integer && rr_abs(y) < 0x1p53 && ((int64_t)y & 1);
    const double size = rr_abs(x);
    double value;
    if (x < 0 && !integer && size <= 0x1.fffffffffffffp1023) return NAN;
    if (size == 0 || size > 0x1.fffffffffffffp1023) value = (size == 0) == (y > 0) ? 0 : INFINITY;
    else if (rr_abs(y) > 0x1p1000) value = size == 1 ? 1 : (size > 1) == (y > 0) ? INFINITY : 0;
    else if (y == 2) value = size * size;
    else value = rr_pow(size, y);
    return x < 0 && odd ? -value : value;
}

static const struct one {
    const char *name;
    rr_function_of_one *function;
} ones[] = {
    {"exp", f_exp},     {"expm1", f_expm1}, {"log", f_log},   {"ln", f_log},     {"log1p", f_log1p}, {"log2", f_log2},
        {"log10", f_log10},
    {"sqrt", f_sqrt},   {"abs", f_abs},     {"sign", f_sign}, {"floor", f_floor}, {"sin", f_sin},    {"cos", f_cos},
        {"tan", f_tan},
    {"atan", f_atan},   {"sinh", f_sinh},   {"cosh", f_cosh}, {"tanh", f_tanh},   {"lgamma", f_lgamma},
};

static const struct two {
    const char *name;
    rr_function_of_two *function;
} twos[] = {{"pow", f_pow}, {"min", f_min}, {"max", f_max}};

#define ONES (sizeof ones / sizeof *ones)
#define TWOS (sizeof twos / sizeof *twos)

const char *rr_function_list(size_t number)
{
    return number < ONES ? ones[number].name : number < ONES + TWOS ? twos[number - ONES].name : NULL;
}

rr_function_of_one *rr_function_one(const char *name)
{
    for (size_t i = 0; name && i < ONES; ++i)
        if (!strcmp(ones[i].name, name)) return ones[i].function;
    return NULL;
}

rr_function_of_two *rr_function_two(const char *name)
{
    for (size_t i = 0; name && i < TWOS; ++i)
        if (!strcmp(twos[i].name, name)) return twos[i].function;
    return NULL;
}
