/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Device text compiled for one lane, called word by word; and exact references in long double (its 64 bits give
 * an error of 2^-10 ulp of a double; where long double is a double these programs skip). RR_DTYPE is set by the includer. */
#ifndef LANES_H
#define LANES_H

#define RR_TARGET_SCALAR
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Uses the C library's fma, which is correctly rounded and a fast instruction where there is one; tests/math/fma_soft.c
 * tests the emulated one. */
#include "engine/lanes/host.h"
#include "engine/lanes/fma_soft.h"
#define rr_fma_soft_f32 fmaf
#define rr_fma_soft_f64 fma
#include "engine/lanes/lane.h"
#include "laws/gamma/draw/draw.h"
#include "laws/gamma/draw/boost.h"
#include "engine/math/exp.h"

#define UNUSED __attribute__((unused))

#if RR_DTYPE == 32
#define NAME "f32"
#define EPS 0x1p-24L              /* half an ulp of 1 */
#define NEXT(x, to) nextafterf(x, to)
#else
#define NAME "f64"
#define EPS 0x1p-53L
#define NEXT(x, to) nextafter(x, to)
#endif

/* splitmix64 for the points of these tests; not the library's generator. */
static uint64_t state_of_points = 1;
UNUSED static uint64_t bits64(void)
{
    uint64_t z = (state_of_points += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
UNUSED static double unit(void) { return ((double)(bits64() >> 11) + 0.5) * 0x1p-53; }

/* r(y) = -R(y) = y - y^2/2 + y^3/3 - log1p(y) = y^4 (1/4 - y/5 + y^2/6 - ...), y > -1. */
UNUSED static long double exact_r(long double y)
{
    if (fabsl(y) > 0.3L) return y - y * y / 2 + y * y * y / 3 - log1pl(y);
    long double sum = 0, term = y * y * y * y;
    for (int k = 4; k < 80; ++k) {
        sum += term / k;
        term *= -y;
    }
    return sum;
}

/* Long double must be longer than a double: x86 and (software) arm64. */
UNUSED static void need_long_double(void) { if (LDBL_MANT_DIG < 64) skip(); }

#endif
