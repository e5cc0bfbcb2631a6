/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <math.h>

#include "approximate.h"
#include "machine.h"

static u64 state = 0x9e3779b97f4a7c15u;
static int is_off = 1;

/* xorshift64 */
u32 ptx_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (u32)(state >> 16);
}

void ptx_seed(u64 seed, int approximate)
{
    state = 0x9e3779b97f4a7c15u ^ seed * 0x2545f4914f6cdd1du;
    if (!state) state = 1;
    is_off = !approximate;
}

static float flush(float x)
{
    return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x;
}

/* A value within bound of the exact value, ends included. Rounding must not leave that interval. */
static float within(double exact, double bound)
{
    static const double ends[] = {-1, 1};
    const u32 r = ptx_random();
    const double part = r % 4 ? (double)(r >> 2) * 0x1p-29 - 1 : ends[r >> 2 & 1];
    const float nearest = (float)exact;
    float x = (float)(exact + part * bound);
    while (fabs(x - exact) > bound && x != nearest) x = nextafterf(x, nearest);
    return flush(x);
}

float ptx_near(double exact, double relative)
{
    const float rounded = (float)exact;
    if (is_off || !isfinite(rounded) || rounded == 0) return flush(rounded);
    return within(exact, fabs(exact) * relative);
}

float ptx_near_ulp(double exact)
{
    const float rounded = (float)exact;
    if (is_off || !isfinite(rounded) || fabsf(rounded) < 0x1p-126f) return flush(rounded);
    return within(exact, ldexp(1, ilogb(exact) - 23));
}
